#include "build_open.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/simulate/sample/steer.h"
#include "profile/profile.h"

enum { NAMED = 3 };

static int by_share(const void *a, const void *b)
{
	const struct open_section *x = a, *y = b;

	return (x->share < y->share) - (x->share > y->share);
}

static void add_name(struct strbuf *to, const struct profile_section *s)
{
	const struct profile_section *proc = s;

	if (!s) {
		strbuf_adds(to, "those with small shares");
		return;
	}
	while (proc && proc->kind != PROFILE_PROCEDURE)
		proc = proc->parent;
	if (s->kind == PROFILE_LOOP && s->file && s->line)
		strbuf_addf(to, "the loop at %s:%u", io_basename(s->file),
		            s->line);
	else
		strbuf_addf(to, "%s'%s'",
		            s->kind == PROFILE_LOOP ? "a loop of " : "",
		            proc ? proc->name : s->name);
}

void open_name_sections(struct strbuf *to, struct open_section *list, size_t n)
{
	if (n)
		qsort(list, n, sizeof(*list), by_share);
	for (size_t i = 0; i < n && i < NAMED; i++) {
		const char *and = n <= NAMED && i + 1 == n ? " and " : ", ";

		strbuf_addf(to, "%s", i ? and : "");
		add_name(to, list[i].section);
		strbuf_addf(to, " (%.0f %%%s", 100 * list[i].share,
		            i ? "" : " of the time");
		if (list[i].bars >= 0.5)
			strbuf_addf(to, ", +-%.0f%s", list[i].bars,
			            i ? "" : " characters");
		strbuf_addf(to, ")");
	}
	if (n > NAMED)
		strbuf_addf(to, " and %zu other%s", n - NAMED,
		            n - NAMED == 1 ? "" : "s");
}

/* Those of a verdict; *share: what they have of the time. */
static size_t find_open(struct attribution *b, const struct steer *t,
                        enum steer_verdict verdict, struct open_section *list,
                        double *share)
{
	size_t n = 0;

	*share = 0;
	for (size_t i = 0; i < t->watch.n; i++) {
		const struct watched *w = &t->watch.v[i];

		if (steer_verdict(t, i) != verdict)
			continue;
		*share += w->share;
		list[n++] = (struct open_section){
			.section = w->path ? attribution_spot_vaddr(b, w->path,
			                                            w->vaddr)
			                             .section
			                   : NULL,
			.share = w->share,
			.bars = steer_section_bars(t, i),
		};
	}
	return n;
}

static void note_verdict(struct profile *p, struct attribution *b,
                         const struct steer *t, enum steer_verdict verdict,
                         const char *what)
{
	struct open_section *list = mem_alloc(t->watch.n + 1, sizeof(*list));
	struct strbuf names = STRBUF_INIT;
	double share;
	const size_t n = find_open(b, t, verdict, list, &share);

	open_name_sections(&names, list, n);
	if (n)
		profile_note(
			p,
			"%.0f %% of the time is in %zu section%s whose %s (the "
			"others' bars are stable; --effort full simulates all "
			"of it): %s",
			100 * share, n, n == 1 ? "" : "s", what, names.s);
	strbuf_release(&names);
	free(list);
}

void open_notes(struct profile *p, struct attribution *b, const struct steer *t)
{
	if (!t)
		return;
	note_verdict(p, b, t, STEER_MOVES,
	             "bars were still changing when the simulated run ended");
	note_verdict(p, b, t, STEER_OPEN,
	             "bars were not stable when the simulated run ended");
	note_verdict(
		p, b, t, STEER_UNCERTAIN,
		"bars are uncertain, because much of it was fast-forwarded");
	note_verdict(p, b, t, STEER_UNSEEN,
	             "code had not run when the simulated run ended");
}
