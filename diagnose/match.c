#include "match.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "check.h"
#include "profile/profile.h"

/* Groups with more pairs than this are matched in order: hostile input,
 * as real ones hold a handful. */
enum { MAX_PAIRS = 1 << 14 };

void match_release(struct match *m)
{
	free(m->pairs);
	*m = (struct match){ 0 };
}

static void add_pair(struct match *m, const struct profile_section *one,
                     const struct profile_section *two)
{
	m->pairs = mem_grow(m->pairs, &m->cap, m->n + 1, sizeof(*m->pairs));
	m->pairs[m->n++] = (struct match_pair){ { one, two } };
}

/* Length of a clone's mark at s: ".isra.0", " [clone .part.3]"; or 0. */
static size_t clone_mark(const char *s)
{
	static const char *const marks[] = { ".constprop", ".isra", ".part",
		                             ".cold",      ".llvm", ".lto_priv",
		                             ".localalias" };
	const char *p = s;
	bool bracket = strncmp(p, " [clone ", 8) == 0;

	if (bracket)
		p += 8;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		size_t n = strlen(marks[i]);

		if (strncmp(p, marks[i], n) != 0)
			continue;
		p += n;
		if (*p == '.')
			p += 1 + strspn(p + 1, "0123456789");
		if (bracket)
			return *p == ']' ? (size_t)(p + 1 - s) : 0;
		return *p == '\0' || *p == '.' || *p == ' ' ? (size_t)(p - s)
		                                            : 0;
	}
	return 0;
}

void match_name(struct strbuf *b, const char *name)
{
	while (*name) {
		size_t n = clone_mark(name);

		if (n)
			name += n;
		else
			strbuf_addc(b, *name++);
	}
}

void match_module(struct strbuf *b, const struct profile *p,
                  const struct profile_section *module)
{
	const char *name = io_basename(module->name);
	const char *so = strstr(name, ".so");

	if (strcmp(name, io_basename(p->program)) == 0)
		return;
	strbuf_add(b, name, so ? (size_t)(so + 3 - name) : strlen(name));
}

/* Where the parameters begin in a demangled C++ name; its end for others. */
static size_t before_parameters(const char *name)
{
	static const char anonymous[] = "(anonymous namespace)";
	const char *p = name;

	while ((p = strchr(p, '(')) != NULL) {
		size_t before = (size_t)(p - name);

		if (strncmp(p, anonymous, sizeof(anonymous) - 1) == 0)
			p += sizeof(anonymous) - 1;
		else if (before >= 8 && strncmp(p - 8, "operator()", 10) == 0)
			p += 2;
		else if (before > 0)
			return before;
		else
			p++;
	}
	return strlen(name);
}

/* What one pass compares. */
enum key { KEY_MODULE_NAME, KEY_NAME, KEY_MODULE_PLAIN, KEYS };

struct side {
	const struct profile *p;
	const struct profile_section **procedures;
	bool *used;
	size_t n, cap;
};

/* Procedures that share a key: indices into the sides. */
struct group {
	size_t *at[2];
	size_t n[2], cap[2];
};

static void make_key(struct strbuf *b, const struct profile *p,
                     const struct profile_section *s, enum key key)
{
	strbuf_clear(b);
	if (key != KEY_NAME)
		match_module(b, p, s->parent);
	strbuf_addc(b, '\n');
	if (key == KEY_MODULE_PLAIN)
		strbuf_add(b, s->name, before_parameters(s->name));
	else
		match_name(b, s->name);
}

static void collect(struct side *side, const struct profile *p)
{
	side->p = p;
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->kind != PROFILE_PROCEDURE)
			continue;
		side->procedures =
			mem_grow(side->procedures, &side->cap, side->n + 1,
		                 sizeof(*side->procedures));
		side->procedures[side->n++] = s;
	}
	side->used = mem_alloc(side->n + 1, sizeof(*side->used));
}

static void add_to_group(struct map *groups, const char *key, int side,
                         size_t at)
{
	struct group *g = map_get(groups, key);

	if (!g) {
		g = mem_alloc(1, sizeof(*g));
		map_put(groups, key, g);
	}
	g->at[side] = mem_grow(g->at[side], &g->cap[side], g->n[side] + 1,
	                       sizeof(*g->at[side]));
	g->at[side][g->n[side]++] = at;
}

static struct map *make_groups(struct side sides[2], enum key key)
{
	struct map *groups = map_new();
	struct strbuf b = STRBUF_INIT;

	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < sides[side].n; i++) {
			if (sides[side].used[i])
				continue;
			make_key(&b, sides[side].p, sides[side].procedures[i],
			         key);
			add_to_group(groups, b.s, side, i);
		}
	}
	strbuf_release(&b);
	return groups;
}

