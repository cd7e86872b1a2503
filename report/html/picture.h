/*
 * picture.h - bars and pictures of an assessment, as HTML and inline SVG
 *
 * No picture carries its own style, as the Content-Security-Policy allows
 * none: colours come from classes. Each says in words what it shows.
 */
#ifndef PERFEXPERT_REPORT_HTML_PICTURE_H
#define PERFEXPERT_REPORT_HTML_PICTURE_H

#include <stddef.h>

struct assess_section;
struct assessment;
struct strbuf;

/* One bar: label, ">>>" with its rating, and the value after it */
struct picture_bar {
	const char *label;
	const char *extra; /* its parts, for those who want numbers, or NULL */
	const double *values, *good; /* [n] */
	size_t n;
};
void picture_bar(struct strbuf *b, const struct picture_bar *bar);

/* picture_scale - the line above the bars: great.....good...... */
void picture_scale(struct strbuf *b);

/* A part of a stacked bar, drawn in colour c1 to c17 */
struct picture_part {
	const char *label;
	double value;
	unsigned color;
};

/* picture_color - of a category: that of the cause in accounts which it bounds,
 * so that a colour means the same everywhere */
unsigned picture_color(const char *category);

struct picture_stack {
	const struct picture_part *parts; /* [n] */
	size_t n;
	const char *what;      /* they are: "upper bounds" */
	double measured, good; /* the two marks */
};

/* picture_stack_length - the end of the longest of all that it shows */
double picture_stack_length(const struct picture_stack *s);

/*
 * picture_stack - the parts side by side, a mark at good and one at measured
 *
 * most: the value of the whole width, so that two can be compared
 * NAN leaves a mark or a part out; the unit is cycles per instruction.
 */
void picture_stack(struct strbuf *b, const struct picture_stack *s,
                   double most);

/* picture_key - which colour is which part, and what the two marks are */
void picture_key(struct strbuf *b, const struct picture_part *parts, size_t n);

/* picture_spread - smallest, mean and largest, with the deviation */
void picture_spread(struct strbuf *b, double min, double mean, double max,
                    double sd);

/* The levels that data comes from: L1, L2, L3 and memory */
enum { PICTURE_LEVELS = 4 };

/* What a core can do; a level that is NAN is not there. */
struct picture_roof {
	double bytes_per_s[PICTURE_LEVELS];
	double scalar_flops_per_s, vector_flops_per_s;
};

/* A loop under its roof: operations per byte of a level, and per second, of one
 * core */
struct picture_point {
	size_t number; /* of the section */
	const char *name;
	double share;   /* of the time: how large it is drawn */
	unsigned color; /* of its cause */
	size_t level;   /* that its bytes are from */
	double intensity, rate;
	double before[2]; /* the same of the first input; NAN: none */
};

/* picture_ceiling - operations per second that the roof allows there */
double picture_ceiling(const struct picture_roof *roof,
                       const struct picture_point *point);

/* picture_roofline - both axes logarithmic; points beyond them are drawn
 * at their ends */
void picture_roofline(struct strbuf *b, const struct picture_roof *roof,
                      const struct picture_point *points, size_t n);

#endif
