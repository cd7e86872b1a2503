/*
 * metric_db.c - the values of each thread beside an experiment.xml
 *
 * hpcprof-mpi writes one file a thread: "HPCPROF-metricdb__", "00.10", "b",
 * nodes and metrics as 32-bit numbers, then for each node all its metrics as
 * doubles, all big-endian. Row k is the node with number k+1. The metrics are
 * pairs, inclusive and exclusive, in the order of <MetricDBTable>.
 */
#include "experiment.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "tree.h"

static const char magic[] = "HPCPROF-metricdb__00.10b";
enum { HEADER = 32 };

static int is_metric_db(const struct dirent *e)
{
	const char *dot = strrchr(e->d_name, '.');

	return dot && strcmp(dot, ".metric-db") == 0;
}

bool metric_db_any(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	bool any = false;

	while (d && !any && (e = readdir(d)))
		any = is_metric_db(e);
	if (d)
		closedir(d);
	return any;
}

/* Which series each inclusive metric of the files feeds; IDS_NONE: none */
static uint32_t *columns_of(const struct experiment *x)
{
	uint32_t *series =
		mem_alloc((size_t)x->metric_dbs + 1, sizeof(*series));
	size_t n = 0;

	for (unsigned i = 0; i < x->metric_dbs; i++)
		series[i] = IDS_NONE;
	for (size_t i = 0; i < x->ncolumns; i++) {
		const struct metric_column *c = &x->columns[i];

		if (c->name.what != NAMES_SUM || !c->inclusive)
			continue;
		if (2 * n < x->metric_dbs)
			series[2 * n] = c->series;
		n++;
	}
	return series;
}

static uint32_t number(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

static double value(const unsigned char *p)
{
	uint64_t bits = (uint64_t)number(p) << 32 | number(p + 4);
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

/* Rows of the statements; those above them only repeat their counts. */
static int read_rows(struct experiment *x, FILE *f, uint32_t nodes,
                     const uint32_t *series, struct err *err)
{
	size_t row = (size_t)x->metric_dbs * 8;
	unsigned char *buf = mem_alloc(row, 1);
	int rc = -1;

	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t line = ids_get(&x->statements, (uint64_t)i + 1);

		if (fread(buf, 1, row, f) != row) {
			err_set(err, ERR_FORMAT, "the file ends early");
			goto out;
		}
		for (unsigned j = 0; line != IDS_NONE && j < x->metric_dbs;
		     j++) {
			double v = value(buf + (size_t)j * 8);

			if (series[j] != IDS_NONE && num_is_count(&v) && v > 0)
				tree_add(x->t, line, series[j], v);
		}
	}
	rc = 0;
out:
	free(buf);
	return rc;
}

static int read_file(struct experiment *x, const char *path,
                     const uint32_t *series, struct err *err)
{
	const int fd = io_open_file(path, err);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	unsigned char head[HEADER];
	int rc = -1;

	if (!f) {
		if (fd >= 0)
			close(fd);
		return err_system(err, "can't open");
	}
	if (fread(head, 1, HEADER, f) != HEADER ||
	    memcmp(head, magic, strlen(magic)) != 0)
		err_set(err, ERR_FORMAT,
		        "not a metric-db file of version "
		        "00.10");
	else if (number(head + 28) != x->metric_dbs)
		err_set(err, ERR_FORMAT,
		        "%u metrics a node; experiment.xml lists %u",
		        number(head + 28), x->metric_dbs);
	else
		rc = read_rows(x, f, number(head + 24), series, err);
	fclose(f);
	return rc;
}

/* "1.name-RANK-THREAD-HOST-PID-GENERATION.metric-db" */
static void note_thread(const char *name, struct ids *ranks, double *most)
{
	unsigned long parts[2] = { 0, 0 };
	const char *dash = strrchr(name, '.');

	for (int i = 0; i < 5 && dash > name; i++) {
		do
			dash--;
		while (dash > name && *dash != '-');
		if (i >= 3)
			parts[4 - i] = strtoul(dash + 1, NULL, 10);
	}
	ids_add(ranks, parts[0], 0);
	*most = fmax(*most, (double)parts[1] + 1);
}

/* Do the threads add up to the sums of experiment.xml? If not, files are
 * missing, and statistics over the others would mislead. */
static bool complete(const struct experiment *x, const uint32_t *series)
{
	const struct tree_node *root = &x->t->nodes[TREE_ROOT];

	for (unsigned i = 0; i < x->metric_dbs; i++) {
		double sum;

		if (series[i] == IDS_NONE || series[i] >= root->nseries)
			continue;
		sum = root->stats[series[i]].n * root->stats[series[i]].mean;
		if (fabs(sum - root->sum[series[i]]) >
		    1e-3 * root->sum[series[i]])
			return false;
	}
	return true;
}

static void note_incomplete(struct experiment *x, const uint32_t *series)
{
	tree_note(x->t, "the metric-db files do not add up to experiment.xml, "
	                "so there are no statistics over threads, and their "
	                "number is unknown");
	for (unsigned i = 0; i < x->metric_dbs; i++) {
		if (series[i] != IDS_NONE)
			x->t->series[series[i]].no_stats = true;
	}
}

static int read_each(struct experiment *x, const char *dir,
                     struct dirent **names, int n, const uint32_t *series)
{
	struct strbuf path = STRBUF_INIT;
	struct ids ranks = { 0 };
	double most = 0;
	int rc = 0;

	for (int i = 0; i < n && rc == 0; i++) {
		strbuf_clear(&path);
		io_join(&path, dir, names[i]->d_name);
		rc = read_file(x, path.s, series, x->err);
		if (rc != 0)
			err_prefix(x->err, "%s", names[i]->d_name);
		tree_thread_end(x->t, TREE_STATS);
		note_thread(names[i]->d_name, &ranks, &most);
	}
	for (unsigned i = 0; i < x->metric_dbs; i++) {
		if (series[i] != IDS_NONE)
			x->t->series[series[i]].threads = n;
	}
	/* where files are missing, their names do not give the number of ranks
	 */
	if (rc == 0 && complete(x, series)) {
		x->t->ranks = fmax(x->t->ranks, (double)ranks.n);
		x->t->threads = fmax(x->t->threads, most);
	} else if (rc == 0) {
		note_incomplete(x, series);
	}
	ids_release(&ranks);
	strbuf_release(&path);
	return rc;
}

int metric_db_read(struct experiment *x, const char *dir)
{
	struct dirent **names = NULL;
	int n = scandir(dir, &names, is_metric_db, alphasort);
	uint32_t *series = columns_of(x);
	int rc = -1;

	if (n < 0) {
		err_system(x->err, "can't list the folder");
		goto out;
	}
	rc = x->raw || !x->metric_dbs ? 0 : read_each(x, dir, names, n, series);
out:
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	free(series);
	return rc;
}
