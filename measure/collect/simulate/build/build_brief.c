#include "build_brief.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"

struct file {
	double seconds, instructions;
};

static struct file *file_of(struct map *files, const char *path)
{
	struct file *f = map_get(files, path);

	if (!f) {
		f = mem_alloc(1, sizeof(*f));
		map_put_static(files, path, f);
	}
	return f;
}

static void add_sampled(struct map *files, struct file *all,
                        const struct samples *samples)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		struct file *f = file_of(
			files, samples_module_path(samples, c[i].key.module));

		f->seconds += c[i].user_s + c[i].system_s;
		all->seconds += c[i].user_s + c[i].system_s;
	}
}

static void add_simulated(struct map *files, struct file *all,
                          const struct simout *out)
{
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		const double n = (double)sim_count(in, SIM_EXEC);

		file_of(files, out->modules[in->module].path)->instructions +=
			n;
		all->instructions += n;
	}
}

void build_brief(struct attribution *b, const struct samples *samples,
                 const struct simulation *sim)
{
	struct map *files = map_new();
	struct file all = { 0, 0 };

	add_sampled(files, &all, samples);
	for (size_t i = 0; i < sim->n; i++)
		add_simulated(files, &all, sim->outs[i]);
	for (size_t i = 0; i < map_size(files); i++) {
		struct file *f = map_value(files, i);

		/* fmax: where nothing was sampled the first is NAN */
		attribution_brief(b, map_key(files, i),
		                  fmax(f->seconds / all.seconds,
		                       f->instructions / all.instructions));
		free(f);
	}
	map_free(files);
}
