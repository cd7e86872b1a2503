#include "perf_kept.h"

#include <math.h>
#include <string.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "measure/kept/identity.h"
#include "measure/kept/resume.h"
#include "measure/plan/plan.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/samples_text.h"
#include "perf_counters.h"
#include "profile/profile.h"

/* What else they are runs of: what was counted, how often it was sampled */
static void describe(struct strbuf *b, const struct perf_counters *c)
{
	struct strbuf sets = STRBUF_INIT;
	char hash[20];

	for (size_t i = 0; i < c->plan->nruns; i++) {
		const struct plan_run *set = &c->plan->runs[i];

		for (size_t k = 0; k < set->ncounts; k++)
			strbuf_addf(&sets, "%s@%.0f ",
			            set->counts[k].native->name,
			            set->counts[k].period);
		strbuf_addc(&sets, '\n');
	}
	snprintf(hash, sizeof(hash), "%016llx",
	         (unsigned long long)hash_text(sets.s));
	identity_add_word(b, "the machine", machine_name(c->s->machine));
	identity_add_word(b, "what is counted", hash);
	for (size_t i = 0; i < samples_modules(c->samples); i++) {
		const char *path = samples_module_path(c->samples, (uint32_t)i);

		if (path[0] == '/')
			identity_add_file(b, path);
	}
	strbuf_release(&sets);
}

static void write_run(struct strbuf *b, const struct perf_counters *c,
                      const struct perf_counters_run *r)
{
	const double v[] = {
		(double)r->set,   r->launch.wall_s,     r->launch.user_s,
		r->launch.sys_s,  r->launch.peak_bytes, r->launch.exit_status,
		r->samples,       r->stream.lost,       r->stream.threads,
		r->stream.kernel,
	};

	strbuf_adds(b, "run");
	samples_text_numbers(b, v, sizeof(v) / sizeof(*v));
	for (size_t i = 0; i < c->plan->runs[r->set].ncounts; i++) {
		const struct perf_stream_total *t = &r->stream.totals[i];
		const double total[] = { t->opened, t->value, t->enabled_s,
			                 t->running_s };

		strbuf_addc(b, 'x');
		samples_text_numbers(b, total, sizeof(total) / sizeof(*total));
	}
}

void perf_kept_text(struct strbuf *b, const struct perf_counters *c)
{
	strbuf_addf(b, "perf %zu\n", c->nruns);
	for (size_t i = 0; i < c->nruns; i++)
		write_run(b, c, &c->runs[i]);
	samples_text_write(b, c->samples);
	strbuf_adds(b, "end\n");
}

struct reader {
	struct perf_counters *c;
	size_t runs;  /* that there are to be; 0: not said yet */
	size_t total; /* of the last run, the next */
	bool ended;
};

/* Has the last run all its totals? */
static bool is_whole(const struct reader *r)
{
	const struct perf_counters *c = r->c;

	return !c->nruns ||
	       r->total == c->plan->runs[c->runs[c->nruns - 1].set].ncounts;
}

static bool read_run(struct reader *r, const struct line_words *w)
{
	struct perf_counters *c = r->c;
	bool ok = w->n == 11 && c->nruns < r->runs && is_whole(r);
	const struct perf_counters_run run = {
		.set = line_whole(w, 1, c->plan->nruns - 1, &ok),
		.launch = { .wall_s = line_known(w, 2, &ok),
		            .user_s = line_known(w, 3, &ok),
		            .sys_s = line_known(w, 4, &ok),
		            .peak_bytes = line_number(w, 5, &ok),
		            .exit_status = (int)line_whole(w, 6, 255, &ok) },
		.samples = line_known(w, 7, &ok),
		.stream = { .lost = line_known(w, 8, &ok),
		            .threads = line_known(w, 9, &ok),
		            .kernel = line_whole(w, 10, 1, &ok) },
	};

	if (!ok || run.set != (c->first + c->nruns) % c->plan->nruns)
		return false;
	c->runs[c->nruns++] = run;
	r->total = 0;
	perf_counters_number(c, &c->runs[c->nruns - 1]);
	return true;
}

