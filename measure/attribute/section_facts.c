#include "section_facts.h"

#include <math.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "fact.h"
#include "modules.h"
#include "producer.h"
#include "profile/profile.h"
#include "measure/binary/structure.h"

/* The code of a procedure with all of its loops and cold parts */
static double bytes_of(const struct structure_proc *proc)
{
	double bytes = 0;

	for (size_t i = 0; i < proc->nranges; i++)
		bytes += (double)(proc->ranges[i].high - proc->ranges[i].low);
	return bytes;
}

static void add_code(struct profile *p, const struct made_section *made,
                     const struct structure_facts *c,
                     const struct machine *machine)
{
	struct profile_section *s = made->section;
	struct fact f = { .n = 0 };

	if (!made->loop)
		fact_number(&f, "bytes", bytes_of(made->proc));
	fact_number(&f, "instructions", c->instructions);
	fact_number(&f, "loads", c->loads);
	fact_number(&f, "stores", c->stores);
	fact_number(&f, "fp_packed", c->fp_packed);
	fact_number(&f, "fp_scalar", c->fp_scalar);
	fact_some(&f, "fp_single", c->fp_single);
	fact_some(&f, "fp_double", c->fp_double);
	fact_some(&f, "fma", c->fma);
	fact_some(&f, "fp_add", c->fp_add);
	fact_some(&f, "fp_mul", c->fp_mul);
	fact_some(&f, "common_factors", c->common_factors);
	fact_some(&f, "powers", c->powers);
	fact_some(&f, "divides", c->fp_div);
	fact_some(&f, "divides_invariant", c->fp_div_invariant);
	fact_some(&f, "divides_compared", c->fp_div_compared);
	fact_some(&f, "roots_compared", c->fp_sqrt_compared);
	fact_some(&f, "square_roots", c->fp_sqrt);
	fact_some(&f, "integer_divides", c->int_div);
	fact_some(&f, "integer_divides_invariant", c->int_div_invariant);
	fact_some(&f, "conversions", c->conversions);
	fact_some(&f, "conversions_back", c->to_and_back);
	fact_some(&f, "conversions_precision",
	          c->conversions - c->to_integer - c->from_integer);
	fact_some(&f, "x87", c->x87);
	fact_some(&f, "calls", c->calls);
	fact_some(&f, "indirect_calls", c->indirect_calls);
	fact_number(&f, "branches", c->branches);
	fact_some(&f, "gathers", c->gathers);
	fact_some(&f, "nontemporal", c->streaming_stores);
	fact_some(&f, "prefetches", c->prefetches);
	fact_some(&f, "atomics", c->atomics);
	if (made->loop) {
		fact_number(&f, "fixed_refs", c->mem_invariant);
		fact_number(&f, "unit_refs", c->mem_unit);
		fact_number(&f, "strided_refs", c->mem_strided);
		fact_number(&f, "unknown_refs", c->mem_unknown);
	}
	fact_number(&f, "vector_bits", c->fp_vector_bits);
	fact_some(&f, "any_vector_bits", c->vector_bits);
	fact_number(&f, "machine_vector_bits",
	            machine_peak(machine)->vector_bits);
	fact_add(p, s, "code", &f);
}

/* Cycles of a chain of integers that is worth knowing */
enum { LEAST_CHAIN = 3 };

static void add_chain(struct profile *p, struct profile_section *s,
                      const struct structure_chain *c, const char *kind,
                      const struct machine *m)
{
	struct fact f = { .n = 0 };
	double fast = machine_param(m, "FP_lat");
	double slow = machine_param(m, "FP_slow_lat");
	double load = machine_param(m, "L1_dlat");
	const unsigned fp = c->add + c->mul + c->fma + c->other_fp;
	const double integer =
		c->integer + c->int_mul * machine_model_latency(m, "int_mul") +
		c->int_div * machine_model_latency(m, "int_div");

	/* sums and steps of integers wait for nothing worth mentioning */
	if (fp + c->div + c->loads == 0 && integer < LEAST_CHAIN)
		return;
	fact_text(&f, "kind", c->through_memory ? "memory" : kind);
	fact_some(&f, "adds", c->add);
	fact_some(&f, "adds_in_row", c->add_in_row);
	fact_some(&f, "muls", c->mul);
	fact_some(&f, "fmas", c->fma);
	fact_some(&f, "divides", c->div);
	fact_some(&f, "loads", c->loads);
	fact_some(&f, "integers", c->integer);
	fact_some(&f, "integer_muls", c->int_mul);
	fact_some(&f, "integer_divides", c->int_div);
	fact_number(&f, "values", c->values);
	if (c->stored)
		fact_text(&f, "stored", "yes");
	fact_number(&f, "latency_cycles",
	            fp * fast + c->div * slow + c->loads * load + integer);
	fact_add(p, s, "chain", &f);
}

