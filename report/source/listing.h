/*
 * listing.h - what each line of a source file costs
 *
 * Of a section, what its lines have and those of the loops in it; of the
 * program's section, what all code that came from the file has, inlined or not.
 * Only lines with something are kept, in their order. What was not measured is
 * NAN; no time is waiting but the wait_s.
 */
#ifndef PERFEXPERT_REPORT_SOURCE_LISTING_H
#define PERFEXPERT_REPORT_SOURCE_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "diagnose/account.h"

struct profile;
struct profile_section;
struct source;
struct strbuf;

enum { LISTING_COUNTS = 6 };

/* Waits of the calls in a line, as fipp's cost information divides them */
enum listing_wait {
	LISTING_BARRIER,
	LISTING_COMMUNICATION,
	LISTING_OTHER_WAIT,
	LISTING_WAITS
};

extern const char *const listing_wait_names[LISTING_WAITS];

/* The counts beside the time: of the first event that was measured, else of an
 * attribute of the facts. */
struct listing_count {
	const char *head;
	const char *event[2];
	const char *attr; /* of a memref or branch fact, or NULL */
};
extern const struct listing_count listing_counts[LISTING_COUNTS];

struct listing_line {
	unsigned line;
	double time;   /* in units of the event that ranks sections */
	double called; /* cycles that its calls take in others' code; NAN */
	double cycles, instructions;
	double count[LISTING_COUNTS];
	double modelled; /* instructions that the timing model followed */
	double part[ACCOUNT_PARTS];   /* cycles */
	double wait_s[LISTING_WAITS]; /* over all threads; 0: none */
};

struct listing {
	struct listing_line *lines;
	size_t n, cap;
};

/* listing_path - the section's file with a folder, which its lines may know;
 * NULL: none is known */
const char *listing_path(const struct profile_section *s);

/* listing_make - of the file, as lines and facts of the section call it */
void listing_make(struct listing *l, const struct profile *p,
                  const struct profile_section *s, const char *path);
void listing_release(struct listing *l);

/* listing_at - a line, or NULL */
const struct listing_line *listing_at(const struct listing *l, unsigned line);

/* listing_near - is there one at most so many lines away? */
bool listing_near(const struct listing *l, unsigned line, unsigned away);

/* listing_cpi - cycles per instruction of what is no waiting, or NAN */
double listing_cpi(const struct listing_line *l);

/*
 * listing_cause - the account's largest part of the line's cycles
 *
 * Its index in account_parts and its share (0..1); ACCOUNT_PARTS where too
 * little was followed (ACCOUNT_LEAST).
 */
size_t listing_cause(const struct listing_line *l, double *share);

/* listing_add_cause - "memory latency 83%"; "unexplained 77%" where that is
 * more, as where samples of a neighbour fall on it; or nothing */
void listing_add_cause(struct strbuf *b, const struct listing_line *l);

/* listing_changed - was the file written after the program was measured? */
bool listing_changed(const struct profile *p, const struct source *s);

#endif
