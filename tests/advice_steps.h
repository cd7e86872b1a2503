/*
 * advice_steps.h - advice on steps that need not be taken: what
 * check_advice.c makes profiles of, by the words of advice_seldom.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_STEPS_H
#define PERFEXPERT_TESTS_ADVICE_STEPS_H

#include "advice_review.h"
#include "advice_seldom.h"
#include "advice_waits.h"

#define ALL_PASSES "loop trips=10000 iterations=10000 entries=1;"
#define COMPARING(ops, refs, taken, leaves)                                    \
	INNER "trips=5000 iterations=5e7 entries=1e4;code instructions=12 "    \
	      "loads=2 stores=2 branches=2;operations instructions=5e8 "       \
	      "slots=5e8 "                                                     \
	      "int=5e7 fp_compare=5e7 " ops ";memref access=load count=5e7 "   \
	      "stride=8 stride_share=1 stored_over=yes;" refs                  \
	      "branch kind=conditional file=x.c line=12 count=5e7 "            \
	      "taken=" taken " mispredicted=1e6" leaves ";"
#define PUTS(times)                                                            \
	"memref access=store count=" times " stride=8 stride_share=0.9;"
#define TRIES(loads, divided, asks)                                            \
	INNER "trips=5000 iterations=5e7 entries=1e4;code instructions=8 "     \
	      "loads=" loads " stores=0 branches=2 integer_divides=1;"         \
	      "executed instructions=4e8 integer_divides=" divided ";"         \
	      "branch kind=conditional file=x.c line=12 count=5e7 taken=1e4 "  \
	      "mispredicted=1e4 " asks ";"
#define WAKES(times)                                                           \
	INNER "trips=5000 iterations=5e7 entries=1e4;caused "                  \
	      "title=std::condition_variable::notify_one() "                   \
	      "module=/lib/l.so file=x.c line=12 cycles=1e9 calls=" times ";"
#define SECTIONS(unknown, steps)                                               \
	INNER "trips=500 iterations=5e7 entries=1e5;code instructions=20 "     \
	      "loads=3 stores=1 branches=1 fp_single=4 fp_scalar=4 "           \
	      "unknown_refs=" unknown ";executed instructions=1e9 "            \
	      "fp_scalar=2e8;memref access=load count=5e7 stride=4 "           \
	      "stride_share=1;memref access=load count=5e7 stride=4 "          \
	      "stride_share=1;memref access=store count=5e7 stride=4 "         \
	      "stride_share=" steps ";"
#define IN_F90                                                                 \
	"compiler name=gcc version=12.2.0 level=O3 optimised=yes "             \
	"producer=GNU_Fortran2008 language=Fortran;"
#define OF_COUNTERS(times, conversions)                                        \
	INNER "trips=8 iterations=8e7 entries=" times ";code instructions=6 "  \
	      "fp_double=1 branches=1 conversions=1;executed "                 \
	      "instructions=5e8 fp_mul=8e7 conversions=" conversions           \
	      ";chain kind=fp muls=1 values=1 latency_cycles=4;"
#define OF_COLUMNS(found)                                                      \
	INNER "trips=500 iterations=1e8 entries=2e5;code instructions=12 "     \
	      "loads=3 branches=1 fp_double=2 fp_scalar=2 unknown_refs=1;"     \
	      "executed instructions=1e9 fp_scalar=4e8;memref access=load "    \
	      "count=1e8 stride=24 stride_share=0.998 stride2=-11976;"         \
	      "memref access=load count=1e8 stride=8 stride_share=0.998 "      \
	      "stride2=-3992;memref access=load count=1e8 stride=4000 "        \
	      "stride_share=" found " stride2=-1995992 l1_misses=1e8;"         \
	      "chain kind=fp adds=1 values=1 latency_cycles=4;"
#define CALLS_FOR(title, through)                                              \
	INNER "trips=5000 iterations=5e7 entries=1e4;caused title=" title      \
	      " module=/lib/l.so file=x.c line=12 cycles=5e9 calls=5e7 "       \
	      "through=" through ";"
#define PUTS_OUT(line)                                                         \
	"compiler name=python language=Python;caused "                         \
	"title=_io_TextIOWrapper_flush module=/lib/l.so file=x.c line=12 "     \
	"cycles=1e9 inner=write text=" line ";"
#define COMPARES_NAMES(others)                                                 \
	INNER "trips=5000 iterations=5e7 entries=1e4;caused "                  \
	      "title=_gfortran_string_trim inner=malloc module=/lib/l.so "     \
	      "file=x.c line=12 cycles=2e9 calls=5e7;caused "                  \
	      "title=_gfortran_select_string module=/lib/l.so file=x.c "       \
	      "line=19 cycles=5e9 calls=5e7;" others
#define OF_OBJECTS(operator, line)                                             \
	"compiler name=python language=Python;caused title="                   \
	operator" module=/lib/enum.py file=x.py line=12 cycles=1e9 text=" line \
		";"
#define OF_EINSUM(line)                                                        \
	"compiler name=python language=Python;caused title=public_api "        \
	"module=numpy file=x.py line=12 cycles=1e9 text=" line ";"
#define KEEPS(times, share)                                                    \
	INNER "trips=1e6 iterations=1e8 entries=100;code instructions=9 "      \
	      "loads=1 stores=1 branches=2;memref access=load count=1e8 "      \
	      "stride=8 stride_share=1;memref access=store count=" times       \
	      " stride=8 stride_share=" share ";"

#define ROW_OF(zeros, more)                                                    \
	INNER "trips=80 iterations=8e7 entries=1e6;code instructions=8 "       \
	      "loads=2 stores=1 fp_double=2 fp_scalar=2 fp_mul=1 fp_add=1 "    \
	      "branches=1;executed instructions=6e8 fp_mul=8e7 fp_add=8e7;"    \
	      "memref access=load count=8e7 stride=8 stride_share=0.98 "       \
	      "zeros=" zeros ";memref access=load count=8e7 stride=8 "         \
	      "stride_share=0.98;" more
#define VALUES(subnormal)                                                      \
	"code instructions=10 loads=1 fp_double=1 fp_scalar=1;executed "       \
	"instructions=1e9 fp_mul=2e8;memref access=load file=x.c "             \
	"line=12 count=2e8 stride=8 stride_share=0.9 subnormal=" subnormal ";"
#define ASSERTED(times, by)                                                    \
	INNER "trips=1e4 iterations=5e7 entries=5000;code instructions=10 "    \
	      "loads=2 branches=3;branch kind=conditional file=x.c line=12 "   \
	      "count=" times " taken=0 mispredicted=0" by ";"
#define HALF_IS_MODELLED "MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_CHAIN_FP=8e8"
#define ALL_IS_MODELLED "MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_CHAIN_FP=1.8e9"

static const struct advice_case steps[] = {
	{ "neighbours that are exchanged", "sort-by-library", true, "", GCC_O2,
	  ALL_PASSES, COMPARING("", PUTS("2e7"), "2e7", "") },
	{ "elements that are exchanged, and summed", "sort-by-library", false,
	  "", GCC_O2, ALL_PASSES,
	  COMPARING("fp_add=5e7", PUTS("2e7"), "2e7", "") },
	{ "elements that move up for a new one", "sort-by-library", true, "",
	  GCC_O2, ALL_PASSES,
	  COMPARING("", PUTS("5e7"), "4.999e7", " element=yes leaves=yes") },
	{ "elements that move up, all of them", "sort-by-library", false, "",
	  GCC_O2, ALL_PASSES, COMPARING("", PUTS("5e7"), "4.999e7", "") },
	{ "one of a few parts that are ordered", "sort-by-library", false, "",
	  GCC_O2, "loop trips=20 iterations=10000 entries=500;",
	  COMPARING("", PUTS("2e7"), "2e7", "") },
	{ "the least that is left, which is exchanged", "sort-by-library", true,
	  "", GCC_O2, ALL_PASSES PUTS("10000") PUTS("10000"),
	  COMPARING("", "", "4.99e7", "") },
	{ "the least that is left, which is kept", "sort-by-library", false, "",
	  GCC_O2, ALL_PASSES PUTS("10000"), COMPARING("", "", "4.99e7", "") },
	{ "divisors up to the number", "divide-up-to-the-root", true, "",
	  GCC_O2, TURNS, TRIES("0", "5e7", "asks=zero leaves=yes") },
	{ "divisors from a list", "divide-up-to-the-root", false, "", GCC_O2,
	  TURNS, TRIES("1", "5e7", "asks=zero leaves=yes") },
	{ "divisors that are counted", "divide-up-to-the-root", false, "",
	  GCC_O2, TURNS, TRIES("0", "5e7", "asks=zero") },
	{ "a thread that is woken for each element", "larger-tasks", true,
	  "threads=2 cpu=4 late=0", GCC_O2, TURNS, WAKES("1e7") },
	{ "one that is woken for each time step", "larger-tasks", false,
	  "threads=2 cpu=4 late=0", GCC_O2, TURNS, WAKES("2000") },
	{ "elements by strides of a descriptor", "no-pointer-arrays", true, "",
	  IN_F90, TURNS, SECTIONS("3", "1") },
	{ "elements of arrays of known shape", "no-pointer-arrays", false, "",
	  IN_F90, TURNS, SECTIONS("0", "1") },
	{ "elements that an index finds", "no-pointer-arrays", false, "",
	  IN_F90, TURNS, SECTIONS("3", "0.3") },
	{ "strides of C", "no-pointer-arrays", false, "", GCC_O3, TURNS,
	  SECTIONS("3", "1") },
	{ "letters of which each is a call", "characters-by-table", true, "",
	  GCC_O2, TURNS, CALLS_FOR("toupper", "toupper") },
	{ "lines that are read", "characters-by-table", false, "", GCC_O2,
	  TURNS, CALLS_FOR("getline", "getline") },
	{ "iterators that check themselves", "no-debug-containers", true, "",
	  GCC_O2, TURNS,
	  CALLS_FOR("__gnu_debug::_Safe_iterator_base::_M_detach()", "x") },
	{ "iterators that don't", "no-debug-containers", false, "", GCC_O2,
	  TURNS, CALLS_FOR("std::_Rb_tree_increment()", "x") },
	{ "lines that are flushed", "python-flush", true, "",
	  PUTS_OUT("log.flush()"), "", "" },
	{ "lines that are written", "python-flush", false, "",
	  PUTS_OUT("log.write(text)"), "", "" },
	{ "schemes that are chosen by name", "look-names-up-once", true, "",
	  IN_F90, TURNS, COMPARES_NAMES("") },
	{ "words that are read", "look-names-up-once", false, "", IN_F90, TURNS,
	  COMPARES_NAMES("callee name=_gfortran_st_read file=x.c line=11 "
	                 "calls=5e7 indirect=no;") },
	{ "texts without their blanks", "allocate-outside", false, "", IN_F90,
	  TURNS, COMPARES_NAMES("") },
	{ "flags that are joined", "python-plain-values", true, "",
	  OF_OBJECTS("Flag.__or__", "p|=Flag.Z"), "", "" },
	{ "flags that are declared", "python-plain-values", false, "",
	  OF_OBJECTS("EnumType.__new__", "class=Flag(IntFlag)"), "", "" },
	{ "five arrays that are multiplied at once", "python-einsum-steps",
	  true, "", OF_EINSUM("einsum('pi,qj,rk,sl,pqrs->ijkl',c,c,c,c,e)"), "",
	  "" },
	{ "arrays that are multiplied in steps", "python-einsum-steps", false,
	  "", OF_EINSUM("einsum('ij,jk,kl->il',a,b,c,optimize=True)"), "", "" },
	{ "arrays that are scaled and summed", "python-einsum-steps", false, "",
	  OF_EINSUM("einsum('ij,i,j->',a,b,c)"), "", "" },
	{ "one product of matrices", "python-einsum-steps", false, "",
	  OF_EINSUM("einsum('ij,jk->ik',a,b)"), "", "" },
	{ "factorials", "tabulate-factorials", true, "", GCC_O2, TURNS,
	  OF_COUNTERS("1e7", "8e7") },
	{ "a few factorials", "tabulate-factorials", false, "", GCC_O2, TURNS,
	  OF_COUNTERS("500", "8e7") },
	{ "powers", "tabulate-factorials", false, "", GCC_O2, TURNS,
	  OF_COUNTERS("1e7", "0") },
	{ "columns of a table of rows", "interchange-for-vectors", true, "",
	  GCC_O3,
	  "loop trips=500 iterations=2e5 entries=400;memref access=store "
	  "count=2e5 stride=8 stride_share=0.99;",
	  OF_COLUMNS("0.998") },
	{ "elements that a table of indices gives", "interchange-for-vectors",
	  false, "", GCC_O3,
	  "loop trips=500 iterations=2e5 entries=400;memref access=store "
	  "count=2e5 stride=8 stride_share=0.99;",
	  OF_COLUMNS("0.3") },
	{ "threads that wait for their turn", "share-out-ordered-work", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("ordered", "GOMP_ordered_start") },
	{ "threads that wait for a lock", "share-out-ordered-work", false,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("lock", "pthread_mutex_lock") },
	{ "each second element that is kept, anywhere", "share-iterations",
	  true, EIGHT, GCC_O2, "", KEEPS("5e7", "0.95") },
	{ "those that are kept, one after the other", "share-iterations", false,
	  EIGHT, GCC_O2, "", KEEPS("5e7", "1") },
	{ "rows of zeros", "leave-out-the-zeros", true, "", GCC_O2, TURNS,
	  ROW_OF("0.97", "") },
	{ "rows of numbers", "leave-out-the-zeros", false, "", GCC_O2, TURNS,
	  ROW_OF("0.5", "") },
	{ "a field of zeros with its neighbours", "leave-out-the-zeros", false,
	  "", GCC_O2, TURNS,
	  ROW_OF("0.97", "memref access=load count=8e7 stride=8 "
	                 "stride_share=0.98;") },
	{ "one row of zeros", "leave-out-the-zeros", false, "", GCC_O2,
	  "loop trips=1 iterations=1 entries=1;", ROW_OF("0.97", "") },
	{ "numbers that have decayed", "flush-denormals", true,
	  HALF_IS_MODELLED, GCC_O2, TURNS, VALUES("0.04") },
	{ "numbers that cost nothing more", "flush-denormals", false,
	  ALL_IS_MODELLED, GCC_O2, TURNS, VALUES("0.04") },
	{ "numbers of which one has", "flush-denormals", false,
	  HALF_IS_MODELLED, GCC_O2, TURNS, VALUES("0.0001") },
	{ "ordinary numbers", "flush-denormals", false, HALF_IS_MODELLED,
	  GCC_O2, TURNS, VALUES("0") },
	{ "indices that are asserted", "drop-assertions", true, "", GCC_O2,
	  TURNS, ASSERTED("5e7", " asserts=yes") },
	{ "indices that are asked for", "drop-assertions", false, "", GCC_O2,
	  TURNS, ASSERTED("5e7", "") },
	{ "some that are asserted", "drop-assertions", false, "", GCC_O2, TURNS,
	  ASSERTED("5e6", " asserts=yes") },
};

#endif
