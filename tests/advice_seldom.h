/*
 * advice_seldom.h - advice that no program of the tests gets: what
 * check_advice.c makes profiles of, by the words of advice_cases.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_SELDOM_H
#define PERFEXPERT_TESTS_ADVICE_SELDOM_H

#include "advice_last.h"

#define BY_GCC(version, producer)                                              \
	"compiler name=gcc version=" version                                   \
	" level=O2 producer=GNU_C17_" producer                                 \
	" language=C;code instructions=60;"
#define BY_PATHS(lines)                                                        \
	INNER "trips=2000 iterations=1e8 entries=50000;" CODE ";threads n=16 " \
	      "imbalance=0.1;memref access=load file=x.c line=12 "             \
	      "count=1e8 stride=64 stride_share=0.1 lines=" lines              \
	      " l1_misses=1e8 l2_misses=9e7 l3_misses=8e7;"
#define THREADED GCC_O2 "threads n=16 imbalance=0.1;"
#define OF_LIBRARY(calls)                                                      \
	INNER "trips=2000 iterations=1e8 entries=50000;" CODE "calls=1;"       \
	      "callee name=step file=x.c line=12 calls=" calls " indirect=no;"
#define FROM_FRONT(line)                                                       \
	"compiler name=python language=Python;caused title=list_pop "          \
	"module=/lib/l.so file=x.c line=12 cycles=1e9 inner=memmove "          \
	"text=" line ";"
#define FROM_CONCAT(line)                                                      \
	"compiler name=python language=Python;caused "                         \
	"title=PyUnicode_Concat module=/lib/l.so file=x.c line=12 "            \
	"cycles=1e9 inner=__memcpy_avx text=" line ";"
#define OF_NUMPY(line)                                                         \
	"compiler name=python language=Python;caused title=array_item "        \
	"module=/lib/_multiarray_umath.so file=x.c line=12 cycles=1e9 "        \
	"text=" line ";"
#define GETS_LINES(inner)                                                      \
	INNER "trips=2000 iterations=1e6 entries=500;caused "                  \
	      "title=std::getline(std::istream&) module=/lib/l.so file=x.c "   \
	      "line=12 cycles=1e9 calls=1e6 inner=" inner ";"

#define IN_FORTRAN                                                             \
	"compiler name=gcc version=12.2.0 level=O0 optimised=no "              \
	"producer=GNU_Fortran2008 language=Fortran;"
#define CALLS_AT(name, line)                                                   \
	"callee name=" name " file=x.c line=" line " calls=1e4 indirect=no;"
/* it calls for memory, and its loop copies */
#define OUTER_OF_LIST                                                          \
	INNER "trips=1e4 iterations=1e4 entries=1;" CALLS_AT("malloc", "11")   \
		CALLS_AT("realloc", "11") CALLS_AT("free", "11")

#define IN_L1 "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6"
#define KEPT_SUM(stored)                                                       \
	INNER "trips=200 iterations=9e7 entries=4e6;code instructions=20 "     \
	      "loads=4 stores=" stored " branches=2 fp_double=4 " FIXED        \
	      ";chain kind=fp adds=1 values=1 latency_cycles=4;"

