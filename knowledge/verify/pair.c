#include "pair.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "knowledge/knowledge.h"
#include "profile/profile.h"
#include "run.h"

enum { WORDS = 48, LIMIT_S = 60, MEASURE_LIMIT_S = 600 };

/* How long the slower side takes at least, and the faster one, for which the
 * slower one takes no longer than at most */
struct length {
	double slower_s, faster_s, most_s;
};

/* A run shorter than that is timed badly; one that is measured may be short,
 * as it is repeated and simulated, but has to have some samples of the clock.
 */
static const struct length timed = { 0.12, 0, 0.12 },
			   measured = { 0.04, 0.005, 0.2 };

static const char *const sides[] = { "before", "after" };

static const struct {
	const char *extension;
	const char *compiler[8];
} languages[] = {
	{ "c", { "gcc", "-std=gnu11", "-Wall", "-Wextra" } },
	{ "cpp", { "g++", "-std=c++17", "-Wall", "-Wextra" } },
	{ "f90", { "gfortran", "-Wall" } },
};

static bool find_source(struct pair *p, size_t side, const char *extension)
{
	struct strbuf *path = &p->side[side].source;

	strbuf_clear(path);
	io_join(path, p->s->folder, p->s->example);
	strbuf_addf(path, "/%s.%s", sides[side], extension);
	return access(path->s, R_OK) == 0;
}

int pair_init(struct pair *p, const struct suggestion *s, const char *scratch,
              const char *collector, struct err *err)
{
	*p = (struct pair){ .s = s,
		            .scratch = scratch,
		            .collector = collector };
	for (size_t i = 0; i < PAIR_SIDES; i++) {
		strbuf_init(&p->side[i].source);
		strbuf_init(&p->side[i].program);
		strbuf_init(&p->side[i].db);
		io_join(&p->side[i].program, scratch, sides[i]);
		strbuf_addf(&p->side[i].db, "%s/%s.db", scratch, sides[i]);
	}
	for (size_t l = 0; l < sizeof(languages) / sizeof(*languages); l++) {
		if (!find_source(p, 0, languages[l].extension))
			continue;
		if (!find_source(p, 1, languages[l].extension)) {
			strbuf_clear(&p->side[1].source);
			strbuf_adds(&p->side[1].source, p->side[0].source.s);
			if (!s->after_level && s->nafter_env == 0)
				return err_set(err, ERR_FORMAT,
				               "there is no after.%s",
				               languages[l].extension);
		}
		return 0;
	}
	return err_set(err, ERR_FORMAT, "there is no before.c, .cpp or .f90");
}

void pair_release(struct pair *p)
{
	for (size_t i = 0; i < PAIR_SIDES; i++) {
		strbuf_release(&p->side[i].source);
		strbuf_release(&p->side[i].program);
		strbuf_release(&p->side[i].db);
	}
}

/* The words of text appended to argv; they are cut out of copy. */
static void add_words(const char **argv, size_t *n, char *copy)
{
	for (char *s = copy; s && *s && *n < WORDS - 1;) {
		const size_t len = strcspn(s, " ");
		const bool last = s[len] == '\0';

		s[len] = '\0';
		if (len > 0)
			argv[(*n)++] = s;
		s += len + !last;
	}
}

/* The compiler of a language with its options; how many words these are */
static size_t start_with_compiler(const char **argv, const char *extension)
{
	size_t n = 0;

	for (size_t l = 0; l < sizeof(languages) / sizeof(*languages); l++) {
		if (strcmp(extension, languages[l].extension) != 0)
			continue;
		for (; languages[l].compiler[n]; n++)
			argv[n] = languages[l].compiler[n];
	}
	return n;
}

static int build_side(const struct pair *p, size_t side, struct err *err)
{
	const struct pair_side *x = &p->side[side];
	const char *level = side == 1 && p->s->after_level ? p->s->after_level
	                                                   : p->s->level;
	char *flags = mem_strdup(level);
	char *link = mem_strdup(p->s->link ? p->s->link : "");
	const char *dot = strrchr(x->source.s, '.');
	struct strbuf out = STRBUF_INIT;
	struct run_result result;
	const char *argv[WORDS];
	size_t n = start_with_compiler(argv, dot + 1);
	int rc;

	argv[n++] = "-g";
	if (strcmp(argv[0], "gfortran") == 0) {
		argv[n++] = "-J"; /* where modules go */
		argv[n++] = p->scratch;
	}
	add_words(argv, &n, flags);
	argv[n++] = "-o";
	argv[n++] = x->program.s;
	argv[n++] = x->source.s;
	add_words(argv, &n, link);
	argv[n] = NULL;
	rc = run_program(argv, NULL, LIMIT_S, &out, &result, err);
	if (rc == 0 && (result.status != 0 || out.len > 0))
		rc = err_set(err, ERR_PROGRAM, "%s does not build: %.300s",
		             x->source.s, out.s);
	free(flags);
	free(link);
	strbuf_release(&out);
	return rc;
}

int pair_build(struct pair *p, struct err *err)
{
	for (size_t i = 0; i < PAIR_SIDES; i++) {
		if (build_side(p, i, err) != 0)
			return -1;
	}
	return 0;
}

