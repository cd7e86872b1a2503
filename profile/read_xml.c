/*
 * The measurement file's reader. Elements come in a fixed order (measurement,
 * then the program's section), so a section can be judged and left out as soon
 * as its sums are read: they come before everything else it holds.
 */
#include "xml.h"

#include <libxml/xmlreader.h>
#include <limits.h>
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "elements.h"
#include "gz.h"
#include "measurement.h"
#include "series.h"
#include "spread.h"
#include "profile.h"

struct reader {
	struct elements in;
	struct profile *p;
	struct profile_read_options options;
	double total_cycles;  /* of the program; NAN until its sums are read */
	double total_blocked; /* so, of BLOCKED_S */
	/* indexes of TOT_CYC, WAITED_CYC, CAUSED_CYC, BLOCKED_S; or -1 */
	int cycles, waited, caused, blocked;
	bool measurement_seen;
};

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* The <measurement>, of which a file has one */
static int read_measurement(struct reader *r)
{
	if (r->measurement_seen)
		return elements_fail(&r->in, "a second <measurement>");
	r->measurement_seen = true;
	return measurement_read(&r->in, r->p);
}

static int read_fact(struct reader *r, struct profile_section *s)
{
	struct profile_attr attrs[PROFILE_MAX_ATTRS];
	const char *fact = NULL;
	size_t n = 0;

	while (xmlTextReaderMoveToNextAttribute(r->in.xml) == 1) {
		const char *value =
			(const char *)xmlTextReaderConstValue(r->in.xml);

		value = arena_intern(r->p->arena, value ? value : "");
		if (strcmp(elements_name(&r->in), "fact") == 0)
			fact = value;
		else if (n == COUNT(attrs))
			return elements_fail(&r->in, "too many attributes");
		else
			attrs[n++] = (struct profile_attr){
				arena_intern(r->p->arena,
				             elements_name(&r->in)),
				value
			};
	}
	xmlTextReaderMoveToElement(r->in.xml);
	if (!fact)
		return elements_fail(&r->in, "a fact without a name");
	profile_fact_add(r->p, s, fact, attrs, n);
	return elements_skip(&r->in);
}

static int read_line(struct reader *r, struct profile_section *s)
{
	const char *file = NULL;
	unsigned line = 0;
	const struct element_field fields[] = {
		{ .name = "file", .text = &file },
		{ .name = "line", .line = &line },
	};

	if (elements_fields(&r->in, fields, COUNT(fields)) != 0)
		return -1;
	if (!file)
		return elements_fail(&r->in, "a line without a file");
	return elements_list(&r->in, profile_line_add(r->p, s, file, line)->sum,
	                     r->p->nevents);
}

/* One of the statistics' lists: <n>, <min>, <max>, <mean>, <sd>. */
static int read_stat(struct reader *r, struct profile_section *s,
                     const char *what)
{
	struct profile_stats *stats = profile_stats(r->p, s);
	double v[PROFILE_MAX_EVENTS];

	if (elements_list(&r->in, v, r->p->nevents) != 0)
		return -1;
	for (size_t i = 0; i < r->p->nevents; i++) {
		double *to = strcmp(what, "n") == 0      ? &stats[i].n
		             : strcmp(what, "min") == 0  ? &stats[i].min
		             : strcmp(what, "max") == 0  ? &stats[i].max
		             : strcmp(what, "mean") == 0 ? &stats[i].mean
		                                         : &stats[i].sd;

		*to = v[i];
	}
	return 0;
}

static bool is_stat(const char *n)
{
	static const char *const names[] = { "n", "min", "max", "mean", "sd" };

	for (size_t i = 0; i < COUNT(names); i++) {
		if (strcmp(n, names[i]) == 0)
			return true;
	}
	return false;
}

/* What is waited for is no detail: every report says it. */
static bool is_wait(struct reader *r)
{
	bool yes = false;

	if (strcmp(elements_name(&r->in), "fact") == 0 &&
	    xmlTextReaderMoveToAttribute(r->in.xml, BAD_CAST "fact") == 1) {
		const xmlChar *name = xmlTextReaderConstValue(r->in.xml);

		yes = xmlStrEqual(name, BAD_CAST "wait") ||
		      xmlStrEqual(name, BAD_CAST "elapsed") ||
		      xmlStrEqual(name, BAD_CAST "started") ||
		      xmlStrEqual(name, BAD_CAST "waits");
		xmlTextReaderMoveToElement(r->in.xml);
	}
	return yes;
}

