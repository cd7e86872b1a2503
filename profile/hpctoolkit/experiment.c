/*
 * The reader of experiment.xml, versions 2.0 to 2.2: one pass with the
 * streaming parser. What is kept are the tables and the distinct scopes; with
 * per-thread metrics also a count for each pair of scope and thread.
 */
#include "experiment.h"

#include <stdarg.h>

#include "base/banned.h"
#include "base/err.h"
#include "source.h"
#include "tree.h"

int experiment_fail(struct experiment *x, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(x->err, ERR_FORMAT, "line %d: %s",
	               xmlTextReaderGetParserLineNumber(x->xml), text);
}

static int parser_failed(struct experiment *x, bool inside)
{
	const xmlError *e = xmlGetLastError();
	char text[200];
	size_t n;

	if (!inside)
		return experiment_fail(x, "this is not XML");
	if (e && (e->code == XML_ERR_DOCUMENT_END ||
	          e->code == XML_ERR_TAG_NOT_FINISHED))
		return experiment_fail(x, "the file ends early");
	if (!e || !e->message)
		return experiment_fail(x, "not well-formed XML");
	snprintf(text, sizeof(text), "%s", e->message);
	n = strlen(text);
	while (n && (text[n - 1] == '\n' || text[n - 1] == '.'))
		text[--n] = '\0';
	return err_set(x->err, ERR_FORMAT, "line %d: %s", e->line, text);
}

static int check_version(struct experiment *x, xmlNode *node)
{
	static const char *const known[] = { "2.0", "2.1", "2.2" };
	char *version = (char *)xmlGetNoNsProp(node, BAD_CAST "version");
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
		                "version '%.40s' of experiment.xml; read are "
		                "2.0, 2.1 and 2.2",
		                version);
out:
	xmlFree(version);
	return rc;
}

/* HPCToolkit's document type declares elements and attributes. Entities could
 * only be there to make the file expand. */
static int check_doctype(struct experiment *x, const xmlNode *node)
{
	const xmlDtd *dtd = (const xmlDtd *)node;

	if (dtd && (dtd->entities || dtd->pentities))
		return experiment_fail(x, "entities are not allowed");
	return 0;
}

struct state {
	bool inside, paths, seen_paths; /* root element; call paths */
	int paths_depth;
};

static int start_paths(struct experiment *x, struct state *s, int depth)
{
	if (s->seen_paths)
		return experiment_fail(x, "a second <SecCallPathProfileData>");
	if (header_finish(x) != 0)
		return -1;
	paths_begin(x);
	s->seen_paths = true;
	s->paths = !xmlTextReaderIsEmptyElement(x->xml);
	s->paths_depth = depth;
	return 0;
}

static int take_element(struct experiment *x, struct state *s)
{
	xmlNode *node = xmlTextReaderCurrentNode(x->xml);
	const char *name = (const char *)node->name;

	if (s->paths)
		return paths_element(x, node,
		                     xmlTextReaderIsEmptyElement(x->xml));
	if (!s->inside) {
		s->inside = true;
		if (strcmp(name, "HPCToolkitExperiment") != 0)
			return experiment_fail(x,
			                       "<%.80s> is not an HPCToolkit "
			                       "experiment",
			                       name);
		return check_version(x, node);
	}
	if (strcmp(name, "SecFlatProfile") == 0)
		return experiment_fail(x, "a flat profile (of hpcprof-flat) is "
		                          "not read; use hpcprof");
	if (strcmp(name, "SecCallPathProfileData") == 0)
		return start_paths(x, s, xmlTextReaderDepth(x->xml));
	return header_element(x, node);
}

static int take_node(struct experiment *x, struct state *s)
{
	switch (xmlTextReaderNodeType(x->xml)) {
	case XML_READER_TYPE_ELEMENT:
		return take_element(x, s);
	case XML_READER_TYPE_END_ELEMENT:
		if (!s->paths)
			return 0;
		if (xmlTextReaderDepth(x->xml) > s->paths_depth)
			return paths_end(x);
		s->paths = false;
		return paths_finish(x);
	case XML_READER_TYPE_DOCUMENT_TYPE:
		return check_doctype(x, xmlTextReaderCurrentNode(x->xml));
	case XML_READER_TYPE_ENTITY_REFERENCE:
		return experiment_fail(x, "entities are not allowed");
	default:
		return 0;
	}
}

static int read_all(struct experiment *x)
{
	struct state s = { 0 };
	int rc;

	while ((rc = xmlTextReaderRead(x->xml)) == 1) {
		if (take_node(x, &s) != 0)
			return -1;
	}
	if (rc < 0)
		return parser_failed(x, s.inside);
	if (!s.seen_paths)
		return experiment_fail(x, "there are no call paths "
		                          "(<SecCallPathProfileData>)");
	return 0;
}

static void name_elements(struct experiment *x)
{
	x->pf = xmlTextReaderConstString(x->xml, BAD_CAST "PF");
	x->pr = xmlTextReaderConstString(x->xml, BAD_CAST "Pr");
	x->l = xmlTextReaderConstString(x->xml, BAD_CAST "L");
	x->c = xmlTextReaderConstString(x->xml, BAD_CAST "C");
	x->s = xmlTextReaderConstString(x->xml, BAD_CAST "S");
	x->m = xmlTextReaderConstString(x->xml, BAD_CAST "M");
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

int experiment_read(struct tree *t, struct source *source, const char *dir,
                    struct err *err)
{
	struct experiment x = { .t = t, .err = err };
	int rc = -1;

	x.want_nodes = dir && metric_db_any(dir);
	x.xml = xmlReaderForIO(source_read, NULL, source, NULL, NULL, PARSER);
	if (!x.xml)
		return err_set(err, ERR_FORMAT, "this is not XML");
	xmlResetLastError();
	name_elements(&x);
	rc = read_all(&x);
	if (rc == 0 && x.want_nodes)
		rc = metric_db_read(&x, dir);
	xmlFreeTextReader(x.xml);
	release(&x);
	return rc;
}
