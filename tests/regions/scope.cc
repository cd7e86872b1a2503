// The regions of body.h where scopes are regions; those that cross are calls.
#include <perfexpert/region.h>

#define BEGIN(name, number) perfexpert_region_begin(name, number)
#define END(name, number) perfexpert_region_end(name, number)
#include <cstdlib>
#include <pthread.h>

static volatile double cell[16];

static __attribute__((noinline)) void add(long n)
{
	for (long i = 0; i < n; i++)
		cell[i & 15] = cell[i & 15] + 1.0;
}

static void recur(int n, long scale)
{
	perfexpert::region r("rec", 4);

	add(10 * scale);
	if (n)
		recur(n - 1, scale);
}

static void *in_thread(void *scale)
{
	perfexpert::region r("thread", 7);

	add(1000 * *(long *)scale);
	return NULL;
}

static void nest(long scale)
{
	for (int i = 0; i < 5; i++) {
		perfexpert::region outer("outer", 1);

		add(100 * scale);
		perfexpert::region inner(i % 2 ? "odd" : "even", i % 2 ? 3 : 2);

		add(1000 * scale);
	}
}

int main(int argc, char **argv)
{
	long scale = argc > 1 ? strtol(argv[1], NULL, 10) : 1, scales[4];
	pthread_t t[4];

	nest(scale);
	recur(4, scale);
	BEGIN("a", 5);
	add(1 * scale);
	BEGIN("b", 6);
	add(10 * scale);
	END("a", 5);
	add(100 * scale);
	END("b", 6);
	for (int i = 0; i < 4; i++) {
		scales[i] = (i + 1) * scale;
		if (pthread_create(&t[i], NULL, in_thread, &scales[i]) != 0)
			return 1;
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