/* What a section holds besides its sums and other sections. */
static int read_part(struct reader *r, struct profile_section *s)
{
	const char *n = elements_name(&r->in);

	if (strcmp(n, "own") == 0 && s->region)
		return elements_list(&r->in, s->region->own, r->p->nevents);
	if (strcmp(n, "samples") == 0)
		return elements_list(&r->in, profile_samples(r->p, s),
		                     r->p->nevents);
	if (strcmp(n, "errors") == 0)
		return elements_list(&r->in, profile_errors(r->p, s),
		                     r->p->nevents);
	if (strcmp(n, "runs") == 0)
		return elements_list(&r->in, profile_run_cycles(r->p, s),
		                     r->p->nruns);
	/* what a region holds is asked for with any report */
	if (r->options.no_details && !is_wait(r) && !s->region)
		return elements_skip(&r->in);
	if (strcmp(n, "fact") == 0)
		return read_fact(r, s);
	if (strcmp(n, "line") == 0)
		return read_line(r, s);
	if (strcmp(n, "spread") == 0)
		return spread_read(&r->in, r->p, s);
	if (strcmp(n, "series") == 0)
		return series_read(&r->in, r->p, s);
	if (is_stat(n))
		return read_stat(r, s, n);
	return elements_skip(&r->in);
}

struct header {
	enum profile_kind kind;
	const char *name, *raw_name, *file;
	unsigned line, end_line;
	struct profile_region region; /* of a region */
};

static int read_header(struct reader *r, struct header *h)
{
	const char *kind = "", *number = "0";
	const struct element_field fields[] = {
		{ .name = "kind", .text = &kind },
		{ .name = "name", .text = &h->name },
		{ .name = "raw-name", .text = &h->raw_name },
		{ .name = "file", .text = &h->file },
		{ .name = "line", .line = &h->line },
		{ .name = "end-line", .line = &h->end_line },
		{ .name = "number", .text = &number },
		{ .name = "entries", .count = &h->region.entries },
		{ .name = "elapsed-s", .count = &h->region.elapsed_s },
		{ .name = "pairs", .count = &h->region.pairs },
		{ .name = "pair-s", .count = &h->region.pair_s },
	};
	int k = PROFILE_PROGRAM;

	h->region = (struct profile_region){
		.entries = NAN, .elapsed_s = NAN, .pairs = NAN, .pair_s = NAN
	};

	if (elements_fields(&r->in, fields, COUNT(fields)) != 0)
		return -1;
	while (k <= PROFILE_REGION &&
	       strcmp(kind, profile_kind_name((enum profile_kind)k)) != 0)
		k++;
	if (k > PROFILE_REGION)
		return elements_fail(&r->in, "'%s' is not a kind of section",
		                     kind);
	h->kind = (enum profile_kind)k;
	if (h->kind == PROFILE_REGION &&
	    !num_int(number, INT_MIN, INT_MAX, &h->region.number))
		return elements_fail(&r->in, "'%.80s' is not a number", number);
	return 0;
}

/* The kind of a section decides in which it may be nested. */
static bool may_hold(const struct profile_section *parent,
                     enum profile_kind kind)
{
	if (!parent)
		return kind == PROFILE_PROGRAM;
	if (kind == PROFILE_LOOP)
		return parent->kind == PROFILE_PROCEDURE ||
		       parent->kind == PROFILE_LOOP;
	if (kind == PROFILE_REGION)
		return parent->kind == PROFILE_PROGRAM;
	return parent->kind < PROFILE_PROCEDURE &&
	       (int)kind == (int)parent->kind + 1;
}

static bool too_small(const struct reader *r, enum profile_kind kind,
                      const double *sum)
{
	double share;

	if (r->options.min_fraction <= 0 || r->cycles < 0 ||
	    kind < PROFILE_PROCEDURE || kind == PROFILE_REGION)
		return false;
	share = sum[r->cycles] / r->total_cycles;
	if (r->caused >= 0)
		share = fmax(share, sum[r->caused] / r->total_cycles);
	if (r->waited >= 0)
		share = fmax(share, sum[r->waited] / r->total_cycles);
	if (r->blocked >= 0)
		share = fmax(share, sum[r->blocked] / r->total_blocked);
	return !(share >= r->options.min_fraction);
}

