#include "debug.h"

#include <dwarf.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "debug_unit.h"
#include "image.h"
#include "ranges.h"

/* Clang's; elfutils has no name for it */
enum { ATTR_APPLE_OPTIMIZED = 0x3fe1 };

/* Limits on what a forged file can make us do */
enum { MAX_RANGES = 1 << 24, MAX_OVERLAP = 16 };

static void add_unit_ranges(struct debug *d, struct debug_unit *u)
{
	Dwarf_Addr base = 0, low, high;
	ptrdiff_t at = 0;

	while (d->nspans < MAX_RANGES &&
	       (at = dwarf_ranges(&u->die, at, &base, &low, &high)) > 0) {
		if (low >= high || low == 0 || !image_is_code(d->img, low))
			continue;
		d->spans = mem_grow(d->spans, &d->spans_cap, d->nspans + 1,
		                    sizeof(*d->spans));
		d->spans[d->nspans++] = (struct debug_span){ low, high, u };
	}
}

/* A unit that does not say where its code is has to be read for it */
static void add_function_ranges(struct debug *d, struct debug_unit *u)
{
	debug_unit_load(d, u);
	for (size_t i = 0; i < u->npieces && d->nspans < MAX_RANGES; i++) {
		d->spans = mem_grow(d->spans, &d->spans_cap, d->nspans + 1,
		                    sizeof(*d->spans));
		d->spans[d->nspans++] =
			(struct debug_span){ u->pieces[i].low,
			                     u->pieces[i].high, u };
	}
}

static int by_low(const void *a, const void *b)
{
	const struct debug_span *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

static void read_units(struct debug *d)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;
	Dwarf_Die die, sub;

	while (dwarf_get_units(d->dwarf, cu, &cu, &version, &type, &die,
	                       &sub) == 0) {
		struct debug_unit *u;
		size_t before = d->nspans;

		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		u = arena_alloc(d->arena, 1, sizeof(*u));
		u->die = die;
		u->split = type == DW_UT_skeleton ? sub : die;
		add_unit_ranges(d, u);
		if (d->nspans == before && !dwarf_hasattr(&die, DW_AT_ranges) &&
		    !dwarf_hasattr(&die, DW_AT_low_pc))
			add_function_ranges(d, u);
	}
	if (d->nspans)
		qsort(d->spans, d->nspans, sizeof(*d->spans), by_low);
}

struct debug *debug_new(struct arena *arena, Elf *elf, const struct image *img)
{
	Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	struct debug *d;

	if (!dwarf)
		return NULL;
	d = mem_alloc(1, sizeof(*d));
	d->arena = arena;
	d->dwarf = dwarf;
	d->img = img;
	read_units(d);
	if (d->nspans == 0) {
		debug_free(d);
		return NULL;
	}
	return d;
}

void debug_free(struct debug *d)
{
	if (!d)
		return;
	dwarf_end(d->dwarf);
	free(d->spans);
	free(d);
}

static struct debug_unit *unit_of(struct debug *d, uint64_t vaddr)
{
	size_t low;

	if (d->last && vaddr >= d->last->low && vaddr < d->last->high)
		return d->last->unit;
	low = ranges_upto(d->spans, d->nspans, sizeof(*d->spans), vaddr);
	for (size_t i = 0; i < MAX_OVERLAP && i < low; i++) {
		if (vaddr >= d->spans[low - 1 - i].high)
			continue;
		d->last = &d->spans[low - 1 - i];
		debug_unit_load(d, d->last->unit);
		return d->last->unit;
	}
	return NULL;
}

const struct debug_func *debug_find(struct debug *d, uint64_t vaddr)
{
	struct debug_unit *u = unit_of(d, vaddr);
	size_t low = 0;

	if (u)
		low = ranges_upto(u->pieces, u->npieces, sizeof(*u->pieces),
		                  vaddr);
	for (size_t i = 0; i < MAX_OVERLAP && i < low; i++) {
		if (vaddr < u->pieces[low - 1 - i].high)
			return u->pieces[low - 1 - i].func;
	}
	return NULL;
}

