/*
 * perfexpert-sim: the timing model's numbers
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

enum unit { COUNT, SOME, CYCLES };

static const struct {
	const HChar *name;
	enum unit unit;
	UInt offset;
} numbers[N_NUMBERS] = {
#define NUMBER(name, unit) { #name, unit, offsetof(struct numbers, name) },
#include "numbers.def"
};

static const HChar *const class_name[N_CLASSES] = {
#define CLASS(name, text) text,
#include "numbers.def"
};

const HChar *model_class_name(UInt class)
{
	return class_name[class];
}

static Bool parse(const HChar **p, double *value)
{
	HChar *end;

	*value = VG_(strtod)(*p, &end);
	if (end == *p || !(*value >= 0) || *value > 1e10)
		return False;
	*p = end;
	return True;
}

static Bool starts(const HChar *text, const HChar *name, HChar then)
{
	const SizeT n = VG_(strlen)(name);

	return VG_STREQN(n, text, name) && text[n] == then;
}

/* Which of them a file has */
struct given {
	Bool number[N_NUMBERS];
};

/* "NAME VALUE" */
static Bool read_number(struct given *given, const HChar *line)
{
	for (UInt i = 0; i < N_NUMBERS; i++) {
		double value;

		if (!starts(line, numbers[i].name, ' '))
			continue;
		line += VG_(strlen)(numbers[i].name) + 1;
		if (!parse(&line, &value) || *line ||
		    (numbers[i].unit == SOME && !(value >= 1)))
			return False;
		given->number[i] = True;
		if (numbers[i].unit == CYCLES)
			value *= TICKS;
		*(ULong *)((UChar *)&sim.model->n + numbers[i].offset) =
			(ULong)(value + 0.5);
		return True;
	}
	return False;
}

/* "NAME LATENCY BUSY PIPES", the pipes as the bits of a number */
static Bool read_class(const HChar *line)
{
	for (UInt c = 0; c < N_CLASSES; c++) {
		double value[3];

		if (!starts(line, class_name[c], ' '))
			continue;
		line += VG_(strlen)(class_name[c]);
		for (UInt i = 0; i < 3; i++) {
			if (*line++ != ' ' || !parse(&line, &value[i]))
				return False;
		}
		if (*line || value[2] > 4294967295.0)
			return False;
		sim.model->op[c].latency = (ULong)(value[0] * TICKS + 0.5);
		sim.model->op[c].busy = (ULong)(value[1] * TICKS + 0.5);
		sim.model->op[c].pipes = (UInt)value[2];
		return sim.model->op[c].pipes != 0;
	}
	return False;
}

static Bool read_lines(struct given *given, HChar *text)
{
	while (*text) {
		HChar *end = VG_(strchr)(text, '\n');

		if (!end)
			return False;
		*end = '\0';
		if (!read_number(given, text) && !read_class(text))
			return False;
		text = end + 1;
	}
	return True;
}

enum { MAX_FILE = 1 << 14 };

static Bool read_file(struct given *given, const HChar *path)
{
	HChar *text = VG_(calloc)("sim.model", MAX_FILE + 1, 1);
	const Int fd = exec_open("--model=", path, VKI_O_RDONLY);
	const Bool ok = fd >= 0 && exec_read(fd, text, MAX_FILE) >= 0 &&
	                read_lines(given, text);

	VG_(free)(text);
	return ok;
}

/* Every number and class must be given: there are no defaults here. The first
 * that is not, or NULL */
static const HChar *missing(const struct given *given)
{
	for (UInt i = 0; i < N_NUMBERS; i++) {
		if (!given->number[i])
			return numbers[i].name;
	}
	for (UInt c = 0; c < N_CLASSES; c++) {
		if (!sim.model->op[c].pipes)
			return class_name[c];
	}
	return NULL;
}

void model_defaults(void)
{
	sim.model = VG_(calloc)("sim.model", 1, sizeof *sim.model);
}

/* --model=FILE, of lines of a number or a class each */
Bool model_option(const HChar *arg)
{
	const HChar *path = NULL, *name;
	struct given given = { { False } };

	if (!VG_STR_CLO(arg, "--model", path))
		return False;
	if (!read_file(&given, path)) {
		VG_(fmsg_bad_option)(arg, "no numbers of the timing model\n");
		VG_(exit)(1);
	}
	name = missing(&given);
	if (name) {
		VG_(fmsg_bad_option)(arg, "has no line of '%s'\n", name);
		VG_(exit)(1);
	}
	sim.model->wanted = True;
	return True;
}

/* An eighth of L2 and L3 for lines of page table entries. */
static void page_tables_init(void)
{
	struct geometry g = sim.g_l2;

	g.size /= 8;
	g.ways = 1;
	level_init(&sim.pte2, &g, False);
	g = sim.g_l3;
	g.size /= 8;
	g.ways = 1;
	level_init(&sim.pte3, &g, False);
}

Bool model_wanted(void)
{
	return sim.model->wanted;
}

void model_check_options(void)
{
	if (!sim.model->wanted)
		return;
	model_begin();
	page_tables_init();
	others_init();
	window_init();
	memory_init();
}
