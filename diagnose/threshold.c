#include "threshold.h"

#include <stddef.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"

/* The share that text says: "10%" is 0.1. */
static bool read_share(const char *text, double *share)
{
	char digits[64];
	size_t n = strlen(text);
	bool percent = n > 0 && text[n - 1] == '%';

	if (percent)
		n--;
	if (n == 0 || n >= sizeof(digits))
		return false;
	memcpy(digits, text, n);
	digits[n] = '\0';
	if (!num_double(digits, share))
		return false;
	if (percent)
		*share /= 100;
	return true;
}

bool threshold_looks_like(const char *text)
{
	double share;

	return read_share(text, &share);
}

int threshold_parse(const char *text, double *threshold, struct err *err)
{
	double share;

	if (!read_share(text, &share))
		return err_set(err, ERR_USAGE, "threshold '%s' is not a number",
		               text);
	if (!(share > 0 && share <= 1))
		return err_set(err, ERR_USAGE,
		               "threshold '%s' is out of range: a share of the "
		               "total runtime above 0 and at most 1, such as "
		               "0.1 or 10%%",
		               text);
	*threshold = share;
	return 0;
}