static struct profile_section *make_section(struct reader *r,
                                            struct profile_section *parent,
                                            const struct header *h,
                                            const double *sum)
{
	struct profile_section *s;

	if (h->kind == PROFILE_REGION) {
		s = profile_region_add(r->p, h->name ? h->name : "",
		                       &h->region);
	} else if (parent) {
		s = profile_section_add(r->p, parent, h->kind,
		                        h->name ? h->name : "");
	} else {
		s = profile_root(r->p);
		s->name = h->name ? h->name : "";
		r->cycles = profile_event(r->p, "TOT_CYC");
		r->waited = profile_event(r->p, "WAITED_CYC");
		r->caused = profile_event(r->p, "CAUSED_CYC");
		r->blocked = profile_event(r->p, "BLOCKED_S");
		if (r->blocked >= 0)
			r->total_blocked = sum[r->blocked];
		r->total_cycles = r->cycles < 0 ? NAN : sum[r->cycles];
	}
	s->raw_name = h->raw_name;
	s->file = h->file;
	s->line = h->line;
	s->end_line = h->end_line;
	if (r->p->nevents)
		memcpy(s->sum, sum, r->p->nevents * sizeof(*sum));
	return s;
}

static int read_section(struct reader *r, struct profile_section *parent,
                        int level)
{
	int depth = xmlTextReaderDepth(r->in.xml);
	struct profile_section *s;
	struct header h = { 0 };
	double sum[PROFILE_MAX_EVENTS];
	int rc;

	if (level > PROFILE_MAX_DEPTH)
		return elements_fail(&r->in, "sections are nested too deeply");
	if (xmlTextReaderIsEmptyElement(r->in.xml))
		return elements_fail(&r->in, "a section without counts");
	if (read_header(r, &h) != 0)
		return -1;
	if (!may_hold(parent, h.kind))
		return elements_fail(&r->in, "a %s is not allowed here",
		                     profile_kind_name(h.kind));
	if (h.kind == PROFILE_REGION && r->p->nregions == PROFILE_MAX_REGIONS)
		return elements_fail(&r->in, "too many regions");
	rc = elements_next(&r->in, depth);
	if (rc < 0)
		return -1;
	if (rc == 0 || strcmp(elements_name(&r->in), "sum") != 0)
		return elements_fail(&r->in, "a section without counts");
	if (elements_list(&r->in, sum, r->p->nevents) != 0)
		return -1;
	if (too_small(r, h.kind, sum)) {
		while ((rc = elements_next(&r->in, depth)) > 0) {
			if (elements_skip(&r->in) != 0)
				return -1;
		}
		return rc;
	}
	s = make_section(r, parent, &h, sum);
	while ((rc = elements_next(&r->in, depth)) > 0) {
		rc = strcmp(elements_name(&r->in), "section") == 0
		             ? read_section(r, s, level + 1)
		             : read_part(r, s);
		if (rc < 0)
			return -1;
	}
	return rc;
}

/* <call name= module= own=>, and the calls that it makes */
static int read_call(struct reader *r, struct profile_call *parent)
{
	int depth = xmlTextReaderDepth(r->in.xml);
	bool empty = xmlTextReaderIsEmptyElement(r->in.xml) != 0;
	const char *name = "", *module = "";
	double own = 0;
	const struct element_field fields[] = {
		{ .name = "name", .text = &name },
		{ .name = "module", .text = &module },
		{ .name = "own", .count = &own },
	};
	struct profile_call *c;
	int rc = 0;

	if (elements_fields(&r->in, fields, COUNT(fields)) != 0)
		return -1;
	c = profile_call_add(r->p, parent, name, module);
	if (!c)
		return elements_fail(&r->in, "too many calls, or nested too "
		                             "deeply");
	c->own = own;
	while (!empty && (rc = elements_next(&r->in, depth)) > 0) {
		if ((strcmp(elements_name(&r->in), "call") == 0
		             ? read_call(r, c)
		             : elements_skip(&r->in)) != 0)
			return -1;
	}
	return rc;
}

static int read_calls(struct reader *r)
{
	int depth = xmlTextReaderDepth(r->in.xml), rc = 0;

	if (r->p->calls)
		return elements_fail(&r->in, "a second <calls>");
	profile_calls(r->p);
	if (xmlTextReaderIsEmptyElement(r->in.xml))
		return 0;
	while ((rc = elements_next(&r->in, depth)) > 0) {
		if ((strcmp(elements_name(&r->in), "call") == 0
		             ? read_call(r, r->p->calls)
		             : elements_skip(&r->in)) != 0)
			return -1;
	}
	return rc;
}

