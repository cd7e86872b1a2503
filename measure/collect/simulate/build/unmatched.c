#include "unmatched.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "profile/profile.h"

/* Instead of a status. STOPPED: it continued when the program had ended, and
 * was ended by us: of that time it has counts of a part only */
enum { NOT_KNOWN = -1, BY_SIGNAL = -2, STOPPED = -3, MOST_NAMED = 3 };

enum fate { COUNTED, NOT_SIMULATED, ENDED_OTHERWISE, CONTINUED };

/* A process of either run: what it executed last. */
struct process {
	uint32_t pid, parent_pid;
	const char *program, *parent; /* paths, or NULL: not known */
	int status;                   /* that it exited with; or of above */
	bool taken;                   /* it has its match */
	enum fate fate;
	double cpu_s;
};

struct list {
	struct process *v;
	size_t n, cap;
};

struct unmatched {
	struct list native;
	struct ids threads; /* of the samples -> place in native */
	double all_s, missing_s;
};

static void add(struct list *l, const struct process *p)
{
	l->v = mem_grow(l->v, &l->cap, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = *p;
}

/* What is not known may be any. A file that is gone has the same name, and says
 * so. */
static bool same_program(const char *a, const char *b)
{
	static const char gone[] = " (deleted)";
	const size_t more = sizeof(gone) - 1;
	size_t n, k;

	if (!a || !b)
		return true;
	a = io_basename(a);
	b = io_basename(b);
	n = strlen(a);
	k = strlen(b);
	n -= n > more && strcmp(a + n - more, gone) == 0 ? more : 0;
	k -= k > more && strcmp(b + k - more, gone) == 0 ? more : 0;
	return n == k && memcmp(a, b, n) == 0;
}

/* Set each process's parent program; all processes are in the list. */
static void name_parents(struct list *l)
{
	struct ids by_pid = { 0 };

	for (size_t i = 0; i < l->n; i++)
		ids_add(&by_pid, l->v[i].pid, (uint32_t)i);
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t at = ids_get(&by_pid, l->v[i].parent_pid);

		l->v[i].parent = at == IDS_NONE ? NULL : l->v[at].program;
	}
	ids_release(&by_pid);
}

static void list_native(struct list *l, const struct samples *s)
{
	size_t n;
	const struct sample_process *all = samples_processes(s, &n);

	for (size_t i = 0; i < n; i++) {
		if (all[i].run != 0)
			continue;
		add(l, &(struct process){
			       .pid = all[i].pid,
			       .parent_pid = all[i].parent,
			       .program = all[i].program == SAMPLES_NO_SITE
		                                  ? NULL
		                                  : samples_module_path(
							    s, all[i].program),
			       .status = all[i].status,
		       });
	}
	name_parents(l);
}

/* Exit statuses from the preloaded library; the kernel's samples do not have
 * them */
static void take_status(struct list *l, const struct samples *from)
{
	struct ids by_pid = { 0 };
	size_t n;
	const struct sample_process *all = samples_processes(from, &n);

	for (size_t i = 0; i < n; i++) {
		if (all[i].run == 0)
			ids_add(&by_pid, all[i].pid, (uint32_t)i);
	}
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t at = ids_get(&by_pid, l->v[i].pid);

		if (at != IDS_NONE && l->v[i].status == NOT_KNOWN)
			l->v[i].status = all[at].status;
	}
	ids_release(&by_pid);
}

static int status_of(const struct simulation *sim, const struct simout *out)
{
	if (out->end == SIM_END_SIGNAL)
		return sim->launch.left ? STOPPED : BY_SIGNAL;
	return out->end == SIM_END_EXIT ? out->end_code : NOT_KNOWN;
}

static int by_pid(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

/* Processes of the simulated run, with the last program that each executed. A
 * process whose last program left no counts is not in the list. */
static void list_simulated(struct list *l, const struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++) {
		const struct simout *out = sim->outs[i];

		if (out->end != SIM_END_EXEC)
			add(l, &(struct process){
				       .pid = (uint32_t)out->pid,
				       .parent_pid = (uint32_t)out->parent_pid,
				       .program = out->program,
				       .status = status_of(sim, out),
			       });
	}
	if (l->n)
		qsort(l->v, l->n, sizeof(*l->v), by_pid);
	name_parents(l);
}

/* a: natively */
static bool agrees(const struct process *a, const struct process *b)
{
	return b->status != STOPPED &&
	       (a->status == NOT_KNOWN || b->status == NOT_KNOWN ||
	        a->status == b->status);
}

