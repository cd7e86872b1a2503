#include "account.h"

#include <math.h>
#include <string.h>

#include "arch/account.h"
#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "profile/profile.h"

enum { LABEL = 24, WIDTH = 79 };

/* A part of the account is listed from this share of it on. */
static const double worth = 0.02;

/*
 * The model's cycles on the scale of the bars, a letter for a cause: those
 * with the largest remainders make it as long as a bar of the whole is.
 */
static void add_bar(struct strbuf *b, const struct account *account,
                    double good)
{
	const size_t length = bar_length(account->modelled, good);
	double upto = 0;
	size_t done = 0;

	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (isnan(account->part[i]))
			continue;
		upto += account->part[i];
		size_t end = (size_t)lround((double)length * upto /
		                            account->modelled);

		for (; done < end && done < length; done++)
			strbuf_addc(b, account_parts[i].letter);
	}
}

static void add_parts(struct strbuf *b, const struct account *account)
{
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (!(account->part[i] >= worth * account->modelled))
			continue;
		strbuf_addf(b, "  %c %-42s %8.2f %4.0f%%\n",
		            account_parts[i].letter, account_parts[i].label,
		            account->part[i],
		            100 * account->part[i] / account->modelled);
	}
}

static void add_floor(struct strbuf *b, const struct assess_input *in,
                      const struct profile_section *s)
{
	struct strbuf sentence = STRBUF_INIT;

	floor_words(&sentence, in, s);
	if (sentence.len) {
		escape_terminal_wrapped(b, sentence.s, 0, 2, WIDTH);
		strbuf_addc(b, '\n');
	}
	strbuf_release(&sentence);
}

static void add_cuts(struct strbuf *b, const struct account *account)
{
	const double cuts = account_cuts(account);

	if (!(cuts >= worth))
		return;
	strbuf_addf(b, "counts disagree by %.0f %%; the excess was dropped:\n",
	            100 * cuts);
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (fabs(account->cut[i]) < worth * account->modelled / 2)
			continue;
		strbuf_addf(b, "    %s: %.2f %s\n", account_parts[i].label,
		            fabs(account->cut[i]),
		            account->cut[i] < 0 ? "below 0"
		                                : "above its limit");
	}
}

/* What the sum of the parts is: the model's cycles or the measured ones. */
static void add_sum(struct strbuf *b, const struct assess_input *in,
                    const struct account *account)
{
	if (account->counted) {
		strbuf_addf(b,
		            "\nby the counters of %s, %.2f cycles per "
		            "instruction\n",
		            in->machine_name, account->measured);
		return;
	}
	const bool cut = account->uncut > account->modelled;

	strbuf_addf(b, "\nmodelled %.2f, ",
	            cut ? account->uncut : account->modelled);
	if (account_modelled(in) || isnan(account->measured))
		strbuf_adds(b, "not measured; modelled for another machine\n");
	else
		strbuf_addf(b, "measured %.2f cycles per instruction\n",
		            account->measured);
	if (account_of_system(account) && !account_modelled(in))
		strbuf_addf(b,
		            "%.0f %% of its cycles are in the kernel; the "
		            "account covers the rest\n",
		            100 * account->system);
	else if (account->doubtful && !account_modelled(in))
		strbuf_addf(b,
		            "DOUBTFUL: they differ by more than a factor of "
		            "%.1f%s\n",
		            ACCOUNT_DOUBT,
		            cut ? "; waiting was reduced to the measured cycles"
		                : "; the rest is unexplained");
}

static void add_input(struct strbuf *b, const struct assess_input *in,
                      const struct assess_value *v)
{
	struct strbuf sentence = STRBUF_INIT;
	struct account account;

	account_assess(&account, in, v->section);
	strbuf_addf(b, "%-*s", LABEL, "account of cycles");
	if (account.why_not) {
		strbuf_adds(b, account.counted ? "none: " : "not modelled: ");
		account_reason(b, &account);
		strbuf_addc(b, '\n');
		return;
	}
	add_bar(b, &account, in->good_cpi);
	add_sum(b, in, &account);
	add_parts(b, &account);
	add_cuts(b, &account);
	account_sentence(&sentence, &account, in->profile, v->section);
	escape_terminal_wrapped(b, sentence.s, 0, 2, WIDTH);
	strbuf_addc(b, '\n');
	strbuf_release(&sentence);
	add_floor(b, in, v->section);
}

/* Words one after the other, in lines as wide as the bars. */
static void add_word(struct strbuf *b, size_t *column, const char *word)
{
	if (*column + strlen(word) + 2 > 76) {
		strbuf_adds(b, "\n   ");
		*column = 3;
	}
	strbuf_addf(b, " %s", word);
	*column += strlen(word) + 1;
}

