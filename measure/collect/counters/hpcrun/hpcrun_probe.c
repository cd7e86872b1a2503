/* hpcrun_probe.c - which events this HPCToolkit takes on this machine */
#include "hpcrun.h"

#include <strings.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "measure/run/session.h"

enum { MAX_WORDS = 1 << 20 };
enum { ALONE_S = 60, LAUNCHED_S = 600 }; /* for a program that does nothing */

static struct hpcrun_native *native_of(struct hpcrun *h,
                                       const struct machine_native *n)
{
	for (size_t i = 0; i < h->nnatives; i++) {
		if (h->natives[i].native == n)
			return &h->natives[i];
	}
	h->natives = mem_grow(h->natives, &h->cap_natives, h->nnatives + 1,
	                      sizeof(*h->natives));
	h->natives[h->nnatives] = (struct hpcrun_native){ .native = n };
	return &h->natives[h->nnatives++];
}

/*
 * The names to ask for, one after the other: libpfm4's, then the PAPI preset
 * that means the same. Releases before 2017.10 know PAPI only.
 */
static const char *name_of(const struct hpcrun *h,
                           const struct machine_native *n, unsigned attempt)
{
	const char *names[2] = { n->name, n->papi };

	if (n->papi && h->tools.year && h->tools.year < 2017) {
		names[0] = n->papi;
		names[1] = n->name;
	}
	return attempt < 2 ? names[attempt] : NULL;
}

const char *hpcrun_event(struct hpcrun *h, const struct machine_native *n)
{
	const char *name = name_of(h, n, native_of(h, n)->attempt);

	return name ? name : n->name;
}

static const char *refused(void *ctx, const struct machine_native *n)
{
	const struct hpcrun_native *at = native_of(ctx, n);

	return at->given_up ? at->words : NULL;
}

int hpcrun_make_plan(struct hpcrun *h, struct err *err)
{
	const struct session *s = h->s;
	const struct plan_request request = {
		.machine = s->machine,
		.taken = plan_watchdog(s->machine, s->host),
		.rate = s->rate > 0 ? s->rate : HPCRUN_DEFAULT_RATE,
		/* as hpcrun asks for the period with a sample, the kernel makes
		 * one of each, and releases before 2022 count all periods */
		.each = true,
		.events = s->events,
		.refused = refused,
		.ctx = h,
	};

	plan_free(h->plan);
	h->plan = plan_make(&request, err);
	return h->plan ? 0 : -1;
}

/* Launcher, hpcrun and the program that ends at once. */
static char **probe_command(struct hpcrun *h, const struct hpcrun_words *w,
                            const char **path)
{
	const struct launcher *l = &h->s->launcher;
	size_t n = 0, front = l->path ? l->at[0] : 0;
	char **words = mem_alloc(front + w->n + 2, sizeof(*words));

	for (size_t i = 0; i < front; i++)
		words[n++] = l->words[i];
	for (size_t i = 0; i < w->n; i++)
		words[n++] = w->v[i];
	words[n] = h->tools.probe;
	*path = l->path ? l->path : h->tools.hpcrun;
	return words;
}

/* 2018.09 says so and runs the program, without the event. */
static bool goes_on_without(const char *said)
{
	return strstr(said, "Failed to initialize") ||
	       strstr(said, "Error to initialize") ||
	       strstr(said, "fatal error:");
}

static char *reason(const struct strbuf *said, const struct hpcrun_folder *f)
{
	char *why = hpcrun_words_of(said->s);

	if (!why)
		why = hpcrun_words_of(f->log.s);
	if (!why && said->len)
		why = mem_strndup(said->s, strcspn(said->s, "\r\n"));
	return why ? why : mem_strdup("it failed without a message");
}

/*
 * Ask for these events. *why gets hpcrun's words when it refuses them and stays
 * NULL when it does not.
 */
static int ask(struct hpcrun *h, const struct plan_run *set, char **why,
               struct err *err)
{
	char *folder = hpcrun_path(h->s->scratch, "probe");
	char *capture = hpcrun_path(h->s->scratch, "probe.out");
	struct hpcrun_words w = { 0 };
	struct hpcrun_folder f = { .nfiles = 0 };
	struct strbuf said = STRBUF_INIT;
	struct launch_result r;
	struct err ignored = { 0 };
	const char *path;
	char **command;
	int rc;

