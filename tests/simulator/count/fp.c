/* fp - one floating-point instruction a function, run 1000 times */
#include <stdio.h>

#define TIMES 1000

/* The loop holds nothing else that is floating point. */
#define FUNCTION(name, text)                                                   \
	__attribute__((noinline)) void name(void);                             \
	void name(void)                                                        \
	{                                                                      \
		for (int i = 0; i < TIMES; i++)                                \
			__asm__ volatile("" text ::: "memory" CLOBBER);        \
	}

#if defined(__x86_64__)
#define CLOBBER , "xmm0", "xmm1", "xmm2", "rax"
#define LIST                                                                   \
	FUNCTION(fp_a1_64, "addsd %%xmm1, %%xmm0")                             \
	FUNCTION(fp_a2_64, "addpd %%xmm1, %%xmm0")                             \
	FUNCTION(fp_a4_32, "subps %%xmm1, %%xmm0")                             \
	FUNCTION(fp_a4_64, "vaddpd %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_a8_32, "vsubps %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_a2_64_alternating, "addsubpd %%xmm1, %%xmm0")              \
	FUNCTION(fp_a2_64_across, "haddpd %%xmm1, %%xmm0")                     \
	FUNCTION(fp_m1_32, "mulss %%xmm1, %%xmm0")                             \
	FUNCTION(fp_m4_64, "vmulpd %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_d1_64, "divsd %%xmm1, %%xmm0")                             \
	FUNCTION(fp_d4_64, "vdivpd %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_d8_32, "vdivps %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_s1_64, "sqrtsd %%xmm1, %%xmm0")                            \
	FUNCTION(fp_s4_64, "vsqrtpd %%ymm1, %%ymm0")                           \
	FUNCTION(fp_f1_64, "vfmadd231sd %%xmm1, %%xmm2, %%xmm0")               \
	FUNCTION(fp_f4_64, "vfmadd231pd %%ymm1, %%ymm2, %%ymm0")               \
	FUNCTION(fp_f8_32, "vfnmsub132ps %%ymm1, %%ymm2, %%ymm0")              \
	FUNCTION(fp_o1_64, "ucomisd %%xmm1, %%xmm0; setp %%al")                \
	FUNCTION(fp_o1_64_convert, "cvtsi2sdq %%rax, %%xmm0")                  \
	FUNCTION(fp_o4_64, "vmaxpd %%ymm1, %%ymm0, %%ymm0")                    \
	FUNCTION(fp_a1_64_x87, "fadd %%st(1), %%st")                           \
	FUNCTION(fp_none, "movapd %%xmm1, %%xmm0")                             \
	FUNCTION(fp_none_logic, "xorpd %%xmm1, %%xmm0")
#elif defined(__aarch64__)
#define CLOBBER , "v0", "v1", "v2"
#define LIST                                                                   \
	FUNCTION(fp_a1_64, "fadd d0, d0, d1")                                  \
	FUNCTION(fp_a2_64, "fadd v0.2d, v0.2d, v1.2d")                         \
	FUNCTION(fp_m4_32, "fmul v0.4s, v0.4s, v1.4s")                         \
	FUNCTION(fp_f1_64, "fmadd d0, d1, d2, d0")                             \
	FUNCTION(fp_f2_64, "fmla v0.2d, v1.2d, v2.2d")                         \
	FUNCTION(fp_d1_64, "fdiv d0, d0, d1")                                  \
	FUNCTION(fp_s1_64, "fsqrt d0, d1")                                     \
	FUNCTION(fp_none, "mov v0.16b, v1.16b")
#else
#define CLOBBER
#define LIST
#endif

LIST

#undef FUNCTION
#define FUNCTION(name, text) name();

	int
	main(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
		return 77;
	__asm__ volatile("fld1; fld1" ::: "st", "st(1)");
#endif
	LIST puts("done");
	return 0;
}
