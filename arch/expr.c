#include "expr.h"

#include <ctype.h>
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "base/strbuf.h"

enum {
	CODE_LIMIT = 512, /* operations in a formula */
	NAME_LIMIT = EXPR_NAMES,
	NEST_LIMIT = 64,
	SHOWN = 120 /* bytes of a formula in a message */
};

enum opcode { PUSH, LOAD, ADD, SUB, MUL, DIV, NEG, MIN, MAX };

struct op {
	enum opcode code;
	size_t name;   /* LOAD */
	double number; /* PUSH */
};

struct expr {
	const char *text;
	const struct op *code;
	size_t ncode, nnames;
	const char *const *names;
};

/* a postfix program under construction; its stack never exceeds NEST_LIMIT */
struct parser {
	struct arena *a;
	const char *text, *p;
	struct err *err;
	struct op code[CODE_LIMIT];
	size_t ncode;
	const char *names[NAME_LIMIT];
	size_t nnames;
	unsigned nest, depth, max_depth;
};

static int parse_sum(struct parser *ps);

static int fail(struct parser *ps, const char *what)
{
	bool cut = strlen(ps->text) > SHOWN;

	return err_set(ps->err, ERR_FORMAT, "'%.*s%s': column %zu: %s", SHOWN,
	               ps->text, cut ? "..." : "",
	               (size_t)(ps->p - ps->text) + 1, what);
}

/* the next character that is no blank */
static char peek(struct parser *ps)
{
	while (*ps->p == ' ' || *ps->p == '\n' || *ps->p == '\t')
		ps->p++;
	return *ps->p;
}

static int emit(struct parser *ps, enum opcode code, size_t name, double number)
{
	if (ps->ncode == CODE_LIMIT)
		return fail(ps, "the formula is too long");
	ps->code[ps->ncode++] = (struct op){ code, name, number };
	if (code == PUSH || code == LOAD)
		ps->depth++;
	else if (code != NEG)
		ps->depth--;
	if (ps->depth > NEST_LIMIT)
		return fail(ps, "the formula nests too deeply");
	return 0;
}

static int parse_number(struct parser *ps)
{
	char digits[64];
	size_t n = 0;
	double number;

	while (isalnum((unsigned char)ps->p[n]) || ps->p[n] == '.' ||
	       ((ps->p[n] == '+' || ps->p[n] == '-') && n > 0 &&
	        (ps->p[n - 1] == 'e' || ps->p[n - 1] == 'E')))
		n++;
	if (n >= sizeof(digits))
		return fail(ps, "expected a number");
	memcpy(digits, ps->p, n);
	digits[n] = '\0';
	if (!num_double(digits, &number))
		return fail(ps, "expected a number");
	if (emit(ps, PUSH, 0, number) != 0)
		return -1;
	ps->p += n;
	return 0;
}

static int parse_arguments(struct parser *ps, enum opcode code)
{
	ps->p++; /* '(' */
	if (parse_sum(ps) != 0)
		return -1;
	while (peek(ps) == ',') {
		ps->p++;
		if (parse_sum(ps) != 0 || emit(ps, code, 0, 0) != 0)
			return -1;
	}
	if (peek(ps) != ')')
		return fail(ps, "expected ',' or ')'");
	ps->p++;
	return 0;
}

static int parse_name(struct parser *ps)
{
	const char *start = ps->p;
	size_t i, n = 0;

	while (isalnum((unsigned char)start[n]) || start[n] == '_')
		n++;
	if (start[n] == '(' || (start[n] == ' ' && start[n + 1] == '(')) {
		if (n != 3 || (strncmp(start, "min", 3) != 0 &&
		               strncmp(start, "max", 3) != 0))
			return fail(ps, "unknown function");
		ps->p += n;
		peek(ps);
		return parse_arguments(ps, start[1] == 'i' ? MIN : MAX);
	}
	for (i = 0; i < ps->nnames; i++) {
		if (strlen(ps->names[i]) == n &&
		    memcmp(ps->names[i], start, n) == 0)
			break;
	}
	if (i == NAME_LIMIT)
		return fail(ps, "the formula has too many names");
	if (i == ps->nnames)
		ps->names[ps->nnames++] = arena_strndup(ps->a, start, n);
	ps->p += n;
	return emit(ps, LOAD, i, 0);
}

static int parse_plain_factor(struct parser *ps)
{
	char c = peek(ps);

	if (c == '-') {
		ps->p++;
		if (ps->nest > NEST_LIMIT)
			return fail(ps, "the formula nests too deeply");
		ps->nest++;
		if (parse_plain_factor(ps) != 0)
			return -1;
		ps->nest--;
		return emit(ps, NEG, 0, 0);
	}
	if (isdigit((unsigned char)c) || c == '.')
		return parse_number(ps);
	if (isalpha((unsigned char)c) || c == '_')
		return parse_name(ps);
	if (c != '(')
		return fail(ps, "expected a number, a name or '('");
	ps->p++;
	if (parse_sum(ps) != 0)
		return -1;
	if (peek(ps) != ')')
		return fail(ps, "expected ')'");
	ps->p++;
	return 0;
}

