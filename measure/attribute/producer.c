#include "producer.h"

#include <ctype.h>

#include "base/banned.h"

/* The first that occurs in the text counts: vendors' clangs come before clang.
 */
static const struct {
	const char *word, *also, *name;
} compilers[] = {
	{ "Fujitsu", "clang", "fujitsu_clang" },
	{ "FUJITSU", "clang", "fujitsu_clang" },
	{ "Fujitsu", NULL, "fujitsu_trad" },
	{ "FUJITSU", NULL, "fujitsu_trad" },
	{ "Intel(R)", NULL, "intel" },
	{ "Cray", NULL, "cray" },
	{ "IBM", NULL, "ibm" },
	{ "XL C", NULL, "ibm" },
	{ "NVC", NULL, "nvidia" },
	{ "NVFORTRAN", NULL, "nvidia" },
	{ "nvc", NULL, "nvidia" },
	{ "nvfortran", NULL, "nvidia" },
	{ "PGI", NULL, "nvidia" },
	{ "GNU AS", NULL, NULL }, /* an assembler took no decisions */
	{ "GNU ", NULL, "gcc" },
	{ "clang", NULL, "clang" },
	{ "flang", NULL, "clang" },
	{ "Arm C", NULL, "clang" },
};

static void first_version(const char *s, char *version, size_t size)
{
	size_t n = 0;

	version[0] = '\0';
	for (; *s; s += n ? n : 1) {
		n = strspn(s, "0123456789.");
		if (n > 0 && n < size && isdigit((unsigned char)*s) &&
		    memchr(s, '.', n)) {
			memcpy(version, s, n);
			version[n] = '\0';
			return;
		}
	}
}

const char *producer_name(const char *producer, char *version, size_t size)
{
	if (size > 0)
		version[0] = '\0';
	if (!producer || size == 0)
		return NULL;
	for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++) {
		if (!strstr(producer, compilers[i].word) ||
		    (compilers[i].also && !strstr(producer, compilers[i].also)))
			continue;
		if (compilers[i].name)
			first_version(producer, version, size);
		return compilers[i].name;
	}
	return NULL;
}