static struct run_env environment(const struct pair *p, size_t side)
{
	if (side == 1 && p->s->nafter_env > 0)
		return (struct run_env){ p->s->after_env, p->s->nafter_env };
	return (struct run_env){ p->s->env, p->s->nenv };
}

/* One run; sum gets what follows "checksum ". */
static int run_side(const struct pair *p, size_t side, const char *repeats,
                    struct strbuf *sum, double *time_s, struct err *err)
{
	const char *argv[] = { p->side[side].program.s, repeats, NULL };
	const struct run_env env = environment(p, side);
	const char *found;
	struct run_result result;
	struct strbuf out = STRBUF_INIT;
	const bool elapsed = p->s->claim_category &&
	                     strcmp(p->s->claim_category, "elapsed") == 0;
	int rc;

	rc = run_program(argv, &env, LIMIT_S, &out, &result, err);
	found = strstr(out.s, "checksum ");
	if (rc == 0 && (result.status != 0 || !found))
		rc = err_set(err, ERR_PROGRAM,
		             "%s ends with status %d and %s checksum",
		             sides[side], result.status, found ? "a" : "no");
	if (rc == 0 && found) {
		found += strlen("checksum ");
		found += strspn(found, " ");
		strbuf_clear(sum);
		strbuf_add(sum, found, strcspn(found, "\n"));
		*time_s = elapsed ? result.wall_s : result.cpu_s;
	}
	strbuf_release(&out);
	return rc;
}

static int compare(const struct pair *p, const char *a, const char *b,
                   struct err *err)
{
	double x, y;

	if (strcmp(a, b) == 0)
		return 0;
	if (p->s->tolerance > 0 && num_double(a, &x) && num_double(b, &y) &&
	    fabs(x - y) <= p->s->tolerance * fmax(fabs(x), fabs(y)))
		return 0;
	return err_set(err, ERR_PROGRAM,
	               "before gives %s, after %s: more than %g apart", a, b,
	               p->s->tolerance);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double quantile(const double *values, double q)
{
	double sorted[PAIR_TIMES];

	memcpy(sorted, values, sizeof(sorted));
	qsort(sorted, PAIR_TIMES, sizeof(*sorted), by_value);
	return sorted[(size_t)(q * (PAIR_TIMES - 1) + 0.5)];
}

static bool long_enough(const struct length *wanted, double a_s, double b_s)
{
	const double slower_s = fmax(a_s, b_s), faster_s = fmin(a_s, b_s);

	return slower_s >= wanted->slower_s &&
	       (faster_s >= wanted->faster_s || 2 * slower_s > wanted->most_s);
}

/* Repeat until both sides take long enough. */
static int calibrate(struct pair *p, const struct length *wanted, char *repeats,
                     struct err *err)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	double before_s = 0, after_s = 0;
	int rc = 0;

	for (long n = 1; n <= 4096; n *= 2) {
		snprintf(repeats, sizeof(p->repeats), "%ld", n);
		rc = run_side(p, 0, repeats, &a, &before_s, err);
		if (rc == 0)
			rc = run_side(p, 1, repeats, &b, &after_s, err);
		if (rc == 0)
			rc = compare(p, a.s, b.s, err);
		if (rc != 0 || long_enough(wanted, before_s, after_s))
			break;
	}
	strbuf_release(&a);
	strbuf_release(&b);
	return rc;
}

int pair_time(struct pair *p, struct err *err)
{
	struct strbuf sum = STRBUF_INIT;
	double ratios[PAIR_TIMES];
	int rc = calibrate(p, &measured, p->measured, err);

	if (rc == 0)
		rc = calibrate(p, &timed, p->repeats, err);
	for (size_t t = 0; rc == 0 && t < PAIR_TIMES; t++) {
		for (size_t i = 0; rc == 0 && i < PAIR_SIDES; i++)
			rc = run_side(p, i, p->repeats, &sum,
			              &p->side[i].time_s[t], err);
	}
	strbuf_release(&sum);
	if (rc != 0)
		return -1;
	for (size_t t = 0; t < PAIR_TIMES; t++)
		ratios[t] = p->side[0].time_s[t] / p->side[1].time_s[t];
	p->side[0].median_s = quantile(p->side[0].time_s, 0.5);
	p->side[1].median_s = quantile(p->side[1].time_s, 0.5);
	p->speedup = quantile(ratios, 0.5);
	p->low = quantile(ratios, 0.25);
	p->high = quantile(ratios, 0.75);
	return 0;
}

int pair_measure(struct pair *p, struct err *err)
{
	for (size_t i = 0; i < PAIR_SIDES; i++) {
		const char *argv[] = { p->collector,
			               "-q",
			               "-f",
			               "-n",
			               "5",
			               "-e",
			               "full",
			               "-c",
			               PROFILE_BY_SIMULATE,
			               "-o",
			               p->side[i].db.s,
			               "--",
			               p->side[i].program.s,
			               p->measured,
			               NULL };
		struct strbuf out = STRBUF_INIT;
		struct run_result result;
		const struct run_env env = environment(p, i);
		int rc;

		rc = run_program(argv, &env, MEASURE_LIMIT_S, &out, &result,
		                 err);
		if (rc == 0 && result.status != 0)
			rc = err_set(err, ERR_PROGRAM,
			             "can't measure %s: %.300s", sides[i],
			             out.s);
		strbuf_release(&out);
		if (rc != 0)
			return -1;
	}
	return 0;
}
