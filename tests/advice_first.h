/*
 * advice_first.h - what the first trials of programs of others found wrong in
 * the advice, and beside it where the same advice is right: what check_advice.c
 * makes profiles of, by the words of the other advice_*.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_FIRST_H
#define PERFEXPERT_TESTS_ADVICE_FIRST_H

#include "advice_gains.h"

#define AROUND "loop trips=10 iterations=10 entries=1;"
#define AGAIN "loop trips=20 iterations=2e7 entries=1e6;"
#define ARRAY STREAM("13", "6e6")
/* all of it comes from memory: a third, or nearly all, of what a core gets */
#define FROM_MEMORY "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9 "
#define USED_UP "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=1.3e9 "

#define CONVERTED(kinds)                                                       \
	INNER "trips=2000 iterations=9e7 entries=4.5e4;" CODE                  \
	      "conversions=2 conversions_precision=2;"                         \
	      "executed instructions=1e9 fp_scalar=4e8 " kinds ";"
#define SET_UP                                                                 \
	"loop trips=10 iterations=10 entries=1;code instructions=40 loads=4 "  \
	"stores=2 branches=2 fp_single=8 fp_scalar=8 conversions=8 "           \
	"conversions_precision=8;executed "                                    \
	"instructions=600 fp_scalar=80 fp_single=80 conversions=80 "           \
	"conversions_precision=80;"

/* goes over 640 MiB in passes of so many elements each */
#define SWEEPS(trips, entries)                                                 \
	INNER "trips=" trips " iterations=9e8 entries=" entries ";" CODE       \
	      "fp_scalar=2;" LOAD "count=9e8 stride=8 stride_share=0.99 "      \
	      "line_bytes_used=64 lines=1.05e7 l1_misses=1.12e8 "              \
	      "l2_misses=1.12e8 l3_misses=1.12e8;"
#define SWEPT(entries)                                                         \
	"loop trips=" entries " iterations=" entries " entries=1;"

#define HALVES(more)                                                           \
	INNER "trips=12 iterations=9e7 entries=7.5e6;" CODE                    \
	      ";executed instructions=1e9;" LOAD                               \
	      "count=9e7 stride=48 stride_share=0.1 lines=512 l1_misses=1e5 "  \
	      "l2_misses=1e3 l3_misses=0;" more DECIDES("14", "")
#define SPILT(operand)                                                         \
	INNER "trips=200 iterations=9e7 entries=4e6;" CODE                     \
	      "fp_scalar=6;executed instructions=1e9;" STORE                   \
	      "count=9e7 stride=8 stride_share=1;" LOAD                        \
	      "count=9e7 stride=0 stride_share=1 " operand ";"
#define FOUR(used)                                                             \
	LOAD "count=2e7 stride=32 stride_share=0.99 line_bytes_used=" used     \
	     " lines=1e7 " MISSES ";"
#define UNROLLED(used)                                                         \
	INNER "trips=2e6 iterations=2e7 entries=10;" CODE ";" FOUR(used)       \
		FOUR(used) FOUR(used) FOUR(used)
#define CLEARED(calls)                                                         \
	"loop trips=1e5 iterations=1e5 entries=1;callee name=memset file=y.c " \
	"line=4 indirect=no calls=" calls ";"
#define WRITES(more)                                                           \
	INNER "trips=9e6 iterations=9e7 entries=10;" CODE more ";" STORE       \
	      "count=9e7 stride=8 stride_share=1 line_bytes_used=64 "          \
	      "lines=1.1e6 l1_misses=1.12e7 l2_misses=1.12e7 "                 \
	      "l3_misses=1.12e7;"
#define TABLE                                                                  \
	LOAD "count=2e7 stride=640 stride_share=0.01 line_bytes_used=40 "      \
	     "lines=9e6 l1_misses=2e7 l2_misses=1.9e7 l3_misses=1.8e7;"
#define LOOKS_UP(more)                                                         \
	INNER "trips=2e6 iterations=2e7 entries=10;" CODE ";" more TABLE
#define KEYS                                                                   \
	"memref access=load file=x.c line=11 count=2e7 stride=4 "              \
	"stride_share=1 line_bytes_used=64 lines=1.2e6 l1_misses=1e5;"
