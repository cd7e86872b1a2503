/* One machine file into a struct machine: all but its events and host rules. */
#include "machine_private.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "events.h"
#include "limits.h"

static int read_names(struct machine *m, const struct lua_table *root)
{
	static const char *const isas[] = { "x86_64",  "i686",  "aarch64",
		                            "ppc64le", "ppc64", "riscv64",
		                            "s390x",   NULL };
	const char *isa;

	if (table_need_string(root, "name", &m->name) != 0 ||
	    table_need_string(root, "title", &m->title) != 0 ||
	    table_string(root, "isa", &isa) != 0)
		return -1;
	if (!isa)
		return 0; /* inherited */
	for (size_t i = 0; isas[i]; i++) {
		if (strcmp(isas[i], isa) == 0) {
			m->isa = isa;
			return 0;
		}
	}
	return table_fail(root, "isa", "unknown '%s'", isa);
}

/* ns may be given for cycles: the clock converts them */
static bool unit_fits(const char *unit, const char *wanted)
{
	return strcmp(unit, wanted) == 0 ||
	       (strcmp(unit, "ns") == 0 && strcmp(wanted, "cycles") == 0);
}

static int read_param(struct machine *m, const struct lua_table *t,
                      const char *name)
{
	static const char *const keys[] = { "value", "unit", "source", "guess",
		                            NULL };
	const struct declared_param *d = map_get(m->declared, name);
	struct machine_param *p = arena_alloc(m->a, 1, sizeof(*p));

	p->name = name;
	if (table_only(t, keys) != 0 ||
	    table_number(t, "value", &p->value) != 0 ||
	    table_need_string(t, "unit", &p->unit) != 0 ||
	    table_need_string(t, "source", &p->source) != 0 ||
	    table_bool(t, "guess", &p->guess) != 0)
		return -1;
	if (!(p->value > 0) || !isfinite(p->value))
		return table_fail(t, "value", "wants a positive number");
	if (d && !unit_fits(p->unit, d->unit))
		return table_fail(t, "unit", "is '%s', not '%s'", p->unit,
		                  d->unit);
	if (events_find(m->catalogue, name))
		return table_fail(t, NULL, "is the name of an event");
	map_put_static(m->by_name, name, p);
	return 0;
}

static int read_params(struct machine *m, const struct lua_table *root)
{
	struct lua_table params, t;
	const char **names;
	size_t n;

	if (table_sub(root, "parameters", &params) != 0 ||
	    table_keys(&params, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&params, names[i], &t) != 0 ||
		    read_param(m, &t, names[i]) != 0)
			return -1;
	}
	return 0;
}

