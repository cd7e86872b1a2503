/*
 * paths.c - the call paths of experiment.xml, merged into static scopes
 *
 * PF is a procedure called from what is around it, Pr inlined code, L a loop, C
 * a call, S a statement, M a value. Inlined code only changes the file of the
 * lines in it: its counts and loops belong to the procedure that holds it.
 */
#include "experiment.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "tree.h"

/* The attributes of an element of the call paths. */
struct attributes {
	uint64_t i, s, n, lm, f;
	unsigned line;
	bool has_file;
	const char *v, *v_end; /* v as text */
};

static uint64_t digits(const char *s, const char *end)
{
	uint64_t value = 0;

	for (; s < end && *s >= '0' && *s <= '9'; s++)
		value = value * 10 + (uint64_t)(*s - '0');
	return value;
}

/* "0x400705", "{[0x400705-0x400706)}" */
static uint64_t address(const char *s, const char *end)
{
	char text[32];

	while (s < end && (*s == '{' || *s == '['))
		s++;
	if (end - s < 3 || s[0] != '0' || s[1] != 'x')
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)(end - s < 31 ? end - s : 31),
	         s);
	return strtoull(text, NULL, 16);
}

static void take_attribute(struct attributes *a, const char *name,
                           const char *s, const char *end)
{
	switch (name[0]) {
	case 'i':
		if (!name[1])
			a->i = digits(s, end);
		break;
	case 's':
		if (!name[1])
			a->s = digits(s, end);
		break;
	case 'l':
		if (name[1] == 'm')
			a->lm = digits(s, end);
		else if (!name[1])
			a->line = (unsigned)digits(s, end);
		break;
	case 'n':
		a->n = digits(s, end);
		break;
	case 'f':
		a->f = digits(s, end);
		a->has_file = true;
		break;
	case 'v':
		a->v = s;
		a->v_end = end;
		break;
	default:
		break;
	}
}

static void take_attributes(struct attributes *a, const struct xml_element *e)
{
	*a = (struct attributes){ .v = "" };
	a->v_end = a->v;
	for (size_t i = 0; i < e->n; i++) {
		const xmlChar **p = e->attributes + 5 * i;

		take_attribute(a, (const char *)p[0], (const char *)p[3],
		               (const char *)p[4]);
	}
}

static const char *string_of(const struct experiment *x,
                             const struct ids *table, uint64_t id)
{
	uint32_t i = ids_get(table, id);

	return i == IDS_NONE ? NULL : x->strings[i];
}

/* A procedure's name without its module's, worked out once. */
static const char *plain_name(struct experiment *x, uint64_t n, uint64_t lm)
{
	uint32_t name = ids_get(&x->procedures, n);
	uint32_t module = ids_get(&x->modules, lm), known;
	uint64_t key = (uint64_t)name << 32 | module;
	struct strbuf b = STRBUF_INIT;

	if (name == IDS_NONE)
		return NULL;
	known = ids_get(&x->plain, key);
	if (known != IDS_NONE)
		return x->strings[known];
	names_plain(x->strings[name],
	            module == IDS_NONE ? NULL : x->strings[module], &b);
	x->strings = mem_grow(x->strings, &x->cap_strings, x->nstrings + 1,
	                      sizeof(*x->strings));
	x->strings[x->nstrings] = tree_intern(x->t, b.s);
	strbuf_release(&b);
	ids_add(&x->plain, key, (uint32_t)x->nstrings);
	return x->strings[x->nstrings++];
}

static void enter_procedure(struct experiment *x, struct path_frame *f,
                            const struct attributes *a)
{
	f->module = string_of(x, &x->modules, a->lm);
	f->file = string_of(x, &x->files, a->f);
	f->line = a->line;
	f->section = tree_procedure(x->t, f->module, plain_name(x, a->n, a->lm),
	                            f->file, f->file ? a->line : 0);
}

/* Where loops have no address, they are distinguished by the order in which
 * hpcprof's numbers for them turn up. */
static uint64_t loop_number(struct experiment *x, const struct path_frame *f,
                            const struct attributes *a)
{
	uint64_t key = hash_number(f->section ^ hash_number(f->line));
	uint64_t place = hash_number(key ^ (uintptr_t)f->file);
	uint64_t loop = hash_number(place ^ hash_number(a->s));
	uint32_t number = ids_get(&x->loop_numbers, loop);

	if (number != IDS_NONE)
		return number;
	number = 0;
	while (ids_get(&x->loop_counts, place + number) != IDS_NONE)
		number++;
	ids_add(&x->loop_counts, place + number, 1);
	return ids_add(&x->loop_numbers, loop, number);
}