#define VECTORS(kinds)                                                         \
	INNER "trips=200 iterations=9e7 entries=4e6;" CODE                     \
	      "fp_packed=4 vector_bits=128 machine_vector_bits=256;"           \
	      "executed instructions=1e9 fp_packed=4e8;" kinds

/* what gcc writes of itself for -march=native has more than 1,000 bytes */
#define TEN(s) s s s s s s s s s s
#define LONG_NAME                                                              \
	"compiler name=gcc level=O3 language=C producer=GNU_C17_12_" TEN(      \
		TEN("-mno-avx512f_")) "-O3"
#define NATIVE_NAME LONG_NAME "_-march=znver4;code instructions=60;"

/* a procedure that fetches memory, and gives so much of it back */
#define MAKES(freed)                                                           \
	GCC_O2 "callee name=malloc file=x.c line=9 indirect=no calls=1e5;"     \
	       "callee name=free file=x.c line=9 indirect=no calls=" freed ";"
#define FILLS(trips, more)                                                     \
	INNER "trips=" trips " iterations=1e8 entries=1e5;" CODE ";" STORE     \
	      "count=1e8 stride=8 stride_share=1;" more
#define AT_HAND " L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0"
/* as a line that appends to an array calls for, with a loop that copies */
#define APPENDS                                                                \
	"loop trips=1e5 iterations=1e5 entries=1;"                             \
	"caused title=memcpy module=/lib/l.so file=x.c line=11 cycles=1e8 "    \
	"calls=1e5;caused title=realloc module=/lib/l.so file=x.c line=11 "    \
	"cycles=1e7 calls=1e5;"

