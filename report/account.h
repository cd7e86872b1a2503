/*
 * account.h - the account of cycles in the reports
 */
#ifndef PERFEXPERT_REPORT_ACCOUNT_H
#define PERFEXPERT_REPORT_ACCOUNT_H

#include <stdbool.h>

struct assess_section;
struct assessment;
struct json;
struct profile;
struct strbuf;

/*
 * report_account - what --account adds to a section's text; without `all` only
 * that of inputs whose overall is a model's
 */
void report_account(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, bool all);

/* report_account_json - "account": arrays with an element for each input */
void report_account_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s);

/*
 * report_account_memory - with which figures of memory the models ran: of this
 * host as it was, or of the machine file; nothing of an input without a model
 */
void report_account_memory(struct strbuf *b, const struct assessment *a);

/* report_memory_json - "memory": the same as numbers; null: not measured */
void report_memory_json(struct json *j, const struct profile *p);

/*
 * report_account_guesses - which figures of the machines' models are guesses,
 * or what an account from counters rests on
 *
 * Nothing of an input without a model.
 */
void report_account_guesses(struct strbuf *b, const struct assessment *a);

#endif
