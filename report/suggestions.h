/*
 * suggestions.h - what is suggested for a section, for people and programs
 */
#ifndef PERFEXPERT_REPORT_SUGGESTIONS_H
#define PERFEXPERT_REPORT_SUGGESTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct gain;
struct json;
struct map;
struct report_options;
struct strbuf;
struct knowledge_switch;
struct suggest_item;
struct suggest_section;
struct suggestion;

enum { SUGGESTIONS_DEFAULT = 3 }; /* shown of each section */

/*
 * suggestions_text - append them, 79 columns wide; s may be NULL: none
 *
 * said: why others do not apply, as far as it was said of sections before
 */
void suggestions_text(struct strbuf *b, const struct suggest_section *s,
                      const struct report_options *options, struct map *said);

/* suggestions_shown - how many of a section's suggestions the options ask for
 */
size_t suggestions_shown(const struct suggest_section *s,
                         const struct report_options *options);

/* suggestions_json - the members "suggestions" and, with all of them,
 * "not_suggested" */
void suggestions_json(struct json *j, const struct suggest_section *s,
                      const struct report_options *options);

/* suggestions_system_header - is the section's code in such a header,
 * as that of templates does? Who measures a program can't change it. */
bool suggestions_system_header(const struct suggest_section *s);

/* suggestions_changes - "changes rounding, NaN and infinity", or nothing */
void suggestions_changes(struct strbuf *b, const struct suggestion *s);

/* suggestions_effects - "rounding: the last digits ...", or "nothing" */
void suggestions_effects(struct strbuf *b, const struct suggestion *s);

/* suggestions_switch - what a switch does, and what it changes */
void suggestions_switch(struct strbuf *b, const struct knowledge_switch *s);

/*
 * suggestions_gain - "the program about 1.3 x as fast, at most 1.8 x"; without
 *                    an account "perhaps 12 % of the program's time"
 */
void suggestions_gain(struct strbuf *b, const struct suggest_item *item);

/* suggestions_speedup - the same in few words: "about 1.3x as fast (limit
 * 1.8x)", "could save up to 12 % of the time" */
void suggestions_speedup(struct strbuf *b, const struct gain *gain);

/* suggestions_finding_speedup - the same of a finding's first change, with the
 * other places that it helps: ", here and at 2 more places" */
struct finding;
void suggestions_finding_speedup(struct strbuf *b, const struct finding *of);

/* suggestions_times - "1.3x"; three digits where two say nothing; what is
 * beyond ten as "over 10x" */
void suggestions_times(struct strbuf *b, double saved);

/* suggestions_fast - "about 1.3x as fast", "over 10x as fast" */
void suggestions_fast(struct strbuf *b, double saved);

/* suggestions_cause - "45 % of the cycles here wait for memory (latency)";
 * nothing without an account */
void suggestions_cause(struct strbuf *b, const struct suggest_item *item);

/* suggestions_doubt - where it did not pay on this machine, its example's
 * figure */
void suggestions_doubt(struct strbuf *b, const struct suggest_item *item);

/* suggestions_file - a page beside the index: "DIR/data-accesses.html" */
void suggestions_file(struct strbuf *b, const char *index, const char *page);

/* suggestions_page - a suggestion's place on the page of its category, which
 * is beside the index: "DIR/data-accesses.html#loop-interchange" */
void suggestions_page(struct strbuf *b, const char *index,
                      const struct suggestion *s);

/* suggestions_has_switch - is switch i one of this compiler, and not for a
 * language that the program is known to have nothing in? */
bool suggestions_has_switch(const struct suggest_item *item, size_t i,
                            const char *compiler);

/* suggestions_number - append " [PX012]"; nothing where it has none */
void suggestions_number(struct strbuf *b, const struct suggestion *s);

/* suggestions_compiler - the switches' key of what built a section, or NULL
 * suggestions_command - what starts that compiler for the section's language:
 * "gfortran"; where it is not known, the key */
const char *suggestions_compiler(const struct assess_section *s);
const char *suggestions_command(const struct assess_section *s);

#endif
