/*
 * The measurement file's reader. Elements come in a fixed order (measurement,
 * then the program's section), so a section can be judged and left out as soon
 * as its sums are read: they stand before everything else it holds.
 */
#include "xml.h"

#include <libxml/xmlreader.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "profile/profile.h"

enum { MAX_DEPTH = 64 };

struct reader {
	xmlTextReader *xml;
	struct profile *p;
	struct profile_read_options options;
	struct err *err;
	double total_cycles; /* of the program; NAN until its sums are read */
	int cycles;          /* index of TOT_CYC, or -1 */
	bool measurement_seen;
	bool inside; /* between the root's start and end tag */
	bool after;  /* behind the root's end tag */
};

__attribute__((format(printf, 2, 3))) static int fail(struct reader *r,
                                                      const char *fmt, ...)
{
	char text[300];
	xmlNode *node = xmlTextReaderCurrentNode(r->xml);
	long line = node ? xmlGetLineNo(node) : -1;
	va_list ap;

	/* the parser reads ahead: its own line is only the last resort */
	if (line <= 0)
		line = xmlTextReaderGetParserLineNumber(r->xml);
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(r->err, ERR_FORMAT, "line %ld: %s", line, text);
}

/* What the parser says is wrong, once; it may say nothing. */
static int parser_failed(struct reader *r)
{
	const xmlError *e = xmlGetLastError();
	char text[200];
	size_t n;

	if (r->err->code != ERR_NONE)
		return -1;
	if (!r->inside && !r->after)
		return fail(r, "this is not XML");
	if (r->inside && e &&
	    (e->code == XML_ERR_DOCUMENT_END ||
	     e->code == XML_ERR_TAG_NOT_FINISHED))
		return fail(r, "the file ends early");
	if (!e || !e->message)
		return fail(r, "not well-formed XML");
	snprintf(text, sizeof(text), "%s", e->message);
	n = strlen(text);
	while (n && (text[n - 1] == '\n' || text[n - 1] == '.'))
		text[--n] = '\0';
	return err_set(r->err, ERR_FORMAT, "line %d: %s", e->line, text);
}

static const char *name(struct reader *r)
{
	const char *s = (const char *)xmlTextReaderConstLocalName(r->xml);

	return s ? s : "";
}

/*
 * Moves to the next start tag below depth, or past the end of what stands at
 * depth: 1 there is a child, 0 no more, -1 failed. Text is passed over.
 */
