/*
 * The reader of experiment.xml, versions 2.0 to 2.2: one pass with the
 * parser's events. What is kept are the tables and the distinct scopes; with
 * per-thread metrics also a count for each pair of scope and thread.
 */
#include "experiment.h"

#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <stdarg.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "profile/elements.h"
#include "xml_bytes.h"
#include "tree.h"

int experiment_fail(struct experiment *x, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(x->err, ERR_FORMAT, "line %d: %s",
	               xmlSAX2GetLineNumber(x->parser), text);
}

static int parser_failed(struct experiment *x)
{
	const xmlError *e = xmlCtxtGetLastError(x->parser);
	char text[200];
	size_t n;

	if (!x->inside)
		return experiment_fail(x, "this is not XML");
	if (e && elements_ended_early(e))
		return experiment_fail(x, "the file ends early");
	if (!e || !e->message)
		return experiment_fail(x, "not well-formed XML");
	snprintf(text, sizeof(text), "%s", e->message);
	n = strlen(text);
	while (n && (text[n - 1] == '\n' || text[n - 1] == '.'))
		text[--n] = '\0';
	return err_set(x->err, ERR_FORMAT, "line %d: %s", e->line, text);
}

char *element_attribute(const struct xml_element *e, const char *name)
{
	for (size_t i = 0; i < e->n; i++) {
		const xmlChar **a = e->attributes + 5 * i;
		char *text, *to;

		if (strcmp((const char *)a[0], name) != 0)
			continue;
		text = mem_strndup((const char *)a[3], (size_t)(a[4] - a[3]));
		/* the parser leaves this one for a tree's builder to do */
		to = text;
		for (const char *from = text; *from; to++) {
			bool amp = strncmp(from, "&#38;", 5) == 0;

			*to = *from;
			from += amp ? 5 : 1;
		}
		*to = '\0';
		return text;
	}
	return NULL;
}

static int check_version(struct experiment *x, const struct xml_element *e)
{
	static const char *const known[] = { "2.0", "2.1", "2.2" };
	char *version = element_attribute(e, "version");
	int rc = -1;

	for (size_t i = 0; version && i < 3; i++) {
		if (strcmp(version, known[i]) == 0) {
			x->t->version = known[i];
			rc = 0;
		}
	}
	if (rc == 0)
		goto out;
	if (!version)
		experiment_fail(x, "<HPCToolkitExperiment> has no version");
	else if (strcmp(version, "4.0") == 0)
		experiment_fail(x, "experiment.xml 4.0 is a format that no "
		                   "HPCToolkit release wrote; run hpcprof of "
		                   "a release on the measurements again");
	else
		experiment_fail(x,
		                "experiment.xml has version '%.40s'; supported "
		                "versions are 2.0, 2.1 and 2.2",
		                version);
out:
	free(version);
	return rc;
}

static int start_paths(struct experiment *x)
{
	if (x->done)
		return experiment_fail(x, "a second <SecCallPathProfileData>");
	if (header_finish(x) != 0)
		return -1;
	paths_begin(x);
	x->paths = true;
	return 0;
}

static int take_element(struct experiment *x, const struct xml_element *e)
{
	const char *name = (const char *)e->name;

	if (x->paths)
		return paths_element(x, e);
	if (!x->inside) {
		x->inside = true;
		if (strcmp(name, "HPCToolkitExperiment") != 0)
			return experiment_fail(x,
			                       "<%.80s> is not an HPCToolkit "
			                       "experiment",
			                       name);
		return check_version(x, e);
	}
	if (strcmp(name, "SecFlatProfile") == 0)
		return experiment_fail(x, "flat profiles (of hpcprof-flat) are "
		                          "not supported; use hpcprof");
	if (strcmp(name, "SecCallPathProfileData") == 0)
		return start_paths(x);
	return header_element(x, e);
}

static void stop(struct experiment *x)
{
	x->failed = true;
	xmlStopParser(x->parser);
}

