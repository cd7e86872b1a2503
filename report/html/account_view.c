/* Where a section's cycles went: a sentence, and the parts side by side. */
#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "html.h"
#include "page_private.h"
#include "picture.h"
#include "profile/profile.h"

/* A part is drawn and named from this share of the whole on. */
static const double worth = 0.02;

enum { COLOURS = 16 }; /* .c1 .. of report.css */

static void add_picture(struct strbuf *b, const struct account *account,
                        double good)
{
	struct picture_part parts[ACCOUNT_ALL];
	struct picture_stack stack = { .parts = parts,
		                       .what = account->counted
		                                       ? "by the counters"
		                                       : "the account of the "
		                                         "model",
		                       .measured = account->measured,
		                       .good = good };

	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (!(account->part[i] >= worth * account->modelled))
			continue;
		/* a joined part has the colour of the first that it holds */
		parts[stack.n++] = (struct picture_part){
			account_parts[i].label, account->part[i],
			(unsigned)__builtin_ctz(account_parts[i].holds) %
					COLOURS +
				1
		};
	}
	picture_stack(b, &stack, picture_stack_length(&stack));
	picture_key(b, parts, stack.n);
}

static void add_floor(struct strbuf *b, const struct assess_input *in,
                      const struct profile_section *s)
{
	struct strbuf sentence = STRBUF_INIT;

	floor_words(&sentence, in, s);
	if (sentence.len) {
		strbuf_adds(b, "<p class=\"account\">It ");
		html_text(b, sentence.s);
		strbuf_adds(b, ".</p>\n");
	}
	strbuf_release(&sentence);
}

static void add_words(struct strbuf *b, const struct assess_input *in,
                      const struct account *account,
                      const struct profile_section *s)
{
	struct strbuf sentence = STRBUF_INIT;

	account_sentence(&sentence, account, in->profile, s);
	strbuf_adds(b,
	            account->why_not && !account->counted
	                    ? "<p class=\"account\">Where the cycles went is "
	                    : "<p class=\"account\">Where the cycles went: ");
	html_text(b, sentence.s);
	if (account->counted && !account->why_not)
		strbuf_adds(b, ", by the machine\xe2\x80\x99s own counters");
	else if (!account->why_not && !account_modelled(in) &&
	         !isnan(account->measured)) {
		strbuf_adds(b, ". Measured: ");
		html_number(b, account->measured);
	}
	if (account_of_system(account) && !account->why_not &&
	    !account_modelled(in))
		strbuf_addf(
			b,
			". Its cycles are the operating system\xe2\x80\x99s "
			"(%.0f %%): the account is of the others",
			100 * account->system);
	else if (account->doubtful && !account_modelled(in))
		strbuf_addf(b,
		            ". <strong>Doubtful</strong>: %.2f were modelled, "
		            "which differs by more than %.1f times%s",
		            account->uncut, ACCOUNT_DOUBT,
		            account->uncut > account->modelled
		                    ? "; waiting is cut to the measured cycles"
		                    : "");
	if (account_cuts(account) >= worth)
		strbuf_addf(b,
		            ". Counts contradict each other by %.0f %% of the "
		            "cycles, which are cut off",
		            100 * account_cuts(account));
	strbuf_adds(b, ".</p>\n");
	strbuf_release(&sentence);
}

void report_add_account(struct report_page *p, const struct assess_section *s)
{
	for (size_t i = 0; i < p->a->n; i++) {
		const struct assess_input *in = &p->a->in[i];
		struct account account;

		/* where none can be, that needs no word each */
		if (!s->in[i].section || !account_known(in))
			continue;
		if (p->a->n > 1)
			strbuf_addf(&p->b,
			            "<p class=\"which\">account of input %zu"
			            "</p>\n",
			            i + 1);
		account_assess(&account, in, s->in[i].section);
		add_words(&p->b, in, &account, s->in[i].section);
		if (!account.why_not)
			add_picture(&p->b, &account, in->good_cpi);
		if (!account.why_not)
			add_floor(&p->b, in, s->in[i].section);
	}
}
