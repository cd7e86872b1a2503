#include "caused.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "attribution.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "call_graph.h"
#include "fact.h"
#include "measure/binary/structure.h"
#include "modules.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "script_line.h"

/* Of all time: less is not worth a fact. */
static const double least = 0.0005;

/* A calling line of own code, and what is called there. */
struct site {
	struct profile_section *section;
	const char *file;
	unsigned line;
	const char *name;  /* the linker's; "": the code names none */
	const char *title; /* of what was called */
	const char *module;
	const char *through;  /* the inlined function of the system's headers
	                         that the line names, or NULL */
	double cycles, calls; /* calls NAN: not counted */
	double own_cycles;    /* of own code that it calls back */
	struct arguments_again again;
	uint32_t back; /* the site whose call called this code back, on the path
	                  that takes most; 0: none */
	double back_cycles;
};

/* Time of a site that was spent in that procedure */
struct part {
	uint32_t site;
	const struct profile_section *procedure;
	double cycles;
};

struct caused {
	struct attribution *b;
	struct site *sites; /* number 0 is none */
	size_t n, cap;
	struct hash hash;
	struct part *parts;
	size_t nparts, cap_parts;
};

static const struct profile_section *procedure_of(const struct spot *at)
{
	const struct profile_section *s = at->section;

	while (s && s->kind == PROFILE_LOOP)
		s = s->parent;
	return s;
}

/* Where a user finds it: not in a header of the system's */
static const char *file_of(const struct spot *at)
{
	return at->user_file ? at->user_file : at->file;
}

static unsigned line_of(const struct spot *at)
{
	return at->user_file ? at->user_line : at->line;
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct site *a = key, *b = (const struct site *)entries + index;

	return a->section == b->section && a->line == b->line &&
	       str_same(a->file, b->file) && str_same(a->through, b->through) &&
	       strcmp(a->name, b->name) == 0 &&
	       (*a->name || strcmp(a->title, b->title) == 0);
}

static uint64_t hash_of(const struct site *s)
{
	return hash_number((uintptr_t)s->section ^ (uint64_t)s->line << 40) ^
	       hash_text(s->name);
}

static uint32_t find(struct caused *c, const struct site *key)
{
	const uint64_t hash = hash_of(key);
	uint32_t i = hash_find(&c->hash, hash, same, key, c->sites);

	if (i != HASH_NONE)
		return i;
	c->sites = mem_grow(c->sites, &c->cap, c->n + 1, sizeof(*c->sites));
	c->sites[c->n] = *key;
	hash_add(&c->hash, hash, (uint32_t)c->n);
	return (uint32_t)c->n++;
}

/*
 * What the call in front of that address names, or NULL. Calls of x86-64 that
 * name something have 5 bytes, or 6 where they go through a slot.
 */
static const char *named_before(const struct spot *at, uint64_t back,
                                bool *by_table)
{
	const char *name = module_callee(at->module, back - 5, by_table);

	return name ? name : module_callee(at->module, back - 6, by_table);
}

/* Below an own place: the site of the call that goes there. */
static uint32_t site_of(struct caused *c, const struct spot *caller,
                        uint64_t vaddr, const struct spot *called)
{
	bool by_table = false;
	const char *name = named_before(caller, vaddr + 1, &by_table);

	/* a call of own code, which went there by a jump */
	if (!by_table && called->module != caller->module)
		name = NULL;
	const struct site key = {
		.section = caller->section,
		.file = file_of(caller),
		.line = line_of(caller),
		.name = name ? name : "",
		.title = name ? structure_readable(c->b->p->arena, name)
		              : procedure_of(called)->name,
		.module = module_path(called->module),
		.through = caller->user_called,
		.calls = NAN,
	};

	return find(c, &key);
}

static void add_part(struct caused *c, uint32_t site, uint32_t back,
                     const struct spot *at, double cycles)
{
	struct site *s = &c->sites[site];

	c->parts = mem_grow(c->parts, &c->cap_parts, c->nparts + 1,
	                    sizeof(*c->parts));
	c->parts[c->nparts++] = (struct part){ site, procedure_of(at), cycles };
	s->cycles += cycles;
	if (cycles > s->back_cycles) {
		s->back_cycles = cycles;
		s->back = back;
	}
}

/* What an own place takes that outside code runs: the sites whose calls do so,
 * one in another. entry: for each place, the outside code that called the own
 * code which it is in or below; 0: none. */
