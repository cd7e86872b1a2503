#include "effects.h"

#include <stddef.h>
#include <string.h>

#include "base/banned.h"
#include "base/strbuf.h"

static const struct {
	const char *id, *words;
} names[EFFECTS] = {
	[EFFECT_ROUNDING] = { "rounding", "rounding" },
	[EFFECT_ORDER] = { "order_of_sums", "order of sums" },
	[EFFECT_NAN] = { "nan_infinity", "NaN and infinity" },
	[EFFECT_DENORMALS] = { "denormals",
	                       "denormals (of the whole process)" },
	[EFFECT_OVERFLOW] = { "overflow", "overflow" },
	[EFFECT_ALIASING] = { "aliasing", "promises about overlap" },
	[EFFECT_STACK] = { "stack_size", "stack size" },
	[EFFECT_THREADS] = { "thread_safety", "thread safety" },
	[EFFECT_PORTABLE] = { "portability", "portability of the binary" },
	[EFFECT_START] = { "start_up", "start-up" },
	[EFFECT_BEHAVIOUR] = { "behaviour", "behaviour" },
};

#define BIT(effect) (1u << EFFECT_##effect)

enum {
	NOTHING = 0,
	/* products and sums become one operation of one rounding */
	FUSED = BIT(ROUNDING),
	REORDERED = BIT(ROUNDING) | BIT(ORDER),
	MACHINE = BIT(PORTABLE) | FUSED,
	FINITE = BIT(NAN),
	/* errno is not set, and exceptions may be raised or lost */
	FAST = REORDERED | FINITE | BIT(DENORMALS) | BIT(OVERFLOW) |
	       BIT(BEHAVIOUR)
};

/*
 * What switches change, by compiler; "*" at the end: any suffix. The
 * first that fits counts. Of gcc and clang, tests/examples.sh tries what a
 * program shows; the others are from their makers' manuals: Intel oneAPI
 * DPC++/C++ and Fortran developer guides 2024 (fp-model, x, qopt-*), Fujitsu
 * C/C++ and Fortran user's guides for A64FX (-K), NVIDIA HPC compilers
 * reference 24 (-M), HPE CCE crayftn(1) (-h).
 */
