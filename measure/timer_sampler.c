/*
 * Clock samples from a preloaded library (preload.c), for systems where
 * perf_event_open is refused. What it left is read when the run has ended.
 */
#include "sampler.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "environment.h"
#include "maps.h"
#include "samples.h"
#include "timer_file.h"

#define LIBRARY "perfexpert-preload.so"

struct sampler {
	struct samples *out;
	uint16_t run;
	struct strbuf dir; /* scratch folder of this run */
	uint32_t *threads;
	size_t nthreads, cap_threads;
	struct sampler_result result;
};

static int usable(struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int rc = datadir_helper(LIBRARY, &path, err);

	strbuf_release(&path);
	return rc;
}

static struct sampler *start(struct samples *s, uint16_t run, struct err *err)
{
	const char *tmp = getenv("TMPDIR");
	struct sampler *t = mem_alloc(1, sizeof(*t));

	t->out = s;
	t->run = run;
	strbuf_init(&t->dir);
	io_join(&t->dir, tmp && *tmp ? tmp : "/tmp", "perfexpert.XXXXXX");
	if (!mkdtemp(t->dir.s)) {
		err_system(err, "can't create a folder '%s'", t->dir.s);
		strbuf_release(&t->dir);
		free(t);
		return NULL;
	}
	t->result.kernel_time = true;
	t->result.faults = NAN;
	return t;
}

static char **env(struct sampler *t, char *const *envp)
{
	struct strbuf library = STRBUF_INIT;
	struct err err = { 0 };
	char **one, **two;

	datadir_helper(LIBRARY, &library, &err);
	one = environment_append(envp, "LD_PRELOAD", ":", library.s);
	two = environment_set(one, TIMER_DIR_VARIABLE, t->dir.s);
	environment_free(one);
	strbuf_release(&library);
	return two;
}

static void add_mapping(struct sampler *t, struct maps *maps, const char *line)
{
	struct maps_line m;

	if (maps_parse(line, &m) && m.executable)
		maps_add(maps, 0, m.start, m.end - m.start, m.offset,
		         samples_module(t->out, *m.path ? m.path : "[anon]"));
}

/*
 * All copies of the mappings, oldest first: newer ones hide older ones at the
 * same place, which is right for programs that only load.
 */
static struct maps *read_maps(struct sampler *t, const char *path)
{
	struct strbuf text = STRBUF_INIT;
	struct maps *maps = maps_new();
	struct err err = { 0 };

	if (io_read_file(path, TIMER_MAX_MAPS + (1 << 20), &text, &err) == 0) {
		char *save = NULL;

		for (char *line = text.cap ? strtok_r(text.s, "\n", &save)
		                           : NULL;
		     line; line = strtok_r(NULL, "\n", &save))
			add_mapping(t, maps, line);
	}
	strbuf_release(&text);
	return maps;
}

static uint32_t thread_of(struct sampler *t, uint32_t tid)
{
	for (size_t i = t->nthreads; i-- > 0;) {
		if (t->threads[i] == tid)
			return (uint32_t)i;
	}
	t->threads = mem_grow(t->threads, &t->cap_threads, t->nthreads + 1,
	                      sizeof(*t->threads));
	t->threads[t->nthreads] = tid;
	return (uint32_t)t->nthreads++;
}

static void count(struct sampler *t, const struct maps *maps,
                  const struct timer_sample *sample, double period_s)
{
	struct sample_key key = { .run = t->run };
	struct sample_count *at;

	key.thread = thread_of(t, sample->tid);
	if (!maps_find(maps, 0, sample->ip, &key.module, &key.offset))
		key.module = samples_module(t->out, "[anon]");
	at = samples_at(t->out, &key);
	at->user_s += period_s * sample->periods;
	at->samples++;
	t->result.samples++;
}

static void read_samples(struct sampler *t, FILE *f, const struct maps *maps)
{
	struct timer_header h;
	struct timer_sample sample;
	uint64_t n;

	if (fread(&h, sizeof(h), 1, f) != 1 || h.magic != TIMER_MAGIC ||
	    h.period_ns < 1000 || h.period_ns > 1000000000)
		return;
	n = h.next < TIMER_MAX_SAMPLES ? h.next : TIMER_MAX_SAMPLES;
	t->result.lost += (double)(h.next - n);
	for (uint64_t i = 0; i < n; i++) {
		if (fread(&sample, sizeof(sample), 1, f) != 1)
			break;
		if (sample.periods && sample.periods < 1000000)
			count(t, maps, &sample, (double)h.period_ns * 1e-9);
	}
}

static void read_process(struct sampler *t, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct maps *maps;
	size_t stem;
	FILE *f;

	io_join(&path, t->dir.s, name);
	stem = path.len - strlen("samples");
	f = fopen(path.s, "re");
	if (f) {
		path.s[stem] = '\0';
		path.len = stem;
		strbuf_adds(&path, "maps");
		maps = read_maps(t, path.s);
		read_samples(t, f, maps);
		maps_free(maps);
		fclose(f);
	}
	strbuf_release(&path);
}

static int finish(struct sampler *t, struct sampler_result *result,
                  struct err *err)
{
	DIR *d = opendir(t->dir.s);
	const struct dirent *e;
	int rc;

	while (d && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		if (n > 8 && strcmp(e->d_name + n - 8, ".samples") == 0)
			read_process(t, e->d_name);
	}
	if (d)
		closedir(d);
	t->result.threads = (double)t->nthreads;
	*result = t->result;
	rc = io_remove_tree(t->dir.s, err);
	strbuf_release(&t->dir);
	free(t->threads);
	free(t);
	return rc;
}

const struct sampler_ops sampler_timer = {
	.name = "CPU timers of a preloaded library",
	.usable = usable,
	.start = start,
	.env = env,
	.finish = finish,
};
