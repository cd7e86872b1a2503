/*
 * gen_experiment - an experiment.xml of any size, for measuring readers
 *
 * usage: gen_experiment [-t THREADS] [-p PROCEDURES] [-e EVENTS] MEGABYTES
 *
 * Written in the manner of hpcprof 2021.05 (version 2.2): call paths of random
 * shape over a fixed set of procedures, each with a nest of two loops and an
 * inlined loop. The size follows the number of call paths, not that of the
 * procedures. Without -t, values are sums, inclusive and exclusive; with it,
 * each thread's own. The same arguments give the same bytes.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/mem.h"

enum { MAX_NODES = 20000, MAX_EVENTS = 16, PERIOD = 1000003 };
enum kind { PF, PR, L, C, S };

struct node {
	enum kind kind;
	unsigned procedure, line, s;
	size_t child, next; /* 0: none */
	double value[MAX_EVENTS];
};

struct gen {
	uint64_t random;
	unsigned procedures, events, threads;
	unsigned long long written, limit, next_id;
	struct node *nodes;
	size_t n;
	double total[MAX_EVENTS];
	bool silent; /* the first pass only adds up */
};

static const char *const names[MAX_EVENTS] = {
	"PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_L1_DCA",  "PAPI_L1_ICA",
	"PAPI_L2_DCA",  "PAPI_L2_ICA",  "PAPI_L2_DCM",  "PAPI_L2_ICM",
	"PAPI_TLB_DM",  "PAPI_TLB_IM",  "PAPI_BR_INS",  "PAPI_BR_MSP",
	"PAPI_FP_INS",  "PAPI_FAD_INS", "PAPI_FML_INS", "PAPI_FDV_INS",
};

static unsigned below(struct gen *g, unsigned n)
{
	g->random ^= g->random << 13; /* xorshift64 */
	g->random ^= g->random >> 7;
	g->random ^= g->random << 17;
	return (unsigned)(g->random >> 33) % n;
}

__attribute__((format(printf, 2, 3))) static void put(struct gen *g,
                                                      const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = g->silent ? vsnprintf(NULL, 0, fmt, ap) : vprintf(fmt, ap);
	va_end(ap);
	g->written += n > 0 ? (unsigned)n : 0;
}

static size_t add(struct gen *g, size_t parent, enum kind kind,
                  unsigned procedure, unsigned line)
{
	struct node *node = &g->nodes[g->n];

	*node = (struct node){ .kind = kind, .line = line };
	node->procedure = procedure;
	node->s = 1000 + procedure * 100 + (unsigned)kind * 20 + line % 20;
	if (parent != SIZE_MAX) {
		node->next = g->nodes[parent].child;
		g->nodes[parent].child = g->n;
	}
	return g->n++;
}

static void add_statements(struct gen *g, size_t parent, unsigned procedure,
                           unsigned line)
{
	for (unsigned i = 0; i < 3; i++) {
		size_t s = add(g, parent, S, procedure, line + i);

		for (unsigned e = 0; e < g->events; e++) {
			if (below(g, 8) < 5)
				g->nodes[s].value[e] =
					PERIOD * (1.0 + below(g, 5000));
		}
	}
}

static void add_procedure(struct gen *g, size_t parent, unsigned depth)
{
	unsigned p = below(g, g->procedures);
	size_t pf = add(g, parent, PF, p, 10), outer, inner, inlined;

	outer = add(g, pf, L, p, 11);
	inner = add(g, outer, L, p, 12);
	add_statements(g, inner, p, 13);
	if (below(g, 2)) {
		inlined = add(g, add(g, pf, PR, p, 20), L, p, 21);
		add_statements(g, inlined, p, 22);
	}
	for (unsigned i = below(g, depth > 12 ? 1 : 4); i > 0; i--) {
		if (g->n > MAX_NODES - 100)
			return;
		add_procedure(g, add(g, outer, C, p, 16 + i), depth + 1);
	}
}

/* Inclusive values: those of the children are added. */
static void sum_up(struct gen *g, size_t i)
{
	struct node *node = &g->nodes[i];

	for (size_t c = node->child; c; c = g->nodes[c].next) {
		sum_up(g, c);
		for (unsigned e = 0; e < g->events; e++)
			node->value[e] += g->nodes[c].value[e];
	}
}

static void put_sums(struct gen *g, const struct node *node)
{
	for (unsigned e = 0; e < g->events; e++) {
		if (node->value[e] == 0)
			continue;
		put(g, "<M n=\"%u\" v=\"%g\"/>", 100 + 2 * e, node->value[e]);
		if (node->kind == S)
			put(g, "<M n=\"%u\" v=\"%g\"/>", 101 + 2 * e,
			    node->value[e]);
	}
	put(g, "\n");
}

/* Each statement has samples in a few of the threads. */
static void put_threads(struct gen *g, const struct node *node)
{
	unsigned first = g->nodes[0].procedure * 7 + node->line;

	for (unsigned t = 0; t < g->threads && t < 4; t++) {
		unsigned thread = (first + t * 5) % g->threads;

		for (unsigned e = 0; e < g->events; e++) {
			if (node->value[e] > 0)
				put(g, "<M n=\"%u\" v=\"%g\"/>",
				    thread * g->events + e, node->value[e]);
		}
	}
	put(g, "\n");
}

