/* Where a section's cycles went: a sentence, and the parts side by side. */
#include <math.h>
#include <string.h>

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

/* A part is drawn, and named below, from these shares of the whole on. */
static const double drawn = 0.002, worth = 0.02;

/* What causes have in common: of these the largest is looked for first, so that
 * much waiting for data in small parts is not taken for useful work. */
enum family {
	WORK,
	CHAINS,
	DATA,
	FRONT_END,
	BRANCHES,
	PIPES,
	OTHERS,
	FAMILIES
};

static const enum family family_of[ACCOUNT_PARTS] = {
	[ACCOUNT_USEFUL] = WORK,
	[ACCOUNT_CHAIN_FP] = CHAINS,
	[ACCOUNT_CHAIN_INTEGER] = CHAINS,
	[ACCOUNT_CHAIN_ADDRESS] = CHAINS,
	[ACCOUNT_L1] = DATA,
	[ACCOUNT_L2] = DATA,
	[ACCOUNT_L3] = DATA,
	[ACCOUNT_MEMORY_LATENCY] = DATA,
	[ACCOUNT_MEMORY_BANDWIDTH] = DATA,
	[ACCOUNT_STORES] = DATA,
	[ACCOUNT_DATA_TLB] = DATA,
	[ACCOUNT_FETCH] = FRONT_END,
	[ACCOUNT_INSTRUCTION_TLB] = FRONT_END,
	[ACCOUNT_MISPREDICTED] = BRANCHES,
	[ACCOUNT_PIPES] = PIPES,
	[ACCOUNT_OTHER] = OTHERS,
};

unsigned report_cause_color(size_t part)
{
	/* a joined part has the colour of the first that it holds */
	return (unsigned)__builtin_ctz(account_parts[part].holds) + 1;
}

unsigned report_largest_cause(const double *cycles)
{
	double all[FAMILIES] = { 0 };
	enum family first = WORK;
	size_t most = ACCOUNT_PARTS;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		all[family_of[i]] += cycles[i];
	for (enum family f = WORK; f < FAMILIES; f++)
		first = all[f] > all[first] ? f : first;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		if (family_of[i] == first && cycles[i] > 0 &&
		    (most == ACCOUNT_PARTS || cycles[i] > cycles[most]))
			most = i;
	}
	return most == ACCOUNT_PARTS ? 0 : (unsigned)most + 1;
}

/* The category whose bound is the longest, where there is no account at all */
static unsigned worst_bound(const struct assessment *a,
                            const struct assess_section *s, size_t input)
{
	const double *lcpi = s->in[input].lcpi;
	size_t worst = 0;

	for (size_t c = 1; lcpi && c < a->ncategories; c++) {
		if (lcpi[c] > (worst ? lcpi[worst] : 0))
			worst = c;
	}
	return worst ? picture_color(a->categories[worst].id) : 0;
}

/* Counters that an account needs may not have been sampled. */
static bool any_account(const struct assessment *a, size_t input)
{
	const struct profile_section *all = a->program.in[input].section;
	struct account account = { .why_not = "" };

	if (all && account_known(&a->in[input]))
		account_assess(&account, &a->in[input], all);
	return !account.why_not;
}

unsigned report_causes(const struct assessment *a,
                       const struct assess_section *s, size_t input,
                       double share[ACCOUNT_PARTS])
{
	const struct assess_input *in = &a->in[input];
	struct account account = { .why_not = "" };
	unsigned color;

	memset(share, 0, ACCOUNT_PARTS * sizeof(*share));
	if (s->in[input].section && account_known(in))
		account_assess(&account, in, s->in[input].section);
	for (size_t i = 0; i < ACCOUNT_ALL && !account.why_not; i++) {
		if (account.part[i] > 0)
			share[report_cause_color(i) - 1] +=
				account.part[i] / account.modelled;
	}
	if (any_account(a, input))
		return report_largest_cause(share);
	color = worst_bound(a, s, input);
	if (color)
		share[color - 1] = 1;
	return color;
}

const char *report_cause_label(const struct assessment *a, size_t input,
                               unsigned color)
{
	for (size_t c = 1; c < a->ncategories && !any_account(a, input); c++) {
		if (picture_color(a->categories[c].id) == color)
			return a->categories[c].label;
	}
	return color ? account_parts[color - 1].label : "not known";
}