static const struct advice_case first[] = {
	{ "an array made for the caller", "no-temporary-arrays", true,
	  "FP_INS=1e8", MAKES("0"), FILLS("1000", ""), "" },
	{ "an array of its own", "no-temporary-arrays", false, "FP_INS=1e8",
	  MAKES("1e5"), FILLS("1000", ""), "" },
	{ "a few elements for the caller", "no-temporary-arrays", false,
	  "FP_INS=1e8", MAKES("0"), FILLS("12", ""), "" },
	{ "a copy of an array that grows", "vectorise-loop", false,
	  "FP_INS=0 L1_DCA=5e8" AT_HAND, GCC_O2, APPENDS,
	  FILLS("1000", LOAD "count=1e8 stride=8 stride_share=1;") },
	{ "a copy of an array that stays", "vectorise-loop", true,
	  "FP_INS=0 L1_DCA=5e8" AT_HAND, GCC_O2, AROUND,
	  FILLS("1000", LOAD "count=1e8 stride=8 stride_share=1;") },

	{ "precisions that are mixed while it is set up", "no-conversions",
	  false, "", GCC_O2, SET_UP, CONVERTED("") },
	{ "precisions that are mixed all the time", "no-conversions", true, "",
	  GCC_O2, AROUND,
	  CONVERTED("conversions_precision=9e7 fp_single=4e8") },
	{ "floor() without its instruction", "no-conversions", false, "",
	  GCC_O2, AROUND,
	  CONVERTED("conversions_back=9e7 "
	            "fp_single=4e8") },
	{ "floats read into sums of doubles", "no-conversions", false, "",
	  GCC_O2, AROUND,
	  CONVERTED("conversions_precision=9e7 fp_double=4e8") },

	{ "a loop and the one in it", "fuse-loops", false, "deep=1", GCC_O2,
	  AROUND, LONG ARRAY "|" LONG ARRAY },
	{ "a loop over something else", "fuse-loops", false, "", GCC_O2, AROUND,
	  LONG ARRAY "|" INNER "trips=3e6 iterations=9e7 entries=30;" CODE
	             ";" ARRAY },
	{ "one loop twice", "fuse-loops", false, "twin=1", GCC_O2, AROUND,
	  LONG ARRAY "|" LONG ARRAY },

	{ "many short passes over parts of an array", "strip-passes", false, "",
	  GCC_O2, SWEPT("357911"), SWEEPS("2500", "3.6e5") },
	{ "ten passes over all of an array", "strip-passes", true, "", GCC_O2,
	  SWEPT("10"), SWEEPS("9e7", "10") },
	{ "many short passes over parts of an array", "block-repeated-sweeps",
	  false, FROM_MEMORY, GCC_O2, SWEPT("357911"),
	  SWEEPS("2500", "3.6e5") },
	{ "ten passes over all of an array", "block-repeated-sweeps", true,
	  FROM_MEMORY, GCC_O2, SWEPT("10"), SWEEPS("9e7", "10") },
	{ "passes with work between them", "strip-passes", false, "", GCC_O2,
	  SWEPT("10"), SWEEPS("9e7", "10") "|" LONG ARRAY },
	{ "passes with work between them", "block-repeated-sweeps", false,
	  FROM_MEMORY, GCC_O2, SWEPT("10"),
	  SWEEPS("9e7", "10") "|" LONG ARRAY },

	{ "what a list of neighbours finds", "vectorise-loop", false, NEAR,
	  GCC_O2, AGAIN,
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE
	        "unknown_refs=2 unit_refs=1 fp_scalar=4;executed "
	        "instructions=1e9 fp_scalar=4e8 fp_add=2e8 fp_mul=2e8;"
	        "memref access=load file=x.c line=12 count=1.8e8 stride=4 "
	        "stride_share=1;" STORE
	        "count=9e7 stride=8 stride_share=1;" LOAD
	        "count=9e7 stride=96 stride_share=0.02;" },
	{ "a sum of doubles", "vectorise-loop", false, NEAR, GCC_O3, AGAIN,
	  INNER
	  "trips=200 iterations=9e7 entries=4e6;code instructions=4 loads=1 "
	  "branches=1 fp_double=1 unit_refs=1 fp_scalar=1 fp_add=1;chain "
	  "kind=fp "
	  "adds=1 values=1 latency_cycles=4;executed instructions=1e9 "
	  "fp_scalar=4e8 fp_add=4e8;" LOAD
	  "count=9e7 stride=8 stride_share=1;" },
	{ "what -march=native stands for", "target-machine", false, "",
	  NATIVE_NAME, AGAIN, VECTORS("") },
	{ "a thousand switches, none for the machine", "target-machine", true,
	  "", LONG_NAME ";code instructions=60;", AGAIN, VECTORS("") },

	{ "a search that halves a table", "branchless-search", true,
	  "BR_MSP=2e7 older=1", GCC_O2, AGAIN, HALVES("") },
	/* keys that a processor learns by heart were no example of it */
	{ "a search, where guesses cost less", "branchless-search", true,
	  "BR_MSP=2e7", GCC_O2, AGAIN, HALVES("") },
	{ "a loop over neighbours", "branchless-search", false,
	  "BR_MSP=2e7 older=1", GCC_O2, AGAIN,
	  HALVES("memref access=load file=x.c line=11 count=9e7 stride=4 "
	         "stride_share=0.9 lines=9e4;") },
	{ "a loop that stores what it finds", "branchless-search", false,
	  "BR_MSP=2e7 older=1", GCC_O2, AGAIN,
	  HALVES(STORE "count=4e7 stride=8 stride_share=0.3;") },

	{ "fused operations beside others", "fused-multiply-add", false,
	  "L1_DCA=1e8 L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0", GCC_O2, ALONE,
	  ONCE CODE "fp_scalar=6;executed instructions=1e9 fp_add=2e8 "
	            "fp_mul=2e8 fma=1e6 fp_scalar=4e8;" },
	{ "memory that is cleared once", "no-clearing-before-writing", false,
	  "", GCC_O2, CLEARED("1"), LONG },
	{ "memory that is cleared each time", "no-clearing-before-writing",
	  true, "", GCC_O2, CLEARED("1e5"), LONG },
	{ "a value that is put aside on the stack", "restrict-pointers", false,
	  NEAR, GCC_O2, AGAIN, SPILT("operand=stack") },
	{ "a value behind a pointer", "restrict-pointers", true, NEAR, GCC_O2,
	  AGAIN, SPILT("") },
	{ "a value in code without lines", "restrict-pointers", false, NEAR,
	  GCC_O2, AGAIN,
	  INNER
	  "trips=200 iterations=9e7 entries=4e6;" CODE
	  "fp_scalar=6;executed instructions=1e9;memref access=store "
	  "count=9e7 stride=8 stride_share=1;memref access=load count=9e7 "
	  "stride=0 stride_share=1;" },

	{ "four elements in each turn", "aos-to-soa", false, "", GCC_O2, AROUND,
	  UNROLLED("64") },
	{ "four elements in each turn", "hot-cold-split", false, "", GCC_O2,
	  AROUND, UNROLLED("64") },
	{ "one of four numbers of a structure", "aos-to-soa", true, "", GCC_O2,
	  AROUND,
	  INNER "trips=2e6 iterations=2e7 entries=10;" CODE ";" FOUR("16") },
	{ "one of four numbers of a list's elements", "aos-to-soa", false, "",
	  GCC_O2, AROUND,
	  INNER "trips=2e6 iterations=2e7 entries=10;" CODE
	        ";chain kind=load loads=1 latency_cycles=4;" FOUR("16") },

	{ "results that go to memory", "store-past-the-cache", true,
	  FROM_MEMORY, GCC_O3, AROUND, WRITES("fp_packed=4") },
	{ "results that go past the cache already", "store-past-the-cache",
	  false, FROM_MEMORY, GCC_O3, AROUND, WRITES("nontemporal=4") },
	{ "results that stay in the cache", "store-past-the-cache", false,
	  FROM_MEMORY, GCC_O3, "loop trips=1e5 iterations=1e5 entries=1;",
	  INNER "trips=900 iterations=9e7 entries=1e5;" CODE ";" STORE
	        "count=9e7 stride=8 stride_share=1 line_bytes_used=64 "
	        "lines=1.1e2 l1_misses=1.12e7 l2_misses=1.12e7;" },
	{ "keys that come in no order", "sort-lookups", true, "", GCC_O2,
	  AROUND, LOOKS_UP("") },
	{ "keys that stand in a list", "sort-lookups", false, "", GCC_O2,
	  AROUND, LOOKS_UP(KEYS) },
	{ "keys that stand in a list", "software-prefetch", true, "", GCC_O2,
	  AROUND, LOOKS_UP(KEYS) },
	{ "keys that come in no order", "software-prefetch", false, "", GCC_O2,
	  AROUND, LOOKS_UP("") },
	{ "look-ups that use up the memory", "software-prefetch", false,
	  USED_UP, GCC_O2, AROUND, LOOKS_UP(KEYS) },
};