/* NOLINTNEXTLINE(readability-function-size): libxml2 sets the parameters */
static void on_start(void *ctx, const xmlChar *name, const xmlChar *prefix,
                     const xmlChar *uri, int nnamespaces,
                     const xmlChar **namespaces, int n, int ndefaulted,
                     const xmlChar **attributes)
{
	struct experiment *x = ctx;
	struct xml_element e = { name, attributes, (size_t)n };

	(void)prefix;
	(void)uri;
	(void)nnamespaces;
	(void)namespaces;
	(void)ndefaulted;
	if (!x->failed && take_element(x, &e) != 0)
		stop(x);
}

static void on_end(void *ctx, const xmlChar *name, const xmlChar *prefix,
                   const xmlChar *uri)
{
	struct experiment *x = ctx;

	(void)prefix;
	(void)uri;
	if (x->failed)
		return;
	if (!x->paths) {
		x->in_metric &= strcmp((const char *)name, "Metric") != 0;
	} else if (strcmp((const char *)name, "SecCallPathProfileData") == 0) {
		x->paths = false;
		x->done = true;
		if (paths_finish(x) != 0)
			stop(x);
	} else {
		paths_end(x, name);
	}
}

/* HPCToolkit's document type declares elements and attributes. Entities could
 * only be there to make the file expand. */
static void on_entity(void *ctx, const xmlChar *name, int type,
                      const xmlChar *public_id, const xmlChar *system_id,
                      xmlChar *content)
{
	struct experiment *x = ctx;

	(void)name;
	(void)type;
	(void)public_id;
	(void)system_id;
	(void)content;
	if (x->failed)
		return;
	experiment_fail(x, "entities are not allowed");
	stop(x);
}

static void name_elements(struct experiment *x)
{
	xmlDict *d = x->parser->dict;

	x->pf = xmlDictLookup(d, BAD_CAST "PF", -1);
	x->pr = xmlDictLookup(d, BAD_CAST "Pr", -1);
	x->l = xmlDictLookup(d, BAD_CAST "L", -1);
	x->s = xmlDictLookup(d, BAD_CAST "S", -1);
	x->m = xmlDictLookup(d, BAD_CAST "M", -1);
}

static void release(struct experiment *x)
{
	for (size_t i = 0; i < x->ncolumns; i++)
		free(x->columns[i].text);
	free(x->columns);
	free(x->threads);
	free(x->strings);
	ids_release(&x->column_ids);
	ids_release(&x->thread_ids);
	ids_release(&x->modules);
	ids_release(&x->files);
	ids_release(&x->procedures);
	ids_release(&x->plain);
	paths_release(x);
}

/* Call paths nest two elements a call, so without XML_PARSE_HUGE the parser's
 * limits would refuse deep recursion; nothing outside the file is touched. */
enum {
	PARSER = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
	         XML_PARSE_HUGE
};

static int parse(struct experiment *x, struct xml_bytes *source)
{
	xmlSAXHandler sax = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_start,
		.endElementNs = on_end,
		.entityDecl = on_entity,
	};

	x->parser = xmlCreateIOParserCtxt(&sax, x, source_read, NULL, source,
	                                  XML_CHAR_ENCODING_NONE);
	if (!x->parser)
		return err_set(x->err, ERR_FORMAT, "this is not XML");
	xmlCtxtUseOptions(x->parser, PARSER);
	name_elements(x);
	xmlParseDocument(x->parser);
	if (x->failed)
		return -1;
	if (!x->parser->wellFormed)
		return parser_failed(x);
	if (!x->done)
		return experiment_fail(x, "there are no call paths "
		                          "(<SecCallPathProfileData>)");
	return 0;
}

int experiment_read(struct tree *t, struct xml_bytes *source, const char *dir,
                    struct err *err)
{
	struct experiment x = { .t = t, .err = err };
	int rc;

	x.want_nodes = dir && metric_db_any(dir);
	rc = parse(&x, source);
	if (rc == 0 && !x.raw && !x.want_nodes)
		tree_note(t, "the database has only sums over threads and "
		             "ranks, so each time is the total of all of them");
	if (rc == 0 && x.want_nodes)
		rc = metric_db_read(&x, dir);
	if (x.parser) {
		xmlFreeDoc(x.parser->myDoc); /* a document type makes one */
		xmlFreeParserCtxt(x.parser);
	}
	release(&x);
	return rc;
}
