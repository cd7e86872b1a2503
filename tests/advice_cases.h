/*
 * advice_cases.h - programs whose advice was wrong, each from what a real one
 * showed, and beside it where the same advice is right: what check_advice.c
 * makes profiles of
 */
#ifndef PERFEXPERT_TESTS_ADVICE_CASES_H
#define PERFEXPERT_TESTS_ADVICE_CASES_H

#include <stdbool.h>

#define GCC_O2                                                                 \
	"compiler name=gcc level=O2 producer=GNU_C17_12_-O2 language=C;code "  \
	"instructions=60;"
#define GCC_O3                                                                 \
	"compiler name=gcc level=O3 producer=GNU_C17_12_-O3 language=C;code "  \
	"instructions=60;"
#define CODE "code instructions=20 loads=4 stores=1 branches=2 fp_double=4 "
#define INNER "loop innermost=yes nest_levels=1 "
#define LOAD "memref access=load file=x.c line=12 "
#define STORE "memref access=store file=x.c line=13 "
#define MISSES "l1_misses=3e8 l2_misses=1e8 l3_misses=1e5 "

/*
 * A loop in a loop in a procedure, on Zen 4. Events of all three are 10^9
 * instructions, of which 4 * 10^8 access memory, and what stands here. Facts
 * are "name key=value ...; name ...". Behind a | are those of a second inner
 * loop, beside the first. Among the events may stand what the program is:
 * threads= that worked cpu= seconds of 10 s; library= instead of the program's
 * own (cpp=: of C++), blas= a BLAS (1: the reference one, 2: another), whose
 * allocations= (or questions to clocks=) are so many; called afar= so often,
 * from another file; installed= for all users; nolines=; on an older= machine;
 * brk= instead of the allocator; large= pages take that part of what small ones
 * do.
 */
