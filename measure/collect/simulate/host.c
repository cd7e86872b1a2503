#include "host.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "measure/collect/clock/clock.h"
#include "measure/collect/clock/native.h"
#include "measure/run/session.h"
#include "profile/profile.h"

/* Plausible range of the clock, relative to the nominal one of the machine
 * file */
static const double clock_range = 4;

/* Memory of a shared machine may take twice as long as a data sheet says, and
 * seldom eight times. */
static const double odd = 2, wrong = 8;

static const char source[] = "measured on this host before the pass";

/* A figure, the number of the model that it is, and the one of the file that it
 * is not many times as long as */
static const struct figure {
	size_t at;
	const char *name, *like, *what;
} figures[] = {
#define AT(field) offsetof(struct memory_figures, field)
	{ AT(latency_ns), "memory_latency", "memory_latency",
	  "a load from memory" },
	{ AT(line_ns), "memory_line", "memory_line", "a line from memory" },
	{ AT(random_ns), "memory_random", "memory_latency",
	  "a random line from memory" },
	{ AT(l3_latency_ns), "l3_latency", "l3_latency", "a load from L3" },
	{ AT(l3_line_ns), "l3_line", "l3_line", "a line from L3" },
	{ AT(l3_random_ns), "l3_random", "l3_latency",
	  "a random line from L3" },
	{ AT(walk_ns), "walk", "memory_latency", "a page walk" },
	{ AT(walk_ns), "walk_nested", "memory_latency", NULL },
#undef AT
};

enum { N_FIGURES = sizeof(figures) / sizeof(*figures) };

static double *figure_of(struct memory_figures *f, size_t i)
{
	return (double *)(void *)((char *)f + figures[i].at);
}

static double figure(const struct memory_figures *f, size_t i)
{
	return *(const double *)(const void *)((const char *)f + figures[i].at);
}

/* How many times as long as what the file has; NAN: not known */
static double against_file(const struct machine *m,
                           const struct memory_figures *f, size_t i)
{
	const double cycles = machine_model_value(m, figures[i].like);

	return figure(f, i) * 1e-9 * machine_param(m, "CPU_freq") / cycles;
}

bool host_is_odd(const struct memory_figures *f, const struct machine *m)
{
	for (size_t i = 0; i < N_FIGURES; i++) {
		if (against_file(m, f, i) > odd)
			return true;
	}
	return false;
}

void host_take(struct memory_figures *f, struct machine *m, struct strbuf *note)
{
	double times[N_FIGURES];

	for (size_t i = 0; i < N_FIGURES; i++)
		times[i] = against_file(m, f, i);
	for (size_t i = 0; i < N_FIGURES; i++) {
		if (times[i] > wrong && figures[i].what)
			strbuf_addf(note, "%s%s in %.0f ns",
			            note->len ? ", " : "", figures[i].what,
			            figure(f, i));
	}
	for (size_t i = 0; i < N_FIGURES; i++) {
		if (times[i] > wrong)
			*figure_of(f, i) = NAN;
		else if (!isnan(figure(f, i)))
			machine_model_measured(m, figures[i].name, figure(f, i),
			                       source);
	}
	if (!isnan(f->others_ns))
		machine_model_measured(m, "l3_others", f->others_ns, source);
}

void host_clock(struct native *n, struct machine *m, struct strbuf *note)
{
	const double nominal = machine_param(m, "CPU_freq");
	double hz[NATIVE_MAX_RUNS], agreed;

	for (size_t i = 0; i < n->nruns; i++)
		hz[i] = n->runs[i].clock_hz;
	agreed = clock_agreed(hz, n->nruns);
	if (agreed > nominal * clock_range || agreed < nominal / clock_range) {
		strbuf_addf(note, "%sthe clock as %.0f MHz",
		            note->len ? ", " : "", agreed / 1e6);
		agreed = NAN;
	}
	for (size_t i = 0; i < n->nruns; i++) {
		const double both[] = { hz[i], agreed };

		/* not near the others: it was interrupted */
		if (isnan(hz[i]) || isnan(agreed) ||
		    (hz[i] < agreed && clock_agreed(both, 2) == agreed))
			n->runs[i].clock_hz = agreed;
	}
	if (!isnan(agreed))
		machine_set_clock(m, agreed);
}

