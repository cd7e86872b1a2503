/*
 * The collector that needs no counters: time from native clock samples, the
 * other events from one simulated pass.
 */
#include <math.h>
#include <stdio.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/build/build_simulated.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "profile/profile.h"
#include "measure/run/remote_rank.h"
#include "measure/run/rank_set.h"
#include "measure/run/session.h"
#include "measure/plan/show.h"
#include "measure/collect/simulate/extrapolate/compare.h"
#include "measure/collect/simulate/extrapolate/share.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/extrapolate/work.h"
#include "host.h"
#include "simulate.h"
#include "tool_command.h"
#include "measure/collect/simulate/sample/sampling.h"
#include "measure/collect/simulate/sample/steer.h"
#include "measure/collect/simulate/build/unmatched.h"

/*
 * A simulated pass takes this many times the native CPU time: what waits for
 * memory, most programs, and what keeps several vector units busy.
 */
static const struct {
	double least, typical, most;
} slowdown = { 4, 40, 80 };

/* The limit was reached, or the user did not want to wait. */
static bool partial(const struct simulation *sim)
{
	bool limit = sim->launch.interrupted || sim->launch.stopped;

	for (size_t i = 0; i < sim->n; i++)
		limit = limit || simulation_stopped(sim->outs[i]);
	return limit;
}

static void find_part(struct session *s, const struct native *n,
                      const struct simulation *sim, struct share *share,
                      struct err *why)
{
	/* no more runs, or ranks out of reach: the share stays unknown */
	if (s->interrupted || s->launcher.remote)
		return;
	share_measure(s, n, sim, share, why);
	if (why->code != ERR_NONE)
		session_say(
			s,
			"it is unknown which part of the run was simulated: %s",
			why->msg);
}

/* On a terminal, before it begins. */
static void say_cost(const struct session *s, bool part, double times,
                     double native_s)
{
	if (!s->progress.on)
		return;
	fprintf(stderr,
	        "perfexpert-run: simulating %s: about %.0f s of processor "
	        "time, "
	        "%.0f native runs%s\n",
	        part ? "a sample" : "all of it", times * native_s, times,
	        part || s->effort == SESSION_FULL || native_s < 10
	                ? ""
	                : "; --limit TIME ends it earlier");
}

/* Can the pass end when it has seen enough? If not, why gets a note. */
static bool steered(struct session *s, const struct native *n, struct steer *t,
                    struct strbuf *note)
{
	struct err why = { 0 };

	if (steer_open(t, s, n, &why) == 0)
		return true;
	session_say(s, "all of the program is simulated: %s", why.msg);
	if (t->surprising)
		strbuf_addf(note, "all of the program was simulated: %s",
		            why.msg);
	steer_release(t);
	return false;
}

static void say_part(const struct session *s, const struct share *share,
                     double differ)
{
	char count[64] = "";

	if (!isnan(share->times))
		snprintf(count, sizeof(count),
		         ", %.1f %% by the count of one instruction",
		         100 / share->times);
	session_say(s,
	            "the simulated part: %.1f %% of the run by time (+-%.1f "
	            "%%)%s; within sections, %.0f %% of the time is "
	            "distributed differently from the whole run",
	            100 * share->share, 100 * share->share * share->error,
	            count, 100 * differ);
}

/* One pass of the simulator, and what it is steered by and gives */
struct pass {
	const struct native *n;
	struct steer *steer;
	struct simulation *sim;
	struct share *share;
	struct strbuf note; /* what is to be said of it */
};

/* Is the part not representative of the whole run? Then why says so. */
static bool is_wanting(const struct session *s, const struct native *n,
                       const struct pass *p, struct err *why)
{
	const struct steer *t = p->steer;
	const struct share *share = p->share;
	double differ = 0;

	if (isnan(share->share))
		return true; /* find_part said why */
	const double slower = share_slower(share);
	if (share->samples)
		differ = compare_part(&t->watch, s, n, share->samples,
		                      sampling.least_waited);
	say_part(s, share, differ);
	if (t->late &&
	    share->share * (1 + share->error) <
	            sampling.almost_needed * t->need - sampling.slack)
		err_set(why, ERR_UNSUPPORTED,
		        "the program's behaviour changes until %.0f %% of the "
		        "run",
		        100 * t->need);
	else if (differ > sampling.much_elsewhere)
		err_set(why, ERR_UNSUPPORTED,
		        "the program behaves differently after the simulated "
		        "part");
	else if (compare_calls(s, n, p->sim, sampling.least_waited))
		err_set(why, ERR_UNSUPPORTED,
		        "calls that take much time are made only after the "
		        "simulated part");
	else if (fabs(log(slower)) > log(sampling.most_slower))
		err_set(why, ERR_UNSUPPORTED,
		        "the same work takes %.2g times as long in the whole "
		        "run as in the part that was simulated first",
		        slower);
	return why->code != ERR_NONE;
}

