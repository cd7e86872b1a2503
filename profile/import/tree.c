#include "tree.h"

#include <math.h>
#include <stdarg.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "known_metrics.h"
#include "hpctoolkit.h"
#include "base/ids.h"
#include "profile/profile.h"

/* Counts that a file may make us keep: 128 M doubles, a gigabyte. */
static const size_t max_lists = (size_t)1 << 27;

void tree_init(struct tree *t, const struct hpctoolkit_options *options)
{
	*t = (struct tree){
		.arena = arena_new(),
		.options = options,
		.ranks = NAN,
		.threads = NAN,
	};
	t->nodes = mem_grow(NULL, &t->cap_nodes, 1, sizeof(*t->nodes));
	t->nodes[t->nnodes++] = (struct tree_node){ .kind = TREE_PROGRAM };
}

void tree_release(struct tree *t)
{
	for (size_t i = 0; i < t->nnodes; i++) {
		free(t->nodes[i].sum);
		free(t->nodes[i].thread);
		free(t->nodes[i].stats);
	}
	free(t->nodes);
	hash_release(&t->hash);
	free(t->series);
	free(t->touched);
	free(t->notes);
	ids_release(&t->strings);
	ids_release(&t->natives);
	ids_release(&t->names);
	ids_release(&t->events);
	arena_free(t->arena);
	*t = (struct tree){ 0 };
}

const char *tree_intern(struct tree *t, const char *s)
{
	return s ? arena_intern(t->arena, s) : NULL;
}

void tree_note(struct tree *t, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	t->notes = mem_grow(t->notes, &t->cap_notes, t->nnotes + 1,
	                    sizeof(*t->notes));
	t->notes[t->nnotes++] = arena_strdup(t->arena, b.s);
	strbuf_release(&b);
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct tree_node *a = key;
	const struct tree_node *b = &((const struct tree_node *)entries)[index];

	return a->parent == b->parent && a->kind == b->kind &&
	       a->name == b->name && a->file == b->file && a->id == b->id &&
	       (a->line == b->line || a->kind == TREE_PROCEDURE);
}

static uint64_t hash_of(const struct tree_node *k)
{
	uint64_t h = hash_number((uint64_t)k->parent << 8 | k->kind);

	h = hash_number(h ^ (uintptr_t)k->name);
	h = hash_number(h ^ (uintptr_t)k->file);
	if (k->kind != TREE_PROCEDURE)
		h = hash_number(h ^ k->line);
	return hash_number(h ^ k->id);
}

static uint32_t node_of(struct tree *t, const struct tree_node *key)
{
	const uint64_t hash = hash_of(key);
	uint32_t i = hash_find(&t->hash, hash, same, key, t->nodes);

	if (i != HASH_NONE) {
		if (!t->nodes[i].line)
			t->nodes[i].line = key->line; /* a procedure's */
		return i;
	}
	t->nodes = mem_grow(t->nodes, &t->cap_nodes, t->nnodes + 1,
	                    sizeof(*t->nodes));
	t->nodes[t->nnodes] = *key;
	t->nodes[t->nnodes].depth = t->nodes[key->parent].depth + 1;
	hash_add(&t->hash, hash, (uint32_t)t->nnodes);
	return (uint32_t)t->nnodes++;
}

uint32_t tree_procedure(struct tree *t, const char *module, const char *name,
                        const char *file, unsigned line)
{
	struct tree_node key = { .kind = TREE_MODULE };

	key.name = module ? module : tree_intern(t, "<unknown>");
	key.parent = node_of(t, &key);
	key.kind = TREE_PROCEDURE;
	key.name = name ? name : tree_intern(t, "<unknown procedure>");
	key.file = file;
	key.line = line;
	return node_of(t, &key);
}

uint32_t tree_loop(struct tree *t, uint32_t parent, const char *file,
                   unsigned line, uint64_t id)
{
	struct tree_node key = { .kind = TREE_LOOP };

	if (t->nodes[parent].depth >= TREE_MAX_NEST)
		return parent;
	key.parent = parent;
	key.file = file;
	key.line = line;
	key.id = id;
	return node_of(t, &key);
}

uint32_t tree_line(struct tree *t, uint32_t parent, const char *file,
                   unsigned line)
{
	struct tree_node key = { .kind = TREE_LINE };

	key.parent = parent;
	key.file = line ? file : NULL;
	key.line = file ? line : 0;
	return node_of(t, &key);
}

int tree_too_large(const struct tree *t, struct err *err)
{
	if (t->nnodes <= TREE_MAX_NODES && t->nlists <= max_lists)
		return 0;
	return err_set(err, ERR_FORMAT,
	               "%zu sections and lines with %zu metrics are more than "
	               "this reader takes",
	               t->nnodes, t->nseries);
}