static void add_loop(struct profile *p, const struct made_section *made,
                     const struct facts_source *source)
{
	const struct structure_loop *l = made->loop;
	struct loop_trips trips;
	struct fact f = { .n = 0 };

	fact_text(&f, "innermost", l->innermost ? "yes" : "no");
	fact_number(&f, "parts", (double)l->nparts);
	if (source && l->nparts && source->trips(source->ctx, made, &trips)) {
		fact_number(&f, "iterations", trips.iterations);
		fact_number(&f, "entries", trips.entries);
		fact_number(&f, "trips", trips.iterations / trips.entries);
	}
	fact_add(p, made->section, "loop", &f);
}

static void add_compiler(struct profile *p, const struct made_section *made)
{
	const struct structure_proc *proc = made->proc;
	struct fact f = { .n = 0 };
	char version[32];
	const char *name =
		producer_name(proc->producer, version, sizeof(version));

	fact_text(&f, "name", name);
	fact_text(&f, "version", name && *version ? version : NULL);
	fact_text(&f, "producer", proc->producer);
	fact_text(&f, "language", proc->language);
	if (proc->level)
		fact_text(&f, "level", proc->level + (proc->level[0] == '-'));
	fact_text(&f, "optimised", proc->optimised ? "yes" : "no");
	fact_add(p, made->section, "compiler", &f);
}

static void add_system(struct profile *p, struct profile_section *s)
{
	struct fact f = { .n = 0 };
	double cycles = profile_value(p, s, "TOT_CYC");
	double system = profile_value(p, s, "SYS_CYC");
	double faults = profile_value(p, s, "PAGE_FAULTS");

	if (!(system > 0) && !(faults > 0))
		return;
	fact_number(&f, "page_faults", faults);
	fact_number(&f, "sys_s", system / p->clock_hz);
	fact_number(&f, "share", system / cycles);
	fact_add(p, s, "system", &f);
}

/* How evenly the threads that ran it share it. */
static void add_threads(struct profile *p, struct profile_section *s)
{
	int cycles = profile_event(p, "TOT_CYC");
	const struct profile_stats *stats =
		s->stats && cycles >= 0 ? &s->stats[cycles] : NULL;
	struct fact f = { .n = 0 };

	if (!stats || !(stats->n > 1) || !(stats->mean > 0))
		return;
	fact_number(&f, "n", stats->n);
	fact_number(&f, "imbalance", stats->max / stats->mean - 1);
	fact_add(p, s, "threads", &f);
}

void facts_add_program(struct profile *p)
{
	add_system(p, p->root);
	add_threads(p, p->root);
}

void facts_add_static(struct profile *p, const struct made_section *made,
                      const struct machine *machine,
                      const struct facts_source *source)
{
	const struct structure_facts *facts;

	add_system(p, made->section);
	add_threads(p, made->section);
	if (!made->proc)
		return;
	facts = made->loop ? made->loop->facts : &made->proc->facts;
	if (facts && facts->instructions)
		add_code(p, made, facts, machine);
	if (!made->loop) {
		add_compiler(p, made);
		return;
	}
	add_loop(p, made, source);
	if (facts) {
		add_chain(p, made->section, &facts->fp_chain, "fp", machine);
		add_chain(p, made->section, &facts->load_chain, "load",
		          machine);
		add_chain(p, made->section, &facts->int_chain, "integer",
		          machine);
	}
}
