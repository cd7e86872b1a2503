/*
 * Clock samples from a preloaded library (preload.c), for systems where
 * perf_event_open is refused; and beside the kernel's, as the library knows in
 * which function a thread waits and where that was called. What it leaves in
 * shared memory is taken while the program runs; the program may write anything
 * there.
 */
#include "sampler.h"

#include <math.h>
#include <sys/shm.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/shared_memory.h"
#include "base/strbuf.h"
#include "measure/collect/region/regions.h"
#include "measure/run/environment.h"
#include "measure/run/ld_preload.h"
#include "maps.h"
#include "moments.h"
#include "sample_waits.h"
#include "samples.h"
#include "stacks.h"
#include "thread_watch.h"
#include "timer_area.h"
#include "wait_calls.h"

#define LIBRARY "perfexpert-preload.so"

enum { PATIENCE = 20, MAX_THREADS = 1 << 14, PERIODS_MOST = 1000000 };

/* An entry that is not complete: its writer may have been killed. */
struct gap {
	uint64_t number;
	int seen; /* times */
};

struct sampler {
	struct samples *out;
	uint16_t run;
	char id[SHARED_MEMORY_ID];
	struct timer_area *area;
	struct preload library;
	struct maps *maps;
	struct thread_watch *watch; /* NULL: not started */
	uint32_t learnt;     /* image whose mappings were read last, + 1 */
	uint64_t learnt_for; /* and for which address */
	uint64_t samples_done, mappings_done;
	struct gap sample_gap, mapping_gap;
	uint32_t *threads;
	size_t nthreads, cap_threads;
	struct sampler_result result;
};

static struct timer_area *make_area(char *id, struct err *err)
{
	return shared_memory_make(sizeof(struct timer_area), "the samples", id,
	                          err);
}

static int usable(struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct timer_area *area;
	int rc = datadir_helper(LIBRARY, &path, err);
	char id[SHARED_MEMORY_ID];

	strbuf_release(&path);
	if (rc != 0)
		return -1;
	area = make_area(id, err);
	if (!area)
		return -1;
	shmdt(area);
	return 0;
}

static struct sampler *start(struct samples *s, uint16_t run,
                             uint32_t period_ns, struct err *err)
{
	struct sampler *t = mem_alloc(1, sizeof(*t));

	(void)period_ns;
	t->out = s;
	t->run = run;
	t->area = make_area(t->id, err);
	if (!t->area || preload_open(&t->library, LIBRARY, err) != 0) {
		if (t->area)
			shmdt(t->area);
		free(t);
		return NULL;
	}
	t->area->magic = TIMER_MAGIC;
	t->area->period_ns = SAMPLER_PERIOD_NS;
	t->maps = maps_new();
	t->result.kernel_time = true;
	t->result.faults = NAN;
	return t;
}

static char **env(struct sampler *t, char *const *envp)
{
	char **one = preload_env(&t->library, envp);
	char **two = environment_set(one, TIMER_AREA_VARIABLE, t->id);

	environment_free(one);
	return two;
}

/* Is it worth while to wait for this one? */
static bool wait_for(struct gap *g, uint64_t number)
{
	if (g->number != number)
		*g = (struct gap){ .number = number };
	return ++g->seen < PATIENCE;
}

static void take_mapping(struct sampler *t, const struct timer_mapping *at)
{
	struct timer_mapping m;
	uint32_t module;

	memcpy(&m, at, sizeof(m));
	m.path[sizeof(m.path) - 1] = '\0';
	if (m.end <= m.start)
		return;
	module = *m.path && m.image < TIMER_IMAGES
	                 ? samples_mapped(t->out, m.path,
	                                  t->area->image[m.image].pid, m.start,
	                                  m.end)
	                 : samples_module(t->out, *m.path ? m.path : "[anon]");
	maps_add(t->maps, m.image, m.start, m.end - m.start, m.offset, module);
}

static void take_mappings(struct sampler *t, bool all)
{
	uint64_t next =
		__atomic_load_n(&t->area->mappings_next, __ATOMIC_ACQUIRE);

	if (next - t->mappings_done > TIMER_MAPPINGS)
		t->mappings_done = next - TIMER_MAPPINGS;
	for (; t->mappings_done < next; t->mappings_done++) {
		const struct timer_mapping *at =
			&t->area->mappings[t->mappings_done % TIMER_MAPPINGS];
		uint32_t lap = timer_lap(t->mappings_done, TIMER_MAPPINGS);

		if (__atomic_load_n(&at->lap, __ATOMIC_ACQUIRE) == lap)
			take_mapping(t, at);
		else if (!all && wait_for(&t->mapping_gap, t->mappings_done))
			return;
	}
}