static void least(double *a, double b)
{
	*a = fmin(*a, b);
}

/* Other programs can only make latencies larger, so the least is kept. Of the
 * lines that others bring into L3 the first value is kept: it becomes smaller
 * if others do more. */
static void keep_least(struct memory_figures *f, const struct memory_figures *g)
{
	for (size_t i = 0; i < N_FIGURES; i++)
		least(figure_of(f, i), figure(g, i));
	least(&f->walk_large_ns, g->walk_large_ns);
	least(&f->fresh_ns, g->fresh_ns);
	least(&f->fresh_large_ns, g->fresh_large_ns);
	f->took_s += g->took_s;
}

/*
 * What this host's memory gives; not for a machine that was named, even if it
 * is this one: then its file is wanted. Tests that look at no figures do
 * without it, as it takes longer than what they run.
 */
static void measure_memory(struct host *h, struct session *s)
{
	struct memory_figures *f = &h->memory;
	const struct machine_geometry *g = machine_geometry(s->machine);
	const struct memory_caches caches = { g->l2.size_bytes,
		                              g->l3.size_bytes,
		                              g->dtlb2.entries };
	struct err why = { 0 };

	if (s->machine_name || getenv("PERFEXPERT_NO_MEMORY"))
		return;
	if (memory_measure(&caches, f, &why) != 0) {
		session_say(s, "the memory was not measured: %s", why.msg);
		return;
	}
	if (host_is_odd(f, s->machine)) {
		struct memory_figures again = MEMORY_UNKNOWN;

		if (memory_measure(&caches, &again, &why) == 0)
			keep_least(f, &again);
	}
	session_say(s,
	            "measured the memory in %.2f s: latency %.0f ns, a line in "
	            "%.2f ns, a random line in %.2f ns; others bring a line "
	            "into L3 every %.1f ns (0: none)",
	            f->took_s, f->latency_ns, f->line_ns, f->random_ns,
	            f->others_ns);
	host_take(f, s->machine, &h->note);
}

void host_measure(struct host *h, struct session *s, struct native *n)
{
	if (strcmp(machine_name(s->machine), machine_name(s->host)) == 0)
		host_clock(n, s->machine, &h->note);
	measure_memory(h, s);
}

void host_keep(const struct host *h, struct profile *p)
{
	const struct memory_figures *f = &h->memory;

	p->memory_latency_ns = f->latency_ns;
	p->memory_line_ns = f->line_ns;
	p->l3_line_ns = f->l3_line_ns;
	p->l3_latency_ns = f->l3_latency_ns;
	p->memory_random_ns = f->random_ns;
	p->l3_random_ns = f->l3_random_ns;
	p->l3_others_ns = f->others_ns;
	p->walk_ns = f->walk_ns;
	p->walk_large_ns = f->walk_large_ns;
	p->fresh_ns = f->fresh_ns;
	p->fresh_large_ns = f->fresh_large_ns;
	if (memory_given_back("/sys/bus/virtio/drivers/virtio_balloon"))
		p->memory_given_back = 1;
	if (h->note.len)
		profile_note(p,
		             "other programs disturbed the measurement of this "
		             "host (%s): the machine file's figures are used",
		             h->note.s);
}

bool host_pages_are_large(void)
{
	static const char file[] =
		"/sys/kernel/mm/transparent_hugepage/enabled";
	enum { MOST = 4096 };
	struct strbuf text = STRBUF_INIT;
	struct err ignored = { 0 };
	const bool large = io_read_file(file, MOST, &text, &ignored) == 0 &&
	                   strstr(text.s, "[always]");

	strbuf_release(&text);
	return large;
}

void host_release(struct host *h)
{
	strbuf_release(&h->note);
}
