/*
 * body.h - regions whose counts are known: nested, recursive and overlapping,
 * by any interface that gives BEGIN(name, number) and END(name, number)
 *
 * add(n) is n floating-point additions, loads and stores; "scale" times as many
 * tell them from what calls cost.
 */
#include <pthread.h>
#include <stdlib.h>

static volatile double cell[16];

static __attribute__((noinline)) void add(long n)
{
	for (long i = 0; i < n; i++)
		cell[i & 15] += 1.0;
}

static void recur(int n, long scale)
{
	BEGIN("rec", 4);
	add(10 * scale);
	if (n)
		recur(n - 1, scale);
	END("rec", 4);
}

static void nest(long scale)
{
	for (int i = 0; i < 5; i++) {
		BEGIN("outer", 1);
		add(100 * scale);
		if (i % 2) {
			BEGIN("odd", 3);
			add(1000 * scale);
			END("odd", 3);
		} else {
			BEGIN("even", 2);
			add(1000 * scale);
			END("even", 2);
		}
		END("outer", 1);
	}
}

static void cross(long scale)
{
	BEGIN("a", 5);
	add(1 * scale);
	BEGIN("b", 6);
	add(10 * scale);
	END("a", 5);
	add(100 * scale);
	END("b", 6);
}

static void *in_thread(void *scale)
{
	BEGIN("thread", 7);
	add(1000 * *(long *)scale);
	END("thread", 7);
	return NULL;
}

static int body(int argc, char **argv)
{
	long scale[4];
	pthread_t t[4];

	add(7);
	scale[0] = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
	nest(scale[0]);
	recur(4, scale[0]);
	cross(scale[0]);
	for (int i = 0; i < 4; i++) {
		scale[i] = (i + 1) * scale[0];
		if (pthread_create(&t[i], NULL, in_thread, &scale[i]) != 0)
			return 1;
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