static bool read_total(struct reader *r, const struct line_words *w)
{
	bool ok = w->n == 5 && r->c->nruns && !is_whole(r);
	const struct perf_stream_total t = {
		.opened = line_whole(w, 1, 1, &ok),
		.value = line_known(w, 2, &ok),
		.enabled_s = line_known(w, 3, &ok),
		.running_s = line_known(w, 4, &ok),
	};

	if (ok)
		r->c->runs[r->c->nruns - 1].stream.totals[r->total++] = t;
	return ok;
}

static bool read_line(void *ctx, char *line)
{
	struct reader *r = ctx;
	struct line_words w;
	bool ok = true;

	if (strcmp(line, "end") == 0) {
		r->ended = r->runs && r->c->nruns == r->runs && is_whole(r);
		return r->ended;
	}
	if (strncmp(line, "perf ", 5) == 0) {
		ok = !r->runs && line_words(&w, line) && w.n == 2;
		if (ok)
			r->runs =
				line_whole(&w, 1, PERF_COUNTERS_MAX_RUNS, &ok);
		return ok && r->runs;
	}
	if (strncmp(line, "run ", 4) == 0)
		return line_words(&w, line) && read_run(r, &w);
	if (strncmp(line, "x ", 2) == 0)
		return line_words(&w, line) && read_total(r, &w);
	return r->runs && samples_text_line(r->c->samples, r->c->nruns, line);
}

/* Samples are of natives that were counted, or of the time line's clock. */
static bool are_counted(const struct perf_counters *c)
{
	size_t n;
	const struct sample_count *all = samples_all(c->samples, &n);

	for (size_t i = 0; i < n; i++) {
		if (all[i].key.event >= c->nnatives &&
		    all[i].key.event != PERF_COUNTERS_CLOCK)
			return false;
	}
	return true;
}

int perf_kept_read(struct perf_counters *c, char *text, struct err *err)
{
	struct reader r = { .c = c };

	if (samples_text_lines(text, "runs", read_line, &r, &r.ended, err) != 0)
		return -1;
	if (!are_counted(c))
		return err_set(err, ERR_FORMAT,
		               "the runs have samples of events that were not "
		               "counted");
	return 0;
}

static int take(struct perf_counters *c, char *text, struct err *err)
{
	struct strbuf more = STRBUF_INIT;
	int rc = perf_kept_read(c, text, err);

	if (rc == 0) {
		describe(&more, c);
		rc = resume_compare(c->s->kept, c->s, &more, err);
	}
	strbuf_release(&more);
	return rc;
}

int perf_kept_find(struct perf_counters *c, struct err *err)
{
	struct session *s = c->s;
	char *text = resume_runs(s->kept, s, PROFILE_BY_PERF, err);

	if (!text && err->code == ERR_NONE)
		return 0;
	if (text && take(c, text, err) == 0) {
		s->exit_status = c->runs[0].launch.exit_status;
		s->reused = true;
		session_say(s, "%zu runs of the interrupted measurement",
		            c->nruns);
		return 0;
	}
	if (!s->force || err->code == ERR_SYSTEM)
		return -1;
	session_say(s, "%s; the runs are repeated", err->msg);
	err_clear(err);
	samples_free(c->samples);
	c->samples = samples_new();
	samples_keep(c->samples, s->files);
	c->nruns = c->nnatives = 0;
	return 0;
}

void perf_kept_write(struct perf_counters *c)
{
	const struct launch_result *last = &c->runs[c->nruns - 1].launch;
	struct strbuf more = STRBUF_INIT, text = STRBUF_INIT;

	if (!c->s->kept || last->interrupted || last->signal || last->limited ||
	    last->stopped || !samples_text_possible(c->samples))
		return;
	describe(&more, c);
	perf_kept_text(&text, c);
	resume_keep(c->s->kept, c->s, PROFILE_BY_PERF, &more, c->nruns, &text);
	strbuf_release(&more);
	strbuf_release(&text);
}
