#include "simulated_facts.h"

#include <math.h>

#include "base/banned.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/fact.h"
#include "measure/attribute/modules.h"
#include "measure/attribute/section_facts.h"
#include "measure/binary/structure.h"
#include "profile/profile.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "simulated_work.h"

enum { MAX_REFS = 16 }; /* per section */

/* An instruction of the simulation with the section that it belongs to. */
struct ref {
	struct spot at;
	const struct sim_instr *in;
	double weight;
	double scale; /* what counts of a part are multiplied by */
	/* of its loads, those of what a store of its section wrote, and how
	 * many loads before, in the mean; or of what one of another section
	 * wrote; NAN: not known */
	double flow, distance, flow_elsewhere;
	bool stored_over; /* loads where others of its section store */
	bool rewritten;   /* loads what is stored all the time, anywhere */
};

struct refs {
	struct ref *v;
	size_t n, cap;
};

static double times(const struct ref *r, enum sim_counter c)
{
	return r->scale * (double)sim_count(r->in, c);
}

static double misses(const struct ref *r, enum sim_counter load,
                     enum sim_counter store)
{
	return times(r, load) + times(r, store);
}

/* What it accesses when that is no array's element, or NULL */
static const char *operand(const struct ref *r)
{
	const uint64_t classes = module_classes(r->at.module, r->in->addr);

	/* a call stores where it is to return to, and a return loads it */
	static const uint64_t on_stack = UINT64_C(1) << CODE_SPILL |
	                                 UINT64_C(1) << CODE_CALL |
	                                 UINT64_C(1) << CODE_RETURN;

	if (classes & on_stack)
		return "stack";
	return classes >> CODE_STATIC & 1 ? "static" : NULL;
}

/* Where a user finds it: not in a header of the system's */
static void add_place(struct fact *f, const struct spot *at)
{
	fact_text(f, "file", at->user_file ? at->user_file : at->file);
	fact_some(f, "line", at->user_file ? at->user_line : at->line);
}

/* What the code takes for floating-point numbers; others look subnormal, too */
static void add_values(struct fact *f, const struct ref *r)
{
	const uint64_t classes = module_classes(r->at.module, r->in->addr);
	const bool single = classes >> CODE_OF_SINGLE & 1;
	const uint64_t small = single ? r->in->subnormal32 : r->in->subnormal64;
	const double seen = (double)r->in->values_seen;

	if (!single && !(classes >> CODE_OF_DOUBLE & 1))
		return;
	if (small)
		fact_number(f, "subnormal", (double)small / seen);
	if (r->in->zeros)
		fact_number(f, "zeros", (double)r->in->zeros / seen);
}

static void add_memref(struct profile *p, const struct ref *r)
{
	const struct sim_instr *in = r->in;
	struct fact f = { .n = 0 };
	uint64_t stores = sim_count(in, SIM_ST);

	fact_text(&f, "access", stores ? "store" : "load");
	add_place(&f, &r->at);
	fact_text(&f, "operand", operand(r));
	fact_number(&f, "count", r->weight);
	if (in->stride_samples) {
		fact_number(&f, "stride", (double)in->stride);
		fact_number(&f, "stride_share", in->stride_share);
		fact_number(&f, "falling", in->falling);
		if (in->stride2_samples)
			fact_number(&f, "stride2", (double)in->stride2);
	}
	if (r->stored_over)
		fact_text(&f, "stored_over", "yes");
	fact_number(&f, "flow", r->flow);
	fact_number(&f, "distance", r->distance);
	fact_number(&f, "flow_elsewhere", r->flow_elsewhere);
	if (r->rewritten)
		fact_text(&f, "rewritten", "yes");
	add_values(&f, r);
	if (in->conflicts > 0)
		fact_number(&f, "conflicts", in->conflicts);
	if (in->shared_samples)
		fact_number(&f, "false_sharing",
		            (double)in->shared_samples / (double)in->shared_of);
	fact_number(&f, "line_bytes_used", in->line_bytes_used);
	fact_number(&f, "lines", in->lines_touched);
	fact_number(&f, "places", in->places_touched);
	fact_number(&f, "l1_misses",
	            misses(r, SIM_L1D_LD_MISS, SIM_L1D_ST_MISS));
	fact_number(&f, "l2_misses",
	            misses(r, SIM_L2D_LD_MISS, SIM_L2D_ST_MISS));
	fact_number(&f, "l3_misses",
	            misses(r, SIM_L3D_LD_MISS, SIM_L3D_ST_MISS));
	fact_number(&f, "tlb_misses", times(r, SIM_DTLB1_MISS));
	fact_add(p, r->at.section, "memref", &f);
}

