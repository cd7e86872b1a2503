#include "profile/facts.h"

#include <math.h>

#include "base/banned.h"
#include "base/num.h"
#include "profile/profile.h"

#define PLACE                                                                  \
	{ "file", FACT_TEXT, FACT_UNKNOWN },                                   \
	{                                                                      \
		"line", FACT_COUNT, FACT_UNKNOWN                               \
	}

static const struct fact_attribute memref_attrs[] = {
	{ "access", FACT_TEXT, FACT_MALFORMED },
	PLACE,
	{ "operand", FACT_TEXT, FACT_UNKNOWN },
	{ "count", FACT_COUNT, FACT_MALFORMED },
	{ "stride", FACT_SIGNED, FACT_UNKNOWN },
	{ "stride_share", FACT_SHARE, FACT_UNKNOWN },
	{ "falling", FACT_SHARE, FACT_UNKNOWN },
	{ "stride2", FACT_SIGNED, FACT_UNKNOWN },
	{ "stored_over", FACT_YES_NO, FACT_UNKNOWN },
	{ "flow", FACT_SHARE, FACT_UNKNOWN },
	{ "distance", FACT_COUNT, FACT_UNKNOWN },
	{ "flow_elsewhere", FACT_SHARE, FACT_UNKNOWN },
	{ "rewritten", FACT_YES_NO, FACT_UNKNOWN },
	{ "line_bytes_used", FACT_COUNT, FACT_UNKNOWN },
	{ "lines", FACT_COUNT, FACT_UNKNOWN },
	{ "places", FACT_COUNT, FACT_UNKNOWN },
	{ "l1_misses", FACT_COUNT, FACT_ZERO },
	{ "l2_misses", FACT_COUNT, FACT_ZERO },
	{ "l3_misses", FACT_COUNT, FACT_ZERO },
	{ "tlb_misses", FACT_COUNT, FACT_ZERO },
	{ "conflicts", FACT_SHARE, FACT_ZERO },
	{ "subnormal", FACT_SHARE, FACT_ZERO },
	{ "zeros", FACT_SHARE, FACT_ZERO },
	{ "false_sharing", FACT_SHARE, FACT_ZERO },
};

static const struct fact_attribute branch_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	PLACE,
	{ "count", FACT_COUNT, FACT_MALFORMED },
	{ "taken", FACT_COUNT, FACT_MALFORMED },
	{ "mispredicted", FACT_COUNT, FACT_MALFORMED },
	{ "targets", FACT_COUNT, FACT_UNKNOWN },
	{ "asks", FACT_TEXT, FACT_UNKNOWN },
	{ "leaves", FACT_YES_NO, FACT_UNKNOWN },
	{ "element", FACT_YES_NO, FACT_UNKNOWN },
	{ "asserts", FACT_YES_NO, FACT_UNKNOWN },
};

static const struct fact_attribute loop_attrs[] = {
	{ "entries", FACT_COUNT, FACT_TOGETHER },
	{ "iterations", FACT_COUNT, FACT_TOGETHER },
	{ "trips", FACT_COUNT, FACT_TOGETHER },
	{ "nest_levels", FACT_COUNT, FACT_UNKNOWN },
	{ "perfect", FACT_YES_NO, FACT_UNKNOWN },
	{ "innermost", FACT_YES_NO, FACT_UNKNOWN },
	{ "parts", FACT_COUNT, FACT_UNKNOWN },
};

