/*
 * structure_dump - prints the procedures and loops of a binary as text
 *
 * For looking at a file and for comparing with another reader of structure:
 * one line a procedure, loop or (with --parts) part of a loop, indented by its
 * depth. Usage: structure_dump [--parts] FILE [PROCEDURE]
 */
#include <inttypes.h>

#include "base/err.h"
#include "base/io.h"
#include "measure/structure/structure.h"

struct dump {
	bool parts;
	const char *only;
};

static void print_loop(const struct structure_loop *l)
{
	printf("%*sloop %s:%u lines %u-%u parts %zu", (int)(2 * l->depth), "",
	       l->file ? io_basename(l->file) : "?", l->line, l->begin_line,
	       l->end_line, l->nparts);
	if (l->inlined)
		printf(" in %s", l->inlined->name);
	putchar('\n');
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
	for (size_t i = 0; d->parts && i < p->nparts; i++)
		print_part(&p->parts[i]);
	for (size_t i = 0; !d->parts && i < p->nloops; i++)
		print_loop(&p->loops[i]);
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
	}
	if (i >= argc) {
		fprintf(stderr, "usage: structure_dump [--parts] FILE "
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
