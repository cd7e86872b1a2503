/*
 * What AVX-512's instructions count: one a function, run 1000 times, whose name
 * says class and lanes of floating point, loads and stores; then faults, and
 * registers over threads, signals and AVX instructions.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static double data[64] __attribute__((aligned(64)));
static char *edge; /* the last page that is there ends here */

/* NOLINTBEGIN(bugprone-macro-parentheses): asm takes no parenthesis */
#define FUNCTION(name, text)                                                   \
	__attribute__((noinline)) void ev_##name(void);                        \
	void ev_##name(void)                                                   \
	{                                                                      \
		for (int i = 0; i < 1000; i++)                                 \
			__asm__ volatile(text ::"r"(data)                      \
			                 : "memory", "xmm0", "xmm1", "xmm2",   \
			                   "rax");                             \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

#define LIST                                                                   \
	FUNCTION(a8_0_0, "vaddpd %%zmm1, %%zmm2, %%zmm20")                     \
	FUNCTION(a8_0_0_masked, "vsubpd %%zmm1, %%zmm2, %%zmm20%{%%k1%}")      \
	FUNCTION(f16_1_0, "vfmadd231ps (%0), %%zmm2, %%zmm20")                 \
	FUNCTION(f8_1_0_all, "vfmadd231pd (%0)%{1to8%}, %%zmm2, %%zmm20")      \
	FUNCTION(f1_0_0, "vfmadd231sd %%xmm1, %%xmm2, %%xmm20")                \
	FUNCTION(m4_1_0, "vmulpd 32(%0), %%ymm2, %%ymm20")                     \
	FUNCTION(d8_0_0, "vdivpd %%zmm1, %%zmm2, %%zmm20")                     \
	FUNCTION(s16_0_0, "vsqrtps %%zmm1, %%zmm20")                           \
	FUNCTION(o8_0_0, "vcmppd $1, %%zmm1, %%zmm2, %%k2")                    \
	FUNCTION(n_1_0, "vmovupd 8(%0), %%zmm20")                              \
	FUNCTION(n_0_1, "vmovdqa64 %%zmm20, 64(%0)")                           \
	FUNCTION(n_1_0_some, "vmovupd (%0), %%zmm20%{%%k1%}%{z%}")             \
	FUNCTION(n_0_0_nothing, "vmovupd %%zmm20, (%0)%{%%k3%}")               \
	FUNCTION(n_5_0_gather, "kmovw %%k4, %%k5\n"                            \
	                       "vgatherdpd (%0,%%ymm18,8), %%zmm20%{%%k5%}")   \
	FUNCTION(n_5_0_narrow, "kmovw %%k4, %%k5\n"                            \
	                       "vgatherqps (%0,%%zmm18,4), %%ymm20%{%%k5%}")   \
	FUNCTION(n_0_5_scatter, "kmovw %%k4, %%k5\n"                           \
	                        "vscatterdpd %%zmm20, (%0,%%ymm18,8)%{%%k5%}") \
	FUNCTION(n_0_0_mask, "kandw %%k1, %%k4, %%k6; kortestw %%k6, %%k6")    \
	FUNCTION(n_0_1_mask, "kmovq %%k1, (%0)")
LIST
#undef FUNCTION

	static sigjmp_buf back;

static void caught(int sig, siginfo_t *info, void *context)
{
	(void)context;
	siglongjmp(back, sig == SIGSEGV && info->si_addr == edge ? 1 : 2);
}

/* 56 bytes are there, and 8 are not: a masked lane doesn't fault. */
static void faults(void)
{
	struct sigaction a = { .sa_sigaction = caught,
		               .sa_flags = SA_SIGINFO | SA_NODEFER };
	const int mask = 0x7f;
	volatile int faulted = 0;

	sigaction(SIGSEGV, &a, NULL);
	__asm__ volatile("kmovd %1, %%k1\n"
	                 "vmovupd (%0), %%zmm20%{%%k1%}%{z%}\n"
	                 "vmovupd %%zmm20, (%0)%{%%k1%}" ::"r"(edge - 56),
	                 "r"(mask)
	                 : "memory");
	faulted = sigsetjmp(back, 1);
	if (!faulted)
		__asm__ volatile("vmovupd %0, %%zmm20" ::"m"(*(edge - 56))
		                 : "memory");
	printf("masked: no fault; not masked: %s\n",
	       faulted == 1 ? "where it should" : "none, or elsewhere");
}

static volatile int ticks;

static void tick(int sig)
{
	(void)sig;
	__asm__ volatile("vpxorq %%zmm17, %%zmm17, %%zmm17\n"
	                 "vpxorq %%zmm1, %%zmm1, %%zmm1\n"
	                 "kxorq %%k7, %%k7, %%k7" ::
	                         : "xmm1");
	ticks++;
}

static void *keeps(void *of)
{
	const long id = (long)of;
	long out[8], mask, bad = 0;

	for (long i = 0; i < 200; i++) {
		const long x = 1000 * id + i;

		__asm__ volatile("vpbroadcastq %2, %%zmm17\n"
		                 "vpbroadcastq %2, %%zmm1\n"
		                 "kmovq %2, %%k7\n"
		                 "mov $20000, %%rcx\n"
		                 "1: dec %%rcx\n"
		                 "jnz 1b\n"
		                 "vpaddq %%zmm17, %%zmm1, %%zmm2\n"
		                 "vmovdqu64 %%zmm2, %0\n"
		                 "kmovq %%k7, %1"
		                 : "=m"(out), "=r"(mask)
		                 : "r"(x)
		                 : "rcx", "xmm1", "xmm2");
		bad += mask != x;
		for (int k = 0; k < 8; k++)
			bad += out[k] != 2 * x;
	}
	return (void *)bad;
}

static void threads(void)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
	pthread_t thread[3];
	long bad = 0;

	signal(SIGALRM, tick);
	setitimer(ITIMER_REAL, &often, NULL);
	for (long i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, keeps, (void *)i);
	for (int i = 0; i < 3; i++) {
		void *more;

		pthread_join(thread[i], &more);
		bad += (long)more;
	}
	setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
	printf("lost in threads: %ld, signals %s\n", bad,
	       ticks ? "came" : "did not come");
}

