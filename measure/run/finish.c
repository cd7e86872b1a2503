#include "finish.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "describe.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "session.h"

enum { PART_MISSING = 4 }; /* README, "Exit status" */

/* Describe why the measurement is not complete; empty if it is. */
static void describe_end(struct strbuf *b, const struct session *s,
                         const struct profile *p, const struct err *err)
{
	if (err->code != ERR_NONE)
		strbuf_adds(b, err->msg);
	else if (s->interrupted)
		strbuf_adds(b, "interrupted");
	else if (s->exit_signal)
		strbuf_addf(b, "the program ended with signal %d (%s)%s",
		            s->exit_signal, strsignal(s->exit_signal),
		            s->exit_memory);
	else if (s->exit_status)
		strbuf_addf(b, "the program exited with status %d%s",
		            s->exit_status, s->exit_memory);
	else if (s->problem)
		strbuf_adds(b, s->problem);
	else if (!s->once && strcmp(p->collector, PROFILE_BY_SIMULATE) == 0 &&
	         profile_event(p, "TOT_INS") < 0)
		strbuf_adds(b, "only the time was measured");
}

/* Has one an event that the other has not? */
static bool has_more(const struct profile *one, const struct profile *two)
{
	for (size_t i = 0; i < one->nevents; i++) {
		if (profile_event(two, one->events[i].name) < 0)
			return true;
	}
	return false;
}

/* Nothing of it was measured. */
static bool is_empty(const struct profile *p)
{
	for (size_t i = 0; i < p->nevents; i++) {
		if (profile_value(p, p->root, p->events[i].name) > 0)
			return false;
	}
	return true;
}

/*
 * A measurement that is there is as good as the new one, of which a part is
 * missing, or better. What can't be read as one may be replaced: it was asked
 * for.
 */
static bool old_is_better(const struct session *s, const struct profile *p,
                          const struct err *why, bool complete)
{
	const struct profile_read_options options = { .min_fraction = 1,
		                                      .no_details = true };
	struct err ignored = { 0 };
	struct profile *old = profile_read_xml(s->output, &options, &ignored);
	/* what is gone on with has the runs of the old one */
	const bool more = s->resume && !s->force;
	bool cut = !more &&
	           (why->code != ERR_NONE || s->interrupted || s->problem);
	bool better = old && (has_more(old, p) || (cut && !has_more(p, old)));

	/* nothing failed: a measurement with less is what the options ask for,
	 * except if the options are those of the existing one */
	if (better && complete)
		better = !s->events && old->machine && p->machine &&
		         strcmp(old->collector, p->collector) == 0 &&
		         strcmp(old->machine, p->machine) == 0;

	profile_free(old);
	return better;
}

static int write_file(const struct session *s, const struct profile *p,
                      enum output_mode mode, char **written, struct err *err)
{
	struct output file;

	if (output_open(&file, s->output, mode, err) != 0)
		return -1;
	profile_print_xml(p, file.f);
	return output_commit(&file, written, err);
}

/* "wrote 'app.db'; next: perfexpert app.db"; kept: what is there, or NULL
 */
static void say_done(struct strbuf *b, const struct session *s,
                     const struct profile *p, const char *path,
                     const char *kept)
{
	strbuf_addf(b, "wrote '%s', ", path);
	if (kept && s->replaces)
		strbuf_addf(b,
		            "because '%s' has events that were not measured "
		            "now",
		            kept);
	else if (kept)
		strbuf_addf(b, "because a '%s' appeared while the program ran",
		            kept);
	else
		b->s[b->len -= 2] = '\0';
	if (profile_event(p, "TOT_CYC") >= 0 &&
	    !(profile_value(p, p->root, "TOT_CYC") > 0)) {
		strbuf_adds(b, kept ? "; but" : ", but");
		strbuf_adds(b, " the program ended before its time could be "
		               "sampled: use a larger input");
	} else {
		strbuf_adds(b, "; next: perfexpert ");
		describe_path(b, path);
	}
}

int finish(const struct session *s, const struct profile *p, bool quiet,
           char **where, struct err *err)
{
	struct strbuf line = STRBUF_INIT;
	enum output_mode mode = OUTPUT_KEEP;
	struct err why = *err;
	const char *kept = NULL;
	char *written = NULL;
	int status = 0;

	describe_end(&line, s, p, &why);
	if (line.len)
		status = PART_MISSING;
	if (why.code != ERR_NONE && is_empty(p)) {
		err_clear(err);
		status = err_exit_status(&why);
		escape_line(stderr, "perfexpert-run: %s", line.s);
		goto out;
	}
	if (s->replaces && !old_is_better(s, p, &why, !status))
		mode = OUTPUT_REPLACE;
	err_clear(err);
	if (write_file(s, p, mode, &written, err) != 0) {
		status = err_exit_status(err);
		goto out;
	}
	if (strcmp(written, s->output) != 0)
		kept = s->output;
	if (status) {
		strbuf_addf(&line, "; what was measured is in '%s'", written);
		if (kept)
			strbuf_addf(&line, ", '%s' was not changed", kept);
	} else if (!quiet || kept) {
		say_done(&line, s, p, written, kept);
	}
	if (line.len)
		escape_line(stderr, "perfexpert-run: %s", line.s);
out:
	if (where)
		*where = written;
	else
		free(written);
	strbuf_release(&line);
	return status;
}
