#include "view.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/short_name.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "lua/sandbox.h"
#include "profile/facts.h"
#include "profile/own.h"
#include "profile/profile.h"

enum {
	FACTS_MAX = 64,      /* of one name in one section */
	NAME_MAX_BYTES = 160 /* of names, which get into sentences */
};

/* Several sets with one error: the first one stays. */
struct builder {
	struct sandbox *sb;
	struct err *err;
	int rc;
};

static void set(struct builder *b, int table, const char *key,
                struct sandbox_value v)
{
	if (b->rc == 0 && sandbox_set(b->sb, table, key, v, b->err) != 0)
		b->rc = -1;
}

static void set_number(struct builder *b, int table, const char *key, double v)
{
	if (isfinite(v))
		set(b, table, key, sandbox_number(v));
}

static void set_text(struct builder *b, int table, const char *key,
                     const char *s)
{
	if (s && *s)
		set(b, table, key, sandbox_string(s));
}

/* A name, without its arguments where it is too long for a sentence */
static void set_name(struct builder *b, int table, const char *key,
                     const char *s)
{
	struct strbuf less = STRBUF_INIT;

	if (!s || strlen(s) <= NAME_MAX_BYTES) {
		set_text(b, table, key, s);
		return;
	}
	short_name(&less, s);
	set_text(b, table, key, less.s);
	strbuf_release(&less);
}

static int table_new(struct builder *b)
{
	int ref = 0;

	if (b->rc == 0 && sandbox_table_new(b->sb, &ref, b->err) != 0)
		b->rc = -1;
	return ref;
}

/* A table set as a field of another; the reference is to be dropped. */
static int subtable(struct builder *b, int table, const char *key)
{
	int ref = table_new(b);

	set(b, table, key, sandbox_table(ref));
	return ref;
}

/* Languages by what DWARF or a collector may call them */
static const char *language_name(const char *s)
{
	if (!s)
		return NULL;
	if (strncasecmp(s, "fortran", 7) == 0)
		return "Fortran";
	if (strstr(s, "++") || strncasecmp(s, "cpp", 3) == 0)
		return "C++";
	if ((s[0] == 'C' || s[0] == 'c') &&
	    (s[1] == '\0' || s[1] == '9' || s[1] == '1' || s[1] == '8'))
		return "C";
	return s;
}

/* What the list of facts says that it is, not what its text looks like */
static void set_attribute(struct builder *b, int table,
                          const struct fact_attribute *a,
                          const struct profile_fact *f)
{
	const struct fact_value v = fact_attribute_value(f, a);

	if (!v.known)
		return;
	switch (v.kind) {
	case FACT_TEXT:
		if (strcmp(a->name, "producer") == 0)
			set_text(b, table, a->name, v.text);
		else if (strcmp(a->name, "file") == 0)
			set_name(b, table, a->name, io_basename(v.text));
		else
			set_name(b, table, a->name, v.text);
		return;
	case FACT_YES_NO:
		set(b, table, a->name, sandbox_boolean(v.yes));
		return;
	case FACT_COUNT:
	case FACT_SIGNED:
	case FACT_SHARE:
		set_number(b, table, a->name, v.number);
		return;
	}
}

static int fact_table(struct builder *b, const struct profile_fact *f)
{
	const struct fact_type *type = fact_type(f->name);
	int ref = table_new(b);

	for (size_t i = 0; i < type->nattributes; i++)
		set_attribute(b, ref, &type->attributes[i], f);
	return ref;
}

/* What a fact costs, so that the heaviest come first; 0: in file order */
static double weight(const struct profile_fact *f)
{
	static const struct {
		const char *attr;
		double cost;
	} costs[] = {
		{ "count", 4 },       { "l1_misses", 14 },
		{ "l2_misses", 60 },  { "l3_misses", 250 },
		{ "tlb_misses", 40 }, { "mispredicted", 100 },
		{ "calls", 10 },      { "latency_cycles", 1 },
	};
	double sum = 0, v;

	for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++) {
		v = profile_fact_number(f, costs[i].attr);
		if (isfinite(v))
			sum += v * costs[i].cost;
	}
	return sum;
}

