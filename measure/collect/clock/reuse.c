#include "reuse.h"

#include <stdio.h>

#include "base/banned.h"
#include "base/cache.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/kept/identity.h"
#include "measure/kept/resume.h"
#include "measure/run/session.h"
#include "native.h"
#include "native_text.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "samples.h"

/* Between what the runs were of, and the runs. */
static const char border[] = "\n--\n";

enum { NAME_SIZE = 32 };

/* The entry of a measurement: by when it was made, and its runs' times. */
static void name_of(char name[NAME_SIZE], const struct profile *p)
{
	struct strbuf b = STRBUF_INIT;
	char number[NUM_SHORTEST];

	strbuf_addf(&b, "%s %s", p->start ? p->start : "", p->program);
	for (size_t i = 0; i < p->nruns; i++)
		strbuf_addf(&b, " %s", num_shortest(number, p->runs[i].wall_s));
	snprintf(name, NAME_SIZE, "native-%016llx",
	         (unsigned long long)hash_text(b.s));
	strbuf_release(&b);
}

/* What the program loaded */
static void add_modules(struct strbuf *b, const struct samples *samples)
{
	for (size_t i = 0; i < samples_modules(samples); i++) {
		const char *path = samples_module_path(samples, (uint32_t)i);

		if (path[0] == '/')
			identity_add_file(b, path);
	}
}

static int keep(const struct session *s, const struct native *n,
                const struct profile *p, struct err *err)
{
	struct cache cache = { .dir = -1 };
	struct strbuf b = STRBUF_INIT, now = STRBUF_INIT;
	char name[NAME_SIZE];
	int rc = -1;

	if (!native_text_possible(n) || n->more || s->launcher.path || s->once)
		return err_set(err, ERR_UNSUPPORTED,
		               "not of such runs (regions, ranks, or ended "
		               "early)");
	if (identity_add(&now, s, false, err) != 0)
		goto out;
	/* without what was before, no file is known to be written */
	if (*resume_before(s->kept))
		identity_settle(&b, resume_before(s->kept), now.s, NULL);
	else
		strbuf_add(&b, now.s, now.len);
	add_modules(&b, n->samples);
	strbuf_adds(&b, border + 1);
	native_text_write(&b, n);
	name_of(name, p);
	if (cache_open(&cache, err) == 0)
		rc = cache_put(&cache, name, b.s, b.len, err);
out:
	cache_close(&cache);
	strbuf_release(&b);
	strbuf_release(&now);
	return rc;
}

void reuse_keep(const struct session *s, const struct native *n,
                const struct profile *p)
{
	struct err err = { 0 };

	if (!s->no_cache && keep(s, n, p, &err) != 0)
		session_say(s, "the native runs are not kept: %s", err.msg);
}

static int load(struct strbuf *text, const struct profile *p, struct err *err)
{
	struct cache cache;
	char name[NAME_SIZE];
	int rc = -1;

	name_of(name, p);
	if (cache_open(&cache, err) != 0)
		return -1;
	if (cache_get(&cache, name, text))
		rc = 0;
	else
		err_set(err, ERR_USAGE,
		        "they are not in the cache of this user here (any "
		        "more)");
	cache_close(&cache);
	return rc;
}

/* The runs of a text, if they are of what would be run now. */
static int take(struct session *s, struct native *n, char *text,
                struct err *err)
{
	struct strbuf now = STRBUF_INIT;
	char *runs = strstr(text, border);
	int rc = -1;

	if (!runs)
		return err_set(err, ERR_FORMAT, "the entry has no runs");
	runs[1] = '\0';
	if (native_text_read(runs + sizeof(border) - 1, n, err) == 0 &&
	    identity_add(&now, s, false, err) == 0) {
		add_modules(&now, n->samples);
		rc = identity_compare(text, now.s, err);
	}
	strbuf_release(&now);
	return rc;
}

int reuse_find(struct session *s, struct native *n, struct err *err)
{
	const struct profile_read_options read = { .no_details = true };
	struct profile *p = profile_read_xml(s->reuse, &read, err);
	struct strbuf text = STRBUF_INIT;
	int rc = -1;

	*n = (struct native){ 0 };
	if (s->once)
		err_set(err, ERR_USAGE, "a rank is run anew");
	else if (p && load(&text, p, err) == 0)
		rc = take(s, n, text.s, err);
	if (rc == 0) {
		s->exit_status = n->runs[0].launch.exit_status;
		s->reused = true;
	} else {
		err_prefix(err, "the native runs of '%s' can't be used",
		           s->reuse);
	}
	strbuf_release(&text);
	profile_free(p);
	return rc;
}
