#include "simout_seen.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "simout.h"
#include "simout_words.h"

/* fp=64:a4m4 */
bool simout_read_fp(struct sim_instr *in, char *s)
{
	static const char classes[] = {
#define FP(name, letter, ...) letter,
#include "wire.def"
		'\0'
	};
	char *colon = strchr(s, ':');
	uint64_t bits;

	if (!colon)
		return false;
	*colon = '\0';
	if (!words_number(s, &bits) || bits < 16 || bits > 128)
		return false;
	in->fp_bits = (uint8_t)bits;
	for (s = colon + 1; *s;) {
		const char *class = strchr(classes, *s++);
		const size_t digits = strspn(s, "0123456789");
		unsigned lanes = 0;

		if (!class || digits < 1 || digits > 3)
			return false;
		for (size_t i = 0; i < digits; i++)
			lanes = 10 * lanes + (unsigned)(*s++ - '0');
		if (lanes < 1 || lanes > 255)
			return false;
		in->lanes[class - classes] = (uint8_t)lanes;
	}
	return true;
}

bool simout_read_turns(struct sim_turns *t, char *value)
{
	uint64_t v;

	for (size_t i = 0; value; i++) {
		char *next = strchr(value, ':');

		if (next)
			*next++ = '\0';
		if (i > SIM_TURNS || !words_number(value, &v))
			return false;
		*(i ? &t->work[i - 1] : &t->done) = (double)v;
		t->n = i;
		value = next;
	}
	return true;
}

const struct sim_arguments *simout_read_arguments(struct arena *arena,
                                                  char *value)
{
	struct sim_arguments *a = arena_alloc(arena, 1, sizeof(*a));
	int64_t n;
	uint64_t v[4];

	if (!words_colons(value, &n, v, 4) || n < 1)
		return NULL;
	for (size_t i = 0; i < 4; i++) {
		if (v[i] > (uint64_t)n)
			return NULL;
	}
	*a = (struct sim_arguments){
		.n = (double)n,
		.same = { (double)v[0], (double)v[2] },
		.known = { (double)v[1], (double)v[3] },
	};
	return a;
}

/* PART:ALL, a part of at least so much */
static bool read_part(char *value, int64_t least, int64_t *part, uint64_t *all)
{
	return words_colons(value, part, all, 1) && *part >= least &&
	       (uint64_t)*part <= *all;
}

/* STORE:LOADS:OF:AHEAD, of which LOADS are a part of OF */
static bool read_flow(struct sim_instr *in, char *value)
{
	int64_t store;
	uint64_t v[3];

	if (!words_colons(value, &store, v, 3) || store < 0 || v[1] < 1 ||
	    v[0] > v[1])
		return false;
	in->flow_store = (uint64_t)store;
	in->flow_loads = v[0];
	in->flow_of = v[1];
	in->flow_ahead = v[2];
	return true;
}

/* SEEN:ZEROS:SMALL32:SMALL64 */
static bool read_values(struct sim_instr *in, char *value)
{
	int64_t seen;
	uint64_t v[3];

	if (!words_colons(value, &seen, v, 3) || seen < 1)
		return false;
	for (size_t i = 0; i < 3; i++) {
		if (v[i] > (uint64_t)seen)
			return false;
	}
	in->values_seen = (uint64_t)seen;
	in->zeros = v[0];
	in->subnormal32 = v[1];
	in->subnormal64 = v[2];
	return true;
}

/* STRIDE:HITS:SAMPLES */
static bool read_stride(struct sim_instr *in, char *value)
{
	int64_t stride;
	uint64_t v[2];

	if (!words_colons(value, &stride, v, 2) || v[0] > v[1] || v[1] < 1 ||
	    v[1] > UINT32_MAX)
		return false;
	in->stride = stride;
	in->stride_samples = (uint32_t)v[1];
	in->stride_share = (double)v[0] / (double)v[1];
	return true;
}

/* TURNS:THOUSANDTHS, by which these differ at most */
static bool read_ending(struct sim_instr *in, char *value)
{
	int64_t turns;
	uint64_t differ;

	if (!words_colons(value, &turns, &differ, 1) || turns < 0 ||
	    turns > UINT16_MAX || differ > 1000)
		return false;
	in->ends = true;
	in->periods = (uint32_t)turns;
	in->periods_differ = (double)differ / 1000;
	return true;
}

/* What was seen of addresses and lines: two to four numbers with colons. */
bool simout_read_seen(struct sim_instr *in, const char *key, char *value,
                      bool *known)
{
	int64_t first;
	uint64_t v[2];

	*known = true;
	if (!strcmp(key, "sd")) {
		if (!read_stride(in, value))
			return false;
	} else if (!strcmp(key, "s2")) {
		if (!words_colons(value, &first, v, 1) || v[0] < 1)
			return false;
		in->stride2 = first;
		in->stride2_samples = v[0];
	} else if (!strcmp(key, "fl")) {
		if (!read_part(value, 0, &first, v) || v[0] < 1)
			return false;
		in->falling = (double)first / (double)v[0];
	} else if (!strcmp(key, "ar")) {
		if (!read_part(value, 0, &first, v))
			return false;
		in->low = (uint64_t)first;
		in->high = v[0];
	} else if (!strcmp(key, "df")) {
		if (!read_flow(in, value))
			return false;
	} else if (!strcmp(key, "vl")) {
		if (!read_values(in, value))
			return false;
	} else if (!strcmp(key, "fs")) {
		if (!read_part(value, 1, &first, v))
			return false;
		in->shared_samples = (uint64_t)first;
		in->shared_of = v[0];
	} else if (!strcmp(key, "cf")) {
		if (!read_part(value, 1, &first, v))
			return false;
		in->conflicts = (double)first / (double)v[0];
	} else if (!strcmp(key, "lu")) {
		if (!words_colons(value, &first, v, 1) || first < 1)
			return false;
		in->line_bytes_used = (double)v[0] / (double)first;
	} else if (!strcmp(key, "la")) {
		if (!words_colons(value, &first, v, 1) || first < 0 || v[0] < 1)
			return false;
		in->late = (uint64_t)first;
		in->rather_late = v[0];
	} else if (!strcmp(key, "en")) {
		if (!read_ending(in, value))
			return false;
	} else {
		*known = false;
	}
	return *known;
}