struct weighed {
	const struct profile_fact *fact;
	double weight;
	size_t at;
};

static int by_weight(const void *pa, const void *pb)
{
	const struct weighed *a = pa, *b = pb;

	if (a->weight != b->weight)
		return a->weight < b->weight ? 1 : -1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* facts.NAME lists, heaviest first; first: where the first one goes as well */
static void add_facts(struct builder *b, int facts, int first,
                      const struct profile_section *s, const char *name)
{
	struct weighed *w = mem_alloc(s->nfacts + 1, sizeof(*w));
	int list = subtable(b, facts, name);
	size_t n = 0;

	for (size_t i = 0; i < s->nfacts; i++) {
		if (strcmp(s->facts[i].name, name) == 0 &&
		    fact_sound(&s->facts[i]))
			w[n++] = (struct weighed){ &s->facts[i],
				                   weight(&s->facts[i]), i };
	}
	qsort(w, n, sizeof(*w), by_weight);
	for (size_t i = 0; i < n && i < FACTS_MAX && b->rc == 0; i++) {
		int ref = fact_table(b, w[i].fact);

		if (b->rc == 0 &&
		    sandbox_append(b->sb, list, sandbox_table(ref), b->err))
			b->rc = -1;
		if (i == 0 && first)
			set(b, first, name, sandbox_table(ref));
		sandbox_drop(b->sb, ref);
	}
	if (first && strcmp(name, "memref") == 0)
		set(b, first, "memrefs", sandbox_table(list));
	if (first && strcmp(name, "branch") == 0)
		set(b, first, "branches", sandbox_table(list));
	if (first && strcmp(name, "chain") == 0)
		set(b, first, "chains", sandbox_table(list));
	if (first && strcmp(name, "callee") == 0)
		set(b, first, "callees", sandbox_table(list));
	sandbox_drop(b->sb, list);
	free(w);
}

static void add_all_facts(struct builder *b, int view, bool convenient,
                          const struct profile_section *s)
{
	size_t n;
	const struct fact_type *types = fact_types(&n);
	int facts = subtable(b, view, "facts");

	for (size_t i = 0; i < n; i++)
		add_facts(b, facts, convenient ? view : 0, s, types[i].name);
	sandbox_drop(b->sb, facts);
}

/* A compiler fact belongs to the procedure but is true for its loops. */
static void inherit_compiler(struct builder *b, int view,
                             const struct profile_section *s)
{
	for (; s; s = s->parent) {
		for (size_t i = 0; i < s->nfacts; i++) {
			const struct profile_fact *f = &s->facts[i];
			int ref;

			if (strcmp(f->name, "compiler") != 0 || !fact_sound(f))
				continue;
			ref = fact_table(b, f);
			set(b, view, "compiler", sandbox_table(ref));
			sandbox_drop(b->sb, ref);
			set_text(b, view, "language",
			         language_name(
					 profile_fact_attr(f, "language")));
			return;
		}
	}
}

static void add_values(struct builder *b, int view, const struct assessment *a,
                       const struct assess_section *s, size_t input)
{
	const struct assess_value *v = &s->in[input];
	const double good = a->in[input].good_cpi;
	int lcpi = subtable(b, view, "lcpi");
	int rating = subtable(b, view, "rating");
	int parts = subtable(b, view, "parts");
	int events = subtable(b, view, "events");

	for (size_t c = 0; v->lcpi && c < a->ncategories; c++) {
		const struct assess_category *category = &a->categories[c];
		int part = subtable(b, parts, category->id);

		set_number(b, lcpi, category->id, v->lcpi[c]);
		set_text(b, rating, category->id,
		         bar_rating_name(bar_rating(v->lcpi[c], good)));
		for (size_t p = 0; p < category->nparts; p++)
			set_number(b, part,
			           a->parts[category->first_part + p].id,
			           v->parts[category->first_part + p]);
		sandbox_drop(b->sb, part);
	}
	for (size_t e = 0; v->events && e < a->nevents; e++)
		set_number(b, events, a->events[e], v->events[e]);
	sandbox_drop(b->sb, lcpi);
	sandbox_drop(b->sb, rating);
	sandbox_drop(b->sb, parts);
	sandbox_drop(b->sb, events);
}

/* account.joined: the parts of joined causes, { share, holds } */
static void add_joined(struct builder *b, int table,
                       const struct account *account)
{
	const int list = subtable(b, table, "joined");

	for (size_t i = ACCOUNT_PARTS; i < ACCOUNT_ALL; i++) {
		int part, holds;

		if (isnan(account->part[i]))
			continue;
		part = subtable(b, list, account_parts[i].id);
		holds = subtable(b, part, "holds");
		set_number(b, part, "share",
		           account->part[i] / account->modelled);
		for (size_t k = 0; k < ACCOUNT_PARTS; k++) {
			if (account_parts[i].holds >> k & 1)
				set_number(b, holds, account_parts[k].id, 1);
		}
		sandbox_drop(b->sb, holds);
		sandbox_drop(b->sb, part);
	}
	sandbox_drop(b->sb, list);
}

/* What keeps the pipes busy that are full: what goes to memory, or arithmetic
 */
static const char *busy_with(const struct machine *m, const struct floor *floor)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);

	for (size_t i = 0; i < n; i++) {
		if (op[i].pipes & floor->pipes &&
		    (strncmp(op[i].name, "load", 4) == 0 ||
		     strncmp(op[i].name, "store", 5) == 0))
			return "memory";
	}
	return "arithmetic";
}

