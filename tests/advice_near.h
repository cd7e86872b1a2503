/*
 * advice_near.h - programs that resemble those that advice is for, and beside
 * them those: what check_advice.c makes profiles of, by the words of
 * advice_cases.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_NEAR_H
#define PERFEXPERT_TESTS_ADVICE_NEAR_H

#include "advice_gains.h"

#define STATE_KEPT(flow)                                                       \
	INNER "trips=1000 iterations=5e7 entries=5e4;code instructions=20 "    \
	      "loads=3 stores=2 fp_double=6 fp_scalar=6 branches=1;executed "  \
	      "instructions=1e9 fp_scalar=3e8;" LOAD                           \
	      "count=5e7 stride=8 stride_share=0.999;" LOAD                    \
	      "count=5e7 stride=0 stride_share=0.999 stored_over=yes "         \
	      "distance=0 flow=" flow ";" LOAD                                 \
	      "count=5e7 stride=0 stride_share=0.999 flow=" flow ";" STORE     \
	      "count=5e7 stride=0 stride_share=0.999;" STORE                   \
	      "count=5e7 stride=8 stride_share=0.999;"
#define BIT_OF(share, shifts)                                                  \
	INNER "trips=1000 iterations=5e7 entries=5e4;code instructions=20 "    \
	      "loads=3 stores=1 branches=1;operations instructions=1e9 "       \
	      "slots=1e9 int=5e8 int_shift=" shifts ";" LOAD                   \
	      "count=5e7 stride=0 stride2=8 stride_share=" share ";" LOAD      \
	      "count=5e7 stride=0 stride2=8 stride_share=" share ";" STORE     \
	      "count=5e7 stride=8 stride_share=0.999;"
#define WRAPPED(cycles)                                                        \
	INNER "trips=1000 iterations=5e7 entries=5e4;code instructions=20 "    \
	      "calls=1 branches=1;callee name=fmod file=x.c line=12 "          \
	      "calls=5e7 indirect=no;caused title=fmod module=/lib/l.so "      \
	      "file=x.c line=12 calls=5e7 cycles=" cycles ";"
#define DRAWN(calls, through)                                                  \
	INNER "trips=1000 iterations=5e7 entries=5e4;caused title=memcpy "     \
	      "module=/lib/l.so file=x.c line=12 cycles=3e9 calls=" calls      \
	      " through=" through ";"
#define FEW_ROUNDS(trips, asks)                                                \
	INNER "trips=" trips " iterations=5e7 entries=1e7;code "               \
	      "instructions=10 loads=2 stores=1 branches=1;executed "          \
	      "instructions=5e8;operations instructions=5e8 slots=5e8 "        \
	      "int=2e8 int_mul=2e7;branch kind=conditional file=x.c line=12 "  \
	      "count=5e7 taken=4e7 mispredicted=0 leaves=yes " asks ";"

static const struct advice_case nearly[] = {
	{ "sorting what is nearly sorted", "keep-it-sorted", true,
	  "sorts=1e9 unordered=0.02", GCC_O2, TURNS,
	  OF_CALLS("std::sort", "1e3") },
	{ "sorting what is in no order", "keep-it-sorted", false,
	  "sorts=1e9 unordered=0.3", GCC_O2, TURNS,
	  OF_CALLS("std::sort", "1e3") },
#define STEPS(more)                                                            \
	OF_CALLS("std::_Rb_tree_increment(const*)",                            \
	         "1e7 through=std::_Rb_tree_iterator<int>::operator++")        \
	";callee name=_Rb_tree_increment file=x.c line=12 calls=1e7 "          \
	"indirect=no;" more
#define PUT_IN(times)                                                          \
	"callee name=_Rb_tree_insert_and_rebalance file=x.c line=14 "          \
	"calls=" times " indirect=no;"
	{ "a map that is made once and gone through often", "walk-an-array",
	  true, "", GCC_O2, TURNS, STEPS(PUT_IN("1e5")) },
	{ "one that changes between the walks", "walk-an-array", false, "",
	  GCC_O2, TURNS, STEPS(PUT_IN("9e6")) },
#define DOWN_A_TREE(more)                                                      \
	INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" LOAD             \
	      "count=9e7 stride=4096 stride_share=0.01 " MISSES ";" more
	{ "look-ups in a map", "hash-instead-of-tree", true, "tree=1", GCC_O2,
	  TURNS, DOWN_A_TREE("") },
	{ "look-ups in one whose order is wanted", "hash-instead-of-tree",
	  false, "tree=1", GCC_O2, TURNS,
	  DOWN_A_TREE("callee name=_Rb_tree_increment file=x.c line=12 "
	              "calls=1e7 indirect=no;") },
	{ "entries at the addresses of a table", "flat-array", false, "",
	  GCC_O2, "loop trips=500 iterations=1e5 entries=500;",
	  TWO("5000") "branch kind=conditional file=x.c line=12 count=1e7 "
	              "taken=9e5 mispredicted=1e6 asks=zero;" },
	{ "actions under tests of small numbers", "lookup-table", false,
	  "BR_MSP=6e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=12 iterations=9e7 entries=7e6;code instructions=92 "
	        "loads=10 stores=13 branches=10;executed instructions=1e9;" LOAD
	        "count=9e7 stride=1 stride_share=1;" CASCADE("asks=constant") },
#define DIVIDING(chain)                                                        \
	INNER "trips=14 iterations=9e7 entries=7e6;" CODE                      \
	      "integer_divides=1 integer_divides_invariant=1;executed "        \
	      "instructions=1e9 integer_divides=9e7 "                          \
	      "integer_divides_invariant=9e7;" LOAD                            \
	      "count=9e7 stride=8 stride_share=1;chain kind=integer "          \
	      "integer_divides=1 " chain "values=1 latency_cycles=14;"
	{ "the digits of a number", "constant-divisor", true, "", GCC_O2, TURNS,
	  DIVIDING("") },
	{ "products modulo a number", "constant-divisor", false, "", GCC_O2,
	  TURNS, DIVIDING("integer_muls=1 ") },
#define STORES_AT_ONE(times)                                                   \
	INNER "trips=4000 iterations=1.2e8 entries=3e4;" CODE                  \
	      "fixed_refs=1 unknown_refs=2;" STORE "count=" times              \
	      " stride=0 stride_share=0.9;"
	{ "a count of most elements", "local-scalar", true, "", GCC_O2, TURNS,
	  STORES_AT_ONE("8e7") },
	{ "a count of some", "local-scalar", false, "", GCC_O2, TURNS,
	  STORES_AT_ONE("1.5e7") },
#define LOADED_ANYWHERE(times, more)                                           \
	INNER "trips=1000 iterations=4e8 entries=4e5;" CODE ";" LOAD           \
	      "count=" times " stride=65536 stride_share=0.01 lines=4e5 "      \
	      "line_bytes_used=8 l1_misses=1e7 l2_misses=1e7 l3_misses=9e6 "   \
	      "tlb_misses=9e6 " more ";"
	{ "look-ups that wait for long", "sort-lookups", true, "", GCC_O2,
	  TURNS, LOADED_ANYWHERE("1e7", "") },
	{ "look-ups of what changes", "sort-lookups", false, "", GCC_O2, TURNS,
	  LOADED_ANYWHERE("1e7", "rewritten=yes") },
	{ "look-ups that are done in a moment", "sort-lookups", false,
	  "TOT_CYC=3e8", GCC_O2, TURNS, LOADED_ANYWHERE("1e7", "") },
#define BYTES(trips)                                                           \
	INNER "trips=" trips                                                   \
	      " iterations=9e7 entries=4e6;code instructions=5 loads=1 "       \
	      "stores=1 branches=1 unit_refs=2 machine_vector_bits=256;" LOAD  \
	      "count=9e7 stride=1 stride_share=1;" STORE                       \
	      "count=9e7 stride=1 stride_share=1;"
	{ "fewer bytes than a vector holds", "vectorise-loop", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2, TURNS, BYTES("24") },
	{ "many bytes", "vectorise-loop", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2, TURNS, BYTES("2400") },
#define DIFFERENCES(trips, step, chain)                                        \
	INNER "trips=" trips                                                   \
	      " iterations=9e7 entries=4e6;code instructions=12 loads=5 "      \
	      "stores=1 branches=1 unknown_refs=1;" LOAD                       \
	      "count=9e7 stride=" step " stride_share=0.94;" STORE             \
	      "operand=stack count=9e7 stride=0 stride_share=1;" chain
#define KEPT "chain kind=memory loads=1 integers=1 values=1 latency_cycles=9;"
	{ "differences of bytes, with few registers", "vectorising-level", true,
	  "", GCC_O2, TURNS, DIFFERENCES("16", "1", KEPT) },
	{ "of fewer than a vector has", "vectorising-level", false, "", GCC_O2,
	  TURNS, DIFFERENCES("12", "1", KEPT) },
	{ "of bytes in any order", "vectorising-level", false, "", GCC_O2,
	  TURNS, DIFFERENCES("16", "117", KEPT) },
	{ "a checksum of bytes", "vectorising-level", false, "", GCC_O2, TURNS,
	  DIFFERENCES(
		  "16", "1",
		  "chain kind=integer integers=2 values=1 latency_cycles=3;") },
#define MODULO(muls)                                                           \
	INNER "trips=150 iterations=1e8 entries=666667;code instructions=10 "  \
	      "loads=2 stores=1 branches=1 unit_refs=3 integer_divides=1 "     \
	      "integer_divides_invariant=1;executed instructions=1e9 "         \
	      "integer_divides=1e8 integer_divides_invariant=1e8;operations "  \
	      "instructions=1e9 slots=1e9 taken=1e8 int_div_wide=1e8 "         \
	      "int_mul=" muls ";" LOAD                                         \
	      "count=1e8 stride=8 stride_share=1;" STORE                       \
	      "count=1e8 stride=8 stride_share=1;"
#define IN_L1 "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6"
	{ "products of rows modulo a number", "constant-divisor", true, IN_L1,
	  GCC_O2, TURNS, MODULO("1e8") },
	{ "divides, which no vectors do", "vectorise-loop", false, IN_L1,
	  GCC_O2, TURNS, MODULO("1e8") },
	{ "products of rows by a divide", "counter-for-modulo", false, IN_L1,
	  GCC_O2, TURNS, MODULO("1e8") },
	{ "a running index that is divided", "counter-for-modulo", true, IN_L1,
	  GCC_O2, TURNS, MODULO("1e6") },
#define STEP_BY_STEP(chain, more)                                              \
	INNER "trips=2e6 iterations=2e8 entries=100;" CODE ";" chain LOAD      \
	      "count=2e8 stride=24 stride_share=0.1" more
#define BY_WHAT_IT_LOADS                                                       \
	"chain kind=load loads=1 integers=5 integer_muls=3 values=1 "          \
	"latency_cycles=22;chain kind=integer integers=3 values=2 "            \
	"latency_cycles=3;"
#define OF_INTEGERS                                                            \
	"chain kind=integer integers=3 integer_muls=1 values=2 "               \
	"latency_cycles=7;"
	{ "a walk by what a table holds", "independent-chains", false, "",
	  GCC_O2, TURNS, STEP_BY_STEP(BY_WHAT_IT_LOADS, ";") },
	{ "a checksum by a table", "independent-chains", true, "", GCC_O2,
	  TURNS,
	  STEP_BY_STEP(BY_WHAT_IT_LOADS,
	               ";" LOAD "count=2e8 stride=1 stride_share=1;") },
	{ "a model that each step changes", "independent-chains", false, "",
	  GCC_O2, TURNS,
	  STEP_BY_STEP(OF_INTEGERS,
	               " stored_over=yes flow=0.6 distance=156;" STORE
	               "count=1e8 stride=184 stride_share=0.01;") },
	{ "a model that stays as it is", "independent-chains", true, "", GCC_O2,
	  TURNS, STEP_BY_STEP(OF_INTEGERS, ";") },
	{ "functions of long double", "double-for-long-double", true, "",
	  GCC_O2, TURNS, OF_CALLS("expl", "1e7") },
	{ "functions of double", "double-for-long-double", false, "", GCC_O2,
	  TURNS, OF_CALLS("exp", "1e7") },
	{ "a state that is kept in memory", "vectorising-level", false, "",
	  GCC_O2, TURNS, STATE_KEPT("0.99") },
	{ "factors that are kept in memory", "vectorising-level", true, "",
	  GCC_O2, TURNS, STATE_KEPT("0") },
	{ "a state that each step changes", "common-subexpressions", false, "",
	  GCC_O2, TURNS, STATE_KEPT("0.99") },
	{ "a state that a local variable may keep", "local-scalar", true, "",
	  GCC_O2, TURNS, STATE_KEPT("0.99") },
	{ "flags that are bits", "bytes-for-flags", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2, TURNS,
	  BIT_OF("0.984", "2e8") },
	{ "flags as common subexpressions", "common-subexpressions", false, "",
	  GCC_O2, TURNS, BIT_OF("0.984", "2e8") },
	{ "places that stay for a row", "bytes-for-flags", false, "", GCC_O2,
	  TURNS, BIT_OF("0.999", "2e8") },
	{ "words that nothing shifts", "bytes-for-flags", false, "", GCC_O2,
	  TURNS, BIT_OF("0.984", "0") },
	{ "a phase that begins anew", "compare-to-begin-anew", true, "", GCC_O2,
	  TURNS, WRAPPED("1e9") },
	{ "a remainder of large numbers", "compare-to-begin-anew", false, "",
	  GCC_O2, TURNS, WRAPPED("5e9") },
	{ "weights that each draw adds up", "keep-the-distribution", true, "",
	  GCC_O2, TURNS, DRAWN("5e5", "std::discrete_distribution<int>::X") },
	{ "a distribution for a run", "keep-the-distribution", false, "",
	  GCC_O2, TURNS, DRAWN("9", "std::discrete_distribution<int>::X") },
	{ "a distribution without a table", "keep-the-distribution", false, "",
	  GCC_O2, TURNS, DRAWN("5e5", "std::normal_distribution<double>::X") },
	{ "five rounds each time", "unroll-few-rounds", true, "", GCC_O2, TURNS,
	  FEW_ROUNDS("5", "asks=constant") },
	{ "five rounds by the data", "unroll-few-rounds", false, "", GCC_O2,
	  TURNS, FEW_ROUNDS("5", "") },
	{ "five rounds in the mean", "unroll-few-rounds", false, "", GCC_O2,
	  TURNS, FEW_ROUNDS("5.2", "asks=constant") },
};

#endif