/* How it is said */
static const struct {
	const char *what, *id, *said;
	const char *events, *outer, *inner;
} words[] = {
	{ "what a core gets from memory at most", "smaller-types-in-memory",
	  "memory delivers 14.8 of at most 15.4 bytes per cycle to a core: "
	  "move fewer bytes",
	  USED_UP, AROUND, FLOW },
	{ "less than that", "smaller-types-in-memory",
	  "memory delivers 4.8 of at most 15.4 bytes per cycle to a core",
	  FROM_MEMORY, AROUND, FLOW },
	{ "who has memory fetched again", "keep-freed-memory",
	  "250,000 page faults in all; most is allocated in maker at y.c:4",
	  "library=1 allocations=1e6 brk=1 faults=250000 returns=5e7", "", "" },
	{ "what C++ calls it", "allocate-outside",
	  "operator:new is called 10 million times at y.c:4",
	  "library=1 allocations=1e7 cpp=1", ALONE, ONCE },
	{ "sums of several rows that go on side by side",
	  "reassociate-reduction",
	  "waits 4 cycles for the sum of the one before, 100 million times",
	  "TOT_CYC=4e8", TURNS,
	  INNER "trips=9 iterations=1e8 entries=1.1e7;" CODE
	        "fp_scalar=8 fp_add=4;chain kind=fp adds=4 latency_cycles=16;"
	        "executed instructions=1e9 fp_scalar=8e8 fp_add=4e8;" LOAD
	        "count=1e8 stride=16 stride_share=1;" },
	{ "what passes fetch, by the pass and in all", "strip-passes",
	  "each of the 10 passes of the loop at x.c:11 fetches some 684 "
	  "MiB again, 6.7 GiB in all",
	  "", SWEPT("10"), SWEEPS("9e7", "10") },
};

#endif
