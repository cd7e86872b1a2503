#include "sampling.h"

#include "base/banned.h"

#ifndef SAMPLING_TRIAL
const
#endif
	struct sampling sampling = {
#define NUMBER(name, value, unit, what, by) .name = value,
#include "sampling.def"
#undef NUMBER
	};

const struct sampling_number sampling_numbers[] = {
#define NUMBER(name, value, unit, what, by) { #name, value, unit, what, by },
#include "sampling.def"
#undef NUMBER
};

const size_t sampling_nnumbers =
	sizeof(sampling_numbers) / sizeof(*sampling_numbers);

#ifdef SAMPLING_TRIAL
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __attribute__((constructor)) void take(void)
{
	const char *is = getenv("SAMPLING");
	const char *value = is ? strchr(is, '=') : NULL;
	double *numbers[] = {
#define NUMBER(name, value, unit, what, by) &sampling.name,
#include "sampling.def"
#undef NUMBER
	};

	for (size_t i = 0; value && i < sampling_nnumbers; i++) {
		const size_t n = (size_t)(value - is);

		if (strlen(sampling_numbers[i].name) == n &&
		    strncmp(sampling_numbers[i].name, is, n) == 0) {
			*numbers[i] = strtod(value + 1, NULL);
			return;
		}
	}
	if (is) {
		fprintf(stderr, "SAMPLING: no number '%s'\n", is);
		exit(2);
	}
}
#endif
