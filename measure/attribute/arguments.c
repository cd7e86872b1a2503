#include "arguments.h"

#include <stdio.h>
#include <string.h>

#include "base/banned.h"
#include "fact.h"

void arguments_add(struct arguments_again *to,
                   const struct arguments_again *from)
{
	to->n += from->n;
	for (int i = 0; i < 2; i++) {
		to->same[i] += from->same[i];
		to->known[i] += from->known[i];
	}
}

/* How many floating-point numbers a mathematical function takes, by its name
 * and the name by which a compiler calls it that need not handle infinities;
 * 0: another function */
static int number_of_arguments(const char *name)
{
	static const char one[] =
		" acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp "
		"exp10 exp2 expm1 j0 j1 lgamma log log10 log1p log2 sin sincos "
		"sinh sqrt tan tanh tgamma y0 y1 ";
	static const char two[] = " atan2 fmod hypot pow remainder ";
	char word[32];
	size_t n = strlen(name);

	if (n > 2 + 7 && !strncmp(name, "__", 2) &&
	    !strcmp(name + n - 7, "_finite")) {
		name += 2;
		n -= 2 + 7;
	}
	for (int i = 0; i < 2; i++) {
		if (n < 1 || n > sizeof(word) - 3)
			return 0;
		(void)snprintf(word, sizeof(word), " %.*s ", (int)n, name);
		if (strstr(one, word))
			return 1;
		if (strstr(two, word))
			return 2;
		n -= name[n - 1] == 'f'; /* of float */
	}
	return 0;
}

void arguments_fact(struct fact *f, const char *function,
                    const struct arguments_again *a)
{
	const int n = a->n > 0 ? number_of_arguments(function) : 0;

	if (!n)
		return;
	fact_number(f, "same", a->same[n - 1] / a->n);
	fact_number(f, "known", a->known[n - 1] / a->n);
}
