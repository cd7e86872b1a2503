#include "modules.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/ids.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "fact.h"
#include "jit_map.h"
#include "segments.h"
#include "measure/binary/elf/mapped.h"
#include "measure/binary/structure.h"
#include "measure/binary/structures.h"

struct module {
	const char *path;
	struct structure *structure; /* of structures; NULL: not an ELF file we
	                              * can read */
	struct profile_section *section, *unknown;
	struct segments segments;
	struct jit_map *jit; /* NULL: not of code made by the program */
	struct module *as;   /* the one that it is taken for, or NULL */
	const char *script;  /* the file of one of its functions, or NULL */
	bool gone;           /* that path has it no more */
};

struct modules {
	struct profile *p;
	const struct mapped *files;          /* or NULL */
	struct structures *structures, *own; /* own: or NULL, as it is given */
	struct map *by_path;
	struct map *made_names; /* of code made by programs -> section */
	struct profile_section *made_code; /* NULL: none yet */
	struct ids by_place; /* pointer to a procedure or loop -> made */
	struct made_section *made;
	size_t nmade, cap;
	/* addresses come sorted: the last answer is often the next one */
	const void *last_key;
	struct profile_section *last;
};

struct modules *modules_new(struct profile *p, const struct mapped *files,
                            struct structures *structures)
{
	struct modules *ms = mem_alloc(1, sizeof(*ms));

	ms->p = p;
	ms->files = files;
	ms->own = structures ? NULL : structures_new();
	ms->structures = structures ? structures : ms->own;
	ms->by_path = map_new();
	ms->made_names = map_new();
	return ms;
}

void modules_free(struct modules *ms)
{
	if (!ms)
		return;
	for (size_t i = 0; i < map_size(ms->by_path); i++) {
		struct module *m = map_value(ms->by_path, i);

		if (strcmp(m->path, map_key(ms->by_path, i)) != 0)
			continue; /* another name of one that is freed, too */
		jit_map_free(m->jit);
		free(m);
	}
	structures_free(ms->own);
	map_free(ms->by_path);
	map_free(ms->made_names);
	ids_release(&ms->by_place);
	free(ms->made);
	free(ms);
}

/*
 * Code that a process made while it ran, "[jit PID]" with the path of its dump,
 * if it has one: of all processes and runs one module, by the names that the
 * map gives. Without a map it is unknown.
 */
static bool open_made(struct modules *ms, struct module *m, const char *path)
{
	static const char start[] = "[jit";
	const char *digits;
	unsigned pid;
	char *end;

	if (strncmp(path, start, strlen(start)) != 0)
		return false;
	digits = path + strlen(start);
	pid = (unsigned)strtoul(digits, &end, 10);
	if (end == digits || *end != ']')
		return false;
	m->jit = jit_map_open(pid, end[1] ? end + 1 : NULL);
	m->as = m->jit ? NULL : modules_get(ms, "[anon]");
	if (m->jit && !ms->made_code) {
		ms->made_code = profile_section_add(ms->p, profile_root(ms->p),
		                                    PROFILE_MODULE, "[jit]");
		ms->made_code->file = "[jit]";
	}
	m->section = m->jit ? ms->made_code : m->as->section;
	return true;
}

/* Of another run or process: a file that is gone, too, and was the same */
static struct module *find_alike(const struct modules *ms,
                                 const struct structure *s)
{
	const char *id = structure_build_id(s), *other;

	for (size_t i = 0; id && i < map_size(ms->by_path); i++) {
		struct module *m = map_value(ms->by_path, i);

		other = m->gone && m->structure
		                ? structure_build_id(m->structure)
		                : NULL;
		if (other && strcmp(id, other) == 0)
			return m;
	}
	return NULL;
}

/* Read the file; NULL, or the module that it is already, under another name */
static struct module *read_file(struct modules *ms, struct module *m)
{
	const char *real = mapped_path(ms->files, m->path);
	struct module *same;

	m->gone = real != m->path;
	if (!real)
		return NULL;
	m->structure = structures_get(ms->structures, real);
	same = m->gone && m->structure ? find_alike(ms, m->structure) : NULL;
	if (!same)
		segments_read(&m->segments, real);
	return same;
}

static struct profile_section *remember(struct modules *ms, const void *key,
                                        struct made_section made)
{
	ids_add(&ms->by_place, (uintptr_t)key, (uint32_t)ms->nmade);
	ms->made =
		mem_grow(ms->made, &ms->cap, ms->nmade + 1, sizeof(*ms->made));
	ms->made[ms->nmade++] = made;
	return made.section;
}