static int next_child(struct reader *r, int depth)
{
	for (;;) {
		int rc = xmlTextReaderRead(r->xml);
		int type;

		if (rc != 1)
			return rc < 0 ? parser_failed(r)
			              : fail(r, "the file ends early");
		type = xmlTextReaderNodeType(r->xml);
		if (type == XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return 0;
		if (type == XML_READER_TYPE_ELEMENT)
			return 1;
		if (type == XML_READER_TYPE_ENTITY_REFERENCE)
			return fail(r, "entities are not allowed");
	}
}

/* Pass over the element that we stand on, with all it holds. */
static int skip(struct reader *r)
{
	int depth = xmlTextReaderDepth(r->xml);
	int rc;

	if (xmlTextReaderIsEmptyElement(r->xml))
		return 0;
	while ((rc = xmlTextReaderRead(r->xml)) == 1) {
		if (xmlTextReaderNodeType(r->xml) ==
		            XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return 0;
	}
	return rc < 0 ? parser_failed(r) : fail(r, "the file ends early");
}

/* A list of n numbers, "-" where there is none, between blanks. */
static int parse_list(struct reader *r, const char *s, double *v, size_t n)
{
	size_t i = 0;

	for (;;) {
		char word[64];
		double small = 0;
		size_t len = 0;

		s += strspn(s, " \n\t\r");
		if (!*s)
			break;
		if (i == n)
			return fail(r, "more values than events");
		/* most values are short counts: no need for strtod */
		while (s[len] >= '0' && s[len] <= '9' && len < 15)
			small = small * 10 + (s[len++] - '0');
		if (len && (s[len] == ' ' || !s[len])) {
			v[i++] = small;
			s += len;
			continue;
		}
		len = strcspn(s, " \n\t\r");
		if (len >= sizeof(word))
			return fail(r, "a value is too long");
		memcpy(word, s, len);
		word[len] = '\0';
		if (strcmp(word, "-") == 0)
			v[i] = NAN;
		else if (!num_count(word, &v[i]))
			return fail(r, "'%s' is not a count", word);
		i++;
		s += len;
	}
	if (i != n)
		return fail(r, "fewer values than events");
	return 0;
}

/* The list within the element that we stand on. */
static int read_list(struct reader *r, double *v, size_t n)
{
	int depth = xmlTextReaderDepth(r->xml);
	bool got = false;
	int rc;

	if (xmlTextReaderIsEmptyElement(r->xml))
		return parse_list(r, "", v, n);
	while ((rc = xmlTextReaderRead(r->xml)) == 1) {
		int type = xmlTextReaderNodeType(r->xml);

		if (type == XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return got ? 0 : parse_list(r, "", v, n);
		if (type == XML_READER_TYPE_TEXT && !got) {
			const char *s =
				(const char *)xmlTextReaderConstValue(r->xml);

			got = true;
			if (parse_list(r, s ? s : "", v, n) != 0)
				return -1;
		} else if (type != XML_READER_TYPE_SIGNIFICANT_WHITESPACE &&
		           type != XML_READER_TYPE_WHITESPACE &&
		           type != XML_READER_TYPE_COMMENT) {
			return fail(r, "<%s> holds something else than numbers",
			            "list");
		}
	}
	return rc < 0 ? parser_failed(r) : fail(r, "the file ends early");
}

/* One attribute's destination: exactly one of the pointers is set. */
struct field {
	const char *name;
	const char **text;
	double *count;
	unsigned *line;
	int *status;
	bool *flag;
};

static int take_field(struct reader *r, const struct field *f,
                      const char *value)
{
	bool ok = true;
	int i = 0;

	if (f->text) {
		*f->text = arena_intern(r->p->arena, value);
	} else if (f->count) {
		ok = num_count(value, f->count);
	} else if (f->line) {
		ok = num_int(value, 0, INT_MAX, &i);
		*f->line = (unsigned)i;
	} else if (f->status) {
		ok = num_int(value, -1, 255, f->status);
	} else {
		ok = strcmp(value, "yes") == 0 || strcmp(value, "no") == 0;
		*f->flag = value[0] == 'y';
	}
	if (!ok)
		return fail(r, "%s='%.80s' is out of range", f->name, value);
	return 0;
}

/* Attributes of the current element into fields; unknown ones are passed. */
static int read_fields(struct reader *r, const struct field *fields, size_t n)
{
	while (xmlTextReaderMoveToNextAttribute(r->xml) == 1) {
		const char *attr = name(r);
		const char *value =
			(const char *)xmlTextReaderConstValue(r->xml);

		for (size_t i = 0; i < n; i++) {
			if (strcmp(fields[i].name, attr) != 0)
				continue;
			if (take_field(r, &fields[i], value ? value : "") != 0)
				return -1;
			break;
		}
	}
	xmlTextReaderMoveToElement(r->xml);
	return 0;
}

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static int read_event(struct reader *r)
{
	const char *event = NULL, *native = NULL, *how = "counted";
	const struct field fields[] = {
		{ .name = "name", .text = &event },
		{ .name = "native", .text = &native },
		{ .name = "how", .text = &how },
	};
	int h = PROFILE_COUNTED;

	if (read_fields(r, fields, COUNT(fields)) != 0)
		return -1;
	if (!event || !*event)
		return fail(r, "an event without a name");
	while (h <= PROFILE_ESTIMATED &&
	       strcmp(how, profile_how_name((enum profile_how)h)) != 0)
		h++;
	if (h > PROFILE_ESTIMATED)
		return fail(r, "'%s' is no way to get an event", how);
	if (profile_event(r->p, event) >= 0)
		return fail(r, "event '%s' stands there twice", event);
	if (r->p->nevents == PROFILE_MAX_EVENTS)
		return fail(r, "too many events");
	if (r->p->nruns)
		return fail(r, "an event behind the runs");
	profile_event_add(r->p, event, native, (enum profile_how)h);
	return skip(r);
}

static int read_run(struct reader *r)
{
	int depth = xmlTextReaderDepth(r->xml);
	bool empty = xmlTextReaderIsEmptyElement(r->xml) != 0;
	struct profile_run *run;
	int rc;

	if (r->p->nruns == PROFILE_MAX_RUNS)
		return fail(r, "too many runs");
	run = profile_run_add(r->p);
	const struct field fields[] = {
		{ .name = "purpose", .text = &run->purpose },
		{ .name = "command", .text = &run->command },
		{ .name = "wall-s", .count = &run->wall_s },
		{ .name = "user-s", .count = &run->user_s },
		{ .name = "sys-s", .count = &run->sys_s },
		{ .name = "peak-bytes", .count = &run->peak_bytes },
		{ .name = "exit-status", .status = &run->exit_status },
		{ .name = "signal", .status = &run->signal },
		{ .name = "samples", .count = &run->samples },
		{ .name = "lost", .count = &run->lost },
		{ .name = "clock-hz", .count = &run->clock_hz },
	};
	if (read_fields(r, fields, COUNT(fields)) != 0)
		return -1;
	while (!empty && (rc = next_child(r, depth)) != 0) {
		double *list = strcmp(name(r), "totals") == 0    ? run->total
		               : strcmp(name(r), "periods") == 0 ? run->period
		                                                 : NULL;

		if (rc < 0 ||
		    (list ? read_list(r, list, r->p->nevents) : skip(r)) != 0)
			return -1;
	}
	return 0;
}

/* <arg value="..."/> and <note text="..."/> */
static int read_word(struct reader *r, const char *attr)
{
	const char *text = "";
	const struct field field = { .name = attr, .text = &text };

	if (read_fields(r, &field, 1) != 0)
		return -1;
	if (strcmp(attr, "text") == 0) {
		profile_note(r->p, "%s", text);
	} else {
		const char **args = arena_alloc(r->p->arena, r->p->nargs + 1,
		                                sizeof(*args));

		if (r->p->nargs >= 4096)
			return fail(r, "too many arguments");
		if (r->p->nargs)
			memcpy(args, r->p->args, r->p->nargs * sizeof(*args));
		args[r->p->nargs++] = text;
		r->p->args = args;
	}
	return skip(r);
}

static int read_measurement(struct reader *r)
{
	struct profile *p = r->p;
	int depth = xmlTextReaderDepth(r->xml);
	bool empty = xmlTextReaderIsEmptyElement(r->xml) != 0;
	const struct field fields[] = {
		{ .name = "program", .text = &p->program },
		{ .name = "build-id", .text = &p->build_id },
		{ .name = "host", .text = &p->host },
		{ .name = "cpu", .text = &p->cpu },
		{ .name = "start", .text = &p->start },
		{ .name = "collector", .text = &p->collector },
		{ .name = "collector-version", .text = &p->collector_version },
		{ .name = "machine", .text = &p->machine },
		{ .name = "estimated", .flag = &p->estimated },
		{ .name = "clock-hz", .count = &p->clock_hz },
		{ .name = "runtime-s", .count = &p->runtime_s },
		{ .name = "threads", .count = &p->threads },
		{ .name = "ranks", .count = &p->ranks },
		{ .name = "simulated-share", .count = &p->simulated_share },
	};
	int rc;

	if (r->measurement_seen)
		return fail(r, "a second <measurement>");
	r->measurement_seen = true;
	if (read_fields(r, fields, COUNT(fields)) != 0)
		return -1;
	while (!empty && (rc = next_child(r, depth)) != 0) {
		const char *n = name(r);

		if (rc > 0 && strcmp(n, "event") == 0)
			rc = read_event(r);
		else if (rc > 0 && strcmp(n, "run") == 0)
			rc = read_run(r);
		else if (rc > 0 && strcmp(n, "arg") == 0)
			rc = read_word(r, "value");
		else if (rc > 0 && strcmp(n, "note") == 0)
			rc = read_word(r, "text");
		else if (rc > 0)
			rc = skip(r);
		if (rc < 0)
			return -1;
	}
	return 0;
}

static int read_fact(struct reader *r, struct profile_section *s)
{
	struct profile_attr attrs[64];
	const char *fact = NULL;
	size_t n = 0;

	while (xmlTextReaderMoveToNextAttribute(r->xml) == 1) {
		const char *value =
			(const char *)xmlTextReaderConstValue(r->xml);

		value = arena_intern(r->p->arena, value ? value : "");
		if (strcmp(name(r), "fact") == 0)
			fact = value;
		else if (n < COUNT(attrs))
			attrs[n++] = (struct profile_attr){
				arena_intern(r->p->arena, name(r)), value
			};
	}
	xmlTextReaderMoveToElement(r->xml);
	if (!fact)
		return fail(r, "a fact without a name");
	profile_fact_add(r->p, s, fact, attrs, n);
	return skip(r);
}

static int read_line(struct reader *r, struct profile_section *s)
{
	const char *file = NULL;
	unsigned line = 0;
	const struct field fields[] = {
		{ .name = "file", .text = &file },
		{ .name = "line", .line = &line },
	};

	if (read_fields(r, fields, COUNT(fields)) != 0)
		return -1;
	if (!file)
		return fail(r, "a line without a file");
	return read_list(r, profile_line_add(r->p, s, file, line)->sum,
	                 r->p->nevents);
}

/* One of the statistics' lists: <n>, <min>, <max>, <mean>, <sd>. */
static int read_stat(struct reader *r, struct profile_section *s,
                     const char *what)
{
	struct profile_stats *stats = profile_stats(r->p, s);
	double v[PROFILE_MAX_EVENTS];

	if (read_list(r, v, r->p->nevents) != 0)
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

/* What a section holds besides its sums and other sections. */
static int read_part(struct reader *r, struct profile_section *s)
{
	const char *n = name(r);

	if (strcmp(n, "samples") == 0)
		return read_list(r, profile_samples(r->p, s), r->p->nevents);
	if (strcmp(n, "runs") == 0)
		return read_list(r, profile_run_cycles(r->p, s), r->p->nruns);
	if (r->options.no_details)
		return skip(r);
	if (strcmp(n, "fact") == 0)
		return read_fact(r, s);
	if (strcmp(n, "line") == 0)
		return read_line(r, s);
	if (is_stat(n))
		return read_stat(r, s, n);
	return skip(r);
}

struct header {
	enum profile_kind kind;
	const char *name, *raw_name, *file;
	unsigned line, end_line;
};

static int read_header(struct reader *r, struct header *h)
{
	const char *kind = "";
	const struct field fields[] = {
		{ .name = "kind", .text = &kind },
		{ .name = "name", .text = &h->name },
		{ .name = "raw-name", .text = &h->raw_name },
		{ .name = "file", .text = &h->file },
		{ .name = "line", .line = &h->line },
		{ .name = "end-line", .line = &h->end_line },
	};
	int k = PROFILE_PROGRAM;

	if (read_fields(r, fields, COUNT(fields)) != 0)
		return -1;
	while (k <= PROFILE_LOOP &&
	       strcmp(kind, profile_kind_name((enum profile_kind)k)) != 0)
		k++;
	if (k > PROFILE_LOOP)
		return fail(r, "'%s' is no kind of section", kind);
	h->kind = (enum profile_kind)k;
	return 0;
}

/* The kind of a section decides what it may stand in. */
static bool may_hold(const struct profile_section *parent,
                     enum profile_kind kind)
{
	if (!parent)
		return kind == PROFILE_PROGRAM;
	if (kind == PROFILE_LOOP)
		return parent->kind >= PROFILE_PROCEDURE;
	return (int)kind == (int)parent->kind + 1;
}

static bool too_small(const struct reader *r, enum profile_kind kind,
                      const double *sum)
{
	double share;

	if (r->options.min_fraction <= 0 || r->cycles < 0 ||
	    kind < PROFILE_PROCEDURE)
		return false;
	share = sum[r->cycles] / r->total_cycles;
	return !(share >= r->options.min_fraction);
}

static struct profile_section *make_section(struct reader *r,
                                            struct profile_section *parent,
                                            const struct header *h,
                                            const double *sum)
{
	struct profile_section *s;

	if (parent) {
		s = profile_section_add(r->p, parent, h->kind,
		                        h->name ? h->name : "");
	} else {
		s = profile_root(r->p);
		s->name = h->name ? h->name : "";
		r->cycles = profile_event(r->p, "TOT_CYC");
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
	int depth = xmlTextReaderDepth(r->xml);
	struct profile_section *s;
	struct header h = { 0 };
	double sum[PROFILE_MAX_EVENTS];
	int rc;

	if (level > MAX_DEPTH)
		return fail(r, "sections are nested too deeply");
	if (xmlTextReaderIsEmptyElement(r->xml))
		return fail(r, "a section without counts");
	if (read_header(r, &h) != 0)
		return -1;
	if (!may_hold(parent, h.kind))
		return fail(r, "a %s can't stand here",
		            profile_kind_name(h.kind));
	rc = next_child(r, depth);
	if (rc < 0)
		return -1;
	if (rc == 0 || strcmp(name(r), "sum") != 0)
		return fail(r, "a section without counts");
	if (read_list(r, sum, r->p->nevents) != 0)
		return -1;
	if (too_small(r, h.kind, sum)) {
		while ((rc = next_child(r, depth)) > 0) {
			if (skip(r) != 0)
				return -1;
		}
		return rc;
	}
	s = make_section(r, parent, &h, sum);
	while ((rc = next_child(r, depth)) > 0) {
		rc = strcmp(name(r), "section") == 0
		             ? read_section(r, s, level + 1)
		             : read_part(r, s);
		if (rc < 0)
			return -1;
	}
	return rc;
}

/* The root element: <perfexpert version="1">. */
static int read_root(struct reader *r)
{
	const char *version = "";
	const struct field field = { .name = "version", .text = &version };

	for (;;) {
		int rc = xmlTextReaderRead(r->xml);
		int type;

		if (rc < 0)
			return parser_failed(r);
		if (rc == 0)
			return fail(r, "the file is empty");
		type = xmlTextReaderNodeType(r->xml);
		if (type == XML_READER_TYPE_DOCUMENT_TYPE)
			return fail(r, "%s",
			            "a document type is not allowed in a "
			            "measurement");
		if (type == XML_READER_TYPE_ELEMENT)
			break;
	}
	r->inside = true;
	if (strcmp(name(r), "perfexpert") != 0)
		return fail(r, "<%.80s> is not a perfexpert measurement",
		            name(r));
	if (read_fields(r, &field, 1) != 0)
		return -1;
	if (strcmp(version, "1") != 0)
		return fail(r,
		            "this is version '%.40s' of the format; this "
		            "perfexpert reads version 1",
		            version);
	if (xmlTextReaderIsEmptyElement(r->xml))
		return fail(r, "the measurement is empty");
	return 0;
}

static int read_all(struct reader *r)
{
	bool sections = false;
	int rc;

	if (read_root(r) != 0)
		return -1;
	while ((rc = next_child(r, 0)) > 0) {
		if (strcmp(name(r), "measurement") == 0 && !sections) {
			rc = read_measurement(r);
		} else if (strcmp(name(r), "section") == 0) {
			if (sections)
				return fail(r, "a second program");
			sections = true;
			rc = read_section(r, NULL, 1);
		} else {
			rc = skip(r);
		}
		if (rc < 0)
			return -1;
	}
	if (rc < 0)
		return -1;
	r->inside = false;
	r->after = true;
	while ((rc = xmlTextReaderRead(r->xml)) == 1)
		continue;
	if (rc < 0)
		return parser_failed(r);
	if (!r->measurement_seen || !sections)
		return fail(r, "the measurement is empty");
	return 0;
}

static struct profile *read_with(xmlTextReader *xml,
                                 const struct profile_read_options *options,
                                 struct err *err)
{
	struct reader r = { .xml = xml, .err = err, .total_cycles = NAN };

	if (!xml) {
		err_set(err, ERR_FORMAT, "not XML");
		return NULL;
	}
	xmlResetLastError();
	if (options)
		r.options = *options;
	r.p = profile_new();
	if (read_all(&r) != 0) {
		profile_free(r.p);
		r.p = NULL;
	}
	xmlFreeTextReader(xml);
	return r.p;
}

static int gz_read(void *ctx, char *buf, int len)
{
	return gzread(ctx, buf, (unsigned)len);
}

static int gz_close(void *ctx)
{
	return gzclose(ctx) == Z_OK ? 0 : -1;
}

/* NONET and no NOENT, no DTDLOAD: nothing outside the file is ever touched. */
enum { PARSER = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING };

struct profile *profile_read_xml(const char *path,
                                 const struct profile_read_options *options,
                                 struct err *err)
{
	gzFile gz = gzopen(path, "rbe");
	char probe;

	if (!gz) {
		err_system(err, "can't open");
		return NULL;
	}
	gzbuffer(gz, 128 * 1024);
	if (gzread(gz, &probe, 1) < 0) {
		err_system(err, "can't read");
		gzclose(gz);
		return NULL;
	}
	if (gzeof(gz) && gzoffset(gz) == 0) {
		err_set(err, ERR_FORMAT, "the file is empty");
		gzclose(gz);
		return NULL;
	}
	gzrewind(gz);
	return read_with(
		xmlReaderForIO(gz_read, gz_close, gz, NULL, NULL, PARSER),
		options, err);
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
