#include "memory.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

enum {
	LINE = 64,
	SMALL_PAGE = 4096,
	LARGE_PAGE = 2 << 20,
	MOST_TRIALS = 11,
	STEPS = 1500, /* of a trial */
	FEW = 16,     /* of a short one: seldom any is pushed out */
	SHORT_TRIALS = 201,
	L3_TRIALS = 7,
	WARM_TRIALS = 3,
	WAITS = 9,
	ROW = 1 << 20, /* of a trial */
	ROW_LINES = ROW / LINE,
	RING = 8 << 20,    /* as far as second-level TLBs reach */
	SPREAD = 16 << 20, /* evicted by what is read after it */
	NEAR = 2048, /* lines: more than L1 has, of pages that TLBs know */
	FRESH = 4 << 20,
};

#define FIRST_WAIT 0.25e-3 /* doubled each time, to 64 ms */

#define LEAST_REGION ((uint64_t)64 << 20)
#define MOST_REGION ((uint64_t)256 << 20)

bool memory_given_back(const char *driver)
{
	enum { REPORTING = 5, MOST = 1 << 16 };
	DIR *dir = opendir(driver);
	struct dirent *entry;
	bool back = false;

	while (dir && !back && (entry = readdir(dir))) {
		struct strbuf path = STRBUF_INIT, bits = STRBUF_INIT;
		struct err ignored = { 0 };

		strbuf_addf(&path, "%s/%s/features", driver, entry->d_name);
		back = strncmp(entry->d_name, "virtio", 6) == 0 &&
		       io_read_file(path.s, MOST, &bits, &ignored) == 0 &&
		       bits.len > REPORTING && bits.s[REPORTING] == '1';
		strbuf_release(&path);
		strbuf_release(&bits);
	}
	if (dir)
		closedir(dir);
	return back;
}

static double now_s(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* "NAME   N kB" of a file of /proc in bytes; 0: it has none */
static uint64_t proc_bytes(const char *path, const char *name)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = { 0 };
	const char *at = NULL;
	uint64_t bytes = 0;

	if (io_read_file(path, 1 << 16, &text, &ignored) == 0)
		at = strstr(text.s, name);
	if (at)
		bytes = strtoull(at + strlen(name), NULL, 10) << 10;
	strbuf_release(&text);
	return bytes;
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), by_value);
	return v[n / 2];
}

/* The largest product of 12, 2s and 3s that is not above n; 0: none */
static uint64_t smooth(uint64_t n)
{
	uint64_t most = 0;

	for (uint64_t odd = 12; odd <= n; odd *= 3) {
		uint64_t m = odd;

		while (m <= n / 2)
			m *= 2;
		most = m > most ? m : most;
	}
	return most;
}

/*
 * x -> a x + c modulo n visits each x if a-1 is a multiple of 4 and of the
 * prime factors of n, here 2 and 3, and c of none of these (Hull and Dobell,
 * 1962). It is written from first to last, so that it is in the cache
 * afterwards, if it fits.
 */
uint64_t memory_ring(char *region, uint64_t n, uint64_t step)
{
	n = smooth(n);
	/* as far from a small step as can be: the golden section */
	const uint64_t a = 1 + 12 * ((uint64_t)((double)n * 0.618 / 12) | 1);
	uint64_t next = n / 5 | 1;

	next += next % 3 ? 0 : 2;
	for (uint64_t i = 0; i < n; i++) {
		*(char **)(void *)(region + i * step) = region + next * step;
		next = (next + a) % n;
	}
	return n;
}

/* So many steps on in a ring */
static char *follow(char *at, int steps)
{
	for (int k = 0; k < steps; k++)
		at = *(char **)(void *)at;
	return at;
}

/*
 * Time of a step of the ring: the median of trials. It starts at *place and
 * leaves *place where it stopped: Zen 5 keeps lines that are visited again and
 * again in L2, whatever else is read in between.
 */
static double chase_ns(char **place, int trials)
{
	char *volatile start = *place;
	double ns[MOST_TRIALS];
	char *at = start;

	for (int i = 0; i < trials; i++) {
		const double before = now_s(CLOCK_MONOTONIC);

		at = follow(at, STEPS);
		start = at;
		ns[i] = (now_s(CLOCK_MONOTONIC) - before) * 1e9 / STEPS;
	}
	*place = at;
	return median(ns, (size_t)trials);
}

