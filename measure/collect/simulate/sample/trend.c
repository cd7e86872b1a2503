#include "trend.h"

#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "sampling.h"

double student_t(double n)
{
	static const double z = 1.959963984540054;
	const double f = fmax(2, n - 1), z2 = z * z;
	const double g1 = (z2 + 1) * z / 4;
	const double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
	const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
	const double g4 =
		((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z /
		92160;

	return z + (g1 + (g2 + (g3 + g4 / f) / f) / f) / f;
}

/* A straight line through pieces: by the instructions, or by their logarithm,
 * for what changes less and less. */
struct line {
	double mean, deviation; /* of the values: from their mean */
	double most;            /* that one is from it */
	double middle, slope;
	double error;  /* of the slope: its standard error */
	double square; /* of the rest, by weight */
	double length; /* of what it goes through, in instructions */
	bool flattens; /* the places are logarithms */
};

static double place_of(const struct trend_piece *p, bool flattens)
{
	return flattens ? log(p->at) : p->at;
}

static struct line fit(const struct trend_piece *p, size_t n, bool flattens)
{
	struct line l = { .flattens = flattens };
	double weight = 0, xx = 0, xy = 0, yy = 0;

	for (size_t i = 0; i < n; i++) {
		weight += p[i].weight;
		l.mean += p[i].weight * p[i].value;
		l.middle += p[i].weight * place_of(&p[i], flattens);
	}
	l.mean /= weight;
	l.middle /= weight;
	for (size_t i = 0; i < n; i++) {
		const double x = place_of(&p[i], flattens) - l.middle;
		const double y = p[i].value - l.mean;

		xx += p[i].weight * x * x;
		xy += p[i].weight * x * y;
		yy += p[i].weight * y * y;
	}
	for (size_t i = 0; i < n; i++)
		l.most = fmax(l.most, fabs(p[i].value - l.mean));
	if (!flattens)
		l.length = 2 * (p[n - 1].at + p[n - 1].weight / 2 - l.middle);
	l.deviation = sqrt(yy / weight * (double)n / fmax(1, (double)n - 1));
	l.slope = xx > 0 ? xy / xx : 0;
	l.square = fmax(0, yy - l.slope * xy);
	l.error = n > 2 && xx > 0 ? sqrt(l.square / xx / ((double)n - 2))
	                          : INFINITY;
	return l;
}

/*
 * A logarithmic trend predicts less change than a straight line, so it has to
 * fit clearly better: by four in Akaike's criterion, n ln(ratio), from which on
 * the other model has little support (Burnham and Anderson, Model Selection and
 * Multimodel Inference, 2.6), for the usual ten pieces.
 */
static struct line find_line(const struct trend_piece *p, size_t n)
{
	const struct line straight = fit(p, n, false);
	const struct line flat = fit(p, n, true);

	return flat.square < sampling.much_better * straight.square ? flat
	                                                            : straight;
}

/* The mean of the logarithm from one place to another */
static double mean_log(double from, double to)
{
	return (to * log(to) - from * log(from)) / (to - from) - 1;
}

/*
 * By the slope times what lies between the middle of what was seen and that of
 * the rest. It is not believed for longer than several times what was seen.
 */
static double further(const struct line *l, size_t pieces, double share,
                      double seen)
{
	const double slope = fabs(l->slope);
	const double error = student_t((double)pieces - 1) * l->error;
	const double rest = seen * share / fmax(1e-9, 1 - share);
	const double far =
		l->flattens ? share * (mean_log(seen, seen + rest) - l->middle)
			    : fmin(sampling.longest_trend / 2 * seen,
	                           share * (l->length + rest) / 2);

	return slope > error ? (slope + error) * far : 0;
}

struct trend trend_of(const struct trend_piece *p, size_t n, double share,
                      double seen)
{
	const struct line l = find_line(p, n);

	return (struct trend){
		fmax(l.most, student_t((double)n) * l.deviation),
		further(&l, n, share, seen),
	};
}
