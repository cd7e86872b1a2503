/*
 * advice_review.h - what a reading of all suggestions found wrong, or missing,
 * as advice_gains.h, whose words it uses
 */
#ifndef PERFEXPERT_TESTS_ADVICE_REVIEW_H
#define PERFEXPERT_TESTS_ADVICE_REVIEW_H

#include "advice_gains.h"

#define GFORTRAN(level)                                                        \
	"compiler name=gcc level=" level                                       \
	" producer=GNU_Fortran2008_12_-" level                                 \
	" language=Fortran;code instructions=60;"

static const struct advice_case review[] = {
/* a row of a matrix, passed to what wants it in one piece */
#define ALLOCATED "callee name=malloc file=x.c line=11 calls=480 indirect=no;"
#define FREED "callee name=free file=x.c line=11 calls=480 indirect=no;"
#define ROW_BY_ROW "loop nest_levels=2 trips=16 iterations=480 entries=30;"
#define COPIED(from, to)                                                       \
	INNER "trips=40000 iterations=1.9e7 entries=480;code instructions=6 "  \
	      "loads=1 stores=1 branches=1;executed instructions=1.1e8 "       \
	      "loads=1.9e7 stores=1.9e7;" LOAD "count=1.9e7 stride=" from      \
	      " stride_share=1 lines=600000 l1_misses=1.9e7 "                  \
	      "l2_misses=1.9e7;" STORE "count=1.9e7 stride=" to                \
	      " stride_share=1;"
	{ "a row that is copied for a call", "no-packed-sections", true, "",
	  GFORTRAN("O2"), ROW_BY_ROW ALLOCATED FREED, COPIED("128", "8") },
#define IN_LINE(name)                                                          \
	"callee name=" name " file=x.c line=11 calls=480 indirect=no;"
	{ "a row that is copied to the stack for a call", "no-packed-sections",
	  true, "", GFORTRAN("O2"), ROW_BY_ROW IN_LINE("step_"),
	  COPIED("128", "8") },
	{ "a row that is the result of a call", "no-packed-sections", false, "",
	  GFORTRAN("O2"), ROW_BY_ROW IN_LINE("step_"), COPIED("8", "128") },
	{ "a row that is copied for a call of the library",
	  "no-packed-sections", false, "", GFORTRAN("O2"),
	  ROW_BY_ROW IN_LINE("_gfortran_transfer_array_write"),
	  COPIED("128", "8") },
	{ "a row that is copied back after it", "no-packed-sections", true, "",
	  GFORTRAN("O2"), ROW_BY_ROW ALLOCATED FREED, COPIED("8", "128") },
	{ "a row that is kept, in memory allocated for it",
	  "no-packed-sections", false, "", GFORTRAN("O2"), ROW_BY_ROW ALLOCATED,
	  COPIED("128", "8") },
	{ "a row that C copies", "no-packed-sections", false, "", GCC_O2,
	  ROW_BY_ROW ALLOCATED FREED, COPIED("128", "8") },
	{ "a column that is copied", "no-packed-sections", false, "",
	  GFORTRAN("O2"), ROW_BY_ROW ALLOCATED FREED, COPIED("8", "8") },
	{ "a copy that no loop of the source makes", "loop-interchange", false,
	  "", GFORTRAN("O2"), ROW_BY_ROW ALLOCATED FREED,
	  COPIED("128 stride2=-5119864 line_bytes_used=8", "8") },
	{ "a copy that the source makes", "loop-interchange", true, "",
	  GFORTRAN("O2"), ROW_BY_ROW,
	  COPIED("128 stride2=-5119864 line_bytes_used=8", "8") },
	{ "the same as a library does it", "no-packed-sections", true, "",
	  GFORTRAN("O2"),
	  TURNS "callee name=_gfortran_internal_pack file=x.c line=10 "
	        "calls=9000 indirect=no;",
	  SUMS },

	/* Fortran's pointers may overlap */
	{ "a factor that a pointer of Fortran leads to", "restrict-pointers",
	  true, "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GFORTRAN("O2"),
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED ";" },
#define SIDE_BY_SIDE(line)                                                     \
	"memref access=load file=x.c line=" line " count=9e7 stride=8 "        \
	"stride_share=1;"
	{ "pointers of Fortran, one element at a time", "promise-no-overlap",
	  true, "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GFORTRAN("O3"),
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;code instructions=20 "
	        "loads=4 stores=1 branches=1 fp_double=4 fp_scalar=6;executed "
	        "instructions=1e9 fp_scalar=3e8;" SIDE_BY_SIDE("12")
	                SIDE_BY_SIDE("13") SIDE_BY_SIDE("14") STORE
	  "count=9e7 stride=8 stride_share=1;" },

/* whose threads have one processor, and a library's that have too few */
#define BOUND "threads=4 cpu=10 delay=28 "
	{ "four threads bound to a core", "more-processors", true,
	  BOUND "processors=1", GCC_O2, ALONE, ONCE },
	{ "four threads on two cores", "more-processors", false,
	  BOUND "processors=2", GCC_O2, ALONE, ONCE },
	{ "threads of which one has work at a time", "more-processors", false,
	  "threads=4 cpu=10 delay=2 processors=1", GCC_O2, ALONE, ONCE },
	{ "a BLAS in each thread", "one-thread-in-libraries", true,
	  "blas=2 nolines=1 processors=2 threads=16 cpu=20 delay=100", STRIPPED,
	  TURNS, PACKAGE("128", "3e7") },
	{ "a BLAS whose threads have processors", "one-thread-in-libraries",
	  false, "blas=2 nolines=1 processors=16 threads=16 cpu=120", STRIPPED,
	  TURNS, PACKAGE("128", "3e7") },
	{ "a BLAS whose threads spin between its calls",
	  "one-thread-in-libraries", true,
	  "blas=2 nolines=1 processors=16 threads=2 cpu=20 other=1", STRIPPED,
	  TURNS, PACKAGE("128", "3e7") },
	{ "the reference BLAS, which has no threads", "one-thread-in-libraries",
	  false, "blas=1 nolines=1 processors=2 threads=16 cpu=20 delay=100",
	  STRIPPED, TURNS, PACKAGE("128", "3e7") },

/* one thread, on a machine with more processors */
#define EIGHT "processors=8"
#define WIDE "loop trips=4500 iterations=4500 entries=1;code instructions=4;"
#define AT(type, line, more)                                                   \
	"memref access=" type " file=x.c line=" line " count=9e7 stride=8 "    \
	"stride_share=0.9999 stride2=8 " more ";"
#define ROW(more) INNER "trips=20000 iterations=9e7 entries=4500;" CODE ";" more
	{ "rows that are independent", "share-iterations", true, EIGHT, GCC_O2,
	  WIDE, ROW(AT("load", "11", "") AT("store", "12", "")) },
	{ "where there is one processor", "share-iterations", false,
	  "processors=1", GCC_O2, WIDE,
	  ROW(AT("load", "11", "") AT("store", "12", "")) },
	{ "sums of rows", "share-iterations", true, EIGHT, GCC_O2, WIDE,
	  ROW(AT("load", "11", "") "chain kind=fp adds=1 values=1 "
	                           "latency_cycles=4;") },
	{ "products of each with the one before", "share-iterations", false,
	  EIGHT, GCC_O2, "",
	  ROW(AT("store", "12", "") "chain kind=fp adds=1 muls=1 values=1 "
	                            "stored=yes latency_cycles=8;") },
	{ "a place that all iterations store to", "share-iterations", false,
	  EIGHT, GCC_O2, "",
	  INNER "trips=20000 iterations=9e7 entries=4500;" CODE
	        ";memref access=store file=x.c line=12 count=9e7 stride=0 "
	        "stride_share=1;" },
	{ "places that an index gives", "share-iterations", false, EIGHT,
	  GCC_O2, WIDE,
	  ROW(AT("load", "11",
	         "") "memref access=store file=x.c line=12 "
	             "count=9e7 stride=-4096 stride_share=0.01;") },
#define RECURS                                                                 \
	"chain kind=fp adds=1 muls=1 values=1 stored=yes latency_cycles=8;"
	{ "rows in place that need the one above", "share-iterations", false,
	  EIGHT, GCC_O2, WIDE,
	  ROW(AT("load", "11", "stored_over=yes")
	              AT("load", "11", "stored_over=yes")
	                      AT("store", "12", "l1_misses=0")) },
	{ "rows of which each loads what the one above stored",
	  "share-iterations", false, EIGHT, GCC_O2, WIDE,
	  ROW(AT("load", "11", "stored_over=yes flow=1 distance=19999")
	              AT("store", "12", "l1_misses=0") RECURS) },
	{ "rows that each pass changes in place", "share-iterations", true,
	  EIGHT, GCC_O2, WIDE,
	  ROW(AT("load", "11", "stored_over=yes flow=1 distance=9e7")
	              AT("store", "12", "l1_misses=0")) },
	{ "a loop of which iterations load what others stored",
	  "share-iterations", false, EIGHT, GCC_O2, "",
	  INNER "trips=20000 iterations=9e7 entries=4500;" CODE
	        ";" AT("load", "11", "stored_over=yes flow=0.5 distance=7")
	                AT("store", "12", "l1_misses=0") },
	{ "rows of two arrays that change places", "share-iterations", true,
	  EIGHT, GCC_O2, WIDE,
	  ROW(AT("load", "11", "stored_over=yes")
	              AT("load", "11", "stored_over=yes")
	                      AT("store", "12", "l1_misses=1.1e7")) },
	{ "a procedure that may keep something", "share-iterations", false,
	  EIGHT, GCC_O2, WIDE,
	  ROW(AT("store", "12", "") "callee name=next file=x.c line=11 "
	                            "calls=9e7 indirect=no;") },
	{ "a function of mathematics", "share-iterations", true, EIGHT, GCC_O2,
	  WIDE,
	  ROW(AT("store", "12", "") "callee name=exp file=x.c line=11 "
	                            "calls=9e7 indirect=no;") },
	{ "a recurrence along each row", "share-iterations", true, EIGHT,
	  GCC_O2, WIDE,
	  ROW(AT("store", "12", "") "chain kind=fp adds=1 muls=1 values=1 "
	                            "stored=yes latency_cycles=8;") },
#define NEXT_TO(share)                                                         \
	"memref access=load file=x.c line=11 count=9e7 stride=8 "              \
	"stride_share=" share ";"
#define RING(unknown, more)                                                    \
	INNER "trips=400 iterations=9e7 entries=225000;code instructions=11 "  \
	      "loads=3 stores=1 branches=1 fp_double=3 fp_scalar=3 "           \
	      "unknown_refs=" unknown ";executed instructions=1e9 "            \
	      "fp_scalar=2.7e8 loads=2.7e8 stores=9e7;" more STORE             \
	      "count=9e7 stride=8 stride_share=1;"
	{ "a ring of elements", "border-apart", true, "", GCC_O3, TURNS,
	  RING("2", NEXT_TO("0.995") NEXT_TO("0.995") NEXT_TO("1")) },
	{ "a vector that each pass goes along", "border-apart", false, "",
	  GCC_O3, TURNS, RING("2", NEXT_TO("0.9975") NEXT_TO("1")) },
	{ "a ring whose compiler knows the steps", "border-apart", false, "",
	  GCC_O3, TURNS, RING("0", NEXT_TO("0.995") NEXT_TO("1")) },
	{ "a ring and a table without order", "border-apart", false, "", GCC_O3,
	  TURNS, RING("2", NEXT_TO("0.995") NEXT_TO("0.1")) },
	{ "a recurrence along each of many rows", "elements-side-by-side", true,
	  "", GCC_O2, WIDE, ROW(AT("store", "12", "") RECURS) },
	{ "sums of rows", "elements-side-by-side", false, "", GCC_O2, WIDE,
	  ROW(AT("load", "11", "") "chain kind=fp adds=1 values=1 "
	                           "latency_cycles=4;") },
	{ "a recurrence that each row goes on with", "elements-side-by-side",
	  false, "", GCC_O2, WIDE RECURS, ROW(AT("store", "12", "") RECURS) },
	{ "a recurrence along each of many rows, in memory that all use",
	  "elements-side-by-side", true, "", GCC_O2, WIDE,
	  INNER
	  "trips=200 iterations=9e7 entries=450000;" CODE
	  ";memref access=load file=x.c line=11 count=9e7 stride=8 flow=0;"
	  "memref access=store file=x.c line=12 count=9e7 stride=8 "
	  "stride_share=0.995 stride2=-1592;" RECURS },
	{ "the same, where another loop stores what it loads",
	  "elements-side-by-side", false, "", GCC_O2, WIDE,
	  INNER
	  "trips=200 iterations=9e7 entries=450000;" CODE
	  ";memref access=load file=x.c line=11 count=9e7 stride=8 "
	  "stride_share=0.995 stride2=-1592 flow=0 flow_elsewhere=1;memref "
	  "access=store file=x.c line=12 count=9e7 stride=8 "
	  "stride_share=0.995 stride2=-1592;" RECURS },
	{ "the same, of which each row needs the one above",
	  "elements-side-by-side", false, "", GCC_O2, WIDE,
	  INNER "trips=200 iterations=9e7 entries=450000;" CODE
	        ";memref access=load file=x.c line=11 count=9e7 stride=8 "
	        "stride_share=0.995 stride2=-1592 flow=1 distance=199;memref "
	        "access=store file=x.c line=12 count=9e7 stride=8 "
	        "stride_share=0.995 stride2=-1592;" RECURS },
	{ "the same, too long to see who stored what is loaded",
	  "elements-side-by-side", false, "", GCC_O2, WIDE,
	  INNER
	  "trips=40000 iterations=9e7 entries=2250;" CODE
	  ";memref access=load file=x.c line=11 count=9e7 stride=8 flow=0;"
	  "memref access=store file=x.c line=12 count=9e7 stride=8 "
	  "stride_share=0.999 stride2=-319992;" RECURS },
	{ "a recurrence along three rows", "elements-side-by-side", false, "",
	  GCC_O2, "loop trips=3 iterations=4500 entries=1500;",
	  ROW(AT("store", "12", "") RECURS) },
#define OF_CALL(flow)                                                          \
	INNER "trips=200 iterations=9e7 entries=450000;" CODE                  \
	      ";memref access=load file=x.c line=11 count=9e7 stride=8 " flow  \
	      ";memref access=store file=x.c line=12 count=9e7 stride=8 "      \
	      "stride_share=0.995 stride2=-1592;" RECURS
	{ "a recurrence in a procedure that is called for each row",
	  "elements-side-by-side", true, "afar=450000", GCC_O2, "",
	  OF_CALL("flow=0 flow_elsewhere=1") },
	{ "the same, which needs what the call before stored",
	  "elements-side-by-side", false, "afar=450000", GCC_O2, "",
	  OF_CALL("flow=1 distance=199") },
	{ "the same in one call", "elements-side-by-side", false, "afar=1",
	  GCC_O2, "", OF_CALL("flow=0 flow_elsewhere=1") },
	{ "a recurrence that goes on until it is small",
	  "elements-side-by-side", false, "", GCC_O2, WIDE,
	  ROW(AT("store", "12", "") RECURS
	      "branch kind=conditional file=x.c line=12 count=9e7 taken=4500 "
	      "mispredicted=4500 leaves=yes asks=float;") },
	{ "a loop that takes a microsecond", "share-iterations", false, EIGHT,
	  GCC_O2, "",
	  INNER "trips=20 iterations=9e7 entries=4500000;" CODE
	        ";" AT("store", "12", "") },

/* names of the program's own that are like a library's */
#define FORCE                                                                  \
	INNER "trips=2000 iterations=1e8 entries=50000;code instructions=10 "  \
	      "loads=2 stores=2 calls=1;callee name=force file=x.c line=12 "   \
	      "calls=1e8 indirect=no;"
	{ "a procedure named like one of a library", "inline-small-procedure",
	  true, CALLS, GCC_O2, "", FORCE },
	{ "one of a library", "inline-small-procedure", false,
	  "TOT_CYC=1.2e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_L1=1e9 "
	  "LD_INS=2e8 ST_INS=2e8",
	  GCC_O2, "", FORCE },
#define SMALL "code instructions=200 bytes=900 branches=4;"
#define FAR_CODE "L2_ICA=5e7 L2_ICM=2e7 L3_ICA=2e7"
	{ "one of a template's copies", "batch-stages", true,
	  FAR_CODE " instance=1", SMALL, ALONE, ONCE },

	/* what switches do not do */
	{ "-Ofast, which unrolls nothing", "unroll-loop", true, FAST,
	  "compiler name=gcc level=Ofast producer=GNU_C17_12_-Ofast "
	  "language=C;code instructions=60;",
	  "", TAKEN("4e8") },
	{ "a polynomial where sums are fused", "distributivity", true, "",
	  "compiler name=gcc level=O2 producer=GNU_C17_12_-O2_-mfma "
	  "language=C;code instructions=60;",
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE
	        "fp_scalar=12 fp_mul=6 fp_add=2 fma=2;executed "
	        "instructions=1e9 fp_scalar=3e8 fp_add=5e7 fp_mul=2e8 fma=5e7 "
	        "common_factors=9e7 powers=9e7;" },
#define PUBLISHED                                                              \
	INNER "trips=1e4 iterations=9e7 entries=9e3;code instructions=8 "      \
	      "loads=1 stores=1 atomics=1 branches=1;executed "                \
	      "instructions=1e9 atomics=9e7;" STORE                            \
	      "count=9e7 stride=0 stride_share=1;"
	{ "a flag of C in a program with OpenMP", "relaxed-stores", true,
	  "TOT_CYC=2e10",
	  "compiler name=gcc level=O2 producer=GNU_C17_12_-O2_-fopenmp "
	  "language=C;code instructions=60;",
	  ALONE, PUBLISHED },

/* in a procedure without a loop */
#define TRACERS(falling)                                                       \
	GCC_O2 "memref access=load file=x.c line=3 count=9e7 stride=8 "        \
	       "stride_share=1 line_bytes_used=64 lines=9e5 l1_misses=1e7 "    \
	       "l2_misses=1e7 l3_misses=0;"                                    \
	       "memref access=load file=x.c line=4 count=9e7 stride=147456 "   \
	       "stride_share=0.01 falling=" falling " lines=9e6 "              \
	       "l1_misses=6e7 l2_misses=3e7 l3_misses=0 rewritten=yes "        \
	       "line_bytes_used=16;"
	{ "particles in any order", "sort-indices", true, "", TRACERS("0.5"),
	  "", "" },
	{ "particles in the order of their cells", "sort-indices", false, "",
	  TRACERS("0.01"), "", "" },
};

#endif
