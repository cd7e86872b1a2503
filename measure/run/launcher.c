#include "launcher.h"

#include <limits.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "program.h"

/*
 * Options followed by a separate word, by launcher. One or two dashes in
 * front are the same here; "--option=value" is one word anyway.
 * Sources: mpirun(1) of Open MPI 4 and 5, Hydra and Intel MPI; srun(1) of
 * Slurm; aprun(1) of Cray ALPS; jsrun(1) of Spectrum LSF; ibrun of TACC.
 */
static const char mpi_one[] =
	" n np c N H host hostfile machinefile machine f x wdir wd path map-by "
	"bind-to rank-by npernode npersocket ppn perhost grr rr cpu-set "
	"cpu-list output-filename output timeout prefix preload-files "
	"report-pid report-uri slot-list tune am genvlist envlist iface rmk "
	"launcher launcher-exec bootstrap bootstrap-exec bootstrap-exec-args "
	"outfile-pattern errfile-pattern prepend-pattern personality dvm-uri "
	"pset max-restarts hosts usize binding umask stdin xterm rf rankfile "
	"default-hostfile add-hostfile add-host cpus-per-proc cpus-per-rank "
	"display-map-by ";
static const char mpi_two[] = " mca gmca omca pmixmca gpmixmca prtemca genv "
			      "env ";
static const char srun_one[] =
	" A B C D G J L M N S T W Z b c d e i m n o p q r t w x account bcast "
	"chdir cluster-constraint clusters constraint core-spec "
	"cores-per-socket "
	"cpu-bind cpu-freq cpus-per-gpu cpus-per-task deadline delay-boot "
	"dependency distribution epilog error exclude export extra-node-info "
	"gid gpu-bind gpu-freq gpus gpus-per-node gpus-per-socket "
	"gpus-per-task "
	"gres gres-flags hint input jobid job-name label-width licenses "
	"mail-type mail-user mem mem-bind mem-per-cpu mem-per-gpu mincpus mpi "
	"msg-timeout network nodefile nodelist nodes ntasks ntasks-per-core "
	"ntasks-per-gpu ntasks-per-node ntasks-per-socket open-mode output "
	"partition power priority profile prolog propagate qos relative "
	"reservation signal slurmd-debug sockets-per-node switches "
	"task-epilog task-prolog thread-spec threads threads-per-core time "
	"time-min tmp tres-bind tres-per-task uid wait wckey ";
static const char aprun_one[] = " n N d S sn sl j cc cp L l m e D r p t a F I "
				"P M R pes pes-per-node depth cpu-binding "
				"node-list memory-per-pe cpus-per-cu ";
static const char jsrun_one[] =
	" A D E F J K L M P S U X a b c d e g k l m n o p r t y nrs np "
	"tasks_per_rs cpu_per_rs gpu_per_rs rs_per_host rs_per_socket bind "
	"launch_distribution latency_priority memory_per_rs smpiargs env "
	"env_eval stdio_stdout stdio_stderr stdio_input stdio_mode "
	"chdir exit_on_error allocate_only ";
static const char ibrun_one[] = " n np o ";

static const struct {
	const char *name, *one, *two;
	bool remote;
} known[] = {
	{ "mpirun", mpi_one, mpi_two, false },
	{ "mpiexec", mpi_one, mpi_two, false },
	{ "mpirun_rsh", mpi_one, mpi_two, false },
	{ "orterun", mpi_one, mpi_two, false },
	{ "prterun", mpi_one, mpi_two, false },
	{ "prun", mpi_one, mpi_two, true },
	{ "srun", srun_one, "", true },
	{ "aprun", aprun_one, "", true },
	{ "jsrun", jsrun_one, "", true },
	{ "ibrun", ibrun_one, "", true },
};

/* Options with which the programs are in a file. */
static const char in_a_file[] = " app configfile multi-prog appfile ";

enum { NKNOWN = sizeof(known) / sizeof(*known) };

/* "mpirun.openmpi", "mpiexec-mpich": as distributions name them */
static bool is_named(const char *name, const char *launcher)
{
	static const char *const variants[] = {
		"openmpi", "mpich", "mpich2", "hydra", "mvapich", "mvapich2",
		"gforker", "lam",   "intel",  "slurm", "pmix"
	};
	const size_t n = strlen(launcher);

	if (strncmp(name, launcher, n) != 0)
		return false;
	if (!name[n])
		return true;
	for (size_t i = 0; i < sizeof(variants) / sizeof(*variants); i++) {
		if (strchr(".-_", name[n]) &&
		    strcmp(name + n + 1, variants[i]) == 0)
			return true;
	}
	return false;
}

static int find_named(const char *name)
{
	for (int i = 0; i < NKNOWN; i++) {
		if (is_named(name, known[i].name))
			return i;
	}
	return -1;
}

/* A link may have any name: then what it leads to, by each of its steps */
static int find_linked(const char *word)
{
	enum { MOST_STEPS = 16 };
	struct program p;
	struct err ignored = { 0 };
	int found = -1;
	char *at;

	if (program_find(&p, word, &ignored) != 0)
		return -1;
	at = mem_strdup(p.path);
	program_release(&p);
	for (int i = 0; i < MOST_STEPS && found < 0; i++) {
		char to[PATH_MAX];
		ssize_t n = readlink(at, to, sizeof(to) - 1);
		struct strbuf b = STRBUF_INIT;

		if (n <= 0)
			break;
		to[n] = '\0';
		if (*to != '/')
			strbuf_add(&b, at, (size_t)(io_basename(at) - at));
		strbuf_adds(&b, to);
		free(at);
		at = strbuf_detach(&b);
		found = find_named(io_basename(at));
	}
	free(at);
	return found;
}