static void put_node(struct gen *g, size_t i)
{
	static const char *const tags[] = { "PF", "Pr", "L", "C", "S" };
	const struct node *node = &g->nodes[i];
	unsigned module = 2 + node->procedure % 3;

	put(g, "<%s i=\"%llu\" s=\"%u\" l=\"%u\"", tags[node->kind],
	    g->next_id++, node->s, node->line);
	if (node->kind == PF || node->kind == PR)
		put(g, " lm=\"%u\" f=\"%u\" n=\"%u\"", module,
		    10 + node->procedure % 40,
		    100 + node->procedure + (node->kind == PR ? 1u : 0u));
	if (node->kind == PR)
		put(g, " a=\"1\"");
	if (node->kind == L)
		put(g, " f=\"%u\" v=\"0x%x\"", 10 + node->procedure % 40,
		    0x400000 + node->procedure * 256 + node->line);
	if (node->kind == C)
		put(g, " v=\"0x%x\"",
		    0x400000 + node->procedure * 256 + node->line);
	put(g, ">\n");
	if (g->threads == 0)
		put_sums(g, node);
	else if (node->kind == S)
		put_threads(g, node);
	for (size_t c = node->child; c; c = g->nodes[c].next)
		put_node(g, c);
	put(g, "</%s>\n", tags[node->kind]);
}

static void put_metrics(struct gen *g)
{
	for (unsigned e = 0; e < g->events && !g->threads; e++) {
		for (unsigned i = 0; i < 2; i++)
			put(g,
			    "<Metric i=\"%u\" n=\"%s:Sum (%c)\" o=\"%u\" "
			    "v=\"derived-incr\" md=\"Sum over rank/thread\" "
			    "t=\"%s\" partner=\"%u\" show=\"1\">\n"
			    "<Info><NV n=\"units\" v=\"events\"/></Info>\n"
			    "</Metric>\n",
			    100 + 2 * e + i, names[e], i ? 'E' : 'I', e,
			    i ? "exclusive" : "inclusive", 101 + 2 * e - i);
	}
	for (unsigned i = 0; i < g->threads * g->events; i++)
		put(g,
		    "<Metric i=\"%u\" n=\"%s.[%u,%u]\" o=\"%u\" v=\"raw\" "
		    "md=\"\" t=\"nil\" show=\"1\">\n<Info>"
		    "<NV n=\"units\" v=\"events\"/><NV n=\"period\" "
		    "v=\"%d\"/></Info>\n</Metric>\n",
		    i, names[i % g->events], i / g->events / 4,
		    i / g->events % 4, i, PERIOD);
}

static void put_head(struct gen *g)
{
	put(g, "<?xml version=\"1.0\"?>\n<HPCToolkitExperiment version=\"2.2\">"
	       "\n<Header n=\"generated\">\n  <Info/>\n</Header>\n"
	       "<SecCallPathProfile i=\"0\" n=\"generated\">\n<SecHeader>\n"
	       "<MetricTable>\n");
	put_metrics(g);
	put(g, "</MetricTable>\n<LoadModuleTable>\n");
	for (unsigned i = 0; i < 3; i++)
		put(g, "<LoadModule i=\"%u\" n=\"/app/module%u\"/>\n", 2 + i,
		    i);
	put(g, "</LoadModuleTable>\n<FileTable>\n");
	for (unsigned i = 0; i < 40; i++)
		put(g, "<File i=\"%u\" n=\"./src/app/file%u.c\"/>\n", 10 + i,
		    i);
	put(g, "</FileTable>\n<ProcedureTable>\n");
	for (unsigned i = 0; i <= g->procedures; i++)
		put(g, "<Procedure i=\"%u\" n=\"procedure%u\" v=\"0x%x\"/>\n",
		    100 + i, i, 0x400000 + i * 256);
	put(g, "</ProcedureTable>\n<Info/>\n</SecHeader>\n"
	       "<SecCallPathProfileData>\n");
}

static void put_all(struct gen *g)
{
	g->random = 88172645463325252u;
	g->written = 0;
	g->next_id = 2;
	put_head(g);
	if (!g->threads && !g->silent) {
		for (unsigned e = 0; e < g->events; e++)
			put(g, "<M n=\"%u\" v=\"%g\"/>", 100 + 2 * e,
			    g->total[e]);
		put(g, "\n");
	}
	while (g->written < g->limit) {
		g->n = 0;
		add_procedure(g, SIZE_MAX, 0);
		if (!g->threads)
			sum_up(g, 0);
		put_node(g, 0);
		for (unsigned e = 0; e < g->events && g->silent; e++)
			g->total[e] += g->nodes[0].value[e];
	}
	put(g, "</SecCallPathProfileData>\n</SecCallPathProfile>\n"
	       "</HPCToolkitExperiment>\n");
}

static unsigned number(const char *s, unsigned max)
{
	unsigned long n = strtoul(s, NULL, 10);

	return n > max ? max : (unsigned)n;
}

int main(int argc, char **argv)
{
	struct gen g = { .procedures = 500, .events = 15 };
	int c;

	while ((c = getopt(argc, argv, "e:p:t:")) != -1) {
		if (c == 'e')
			g.events = number(optarg, MAX_EVENTS);
		else if (c == 'p')
			g.procedures = number(optarg, 1000000);
		else if (c == 't')
			g.threads = number(optarg, 100000);
		else
			return 2;
	}
	if (optind + 1 != argc || !g.procedures)
		return 2;
	g.limit = 1000000ull * number(argv[optind], 100000);
	g.nodes = mem_alloc(MAX_NODES, sizeof(*g.nodes));
	g.silent = true;
	if (!g.threads)
		put_all(&g);
	g.silent = false;
	put_all(&g);
	free(g.nodes);
	return fflush(stdout) == 0 ? 0 : 1;
}