/* account.floor: shares of the modelled cycles that the work and the longest
 * chain of dependences take at best, and which of them keeps it from less */
static void add_floor(struct builder *b, int table,
                      const struct assess_input *in,
                      const struct profile_section *s, double modelled)
{
	struct floor floor;
	int t;

	floor_assess(&floor, in, s);
	if (isnan(floor.cpi))
		return;
	t = subtable(b, table, "floor");
	set_number(b, t, "work", fmin(1, floor.throughput / modelled));
	if (!isnan(floor.chain))
		set_number(b, t, "chain", fmin(1, floor.chain / modelled));
	set_text(b, t, "limit", floor_limit_name(floor.limit));
	if (floor.limit == FLOOR_PIPES && in->machine)
		set_text(b, t, "busy_with", busy_with(in->machine, &floor));
	sandbox_drop(b->sb, t);
}

/* account.PART: its share of the section's cycles, at most where it is joined
 * with others */
static void add_account(struct builder *b, int view,
                        const struct assess_input *in,
                        const struct profile_section *s)
{
	struct account account;
	int table;

	account_make(&account, in, s);
	if (account.why_not || !(account.modelled > 0))
		return;
	table = subtable(b, view, "account");
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		set_number(b, table, account_parts[i].id,
		           account_bound(&account, i) / account.modelled);
	add_joined(b, table, &account);
	set_number(b, table, "modelled", account.modelled);
	set_number(b, table, "measured", account.measured);
	if (!account.counted)
		add_floor(b, table, in, s, account.modelled);
	sandbox_drop(b->sb, table);
}

/* The linker's name of a procedure */
static const char *linker_name(const struct assess_section *s,
                               const struct assess_value *v)
{
	return v->section && v->section->raw_name ? v->section->raw_name
	                                          : s->name;
}

/* The binary that holds the section */
static void add_binary(struct builder *b, int view,
                       const struct profile_section *s)
{
	while (s && s->kind != PROFILE_MODULE)
		s = s->parent;
	if (s)
		set_name(b, view, "binary", s->file ? s->file : s->name);
}

