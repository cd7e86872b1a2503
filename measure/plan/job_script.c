#include "job_script.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/run/environment.h"
#include "measure/run/scaling.h"
#include "measure/run/session.h"
#include "show.h"

/* Cores of a node of the A64FX, of which PJM wants the number of nodes. */
enum { PJM_CORES = 48, MOST_THREADS = 1 << 16, NAME_MAX_CHARS = 15 };

/* What a directive is made of. */
struct job {
	const struct job_script *j;
	char name[NAME_MAX_CHARS + 1];
	char time[32]; /* hours:minutes:seconds */
	struct strbuf log;
	int ranks;   /* 0: not known */
	int threads; /* of each; 0: not known */
};

enum job_system job_system_find(const char *name)
{
	static const char *const names[] = {
		[JOB_SLURM] = "slurm",
		[JOB_PBS] = "pbs",
		[JOB_PJM] = "pjm",
	};

	for (size_t i = JOB_SLURM; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names[i], name) == 0)
			return (enum job_system)i;
	}
	return JOB_NONE;
}

/* PBS accepts 15 characters, a letter first, and few special characters */
static void set_name(struct job *b)
{
	const char *program = io_basename(b->j->s->argv[0]);
	size_t n = 0;

	b->name[n++] = 'p';
	b->name[n++] = 'x';
	b->name[n++] = '-';
	for (; *program && n < NAME_MAX_CHARS; program++) {
		const unsigned char c = (unsigned char)*program;

		b->name[n++] =
			isalnum(c) || c == '_' || c == '-' ? (char)c : '_';
	}
	b->name[n] = '\0';
}

/* To the whole minute, as queues count. */
static int set_time(struct job *b, struct err *err)
{
	const double most_s = show_most_time(b->j->s, b->j->cost);
	unsigned long minutes;

	if (isnan(most_s))
		return err_set(
			err, ERR_USAGE,
			"--job-script needs the time that the program takes: "
			"give --limit TIME, or measure it once as '%s'",
			b->j->s->output);
	if (!(most_s < 1e8))
		return err_set(err, ERR_USAGE, "that would take %.3g s",
		               most_s);
	minutes = (unsigned long)ceil(most_s / 60);
	snprintf(b->time, sizeof(b->time), "%02lu:%02lu:00", minutes / 60,
	         minutes % 60);
	return 0;
}

/*
 * Beside the measurement. Slurm takes % for its own signs, and quotes and
 * backslashes for theirs; nothing in a directive can be a line end.
 */
static int set_log(struct job *b, struct err *err)
{
	const bool slurm = b->j->system == JOB_SLURM;

	for (const char *s = b->j->s->output; *s; s++) {
		const unsigned char c = (unsigned char)*s;

		if (c < ' ' || c == 0x7f || strchr("\"\\", c) ||
		    (c == ' ' && !slurm))
			return err_set(err, ERR_USAGE,
			               "a batch script can't name a log beside "
			               "'%s': give it a plain name with "
			               "--output",
			               b->j->s->output);
		strbuf_addf(&b->log, "%s%c", slurm && c == '%' ? "%" : "", c);
	}
	strbuf_adds(&b->log, ".log");
	return 0;
}

static void print_slurm(FILE *f, const struct job *b)
{
	fprintf(f, "#SBATCH --job-name=%s\n", b->name);
	fprintf(f, "#SBATCH --time=%s\n", b->time);
	if (b->ranks)
		fprintf(f, "#SBATCH --ntasks=%d\n", b->ranks);
	if (b->threads)
		fprintf(f, "#SBATCH --cpus-per-task=%d\n", b->threads);
	fprintf(f, "#SBATCH --output=\"%s\"\n", b->log.s);
	fputs("#SBATCH --open-mode=append\n", f);
	fputs("# two minutes before the time is over: what was measured "
	      "by then is kept\n"
	      "#SBATCH --signal=B:TERM@120\n",
	      f);
}

static void print_pbs(FILE *f, const struct job *b)
{
	const int threads = b->threads ? b->threads : 1;

	fprintf(f, "#PBS -N %s\n", b->name);
	fprintf(f, "#PBS -l walltime=%s\n", b->time);
	fprintf(f, "#PBS -l select=%d:ncpus=%d:mpiprocs=1:ompthreads=%d\n",
	        b->ranks ? b->ranks : 1, threads, threads);
	fprintf(f, "#PBS -j oe\n#PBS -o %s\n", b->log.s);
}

static void print_pjm(FILE *f, const struct job *b)
{
	const double cores = (double)(b->ranks ? b->ranks : 1) *
	                     (b->threads ? b->threads : 1);

	fprintf(f, "#PJM -N %s\n", b->name);
	fprintf(f, "#PJM -L elapse=%s\n", b->time);
	fprintf(f, "#PJM -L node=%.0f\n", ceil(cores / PJM_CORES));
	if (b->ranks)
		fprintf(f, "#PJM --mpi proc=%d\n", b->ranks);
	fprintf(f, "#PJM -j\n#PJM -o %s\n", b->log.s);
}

static void print_plan(FILE *f, const char *plan)
{
	for (const char *line = plan; *line;) {
		const size_t n = strcspn(line, "\n");

		fprintf(f, "# %.*s\n", (int)n, line);
		line += n + (line[n] == '\n');
	}
}

/* The command line again, but for --job-script, which no other option can be
 * shortened to. */
static void add_words(struct strbuf *line, const struct job_script *j)
{
	for (size_t i = 1; j->words[i]; i++) {
		if (i < j->own && strncmp(j->words[i], "--j", 3) == 0) {
			i += strchr(j->words[i], '=') == NULL;
			continue;
		}
		strbuf_addc(line, ' ');
		escape_shell(line, j->words[i]);
	}
}

/* A command for the shell; a line end in a word becomes \n in $'...'. */
static int print_commands(FILE *f, const struct job *b, struct err *err)
{
	const struct job_script *j = b->j;
	struct strbuf line = STRBUF_INIT;
	char *folder = getcwd(NULL, 0);

	if (!folder)
		return err_system(err, "the working folder is not known");
	strbuf_adds(&line, "cd -- ");
	escape_shell(&line, folder);
	strbuf_adds(&line, " || exit 3\n");
	if (b->threads)
		strbuf_addf(&line, "export OMP_NUM_THREADS=%d\n", b->threads);
	strbuf_adds(&line, "exec ");
	escape_shell(&line, j->command);
	strbuf_adds(&line, " --resume");
	add_words(&line, j);
	strbuf_addc(&line, '\n');
	fputs(line.s, f);
	strbuf_release(&line);
	free(folder);
	return 0;
}

int job_script_print(FILE *f, const struct job_script *j, struct err *err)
{
	struct job b = { .j = j, .log = STRBUF_INIT };
	const char *threads = environment_get(j->s->envp, "OMP_NUM_THREADS");
	int rc = -1;

	if (threads)
		num_int(threads, 1, MOST_THREADS, &b.threads);
	if (j->s->launcher.path)
		b.ranks = scaling_ranks(&j->s->launcher);
	set_name(&b);
	if (set_time(&b, err) != 0 || set_log(&b, err) != 0)
		goto out;
	fputs("#!/bin/bash\n", f);
	switch (j->system) {
	case JOB_SLURM:
		print_slurm(f, &b);
		break;
	case JOB_PBS:
		print_pbs(f, &b);
		break;
	case JOB_PJM:
	case JOB_NONE:
		print_pjm(f, &b);
		break;
	}
	print_plan(f, j->plan);
	rc = print_commands(f, &b, err);
out:
	strbuf_release(&b.log);
	return rc;
}