static void add_words(struct strbuf *b, size_t *column, const char *text)
{
	char word[80];

	while (*text) {
		const size_t n = strcspn(text, " ");

		snprintf(word, sizeof(word), "%.*s",
		         n < sizeof(word) ? (int)n : (int)sizeof(word) - 1,
		         text);
		add_word(b, column, word);
		text += n;
		text += strspn(text, " ");
	}
}

/* The source of the counters' account, and its gaps. */
static void add_source(struct strbuf *b, const struct assess_input *in)
{
	struct strbuf text = STRBUF_INIT, safe = STRBUF_INIT;
	size_t column;

	if (profile_event(in->profile, "MODEL_INS") >= 0 || !account_known(in))
		return;
	const size_t start = b->len;
	const char *note = machine_account_note(in->machine);

	strbuf_addf(b, "account of cycles by the counters of %s:",
	            in->machine_name);
	column = b->len - start;
	strbuf_adds(&text, machine_account_source(in->machine));
	if (note)
		strbuf_addf(&text, "; %s", note);
	escape_terminal_buf(&safe, text.s);
	add_words(b, &column, safe.s);
	strbuf_addc(b, '\n');
	strbuf_release(&safe);
	strbuf_release(&text);
}

static void add_guesses(struct strbuf *b, const struct assess_input *in)
{
	const struct model_number *number;
	const struct model_op *op;
	const size_t n = machine_model_numbers(in->machine, &number);
	const size_t nops = machine_model_ops(in->machine, &op);
	size_t column;

	if (profile_event(in->profile, "MODEL_INS") < 0)
		return;
	const size_t start = b->len;

	strbuf_addf(b, "%zu of the %zu figures of the model of %s are guesses:",
	            machine_model_guesses(in->machine), n + nops,
	            in->machine_name);
	column = b->len - start;
	for (size_t i = 0; i < n; i++) {
		if (number[i].guess)
			add_word(b, &column, number[i].name);
	}
	for (size_t i = 0; i < nops; i++) {
		if (op[i].guess)
			add_word(b, &column, op[i].name);
	}
	strbuf_addc(b, '\n');
}

static void add_memory(struct strbuf *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;

	if (profile_event(p, "MODEL_INS") < 0)
		return;
	if (isnan(p->memory_latency_ns)) {
		strbuf_addf(b,
		            "memory in the model: from the machine file of "
		            "%s\n",
		            in->machine_name);
		return;
	}
	strbuf_addf(b,
	            "memory in the model, measured on the host: latency %.0f "
	            "ns, a line every %.1f ns",
	            p->memory_latency_ns, p->memory_line_ns);
	if (!isnan(p->l3_line_ns))
		strbuf_addf(b, ",\n    from L3 every %.1f ns", p->l3_line_ns);
	if (!isnan(p->l3_latency_ns))
		strbuf_addf(b, " (latency %.0f)", p->l3_latency_ns);
	if (!isnan(p->memory_random_ns))
		strbuf_addf(b, ", a random line every %.1f ns",
		            p->memory_random_ns);
	if (!isnan(p->l3_random_ns))
		strbuf_addf(b, " (%.1f from L3)", p->l3_random_ns);
	if (p->l3_others_ns > 0)
		strbuf_addf(b,
		            ",\n    other programs evict a line from L3 every "
		            "%.1f ns",
		            p->l3_others_ns);
	if (!isnan(p->walk_ns))
		strbuf_addf(b, ";\n    a page walk takes %.0f ns", p->walk_ns);
	if (!isnan(p->walk_large_ns))
		strbuf_addf(b, " (%.0f in large pages)", p->walk_large_ns);
	strbuf_addc(b, '\n');
}

void report_account_memory(struct strbuf *b, const struct assessment *a)
{
	for (size_t i = 0; i < a->n; i++)
		add_memory(b, &a->in[i]);
}

void report_memory_json(struct json *j, const struct profile *p)
{
	json_object(j, "memory");
	json_number(j, "latency_ns", p->memory_latency_ns);
	json_number(j, "line_ns", p->memory_line_ns);
	json_number(j, "l3_latency_ns", p->l3_latency_ns);
	json_number(j, "l3_line_ns", p->l3_line_ns);
	json_number(j, "random_ns", p->memory_random_ns);
	json_number(j, "l3_random_ns", p->l3_random_ns);
	json_number(j, "l3_others_ns", p->l3_others_ns);
	json_number(j, "walk_ns", p->walk_ns);
	json_number(j, "walk_large_ns", p->walk_large_ns);
	json_end(j);
}

void report_account_guesses(struct strbuf *b, const struct assessment *a)
{
	for (size_t i = 0; i < a->n; i++) {
		add_guesses(b, &a->in[i]);
		add_source(b, &a->in[i]);
	}
}

void report_account(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, bool all)
{
	for (size_t i = 0; i < a->n; i++) {
		if (s->in[i].section && (all || account_modelled(&a->in[i])))
			add_input(b, &a->in[i], &s->in[i]);
	}
}