static void free_groups(struct map *groups)
{
	for (size_t i = 0; i < map_size(groups); i++) {
		struct group *g = map_value(groups, i);

		free(g->at[0]);
		free(g->at[1]);
		free(g);
	}
	map_free(groups);
}

static double share(const struct profile *p, const struct profile_section *s)
{
	int event = check_time_event(p);
	double part = event < 0 ? NAN : s->sum[event];
	double all = event < 0 ? NAN : p->root->sum[event];

	return part >= 0 && all > 0 ? part / all : 0;
}

/* How alike two procedures of the same name are; more is better. */
static double likeness(const struct side sides[2], size_t one, size_t two)
{
	const struct profile_section *a = sides[0].procedures[one];
	const struct profile_section *b = sides[1].procedures[two];
	double score = 0;

	if (a->file && b->file) {
		if (strcmp(a->file, b->file) == 0)
			score += 8;
		else if (strcmp(io_basename(a->file), io_basename(b->file)) ==
		         0)
			score += 6;
	}
	if (strcmp(a->name, b->name) == 0)
		score += 4;
	if (a->raw_name && b->raw_name && strcmp(a->raw_name, b->raw_name) == 0)
		score += 2;
	if (a->line && b->line)
		score += 1 / (1 + fabs((double)a->line - (double)b->line) / 16);
	score += 1 - fabs(share(sides[0].p, a) - share(sides[1].p, b));
	return score;
}

static void pair_up(struct side sides[2], size_t one, size_t two,
                    struct match *m)
{
	assert(one < sides[0].n && two < sides[1].n);
	sides[0].used[one] = sides[1].used[two] = true;
	add_pair(m, sides[0].procedures[one], sides[1].procedures[two]);
}

/* Of those not used yet, the two that are most alike; there are some. */
static void best_pair(const struct side sides[2], const struct group *g,
                      size_t *one, size_t *two)
{
	double best = -1;

	for (size_t i = 0; i < g->n[0]; i++) {
		const size_t a = g->at[0][i];

		for (size_t j = 0; j < g->n[1] && !sides[0].used[a]; j++) {
			const size_t b = g->at[1][j];
			double score;

			if (sides[1].used[b])
				continue;
			score = likeness(sides, a, b);
			if (score <= best)
				continue;
			best = score;
			*one = a;
			*two = b;
		}
	}
}

/* The best pair first, then the best of the rest. */
static void match_group(struct side sides[2], const struct group *g,
                        struct match *m)
{
	size_t n = g->n[0] < g->n[1] ? g->n[0] : g->n[1];
	bool many = g->n[0] > MAX_PAIRS / g->n[1];

	for (size_t k = 0; k < n; k++) {
		size_t one = g->at[0][k], two = g->at[1][k];

		if (!many)
			best_pair(sides, g, &one, &two);
		pair_up(sides, one, two, m);
	}
}

static void match_pass(struct side sides[2], enum key key, struct match *m)
{
	struct map *groups = make_groups(sides, key);

	for (size_t i = 0; i < map_size(groups); i++) {
		const struct group *g = map_value(groups, i);

		if (g->n[0] == 0 || g->n[1] == 0)
			continue;
		if (key == KEY_MODULE_NAME || (g->n[0] == 1 && g->n[1] == 1))
			match_group(sides, g, m);
	}
	free_groups(groups);
}

void match_procedures(const struct profile *one, const struct profile *two,
                      struct match *m)
{
	struct side sides[2] = { 0 };

	collect(&sides[0], one);
	if (two) {
		collect(&sides[1], two);
		for (int key = 0; key < KEYS; key++)
			match_pass(sides, (enum key)key, m);
	}
	for (size_t i = 0; i < sides[0].n; i++) {
		if (!sides[0].used[i])
			add_pair(m, sides[0].procedures[i], NULL);
	}
	for (size_t i = 0; i < sides[1].n; i++) {
		if (!sides[1].used[i])
			add_pair(m, NULL, sides[1].procedures[i]);
	}
	for (int i = 0; i < 2; i++) {
		free(sides[i].procedures);
		free(sides[i].used);
	}
}

static const struct profile_section *
find_region(const struct profile *p, const struct profile_section *like)
{
	const struct profile_section *s = p ? p->regions : NULL;

	while (s && (s->region->number != like->region->number ||
	             strcmp(s->name, like->name) != 0))
		s = s->next;
	return s;
}

void match_regions(const struct profile *one, const struct profile *two,
                   struct match *m)
{
	for (const struct profile_section *s = one->regions; s; s = s->next)
		add_pair(m, s, find_region(two, s));
	for (const struct profile_section *s = two ? two->regions : NULL; s;
	     s = s->next) {
		if (!find_region(one, s))
			add_pair(m, NULL, s);
	}
}
