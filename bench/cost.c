/*
 * cost - programs with a set-up phase and phases that change, for bench/cost.sh
 *
 * cost cg|stencil|nbody|fft|join|late|grows N: about N times as much work
 */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t seed = 1;

static uint32_t draw(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

static void *array(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		exit(1);
	return p;
}

static double *randoms(size_t n)
{
	double *x = array(n, sizeof(*x));

	for (size_t i = 0; i < n; i++)
		x[i] = draw() * 0x1p-24;
	return x;
}

/* y = A x; rows of a sparse matrix with seven places each */
static void multiply(const double *a, const int *column, const double *x,
                     double *y, int n)
{
	for (int i = 0; i < n; i++) {
		double sum = 0;

		for (int k = 0; k < 7; k++)
			sum += a[7 * i + k] * x[column[7 * i + k]];
		y[i] = sum;
	}
}

static double dot(const double *x, const double *y, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

static void add_to(double *y, double a, const double *x, int n)
{
	for (int i = 0; i < n; i++)
		y[i] += a * x[i];
}

static double cg(int work)
{
	const int n = 60000;
	double *a = randoms(7 * (size_t)n), *x = array((size_t)n, sizeof(*x));
	double *r = randoms((size_t)n), *p = array((size_t)n, sizeof(*p));
	double *q = array((size_t)n, sizeof(*q)), rr = 1, alpha;
	int *column = array(7 * (size_t)n, sizeof(*column));

	for (int i = 0; i < 7 * n; i++)
		column[i] = i % 7 ? (int)(draw() % (unsigned)n) : i / 7;
	for (int i = 0; i < n; i++)
		a[7 * (long)i] = 8;
	memcpy(p, r, (size_t)n * sizeof(*p));
	for (int step = 0; step < 180 * work; step++) {
		multiply(a, column, p, q, n);
		rr = dot(r, r, n);
		alpha = rr / (dot(p, q, n) + 1e-300);
		add_to(x, alpha, p, n);
		add_to(r, -alpha, q, n);
		alpha = dot(r, r, n) / (rr + 1e-300);
		for (int i = 0; i < n; i++)
			p[i] = r[i] + alpha * p[i];
	}
	rr += x[0];
	free(column);
	free(q);
	free(p);
	free(r);
	free(x);
	free(a);
	return rr;
}

static double stencil(int work)
{
	const int n = 1500;
	double *a = randoms((size_t)n * (size_t)n);
	double *b = array((size_t)n * (size_t)n, sizeof(*b)), worst = 0;

	for (int step = 0; step < 60 * work; step++) {
		double *swap = a;

		for (int i = 1; i < n - 1; i++) {
			const double *m = &a[(long)i * n];

			for (int j = 1; j < n - 1; j++)
				b[i * n + j] = 0.25 * (m[j - 1] + m[j + 1] +
				                       m[j - n] + m[j + n]);
		}
		worst = 0;
		for (int i = 0; i < n * n; i++)
			worst = fmax(worst, fabs(a[i] - b[i]));
		a = b;
		b = swap;
	}
	free(a);
	free(b);
	return worst;
}

/* What all others do to body i */
static void pull(double *f, const double *x, int n, int i)
{
	for (int j = 0; j < n; j++) {
		double d[3], r = 1e-3;

		for (int k = 0; k < 3; k++) {
			d[k] = x[3 * j + k] - x[3 * i + k];
			r += d[k] * d[k];
		}
		r = 1 / (r * sqrt(r));
		for (int k = 0; k < 3; k++)
			f[k] += d[k] * r;
	}
}

static double nbody(int work)
{
	enum { N = 1000 };
	double *x = randoms(3 * (size_t)N);
	double *v = array(3 * (size_t)N, sizeof(*v)), first;

	for (int step = 0; step < 40 * work; step++) {
		for (int i = 0; i < N; i++) {
			double f[3] = { 0 };

			pull(f, x, N, i);
			for (int k = 0; k < 3; k++)
				v[3 * i + k] += 1e-6 * f[k];
		}
		for (int i = 0; i < 3 * N; i++)
			x[i] += 1e-3 * v[i];
	}
	first = x[0];
	free(v);
	free(x);
	return first;
}

/* Bit reversal: each value moves to its index with the bits reversed */
static void reverse(double complex *x, unsigned n)
{
	for (unsigned i = 1, j = 0; i < n; i++) {
		unsigned bit = n >> 1;
		double complex swap = x[i];

		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (i < j) {
			x[i] = x[j];
			x[j] = swap;
		}
	}
}

/* Transforms of m numbers each, of those of m / 2 */
static void combine(double complex *x, const double complex *root, unsigned n,
                    unsigned m)
{
	for (unsigned i = 0; i < n; i += m) {
		for (unsigned k = 0; k < m / 2; k++) {
			const double complex t =
				root[n / m * (size_t)k] * x[i + k + m / 2];

			x[i + k + m / 2] = (x[i + k] - t) / 2;
			x[i + k] = (x[i + k] + t) / 2;
		}
	}
}

static double fft(int work)
{
	const unsigned n = 1 << 16;
	double complex *x = array(n, sizeof(*x));
	double complex *root = array(n, sizeof(*root));
	double second;

	for (unsigned i = 0; i < n; i++) {
		root[i] = cexp(-2 * M_PI * I * i / n);
		x[i] = draw() * 0x1p-24;
	}
	for (int step = 0; step < 50 * work; step++) {
		reverse(x, n);
		for (unsigned m = 2; m <= n; m *= 2)
			combine(x, root, n, m);
	}
	second = creal(x[1]);
	free(root);
	free(x);
	return second;
}

struct row {
	uint32_t key, next, value;
};

static double join(int work)
{
	const uint32_t n = 1 << 19, buckets = 1 << 19;
	struct row *row = array(n, sizeof(*row));
	uint32_t *head = array(buckets, sizeof(*head));
	double sum = 0;

	for (uint32_t i = 1; i < n; i++) {
		row[i] = (struct row){ draw(), 0, i };
		row[i].next = head[row[i].key % buckets];
		head[row[i].key % buckets] = i;
	}
	for (int step = 0; step < 20 * work; step++) {
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t key = draw();

			for (uint32_t k = head[key % buckets]; k;
			     k = row[k].next)
				sum += row[k].key == key ? row[k].value : 1;
		}
	}
	free(head);
	free(row);
	return sum;
}

/* Another phase, that takes as long, after the first. */
static double late(int work)
{
	return nbody(work) + join(work);
}

/* The same loop over more and more, until it is in no cache any more. */
static double grows(int work)
{
	const size_t most = (size_t)1 << 24;
	double *x = randoms(most), sum = 0;

	for (size_t n = 1024; n <= most; n += n / 64) {
		for (size_t k = 0; k < (size_t)work * 200000; k++)
			sum += x[(draw() ^ (draw() << 8)) % n];
	}
	free(x);
	return sum;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		double (*run)(int work);
	} all[] = {
		{ "cg", cg },       { "stencil", stencil }, { "nbody", nbody },
		{ "fft", fft },     { "join", join },       { "late", late },
		{ "grows", grows },
	};

	for (size_t i = 0; argc == 3 && i < sizeof(all) / sizeof(*all); i++) {
		if (strcmp(argv[1], all[i].name) == 0) {
			printf("%g\n",
			       all[i].run((int)strtol(argv[2], NULL, 10)));
			return 0;
		}
	}
	return 2;
}
