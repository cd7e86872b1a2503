/* Numbers of a machine's geometry and peak, by their names in formulas. */
#include <math.h>

#include "base/banned.h"
#include "machine.h"
#include "machine_private.h"

static double line_of_cache(const struct machine_cache *c)
{
	return c->size_bytes ? (double)c->line_bytes : NAN;
}

static double known(double value)
{
	return value > 0 ? value : NAN;
}

static double l1_line(const struct machine *m)
{
	return line_of_cache(&m->geometry.l1d);
}

static double l2_line(const struct machine *m)
{
	return line_of_cache(&m->geometry.l2);
}

static double l3_line(const struct machine *m)
{
	return line_of_cache(&m->geometry.l3);
}

static double issue_width(const struct machine *m)
{
	return known(m->peak.issue_width);
}

static double vector_bits(const struct machine *m)
{
	return known(m->peak.vector_bits);
}

static double scalar_flops(const struct machine *m)
{
	return known(m->peak.scalar_flops);
}

static double vector_flops(const struct machine *m)
{
	return known(m->peak.vector_flops);
}

static double core_bytes(const struct machine *m)
{
	return known(m->peak.core_bytes_per_s);
}

static double socket_bytes(const struct machine *m)
{
	return known(m->peak.socket_bytes_per_s);
}

static double socket_cores(const struct machine *m)
{
	return known(m->peak.socket_cores);
}

static const struct {
	const char *name;
	double (*value)(const struct machine *m);
} constants[] = {
	{ "L1_line", l1_line },
	{ "L2_line", l2_line },
	{ "L3_line", l3_line },
	{ "issue_width", issue_width },
	{ "vector_bits", vector_bits },
	{ "scalar_flops", scalar_flops },
	{ "vector_flops", vector_flops },
	{ "core_bytes_per_s", core_bytes },
	{ "socket_bytes_per_s", socket_bytes },
	{ "socket_cores", socket_cores },
};

enum { NCONSTANTS = sizeof(constants) / sizeof(*constants) };

double machine_constant(const struct machine *m, const char *name)
{
	for (size_t i = 0; i < NCONSTANTS; i++) {
		if (strcmp(constants[i].name, name) == 0)
			return constants[i].value(m);
	}
	return NAN;
}

bool machine_is_constant(const char *name)
{
	for (size_t i = 0; i < NCONSTANTS; i++) {
		if (strcmp(constants[i].name, name) == 0)
			return true;
	}
	return false;
}