static void add_place(struct builder *b, int view,
                      const struct assess_section *s)
{
	struct strbuf place = STRBUF_INIT;

	set_text(b, view, "kind",
	         s->kind == PROFILE_LOOP ? "loop" : "procedure");
	set_name(b, view, "name", s->name);
	set_name(b, view, "procedure_name", s->procedure);
	set_name(b, view, "inlined", s->inlined);
	set_name(b, view, "file", s->file ? io_basename(s->file) : NULL);
	if (s->line) {
		set_number(b, view, "line", s->line);
		set_number(b, view, "end_line",
		           s->end_line ? s->end_line : s->line);
	}
	if (s->file && s->line)
		strbuf_addf(&place, "%s:%u", io_basename(s->file), s->line);
	else
		strbuf_adds(&place, s->procedure ? s->procedure : "?");
	set_name(b, view, "place", place.s);
	strbuf_release(&place);
}

/* Rates, as of bytes, are per second of elapsed time. */
static double elapsed(const struct assess_input *in)
{
	return isnan(in->elapsed_s) ? in->runtime_s : in->elapsed_s;
}

/* called: { callee=, file=, line=, calls=, share=, inner= }, most first */
static void add_called(struct builder *b, int view,
                       const struct assess_value *v)
{
	const int list = subtable(b, view, "called");

	for (size_t i = 0; i < v->ncalls && i < FACTS_MAX; i++) {
		const struct assess_call *c = &v->calls[i];
		const int ref = table_new(b);

		set_name(b, ref, "callee", c->function);
		set_name(b, ref, "module", c->module);
		set_name(b, ref, "file", c->file ? io_basename(c->file) : NULL);
		if (c->line)
			set_number(b, ref, "line", c->line);
		set_number(b, ref, "calls", c->calls);
		set_number(b, ref, "share", c->fraction);
		set_name(b, ref, "inner", c->inner);
		if (b->rc == 0 &&
		    sandbox_append(b->sb, list, sandbox_table(ref), b->err))
			b->rc = -1;
		sandbox_drop(b->sb, ref);
	}
	sandbox_drop(b->sb, list);
	set_number(b, view, "caused", v->caused);
}

int view_new(const struct view_input *in, const struct assess_section *s,
             int parent, int *view, struct err *err)
{
	struct builder b = { in->sandbox, err, 0 };
	const struct assess_value *v = &s->in[in->input];

	assert(v->section); /* only what is in the input is viewed */
	*view = table_new(&b);
	add_place(&b, *view, s);
	if (s->kind == PROFILE_PROCEDURE)
		set_name(&b, *view, "linker_name", linker_name(s, v));
	if (!own_module(in->assessment->in[in->input].profile, v->section))
		set(&b, *view, "library", sandbox_boolean(true));
	add_binary(&b, *view, v->section);
	set_number(&b, *view, "depth", s->depth);
	set_number(&b, *view, "fraction", v->fraction);
	set_number(&b, *view, "path", v->path);
	add_called(&b, *view, v);
	set_number(&b, *view, "time_s",
	           v->fraction * elapsed(&in->assessment->in[in->input]));
	add_values(&b, *view, in->assessment, s, in->input);
	add_account(&b, *view, &in->assessment->in[in->input], v->section);
	add_all_facts(&b, *view, true, v->section);
	inherit_compiler(&b, *view, v->section);
	set(&b, *view, "machine", sandbox_table(in->machine));
	set(&b, *view, "program", sandbox_table(in->program));
	if (parent) {
		set(&b, *view, "parent", sandbox_table(parent));
		if (s->parent && s->parent->kind == PROFILE_LOOP)
			set(&b, *view, "outer", sandbox_table(parent));
	}
	sandbox_drop(in->sandbox, subtable(&b, *view, "inner"));
	if (b.rc != 0) {
		sandbox_drop(in->sandbox, *view);
		*view = 0;
	}
	return b.rc;
}

int view_add_inner(const struct view_input *in, int outer, int inner,
                   struct err *err)
{
	struct sandbox_value list;
	int rc;

	if (sandbox_field(in->sandbox, outer, "inner", &list, err) != 0)
		return -1;
	rc = sandbox_append(in->sandbox, list.ref, sandbox_table(inner), err);
	sandbox_drop(in->sandbox, list.ref);
	return rc;
}

