/*
 * account.h - the account of cycles in the reports
 */
#ifndef PERFEXPERT_REPORT_ACCOUNT_H
#define PERFEXPERT_REPORT_ACCOUNT_H

struct assess_section;
struct assessment;
struct json;
struct strbuf;

/* report_account - what --account adds to a section's text */
void report_account(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s);

/* report_account_json - "account": arrays with an element for each input */
void report_account_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s);

/*
 * report_account_guesses - which figures of the machines' models are guesses
 *
 * Nothing of an input without a model.
 */
void report_account_guesses(struct strbuf *b, const struct assessment *a);

#endif
