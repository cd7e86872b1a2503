#include "attribution.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "measure/run/describe.h"
#include "measure/run/session.h"
#include "measure/binary/structure.h"
#include "modules.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "section_facts.h"

void attribution_start(struct attribution *b, const struct session *s,
                       const char *collector)
{
	*b = (struct attribution){ .s = s, .p = profile_new() };
	describe_profile(b->p, s, collector, PERFEXPERT_VERSION);
}

struct profile_run *attribution_run(struct attribution *b, const char *purpose,
                                    const struct launch_result *l)
{
	struct profile_run *run = profile_run_add(b->p);
	const char *path;
	char **command = session_command(b->s, NULL, NULL, &path);

	describe_run(b->p, run, arena_strdup(b->p->arena, purpose), command, l);
	if (b->p->nruns == 1 && l->left)
		profile_note(b->p,
		             "%zu process%s of the program ('%s') continued "
		             "after its end: what %s did after that was not "
		             "measured (start a server in the foreground)",
		             l->left, l->left == 1 ? "" : "es", l->left_name,
		             l->left == 1 ? "it" : "they");
	free(command);
	return run;
}

void attribution_sections(struct attribution *b)
{
	profile_root(b->p)->name =
		arena_strdup(b->p->arena, io_basename(b->s->argv[0]));
	b->modules = modules_new(b->p, b->s->files, b->s->structures);
}

void attribution_brief(struct attribution *b, const char *path, double share)
{
	/* half of what a report shows a place from */
	static const double least = 0.05;

	/* own code has its lines, where time in libraries is charged to */
	if (share < least && own_of_system(path) &&
	    strcmp(io_basename(path), io_basename(b->s->argv[0])) != 0)
		modules_brief(b->modules, path);
}

static struct spot find(struct attribution *b, struct module *m, uint64_t vaddr)
{
	struct structure_place place;
	struct profile_section *s =
		module_section(b->modules, m, vaddr, &place);

	struct spot spot = { .section = s,
		             .module = m,
		             .file = place.file,
		             .line = place.line,
		             .spins = place.part && place.part->facts.spins };
	const struct structure_inline *in = place.inlined;

	while (in && io_is_system_header(in->call_file))
		in = in->parent;
	if (in && in->call_file && io_is_system_header(place.file)) {
		spot.user_file = in->call_file;
		spot.user_line = in->call_line;
		spot.user_called = in->name;
	}
	return spot;
}

struct spot attribution_spot_file(struct attribution *b, const char *path,
                                  uint64_t offset)
{
	struct module *m = modules_get(b->modules, path);

	return find(b, m, module_vaddr(m, offset));
}

struct spot attribution_spot_vaddr(struct attribution *b, const char *path,
                                   uint64_t vaddr)
{
	return find(b, modules_get(b->modules, path), vaddr);
}

void attribution_add(struct profile_section *s, size_t event, double value)
{
	for (; s; s = s->parent)
		profile_add(s, event, value);
}

static void plus(double *sum, double value)
{
	*sum = isnan(*sum) ? value : *sum + value;
}

void attribution_sampled(struct attribution *b, const struct spot *at,
                         const struct attribution_sample *c)
{
	attribution_add(at->section, c->event, c->mean);
	for (struct profile_section *s = at->section; s; s = s->parent) {
		plus(&profile_samples(b->p, s)[c->event], c->samples);
		if (c->event != b->cycles)
			continue;
		plus(&profile_run_cycles(b->p, s)[c->run], c->in_run);
		if (c->thread != ATTRIBUTION_NO_THREAD)
			slices_add(&b->slices, s, c->thread, c->mean);
	}
}

bool attribution_matters(const void *ctx, const struct profile_section *s)
{
	static const double least = 0.001;
	const struct attribution *b = ctx;
	int ins = profile_event(b->p, "TOT_INS");
	int caused = profile_event(b->p, "CAUSED_CYC");
	const double *all = b->p->root->sum;

	return s->sum[b->cycles] >= least * all[b->cycles] ||
	       (caused >= 0 && s->sum[caused] >= least * all[b->cycles]) ||
	       (ins >= 0 && s->sum[ins] >= least * all[ins]);
}

void attribution_details(struct attribution *b,
                         const struct facts_source *source)
{
	const struct made_section *made;
	size_t n = modules_sections(b->modules, &made);

	slices_stats(&b->slices, b->p, b->cycles);
	for (size_t i = 0; i < n; i++) {
		if (attribution_matters(b, made[i].section))
			facts_add_static(b->p, &made[i], b->s->machine, source);
	}
	facts_add_program(b->p);
	modules_note(b->modules, 0.01 * b->p->root->sum[b->cycles], b->cycles);
}

double *attribution_line(struct attribution *b, const struct spot *at)
{
	if (!at->file || !attribution_matters(b, at->section))
		return NULL;
	return profile_line_add(b->p, at->section, at->file, at->line)->sum;
}

struct profile *attribution_finish(struct attribution *b)
{
	modules_free(b->modules);
	b->modules = NULL;
	return b->p;
}
