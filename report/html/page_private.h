/*
 * page_private.h - what the files of the HTML report share
 */
#ifndef PERFEXPERT_REPORT_HTML_PAGE_PRIVATE_H
#define PERFEXPERT_REPORT_HTML_PAGE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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

struct report_page {
	const struct assessment *a;
	const struct suggest *suggest; /* or NULL */
	const struct report_options *options;
	struct sources *sources;
	bool no_source; /* the page can't be kept from other users */
	size_t source_bytes, source_blocks;
	struct strbuf b; /* written to f now and then */
	FILE *f;
};

/* report_add_warnings - a list; notes last */
void report_add_warnings(struct report_page *p,
                         const struct assess_warnings *w);

/* report_add_answer - the findings, and what all cycles went to */
void report_add_answer(struct report_page *p);

/* report_add_summary - who, what, where and when */
void report_add_summary(struct report_page *p);

/* report_add_pictures - where time went, and the roofline */
void report_add_pictures(struct report_page *p);

/* report_has_timeline, report_add_timeline - what ran when, and the phases */
bool report_has_timeline(const struct report_page *p);
void report_add_timeline(struct report_page *p);

/* report_has_balance, report_add_balances - how evenly threads and ranks share
 * the whole run; report_add_balance - a section, folded */
bool report_has_balance(const struct report_page *p);
void report_add_balances(struct report_page *p);
void report_add_balance(struct report_page *p, const struct assess_section *s);

/* report_add_tree - modules, procedures and loops with their time */
void report_add_tree(struct report_page *p);

/* report_has_calls, report_add_calls - who calls whom, where it was measured */
bool report_has_calls(const struct report_page *p);
void report_add_calls(struct report_page *p);

/* report_has_mpi, report_add_mpi - what ranks do in MPI, where it was measured
 */
bool report_has_mpi(const struct report_page *p);
void report_add_mpi(struct report_page *p);

/* report_add_section - everything about shown section i */
void report_add_section(struct report_page *p, size_t i);

/* report_add_source - the lines of a section with their heat */
void report_add_account(struct report_page *p, const struct assess_section *s);
void report_add_source(struct report_page *p, const struct assess_section *s);

/* report_add_suggestions - of shown section i, with their evidence */
void report_add_suggestions(struct report_page *p, size_t i);

/* report_add_elsewhere - of calls that are below the threshold one by one */
void report_add_elsewhere(struct report_page *p);

/* report_add_appendix - each suggestion that was made, in full and once */
void report_add_appendix(struct report_page *p);

#endif
