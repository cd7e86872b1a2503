/*
 * expr.h - the small arithmetic language of formulas
 *
 *      sum    := product (('+' | '-') product)*
 *      product:= factor (('*' | '/') factor)*
 *      factor := '-' factor | number | name | '(' sum ')'
 *              | ('min' | 'max') '(' sum (',' sum)* ')'
 *
 * Parsed once into a compact program, evaluated thousands of times with the
 * values of its names in an array.
 *
 * Invariant: a value is a finite number or NAN. A missing name, a division by
 * zero and an overflow give NAN, never 0 and never infinity; NAN spreads, also
 * through min and max.
 */
#ifndef PERFEXPERT_ARCH_EXPR_H
#define PERFEXPERT_ARCH_EXPR_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct expr;
struct strbuf;

enum { EXPR_NAMES = 64 }; /* different names in one formula, at most */

/*
 * expr_parse - compile text; the result and its names live in the arena
 *
 * Errors: NULL and ERR_FORMAT, "'(CYC': column 5: expected ')'"
 */
struct expr *expr_parse(struct arena *a, const char *text, struct err *err);

/* expr_text - what was parsed */
const char *expr_text(const struct expr *e);

/* expr_names - its names, each once, in order of appearance */
size_t expr_names(const struct expr *e, const char *const **names);

/* expr_eval - its value when names[i] has values[i] (NAN: not measured) */
double expr_eval(const struct expr *e, const double *values);

/*
 * expr_print - append the text with each name replaced by what name() writes
 *
 * i: index of the name in expr_names
 */
void expr_print(const struct expr *e, struct strbuf *out,
                void (*name)(struct strbuf *out, size_t i, void *ctx),
                void *ctx);

#endif