static const struct {
	const char *compiler, *name;
	unsigned effects;
} switches[] = {
	/* -fp-model=fast is its default when it optimises */
	{ "intel", "-O2", FAST },
	/* with the same meaning for all */
	{ "*", "-O2", NOTHING },
	{ "*", "-O3", NOTHING },
	{ "*", "-Os", NOTHING },
	{ "fujitsu_clang", "-Ofast", FAST | BIT(ALIASING) },
	{ "*", "-Wl,--icf=all", BIT(BEHAVIOUR) },
	{ "*", "-W*", NOTHING },
	{ "*", "-Rpass*", NOTHING },
	{ "*", "-ffast-math", FAST },
	{ "*", "-funsafe-math-optimizations",
	  REORDERED | BIT(DENORMALS) | BIT(OVERFLOW) | BIT(BEHAVIOUR) },
	{ "*", "-ffinite-math-only", FINITE },
	{ "*", "-fno-signed-zeros", BIT(ROUNDING) },
	{ "*", "-fassociative-math", REORDERED },
	{ "*", "-freciprocal-math", BIT(ROUNDING) | BIT(OVERFLOW) },
	{ "*", "-fno-trapping-math", BIT(BEHAVIOUR) },
	{ "*", "-ffp-exception-behavior=ignore", BIT(BEHAVIOUR) },
	{ "*", "-fno-math-errno", BIT(BEHAVIOUR) },
	{ "*", "-ffp-contract=fast", FUSED },
	{ "*", "-mrecip*", BIT(ROUNDING) | FINITE },
	{ "*", "-fcx-*", BIT(ROUNDING) | FINITE | BIT(OVERFLOW) },
	{ "*", "-mfma", MACHINE },
	{ "*", "-march=x86-64-v2", BIT(PORTABLE) },
	{ "*", "-march=*", MACHINE },
	{ "*", "-mcpu=*", MACHINE },
	{ "*", "-mpopcnt", BIT(PORTABLE) },
	{ "*", "-msse4.1", BIT(PORTABLE) },
	{ "*", "-mavx2", BIT(PORTABLE) },
	{ "*", "-msve-vector-bits=*", BIT(PORTABLE) },
	{ "*", "-mprefer-vector-width=*", NOTHING },
	{ "*", "-mfpmath=sse", BIT(ROUNDING) },
	{ "*", "-mx32", BIT(PORTABLE) | BIT(OVERFLOW) },
	{ "*", "-minline-all-stringops", NOTHING },
	{ "*", "-mindirect-branch=keep", BIT(BEHAVIOUR) },
	{ "*", "-mno-retpoline", BIT(BEHAVIOUR) },
	{ "*", "-mllvm", NOTHING },
	{ "*", "-enable-*", NOTHING },
	{ "*", "-hot-cold-split", NOTHING },
	{ "*", "-x86-cmov-converter=false", NOTHING },
	{ "*", "-fstack-arrays", BIT(STACK) },
	{ "*", "-fstrict-aliasing", BIT(ALIASING) },
	{ "*", "-fargument-noalias", BIT(ALIASING) },
	{ "*", "-fno-semantic-interposition", BIT(BEHAVIOUR) },
	{ "*", "-fvisibility=hidden", BIT(BEHAVIOUR) },
	{ "*", "-fno-exceptions", BIT(BEHAVIOUR) },
	{ "*", "-fcheck=*", BIT(BEHAVIOUR) },
	{ "*", "-DNDEBUG", BIT(BEHAVIOUR) },
	{ "*", "-ftrivial-auto-var-init=*", BIT(BEHAVIOUR) },
	{ "*", "-fveclib=*", BIT(ROUNDING) },
	{ "*", "-fexternal-blas", REORDERED },
	{ "*", "-lopenblas", REORDERED },
	{ "*", "-lblas", REORDERED },
	{ "*", "-ftree-parallelize-loops=*", REORDERED },
	{ "*", "-fopenmp-simd", BIT(ORDER) },
	{ "*", "-fopenmp", BIT(ORDER) },
	{ "*", "-static*", BIT(START) },
	{ "*", "-fno-plt", BIT(START) },
	/* all else that generates code otherwise and computes the same */
	{ "gcc", "--param", NOTHING },
	{ "gcc", "vect-max-version-for-alias-checks=*", NOTHING },
	{ "*", "-fprofile-*", NOTHING },
	{ "*", "-falign-*", NOTHING },
	{ "*", "-fdevirtualize*", NOTHING },
	{ "*", "-ffunction-sections", NOTHING },
	{ "*", "-finline-functions", NOTHING },
	{ "*", "-fipa-cp-clone", NOTHING },
	{ "*", "-fno-ipa-cp-clone", NOTHING },
	{ "*", "-floop-*", NOTHING },
	{ "*", "-flto*", NOTHING },
	{ "*", "-fno-gcse", NOTHING },
	{ "*", "-fno-unroll-loops", NOTHING },
	{ "*", "-fopt-info*", NOTHING },
	{ "*", "-foptimize-sibling-calls", NOTHING },
	{ "*", "-fpeel-loops", NOTHING },
	{ "*", "-fprefetch-loop-arrays", NOTHING },
	{ "*", "-freorder-*", NOTHING },
	{ "*", "-fsplit-loops", NOTHING },
	{ "*", "-ftree-loop-*", NOTHING },
	{ "*", "-funroll-loops", NOTHING },
	{ "*", "-funswitch-loops", NOTHING },
	{ "*", "-fwhole-program-vtables", NOTHING },
	{ "*", "-fbuiltin", NOTHING },
	{ "intel", "-xHost", MACHINE },
	{ "intel", "-fp-model=fast", FAST },
	{ "intel", "-fp-model=fast=2", FAST },
	{ "intel", "-fimf-precision=medium", BIT(ROUNDING) },
	{ "intel", "-complex-limited-range",
	  BIT(ROUNDING) | FINITE | BIT(OVERFLOW) },
	{ "intel", "-no-prec-*", BIT(ROUNDING) },
	{ "intel", "-ftz", BIT(DENORMALS) },
	{ "intel", "-fma", FUSED },
	{ "intel", "-no-heap-arrays", BIT(STACK) },
	{ "intel", "-ansi-alias", BIT(ALIASING) },
	{ "intel", "-restrict", NOTHING },
	{ "intel", "-check", BIT(BEHAVIOUR) },
	{ "intel", "bounds", BIT(BEHAVIOUR) },
	{ "intel", "-align", NOTHING },
	{ "intel", "array64byte", NOTHING },
	{ "intel", "-assume", BIT(BEHAVIOUR) },
	{ "intel", "buffered_io", BIT(BEHAVIOUR) },
	{ "intel", "-qmkl", REORDERED },
	{ "intel", "-qopt-matmul", REORDERED },
	{ "intel", "-qopenmp-simd", BIT(ORDER) },
	{ "intel", "-qopenmp", BIT(ORDER) },
	{ "intel", "-parallel", REORDERED },
	{ "intel", "-qopt-*", NOTHING },
	{ "intel", "-ipo*", NOTHING },
	{ "intel", "-inline-level=2", NOTHING },
	{ "intel", "-unroll*", NOTHING },
	{ "fujitsu_trad", "-Kfast", FAST | BIT(STACK) },
	{ "fujitsu_trad", "-Keval", REORDERED },
	{ "fujitsu_trad", "-Kfp_relaxed", BIT(ROUNDING) },
	{ "fujitsu_trad", "-Kfp_contract", FUSED },
	{ "fujitsu_trad", "-Kfz", BIT(DENORMALS) },
	{ "fujitsu_trad", "-Kilfunc", BIT(ROUNDING) },
	{ "fujitsu_trad", "-Kpreex", BIT(BEHAVIOUR) },
	{ "fujitsu_trad", "-Krestp=*", BIT(ALIASING) },
	{ "fujitsu_trad", "-Kstrict_aliasing", BIT(ALIASING) },
	{ "fujitsu_trad", "-Kautoobjstack", BIT(STACK) },
	{ "fujitsu_trad", "-Kparallel", REORDERED },
	{ "fujitsu_trad", "-Kfast_matmul", REORDERED },
	{ "fujitsu_trad", "-Kassume=shortloop", NOTHING },
	{ "fujitsu_trad", "-KA64FX", MACHINE },
	{ "fujitsu_trad", "-KSVE", MACHINE },
	{ "fujitsu_trad", "-Ksimd*", REORDERED },
	{ "fujitsu_trad", "-Kopenmp*", BIT(ORDER) },
	{ "fujitsu_trad", "-SSL2*", REORDERED },
	{ "fujitsu_trad", "-Nnoexceptions", BIT(BEHAVIOUR) },
	{ "fujitsu_trad", "-Hs", BIT(BEHAVIOUR) },
	{ "fujitsu_trad", "-Nlst=t", NOTHING },
	{ "fujitsu_trad", "-x-", NOTHING },
	{ "fujitsu_trad", "-K*", NOTHING },
	{ "fujitsu_clang", "-ffj-fp-relaxed", BIT(ROUNDING) },
	{ "fujitsu_clang", "-ffj-ilfunc", BIT(ROUNDING) },
	{ "fujitsu_clang", "-ffj-preex", BIT(BEHAVIOUR) },
	{ "fujitsu_clang", "-ffj-fast-matmul", REORDERED },
	{ "fujitsu_clang", "-ffj-*", NOTHING },
	{ "nvidia", "-fast", REORDERED | BIT(DENORMALS) },
	{ "nvidia", "-Mfprelaxed*", BIT(ROUNDING) },
	{ "nvidia", "-Mflushz", BIT(DENORMALS) },
	{ "nvidia", "-Mdaz", BIT(DENORMALS) },
	{ "nvidia", "-Mfma", FUSED },
	{ "nvidia", "-tp=host", MACHINE },
	{ "nvidia", "-Mvect=assoc", REORDERED },
	{ "nvidia", "-Mconcur", REORDERED },
	{ "nvidia", "-mp", BIT(ORDER) },
	{ "nvidia", "-Msafeptr*", BIT(ALIASING) },
	{ "nvidia", "-alias=ansi", BIT(ALIASING) },
	{ "nvidia", "-Mstack_arrays", BIT(STACK) },
	{ "nvidia", "-Mbounds", BIT(BEHAVIOUR) },
	{ "nvidia", "-Ktrap=none", BIT(BEHAVIOUR) },
	{ "nvidia", "-M*", NOTHING },
	{ "cray", "-hfp2", REORDERED },
	{ "cray", "-hfp3", FAST },
	{ "cray", "-hflush_to_zero", BIT(DENORMALS) },
	{ "cray", "-hcpu=*", MACHINE },
	{ "cray", "-hrestrict=*", BIT(ALIASING) },
	{ "cray", "-hautothread", REORDERED },
	{ "cray", "-hvector*", REORDERED },
	{ "cray", "-Rb", BIT(BEHAVIOUR) },
	{ "cray", "-Ktrap=none", BIT(BEHAVIOUR) },
	{ "cray", "-homp", BIT(ORDER) },
	{ "cray", "-h*", NOTHING },
};

