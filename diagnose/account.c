#include "account.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "profile/profile.h"

const struct account_part account_parts[ACCOUNT_PARTS] = {
	{ "useful", "MODEL_USEFUL", 'u', "are useful work", "useful work" },
	{ "chain_fp", "MODEL_CHAIN_FP", 'f', "wait for chains of FP operations",
	  "chains of FP operations" },
	{ "chain_integer", "MODEL_CHAIN_INTEGER", 'i',
	  "wait for chains of integer operations",
	  "chains of integer operations" },
	{ "chain_address", "MODEL_CHAIN_ADDRESS", 'a',
	  "wait for chains of operations that make addresses",
	  "chains that make addresses" },
	{ "l1", "MODEL_L1", '1', "wait for data from L1", "data from L1" },
	{ "l2", "MODEL_L2", '2', "wait for data from L2", "data from L2" },
	{ "l3", "MODEL_L3", '3', "wait for data from L3", "data from L3" },
	{ "memory_latency", "MODEL_MEMORY_LATENCY", 'm',
	  "wait for memory (latency)", "memory, by its latency" },
	{ "memory_bandwidth", "MODEL_MEMORY_BANDWIDTH", 'b',
	  "wait for memory (bandwidth)", "memory, by its bandwidth" },
	{ "stores", "MODEL_STORES", 's', "wait for stores to leave",
	  "stores that wait to leave" },
	{ "data_tlb", "MODEL_DATA_TLB", 't',
	  "wait for the translation of data addresses",
	  "translation of data addresses" },
	{ "fetch", "MODEL_FETCH", 'e', "wait for instructions to be fetched",
	  "fetching of instructions" },
	{ "instruction_tlb", "MODEL_INSTRUCTION_TLB", 'j',
	  "wait for the translation of instruction addresses",
	  "translation of instruction addresses" },
	{ "mispredicted", "MODEL_MISPREDICTED", 'p',
	  "are lost to mispredicted branches", "mispredicted branches" },
	{ "pipes", "MODEL_PIPES", 'x', "wait for busy pipes", "busy pipes" },
	{ "other", "MODEL_OTHER", 'o', "go to other causes", "other causes" },
};

static double value(const struct profile *p, const struct profile_section *s,
                    const char *event)
{
	return profile_value(p, s, event);
}

static const char *why_none(const struct profile *p, double modelled,
                            double instructions)
{
	if (profile_event(p, "MODEL_INS") < 0)
		return "the collector runs no timing model";
	if (!(modelled >= ACCOUNT_LEAST * instructions))
		return "too little of it was followed";
	return NULL;
}

void account_make(struct account *account, const struct profile *p,
                  const struct profile_section *s)
{
	const double instructions = value(p, s, "TOT_INS");
	const double modelled = value(p, s, "MODEL_INS");
	double cycles = value(p, s, "TOT_CYC");
	const double system = value(p, s, "SYS_CYC");

	if (!isnan(system))
		cycles -= system;
	*account = (struct account){ .measured = cycles / instructions,
		                     .modelled = NAN,
		                     .covered = modelled / instructions };
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		account->part[i] = NAN;
	account->why_not = why_none(p, modelled, instructions);
	if (account->why_not)
		return;
	account->modelled = 0;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		const double v = value(p, s, account_parts[i].event) / modelled;

		account->part[i] = isnan(v) ? 0 : v;
		account->modelled += account->part[i];
	}
	account->doubtful =
		account->modelled > ACCOUNT_DOUBT * account->measured ||
		account->measured > ACCOUNT_DOUBT * account->modelled;
}

struct best {
	const struct profile_line *line;
	double value;
};

static void best_line(struct best *best, const struct profile_section *s,
                      size_t event)
{
	for (size_t i = 0; i < s->nlines; i++) {
		const double v = s->lines[i].sum[event];

		if (v > best->value)
			*best = (struct best){ &s->lines[i], v };
	}
	for (const struct profile_section *c = s->child; c; c = c->next)
		best_line(best, c, event);
}

const char *account_line(const struct profile *p,
                         const struct profile_section *s, size_t part,
                         unsigned *line)
{
	const int event = profile_event(p, account_parts[part].event);
	struct best best = { NULL, 0 };

	if (event < 0)
		return NULL;
	best_line(&best, s, (size_t)event);
	if (!best.line || best.value * 3 < s->sum[event])
		return NULL;
	*line = best.line->line;
	return best.line->file;
}

/* The largest part that is smaller than `than`, useful work aside. */
static size_t next_part(const struct account *account, double than)
{
	size_t best = ACCOUNT_PARTS;

	for (size_t i = 1; i < ACCOUNT_PARTS; i++) {
		if (account->part[i] < than &&
		    (best == ACCOUNT_PARTS ||
		     account->part[i] > account->part[best]))
			best = i;
	}
	return best;
}

/* Two digits that count. */
static void add_figure(struct strbuf *b, double cycles)
{
	strbuf_addf(b, cycles < 9.95 ? "%.2g" : "%.0f", cycles);
}

static void add_part(struct strbuf *b, const struct account *account,
                     const struct profile *p, const struct profile_section *s,
                     size_t part)
{
	unsigned line;
	const char *file = account_line(p, s, part, &line);

	strbuf_addc(b, ' ');
	add_figure(b, account->part[part]);
	strbuf_addf(b, " %s", account_parts[part].phrase);
	if (file)
		strbuf_addf(b, " at %s:%u", io_basename(file), line);
}

void account_sentence(struct strbuf *b, const struct account *account,
                      const struct profile *p, const struct profile_section *s)
{
	const double least = 0.1 * account->modelled;
	double than = INFINITY;
	bool any = false;

	if (account->why_not) {
		strbuf_addf(b, "not modelled: %s", account->why_not);
		return;
	}
	strbuf_adds(b, "of ");
	add_figure(b, account->modelled);
	strbuf_adds(b, " cycles per instruction");
	for (size_t i = 0; i < 3; i++) {
		const size_t part = next_part(account, than);

		if (part == ACCOUNT_PARTS || account->part[part] < least)
			break;
		if (any)
			strbuf_adds(b, ",");
		add_part(b, account, p, s, part);
		than = account->part[part];
		any = true;
	}
	if (account->part[0] < least && any)
		return;
	strbuf_adds(b, any ? ", " : " ");
	add_figure(b, account->part[0]);
	strbuf_addf(b, " %s", account_parts[0].phrase);
}
