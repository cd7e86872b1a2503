/* standin_prof.c - hpcprof */
#include "standin.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "tests/experiment_writer.h"
#include "tests/v4_writer.h"

struct hpcprof {
	enum release release;
	const char *out, *folder;
	bool thread, force, metric; /* metric: -M was given */
	char structures[16][PATH_MAX];
	size_t nstructures;
	struct measured *files;
	size_t nfiles;
};

static int usage(const struct hpcprof *p, const char *option)
{
	fprintf(stderr, "hpcprof: unrecognized option '%s'\n", option);
	return p->release == DEVELOP ? 2 : 255;
}

/* "--metric=thread" or "-M thread"; the value, or NULL when it is another */
static const char *value_of(char **argv, int *i, const char *letter,
                            const char *name)
{
	size_t n = strlen(name);

	if (strcmp(argv[*i], letter) == 0)
		return argv[++*i];
	if (strncmp(argv[*i], name, n) == 0 && argv[*i][n] == '=')
		return argv[*i] + n + 1;
	return NULL;
}

static void take_structure(struct hpcprof *p, const char *path)
{
	char line[PATH_MAX + 100];
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof(line), f)) {
		const char *n = strstr(line, " n=\"");

		if (strncmp(line, "<LM ", 4) == 0 && n && p->nstructures < 16)
			snprintf(p->structures[p->nstructures++], PATH_MAX,
			         "%.*s", (int)strcspn(n + 4, "\""), n + 4);
	}
	if (f)
		fclose(f);
}

/* Release 2022.10 and later take the short options only. */
static int parse(struct hpcprof *p, int argc, char **argv)
{
	bool old = p->release != DEVELOP;

	for (int i = 1; i < argc; i++) {
		const char *v;

		if (strncmp(argv[i], "--", 2) == 0 && !old)
			return usage(p, argv[i]);
		if (argv[i][0] != '-') {
			p->folder = argv[i];
		} else if (strcmp(argv[i], "--force-metric") == 0) {
			p->force = true;
		} else if ((v = value_of(argv, &i, "-S", "--structure"))) {
			take_structure(p, v);
		} else if ((v = value_of(argv, &i, "-o", "--output"))) {
			p->out = v;
		} else if ((v = value_of(argv, &i, "-M", "--metric"))) {
			p->thread = strcmp(v, "thread") == 0;
			p->metric = true;
			if (p->thread && !old)
				return usage(p, "-M thread");
		} else {
			return usage(p, argv[i]);
		}
	}
	if (p->folder)
		return 0;
	fputs("ERROR: No input files given!\n", stderr);
	return old ? 255 : 2;
}

