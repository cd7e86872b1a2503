/*
 * experiment.h - the parts of the reader of experiment.xml
 *
 * experiment.c drives the parser, header.c takes the tables in front of the
 * call paths, paths.c the call paths, metric_db.c the files beside it.
 *
 * The parser's SAX2 events are used instead of xmlTextReader: that one makes a
 * node of each element, which alone takes longer than all the rest.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_EXPERIMENT_H
#define PERFEXPERT_PROFILE_IMPORT_EXPERIMENT_H

#include <libxml/parser.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ids.h"
#include "known_names.h"

struct err;
struct xml_bytes;
struct tree;

/* A <Metric>, and what its values are for. */
struct metric_column {
	char *text; /* its name, whole */
	struct names_metric name;
	bool raw, inclusive, exclusive, partner;
	double period;   /* 0: unknown */
	double samples;  /* of the whole run; 0: unknown */
	uint32_t series; /* IDS_NONE: its values are of no use */
	uint32_t thread; /* index, with per-thread values */
	bool summed;     /* holds what is below, else its own counts only */
	uint32_t slot;   /* of a summed one: its place in a frame's values */
};

struct thread_metrics {
	unsigned rank, thread;
};

/* An open element of the call paths. */
struct path_frame {
	uint32_t section; /* that counts here belong to */
	uint32_t leaf;    /* its line in the tree; IDS_NONE: not yet known */
	unsigned line;
	const char *module, *file;
	bool statement, values; /* values: it has counts, or one below it has */
};

struct experiment {
	xmlParserCtxt *parser;
	bool failed;              /* stop: err is set */
	bool inside, paths, done; /* the root element, the call paths */
	bool in_metric;
	struct tree *t;
	struct err *err;
	struct metric_column *columns;
	size_t ncolumns, cap_columns;
	struct ids column_ids;
	size_t nslots; /* summed columns */
	bool raw;      /* per-thread columns */
	struct thread_metrics *threads;
	size_t nthreads, cap_threads;
	struct ids thread_ids;
	const char **strings; /* of the tables below, interned in the tree */
	size_t nstrings, cap_strings;
	struct ids modules, files, procedures;
	struct ids plain;    /* procedure and module: index of the plain name */
	unsigned metric_dbs; /* metrics in each file beside this one */
	/* call paths */
	struct path_frame *frames;
	size_t nframes, cap_frames;
	double *values; /* [nframes][2][nslots]: own and below, sum of children
	                 */
	size_t cap_values;
	struct ids loop_numbers, loop_counts; /* where loops have no address */
	uint32_t unknown; /* section of counts outside any procedure */
	struct text_page *pages;
	size_t npages, cap_pages;
	struct ids page_ids; /* line and page number: index */
	uint64_t page_key;   /* of the page used last */
	uint32_t page;
	bool want_nodes;       /* there are metric-db files */
	struct ids statements; /* hpcprof's number of an S: its line */
	/* names of elements, as the parser's dictionary holds them */
	const xmlChar *pf, *pr, *l, *s, *m;
};

/* Counts of a few neighbouring columns at one line. Most lines have values in
 * few columns, and a file has them in order. */
enum { PAGE_COLUMNS = 16 };
struct text_page {
	uint32_t line, number; /* columns from number * PAGE_COLUMNS on */
	double values[PAGE_COLUMNS];
};

/* experiment_fail - ERR_FORMAT with the line; -1 */
int experiment_fail(struct experiment *x, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* An element's start tag: as startElementNsSAX2Func has it. */
struct xml_element {
	const xmlChar *name;
	const xmlChar **attributes; /* name, prefix, URI, value, its end */
	size_t n;
};

/* header_element - take an element in front of the call paths */
int header_element(struct experiment *x, const struct xml_element *e);

/* element_attribute - its text, to be freed, or NULL */
char *element_attribute(const struct xml_element *e, const char *name);

/* header_finish - all tables are read: say what each column is for */
int header_finish(struct experiment *x);

/* paths_begin, paths_element, paths_end - the call paths begin; one of their
 * elements begins or ends */
void paths_begin(struct experiment *x);
int paths_element(struct experiment *x, const struct xml_element *e);
void paths_end(struct experiment *x, const xmlChar *name);

/* paths_finish - the counts go into the tree */
int paths_finish(struct experiment *x);

/* paths_release - what the above allocated */
void paths_release(struct experiment *x);

/* metric_db_read - statistics from the metric-db files in a folder, if there
 * are any */
int metric_db_read(struct experiment *x, const char *dir);

/* metric_db_any - there are such files */
bool metric_db_any(const char *dir);

/* experiment_read - add a database to the tree; dir holds metric-db files, or
 * is NULL */
int experiment_read(struct tree *t, struct xml_bytes *source, const char *dir,
                    struct err *err);

#endif
