/*
 * gen_v4 - a database of version 4 with any number of profiles
 *
 * usage: gen_v4 FOLDER PROFILES CONTEXTS
 *
 * Writes FOLDER/meta.db and FOLDER/profile.db: procedures with two nested loops
 * that call one another, 15 PAPI events, a third of the values 0. The same
 * arguments give the same bytes.
 */
#include <sys/stat.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "tests/v4_writer.h"

enum { NFUNCTIONS = 300, NVARIANTS = 7, NMETRICS = 15 };

static const char *const metrics[NMETRICS] = {
	"PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_L1_DCA",  "PAPI_L1_ICA",
	"PAPI_L2_DCA",  "PAPI_L2_ICA",  "PAPI_L2_DCM",  "PAPI_L2_ICM",
	"PAPI_TLB_DM",  "PAPI_TLB_IM",  "PAPI_BR_INS",  "PAPI_BR_MSP",
	"PAPI_FP_INS",  "PAPI_FAD_INS", "PAPI_FML_INS",
};

static unsigned below(uint64_t *random, unsigned n)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*random >> 33) % n;
}

/* Groups of five: a procedure, its loops, a line in the inner one that has
 * counts, a line in the outer one that calls later procedures. */
static void make_nodes(struct v4_node *nodes, size_t n)
{
	uint64_t random = 1;

	for (size_t i = 0; i < n; i++) {
		int top = (int)(i - i % 5);
		unsigned group = top ? below(&random, (unsigned)top / 5) : 0;
		int caller = top ? (int)group * 5 + 4 : V4_TOP;
		int f = i % 5 ? nodes[top].function
		              : (int)below(&random, NFUNCTIONS);

		nodes[i] = (struct v4_node){
			top, V4_LEXICAL, V4_LINE, -1, 0, 10 + (unsigned)i % 5, 0
		};
		if (i % 5 == 0)
			nodes[i] = (struct v4_node){
				caller, V4_CALL, V4_FUNCTION, f, -1, 0, 0
			};
		else if (i % 5 < 3)
			nodes[i] = (struct v4_node){ (int)i - 1,
				                     V4_LEXICAL,
				                     V4_LOOP,
				                     -1,
				                     0,
				                     10 + (unsigned)i % 5,
				                     (unsigned)f * 256 +
				                             (unsigned)i % 5 };
		else
			nodes[i].parent = top + (i % 5 == 3 ? 2 : 1);
	}
	for (size_t i = 0; i < n; i++) {
		if (nodes[i].type != V4_FUNCTION)
			nodes[i].function = -1;
	}
}

static double *make_counts(size_t n, unsigned variant)
{
	double *own = mem_alloc(n * NMETRICS, sizeof(*own));
	uint64_t random = variant + 1;

	for (size_t i = 0; i < n * NMETRICS; i++) {
		if (i / NMETRICS % 5 == 3 && below(&random, 3))
			own[i] = 1000003.0 * (1 + below(&random, 900));
	}
	return own;
}

static int write_file(const char *folder, const char *name,
                      const struct strbuf *b, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct output a;
	int rc;

	io_join(&path, folder, name);
	rc = output_open(&a, path.s, OUTPUT_REPLACE, err);
	if (rc == 0) {
		fwrite(b->s, 1, b->len, a.f);
		rc = output_commit(&a, NULL, err);
	}
	strbuf_release(&path);
	return rc;
}

static int write_database(const char *folder, const struct v4_database *d,
                          struct err *err)
{
	struct strbuf b = STRBUF_INIT;
	int rc = -1;

	mkdir(folder, 0777);
	v4_write_meta(&b, d);
	if (write_file(folder, "meta.db", &b, err) != 0)
		goto out;
	v4_write_profile(&b, d);
	rc = write_file(folder, "profile.db", &b, err);
out:
	strbuf_release(&b);
	return rc;
}

int main(int argc, char **argv)
{
	static const char *const modules[] = { "/app/prog" };
	static const char *const files[] = { "/app/prog.c" };
	struct v4_function functions[NFUNCTIONS];
	struct strbuf names[NFUNCTIONS];
	struct v4_database d = {
		.title = "generated",
		.metrics = metrics,
		.nmetrics = NMETRICS,
		.modules = modules,
		.nmodules = 1,
		.files = files,
		.nfiles = 1,
		.functions = functions,
		.nfunctions = NFUNCTIONS,
	};
	double *counts[NVARIANTS];
	struct v4_thread *threads;
	struct v4_node *nodes;
	struct err err = { 0 };
	int rc;

	if (argc != 4)
		return 2;
	d.nthreads = strtoul(argv[2], NULL, 10);
	d.nnodes = strtoul(argv[3], NULL, 10) / 5 * 5;
	for (unsigned i = 0; i < NFUNCTIONS; i++) {
		strbuf_init(&names[i]);
		strbuf_addf(&names[i], "procedure%u", i);
		functions[i] = (struct v4_function){ names[i].s, 0, 0, 10 * i,
			                             256 * i };
	}
	nodes = mem_alloc(d.nnodes + 1, sizeof(*nodes));
	make_nodes(nodes, d.nnodes);
	for (unsigned i = 0; i < NVARIANTS; i++)
		counts[i] = make_counts(d.nnodes, i);
	threads = mem_alloc(d.nthreads + 1, sizeof(*threads));
	for (size_t i = 0; i < d.nthreads; i++)
		threads[i] = (struct v4_thread){ (int)i / 8, i % 8,
			                         counts[i % NVARIANTS] };
	d.nodes = nodes;
	d.threads = threads;
	rc = write_database(argv[1], &d, &err);
	if (rc != 0)
		fprintf(stderr, "gen_v4: %s\n", err.msg);
	for (unsigned i = 0; i < NFUNCTIONS; i++)
		strbuf_release(&names[i]);
	for (unsigned i = 0; i < NVARIANTS; i++)
		free(counts[i]);
	free(nodes);
	free(threads);
	return rc == 0 ? 0 : 1;
}
