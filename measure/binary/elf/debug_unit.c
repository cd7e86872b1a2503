#include "debug_unit.h"

#include <dwarf.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "image.h"
#include "linker_names.h"
#include "inlined.h"

/* Limits on what a forged file can make us do; real ones stay far below */
enum { MAX_DEPTH = 200, MAX_PIECES = 1 << 22, MAX_INLINES = 1 << 20 };

/* A growing array of pieces while a unit is read */
struct reader {
	struct debug *d;
	struct debug_unit *u;
	struct debug_piece *pieces;
	size_t n, cap;
};

/* The next sibling; offsets only grow, so that a forged chain can't loop */
static bool next_sibling(Dwarf_Die *die)
{
	Dwarf_Off before = dwarf_dieoffset(die);
	Dwarf_Die next;

	if (dwarf_siblingof(die, &next) != 0 ||
	    dwarf_dieoffset(&next) <= before)
		return false;
	*die = next;
	return true;
}

static const char *string_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;

	return dwarf_formstring(dwarf_attr_integrate(die, name, &attr));
}

static const char *linkage_of(Dwarf_Die *die)
{
	const char *s = string_of(die, DW_AT_linkage_name);

	return s ? s : string_of(die, DW_AT_MIPS_linkage_name);
}

/*
 * Where a DIE was declared. elfutils before 0.189 takes file 0 for none, but in
 * DWARF 5 it is the unit's own file, and the one that Clang writes. Of a unit
 * without a list of files, as split ones may be, dwarf_decl_file asserts that
 * there is one.
 */
static const char *decl_file(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Word index;
	Dwarf_Half version;
	Dwarf_Die unit;
	Dwarf_Files *files;
	size_t n;

	if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &attr),
	                    &index) != 0 ||
	    !dwarf_cu_die(attr.cu, &unit, &version, NULL, NULL, NULL, NULL,
	                  NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &n) != 0 || n == 0)
		return NULL;
	return index != 0     ? dwarf_decl_file(die)
	       : version >= 5 ? dwarf_filesrc(files, 0, NULL, NULL)
	                      : NULL;
}

static int range_by_low(const void *a, const void *b)
{
	const struct structure_range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

/* The code of a DIE; *out is allocated when the result is not 0 */
static size_t ranges_of(struct debug *d, Dwarf_Die *die,
                        struct structure_range **out)
{
	struct structure_range *v = NULL;
	size_t n = 0, cap = 0;
	Dwarf_Addr base = 0, low, high;
	ptrdiff_t at = 0;

	while (n < MAX_PIECES &&
	       (at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		if (low >= high || low == 0 || !image_is_code(d->img, low) ||
		    !image_is_code(d->img, high - 1))
			continue;
		v = mem_grow(v, &cap, n + 1, sizeof(*v));
		v[n++] = (struct structure_range){ low, high };
	}
	*out = v;
	return n;
}

static void add_function(struct reader *r, Dwarf_Die *die)
{
	struct debug *d = r->d;
	struct structure_range *ranges;
	size_t n = ranges_of(d, die, &ranges);
	struct debug_func *f;
	int line;

	if (n == 0 || r->n + n > MAX_PIECES) {
		free(ranges);
		return;
	}
	f = arena_alloc(d->arena, 1, sizeof(*f));
	f->die = *die;
	f->unit = r->u;
	f->name = string_of(die, DW_AT_name);
	f->linkage = linkage_of(die);
	if (dwarf_decl_line(die, &line) == 0 && line > 0) {
		f->line = (unsigned)line;
		f->file = debug_path(d, decl_file(die));
	}
	if (dwarf_entrypc(die, &f->entry) != 0)
		f->entry = ranges[0].low;
	qsort(ranges, n, sizeof(*ranges), range_by_low);
	f->ranges = arena_alloc(d->arena, n, sizeof(*ranges));
	memcpy(f->ranges, ranges, n * sizeof(*ranges));
	f->nranges = n;
	free(ranges);
	r->pieces = mem_grow(r->pieces, &r->cap, r->n + n, sizeof(*r->pieces));
	for (size_t i = 0; i < n; i++)
		r->pieces[r->n++] =
			(struct debug_piece){ f->ranges[i].low,
			                      f->ranges[i].high, f };
}

/* Of types only those within a function: a lambda is a method of one, and has
 * its code there. */
static bool holds_functions(int tag, bool within)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_subprogram ||
	       (within &&
	        (tag == DW_TAG_structure_type || tag == DW_TAG_class_type));
}

static void find_functions(struct reader *r, Dwarf_Die *parent, unsigned depth,
                           bool within)
{
	Dwarf_Die die;

	if (depth == MAX_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_subprogram)
			add_function(r, &die);
		if (holds_functions(tag, within))
			find_functions(r, &die, depth + 1,
			               within || tag == DW_TAG_subprogram);
	} while (next_sibling(&die));
}