/* What decides a conditional branch; NULL: not known */
static const char *asks(const struct ref *r)
{
	const uint64_t classes = module_classes(r->at.module, r->in->addr);

	if (classes & 1ull << CODE_ASKS_BIT)
		return "bit";
	if (classes & 1ull << CODE_ASKS_ZERO)
		return "zero";
	if (classes & 1ull << CODE_ASKS_FLOAT)
		return "float";
	if (classes & 1ull << CODE_ASKS_NUMBER)
		return "number";
	return classes & 1ull << CODE_ASKS_CONSTANT ? "constant" : NULL;
}

static void add_branch(struct profile *p, const struct ref *r)
{
	struct fact f = { .n = 0 };
	bool indirect = sim_count(r->in, SIM_BR_IND) > 0;

	fact_text(&f, "kind", indirect ? "indirect" : "conditional");
	add_place(&f, &r->at);
	fact_number(&f, "count", r->weight);
	fact_number(&f, "taken", times(r, SIM_BR_TAKEN));
	fact_number(&f, "mispredicted", times(r, SIM_BR_MSP));
	if (indirect)
		fact_number(&f, "targets", r->in->targets);
	else if (asks(r))
		fact_text(&f, "asks", asks(r));
	if (!indirect && module_classes(r->at.module, r->in->addr) &
	                         1ull << CODE_ASKS_ELEMENT)
		fact_text(&f, "element", "yes");
	if (module_classes(r->at.module, r->in->addr) & 1ull << CODE_LEAVES)
		fact_text(&f, "leaves", "yes");
	if (!indirect && module_asserts(r->at.module, r->in->addr,
	                                sim_count(r->in, SIM_BR_TAKEN),
	                                sim_count(r->in, SIM_BR)))
		fact_text(&f, "asserts", "yes");
	fact_add(p, r->at.section, "branch", &f);
}

/* A call. Of an indirect call only the number of its targets is known. */
static void add_callee(struct profile *p, const struct ref *r)
{
	bool by_table = false;
	const char *callee =
		module_callee(r->at.module, r->in->addr, &by_table);
	const char *name = callee ? callee : "";
	const char *title = structure_readable(p->arena, name);
	bool indirect = sim_count(r->in, SIM_BR_IND) > 0;
	struct fact f = { .n = 0 };

	fact_text(&f, "name", name);
	if (strcmp(title, name) != 0)
		fact_text(&f, "title", title);
	add_place(&f, &r->at);
	fact_number(&f, "calls", r->weight);
	fact_text(&f, "indirect", indirect ? "yes" : "no");
	if (indirect)
		fact_number(&f, "targets", r->in->targets);
	else if (callee)
		fact_text(&f, "by_table", by_table ? "yes" : "no");
	fact_number(&f, "exponent", module_exponent(r->at.module, r->in->addr));
	fact_add(p, r->at.section, "callee", &f);
}

