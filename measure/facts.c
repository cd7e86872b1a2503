#include "facts.h"

#include <math.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "modules.h"
#include "producer.h"
#include "profile/profile.h"
#include "simout.h"
#include "simulate.h"
#include "measure/structure/structure.h"

enum {
	MAX_REFS = 16, /* per section */
	MAX_ATTRS = 40
};

/* A fact under construction: numbers become text that lives until it is
 * added. */
struct fact {
	struct profile_attr attrs[MAX_ATTRS];
	char texts[MAX_ATTRS][NUM_SHORTEST];
	size_t n;
};

static void put_text(struct fact *f, const char *name, const char *value)
{
	if (value && f->n < MAX_ATTRS)
		f->attrs[f->n++] = (struct profile_attr){ name, value };
}

static void put(struct fact *f, const char *name, double value)
{
	if (isnan(value) || f->n >= MAX_ATTRS)
		return;
	put_text(f, name, num_shortest(f->texts[f->n], value));
}

/* Numbers that say something only when they are not 0. */
static void put_some(struct fact *f, const char *name, double value)
{
	if (value != 0)
		put(f, name, value);
}

static void add(struct profile *p, struct profile_section *s, const char *name,
                const struct fact *f)
{
	profile_fact_add(p, s, name, f->attrs, f->n);
}

/* An instruction of the simulation with the section that it belongs to. */
struct ref {
	struct profile_section *section;
	const struct sim_instr *in;
	const struct module *module;
	struct structure_place place;
	double weight;
};

struct refs {
	struct ref *v;
	size_t n, cap;
};

static double misses(const struct sim_instr *in, enum sim_counter load,
                     enum sim_counter store)
{
	return (double)(sim_count(in, load) + sim_count(in, store));
}

static void add_memref(struct profile *p, const struct ref *r)
{
	const struct sim_instr *in = r->in;
	struct fact f = { .n = 0 };
	uint64_t stores = sim_count(in, SIM_ST);

	put_text(&f, "access", stores ? "store" : "load");
	put_text(&f, "file", r->place.file);
	put_some(&f, "line", r->place.line);
	put(&f, "count", r->weight);
	if (in->stride_samples) {
		put(&f, "stride", (double)in->stride);
		put(&f, "stride_share", in->stride_share);
		if (in->stride2_samples)
			put(&f, "stride2", (double)in->stride2);
	}
	if (in->shared_samples)
		put(&f, "false_sharing",
		    (double)in->shared_samples / (double)in->shared_of);
	put(&f, "line_bytes_used", in->line_bytes_used);
	put(&f, "lines", in->lines_touched);
	put(&f, "l1_misses", misses(in, SIM_L1D_LD_MISS, SIM_L1D_ST_MISS));
	put(&f, "l2_misses", misses(in, SIM_L2D_LD_MISS, SIM_L2D_ST_MISS));
	put(&f, "l3_misses", misses(in, SIM_L3D_LD_MISS, SIM_L3D_ST_MISS));
	put(&f, "tlb_misses", (double)sim_count(in, SIM_DTLB1_MISS));
	add(p, r->section, "memref", &f);
}

static void add_branch(struct profile *p, const struct ref *r)
{
	struct fact f = { .n = 0 };
	bool indirect = sim_count(r->in, SIM_BR_IND) > 0;

	put_text(&f, "kind", indirect ? "indirect" : "conditional");
	put_text(&f, "file", r->place.file);
	put_some(&f, "line", r->place.line);
	put(&f, "count", r->weight);
	put(&f, "taken", (double)sim_count(r->in, SIM_BR_TAKEN));
	put(&f, "mispredicted", (double)sim_count(r->in, SIM_BR_MSP));
	if (indirect)
		put(&f, "targets", r->in->targets);
	add(p, r->section, "branch", &f);
}

/* A call; what an indirect one calls is known by how many it were, at most. */
static void add_callee(struct profile *p, const struct ref *r)
{
	const char *name = module_callee(r->module, r->in->addr);
	bool indirect = sim_count(r->in, SIM_BR_IND) > 0;
	struct fact f = { .n = 0 };

	put_text(&f, "name", name ? name : "");
	put_text(&f, "file", r->place.file);
	put_some(&f, "line", r->place.line);
	put(&f, "calls", r->weight);
	put_text(&f, "indirect", indirect ? "yes" : "no");
	if (indirect)
		put(&f, "targets", r->in->targets);
	add(p, r->section, "callee", &f);
}

/* Sections together, and in a section the heaviest first. */
static int by_weight(const void *a, const void *b)
{
	const struct ref *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->in->addr > y->in->addr) - (x->in->addr < y->in->addr);
}

