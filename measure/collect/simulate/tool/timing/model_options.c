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

/* Names, and what is in cycles, are arch/model.lua's. */
static const struct {
	const HChar *name;
	UInt offset;
	Bool cycles;
} numbers[] = {
#define COUNT(member)                                                          \
	{                                                                      \
#member, offsetof(struct numbers, member), False               \
	}
#define CYCLES(member)                                                         \
	{                                                                      \
#member, offsetof(struct numbers, member), True                \
	}
	COUNT(decode_width),
	COUNT(decode_bytes),
	COUNT(op_cache),
	COUNT(op_cache_width),
	COUNT(op_cache_entry),
	COUNT(op_cache_apart),
	CYCLES(op_cache_turn),
	CYCLES(taken_branch),
	COUNT(btb),
	CYCLES(btb_miss),
	COUNT(btb_all),
	CYCLES(btb_unknown),
	CYCLES(mispredict),
	COUNT(dispatch_width),
	COUNT(retire_width),
	COUNT(rob),
	CYCLES(window_hold),
	COUNT(registers),
	COUNT(registers_fp),
	COUNT(scheduler),
	COUNT(scheduler_fp),
	COUNT(queue_fp),
	COUNT(load_queue),
	COUNT(store_queue),
	CYCLES(load_indexed),
	COUNT(select_joint),
	CYCLES(load_extended),
	CYCLES(store_forward),
	CYCLES(store_forward_fail),
	CYCLES(store_rename),
	CYCLES(store_commit),
	COUNT(store_line),
	COUNT(store_lines),
	CYCLES(line_split),
	COUNT(gather_passes),
	CYCLES(string_start),
	CYCLES(string_long),
	COUNT(string_bytes),
	COUNT(l1_misses),
	COUNT(waiting_loads),
	COUNT(l2_misses),
	CYCLES(l2_latency),
	CYCLES(l3_latency),
	CYCLES(memory_latency),
	CYCLES(l1_set),
	CYCLES(l1_set_far),
	CYCLES(l2_line),
	CYCLES(l3_line),
	CYCLES(code_line),
	CYCLES(code_line_far),
	CYCLES(code_line_jump),
	CYCLES(memory_line),
	CYCLES(memory_write),
	CYCLES(tlb2_hit),
	CYCLES(tlb2_code),
	CYCLES(walk),
	CYCLES(l3_others),
	CYCLES(l3_random),
	CYCLES(memory_random),
	COUNT(walkers),
	CYCLES(call_return),
	CYCLES(branch_far),
	CYCLES(store_predict),
	COUNT(fetch_ahead),
	COUNT(fetch_window),
	COUNT(prefetch_next),
	COUNT(prefetch_next_into),
	COUNT(prefetch_next_learns),
	COUNT(prefetch_stride),
	COUNT(prefetch_stride_ahead),
	COUNT(prefetch_stride_reach),
	COUNT(prefetch_stride_far),
	COUNT(prefetch_streams),
	COUNT(prefetch_ahead),
	COUNT(prefetch_page),
	COUNT(prefetch_stride_page),
	COUNT(prefetch_stream_near),
	COUNT(prefetch_translates),
	COUNT(wide_passes),
	CYCLES(fp_add_next),
#undef COUNT
#undef CYCLES
};

