/* fuzz_formula - any bytes as a formula: parsed or refused, finite or NAN */
#include <math.h>
#include <stdint.h>

#include "arch/expr.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void name(struct strbuf *out, size_t i, void *ctx)
{
	(void)ctx;
	strbuf_addf(out, "<%zu>", i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();
	struct strbuf out = STRBUF_INIT;
	struct err err = { 0 };
	const char *text = arena_strndup(a, (const char *)data, size);
	struct expr *e = expr_parse(a, text, &err);

	if (e) {
		double values[EXPR_NAMES], result;

		for (size_t i = 0; i < expr_names(e, NULL); i++)
			values[i] = i % 5 == 4 ? NAN : (double)i * 1e200;
		result = expr_eval(e, values);
		if (isinf(result))
			abort();
		expr_print(e, &out, name, NULL);
	} else if (err.code != ERR_FORMAT || strpbrk(err.msg, "\n\x1b")) {
		abort();
	}
	strbuf_release(&out);
	arena_free(a);
	return 0;
}