/* The same from trials so short that most see no line pushed out by others. */
static double short_chase_ns(char **place)
{
	char *volatile start = *place;
	double ns[SHORT_TRIALS], clock[SHORT_TRIALS];
	char *at = start;

	for (int i = 0; i < SHORT_TRIALS; i++) {
		const double before = now_s(CLOCK_MONOTONIC);
		const double from = now_s(CLOCK_MONOTONIC);

		at = follow(at, FEW);
		start = at;
		ns[i] = (now_s(CLOCK_MONOTONIC) - from) * 1e9 / FEW;
		clock[i] = (from - before) * 1e9 / FEW;
	}
	*place = at;
	return median(ns, SHORT_TRIALS) - median(clock, SHORT_TRIALS);
}

/* Two words of a line: all of them would take longer than the line from L3. */
static double row_ns(const char *region, uint64_t bytes)
{
	double ns[MOST_REGION / ROW];
	volatile uint64_t sum = 0;
	size_t n = 0;

	for (uint64_t from = 0; from + ROW <= bytes; from += ROW) {
		const uint64_t *v =
			(const uint64_t *)(const void *)(region + from);
		const double before = now_s(CLOCK_MONOTONIC);
		uint64_t s[4] = { 0 };

		for (size_t i = 0; i < ROW / sizeof(*v); i += 16) {
			s[0] += v[i];
			s[1] += v[i + 4];
			s[2] += v[i + 8];
			s[3] += v[i + 12];
		}
		sum += s[0] + s[1] + s[2] + s[3];
		ns[n++] = (now_s(CLOCK_MONOTONIC) - before) * 1e9 / ROW_LINES;
	}
	(void)sum; /* that it was read */
	return median(ns, n);
}

/*
 * Independent loads of lines in an order that no prefetcher follows (x -> 5 x +
 * c modulo a power of two), so that the core keeps as many in flight as it can.
 * all: number of lines in the order
 */
static double random_ns(const char *region, uint64_t bytes, size_t all)
{
	uint32_t place[STEPS];
	double ns[MOST_TRIALS];
	volatile unsigned char sum = 0;
	uint64_t lines = 1, at = 1;

	while (2 * lines <= bytes / LINE)
		lines *= 2;
	for (size_t i = 0; i < all; i++, at = (5 * at + 7) & (lines - 1))
		sum = (unsigned char)(sum + region[at * LINE]);
	for (int i = 0; i < MOST_TRIALS; i++) {
		for (int k = 0; k < STEPS; k++) {
			place[k] = (uint32_t)(at * LINE);
			at = (5 * at + 7) & (lines - 1);
		}
		const double before = now_s(CLOCK_MONOTONIC);
		unsigned char s = 0;

		for (int k = 0; k < STEPS; k++)
			s = (unsigned char)(s | region[place[k]]);
		sum = (unsigned char)(sum + s);
		ns[i] = (now_s(CLOCK_MONOTONIC) - before) * 1e9 / STEPS;
	}
	return median(ns, MOST_TRIALS);
}

/* A step of a ring that was written so long ago, and not looked at since; the
 * ring is left at *place. */
static double after_ns(char *region, uint64_t bytes, double wait_s,
                       char **place)
{
	memory_ring(region, bytes / LINE, LINE);
	const double until = now_s(CLOCK_MONOTONIC) + wait_s;

	while (now_s(CLOCK_MONOTONIC) < until)
		;
	return chase_ns(place, 3);
}

/*
 * For how long half of what is in L3 stays there, while others bring in theirs;
 * INFINITY: for longer than was looked. Between two waits the losses are taken
 * to grow with the logarithm of the time.
 */
static double half_life_s(char *region, uint64_t bytes, double memory_ns,
                          char **place)
{
	const double at_once = after_ns(region, bytes, 0, place);
	const double limit = (at_once + memory_ns) / 2;
	double before = at_once;

	for (size_t i = 0; i < WAITS; i++) {
		const double wait = FIRST_WAIT * exp2((double)i);
		const double ns = after_ns(region, bytes, wait, place);

		if (ns > limit)
			return wait / 2 *
			       exp2(fmax(0, limit - before) / (ns - before));
		before = ns;
	}
	return INFINITY;
}