/* What the pass spent its time on, in native runs. */
static void say_spent(const struct session *s, const struct simulation *sim,
                      const struct steer *t)
{
	const double watched = steer_used_for(t, SLICES_WATCHED);
	const double warmed_up = steer_used_for(t, SLICES_WARMED_UP);
	const double passed_over = steer_used_for(t, SLICES_PASSED_OVER);
	/* the kernel does not always report the ranks' time to us: a launcher
	 * started them */
	const double used =
		fmax((sim->launch.user_s + sim->launch.sys_s) / t->native_s,
	             watched + warmed_up + passed_over);

	session_say(s,
	            "the simulated run took %.1f native runs: %.1f in detail, "
	            "%.1f for warm-up, %.1f in fast-forward, %.1f for the rest",
	            used, watched, warmed_up, passed_over,
	            used - watched - warmed_up - passed_over);
}

/* Another pass, over the whole program, or as far as it comes for cost. */
static void simulate_again(struct session *s, struct pass *p, double cost,
                           struct err *err)
{
	const double native_s = p->steer->native_s;

	simulate_release(p->sim);
	share_release(p->share);
	steer_release(p->steer);
	say_cost(s, false, cost, native_s);
	if (steer_open_whole(p->steer, s, p->n, cost, err) != 0 ||
	    simulate_run(s, p->sim, p->steer, native_s * cost, err) != 0 ||
	    !partial(p->sim)) {
		if (p->steer->reader)
			say_spent(s, p->sim, p->steer);
		steer_cover(p->steer, 1);
		return;
	}
	say_spent(s, p->sim, p->steer);
	find_part(s, p->n, p->sim, p->share, &(struct err){ 0 });
	steer_cover(p->steer, p->share->share);
}

static void simulate_part(struct session *s, struct pass *p, struct err *err)
{
	const double *share = &p->share->share;
	struct err why = { 0 };
	double cost;

	find_part(s, p->n, p->sim, p->share, &why);
	steer_cover(p->steer, *share);
	if (s->interrupted || p->steer->effort == SESSION_LOW ||
	    !is_wanting(s, p->n, p, &why))
		return;
	cost = steer_cost_to_end(
		p->steer, isnan(*share) ? steer_progress(p->steer) : *share);
	if (isnan(*share) && !(cost <= sampling.most_for_a_place ||
	                       cost * p->steer->native_s <= sampling.soon_s)) {
		strbuf_addf(&p->note,
		            "it is unknown which part of the program was "
		            "simulated: %s; --effort full simulates all of it, "
		            "which costs about %.0f native runs",
		            why.msg, cost);
		return;
	}
	session_say(s, "the program is now simulated to its end: %s", why.msg);
	simulate_again(s, p, cost, err);
	strbuf_addf(&p->note, "%s: %s",
	            partial(p->sim) ? "another part was simulated"
	            : p->steer->sampled
	                    ? "slices from all of the run were simulated"
	                    : "all of the program was simulated",
	            why.msg);
}

/*
 * What seems to change may come from other programs on the machine. A second
 * run decides, unless the change is code that was not executed before.
 */
static bool steered_surely(struct session *s, struct native *n,
                           struct steer *steer, struct strbuf *note,
                           struct err *err)
{
	bool part = steered(s, n, steer, note);

	if (!n->more || !part || !steer_is_late(steer) ||
	    steer_begins_late(steer))
		return part;
	if (native_again(s, n, err) != 0 || s->interrupted)
		return part;
	steer_release(steer);
	return steered(s, n, steer, note);
}

/* Samples that come faster, and breakpoints, slow a run down by up to a third
 * in a virtual machine; more is of something else. */