/* AVX clears a register to its end, SSE leaves the rest alone. */
static void upper_halves(void)
{
	static const long ones[8] = { -1, -1, -1, -1, -1, -1, -1, -1 };
	long out[5][8];

	__asm__ volatile("vmovdqu64 %1, %%zmm0; vmovdqa64 %%zmm0, %%zmm1\n"
	                 "vmovdqa64 %%zmm0, %%zmm2; vmovdqa64 %%zmm0, %%zmm3\n"
	                 "vxorps %%xmm0, %%xmm0, %%xmm0\n"
	                 "xorps %%xmm1, %%xmm1\n"
	                 "vpaddd %%ymm2, %%ymm2, %%ymm2\n"
	                 "vmovdqu64 %%zmm0, (%0); vmovdqu64 %%zmm1, 64(%0)\n"
	                 "vmovdqu64 %%zmm2, 128(%0)\n"
	                 "vmovdqu64 %%zmm3, 192(%0)\n"
	                 "vzeroupper; vmovdqu64 %%zmm3, 256(%0)" ::"r"(out),
	                 "m"(ones)
	                 : "memory", "xmm0", "xmm1", "xmm2", "xmm3");
	for (int i = 0; i < 5; i++) {
		printf("upper");
		for (int k = 0; k < 8; k++)
			printf(" %lx", out[i][k]);
		printf("\n");
	}
}

int main(void)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(two + page, page);
	edge = two + page;
	__asm__ volatile("kmovd %0, %%k1; kxorq %%k3, %%k3, %%k3\n"
	                 "kmovd %1, %%k4\n"
	                 "vpxorq %%zmm18, %%zmm18, %%zmm18" ::"r"(0x0f),
	                 "r"(0x5b));
#define FUNCTION(name, text) ev_##name();
	LIST faults();
	upper_halves();
	threads();
	return 0;
}
