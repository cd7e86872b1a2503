#include "identity.h"

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

/* What is started, by a launcher or directly */
static void add_command(struct strbuf *b, const struct session *s)
{
	struct strbuf words = STRBUF_INIT;

	for (size_t i = 0; s->launcher.path && i < s->launcher.n; i++) {
		escape_shell(&words, s->launcher.words[i]);
		strbuf_addc(&words, ' ');
	}
	for (size_t i = 0; s->argv[i]; i++) {
		escape_shell(&words, s->argv[i]);
		strbuf_addc(&words, ' ');
	}
	add(b, "the command", "%s", words.s);
	strbuf_release(&words);
}

int identity_add(struct strbuf *b, const struct session *s, struct err *err)
{
	char folder[PATH_MAX];

	identity_add_file(b, s->program.path);
	if (add_input(b, &s->input, err) != 0)
		return -1;
	add_command(b, s);
	if (!getcwd(folder, sizeof(folder)))
		return err_system(err, "the working folder");
	add(b, "the folder", "%s", folder);
	add(b, "the limit", "%g", s->limit_s);
	add(b, "the kind of host", "%s %ld", machine_name(s->host),
	    sysconf(_SC_NPROCESSORS_ONLN));
	add_environment(b, s->envp);
	return 0;
}

/* Variables are in the order of their names, so of two lines that differ the
 * lesser one is what only one of both has. */
int identity_compare(const char *then, const char *now, struct err *err)
{
	size_t line = 0, n = 0;
	const char *what;

	for (; then[n] && then[n] == now[n]; n++) {
		if (then[n] == '\n')
			line = n + 1;
	}
	if (!then[n] && !now[n])
		return 0;
	then += line;
	now += line;
	what = *then && (!*now || strcmp(then, now) < 0) ? then : now;
	return err_set(err, ERR_USAGE, "%.*s has changed",
	               (int)strcspn(what, "\t\n"), what);
}
