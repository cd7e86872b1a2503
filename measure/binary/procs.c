#include "procs.h"

#include <assert.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/outlined.h"
#include "base/strbuf.h"
#include "measure/binary/facts/code_facts.h"
#include "measure/binary/flow/loops.h"
#include "measure/binary/elf/linker_names.h"
#include "measure/binary/elf/ranges.h"
#include "measure/binary/facts/source_loops.h"

static size_t pieces_upto(const struct structure *s, uint64_t vaddr)
{
	return ranges_upto(s->pieces, s->npieces, sizeof(*s->pieces), vaddr);
}

/* Cut [low, high) so that it overlaps no piece; around is kept if possible */
static bool trim(const struct structure *s, uint64_t *low, uint64_t *high,
                 uint64_t around)
{
	size_t i = pieces_upto(s, around);

	if (i > 0 && around < s->pieces[i - 1].high)
		return false;
	if (i > 0 && *low < s->pieces[i - 1].high)
		*low = s->pieces[i - 1].high;
	if (i<s->npieces && * high> s->pieces[i].low)
		*high = s->pieces[i].low;
	return *low < *high;
}

static void add_piece(struct structure *s, struct proc *p, uint64_t low,
                      uint64_t high)
{
	size_t i = pieces_upto(s, low);

	s->pieces = mem_grow(s->pieces, &s->pieces_cap, s->npieces + 1,
	                     sizeof(*s->pieces));
	memmove(&s->pieces[i + 1], &s->pieces[i],
	        (s->npieces - i) * sizeof(*s->pieces));
	s->pieces[i] = (struct proc_piece){ low, high, p };
	s->npieces++;
	s->last = i;
}

/* Claim what is code and free of the ranges, and give it to p; the entry's
 * comes first. Symbols and debug information may say that there is more. */
static void claim(struct structure *s, struct proc *p,
                  const struct structure_range *v, size_t n, uint64_t entry,
                  uint64_t vaddr)
{
	struct structure_range *r = arena_alloc(s->arena, n, sizeof(*r));
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t end = image_code_end(&s->image, v[i].low);
		uint64_t low = v[i].low,
			 high = v[i].high < end ? v[i].high : end;
		uint64_t around = vaddr >= low && vaddr < high ? vaddr : low;

		if (!trim(s, &low, &high, around))
			continue;
		add_piece(s, p, low, high);
		r[k] = (struct structure_range){ low, high };
		if (entry >= low && entry < high && k > 0) {
			struct structure_range first = r[k];

			memmove(&r[1], &r[0], k * sizeof(*r));
			r[0] = first;
		}
		k++;
	}
	p->pub.ranges = r;
	p->pub.nranges = k;
	if (k) {
		p->pub.low = r[0].low;
		p->pub.high = r[0].high;
	}
}

/* The symbol's name fits DWARF's: the same, or with a clone's suffix */
static bool fits(const char *symbol, const char *name)
{
	size_t n = strlen(name);

	return strncmp(symbol, name, n) == 0 &&
	       (!symbol[n] || symbol[n] == '.' || symbol[n] == '@');
}

static bool is_fortran(const struct proc *p)
{
	return p->pub.language && strcmp(p->pub.language, "Fortran") == 0;
}

/*
 * What a user called the function of that symbol. Fortran's main program is
 * MAIN__ for the linker, and a procedure has an underscore appended.
 */
static const char *written_name(struct structure *s, const struct proc *p,
                                const char *raw)
{
	for (size_t i = 0; is_fortran(p) && i < s->symbols.n; i++) {
		const struct symbol *sym = &s->symbols.v[i];
		const struct debug_func *f;

		if (!sym->name || strcmp(sym->name, raw) != 0)
			continue;
		f = debug_find(s->debug, sym->low);
		if (f && f->name && f->entry == sym->low && !names_mangled(raw))
			return arena_intern(s->arena, f->name);
	}
	return names_readable(s->arena, raw);
}

