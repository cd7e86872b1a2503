#include "num.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>

#include "banned.h"

bool num_double(const char *s, double *value)
{
	char *end;

	if (!isdigit((unsigned char)*s) && *s != '-' && *s != '.')
		return false;
	if (strpbrk(s, "xXpPnN"))
		return false; /* hexadecimal, nan and inf */
	*value = strtod(s, &end);
	return end != s && *end == '\0' && isfinite(*value);
}

bool num_is_count(double *value)
{
	static const double most = 1e60, least = 1e-60;

	if (!(*value >= 0 && *value <= most))
		return false;
	if (*value < least)
		*value = 0;
	return true;
}

bool num_count(const char *s, double *value)
{
	return *s != '-' && num_double(s, value) && num_is_count(value);
}

bool num_u64(const char *s, uint64_t *value)
{
	int base = 10;
	char *end;

	if (s[0] == '0' && s[1] == 'x') {
		s += 2;
		base = 16;
	}
	if (base == 10 ? !isdigit((unsigned char)*s)
	               : !isxdigit((unsigned char)*s))
		return false;
	errno = 0;
	*value = strtoull(s, &end, base);
	return *end == '\0' && errno == 0;
}

bool num_i64(const char *s, int64_t *value)
{
	const char *digits = s + (*s == '-');
	char *end;

	if (!isdigit((unsigned char)*digits))
		return false;
	errno = 0;
	*value = strtoll(s, &end, 10);
	return *end == '\0' && errno == 0;
}

bool num_int(const char *s, int min, int max, int *value)
{
	int64_t wide;

	if (!num_i64(s, &wide) || wide < min || wide > max)
		return false;
	*value = (int)wide;
	return true;
}

/* A count followed by one of these letters, or by none */
struct unit {
	char letter;
	double factor;
};

static bool count_with_unit(const char *s, const struct unit *units,
                            double *value)
{
	size_t n = strlen(s);
	char digits[32];
	double factor = 1;

	if (n == 0 || n >= sizeof(digits))
		return false;
	memcpy(digits, s, n + 1);
	if (isalpha((unsigned char)digits[n - 1])) {
		while (units->letter && units->letter != digits[n - 1])
			units++;
		if (!units->letter)
			return false;
		factor = units->factor;
		digits[n - 1] = '\0';
	}
	if (!num_count(digits, value))
		return false;
	*value *= factor;
	return true;
}

bool num_duration(const char *s, double *time_s)
{
	static const struct unit units[] = {
		{ 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 0, 0 }
	};

	return count_with_unit(s, units, time_s);
}

bool num_size(const char *s, double *bytes)
{
	static const struct unit units[] = { { 'K', 1024 },
		                             { 'M', 1048576 },
		                             { 'G', 1073741824 },
		                             { 'T', 1099511627776 },
		                             { 0, 0 } };

	return count_with_unit(s, units, bytes);
}

static bool reads_back(char *buf, int digits, double value)
{
	return snprintf(buf, NUM_SHORTEST, "%.*g", digits, value) <
	               NUM_SHORTEST &&
	       strtod(buf, NULL) == value;
}

const char *num_shortest(char *buf, double value)
{
	int digits = 6;

	if (isnan(value))
		return "nan";
	if (isinf(value))
		return value < 0 ? "-inf" : "inf";
	if (fabs(value) < 1e15 && value == floor(value)) {
		snprintf(buf, NUM_SHORTEST, "%.0f", value);
		return buf;
	}
	/* 15 digits keep what fewer keep, and most of what is computed needs
	 * more */
	if (!reads_back(buf, 15, value))
		digits = 16;
	while (!reads_back(buf, digits, value) && digits < 17)
		digits++;
	return buf;
}

const char *num_grouped(char *buf, size_t size, double value)
{
	char digits[64];
	size_t len, out = 0;

	snprintf(digits, sizeof(digits), "%.0f", value);
	len = strlen(digits);
	for (size_t i = 0; i < len && out + 2 < size; i++) {
		bool group = i && (len - i) % 3 == 0 &&
		             isdigit((unsigned char)digits[i - 1]);

		if (group)
			buf[out++] = ',';
		buf[out++] = digits[i];
	}
	buf[out] = '\0';
	return buf;
}