void report_add_key(struct strbuf *b, unsigned color, const char *label)
{
	strbuf_addf(b,
	            "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">"
	            "<rect class=\"c%u\" width=\"10\" height=\"10\"/></svg>",
	            color);
	html_text(b, label);
	strbuf_adds(b, "</li>");
}

/* The parts, and what the measured cycles have beyond them */
static size_t find_parts(const struct account *account,
                         struct picture_part *parts)
{
	const double rest = account->measured - account->modelled;
	size_t n = 0;

	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (!(account->part[i] >= drawn * account->modelled))
			continue;
		parts[n++] = (struct picture_part){ account_parts[i].label,
			                            account->part[i],
			                            report_cause_color(i) };
	}
	if (rest >= worth * account->measured)
		parts[n++] = (struct picture_part){ "unexplained", rest, 0 };
	return n;
}

/* most: cycles per instruction of the whole width, the same for all inputs */
static void add_picture(struct strbuf *b, const struct account *account,
                        double good, double most)
{
	struct picture_part parts[ACCOUNT_ALL + 1];
	const struct picture_stack stack = {
		.parts = parts,
		.n = find_parts(account, parts),
		.what = account->counted ? "by the counters"
		                         : "the account of the model",
		.measured = account->measured,
		.good = good
	};

	size_t named = 0;

	picture_stack(b, &stack, most);
	for (size_t i = 0; i < stack.n; i++) {
		if (parts[i].value >= worth * account->modelled)
			parts[named++] = parts[i];
	}
	picture_key(b, parts, named);
}

void report_add_small_account(struct report_page *p,
                              const struct assess_section *s)
{
	const struct assess_input *in = &p->a->in[p->a->n - 1];
	const struct profile_section *section = s->in[p->a->n - 1].section;
	struct picture_part parts[ACCOUNT_ALL + 1];
	struct picture_stack stack = { .parts = parts,
		                       .what = "where its cycles went",
		                       .good = NAN };
	struct account account;

	if (!section || !account_known(in))
		return;
	account_assess(&account, in, section);
	if (account.why_not)
		return;
	stack.n = find_parts(&account, parts);
	stack.measured = account.measured;
	picture_stack(&p->b, &stack, picture_stack_length(&stack));
}

/* The longest of all inputs' accounts of a section */
static double longest(const struct assessment *a,
                      const struct assess_section *s)
{
	double most = 0;

	for (size_t i = 0; i < a->n; i++) {
		struct account account;

		if (!s->in[i].section || !account_known(&a->in[i]))
			continue;
		account_assess(&account, &a->in[i], s->in[i].section);
		most = fmax(most, account.modelled);
		most = fmax(most, fmax(account.measured, a->in[i].good_cpi));
	}
	return most;
}

static void add_floor(struct strbuf *b, const struct assess_input *in,
                      const struct profile_section *s)
{
	struct strbuf sentence = STRBUF_INIT;

	floor_words(&sentence, in, s);
	if (sentence.len) {
		strbuf_adds(b, "<p class=\"account\">Its ");
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
		strbuf_addf(b,
		            ". %.0f %% of its cycles are in the kernel; the "
		            "account covers the rest",
		            100 * account->system);
	else if (account->doubtful && !account_modelled(in))
		strbuf_addf(
			b,
			". <strong>Doubtful</strong>: %.2f were modelled; the "
			"two differ by more than a factor of %.1f%s",
			account->uncut, ACCOUNT_DOUBT,
			account->uncut > account->modelled
				? "; waiting was reduced to the measured cycles"
				: "");
	if (account_cuts(account) >= worth)
		strbuf_addf(b,
		            ". Counts disagree by %.0f %% of the cycles; the "
		            "excess was dropped",
		            100 * account_cuts(account));
	strbuf_adds(b, ".</p>\n");
	strbuf_release(&sentence);
}

bool report_has_account(const struct assessment *a,
                        const struct assess_section *s)
{
	for (size_t i = 0; i < a->n; i++) {
		struct account account;

		if (!s->in[i].section || !account_known(&a->in[i]))
			continue;
		account_assess(&account, &a->in[i], s->in[i].section);
		if (!account.why_not)
			return true;
	}
	return false;
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
			add_picture(&p->b, &account, in->good_cpi,
			            longest(p->a, s));
		if (!account.why_not)
			add_floor(&p->b, in, s->in[i].section);
	}
}
