#include "choose.h"

#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/output.h"
#include "measure/collect/region/regions.h"
#include "measure/kept/resume.h"
#include "options.h"
#include "profile/profile.h"

/* What another collector left may not be replaced by this one's. */
static int check_resumed(const struct session *s, const struct collector *c,
                         struct err *err)
{
	if (s->force || !s->resume || c == &collector_hpcrun ||
	    s->kept->replaces || !output_exists(s->output))
		return 0;
	return err_set(err, ERR_USAGE,
	               "'%s' was made by the collector 'hpcrun', not '%s'; "
	               "--force replaces it, --output writes elsewhere",
	               s->output, c->name);
}

static void reject(struct choose_tried *t, const struct session *s,
                   const struct collector *c, const char *why)
{
	session_say(s, "not %s: %s", c->name, why);
	strbuf_addf(&t->why, "%s%s: %s", t->why.len ? "; " : "", c->name, why);
}

const struct collector *choose_next(struct run_options *o,
                                    struct choose_tried *t, struct err *err)
{
	struct session *s = &o->s;

	while (t->n < NCOLLECTORS && !s->interrupted) {
		const struct collector *c = collectors[t->n++];
		struct err no = { 0 };

		if (o->collector && strcmp(o->collector, c->name) != 0)
			continue;
		if (o->collector && o->dry_run)
			return c;
		if (c->usable(s, &no) == 0 && !s->interrupted) {
			session_say(s, "collector %s: %s", c->name, c->what);
			return c;
		}
		reject(t, s, c, no.msg);
	}
	if (s->interrupted)
		err_set(err, ERR_PROGRAM,
		        "interrupted before the program was started");
	else
		err_set(err, ERR_UNSUPPORTED, "no collector works here: %s",
		        t->why.s);
	return NULL;
}

/* What the program names, where the collector can't see it. */
static void note_regions(const struct session *s, const struct collector *c,
                         struct profile *p)
{
	if (p && c != &collector_simulate && !s->no_regions &&
	    (s->all_regions || regions_mentioned(s->program.path)))
		profile_note(p,
		             "the program may name regions; with the collector "
		             "'%s' they are not measured",
		             c->name);
}

struct profile *choose_and_collect(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct choose_tried tried = CHOOSE_NONE;
	struct profile *p = NULL;
	const struct collector *c;

	while ((c = choose_next(o, &tried, err))) {
		p = check_resumed(s, c, err) == 0 ? c->collect(s, err) : NULL;
		note_regions(s, c, p);
		progress_done(&s->progress);
		if (p || err->code != ERR_UNSUPPORTED || o->collector ||
		    s->shown || tried.n == NCOLLECTORS)
			break;
		reject(&tried, s, c, err->msg);
		err_clear(err);
	}
	strbuf_release(&tried.why);
	return p;
}