/*
 * A function of a script, "[python NAME]FILE", each line at an address: a
 * procedure of the file's module
 */
static bool open_script(struct modules *ms, struct module *m, const char *path)
{
	static const char start[] = "[python ";
	const char *name = path + strlen(start);
	const char *end = strchr(path, ']');
	struct fact f = { .n = 0 };

	if (strncmp(path, start, strlen(start)) != 0 || !end || end <= name ||
	    !end[1])
		return false;
	m->script = arena_intern(ms->p->arena, end + 1);
	m->unknown = profile_section_add(
		ms->p, modules_get(ms, m->script)->section, PROFILE_PROCEDURE,
		arena_strndup(ms->p->arena, name, (size_t)(end - name)));
	m->unknown->file = m->script;
	m->section = m->unknown;
	fact_text(&f, "language", "Python");
	fact_add(ms->p, m->unknown, "compiler", &f);
	remember(ms, m, (struct made_section){ m->unknown, NULL, NULL, m });
	return true;
}

struct module *modules_get(struct modules *ms, const char *path)
{
	struct module *m = map_get(ms->by_path, path), *same;

	if (m)
		return m;
	m = mem_alloc(1, sizeof(*m));
	m->path = arena_intern(ms->p->arena, path);
	if (open_made(ms, m, path) || open_script(ms, m, path)) {
		map_put(ms->by_path, path, m);
		return m;
	}
	same = path[0] == '/' ? read_file(ms, m) : NULL;
	if (same) {
		free(m);
		map_put(ms->by_path, path, same);
		return same;
	}
	m->section = profile_section_add(ms->p, profile_root(ms->p),
	                                 PROFILE_MODULE, io_basename(path));
	m->section->file = m->path;
	map_put(ms->by_path, path, m);
	return m;
}

void modules_brief(struct modules *ms, const char *path)
{
	const char *real = path[0] == '/' ? mapped_path(ms->files, path) : NULL;

	if (real)
		structures_brief(ms->structures, real);
}

const char *module_path(const struct module *m)
{
	return m->path;
}

uint64_t module_vaddr(const struct module *m, uint64_t offset)
{
	return m->jit || m->script ? offset
	                           : segments_vaddr(&m->segments, offset);
}

uint64_t module_classes(const struct module *m, uint64_t vaddr)
{
	return m->structure ? structure_classes(m->structure, vaddr) : 0;
}

const char *module_callee(const struct module *m, uint64_t vaddr,
                          bool *by_table)
{
	return m->structure ? structure_callee(m->structure, vaddr, by_table)
	                    : NULL;
}

bool module_asserts(const struct module *m, uint64_t vaddr, uint64_t taken,
                    uint64_t all)
{
	return m->structure && (taken == 0 || taken == all) &&
	       structure_asserts(m->structure, vaddr, taken == 0);
}

double module_exponent(const struct module *m, uint64_t vaddr)
{
	return m->structure ? structure_exponent(m->structure, vaddr) : NAN;
}

static struct profile_section *recall(const struct modules *ms, const void *key)
{
	uint32_t i = ids_get(&ms->by_place, (uintptr_t)key);

	return i == IDS_NONE ? NULL : ms->made[i].section;
}

static const char *intern(struct modules *ms, const char *s)
{
	return s ? arena_intern(ms->p->arena, s) : NULL;
}

static struct profile_section *proc_section(struct modules *ms,
                                            struct module *m,
                                            const struct structure_proc *proc)
{
	struct profile_section *s = recall(ms, proc);

	if (s)
		return s;
	s = profile_section_add(ms->p, m->section, PROFILE_PROCEDURE,
	                        proc->name);
	if (proc->raw_name && strcmp(proc->raw_name, proc->name) != 0)
		s->raw_name = intern(ms, proc->raw_name);
	s->file = intern(ms, proc->file);
	s->line = proc->line;
	s->end_line = proc->end_line;
	return remember(ms, proc, (struct made_section){ s, proc, NULL, m });
}

static struct profile_section *loop_section(struct modules *ms,
                                            struct module *m,
                                            const struct structure_loop *loop)
{
	struct profile_section *s = recall(ms, loop), *parent;

	if (s)
		return s;
	parent = loop->parent ? loop_section(ms, m, loop->parent)
	                      : proc_section(ms, m, loop->proc);
	s = profile_section_add(ms->p, parent, PROFILE_LOOP,
	                        loop->inlined ? loop->inlined->name : "");
	s->file = intern(ms, loop->file);
	s->line = loop->line;
	s->end_line = loop->end_line;
	return remember(ms, loop,
	                (struct made_section){ s, loop->proc, loop, m });
}

