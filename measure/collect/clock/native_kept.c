#include "native_kept.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "measure/kept/identity.h"
#include "measure/kept/resume.h"
#include "measure/run/session.h"
#include "native.h"
#include "native_text.h"
#include "profile/profile.h"
#include "samples.h"

/* What else they are runs of: the files that it loaded, and what took the
 * samples. */
static void describe(struct strbuf *b, const struct native *n)
{
	for (size_t i = 0; i < samples_modules(n->samples); i++) {
		const char *path = samples_module_path(n->samples, (uint32_t)i);

		if (path[0] == '/')
			identity_add_file(b, path);
	}
}

/* Can runs that come now be added to them? */
static int check_sampler(const struct native *n, struct err *err)
{
	char why_not[sizeof(n->why_not)];
	const struct sampler_ops *now =
		sampler_choose(why_not, sizeof(why_not), err);

	if (!now)
		return -1;
	/* the library's are taken by choice, too */
	if (n->sampler == &sampler_perf && now != &sampler_perf)
		return err_set(err, ERR_USAGE,
		               "the clock was sampled by %s, which is not "
		               "possible now: %s",
		               n->sampler->name, why_not);
	return 0;
}

static int take(struct session *s, struct native *n, char *text,
                struct err *err)
{
	struct strbuf more = STRBUF_INIT;
	int rc = native_text_read(text, n, err);

	if (rc == 0) {
		describe(&more, n);
		rc = resume_compare(s->kept, s, &more, err);
	}
	if (rc == 0 && !s->launcher.remote)
		rc = check_sampler(n, err);
	strbuf_release(&more);
	return rc;
}

int native_kept_find(struct session *s, struct native *n, struct err *err)
{
	char *text = resume_runs(s->kept, s, PROFILE_BY_SIMULATE, err);

	*n = (struct native){ 0 };
	if (!text && err->code == ERR_NONE)
		return 0;
	if (text && take(s, n, text, err) == 0) {
		s->exit_status = n->runs[0].launch.exit_status;
		s->reused = true;
		session_say(s, "%zu native runs of the interrupted measurement",
		            n->nruns);
		return 0;
	}
	if (!s->force || err->code == ERR_SYSTEM)
		return -1;
	session_say(s, "%s; the runs are repeated", err->msg);
	err_clear(err);
	native_release(n);
	*n = (struct native){ 0 };
	return 0;
}

void native_kept_write(struct session *s, const struct native *n)
{
	struct strbuf more = STRBUF_INIT, text = STRBUF_INIT;

	if (!s->kept || !native_text_possible(n))
		return;
	describe(&more, n);
	native_text_write(&text, n);
	resume_keep(s->kept, s, PROFILE_BY_SIMULATE, &more, n->nruns, &text);
	strbuf_release(&more);
	strbuf_release(&text);
}