static void add_called_back(struct caused *c, const uint32_t *site,
                            const uint32_t *entry, uint32_t at, double cycles)
{
	uint32_t last = 0;

	for (at = entry[at]; at; at = entry[at]) {
		if (site[at] != last)
			c->sites[site[at]].own_cycles += cycles;
		last = site[at];
	}
}

/*
 * Through what an interpreter calls what a line of a script names: that it is a
 * function or an object's method says nothing
 */
static bool passes_on(const struct spot *at)
{
	static const char *const starts[] = {
		"PyObject_Vectorcall",
		"_PyObject_Vectorcall",
		"PyObject_Call",
		"_PyObject_Call",
		"_PyObject_MakeTpCall",
		"PyVectorcall_",
		"method_vectorcall",
		"cfunction_",
		"vectorcall_",
		"PyCFunction_",
		"PyNumber_",
		"binary_op",
		"PySequence_Contains",
		"PyObject_GetItem",
		"PyObject_SetItem",
	};
	const char *name = procedure_of(at)->name;

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		if (strncmp(name, starts[i], strlen(starts[i])) == 0)
			return true;
	}
	return false;
}

struct caused *caused_new(struct attribution *b, size_t event,
                          const struct calls_place *places, size_t n)
{
	struct caused *c = mem_alloc(1, sizeof(*c));
	struct spot *spots = mem_alloc(n, sizeof(*spots));
	bool *own = mem_alloc(n, sizeof(*own));
	uint32_t *site = mem_alloc(n, sizeof(*site));
	uint32_t *entry = mem_alloc(n, sizeof(*entry));
	/* the line of a script that called what only passes on; 0: none */
	uint32_t *line = mem_alloc(n, sizeof(*line));

	c->b = b;
	find(c, &(struct site){ .name = "", .title = "" });
	for (size_t i = 1; i < n; i++) {
		const uint32_t up = places[i].parent;

		spots[i] = attribution_spot_file(b, places[i].path,
		                                 places[i].offset);
		own[i] = own_code(b->p, spots[i].section);
		entry[i] = own[i] && site[up] ? up : entry[up];
		add_called_back(c, site, entry, (uint32_t)i, places[i].cycles);
		if (own[i])
			continue;
		const uint32_t by = own[up] ? up : line[up];

		site[i] = by ? site_of(c, &spots[by],
		                       module_vaddr(spots[by].module,
		                                    places[by].offset),
		                       &spots[i])
		             : site[up];
		if (by && own_is_script(spots[by].section) &&
		    passes_on(&spots[i]))
			line[i] = by;
		if (!site[i] || !(places[i].cycles > 0))
			continue;
		add_part(c, site[i], site[entry[i]], &spots[i],
		         places[i].cycles);
		/* what has no sample has none of the time, which is known */
		attribution_add(c->sites[site[i]].section, b->cycles, 0);
		attribution_add(c->sites[site[i]].section, event,
		                places[i].cycles);
	}
	free(line);
	free(entry);
	free(site);
	free(own);
	free(spots);
	return c;
}

void caused_count(struct caused *c, const struct spot *at, uint64_t vaddr,
                  double times, const struct arguments_again *again)
{
	const char *name = module_callee(at->module, vaddr, NULL);
	const struct site key = {
		.section = at->section,
		.file = file_of(at),
		.line = line_of(at),
		.name = name ? name : "",
		.through = at->user_called,
	};
	uint32_t i;

	/* the target of a call through a pointer is unknown */
	if (!name)
		return;
	i = hash_find(&c->hash, hash_of(&key), same, &key, c->sites);
	if (i == HASH_NONE)
		return;
	if (isnan(c->sites[i].calls))
		c->sites[i].calls = 0;
	c->sites[i].calls += times;
	if (again)
		arguments_add(&c->sites[i].again, again);
}

/* A procedure's name; that of its library where the library names none. */
static const char *name_of(const struct part *p)
{
	const struct profile_section *of = p->procedure->parent;

	return strncmp(p->procedure->name, "<0x", 3) == 0 && of &&
	                       of->kind == PROFILE_MODULE
	               ? io_basename(of->name)
	               : p->procedure->name;
}

static int by_site(const void *one, const void *two)
{
	const struct part *a = one, *b = two;

	if (a->site != b->site)
		return a->site < b->site ? -1 : 1;
	return strcmp(name_of(a), name_of(b));
}