static int piece_by_low(const void *a, const void *b)
{
	const struct debug_piece *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	/* the larger one first: the last that holds an address is innermost */
	return x->high > y->high ? -1 : x->high < y->high;
}

void debug_unit_load(struct debug *d, struct debug_unit *u)
{
	struct reader r = { .d = d, .u = u };

	if (u->loaded)
		return;
	u->loaded = true;
	if (dwarf_getsrclines(&u->die, &u->lines, &u->nlines) != 0)
		u->nlines = 0;
	find_functions(&r, &u->split, 0, false);
	if (r.n == 0)
		return;
	qsort(r.pieces, r.n, sizeof(*r.pieces), piece_by_low);
	u->pieces = arena_alloc(d->arena, r.n, sizeof(*r.pieces));
	memcpy(u->pieces, r.pieces, r.n * sizeof(*r.pieces));
	u->npieces = r.n;
	free(r.pieces);
}

/* The inlined calls of one function while they are read */
struct inlines {
	struct debug *d;
	Dwarf_Files *files;
	size_t nfiles;
	struct debug_inline *v;
	size_t n, cap;
	struct structure_inline **nodes; /* to find equal ones */
	size_t nnodes, nodes_cap;
};

static const char *call_file(struct inlines *in, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Word index;

	if (!in->files ||
	    dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attr), &index) !=
	            0 ||
	    index >= in->nfiles)
		return NULL;
	return debug_path(in->d, dwarf_filesrc(in->files, index, NULL, NULL));
}

/*
 * Unrolling and partial inlining describe one call several times: those are
 * one node, so that the copies of a loop in them are known to be one loop.
 */
static const struct structure_inline *
intern_node(struct inlines *in, const struct structure_inline *node)
{
	struct structure_inline *copy;

	for (size_t i = in->nnodes; i-- > 0 && in->nnodes - i < 512;) {
		struct structure_inline *old = in->nodes[i];

		if (old->parent == node->parent &&
		    old->call_line == node->call_line &&
		    old->name == node->name &&
		    old->call_file == node->call_file)
			return old;
	}
	copy = arena_alloc(in->d->arena, 1, sizeof(*copy));
	*copy = *node;
	in->nodes = mem_grow(in->nodes, &in->nodes_cap, in->nnodes + 1,
	                     sizeof(struct structure_inline *));
	in->nodes[in->nnodes++] = copy;
	return copy;
}

static const struct structure_inline *
read_node(struct inlines *in, Dwarf_Die *die,
          const struct structure_inline *parent)
{
	struct structure_inline node = { .parent = parent };
	const char *name = linkage_of(die);
	Dwarf_Attribute attr;
	Dwarf_Word line;

	if (!name)
		name = string_of(die, DW_AT_name);
	node.name = names_readable(in->d->arena, name ? name : "<inlined>");
	node.depth = parent ? parent->depth + 1 : 1;
	node.call_file = call_file(in, die);
	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attr), &line) ==
	            0 &&
	    line <= INT32_MAX)
		node.call_line = (unsigned)line;
	return intern_node(in, &node);
}

/* The code of an inlined call */
static void add_inlined(struct inlines *in, Dwarf_Die *die,
                        const struct structure_inline *node)
{
	struct structure_range *ranges;
	size_t n = ranges_of(in->d, die, &ranges);

	for (size_t i = 0; i < n && in->n < MAX_INLINES; i++) {
		in->v = mem_grow(in->v, &in->cap, in->n + 1, sizeof(*in->v));
		in->v[in->n++] = (struct debug_inline){ ranges[i].low,
			                                ranges[i].high, node };
	}
	free(ranges);
}

static void walk_inlines(struct inlines *in, Dwarf_Die *parent_die,
                         const struct structure_inline *parent, unsigned depth)
{
	Dwarf_Die die;

	if (depth == MAX_DEPTH || dwarf_child(parent_die, &die) != 0)
		return;
	do {
		const struct structure_inline *node = parent;
		int tag = dwarf_tag(&die);

		if (tag != DW_TAG_inlined_subroutine &&
		    tag != DW_TAG_lexical_block && tag != DW_TAG_try_block &&
		    tag != DW_TAG_catch_block)
			continue;
		if (tag == DW_TAG_inlined_subroutine) {
			node = read_node(in, &die, parent);
			add_inlined(in, &die, node);
		}
		walk_inlines(in, &die, node, depth + 1);
	} while (next_sibling(&die));
}

size_t debug_inlines(struct debug *d, const struct debug_func *f,
                     struct debug_inline **out)
{
	struct inlines in = { .d = d };
	Dwarf_Die unit = f->unit->split, die = f->die;

	if (dwarf_getsrcfiles(&unit, &in.files, &in.nfiles) != 0)
		in.files = NULL;
	walk_inlines(&in, &die, NULL, 0);
	free(in.nodes);
	*out = in.v;
	return in.n;
}