static void read_file(struct hpcprof *p, const char *name)
{
	struct measured *m = &p->files[p->nfiles];
	struct strbuf path = STRBUF_INIT;
	char line[PATH_MAX + 100], thread[32], rank[32];
	char period[32], samples[32];
	FILE *f;

	io_join(&path, p->folder, name);
	f = fopen(path.s, "r");
	strbuf_release(&path);
	if (!f || !fgets(line, sizeof(line), f) ||
	    sscanf(line, "HPCRUN-profile____%4095s", m->program) != 1)
		goto out;
	if (fscanf(f, "%31s %31s", thread, rank) != 2)
		goto out;
	m->thread = (unsigned)strtoul(thread, NULL, 10);
	m->has_rank = rank[0] != '-';
	m->rank = m->has_rank ? (unsigned)strtoul(rank, NULL, 10) : 0;
	while (m->n < MAX_EVENTS &&
	       fscanf(f, "%255s %31s %31s", m->events[m->n].name, period,
	              samples) == 3) {
		m->events[m->n].period = strtod(period, NULL);
		m->events[m->n++].samples = strtod(samples, NULL);
	}
	p->nfiles++;
out:
	if (f)
		fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_files(struct hpcprof *p)
{
	struct dirent **names = NULL;
	int n = scandir(p->folder, &names, NULL, by_name);

	p->files = mem_alloc(MAX_FILES, sizeof(*p->files));
	for (int i = 0; i < n; i++) {
		size_t len = strlen(names[i]->d_name);

		if (len > 7 && p->nfiles < MAX_FILES &&
		    strcmp(names[i]->d_name + len - 7, ".hpcrun") == 0)
			read_file(p, names[i]->d_name);
		free(names[i]);
	}
	free(names);
}

/*
 * What every program is made of here: main calls work, whose nest of two loops
 * takes 80 % of everything; 15 % are work's own, 5 % a library's.
 */
enum { LINE_MAIN = 1, LINE_OUTER = 4, LINE_INNER = 6, LINE_LIB = 8 };
static const struct v4_node with_loops[] = {
	{ V4_TOP, V4_CALL, V4_FUNCTION, 0, -1, 0, 0 },
	{ 0, V4_LEXICAL, V4_LINE, -1, 0, 31, 0 },
	{ 1, V4_CALL, V4_FUNCTION, 1, -1, 0, 0 },
	{ 2, V4_LEXICAL, V4_LOOP, -1, 0, 12, 0x1180 },
	{ 3, V4_LEXICAL, V4_LINE, -1, 0, 12, 0 },
	{ 3, V4_LEXICAL, V4_LOOP, -1, 0, 13, 0x1190 },
	{ 5, V4_LEXICAL, V4_LINE, -1, 0, 14, 0 },
	{ 4, V4_CALL, V4_FUNCTION, 2, -1, 0, 0 },
	{ 7, V4_LEXICAL, V4_LINE, -1, 1, 99, 0 },
};
static const struct v4_node without_loops[] = {
	{ V4_TOP, V4_CALL, V4_FUNCTION, 0, -1, 0, 0 },
	{ 0, V4_LEXICAL, V4_LINE, -1, 0, 31, 0 },
	{ 1, V4_CALL, V4_FUNCTION, 1, -1, 0, 0 },
	{ 2, V4_LEXICAL, V4_LINE, -1, 0, 12, 0 },
	{ 2, V4_LEXICAL, V4_LINE, -1, 0, 13, 0 },
	{ 2, V4_LEXICAL, V4_LINE, -1, 0, 14, 0 },
	{ 2, V4_LEXICAL, V4_LINE, -1, 0, 15, 0 },
	{ 3, V4_CALL, V4_FUNCTION, 2, -1, 0, 0 },
	{ 7, V4_LEXICAL, V4_LINE, -1, 1, 99, 0 },
};
static const struct v4_function functions[] = {
	{ "main", 0, 0, 30, 0x1000 },
	{ "work", 0, 0, 10, 0x1100 },
	{ "memset", 1, 1, 90, 0x1000 },
};

/* The samples of a thread, in whole samples, so that periods divide counts. */
static double *own_counts(const struct measured *m, size_t nnodes)
{
	double *own = mem_alloc(nnodes * m->n + 1, sizeof(*own));

	for (size_t i = 0; i < m->n; i++) {
		double all = m->events[i].samples, left = all;
		double inner = (double)(long)(all * 0.8);
		double outer = (double)(long)(all * 0.15);

		own[LINE_INNER * m->n + i] = inner * m->events[i].period;
		own[LINE_OUTER * m->n + i] = outer * m->events[i].period;
		left -= inner + outer;
		own[LINE_LIB * m->n + i] = left * m->events[i].period;
	}
	return own;
}

static bool structured(const struct hpcprof *p)
{
	for (size_t i = 0; i < p->nstructures; i++) {
		if (strcmp(p->structures[i], p->files[0].program) == 0)
			return true;
	}
	return false;
}

static void write_database(const struct hpcprof *p, const char *folder,
                           const struct v4_database *d)
{
	static const char *const versions[] = { "2.0", "2.1", "2.2" };
	struct strbuf b = STRBUF_INIT;
	struct experiment_style style = {
		.version = p->release == DEVELOP ? "" : versions[p->release],
		/* a single file and no -M: thread mode */
		.sums = !p->thread && (p->metric || p->nfiles > 1),
		.addresses = true,
		.period = (unsigned)p->files[0].events[0].period,
	};

	if (p->release == DEVELOP) {
		v4_write_meta(&b, d);
		standin_write(folder, "meta.db", b.s, b.len);
		strbuf_clear(&b);
		v4_write_profile(&b, d);
		standin_write(folder, "profile.db", b.s, b.len);
	} else {
		experiment_write(&b, d, &style, NULL);
		standin_write(folder, "experiment.xml", b.s, b.len);
	}
	if (p->release == R2021)
		standin_write(folder, "experiment.dtd", "", 0);
	strbuf_release(&b);
}

static void make_database(const struct hpcprof *p, const char *folder)
{
	const struct measured *first = &p->files[0];
	const char *modules[] = { first->program, "/usr/lib/libnone.so.6" };
	const char *files[] = { "work.c", "./string/memset.c" };
	const char *metrics[MAX_EVENTS];
	struct v4_thread *threads = mem_alloc(p->nfiles, sizeof(*threads));
	struct v4_database d = {
		.title = io_basename(first->program),
		.metrics = metrics,
		.nmetrics = first->n,
		.modules = modules,
		.nmodules = 2,
		.files = files,
		.nfiles = 2,
		.functions = functions,
		.nfunctions = 3,
		.nodes = structured(p) ? with_loops : without_loops,
		.nnodes = sizeof(with_loops) / sizeof(*with_loops),
		.threads = threads,
		.nthreads = p->nfiles,
	};

	for (size_t i = 0; i < first->n; i++)
		metrics[i] = first->events[i].name;
	for (size_t i = 0; i < p->nfiles; i++)
		threads[i] = (struct v4_thread){
			.rank = p->files[i].has_rank ? (int)p->files[i].rank
			                             : -1,
			.thread = p->files[i].thread,
			.own = own_counts(&p->files[i], d.nnodes),
		};
	write_database(p, folder, &d);
}

/* A folder that exists is not written to: the new one gets another name. */
static void choose_folder(const struct hpcprof *p, char *folder, size_t size)
{
	snprintf(folder, size, "%s", p->out);
	if (access(folder, F_OK) == 0 && p->release == DEVELOP) {
		snprintf(folder, size, "%s-57d7caf8", p->out);
		fprintf(stderr,
		        "INFO: Specified database exists; writing analysis "
		        "results to %s/\n",
		        folder);
	} else if (access(folder, F_OK) == 0) {
		snprintf(folder, size, "%s-%ld", p->out, (long)getpid());
		printf("msg: Directory '%s' already exists. Trying '%s'\n"
		       "msg: Created directory: %s\n",
		       p->out, folder, folder);
	}
	mkdir(folder, 0777);
}

int standin_hpcprof(int argc, char **argv)
{
	struct hpcprof p = { .release = standin_release(),
		             .out = "hpctoolkit-database" };
	char folder[PATH_MAX];
	int status = parse(&p, argc, argv);

	if (status)
		return status;
	read_files(&p);
	if (p.nfiles == 0) {
		fprintf(stderr,
		        "ERROR: '%s' contain no .hpcrun files; no database "
		        "generated\n",
		        p.folder);
		return 255;
	}
	if (p.thread && p.nfiles > 16 && !p.force) {
		fputs("ERROR: You have requested thread-level metrics for more "
		      "than 16 files; use --force-metric\n",
		      stderr);
		return 255;
	}
	choose_folder(&p, folder, sizeof(folder));
	if (p.release == DEVELOP)
		fprintf(stderr,
		        "WARNING: Program structure data is missing from the "
		        "measurements directory, performance attribution will "
		        "be degraded\n  Consider running hpcstruct first:\n"
		        "    $ hpcstruct %s\n",
		        p.folder);
	else
		printf("msg: Populating Experiment database: %s\n", folder);
	make_database(&p, folder);
	return 0;
}