static void add_cache(struct builder *b, int table, const char *name,
                      const struct machine_cache *cache)
{
	if (cache->size_bytes)
		set_number(b, table, name, (double)cache->size_bytes);
}

static void add_tlb(struct builder *b, int table, const char *name,
                    const struct machine_tlb *tlb)
{
	if (tlb->entries)
		set_number(b, table, name, tlb->entries);
}

/* Cycles of the path for one of many lines in a row: as it was measured, where
 * it was, or as the machine file says. */
static double line_cycles(const struct machine *m, const struct profile *p,
                          double ns, const char *name)
{
	const double cycles = ns * 1e-9 * p->clock_hz;

	return cycles > 0 ? cycles : machine_model_value(m, name);
}

static int machine_table(struct builder *b, const struct machine *m,
                         const struct profile *p)
{
	const struct machine_geometry *g = machine_geometry(m);
	const struct machine_peak *peak = machine_peak(m);
	const struct machine_param *params;
	const size_t n = machine_params(m, &params);
	int t = table_new(b);

	for (size_t i = 0; i < n; i++)
		set_number(b, t, params[i].name,
		           machine_param(m, params[i].name));
	set_text(b, t, "name", machine_name(m));
	set_text(b, t, "isa", machine_isa(m));
	add_cache(b, t, "L1_size", &g->l1d);
	add_cache(b, t, "L1i_size", &g->l1i);
	add_cache(b, t, "L2_size", &g->l2);
	add_cache(b, t, "L3_size", &g->l3);
	if (g->l1d.size_bytes) {
		set_number(b, t, "line", g->l1d.line_bytes);
		set_number(b, t, "L1_ways", g->l1d.ways);
	}
	add_tlb(b, t, "dtlb1_entries", &g->dtlb1);
	if (g->dtlb1.entries && g->dtlb1.ways)
		set_number(b, t, "dtlb1_ways", g->dtlb1.ways);
	add_tlb(b, t, "dtlb2_entries", &g->dtlb2);
	add_tlb(b, t, "itlb1_entries", &g->itlb1);
	if (g->dtlb1.entries)
		set_number(b, t, "page", (double)g->dtlb1.page_bytes);
	if (peak->vector_bits)
		set_number(b, t, "vector_bits", peak->vector_bits);
	if (peak->compiled_bits)
		set_number(b, t, "compiled_bits", peak->compiled_bits);
	set_number(b, t, "rob", machine_model_value(m, "rob"));
	set_number(b, t, "L1_load", machine_model_latency(m, "load"));
	set_number(b, t, "L2_line", machine_model_value(m, "l2_line"));
	set_number(b, t, "L3_line",
	           line_cycles(m, p, p->l3_line_ns, "l3_line"));
	set_number(b, t, "Mem_line",
	           line_cycles(m, p, p->memory_line_ns, "memory_line"));
	if (peak->issue_width)
		set_number(b, t, "issue_width", peak->issue_width);
	if (peak->socket_cores)
		set_number(b, t, "socket_cores", peak->socket_cores);
	set_number(b, t, "core_bytes_per_s", peak->core_bytes_per_s);
	set_number(b, t, "socket_bytes_per_s", peak->socket_bytes_per_s);
	return t;
}

/* Adds to a number of the table; of namesakes in several modules the sum. */
static void add_number(struct builder *b, int table, const char *name,
                       double number)
{
	struct sandbox_value before = sandbox_nil();

	if (b->rc != 0)
		return;
	if (sandbox_field(b->sb, table, name, &before, b->err) != 0)
		b->rc = -1;
	set_number(b, table, name,
	           number +
	                   (before.type == SANDBOX_NUMBER ? before.number : 0));
}

/* The files of the program's own procedures by the linker's name, so that
 * rules about calls know who sees whom when it is compiled */
static void add_files(struct builder *b, int program,
                      const struct assessment *a, size_t input)
{
	int table = subtable(b, program, "files");

	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_section *s = a->procedures[i];
		const char *name = linker_name(s, &s->in[input]);

		if (s->file && name && *name && s->in[input].section &&
		    own_module(a->in[input].profile, s->in[input].section))
			set_name(b, table, name, io_basename(s->file));
	}
	sandbox_drop(b->sb, table);
}

