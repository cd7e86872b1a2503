#include "structure.h"

#include <math.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "measure/binary/flow/callees.h"
#include "measure/binary/elf/debugfile.h"
#include "measure/binary/elf/linker_names.h"
#include "procs.h"
#include "measure/binary/elf/ranges.h"

static const char *missing(const struct structure *s)
{
	if (s->image.arch == IMAGE_OTHER)
		return "no loops: the instructions of this processor are not "
		       "decoded";
	if (s->debug)
		return NULL;
	if (s->symbols.has_table)
		return "no lines: compiled without -g; compile it with -g, or "
		       "install its package of debug symbols (-dbgsym)";
	if (s->symbols.has_names)
		return "stripped: only exported functions have names, and "
		       "there are no lines; compile it with -g and do not "
		       "strip it, install its package of debug symbols "
		       "(-dbgsym), or run 'debuginfod-find debuginfo' on it";
	return "stripped: procedures are named by their addresses, and there "
	       "are no lines; compile it with -g and do not strip it, install "
	       "its package of debug symbols (-dbgsym), or run "
	       "'debuginfod-find debuginfo' on it";
}

/* path: NULL without separate debug information; brief: only names of it */
static void read_all(struct structure *s, const char *path, bool brief)
{
	const char *note;

	s->arena = arena_new();
	frames_read(&s->frames, &s->image);
	s->debug = debug_new(s->arena, s->image.elf, &s->image);
	if (path && !s->debug &&
	    debugfile_open(&s->debug_image, &s->image, path) && !brief)
		s->debug = debug_new(s->arena, s->debug_image.elf, &s->image);
	symbols_read(&s->symbols, &s->image,
	             s->debug_image.elf ? &s->debug_image : NULL, &s->frames);
	s->decoder = decoder_new(s->image.arch);
	note = missing(s);
	s->note = note ? mem_strdup(note) : NULL;
}

static struct structure *open_file(const char *path, bool brief,
                                   struct err *err)
{
	struct structure *s = mem_alloc(1, sizeof(*s));

	if (image_open(&s->image, path, err) != 0) {
		free(s);
		return NULL;
	}
	read_all(s, path, brief);
	return s;
}

struct structure *structure_open(const char *path, struct err *err)
{
	return open_file(path, false, err);
}

struct structure *structure_open_brief(const char *path, struct err *err)
{
	return open_file(path, true, err);
}

struct structure *structure_open_memory(const void *data, size_t size,
                                        struct err *err)
{
	struct structure *s = mem_alloc(1, sizeof(*s));

	if (image_memory(&s->image, data, size, err) != 0) {
		free(s);
		return NULL;
	}
	read_all(s, NULL, false);
	return s;
}

void structure_free(struct structure *s)
{
	if (!s)
		return;
	debug_free(s->debug);
	decoder_free(s->decoder);
	symbols_release(&s->symbols);
	frames_release(&s->frames);
	image_release(&s->debug_image);
	image_release(&s->image);
	arena_free(s->arena);
	map_free(s->parents);
	free(s->pieces);
	free(s->note);
	free(s);
}

const char *structure_build_id(const struct structure *s)
{
	return s->image.build_id;
}

enum structure_detail structure_detail(const struct structure *s)
{
	if (s->debug)
		return STRUCTURE_LINES;
	return s->symbols.has_table ? STRUCTURE_SYMBOLS : STRUCTURE_NONE;
}

const char *structure_note(const struct structure *s)
{
	return s->note;
}

static struct proc *known_proc(struct structure *s, uint64_t vaddr)
{
	size_t low;

	if (s->last < s->npieces && vaddr >= s->pieces[s->last].low &&
	    vaddr < s->pieces[s->last].high)
		return s->pieces[s->last].proc;
	low = ranges_upto(s->pieces, s->npieces, sizeof(*s->pieces), vaddr);
	if (low == 0 || vaddr >= s->pieces[low - 1].high)
		return NULL;
	s->last = low - 1;
	return s->pieces[low - 1].proc;
}

static const struct proc_segment *segment_at(struct proc *p, uint64_t vaddr)
{
	const size_t n = p->nsegments;
	size_t low;

	if (p->last < n && p->segments[p->last].low <= vaddr &&
	    (p->last + 1 == n || vaddr < p->segments[p->last + 1].low))
		return &p->segments[p->last];
	low = ranges_upto(p->segments, n, sizeof(*p->segments), vaddr);
	if (low == 0)
		return NULL;
	p->last = low - 1;
	return &p->segments[low - 1];
}

