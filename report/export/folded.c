/*
 * Collapsed stacks, as Brendan Gregg's flamegraph.pl and others read them: a
 * line for each call stack, "main;solve;dot 1234", with the microseconds of
 * processor time that its last frame takes.
 *
 * A semicolon in a name would be another frame: it becomes a comma. Control
 * characters show as on a terminal.
 */
#include "formats.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "stacks.h"

static void add_frame(struct strbuf *b, const char *name)
{
	const size_t from = b->len;

	escape_terminal_buf(b, name);
	for (size_t i = from; i < b->len; i++) {
		if (b->s[i] == ';')
			b->s[i] = ',';
	}
}

static void add_stack(void *ctx, const struct stack *stack, double time_s)
{
	const double us = round(time_s * 1e6);
	struct strbuf *b = ctx;

	if (us < 1)
		return;
	for (size_t i = 0; i < stack->n; i++) {
		if (i)
			strbuf_addc(b, ';');
		add_frame(b, stack->frame[i].name);
	}
	strbuf_addf(b, " %.0f\n", us);
}

static void write_folded(const struct assessment *a,
                         const struct suggest *suggest,
                         const struct report_options *options, FILE *f)
{
	struct strbuf b = STRBUF_INIT;

	(void)suggest;
	(void)options;
	stacks_visit(a, add_stack, &b);
	fwrite(b.s, 1, b.len, f);
	strbuf_release(&b);
}

const struct report report_folded = {
	.name = "folded", .whole = true, .one = true, .write = write_folded
};
