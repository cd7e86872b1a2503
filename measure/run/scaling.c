#include "scaling.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "describe.h"
#include "environment.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "session.h"

enum { MOST_WORKERS = 1 << 20 };

int scaling_parse(struct scaling_plan *p, const char *text, struct err *err)
{
	const char *s = text;

	p->count = 0;
	do {
		char *end = (char *)s;
		const long n = *s >= '0' && *s <= '9' ? strtol(s, &end, 10) : 0;
		const int before = p->count ? p->n[p->count - 1] : 0;

		if (n <= before || n > MOST_WORKERS ||
		    p->count == SCALING_MOST || (*end && *end != ','))
			return err_set(err, ERR_USAGE,
			               "--scaling needs up to %d ascending "
			               "numbers of threads or ranks, such as "
			               "1,2,4, not '%s'",
			               SCALING_MOST, text);
		p->n[p->count++] = (int)n;
		s = *end ? end + 1 : NULL;
	} while (s);
	return 0;
}

char *scaling_path(const char *path, int n)
{
	struct strbuf b = STRBUF_INIT;
	const char *dot = strrchr(io_basename(path), '.');

	if (!dot || dot == io_basename(path))
		dot = path + strlen(path);
	strbuf_add(&b, path, (size_t)(dot - path));
	strbuf_addf(&b, ".%d%s", n, dot);
	return strbuf_detach(&b);
}

/* How many ranks: mpirun(1), mpiexec(1) of Hydra, srun(1), aprun(1), jsrun(1)
 */
static const char *const options[] = { "-n",  "-np",      "--np", "-c",
	                               "--n", "--ntasks", "-p",   "--nrs" };

static bool says_ranks(const char *word)
{
	for (size_t k = 0; k < sizeof(options) / sizeof(*options); k++) {
		if (strcmp(word, options[k]) == 0)
			return true;
	}
	return false;
}

/* Of the options between two words of a command line. */
static int ranks_within(char *const *words, size_t from, size_t to)
{
	static const char ntasks[] = "--ntasks=";
	const size_t len = sizeof(ntasks) - 1;
	int n;

	for (size_t i = from; i < to && words[i]; i++) {
		const char *text =
			i + 1 < to && says_ranks(words[i])    ? words[i + 1]
			: strncmp(words[i], ntasks, len) == 0 ? words[i] + len
							      : NULL;

		if (text && num_int(text, 1, MOST_WORKERS, &n))
			return n;
	}
	return 0;
}

int scaling_ranks(const struct launcher *l)
{
	int all = 0;
	size_t from = 1;

	for (size_t i = 0; i < l->nat; i++) {
		const int n = ranks_within(l->words, from, l->at[i]);

		if (!n)
			return 0;
		all += n;
		/* the next one's options follow ":" */
		from = l->at[i];
		while (from < l->n && strcmp(l->words[from], ":") != 0)
			from++;
	}
	return all;
}

static char *number(const char *before, int n)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, "%s%d", before, n);
	return strbuf_detach(&b);
}

static int change_ranks(char **words, size_t end, int n, struct err *err)
{
	for (size_t i = 1; i + 1 < end; i++) {
		if (says_ranks(words[i])) {
			words[i + 1] = number("", n);
			return 0;
		}
	}
	for (size_t i = 1; i < end; i++) {
		if (strncmp(words[i], "--ntasks=", 9) == 0) {
			words[i] = number("--ntasks=", n);
			return 0;
		}
	}
	return err_set(err, ERR_USAGE,
	               "--scaling changes the number of ranks of '%s', but it "
	               "has no option with a number: add -n 1",
	               words[0]);
}

/* In each process its number; in the first 0, when all have ended. */
static int fork_each(const struct scaling_plan *p, int *status, struct err *err)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	const pid_t first = getpid();

	*status = 0;
	for (size_t i = 0; i < p->count; i++) {
		const pid_t pid = fork();
		struct sigaction interrupt, quit;
		int how = 0, got;

		if (pid < 0)
			return err_system(err, "fork");
		if (pid == 0) {
			/* as if we had got a signal to end */
			prctl(PR_SET_PDEATHSIG, SIGTERM);
			if (getppid() != first)
				raise(SIGTERM);
			return p->n[i];
		}
		/* Ctrl-C goes to all: the one at work says what it has */
		sigaction(SIGINT, &ignore, &interrupt);
		sigaction(SIGQUIT, &ignore, &quit);
		while (waitpid(pid, &how, 0) < 0)
			;
		sigaction(SIGINT, &interrupt, NULL);
		sigaction(SIGQUIT, &quit, NULL);
		got = WIFEXITED(how) ? WEXITSTATUS(how) : 4;
		*status = got > *status ? got : *status;
		if (got)
			break;
	}
	return 0;
}

int scaling_apply(struct session *s, int n, struct err *err)
{
	char text[16];

	if (s->launcher.path)
		return change_ranks(s->launcher.words, s->launcher.at[0], n,
		                    err);
	snprintf(text, sizeof(text), "%d", n);
	s->envp = environment_set(s->envp, "OMP_NUM_THREADS", text);
	return 0;
}

static void say_next(const struct scaling_plan *p, const char *path)
{
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; i < p->count; i++) {
		char *one = scaling_path(path, p->n[i]);

		strbuf_addc(&line, ' ');
		describe_path(&line, one);
		free(one);
	}
	escape_line(stderr, "perfexpert-run: next: perfexpert --scaling 0.1%s",
	            line.s);
	strbuf_release(&line);
}

int scaling_run(const struct scaling_plan *p, const char *path, bool quiet,
                int *status, struct err *err)
{
	int n;

	if (!isatty(STDIN_FILENO) && lseek(STDIN_FILENO, 0, SEEK_CUR) < 0 &&
	    errno == ESPIPE)
		return err_set(
			err, ERR_USAGE,
			"--scaling runs the program once for each number: its "
			"input may be a file, but not a pipe");
	n = fork_each(p, status, err);
	if (n == 0 && *status == 0 && !quiet)
		say_next(p, path);
	return n;
}

bool scaling_complete(const struct session *s)
{
	const struct profile_read_options read = { .no_details = true };
	struct strbuf runs = STRBUF_INIT, now = STRBUF_INIT;
	struct stat made, of;
	struct err ignored = { 0 };
	struct profile *p = NULL;
	const char *path;
	char **command = session_command(s, NULL, NULL, &path);
	bool same;

	describe_command(&now, command);
	strbuf_addf(&runs, "%s.runs", s->output);
	/* after a rebuild it is another program */
	if (lstat(runs.s, &of) != 0 && stat(s->output, &made) == 0 &&
	    stat(s->program.path, &of) == 0 && of.st_mtime <= made.st_mtime)
		p = profile_read_xml(s->output, &read, &ignored);
	same = p && p->nruns && p->runs[0].command &&
	       strcmp(p->runs[0].command, now.s) == 0;
	profile_free(p);
	free(command);
	strbuf_release(&runs);
	strbuf_release(&now);
	return same;
}
