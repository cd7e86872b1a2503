/*
 * advice_later.h - what later trials of programs of others found wrong in the
 * advice, and beside it where the same advice is right: what check_advice.c
 * makes profiles of, by the words of advice_cases.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_LATER_H
#define PERFEXPERT_TESTS_ADVICE_LATER_H

#include "advice_cases.h"

static const struct advice_case later[] = {
/* the random numbers of a benchmark: casts to integers and back */
#define ROUNDS                                                                 \
	"fp_scalar=6;executed instructions=1e9 fp_scalar=3e8 fp_add=1e8 "      \
	"fp_mul=2e8 conversions_back=9e7;"
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
	{ "a few of floor() beside a loop that fills the pipes",
	  "round-instruction", false,
	  "TOT_CYC=8e8 MODEL_INS=1e9 MODEL_USEFUL=1.25e8 MODEL_PIPES=6.75e8",
	  GCC_O2,
	  "loop trips=20 iterations=15 entries=1;code instructions=81 "
	  "fp_scalar=12;"
	  "executed instructions=757 fp_scalar=52 conversions_back=15;"
	  "branch kind=conditional file=x.c "
	  "line=10 asks=float count=15 taken=0 mispredicted=0;",
	  INNER "trips=2000 iterations=6e7 entries=30000;" CODE
	        "fp_scalar=6;executed instructions=1e9 fp_scalar=5e8;" LOAD
	        "count=6e7 stride=4 stride_share=1;" },
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
	{ "the place in a list sorted by a number", "remember-what-was-found",
	  true, "FP_INS=1e8 ST_INS=0", GCC_O2, TURNS,
	  UPWARDS("leaves=yes asks=float", "7e3") },
	{ "sums along a list", "remember-what-was-found", false,
	  "FP_INS=1e8 ST_INS=0", GCC_O2, TURNS, UPWARDS("leaves=yes", "7e3") },
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
#define COMPLEX(asks, calls, taken, more)                                      \
	INNER "trips=20 iterations=9e7 entries=4e6;code instructions=60 "      \
	      "loads=4 stores=1 branches=2 fp_double=6 fp_mul=4 fp_add=2 "     \
	      "calls=" calls ";executed instructions=1e9 fp_scalar=5.4e8 "     \
	      "fp_mul=3.6e8 fp_add=1.8e8 " more ";branch kind=conditional "    \
	      "file=x.c line=14 asks=" asks " count=9e7 taken=" taken          \
	      " mispredicted=0;"
	{ "products of complex numbers", "plain-complex-division", true, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("number", "1", "0", "") },
	{ "a test that calls nothing", "plain-complex-division", false, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("number", "0", "0", "") },
	{ "a test that does call", "plain-complex-division", false, "", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("number", "1", "1e6", "calls=1e6") },
	{ "a root's test", "plain-complex-division", false, "", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("number", "1", "0", "square_roots=9e7") },
	{ "comparisons that always come out one way", "plain-complex-division",
	  false, "", GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  COMPLEX("float", "1", "0", "") },
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
	  "called=1 BR_MSP=3e7", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", CHILDREN(" title=g") },
	/* whatever it is called, it is a library's */
	{ "a procedure of a library", "inline-small-procedure", false,
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
	{ "a list of which only the links are looked at", "unrolled-list",
	  false, "", GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CODE
	        ";chain kind=load loads=1 latency_cycles=4;" LOAD
	        "count=9e7 stride=16 stride_share=0.01 line_bytes_used=8 "
	        "lines=26007 l1_misses=8e7 l2_misses=4e7 l3_misses=0;" },
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
#define BOTH                                                                   \
	INNER "trips=8000 iterations=8e7 entries=1e4;" CODE ";callee "         \
	      "name=sincos file=y.c line=4 indirect=no calls=8e7;"
	{ "a sine and a cosine, by GCC", "vector-math", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;", BOTH },
	{ "a sine and a cosine, by another compiler", "vector-math", true, "",
	  "compiler name=clang level=O2 producer=clang_15_-O2 language=C;"
	  "code instructions=60;",
	  "loop trips=20 iterations=2e7 entries=1e6;", BOTH },
	{ "logarithms of a few", "vector-math", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=8000 iterations=8e4 entries=10;" LOGS "8e4" },
	{ "logarithms of many", "vector-math", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7" },
	{ "a logarithm beside a short polynomial", "vector-math", true, "",
	  GCC_O2, "loop trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7",
	  INNER "trips=18 iterations=1.4e9 entries=8e7;" CODE },
	{ "a logarithm beside a loop that ends by its data", "vector-math",
	  false, "", GCC_O2,
	  "loop innermost=no trips=8000 iterations=8e7 entries=1e4;" LOGS "8e7",
	  INNER "trips=2.5 iterations=2e8 entries=8e7;" CODE },
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
	{ "the entries of a Jacobian", "distributivity", false, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=20 iterations=9e5 entries=4e4;" CODE
	        "fp_scalar=353 fp_mul=200 fp_add=60" PRODUCTS },
	{ "a polynomial", "distributivity", true, "", GCC_O2,
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
	{ "rows of a sparse matrix, one behind the other", "flat-array", false,
	  "", GCC_O2, "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=1e7 stride=200 stride_share=0.01 falling=0 "
	        "line_bytes_used=64 lines=40000 l1_misses=2e6;" LOAD
	        "count=1e7 stride=2272 stride_share=0.01 falling=0.5 "
	        "line_bytes_used=15 lines=5000 l1_misses=5e6 l2_misses=5e5;" },
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
#define FLAGS(conflicts) FLAGS_OF("300", conflicts)
#define FLAGS_OF(lines, conflicts)                                             \
	INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";executed "         \
	      "instructions=1e9 loads=8e7;" LOAD                               \
	      "count=7e7 stride=700 stride_share=0.01 line_bytes_used=6 "      \
	      "lines=" lines                                                   \
	      " l1_misses=2e7 l2_misses=1e5 conflicts=" conflicts
	{ "flags that fill the cache", "pad-arrays", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", FLAGS("0.1") },
	{ "flags in few sets", "pad-arrays", true, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;", FLAGS("0.9") },
	{ "flags in no order, more than the cache holds", "pad-arrays", false,
	  "", GCC_O2, "loop trips=500 iterations=1e5 entries=500;",
	  FLAGS_OF("6500", "0.5") },
	{ "a search", "recompute", false, "", GCC_O2,
	  "loop trips=500 iterations=1e5 entries=500;",
	  INNER "trips=60 iterations=7e7 entries=1e6;" CODE ";" LOAD
	        "count=7e7 stride=24 stride_share=0.1 line_bytes_used=8 "
	        "lines=35579 " MISSES ";"
	        "branch kind=conditional file=x.c line=12 count=7e7 "
	        "taken=3e7 mispredicted=3e7;" },
};

#endif
