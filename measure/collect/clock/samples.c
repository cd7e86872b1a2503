#include "samples.h"
#include "moments.h"
#include "stacks.h"

#include "base/banned.h"
#include "base/hash.h"
#include "base/ids.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/binary/elf/mapped.h"
#include "measure/collect/region/regions.h"

/* Samples of which the order is kept: an hour's. */
enum { ORDER_MAX = 1 << 22 };

struct samples {
	struct mapped *files; /* or NULL */
	struct regions *regions;
	struct stacks *stacks;
	struct map *modules; /* path -> index + 1 */
	struct ids made_by;  /* process -> index of the code that it makes */
	struct sample_count *counts;
	size_t n, cap;
	struct hash hash; /* of counts */
	struct order {
		uint32_t *v; /* indices in counts */
		size_t n, cap;
		uint32_t every, passed; /* samples that are left out */
	} order;
	struct sample_thread *threads;
	size_t nthreads, cap_threads;
	struct sample_process *processes;
	size_t nprocesses, cap_processes;
	struct samples *blocked; /* or NULL */
	struct moments *moments;
};

struct samples *samples_new(void)
{
	struct samples *s = mem_alloc(1, sizeof(*s));

	s->modules = map_new();
	s->regions = regions_new();
	s->stacks = stacks_new();
	s->moments = moments_new();
	return s;
}

void samples_free(struct samples *s)
{
	if (!s)
		return;
	samples_free(s->blocked);
	free(s->threads);
	free(s->processes);
	map_free(s->modules);
	ids_release(&s->made_by);
	regions_free(s->regions);
	stacks_free(s->stacks);
	moments_free(s->moments);
	free(s->counts);
	free(s->order.v);
	hash_release(&s->hash);
	free(s);
}

struct regions *samples_regions(const struct samples *s)
{
	return s->regions;
}

struct moments *samples_moments(struct samples *s, uint16_t run)
{
	return run == 0 ? s->moments : NULL;
}

struct stacks *samples_stacks(const struct samples *s)
{
	return s->stacks;
}

uint32_t samples_module(struct samples *s, const char *path)
{
	uintptr_t index = (uintptr_t)map_get(s->modules, path);

	if (!index) {
		index = map_size(s->modules) + 1;
		map_put(s->modules, path, (void *)index);
	}
	return (uint32_t)(index - 1);
}

void samples_keep(struct samples *s, struct mapped *files)
{
	s->files = files;
}

uint32_t samples_mapped(struct samples *s, const char *path, uint32_t pid,
                        uint64_t start, uint64_t end)
{
	if (s->files)
		mapped_keep(s->files, path, pid, start, end);
	return samples_module(s, path);
}

size_t samples_modules(const struct samples *s)
{
	return map_size(s->modules);
}

/* A process may describe the code that it generates in a "jit-PID.dump", in any
 * folder, of which it maps a page. */
static bool is_dump(const char *path, uint32_t pid)
{
	char name[32];

	snprintf(name, sizeof(name), "jit-%u.dump", pid);
	return path[0] == '/' && strcmp(io_basename(path), name) == 0;
}

/* The module of that code; made when it is new. */
static uint32_t module_made_by(struct samples *s, uint32_t pid)
{
	struct strbuf name = STRBUF_INIT;
	const char *dump = NULL;
	uint32_t m = ids_get(&s->made_by, pid);

	if (m != IDS_NONE)
		return m;
	for (size_t i = 0; i < samples_modules(s) && !dump; i++) {
		dump = map_key(s->modules, i);
		dump = is_dump(dump, pid) ? dump : NULL;
	}
	strbuf_addf(&name, "[jit %u]%s", pid, dump ? dump : "");
	m = ids_add(&s->made_by, pid, samples_module(s, name.s));
	strbuf_release(&name);
	return m;
}

void samples_made(struct samples *s, bool known, uint32_t pid, uint64_t address,
                  struct sample_key *key)
{
	if (known && strcmp(samples_module_path(s, key->module), "[anon]") != 0)
		return;
	key->module = module_made_by(s, pid);
	key->offset = address;
}

const char *samples_module_path(const struct samples *s, uint32_t module)
{
	return map_key(s->modules, module);
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct sample_key *a = key;
	const struct sample_key *b =
		&((const struct sample_count *)entries)[index].key;

	return a->offset == b->offset && a->module == b->module &&
	       a->thread == b->thread && a->run == b->run &&
	       a->event == b->event && a->call == b->call &&
	       a->site == b->site && a->site_module == b->site_module &&
	       a->region == b->region;
}

static uint64_t hash_of(const struct sample_key *k)
{
	return hash_number(k->offset ^ (uint64_t)k->module << 48 ^
	                   (uint64_t)k->thread << 32 ^ (uint64_t)k->run << 56 ^
	                   (uint64_t)k->event << 40 ^ (uint64_t)k->call << 52 ^
	                   k->site << 13 ^ (uint64_t)k->region << 20);
}

static uint32_t find(const struct samples *s, const struct sample_key *key)
{
	return hash_find(&s->hash, hash_of(key), same, key, s->counts);
}

