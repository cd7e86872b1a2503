#include "resume.h"

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/output.h"
#include "identity.h"
#include "measure/run/session.h"

/* Between what the runs were of, and the runs */
static const char border[] = "\n--\n";
static const char magic[] = "perfexpert-runs 1 ";

enum { FILE_MOST = 1 << 30, RUNS_MOST = 1 << 16 };

/* The line that ends at *at's line end, which becomes a NUL; or NULL */
static char *take_line(char **at)
{
	char *line = *at, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

static bool read_head(struct resume_text *t, char *line)
{
	const size_t skip = sizeof(magic) - 1;
	uint64_t n;
	char *blank;

	if (strncmp(line, magic, skip) != 0)
		return false;
	t->collector = line + skip;
	blank = strchr(line + skip, ' ');
	if (!blank || blank == t->collector || !num_u64(blank + 1, &n) ||
	    n < 1 || n > RUNS_MOST)
		return false;
	*blank = '\0';
	t->n = n;
	return true;
}

int resume_parse(struct resume_text *t, char *text, struct err *err)
{
	char *line = take_line(&text), *at;

	*t = (struct resume_text){ 0 };
	if (!line || !read_head(t, line))
		return err_set(err, ERR_FORMAT, "it holds no runs");
	line = take_line(&text);
	if (!line || strncmp(line, "output ", 7) != 0)
		return err_set(err, ERR_FORMAT,
		               "line 2 does not name its output");
	t->output = line + 7;
	t->identity = text;
	at = strstr(text, border);
	if (!at)
		return err_set(err, ERR_FORMAT, "it is cut off");
	at[1] = '\0';
	t->runs = at + sizeof(border) - 1;
	return 0;
}

/* The file that is there now, as in line 2 */
static void state_of(struct strbuf *b, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		strbuf_adds(b, "none");
	else
		strbuf_addf(b, "%lld %lld %ld", (long long)st.st_size,
		            (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

static int refuse(const struct resume *r, const char *what, struct err *err)
{
	return err_set(err, ERR_USAGE, "'%s' %s", r->path, what);
}

static int read_found(struct resume *r, const struct session *s,
                      struct err *err)
{
	struct strbuf now = STRBUF_INIT;
	struct err why = { 0 };
	struct stat st;

	/* in a folder for all anyone could say what was measured */
	if (lstat(r->path, &st) == 0 && output_planted(r->path, &st))
		return refuse(r, "is another user's", err);
	if (stat(r->path, &st) != 0 || !S_ISREG(st.st_mode) ||
	    io_read_file(r->path, FILE_MOST, &r->found, &why) != 0 ||
	    resume_parse(&r->text, r->found.s, &why) != 0)
		return refuse(r,
		              "exists and does not hold runs of an interrupted "
		              "measurement",
		              err);
	if (!s->resume && !s->force)
		return refuse(r,
		              "holds the runs of an interrupted measurement; "
		              "--resume continues it, --force starts anew",
		              err);
	r->has = s->resume;
	r->kept = s->resume ? r->text.n : 0;
	state_of(&now, s->output);
	r->replaces =
		r->has && r->text.output && strcmp(now.s, r->text.output) == 0;
	strbuf_release(&now);
	return 0;
}

int resume_open(struct resume *r, const struct session *s, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;

	*r = (struct resume){ .found = STRBUF_INIT, .before = STRBUF_INIT };
	if (s->once || (stat(s->output, &st) == 0 && !S_ISREG(st.st_mode)))
		return 0;
	strbuf_addf(&path, "%s.runs", s->output);
	r->path = strbuf_detach(&path);
	return lstat(r->path, &st) == 0 ? read_found(r, s, err) : 0;
}

char *resume_runs(struct resume *r, const struct session *s,
                  const char *collector, struct err *err)
{
	struct err why = { 0 };

	if (!r || !r->path)
		return NULL;
	if (!r->looked && identity_add(&r->before, s, &why) != 0) {
		session_say(s, "nothing is kept for --resume: %s", why.msg);
		strbuf_clear(&r->before);
	}
	r->looked = true;
	if (!r->has)
		return NULL;
	if (strcmp(r->text.collector, collector) == 0)
		return r->text.runs;
	err_set(err, ERR_USAGE,
	        "'%s' can't be used: it was made by the collector '%s'",
	        r->path, r->text.collector);
	return NULL;
}

int resume_compare(const struct resume *r, const struct session *s,
                   const struct strbuf *more, struct err *err)
{
	struct strbuf now = STRBUF_INIT;
	int rc = identity_add(&now, s, err);

	strbuf_add(&now, more->s, more->len);
	if (rc == 0)
		rc = identity_compare(r->text.identity, now.s, err);
	if (rc != 0)
		err_prefix(err, "'%s' can't be used", r->path);
	strbuf_release(&now);
	return rc;
}

/* The file has hashes of environment values. These may be secrets that can be
 * guessed from a hash, so only the owner may read it. */
static int write_file(const struct resume *r, const char *head,
                      const char *identity, const struct strbuf *runs,
                      struct err *err)
{
	struct output file;

	if (output_open(&file, r->path, OUTPUT_REPLACE, err) != 0)
		return -1;
	if (fchmod(fileno(file.f), S_IRUSR | S_IWUSR) != 0) {
		output_abort(&file);
		return err_system(err, "can't protect '%s'", r->path);
	}
	fprintf(file.f, "%s%s%s", head, identity, border + 1);
	fwrite(runs->s, 1, runs->len, file.f);
	return output_commit(&file, NULL, err);
}

static void add_head(struct strbuf *b, const char *collector, size_t n,
                     const char *output)
{
	strbuf_addf(b, "%s%s %zu\noutput ", magic, collector, n);
	state_of(b, output);
	strbuf_addc(b, '\n');
}

/* A file that was at output when the measurement began will be replaced, if
 * that was wanted; else there was none. */
void resume_keep(struct resume *r, const struct session *s,
                 const char *collector, const struct strbuf *more, size_t n,
                 const struct strbuf *runs)
{
	struct strbuf head = STRBUF_INIT, of = STRBUF_INIT;
	struct err why = { 0 };

	if (!r || !r->path || !r->before.len)
		return;
	add_head(&head, collector, n, s->output);
	strbuf_addf(&of, "%s%s", r->before.s, more->s);
	if (write_file(r, head.s, of.s, runs, &why) == 0)
		r->kept = n;
	else
		session_say(s, "the runs are not kept for --resume: %s",
		            why.msg);
	strbuf_release(&head);
	strbuf_release(&of);
}

/* The same runs, with the file that is at output now. */
static int note_output(const struct resume *r, const struct session *s,
                       struct err *err)
{
	struct strbuf old = STRBUF_INIT, head = STRBUF_INIT, runs = STRBUF_INIT;
	struct resume_text t;
	int rc = -1;

	if (io_read_file(r->path, FILE_MOST, &old, err) == 0 &&
	    resume_parse(&t, old.s, err) == 0) {
		add_head(&head, t.collector, t.n, s->output);
		strbuf_add(&runs, t.runs, old.len - (size_t)(t.runs - old.s));
		rc = write_file(r, head.s, t.identity, &runs, err);
	}
	strbuf_release(&old);
	strbuf_release(&head);
	strbuf_release(&runs);
	return rc;
}

void resume_end(struct resume *r, const struct session *s, const char *wrote,
                bool complete)
{
	struct err why = { 0 };

	if (complete && r->path && (r->kept || (wrote && r->found.len))) {
		unlink(r->path);
		r->kept = 0;
	}
	if (!r->path || !r->kept)
		return;
	if (wrote && strcmp(wrote, s->output) == 0 &&
	    note_output(r, s, &why) != 0)
		session_say(s, "%s", why.msg);
	escape_line(stderr,
	            "perfexpert-run: %zu finished run%s kept; --resume "
	            "continues",
	            r->kept, r->kept == 1 ? " is" : "s are");
}

void resume_close(struct resume *r)
{
	free(r->path);
	r->path = NULL;
	strbuf_release(&r->found);
	strbuf_release(&r->before);
}