/* What two processes must have in common; the strictest comes first. */
struct rule {
	bool parent, status, known; /* known: both statuses are */
};

static void match(struct list *native, struct list *simulated,
                  const struct rule *rule)
{
	for (size_t i = 0, from = 0; i < native->n; i++) {
		struct process *a = &native->v[i];

		while (from < simulated->n && simulated->v[from].taken)
			from++;
		for (size_t k = from; !a->taken && k < simulated->n; k++) {
			struct process *b = &simulated->v[k];

			if (b->taken || !same_program(a->program, b->program) ||
			    (rule->parent &&
			     !same_program(a->parent, b->parent)) ||
			    (rule->status && !agrees(a, b)) ||
			    (rule->known && a->status != b->status))
				continue;
			a->taken = b->taken = true;
			a->fate = agrees(a, b)           ? COUNTED
			          : b->status == STOPPED ? CONTINUED
			                                 : ENDED_OTHERWISE;
		}
	}
}

static bool same_known(const char *a, const char *b)
{
	return a && b ? same_program(a, b) : !a && !b;
}

/*
 * Did another process of the program, begun by the same one, match? Its code
 * has counts then. How often something is begun may depend on time, as where a
 * script sleeps until a file is there.
 */
static bool is_counted_elsewhere(const struct list *l, const struct process *p)
{
	for (size_t i = 0; p->program && i < l->n; i++) {
		const struct process *o = &l->v[i];

		if (o->taken && o->fate == COUNTED &&
		    same_known(o->program, p->program) &&
		    same_known(o->parent, p->parent))
			return true;
	}
	return false;
}

static void match_all(struct list *native, struct list *simulated)
{
	static const struct rule rules[] = {
		{ true, true, true },   { true, true, false },
		{ false, true, true },  { false, true, false },
		{ true, false, false }, { false, false, false }
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		match(native, simulated, &rules[i]);
	for (size_t i = 0; i < native->n; i++) {
		if (!native->v[i].taken &&
		    !is_counted_elsewhere(native, &native->v[i]))
			native->v[i].fate = NOT_SIMULATED;
	}
}

static void index_threads(struct unmatched *m, const struct samples *s)
{
	struct ids processes = { 0 };
	size_t n;
	const struct sample_thread *all = samples_threads(s, &n);

	for (size_t i = 0; i < m->native.n; i++)
		ids_add(&processes, m->native.v[i].pid, (uint32_t)i);
	for (size_t i = 0; i < n; i++) {
		const uint32_t at = ids_get(&processes, all[i].pid);

		if (all[i].run == 0 && at != IDS_NONE)
			ids_add(&m->threads, all[i].index, at);
	}
	ids_release(&processes);
}

static struct process *process_of(const struct unmatched *m,
                                  const struct sample_count *c)
{
	const uint32_t at = c->key.run == 0
	                            ? ids_get(&m->threads, c->key.thread)
	                            : IDS_NONE;

	return at == IDS_NONE ? NULL : &m->native.v[at];
}

static void add_time(struct unmatched *m, const struct samples *s)
{
	size_t n;
	const struct sample_count *all = samples_all(s, &n);

	for (size_t i = 0; i < n; i++) {
		struct process *p = process_of(m, &all[i]);
		const double time_s = all[i].user_s + all[i].system_s;

		if (all[i].key.run == 0)
			m->all_s += time_s;
		if (p)
			p->cpu_s += time_s;
	}
	for (size_t i = 0; i < m->native.n; i++) {
		if (m->native.v[i].fate != COUNTED)
			m->missing_s += m->native.v[i].cpu_s;
	}
}

/* If only a part was simulated, it is unknown which processes it should have.
 */
static bool whole(const struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++) {
		if (sim->outs[i]->end == SIM_END_LIMIT ||
		    sim->outs[i]->end == SIM_END_ENOUGH)
			return false;
	}
	return sim->n && !sim->launch.limited && !sim->launch.interrupted &&
	       !sim->launch.stopped;
}

struct unmatched *unmatched_find(const struct native *n,
                                 const struct simulation *sim)
{
	struct unmatched *m;
	struct list simulated = { 0 };
	bool any = false;

	if (!whole(sim))
		return NULL;
	m = mem_alloc(1, sizeof(*m));
	list_native(&m->native, n->samples);
	take_status(&m->native, n->waits);
	list_simulated(&simulated, sim);
	match_all(&m->native, &simulated);
	free(simulated.v);
	for (size_t i = 0; i < m->native.n; i++)
		any |= m->native.v[i].fate != COUNTED;
	if (!any) {
		unmatched_free(m);
		return NULL;
	}
	index_threads(m, n->samples);
	add_time(m, n->samples);
	return m;
}