/* What instructions are: how many there are, or how often they ran */
#define CLASSES                                                                \
	{ "instructions", FACT_COUNT, FACT_MALFORMED },                        \
		{ "loads", FACT_COUNT, FACT_ZERO },                            \
		{ "stores", FACT_COUNT, FACT_ZERO },                           \
		{ "spills", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_packed", FACT_COUNT, FACT_ZERO },                        \
		{ "fp_scalar", FACT_COUNT, FACT_ZERO },                        \
		{ "fp_single", FACT_COUNT, FACT_ZERO },                        \
		{ "fp_double", FACT_COUNT, FACT_ZERO },                        \
		{ "fma", FACT_COUNT, FACT_ZERO },                              \
		{ "fp_add", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_mul", FACT_COUNT, FACT_ZERO },                           \
		{ "common_factors", FACT_COUNT, FACT_ZERO },                   \
		{ "powers", FACT_COUNT, FACT_ZERO },                           \
		{ "divides", FACT_COUNT, FACT_ZERO },                          \
		{ "divides_invariant", FACT_COUNT, FACT_ZERO },                \
		{ "divides_compared", FACT_COUNT, FACT_ZERO },                 \
		{ "roots_compared", FACT_COUNT, FACT_ZERO },                   \
		{ "square_roots", FACT_COUNT, FACT_ZERO },                     \
		{ "integer_divides", FACT_COUNT, FACT_ZERO },                  \
		{ "integer_divides_invariant", FACT_COUNT, FACT_ZERO },        \
		{ "conversions", FACT_COUNT, FACT_ZERO },                      \
		{ "conversions_precision", FACT_COUNT, FACT_ZERO },            \
		{ "conversions_back", FACT_COUNT, FACT_ZERO },                 \
		{ "x87", FACT_COUNT, FACT_ZERO },                              \
		{ "calls", FACT_COUNT, FACT_ZERO },                            \
		{ "indirect_calls", FACT_COUNT, FACT_ZERO },                   \
		{ "branches", FACT_COUNT, FACT_ZERO },                         \
		{ "gathers", FACT_COUNT, FACT_ZERO },                          \
		{ "nontemporal", FACT_COUNT, FACT_ZERO },                      \
		{ "prefetches", FACT_COUNT, FACT_ZERO },                       \
	{                                                                      \
		"atomics", FACT_COUNT, FACT_ZERO                               \
	}

static const struct fact_attribute code_attrs[] = {
	CLASSES,
	{ "fixed_refs", FACT_COUNT, FACT_UNKNOWN },
	{ "unit_refs", FACT_COUNT, FACT_UNKNOWN },
	{ "strided_refs", FACT_COUNT, FACT_UNKNOWN },
	{ "unknown_refs", FACT_COUNT, FACT_UNKNOWN },
	{ "bytes", FACT_COUNT, FACT_UNKNOWN },
	{ "vector_bits", FACT_COUNT, FACT_ZERO },
	{ "any_vector_bits", FACT_COUNT, FACT_ZERO },
	{ "machine_vector_bits", FACT_COUNT, FACT_UNKNOWN },
};

static const struct fact_attribute executed_attrs[] = { CLASSES };

