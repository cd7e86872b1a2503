#include "view_program.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "lua/sandbox.h"
#include "profile/facts.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "view_facts.h"
#include "view_fields.h"

const char *view_linker_name(const struct assess_section *s,
                             const struct assess_value *v)
{
	return v->section && v->section->raw_name ? v->section->raw_name
	                                          : s->name;
}

double view_elapsed(const struct assess_input *in)
{
	return isnan(in->elapsed_s) ? in->runtime_s : in->elapsed_s;
}

static void add_cache(struct fields *b, int table, const char *name,
                      const struct machine_cache *cache)
{
	if (cache->size_bytes)
		field_number(b, table, name, (double)cache->size_bytes);
}

static void add_tlb(struct fields *b, int table, const char *name,
                    const struct machine_tlb *tlb)
{
	if (tlb->entries)
		field_number(b, table, name, tlb->entries);
}

/* Cycles of the path for one of many lines in a row: as it was measured, where
 * it was, or as the machine file says. */
static double line_cycles(const struct machine *m, const struct profile *p,
                          double ns, const char *name)
{
	const double cycles = ns * 1e-9 * p->clock_hz;

	return cycles > 0 ? cycles : machine_model_value(m, name);
}

int view_machine(struct fields *b, const struct machine *m,
                 const struct profile *p)
{
	const struct machine_geometry *g = machine_geometry(m);
	const struct machine_peak *peak = machine_peak(m);
	const struct machine_param *params;
	const size_t n = machine_params(m, &params);
	int t = field_new(b);

	for (size_t i = 0; i < n; i++)
		field_number(b, t, params[i].name,
		             machine_param(m, params[i].name));
	field_text(b, t, "name", machine_name(m));
	field_text(b, t, "isa", machine_isa(m));
	add_cache(b, t, "L1_size", &g->l1d);
	add_cache(b, t, "L1i_size", &g->l1i);
	add_cache(b, t, "L2_size", &g->l2);
	add_cache(b, t, "L3_size", &g->l3);
	if (g->l1d.size_bytes) {
		field_number(b, t, "line", g->l1d.line_bytes);
		field_number(b, t, "L1_ways", g->l1d.ways);
	}
	add_tlb(b, t, "dtlb1_entries", &g->dtlb1);
	if (g->dtlb1.entries && g->dtlb1.ways)
		field_number(b, t, "dtlb1_ways", g->dtlb1.ways);
	add_tlb(b, t, "dtlb2_entries", &g->dtlb2);
	add_tlb(b, t, "itlb1_entries", &g->itlb1);
	if (g->dtlb1.entries)
		field_number(b, t, "page", (double)g->dtlb1.page_bytes);
	if (peak->vector_bits)
		field_number(b, t, "vector_bits", peak->vector_bits);
	if (peak->compiled_bits)
		field_number(b, t, "compiled_bits", peak->compiled_bits);
	field_number(b, t, "rob", machine_model_value(m, "rob"));
	field_number(b, t, "L1_load", machine_model_latency(m, "load"));
	field_number(b, t, "L2_line", machine_model_value(m, "l2_line"));
	field_number(b, t, "L3_line",
	             line_cycles(m, p, p->l3_line_ns, "l3_line"));
	field_number(b, t, "Mem_line",
	             line_cycles(m, p, p->memory_line_ns, "memory_line"));
	if (peak->issue_width)
		field_number(b, t, "issue_width", peak->issue_width);
	if (peak->socket_cores)
		field_number(b, t, "socket_cores", peak->socket_cores);
	field_number(b, t, "core_bytes_per_s", peak->core_bytes_per_s);
	field_number(b, t, "socket_bytes_per_s", peak->socket_bytes_per_s);
	return t;
}

/* Adds to a number of the table; of namesakes in several modules the sum. */
static void add_number(struct fields *b, int table, const char *name,
                       double number)
{
	struct sandbox_value before = sandbox_nil();

	if (b->rc != 0)
		return;
	if (sandbox_field(b->sb, table, name, &before, b->err) != 0)
		b->rc = -1;
	field_number(
		b, table, name,
		number + (before.type == SANDBOX_NUMBER ? before.number : 0));
}

/* The files of the program's own procedures by the linker's name, so that
 * rules about calls know who sees whom when it is compiled */
static void add_files(struct fields *b, int program, const struct assessment *a,
                      size_t input)
{
	int table = field_table(b, program, "files");

	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_section *s = a->procedures[i];
		const char *name = view_linker_name(s, &s->in[input]);

		if (s->file && name && *name && s->in[input].section &&
		    own_module(a->in[input].profile, s->in[input].section))
			field_name(b, table, name, io_basename(s->file));
	}
	sandbox_drop(b->sb, table);
}

/* Of a procedure's conditional branches, those that were guessed wrong; NAN:
 * not measured */