static const double most_slowed = 1.5, least_slowed = 0.9;

/* The run that found the part, or else one more. */
static void complete_runs(struct session *s, struct native *n,
                          const struct share *share, struct err *err)
{
	if (n->more && share->samples && share->whole &&
	    share->speed > least_slowed && share->speed < most_slowed)
		native_take(n, &share->run, share->samples, share->speed);
	else
		native_again(s, n, err);
}

/*
 * The processor time of the first process of a run; *longest: of the one of its
 * others that took most. A main thread is listed again after each exec, with
 * all of its time so far.
 */
static double process_s(const struct samples *of,
                        const struct sample_process *first, double *longest)
{
	size_t n;
	const struct sample_thread *t = samples_threads(of, &n);
	double main_s = 0, threads_s = 0;

	*longest = 0;
	for (size_t i = 0; i < n; i++) {
		if (t[i].run != first->run || isnan(t[i].cpu_s))
			continue;
		if (t[i].pid != first->pid)
			*longest = fmax(*longest, t[i].cpu_s);
		else if (t[i].number == 0)
			main_s = fmax(main_s, t[i].cpu_s);
		else
			threads_s += t[i].cpu_s;
	}
	return main_s + threads_s;
}

/* Short processes that take little of the time, such as those of a wrapper that
 * looks for the program, would take most of the simulated run to start. */
static void leave_children(struct session *s, const struct native *n,
                           double native_s)
{
	const struct samples *of = n->waits ? n->waits : n->samples;
	size_t all;
	const struct sample_process *v = samples_processes(of, &all);
	double longest_s, rest_s;

	if (s->effort == SESSION_FULL || s->launcher.path || all < 2 ||
	    !(native_s > 0))
		return;
	rest_s = native_s - process_s(of, &v[0], &longest_s);
	s->leaves_children = longest_s <= sampling.short_child_s &&
	                     rest_s <= sampling.few_children * native_s;
	if (s->leaves_children)
		session_say(s,
		            "processes that it starts have %.0f %% of the "
		            "time: they run natively in the simulated run",
		            100 * rest_s / native_s);
}

/* The simulated run of a program that starts many short processes has a limit:
 * it would do little else than start them. */
static void limit_starts(struct session *s, const struct native *n,
                         double native_s, struct strbuf *note)
{
	const struct samples *of = n->waits ? n->waits : n->samples;
	const double limit_s =
		fmax(sampling.most_starts * native_s, sampling.least_limit_s);
	size_t all, first = 0;
	const struct sample_process *v = samples_processes(of, &all);

	while (first < all && v[first].run == v[0].run)
		first++;
	if (s->effort != SESSION_ANY || s->limit_s > 0 || s->leaves_children ||
	    (double)first * sampling.start_s <= limit_s)
		return;
	s->limit_s = limit_s;
	strbuf_addf(note,
	            "starting its %zu processes would take most of the "
	            "simulated run (--effort full simulates all)",
	            first);
	session_say(s, "%s", note->s);
}

/* False: there was no pass. */
static bool simulate(struct session *s, struct native *n, struct steer *steer,
                     struct simulation *sim, struct share *share,
                     struct err *err)
{
	struct pass p = { n, steer, sim, share, STRBUF_INIT };
	const struct launch_result *r = &n->runs[0].launch;
	const double native_s = r->user_s + r->sys_s;

	leave_children(s, n, native_s);
	limit_starts(s, n, native_s, &p.note);
	const bool part = steered_surely(s, n, steer, &p.note, err);
	const double times = part ? steer_cost(steer) : slowdown.typical;

	if (s->interrupted || err->code != ERR_NONE) {
		strbuf_release(&p.note);
		return false;
	}
	/* with the run that finds the part */
	say_cost(s, part, times + (part && steer->state != STEER_TO_END),
	         native_s);
	if (simulate_run(s, sim, part ? steer : NULL, native_s * times, err) ==
	    0) {
		if (part)
			say_spent(s, sim, steer);
		if (!partial(sim))
			steer_cover(steer, 1);
		else if (part)
			simulate_part(s, &p, err);
		else
			find_part(s, n, sim, share, &(struct err){ 0 });
	}
	if (p.note.len)
		sim->note = strbuf_detach(&p.note);
	strbuf_release(&p.note);
	return err->code == ERR_NONE;
}