/* Classes of operations: arch/model.lua */
#define OPERATIONS                                                             \
	{ "int", FACT_COUNT, FACT_ZERO },                                      \
		{ "int_shift", FACT_COUNT, FACT_ZERO },                        \
		{ "int_select", FACT_COUNT, FACT_ZERO },                       \
		{ "int_address", FACT_COUNT, FACT_ZERO },                      \
		{ "int_mul", FACT_COUNT, FACT_ZERO },                          \
		{ "int_div", FACT_COUNT, FACT_ZERO },                          \
		{ "int_div_wide", FACT_COUNT, FACT_ZERO },                     \
		{ "branch", FACT_COUNT, FACT_ZERO },                           \
		{ "vec_int", FACT_COUNT, FACT_ZERO },                          \
		{ "vec_shift", FACT_COUNT, FACT_ZERO },                        \
		{ "vec_shuffle", FACT_COUNT, FACT_ZERO },                      \
		{ "vec_int_mul", FACT_COUNT, FACT_ZERO },                      \
		{ "vec_to_int", FACT_COUNT, FACT_ZERO },                       \
		{ "int_to_vec", FACT_COUNT, FACT_ZERO },                       \
		{ "fp_compare", FACT_COUNT, FACT_ZERO },                       \
		{ "fp_add", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_mul", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_fma", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_convert", FACT_COUNT, FACT_ZERO },                       \
		{ "fp_div", FACT_COUNT, FACT_ZERO },                           \
		{ "fp_div_float", FACT_COUNT, FACT_ZERO },                     \
		{ "fp_div_packed", FACT_COUNT, FACT_ZERO },                    \
		{ "fp_div_packed_float", FACT_COUNT, FACT_ZERO },              \
		{ "fp_sqrt", FACT_COUNT, FACT_ZERO },                          \
		{ "fp_sqrt_float", FACT_COUNT, FACT_ZERO },                    \
		{ "fp_sqrt_packed", FACT_COUNT, FACT_ZERO },                   \
		{ "fp_sqrt_packed_float", FACT_COUNT, FACT_ZERO },             \
		{ "fp_stack", FACT_COUNT, FACT_ZERO },                         \
		{ "fp_slow", FACT_COUNT, FACT_ZERO },                          \
		{ "load", FACT_COUNT, FACT_ZERO },                             \
		{ "load_vec", FACT_COUNT, FACT_ZERO },                         \
		{ "load_wide", FACT_COUNT, FACT_ZERO },                        \
		{ "store", FACT_COUNT, FACT_ZERO },                            \
		{ "store_vec", FACT_COUNT, FACT_ZERO },                        \
		{ "store_wide", FACT_COUNT, FACT_ZERO },                       \
		{ "atomic", FACT_COUNT, FACT_ZERO },                           \
	{                                                                      \
		"serialise", FACT_COUNT, FACT_ZERO                             \
	}

static const struct fact_attribute operations_attrs[] = {
	{ "instructions", FACT_COUNT, FACT_MALFORMED },
	{ "slots", FACT_COUNT, FACT_MALFORMED },
	{ "taken", FACT_COUNT, FACT_ZERO },
	OPERATIONS,
};

static const struct fact_attribute longest_chain_attrs[] = {
	{ "instructions", FACT_COUNT, FACT_MALFORMED },
	{ "cycles", FACT_COUNT, FACT_MALFORMED },
	{ "window", FACT_COUNT, FACT_ZERO },
	PLACE,
	OPERATIONS,
};

static const struct fact_attribute chain_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	{ "adds", FACT_COUNT, FACT_ZERO },
	{ "adds_in_row", FACT_COUNT, FACT_ZERO },
	{ "muls", FACT_COUNT, FACT_ZERO },
	{ "fmas", FACT_COUNT, FACT_ZERO },
	{ "divides", FACT_COUNT, FACT_ZERO },
	{ "loads", FACT_COUNT, FACT_ZERO },
	{ "integers", FACT_COUNT, FACT_ZERO },
	{ "integer_muls", FACT_COUNT, FACT_ZERO },
	{ "integer_divides", FACT_COUNT, FACT_ZERO },
	{ "values", FACT_COUNT, FACT_UNKNOWN },
	{ "stored", FACT_YES_NO, FACT_UNKNOWN },
	{ "latency_cycles", FACT_COUNT, FACT_MALFORMED },
};

static const struct fact_attribute callee_attrs[] = {
	{ "name", FACT_TEXT, FACT_UNKNOWN },
	{ "title", FACT_TEXT, FACT_UNKNOWN },
	PLACE,
	{ "calls", FACT_COUNT, FACT_MALFORMED },
	{ "indirect", FACT_YES_NO, FACT_MALFORMED },
	{ "targets", FACT_COUNT, FACT_UNKNOWN },
	{ "by_table", FACT_YES_NO, FACT_UNKNOWN },
	{ "exponent", FACT_SIGNED, FACT_UNKNOWN },
};

static const struct fact_attribute caused_attrs[] = {
	{ "name", FACT_TEXT, FACT_UNKNOWN },
	{ "title", FACT_TEXT, FACT_MALFORMED },
	{ "module", FACT_TEXT, FACT_UNKNOWN },
	PLACE,
	{ "cycles", FACT_COUNT, FACT_MALFORMED },
	{ "called_back", FACT_COUNT, FACT_UNKNOWN },
	{ "calls", FACT_COUNT, FACT_UNKNOWN },
	{ "same", FACT_SHARE, FACT_UNKNOWN },
	{ "known", FACT_SHARE, FACT_UNKNOWN },
	{ "inner", FACT_TEXT, FACT_UNKNOWN },
	{ "through", FACT_TEXT, FACT_UNKNOWN },
	{ "called_back_by", FACT_TEXT, FACT_UNKNOWN },
	{ "text", FACT_TEXT, FACT_UNKNOWN },
	{ "loop", FACT_TEXT, FACT_UNKNOWN },
};