static const struct {
	const char *what, *id;
	bool right;
	const char *events, *procedure, *outer, *inner;
} cases[] = {
	{ "a root in one of 300 iterations", "no-math-errno", false, "", GCC_O2,
	  INNER "trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=5e7 entries=1e6;" CODE
	        "fp_scalar=6 square_roots=1 calls=1;"
	        "executed instructions=1e9 square_roots=1.5e5 fp_scalar=3e8;" },
#define PACKAGE(bits, packed)                                                  \
	INNER "trips=20 iterations=5e7 entries=1e6;code instructions=20 "      \
	      "loads=4 stores=1 fp_single=8 fp_packed=8 calls=0 branches=1 "   \
	      "vector_bits=" bits " machine_vector_bits=512;executed "         \
	      "instructions=1e9 fp_packed=" packed " fp_scalar=1e8;"
#define STRIPPED "code instructions=60;compiler debug=no optimised=yes;"
#define TURNS INNER "trips=20 iterations=2e7 entries=1e6;"
	{ "a package of the smallest vectors", "build-package", true,
	  "installed=1 nolines=1", STRIPPED, TURNS, PACKAGE("128", "3e8") },
	{ "a package that has few vectors", "build-package", false,
	  "installed=1 nolines=1", STRIPPED, TURNS, PACKAGE("128", "3e7") },
	{ "one that chooses its vectors", "build-package", false,
	  "installed=1 nolines=1", STRIPPED, TURNS, PACKAGE("256", "3e8") },
	{ "the user's own, with lines", "build-package", false, "", GCC_O3,
	  TURNS, PACKAGE("128", "3e8") },
	{ "the user's own, stripped", "build-package", false, "nolines=1",
	  STRIPPED, TURNS, PACKAGE("128", "3e8") },
	{ "a reference BLAS, however well it runs", "tuned-blas", true,
	  "blas=1 nolines=1 TOT_CYC=2e8", STRIPPED, TURNS,
	  PACKAGE("128", "3e7") },
#define FAR_AWAY "MODEL_INS=1e9 MODEL_MEMORY_LATENCY=1.6e9 MODEL_USEFUL=4e8 "
#define LOOKED_UP STRIPPED "memref access=load count=9e7 l1_misses=9e7;"
	{ "a package that waits for memory", "see-where-it-waits", true,
	  FAR_AWAY "installed=1 nolines=1", LOOKED_UP, TURNS,
	  PACKAGE("128", "3e7") },
	{ "the user's own, stripped, that does", "see-where-it-waits", false,
	  FAR_AWAY "nolines=1", LOOKED_UP, TURNS, PACKAGE("128", "3e7") },
	{ "a package that computes", "see-where-it-waits", false,
	  "MODEL_INS=1e9 MODEL_USEFUL=1.8e9 MODEL_L1=2e8 installed=1 nolines=1",
	  LOOKED_UP, TURNS, PACKAGE("128", "3e7") },
#define SUMMED "MODEL_INS=1e9 MODEL_CHAIN_FP=1e9 MODEL_USEFUL=1e9 "
#define SUMS                                                                   \
	INNER "trips=500 iterations=2e8 entries=4e5;" CODE                     \
	      "fp_scalar=1 fp_add=1 unknown_refs=1;executed instructions=1e9 " \
	      "fp_scalar=2e8 "                                                 \
	      "fp_add=2e8;" LOAD "count=2e8 stride=8 stride_share=1;"          \
	      "chain kind=fp adds=1 values=1 latency_cycles=4;"
	{ "sums of one's own", "several-sums", true, SUMMED, GCC_O2, TURNS,
	  SUMS },
	{ "sums of somebody else's package", "several-sums", false,
	  SUMMED "installed=1 nolines=1", STRIPPED, TURNS, SUMS },
	{ "another BLAS by its name", "tuned-blas", false, "blas=2 nolines=1",
	  STRIPPED, TURNS, PACKAGE("128", "3e7") },
#define ATOMIC                                                                 \
	INNER "trips=20 iterations=5e7 entries=1e6;code instructions=20 "      \
	      "loads=4 stores=1 fp_double=4 atomics=1 branches=1;executed "    \
	      "instructions=1e9 atomics=5e7;" STORE "count=5e7 stride=0;"
	{ "atomic updates of two threads", "reduce-instead-of-atomics", true,
	  "threads=2 cpu=15", GCC_O2, TURNS, ATOMIC },
	{ "atomic updates of one thread", "reduce-instead-of-atomics", false,
	  "", GCC_O2, TURNS, ATOMIC },
#define ROOTS(branches, taken)                                                 \
	INNER "trips=20 iterations=5e7 entries=1e6;code instructions=20 "      \
	      "loads=4 stores=1 fp_double=4 fp_scalar=6 square_roots=1 "       \
	      "calls=1 branches=" branches ";executed instructions=1e9 "       \
	      "square_roots=5e7 fp_scalar=3e8;branch kind=conditional "        \
	      "file=x.c line=12 count=5e7 taken=0 mispredicted=0;branch "      \
	      "kind=conditional file=x.c line=13 count=5e7 taken=" taken       \
	      " mispredicted=1e6;"
	{ "roots that decide what is kept", "no-math-errno", false, "", GCC_O2,
	  INNER "trips=20 iterations=2e7 entries=1e6;", ROOTS("3", "4.99e7") },
	{ "roots, and the test of the loop", "no-math-errno", true, "", GCC_O2,
	  INNER "trips=20 iterations=2e7 entries=1e6;", ROOTS("3", "4.9e7") },
	{ "a root in each iteration", "no-math-errno", true, "", GCC_O2,
	  INNER "trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=5e7 entries=1e6;" CODE
	        "fp_scalar=6 square_roots=1 calls=1;"
	        "executed instructions=1e9 square_roots=5e7 fp_scalar=3e8;" },

#define HASH(kind)                                                             \
	INNER "trips=4000 iterations=3e8 entries=7.5e4;" CODE ";"              \
	      "executed instructions=1e9 loads=3e8;"                           \
	      "chain kind=" kind                                               \
	      " integers=1 integer_muls=1 values=1 latency_cycles=4;"
	{ "the hash of a text", "independent-chains", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", HASH("integer") },
	{ "a hash in four parts", "independent-chains", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=4000 iterations=3e8 entries=7.5e4;" CODE ";"
	        "chain kind=integer integers=1 integer_muls=1 values=4 "
	        "latency_cycles=4;" },
	{ "the hash of a text", "vectorise-loop", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  HASH("integer") LOAD "count=4e8 stride=8 stride_share=1;" },

	{ "counts in a table", "local-scalar", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=4000 iterations=1.2e8 entries=3e4;" CODE
	        "fixed_refs=0 unknown_refs=2;" STORE
	        "count=4e8 stride=0 stride_share=0.9;" },
	{ "a sum behind a pointer", "local-scalar", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=4000 iterations=1.2e8 entries=3e4;" CODE
	        "fixed_refs=1 unknown_refs=2;" STORE
	        "count=4e8 stride=0 stride_share=0.9;" },

	{ "x, y, z of each particle, which -O3 unrolls", "long-inner-loop",
	  false, "", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=3 iterations=6e7 entries=2e7;" CODE "fp_scalar=3;" },
	{ "five components for each point", "long-inner-loop", true, "", GCC_O3,
	  "loop trips=1000 iterations=2e7 entries=2e4;",
	  INNER "trips=5 iterations=1e8 entries=2e7;" CODE "fp_scalar=3;" },

	{ "forces under a condition", "comparison-as-number", false,
	  "BR_MSP=2e7 FP_INS=5e8 FAD_INS=2e8 FML_INS=2e8", GCC_O2,
	  "loop trips=20 iterations=9e7 entries=4e6;" CODE "fp_scalar=2;"
	  "executed instructions=5e8 fp_add=1e6;"
	  "branch kind=conditional file=x.c line=14 count=9e7 "
	  "taken=4e7 mispredicted=1e7;"
	  "branch kind=conditional file=x.c line=16 count=9e7 "
	  "taken=4e7 mispredicted=1e7;",
	  INNER "trips=3 iterations=2.7e8 entries=9e7;" CODE "fp_scalar=14;"
	        "executed instructions=5e8 fp_add=2e8 fp_mul=2e8;" },
	{ "counting what lies between limits", "comparison-as-number", true,
	  "BR_MSP=2e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";"
	        "executed instructions=1e9;"
	        "branch kind=conditional file=x.c line=14 count=9e7 "
	        "taken=4e7 mispredicted=1e7;"
	        "branch kind=conditional file=x.c line=16 count=9e7 "
	        "taken=4e7 mispredicted=1e7;" },

#define DECIDES(line, asks)                                                    \
	"branch kind=conditional file=x.c line=" line " " asks                 \
	" count=9e7 taken=4e7 mispredicted=2e7;"
#define CASCADE(asks)                                                          \
	DECIDES("14", asks) DECIDES("15", asks) DECIDES("16", asks)
#define BORDER(asks)                                                           \
	DECIDED("13", "", "9e7", "8.99e7")                                     \
	DECIDED("14", asks, "9e7", "1.2e5")
#define DECIDED(line, asks, count, taken)                                      \
	"branch kind=conditional file=x.c line=" line " " asks " count=" count \
	" taken=" taken " mispredicted=1e4;"
#define ONCE INNER "trips=9 iterations=9;"
#define PRODUCT_SUMS                                                           \
	CODE "fp_scalar=6;"                                                    \
	     "executed instructions=1e9 fp_add=2e8 fp_mul=2e8 fp_scalar=4e8;"
#define PRODUCT(one, other)                                                    \
	"loop trips=500 iterations=2.5e5 entries=500;|" INNER                  \
	"trips=250 iterations=6.25e7 entries=2.5e5;" CODE                      \
	";executed instructions=1e9 fp_add=1e8 fp_mul=1e8 fp_scalar=2e8;" LOAD \
	"count=1e8 " one MISSES ";" LOAD "count=1e8 " other MISSES             \
	";chain kind=fp adds=1 values=1 latency_cycles=4;"
#define LIMITED(branches, stored)                                              \
	INNER "trips=100 iterations=1e8 entries=1e6;"                          \
	      "code instructions=12 loads=3 stores=1 fp_scalar=2 "             \
	      "fp_double=2 any_vector_bits=64 "                                \
	      "machine_vector_bits=512 " branches                              \
	      ";memref access=load file=x.c line=11 count=1e8 stride=0 "       \
	      "stride_share=1;" STORE "count=1e8 " stored ";"
#define HEADS                                                                  \
	"memref access=load file=x.c line=11 count=9e7 stride=24 "             \
	"stride_share=0.01 " MISSES ";"
#define LISTED(steady)                                                         \
	INNER "trips=2 iterations=2e8 entries=9e7;" CODE ";" LOAD              \
	      "count=2e8 stride=2016 " steady " " MISSES ";"                   \
	      "chain kind=load loads=1 values=1 latency_cycles=5;"
#define ALONE "loop trips=1e6 iterations=1e6 entries=1;"
#define SIDE(asks)                                                             \
	"branch kind=conditional file=x.c line=14 " asks                       \
	" count=9e7 taken=7e7 mispredicted=2e7;"
	{ "a binary search", "lookup-table", false, "BR_MSP=6e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER
	  "trips=12 iterations=9e7 entries=7e6;" CODE
	  ";executed instructions=1e9;" LOAD
	  "count=9e7 stride=48 stride_share=0.1;" CASCADE("asks=constant") },
	{ "a cascade over characters", "lookup-table", true, "BR_MSP=6e7",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=12 iterations=9e7 entries=7e6;" CODE
	        ";executed instructions=1e9;" LOAD
	        "count=9e7 stride=1 stride_share=1;" CASCADE("asks=constant") },
	{ "random 32-bit numbers against limits", "lookup-table", false,
	  "BR_MSP=6e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=12 iterations=9e7 entries=7e6;" CODE
	        ";executed instructions=1e9;" LOAD
	        "count=9e7 stride=1 stride_share=1;" CASCADE("") },
	{ "random numbers for each of 18 bits", "iterate-over-set-bits", false,
	  "BR_MSP=2e7", GCC_O2, "loop trips=2e7 iterations=2e7 entries=1;",
	  INNER "trips=18 iterations=9e7 entries=5e6;" CODE
	        ";executed instructions=1e9;" SIDE("") },
	{ "the bits of a mask", "iterate-over-set-bits", true, "BR_MSP=2e7",
	  GCC_O2, "loop trips=2e7 iterations=2e7 entries=1;",
	  INNER "trips=18 iterations=9e7 entries=5e6;" CODE
	        ";executed instructions=1e9;" SIDE("asks=bit") },
	{ "a binary search", "branchless-select", false, "BR_MSP=6e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER
	  "trips=12 iterations=9e7 entries=7e6;" CODE
	  ";executed instructions=1e9;" LOAD
	  "count=9e7 stride=48 stride_share=0.1;" CASCADE("asks=constant") },
	{ "a binary search", "comparison-as-number", false, "BR_MSP=6e7",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER
	  "trips=12 iterations=9e7 entries=7e6;" CODE
	  ";executed instructions=1e9;" LOAD
	  "count=9e7 stride=48 stride_share=0.1;" CASCADE("asks=constant") },

	{ "27,000 pages, each looked up 300 times", "huge-pages", false,
	  "TLB_DM=8e6 TLB_DH=0 TOT_CYC=1e9", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" LOAD
	        "count=8e6 stride=48 stride_share=0.1 tlb_misses=8e6 " MISSES
	        ";" },
	{ "each looked up 3,000 times", "huge-pages", true,
	  "TLB_DM=8e7 TLB_DH=0", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" LOAD
	        "count=8e7 stride=48 stride_share=0.1 tlb_misses=8e7 " MISSES
	        ";" },
	{ "each looked up 3,000 times, large pages of a virtual machine",
	  "huge-pages", false, "TLB_DM=8e7 TLB_DH=0 large_walk=0.95", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" LOAD
	        "count=8e7 stride=48 stride_share=0.1 tlb_misses=8e7 " MISSES
	        ";" },
	{ "the second level knows them", "huge-pages", false,
	  "TLB_DM=0 TLB_DH=8e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" LOAD
	        "count=8e7 stride=48 stride_share=0.1 tlb_misses=8e7 " MISSES
	        ";" },

	{ "columns of a matrix, of varying length", "hot-fields-apart", false,
	  "TLB_DM=1e8 TLB_DH=0", GCC_O2,
	  "loop trips=900 iterations=4e5 entries=1e3;",
	  INNER "trips=300 iterations=1.2e8 entries=4e5;" CODE ";" LOAD
	        "count=1.2e8 stride=3600 stride_share=0.99 stride2=-2548796 "
	        "line_bytes_used=9 lines=28000 tlb_misses=1e8 " MISSES ";" },
	{ "records", "hot-fields-apart", true, "TLB_DM=1e8 TLB_DH=0", GCC_O2,
	  "loop trips=900 iterations=4e5 entries=1e3;",
	  INNER "trips=28000 iterations=1.2e8 entries=4e3;" CODE ";" LOAD
	        "count=1.2e8 stride=3600 stride_share=0.95 "
	        "line_bytes_used=9 lines=28000 tlb_misses=1e8 " MISSES ";" },
	{ "two columns of a matrix", "hot-cold-split", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=600 iterations=7e7 entries=1e5;" CODE ";" LOAD
	        "count=7e7 stride=4000 stride_share=0.99 stride2=-2396000 "
	        "line_bytes_used=8 lines=35579 " MISSES ";" LOAD
	        "count=7e7 stride=4000 stride_share=0.99 stride2=-2395992 "
	        "line_bytes_used=8 lines=35579 " MISSES ";" },
#define LONG INNER "trips=9e6 iterations=9e7 entries=10;" CODE ";"
#define ROWS(stride, places)                                                   \
	LONG LOAD                                                              \
		"count=9e7 stride=" stride " stride_share=0.999 stride2=128 "  \
		"line_bytes_used=8 lines=9e6 " places " " MISSES ";" LOAD      \
		"count=9e7 stride=" stride " stride_share=0.999 stride2=128 "  \
		"line_bytes_used=8 lines=9e6 " places " " MISSES ";"
	{ "short rows of a matrix, column after column", "hot-cold-split",
	  false, "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  ROWS("80", "places=9e7") },
	{ "short rows of a matrix, column after column", "aos-to-soa", false,
	  "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  ROWS("80", "places=9e7") },
	{ "short rows of a matrix, column after column", "loop-interchange",
	  true, "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  ROWS("80", "places=9e7") },
	{ "the same two fields of all records, ten times", "hot-cold-split",
	  true, "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  ROWS("80", "places=9e6") },
	{ "the same two fields of all records, ten times", "loop-interchange",
	  false, "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  ROWS("80", "places=9e6") },
	{ "two fields of records", "hot-cold-split", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60000 iterations=7e7 entries=1e3;" CODE ";" LOAD
	        "count=7e7 stride=200 stride_share=0.99 "
	        "line_bytes_used=8 lines=60000 " MISSES ";" LOAD
	        "count=7e7 stride=200 stride_share=0.99 "
	        "line_bytes_used=8 lines=60000 " MISSES ";" },

	{ "a border inside a loop", "split-iteration-range", true, "", GCC_O2,
	  "loop trips=1e6 iterations=1e6 entries=1;",
	  INNER "trips=900 iterations=9e7 entries=1e5;" CODE
	        ";executed instructions=1e9;" BORDER("") },
	{ "atoms that are near", "split-iteration-range", false, "", GCC_O2,
	  "loop trips=1e6 iterations=1e6 entries=1;",
	  INNER "trips=900 iterations=9e7 entries=1e5;" CODE
	        ";executed instructions=1e9;" BORDER("asks=float") },
	{ "elements that are sorted", "split-iteration-range", true, "", GCC_O2,
	  "loop trips=1e6 iterations=1e6 entries=1;",
	  INNER "trips=900 iterations=9e7 entries=1e5;" CODE
	        ";executed instructions=1e9;" DECIDED("13", "", "9e7", "8.99e7")
	                DECIDED("14", "element=yes", "9e7", "4e7") },
	{ "what was seen before", "split-iteration-range", false, "", GCC_O2,
	  "loop trips=1e6 iterations=1e6 entries=1;",
	  INNER "trips=900 iterations=9e7 entries=1e5;" CODE
	        ";executed instructions=1e9;" BORDER("element=yes") },
	{ "sums under a condition", "fused-multiply-add", false,
	  "L1_DCA=1e8 L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0", GCC_O2, ALONE,
	  ONCE PRODUCT_SUMS "longest_chain instructions=1e9 cycles=1.2e9 "
	                    "fp_add=1.1e9 fp_mul=5e7;" },
	{ "products under a condition", "fused-multiply-add", true,
	  "L1_DCA=1e8 L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0", GCC_O2, ALONE,
	  ONCE PRODUCT_SUMS "longest_chain instructions=1e9 cycles=1.2e9 "
	                    "fp_add=6e8 fp_mul=5e8;" },
	{ "sums that hardly wait", "fused-multiply-add", true,
	  "L1_DCA=1e8 L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0", GCC_O2, ALONE,
	  ONCE PRODUCT_SUMS "longest_chain instructions=1e9 cycles=3e8 "
	                    "fp_add=2.9e8;" },
	{ "a row by a column for each of many", "call-blas", true, "deep=1",
	  GCC_O2, "loop trips=500 iterations=500 entries=1;",
	  PRODUCT("stride=8 stride_share=0.996 stride2=-1992 lines=6000 ",
	          "stride=4000 stride_share=0.996 stride2=-995992 "
	          "lines=6000 ") },
	{ "squares added up in each of many steps", "call-blas", false,
	  "deep=1", GCC_O2, "loop trips=500 iterations=500 entries=1;",
	  PRODUCT("stride=8 stride_share=0.996 stride2=168 lines=6000 ",
	          "stride=8 stride_share=0.996 stride2=168 lines=6000 ") },
	{ "entries anywhere behind their heads", "open-addressing", true, "",
	  GCC_O2, ALONE HEADS, LISTED("stride_share=0.01") },
	{ "rows that are gone through", "open-addressing", false, "", GCC_O2,
	  ALONE HEADS, LISTED("stride_share=0.99") },
	{ "a few instructions that another file calls",
	  "link-time-optimisation", true, "afar=8e7", GCC_O2, ALONE, ONCE },
	{ "much work that another file calls", "link-time-optimisation", false,
	  "afar=1e6", GCC_O2, ALONE, ONCE },
	{ "an installed program with lines", "open-addressing", true,
	  "installed=1", GCC_O2, ALONE HEADS, LISTED("stride_share=0.01") },
	{ "an installed program without lines", "open-addressing", false,
	  "installed=1 nolines=1", GCC_O2, ALONE HEADS,
	  LISTED("stride_share=0.01") },
	{ "one's own without lines", "open-addressing", true, "nolines=1",
	  GCC_O2, ALONE HEADS, LISTED("stride_share=0.01") },
	{ "an allocator that is called often", "allocate-outside", true,
	  "library=1 allocations=1e7", GCC_O2, ALONE, ONCE },
	{ "an allocator that is called rarely", "allocate-outside", false,
	  "library=1 allocations=1e4", GCC_O2, ALONE, ONCE },
	{ "a clock that another procedure asks often", "ask-the-clock-rarely",
	  true, "library=1 clocks=2e5 SYS_CYC=1.9e9", GCC_O2, ALONE, ALONE },
	{ "a clock that is asked now and then", "ask-the-clock-rarely", false,
	  "library=1 clocks=2e4 SYS_CYC=1.9e9", GCC_O2, ALONE, ONCE },
	{ "an allocator for fresh memory", "fewer-page-faults", true,
	  "library=1 allocations=1e4 SYS_CYC=1.9e9",
	  GCC_O2 ";system page_faults=4000 share=0.95", ALONE, ONCE },
	{ "fresh memory where large pages take as long", "fewer-page-faults",
	  false, "library=1 allocations=1e4 SYS_CYC=1.9e9 large=0.95",
	  GCC_O2 ";system page_faults=4000 share=0.95", ALONE, ONCE },
	{ "fresh memory where large pages take half", "fewer-page-faults", true,
	  "library=1 allocations=1e4 SYS_CYC=1.9e9 large=0.5",
	  GCC_O2 ";system page_faults=4000 share=0.95", ALONE, ONCE },
	{ "temporary arrays whose memory comes and goes", "keep-freed-memory",
	  true, "faults=250000 returns=5e7", GCC_O2, ALONE,
	  ONCE ";system page_faults=1e5 share=0.9" },
	{ "fresh memory of many short processes", "keep-freed-memory", false,
	  "faults=250000", GCC_O2, ALONE,
	  ONCE ";system page_faults=1e5 share=0.9" },
	{ "fresh memory once, and some given back", "keep-freed-memory", false,
	  "faults=40000 returns=5e7", GCC_O2, ALONE,
	  ONCE ";system page_faults=2e4 share=0.9" },
	{ "a library that is slow to load", "fewer-page-faults", false,
	  "library=1 SYS_CYC=1.9e9",
	  GCC_O2 ";system page_faults=4000 share=0.95", ALONE, ONCE },
	{ "what one thread of two does", "parallelise-serial-part", true,
	  "threads=2 cpu=15", GCC_O2, ALONE, ONCE },
	{ "what one does while the other spins", "parallelise-serial-part",
	  true, "threads=2 cpu=20 late=0 spun=8", GCC_O2, ALONE, ONCE },
	{ "what one does while the other works", "parallelise-serial-part",
	  false, "threads=2 cpu=20 late=0 spun=0.1", GCC_O2, ALONE, ONCE },
	{ "a thread that its maker waits for", "parallelise-serial-part", false,
	  "threads=2 cpu=10", GCC_O2, ALONE, ONCE },
	{ "a thread that its maker waits for, beside other programs",
	  "parallelise-serial-part", false,
	  "threads=2 cpu=10 delay=1.5 joins=1", GCC_O2, ALONE, ONCE },
	{ "pages that one thread of two touches", "initialise-in-parallel",
	  true, "threads=2 cpu=15", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;system page_faults=4000;" },
	{ "pages that the only thread at work touches",
	  "initialise-in-parallel", false, "threads=2 cpu=10", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;system page_faults=4000;" },
	{ "many threads on as many processors", "rank-per-domain", true,
	  "threads=44 processors=44 cpu=400 L2_DCM=3e8 L3_DCM=3e8",
	  GCC_O2 "threads n=44 imbalance=0.1;", ALONE, ONCE },
	{ "many short threads, two at a time", "rank-per-domain", false,
	  "threads=44 cpu=15 L2_DCM=3e8 L3_DCM=3e8",
	  GCC_O2 "threads n=44 imbalance=0.1;", ALONE, ONCE },
	{ "many threads to be bound", "bind-threads", true,
	  "threads=44 processors=44 cpu=400 L2_DCM=3e8 L3_DCM=3e8",
	  GCC_O2 "threads n=44 imbalance=0.1;", ALONE, ONCE },
	{ "many short threads on two processors", "bind-threads", false,
	  "threads=44 cpu=15 L2_DCM=3e8 L3_DCM=3e8",
	  GCC_O2 "threads n=44 imbalance=0.1;", ALONE, ONCE },
	{ "unlike work", "balance-work", true, "threads=2 cpu=15", GCC_O2,
	  ALONE, INNER "trips=9 iterations=9;threads n=2 imbalance=0.5;" },
	{ "unlike work of threads that take turns", "balance-work", false,
	  "threads=40 cpu=10 delay=200", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;threads n=40 imbalance=0.5;" },
	{ "a thread that has all the work", "balance-work", false,
	  "threads=2 cpu=10", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;threads n=2 imbalance=1;" },
	{ "a table in code without lines", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE
	        ";memref access=load count=7e7 stride=24 stride_share=0.1 "
	        "line_bytes_used=8 lines=35579 " MISSES ";" },
	{ "links of positions", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=7e7 stride=24 stride_share=0.1 rewritten=yes "
	        "line_bytes_used=8 lines=35579 " MISSES ";" },
#define EXPORTED(name, table)                                                  \
	"compiler name=gcc level=O3 producer=GNU_C17_12_-O3_-fPIC language=C;" \
	"code instructions=60;callee name=" name                               \
	" file=x.c line=14 calls=9e7 indirect=no " table ";"
	{ "a library's own by the table", "no-interposition", true, "",
	  EXPORTED("work_fold", "by_table=yes"), INNER "trips=20;", CODE },
	{ "a library's own, as older files say", "no-interposition", true, "",
	  EXPORTED("work_fold", ""), INNER "trips=20;", CODE },
	{ "a library's own that nobody else sees", "no-interposition", false,
	  "", EXPORTED("work_fold", "by_table=no"), INNER "trips=20;", CODE },
	{ "the compiler's copy", "no-interposition", false, "",
	  EXPORTED("work_fold.isra.0", ""), INNER "trips=20;", CODE },
	{ "what is compared each time", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=7e7 stride=24 stride_share=0.1 line_bytes_used=8 "
	        "lines=35579 " MISSES ";branch kind=conditional file=x.c "
	        "line=12 count=7e7 taken=6.8e7 mispredicted=1e6;" },
	{ "a table", "recompute", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=7e7 stride=24 stride_share=0.1 "
	        "line_bytes_used=8 lines=35579 " MISSES ";" },

	{ "vectors, where the system has 90 % of the time", "target-machine",
	  false, "SYS_CYC=3.99e9 TOT_CYC=4e9", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE
	        "fp_packed=4 vector_bits=128 machine_vector_bits=256;"
	        "executed instructions=1e9 fp_packed=4e8;" },
	{ "complex numbers as vectors, and calls", "target-machine", false, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE
	        "fp_packed=4 vector_bits=128 machine_vector_bits=256 calls=2;"
	        "executed instructions=1e9 fp_packed=4e8;" },
	{ "vectors", "target-machine", true, "SYS_CYC=1e7 TOT_CYC=4e9", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE
	        "fp_packed=4 vector_bits=128 machine_vector_bits=256;"
	        "executed instructions=1e9 fp_packed=4e8;" },

#define SCALAR                                                                 \
	"fp_scalar=6;executed instructions=1e9 fp_scalar=4e8 fp_add=2e8 "      \
	"fp_mul=2e8;" LOAD "count=9e7 stride=8 stride_share=1;" STORE          \
	"count=9e7 stride=8 stride_share=1;"
	{ "-O3, which another suggestion says too", "highest-level", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE SCALAR },
	{ "-O3 where nothing else says so", "highest-level", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=3 iterations=9e7 entries=3e7;" CODE SCALAR },

	{ "-O3 for a walk down columns", "highest-level", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE
	        "strided_refs=2 fp_scalar=6;executed instructions=1e9 "
	        "fp_scalar=4e8;" LOAD "count=9e7 stride=4000 stride_share=1;" },

#define FIXED                                                                  \
	"fp_scalar=6;executed instructions=1e9;" STORE                         \
	"count=9e7 stride=8 stride_share=1;" LOAD                              \
	"count=9e7 stride=8 stride_share=1 stored_over=yes;" LOAD              \
	"count=9e7 stride=0 stride_share=1 "
	{ "one array, loaded and stored", "restrict-pointers", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED
	        "stored_over=yes;" },
	{ "one array, loaded and stored", "vectorise-loop", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED
	        "stored_over=yes;" },
	{ "a factor from another array", "restrict-pointers", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED ";" },
	{ "a factor from another array", "vectorise-loop", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED ";" },

/* what is loaded again comes from L1: the account says whether anything
 * waits for it (two constants beside long chains of arithmetic) */
#define CHAINED                                                                \
	"MODEL_INS=1e9 MODEL_USEFUL=1e8 MODEL_CHAIN_FP=1.9e9 L2_DCA=1e7 "      \
	"L2_DCM=1e6 L3_DCA=1e6"
#define EXECUTED                                                               \
	"MODEL_INS=1e9 MODEL_USEFUL=1.8e9 MODEL_CHAIN_FP=2e8 L2_DCA=1e7 "      \
	"L2_DCM=1e6 L3_DCA=1e6"
	{ "loads again what hides behind a chain", "restrict-pointers", false,
	  CHAINED, GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED ";" },
	{ "loads again where executing is all there is", "restrict-pointers",
	  true, EXECUTED, GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE FIXED ";" },
	{ "-O3 where all waits for a cache", "highest-level", false,
	  "MODEL_INS=1e9 MODEL_USEFUL=5e7 MODEL_L3=1.95e9 L2_DCA=1e7 "
	  "L2_DCM=1e6 L3_DCA=1e6",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=3 iterations=9e7 entries=3e7;" CODE SCALAR },
	{ "-O3 where executing is all there is", "highest-level", true,
	  EXECUTED, GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=3 iterations=9e7 entries=3e7;" CODE SCALAR },

/* a condition's two tests share a line; so do a loop's entry, test and
 * step, which are none */
#define TWICE(line)                                                            \
	"branch kind=conditional file=x.c line=" line " count=9e7 taken=4e7 "  \
	"mispredicted=2e7;branch kind=conditional file=x.c line=" line         \
	" count=9e7 taken=4e7 mispredicted=1e7;"
	{ "the line of the loop itself", "combine-conditions", false,
	  "BR_MSP=3e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" TWICE("11") },
	{ "the line of a loop in it", "combine-conditions", false, "BR_MSP=3e7",
	  GCC_O2,
	  "loop trips=20 iterations=9e7 entries=1e6;" CODE ";" TWICE("11"),
	  INNER "trips=20 iterations=2e7 entries=4e6;" CODE ";" },
	{ "two tests of one condition", "combine-conditions", true,
	  "BR_MSP=3e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" TWICE("14") },

	{ "a test, and a copy of it that never fails", "combine-conditions",
	  false, "BR_MSP=3e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";" DECIDES(
		  "14", "") DECIDED("14", "asks=float", "2e6", "0")
	          DECIDES("15", "") DECIDED("15", "asks=float", "2e6", "0") },

/* a product of matrices whose rows are as long as the program is told, in the
 * caches */
#define SMALL_PRODUCT(column, other, chain)                                    \
	"code instructions=8 loads=2 stores=1 fp_scalar=2 fp_double=2 "        \
	"fp_add=1 fp_mul=1 branches=1 fixed_refs=1 unit_refs=1 "               \
	"strided_refs=1 unknown_refs=0;executed instructions=1e9 "             \
	"fp_scalar=2.5e8 fp_add=1.25e8 fp_mul=1.25e8 branches=1.25e8;" LOAD    \
	"count=1.25e8 stride=8 stride_share=0.9875 stride2=-632;" LOAD         \
	"count=1.25e8 stride=" column " stride_share=0.9875 stride2=" other    \
	";" STORE "count=1.25e8 stride=0 stride_share=0.9875 stride2=8;" chain
#define SUM_OF_PRODUCTS "chain kind=fp adds=1 values=1 latency_cycles=4;"
#define IN_ROWS "loop trips=80 iterations=1.6e6 entries=2e4;"
#define IN_COLUMNS INNER "trips=80 iterations=1.25e8 entries=1.6e6;"
	{ "down the columns of a small matrix", "interchange-for-vectors", true,
	  SUMMED, GCC_O3, IN_ROWS,
	  IN_COLUMNS SMALL_PRODUCT("640", "-50552", SUM_OF_PRODUCTS) },
	{ "down columns of every other field", "interchange-for-vectors", false,
	  SUMMED, GCC_O3, IN_ROWS,
	  IN_COLUMNS SMALL_PRODUCT("640", "-50544", SUM_OF_PRODUCTS) },
	{ "along the rows of both", "interchange-for-vectors", false, SUMMED,
	  GCC_O3, IN_ROWS,
	  IN_COLUMNS SMALL_PRODUCT("8", "8", SUM_OF_PRODUCTS) },
	{ "a polynomial down a column", "interchange-for-vectors", false,
	  SUMMED, GCC_O3, IN_ROWS,
	  IN_COLUMNS SMALL_PRODUCT("640", "-50552",
	                           "chain kind=fp adds=1 muls=1 values=1 "
	                           "latency_cycles=8;") },
	{ "a few columns", "interchange-for-vectors", false, SUMMED, GCC_O3,
	  "loop trips=3 iterations=6e4 entries=2e4;",
	  IN_COLUMNS SMALL_PRODUCT("640", "-50552", SUM_OF_PRODUCTS) },
#define COMPUTED "MODEL_INS=1e9 MODEL_CHAIN_FP=1e8 MODEL_USEFUL=1.9e9 "
	{ "a sum down a column", "simd-reduction-directive", false, COMPUTED,
	  GCC_O3, TURNS,
	  IN_COLUMNS SMALL_PRODUCT("640", "640",
	                           "chain kind=fp adds=1 values=1 "
	                           "latency_cycles=6;") },
/* numbers that are rounded to whole ones: halves to even, which errno is in the
 * way of, or away from zero, which takes a call in Fortran, too */
#define ROUNDED(name)                                                          \
	INNER "trips=20 iterations=9e7 entries=4e6;" CODE "calls=1;executed "  \
	      "instructions=1e9 calls=9e7;callee name=" name                   \
	      " file=x.c line=12 calls=9e7 indirect=no;"
	{ "halves away from zero", "round-without-errno", false, "", GCC_O2,
	  TURNS, ROUNDED("lround") },
	{ "halves to even", "round-without-errno", true, "", GCC_O2, TURNS,
	  ROUNDED("lrint") },
	{ "halves to even", "round-halves-away", false, "", GCC_O2, TURNS,
	  ROUNDED("lrint") },
	{ "nint()", "round-halves-away", true, "", GCC_O2, TURNS,
	  ROUNDED("lround") },

/* a remainder in each iteration: of what is counted, or of what is looked up */
#define REMAINDERS(steady)                                                     \
	INNER "trips=500 iterations=9e7 entries=2e5;" CODE                     \
	      "integer_divides=1 integer_divides_invariant=1;executed "        \
	      "instructions=1e9 integer_divides=9e7 "                          \
	      "integer_divides_invariant=9e7;" LOAD                            \
	      "count=9e7 stride=8 stride_share=" steady ";"
	{ "an index that is counted", "mask-for-modulo", false, "", GCC_O2,
	  TURNS, REMAINDERS("0.99") },
	{ "an index that is counted", "counter-for-modulo", true, "", GCC_O2,
	  TURNS, REMAINDERS("0.99") },
	{ "the place in a hash table", "mask-for-modulo", true, "", GCC_O2,
	  TURNS, REMAINDERS("0.1") },

/* rows that lie behind pointers, where three numbers are changed, or many */
#define SAME_ROW                                                               \
	"memref access=load file=x.c line=11 count=1e8 stride=0 "              \
	"stride_share=1;"
#define FIXED_ROWS(trips)                                                      \
	INNER "trips=" trips                                                   \
	      " iterations=1e8 entries=1e7;code instructions=12 loads=4 "      \
	      "stores=1 fp_double=2 any_vector_bits=64 "                       \
	      "machine_vector_bits=512;" SAME_ROW SAME_ROW STORE               \
	      "count=1e8 stride=1992 stride_share=0.2;"
	{ "two rows for three numbers", "restrict-pointers", false, "", GCC_O3,
	  TURNS, FIXED_ROWS("3") },
	{ "two rows for three numbers", "common-subexpressions", true, "",
	  GCC_O3, TURNS, FIXED_ROWS("3") },
	{ "two rows for many numbers", "restrict-pointers", true, "", GCC_O3,
	  TURNS, FIXED_ROWS("30") },

/* loads that miss although they go from element to element, in a loop, or in
 * the loops that a loop of many parts has inside */
#define PUSHED_OUT                                                             \
	LOAD "count=9e7 stride=8 stride_share=1 l1_misses=4e7 l2_misses=4e6;"
#define EIGHT_PUSHED_OUT                                                       \
	PUSHED_OUT PUSHED_OUT PUSHED_OUT PUSHED_OUT PUSHED_OUT PUSHED_OUT      \
		PUSHED_OUT PUSHED_OUT
	{ "a loop over eight arrays", "fewer-arrays-per-loop", true, "", GCC_O2,
	  TURNS,
	  INNER "trips=500 iterations=9e7 entries=2e5;" CODE
	        ";" EIGHT_PUSHED_OUT },
	{ "a loop around many others", "fewer-arrays-per-loop", false, "",
	  GCC_O2, TURNS,
	  "loop trips=500 iterations=9e7 entries=2e5 innermost=no "
	  "nest_levels=2;" CODE ";" EIGHT_PUSHED_OUT },

/* a search through an array: one of its branches finds, one is at the end */
#define LEAVES(line)                                                           \
	"branch kind=conditional file=x.c line=" line                          \
	" leaves=yes count=3.7e8 taken="
#define SEARCH(trips, entries)                                                 \
	INNER "trips=" trips " iterations=3.7e8 entries=" entries              \
	      ";code instructions=6 loads=1 stores=0 branches=2;executed "     \
	      "instructions=1e9;" LEAVES("11") "1e6 mispredicted=1e6;" LEAVES( \
		      "12") "3.7e8 mispredicted=2;" LOAD                       \
			    "count=3.7e8 stride=4 stride_share=0.997;"
	{ "a long search", "search-by-halves", true, "", GCC_O3, TURNS,
	  SEARCH("370", "1e6") },
	{ "a short search", "search-by-halves", false, "", GCC_O3, TURNS,
	  SEARCH("20", "1.85e7") },
	{ "one search", "search-by-halves", false, "", GCC_O3, TURNS,
	  SEARCH("3.7e8", "1") },
	{ "a long search", "unswitch-loop", false, "", GCC_O3, TURNS,
	  SEARCH("370", "1e6") },

/* the random numbers of a benchmark: casts to integers and back */
#define ROUNDS                                                                 \
	"fp_scalar=6;executed instructions=1e9 fp_scalar=3e8 fp_add=1e8 "      \
	"fp_mul=2e8 conversions_to_integer=9e7 conversions_from_integer=9e7;"
	{ "(double)(int)x", "round-instruction", false, "BR_CND=1e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ROUNDS LOAD
	        "count=9e7 stride=8 stride_share=1;" },
#define FLOORED(taken)                                                         \
	INNER "trips=20 iterations=9e7 entries=4e6;" CODE ROUNDS LOAD          \
	      "count=9e7 stride=8 stride_share=1;branch kind=conditional "     \
	      "file=x.c line=14 asks=float count=9e7 taken=" taken             \
	      " mispredicted=0;branch kind=conditional file=x.c line=11 "      \
	      "count=9e7 taken=8.6e7 mispredicted=4e6 leaves=yes;"
	{ "floor() without its instruction", "round-instruction", true,
	  "BR_CND=2e8", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  FLOORED("0") },
	{ "casts, and a border that is crossed at times", "round-instruction",
	  false, "BR_CND=2e8", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", FLOORED("2e4") },
	{ "a cast, and a comparison of integers", "round-instruction", false,
	  "BR_CND=2e8", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ROUNDS LOAD
	        "count=9e7 stride=8 stride_share=1;branch kind=conditional "
	        "file=x.c line=14 count=9e7 taken=0 mispredicted=0;" },
#define UPWARDS(leaves, lines)                                                 \
	INNER "trips=2000 iterations=1e8 entries=5e4;code instructions=5 "     \
	      "loads=2 branches=2;executed instructions=5e8 loads=2e8;"        \
	      "chain kind=load loads=1 values=1 latency_cycles=8;" LOAD        \
	      "count=1e8 stride=-3136 stride_share=0.9 lines=" lines           \
	      " l1_misses=9e7 l2_misses=1e7 line_bytes_used=8;branch "         \
	      "kind=conditional file=x.c line=12 count=1e8 taken=1e3 "         \
	      "mispredicted=1e2 leaves=yes;branch kind=conditional file=x.c "  \
	      "line=13 count=1e8 taken=9.99e7 mispredicted=5e4 " leaves ";"
	{ "is it within such a one, up to the root", "remember-what-was-found",
	  true, "FP_INS=0 ST_INS=0", GCC_O2, TURNS,
	  UPWARDS("leaves=yes", "7e3") },
	{ "all elements of a list", "remember-what-was-found", false,
	  "FP_INS=0 ST_INS=0", GCC_O2, TURNS, UPWARDS("", "7e3") },
	{ "a search that comes to new elements", "remember-what-was-found",
	  false, "FP_INS=0 ST_INS=0", GCC_O2, TURNS,
	  UPWARDS("leaves=yes", "2e7") },
	{ "up to the root", "tile-for-pages", false,
	  "FP_INS=0 ST_INS=0 TLB_DM=9e7 TLB_DH=9e7", GCC_O2, TURNS,
	  UPWARDS("leaves=yes", "7e3") },
#define SHORT_TURNS                                                            \
	INNER "trips=40 iterations=5e7 entries=1e6;" CODE ";" LOAD             \
	      "count=5e7 stride=4 stride_share=1 line_bytes_used=64 "          \
	      "lines=5e5;memref access=load file=x.c line=14 count=5e7 "       \
	      "stride=1472 stride_share=0.01 stride2=96 lines=9e5 "            \
	      "l1_misses=5e7 l2_misses=4e7 l3_misses=2e7 line_bytes_used=8;"
	{ "short iterations that are guessed", "software-prefetch", false, "",
	  GCC_O2, "loop trips=10;", SHORT_TURNS },
	{ "short iterations, half of them guessed wrong", "software-prefetch",
	  true, "BR_MSP=2e7", GCC_O2, "loop trips=10;", SHORT_TURNS },
#define COMPLEX(calls, taken, more)                                            \
	INNER "trips=20 iterations=9e7 entries=4e6;code instructions=60 "      \
	      "loads=4 stores=1 branches=2 fp_double=6 fp_mul=4 fp_add=2 "     \
	      "calls=" calls ";executed instructions=1e9 fp_scalar=5.4e8 "     \
	      "fp_mul=3.6e8 fp_add=1.8e8 " more ";branch kind=conditional "    \
	      "file=x.c line=14 asks=float count=9e7 taken=" taken             \
	      " mispredicted=0;"
	{ "products of complex numbers", "plain-complex-division", true, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("1", "0", "") },
	{ "a test that calls nothing", "plain-complex-division", false, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("0", "0", "") },
	{ "a test that does call", "plain-complex-division", false, "", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("1", "1e6", "calls=1e6") },
	{ "a root's test", "plain-complex-division", false, "", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("1", "0", "square_roots=9e7") },
	{ "casts between products and sums", "distributivity", false, "",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE ROUNDS LOAD
	        "count=9e7 stride=8 stride_share=1;" },
	{ "a factor for each summand", "distributivity", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE
	        "fp_scalar=6;executed instructions=1e9 fp_scalar=3e8 "
	        "fp_add=1e8 fp_mul=2e8 common_factors=9e7;" },
	{ "the force of a pair: more products than sums", "distributivity",
	  false, "", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE
	        "fp_scalar=6;executed instructions=1e9 fp_scalar=3e8 "
	        "fp_add=1e8 fp_mul=2e8;" },

/* a tree's destructor: each child's, by another name of the same */
#define CHILDREN(title)                                                        \
	INNER "trips=4 iterations=9e7 entries=2e7;" CODE ";callee "            \
	      "name=_ZN4TreeD1Ev file=x.c line=12 indirect=no calls=8e7" title \
	      ";executed instructions=1e9 branches=2e8;"
	{ "a procedure that calls itself by another name",
	  "inline-small-procedure", false, "BR_MSP=3e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", CHILDREN(" title=f") },
	{ "a procedure of the program", "inline-small-procedure", true,
	  "BR_MSP=3e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  CHILDREN(" title=g") },

/* a hash table's look-ups follow short chains in no order */
#define ANYWHERE                                                               \
	LOAD "count=9e7 stride=16 stride_share=0.01 line_bytes_used=12 "       \
	     "lines=26007 l1_misses=8e7 l2_misses=4e7 l3_misses=0;"
#define FAR LOAD "count=9e7 stride_share=0.01 tlb_misses=8e7 " MISSES ";"
#define CHASES CODE ";chain kind=load loads=1 latency_cycles=4;" ANYWHERE
#define COMPUTES                                                               \
	CODE ";chain kind=load loads=2 integers=8 latency_cycles=24;" ANYWHERE
	{ "look-ups in a hash table", "array-of-elements", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=4 iterations=9e7 entries=2e7;" CHASES },
	{ "a permutation that is computed", "array-of-elements", false, "",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" COMPUTES },
	{ "a permutation that is computed", "unrolled-list", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" COMPUTES },
	{ "a long list", "unrolled-list", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CHASES },
	{ "a long list", "array-of-elements", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CHASES },
	{ "nodes of a list in many pages", "pool-nodes", true, "TLB_DM=9e7",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CODE
	        ";chain kind=load loads=1 latency_cycles=4;" FAR },
	{ "a sum in memory of what indices find", "pool-nodes", false,
	  "TLB_DM=9e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CODE
	        ";chain kind=memory adds=1 loads=1 latency_cycles=12;" FAR },
	{ "a list's pointers", "smaller-types", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=4 iterations=9e7 entries=2e7;" CHASES },

/* a logarithm for each of a few things that take long, or for each number */
#define LOGS CODE ";callee name=log file=y.c line=4 indirect=no calls="
	{ "logarithms of a few", "vector-math", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=8000 iterations=8e4 entries=10;" LOGS "8e4" },
	{ "logarithms of many", "vector-math", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7" },
	{ "a logarithm beside a short polynomial", "vector-math", true, "",
	  GCC_O2, "loop trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7",
	  INNER "trips=18 iterations=1.4e9 entries=8e7;" CODE },
	{ "a logarithm of each long sum", "vector-math", false, "", GCC_O2,
	  "loop trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7",
	  INNER "trips=400 iterations=3.2e10 entries=8e7;" CODE },

/* dynamic programming: an element needs those before it */
#define PAGES                                                                  \
	INNER "trips=500 iterations=9e7 entries=2e5;" CODE ";" LOAD            \
	      "count=9e7 stride=8192 stride_share=0.99 tlb_misses=8e7 " MISSES
	{ "pages that each pass goes over again", "tile-for-pages", false,
	  "TLB_DM=8e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  PAGES " stride2=-4087808;" },
	{ "what is loaded was stored", "tile-for-pages", false, "TLB_DM=8e7",
	  GCC_O2, "loop trips=500 iterations=2e5 entries=500;",
	  PAGES " stored_over=yes;" },
	{ "what is loaded stays", "tile-for-pages", true, "TLB_DM=8e7", GCC_O2,
	  "loop trips=500 iterations=2e5 entries=500;", PAGES ";" },

/* the test that ends a loop is no choice between two ways */
#define RANDOM(line)                                                           \
	INNER "trips=20 iterations=9e7 entries=4e6;" CODE ";branch "           \
	      "kind=conditional file=x.c line=" line                           \
	      " count=9e7 taken=4e7 mispredicted=3e7;"
	{ "the end of a search in its body", "branchless-select", false,
	  "BR_MSP=3e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  RANDOM("12 leaves=yes") },
	{ "a loop that ends anywhere", "branchless-select", false, "BR_MSP=3e7",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;", RANDOM("11") },
	{ "one of two ways in each iteration", "branchless-select", true,
	  "BR_MSP=3e7", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  RANDOM("12") },

/* a vector that a sparse matrix picks from is no table of a function */
#define PICKS(more)                                                            \
	INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD             \
	      "count=7e7 stride=24 stride_share=0.1 line_bytes_used=8 "        \
	      "lines=35579 " MISSES ";" more
#define ALONG LOAD "count=7e7 stride=8 stride_share=1 l1_misses=8e6;"
	{ "a row of a sparse matrix", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", PICKS(ALONG ALONG) },
	{ "a function's table", "recompute", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", PICKS(ALONG) },

/* a formula of a hundred products is no polynomial */
#define PRODUCTS                                                               \
	";executed instructions=1e9 fp_scalar=3e8 fp_add=1e8 fp_mul=2e8;"
	{ "the entries of a Jacobian", "horner", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e5 entries=4e4;" CODE
	        "fp_scalar=353 fp_mul=200 fp_add=60" PRODUCTS },
	{ "a polynomial", "horner", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e7 entries=4e6;" CODE
	        "fp_scalar=12 fp_mul=8 fp_add=4;executed instructions=1e9 "
	        "fp_scalar=3e8 fp_add=1e8 fp_mul=2e8 common_factors=9e7 "
	        "powers=9e7;" },

	{ "16 MiB of floats, where the cache has 1 MiB", "smaller-types", false,
	  "", GCC_O2, "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=1e7 stride=24 stride_share=0.1 "
	        "line_bytes_used=8 lines=262144 l1_misses=1e7 l2_misses=9e6;" },
	{ "a little more than the cache", "smaller-types", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=1e7 stride=24 stride_share=0.1 "
	        "line_bytes_used=8 lines=20000 l1_misses=1e7 l2_misses=5e6;" },

#define TWO(lines)                                                             \
	INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD             \
	      "count=1e7 stride=24 stride_share=0.1 line_bytes_used=8 "        \
	      "lines=40000 l1_misses=1e7 l2_misses=9e6;" LOAD                  \
	      "count=1e7 stride=48 stride_share=0.1 line_bytes_used=8 "        \
	      "lines=" lines " l1_misses=5e6 l2_misses=5e5;"
	{ "neighbours in one table", "flat-array", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", TWO("25000") },
	{ "a row's address and its element", "flat-array", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", TWO("5000") },
#define STORING                                                                \
	"MODEL_INS=1e9 MODEL_USEFUL=5e8 MODEL_L1=1.5e9 L2_DCA=1e7 "            \
	"L2_DCM=1e6 L3_DCA=1e6"
#define CHANGED(share)                                                         \
	INNER "trips=4000 iterations=1.2e8 entries=3e4;" CODE                  \
	      "fixed_refs=0 unknown_refs=2;" STORE                             \
	      "count=4e8 stride=0 stride_share=" share ";"
	{ "the stack of an interpreter", "several-tables", false, STORING,
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  CHANGED("0.9") "branch kind=indirect file=x.c line=14 count=9e7 "
	                 "taken=9e7 mispredicted=1e6 targets=9;" },
	{ "a few keys in a table", "several-tables", true, STORING, GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", CHANGED("0.9") },
#define FIELD(line, l1, l2)                                                    \
	"memref access=load file=x.c line=" line                               \
	" count=1e7 stride=-11808 stride_share=0.0001 line_bytes_used=30 "     \
	"lines=20000 l1_misses=" l1 " l2_misses=" l2 ";"
	{ "fields of nodes", "smaller-types", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE
	        ";" FIELD("12", "9e6", "5e6") FIELD("13", "0", "0")
	                FIELD("14", "6e6", "4e6") },
	{ "elements of three arrays", "smaller-types", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE
	        ";" FIELD("12", "9e6", "5e6") FIELD("13", "9e6", "5e6")
	                FIELD("14", "9e6", "5e6") },
	{ "one field of each", "smaller-types", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE
	        ";" FIELD("12", "9e6", "5e6") },
#define OPERATIONS(kinds)                                                      \
	"executed instructions=1e9;operations instructions=1e9 slots=1e9 "     \
	"taken=9e7 " kinds ";"
	{ "two rows of numbers", "flat-array", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  TWO("5000") OPERATIONS("load=1e5 load_vec=2e7") },
	{ "rows by their addresses", "flat-array", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  TWO("5000") OPERATIONS("load=1e7 load_vec=1e7") },
#define FLOATS(kinds)                                                          \
	INNER "trips=60 iterations=7e7 entries=1e6;code instructions=20 "      \
	      "loads=4 stores=1 branches=2 fp_single=4;" LOAD                  \
	      "count=1e7 stride=24 stride_share=0.1 line_bytes_used=16 "       \
	      "lines=20000 l1_misses=1e7 l2_misses=5e6;" OPERATIONS(kinds)
	{ "vectors of floats", "smaller-types", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  FLOATS("load_vec=2e7") },
	{ "numbers of floats", "smaller-types", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  FLOATS("load=1e7 load_vec=1e7") },
#define FLAGS(calls, more)                                                     \
	INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";executed "         \
	      "instructions=1e9 loads=8e7 calls=" calls ";" LOAD               \
	      "count=7e7 stride=700 stride_share=0.01 line_bytes_used=6 "      \
	      "lines=300 l1_misses=2e7 l2_misses=1e5;" more
	{ "flags, between calls", "pad-arrays", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", FLAGS("4e7", "") },
	{ "flags beside a large table", "pad-arrays", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  FLAGS("0", LOAD "count=6e7 stride=4000 stride_share=0.01 "
	                  "line_bytes_used=8 lines=90000 l1_misses=5e7 "
	                  "l2_misses=1e5;") },
	{ "flags in few sets", "pad-arrays", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", FLAGS("0", "") },
	{ "a search", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=7e7 stride=24 stride_share=0.1 line_bytes_used=8 "
	        "lines=35579 " MISSES ";"
	        "branch kind=conditional file=x.c line=12 count=7e7 "
	        "taken=3e7 mispredicted=3e7;" },

#define SUM                                                                    \
	"fp_scalar=2;chain kind=fp adds=1 latency_cycles=3;"                   \
	"executed instructions=1e9 fp_scalar=4e8;" LOAD "count=9e7 "
	{ "a sum down columns", "reassociate-reduction", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6 TOT_CYC=4e8", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE SUM
	        "stride=4000 stride_share=1;" },
	{ "a sum along a row", "reassociate-reduction", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6 TOT_CYC=4e8", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;" CODE SUM
	        "stride=8 stride_share=1;" },

	{ "what a third cache delivers", "smaller-types-in-memory", false,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=1e4 TOT_CYC=4e9", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=60000 iterations=3e8 entries=5e3;" CODE SCALAR LOAD
	        "count=3e8 stride=8 stride_share=1 lines=7500 l1_misses=4e7 "
	        "l2_misses=3.8e7 l3_misses=0;" },
	{ "what memory delivers", "smaller-types-in-memory", true,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=6e6 iterations=3e8 entries=50;" CODE SCALAR LOAD
	        "count=3e8 stride=8 stride_share=1 lines=750000 l1_misses=4e7 "
	        "l2_misses=3.8e7 l3_misses=3.8e7;" },
#define MIXED                                                                  \
	"code instructions=40 loads=6 stores=2 branches=1 fp_scalar=20 "       \
	"fp_double=20 "
#define CARRIED "chain kind=fp adds=1 latency_cycles=4;"
#define MOSTLY_FREE(fourth)                                                    \
	INNER "trips=40 iterations=9e7 entries=2e6;" MIXED fourth ";" CARRIED  \
	      "executed instructions=1e9 fp_scalar=5e8;"
	{ "forces of neighbours, found by way of a list", "isolate-recurrence",
	  false, "", GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  MOSTLY_FREE("unknown_refs=1") },
	{ "a running sum beside products", "isolate-recurrence", true, "",
	  GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  MOSTLY_FREE("unit_refs=4") },

	{ "atoms of a cell, as many as there are", "long-inner-loop", false, "",
	  GCC_O3, "loop trips=41 iterations=2e7 entries=5e5;",
	  INNER "trips=8.31 iterations=1.66e8 entries=2e7;" CODE
	        "fp_scalar=3;" },
#define SUM_OF(trips, missed)                                                  \
	INNER "trips=" trips " iterations=2e8 entries=2e6;" CODE               \
	      "fp_scalar=2 fp_add=1 unknown_refs=1;" CARRIED                   \
	      "executed instructions=1e9 fp_scalar=4e8 fp_add=2e8;"            \
	      "branch kind=conditional file=x.c line=11 count=2e8 "            \
	      "taken=1.98e8 mispredicted=" missed ";"
	{ "a sum over the few neighbours of a node", "several-sums", false, "",
	  GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  SUM_OF("31", "2e6") },
	{ "a sum over rows of one length", "several-sums", true, "", GCC_O2,
	  "loop trips=20 iterations=2e6 entries=1e5;", SUM_OF("27", "1e5") },
	{ "a sum over a long row", "several-sums", true, "", GCC_O2,
	  "loop trips=20 iterations=2e6 entries=1e5;", SUM_OF("131", "2e6") },
#define RUNNING(stored)                                                        \
	INNER "trips=900 iterations=2e8 entries=2e5;" CODE                     \
	      "fp_scalar=2 fp_add=2 unit_refs=3;chain kind=fp adds=2 "         \
	      "adds_in_row=1 " stored "latency_cycles=8;"                      \
	      "executed instructions=1e9 fp_scalar=4e8 fp_add=4e8;" LOAD       \
	      "count=2e8 stride=8 stride_share=1;"
	{ "sums from the first to each", "several-sums", false, "", GCC_O2,
	  "loop trips=20 iterations=2e6 entries=1e5;", RUNNING("stored=yes ") },
	{ "sums from the first to each", "simd-reduction-directive", false, "",
	  GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  RUNNING("stored=yes ") },
	{ "sums from the first to each", "reassociate-reduction", false, "",
	  GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  RUNNING("stored=yes ") },
	{ "sums from the first to each", "sum-before-recurrence", true, "",
	  GCC_O2, "loop trips=20 iterations=2e6 entries=1e5;",
	  RUNNING("stored=yes ") },
	{ "the sum of all", "sum-before-recurrence", false, "", GCC_O2,
	  "loop trips=20 iterations=2e6 entries=1e5;", RUNNING("") },
	{ "the sum of all", "reassociate-reduction", true, "", GCC_O2,
	  "loop trips=20 iterations=2e6 entries=1e5;", RUNNING("") },

#define ARITHMETIC(trips, kind, scalar)                                        \
	INNER "trips=" trips " iterations=9e7 entries=1e6;" CODE               \
	      "fp_scalar=6 " kind                                              \
	      ";executed instructions=5e8 fp_scalar=" scalar ";" LOAD          \
	      "count=9e7 stride=8 stride_share=1;"
#define GATHERS ARITHMETIC("100", "calls=1", "3e8") "|"
	{ "-O3 for a loop that has a fiftieth of the arithmetic",
	  "highest-level", false, EXECUTED, GCC_O2,
	  "loop trips=20 iterations=1e6 entries=1e5;",
	  GATHERS ARITHMETIC("3", "", "6e6") },
	{ "-O3 for one that has half of it", "highest-level", true, EXECUTED,
	  GCC_O2, "loop trips=20 iterations=1e6 entries=1e5;",
	  GATHERS ARITHMETIC("3", "", "3e8") },

#define NEAR "L2_DCA=1e6 L2_DCM=1e5 L3_DCA=1e5 "
#define STREAM(line, l2)                                                       \
	"memref access=load file=x.c line=" line " count=9e7 stride=4 "        \
	"stride_share=1 line_bytes_used=64 lines=5e5 l1_misses=6e6 "           \
	"l2_misses=" l2 " l3_misses=5e6;"
#define TO_AND_FRO(access, misses)                                             \
	"memref access=" access " file=x.c line=14 count=9e7 stride=392 "      \
	"stride_share=0.0001 line_bytes_used=10 " misses ";"
#define COUNTER                                                                \
	TO_AND_FRO("load", "stored_over=yes lines=68 l1_misses=8e5 "           \
	                   "l2_misses=5e3 l3_misses=0")                        \
	TO_AND_FRO("store", "lines=68 l1_misses=0 l2_misses=0 l3_misses=0")
#define PLACED                                                                 \
	TO_AND_FRO("store", "lines=5.6e5 l1_misses=3e7 l2_misses=6e6 "         \
	                    "l3_misses=6e6")
	{ "counting, and putting in places by the counts", "fuse-loops", false,
	  "", GCC_O2, "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") COUNTER "|" LONG STREAM("13", "6e6")
	          COUNTER PLACED },
	{ "two passes over one array", "fuse-loops", true, "", GCC_O2,
	  "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") "|" LONG STREAM("13", "6e6") },
	{ "putting keys in their places", "sort-indices", false, "", GCC_O2,
	  "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") COUNTER PLACED },
	{ "storing to where an index says", "sort-indices", true, "", GCC_O2,
	  "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") PLACED },
#define FROM_FAR(share) FROM_FAR_BY("", share)
#define FROM_FAR_BY(index, share)                                              \
	LONG "memref access=load file=x.c line=13 count=9e7 stride=4 " index   \
	     "stride_share=1 line_bytes_used=64 lines=5e5 l1_misses=6e6 "      \
	     "l2_misses=6e6 l3_misses=5e6;"                                    \
	     "memref access=load file=x.c line=14 count=9e7 "                  \
	     "stride=147456 "                                                  \
	     "stride_share=" share " stride2=16 lines=9e6 l1_misses=6e7 "      \
	     "l2_misses=3e7 l3_misses=0 line_bytes_used=16;"
	{ "one dimension of three", "sort-indices", false, "", GCC_O2,
	  "loop trips=10;", FROM_FAR("0.37") },
	{ "what a list says that is written all the time", "sort-indices",
	  false, "", GCC_O2, "loop trips=10;",
	  FROM_FAR_BY("rewritten=yes ",
	              "0.01") "branch kind=conditional file=x.c line=14 "
	                      "count=9e7 taken=8.8e7 "
	                      "mispredicted=1e6;" },
	{ "what a list says that was written once", "sort-indices", true, "",
	  GCC_O2, "loop trips=10;", FROM_FAR_BY("rewritten=yes ", "0.01") },
	{ "what an index says", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", FROM_FAR("0.01") },
#define BY_LISTS(falling, over)                                                \
	INNER "trips=120 iterations=9e7 entries=7.5e5;" CODE ";"               \
	      "memref access=load file=x.c line=13 count=9e7 stride=4 "        \
	      "stride_share=1 line_bytes_used=64 lines=5e5 l1_misses=6e6 "     \
	      "l2_misses=6e6 l3_misses=5e6;"                                   \
	      "memref access=load file=x.c line=14 count=9e7 stride=1472 "     \
	      "stride_share=0.01 stride2=96 lines=9e5 l1_misses=6e7 "          \
	      "l2_misses=3e7 l3_misses=0 line_bytes_used=16 " falling over ";"
#define NEIGHBOURS(used, paged)                                                \
	INNER "trips=120 iterations=9e7 entries=7.5e5;" CODE ";"               \
	      "memref access=load file=x.c line=13 count=9e7 stride=4 "        \
	      "stride_share=1 line_bytes_used=64 lines=5e5 l1_misses=6e6 "     \
	      "l2_misses=6e6 l3_misses=5e6;"                                   \
	      "memref access=load file=x.c line=14 count=9e7 stride=12040 "    \
	      "stride_share=0.25 stride2=-24000 lines=9e5 l1_misses=6e7 "      \
	      "l2_misses=3e7 l3_misses=0 falling=0.5 tlb_misses=" paged        \
	      " line_bytes_used=" used ";"
	{ "neighbours in a grid", "sort-indices", false, "", GCC_O2,
	  "loop trips=10;", NEIGHBOURS("64", "2e5") },
	{ "neighbours all over", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", NEIGHBOURS("12", "8e7") },
	{ "lists in any order", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", BY_LISTS("falling=0.5 ", "") },
	{ "lists of hits, each sorted", "sort-indices", false, "", GCC_O2,
	  "loop trips=10;", BY_LISTS("falling=0.01 ", "stored_over=yes") },
	{ "lists of hits, whose counters are raised", "renumber-neighbours",
	  false, "", GCC_O2, "loop trips=10;",
	  BY_LISTS("falling=0.01 ", "stored_over=yes") },
	{ "lists of neighbours, each sorted", "renumber-neighbours", true, "",
	  GCC_O2, "loop trips=10;", BY_LISTS("falling=0.01 ", "") },
	{ "lists of neighbours in any order", "renumber-neighbours", false, "",
	  GCC_O2, "loop trips=10;", BY_LISTS("falling=0.5 ", "") },
#define CUBES(exponent)                                                        \
	INNER "trips=500 iterations=2e7 entries=4e4;" CODE "calls=1;"          \
	      "executed instructions=1e9 fp_scalar=1e8;" LOAD                  \
	      "count=2e7 stride=8 stride_share=1;"                             \
	      "callee name=pow file=x.c line=14 calls=2e7 "                    \
	      "indirect=no" exponent ";"
	{ "cubes by pow", "power-by-products", true, "", GCC_O2, TURNS,
	  CUBES(" exponent=3") },
	{ "roots of cubes by pow", "power-by-products", true, "", GCC_O2, TURNS,
	  CUBES(" exponent=-1.5") },
	{ "any power", "power-by-products", false, "", GCC_O2, TURNS,
	  CUBES("") },
	{ "the power 2.2", "power-by-products", false, "", GCC_O2, TURNS,
	  CUBES(" exponent=2.2") },
	{ "cubes by pow", "vector-math", false, "", GCC_O2, TURNS,
	  CUBES(" exponent=3") },
	{ "cubes by pow, and what may be more of them", "vector-math", false,
	  "", GCC_O2, TURNS,
	  CUBES(" exponent=3") "callee name=pow file=x.c line=15 calls=2e7 "
	                       "indirect=no;" },
	{ "the power 2.2", "vector-math", true, "", GCC_O2, TURNS,
	  CUBES(" exponent=2.2") },
	{ "putting keys in their places", "smaller-types", false, "", GCC_O2,
	  "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") COUNTER PLACED },
	{ "storing to where an index says", "smaller-types", true, "", GCC_O2,
	  "loop trips=10 iterations=10 entries=1;",
	  LONG STREAM("13", "6e6") PLACED },
#define WALK(access, count, share, over)                                       \
	"memref access=" access " file=x.c line=13 count=" count               \
	" stride=8 stride_share=" share " " over                               \
	" line_bytes_used=64 lines=1000 l1_misses=1e4 l2_misses=0 "            \
	"l3_misses=0;"
#define SHIFTED(count)                                                         \
	INNER "trips=100 iterations=9e7 entries=9e5;" CODE                     \
	      "unit_refs=2;executed instructions=1e9;" WALK(                   \
		      "load", "9e7", "0.99", "stored_over=yes")                \
		      WALK("store", count, "0.96", "")
	{ "shifting what was inserted, where it is set", "vectorise-loop",
	  false, NEAR, GCC_O2, "loop trips=20 iterations=9e5 entries=1e5;",
	  SHIFTED("3e7") },
	{ "changing each element", "vectorise-loop", true, NEAR, GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", SHIFTED("9e7") },
/* what an array hands to the next iteration is in no register */
#define RECURRENCE(chain)                                                      \
	INNER "trips=998 iterations=9e7 entries=9e4;code instructions=9 "      \
	      "loads=3 stores=1 fp_scalar=3 fp_double=3 branches=1 "           \
	      "unit_refs=3;executed instructions=1e9 loads=2.7e8 stores=9e7 "  \
	      "fp_scalar=2e8 fp_double=2e8 fp_add=1e8 fp_mul=1e8;"             \
	      "longest_chain instructions=1e9 " chain ";" LOAD                 \
	      "count=9e7 stride=8 stride_share=1 stored_over=yes lines=9000;"  \
	      "memref access=store file=x.c line=12 count=9e7 stride=8 "       \
	      "stride_share=1 lines=9000;"
#define OF_MANY "loop trips=998 iterations=9e4 entries=90;"
	{ "a recurrence through an array", "vectorise-loop", false, NEAR,
	  GCC_O2, OF_MANY,
	  RECURRENCE("cycles=1.1e9 fp_add=2.7e8 fp_mul=2.7e8 fp_div=5e8") },
	{ "products beside each other", "vectorise-loop", true, NEAR, GCC_O2,
	  OF_MANY, RECURRENCE("cycles=1e8 fp_add=5e7 fp_mul=5e7") },
	{ "products beside each other, more than the window holds",
	  "vectorise-loop", true, NEAR, GCC_O2, OF_MANY,
	  RECURRENCE("cycles=1.1e9 window=4e6 fp_add=5e8 fp_mul=5e8") },
	{ "a recurrence through an array", "highest-level", false, NEAR, GCC_O2,
	  OF_MANY, RECURRENCE("cycles=1.1e9 fp_add=5e8 fp_mul=5e8") },
#define ENDS(taken)                                                            \
	INNER "trips=9995 iterations=9e7 entries=9e3;code instructions=6 "     \
	      "loads=1 branches=2 unit_refs=1;executed instructions=1e9;"      \
	      "memref access=load file=x.c line=12 count=9e7 stride=8 "        \
	      "stride_share=1 line_bytes_used=64 lines=1000 l1_misses=1e4;"    \
	      "branch kind=conditional file=x.c line=12 count=9e7 taken=0 "    \
	      "mispredicted=0;branch kind=conditional file=x.c line=13 "       \
	      "count=9e7 taken=" taken " mispredicted=9e3;"
	{ "a search from the beginning", "vectorise-loop", false, NEAR, GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", ENDS("8.9995e7") },
	{ "a choice within a loop", "vectorise-loop", true, NEAR, GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", ENDS("3e7") },
#define DIVIDES(refs)                                                          \
	INNER "trips=1000 iterations=3e7 entries=3e4;code instructions=90 "    \
	      "loads=9 stores=1 branches=1 fp_scalar=40 fp_single=30 "         \
	      "fp_double=10 divides=5 " refs ";executed instructions=1e9 "     \
	      "fp_single=7e8 fp_double=2e8 divides=1.5e8;"
	{ "neighbours' numbers are looked up", "relaxed-divides", false,
	  "FP_INS=6e8", GCC_O2, "loop trips=20 iterations=9e5 entries=1e5;",
	  DIVIDES("unknown_refs=4") },
	{ "quotients of arrays", "relaxed-divides", true, "FP_INS=6e8", GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", DIVIDES("unit_refs=9") },
#define AT_TIMES(share)                                                        \
	INNER "trips=100 iterations=9e7 entries=9e5;" CODE                     \
	      ";executed instructions=1e9;" DECIDES("14", "")                  \
		      WALK("store", "1e7", share, "")
	{ "neighbours that are near go to a list", "clamp-with-min-max", false,
	  "FOT_INS=1e8 BR_MSP=3e7", GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", AT_TIMES("0.95") },
	{ "what is too large is limited", "clamp-with-min-max", true,
	  "FOT_INS=1e8 BR_MSP=3e7", GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", AT_TIMES("0.12") },
};

#define FLOW                                                                   \
	INNER "trips=6e6 iterations=3e8 entries=50;" CODE SCALAR LOAD          \
	      "count=3e8 stride=8 stride_share=1 lines=80000 l1_misses=4e7 "   \
	      "l2_misses=3e8 l3_misses=3e8;"
#define COUNTERS(n)                                                            \
	INNER "trips=6e6 iterations=3e8 entries=50;" CODE ";" STORE "count=" n \
	      " stride=0 stride_share=1 false_sharing=1;"
#define MEETING                                                                \
	INNER "trips=60 iterations=5e5 entries=1e4;wait kind=barrier "         \
	      "call=GOMP_barrier file=x.c line=12 cpu_s=4 blocked_s=0;"

#define FAST                                                                   \
	"TOT_CYC=4e8 L2_DCA=0 L2_DCM=0 L3_DCA=0 L3_DCM=0 MODEL_INS=1e9 "       \
	"MODEL_USEFUL=1.25e8 MODEL_L1=2.75e8"
#define SHORT                                                                  \
	INNER "trips=2000 iterations=2.5e8 entries=125000;code "               \
	      "instructions=4 loads=1 stores=1 branches=1;branch "             \
	      "kind=conditional file=x.c line=12 count=2.5e8 taken=2.5e8 "     \
	      "mispredicted=0;"
#define TAKEN(times)                                                           \
	SHORT "operations instructions=1e9 slots=1e9 taken=" times ";"
#define CALLS                                                                  \
	"TOT_CYC=1.2e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_L1=1e9 "           \
	"LD_INS=2e8 ST_INS=2e8"
#define CALLING                                                                \
	INNER "trips=2000 iterations=1e8 entries=50000;code instructions=10 "  \
	      "loads=2 stores=2 calls=1;callee name=g file=x.c line=12 "       \
	      "calls=1e8 indirect=no;"
#define STACK LOAD "operand=stack count=1e8;" STORE "operand=stack count=1e8;"
#define BITS                                                                   \
	"TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_MISPREDICTED=8e8 "   \
	"BR_MSP=2e7"
#define BIT(set)                                                               \
	INNER "trips=64 iterations=2e8 entries=3125000;code instructions=5 "   \
	      "loads=1 branches=2;branch kind=conditional file=x.c line=12 "   \
	      "count=2e8 taken=" set " mispredicted=2e7 asks=bit;"
#define GUESSED                                                                \
	"TOT_CYC=2e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_CHAIN_INTEGER=6e8 "  \
	"MODEL_MISPREDICTED=1.2e9 BR_MSP=5e7"
#define WAYS(chain)                                                            \
	INNER "trips=2000 iterations=1e8 entries=50000;code instructions=10 "  \
	      "loads=2 stores=1 branches=2;chain kind=memory loads=1 "         \
	      "integers=1 latency_cycles=9;branch kind=conditional file=x.c "  \
	      "line=12 count=1e8 taken=5e7 mispredicted=5e7 asks=float;"       \
	      "operations instructions=1e9 slots=1e9 taken=1e8;"               \
	      "longest_chain instructions=1e9 " chain ";"
#define FETCHED                                                                \
	"TOT_CYC=3e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 "                          \
	"MODEL_MEMORY_LATENCY=2.8e9 L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8"
#define PLACES(chain)                                                          \
	INNER "trips=2000 iterations=1e8 entries=50000;" CODE ";" LOAD         \
	      "count=1e8 stride=4 stride_share=1;" LOAD                        \
	      "count=1e8 stride=64 stride_share=0.1 lines=9e6 " MISSES ";"     \
	      "operations instructions=1e9 slots=1e9 taken=1e8;"               \
	      "longest_chain instructions=1e9 " chain ";"

#define CHECKED                                                                \
	"TOT_CYC=4e8 L2_DCA=0 L2_DCM=0 L3_DCA=0 L3_DCM=0 MODEL_INS=1e9 "       \
	"MODEL_USEFUL=4e8"
#define CHECKS(count, taken)                                                   \
	"compiler name=gcc level=O2 "                                          \
	"producer=GNU_C17_-fsanitize=undefined;" INNER                         \
	"trips=2000 iterations=1e8 entries=50000;" CODE ";branch "             \
	"kind=conditional file=x.c line=12 count=" count " taken=" taken       \
	" mispredicted=0;"
#define PIPED                                                                  \
	"TOT_CYC=8e8 FP_INS=4e8 MODEL_INS=1e9 MODEL_USEFUL=1.25e8 "            \
	"MODEL_PIPES=6.75e8"
#define CONVERTS(all, floor)                                                   \
	INNER "trips=2000 iterations=6e7 entries=30000;" CODE "fp_single=2 "   \
	      "conversions=2;executed instructions=1e9 fp_scalar=" all         \
	      " conversions_precision=2.5e8 conversions=2.5e8 "                \
	      "fp_single=2.5e8;" LOAD                                          \
	      "count=6e7 stride=4 stride_share=1;" floor

#define BUSY                                                                   \
	"TOT_CYC=1e9 FP_INS=6e8 MODEL_INS=1e9 MODEL_USEFUL=1.25e8 "            \
	"MODEL_PIPES=8.75e8"
#define NEARBY " L1_DCA=1e8 L2_DCA=1e6 L2_DCM=1e3 L3_DCA=1e3 L3_DCM=0"
/* a product and a sum in each iteration, and what fills the pipes */
#define FUSES(full)                                                            \
	INNER "trips=2000 iterations=1.2e8 entries=30000;" CODE                \
	      "fp_add=1 fp_mul=1 fp_scalar=2;executed instructions=1e9 "       \
	      "fp_scalar=2.4e8 fp_add=1.2e8 fp_mul=1.2e8 fp_double=2.4e8;"     \
	      "operations instructions=1e9 slots=1e9 taken=6e7 " full ";" LOAD \
	      "count=1.2e8 stride=8 stride_share=1;"

#define PACKED(kinds)                                                          \
	INNER "trips=2000 iterations=6e7 entries=30000;" CODE                  \
	      "fp_packed=4 vector_bits=128 machine_vector_bits=512;executed "  \
	      "instructions=1e9 " kinds ";" LOAD                               \
	      "count=6e7 stride=16 stride_share=1;"

#define MISSED                                                                 \
	"TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=5e8 MODEL_MEMORY_LATENCY=5e8"
#define PLAIN(chain)                                                           \
	"compiler name=gcc level=O0 optimised=no producer=GNU_C17;" INNER      \
	"trips=2000 iterations=5e7 entries=25000;" CODE ";" chain

/*
 * What advice saves of the run, in loops as above that take all of it: by the
 * model, so much of the cycles. Of two threads, late= is what the second one
 * waited for a processor, of 10 s.
 */
static const struct {
	const char *what, *id;
	double saved;
	const char *events, *outer, *inner;
} gains[] = {
	{ "a limit in the way of vectors", "fix-trip-count", 0.385,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9 L2_DCA=1e7 L2_DCM=0 "
	  "L3_DCM=0",
	  "", LIMITED("branches=1", "stride=8 stride_share=1 ") },
	{ "a limit beside a decision", "fix-trip-count", 0.04,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  LIMITED("branches=2", "stride=8 stride_share=1 ") },
	{ "a limit beside an index", "fix-trip-count", 0.04,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  LIMITED("branches=1", "stride=8 stride_share=0.1 ") },
	{ "a line that two threads write to", "pad-per-thread-data", 0.75,
	  "threads=2 cpu=15 TOT_CYC=2e9 MODEL_INS=1e9 MODEL_USEFUL=5e8", "",
	  COUNTERS("3e8") },
	{ "a line that they write to rarely", "pad-per-thread-data", 0.144,
	  "threads=2 cpu=15 TOT_CYC=2e9 MODEL_INS=1e9 MODEL_USEFUL=5e8", "",
	  COUNTERS("1e6") },
	{ "a line that costs nothing", "pad-per-thread-data", 0,
	  "threads=2 cpu=15 TOT_CYC=2e9 MODEL_INS=1e9 MODEL_USEFUL=2e9", "",
	  COUNTERS("3e8") },
	{ "half of what memory delivers all the time",
	  "smaller-types-in-memory", 0.5,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1e9 MODEL_MEMORY_BANDWIDTH=3e9",
	  "", FLOW },
	{ "vectors, while memory delivers all the time", "vectorising-level", 0,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1e9 MODEL_MEMORY_BANDWIDTH=3e9",
	  "", FLOW },
	{ "vectors, while memory is waited for now and then",
	  "vectorising-level", 0.1,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1e9 MODEL_MEMORY_LATENCY=3e9",
	  "", FLOW },
	{ "half of what memory delivers now and then",
	  "smaller-types-in-memory", 0.375,
	  "L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 TOT_CYC=4e9 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1e9 MODEL_MEMORY_LATENCY=3e9",
	  "", FLOW },
	{ "half of the fresh pages, too", "smaller-types-in-memory", 0.55,
	  "threads=2 cpu=15 fresh=0.4 L2_DCM=3e8 L3_DCA=3e8 L3_DCM=3e8 "
	  "TOT_CYC=4e9 MODEL_INS=1e9 MODEL_USEFUL=1e9 "
	  "MODEL_MEMORY_BANDWIDTH=3e9",
	  "", FLOW },
	{ "branches that are taken as fast as it goes", "unroll-loop", 0.525,
	  FAST, "", TAKEN("4e8") },
	{ "branches that are taken now and then", "unroll-loop", 0.394, FAST,
	  "", TAKEN("1e7") },
	{ "values that calls put aside", "inline-small-procedure", 0.747, CALLS,
	  "", CALLING STACK },
	{ "values that stay in registers", "inline-small-procedure", 0.247,
	  CALLS, "", CALLING },
	{ "bits of which one in ten is set", "iterate-over-set-bits", 0.900,
	  BITS, "", BIT("2e7") },
	{ "bits of which one in four is set", "iterate-over-set-bits", 0.750,
	  BITS, "", BIT("5e7") },
	{ "ways with a chain that is seldom gone", "branchless-select", 0.765,
	  GUESSED, "", WAYS("cycles=1e8") },
	{ "ways with a chain that is always gone", "branchless-select", 0.540,
	  GUESSED, "", WAYS("cycles=8e8") },
	{ "indices that nothing hangs on", "sort-indices", 0.059, FETCHED, "",
	  PLACES("cycles=1e7") },
	{ "calls whose wrong guesses cost what they call", "sort-by-type", 0.5,
	  "afar=1 TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  INNER "trips=2000 iterations=1e8 entries=50000;" CODE
	        ";branch kind=indirect file=x.c line=11 count=1e8 taken=1e8 "
	        "mispredicted=4e7 targets=4;callee name= file=x.c "
	        "line=11 calls=1e8 indirect=yes targets=4;" },
	{ "indices beside a chain", "sort-indices", 0.059, FETCHED, "",
	  PLACES("cycles=1.5e9") },
	{ "indices beside a long chain", "sort-indices", 0.033, FETCHED, "",
	  PLACES("cycles=2.9e9") },
	{ "checks that never fail", "drop-sanitizers", 0.810, CHECKED, "",
	  CHECKS("3e8", "0") },
	{ "branches that go either way", "drop-sanitizers", 0, CHECKED, "",
	  CHECKS("3e8", "1e8") },
	{ "one constant of float in double", "no-conversions", 0.350, PIPED, "",
	  CONVERTS("5e8", "operations instructions=1e9 slots=1e9 taken=6e7 "
	                  "fp_convert=1.6e9;") },
	{ "sums and products where loads fill their pipes",
	  "fused-multiply-add", 0.000, PIPED NEARBY, "",
	  FUSES("load_vec=1.6e9") },
	{ "vectors of 16 bytes, for 32", "target-machine", 0.4, PIPED NEARBY,
	  "", PACKED("fp_packed=4e8") },
	{ "the same, of sums and products", "target-machine", 0.618,
	  PIPED NEARBY, "", PACKED("fp_packed=4e8 fp_add=2e8 fp_mul=2e8") },
	{ "few vectors between single numbers", "target-machine", 0.1,
	  PIPED NEARBY, "", PACKED("fp_packed=1e8 fp_scalar=3e8") },
	{ "sums and products that fill the pipes", "fused-multiply-add", 0.4,
	  PIPED NEARBY, "", FUSES("fp_mul=1.6e9") },
	{ "conversions beside other work", "no-conversions", 0.323, PIPED, "",
	  CONVERTS("5e8", "") },
	{ "quotients that keep the unit busy", "relaxed-divides", 0.612, BUSY,
	  "",
	  DIVIDES("unit_refs=9") "operations instructions=1e9 slots=1e9 "
	                         "taken=9e7 fp_div=1.6e8;" },
	{ "quotients beside sums", "relaxed-divides", 0.444, BUSY, "",
	  DIVIDES("unit_refs=9") },
	{ "misses between a lot of code", "optimise-at-all", 0.720, MISSED, "",
	  PLAIN("chain kind=fp adds=1 latency_cycles=4;") },
	{ "misses that lead to each other", "optimise-at-all", 0.360, MISSED,
	  "", PLAIN("chain kind=load loads=1 latency_cycles=5;") },
	{ "one that has no processor", "own-processors", 0.4,
	  "threads=2 cpu=15 late=5", "", MEETING },
	{ "one that has one", "own-processors", 0, "threads=2 cpu=15 late=0",
	  "", MEETING },
	{ "one that has no processor", "share-work-evenly", 0,
	  "threads=2 cpu=15 late=5", "", MEETING },
	{ "one that has one", "share-work-evenly", 0.2,
	  "threads=2 cpu=15 late=0", "", MEETING },
	{ "two that lose their processors by turns", "share-work-evenly", 0,
	  "threads=2 cpu=15 late=0 delay=5 uneven=0", "", MEETING },
	{ "the same, one of which has more work", "share-work-evenly", 0.15,
	  "threads=2 cpu=15 late=0 delay=5 uneven=3", "", MEETING },
};

#endif
