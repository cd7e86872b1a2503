/*
 * record.h - the measured sections of an example, small enough to be kept
 */
#ifndef PERFEXPERT_KNOWLEDGE_RECORD_H
#define PERFEXPERT_KNOWLEDGE_RECORD_H

#include <stdbool.h>

struct assessment;
struct err;
struct knowledge;
struct profile;
struct suggest;

/*
 * record_cut - a copy with the procedures "work..." and their loops only;
 * called: also with all that they call, here and in other modules
 *
 * Lines, runs and what names the place of measurement are left out, files lose
 * their folders; the sums of modules and program are those of the copy.
 */
struct profile *record_cut(const struct profile *p, bool called);

/*
 * A record assessed and all rules asked about it. Filled by record_open,
 * released by record_release in any case.
 */
struct record {
	struct profile *profile;
	struct assessment *assessment;
	struct suggest *suggest;
};

/* record_ask - take the profile, assess all of it and ask all rules */
int record_ask(struct record *r, struct profile *p, struct knowledge *k,
               struct err *err);
void record_release(struct record *r);

/* record_fires - whether a suggestion is made for any "work..." section */
bool record_fires(const struct record *r, const char *id);

/* record_part - the largest part that its rule says there, NAN: none */
double record_part(const struct record *r, const char *id);

/* record_reason - why it is not, or NULL */
const char *record_reason(const struct record *r, const char *id);

/*
 * record_bound - cycles of a category's bound in all "work..." procedures
 *
 * LCPI x instructions. category: one of the assessment, or "instructions",
 * whose value is their number. NAN when it was not measured.
 */
double record_bound(const struct record *r, const char *category);

#endif