static const struct advice_case seldom[] = {
	{ "a sum in any order", "vectorise-loop", true, IN_L1,
	  BY_GCC("12.2.0", "12_-O2_-ffast-math"), TURNS, KEPT_SUM("0") },
	{ "one that is stored each time", "vectorise-loop", false, IN_L1,
	  BY_GCC("12.2.0", "12_-O2_-ffast-math"), TURNS, KEPT_SUM("1") },
	{ "a list of Fortran, made anew with one element more",
	  "reserve-capacity", true, "FP_INS=0", IN_FORTRAN, OUTER_OF_LIST,
	  TURNS },
	{ "another line's", "reserve-capacity", false, "FP_INS=0", IN_FORTRAN,
	  INNER "trips=1e4 iterations=1e4 entries=1;" CALLS_AT("malloc", "11")
	          CALLS_AT("realloc", "11") CALLS_AT("free", "13"),
	  TURNS },
	{ "a compiler of 2018", "newer-compiler", true, "",
	  BY_GCC("7.5.0", "7.5.0_-O2"), TURNS, TURNS },
	{ "a compiler of 2023", "newer-compiler", false, "",
	  BY_GCC("13.2.0", "13.2.0_-O2"), TURNS, TURNS },
	{ "unrolled code that the first cache does not hold", "unroll-less",
	  true, "L2_ICA=1e8", BY_GCC("12.2.0", "-O2_-funroll-loops"), TURNS,
	  TURNS },
	{ "unrolled code that it holds", "unroll-less", false, "",
	  BY_GCC("12.2.0", "-O2_-funroll-loops"), TURNS, TURNS },
	{ "-Ofast, which unrolls nothing", "unroll-less", false, "L2_ICA=1e8",
	  BY_GCC("12.2.0", "-Ofast"), TURNS, TURNS },
	{ "much code that is not unrolled", "unroll-less", false, "L2_ICA=1e8",
	  BY_GCC("12.2.0", "-O2"), TURNS, TURNS },
	{ "calls that leave the known pages of code",
	  "link-hot-libraries-statically", true, "TLB_IM=1e7", GCC_O2, TURNS,
	  OF_LIBRARY("1e8") },
	{ "calls within them", "link-hot-libraries-statically", false, "",
	  GCC_O2, TURNS, OF_LIBRARY("1e8") },
	{ "a few calls", "link-hot-libraries-statically", false, "TLB_IM=1e7",
	  GCC_O2, TURNS, OF_LIBRARY("1e5") },
	{ "a large table of all threads", "interleave-shared-tables", true, "",
	  THREADED, TURNS, BY_PATHS("9e7") },
	{ "a small table of all threads", "interleave-shared-tables", true, "",
	  THREADED, TURNS, BY_PATHS("5e5") },
	{ "a table of one thread", "interleave-shared-tables", false, "",
	  GCC_O2, TURNS,
	  INNER "trips=2000 iterations=1e8 entries=50000;" LOAD
	        "count=1e8 stride=64 stride_share=0.1 lines=9e7 " MISSES },
	{ "pages that come again and again", "stop-page-migration", true,
	  "TOT_CYC=2e10", THREADED "system page_faults=1e6 share=0.2 sys_s=1;",
	  TURNS, TURNS },
	{ "pages that come once", "stop-page-migration", false, "TOT_CYC=2e10",
	  THREADED "system page_faults=20000 share=0.2 sys_s=1;", TURNS,
	  TURNS },
	{ "elements taken from the front", "python-deque", true, "",
	  FROM_FRONT("job=jobs.pop(0)"), "", "" },
	{ "elements taken from the end", "python-deque", false, "",
	  FROM_FRONT("job=jobs.pop()"), "", "" },
	{ "elements of arrays one by one", "python-whole-arrays", true, "",
	  OF_NUMPY("total+=a[i]*b[i]"), "", "" },
	{ "parts of arrays", "python-whole-arrays", false, "",
	  OF_NUMPY("total+=a[1:n].sum()"), "", "" },
	{ "a text that grows in front", "python-append", true, "",
	  FROM_CONCAT("text=c+text"), "", "" },
	{ "a text that grows in an object", "python-append", true, "",
	  FROM_CONCAT("self.text=self.text+c"), "", "" },
	{ "a text of an object", "python-append", true, "",
	  FROM_CONCAT("self.text+=c"), "", "" },
	{ "a text of two others", "python-append", false, "",
	  FROM_CONCAT("text=c+d"), "", "" },
	{ "a sum that grows", "python-append", false, "",
	  SCRIPT("total=x+total"), "", "" },
	{ "streams that ask C's", "unsynchronised-streams", true, "", GCC_O2,
	  TURNS, GETS_LINES("getc") },
	{ "streams that don't", "unsynchronised-streams", false, "", GCC_O2,
	  TURNS, GETS_LINES("memchr") },
#define PARTICLES_OF(calls, sums, missed)                                      \
	INNER "trips=1e4 iterations=5e6 entries=500;code "                     \
	      "instructions=200 loads=30 stores=8 branches=4 calls=" calls " " \
	      "fp_single=100 fp_scalar=100 unknown_refs=12;memref "            \
	      "access=load count=5e6 stride=32 stride_share=1;executed "       \
	      "instructions=1e9 fp_single=5e8 fp_scalar=" sums ";branch "      \
	      "kind=conditional file=x.c line=12 count=5e6 taken=2e6 "         \
	      "mispredicted=" missed ";"
#define PARTICLES(sums, missed) PARTICLES_OF("1", sums, missed)
	{ "particles in the fields of their cells", "vector-groups", true, "",
	  GCC_O3, "loop trips=500 iterations=500 entries=1;",
	  PARTICLES("5e8", "1e6") },
	{ "elements found by way of an index", "vector-groups", true, "",
	  GCC_O3, "loop trips=500 iterations=500 entries=1;",
	  PARTICLES_OF("0", "5e8", "1e6") },
	{ "addresses for which registers did not suffice", "vector-groups",
	  false, "", GCC_O3, "loop trips=500 iterations=500 entries=1;",
	  PARTICLES_OF("0", "5e8", "1e6") "memref access=load operand=stack "
	                                  "file=x.c line=12 count=4e7;" },
	{ "a sum and a product of each", "vector-groups", false, "", GCC_O3,
	  "loop trips=500 iterations=500 entries=1;", PARTICLES("1e8", "1e6") },
	{ "particles that go different ways", "vector-groups", false, "",
	  GCC_O3, "loop trips=500 iterations=500 entries=1;",
	  PARTICLES("5e8", "3e6") },
	{ "particles that each call a procedure", "vector-groups", false, "",
	  GCC_O3, "loop trips=500 iterations=500 entries=1;",
	  PARTICLES("5e8", "1e6") "callee name=move file=x.c line=12 calls=4e6 "
	                          "indirect=no;" },

#define REGIONS                                                                \
	INNER "trips=1e4 iterations=5e6 entries=500;callee "                   \
	      "name=GOMP_parallel file=x.c line=12 calls=5e6 indirect=no;"
	{ "a parallel region for each row", "merge-parallel-regions", true,
	  "threads=2 cpu=15", GCC_O3,
	  "loop trips=500 iterations=500 entries=1;", REGIONS },
	{ "the same with one thread", "merge-parallel-regions", false,
	  "threads=1 cpu=10", GCC_O3,
	  "loop trips=500 iterations=500 entries=1;", REGIONS },
};

#endif