static struct profile_section *unknown_section(struct modules *ms,
                                               struct module *m)
{
	if (!m->unknown) {
		m->unknown = profile_section_add(
			ms->p, m->section, PROFILE_PROCEDURE, "<unknown>");
		remember(ms, m,
		         (struct made_section){ m->unknown, NULL, NULL, m });
	}
	return m->unknown;
}

static struct profile_section *
made_section_of(struct modules *ms, struct module *m, uint64_t address)
{
	const struct jit_name *what = jit_map_find(m->jit, address);
	const char *name = what ? what->name : "<unknown>";
	struct profile_section *s = map_get(ms->made_names, name);

	if (s)
		return s;
	s = profile_section_add(ms->p, m->section, PROFILE_PROCEDURE,
	                        intern(ms, name));
	if (what) {
		s->file = intern(ms, what->file);
		s->line = what->line;
	}
	map_put(ms->made_names, name, s);
	return remember(ms, s, (struct made_section){ s, NULL, NULL, m });
}

struct profile_section *module_section(struct modules *ms, struct module *m,
                                       uint64_t vaddr,
                                       struct structure_place *place)
{
	struct structure_place here = { 0 };
	const void *key;

	m = m->as ? m->as : m;
	if (m->script) {
		if (place)
			*place = (struct structure_place){
				.file = m->script,
				.line = (unsigned)vaddr,
			};
		return m->unknown;
	}
	if (m->jit) {
		if (place)
			*place = here;
		return made_section_of(ms, m, vaddr);
	}
	if (!m->structure || !structure_find(m->structure, vaddr, &here)) {
		if (place)
			*place = (struct structure_place){ 0 };
		return unknown_section(ms, m);
	}
	if (place)
		*place = here;
	key = here.loop ? (const void *)here.loop : here.proc;
	if (key != ms->last_key) {
		ms->last_key = key;
		ms->last = here.loop ? loop_section(ms, m, here.loop)
		                     : proc_section(ms, m, here.proc);
	}
	return ms->last;
}

size_t modules_sections(const struct modules *ms,
                        const struct made_section **list)
{
	*list = ms->made;
	return ms->nmade;
}

/* What is missing of module i, where it matters; NULL */
static const char *missing_of(const struct modules *ms, size_t i, double least,
                              size_t event)
{
	const struct module *m = map_value(ms->by_path, i);

	/* what waits there is charged to where it was called */
	if (m->as || !(m->section->sum[event] >= least) ||
	    wait_by_name(m->section->name, "") != WAIT_NONE)
		return NULL;
	if (strcmp(m->section->name, "[anon]") == 0)
		return "code that was generated while the program ran: it has "
		       "names if its generator writes /tmp/perf-PID.map (node "
		       "--perf-basic-prof, java "
		       "-XX:+UnlockDiagnosticVMOptions "
		       "-XX:+DumpPerfMapAtExit, mono --jitmap)";
	if (m->gone && !m->structure)
		return "its file was removed before it could be read, so its "
		       "procedures are unknown";
	if (!m->structure)
		return m->path[0] == '/' ? "not a readable binary, so its "
		                           "procedures are unknown"
		                         : NULL;
	return structure_note(m->structure);
}

enum { MOST_NAMES = 8 };

void modules_note(const struct modules *ms, double least, size_t event)
{
	const size_t n = map_size(ms->by_path);
	bool *noted = mem_alloc(n + 1, sizeof(*noted));

	for (size_t i = 0; i < n; i++) {
		const char *note = missing_of(ms, i, least, event), *other;
		struct strbuf names = STRBUF_INIT;
		size_t more = 0;

		for (size_t k = i; note && !noted[i] && k < n; k++) {
			const struct module *m = map_value(ms->by_path, k);

			other = missing_of(ms, k, least, event);
			if (!other || strcmp(other, note) != 0)
				continue;
			if (k > i)
				noted[k] = true;
			if (more++ < MOST_NAMES)
				strbuf_addf(&names, "%s%s",
				            names.len ? ", " : "",
				            m->section->name);
		}
		if (more > MOST_NAMES)
			strbuf_addf(&names, " and %zu more", more - MOST_NAMES);
		if (more)
			profile_note(ms->p, "%s: %s", names.s, note);
		strbuf_release(&names);
	}
	free(noted);
}