static void enter_loop(struct experiment *x, struct path_frame *f,
                       const struct attributes *a)
{
	uint64_t id = address(a->v, a->v_end);

	if (a->has_file)
		f->file = string_of(x, &x->files, a->f);
	f->line = a->line;
	if (!id && a->s)
		id = loop_number(x, f, a);
	f->section =
		tree_loop(x->t, f->section, f->file, f->file ? f->line : 0, id);
}

static double *values_of(const struct experiment *x, size_t frame)
{
	return x->values + frame * 2 * x->nslots;
}

static struct path_frame *push(struct experiment *x)
{
	struct path_frame f = { .section = IDS_NONE };

	if (x->nframes)
		f = x->frames[x->nframes - 1];
	f.leaf = IDS_NONE;
	f.values = false;
	f.statement = false;
	x->frames = mem_grow(x->frames, &x->cap_frames, x->nframes + 1,
	                     sizeof(*x->frames));
	if (x->nslots) {
		x->values = mem_grow(x->values, &x->cap_values,
		                     (x->nframes + 1) * 2 * x->nslots,
		                     sizeof(*x->values));
		memset(values_of(x, x->nframes), 0,
		       2 * x->nslots * sizeof(*x->values));
	}
	x->frames[x->nframes] = f;
	return &x->frames[x->nframes++];
}

void paths_begin(struct experiment *x)
{
	push(x)->section = IDS_NONE;
}

/* Counts outside any procedure, so that none is lost. */
static uint32_t line_of(struct experiment *x, struct path_frame *f)
{
	if (f->section == IDS_NONE)
		f->section = tree_procedure(x->t, NULL, NULL, NULL, 0);
	if (f->leaf == IDS_NONE)
		f->leaf = tree_line(x->t, f->section, f->file, f->line);
	return f->leaf;
}

static void add_value(struct experiment *x, uint32_t line, uint32_t column,
                      double value)
{
	uint32_t number = column / PAGE_COLUMNS;
	uint64_t key = (uint64_t)line << 32 | number;

	if (!x->npages || key != x->page_key) {
		x->page_key = key;
		x->page = ids_add(&x->page_ids, key, (uint32_t)x->npages);
	}
	if (x->page == x->npages) {
		x->pages = mem_grow(x->pages, &x->cap_pages, x->npages + 1,
		                    sizeof(*x->pages));
		x->pages[x->npages++] =
			(struct text_page){ line, number, { 0 } };
	}
	x->pages[x->page].values[column % PAGE_COLUMNS] += value;
}

/*
 * A count as %g prints it. Up to 15 digits and powers of ten up to 22 are
 * exact as doubles, so that one operation on them is rounded as strtod would;
 * anything else is left to that.
 */
static bool parse_count(const char *s, const char *end, double *value)
{
	static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,
		                         1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
		                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
		                         1e18, 1e19, 1e20, 1e21, 1e22 };
	const char *p = s;
	uint64_t digits = 0;
	int exponent = 0, places = 0;
	unsigned n = 0, e = 0;
	char text[64];

	for (; p < end && *p >= '0' && *p <= '9'; p++, n++)
		digits = digits * 10 + (uint64_t)(*p - '0');
	if (p < end && *p == '.') {
		for (p++; p < end && *p >= '0' && *p <= '9'; p++, n++, places++)
			digits = digits * 10 + (uint64_t)(*p - '0');
	}
	if (n && p + 2 < end && *p == 'e' && (p[1] == '+' || p[1] == '-')) {
		bool minus = p[1] == '-';

		for (p += 2; p < end && *p >= '0' && *p <= '9' && e < 1000; p++)
			e = e * 10 + (unsigned)(*p - '0');
		exponent = minus ? -(int)e : (int)e;
	}
	exponent -= places;
	if (p == end && n && n <= 15 && exponent >= -22 && exponent <= 22) {
		*value = (double)digits;
		if (exponent < 0)
			*value /= powers[-exponent];
		else
			*value *= powers[exponent];
		return true;
	}
	if (end - s >= (ptrdiff_t)sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(end - s), s);
	return num_count(text, value);
}

/* <M n="4" v="1.5e+07"/> */
static int take_count(struct experiment *x, const struct xml_element *e)
{
	struct path_frame *f = &x->frames[x->nframes - 1];
	const struct metric_column *c;
	struct attributes a;
	uint32_t column;
	double value;

	take_attributes(&a, e);
	column = ids_get(&x->column_ids, a.n);
	if (column == IDS_NONE)
		return experiment_fail(x,
		                       "a value of metric %llu, which is "
		                       "not in the table",
		                       (unsigned long long)a.n);
	c = &x->columns[column];
	if (c->series == IDS_NONE)
		return 0;
	if (!parse_count(a.v, a.v_end, &value))
		return experiment_fail(
			x, "'%.*s' is not a count",
			(int)(a.v_end - a.v > 40 ? 40 : a.v_end - a.v), a.v);
	if (c->summed) {
		values_of(x, x->nframes - 1)[c->slot] = value;
		f->values = true;
	} else if (c->exclusive ? f->statement : x->nframes > 1) {
		add_value(x, line_of(x, f), column, value);
	}
	return 0;
}

