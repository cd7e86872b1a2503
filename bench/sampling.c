/*
 * sampling - what clock samples cost: runs a program in turn without and with
 * each sampler and prints the ratio of the times
 *
 * usage: sampling PAIRS PROGRAM [ARGUMENT]...
 */
#include <math.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "measure/run/environment.h"
#include "measure/run/launch.h"
#include "measure/run/program.h"
#include "measure/collect/clock/sampler.h"
#include "measure/collect/clock/samples.h"

struct times {
	double cpu_s, wall_s;
};

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), by_value);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static int run_once(const struct sampler_ops *ops, const char *path,
                    char **argv, const sigset_t *mask, struct times *t,
                    struct err *err)
{
	struct samples *samples = samples_new();
	struct sampler *sampler = NULL;
	struct sampler_result taken;
	struct launch_result r;
	struct launch l = { .path = path,
		            .argv = argv,
		            .envp = environ,
		            .stdin_fd = -1,
		            .quiet = true };
	char **envp = NULL;
	int rc;

	if (ops) {
		sampler = ops->start(samples, 0, SAMPLER_PERIOD_NS, err);
		if (!sampler)
			return -1;
		if (ops->env)
			l.envp = envp = ops->env(sampler, environ);
		l.watch = (struct launch_watch){ .attach = ops->attach,
			                         .tick = ops->tick,
			                         .ctx = sampler };
	}
	rc = launch_run(&l, mask, &r, err);
	if (sampler)
		ops->finish(sampler, &taken, err);
	environment_free(envp);
	samples_free(samples);
	*t = (struct times){ r.user_s + r.sys_s, r.wall_s };
	return rc;
}

static int compare(const struct sampler_ops *ops, int pairs, const char *path,
                   char **argv, const sigset_t *mask, struct err *err)
{
	double *cpu = mem_alloc((size_t)pairs, sizeof(*cpu));
	double *wall = mem_alloc((size_t)pairs, sizeof(*wall));
	int rc = 0;

	for (int i = 0; i < pairs && rc == 0; i++) {
		struct times without = { 0 }, with = { 0 };

		if (run_once(NULL, path, argv, mask, &without, err) != 0 ||
		    run_once(ops, path, argv, mask, &with, err) != 0)
			rc = -1;
		cpu[i] = with.cpu_s / without.cpu_s;
		wall[i] = with.wall_s / without.wall_s;
	}
	if (rc == 0)
		printf("%-36s CPU time x %.3f  wall time x %.3f  "
		       "(medians of %d pairs)\n",
		       ops->name, median(cpu, (size_t)pairs),
		       median(wall, (size_t)pairs), pairs);
	free(cpu);
	free(wall);
	return rc;
}

int main(int argc, char **argv)
{
	static const struct sampler_ops *const all[] = { &sampler_perf,
		                                         &sampler_timer };
	struct err err = { 0 };
	struct program p;
	sigset_t mask;
	int pairs;

	if (argc < 3 || !num_int(argv[1], 1, 1000, &pairs)) {
		fputs("usage: sampling PAIRS PROGRAM [ARGUMENT]...\n", stderr);
		return 2;
	}
	if (program_find(&p, argv[2], &err) != 0) {
		fprintf(stderr, "sampling: %s\n", err.msg);
		return 4;
	}
	launch_prepare(&mask);
	for (size_t i = 0; i < 2; i++) {
		struct err why = { 0 };

		if (all[i]->usable(&why) != 0)
			printf("%-36s not here: %s\n", all[i]->name, why.msg);
		else if (compare(all[i], pairs, p.path, argv + 2, &mask,
		                 &why) != 0)
			printf("%-36s failed: %s\n", all[i]->name, why.msg);
	}
	program_release(&p);
	return 0;
}