static int find_known(const char *word)
{
	int found = find_named(io_basename(word));

	return found < 0 ? find_linked(word) : found;
}

/* Is the option, without dashes, one of a list with blanks around each? */
static bool among(const char *list, const char *option)
{
	size_t n = strlen(option);

	for (const char *p = list; (p = strstr(p, option)); p++) {
		if (n && p > list && p[-1] == ' ' && p[n] == ' ')
			return true;
	}
	return false;
}

static bool is_program(const char *word)
{
	struct program p;
	struct err err = { 0 };
	bool yes = program_find(&p, word, &err) == 0;

	if (yes)
		program_release(&p);
	/* there, but not to be measured: its own message will say why */
	return yes || err.code == ERR_UNSUPPORTED;
}

/* How many words after it belong to the option at argv[i]? */
static size_t words_of(int launcher, char **argv, size_t i)
{
	const char *option = argv[i] + strspn(argv[i], "-");
	const char *next = argv[i + 1];

	if (strchr(option, '=') || !next)
		return 0;
	if (among(known[launcher].two, option))
		return 2;
	if (among(known[launcher].one, option))
		return 1;
	/* one that we don't know: "-n4", "--verbose", "--new-option 3" */
	return *next != '-' && strcmp(next, ":") != 0 && !is_program(next);
}

/* Where the program is, after the options that start at i. */
static int skip_options(int launcher, char **argv, size_t *i, struct err *err)
{
	while (argv[*i] && argv[*i][0] == '-') {
		const char *option = argv[*i] + strspn(argv[*i], "-");

		if (!*option) {
			(*i)++; /* "--" */
			break;
		}
		if (among(in_a_file, option))
			return err_set(err, ERR_USAGE,
			               "programs named in a file ('%s') "
			               "can't be measured; put them on the "
			               "command line",
			               argv[*i]);
		for (size_t n = words_of(launcher, argv, *i); n; n--) {
			if (argv[*i + 1])
				(*i)++;
		}
		(*i)++;
	}
	if (argv[*i])
		return 0;
	return err_set(err, ERR_USAGE, "no program after '%s'", argv[0]);
}

/* Every program of the command line; they are parted by ":". */
static int find_programs(struct launcher *l, int launcher, size_t start,
                         struct err *err)
{
	bool parts = launcher >= 0 && strcmp(l->name, "srun") != 0;
	size_t i = start;

	while (l->nat < LAUNCHER_MAX_PROGRAMS) {
		if (launcher >= 0 &&
		    skip_options(launcher, l->words, &i, err) != 0)
			return -1;
		l->at[l->nat++] = i;
		while (l->words[i] && !(parts && !strcmp(l->words[i], ":")))
			i++;
		if (!l->words[i])
			return 0;
		i++;
	}
	return err_set(err, ERR_USAGE, "more than %d programs",
	               LAUNCHER_MAX_PROGRAMS);
}

static int set_path(struct launcher *l, struct err *err)
{
	struct program p;

	if (program_find(&p, l->words[0], err) != 0)
		return -1;
	l->path = p.path;
	l->name = mem_strdup(io_basename(l->words[0]));
	return 0;
}

static void append(struct launcher *l, size_t *cap, char *word)
{
	l->words = mem_grow(l->words, cap, l->n + 2, sizeof(*l->words));
	l->words[l->n++] = word;
	l->words[l->n] = NULL;
}

int launcher_find(struct launcher *l, char **argv, struct err *err)
{
	int launcher = find_known(argv[0]);
	size_t cap = 0;

	*l = (struct launcher){ 0 };
	if (launcher < 0)
		return 0;
	for (size_t i = 0; argv[i]; i++)
		append(l, &cap, argv[i]);
	if (set_path(l, err) != 0)
		return -1;
	l->remote = known[launcher].remote;
	return find_programs(l, launcher, 1, err);
}

int launcher_given(struct launcher *l, const char *text, char **argv,
                   struct err *err)
{
	size_t cap = 0;
	int launcher;

	*l = (struct launcher){ 0 };
	if (strcmp(text, "none") == 0)
		return 0;
	if (split_words(&l->given, text, "--launcher", err) != 0)
		return -1;
	for (size_t i = 0; i < l->given.n; i++)
		append(l, &cap, l->given.words[i]);
	l->at[0] = l->n;
	l->nat = 1;
	for (size_t i = 0; argv[i]; i++)
		append(l, &cap, argv[i]);
	if (set_path(l, err) != 0)
		return -1;
	launcher = find_known(l->words[0]);
	l->remote = launcher >= 0 && known[launcher].remote;
	return 0;
}

void launcher_release(struct launcher *l)
{
	free(l->path);
	free(l->name);
	free(l->words);
	split_release(&l->given);
	*l = (struct launcher){ 0 };
}

char **launcher_program(const struct launcher *l, size_t i)
{
	size_t n = (i + 1 < l->nat ? l->at[i + 1] : l->n) - l->at[i];
	char **words = mem_alloc(n + 1, sizeof(*words));

	for (size_t k = 0; k < n; k++) {
		/* the next program's options begin after ":" */
		if (i + 1 < l->nat && strcmp(l->words[l->at[i] + k], ":") == 0)
			break;
		words[k] = l->words[l->at[i] + k];
	}
	return words;
}

char **launcher_wrap(const struct launcher *l, char *const *tool)
{
	size_t ntool = 0, n = 0, next = 0;
	char **words;

	while (tool && tool[ntool])
		ntool++;
	words = mem_alloc(l->n + l->nat * ntool + 1, sizeof(*words));
	for (size_t i = 0; i < l->n; i++) {
		if (next < l->nat && l->at[next] == i) {
			for (size_t k = 0; k < ntool; k++)
				words[n++] = tool[k];
			next++;
		}
		words[n++] = l->words[i];
	}
	return words;
}