static uint32_t append(struct samples *s, const struct sample_count *c)
{
	s->counts = mem_grow(s->counts, &s->cap, s->n + 1, sizeof(*s->counts));
	s->counts[s->n] = *c;
	return (uint32_t)s->n++;
}

struct sample_count *samples_at(struct samples *s, const struct sample_key *key)
{
	uint32_t i = find(s, key);

	if (i == HASH_NONE) {
		i = append(s, &(struct sample_count){ .key = *key });
		hash_add(&s->hash, hash_of(key), i);
	}
	return &s->counts[i];
}

void samples_restore(struct samples *s, const struct sample_count *c)
{
	const bool is_new = find(s, &c->key) == HASH_NONE;
	const uint32_t i = append(s, c);

	if (is_new)
		hash_add(&s->hash, hash_of(&c->key), i);
}

void samples_next(struct samples *s, const struct sample_count *at)
{
	struct order *o = &s->order;

	if (o->n == ORDER_MAX) {
		for (size_t i = 0; i < o->n / 2; i++)
			o->v[i] = o->v[2 * i];
		o->n /= 2;
		o->every = 2 * o->every + 1;
	}
	if (o->passed++ < o->every)
		return;
	o->passed = 0;
	o->v = mem_grow(o->v, &o->cap, o->n + 1, sizeof(*o->v));
	o->v[o->n++] = (uint32_t)(at - s->counts);
}

const uint32_t *samples_order(const struct samples *s, size_t *n)
{
	*n = s->order.n;
	return s->order.v;
}

uint32_t samples_index(const struct samples *s, const struct sample_count *of)
{
	return (uint32_t)(of - s->counts);
}

const struct sample_count *samples_all(const struct samples *s, size_t *n)
{
	*n = s->n;
	return s->counts;
}

void samples_thread_add(struct samples *s, const struct sample_thread *t)
{
	s->threads = mem_grow(s->threads, &s->cap_threads, s->nthreads + 1,
	                      sizeof(*s->threads));
	s->threads[s->nthreads++] = *t;
}

const struct sample_thread *samples_threads(const struct samples *s, size_t *n)
{
	*n = s->nthreads;
	return s->threads;
}

void samples_process_add(struct samples *s, const struct sample_process *p)
{
	s->processes = mem_grow(s->processes, &s->cap_processes,
	                        s->nprocesses + 1, sizeof(*s->processes));
	s->processes[s->nprocesses++] = *p;
}

const struct sample_process *samples_processes(const struct samples *s,
                                               size_t *n)
{
	*n = s->nprocesses;
	return s->processes;
}

struct samples *samples_blocked(struct samples *s)
{
	if (!s->blocked)
		s->blocked = samples_new();
	return s->blocked;
}

void samples_drop(struct samples *s, uint16_t run)
{
	size_t n = 0;

	for (size_t i = 0; i < s->order.n; i++) {
		if (s->counts[s->order.v[i]].key.run != run)
			s->order.v[n++] = s->order.v[i];
	}
	s->order.n = n;
	/* places in the list are known to others: there is nothing at these */
	for (size_t i = 0; i < s->n; i++) {
		struct sample_count *c = &s->counts[i];

		if (c->key.run != run)
			continue;
		*c = (struct sample_count){ .key = c->key };
		c->key.run = 0;
	}
	n = 0;
	for (size_t i = 0; i < s->nthreads; i++) {
		if (s->threads[i].run != run)
			s->threads[n++] = s->threads[i];
	}
	s->nthreads = n;
	n = 0;
	for (size_t i = 0; i < s->nprocesses; i++) {
		if (s->processes[i].run != run)
			s->processes[n++] = s->processes[i];
	}
	s->nprocesses = n;
	if (s->blocked)
		samples_drop(s->blocked, run);
}

/* The most that a page fault is taken to cost: clearing a page of 64 KiB, or
 * a nested page walk, not a disk access. An estimate. */
static const double fault_s = 5e-6;

void samples_add_system(struct samples *s, uint16_t run, double time_s)
{
	struct sample_key kernel = { .run = run };
	double faults = 0, explained_s;

	for (size_t i = 0; i < s->n; i++) {
		if (s->counts[i].key.run == run)
			faults += s->counts[i].faults;
	}
	explained_s = faults * fault_s < time_s ? faults * fault_s : time_s;
	for (size_t i = 0; i < s->n; i++) {
		struct sample_count *c = &s->counts[i];

		if (c->key.run == run && c->faults > 0)
			c->system_s += explained_s * c->faults / faults;
	}
	kernel.module = samples_module(s, "[kernel]");
	samples_at(s, &kernel)->system_s += time_s - explained_s;
}

double samples_user_s(const struct samples *s, size_t runs, double *system_s)
{
	double sum = 0;

	*system_s = 0;
	for (size_t i = 0; i < s->n; i++) {
		const struct sample_count *c = &s->counts[i];

		if (c->key.run >= runs)
			continue;
		sum += c->user_s;
		*system_s += c->system_s;
	}
	return sum;
}
