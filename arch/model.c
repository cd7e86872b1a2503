#include "model.h"

#include <assert.h>
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/map.h"
#include "machine_private.h"

/* ---- model.lua: what there is ---- */

static int declare_number(struct machine *m, const struct lua_table *t,
                          const char *name, const char *source)
{
	static const char *const keys[] = { "unit", "value",       "least",
		                            "most", "description", "of_host",
		                            NULL };
	struct model_number *n = arena_alloc(m->a, 1, sizeof(*n));

	n->name = name;
	n->source = source;
	n->guess = true;
	if (table_only(t, keys) != 0 ||
	    table_need_string(t, "unit", &n->unit) != 0 ||
	    table_need_string(t, "description", &n->description) != 0 ||
	    table_number(t, "value", &n->value) != 0 ||
	    table_number(t, "least", &n->least) != 0 ||
	    table_number(t, "most", &n->most) != 0 ||
	    table_bool(t, "of_host", &n->of_host) != 0)
		return -1;
	n->guess = !n->of_host;
	if (!(n->least <= n->value && n->value <= n->most))
		return table_fail(t, NULL, "is outside its range");
	map_put_static(m->model.numbers, name, n);
	return 0;
}

/* The bits of the pipes that a class names; each must be there. */
static int read_op_pipes(const struct machine *m, const struct lua_table *t,
                         uint32_t *pipes)
{
	const char *const *names;
	size_t n;

	if (table_strings(t, "pipes", &names, &n) != 0)
		return -1;
	if (n == 0)
		return 0;
	*pipes = 0;
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < m->model.npipes &&
		       strcmp(m->model.pipes[k], names[i]) != 0)
			k++;
		if (k == m->model.npipes)
			return table_fail(t, "pipes", "no pipe '%s'", names[i]);
		*pipes |= (uint32_t)1 << k;
	}
	return 0;
}

static int read_cycles(const struct lua_table *t, const char *key,
                       double *value)
{
	double number;

	if (table_number(t, key, &number) != 0)
		return -1;
	if (isnan(number))
		return 0;
	if (!(number >= 0 && number <= 1000))
		return table_fail(t, key, "wants 0 to 1000 cycles");
	*value = number;
	return 0;
}

static int declare_op(struct machine *m, const struct lua_table *t,
                      const char *name, const char *source)
{
	static const char *const keys[] = { "description", "latency", "pipes",
		                            "busy", NULL };
	struct model_op *op = arena_alloc(m->a, 1, sizeof(*op));

	op->name = name;
	op->source = source;
	op->guess = true;
	op->busy = 1;
	if (table_only(t, keys) != 0 ||
	    table_need_string(t, "description", &op->description) != 0 ||
	    read_cycles(t, "latency", &op->latency) != 0 ||
	    read_cycles(t, "busy", &op->busy) != 0 ||
	    read_op_pipes(m, t, &op->pipes) != 0)
		return -1;
	map_put_static(m->model.ops, name, op);
	return 0;
}

static int set_pipes(struct machine *m, const struct lua_table *t,
                     const char *key)
{
	const char *const *names;
	size_t n;

	if (table_strings(t, key, &names, &n) != 0)
		return -1;
	if (n == 0 || n > MODEL_PIPES)
		return table_fail(t, key, "wants 1 to %d names", MODEL_PIPES);
	m->model.pipes = names;
	m->model.npipes = n;
	return 0;
}

int model_declare(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "source", "numbers", "pipes", "ops",
		                            NULL };
	struct lua_table numbers, ops, t;
	const char *source, **names;
	size_t n;

	m->model.numbers = map_new();
	m->model.ops = map_new();
	if (table_only(root, keys) != 0 ||
	    table_need_string(root, "source", &source) != 0 ||
	    set_pipes(m, root, "pipes") != 0 ||
	    table_sub(root, "numbers", &numbers) != 0 ||
	    table_sub(root, "ops", &ops) != 0 ||
	    table_keys(&numbers, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&numbers, names[i], &t) != 0 ||
		    declare_number(m, &t, names[i], source) != 0)
			return -1;
	}
	if (table_keys(&ops, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&ops, names[i], &t) != 0 ||
		    declare_op(m, &t, names[i], source) != 0)
			return -1;
	}
	return 0;
}

