/*
 * The roofline: what a loop computes in a second, against the operations it
 * does for each byte from memory, below what a core and its share of the
 * memory allow (Williams, Waterman, Patterson, CACM 52(4), 2009).
 */
#include "picture.h"

#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "base/strbuf.h"

enum {
	WIDTH = 640,
	HEIGHT = 360,
	LEFT = 64,
	RIGHT = 20,
	TOP = 20,
	BOTTOM = 48
};

/* Both axes: decades from low to high. */
struct axes {
	double x_low, x_high, y_low, y_high; /* powers of ten, as exponents */
};

static double at_x(const struct axes *a, double v)
{
	return LEFT + (log10(v) - a->x_low) / (a->x_high - a->x_low) *
	                      (WIDTH - LEFT - RIGHT);
}

static double at_y(const struct axes *a, double v)
{
	return HEIGHT - BOTTOM -
	       (log10(v) - a->y_low) / (a->y_high - a->y_low) *
	               (HEIGHT - TOP - BOTTOM);
}

static bool usable(const struct picture_point *p)
{
	return p->intensity > 0 && isfinite(p->intensity) && p->rate > 0 &&
	       isfinite(p->rate);
}

static void fit(struct axes *a, const struct picture_roof *roof,
                const struct picture_point *points, size_t n)
{
	const double top =
		fmax(roof->vector_flops_per_s, roof->scalar_flops_per_s);
	const double ridge = top / roof->bytes_per_s;

	*a = (struct axes){ -2, ceil(log10(ridge * 4)), log10(top) - 3,
		            ceil(log10(top * 1.2)) };
	for (size_t i = 0; i < n; i++) {
		if (!usable(&points[i]))
			continue;
		a->x_low = fmin(a->x_low, floor(log10(points[i].intensity)));
		a->x_high = fmax(a->x_high, ceil(log10(points[i].intensity)));
		a->y_low = fmin(a->y_low, floor(log10(points[i].rate)));
		a->y_high = fmax(a->y_high, ceil(log10(points[i].rate)));
	}
	a->y_low = floor(a->y_low);
	a->x_low = fmax(a->x_low, -4);
	a->x_high = fmin(fmax(a->x_high, a->x_low + 1), 4);
	a->y_low = fmax(a->y_low, a->y_high - 8);
}

static void add_grid(struct strbuf *b, const struct axes *a)
{
	for (int e = (int)ceil(a->x_low); e <= a->x_high; e++) {
		const double x = at_x(a, pow(10, e));

		strbuf_addf(b,
		            "<path class=\"grid\" d=\"M%.1f %dV%d\"/>"
		            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">"
		            "%g</text>",
		            x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 16,
		            pow(10, e));
	}
	for (int e = (int)a->y_low; e <= a->y_high; e++) {
		const double y = at_y(a, pow(10, e));

		strbuf_addf(b,
		            "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
		            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">"
		            "%g</text>",
		            LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4,
		            pow(10, e - 9));
	}
	strbuf_addf(b,
	            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
	            "operations per byte from memory</text>"
	            "<text x=\"14\" y=\"%d\" text-anchor=\"middle\" "
	            "transform=\"rotate(-90 14 %d)\">10<tspan dy=\"-4\" "
	            "font-size=\"9\">9</tspan><tspan dy=\"4\"> operations per "
	            "second</tspan></text>",
	            (WIDTH + LEFT) / 2, HEIGHT - 8, HEIGHT / 2, HEIGHT / 2);
}

/* The slope of the memory up to the flat of the arithmetic */
static void add_roof(struct strbuf *b, const struct axes *a, double bytes,
                     double flops, const char *label)
{
	const double low = pow(10, a->x_low), high = pow(10, a->x_high);
	const double ridge = fmin(fmax(flops / bytes, low), high);
	const double start = fmax(fmin(flops, bytes * low), pow(10, a->y_low));

	if (!(flops > 0))
		return;
	strbuf_addf(b,
	            "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1fH%d\"/>"
	            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
	            at_x(a, fmax(low, start / bytes)), at_y(a, start),
	            at_x(a, ridge), at_y(a, fmin(flops, bytes * ridge)),
	            WIDTH - RIGHT, WIDTH - RIGHT - 4, at_y(a, flops) - 5,
	            label);
}

void picture_roofline(struct strbuf *b, const struct picture_roof *roof,
                      const struct picture_point *points, size_t n)
{
	struct axes a;

	fit(&a, roof, points, n);
	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Roofline\">\n");
	strbuf_addf(
		b,
		"<svg class=\"roofline\" viewBox=\"0 0 %d %d\" "
		"role=\"group\" aria-label=\"Roofline of the hot loops; the "
		"table below holds its numbers\">",
		WIDTH, HEIGHT);
	add_grid(b, &a);
	add_roof(b, &a, roof->bytes_per_s, roof->scalar_flops_per_s,
	         "one core, scalar");
	add_roof(b, &a, roof->bytes_per_s, roof->vector_flops_per_s,
	         "one core, vector");
	for (size_t i = 0; i < n; i++) {
		const struct picture_point *p = &points[i];
		double x, y;

		if (!usable(p))
			continue;
		/* points beyond an end are drawn at it */
		x = fmin(fmax(at_x(&a, p->intensity), LEFT), WIDTH - RIGHT);
		y = fmin(fmax(at_y(&a, p->rate), TOP), HEIGHT - BOTTOM);
		strbuf_addf(b,
		            "<a href=\"#s%zu\" aria-label=\"section "
		            "%zu\"><circle cx=\"%.1f\" cy=\"%.1f\" "
		            "r=\"9\"/><text class=\"in\" x=\"%.1f\" y=\"%.1f\" "
		            "text-anchor=\"middle\">%zu</text></a>",
		            p->number, p->number, x, y, x, y + 4, p->number);
	}
	strbuf_adds(b, "</svg>\n</div>\n");
}
