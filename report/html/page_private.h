/*
 * page_private.h - what the files of the HTML report share
 */
#ifndef PERFEXPERT_REPORT_HTML_PAGE_PRIVATE_H
#define PERFEXPERT_REPORT_HTML_PAGE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "arch/account_parts.h"
#include "base/strbuf.h"

struct assess_section;
struct assess_warnings;
struct assessment;
struct profile_section;
struct report_options;
struct sources;
struct suggest;
struct suggestion;

/* The most source text of one report, as HTML */
enum { REPORT_SOURCE_BYTES = 3 << 19 };

/* The most sections of one page: its size and the time that it takes */
enum { REPORT_MOST_SECTIONS = 2000 };

/* So many of them in full, the others in a few words */
enum { REPORT_IN_FULL = 200 };

struct report_page {
	const struct assessment *a;
	const struct suggest *suggest; /* or NULL */
	const struct report_options *options;
	struct sources *sources;
	bool no_source;    /* the page can't be kept from other users */
	bool missing_said; /* why a source is not shown, once in the answer */
	size_t source_bytes, source_blocks;
	struct strbuf b; /* written to f now and then */
	FILE *f;
};

/* report_add_warnings - a list; notes last */
void report_add_warnings(struct report_page *p,
                         const struct assess_warnings *w);

/* report_add_scaling - curves of many measurements, where there are any */
void report_add_scaling(struct report_page *p);

/* report_add_answer - the findings, and what all cycles went to */
void report_add_answer(struct report_page *p);

/* report_add_summary - who, what, where and when */
void report_add_summary(struct report_page *p);

/* report_number - of a section in the page, from 1; 0: it is not in it */
size_t report_number(const struct report_page *p,
                     const struct assess_section *s);

/*
 * Colours say what cycles go to, the same in all pictures: class c1 of the
 * style is the first cause of arch/causes.def, and so on; c0: not known.
 *
 * report_cause_color - of a part of the account
 * report_causes - the share of a section's cycles that each cause takes, by its
 *                 account; all is its worst category's where the input has no
 *                 accounts. Returns the colour of report_largest_cause
 * report_largest_cause - the colour of the largest in the largest family (data,
 *                        chains, ...), 0 where nothing is known
 * report_cause_label - of a colour: a category, which it is only at most, where
 *                      the input has no accounts
 */
unsigned report_cause_color(size_t part);
unsigned report_causes(const struct assessment *a,
                       const struct assess_section *s, size_t input,
                       double share[ACCOUNT_PARTS]);
unsigned report_largest_cause(const double *cycles);
const char *report_cause_label(const struct assessment *a, size_t input,
                               unsigned color);

/* report_add_key - one colour and what it is, for a list of class "key" */
void report_add_key(struct strbuf *b, unsigned color, const char *label);

/* report_add_flame - where time went, as a flame graph */
void report_add_flame(struct report_page *p);

/* report_add_roofline - of the hot loops; nothing where it is not known */
void report_add_roofline(struct report_page *p);

/* report_add_table - modules, procedures and loops with their time */
void report_add_table(struct report_page *p);

/* report_has_timeline, report_add_timeline - what ran when, and the phases */
bool report_has_timeline(const struct report_page *p);
void report_add_timeline(struct report_page *p);

/* report_has_balance, report_add_balances - how evenly threads and ranks share
 * the whole run; report_add_balance - a section, folded */
bool report_has_balance(const struct report_page *p);
void report_add_balances(struct report_page *p);
void report_add_balance(struct report_page *p, const struct assess_section *s);

/* report_has_calls, report_add_calls - who calls whom, where it was measured */
bool report_has_calls(const struct report_page *p);
void report_add_calls(struct report_page *p);

/* report_has_mpi, report_add_mpi - what ranks do in MPI, where it was measured
 */
bool report_has_mpi(const struct report_page *p);
void report_add_mpi(struct report_page *p);

/* report_add_section - everything about shown section i */
void report_add_section(struct report_page *p, size_t i);

/* report_has_account, report_add_account - where a section's cycles went */
bool report_has_account(const struct assessment *a,
                        const struct assess_section *s);
void report_add_account(struct report_page *p, const struct assess_section *s);

/* report_add_small_account - the bar of it alone, for all cycles of a section;
 * of two inputs the second */
void report_add_small_account(struct report_page *p,
                              const struct assess_section *s);

/* report_add_source - the lines of a section with their heat */
void report_add_source(struct report_page *p, const struct assess_section *s);

/* report_add_excerpt - the few lines around the one that costs most, folded; or
 * why they can't be shown */
void report_add_excerpt(struct report_page *p, const struct assess_section *s);

/* report_add_example - of a suggestion: before and after, folded; in the
 * language of a source file, or NULL */
void report_add_example(struct report_page *p, const struct suggestion *s,
                        const char *like);

/* report_add_suggestions - of shown section i, with their evidence */
void report_add_suggestions(struct report_page *p, size_t i);

/* report_add_elsewhere - of calls that are below the threshold one by one */
void report_add_elsewhere(struct report_page *p);

/* report_add_appendix - each suggestion that was made, in full and once */
void report_add_appendix(struct report_page *p);

#endif