	hpcrun_command(h, set, folder, &w);
	command = probe_command(h, &w, &path);
	rc = session_tool(
		h->s,
		&(struct session_tool){
			.path = path,
			.argv = command,
			.capture = capture,
			.limit_s = h->s->launcher.path ? LAUNCHED_S : ALONE_S },
		&r, err);
	hpcrun_folder_read(&f, folder);
	if (rc == 0)
		rc = io_read_file(capture, MAX_WORDS, &said, err);
	if (rc == 0 && (r.exit_status || goes_on_without(said.s)))
		*why = reason(&said, &f);
	io_remove_tree(folder, &ignored);
	free(command);
	free(folder);
	free(capture);
	hpcrun_words_free(&w);
	hpcrun_folder_release(&f);
	strbuf_release(&said);
	return rc != 0 || h->s->interrupted ? -1 : 0;
}

/* Does the message name the event, as a separate word? */
static bool names(const char *message, const char *event)
{
	size_t n = strlen(event);

	for (const char *p = message; (p = strcasestr(p, event)); p++) {
		bool starts = p == message || strchr(" '\"", p[-1]);

		if (starts && strchr(" '\"@.,:\n", p[n]))
			return true;
	}
	return false;
}

/* The event of the set that a message is about, or NULL. */
static const struct machine_native *
culprit(struct hpcrun *h, const struct plan_run *set, const char *message)
{
	const struct machine_native *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < set->ncounts; i++) {
		const char *name = hpcrun_event(h, set->counts[i].native);

		if (names(message, name) && strlen(name) > longest) {
			found = set->counts[i].native;
			longest = strlen(name);
		}
	}
	return found;
}

/* Try its next name, or give it up. */
static void give_up(struct hpcrun *h, const struct machine_native *n,
                    const char *why)
{
	struct hpcrun_native *at = native_of(h, n);
	struct strbuf b = STRBUF_INIT;
	const char *next = name_of(h, n, at->attempt + 1);

	session_say(h->s, "hpcrun refuses '%s': %s%s%s", hpcrun_event(h, n),
	            why, next ? "; next: " : "", next ? next : "");
	if (!at->words) {
		strbuf_addf(&b, "hpcrun %s refuses '%s' here: %s",
		            h->tools.version, hpcrun_event(h, n), why);
		at->words = strbuf_detach(&b);
	}
	if (next)
		at->attempt++;
	else
		at->given_up = true;
}

/* One by one, when the message does not say which: *any, when one is refused */
static int ask_each(struct hpcrun *h, const struct plan_run *set, bool *any,
                    struct err *err)
{
	for (size_t i = 0; i < set->ncounts; i++) {
		struct plan_run one = { .counts = &set->counts[i],
			                .ncounts = 1 };
		char *why = NULL;

		if (ask(h, &one, &why, err) != 0)
			return -1;
		if (why) {
			*any = true;
			give_up(h, one.counts[0].native, why);
		}
		free(why);
	}
	return 0;
}

/* *again: something changed, the plan has to be made anew. */
static int probe_set(struct hpcrun *h, const struct plan_run *set, bool *again,
                     struct err *err)
{
	const struct machine_native *n;
	bool any = false;
	char *why = NULL;
	int rc = ask(h, set, &why, err);

	if (rc != 0 || !why)
		goto out;
	n = culprit(h, set, why);
	*again = true;
	if (n) {
		give_up(h, n, why);
	} else if (ask_each(h, set, &any, err) != 0) {
		rc = -1;
	} else if (!any) {
		rc = err_set(err, ERR_UNSUPPORTED,
		             "hpcrun accepts the events of a counter set one "
		             "at a time, but not together: %s",
		             why);
	}
out:
	free(why);
	return rc;
}

int hpcrun_probe(struct hpcrun *h, struct err *err)
{
	bool again = true;

	while (again) {
		again = false;
		if (hpcrun_make_plan(h, err) != 0)
			return -1;
		for (size_t i = 0; i < h->plan->nruns && !again; i++) {
			if (probe_set(h, &h->plan->runs[i], &again, err) != 0)
				return -1;
		}
	}
	return 0;
}
