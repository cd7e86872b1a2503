#include "view.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "lua/sandbox.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "view_facts.h"
#include "view_fields.h"
#include "view_program.h"

static void add_values(struct fields *b, int view, const struct assessment *a,
                       const struct assess_section *s, size_t input)
{
	const struct assess_value *v = &s->in[input];
	const double good = a->in[input].good_cpi;
	int lcpi = field_table(b, view, "lcpi");
	int rating = field_table(b, view, "rating");
	int parts = field_table(b, view, "parts");
	int events = field_table(b, view, "events");

	for (size_t c = 0; v->lcpi && c < a->ncategories; c++) {
		const struct assess_category *category = &a->categories[c];
		int part = field_table(b, parts, category->id);

		field_number(b, lcpi, category->id, v->lcpi[c]);
		field_text(b, rating, category->id,
		           bar_rating_name(bar_rating(v->lcpi[c], good)));
		for (size_t p = 0; p < category->nparts; p++)
			field_number(b, part,
			             a->parts[category->first_part + p].id,
			             v->parts[category->first_part + p]);
		sandbox_drop(b->sb, part);
	}
	for (size_t e = 0; v->events && e < a->nevents; e++)
		field_number(b, events, a->events[e], v->events[e]);
	sandbox_drop(b->sb, lcpi);
	sandbox_drop(b->sb, rating);
	sandbox_drop(b->sb, parts);
	sandbox_drop(b->sb, events);
}

/* account.joined: the parts of joined causes, { share, holds } */
static void add_joined(struct fields *b, int table,
                       const struct account *account)
{
	const int list = field_table(b, table, "joined");

	for (size_t i = ACCOUNT_PARTS; i < ACCOUNT_ALL; i++) {
		int part, holds;

		if (isnan(account->part[i]))
			continue;
		part = field_table(b, list, account_parts[i].id);
		holds = field_table(b, part, "holds");
		field_number(b, part, "share",
		             account->part[i] / account->modelled);
		for (size_t k = 0; k < ACCOUNT_PARTS; k++) {
			if (account_parts[i].holds >> k & 1)
				field_number(b, holds, account_parts[k].id, 1);
		}
		sandbox_drop(b->sb, holds);
		sandbox_drop(b->sb, part);
	}
	sandbox_drop(b->sb, list);
}

static bool goes_to_memory(const char *class)
{
	return strncmp(class, "load", 4) == 0 ||
	       strncmp(class, "store", 5) == 0;
}

static bool divides_integers(const char *class)
{
	return strncmp(class, "int_div", 7) == 0;
}

/* What keeps the pipes or the unit busy that are full: what goes to memory,
 * divides of integers, atomic updates, or other arithmetic; NULL: something
 * else is full */
static const char *busy_with(const struct machine *m, const struct floor *floor)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);
	bool memory = floor->limit == FLOOR_UNIT && goes_to_memory(floor->of);

	if (floor->limit != FLOOR_PIPES && floor->limit != FLOOR_UNIT)
		return NULL;
	if (floor->limit == FLOOR_UNIT && divides_integers(floor->of))
		return "divides";
	if (floor->limit == FLOOR_UNIT && strcmp(floor->of, "atomic") == 0)
		return "atomics";
	for (size_t i = 0; floor->limit == FLOOR_PIPES && i < n; i++) {
		if (op[i].pipes & floor->pipes)
			memory = memory || goes_to_memory(op[i].name);
	}
	return memory ? "memory" : "arithmetic";
}

/* account.floor: shares of the modelled cycles that the work and the longest
 * chain of dependences take at best, and which of them keeps it from less */
static void add_floor(struct fields *b, int table,
                      const struct assess_input *in,
                      const struct profile_section *s, double modelled)
{
	struct floor floor;
	int t;

	floor_assess(&floor, in, s);
	if (isnan(floor.cpi))
		return;
	t = field_table(b, table, "floor");
	field_number(b, t, "work", fmin(1, floor.throughput / modelled));
	if (!isnan(floor.chain))
		field_number(b, t, "chain", fmin(1, floor.chain / modelled));
	field_text(b, t, "limit", floor_limit_name(floor.limit));
	if (in->machine)
		field_text(b, t, "busy_with", busy_with(in->machine, &floor));
	sandbox_drop(b->sb, t);
}

/* account.PART: its share of the section's cycles, at most where it is joined
 * with others */
static void add_account(struct fields *b, int view,
                        const struct assess_input *in,
                        const struct profile_section *s)
{
	struct account account;
	int table;

	account_make(&account, in, s);
	if (account.why_not || !(account.modelled > 0))
		return;
	table = field_table(b, view, "account");
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		field_number(b, table, account_parts[i].id,
		             account_bound(&account, i) / account.modelled);
	add_joined(b, table, &account);
	field_number(b, table, "modelled", account.modelled);
	field_number(b, table, "measured", account.measured);
	if (!account.counted)
		add_floor(b, table, in, s, account.modelled);
	sandbox_drop(b->sb, table);
}

/* The binary that holds the section */
static void add_binary(struct fields *b, int view,
                       const struct profile_section *s)
{
	while (s && s->kind != PROFILE_MODULE)
		s = s->parent;
	if (s)
		field_name(b, view, "binary", s->file ? s->file : s->name);
}