/* The important ones of each section: at least 1 % of its heaviest. */
static void add_refs(struct profile *p, struct refs *refs,
                     void (*add_one)(struct profile *, const struct ref *))
{
	size_t taken = 0, first = 0;

	if (refs->n)
		qsort(refs->v, refs->n, sizeof(*refs->v), by_weight);
	for (size_t i = 0; i < refs->n; i++) {
		const struct ref *r = &refs->v[i];

		if (i == 0 || refs->v[i - 1].section != r->section) {
			taken = 0;
			first = i;
		}
		if (taken >= MAX_REFS ||
		    r->weight < 0.01 * refs->v[first].weight)
			continue;
		add_one(p, r);
		taken++;
	}
	free(refs->v);
}

static void append(struct refs *refs, const struct ref *r, double weight)
{
	if (weight <= 0)
		return;
	refs->v = mem_grow(refs->v, &refs->cap, refs->n + 1, sizeof(*refs->v));
	refs->v[refs->n] = *r;
	refs->v[refs->n++].weight = weight;
}

void facts_add_simulated(struct profile *p, struct modules *ms,
                         const struct simout *out,
                         bool (*wanted)(const void *ctx,
                                        const struct profile_section *s),
                         const void *ctx)
{
	struct refs memory = { 0 }, branches = { 0 }, calls = { 0 };

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		struct ref r = { .in = in };

		r.module = modules_get(ms, out->modules[in->module].path);
		r.section = module_section(
			ms, modules_get(ms, out->modules[in->module].path),
			in->addr, &r.place);
		if (!wanted(ctx, r.section))
			continue;
		append(&memory, &r,
		       (double)(sim_count(in, SIM_LD) + sim_count(in, SIM_ST)));
		append(&branches, &r, (double)sim_count(in, SIM_BR));
		append(&calls, &r, (double)sim_count(in, SIM_CALL));
	}
	add_refs(p, &memory, add_memref);
	add_refs(p, &branches, add_branch);
	add_refs(p, &calls, add_callee);
}

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
		put(&f, "bytes", bytes_of(made->proc));
	put(&f, "instructions", c->instructions);
	put(&f, "loads", c->loads);
	put(&f, "stores", c->stores);
	put_some(&f, "spills", c->stack_loads + c->stack_stores);
	put(&f, "fp_packed", c->fp_packed);
	put(&f, "fp_scalar", c->fp_scalar);
	put_some(&f, "fp_single", c->fp_single);
	put_some(&f, "fp_double", c->fp_double);
	put_some(&f, "fma", c->fma);
	put_some(&f, "fp_add", c->fp_add);
	put_some(&f, "fp_mul", c->fp_mul);
	put_some(&f, "divides", c->fp_div);
	put_some(&f, "divides_invariant", c->fp_div_invariant);
	put_some(&f, "divides_compared", c->fp_div_compared);
	put_some(&f, "roots_compared", c->fp_sqrt_compared);
	put_some(&f, "square_roots", c->fp_sqrt);
	put_some(&f, "integer_divides", c->int_div);
	put_some(&f, "integer_divides_invariant", c->int_div_invariant);
	put_some(&f, "conversions", c->conversions);
	put_some(&f, "x87", c->x87);
	put_some(&f, "calls", c->calls);
	put_some(&f, "indirect_calls", c->indirect_calls);
	put(&f, "branches", c->branches);
	put_some(&f, "gathers", c->gathers);
	put_some(&f, "nontemporal", c->streaming_stores);
	put_some(&f, "prefetches", c->prefetches);
	put_some(&f, "atomics", c->atomics);
	put(&f, "vector_bits", c->fp_vector_bits);
	put_some(&f, "any_vector_bits", c->vector_bits);
	put(&f, "machine_vector_bits", machine_peak(machine)->vector_bits);
	add(p, s, "code", &f);
}

static void add_chain(struct profile *p, struct profile_section *s,
                      const struct structure_chain *c, const char *kind,
                      const struct machine *m)
{
	struct fact f = { .n = 0 };
	double fast = machine_param(m, "FP_lat");
	double slow = machine_param(m, "FP_slow_lat");
	double load = machine_param(m, "L1_dlat");
	unsigned fp = c->add + c->mul + c->fma + c->other_fp;

	if (fp + c->div + c->loads == 0)
		return;
	put_text(&f, "kind", c->through_memory ? "memory" : kind);
	put_some(&f, "adds", c->add);
	put_some(&f, "muls", c->mul);
	put_some(&f, "fmas", c->fma);
	put_some(&f, "divides", c->div);
	put_some(&f, "loads", c->loads);
	put(&f, "latency_cycles",
	    fp * fast + c->div * slow + c->loads * load + c->integer);
	add(p, s, "chain", &f);
}