enum effect effect_find(const char *word)
{
	size_t i = 0;

	while (i < EFFECTS && strcmp(names[i].id, word) != 0)
		i++;
	return (enum effect)i;
}

const char *effect_id(enum effect effect)
{
	return names[effect].id;
}

static bool fits(const char *pattern, const char *s, size_t n)
{
	const size_t m = strlen(pattern);

	if (pattern[m - 1] == '*')
		return n >= m - 1 && strncmp(pattern, s, m - 1) == 0;
	return n == m && strncmp(pattern, s, n) == 0;
}

/* One switch of n bytes; whether it is known */
static bool look_up(const char *compiler, const char *s, size_t n,
                    unsigned *mask)
{
	for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++) {
		if ((*switches[i].compiler == '*' ||
		     strcmp(switches[i].compiler, compiler) == 0) &&
		    fits(switches[i].name, s, n)) {
			*mask |= switches[i].effects;
			return true;
		}
	}
	return false;
}

unsigned effects_of_switches(const char *compiler, const char *list,
                             bool *known)
{
	unsigned mask = 0;
	bool all = true;

	for (const char *s = list + strspn(list, " "); *s;) {
		const size_t n = strcspn(s, " ");

		all = look_up(compiler, s, n, &mask) && all;
		s += n + strspn(s + n, " ");
	}
	if (known)
		*known = all;
	return mask;
}

unsigned effects_in_text(const char *text)
{
	static const char ends[] = " ,;:.()";
	unsigned mask = 0;

	for (const char *s = text; *s;) {
		const size_t n = strcspn(s, ends);

		/* "3.1" and "x86-64-v2" have points and minus signs, too */
		if (*s == '-')
			look_up("gcc", s, n, &mask);
		s += n + strspn(s + n, ends);
	}
	return mask;
}

void effects_words(unsigned mask, struct strbuf *b)
{
	const size_t before = b->len;

	for (size_t i = 0; i < EFFECTS; i++) {
		if (mask & 1u << i)
			strbuf_addf(b, "%s%s", b->len > before ? ", " : "",
			            names[i].words);
	}
	if (b->len == before)
		strbuf_adds(b, "nothing");
}
