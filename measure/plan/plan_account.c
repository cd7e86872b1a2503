/* plan_account.c - the events of the account of cycles, as far as they are
 * cheap */
#include "plan_private.h"

#include "arch/account.h"
#include "arch/events.h"
#include "arch/machine.h"
#include "base/banned.h"

/*
 * Runs that the account may take beyond those of the paper's events: it is
 * worth more than a refined bound, but each run takes as long as the program.
 */
enum { FURTHER_RUNS = 2, SPLITS = 32, SPLIT_EVENTS = 32 };

bool plan_for_account(const struct machine *m, const char *event)
{
	const char *const *names;
	size_t n;

	for (size_t i = 0; (n = machine_account_events(m, i, &names)) > 0;
	     i++) {
		for (size_t k = 0; k < n; k++) {
			if (strcmp(names[k], event) == 0)
				return true;
		}
	}
	return false;
}

struct added {
	struct candidate *list[SPLIT_EVENTS];
	size_t n;
};

/* All events of a split, or none. */
static bool add_split(struct planner *p, const char *const *names, size_t n,
                      struct added *added)
{
	for (size_t k = 0; k < n && k < SPLIT_EVENTS; k++) {
		struct candidate *c = plan_find(p, names[k]);

		if (!c || c->want == WANT_NOT)
			return false;
		if (plan_has(p, c))
			continue;
		if (!plan_add(p, c))
			return false;
		added->list[added->n++] = c;
	}
	return true;
}

static void leave_out(struct planner *p)
{
	for (size_t i = 0; i < p->ncandidates; i++) {
		struct candidate *c = &p->candidates[i];

		if (c->want != WANT_ACCOUNT || plan_has(p, c))
			continue;
		c->want = WANT_FREE;
		p->plan->left_out[p->plan->nleft_out++] = c->what->name;
	}
}

void plan_account(struct planner *p)
{
	const struct machine *m = p->r->machine;
	const unsigned before = plan_runs(&p->problem);
	const unsigned most = (before ? before : 1) + FURTHER_RUNS;
	bool made[SPLITS] = { false };
	const char *const *names;
	size_t n;

	if (p->r->events)
		return;
	for (size_t i = 0;
	     i < SPLITS && (n = machine_account_events(m, i, &names)) > 0;
	     i++) {
		struct added added = { .n = 0 };

		/* an unknown part is not split */
		made[i] = (i == 0 || made[machine_account_whole(m, i)]) &&
		          add_split(p, names, n, &added) &&
		          plan_runs(&p->problem) <= most;
		while (!made[i] && added.n > 0)
			plan_drop(p, added.list[--added.n]);
	}
	leave_out(p);
}
