#include "identity.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/run/session.h"

__attribute__((format(printf, 3, 4))) static void
add(struct strbuf *b, const char *what, const char *fmt, ...)
{
	struct strbuf value = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&value, fmt, ap);
	va_end(ap);
	escape_terminal_buf(b, what);
	strbuf_addc(b, '\t');
	escape_terminal_buf(b, value.s);
	strbuf_addc(b, '\n');
	strbuf_release(&value);
}

static void add_stat(struct strbuf *b, const char *what, const struct stat *st)
{
	if (S_ISREG(st->st_mode))
		add(b, what, "%lld bytes of %lld.%09ld", (long long)st->st_size,
		    (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec);
	else
		add(b, what, "%o", (unsigned)(st->st_mode & S_IFMT));
}

void identity_add_file(struct strbuf *b, const char *path)
{
	struct strbuf what = STRBUF_INIT;
	struct stat st;

	strbuf_addf(&what, "the file '%s'", path);
	if (stat(path, &st) == 0)
		add_stat(b, what.s, &st);
	else
		add(b, what.s, "none");
	strbuf_release(&what);
}

void identity_add_word(struct strbuf *b, const char *what, const char *value)
{
	add(b, what, "%s", value);
}

/* A piece of a whole number of words, but for the last. */
static size_t read_piece(int fd, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t got;

	do {
		got = read(fd, buf + n, size - n);
		n += got > 0 ? (size_t)got : 0;
	} while (n < size && (got > 0 || (got < 0 && errno == EINTR)));
	return n;
}

static int add_program(struct strbuf *b, const char *path, struct err *err)
{
	const int fd = io_open_file(path, err);
	unsigned long long sum = 0;
	char buf[1 << 16];
	size_t size = 0, n;

	if (fd < 0) {
		err_prefix(err, "%s", path);
		return -1;
	}
	while ((n = read_piece(fd, buf, sizeof(buf))) > 0) {
		size += n;
		memset(buf + n, 0, (sizeof(buf) - n) % 8);
		for (size_t i = 0; i < n; i += 8) {
			uint64_t word;

			memcpy(&word, buf + i, 8);
			sum = hash_number(sum ^ word);
		}
	}
	close(fd);
	add(b, "the program", "%s %zu %016llx", path, size, sum);
	return 0;
}

static void add_arguments(struct strbuf *b, char *const *argv)
{
	for (size_t i = 0; argv[i]; i++) {
		struct strbuf what = STRBUF_INIT;
		struct stat st;

		strbuf_addf(&what, "argument %zu", i);
		add(b, what.s, "%s", argv[i]);
		strbuf_release(&what);
		/* what it was started as is the program */
		if (i && stat(argv[i], &st) == 0)
			identity_add_file(b, argv[i]);
	}
}

static int add_input(struct strbuf *b, const struct input *in, struct err *err)
{
	static const char what[] = "standard input";
	struct stat st;

	if (in->source >= 0)
		return err_set(
			err, ERR_USAGE,
			"standard input is a pipe and may differ each time");
	if (in->file < 0 || fstat(in->file, &st) != 0)
		add(b, what, "none");
	else
		add_stat(b, what, &st);
	return 0;
}

static bool begins_with_one(const char *text, const char *const *names,
                            size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strncmp(text, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* Does the variable belong to where it was started from, not to what runs? */
static bool is_of_terminal(const char *variable)
{
	static const char *const names[] = {
		"_=",           "SHLVL=",    "PWD=",      "OLDPWD=",
		"TERM=",        "COLUMNS=",  "LINES=",    "SSH_",
		"XDG_SESSION_", "DISPLAY=",  "WINDOWID=", "TMUX",
		"STY=",         "COLORTERM", "TERM_",     "DBUS_SESSION_",
		"GPG_",         "LS_COLORS", "MAIL=",     "PERFEXPERT_",
	};

	return begins_with_one(variable, names, sizeof(names) / sizeof(*names));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Does it belong to the job that it runs in? What shapes the program's ranks
 * and threads does not. */
static bool is_of_job(const char *variable)
{
	static const char *const of_job[] = {
		"SLURM",
		"SRUN_",
		"SBATCH_",
		"PBS_",
		"PJM_",
		"LSB_",
		"LS_SUBCWD=",
		"COBALT_",
		"PALS_",
		"PMI_",
		"PMIX_",
		"TMPDIR=",
		"HOSTNAME=",
		"HOST=",
		"XDG_RUNTIME_DIR=",
		"KRB5CCNAME=",
		"ENVIRONMENT=",
		"INVOCATION_ID=",
		"JOURNAL_STREAM=",
		"NCPUS=",
	};
	static const char *const shape[] = {
		"SLURM_NTASKS=",          "SLURM_NPROCS=",
		"SLURM_CPUS_PER_TASK=",   "SLURM_NNODES=",
		"SLURM_NTASKS_PER_NODE=", "PBS_NP=",
		"PBS_NUM_PPN=",
	};

	return begins_with_one(variable, of_job,
	                       sizeof(of_job) / sizeof(*of_job)) &&
	       !begins_with_one(variable, shape,
	                        sizeof(shape) / sizeof(*shape));
}

/* Values may be secrets: only sums of them are kept. */
static void add_environment(struct strbuf *b, char *const *envp)
{
	size_t n = 0;
	char **sorted;

	while (envp[n])
		n++;
	sorted = mem_alloc(n + 1, sizeof(*sorted));
	memcpy(sorted, envp, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_text);
	for (size_t i = 0; i < n; i++) {
		const int name = (int)strcspn(sorted[i], "=");
		struct strbuf what = STRBUF_INIT;

		if (is_of_terminal(sorted[i]) || is_of_job(sorted[i]))
			continue;
		strbuf_addf(&what, "the variable '%.*s'", name, sorted[i]);
		add(b, what.s, "%016llx",
		    (unsigned long long)hash_text(sorted[i]));
		strbuf_release(&what);
	}
	free(sorted);
}

/* All programs of the launch, and its options */
static void add_launcher(struct strbuf *b, const struct launcher *l)
{
	for (size_t i = 0; i < l->n; i++) {
		char what[40];

		snprintf(what, sizeof(what), "word %zu of the launch", i);
		add(b, what, "%s", l->words[i]);
	}
}

int identity_add(struct strbuf *b, const struct session *s, struct err *err)
{
	char folder[PATH_MAX];

	if (add_program(b, s->program.path, err) != 0 ||
	    add_input(b, &s->input, err) != 0)
		return -1;
	add_arguments(b, s->argv);
	if (s->launcher.path)
		add_launcher(b, &s->launcher);
	if (!getcwd(folder, sizeof(folder)))
		return err_system(err, "the working folder");
	add(b, "the folder", "%s", folder);
	add(b, "the limit", "%g", s->limit_s);
	add(b, "the kind of host", "%s %ld", machine_name(s->host),
	    sysconf(_SC_NPROCESSORS_ONLN));
	add_environment(b, s->envp);
	return 0;
}

/* The line, up to its end; what: up to the tab */
struct line {
	const char *s;
	size_t n, what;
};

static struct line line_at(const char *s)
{
	struct line l = { s, strcspn(s, "\n"), strcspn(s, "\t\n") };

	return l;
}

static const char *next(const struct line *l)
{
	return l->s + l->n + (l->s[l->n] == '\n');
}

/* Where the next line of another text is that was not asked for yet */
struct place {
	const char *text, *at;
	struct map *lines; /* what it is about -> the line; NULL: not needed */
};

static bool is_about(const struct line *a, const struct line *b)
{
	return a->what == b->what && memcmp(a->s, b->s, a->what) == 0;
}

/* The name of what a line is about; the caller frees */
static char *about(const struct line *l)
{
	return mem_strndup(l->s, l->what);
}

static void index_lines(struct place *p)
{
	struct line l;

	p->lines = map_new();
	for (const char *at = p->text; *at; at = next(&l)) {
		char *name;

		l = line_at(at);
		name = about(&l);
		if (!map_get(p->lines, name))
			map_put(p->lines, name, (void *)(uintptr_t)at);
		free(name);
	}
}

/*
 * The line of the same thing, or one of none. Both texts mostly have the same
 * lines in the same order; what differs is looked up.
 */
static struct line find(struct place *p, const struct line *of)
{
	struct line l = line_at(p->at);
	const char *found;
	char *name;

	if (l.n && is_about(&l, of)) {
		p->at = next(&l);
		return l;
	}
	if (!p->lines)
		index_lines(p);
	name = about(of);
	found = map_get(p->lines, name);
	free(name);
	l = line_at(found ? found : "");
	if (found)
		p->at = next(&l);
	return l;
}

static struct place first_line(const char *text)
{
	return (struct place){ .text = text, .at = text };
}

static int differs(const struct line *l, const char *how, struct err *err)
{
	return err_set(err, ERR_USAGE, "%.*s %s", (int)l->what, l->s, how);
}

static const char file_word[] = "the file '";
static const char written[] = "\twritten in the run";

static bool is_file(const struct line *l)
{
	return strncmp(l->s, file_word, sizeof(file_word) - 1) == 0;
}

/* A file that the program writes itself is another after each run. */
static bool is_written(const struct line *l)
{
	const size_t n = sizeof(written) - 1;

	return is_file(l) && l->n - l->what == n &&
	       memcmp(l->s + l->what, written, n) == 0;
}

static bool is_same(const struct line *a, const struct line *b)
{
	return a->n == b->n && memcmp(a->s, b->s, a->n) == 0;
}

static void add_settled(struct strbuf *b, const struct line *l, bool stays)
{
	strbuf_add(b, l->s, stays ? l->n : l->what);
	strbuf_adds(b, stays ? "" : written);
	strbuf_addc(b, '\n');
}

int identity_settle(struct strbuf *b, const char *before, const char *after,
                    struct err *err)
{
	struct place in = first_line(before);
	struct line l, old;
	int rc = 0;

	for (const char *at = after; *at && rc == 0; at = next(&l)) {
		l = line_at(at);
		if (!l.n)
			continue;
		old = find(&in, &l);
		const bool same = is_same(&old, &l);

		if (!same && !is_file(&l))
			rc = differs(&l, "changed during the run", err);
		else
			add_settled(b, &l, same || !is_file(&l));
	}
	map_free(in.lines);
	return rc;
}

int identity_compare(const char *then, const char *now, struct err *err)
{
	struct place in = first_line(then), back = first_line(now);
	struct line l, other;
	int rc = 0;

	for (const char *at = now; *at && rc == 0; at = next(&l)) {
		l = line_at(at);
		other = find(&in, &l);
		if (l.n && !other.n)
			rc = differs(
				&l,
				"did not exist in the interrupted measurement",
				err);
		else if (!is_written(&other) && !is_same(&other, &l))
			rc = differs(&l, "has changed", err);
	}
	for (const char *at = then; *at && rc == 0; at = next(&l)) {
		l = line_at(at);
		if (l.n && !is_written(&l) && !find(&back, &l).n)
			rc = differs(&l, "no longer exists", err);
	}
	map_free(in.lines);
	map_free(back.lines);
	return rc;
}