static const struct fact_attribute within_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	{ "procedure", FACT_TEXT, FACT_MALFORMED },
	{ "module", FACT_TEXT, FACT_UNKNOWN },
	PLACE,
	{ "share", FACT_SHARE, FACT_MALFORMED },
};

static const struct fact_attribute working_set_attrs[] = {
	{ "bytes", FACT_COUNT, FACT_UNKNOWN },
	{ "pages", FACT_COUNT, FACT_UNKNOWN },
};

static const struct fact_attribute compiler_attrs[] = {
	{ "producer", FACT_TEXT, FACT_UNKNOWN },
	{ "name", FACT_TEXT, FACT_UNKNOWN },
	{ "version", FACT_TEXT, FACT_UNKNOWN },
	{ "language", FACT_TEXT, FACT_UNKNOWN },
	{ "level", FACT_TEXT, FACT_UNKNOWN },
	{ "flags", FACT_TEXT, FACT_UNKNOWN },
	{ "debug", FACT_YES_NO, FACT_UNKNOWN },
	{ "optimised", FACT_YES_NO, FACT_UNKNOWN },
};

static const struct fact_attribute system_attrs[] = {
	{ "page_faults", FACT_COUNT, FACT_UNKNOWN },
	{ "sys_s", FACT_COUNT, FACT_UNKNOWN },
	{ "share", FACT_COUNT, FACT_UNKNOWN },
};

static const struct fact_attribute threads_attrs[] = {
	{ "n", FACT_COUNT, FACT_MALFORMED },
	{ "imbalance", FACT_COUNT, FACT_MALFORMED },
};

static const struct fact_attribute wait_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	{ "call", FACT_TEXT, FACT_UNKNOWN },
	PLACE,
	{ "cpu_s", FACT_COUNT, FACT_MALFORMED },
	{ "blocked_s", FACT_COUNT, FACT_ZERO },
};

static const struct fact_attribute waits_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	PLACE,
	{ "cpu_s", FACT_COUNT, FACT_MALFORMED },
	{ "blocked_s", FACT_COUNT, FACT_ZERO },
};

static const struct fact_attribute elapsed_attrs[] = {
	{ "cpu_s", FACT_COUNT, FACT_MALFORMED },
	{ "blocked_s", FACT_COUNT, FACT_MALFORMED },
	{ "delay_s", FACT_COUNT, FACT_MALFORMED },
	{ "main_delay_s", FACT_COUNT, FACT_MALFORMED },
};

static const struct fact_attribute started_attrs[] = {
	{ "kind", FACT_TEXT, FACT_MALFORMED },
	{ "n", FACT_COUNT, FACT_MALFORMED },
	{ "most", FACT_COUNT, FACT_MALFORMED },
	{ "life_s", FACT_COUNT, FACT_MALFORMED },
	PLACE,
	{ "program", FACT_TEXT, FACT_UNKNOWN },
	{ "of_program", FACT_COUNT, FACT_UNKNOWN },
	{ "text", FACT_TEXT, FACT_UNKNOWN },
};

static const struct fact_attribute missing_attrs[] = {
	{ "text", FACT_TEXT, FACT_MALFORMED },
};

