/*
 * fma - what fused multiply-adds give, for a comparison with the processor
 *
 * fma           a line for each form and rounding mode: a hash of all results
 * fma numbers   the nearest ones, without what is not a number and the sign
 *               of zero
 * fma speed     runs many of them; the sum only
 * Exits with 77 where the processor has none.
 */
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#define LANES 8

union vector {
	double d[4];
	float f[8];
	uint64_t u[4];
	uint32_t w[8];
};

struct form {
	const char *name;
	void (*run)(union vector *a, const union vector *b,
	            const union vector *c);
	int lanes, single;
};

/* op1, op2 and op3 of the instruction; op3 is in a register or in memory */
#define FORM(name, reg)                                                        \
	static void name##_##reg(union vector *a, const union vector *b,       \
	                         const union vector *c)                        \
	{                                                                      \
		__asm__ volatile("vmovups %0, %%ymm0; vmovups %1, %%ymm1\n\t"  \
		                 "vmovups %2, %%ymm2\n\t" #name " %%" #reg     \
		                 "mm2, %%" #reg "mm1, %%" #reg                 \
		                 "mm0\n\tvmovups %%ymm0, %0; vzeroupper"       \
		                 : "+m"(*a)                                    \
		                 : "m"(*b), "m"(*c)                            \
		                 : "xmm0", "xmm1", "xmm2");                    \
	}                                                                      \
	static void name##_##reg##m(union vector *a, const union vector *b,    \
	                            const union vector *c)                     \
	{                                                                      \
		__asm__ volatile(                                              \
			"vmovups %0, %%ymm0; vmovups %1, %%ymm1\n\t" #name     \
			" %2, %%" #reg "mm1, %%" #reg                          \
			"mm0\n\tvmovups %%ymm0, %0; vzeroupper"                \
			: "+m"(*a)                                             \
			: "m"(*b), "m"(*c)                                     \
			: "xmm0", "xmm1");                                     \
	}