static bool power_of_two(uint64_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

/* is key within the limits? one that is NAN, not given, is */
static int within(const struct lua_table *t, const char *key, double value,
                  double least, double most)
{
	if (value < least || value > most)
		return table_fail(t, key, "wants %.0f to %.0f, not %.0f", least,
		                  most, value);
	return 0;
}

static int check_cache(const struct lua_table *t, const struct machine_cache *c,
                       bool first_level)
{
	uint64_t lines;

	if (within(t, "line", c->line_bytes, LIMIT_LINE_MIN, LIMIT_LINE_MAX) ||
	    within(t, "ways", c->ways, 1, LIMIT_WAYS))
		return -1;
	lines = c->size_bytes / c->line_bytes;
	if (!power_of_two(c->line_bytes) ||
	    c->size_bytes % ((uint64_t)c->ways * c->line_bytes) != 0 ||
	    !power_of_two(lines / c->ways))
		return table_fail(t, NULL,
		                  "size is not ways * line * a power of two");
	if (c->hashed && (first_level || lines / c->ways >> c->hashed == 0))
		return table_fail(t, "hashed",
		                  first_level ? "a first level has none"
		                              : "more bits than sets have");
	if (first_level &&
	    LIMIT_L1_ROOM(lines, (uint64_t)c->ways) > LIMIT_L1_LINES)
		return table_fail(t, "size",
		                  "more than %d lines in a first-level cache",
		                  LIMIT_L1_LINES);
	if (lines > LIMIT_LINES)
		return table_fail(t, "size", "more than %d lines", LIMIT_LINES);
	return 0;
}

static int read_cache(const struct lua_table *t, struct machine_cache *c,
                      bool first_level)
{
	static const char *const keys[] = { "size",   "ways",   "line",
		                            "hashed", "source", "shared_by",
		                            NULL };
	double size = 0, ways = 1, line = 64, shared = 1, hashed = 0;
	const char *source;

	if (table_only(t, keys) != 0 ||
	    table_count(t, "size", 1e12, &size) != 0 ||
	    table_count(t, "ways", 1e9, &ways) != 0 ||
	    table_count(t, "line", 1e9, &line) != 0 ||
	    table_count(t, "shared_by", 1024, &shared) != 0 ||
	    table_count(t, "hashed", LIMIT_HASHED, &hashed) != 0 ||
	    table_need_string(t, "source", &source) != 0)
		return -1;
	*c = (struct machine_cache){ .size_bytes = (uint64_t)size,
		                     .ways = (unsigned)ways,
		                     .line_bytes = (unsigned)line,
		                     .shared_by = (unsigned)shared,
		                     .hashed = (unsigned)hashed };
	return size > 0 ? check_cache(t, c, first_level) : 0;
}

static int check_tlb(const struct lua_table *t, const struct machine_tlb *tlb)
{
	if (tlb->ways > LIMIT_WAYS)
		return table_fail(t, NULL, "wants 1 to %d ways, not %u",
		                  LIMIT_WAYS, tlb->ways);
	if (within(t, "entries", tlb->entries, 1, LIMIT_TLB_ENTRIES) ||
	    within(t, "page", (double)tlb->page_bytes, LIMIT_PAGE_MIN,
	           LIMIT_PAGE_MAX))
		return -1;
	if (!power_of_two(tlb->page_bytes))
		return table_fail(t, "page", "wants a power of two");
	if (tlb->entries % tlb->ways != 0 ||
	    !power_of_two(tlb->entries / tlb->ways))
		return table_fail(t, NULL,
		                  "entries are not ways * a power of two");
	return 0;
}

static int read_tlb(const struct lua_table *t, struct machine_tlb *tlb)
{
	static const char *const keys[] = { "entries", "ways", "page", "source",
		                            NULL };
	double entries = 0, ways = 0, page = 4096;
	const char *source;

	if (table_only(t, keys) != 0 ||
	    table_count(t, "entries", 1e9, &entries) != 0 ||
	    table_count(t, "ways", 1e9, &ways) != 0 ||
	    table_count(t, "page", 1e12, &page) != 0 ||
	    table_need_string(t, "source", &source) != 0)
		return -1;
	if (!(ways > 0))
		ways = entries; /* fully associative */
	*tlb = (struct machine_tlb){ .entries = (unsigned)entries,
		                     .ways = (unsigned)ways,
		                     .page_bytes = (uint64_t)page };
	return entries > 0 ? check_tlb(t, tlb) : 0;
}

static int read_caches(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "l1d", "l1i", "l2", "l3", NULL };
	struct machine_geometry *g = &m->geometry;
	struct machine_cache *const caches[] = { &g->l1d, &g->l1i, &g->l2,
		                                 &g->l3 };
	struct lua_table all, t;

	if (table_sub(root, "caches", &all) != 0 || table_only(&all, keys) != 0)
		return -1;
	for (size_t i = 0; keys[i]; i++) {
		if (table_sub(&all, keys[i], &t) != 0 ||
		    (t.ref && read_cache(&t, caches[i], i < 2) != 0))
			return -1;
	}
	return 0;
}

static int read_tlbs(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "dtlb1", "dtlb2",   "itlb1",
		                            "itlb2", "unified", NULL };
	struct machine_geometry *g = &m->geometry;
	struct machine_tlb *const tlbs[] = { &g->dtlb1, &g->dtlb2, &g->itlb1,
		                             &g->itlb2 };
	struct lua_table all, t;
	enum sandbox_type type;

	if (table_sub(root, "tlbs", &all) != 0 || table_only(&all, keys) != 0)
		return -1;
	for (size_t i = 0; i < sizeof(tlbs) / sizeof(*tlbs); i++) {
		if (table_sub(&all, keys[i], &t) != 0 ||
		    (t.ref && read_tlb(&t, tlbs[i]) != 0))
			return -1;
	}
	if (table_type(&all, "unified", &type) != 0 ||
	    (type != SANDBOX_NIL &&
	     table_bool(&all, "unified", &g->tlb2_unified) != 0))
		return -1;
	if (g->tlb2_unified)
		g->itlb2 = g->dtlb2;
	return 0;
}