static const HChar *const class_name[N_CLASSES] = {
	[C_INT] = "int",
	[C_INT_SHIFT] = "int_shift",
	[C_INT_SELECT] = "int_select",
	[C_INT_ADDRESS] = "int_address",
	[C_INT_MUL] = "int_mul",
	[C_INT_DIV] = "int_div",
	[C_INT_DIV_WIDE] = "int_div_wide",
	[C_BRANCH] = "branch",
	[C_VEC_INT] = "vec_int",
	[C_VEC_SHIFT] = "vec_shift",
	[C_VEC_SHUFFLE] = "vec_shuffle",
	[C_VEC_INT_MUL] = "vec_int_mul",
	[C_VEC_TO_INT] = "vec_to_int",
	[C_INT_TO_VEC] = "int_to_vec",
	[C_FP_COMPARE] = "fp_compare",
	[C_FP_ADD] = "fp_add",
	[C_FP_MUL] = "fp_mul",
	[C_FP_FMA] = "fp_fma",
	[C_FP_CONVERT] = "fp_convert",
	[C_FP_DIV] = "fp_div",
	[C_FP_DIV_FLOAT] = "fp_div_float",
	[C_FP_DIV_PACKED] = "fp_div_packed",
	[C_FP_DIV_PACKED_FLOAT] = "fp_div_packed_float",
	[C_FP_SQRT] = "fp_sqrt",
	[C_FP_SQRT_FLOAT] = "fp_sqrt_float",
	[C_FP_SQRT_PACKED] = "fp_sqrt_packed",
	[C_FP_SQRT_PACKED_FLOAT] = "fp_sqrt_packed_float",
	[C_FP_STACK] = "fp_stack",
	[C_FP_SLOW] = "fp_slow",
	[C_LOAD] = "load",
	[C_LOAD_VEC] = "load_vec",
	[C_LOAD_WIDE] = "load_wide",
	[C_STORE] = "store",
	[C_STORE_VEC] = "store_vec",
	[C_STORE_WIDE] = "store_wide",
	[C_ATOMIC] = "atomic",
	[C_CONTROL] = "control_read",
	[C_SERIALISE] = "serialise",
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

/* "NAME VALUE" */
static Bool read_number(const HChar *line)
{
	for (UInt i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		double value;

		if (!starts(line, numbers[i].name, ' '))
			continue;
		line += VG_(strlen)(numbers[i].name) + 1;
		if (!parse(&line, &value) || *line)
			return False;
		if (numbers[i].cycles)
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

static Bool read_lines(HChar *text)
{
	while (*text) {
		HChar *end = VG_(strchr)(text, '\n');

		if (!end)
			return False;
		*end = '\0';
		if (!read_number(text) && !read_class(text))
			return False;
		text = end + 1;
	}
	return True;
}

enum { MAX_FILE = 1 << 14 };

static Bool read_file(const HChar *path)
{
	HChar *text = VG_(calloc)("sim.model", MAX_FILE + 1, 1);
	const Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	Int n = 0, used = 0;
	Bool ok;

	while (fd >= 0 && used < MAX_FILE &&
	       (n = VG_(read)(fd, text + used, MAX_FILE - used)) > 0)
		used += n;
	if (fd >= 0)
		VG_(close)(fd);
	ok = fd >= 0 && n == 0 && read_lines(text);
	VG_(free)(text);
	return ok;
}

/* Every number and class must be given: there are no defaults here. */
static Bool complete(void)
{
	for (UInt c = 0; c < N_CLASSES; c++) {
		if (!sim.model->op[c].pipes)
			return False;
	}
	return sim.model->n.rob && sim.model->n.dispatch_width &&
	       sim.model->n.retire_width && sim.model->n.memory_latency;
}

void model_defaults(void)
{
	sim.model = VG_(calloc)("sim.model", 1, sizeof *sim.model);
}

/* --model=FILE, of lines of a number or a class each */
Bool model_option(const HChar *arg)
{
	const HChar *path = NULL;

	if (!VG_STR_CLO(arg, "--model", path))
		return False;
	if (!read_file(path)) {
		VG_(fmsg_bad_option)(arg, "no numbers of the timing model\n");
		VG_(exit)(1);
	}
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

/* On when it has all of its numbers. */
void model_check_options(void)
{
	struct numbers *n = &sim.model->n;

	sim.model->wanted = complete();
	if (!sim.model->wanted)
		return;
	/* a width of nothing would stop time */
	if (!n->decode_width)
		n->decode_width = 1;
	if (!n->decode_bytes)
		n->decode_bytes = 16;
	if (!n->wide_passes)
		n->wide_passes = 1;
	if (!n->op_cache_entry)
		n->op_cache_entry = 1;
	if (!n->op_cache_width)
		n->op_cache_width = n->decode_width;
	model_begin();
	page_tables_init();
	others_init();
	window_init();
	memory_init();
}