/* Sections together, and in a section the heaviest first. */
static int by_weight(const void *a, const void *b)
{
	const struct ref *x = a, *y = b;

	if (x->at.section != y->at.section)
		return x->at.section < y->at.section ? -1 : 1;
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

		if (i == 0 || refs->v[i - 1].at.section != r->at.section) {
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

/*
 * Loads from addresses within those that a store of the same section was seen
 * to write: what goes over one array can't be promised to be apart.
 */
static void find_stored_over(struct refs *refs)
{
	size_t first = 0;

	if (refs->n)
		qsort(refs->v, refs->n, sizeof(*refs->v), by_weight);
	for (size_t i = 0; i < refs->n; i++) {
		struct ref *load = &refs->v[i];

		if (refs->v[first].at.section != load->at.section)
			first = i;
		if (!load->in->high || sim_count(load->in, SIM_ST) ||
		    load->weight < 0.01 * refs->v[first].weight)
			continue;
		for (size_t k = first; k < refs->n; k++) {
			const struct ref *store = &refs->v[k];

			if (store->at.section != load->at.section ||
			    store->weight < 0.01 * refs->v[first].weight)
				break;
			if (sim_count(store->in, SIM_ST) && !operand(store) &&
			    store->in->low <= load->in->high &&
			    load->in->low <= store->in->high)
				load->stored_over = true;
		}
	}
}

/*
 * Of a load, what a store of the same section had written, and how many of its
 * own executions ago, as the store may be under a condition. Sorted as above.
 */
static void find_flows(struct refs *refs)
{
	size_t first = 0;

	for (size_t i = 0; i < refs->n; i++) {
		struct ref *load = &refs->v[i];
		const struct sim_instr *in = load->in;

		if (refs->v[first].at.section != load->at.section)
			first = i;
		if (in->flow_of == 0)
			continue;
		load->flow = 0;
		load->flow_elsewhere =
			(double)in->flow_loads / (double)in->flow_of;
		for (size_t k = first; in->flow_loads && k < refs->n; k++) {
			const struct ref *store = &refs->v[k];

			if (store->at.section != load->at.section)
				break;
			if (store->in->module != in->module ||
			    store->in->addr != in->flow_store ||
			    !sim_count(store->in, SIM_ST))
				continue;
			load->flow = load->flow_elsewhere;
			load->flow_elsewhere = 0;
			load->distance = (double)in->flow_ahead /
			                 (double)in->flow_loads *
			                 times(load, SIM_LD) /
			                 times(store, SIM_ST);
			break;
		}
	}
}

static int by_stores(const void *a, const void *b)
{
	const double x = times(*(const struct ref *const *)a, SIM_ST);
	const double y = times(*(const struct ref *const *)b, SIM_ST);

	return (x < y) - (x > y);
}

/*
 * Loads from a place to which all sections store at least a twentieth as often:
 * such a place is not a table that is filled once. Stores to a much wider range
 * are not counted: they copy arbitrary data.
 */
static void find_rewritten(struct refs *refs)
{
	static const double part = 0.05;
	static const uint64_t wider = 4;
	const struct ref **store =
		mem_alloc(refs->n + 1, sizeof(const struct ref *));
	size_t n = 0;

	for (size_t i = 0; i < refs->n; i++) {
		const struct ref *r = &refs->v[i];

		if (r->in->high && sim_count(r->in, SIM_ST) && !operand(r))
			store[n++] = r;
	}
	if (n)
		qsort(store, n, sizeof(const struct ref *), by_stores);
	for (size_t i = 0; i < refs->n; i++) {
		struct ref *load = &refs->v[i];
		const struct sim_instr *in = load->in;
		const double least = part * times(load, SIM_LD);

		if (!in->high || sim_count(in, SIM_ST))
			continue;
		for (size_t k = 0; k < n && !load->rewritten &&
		                   times(store[k], SIM_ST) >= least;
		     k++) {
			const struct sim_instr *to = store[k]->in;

			load->rewritten = to->low <= in->high &&
			                  in->low <= to->high &&
			                  (to->high - to->low) / wider <=
			                          in->high - in->low;
		}
	}
	free(store);
}

/* Of one process */
static void add_references(struct profile *p, const struct simulated *s,
                           size_t process)
{
	const struct simout *out = s->outs[process];
	struct refs memory = { 0 }, branches = { 0 }, calls = { 0 };

	for (size_t i = 0; i < out->n_instrs; i++) {
		struct ref r = { .at = s->spots[process][i],
			         .in = &out->instrs[i],
			         .flow = NAN,
			         .distance = NAN,
			         .flow_elsewhere = NAN };

		if (!s->wanted(s->ctx, r.at.section))
			continue;
		r.scale = scale_of(s->scale, r.at.section);
		append(&memory, &r, misses(&r, SIM_LD, SIM_ST));
		append(&branches, &r, times(&r, SIM_BR));
		append(&calls, &r, times(&r, SIM_CALL));
	}
	find_stored_over(&memory);
	find_flows(&memory);
	find_rewritten(&memory);
	add_refs(p, &memory, add_memref);
	add_refs(p, &branches, add_branch);
	add_refs(p, &calls, add_callee);
}

/* One that was executed: what it is and how often */
struct execution {
	struct profile_section *section;
	double times;
	uint64_t classes;
};

struct executions {
	struct execution *v;
	size_t n, cap;
};

static int by_section(const void *a, const void *b)
{
	const struct execution *x = a, *y = b;

	return (x->section > y->section) - (x->section < y->section);
}

/* Of n executions of one section */
static void add_executed(struct profile *p, const struct execution *v, size_t n)
{
	static const struct {
		const char *name;
		enum code_class class;
	} names[] = {
		{ "loads", CODE_LOAD },
		{ "stores", CODE_STORE },
		{ "fp_packed", CODE_FP_PACKED },
		{ "fp_scalar", CODE_FP_SCALAR },
		{ "fp_single", CODE_FP_SINGLE },
		{ "fp_double", CODE_FP_DOUBLE },
		{ "fma", CODE_FMA },
		{ "fp_add", CODE_FP_ADD },
		{ "fp_mul", CODE_FP_MUL },
		{ "common_factors", CODE_COMMON_FACTOR },
		{ "powers", CODE_POWERS },
		{ "divides", CODE_DIVIDE },
		{ "divides_invariant", CODE_DIVIDE_INVARIANT },
		{ "divides_compared", CODE_DIVIDE_COMPARED },
		{ "square_roots", CODE_ROOT },
		{ "roots_compared", CODE_ROOT_COMPARED },
		{ "integer_divides", CODE_INT_DIVIDE },
		{ "integer_divides_invariant", CODE_INT_DIVIDE_INVARIANT },
		{ "conversions", CODE_CONVERSION },
		{ "conversions_back", CODE_TO_AND_BACK },
		{ "x87", CODE_X87 },
		{ "calls", CODE_CALL },
		{ "indirect_calls", CODE_CALL_INDIRECT },
		{ "branches", CODE_BRANCH },
		{ "gathers", CODE_GATHER },
		{ "nontemporal", CODE_STREAMING },
		{ "prefetches", CODE_PREFETCH },
		{ "atomics", CODE_ATOMIC },
	};
	double all = 0, sum[CODE_NCLASSES] = { 0 };
	struct fact f = { .n = 0 };

	for (size_t i = 0; i < n; i++) {
		all += v[i].times;
		for (unsigned c = 0; c < CODE_NCLASSES; c++) {
			if (v[i].classes >> c & 1)
				sum[c] += v[i].times;
		}
	}
	fact_number(&f, "instructions", all);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		fact_some(&f, names[i].name, sum[names[i].class]);
	fact_some(&f, "conversions_precision",
	          sum[CODE_CONVERSION] - sum[CODE_TO_INTEGER] -
	                  sum[CODE_FROM_INTEGER]);
	fact_add(p, v->section, "executed", &f);
}

static void append_execution(struct executions *all, const struct execution *e)
{
	all->v = mem_grow(all->v, &all->cap, all->n + 1, sizeof(*all->v));
	all->v[all->n++] = *e;
}

/* Of all processes */
static void add_executions(struct profile *p, const struct simulated *s)
{
	struct executions all = { 0 };

	for (size_t k = 0; k < s->n; k++) {
		for (size_t i = 0; i < s->outs[k]->n_instrs; i++) {
			const struct spot *at = &s->spots[k][i];
			const struct sim_instr *in = &s->outs[k]->instrs[i];

			if (!s->wanted(s->ctx, at->section))
				continue;
			append_execution(
				&all,
				&(struct execution){
					at->section,
					scale_of(s->scale, at->section) *
						(double)sim_count(in, SIM_EXEC),
					module_classes(at->module, in->addr),
				});
		}
	}
	if (all.n)
		qsort(all.v, all.n, sizeof(*all.v), by_section);
	for (size_t i = 0, end; i < all.n; i = end) {
		end = i + 1;
		while (end < all.n && all.v[end].section == all.v[i].section)
			end++;
		add_executed(p, &all.v[i], end - i);
	}
	free(all.v);
}

void simulated_facts(struct profile *p, const struct simulated *s)
{
	for (size_t i = 0; i < s->n; i++)
		add_references(p, s, i);
	add_executions(p, s);
	simulated_work(p, s);
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
static bool trips_of(const struct simout *out, const struct made_section *made,
                     struct loop_trips *trips)
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
	*trips = (struct loop_trips){ iterations, entries };
	return true;
}

bool simulated_trips(const void *ctx, const struct made_section *made,
                     struct loop_trips *trips)
{
	const struct simulated *s = ctx;
	double scale = scale_of(s->scale, made->section);

	/* of several processes the first will do */
	for (size_t i = 0; i < s->n; i++) {
		if (!trips_of(s->outs[i], made, trips))
			continue;
		trips->iterations *= scale;
		trips->entries *= scale;
		return true;
	}
	return false;
}