/* Bytes of L3 that the measurement uses; 0 if there is no useful L3 */
static uint64_t part_of_l3(const struct memory_caches *c)
{
	const uint64_t ring = c->l3_bytes / 8 > 2 * c->l2_bytes
	                              ? c->l3_bytes / 8
	                              : 2 * c->l2_bytes;

	/* and what evicts it from L2 must be in the region after it */
	return ring <= c->l3_bytes / 2 && ring <= MOST_REGION / 2 &&
	                       4 * c->l2_bytes <= MOST_REGION / 2
	               ? ring
	               : 0;
}

/*
 * From one line that others bring in to the next. Recently used lines are
 * seldom evicted: a line goes through three ages, each as long as it takes
 * any one of a third of the lines to be the next. So half are left when 0.89
 * times as many have come as there is room for: the median of the sum of three
 * exponential times, 2.67, by three.
 */
static double others_ns(char *region, const struct memory_caches *c,
                        double memory_ns)
{
	const uint64_t ring = part_of_l3(c);
	char *place = region;
	double s[3];

	if (!ring)
		return 0;
	for (size_t i = 0; i < 3; i++) {
		s[i] = half_life_s(region, ring, memory_ns, &place);
		if (isinf(s[i]))
			return 0;
	}
	return median(s, 3) * 1e9 / (0.891 * (double)c->l3_bytes / LINE);
}

/* The least: whoever shares the caches can only make it more. */
static double warm_chase_ns(char *region, uint64_t lines, uint64_t step)
{
	double least = INFINITY;
	char *place = region;

	memory_ring(region, lines, step);
	chase_ns(&place, MOST_TRIALS);
	for (size_t i = 0; i < WARM_TRIALS; i++)
		least = fmin(least, chase_ns(&place, MOST_TRIALS));
	return least;
}

/*
 * A load from L3, without what its page takes that only the second TLB knows,
 * as the system's large pages may be small ones of the machine below: that is
 * what lines of L2 in many pages take longer than those in few.
 */
static double l3_latency_ns(char *region, const struct memory_caches *c,
                            double memory_ns)
{
	/* an odd stride, so that they fall into all sets */
	const double few = warm_chase_ns(region, NEAR / 2, LINE);
	const double many = warm_chase_ns(region, NEAR / 2, (uint64_t)7 * LINE);
	double least = INFINITY;
	char *place = region;

	/* where a cache learns what to keep, the first times do not find all */
	for (size_t i = 0; i < L3_TRIALS; i++) {
		memory_ring(region, part_of_l3(c) / LINE, LINE);
		/* so that L2 has nothing of it */
		row_ns(region + part_of_l3(c), 4 * c->l2_bytes);
		least = fmin(least, short_chase_ns(&place));
	}
	least -= fmax(0, many - few);
	return least > 0 && least <= memory_ns / 2 ? least : NAN;
}

/*
 * Loads from more pages than the TLBs hold, compared with as many loads from
 * few large pages: the difference is the time of a page walk whose last entry
 * is in L2. On a virtual machine the host may back large pages with small ones.
 * The few pages are therefore so few that the first-level TLB holds them
 * anyway.
 */
static void walks(char *region, uint64_t bytes, const struct memory_caches *c,
                  struct memory_figures *f)
{
	const uint64_t n = smooth(2 * c->pages), step = SMALL_PAGE + LINE;
	char *pages;

	f->walk_ns = f->walk_large_ns = NAN;
	if (!n || n > c->l2_bytes / 2 / LINE || n * step > bytes)
		return;
	pages = mmap(NULL, n * step, PROT_READ | PROT_WRITE,
	             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		return;
	madvise(pages, n * step, MADV_NOHUGEPAGE);
	const double entry = warm_chase_ns(region, NEAR, LINE);
	const double lines = warm_chase_ns(region, n, LINE);
	const double both = warm_chase_ns(pages, n, step);
	/* as many places in large pages */
	const double large = warm_chase_ns(region, n, step);

	munmap(pages, n * step);
	if (both - lines <= entry)
		return;
	f->walk_ns = both - lines - entry;
	f->walk_large_ns =
		f->walk_ns * fmin(1, fmax(0, large - lines) / (both - lines));
}

/* What comes from it when it has all. */
static void l3_lines(char *region, uint64_t bytes, struct memory_figures *f)
{
	row_ns(region, bytes);
	f->l3_line_ns = f->l3_random_ns = INFINITY;
	for (size_t i = 0; i < L3_TRIALS; i++)
		f->l3_line_ns = fmin(f->l3_line_ns, row_ns(region, bytes));
	for (size_t i = 0; i < WARM_TRIALS; i++)
		/* what L2 has of it comes last again */
		f->l3_random_ns = fmin(f->l3_random_ns,
		                       random_ns(region, bytes, bytes / LINE));
}

/*
 * The ring for memory is small, so that TLBs know its pages even where the
 * large pages of a virtual machine are small ones of its host; reading the rest
 * of the region evicts it from the caches.
 */
static void measure(char *region, uint64_t bytes, const struct memory_caches *c,
                    struct memory_figures *f)
{
	char *place = region;