void unmatched_free(struct unmatched *m)
{
	if (!m)
		return;
	free(m->native.v);
	ids_release(&m->threads);
	free(m);
}

/* Processor time of the first run, and that without counts */
struct times {
	struct ids ids; /* pointer to the section -> index in v */
	struct {
		double all_s, missing_s;
	} * v;
	size_t n, cap;
};

static size_t place_of(struct times *t, const struct profile_section *s)
{
	const uint32_t at = ids_add(&t->ids, (uintptr_t)s, (uint32_t)t->n);

	if (at == t->n) {
		t->v = mem_grow(t->v, &t->cap, t->n + 1, sizeof(*t->v));
		t->v[t->n].all_s = t->v[t->n].missing_s = 0;
		t->n++;
	}
	return at;
}

void unmatched_sections(const struct unmatched *m, const struct samples *s,
                        const struct spot *spots, struct ids *found)
{
	struct times t = { 0 };
	size_t n;
	const struct sample_count *all = samples_all(s, &n);

	for (size_t i = 0; i < n; i++) {
		const double time_s = all[i].user_s + all[i].system_s;
		const struct process *p = process_of(m, &all[i]);

		if (all[i].key.run != 0)
			continue;
		for (const struct profile_section *at = spots[i].section; at;
		     at = at->parent) {
			const size_t k = place_of(&t, at);

			t.v[k].all_s += time_s;
			t.v[k].missing_s +=
				p && p->fate != COUNTED ? time_s : 0;
		}
	}
	for (size_t i = 0; i < t.ids.n; i++) {
		const struct ids_entry *e = &t.ids.entries[i];

		if (t.v[e->value].missing_s >
		    unmatched_much * t.v[e->value].all_s)
			ids_add(found, e->key, 1);
	}
	ids_release(&t.ids);
	free(t.v);
}

double unmatched_share(const struct unmatched *m)
{
	return m->all_s > 0 ? m->missing_s / m->all_s : 0;
}

/* Add up processes of one program with the same reason in the first of them. */
static void gather(const struct unmatched *m, struct list *groups)
{
	for (size_t i = 0; i < m->native.n; i++) {
		const struct process *p = &m->native.v[i];
		size_t k = 0;

		if (p->fate == COUNTED)
			continue;
		while (k < groups->n &&
		       (groups->v[k].fate != p->fate ||
		        !same_program(groups->v[k].program, p->program)))
			k++;
		if (k == groups->n) {
			add(groups, p);
			groups->v[k].pid = 0;
			groups->v[k].cpu_s = 0;
		}
		groups->v[k].pid++; /* how many */
		groups->v[k].cpu_s += p->cpu_s;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return (x->cpu_s < y->cpu_s) - (x->cpu_s > y->cpu_s);
}

char *unmatched_text(const struct unmatched *m)
{
	static const char *const what[] = {
		[NOT_SIMULATED] = "could not be simulated",
		[ENDED_OTHERWISE] = "ended differently under the simulator",
		[CONTINUED] = "continued after the program's end",
	};
	struct strbuf b = STRBUF_INIT;
	struct list groups = { 0 };

	gather(m, &groups);
	if (groups.n)
		qsort(groups.v, groups.n, sizeof(*groups.v), by_time);
	strbuf_adds(&b, "events are missing: ");
	for (size_t i = 0; i < groups.n && i < MOST_NAMED; i++) {
		const struct process *g = &groups.v[i];

		strbuf_addf(
			&b,
			"%s%u process%s of '%.100s' (%.0f %% of the time) %s",
			i ? "; " : "", g->pid, g->pid == 1 ? "" : "es",
			g->program ? io_basename(g->program) : "?",
			m->all_s > 0 ? 100 * g->cpu_s / m->all_s : 0,
			what[g->fate]);
	}
	if (groups.n > MOST_NAMED)
		strbuf_addf(&b, "; and %zu more programs",
		            groups.n - MOST_NAMED);
	if (unmatched_share(m) > unmatched_much)
		strbuf_adds(&b, ". Code that they share with the others has "
		                "no counts");
	free(groups.v);
	return strbuf_detach(&b);
}