/* The root element: <perfexpert version="1">. */
static int read_root(struct reader *r)
{
	const char *version = "";
	const struct element_field field = { .name = "version",
		                             .text = &version };

	for (;;) {
		int rc = xmlTextReaderRead(r->in.xml);
		int type;

		if (rc < 0)
			return elements_parser_failed(&r->in);
		if (rc == 0)
			return elements_fail(&r->in, "the file is empty");
		type = xmlTextReaderNodeType(r->in.xml);
		if (type == XML_READER_TYPE_DOCUMENT_TYPE)
			return elements_fail(&r->in,
			                     "a document type is not "
			                     "allowed in a measurement");
		if (type == XML_READER_TYPE_ELEMENT)
			break;
	}
	r->in.inside = true;
	if (strcmp(elements_name(&r->in), "perfexpert") != 0)
		return elements_fail(&r->in,
		                     "<%.80s> is not a perfexpert measurement",
		                     elements_name(&r->in));
	if (elements_fields(&r->in, &field, 1) != 0)
		return -1;
	if (strcmp(version, "1") != 0)
		return elements_fail(
			&r->in,
			"this is version '%.40s' of the format; this "
			"perfexpert reads version 1",
			version);
	if (xmlTextReaderIsEmptyElement(r->in.xml))
		return elements_fail(&r->in, "the measurement is empty");
	return 0;
}

static int read_all(struct reader *r)
{
	bool sections = false;
	int rc;

	if (read_root(r) != 0)
		return -1;
	while ((rc = elements_next(&r->in, 0)) > 0) {
		if (strcmp(elements_name(&r->in), "measurement") == 0 &&
		    !sections) {
			rc = read_measurement(r);
		} else if (strcmp(elements_name(&r->in), "section") == 0) {
			if (sections)
				return elements_fail(&r->in,
				                     "a second program");
			sections = true;
			rc = read_section(r, NULL, 1);
		} else if (strcmp(elements_name(&r->in), "timeline") == 0 &&
		           !r->options.no_details) {
			rc = series_read_timeline(&r->in, r->p);
		} else if (strcmp(elements_name(&r->in), "calls") == 0) {
			rc = read_calls(r);
		} else {
			rc = elements_skip(&r->in);
		}
		if (rc < 0)
			return -1;
	}
	if (rc < 0)
		return -1;
	r->in.inside = false;
	r->in.after = true;
	while ((rc = xmlTextReaderRead(r->in.xml)) == 1)
		continue;
	if (rc < 0)
		return elements_parser_failed(&r->in);
	if (!r->measurement_seen || !sections)
		return elements_fail(&r->in, "the measurement is empty");
	return 0;
}

static struct profile *read_with(xmlTextReader *xml,
                                 const struct profile_read_options *options,
                                 struct err *err)
{
	struct reader r = { .in = { .xml = xml, .err = err },
		            .total_cycles = NAN };

	if (!xml) {
		err_set(err, ERR_FORMAT, "not XML");
		return NULL;
	}
	xmlResetLastError();
	if (options)
		r.options = *options;
	r.p = profile_new();
	r.in.arena = r.p->arena;
	if (read_all(&r) != 0) {
		profile_free(r.p);
		r.p = NULL;
	}
	xmlFreeTextReader(xml);
	return r.p;
}

static int read_some(void *ctx, char *buf, int len)
{
	return gz_read(ctx, buf, len);
}

/* NONET and no NOENT, no DTDLOAD: nothing outside the file is ever touched. */
enum { PARSER = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING };

struct profile *profile_read_xml(const char *path,
                                 const struct profile_read_options *options,
                                 struct err *err)
{
	struct gz *gz = gz_open(path, err);
	struct profile *p;

	if (!gz)
		return NULL;
	if (gz_empty(gz)) {
		err_set(err, ERR_FORMAT, "the file is empty");
		gz_close(gz);
		return NULL;
	}
	p = read_with(xmlReaderForIO(read_some, NULL, gz, NULL, NULL, PARSER),
	              options, err);
	if ((p ? gz_check(gz, err) : gz_failed(gz, err)) != 0) {
		profile_free(p);
		p = NULL;
	}
	gz_close(gz);
	return p;
}

struct profile *
profile_read_xml_memory(const char *data, size_t n,
                        const struct profile_read_options *options,
                        struct err *err)
{
	if (n > INT_MAX) {
		err_set(err, ERR_FORMAT, "larger than 2 GB in memory");
		return NULL;
	}
	return read_with(xmlReaderForMemory(data, (int)n, NULL, NULL, PARSER),
	                 options, err);
}
