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
 * are "name key=value ...; name ...". After a | are those of a second inner
 * loop, beside the first. Among the events may stand what the program is:
 * threads= that worked cpu= seconds of 10 s; library= instead of the program's
 * own (cpp=: of C++), blas= a BLAS (1: the reference one, 2: another, 3: its
 * dger), whose allocations= (or questions to clocks=) are so many; called afar=
 * so often, from another file; installed= for all users; python= an
 * interpreter's code; hashes= code of std::_Hashtable; nolines=; on an older=
 * or newer=
 * machine; called=1: g and Tree are procedures of the program; brk= instead of
 * the allocator; large= pages take that part of what small ones do; prints=
 * cycles in the C library's printf, of which digits= make digits; reduces=
 * cycles of the mathematical one bring large arguments below pi/4.
 */
struct advice_case {
	const char *what, *id;
	bool right;
	const char *events, *procedure, *outer, *inner;
};

static const struct advice_case cases[] = {
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
	{ "its procedures of vectors, too", "tuned-blas", true,
	  "blas=3 nolines=1 TOT_CYC=2e8", STRIPPED, TURNS,
	  PACKAGE("128", "3e7") },
	{ "its procedures for a few rows", "tuned-blas", false,
	  "blas=1 nolines=1 TOT_CYC=2e8", STRIPPED,
	  INNER "trips=3 iterations=2e7 entries=7e6;", PACKAGE("128", "3e7") },
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
#define ATOMIC_AT(places)                                                      \
	INNER "trips=20 iterations=5e7 entries=1e6;code instructions=20 "      \
	      "loads=4 stores=1 fp_double=4 atomics=1 branches=1;executed "    \
	      "instructions=1e9 atomics=5e7;" STORE "count=5e7 " places ";"
#define ATOMIC ATOMIC_AT("stride=0")
	{ "atomic updates of two threads", "reduce-instead-of-atomics", true,
	  "threads=2 cpu=15", GCC_O2, TURNS, ATOMIC },
	{ "atomic updates of a small table", "reduce-instead-of-atomics", true,
	  "threads=2 cpu=15", GCC_O2, TURNS,
	  ATOMIC_AT("stride=64 stride_share=0.01 l1_misses=30") },
	{ "atomic updates of a large table", "reduce-instead-of-atomics", false,
	  "threads=2 cpu=15", GCC_O2, TURNS,
	  ATOMIC_AT("stride=64 stride_share=0.01 lines=9e4 l1_misses=4e7") },
	{ "a large table, and a counter of one's own",
	  "reduce-instead-of-atomics", false, "threads=2 cpu=15", GCC_O2, TURNS,
	  ATOMIC_AT("stride=64 stride_share=0.01 lines=9e4 l1_misses=4e7") STORE
	  "operand=stack count=5e7 stride=0;" },
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
	{ "halves of 1,024 elements, from one to 512, five in the mean",
	  "long-inner-loop", false, "", GCC_O3,
	  "loop trips=102 iterations=1.3e7 entries=1.2e5;",
	  INNER "trips=5.004887 iterations=6.3e7 entries=1.26e7;" CODE
	        "fp_scalar=10;" },

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
	{ "two fields of records in rows, again and again", "hot-cold-split",
	  true, "", GCC_O2, "loop trips=500 iterations=5e4 entries=100;",
	  INNER "trips=900 iterations=5e7 entries=6e4;" CODE ";" LOAD
	        "count=5e7 stride=136 stride_share=0.9988 stride2=408 "
	        "line_bytes_used=8 lines=560000 places=500000 " MISSES ";" LOAD
	        "count=5e7 stride=136 stride_share=0.9988 stride2=408 "
	        "line_bytes_used=8 lines=560000 places=500000 " MISSES ";" },
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
	{ "products of each with the one before, for each of many", "call-blas",
	  false, "deep=1", GCC_O2, "loop trips=500 iterations=500 entries=1;",
	  PRODUCT("stride=8 stride_share=0.996 stride2=-1992 lines=6000 ",
	          "stride=4000 stride_share=0.996 stride2=-995992 "
	          "lines=6000 ") "chain kind=fp adds=1 muls=1 values=1 "
	                         "stored=yes latency_cycles=8;" },
	{ "squares added up in each of many steps", "call-blas", false,
	  "deep=1", GCC_O2, "loop trips=500 iterations=500 entries=1;",
	  PRODUCT("stride=8 stride_share=0.996 stride2=168 lines=6000 ",
	          "stride=8 stride_share=0.996 stride2=168 lines=6000 ") },
	{ "entries anywhere behind their heads", "open-addressing", true, "",
	  GCC_O2, ALONE HEADS, LISTED("stride_share=0.01") },
#define WAYS_OUT(second)                                                       \
	LISTED("stride_share=0.01")                                            \
	"branch kind=conditional file=x.c line=12"                             \
	" count=2e8 taken=1.1e8 mispredicted=1e6 asks=zero leaves=yes;branch " \
	"kind=conditional file=x.c line=12 count=2e8 taken=1e8 "               \
	"mispredicted=1e6" second ";"
	{ "a chain that is left where the key is", "open-addressing", true, "",
	  GCC_O2, ALONE HEADS, WAYS_OUT(" leaves=yes") },
	{ "a list of arguments to its end", "open-addressing", false, "",
	  GCC_O2, ALONE HEADS, WAYS_OUT("") },
	{ "a tree that is walked", "open-addressing", false, "", GCC_O2,
	  ALONE HEADS,
	  WAYS_OUT(" leaves=yes") "callee name=f file=x.c line=13 calls=2e8 "
	                          "indirect=no;" },
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
	{ "code of an interpreter, with lines", "open-addressing", false,
	  "python=1", GCC_O2, ALONE HEADS, LISTED("stride_share=0.01") },
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
	{ "fresh memory that the machine below has to find",
	  "fewer-page-faults", false,
	  "library=1 allocations=1e4 SYS_CYC=1.9e9 large=0.2 given_back=1",
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
	{ "unlike work where all processors have some", "balance-work", false,
	  "threads=5 processors=2 cpu=19", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;threads n=3 imbalance=0.5;" },
	{ "unlike work where processors have none", "balance-work", true,
	  "threads=5 processors=2 cpu=15", GCC_O2, ALONE,
	  INNER "trips=9 iterations=9;threads n=3 imbalance=0.5;" },
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
};

#endif