/* Shares of the program's time by the linker's name of the procedure, so that
 * rules about calls know what the callees take, and those without the time
 * that the operating system has of them */
static void add_fractions(struct builder *b, int program,
                          const struct assessment *a, size_t input)
{
	int table = subtable(b, program, "fractions");
	int own = subtable(b, program, "own_fractions");

	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_value *v = &a->procedures[i]->in[input];
		const char *name = linker_name(a->procedures[i], v);
		double system = 0;

		if (!(v->fraction >= 0.0005) || !name || !*name)
			continue;
		if (v->section)
			system = account_system_share(a->in[input].profile,
			                              v->section);
		add_number(b, table, name, v->fraction);
		add_number(b, own, name, v->fraction * fmax(0, 1 - system));
	}
	sandbox_drop(b->sb, own);
	sandbox_drop(b->sb, table);
}

/* Where a procedure is called most, by its name */
struct caller {
	const char *name, *procedure;
	const struct profile_fact *fact;
	double calls, all; /* from there, from anywhere */
};

struct callers {
	struct caller *v;
	size_t n, cap;
	struct map *by_name; /* index + 1 in v */
};

static void note_calls(struct callers *c, const struct profile_section *s,
                       const char *procedure)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];
		const char *name = profile_fact_attr(f, "name");
		double n, all;
		size_t at;

		if (strcmp(f->name, "callee") != 0 || !fact_sound(f) || !name ||
		    !*name || !profile_fact_attr(f, "line"))
			continue;
		at = (size_t)(uintptr_t)map_get(c->by_name, name);
		if (!at) {
			c->v = mem_grow(c->v, &c->cap, c->n + 1, sizeof(*c->v));
			c->v[c->n] = (struct caller){ .name = name };
			at = ++c->n;
			map_put(c->by_name, name, (void *)(uintptr_t)at);
		}
		n = profile_fact_number(f, "calls");
		all = c->v[at - 1].all + n;
		if (n > c->v[at - 1].calls)
			c->v[at - 1] =
				(struct caller){ name, procedure, f, n, all };
		c->v[at - 1].all = all;
	}
}

static void set_caller(struct builder *b, int callers, const struct caller *c)
{
	const char *file = profile_fact_attr(c->fact, "file");
	struct strbuf place = STRBUF_INIT;
	int ref = subtable(b, callers, c->name);

	strbuf_addf(&place, "%s:%s", file ? io_basename(file) : "line",
	            profile_fact_attr(c->fact, "line"));
	set_name(b, ref, "procedure", c->procedure);
	set_name(b, ref, "title", profile_fact_attr(c->fact, "title"));
	set_name(b, ref, "place", place.s);
	set_number(b, ref, "calls", c->calls);
	set_number(b, ref, "all_calls", c->all);
	sandbox_drop(b->sb, ref);
	strbuf_release(&place);
}

/* callers.NAME: the place from where NAME is called most */
static void add_callers(struct builder *b, int program, const struct profile *p)
{
	int table = subtable(b, program, "callers");
	struct callers c = { .by_name = map_new() };
	const char *procedure = "?";

	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->kind == PROFILE_PROCEDURE)
			procedure = s->name;
		note_calls(&c, s, procedure);
	}
	for (size_t i = 0; i < c.n && b->rc == 0; i++) {
		if (c.v[i].fact)
			set_caller(b, table, &c.v[i]);
	}
	sandbox_drop(b->sb, table);
	map_free(c.by_name);
	free(c.v);
}

/*
 * The share of the time in the C library's procedures that get memory from the
 * system and give it back, those of the calls themselves: where memory is kept
 * it is next to nothing.
 */