/* What the simulator has; the default is what processors have since 2015. */
static int read_predictor(struct machine *m, const struct lua_table *t)
{
	struct machine_geometry *g = &m->geometry;
	double bits = g->branch_bits;
	double history = g->branch_history ? g->branch_history
	                                   : LIMIT_BRANCH_HISTORY_MAX;
	double targets = g->target_history ? g->target_history
	                                   : LIMIT_TARGET_HISTORY_MAX;
	double target_bits =
		g->target_bits ? g->target_bits : LIMIT_TARGET_BITS_MAX;

	if (table_count(t, "branch_bits", 1e9, &bits) != 0 ||
	    table_count(t, "branch_history", 1e9, &history) != 0 ||
	    table_count(t, "target_history", 1e9, &targets) != 0 ||
	    table_count(t, "target_bits", 1e9, &target_bits) != 0 ||
	    within(t, "branch_bits", bits, LIMIT_BRANCH_BITS_MIN,
	           LIMIT_BRANCH_BITS_MAX) != 0 ||
	    within(t, "branch_history", history, LIMIT_BRANCH_HISTORY_MIN,
	           LIMIT_BRANCH_HISTORY_MAX) != 0 ||
	    within(t, "target_history", targets, LIMIT_TARGET_HISTORY_MIN,
	           LIMIT_TARGET_HISTORY_MAX) != 0 ||
	    within(t, "target_bits", target_bits, LIMIT_TARGET_BITS_MIN,
	           LIMIT_TARGET_BITS_MAX) != 0)
		return -1;
	g->branch_bits = (unsigned)bits;
	g->branch_history = (unsigned)history;
	g->target_history = (unsigned)targets;
	g->target_bits = (unsigned)target_bits;
	return 0;
}

static int read_frontend(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "fetch_bytes",
		                            "branch_bits",
		                            "branch_history",
		                            "target_history",
		                            "target_bits",
		                            "source",
		                            NULL };
	double fetch = m->geometry.fetch_bytes;
	const char *source;
	struct lua_table t;

	if (table_sub(root, "frontend", &t) != 0)
		return -1;
	if (!t.ref)
		return 0;
	if (table_only(&t, keys) != 0 ||
	    table_count(&t, "fetch_bytes", 1e9, &fetch) != 0 ||
	    table_need_string(&t, "source", &source) != 0 ||
	    within(&t, "fetch_bytes", fetch, LIMIT_FETCH_MIN,
	           LIMIT_FETCH_MAX) != 0 ||
	    read_predictor(m, &t) != 0)
		return -1;
	if (!power_of_two((uint64_t)fetch))
		return table_fail(&t, "fetch_bytes", "wants a power of two");
	m->geometry.fetch_bytes = (unsigned)fetch;
	return 0;
}

/* a positive number over the inherited one */
static int read_positive(const struct lua_table *t, const char *key,
                         double *value)
{
	double number;

	if (table_number(t, key, &number) != 0)
		return -1;
	if (isnan(number))
		return 0;
	if (!(number > 0) || !isfinite(number))
		return table_fail(t, key, "wants a positive number");
	*value = number;
	return 0;
}

static int read_peak(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = {
		"issue_width",      "vector_bits",
		"scalar_flops",     "vector_flops",
		"core_bytes_per_s", "socket_bytes_per_s",
		"socket_cores",     "compiled_bits",
		"source",           NULL
	};
	struct machine_peak *p = &m->peak;
	double width = p->issue_width, bits = p->vector_bits;
	double cores = p->socket_cores, compiled = p->compiled_bits;
	const char *source;
	struct lua_table t;

	if (table_sub(root, "peak", &t) != 0)
		return -1;
	if (!t.ref)
		return 0;
	if (table_only(&t, keys) != 0 ||
	    table_need_string(&t, "source", &source) != 0 ||
	    table_count(&t, "issue_width", 64, &width) != 0 ||
	    table_count(&t, "vector_bits", 8192, &bits) != 0 ||
	    table_count(&t, "compiled_bits", 8192, &compiled) != 0 ||
	    table_count(&t, "socket_cores", 4096, &cores) != 0 ||
	    read_positive(&t, "scalar_flops", &p->scalar_flops) != 0 ||
	    read_positive(&t, "vector_flops", &p->vector_flops) != 0 ||
	    read_positive(&t, "core_bytes_per_s", &p->core_bytes_per_s) != 0 ||
	    read_positive(&t, "socket_bytes_per_s", &p->socket_bytes_per_s) !=
	            0)
		return -1;
	p->issue_width = (unsigned)width;
	p->vector_bits = (unsigned)bits;
	p->compiled_bits = (unsigned)compiled;
	p->socket_cores = (unsigned)cores;
	return 0;
}

int machine_read(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = {
		"inherits", "name",    "title",  "isa",        "host",
		"caches",   "tlbs",    "peak",   "parameters", "frontend",
		"counters", "natives", "events", "missing",    "metrics",
		"model",    "account", NULL
	};

	if (table_only(root, keys) != 0 || read_names(m, root) != 0 ||
	    read_params(m, root) != 0 || read_caches(m, root) != 0 ||
	    read_tlbs(m, root) != 0 || read_frontend(m, root) != 0 ||
	    read_peak(m, root) != 0 || machine_read_host(m, root) != 0 ||
	    machine_read_events(m, root) != 0 || model_read(m, root) != 0 ||
	    account_read(m, root) != 0)
		return -1;
	return lcpi_read_metrics(m, root);
}
