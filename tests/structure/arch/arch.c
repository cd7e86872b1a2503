/*
 * Source of the shared objects for other processors beside it. They are kept
 * ready made, as few machines have the compilers: make.sh builds them anew.
 */
struct node {
	struct node *next;
	long value;
};

double sum(const double *x, long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s += x[i];
	return s;
}

void axpy(double *restrict y, const double *restrict x, double a, long n)
{
	for (long i = 0; i < n; i++)
		y[i] += a * x[i];
}

float divide(const float *x, long n)
{
	float s = 1;

	for (long i = 0; i < n; i++)
		s = x[i] / (s + 1.0f);
	return s;
}

long chase(const struct node *p)
{
	long s = 0;

	while (p) {
		s += p->value;
		p = p->next;
	}
	return s;
}

void product(double (*c)[100], double (*a)[100], double (*b)[100])
{
	for (int j = 0; j < 100; j++)
		for (int k = 0; k < 100; k++)
			for (int i = 0; i < 100; i++)
				c[i][j] += a[i][k] * b[k][j];
}

long divisions(const long *x, long n, void (*f)(long))
{
	long s = 0;

	for (long i = 0; i < n; i++) {
		s += n / x[i];
		f(s);
	}
	return s;
}

double widen(const int *x, double *y, long n)
{
	double s = 0;

	for (long i = 0; i < n; i += 4) {
		y[i] = x[i];
		s += y[i];
	}
	return s;
}