/* ---- a machine file: what it has ---- */

static int read_number(struct machine *m, const struct lua_table *t,
                       const char *name)
{
	static const char *const keys[] = { "value", "unit", "source", "guess",
		                            NULL };
	struct model_number *n = map_get(m->model.numbers, name);
	const char *unit;
	double value;

	if (!n)
		return table_fail(t, NULL, "no such number of the model");
	if (table_only(t, keys) != 0 || table_number(t, "value", &value) != 0 ||
	    table_string(t, "unit", &unit) != 0 ||
	    table_need_string(t, "source", &n->source) != 0 ||
	    table_bool(t, "guess", &n->guess) != 0)
		return -1;
	/* nanoseconds are cycles of a clock between 1 and 6 GHz */
	if (unit && strcmp(unit, "ns") == 0) {
		if (strcmp(n->unit, "ns") != 0 &&
		    strcmp(n->unit, "cycles") != 0)
			return table_fail(t, "unit", "is 'ns', not '%s'",
			                  n->unit);
		n->unit = "ns";
	} else if (unit && strcmp(unit, n->unit) != 0 &&
	           !(strcmp(unit, "cycles") == 0 &&
	             strcmp(n->unit, "ns") == 0)) {
		return table_fail(t, "unit", "is '%s', not '%s'", unit,
		                  n->unit);
	} else if (strcmp(n->unit, "ns") == 0) {
		n->unit = "cycles";
	}
	if (!(value >= n->least && value <= n->most))
		return table_fail(t, "value", "wants %g to %g", n->least,
		                  n->most);
	n->value = value;
	return 0;
}

static int read_op(struct machine *m, const struct lua_table *t,
                   const char *name)
{
	static const char *const keys[] = { "latency", "pipes", "busy",
		                            "source",  "guess", NULL };
	struct model_op *op = map_get(m->model.ops, name);

	if (!op)
		return table_fail(t, NULL, "no such class of the model");
	op->busy = 1;
	if (table_only(t, keys) != 0 ||
	    read_cycles(t, "latency", &op->latency) != 0 ||
	    read_cycles(t, "busy", &op->busy) != 0 ||
	    read_op_pipes(m, t, &op->pipes) != 0 ||
	    table_need_string(t, "source", &op->source) != 0 ||
	    table_bool(t, "guess", &op->guess) != 0)
		return -1;
	return 0;
}

/* New pipes: each class must say again which of them it uses. */
static int read_pipes(struct machine *m, const struct lua_table *model)
{
	static const char *const keys[] = { "names", "source", NULL };
	const char *source;
	struct lua_table t;

	if (table_sub(model, "pipes", &t) != 0)
		return -1;
	if (!t.ref)
		return 0;
	if (table_only(&t, keys) != 0 ||
	    table_need_string(&t, "source", &source) != 0 ||
	    set_pipes(m, &t, "names") != 0)
		return -1;
	for (size_t i = 0; i < map_size(m->model.ops); i++)
		((struct model_op *)map_value(m->model.ops, i))->pipes = 0;
	return 0;
}

static int check_pipes(const struct machine *m, const struct lua_table *model)
{
	for (size_t i = 0; i < map_size(m->model.ops); i++) {
		const struct model_op *op = map_value(m->model.ops, i);

		if (!op->pipes)
			return table_fail(model, "ops", "'%s' has no pipes",
			                  op->name);
	}
	return 0;
}