	memory_ring(region, RING / LINE, LINE);
	f->line_ns = row_ns(region + RING, bytes - RING);
	f->random_ns = random_ns(region + RING, SPREAD, 0);
	f->latency_ns = chase_ns(&place, MOST_TRIALS);
	walks(region, bytes, c, f);
	f->l3_line_ns = f->l3_random_ns = f->l3_latency_ns = NAN;
	if (part_of_l3(c)) {
		f->l3_latency_ns = l3_latency_ns(region, c, f->latency_ns);
		l3_lines(region, part_of_l3(c), f);
	}
	f->others_ns = others_ns(region, c, f->latency_ns);
}

static uint64_t region_size(const struct memory_caches *c)
{
	uint64_t bytes = LEAST_REGION;

	while (bytes < 2 * c->l3_bytes && bytes < MOST_REGION)
		bytes *= 2;
	return bytes;
}

/* Processor time of the first touch of each page, for 4 KiB; NAN where the
 * system's clock did not move on, as it may on a busy virtual machine. */
static double touch_ns(char *region, uint64_t bytes)
{
	const double before = now_s(CLOCK_PROCESS_CPUTIME_ID);
	double taken_s;

	for (uint64_t i = 0; i < bytes; i += SMALL_PAGE)
		region[i] = 1;
	taken_s = now_s(CLOCK_PROCESS_CPUTIME_ID) - before;
	return taken_s > 0 ? taken_s * 1e9 * SMALL_PAGE / (double)bytes : NAN;
}

/* The same in small pages. */
static double fresh_ns(void)
{
	char *pages = mmap(NULL, FRESH, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double ns;

	if (pages == MAP_FAILED)
		return NAN;
	madvise(pages, FRESH, MADV_NOHUGEPAGE);
	ns = touch_ns(pages, FRESH);
	munmap(pages, FRESH);
	return ns;
}

/* In large pages; *ns: of 4 KiB */
static int touch(char *region, uint64_t bytes, double *ns, struct err *err)
{
	static const char file[] = "/proc/self/smaps_rollup";
	static const char name[] = "AnonHugePages:";
	const uint64_t before = proc_bytes(file, name);

	if (madvise(region, bytes, MADV_HUGEPAGE) != 0)
		return err_set(err, ERR_UNSUPPORTED,
		               "the system has no large pages");
	*ns = touch_ns(region, bytes);
	if (proc_bytes(file, name) < before + bytes / 16 * 15)
		return err_set(err, ERR_UNSUPPORTED,
		               "the system gave no large pages");
	return 0;
}

int memory_measure(const struct memory_caches *caches,
                   struct memory_figures *figures, struct err *err)
{
	const double before = now_s(CLOCK_PROCESS_CPUTIME_ID);
	const uint64_t bytes = region_size(caches);
	char *map, *region;
	int rc;

	if (proc_bytes("/proc/meminfo", "MemAvailable:") < 4 * bytes)
		return err_set(err, ERR_UNSUPPORTED, "too little memory");
	map = mmap(NULL, bytes + LARGE_PAGE, PROT_READ | PROT_WRITE,
	           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return err_set(err, ERR_UNSUPPORTED, "too little memory");
	region = map + (LARGE_PAGE - (uintptr_t)map % LARGE_PAGE);
	rc = touch(region, bytes, &figures->fresh_large_ns, err);
	figures->fresh_ns = fresh_ns();
	if (rc == 0)
		measure(region, bytes, caches, figures);
	munmap(map, bytes + LARGE_PAGE);
	figures->took_s = now_s(CLOCK_PROCESS_CPUTIME_ID) - before;
	return rc;
}