/* /a/./b//c/../d is /a/b/d: what a person would write */
static const char *clean_path(struct arena *a, const char *path)
{
	struct strbuf b = STRBUF_INIT;
	const char *result;

	if (*path == '/')
		strbuf_addc(&b, '/');
	while (*path) {
		size_t n = strcspn(path, "/");
		const char *slash = b.len ? strrchr(b.s, '/') : NULL;
		const char *last = slash ? slash + 1 : b.s;

		if (n == 2 && memcmp(path, "..", 2) == 0 && *last &&
		    strcmp(last, "..") != 0) {
			b.len = (size_t)(last - b.s);
			if (b.len > 1)
				b.len--;
			b.s[b.len] = 0;
		} else if (n > 0 && !(n == 1 && *path == '.')) {
			if (b.len && b.s[b.len - 1] != '/')
				strbuf_addc(&b, '/');
			strbuf_add(&b, path, n);
		}
		path += n;
		path += strspn(path, "/");
	}
	result = arena_intern(a, b.s);
	strbuf_release(&b);
	return result;
}

const char *debug_path(struct debug *d, const char *path)
{
	if (!path || !*path)
		return NULL;
	if (path != d->path) {
		d->path = path;
		d->clean = clean_path(d->arena, path);
	}
	return d->clean;
}

bool debug_line(struct debug *d, uint64_t vaddr, struct debug_line *out)
{
	struct debug_unit *u = unit_of(d, vaddr);
	size_t low = 0, high = u ? u->nlines : 0;
	Dwarf_Addr addr;
	bool end;
	int number;

	*out = (struct debug_line){ .low = vaddr, .high = vaddr + 1 };
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (dwarf_lineaddr(dwarf_onesrcline(u->lines, mid), &addr) ==
		            0 &&
		    addr <= vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || low == u->nlines)
		return false;
	Dwarf_Line *line = dwarf_onesrcline(u->lines, low - 1);

	if (dwarf_lineendsequence(line, &end) != 0 || end ||
	    dwarf_lineno(line, &number) != 0 || number <= 0)
		return false;
	dwarf_lineaddr(line, &addr);
	out->low = addr;
	dwarf_lineaddr(dwarf_onesrcline(u->lines, low), &addr);
	out->high = addr;
	out->line = (unsigned)number;
	out->file = debug_path(d, dwarf_linesrc(line, NULL, NULL));
	return out->file;
}

const char *debug_around(struct debug *d, const struct debug_func *f,
                         const char *file, unsigned line)
{
	const struct debug_unit *u = f->unit;
	const struct debug_func *best = NULL;

	for (size_t i = 0; file && i < u->npieces; i++) {
		const struct debug_func *g = u->pieces[i].func;

		if (g == f || !g->name || g->line > line || !g->line ||
		    g->file != debug_path(d, file) || strstr(g->name, ".omp_"))
			continue;
		if (!best || g->line > best->line)
			best = g;
	}
	return best ? best->name : NULL;
}

const char *debug_producer(const struct debug_func *f)
{
	Dwarf_Attribute attr;
	Dwarf_Die die = f->unit->split;

	return dwarf_formstring(dwarf_attr(&die, DW_AT_producer, &attr));
}

bool debug_says_optimised(const struct debug_func *f)
{
	Dwarf_Attribute attr;
	Dwarf_Die die = f->unit->split;
	bool flag = false;

	if (!dwarf_attr(&die, ATTR_APPLE_OPTIMIZED, &attr))
		return false;
	return dwarf_formflag(&attr, &flag) == 0 && flag;
}

bool debug_never_returns(const struct debug_func *f)
{
	Dwarf_Attribute attr;
	Dwarf_Die die = f->die;
	bool flag = false;

	return dwarf_attr_integrate(&die, DW_AT_noreturn, &attr) &&
	       dwarf_formflag(&attr, &flag) == 0 && flag;
}

const char *debug_language(const struct debug_func *f)
{
	Dwarf_Die die = f->unit->split;

	switch (dwarf_srclang(&die)) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
		return "C";
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case 0x2b: /* C++17 */
	case 0x2d: /* C++20 */
		return "C++";
	case DW_LANG_Fortran77:
	case DW_LANG_Fortran90:
	case DW_LANG_Fortran95:
	case DW_LANG_Fortran03:
	case DW_LANG_Fortran08:
	case 0x2e: /* Fortran 2018 */
		return "Fortran";
	case DW_LANG_Mips_Assembler:
		return "assembly";
	case DW_LANG_Rust:
		return "Rust";
	default:
		return NULL;
	}
}