static uint32_t thread_of(struct sampler *t, uint32_t tid)
{
	for (size_t i = t->nthreads; i-- > 0;) {
		if (t->threads[i] == tid)
			return (uint32_t)i;
	}
	if (t->nthreads == MAX_THREADS)
		return MAX_THREADS - 1;
	t->threads = mem_grow(t->threads, &t->cap_threads, t->nthreads + 1,
	                      sizeof(*t->threads));
	t->threads[t->nthreads] = tid;
	return (uint32_t)t->nthreads++;
}

/* The mappings of a process, from the system: for what has no samples. */
static void learn_mappings(struct sampler *t, uint32_t image)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	const uint32_t pid = t->area->image[image].pid;
	struct err ignored = { 0 };
	char *save = NULL;

	strbuf_addf(&path, "/proc/%u/maps", pid);
	if (io_read_file(path.s, 1 << 20, &text, &ignored) == 0 && text.len) {
		for (char *line = strtok_r(text.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save)) {
			struct maps_line m;

			if (maps_parse(line, &m) && m.executable && *m.path)
				maps_add(t->maps, image, m.start,
				         m.end - m.start, m.offset,
				         samples_mapped(t->out, m.path, pid,
				                        m.start, m.end));
		}
	}
	strbuf_release(&path);
	strbuf_release(&text);
}

static bool place(void *ctx, uint32_t image, uint64_t address, uint32_t *module,
                  uint64_t *offset)
{
	struct sampler *t = ctx;

	if (maps_find(t->maps, image, address, module, offset))
		return true;
	if (image >= TIMER_IMAGES ||
	    (t->learnt == image + 1 && t->learnt_for == address))
		return false;
	t->learnt = image + 1;
	t->learnt_for = address;
	learn_mappings(t, image);
	return maps_find(t->maps, image, address, module, offset);
}

/* A return address points after the call, a region's body to itself. */
static void set_wait(struct sampler *t, const struct timer_sample *sample,
                     struct sample_key *key)
{
	uint64_t at = sample->site;

	if (!sample->call || sample->call >= WAIT_NCALLS)
		return;
	key->call = (uint16_t)sample->call;
	if (!WAIT_AT_BODY(sample->call))
		at--;
	if (sample->call == WAIT_CALL_NO_REGION ||
	    !maps_find(t->maps, sample->image, at, &key->site_module,
	               &key->site))
		key->site_module = SAMPLES_NO_SITE;
}

/* The path of a sample, when it is still there: as a tree's node. */
static void count_stack(struct sampler *t, const struct timer_sample *sample,
                        uint64_t number, const struct sample_key *key)
{
	const struct timer_stack *at = &t->area->stacks[number % TIMER_STACKS];
	struct stacks *to = samples_stacks(t->out);
	struct timer_stack s;
	uint32_t node = 0;

	memcpy(&s, at, sizeof(s));
	if (s.sample != number + 1 || s.n > TIMER_DEPTH ||
	    s.periods >= PERIODS_MOST ||
	    __atomic_load_n(&at->sample, __ATOMIC_ACQUIRE) != s.sample)
		return;
	for (uint32_t i = s.n; i-- > 0;) {
		uint32_t module;
		uint64_t offset;

		if (!maps_find(t->maps, sample->image, s.pc[i], &module,
		               &offset))
			continue;
		node = stacks_at(to, node, module, offset);
	}
	node = stacks_at(to, node, key->module, key->offset);
	stacks_add(to, node, SAMPLER_PERIOD_NS * 1e-9 * s.periods,
	           sample_is_waiting(key->call));
}

static void count(struct sampler *t, const struct timer_sample *sample,
                  uint64_t number)
{
	struct sample_key key = { .run = t->run };
	struct sample_count *at;
	const double time_s = SAMPLER_PERIOD_NS * 1e-9 * sample->periods +
	                      sample->rest_ns * 1e-9;
	bool known;

	key.thread = thread_of(t, sample->tid);
	key.region = regions_seen(samples_regions(t->out), sample->region);
	known = maps_find(t->maps, sample->image, sample->ip, &key.module,
	                  &key.offset) ||
	        (sample->image < TIMER_IMAGES &&
	         t->area->image[sample->image].sealed &&
	         place(t, sample->image, sample->ip, &key.module, &key.offset));
	if (sample->image < TIMER_IMAGES)
		samples_made(t->out, known, t->area->image[sample->image].pid,
		             sample->ip, &key);
	else if (!known)
		key.module = samples_module(t->out, "[anon]");
	set_wait(t, sample, &key);
	at = samples_at(t->out, &key);
	at->user_s += time_s;
	at->samples++;
	samples_next(t->out, at);
	if (samples_moments(t->out, t->run))
		moments_add(samples_moments(t->out, t->run),
		            &(struct moment){
				    .ns = sample->time_ns,
				    .kind = MOMENT_CPU,
				    .thread = key.thread,
				    .place = samples_index(t->out, at),
				    .amount = time_s,
			    });
	count_stack(t, sample, number, &key);
	t->result.samples++;
}