#define TYPE(type, text)                                                       \
	{                                                                      \
#type, text, type##_attrs,                                     \
			sizeof(type##_attrs) / sizeof(*type##_attrs)           \
	}

static const struct fact_type types[] = {
	TYPE(memref, "each important load and store: how far its address moves "
	             "from one access to the next, how much of each cache line "
	             "is used, and how often it misses each cache and the TLB"),
	TYPE(branch, "each important branch: how often it is taken and how "
	             "often its direction was predicted wrongly"),
	TYPE(loop, "how often the loop is entered, how many iterations it has, "
	           "and how loops nest"),
	TYPE(code, "the instructions of the section: loads, stores, "
	           "arithmetic, divides, calls and the width of vectors"),
	TYPE(executed,
	     "the same instructions, counted as often as they were executed"),
	TYPE(chain, "results that each iteration needs from the one "
	            "before"),
	TYPE(operations,
	     "how many operations of each class its instructions executed"),
	TYPE(longest_chain, "how long its operations would take if each waited "
	                    "only for its operands"),
	TYPE(callee, "which procedures are called, and how often"),
	TYPE(caused, "the time of its calls in libraries and in the kernel, by "
	             "calling line"),
	TYPE(working_set, "how many bytes and pages the section touches"),
	TYPE(compiler, "the compiler and its switches, as the binary records "
	               "them"),
	TYPE(system, "page faults and time spent in the system"),
	TYPE(threads, "how evenly threads share the work, and which cache "
	              "lines several of them write"),
	TYPE(missing, "what could not be counted"),
	TYPE(wait, "where its threads wait for other threads or data, or "
	           "sleep: in which call, called from where, and for how long"),
	TYPE(waits, "what the threads of the run waited for, in total"),
	TYPE(within, "the places that take most of a region's time"),
	TYPE(elapsed, "how the elapsed time of the run was spent"),
	TYPE(started, "how many threads and processes it starts, how long they "
	              "live, and how many exist at a time"),
};

const struct fact_type *fact_types(size_t *n)
{
	*n = sizeof(types) / sizeof(*types);
	return types;
}

const struct fact_type *fact_type(const char *name)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	}
	return NULL;
}

const struct fact_attribute *fact_attribute(const struct fact_type *type,
                                            const char *name)
{
	for (size_t i = 0; i < type->nattributes; i++) {
		if (strcmp(type->attributes[i].name, name) == 0)
			return &type->attributes[i];
	}
	return NULL;
}

static bool in_range(enum fact_kind kind, double v)
{
	switch (kind) {
	case FACT_COUNT:
		return v >= 0 && v <= FACT_COUNT_MAX;
	case FACT_SIGNED:
		return fabs(v) <= FACT_COUNT_MAX;
	case FACT_SHARE:
		return v >= 0 && v <= 1;
	case FACT_TEXT:
	case FACT_YES_NO:
		break;
	}
	return false;
}

static struct fact_value value_alone(const struct profile_fact *f,
                                     const struct fact_attribute *a)
{
	const char *text = profile_fact_attr(f, a->name);
	struct fact_value v = { .kind = a->kind };

	if (text && a->kind == FACT_TEXT && *text) {
		v.known = true;
		v.text = text;
	} else if (text && a->kind == FACT_YES_NO) {
		v.yes = strcmp(text, "yes") == 0;
		v.known = v.yes || strcmp(text, "no") == 0;
	} else if (text && num_double(text, &v.number)) {
		v.known = in_range(a->kind, v.number);
	}
	if (!v.known && a->absent == FACT_ZERO) {
		v.known = true;
		v.number = 0;
	}
	return v;
}

struct fact_value fact_attribute_value(const struct profile_fact *f,
                                       const struct fact_attribute *a)
{
	const struct fact_type *type = fact_type(f->name);
	struct fact_value v = value_alone(f, a);

	if (a->absent != FACT_TOGETHER)
		return v;
	for (size_t i = 0; type && i < type->nattributes; i++) {
		if (type->attributes[i].absent == FACT_TOGETHER)
			v.known &= value_alone(f, &type->attributes[i]).known;
	}
	return v;
}

bool fact_sound(const struct profile_fact *f)
{
	const struct fact_type *type = fact_type(f->name);

	for (size_t i = 0; type && i < type->nattributes; i++) {
		if (type->attributes[i].absent == FACT_MALFORMED &&
		    !fact_attribute_value(f, &type->attributes[i]).known)
			return false;
	}
	return type != NULL;
}