#define ORDERS(X, op, type, reg, n, s)                                         \
	X(op##132##type, reg, n, s)                                            \
	X(op##213##type, reg, n, s)                                            \
	X(op##231##type, reg, n, s)
#define SCALARS(X, op)                                                         \
	ORDERS(X, op, sd, x, 1, 0)                                             \
	ORDERS(X, op, ss, x, 1, 1)
#define VECTORS(X, op)                                                         \
	ORDERS(X, op, pd, x, 2, 0)                                             \
	ORDERS(X, op, pd, y, 4, 0)                                             \
	ORDERS(X, op, ps, x, 4, 1)                                             \
	ORDERS(X, op, ps, y, 8, 1)
#define ALL(X)                                                                 \
	SCALARS(X, vfmadd)                                                     \
	SCALARS(X, vfmsub)                                                     \
	SCALARS(X, vfnmadd)                                                    \
	SCALARS(X, vfnmsub)                                                    \
	VECTORS(X, vfmadd)                                                     \
	VECTORS(X, vfmsub)                                                     \
	VECTORS(X, vfnmadd)                                                    \
	VECTORS(X, vfnmsub)                                                    \
	VECTORS(X, vfmaddsub)                                                  \
	VECTORS(X, vfmsubadd)

#define DEFINE(name, reg, n, s) FORM(name, reg)
ALL(DEFINE)

#define ROW(name, reg, n, s)                                                   \
	{ #name " " #reg, name##_##reg, n, s },                                \
		{ #name " " #reg " memory", name##_##reg##m, n, s },
static const struct form forms[] = { ALL(ROW) };

static const double special[] = {
	0.0,
	-0.0,
	1,
	-1,
	3,
	-1.0 / 3,
	1.0 / 0.0,
	-1.0 / 0.0,
	5e-324,
	-5e-324,
	2.2250738585072009e-308,
	2.2250738585072014e-308,
	1.7976931348623157e308,
	-1.7976931348623157e308,
	1.0000000000000002,
	1e-200,
	-1e200,
};
static const float special_single[] = {
	0.0f,
	-0.0f,
	1,
	-1,
	3,
	-1.0f / 3,
	1.0f / 0.0f,
	-1.0f / 0.0f,
	1e-45f,
	-1e-45f,
	1.1754942e-38f,
	1.17549435e-38f,
	3.4028235e38f,
	-3.4028235e38f,
	1.0000001f,
	1e-25f,
	-1e25f,
};
enum { N_SPECIAL = sizeof special / sizeof *special, N_NANS = 4 };

static uint64_t seed;

static uint64_t next(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed ^ (seed >> 29);
}

/* A special value, one that is not a number, random bits, or near to 1. */
static double any(void)
{
	const uint64_t r = next();
	uint64_t bits = next();
	double x;

	switch (r >> 20 & 7) {
	case 0:
	case 1:
		return special[(r >> 32) % N_SPECIAL];
	case 2:
		bits = 0x7ff0000000000001ULL | (r >> 32 & 0x70) |
		       (r >> 8 & 1) << 51 | r << 63;
		break;
	case 3:
	case 4:
		break;
	default:
		bits = (bits & ~(0x7fcULL << 52)) | 0x3fcULL << 52;
		break;
	}
	memcpy(&x, &bits, sizeof x);
	return x;
}

static float any_single(void)
{
	const uint64_t r = next();
	uint32_t bits = (uint32_t)next();
	float x;

	switch (r >> 20 & 7) {
	case 0:
	case 1:
		return special_single[(r >> 32) % N_SPECIAL];
	case 2:
		bits = 0x7f800001u | (r >> 32 & 0x70) | (r >> 8 & 1) << 22 |
		       (uint32_t)r << 31;
		break;
	case 3:
	case 4:
		break;
	default:
		bits = (bits & ~(0xfcu << 23)) | 0x7cu << 23;
		break;
	}
	memcpy(&x, &bits, sizeof x);
	return x;
}

static void fill(union vector *v, int single)
{
	for (int i = 0; i < 4; i++)
		v->d[i] = any();
	for (int i = 0; single && i < 8; i++)
		v->f[i] = any_single();
}

/* So that what is a number, and not 0, is left. */
static void only_numbers(union vector *v, int single)
{
	for (int i = 0; i < 4 && !single; i++) {
		if (!(v->d[i] < 0) && !(v->d[i] > 0))
			v->d[i] = 0;
	}
	for (int i = 0; i < 8 && single; i++) {
		if (!(v->f[i] < 0) && !(v->f[i] > 0))
			v->f[i] = 0;
	}
}

static uint64_t hash_results(const struct form *f, int n, int numbers)
{
	uint64_t h = 14695981039346656037ULL;

	seed = 12345;
	for (int i = 0; i < n; i++) {
		union vector a, b, c;

		fill(&a, f->single);
		fill(&b, f->single);
		fill(&c, f->single);
		if (i % 4 == 0) /* what cancels is 0, or what was rounded */
			for (int k = 0; k < 4; k++)
				c.d[k] = b.d[k];
		f->run(&a, &b, &c);
		if (f->lanes == 1 && f->single)
			a.w[1] = 0;
		if (numbers)
			only_numbers(&a, f->single);
		/* above its lane, VEX clears what a scalar one leaves */
		for (int k = 0; k < (f->lanes > 1 ? 4 : 1); k++)
			h = (h ^ a.u[k]) * 1099511628211ULL;
	}
	return h;
}

static double speed(void)
{
	static double a[1024], b[1024];
	double x = 0;

	for (int i = 0; i < 1024; i++)
		a[i] = b[i] = 1.0 / (i + 1);
	for (int k = 0; k < 20000; k++) {
		for (int i = 0; i < 1024; i++)
			__asm__ volatile("vfmadd231sd %2, %1, %0"
			                 : "+x"(x)
			                 : "x"(a[i]), "m"(b[i]));
	}
	return x;
}

int main(int argc, char **argv)
{
	static const int modes[] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD,
		                     FE_TOWARDZERO };
	const int numbers = argc > 1 && strcmp(argv[1], "numbers") == 0;

	__builtin_cpu_init();
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
		return 77;
	if (argc > 1 && !numbers) {
		printf("%.17g\n", speed());
		return 0;
	}
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		for (int m = 0; m < (numbers ? 1 : 4); m++) {
			fesetround(modes[m]);
			const uint64_t h =
				hash_results(&forms[i], 300, numbers);

			fesetround(FE_TONEAREST);
			printf("%s, mode %d: %016llx\n", forms[i].name, m,
			       (unsigned long long)h);
		}
	}
	return 0;
}
#else
int main(void)
{
	return 77;
}
#endif