int paths_element(struct experiment *x, const struct xml_element *e)
{
	struct attributes a;
	struct path_frame *f;

	if (e->name == x->m)
		return take_count(x, e);
	take_attributes(&a, e);
	f = push(x);
	if (e->name == x->pf || (e->name == x->pr && f->section == IDS_NONE)) {
		enter_procedure(x, f, &a);
	} else if (e->name == x->pr) {
		f->file = string_of(x, &x->files, a.f);
		f->line = a.line;
	} else if (e->name == x->l && f->section != IDS_NONE) {
		enter_loop(x, f, &a);
	} else {
		f->line = a.line;
		f->statement = e->name == x->s;
	}
	if (f->statement && x->want_nodes && a.i)
		ids_add(&x->statements, a.i, line_of(x, f));
	return tree_too_large(x->t, x->err);
}

/*
 * A summed value includes those below. What remains is the element's own; as
 * values have six digits, a difference below the sum of their rounding errors
 * (5e-6 of each, above and below) is none. It is there in files that someone
 * pruned.
 */
static void settle(struct experiment *x, struct path_frame *f,
                   struct path_frame *above)
{
	double *own = values_of(x, x->nframes - 1), *below = own + x->nslots;
	double *parent = own - x->nslots;

	for (size_t i = 0; i < x->ncolumns; i++) {
		const struct metric_column *c = &x->columns[i];
		double rest;

		if (c->series == IDS_NONE || !c->summed)
			continue;
		rest = own[c->slot] - below[c->slot];
		if (rest > 1.1e-5 * own[c->slot]) {
			if (x->raw)
				add_value(x, line_of(x, f), (uint32_t)i, rest);
			else
				tree_add(x->t, line_of(x, f), c->series, rest);
		}
		if (!above)
			continue;
		parent[c->slot] +=
			own[c->slot] > 0 ? own[c->slot] : below[c->slot];
		above->values |= parent[c->slot] > 0;
	}
}

static void pop(struct experiment *x)
{
	struct path_frame *f = &x->frames[x->nframes - 1];

	if (f->values && x->nslots)
		settle(x, f, x->nframes > 1 ? f - 1 : NULL);
	x->nframes--;
}

void paths_end(struct experiment *x, const xmlChar *name)
{
	if (name != x->m && x->nframes > 1)
		pop(x);
}

/* A value among the pages, to be sorted by thread. */
struct place {
	uint32_t page, column;
};

/* Without order: count the values of each thread in the entry of end after its
 * own; with it: put them there. */
static void each_value(const struct experiment *x, size_t *end,
                       struct place *order)
{
	for (size_t i = 0; i < x->npages; i++) {
		for (uint32_t j = 0; j < PAGE_COLUMNS; j++) {
			uint32_t c = x->pages[i].number * PAGE_COLUMNS + j;

			if (x->pages[i].values[j] == 0)
				continue;
			if (!order)
				end[x->columns[c].thread + 1]++;
			else
				order[end[x->columns[c].thread]++] =
					(struct place){ (uint32_t)i, c };
		}
	}
}

/* Per-thread counts, one thread after the other: counting sort by thread. */
static void add_threads(struct experiment *x)
{
	size_t *end = mem_alloc(x->nthreads + 2, sizeof(*end)), at = 0;
	struct place *order;

	each_value(x, end, NULL);
	for (size_t i = 0; i < x->nthreads; i++)
		end[i + 1] += end[i];
	order = mem_alloc(end[x->nthreads] + 1, sizeof(*order));
	each_value(x, end, order);
	for (size_t i = 0; i < x->nthreads; i++) {
		for (; at < end[i]; at++) {
			const struct text_page *p = &x->pages[order[at].page];
			uint32_t c = order[at].column;

			tree_add(x->t, p->line, x->columns[c].series,
			         p->values[c % PAGE_COLUMNS]);
		}
		tree_thread_end(x->t, TREE_THREAD);
	}
	free(end);
	free(order);
}

int paths_finish(struct experiment *x)
{
	while (x->nframes)
		pop(x);
	if (x->raw && x->npages)
		add_threads(x);
	else
		tree_thread_end(x->t, TREE_SUMS);
	return tree_too_large(x->t, x->err);
}

void paths_release(struct experiment *x)
{
	free(x->frames);
	free(x->values);
	free(x->pages);
	ids_release(&x->page_ids);
	ids_release(&x->loop_numbers);
	ids_release(&x->loop_counts);
	ids_release(&x->statements);
}