static void add_place(struct fields *b, int view,
                      const struct assess_section *s)
{
	struct strbuf place = STRBUF_INIT;

	field_text(b, view, "kind",
	           s->kind == PROFILE_LOOP ? "loop" : "procedure");
	field_name(b, view, "name", s->name);
	field_name(b, view, "procedure_name", s->procedure);
	field_name(b, view, "inlined", s->inlined);
	field_name(b, view, "file", s->file ? io_basename(s->file) : NULL);
	if (s->line) {
		field_number(b, view, "line", s->line);
		field_number(b, view, "end_line",
		             s->end_line ? s->end_line : s->line);
	}
	if (s->file && s->line)
		strbuf_addf(&place, "%s:%u", io_basename(s->file), s->line);
	else
		strbuf_adds(&place, s->procedure ? s->procedure : "?");
	field_name(b, view, "place", place.s);
	strbuf_release(&place);
}

enum { THROUGH_MAX_BYTES = 1024 };

/* called: { callee=, file=, line=, calls=, share=, called_back=, same=, known=,
 * inner=, through=, called_back_by=, text=, loop= }, most first */
static void add_called(struct fields *b, int view, const struct assess_value *v)
{
	const int list = field_table(b, view, "called");

	for (size_t i = 0; i < v->ncalls && i < VIEW_FACTS_MAX; i++) {
		const struct assess_call *c = &v->calls[i];
		const int ref = field_new(b);

		field_name(b, ref, "callee", c->function);
		field_name(b, ref, "module", c->module);
		field_name(b, ref, "file",
		           c->file ? io_basename(c->file) : NULL);
		if (c->line)
			field_number(b, ref, "line", c->line);
		field_number(b, ref, "calls", c->calls);
		field_number(b, ref, "share", c->fraction);
		field_number(b, ref, "called_back", c->called_back);
		field_number(b, ref, "same", c->same);
		field_number(b, ref, "known", c->known);
		field_name(b, ref, "inner", c->inner);
		/* with its parameters, which tell a copy from others */
		if (c->through && strlen(c->through) < THROUGH_MAX_BYTES)
			field_text(b, ref, "through", c->through);
		field_name(b, ref, "called_back_by", c->called_back_by);
		field_text(b, ref, "text", c->text);
		field_text(b, ref, "loop", c->loop);
		if (b->rc == 0 &&
		    sandbox_append(b->sb, list, sandbox_table(ref), b->err))
			b->rc = -1;
		sandbox_drop(b->sb, ref);
	}
	sandbox_drop(b->sb, list);
	field_number(b, view, "with_calls", v->caused);
}

int view_new(const struct view_input *in, const struct assess_section *s,
             int parent, int *view, struct err *err)
{
	struct fields b = { in->sandbox, err, 0 };
	const struct assess_value *v = &s->in[in->input];

	assert(v->section); /* only what is in the input is viewed */
	*view = field_new(&b);
	add_place(&b, *view, s);
	if (s->kind == PROFILE_PROCEDURE)
		field_name(&b, *view, "linker_name", view_linker_name(s, v));
	if (!own_module(in->assessment->in[in->input].profile, v->section))
		field_set(&b, *view, "library", sandbox_boolean(true));
	add_binary(&b, *view, v->section);
	field_number(&b, *view, "depth", s->depth);
	field_number(&b, *view, "fraction", v->fraction);
	field_number(&b, *view, "path", v->path);
	add_called(&b, *view, v);
	field_number(&b, *view, "time_s",
	             v->fraction *
	                     view_elapsed(&in->assessment->in[in->input]));
	add_values(&b, *view, in->assessment, s, in->input);
	add_account(&b, *view, &in->assessment->in[in->input], v->section);
	view_facts(&b, *view, true, v->section);
	view_compiler(&b, *view, v->section);
	field_set(&b, *view, "machine", sandbox_table(in->machine));
	field_set(&b, *view, "program", sandbox_table(in->program));
	if (parent) {
		field_set(&b, *view, "parent", sandbox_table(parent));
		if (s->parent && s->parent->kind == PROFILE_LOOP)
			field_set(&b, *view, "outer", sandbox_table(parent));
	}
	sandbox_drop(in->sandbox, field_table(&b, *view, "inner"));
	if (b.rc != 0) {
		sandbox_drop(in->sandbox, *view);
		*view = 0;
	}
	return b.rc;
}

int view_add_inner(const struct view_input *in, int outer, int inner,
                   struct err *err)
{
	struct sandbox_value list;
	int rc;

	if (sandbox_field(in->sandbox, outer, "inner", &list, err) != 0)
		return -1;
	rc = sandbox_append(in->sandbox, list.ref, sandbox_table(inner), err);
	sandbox_drop(in->sandbox, list.ref);
	return rc;
}

int view_input_init(struct view_input *in, struct sandbox *sandbox,
                    const struct assessment *a, size_t input, struct err *err)
{
	struct fields b = { sandbox, err, 0 };

	in->sandbox = sandbox;
	in->assessment = a;
	in->input = input;
	in->machine =
		view_machine(&b, a->in[input].machine, a->in[input].profile);
	in->program = view_program(&b, a, input);
	add_values(&b, in->program, a, &a->program, input);
	return b.rc;
}

void view_input_release(struct view_input *in)
{
	if (!in->sandbox)
		return;
	sandbox_drop(in->sandbox, in->machine);
	sandbox_drop(in->sandbox, in->program);
}