static double mispredicted(const struct assess_value *v,
                           const struct assessment *a)
{
	double wrong = NAN, all = NAN;

	for (size_t e = 0; v->events && e < a->nevents; e++) {
		if (strcmp(a->events[e], "BR_MSP") == 0)
			wrong = v->events[e];
		else if (strcmp(a->events[e], "BR_CND") == 0)
			all = v->events[e];
	}
	return all > 0 ? wrong / all : NAN;
}

/* Shares of the program's time by the linker's name of the procedure, so that
 * rules about calls know what the callees take, and those without the time
 * that the operating system has of them; and their mispredicted branches */
static void add_fractions(struct fields *b, int program,
                          const struct assessment *a, size_t input)
{
	int table = field_table(b, program, "fractions");
	int own = field_table(b, program, "own_fractions");
	int wrong = field_table(b, program, "mispredicted");

	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_value *v = &a->procedures[i]->in[input];
		const char *name = view_linker_name(a->procedures[i], v);
		double system = 0;

		if (!(v->fraction >= 0.0005) || !name || !*name)
			continue;
		if (v->section)
			system = account_system_share(a->in[input].profile,
			                              v->section);
		add_number(b, table, name, v->fraction);
		add_number(b, own, name, v->fraction * fmax(0, 1 - system));
		field_number(b, wrong, name, mispredicted(v, a));
	}
	sandbox_drop(b->sb, wrong);
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

static void set_caller(struct fields *b, int callers, const struct caller *c)
{
	const char *file = profile_fact_attr(c->fact, "file");
	struct strbuf place = STRBUF_INIT;
	int ref = field_table(b, callers, c->name);

	strbuf_addf(&place, "%s:%s", file ? io_basename(file) : "line",
	            profile_fact_attr(c->fact, "line"));
	field_name(b, ref, "procedure", c->procedure);
	field_name(b, ref, "title", profile_fact_attr(c->fact, "title"));
	field_name(b, ref, "place", place.s);
	field_number(b, ref, "calls", c->calls);
	field_number(b, ref, "all_calls", c->all);
	sandbox_drop(b->sb, ref);
	strbuf_release(&place);
}

/* callers.NAME: the place from where NAME is called most */
static void add_callers(struct fields *b, int program, const struct profile *p)
{
	int table = field_table(b, program, "callers");
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

static int totals_table(struct fields *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;
	double user_s = NAN, sys_s = NAN, wall_s = NAN, peak = NAN;
	int t = field_new(b);

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
	field_text(b, t, "name", p->program);
	field_text(b, t, "collector", p->collector);
	field_number(b, t, "threads", p->threads);
	field_number(b, t, "ranks", p->ranks);
	field_number(b, t, "processors", p->processors);
	field_number(b, t, "fresh_s", p->fresh_ns * 1e-9);
	field_number(b, t, "fresh_large", p->fresh_large_ns / p->fresh_ns);
	field_number(b, t, "memory_given_back", p->memory_given_back);
	field_number(b, t, "large_walk", p->walk_large_ns / p->walk_ns);
	field_number(b, t, "runtime_s", view_elapsed(in));
	field_number(b, t, "path_s",
	             in->elapsed.known ? in->elapsed.path_s : NAN);
	field_number(b, t, "unlocked_s",
	             in->elapsed.known ? in->elapsed.unlocked_s : NAN);
	field_number(b, t, "busiest_s",
	             in->elapsed.known ? in->elapsed.busiest_s : NAN);
	field_number(b, t, "own_s",
	             in->elapsed.known ? in->elapsed.own_s : NAN);
	field_number(b, t, "late_s",
	             in->elapsed.known ? in->elapsed.late_s : NAN);
	field_number(b, t, "delay_s",
	             in->elapsed.known ? in->elapsed.delay_s : NAN);
	field_number(b, t, "uneven_s",
	             in->elapsed.known ? in->elapsed.uneven_s : NAN);
	field_number(b, t, "elapsed_s", in->elapsed_s);
	field_number(b, t, "undelayed",
	             in->elapsed.known ? in->elapsed.undelayed : NAN);
	field_number(b, t, "all_threads",
	             p->nthread ? (double)p->nthread : NAN);
	field_number(b, t, "user_s", user_s);
	field_number(b, t, "sys_s", sys_s);
	field_number(b, t, "wall_s", wall_s);
	field_number(b, t, "peak_bytes", peak);
	field_number(b, t, "system_memory", system_memory(p));
	view_facts(b, t, false, p->root);
	return t;
}

static double count_modules(const struct profile *p)
{
	double n = 0;

	for (const struct profile_section *s = p->root->child; s; s = s->next)
		n += s->kind == PROFILE_MODULE;
	return n;
}

int view_program(struct fields *b, const struct assessment *a, size_t input)
{
	const struct profile *p = a->in[input].profile;
	int t = totals_table(b, &a->in[input]);

	add_fractions(b, t, a, input);
	add_files(b, t, a, input);
	add_callers(b, t, p);
	field_number(b, t, "modules", count_modules(p));
	return t;
}
