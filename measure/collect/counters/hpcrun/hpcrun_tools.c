/* hpcrun_tools.c - HPCToolkit's programs, their release and their words */
#include "hpcrun.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "measure/run/program.h"
#include "measure/run/session.h"

enum {
	VERSION_S = 20, /* to say it */
	VERSION_LIMIT = 1 << 20,
	LOG_LIMIT = 1 << 28, /* release 2018 writes a line for each sample */
	LOG_KEPT = 1 << 16
};

char *hpcrun_path(const char *dir, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	strbuf_adds(&b, dir);
	strbuf_addc(&b, '/');
	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	return strbuf_detach(&b);
}

/* A tool of the same installation, or the first in PATH. */
static char *find_tool(const char *hpcrun, const char *name, struct err *err)
{
	struct strbuf b = STRBUF_INIT;
	struct program p;
	struct err why = { 0 };

	strbuf_add(&b, hpcrun, (size_t)(io_basename(hpcrun) - hpcrun));
	strbuf_adds(&b, name);
	if (access(b.s, X_OK) == 0)
		return strbuf_detach(&b);
	strbuf_release(&b);
	if (program_find(&p, name, &why) == 0)
		return p.path;
	err_set(err, ERR_UNSUPPORTED, "'%s' is there, but no '%s' beside it",
	        hpcrun, name);
	return NULL;
}

/* "hpcrun: A member of HPCToolkit, version 2021.05.15-master" */
static void parse_version(struct hpcrun_tools *t, const char *text)
{
	const char *p = strstr(text, "version ");
	char *end;

	t->version[0] = '\0';
	if (!p)
		return;
	p += strlen("version ");
	snprintf(t->version, sizeof(t->version), "%.*s",
	         (int)strcspn(p, " \t\r\n"), p);
	t->year = (int)strtol(t->version, &end, 10);
	t->month = *end == '.' ? (int)strtol(end + 1, NULL, 10) : 0;
	if (t->year < 0 || t->year > 9999)
		t->year = 0;
}

static int ask_version(struct hpcrun_tools *t, struct session *s,
                       const char *capture, struct err *err)
{
	char name[] = "hpcrun", option[] = "-V";
	char *argv[] = { name, option, NULL };
	struct launch_result r;
	struct strbuf b = STRBUF_INIT;
	int rc = session_tool(s,
	                      &(struct session_tool){ .path = t->hpcrun,
	                                              .argv = argv,
	                                              .capture = capture,
	                                              .limit_s = VERSION_S },
	                      &r, err);

	if (rc == 0)
		rc = io_read_file(capture, VERSION_LIMIT, &b, err);
	if (rc == 0)
		parse_version(t, b.s);
	strbuf_release(&b);
	unlink(capture);
	return rc;
}

int hpcrun_tools_find(struct hpcrun_tools *t, struct session *s,
                      const char *capture, struct err *err)
{
	struct program p;
	struct err why = { 0 };

	*t = (struct hpcrun_tools){ 0 };
	if (program_find(&p, "hpcrun", &why) != 0)
		return err_set(err, ERR_UNSUPPORTED,
		               "HPCToolkit is not in PATH (%s)", why.msg);
	t->hpcrun = p.path;
	t->hpcstruct = find_tool(t->hpcrun, "hpcstruct", err);
	t->hpcprof = find_tool(t->hpcrun, "hpcprof", err);
	if (!t->hpcstruct || !t->hpcprof)
		return -1;
	if (program_find(&p, "true", err) != 0)
		return -1;
	t->probe = p.path;
	return ask_version(t, s, capture, err);
}

void hpcrun_tools_release(struct hpcrun_tools *t)
{
	free(t->hpcrun);
	free(t->hpcstruct);
	free(t->hpcprof);
	free(t->probe);
	*t = (struct hpcrun_tools){ 0 };
}

/* 2022.10 is the first release that writes version 4, and nothing else. */
bool hpcrun_new_databases(const struct hpcrun_tools *t)
{
	return !t->year || t->year > 2022 ||
	       (t->year == 2022 && t->month >= 10);
}

void hpcrun_word(struct hpcrun_words *w, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	w->v = mem_grow(w->v, &w->cap, w->n + 2, sizeof(*w->v));
	w->v[w->n++] = strbuf_detach(&b);
	w->v[w->n] = NULL;
}

void hpcrun_words_free(struct hpcrun_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
	*w = (struct hpcrun_words){ 0 };
}

