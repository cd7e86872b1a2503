/*
 * hpctoolkit_program.h - a small measured program, for tests of the readers
 *
 * database() has no counts yet; first_set() and second_set() are two counter
 * sets of one program. read_xml() puts metrics and values into an
 * experiment.xml with one loop.
 */
#ifndef PERFEXPERT_TESTS_HPCTOOLKIT_PROGRAM_H
#define PERFEXPERT_TESTS_HPCTOOLKIT_PROGRAM_H

#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "tests/v4_writer.h"

/* main calls f, which has a loop; two threads. */
static const char *const modules[] = { "/app/prog" };
static const char *const files[] = { "/src/a.c" };
static const struct v4_function functions[] = { { "main", 0, 0, 1, 0x10 },
	                                        { "f", 0, 0, 9, 0x20 } };
static const struct v4_node nodes[] = {
	{ V4_TOP, V4_CALL, V4_FUNCTION, 0, -1, 0, 0 },
	{ 0, V4_LEXICAL, V4_LINE, -1, 0, 2, 0 },
	{ 1, V4_CALL, V4_FUNCTION, 1, -1, 0, 0 },
	{ 2, V4_LEXICAL, V4_LOOP, -1, 0, 10, 0x28 },
	{ 3, V4_LEXICAL, V4_LINE, -1, 0, 11, 0 },
};
enum { MAIN_LINE = 1, LOOP_LINE = 4, NNODES = 5, NTHREADS = 2 };

static const char *const set_1[] = { "PAPI_TOT_CYC", "PAPI_L1_DCA" };
static const char *const set_2[] = { "PAPI_TOT_CYC", "PAPI_FP_INS" };
static const char *const both[] = { "PAPI_TOT_CYC", "PAPI_L1_DCA",
	                            "PAPI_FP_INS" };

static double counts[4][NNODES][3];

static inline void set(unsigned t, unsigned node, size_t n, double a, double b,
                       double c)
{
	double *row = &counts[t][0][0] + node * n;

	row[0] = a;
	row[1] = b;
	if (n > 2)
		row[2] = c;
}

static struct v4_thread threads[4];

static inline struct v4_database database(const char *const *metrics, size_t n)
{
	for (unsigned t = 0; t < 4; t++)
		threads[t] = (struct v4_thread){ -1, t % 2, &counts[t][0][0] };
	memset(counts, 0, sizeof(counts));
	return (struct v4_database){
		.title = "prog",
		.metrics = metrics,
		.nmetrics = n,
		.modules = modules,
		.nmodules = 1,
		.files = files,
		.nfiles = 1,
		.functions = functions,
		.nfunctions = 2,
		.nodes = nodes,
		.nnodes = NNODES,
		.threads = threads,
		.nthreads = NTHREADS,
	};
}

/* Counter set 1 has 1000 and 3000 cycles in the loop, set 2 1200 and 3200. */
static inline struct v4_database first_set(void)
{
	struct v4_database d = database(set_1, 2);

	set(0, MAIN_LINE, 2, 100, 50, 0);
	set(0, LOOP_LINE, 2, 1000, 400, 0);
	set(1, LOOP_LINE, 2, 3000, 800, 0);
	return d;
}

static inline struct v4_database second_set(void)
{
	struct v4_database d = database(set_2, 2);

	set(0, LOOP_LINE, 2, 1200, 30, 0);
	set(1, LOOP_LINE, 2, 3200, 0, 0);
	return d;
}

static const char sets_in_xml[] =
	"<HPCToolkitExperiment version=\"2.0\"><Header n=\"prog\"/>"
	"<SecCallPathProfile><SecHeader><MetricTable>%s</MetricTable>"
	"<LoadModuleTable><LoadModule i=\"2\" n=\"/app/prog\"/>"
	"</LoadModuleTable><FileTable><File i=\"3\" n=\"/src/a.c\"/>"
	"</FileTable><ProcedureTable><Procedure i=\"4\" n=\"main\"/>"
	"</ProcedureTable></SecHeader><SecCallPathProfileData>"
	"<PF i=\"2\" s=\"4\" l=\"1\" lm=\"2\" f=\"3\" n=\"4\">"
	"<L i=\"3\" s=\"5\" l=\"10\"><S i=\"4\" s=\"6\" l=\"11\">%s</S></L>"
	"</PF></SecCallPathProfileData></SecCallPathProfile>"
	"</HPCToolkitExperiment>";

static inline struct profile *read_xml(const char *metrics, const char *values,
                                       const struct hpctoolkit_options *options,
                                       struct err *err)
{
	struct strbuf b = STRBUF_INIT;
	const char *mark = strstr(sets_in_xml, "%s");
	const char *second = strstr(mark + 2, "%s");
	struct profile *p;

	strbuf_add(&b, sets_in_xml, (size_t)(mark - sets_in_xml));
	strbuf_adds(&b, metrics);
	strbuf_add(&b, mark + 2, (size_t)(second - mark - 2));
	strbuf_adds(&b, values);
	strbuf_adds(&b, second + 2);
	p = profile_read_experiment(b.s, b.len, options, err);
	strbuf_release(&b);
	return p;
}

#define PERIOD(v) "<Info><NV n=\"period\" v=\"" v "\"/></Info></Metric>"
#define METRIC(i, n, period)                                                   \
	"<Metric i=\"" i "\" n=\"" n "\" v=\"raw\" t=\"nil\">" PERIOD(period)
#define M(n, v) "<M n=\"" n "\" v=\"" v "\"/>"

#endif
