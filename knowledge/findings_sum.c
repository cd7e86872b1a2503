#include "findings_sum.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "diagnose/assessment.h"
#include "findings.h"
#include "gain.h"
#include "knowledge.h"
#include "places.h"
#include "suggest.h"

bool findings_is_remedy(const struct findings *f,
                        const struct suggest_item *item)
{
	for (size_t i = 0; i < f->nremedies; i++) {
		if (f->remedies[i].item->suggestion == item->suggestion)
			return true;
	}
	return false;
}

/* Is a change's gain that of the whole program, at whichever place? */
static bool is_of_all(const struct suggest_item *item)
{
	return item->gain.together || item->suggestion->of_program ||
	       item->suggestion->of_elapsed;
}

/* Is its first change one of calls that the place makes itself? */
static bool is_of_calls_here(const struct findings *f, const struct finding *of)
{
	const struct suggest_item *item = of->changes[0];

	return item->suggestion->of_program && !item->gain.together &&
	       !item->suggestion->of_elapsed &&
	       places_within(item->at, of->at) &&
	       item->at->in[f->input].ncalls > 0;
}

/* Is its first change said of a later place, too? */
static bool is_said_later(const struct findings *f, const struct finding *of)
{
	const size_t self = (size_t)(of - f->list);

	for (size_t i = self + 1; i < f->n + f->nsmall; i++) {
		if (f->list[i].same == self + 1)
			return true;
	}
	return false;
}

/* Of what the first change saves, the place's own: what calls of loops that are
 * places take is said there, if the change is. */
static double own_part(const struct findings *f, const struct finding *of,
                       double saved)
{
	return is_of_all(of->changes[0]) && !of->same &&
	                       !(of->napart > 0 && is_of_calls_here(f, of) &&
	                         is_said_later(f, of))
	               ? saved
	               : fmin(of->share, saved);
}

/* Is the change of an earlier place made here, too, and not for a section that
 * has both? */
static bool adds_to_same(const struct findings *f, const struct finding *of)
{
	return of->same &&
	       of->changes[0]->at != f->list[of->same - 1].changes[0]->at &&
	       (!is_of_all(of->changes[0]) || is_of_calls_here(f, of));
}

void findings_add_alike(struct findings *f, size_t i)
{
	struct finding *of = &f->list[i];
	double saved, most;

	if (of->n == 0)
		return;
	of->gain = of->changes[0]->gain;
	if (of->same || of->gain.together || of->gain.joined)
		return;
	saved = own_part(f, of, of->gain.saved);
	most = isnan(of->gain.most) ? NAN : own_part(f, of, of->gain.most);
	for (size_t k = i + 1; k < f->n + f->nsmall; k++) {
		const struct finding *other = &f->list[k];
		const struct gain *gain =
			other->same == i + 1 ? &other->changes[0]->gain : NULL;

		if (!gain || gain->joined || !adds_to_same(f, other) ||
		    gain->expected != of->gain.expected)
			continue;
		saved += own_part(f, other, gain->saved);
		most += own_part(f, other, gain->most);
		of->alike++;
	}
	of->gain.saved = fmin(FINDINGS_SAVED_MOST, fmax(of->gain.saved, saved));
	of->gain.most = isnan(most) ? of->gain.most
	                            : fmin(1, fmax(of->gain.most, most));
}

/* Changes of one remedy that act everywhere are one: is another one counted for
 * this place's? */
static bool is_counted_elsewhere(const struct findings *f, size_t at)
{
	const struct suggest_item *item = f->list[at].changes[0];
	const char *remedy = item->suggestion->remedy;

	for (size_t i = 0; remedy && i < f->n; i++) {
		const struct suggest_item *other =
			f->list[i].n > 0 ? f->list[i].changes[0] : NULL;

		if (other && other->gain.together &&
		    other->suggestion->remedy &&
		    strcmp(other->suggestion->remedy, remedy) == 0 &&
		    (other->gain.saved > item->gain.saved ||
		     (other->gain.saved == item->gain.saved && i < at)))
			return true;
	}
	return false;
}

static bool is_sure(const struct gain *gain)
{
	return gain->expected && !gain->joined;
}

/* Is of any first change known what it saves, and not only a bound? */
static bool any_sure(const struct findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		if (f->list[i].n && is_sure(&f->list[i].changes[0]->gain))
			return true;
	}
	return f->nremedies > 0 && is_sure(&f->remedies[0].item->gain);
}

void findings_add_up(struct findings *f)
{
	double left = 1, left_at_best = 1;

	f->expected = any_sure(f);
	for (size_t i = 0; i < f->n + f->nsmall; i++) {
		const struct finding *of = &f->list[i];
		const struct gain *gain = of->n ? &of->changes[0]->gain : NULL;
		double saved, most;

		if (!gain || findings_is_remedy(f, of->changes[0]) ||
		    (of->same ? !adds_to_same(f, of) : i >= f->n))
			continue;
		saved = gain->joined || (f->expected && !gain->expected)
		                ? 0
		                : gain->saved;
		most = fmax(saved,
		            isnan(gain->most) ? gain->saved : gain->most);
		if (gain->together && is_counted_elsewhere(f, i))
			continue;
		if (gain->together || of->changes[0]->suggestion->of_elapsed) {
			left *= 1 - fmin(1, saved);
			left_at_best *= 1 - fmin(1, most);
			continue;
		}
		f->saved += own_part(f, of, saved);
		f->most += own_part(f, of, most);
	}
	/* those of one remedy overlap: the one that saves most is counted. What
	 * is to be done last is not, as it saves what processors there are. */
	if (f->nremedies > 0 && !f->remedies[0].item->suggestion->last) {
		const struct findings_remedy *r = &f->remedies[0];
		const struct gain *gain = &r->item->gain;

		left -= is_sure(gain) || !f->expected ? r->saved : 0;
		left_at_best -=
			fmax(r->saved, isnan(gain->most) ? 0 : gain->most);
	}
	f->saved =
		fmin(FINDINGS_SAVED_MOST, 1 - (1 - fmin(1, f->saved)) * left);
	f->most = fmin(FINDINGS_SAVED_MOST,
	               1 - (1 - fmin(1, f->most)) * left_at_best);
}