void hpcrun_command(struct hpcrun *h, const struct plan_run *set,
                    const char *folder, struct hpcrun_words *w)
{
	hpcrun_word(w, "%s", h->tools.hpcrun);
	for (size_t i = 0; i < set->ncounts; i++) {
		hpcrun_word(w, "-e");
		hpcrun_word(w, "%s@%.0f",
		            hpcrun_event(h, set->counts[i].native),
		            set->counts[i].period);
	}
	hpcrun_word(w, "-o");
	hpcrun_word(w, "%s", folder);
}

/*
 * Old releases: each thread's own values, unless they are very many. Without
 * -M they would choose by the number of files; with more than 16 they want
 * --force-metric. New ones refuse that option and all long names that matter.
 */
void hpcrun_prof_command(const struct hpcrun *h, const char *folder,
                         const char *database, size_t nfiles, bool new_style,
                         struct hpcrun_words *w)
{
	static const size_t many = 64;

	hpcrun_word(w, "%s", h->tools.hpcprof);
	if (!new_style && nfiles <= many) {
		hpcrun_word(w, "--force-metric");
		hpcrun_word(w, "--metric=thread");
	} else if (!new_style) {
		hpcrun_word(w, "--metric=sum");
	}
	for (size_t i = 0; i < h->nstructures; i++) {
		hpcrun_word(w, "-S");
		hpcrun_word(w, "%s", h->structures[i]);
	}
	hpcrun_word(w, "-o");
	hpcrun_word(w, "%s", database);
	hpcrun_word(w, "%s", folder);
}

/* The number after "recorded: " and the like, after text; NAN: none */
static double number_behind(const char *text, const char *word)
{
	const char *p = strstr(text, word);
	char digits[24];
	double value = NAN;

	if (!p)
		return NAN;
	p += strlen(word);
	snprintf(digits, sizeof(digits), "%.*s", (int)strspn(p, "0123456789"),
	         p);
	return num_count(digits, &value) ? value : NAN;
}

static double sum_up(double sum, double value)
{
	return isnan(value) ? sum : isnan(sum) ? value : sum + value;
}

/* SUMMARY: samples: 4292 (recorded: 4289, blocked: 3, errant: 1, ... */
static void read_log(struct hpcrun_folder *f, const char *path)
{
	struct strbuf b = STRBUF_INIT;
	struct err ignored = { 0 };
	const char *summary;

	if (io_read_file(path, LOG_LIMIT, &b, &ignored) != 0)
		goto out;
	summary = strstr(b.s, "SUMMARY: samples: ");
	if (summary) {
		f->samples = sum_up(f->samples,
		                    number_behind(summary, "recorded: "));
		f->lost = sum_up(f->lost, number_behind(summary, "blocked: "));
		f->lost = sum_up(f->lost, number_behind(summary, "errant: "));
	}
	if (f->log.len < LOG_KEPT)
		strbuf_add(&f->log, b.s, b.len < LOG_KEPT ? b.len : LOG_KEPT);
out:
	strbuf_release(&b);
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n > m && strcmp(s + n - m, end) == 0;
}

void hpcrun_folder_read(struct hpcrun_folder *f, const char *path)
{
	DIR *d = opendir(path);
	const struct dirent *e;

	*f = (struct hpcrun_folder){ .samples = NAN, .lost = NAN };
	strbuf_init(&f->log);
	while (d && (e = readdir(d))) {
		if (ends_with(e->d_name, ".hpcrun")) {
			f->nfiles++;
		} else if (ends_with(e->d_name, ".log")) {
			char *log = hpcrun_path(path, "%s", e->d_name);

			read_log(f, log);
			free(log);
		}
	}
	if (d)
		closedir(d);
}

void hpcrun_folder_release(struct hpcrun_folder *f)
{
	strbuf_release(&f->log);
}

/* What its messages about events look like, from 2016 to 2025. */
char *hpcrun_words_of(const char *text)
{
	static const char *const signs[] = {
		"fatal error:",
		"Failed to initialize",
		"Error to initialize",
		"cannot be profiled",
		"sample source",
		"no sampling source",
		"perf event open failed",
		"hpcrun: ",
		"exec failed",
		"exec:",
	};

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		const char *p = strstr(text, signs[i]), *start = p;

		if (!p)
			continue;
		while (start > text && start[-1] != '\n')
			start--;
		/* "[14992, N]: " in front of lines of a log */
		if (*start == '[' && strstr(start, "]: ") &&
		    strstr(start, "]: ") < p)
			start = strstr(start, "]: ") + 3;
		return mem_strndup(start, strcspn(start, "\r\n"));
	}
	return NULL;
}
