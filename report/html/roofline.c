/*
 * The roofline: what a loop computes in a second, against the operations it
 * does for each byte, below what a core and each level of the memory allow
 * (Williams, Waterman, Patterson, CACM 52(4), 2009; all levels: Ilic, Pratas,
 * Sousa, IEEE CAL 13(1), 2014).
 */
#include "picture.h"

#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "base/short_name.h"
#include "base/strbuf.h"
#include "html.h"

enum {
	WIDTH = 760,
	HEIGHT = 420,
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

static double top_of(const struct picture_roof *roof)
{
	return fmax(roof->vector_flops_per_s, roof->scalar_flops_per_s);
}

double picture_ceiling(const struct picture_roof *roof,
                       const struct picture_point *point)
{
	const double bytes = roof->bytes_per_s[point->level];

	return fmin(top_of(roof),
	            bytes > 0 ? bytes * point->intensity : INFINITY);
}

static void fit_to(struct axes *a, double intensity, double rate)
{
	if (!(intensity > 0) || !(rate > 0) || !isfinite(intensity) ||
	    !isfinite(rate))
		return;
	a->x_low = fmin(a->x_low, floor(log10(intensity)));
	a->x_high = fmax(a->x_high, ceil(log10(intensity)));
	a->y_low = fmin(a->y_low, floor(log10(rate)));
	a->y_high = fmax(a->y_high, ceil(log10(rate)));
}

static void fit(struct axes *a, const struct picture_roof *roof,
                const struct picture_point *points, size_t n)
{
	const double top = top_of(roof);
	const double ridge = top / roof->bytes_per_s[PICTURE_LEVELS - 1];

	*a = (struct axes){ -2, ceil(log10(ridge * 4)), log10(top) - 2,
		            ceil(log10(top * 1.2)) };
	for (size_t i = 0; i < n; i++) {
		fit_to(a, points[i].intensity, points[i].rate);
		fit_to(a, points[i].before[0], points[i].before[1]);
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
	            "operations per byte</text>"
	            "<text x=\"14\" y=\"%d\" text-anchor=\"middle\" "
	            "transform=\"rotate(-90 14 %d)\">10<tspan dy=\"-4\" "
	            "font-size=\"9\">9</tspan><tspan dy=\"4\"> operations per "
	            "second</tspan></text>",
	            (WIDTH + LEFT) / 2, HEIGHT - 8, HEIGHT / 2, HEIGHT / 2);
}

/* What a level gives: a slope up to the flat of the arithmetic, with its name
 * along it */
static void add_slope(struct strbuf *b, const struct axes *a,
                      const struct picture_roof *roof, size_t level)
{
	static const char *const names[PICTURE_LEVELS] = { "L1", "L2", "L3",
		                                           "memory" };
	const double bytes = roof->bytes_per_s[level], top = top_of(roof);
	const double low = pow(10, a->x_low), high = pow(10, a->x_high);
	const double from = fmax(low, pow(10, a->y_low) / bytes);
	const double to = fmin(top / bytes, high);
	const double angle =
		-atan2((HEIGHT - TOP - BOTTOM) / (a->y_high - a->y_low),
	               (WIDTH - LEFT - RIGHT) / (a->x_high - a->x_low)) *
		180 / acos(-1);
	/* L1 and L2 above their lines, L3 and memory below theirs, as the lines
	 * of L2 and L3 may nearly be one */
	const double at = from * pow(to / from, 0.35);

	if (!(bytes > 0) || !(to > from))
		return;
	strbuf_addf(b,
	            "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1f\"/>"
	            "<text transform=\"translate(%.1f %.1f) "
	            "rotate(%.1f)\" dy=\"%d\">%s, %.3g GB/s</text>",
	            at_x(a, from), at_y(a, bytes * from), at_x(a, to),
	            at_y(a, bytes * to), at_x(a, at), at_y(a, bytes * at),
	            angle, level < 2 ? -4 : 12, names[level], bytes / 1e9);
}

/* The arithmetic, from where the fastest level reaches it */
static void add_flat(struct strbuf *b, const struct axes *a,
                     const struct picture_roof *roof, double flops,
                     const char *label)
{
	double bytes = 0;

	for (size_t i = 0; i < PICTURE_LEVELS; i++)
		bytes = fmax(bytes, roof->bytes_per_s[i]);
	if (!(flops > 0) || !(bytes > 0))
		return;
	strbuf_addf(b,
	            "<path class=\"roof\" d=\"M%.1f %.1fH%d\"/>"
	            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
	            fmax(at_x(a, flops / bytes), LEFT), at_y(a, flops),
	            WIDTH - RIGHT, WIDTH - RIGHT - 4, at_y(a, flops) - 5,
	            label);
}

/* Points beyond an end are drawn at it. */
static double in_x(const struct axes *a, double v)
{
	return fmin(fmax(at_x(a, v), LEFT), WIDTH - RIGHT);
}

static double in_y(const struct axes *a, double v)
{
	return fmin(fmax(at_y(a, v), TOP), HEIGHT - BOTTOM);
}

/* From where it was to where it is; nothing where that is one place */
static void add_arrow(struct strbuf *b, const struct axes *a,
                      const struct picture_point *p, double r)
{
	const double x = in_x(a, p->intensity), y = in_y(a, p->rate);
	const double x0 = in_x(a, p->before[0]), y0 = in_y(a, p->before[1]);
	const double length = hypot(x - x0, y - y0);
	double ux, uy;

	if (!(p->before[0] > 0) || !(p->before[1] > 0) || length < r + 8)
		return;
	ux = (x - x0) / length;
	uy = (y - y0) / length;
	/* the head ends at the rim of the dot */
	strbuf_addf(b,
	            "<circle class=\"was\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>"
	            "<path class=\"axis\" d=\"M%.1f %.1fL%.1f %.1fM%.1f "
	            "%.1fL%.1f %.1fL%.1f %.1f\"/>",
	            x0, y0, x0 + 4 * ux, y0 + 4 * uy, x - r * ux, y - r * uy,
	            x - (r + 7) * ux + 4 * uy, y - (r + 7) * uy - 4 * ux,
	            x - r * ux, y - r * uy, x - (r + 7) * ux - 4 * uy,
	            y - (r + 7) * uy + 4 * ux);
}

static void add_point(struct strbuf *b, const struct axes *a,
                      const struct picture_point *p)
{
	const double x = in_x(a, p->intensity), y = in_y(a, p->rate);
	/* the area is the share of the time; the number has room in each */
	const double r = fmax(8, 20 * sqrt(fmin(fmax(p->share, 0), 1)));
	const bool left = x > LEFT + 0.7 * (WIDTH - LEFT - RIGHT);
	struct strbuf name = STRBUF_INIT;

	add_arrow(b, a, p, r);
	short_name(&name, p->name && *p->name ? p->name : "<unknown>");
	strbuf_addf(b,
	            "<a href=\"#s%zu\"><circle "
	            "class=\"c%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>"
	            "<text class=\"in\" x=\"%.1f\" y=\"%.1f\" "
	            "text-anchor=\"middle\">%zu</text>",
	            p->number, p->color, x, y, r, x, y + 4, p->number);
	strbuf_addf(b, "<text x=\"%.1f\" y=\"%.1f\"%s>",
	            left ? x - r - 4 : x + r + 4, y + 4,
	            left ? " text-anchor=\"end\"" : "");
	html_name(b, name.s);
	strbuf_adds(b, "</text></a>");
	strbuf_release(&name);
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
	for (size_t i = 0; i < PICTURE_LEVELS; i++)
		add_slope(b, &a, roof, i);
	add_flat(b, &a, roof, roof->scalar_flops_per_s, "scalar arithmetic");
	add_flat(b, &a, roof, roof->vector_flops_per_s, "vector arithmetic");
	for (size_t i = 0; i < n; i++) {
		if (usable(&points[i]))
			add_point(b, &a, &points[i]);
	}
	strbuf_adds(b, "</svg>\n</div>\n");
}