/* The instruction at an address of a module, or NULL. */
static const struct sim_instr *find(const struct simout *out, uint32_t module,
                                    uint64_t addr)
{
	size_t low = 0, high = out->n_instrs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct sim_instr *in = &out->instrs[middle];

		if (in->module < module ||
		    (in->module == module && in->addr < addr))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == out->n_instrs || out->instrs[low].module != module ||
	    out->instrs[low].addr != addr)
		return NULL;
	return &out->instrs[low];
}

/* How often a back edge was taken. */
static double back(const struct sim_instr *in, bool falls)
{
	double exec = (double)sim_count(in, SIM_EXEC);
	double taken = (double)sim_count(in, SIM_BR_TAKEN);

	if (sim_count(in, SIM_BR) == 0)
		return exec; /* a jump, or no branch at all */
	return falls ? exec - taken : taken;
}

/* The module of this process that is that file, or the number of modules. */
static uint32_t module_of(const struct simout *out, const char *path)
{
	uint32_t i = 0;

	while (i < out->n_modules && strcmp(out->modules[i].path, path) != 0)
		i++;
	return i;
}

/*
 * Trip counts of a loop's main part: its header runs once an iteration; what
 * did not come there by a back edge came from outside.
 */
static bool put_trips(struct fact *f, const struct made_section *made,
                      const struct simout *out)
{
	const struct structure_part *part = made->loop->parts[0];
	uint32_t module = module_of(out, module_path(made->module));
	const struct sim_instr *header = find(out, module, part->header);
	double iterations, entries;

	if (!header)
		return false;
	iterations = entries = (double)sim_count(header, SIM_EXEC);
	for (size_t i = 0; i < part->nlatches; i++) {
		const struct sim_instr *in =
			find(out, module, part->latches[i].addr);

		if (in)
			entries -= back(in, part->latches[i].falls);
	}
	if (entries < 1)
		return false;
	put(f, "iterations", iterations);
	put(f, "entries", entries);
	put(f, "trips", iterations / entries);
	return true;
}

static void add_loop(struct profile *p, const struct made_section *made,
                     const struct simulation *sim)
{
	const struct structure_loop *l = made->loop;
	struct fact f = { .n = 0 };

	put(&f, "nest_levels", l->nest);
	put_text(&f, "perfect", l->perfect ? "yes" : "no");
	put_text(&f, "innermost", l->nest == 1 ? "yes" : "no");
	put(&f, "parts", (double)l->nparts);
	for (size_t i = 0; sim && l->nparts && i < sim->n; i++) {
		if (put_trips(&f, made, sim->outs[i]))
			break; /* of several processes the first will do */
	}
	add(p, made->section, "loop", &f);
}

static void add_compiler(struct profile *p, const struct made_section *made)
{
	const struct structure_proc *proc = made->proc;
	struct fact f = { .n = 0 };
	char version[32];
	const char *name =
		producer_name(proc->producer, version, sizeof(version));

	put_text(&f, "name", name);
	put_text(&f, "version", name && *version ? version : NULL);
	put_text(&f, "producer", proc->producer);
	put_text(&f, "language", proc->language);
	if (proc->level)
		put_text(&f, "level", proc->level + (proc->level[0] == '-'));
	put_text(&f, "debug", proc->has_debug ? "yes" : "no");
	put_text(&f, "optimised", proc->optimised ? "yes" : "no");
	add(p, made->section, "compiler", &f);
}

static void add_system(struct profile *p, struct profile_section *s)
{
	struct fact f = { .n = 0 };
	double cycles = profile_value(p, s, "TOT_CYC");
	double system = profile_value(p, s, "SYS_CYC");
	double faults = profile_value(p, s, "PAGE_FAULTS");

	if (!(system > 0) && !(faults > 0))
		return;
	put(&f, "page_faults", faults);
	put(&f, "sys_s", system / p->clock_hz);
	put(&f, "share", system / cycles);
	add(p, s, "system", &f);
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
	put(&f, "n", stats->n);
	put(&f, "imbalance", stats->max / stats->mean - 1);
	add(p, s, "threads", &f);
}

void facts_add_program(struct profile *p)
{
	add_system(p, p->root);
	add_threads(p, p->root);
}

void facts_add_static(struct profile *p, const struct made_section *made,
                      const struct machine *machine,
                      const struct simulation *sim)
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
	add_loop(p, made, sim);
	if (facts) {
		add_chain(p, made->section, &facts->fp_chain, "fp", machine);
		add_chain(p, made->section, &facts->load_chain, "load",
		          machine);
	}
}
