/*
 * kernel.h - what the kernels share: arguments, memory, random numbers, results
 *
 * Each kernel does one thing that a machine does badly (or well), in a
 * procedure of its own, in a loop between the comments "hot loop begin" and
 * "hot loop end". expect.lua says what perfexpert must find.
 */
#ifndef PERFEXPERT_TESTS_KERNEL_H
#define PERFEXPERT_TESTS_KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A procedure that is called as often as the source says, and by its name */
#if defined(HOT)
/* told by the compiler's command line */
#elif defined(__GNUC__) && !defined(__clang__)
#define HOT __attribute__((noipa))
#else
#define HOT __attribute__((noinline, used))
#endif

/* kernel_arg - the i-th argument as a count */
static inline size_t kernel_arg(int argc, char **argv, int i)
{
	if (i >= argc) {
		fprintf(stderr, "%s: too few arguments\n", argv[0]);
		exit(2);
	}
	return (size_t)strtoull(argv[i], NULL, 0);
}

/*
 * kernel_pages - zeroed pages of 4 KiB, not yet touched; huge ones only with
 * KERNEL_HUGE_PAGES
 */
static inline void *kernel_pages(size_t bytes)
{
#ifdef KERNEL_HUGE_PAGES
	const size_t align = 2 << 20;
#else
	const size_t align = 0;
#endif
	char *p = (char *)mmap(NULL, bytes + align, PROT_READ | PROT_WRITE,
	                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	if (align)
		p += -(uintptr_t)p & (align - 1);
	madvise(p, bytes, align ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	return p;
}

/* kernel_random - 64 pseudo-random bits (xorshift64*, Vigna 2016) */
static inline uint64_t kernel_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1dULL;
}

/* kernel_keep - the result, which the compiler must not drop */
static inline void kernel_keep(double value)
{
	printf("%.17g\n", value);
}

#endif