static int parse_product(struct parser *ps)
{
	if (parse_plain_factor(ps) != 0)
		return -1;
	for (char c = peek(ps); c == '*' || c == '/'; c = peek(ps)) {
		ps->p++;
		if (parse_plain_factor(ps) != 0 ||
		    emit(ps, c == '*' ? MUL : DIV, 0, 0) != 0)
			return -1;
	}
	return 0;
}

static int parse_sum(struct parser *ps)
{
	if (ps->nest++ > NEST_LIMIT)
		return fail(ps, "the formula nests too deeply");
	if (parse_product(ps) != 0)
		return -1;
	for (char c = peek(ps); c == '+' || c == '-'; c = peek(ps)) {
		ps->p++;
		if (parse_product(ps) != 0 ||
		    emit(ps, c == '+' ? ADD : SUB, 0, 0) != 0)
			return -1;
	}
	ps->nest--;
	return 0;
}

struct expr *expr_parse(struct arena *a, const char *text, struct err *err)
{
	struct parser ps = { .a = a, .text = text, .p = text, .err = err };
	struct expr *e;
	struct op *code;
	const char **names;

	if (parse_sum(&ps) != 0)
		return NULL;
	if (peek(&ps) != '\0') {
		fail(&ps, "expected an operator");
		return NULL;
	}
	e = arena_alloc(a, 1, sizeof(*e));
	code = arena_alloc(a, ps.ncode, sizeof(*code));
	names = arena_alloc(a, ps.nnames + 1, sizeof(*names));
	memcpy(code, ps.code, ps.ncode * sizeof(*code));
	memcpy(names, ps.names, ps.nnames * sizeof(*names));
	*e = (struct expr){ .text = arena_strdup(a, text),
		            .code = code,
		            .ncode = ps.ncode,
		            .names = names,
		            .nnames = ps.nnames };
	return e;
}

const char *expr_text(const struct expr *e)
{
	return e->text;
}

size_t expr_names(const struct expr *e, const char *const **names)
{
	if (names)
		*names = e->names;
	return e->nnames;
}

static double finite_or_nan(double x)
{
	return isfinite(x) ? x : NAN;
}

static double apply(enum opcode code, double x, double y)
{
	if (isnan(x) || isnan(y))
		return NAN;
	switch (code) {
	case ADD:
		return finite_or_nan(x + y);
	case SUB:
		return finite_or_nan(x - y);
	case MUL:
		return finite_or_nan(x * y);
	case DIV:
		return finite_or_nan(x / y);
	case MIN:
		return x < y ? x : y;
	case MAX:
		return x > y ? x : y;
	default:
		return NAN;
	}
}

double expr_eval(const struct expr *e, const double *values)
{
	double stack[NEST_LIMIT + 1] = { 0 };
	size_t n = 0;

	for (const struct op *op = e->code; op < e->code + e->ncode; op++) {
		switch (op->code) {
		case PUSH:
			stack[n++] = op->number;
			break;
		case LOAD:
			stack[n++] = finite_or_nan(values[op->name]);
			break;
		case NEG:
			stack[n - 1] = -stack[n - 1];
			break;
		default:
			n--;
			stack[n - 1] = apply(op->code, stack[n - 1], stack[n]);
			break;
		}
	}
	return stack[0];
}

/* index of the name of n characters at p, or -1 (a function or none) */
static ptrdiff_t find_name(const struct expr *e, const char *p, size_t n)
{
	for (size_t i = 0; i < e->nnames; i++) {
		if (strlen(e->names[i]) == n && memcmp(e->names[i], p, n) == 0)
			return (ptrdiff_t)i;
	}
	return -1;
}

void expr_print(const struct expr *e, struct strbuf *out,
                void (*name)(struct strbuf *out, size_t i, void *ctx),
                void *ctx)
{
	const char *p = e->text;

	while (*p) {
		bool word = isalpha((unsigned char)*p) || *p == '_';
		ptrdiff_t i = -1;
		size_t n = 1;

		/* a number's "e6" is no name: take words and numbers whole */
		if (isalnum((unsigned char)*p) || *p == '_') {
			while (isalnum((unsigned char)p[n]) || p[n] == '_' ||
			       (!word && p[n] == '.'))
				n++;
		}
		if (word)
			i = find_name(e, p, n);
		if (i >= 0)
			name(out, (size_t)i, ctx);
		else
			strbuf_add(out, p, n);
		p += n;
	}
}