static void add_numbers(struct json *j, const char *key,
                        const struct account *account, size_t n, size_t part)
{
	double values[ASSESS_INPUTS];

	for (size_t i = 0; i < n; i++)
		values[i] = account[i].part[part];
	json_numbers(j, key, values, n);
}

/* The parts that some input's counters can't split further: by id, what each
 * holds and its cycles. */
static void add_joined(struct json *j, const struct account *account, size_t n)
{
	json_array(j, "joined");
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t part = account_order[k];
		bool any = false;

		for (size_t i = 0; i < n; i++)
			any |= !isnan(account[i].part[part]);
		if (!account_is_joined(part) || !any)
			continue;
		json_object(j, NULL);
		json_text(j, "id", account_parts[part].id);
		json_text(j, "label", account_parts[part].label);
		json_array(j, "holds");
		for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
			if (account_parts[part].holds >> i & 1)
				json_text(j, NULL, account_parts[i].id);
		}
		json_end(j);
		add_numbers(j, "cycles", account, n, part);
		json_end(j);
	}
	json_end(j);
}

/* One of the texts for each input; null where it has none. */
static void add_texts(struct json *j, const struct assessment *a,
                      const struct assess_section *s,
                      const struct account *account)
{
	json_array(j, "sentence");
	for (size_t i = 0; i < a->n; i++) {
		struct strbuf b = STRBUF_INIT;

		if (s->in[i].section)
			account_sentence(&b, &account[i], a->in[i].profile,
			                 s->in[i].section);
		json_text(j, NULL, b.len ? b.s : NULL);
		strbuf_release(&b);
	}
	json_end(j);
	json_array(j, "why_not");
	for (size_t i = 0; i < a->n; i++) {
		struct strbuf b = STRBUF_INIT;

		if (s->in[i].section && account[i].why_not)
			account_reason(&b, &account[i]);
		json_text(j, NULL, b.len ? b.s : NULL);
		strbuf_release(&b);
	}
	json_end(j);
}

static void add_reasons(struct json *j, const struct assessment *a,
                        const struct floor *floor)
{
	json_array(j, "floor_reason");
	for (size_t i = 0; i < a->n; i++) {
		struct strbuf b = STRBUF_INIT;

		floor_sentence(&b, &floor[i],
		               a->in[i].other ? a->in[i].other
		                              : a->in[i].machine);
		json_text(j, NULL, b.len ? b.s : NULL);
		strbuf_release(&b);
	}
	json_end(j);
}

static void no_account(struct account *account)
{
	*account = (struct account){ .modelled = NAN,
		                     .measured = NAN,
		                     .covered = NAN };
	for (size_t k = 0; k < ACCOUNT_ALL; k++)
		account->part[k] = NAN;
}

/* Of each input: an account, and what the section could cost at best. */
static void make_both(const struct assessment *a,
                      const struct assess_section *s, struct account *account,
                      struct floor *floor)
{
	for (size_t i = 0; i < a->n; i++) {
		no_account(&account[i]);
		floor[i] = (struct floor){ .cpi = NAN };
		if (!s->in[i].section)
			continue;
		account_assess(&account[i], &a->in[i], s->in[i].section);
		if (!account[i].why_not)
			floor_assess(&floor[i], &a->in[i], s->in[i].section);
	}
}

void report_account_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s)
{
	struct account account[ASSESS_INPUTS];
	struct floor floor[ASSESS_INPUTS];
	double modelled[ASSESS_INPUTS], covered[ASSESS_INPUTS];
	double doubtful[ASSESS_INPUTS], measured[ASSESS_INPUTS];
	double least[ASSESS_INPUTS], counted[ASSESS_INPUTS];
	double cuts[ASSESS_INPUTS];

	make_both(a, s, account, floor);
	for (size_t i = 0; i < a->n; i++) {
		const bool any = !isnan(account[i].modelled);

		least[i] = floor[i].cpi;
		modelled[i] = account[i].modelled;
		covered[i] = account[i].covered;
		measured[i] = account[i].measured;
		doubtful[i] = any ? (double)account[i].doubtful : NAN;
		counted[i] = any ? (double)account[i].counted : NAN;
		cuts[i] = any ? account_cuts(&account[i]) : NAN;
	}
	json_object(j, "account");
	json_numbers(j, "modelled", modelled, a->n);
	json_numbers(j, "floor", least, a->n);
	json_numbers(j, "measured", measured, a->n);
	json_numbers(j, "covered", covered, a->n);
	json_numbers(j, "doubtful", doubtful, a->n);
	json_numbers(j, "counted", counted, a->n);
	json_numbers(j, "cut", cuts, a->n);
	json_object(j, "parts");
	for (size_t k = 0; k < ACCOUNT_PARTS; k++)
		add_numbers(j, account_parts[k].id, account, a->n, k);
	json_end(j);
	add_joined(j, account, a->n);
	add_texts(j, a, s, account);
	add_reasons(j, a, floor);
	json_end(j);
}