/* A program that asks for the time may have done more or less work. */
static void compare_work(struct session *s, struct native *n,
                         const struct simulation *sim, struct work *work)
{
	struct err why = { 0 };

	if (sim->n != 1 || partial(sim) || s->interrupted || s->launcher.path ||
	    s->limit_s > 0 || sim->problem || !work_in_doubt(sim))
		return;
	work_compare(s, n, sim, work, &why);
	if (why.code != ERR_NONE)
		session_say(s,
		            "it is unknown whether the simulated run did the "
		            "same work: %s",
		            why.msg);
}

/* What has time but no counts: much is a part that is missing. */
static struct unmatched *find_unmatched(const struct session *s,
                                        const struct native *n,
                                        struct simulation *sim)
{
	struct unmatched *u = s->launcher.path || s->interrupted
	                              ? NULL
	                              : unmatched_find(n, sim);
	char *text = u ? unmatched_text(u) : NULL;

	if (text && !sim->problem && unmatched_share(u) > unmatched_much)
		sim->problem = text;
	else if (text && !sim->note)
		sim->note = text;
	else
		free(text);
	return u;
}

static struct profile *collect(struct session *s, struct err *err)
{
	struct native n;
	struct simulation sim = { 0 };
	struct share share = SHARE_INIT;
	struct steer steer = STEER_INIT;
	struct work work = { 0 };
	struct host host = HOST_INIT;
	struct unmatched *missing = NULL;
	struct profile *p = NULL;
	bool simulated = false;

	if (native_measure(s, &n, err) != 0)
		goto out;
	if (!s->interrupted && !s->exit_signal && !s->once) {
		host_measure(&host, s, &n);
		simulated = simulate(s, &n, &steer, &sim, &share, err);
		if (simulated)
			compare_work(s, &n, &sim, &work);
		complete_runs(s, &n, &share, err);
	}
	if (simulated)
		missing = find_unmatched(s, &n, &sim);
	p = build_simulated(
		s, &n, simulated ? &sim : NULL, partial(&sim) ? &share : NULL,
		steer.state == STEER_ENDING || steer.sampled ? &steer : NULL,
		&work, missing);
	if (simulated)
		host_keep(&host, p);
	if (s->reused && p)
		profile_note(p, "the measurement was interrupted and "
		                "continued (--resume): native runs are from "
		                "before the interruption");
	if (s->only)
		profile_note(p, "only the ranks %s were measured (--ranks)",
		             s->only->text);
	if (sim.problem && !s->problem)
		s->problem = mem_strdup(sim.problem);
out:
	unmatched_free(missing);
	host_release(&host);
	steer_release(&steer);
	share_release(&share);
	simulate_release(&sim);
	native_release(&n);
	return p;
}

static int show(struct session *s, FILE *f, struct session_cost *cost,
                struct err *err)
{
	const char *path;
	char **own = NULL,
	     **words = s->launcher.remote
	                       ? remote_rank_command(s, NULL, &own)
	                       : session_command(s, NULL, NULL, &path);
	int runs = s->native_runs ? s->native_runs : 3;

	(void)err;
	fprintf(f, "collector simulate, machine %s: %d runs\n",
	        machine_name(s->machine), runs + 1);
	fprintf(f,
	        "runs 1 to %d: TOT_CYC, by about 1000 clock samples per second "
	        "of CPU time%s\n",
	        runs,
	        s->native_runs ? ""
	                       : " (2 if they take 30 s or more; 1 if another "
	                         "run finds the simulated part)");
	if (words)
		show_command(f, "", words);
	free(words);
	remote_rank_free(own);
	fprintf(f, "run %d: all other events, counted in a simulation\n",
	        runs + 1);
	words = simulate_command(s, &own);
	if (words)
		show_command(f, "", words);
	for (size_t i = 0; own[i]; i++)
		free(own[i]);
	free(own);
	free(words);
	*cost = (struct session_cost){ (size_t)runs + 1, runs + slowdown.least,
		                       runs + slowdown.most };
	return 0;
}

const struct collector collector_simulate = {
	.name = PROFILE_BY_SIMULATE,
	.what = "clock samples and one pass of our Valgrind tool",
	.usable = simulate_usable,
	.collect = collect,
	.show = show,
};