/*
 * The body of a parallel region or task bears the name of the function that it
 * is a part of: by its own name, or else by the lines.
 */
static void name_outlined(struct structure *s, struct proc *p)
{
	struct strbuf parent = STRBUF_INIT, name = STRBUF_INIT;
	const char *readable = "";
	bool task;

	if (p->pub.raw_name && outlined_of(p->pub.raw_name, &parent, &task)) {
		if (parent.len)
			readable = written_name(s, p, parent.s);
		else if (p->func)
			readable = debug_around(s->debug, p->func, p->pub.file,
			                        p->pub.line);
		outlined_name(&name, readable ? readable : "", task);
		p->pub.name = arena_intern(s->arena, name.s);
	}
	strbuf_release(&parent);
	strbuf_release(&name);
}

/* Both names of code that the linker had twice. Those of a constructor's two
 * forms are the same once they are readable: then one is enough. */
static void name_folded(struct structure *s, struct proc *p,
                        const struct symbol *sym)
{
	const char *names[2];
	struct strbuf b = STRBUF_INIT;

	if (!sym || !sym->folded)
		return;
	names[0] = names_readable(s->arena, sym->name);
	names[1] = names_readable(s->arena, sym->folded);
	if (strcmp(names[0], names[1]) == 0)
		return;
	strbuf_addf(&b, "%s = %s", names[0], names[1]);
	p->pub.name = arena_intern(s->arena, b.s);
	strbuf_release(&b);
}

/*
 * The name of a function that has DWARF. Where the linker knows several (the C
 * library's qsort is __GI_qsort inside), the plainest is what a user calls.
 */
static void name_from_debug(struct structure *s, struct proc *p,
                            const struct symbol *sym)
{
	const struct debug_func *f = p->func;
	const char *raw = f->linkage ? f->linkage : f->name, *name;
	p->pub.file = f->file;
	p->pub.line = f->line;
	if (sym && sym->name &&
	    (!raw || fits(sym->name, raw) || !names_mangled(raw)))
		raw = sym->name;
	if (!raw)
		raw = "<unnamed>";
	name = names_readable(s->arena, raw);
	if (f->name && !names_mangled(raw) &&
	    (is_fortran(p) || names_better(f->name, name)))
		name = arena_intern(s->arena, f->name);
	p->pub.raw_name = raw;
	p->pub.name = name;
	name_folded(s, p, sym);
}

static void name_from_symbol(struct structure *s, struct proc *p,
                             const struct symbol *sym)
{
	struct strbuf b = STRBUF_INIT;

	if (sym->name) {
		p->pub.raw_name = sym->name;
		p->pub.name = names_readable(s->arena, sym->name);
		name_folded(s, p, sym);
	} else {
		strbuf_addf(&b, "<0x%llx>", (unsigned long long)sym->low);
		p->pub.name = p->pub.raw_name = arena_intern(s->arena, b.s);
		strbuf_release(&b);
	}
}

static void key_of(struct strbuf *b, unsigned scope, const char *name, size_t n)
{
	strbuf_clear(b);
	strbuf_addf(b, "%u:", scope);
	strbuf_add(b, name, n);
}

/* Cold parts by the name of the function they are of, first one wins */
static void index_cold_parts(struct structure *s)
{
	struct strbuf key = STRBUF_INIT;

	s->parents = map_new();
	for (size_t i = 0; i < s->symbols.n; i++) {
		struct symbol *sym = &s->symbols.v[i];
		const char *cold =
			sym->name ? strstr(sym->name, ".cold") : NULL;

		if (!cold)
			continue;
		const struct symbol *parent = symbols_parent(&s->symbols, sym);

		if (!parent)
			continue;
		key_of(&key, parent->scope, parent->name, strlen(parent->name));
		if (!map_get(s->parents, key.s))
			map_put(s->parents, key.s, sym);
	}
	strbuf_release(&key);
}

