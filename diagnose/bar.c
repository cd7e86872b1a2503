#include "bar.h"

#include <math.h>

#include "base/banned.h"
#include "base/strbuf.h"

const char bar_scale[] = "great.....good......okay......bad.......problematic";

_Static_assert(sizeof(bar_scale) - 1 == BAR_MAX, "the scale is one bar long");

size_t bar_length(double value, double good)
{
	double length;

	if (isnan(value) || isnan(good))
		return 0;
	length = floor(value * BAR_PER_GOOD / good + 0.5);
	if (!(length >= 1))
		return 1;
	return length > BAR_MAX ? BAR_MAX : (size_t)length;
}

void bar_render(struct strbuf *b, const double *values, const double *good,
                size_t n)
{
	size_t one = n > 0 ? bar_length(values[0], good[0]) : 0;
	size_t two = n > 1 ? bar_length(values[1], good[1]) : 0;

	if (one == 0 || two == 0) {
		strbuf_addn(b, '>', one + two);
		return;
	}
	strbuf_addn(b, '>', one < two ? one : two);
	if (one > two)
		strbuf_addn(b, '1', one - two);
	else
		strbuf_addn(b, '2', two - one);
}

enum bar_rating bar_rating(double value, double good)
{
	size_t step;

	if (isnan(value) || isnan(good))
		return BAR_UNKNOWN;
	/* the rating is the word above the bar's last character */
	step = (bar_length(value, good) - 1) / BAR_PER_GOOD;
	return step > BAR_PROBLEMATIC ? BAR_PROBLEMATIC : (enum bar_rating)step;
}

const char *bar_rating_name(enum bar_rating rating)
{
	static const char *const names[] = { "great",       "good",
		                             "okay",        "bad",
		                             "problematic", "not measured" };

	return names[rating];
}
