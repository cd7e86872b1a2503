/*
 * structure_dump - prints the procedures and loops of a binary as text
 *
 * For looking at a file and for comparing with another reader of structure:
 * one line a procedure, loop or (with --parts) part of a loop, indented by its
 * depth. Usage: structure_dump [--parts|--facts] FILE [PROCEDURE]
 */
#include <inttypes.h>

#include "base/err.h"
#include "base/io.h"
#include "measure/binary/structure.h"

struct dump {
	bool parts, facts;
	const char *only;
};

static void print_chain(const char *name, const struct structure_chain *c)
{
	const unsigned counts[] = { c->add,      c->mul,   c->fma,    c->div,
		                    c->other_fp, c->loads, c->integer };
	static const char *const names[] = { "add",   "mul",  "fma", "div",
		                             "other", "load", "int" };
	bool any = false;

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		any |= counts[i] > 0;
	if (!any)
		return;
	printf(" %s(", name);
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		if (counts[i])
			printf(" %s:%u", names[i], counts[i]);
	}
	printf("%s )", c->through_memory ? " memory" : "");
}

static void print_facts(const struct structure_facts *f, int indent)
{
	const struct {
		const char *name;
		int64_t value;
	} rows[] = {
		{ "insns", f->instructions },
		{ "loads", f->loads },
		{ "stores", f->stores },
		{ "stack_loads", f->stack_loads },
		{ "stack_stores", f->stack_stores },
		{ "scalar", f->fp_scalar },
		{ "packed", f->fp_packed },
		{ "add", f->fp_add },
		{ "mul", f->fp_mul },
		{ "fma", f->fma },
		{ "div", f->fp_div },
		{ "sqrt", f->fp_sqrt },
		{ "single", f->fp_single },
		{ "double", f->fp_double },
		{ "convert", f->conversions },
		{ "x87", f->x87 },
		{ "int_div", f->int_div },
		{ "calls", f->calls },
		{ "indirect_calls", f->indirect_calls },
		{ "branches", f->branches },
		{ "gathers", f->gathers },
		{ "streaming", f->streaming_stores },
		{ "prefetches", f->prefetches },
		{ "atomics", f->atomics },
		{ "fp_bits", f->fp_vector_bits },
		{ "bits", f->vector_bits },
		{ "invariant", f->mem_invariant },
		{ "unit", f->mem_unit },
		{ "strided", f->mem_strided },
		{ "unknown", f->mem_unknown },
		{ "max_stride", f->max_stride },
		{ "fp_chains", f->fp_chain.values },
	};

	printf("%*s", indent, "");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (rows[i].value)
			printf(" %s:%" PRId64, rows[i].name, rows[i].value);
	}
	print_chain("fp_chain", &f->fp_chain);
	print_chain("load_chain", &f->load_chain);
	print_chain("int_chain", &f->int_chain);
	putchar('\n');
}

static void print_loop(const struct structure_loop *l, bool facts)
{
	printf("%*sloop %s:%u lines %u-%u parts %zu", (int)(2 * l->depth), "",
	       l->file ? io_basename(l->file) : "?", l->line, l->begin_line,
	       l->end_line, l->nparts);
	if (l->inlined)
		printf(" in %s", l->inlined->name);
	if (!l->innermost)
		fputs(" outer", stdout);
	putchar('\n');
	for (size_t i = 0; facts && i < l->nparts; i++)
		print_facts(&l->parts[i]->facts, (int)(2 * l->depth + 2));
}

static void print_part(const struct structure_part *p)
{
	unsigned depth = 1;

	for (const struct structure_part *up = p->parent; up; up = up->parent)
		depth++;
	printf("%*spart 0x%" PRIx64 " %s:%u%s\n", (int)(2 * depth), "",
	       p->header, p->file ? io_basename(p->file) : "?", p->line,
	       p->irreducible ? " irreducible" : "");
}

static bool print_proc(void *ctx, const struct structure_proc *p)
{
	const struct dump *d = ctx;

	if (d->only && strcmp(d->only, p->name) != 0 &&
	    strcmp(d->only, p->raw_name) != 0)
		return true;
	printf("proc 0x%" PRIx64 " %s %s:%u-%u\n", p->low,
	       d->parts ? p->raw_name : p->name,
	       p->file ? io_basename(p->file) : "?", p->line, p->end_line);
	if (d->facts) {
		printf(" %s%s%s%s\n", p->language ? p->language : "",
		       p->level ? " " : "", p->level ? p->level : "",
		       p->optimised ? " optimised" : " not-optimised");
		print_facts(&p->facts, 1);
	}
	for (size_t i = 0; d->parts && i < p->nparts; i++)
		print_part(&p->parts[i]);
	for (size_t i = 0; !d->parts && i < p->nloops; i++)
		print_loop(&p->loops[i], d->facts);
	return true;
}

int main(int argc, char **argv)
{
	struct dump d = { 0 };
	struct err err = { 0 };
	struct structure *s;
	int i = 1;

	if (i < argc && strcmp(argv[i], "--parts") == 0) {
		d.parts = true;
		i++;
	} else if (i < argc && strcmp(argv[i], "--facts") == 0) {
		d.facts = true;
		i++;
	}
	if (i >= argc) {
		fprintf(stderr, "usage: structure_dump [--parts|--facts] FILE "
		                "[PROCEDURE]\n");
		return EXIT_FAILURE;
	}
	s = structure_open(argv[i], &err);
	if (!s) {
		fprintf(stderr, "structure_dump: %s\n", err.msg);
		return EXIT_FAILURE;
	}
	d.only = i + 1 < argc ? argv[i + 1] : NULL;
	if (structure_note(s))
		printf("note: %s\n", structure_note(s));
	structure_each(s, print_proc, &d);
	structure_free(s);
	return EXIT_SUCCESS;
}