bool structure_find(struct structure *s, uint64_t vaddr,
                    struct structure_place *out)
{
	struct proc *p = known_proc(s, vaddr);
	const struct proc_segment *seg;

	*out = (struct structure_place){ 0 };
	if (!p)
		p = procs_locate(s, vaddr);
	if (!p)
		return false;
	procs_analyse(s, p);
	out->proc = &p->pub;
	seg = segment_at(p, vaddr);
	if (!seg)
		return true;
	out->part = seg->part;
	out->loop = seg->part ? seg->part->loop : NULL;
	out->file = seg->file;
	out->line = seg->line;
	out->inlined = seg->inlined;
	return true;
}

uint64_t structure_classes(struct structure *s, uint64_t vaddr)
{
	struct proc *p = known_proc(s, vaddr);
	size_t upto;

	if (!p)
		p = procs_locate(s, vaddr);
	if (!p)
		return 0;
	procs_analyse(s, p);
	upto = ranges_upto(p->classes, p->nclasses, sizeof(*p->classes), vaddr);
	return upto > 0 && p->classes[upto - 1].addr == vaddr
	               ? p->classes[upto - 1].classes
	               : 0;
}

const char *structure_callee(struct structure *s, uint64_t vaddr,
                             bool *by_table)
{
	const struct flow_source from = { &s->image, &s->symbols, &s->frames,
		                          s->decoder, s->debug };
	struct insn insn;
	size_t n;
	bool unused;
	const uint8_t *p = image_bytes(&s->image, vaddr, &n);

	if (!p || !s->decoder || !decode(s->decoder, p, n, vaddr, &insn))
		return NULL;
	if (insn.flow != FLOW_CALL && insn.flow != FLOW_CALL_INDIRECT)
		return NULL;
	return calls_callee(&from, &insn, by_table ? by_table : &unused);
}

static bool reports_failure(const char *name)
{
	/* of the C library, and of libstdc++ with _GLIBCXX_ASSERTIONS */
	static const char cxx[] = "_ZSt21__glibcxx_assert_fail";

	return name && (strcmp(name, "__assert_fail") == 0 ||
	                strncmp(name, cxx, strlen(cxx)) == 0);
}

/* Up to where both ways meet. Calls before it may print, and the condition may
 * be asked for again. */
bool structure_asserts(struct structure *s, uint64_t vaddr, bool taken)
{
	enum { WAY = 40 }; /* instructions */
	uint64_t at = vaddr, join = 0;

	for (int i = 0; i < WAY && (i == 0 || at != join); i++) {
		struct insn insn;
		size_t n;
		const uint8_t *p = image_bytes(&s->image, at, &n);

		if (!p || !s->decoder || !decode(s->decoder, p, n, at, &insn) ||
		    (i == 0 && insn.flow != FLOW_BRANCH))
			return false;
		if (insn.flow == FLOW_CALL &&
		    reports_failure(structure_callee(s, at, NULL)))
			return true;
		if (insn.flow == FLOW_JUMP || insn.flow == FLOW_RETURN ||
		    insn.flow == FLOW_SWITCH || insn.flow == FLOW_STOP)
			return false;
		at += insn.size;
		if (i > 0)
			continue;
		join = taken ? at : insn.target;
		at = taken ? insn.target : at;
	}
	return false;
}

double structure_exponent(struct structure *s, uint64_t vaddr)
{
	struct proc *p = known_proc(s, vaddr);

	if (!p)
		p = procs_locate(s, vaddr);
	if (!p)
		return NAN;
	procs_analyse(s, p);
	for (size_t i = 0; i < p->nexponents; i++) {
		if (p->exponents[i].addr == vaddr)
			return p->exponents[i].value;
	}
	return NAN;
}

void structure_each(struct structure *s,
                    bool (*each)(void *ctx, const struct structure_proc *p),
                    void *ctx)
{
	struct structure_place place;

	for (size_t i = 0; i < s->symbols.n; i++)
		structure_find(s, s->symbols.v[i].low, &place);
	for (size_t i = 0; i < s->npieces; i++) {
		struct proc *p = s->pieces[i].proc;

		if (p->pub.low == s->pieces[i].low && !each(ctx, &p->pub))
			return;
	}
}

const char *structure_readable(struct arena *a, const char *raw)
{
	return names_readable(a, raw);
}