/* Another core's figures are guesses, until they are said again. */
static int inherit(struct machine *m, const struct lua_table *root,
                   const struct lua_table *model)
{
	const char *parent;
	bool same_core = false;

	if (table_string(root, "inherits", &parent) != 0 ||
	    table_bool(model, "same_core", &same_core) != 0)
		return -1;
	if (!parent || same_core)
		return 0;
	for (size_t i = 0; i < map_size(m->model.numbers); i++) {
		struct model_number *n = map_value(m->model.numbers, i);

		n->guess = !n->of_host;
	}
	for (size_t i = 0; i < map_size(m->model.ops); i++)
		((struct model_op *)map_value(m->model.ops, i))->guess = true;
	return 0;
}

int model_read(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "same_core", "numbers", "pipes",
		                            "ops", NULL };
	struct lua_table model, numbers, ops, t;
	const char **names;
	size_t n;

	if (table_sub(root, "model", &model) != 0 ||
	    inherit(m, root, &model) != 0)
		return -1;
	if (!model.ref)
		return 0;
	if (table_only(&model, keys) != 0 || read_pipes(m, &model) != 0 ||
	    table_sub(&model, "numbers", &numbers) != 0 ||
	    table_sub(&model, "ops", &ops) != 0 ||
	    table_keys(&numbers, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&numbers, names[i], &t) != 0 ||
		    read_number(m, &t, names[i]) != 0)
			return -1;
	}
	if (table_keys(&ops, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&ops, names[i], &t) != 0 ||
		    read_op(m, &t, names[i]) != 0)
			return -1;
	}
	return check_pipes(m, &model);
}

/* ---- what was read ---- */

static int by_number_name(const void *a, const void *b)
{
	const struct model_number *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int by_op_name(const void *a, const void *b)
{
	const struct model_op *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void model_finish(struct machine *m)
{
	struct model *model = &m->model;

	model->nnumbers = map_size(model->numbers);
	model->number =
		arena_alloc(m->a, model->nnumbers + 1, sizeof(*model->number));
	for (size_t i = 0; i < model->nnumbers; i++)
		model->number[i] =
			*(struct model_number *)map_value(model->numbers, i);
	qsort(model->number, model->nnumbers, sizeof(*model->number),
	      by_number_name);
	model->nops = map_size(model->ops);
	model->op = arena_alloc(m->a, model->nops + 1, sizeof(*model->op));
	for (size_t i = 0; i < model->nops; i++)
		model->op[i] = *(struct model_op *)map_value(model->ops, i);
	qsort(model->op, model->nops, sizeof(*model->op), by_op_name);
}

size_t machine_model_numbers(const struct machine *m,
                             const struct model_number **list)
{
	*list = m->model.number;
	return m->model.nnumbers;
}

size_t machine_model_ops(const struct machine *m, const struct model_op **list)
{
	*list = m->model.op;
	return m->model.nops;
}

size_t machine_model_pipes(const struct machine *m, const char *const **names)
{
	*names = m->model.pipes;
	return m->model.npipes;
}

double machine_model_value(const struct machine *m, const char *name)
{
	const struct model_number *n = map_get(m->model.numbers, name);

	if (!n)
		return NAN;
	if (strcmp(n->unit, "ns") == 0)
		return n->value * machine_param(m, "CPU_freq") * 1e-9;
	return n->value;
}

double machine_model_latency(const struct machine *m, const char *op)
{
	for (size_t i = 0; i < m->model.nops; i++) {
		if (strcmp(m->model.op[i].name, op) == 0)
			return m->model.op[i].latency;
	}
	return NAN;
}

void machine_model_measured(struct machine *m, const char *name, double ns,
                            const char *source)
{
	struct model_number *n = map_get(m->model.numbers, name);

	assert(n && ns >= 0);
	n->value = ns;
	n->unit = "ns";
	n->source = source;
	n->guess = false;
	for (size_t i = 0; i < m->model.nnumbers; i++) {
		if (strcmp(m->model.number[i].name, name) == 0)
			m->model.number[i] = *n;
	}
}

size_t machine_model_guesses(const struct machine *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->model.nnumbers; i++)
		n += m->model.number[i].guess;
	for (size_t i = 0; i < m->model.nops; i++)
		n += m->model.op[i].guess;
	return n;
}