/*
 * all: the program has ended; what is not complete now never will be. Else an
 * entry that is being written is waited for, but not for long.
 */
static void take_samples(struct sampler *t, bool all)
{
	uint64_t next =
		__atomic_load_n(&t->area->samples_next, __ATOMIC_ACQUIRE);

	take_mappings(t, all);
	if (next - t->samples_done > TIMER_SAMPLES) {
		t->result.lost +=
			(double)(next - TIMER_SAMPLES - t->samples_done);
		t->samples_done = next - TIMER_SAMPLES;
	}
	for (; t->samples_done < next; t->samples_done++) {
		const struct timer_sample *at =
			&t->area->samples[t->samples_done % TIMER_SAMPLES];
		uint32_t lap = timer_lap(t->samples_done, TIMER_SAMPLES);
		struct timer_sample s;

		if (__atomic_load_n(&at->lap, __ATOMIC_ACQUIRE) != lap) {
			if (!all && wait_for(&t->sample_gap, t->samples_done))
				return;
			t->result.lost++;
			continue;
		}
		memcpy(&s, at, sizeof(s));
		if (s.periods < PERIODS_MOST)
			count(t, &s, t->samples_done);
	}
}

static uint32_t thread_index(void *ctx, uint32_t tid)
{
	return thread_of(ctx, tid);
}

static bool tick(void *sampler, double elapsed_s)
{
	struct sampler *t = sampler;
	const struct thread_watch_setup setup = {
		.area = t->area,
		.out = t->out,
		.run = t->run,
		.place = place,
		.thread = thread_index,
		.ctx = t,
	};

	(void)elapsed_s;
	take_samples(t, false);
	if (!t->watch)
		t->watch = thread_watch_new(&setup);
	thread_watch_tick(t->watch);
	return true;
}

static void cut(void *sampler, uint16_t run, double ago_s)
{
	struct sampler *t = sampler;

	(void)ago_s;
	take_samples(t, false);
	t->run = run;
}

/* The image of that process before this one; TIMER_IMAGES: there is none */
static uint32_t image_of(const struct timer_area *a, uint32_t before,
                         uint32_t pid)
{
	while (before-- > 0) {
		if (a->image[before].pid == pid)
			return before;
	}
	return TIMER_IMAGES;
}

/* What it executes: a forked process that has no samples what its parent does.
 */
static uint32_t program_of(const struct sampler *t, uint32_t image)
{
	const struct timer_area *a = t->area;
	uint32_t module;
	uint64_t offset;

	while (image < TIMER_IMAGES) {
		if (maps_find(t->maps, image, a->image[image].entry, &module,
		              &offset))
			return module;
		image = image_of(a, image, a->image[image].parent);
	}
	return SAMPLES_NO_SITE;
}

/*
 * Those that the library could get into. One that did not say what it exits
 * with may have executed what it could not get into.
 */
static void add_processes(struct sampler *t)
{
	const struct timer_area *a = t->area;
	const uint32_t made = __atomic_load_n(&a->images, __ATOMIC_ACQUIRE);
	const uint32_t n = made < TIMER_IMAGES ? made : TIMER_IMAGES;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t last = i;

		if (image_of(a, i, a->image[i].pid) < TIMER_IMAGES)
			continue; /* it executed another program */
		for (uint32_t k = i + 1; k < n; k++)
			last = a->image[k].pid == a->image[i].pid ? k : last;
		samples_process_add(
			t->out,
			&(struct sample_process){
				.run = t->run,
				.pid = a->image[i].pid,
				.parent = a->image[i].parent,
				.program = a->image[last].status < 0
		                                   ? SAMPLES_NO_SITE
		                                   : program_of(t, last),
				.status = a->image[last].status,
			});
	}
}

static int finish(struct sampler *t, struct sampler_result *result,
                  struct err *err)
{
	(void)err;
	take_samples(t, true);
	if (t->watch)
		thread_watch_finish(t->watch);
	add_processes(t);
	t->result.threads = (double)t->nthreads;
	if (!__atomic_load_n(&t->area->images, __ATOMIC_RELAXED))
		t->result.problem =
			"the program's time is unknown: the library that "
			"samples it could not be preloaded (LD_PRELOAD)";
	*result = t->result;
	shmdt(t->area);
	preload_close(&t->library);
	maps_free(t->maps);
	free(t->threads);
	free(t);
	return 0;
}

const struct sampler_ops sampler_timer = {
	.name = "CPU timers of a preloaded library",
	.usable = usable,
	.start = start,
	.env = env,
	.tick = tick,
	.cut = cut,
	.finish = finish,
};