/* Of n parts, those of one site: the name of the procedure that has most, if it
 * is not what is called itself. */
static const char *inner_of(const struct site *s, const struct part *parts,
                            size_t n)
{
	const char *most = NULL;
	double most_cycles = 0;

	for (size_t i = 0, end; i < n; i = end) {
		const char *name = name_of(&parts[i]);
		double sum = 0;

		for (end = i;
		     end < n && strcmp(name_of(&parts[end]), name) == 0; end++)
			sum += parts[end].cycles;
		if (sum > most_cycles) {
			most_cycles = sum;
			most = name;
		}
	}
	return most && strcmp(most, s->title) != 0 ? most : NULL;
}

static double of_line(const struct caused *c, const struct profile_section *s,
                      unsigned line)
{
	double sum = 0;

	for (size_t i = 0; i < c->n; i++)
		sum += c->sites[i].section == s && c->sites[i].line == line
		               ? c->sites[i].cycles
		               : 0;
	return sum;
}

/* No debug information says where a function of a script begins: it is found
 * by the line that takes most. */
static void set_line(const struct caused *c, const struct site *site)
{
	struct profile_section *s = site->section;

	if (own_is_script(s) &&
	    (!s->line || of_line(c, s, site->line) > of_line(c, s, s->line)))
		s->line = s->end_line = site->line;
}

/* By its name, or by what its first line says that it runs under */
static bool is_python(const char *file, const char *source)
{
	const size_t length = strlen(file), first = strcspn(source, "\n");
	const char *const python = strstr(source, "python");

	return (length > 3 && strcmp(file + length - 3, ".py") == 0) ||
	       (strncmp(source, "#!", 2) == 0 && python &&
	        (size_t)(python - source) < first);
}

/* A line of a script, and the loop that executes it; false: not known. What a
 * program says that it executes may be any file: only a Python's are read. */
static bool read_line(const struct site *s, struct strbuf *to,
                      struct strbuf *loop)
{
	enum { FILE_MOST = 1 << 20 };
	struct strbuf source = STRBUF_INIT;
	struct err ignored = { 0 };
	bool known;

	known = s->file && own_is_script(s->section) &&
	        io_read_file(s->file, FILE_MOST, &source, &ignored) == 0 &&
	        is_python(s->file, source.s) &&
	        script_line(source.s, s->line, to, loop);
	strbuf_release(&source);
	return known;
}

static void add_fact(struct caused *c, const struct site *s, const char *inner)
{
	struct strbuf text = STRBUF_INIT, loop = STRBUF_INIT;
	struct fact f = { .n = 0 };

	if (*s->name && strcmp(s->name, s->title) != 0)
		fact_text(&f, "name", s->name);
	fact_text(&f, "title", s->title);
	fact_text(&f, "module", s->module);
	fact_text(&f, "file", s->file);
	fact_some(&f, "line", s->line);
	fact_number(&f, "cycles", s->cycles);
	if (s->own_cycles > 0)
		fact_number(&f, "called_back", s->own_cycles);
	fact_number(&f, "calls", s->calls);
	arguments_fact(&f, s->name, &s->again);
	fact_text(&f, "inner", inner);
	fact_text(&f, "through", s->through);
	fact_text(&f, "called_back_by",
	          s->back ? c->sites[s->back].title : NULL);
	if (read_line(s, &text, &loop))
		fact_text(&f, "text", text.s);
	if (loop.len)
		fact_text(&f, "loop", loop.s);
	fact_add(c->b->p, s->section, "caused", &f);
	strbuf_release(&loop);
	strbuf_release(&text);
}

void caused_facts(struct caused *c)
{
	const double all = c->b->p->root->sum[c->b->cycles];

	if (c->nparts > 0)
		qsort(c->parts, c->nparts, sizeof(*c->parts), by_site);
	for (size_t i = 0, end; i < c->nparts; i = end) {
		const struct site *s = &c->sites[c->parts[i].site];

		for (end = i;
		     end < c->nparts && c->parts[end].site == c->parts[i].site;
		     end++)
			continue;
		set_line(c, s);
		if (s->cycles >= least * all)
			add_fact(c, s, inner_of(s, &c->parts[i], end - i));
	}
	hash_release(&c->hash);
	free(c->sites);
	free(c->parts);
	free(c);
}