/* The ranges of a symbol: what no symbol inside it claims, and its cold part */
static size_t symbol_ranges(struct structure *s, const struct symbol *sym,
                            struct structure_range *r, size_t max)
{
	uint64_t at = sym->low, low, high;
	struct strbuf key = STRBUF_INIT;
	const struct symbol *cold;
	size_t n = 0;

	while (at < sym->high && n + 1 < max) {
		const struct symbol *here =
			symbols_find(&s->symbols, at, &low, &high);

		if (here == sym)
			r[n++] = (struct structure_range){ at, high };
		if (high <= at)
			break;
		at = high;
	}
	if (sym->name) {
		key_of(&key, sym->scope, sym->name, strlen(sym->name));
		cold = map_get(s->parents, key.s);
		if (cold)
			r[n++] = (struct structure_range){ cold->low,
				                           cold->high };
		strbuf_release(&key);
	}
	return n;
}

/* Assembly and parallel regions are declared nowhere: they begin at their entry
 */
static void place_at_entry(struct structure *s, struct proc *p)
{
	struct debug_line line;

	if (p->pub.file || !s->debug ||
	    !debug_line(s->debug, p->pub.low, &line))
		return;
	p->pub.file = line.file;
	p->pub.line = line.line;
}

static struct proc *new_proc(struct structure *s)
{
	return arena_alloc(s->arena, 1, sizeof(struct proc));
}

static struct proc *locate_plt(struct structure *s)
{
	struct structure_range r[16];
	size_t n = 0;

	for (size_t i = 0; i < s->symbols.n && n < 16; i++) {
		const struct symbol *sym = &s->symbols.v[i];

		if (sym->plt)
			r[n++] =
				(struct structure_range){ sym->low, sym->high };
	}
	assert(n > 0); /* the caller found one */
	if (!s->plt) {
		s->plt = new_proc(s);
		s->plt->pub.name = s->plt->pub.raw_name = "<plt>";
		claim(s, s->plt, r, n, r[0].low, r[0].low);
	}
	return s->plt;
}

static struct proc *locate_symbol(struct structure *s, const struct symbol *sym,
                                  uint64_t vaddr)
{
	struct structure_range r[64];
	const struct symbol *parent;
	struct proc *p;
	size_t n;

	if (!s->parents)
		index_cold_parts(s);
	parent = symbols_parent(&s->symbols, sym);
	if (parent)
		sym = parent;
	p = new_proc(s);
	name_from_symbol(s, p, sym);
	n = symbol_ranges(s, sym, r, 64);
	claim(s, p, r, n, sym->low, vaddr);
	return p;
}

struct proc *procs_locate(struct structure *s, uint64_t vaddr)
{
	uint64_t low, high;
	const struct symbol *sym =
		symbols_find(&s->symbols, vaddr, &low, &high);
	const struct debug_func *f = s->debug && !(sym && sym->plt)
	                                     ? debug_find(s->debug, vaddr)
	                                     : NULL;
	struct proc *p = NULL;
	size_t i;

	if (f) {
		p = new_proc(s);
		p->func = f;
		p->pub.producer = debug_producer(f);
		p->pub.language = debug_language(f);
		name_from_debug(s, p, symbols_at(&s->symbols, f->entry));
		claim(s, p, f->ranges, f->nranges, f->entry, vaddr);
	} else if (sym && sym->plt) {
		p = locate_plt(s);
	} else if (sym) {
		p = locate_symbol(s, sym, vaddr);
	}
	if (p) {
		place_at_entry(s, p);
		name_outlined(s, p);
	}
	/* an overlap with a known procedure may have left vaddr to no one */
	i = pieces_upto(s, vaddr);
	if (i == 0 || vaddr >= s->pieces[i - 1].high)
		return NULL;
	s->last = i - 1;
	return s->pieces[i - 1].proc;
}