/* A string's number, by its address: it is interned. */
static uint64_t number_of(struct tree *t, const char *s)
{
	return ids_add(&t->strings, (uintptr_t)s, (uint32_t)t->strings.n);
}

static uint64_t key_of(struct tree *t, unsigned run, const char *s)
{
	return (uint64_t)run << 32 | number_of(t, s);
}

static bool room_for_event(const struct tree *t, const char *name)
{
	return ids_get(&t->events, (uintptr_t)name) != IDS_NONE ||
	       t->events.n < PROFILE_MAX_EVENTS;
}

int tree_series(struct tree *t, unsigned run, const char *native, double period)
{
	struct hpctoolkit_metric m;
	const char *name;
	uint32_t old;

	native = tree_intern(t, native);
	old = ids_get(&t->natives, key_of(t, run, native));
	if (old != IDS_NONE)
		return (int)old;
	m = events_translate(t->options, native, period);
	name = tree_intern(t, m.name);
	if (ids_get(&t->names, key_of(t, run, name)) != IDS_NONE) {
		name = native; /* cpu-clock beside task-clock */
		m.scale = 1;
	}
	if (ids_get(&t->names, key_of(t, run, name)) != IDS_NONE ||
	    !room_for_event(t, name) || t->nseries >= TREE_MAX_SERIES) {
		t->dropped_metrics++;
		return -1;
	}
	t->series = mem_grow(t->series, &t->cap_series, t->nseries + 1,
	                     sizeof(*t->series));
	t->series[t->nseries] = (struct tree_series){
		.run = run,
		.native = native,
		.name = name,
		.scale = m.scale,
		.period = m.period,
	};
	ids_add(&t->natives, key_of(t, run, native), (uint32_t)t->nseries);
	ids_add(&t->names, key_of(t, run, name), (uint32_t)t->nseries);
	ids_add(&t->events, (uintptr_t)name, (uint32_t)t->events.n);
	return (int)t->nseries++;
}

/* Room for all series at a node. */
static void make_room(struct tree *t, struct tree_node *node)
{
	size_t n = t->nseries, old = node->nseries;

	node->sum = mem_resize(node->sum, n, sizeof(*node->sum));
	node->thread = mem_resize(node->thread, n, sizeof(*node->thread));
	memset(node->sum + old, 0, (n - old) * sizeof(*node->sum));
	memset(node->thread + old, 0, (n - old) * sizeof(*node->thread));
	t->nlists += 2 * (n - old);
	if (node->kind != TREE_LINE) {
		node->stats = mem_resize(node->stats, n, sizeof(*node->stats));
		memset(node->stats + old, 0, (n - old) * sizeof(*node->stats));
		t->nlists += 5 * (n - old);
	}
	node->nseries = (uint32_t)n;
}

void tree_add(struct tree *t, uint32_t number, uint32_t series, double value)
{
	struct tree_node *node;

	do {
		node = &t->nodes[number];
		if (node->nseries <= series)
			make_room(t, node);
		node->thread[series] += value;
		if (!node->touched) {
			node->touched = true;
			t->touched =
				mem_grow(t->touched, &t->cap_touched,
			                 t->ntouched + 1, sizeof(*t->touched));
			t->touched[t->ntouched++] = number;
		}
		number = node->parent;
	} while (node->kind != TREE_PROGRAM);
}

/* Welford's update: stable where values are large and close together. */
static void stats_add(struct tree_stats *s, double value)
{
	double delta = value - s->mean;

	s->min = s->n > 0 ? fmin(s->min, value) : value;
	s->max = s->n > 0 ? fmax(s->max, value) : value;
	s->n++;
	s->mean += delta / s->n;
	s->squares += delta * (value - s->mean);
}

static void fold_node(struct tree_node *node, const double *total,
                      enum tree_fold fold)
{
	for (uint32_t i = 0; i < node->nseries; i++) {
		double value = node->thread[i];

		node->thread[i] = 0;
		/* rounding errors of differences between equal doubles, of
		 * which a count is made (v4), are no count */
		if (!(value > 1e-12 * total[i]))
			continue;
		if (fold != TREE_STATS)
			node->sum[i] += value;
		if (fold != TREE_SUMS && node->stats)
			stats_add(&node->stats[i], value);
	}
	node->touched = false;
}

void tree_thread_end(struct tree *t, enum tree_fold fold)
{
	double *total = mem_alloc(t->nseries + 1, sizeof(*total));

	if (t->ntouched) /* the program's node is touched by every count */
		memcpy(total, t->nodes[TREE_ROOT].thread,
		       t->nodes[TREE_ROOT].nseries * sizeof(*total));
	for (size_t i = 0; i < t->ntouched; i++)
		fold_node(&t->nodes[t->touched[i]], total, fold);
	t->ntouched = 0;
	free(total);
}