static double system_memory(const struct profile *p)
{
	static const char *const calls[] = { "brk",     "__brk",  "sbrk",
		                             "__sbrk",  "munmap", "__munmap",
		                             "systrim", "mremap" };
	const int cycles = profile_event(p, "TOT_CYC");
	double sum = 0;

	if (cycles < 0)
		return NAN;
	assert(p->root); /* every profile has one */
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
			if (s->kind == PROFILE_PROCEDURE &&
			    strcmp(s->name, calls[i]) == 0 &&
			    s->sum[cycles] > 0)
				sum += s->sum[cycles];
		}
	}
	return sum / p->root->sum[cycles];
}

static int program_table(struct builder *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;
	double user_s = NAN, sys_s = NAN, wall_s = NAN, peak = NAN;
	int t = table_new(b);

	for (size_t i = 0; i < p->nruns; i++) {
		const struct profile_run *run = &p->runs[i];

		if (!run->purpose || strcmp(run->purpose, "simulated") == 0)
			continue;
		user_s = run->user_s;
		sys_s = run->sys_s;
		wall_s = run->wall_s;
		peak = run->peak_bytes;
		break;
	}
	set_text(b, t, "name", p->program);
	set_text(b, t, "collector", p->collector);
	set_number(b, t, "threads", p->threads);
	set_number(b, t, "ranks", p->ranks);
	set_number(b, t, "processors", p->processors);
	set_number(b, t, "fresh_large", p->fresh_large_ns / p->fresh_ns);
	set_number(b, t, "memory_given_back", p->memory_given_back);
	set_number(b, t, "large_walk", p->walk_large_ns / p->walk_ns);
	set_number(b, t, "runtime_s", elapsed(in));
	set_number(b, t, "path_s",
	           in->elapsed.known ? in->elapsed.path_s : NAN);
	set_number(b, t, "unlocked_s",
	           in->elapsed.known ? in->elapsed.unlocked_s : NAN);
	set_number(b, t, "busiest_s",
	           in->elapsed.known ? in->elapsed.busiest_s : NAN);
	set_number(b, t, "own_s", in->elapsed.known ? in->elapsed.own_s : NAN);
	set_number(b, t, "late_s",
	           in->elapsed.known ? in->elapsed.late_s : NAN);
	set_number(b, t, "delay_s",
	           in->elapsed.known ? in->elapsed.delay_s : NAN);
	set_number(b, t, "uneven_s",
	           in->elapsed.known ? in->elapsed.uneven_s : NAN);
	set_number(b, t, "elapsed_s", in->elapsed_s);
	set_number(b, t, "undelayed",
	           in->elapsed.known ? in->elapsed.undelayed : NAN);
	set_number(b, t, "all_threads", p->nthread ? (double)p->nthread : NAN);
	set_number(b, t, "user_s", user_s);
	set_number(b, t, "sys_s", sys_s);
	set_number(b, t, "wall_s", wall_s);
	set_number(b, t, "peak_bytes", peak);
	set_number(b, t, "system_memory", system_memory(p));
	add_all_facts(b, t, false, p->root);
	return t;
}

static double count_modules(const struct profile *p)
{
	double n = 0;

	for (const struct profile_section *s = p->root->child; s; s = s->next)
		n += s->kind == PROFILE_MODULE;
	return n;
}

int view_input_init(struct view_input *in, struct sandbox *sandbox,
                    const struct assessment *a, size_t input, struct err *err)
{
	struct builder b = { sandbox, err, 0 };

	in->sandbox = sandbox;
	in->assessment = a;
	in->input = input;
	in->machine =
		machine_table(&b, a->in[input].machine, a->in[input].profile);
	in->program = program_table(&b, &a->in[input]);
	add_values(&b, in->program, a, &a->program, input);
	add_fractions(&b, in->program, a, input);
	add_files(&b, in->program, a, input);
	add_callers(&b, in->program, a->in[input].profile);
	set_number(&b, in->program, "modules",
	           count_modules(a->in[input].profile));
	return b.rc;
}

void view_input_release(struct view_input *in)
{
	if (!in->sandbox)
		return;
	sandbox_drop(in->sandbox, in->machine);
	sandbox_drop(in->sandbox, in->program);
}
