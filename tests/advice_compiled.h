/*
 * advice_compiled.h - loops that a compiler could make faster, and beside each
 * one where it can not: what check_advice.c makes profiles of, by the words of
 * advice_cases.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_COMPILED_H
#define PERFEXPERT_TESTS_ADVICE_COMPILED_H

#include "advice_cases.h"

static const struct advice_case compiled[] = {
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
	{ "vectors, and calls of a vector variant", "target-machine", true, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=200 iterations=9e7 entries=4e6;callee "
	        "name=_ZGVbN2v_exp file=x.c line=9 indirect=no "
	        "calls=9e7;" CODE
	        "fp_packed=4 vector_bits=128 machine_vector_bits=256 calls=1;"
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
	{ "-O3 for loops of one to 512, five in the mean", "highest-level",
	  false, "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5.004887 iterations=1.5e8 entries=3e7;" CODE SCALAR },

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

/* a product of matrices whose rows are as long as an argument says, in the
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
#define LIMIT_LOADED(code, where, step)                                        \
	INNER "trips=100 iterations=1e8 entries=1e6;code instructions=19 "     \
	      "loads=8 stores=1 machine_vector_bits=512 branches=1 " code ";"  \
	      "memref access=load file=x.c line=11 " where " count=1e8 "       \
	      "stride=0 stride_share=1;" STORE "count=1e8 stride=" step        \
	      " stride_share=1;"
#define LIMIT_ON_STACK LIMIT_LOADED("", "operand=stack", "1")
	{ "a limit in a structure on the stack", "fix-trip-count", true, "",
	  GCC_O3, "loop trips=20 iterations=2e6 entries=1e5;", LIMIT_ON_STACK },
	{ "a limit, and a minimum in a register of vectors", "fix-trip-count",
	  true, "", GCC_O3, "loop trips=20 iterations=2e6 entries=1e5;",
	  LIMIT_LOADED("any_vector_bits=128", "", "1") },
	{ "a limit, and bytes in vectors", "fix-trip-count", false, "", GCC_O3,
	  "loop trips=20 iterations=2e6 entries=1e5;",
	  LIMIT_LOADED("any_vector_bits=128", "", "16") },
	{ "a limit that nobody keeps in a register", "fix-trip-count", false,
	  "",
	  "compiler name=gcc level=O0 producer=GNU_C17_12_-O0 language=C;code "
	  "instructions=60;",
	  "loop trips=20 iterations=2e6 entries=1e5;", LIMIT_ON_STACK },

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
	{ "the place in a hash table, beside a counter in memory",
	  "mask-for-modulo", true, "", GCC_O2, TURNS,
	  REMAINDERS("0.1") ";" STORE "count=2e8 stride=0 stride_share=1" },
	{ "the place in a hash table", "mask-for-modulo", true, "", GCC_O2,
	  TURNS, REMAINDERS("0.1") },

/* rows found through pointers, where three numbers are changed, or many */
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
/* elements of several fields, four in an iteration */
#define COMPARED                                                               \
	INNER "trips=370 iterations=3.7e8 entries=1e6;code instructions=35 "   \
	      "loads=20 stores=0 branches=13;executed instructions=1e9;"       \
	      "branch kind=conditional file=x.c line=11 count=3.7e8 "          \
	      "taken=3.6e8 mispredicted=5e6;" LOAD                             \
	      "count=3.7e8 stride=48 stride_share=0.997;"
	{ "a long search", "search-by-halves", true, "", GCC_O3, TURNS,
	  SEARCH("370", "1e6") },
	{ "a short search", "search-by-halves", false, "", GCC_O3, TURNS,
	  SEARCH("20", "1.85e7") },
	{ "std::find, compiled for pairs", "search-by-halves", true, "finds=1",
	  GCC_O3, TURNS, COMPARED },
	{ "the like of it, of another name", "search-by-halves", false, "",
	  GCC_O3, TURNS, COMPARED },
	{ "one search", "search-by-halves", false, "", GCC_O3, TURNS,
	  SEARCH("3.7e8", "1") },
#define LEAST(compares)                                                        \
	INNER "trips=370 iterations=3.7e8 entries=1e6;code instructions=11 "   \
	      "loads=1 branches=1 fp_scalar=2 fp_add=1 fp_double=2 "           \
	      "strided_refs=1;executed instructions=4e9 fp_scalar=7.4e8;"      \
	      "operations instructions=4e9 slots=4e9 int_select=3.7e8 "        \
	      "fp_compare=" compares ";branch kind=conditional file=x.c "      \
	      "line=11 count=3.7e8 taken=3.69e8 mispredicted=1e6 "             \
	      "leaves=yes;" LOAD "count=3.7e8 stride=8 stride_share=0.997;"
	{ "the place of the least difference", "search-by-halves", true, "",
	  GCC_O2, TURNS, LEAST("7.4e8") },
	{ "how many are below", "search-by-halves", false, "", GCC_O2, TURNS,
	  LEAST("3.7e8") },
	{ "the place of the least difference", "vectorising-level", false, "",
	  GCC_O2, TURNS, LEAST("7.4e8") },
#define ONE_END(asks, stores, more)                                            \
	INNER "trips=370 iterations=3.7e8 entries=1e6;code instructions=9 "    \
	      "loads=4 stores=" stores " branches=1;executed "                 \
	      "instructions=1e9;branch kind=conditional "                      \
	      "file=x.c line=11 "                                              \
	      "count=3.7e8 taken=3.69e8 mispredicted=1e6 leaves=yes " asks     \
	      ";" LOAD "count=3.7e8 stride=8 stride_share=0.997;" more
	{ "a search that finds something", "search-by-halves", true, "", GCC_O2,
	  TURNS, ONE_END("element=yes", "0", "") },
	{ "a loop that counts", "search-by-halves", false, "", GCC_O2, TURNS,
	  ONE_END("asks=number", "0", "") },
	{ "a search whose place is in memory", "search-by-halves", true, "",
	  GCC_O2, TURNS,
	  ONE_END("element=yes", "1",
	          "memref access=store operand=stack file=x.c line=11 "
	          "count=3.7e8;") },
	{ "a search that writes", "search-by-halves", false, "", GCC_O2, TURNS,
	  ONE_END("element=yes", "1",
	          "memref access=store file=x.c line=11 count=3.7e8;") },
	{ "a long search", "unswitch-loop", false, "", GCC_O3, TURNS,
	  SEARCH("370", "1e6") },
};

#endif
