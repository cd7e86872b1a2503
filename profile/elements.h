/*
 * elements.h - walk over the elements of an XML file, read attributes, numbers
 *
 * For the measurement file's reader. Text between elements is passed over,
 * entities are refused. Errors: all fail with -1 and ERR_FORMAT, with the line.
 */
#ifndef PERFEXPERT_PROFILE_ELEMENTS_H
#define PERFEXPERT_PROFILE_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include <libxml/xmlreader.h>

struct arena;
struct err;

struct elements {
	xmlTextReader *xml;  /* the caller's, as all here */
	struct arena *arena; /* where texts go, interned */
	struct err *err;
	bool inside; /* between the root's start and end tag */
	bool after;  /* past the root's end tag */
};

/* elements_ended_early - whether libxml2 met the end of the text within an
 * element (xmlerror.h; 2.9.10 and older say it in other words) */
bool elements_ended_early(const xmlError *e);

/* One attribute's destination: exactly one of the pointers is set. */
struct element_field {
	const char *name;
	const char **text;
	double *count;  /* 0 or more */
	unsigned *line; /* 0 or more */
	int *status;    /* -1 .. 255 */
	bool *flag;     /* yes or no */
};

/* elements_fail - an error at the element where we are */
int elements_fail(struct elements *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* elements_parser_failed - what the parser says is wrong */
int elements_parser_failed(struct elements *r);

/* elements_name - of the element or attribute; valid until we move on */
const char *elements_name(struct elements *r);

/*
 * elements_next - move to the next start tag below depth
 *
 * Returns 1 at a child, 0 past the end of the element at depth
 */
int elements_next(struct elements *r, int depth);

/* elements_skip - pass over the element where we are, with all it holds */
int elements_skip(struct elements *r);

/* elements_list - the n numbers that the element holds, NAN for "-" */
int elements_list(struct elements *r, double *v, size_t n);

/* elements_fields - its attributes into fields; unknown ones are passed over */
int elements_fields(struct elements *r, const struct element_field *fields,
                    size_t n);

#endif
