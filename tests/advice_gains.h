/*
 * advice_gains.h - what advice saves of a run: what check_advice.c makes
 * profiles of, by the words of advice_cases.h and advice_later.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_GAINS_H
#define PERFEXPERT_TESTS_ADVICE_GAINS_H

#include "advice_last.h"

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
	"called=1 TOT_CYC=1.2e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_L1=1e9 "  \
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
/* so many sums beside products, and what fills the pipes */
#define MULTIPLIES(sums)                                                       \
	CODE "fp_add=1 fp_mul=1 fp_scalar=2;executed instructions=1e9 "        \
	     "fp_scalar=2.4e8 fp_double=2.4e8 fp_mul=1.2e8 fp_add=" sums       \
	     ";operations instructions=1e9 slots=1e9 taken=6e7 "               \
	     "fp_mul=1.6e9;"
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

#define COLUMN(chain)                                                          \
	INNER "trips=2000 iterations=3e8 entries=150000;code "                 \
	      "instructions=3 loads=1 branches=1 fp_double=1 "                 \
	      "fp_scalar=1;" chain LOAD                                        \
	      "count=3e8 stride=16384 stride_share=1 "                         \
	      "lines=2e5 places=1.6e6 " MISSES ";"

#define MISSED                                                                 \
	"TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=5e8 MODEL_MEMORY_LATENCY=5e8"
#define PLAIN(chain)                                                           \
	"compiler name=gcc level=O0 optimised=no producer=GNU_C17;" INNER      \
	"trips=2000 iterations=5e7 entries=25000;" CODE ";" chain

#define DISPATCHES                                                             \
	"TOT_CYC=2e9 MODEL_INS=1e9 MODEL_MISPREDICTED=1e9 MODEL_USEFUL=1e9 "   \
	"BR_MSP=4.375e7 L2_DCA=0 L2_DCM=0 L3_DCM=0"

/*
 * What advice saves of the run, in loops as above that take all of it: by the
 * model, so much of the cycles. Of two threads, late= is what the second one
 * waited for a processor, of 10 s.
 */
struct advice_gain {
	const char *what, *id;
	double saved;
	const char *events, *outer, *inner;
};

static const struct advice_gain gains[] = {
	{ "a limit in the way of vectors", "fix-trip-count", 0.385,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9 L2_DCA=1e7 L2_DCM=0 "
	  "L3_DCM=0",
	  GCC_O3, LIMITED("branches=1", "stride=8 stride_share=1 ") },
	{ "a limit of a loop down a column", "fix-trip-count", 0.07,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9 L2_DCA=1e7 L2_DCM=0 "
	  "L3_DCM=0",
	  GCC_O3, LIMITED("branches=1", "stride=8000 stride_share=1 ") },
	{ "a limit beside a decision", "fix-trip-count", 0.04,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  LIMITED("branches=2", "stride=8 stride_share=1 ") },
	{ "a limit beside an index", "fix-trip-count", 0.04,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  LIMITED("branches=1", "stride=8 stride_share=0.1 ") },
	/* random: no jump of its own knows more of what comes next */
	{ "a jump as wrong as a guess", "merge-dispatch", 0.05, DISPATCHES, "",
	  INNER "trips=5e7 iterations=5e7 entries=1;" CODE
	        ";branch kind=indirect file=x.c line=12 count=5e7 "
	        "taken=5e7 mispredicted=4.375e7 targets=8" },
	{ "a jump that is wrong at times", "merge-dispatch", 0.075, DISPATCHES,
	  "",
	  INNER "trips=5e7 iterations=5e7 entries=1;" CODE
	        ";branch kind=indirect file=x.c line=12 count=5e7 "
	        "taken=5e7 mispredicted=2.1875e7 targets=8" },
	{ "a long list, whose links stay", "array-of-elements", 0.273,
	  "TOT_CYC=2e9 MODEL_INS=1e9 MODEL_L3=1.6e9 MODEL_USEFUL=4e8 L3_DCM=0",
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  INNER "trips=5000 iterations=9e7 entries=2e4;" CODE
	        ";chain kind=load loads=1 latency_cycles=4;" LOAD
	        "count=9e7 stride=16 stride_share=0.01 line_bytes_used=12 "
	        "lines=26007 l1_misses=8e7 l2_misses=8e7 l3_misses=0" },
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
	{ "calls that the compiler was told to leave", "inlining-on", 0.747,
	  CALLS, "",
	  CALLING STACK
	  "compiler name=gcc level=O2 producer=GNU_C17_12_-O2_-fno-inline_;" },
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
	{ "and lay bare what the caller waits for", "sort-by-type", 0.838,
	  "afar=1 TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 MODEL_L1=8e8 "
	  "BR_MSP=7e7",
	  "",
	  INNER "trips=2000 iterations=1e8 entries=50000;" CODE
	        ";branch kind=indirect file=x.c line=11 count=1e8 taken=1e8 "
	        "mispredicted=7e7 targets=4;callee name= file=x.c "
	        "line=11 calls=1e8 indirect=yes targets=4;" },
#define THROUGH(by)                                                            \
	INNER "trips=2000 iterations=1e8 entries=50000;" CODE                  \
	      ";callee name= file=x.c line=12 calls=1e8 indirect=yes "         \
	      "targets=1;caused title=h through=" by "::operator() "           \
	      "module=m file=x.c line=12 cycles=1e9"
	{ "a function in a std::function", "function-as-template", 0.68,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  THROUGH("std::function<int>") },
	{ "a function in a std::function that waits for its arguments",
	  "function-as-template", 0.824,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=8e8 MODEL_L1=2e8", "",
	  THROUGH("std::function<int>") },
	{ "a pointer to a function", "function-as-template", 0,
	  "TOT_CYC=1e9 "
	  "MODEL_INS=1e9 MODEL_USEFUL=1e9",
	  "", THROUGH("plugin") },
	{ "a pointer to a function", "direct-call", 0.68,
	  "TOT_CYC=1e9 "
	  "MODEL_INS=1e9 MODEL_USEFUL=1e9",
	  "", THROUGH("plugin") },
	{ "indices beside a chain", "sort-indices", 0.059, FETCHED, "",
	  PLACES("cycles=1.5e9") },
	{ "indices beside a long chain", "sort-indices", 0.033, FETCHED, "",
	  PLACES("cycles=2.9e9") },
	{ "checks that never fail", "drop-sanitizers", 0.810, CHECKED, "",
	  CHECKS("3e8", "0") },
	{ "branches that go either way", "drop-sanitizers", 0, CHECKED, "",
	  CHECKS("3e8", "1e8") },
	{ "addresses that are loaded again in what could be vectors",
	  "keep-strict-aliasing", 0.44, PIPED NEARBY, "",
	  "compiler name=gcc level=O3 "
	  "producer=GNU_C17_-fno-strict-aliasing;" INNER
	  "trips=2000 iterations=1e8 entries=50000;code instructions=8 loads=2 "
	  "stores=1 branches=1 fp_double=1 fp_scalar=1 unknown_refs=2;" LOAD
	  "count=1e8 stride=0 stride_share=1;" LOAD
	  "count=1e8 stride=8 stride_share=1;" STORE
	  "count=1e8 stride=8 stride_share=1;" },
	{ "one constant of float in double", "no-conversions", 0.333, PIPED, "",
	  CONVERTS("5e8", "operations instructions=1e9 slots=1e9 taken=6e7 "
	                  "fp_convert=1.6e9;") },
	{ "sums and products where loads fill their pipes",
	  "fused-multiply-add", 0.000, PIPED NEARBY, "",
	  FUSES("load_vec=1.6e9") },
	{ "vectors of 16 bytes, for 32", "target-machine", 0.4, PIPED NEARBY,
	  "", PACKED("fp_packed=4e8") },
	{ "the same for 64, which its compilers take", "target-machine", 0.6,
	  PIPED NEARBY " newer=1", "", PACKED("fp_packed=4e8") },
	{ "four sums of each column of a matrix", "loop-interchange", 0.048,
	  FETCHED, "loop trips=2000 iterations=2e5 entries=100;",
	  COLUMN("chain kind=fp adds=4 latency_cycles=4;") },
	{ "a column of a matrix", "loop-interchange", 0.074, FETCHED,
	  "loop trips=2000 iterations=2e5 entries=100;", COLUMN("") },
	{ "the same, of sums and products", "target-machine", 0.509,
	  PIPED NEARBY, "", PACKED("fp_packed=4e8 fp_add=2e8 fp_mul=2e8") },
	{ "few vectors between single numbers", "target-machine", 0.1,
	  PIPED NEARBY, "", PACKED("fp_packed=1e8 fp_scalar=3e8") },
	{ "sums and products that fill the pipes", "fused-multiply-add", 0.2,
	  PIPED NEARBY, "", FUSES("fp_mul=1.6e9") },
	{ "sums beside products around a loop of few sums",
	  "fused-multiply-add", 0.129, PIPED NEARBY,
	  "loop trips=100 iterations=1e6 entries=1e4;" MULTIPLIES("1.2e8"),
	  INNER "trips=3 iterations=3e6 entries=1e6;" MULTIPLIES("1.2e7") },
	{ "conversions beside other work", "no-conversions", 0.323, PIPED, "",
	  CONVERTS("5e8", "") },
	{ "quotients that keep the unit busy", "relaxed-divides", 0.612, BUSY,
	  "",
	  DIVIDES("unit_refs=9") "operations instructions=1e9 slots=1e9 "
	                         "taken=9e7 fp_div=1.6e8;" },
	{ "quotients beside sums", "relaxed-divides", 0.444, BUSY, "",
	  DIVIDES("unit_refs=9") },
	{ "misses between a lot of code", "optimise-at-all", 0.855, MISSED, "",
	  PLAIN("chain kind=fp adds=1 latency_cycles=4;") },
	{ "misses that lead to each other", "optimise-at-all", 0.427, MISSED,
	  "", PLAIN("chain kind=load loads=1 latency_cycles=5;") },
	{ "one that has no processor", "own-processors", 0.4,
	  "threads=2 cpu=15 late=5", "", MEETING },
	{ "one that has one", "own-processors", 0, "threads=2 cpu=15 late=0",
	  "", MEETING },
	{ "one that has no processor", "share-work-evenly", 0,
	  "threads=2 cpu=15 late=5", "", MEETING },
	{ "one that has no processor, and more work", "share-work-evenly", 0.15,
	  "threads=2 cpu=15 late=5 uneven=3", "", MEETING },
	{ "one that has one", "share-work-evenly", 0.2,
	  "threads=2 cpu=15 late=0", "", MEETING },
	{ "two that lose their processors by turns", "share-work-evenly", 0,
	  "threads=2 cpu=15 late=0 delay=5 uneven=0", "", MEETING },
	{ "the same, one of which has more work", "share-work-evenly", 0.15,
	  "threads=2 cpu=15 late=0 delay=5 uneven=3", "", MEETING },
#define OF_CALLS(title, calls)                                                 \
	INNER "trips=1e6 iterations=1e6 entries=1;caused title=" title         \
	      " module=/lib/l.so file=x.c line=12 cycles=1e9 calls=" calls
#define LOCKED                                                                 \
	INNER "trips=60 iterations=5e5 entries=1e4;wait kind=critical "        \
	      "call=GOMP_critical_start file=x.c line=12 cpu_s=4 blocked_s=0"
#define BY_BITS(trips, turns)                                                  \
	INNER "trips=" trips " iterations=" turns " entries=1e8;code "         \
	      "instructions=8 loads=0 stores=0 branches=1;chain kind=integer " \
	      "integers=4 values=1 latency_cycles=4"
#define SINES                                                                  \
	INNER "trips=1000 iterations=1e7 entries=1e4;caused title=sin "        \
	      "module=/lib/l.so file=x.c line=12 cycles=1e9 calls=1e7"
	{ "a lock", "wait-less-for-locks", 0.2, "threads=2 cpu=15 late=0", "",
	  LOCKED },
	{ "a lock whose calls take time too", "wait-less-for-locks", 0.45,
	  "threads=2 cpu=15 late=0", "",
	  LOCKED ";caused title=GOMP_critical_end module=/lib/l.so file=x.c "
	         "line=12 cycles=5e8 calls=1e7" },
	{ "numbers of short texts", "parse-without-scanf", 0.475, "", "",
	  OF_CALLS("sscanf", "1e6 inner=__vfscanf_internal") },
	{ "numbers of one long text", "parse-without-scanf", 0.499, "", "",
	  OF_CALLS("sscanf", "2e4 inner=__rawmemchr_avx2") },
	{ "many single characters", "blocks-instead-of-characters", 0.450, "",
	  "", OF_CALLS("getc", "5e7") },
	{ "random numbers under a lock", "own-random-numbers", 0.475, "", "",
	  OF_CALLS("rand", "1e7") },
	{ "objects that are copied", "refer-instead-of-copying", 0.500, "", "",
	  OF_CALLS("std::basic_string<char>::substr(long)", "1e6") },
#define COPIES(dropped)                                                        \
	OF_CALLS("malloc", "1e6 through=std::basic_string<char>::substr")      \
	";caused title=free through=std::basic_string<char>::~basic_string() " \
	"module=/lib/l.so file=x.c line=" dropped " cycles=1e7 calls=1e6"
	{ "parameters by value", "refer-instead-of-copying", 0.05,
	  "TOT_CYC=2e10", "", COPIES("12") },
	{ "as little time for copies that are kept", "refer-instead-of-copying",
	  0, "TOT_CYC=2e10", "", COPIES("13") },
	{ "an array that grows by an element each time", "reserve-capacity",
	  0.505, "", "",
	  OF_CALLS("memcpy", "1e4") ";caused title=malloc module=/lib/l.so "
	                            "file=x.c line=11 cycles=1e7 calls=1e4;"
	                            "caused title=free module=/lib/l.so "
	                            "file=x.c line=13 cycles=1e7 calls=9999" },
	{ "bits of bytes, one by one", "bits-by-table", 0.65, "", "",
	  BY_BITS("8", "8e8") },
	{ "nine turns", "bits-by-table", 0, "", "", BY_BITS("9", "9e8") },
	{ "powers of exponents that vary", "powers-by-cases", 0.46, "", "",
	  OF_CALLS("pow", "1e7") },
	{ "cubes", "powers-by-cases", 0, "", "",
	  OF_CALLS("pow", "1e7") ";callee name=pow file=x.c line=12 calls=1e7 "
	                         "indirect=no exponent=3" },
	{ "powers of the same arguments", "same-arguments", 0.45, "", "",
	  OF_CALLS("pow", "1e7 same=0.9 known=0.9") },
	{ "powers of two by turns", "same-arguments", 0, "", "",
	  OF_CALLS("pow", "1e7 same=0.49 known=1") },
	{ "powers of few arguments", "table-of-values", 0.46, "", "",
	  OF_CALLS("pow", "1e7 same=0.49 known=0.5") },
	{ "powers of other arguments", "table-of-values", 0, "", "",
	  OF_CALLS("pow", "1e7 same=0 known=0.49") },
	{ "powers of the same arguments, vectors", "vector-math", 0, "", "",
	  OF_CALLS("pow",
	           "1e7 same=0.9 known=0.9") ";callee name=pow file=x.c "
	                                     "line=12 calls=1e7 indirect=no" },
	{ "powers of other arguments, vectors", "vector-math", 0.6, "", "",
	  OF_CALLS("pow",
	           "1e7 same=0.2 known=0.9") ";callee name=pow file=x.c "
	                                     "line=12 calls=1e7 indirect=no" },
	{ "sines in loops inside each other", "table-of-values", 0.46, "",
	  "loop trips=1e4 iterations=1e4 entries=1;", SINES },
	{ "sines in a single loop", "table-of-values", 0, "", "", SINES },
#define SINES_OF_PARTS                                                         \
	INNER "trips=4 iterations=1e7 entries=2.5e6;caused title=sin "         \
	      "module=/lib/l.so file=x.c line=12 cycles=1e9 calls=1e7"
	{ "sines of a few atoms in a loop entered again and again",
	  "table-of-values", 0.46, "",
	  "loop trips=2500 iterations=2.5e6 entries=1000;", SINES_OF_PARTS },
	{ "sines of a few atoms in a loop entered once", "table-of-values", 0,
	  "", "loop trips=2.5e6 iterations=2.5e6 entries=1;", SINES_OF_PARTS },
	{ "sines of large arguments", "reduce-angles", 0.26, "reduces=3e8", "",
	  OF_CALLS("sin", "1e7") },
	{ "sines of small arguments", "reduce-angles", 0, "", "",
	  OF_CALLS("sin", "1e7") },
	{ "large arguments in loops inside each other", "table-of-values", 0,
	  "reduces=3e8", "loop trips=1e4 iterations=1e4 entries=1;", SINES },
	{ "std::find in a set", "find-of-container", 0.99, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)",
	           "1e7 through=std::find<int>") },
	{ "std::find_if in a set", "find-of-container", 0.99, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)",
	           "1e7 through=find_if<int>") },
	{ "all elements of a set", "find-of-container", 0, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)", "1e7") },
	{ "words in long buffers", "copy-only-text", 0.2, "", "",
	  OF_CALLS("strncpy", "1e7") },
	{ "words in short buffers", "copy-only-text", 0, "", "",
	  OF_CALLS("strncpy", "2e7") },
	{ "sorting again and again", "keep-it-sorted", 0.5, "", "",
	  OF_CALLS("std::sort", "1e3") },
	{ "sorting again, with the program's comparisons", "keep-it-sorted",
	  0.9, "", "", OF_CALLS("qsort", "1e3 called_back=8e8") },
	{ "sorting a few elements", "keep-it-sorted", 0, "", "",
	  OF_CALLS("qsort", "1e6") },
#define DRAWS "std::uniform_int_distribution<int>::operator()<int>"
#define REFILLS " inner=std::mersenne_twister_engine<int>::_M_gen_rand()"
	{ "a generator for each number", "keep-the-generator", 0.499, "", "",
	  OF_CALLS(DRAWS, "1e5" REFILLS) },
	{ "numbers of one generator", "keep-the-generator", 0, "", "",
	  OF_CALLS(DRAWS, "1e7" REFILLS) },
	{ "a seed from the system for each", "keep-the-generator", 0.499, "",
	  "", OF_CALLS("std::random_device::_M_getval()", "1e5") },
	{ "copies to a place that stays", "reserve-capacity", 0, "", "",
	  OF_CALLS("memcpy", "1e4") ";caused title=malloc module=/lib/l.so "
	                            "file=x.c line=11 cycles=1e7 calls=1e4" },
	{ "buffers that are cleared whole", "no-clearing-before-writing", 0.600,
	  "", "",
	  INNER "trips=9 iterations=1e6 entries=1;caused "
	        "title=memset module=/lib/l.so file=x.c line=12 cycles=1.2e9 "
	        "calls=1e5" },
	{ "some bytes that are cleared", "no-clearing-before-writing", 0, "",
	  "", OF_CALLS("memset", "1e7") },
	{ "lengths of vectors", "plain-formula", 0.470, "", "",
	  OF_CALLS("hypot", "1e7") },
	{ "casts that compare names below", "type-tag-instead-of-cast", 0.439,
	  "faults=1 returns=5e7", "",
	  OF_CALLS("__dynamic_cast",
	           "1e6 inner=__strcmp_avx2") ";callee name=__dynamic_cast "
	                                      "file=x.c line=12 calls=1e6 "
	                                      "indirect=no" },
	{ "pages that the machine below has to find, too", "keep-freed-memory",
	  0.854,
	  "faults=250000 returns=5e7 page_ns=20000 SYS_CYC=8e8 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1e8",
	  "", INNER "trips=2000;system page_faults=1e5 share=0.4 sys_s=0.8" },
	{ "the same where the model explains the time", "keep-freed-memory",
	  0.371,
	  "faults=250000 returns=5e7 page_ns=20000 SYS_CYC=8e8 MODEL_INS=1e9 "
	  "MODEL_USEFUL=1.2e9",
	  "", INNER "trips=2000;system page_faults=1e5 share=0.4 sys_s=0.8" },
	{ "variables that are fetched and stored each time", "optimise-at-all",
	  0.784, MISSED " FP_INS=1e7", "",
	  PLAIN("") ";" LOAD "operand=stack count=3.6e8;" LOAD
	            "stride=8 stride_share=1 count=4e7" },
	{ "the same, many of arrays", "optimise-at-all", 0.712,
	  MISSED " FP_INS=2e8", "",
	  PLAIN("") ";" LOAD "operand=stack count=2.4e8;" LOAD
	            "stride=8 stride_share=1 count=1.6e8" },
	{ "texts of numbers in memory", "texts-when-needed", 0.35, "", "",
	  OF_CALLS("snprintf", "1e7") },
	{ "texts of numbers in memory", "binary-output", 0, "", "",
	  OF_CALLS("snprintf", "1e7") },
	{ "texts that a file gets", "texts-when-needed", 0, "", "",
	  OF_CALLS("snprintf", "1e7") ";caused title=fputs module=/lib/l.so "
	                              "file=x.c line=13 cycles=1e7 calls=1e7" },
	{ "streams of texts", "texts-when-needed", 0.5, "", "",
	  OF_CALLS("std::ostream::operator<<(double)",
	           "1e7") ";caused title=std::basic_ostringstream<char>::str() "
	                  "module=/lib/l.so "
	                  "file=x.c line=13 cycles=3e8 calls=1e6" },
	{ "numbers to a stream", "texts-when-needed", 0, "", "",
	  OF_CALLS("std::ostream::operator<<(double)", "1e7") },
#define POINTERS(targets, mispredicted)                                        \
	INNER "trips=1000 iterations=1e8 entries=1e5;callee name= file=x.c "   \
	      "line=12 calls=1e8 indirect=yes targets=" targets ";branch "     \
	      "kind=indirect file=x.c line=12 count=1e8 taken=1e8 "            \
	      "targets=" targets " mispredicted=" mispredicted ";" LOAD        \
	      "count=1e8 stride=4 stride_share=1"
	{ "a pointer that seldom changes", "loop-into-procedure", 0.48,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  POINTERS("2", "1e5") },
	{ "a pointer that often changes", "loop-into-procedure", 0,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  POINTERS("2", "5e7") },
	{ "a pointer that never changes", "loop-into-procedure", 0,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=1e9", "",
	  POINTERS("1", "0") },
#define BY_VALUE(stores)                                                       \
	CALLING "memref access=store file=x.c line=12 count=" stores
	{ "structs by value", "pass-structs-by-pointer", 0.8, CALLS, "",
	  BY_VALUE("1e9") },
	{ "arguments of Fortran", "pass-structs-by-pointer", 0,
	  "fortran=1 " CALLS, "", BY_VALUE("1e9") },
	{ "a few arguments", "pass-structs-by-pointer", 0, CALLS, "",
	  BY_VALUE("3e8") },
#define COMPARES(trips, entries)                                               \
	INNER "trips=" trips " iterations=1e8 entries=" entries                \
	      ";callee name=strcmp file=x.c line=12 calls=1e8 indirect=no;"    \
	      "caused title=strcmp module=/lib/l.so file=x.c line=12 "         \
	      "cycles=1e9 calls=1e8"
	{ "one text after the other", "look-up-texts", 0.99, "", "",
	  COMPARES("50", "2e6") },
	{ "a few texts", "look-up-texts", 0, "", "", COMPARES("5", "2e7") },
	{ "a long list gone through once", "look-up-texts", 0, "", "",
	  COMPARES("1e6", "100") },
	{ "a search by halves", "look-up-texts", 0, "", "",
	  COMPARES("10", "1e7") ";chain kind=integer integers=3 values=2 "
	                        "latency_cycles=3" },
	{ "moduli of complex numbers", "plain-formula", 0.47, "", "",
	  OF_CALLS("cabs", "1e7") },
	{ "shifted arrays", "loops-for-shifts", 0.475, "", "",
	  OF_CALLS("_gfortran_cshift0_8", "1e4") },
	{ "places of a file", "read-on-without-seeking", 0.5, "", "",
	  OF_CALLS("fseek", "1e6") },
	{ "places of a file, and what is read there", "read-on-without-seeking",
	  0.8, "", "",
	  OF_CALLS("fseek", "1e6") ";caused title=fread module=/lib/l.so "
	                           "file=x.c line=13 cycles=6e8 calls=1e6 "
	                           "inner=read" },
	{ "calls that nobody counted, beside those of the same function",
	  "parse-without-scanf", 0.875, "", "",
	  OF_CALLS("sscanf", "1e6") ";caused title=sscanf module=/lib/l.so "
	                            "file=x.c line=13 cycles=8e8" },
	{ "statements that read numbers", "parse-without-scanf", 0.875, "", "",
	  OF_CALLS("_gfortran_transfer_real",
	           "1e6") ";caused "
	                  "title=_gfortran_st_read_done module=/lib/l.so "
	                  "file=x.c line=12 "
	                  "cycles=8e8 calls=1e6" },
	{ "files opened anew, and the first use of each", "open-once", 0.7, "",
	  "",
	  OF_CALLS("fopen", "1e4") ";caused title=fprintf "
	                           "module=/lib/l.so file=x.c line=13 "
	                           "cycles=8e8 calls=1e4 "
	                           "inner=fstatat" },
	{ "angles in the comparisons of a sort", "sort-by-keys", 0.4, "", "",
	  OF_CALLS("std::sort", "1 inner=__ieee754_atan2_fma") },
	{ "texts in the comparisons of a sort", "sort-by-keys", 0, "", "",
	  OF_CALLS("std::sort", "1 inner=__strcmp_avx2") },
	{ "values of an array in a file", "larger-hyperslabs", 0.5, "", "",
	  OF_CALLS("nc_get_var1_double", "1e6") },
	{ "columns of an array in a file", "larger-hyperslabs", 0.25, "", "",
	  OF_CALLS("H5Dread", "100") },
	{ "an array in a few pieces", "larger-hyperslabs", 0, "", "",
	  OF_CALLS("H5Dread", "10") },
	{ "memory of copies", "allocate-outside", 0, "", "",
	  OF_CALLS("malloc", "1e7 through=std::basic_string<char>::substr") },
	{ "memory", "allocate-outside", 0.49, "", "",
	  OF_CALLS("malloc", "1e7") },
#define ADJACENT(step, share)                                                  \
	INNER "trips=2000 iterations=1e8 entries=50000;" LOAD "count=2e8 "     \
	      "stride=" step " stride_share=" share " stride2=23996 "          \
	      "line_bytes_used=16 lines=2e7 places=1e8 " MISSES
	{ "two columns at a time", "loop-interchange", 0.073, FETCHED,
	  "loop trips=2000 iterations=2e5 entries=100;", ADJACENT("4", "0.5") },
	{ "short pieces of rows", "loop-interchange", 0, FETCHED,
	  "loop trips=2000 iterations=2e5 entries=100;", ADJACENT("4", "0.9") },
	{ "medians of nine", "sort-few-inline", 0.48, "", "",
	  OF_CALLS("qsort", "1e6") },
	{ "long arrays", "sort-few-inline", 0, "", "",
	  OF_CALLS("qsort", "1e3") },
	{ "products modulo a number", "reduce-products-without-divides", 0.44,
	  "", "", OF_CALLS("__umodti3", "1e7") },
	{ "the angle of complex numbers", "plain-formula", 0.2, "", "",
	  OF_CALLS("clog", "1e7") },
	{ "the k-th of a set", "place-by-number", 0.475, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)",
	           "1e7 through=std::next<int>") },
	{ "a file read again for each record", "read-once", 0.99, "", "",
	  OF_CALLS("fgets", "1e7") ";caused title=rewind module=/lib/l.so "
	                           "file=x.c line=13 cycles=1e6 calls=1e3" },
	{ "steps through a map", "walk-an-array", 0.475, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)",
	           "1e7 "
	           "through=std::_Rb_tree_const_iterator<int>::operator++") },
	{ "few of them", "walk-an-array", 0, "", "",
	  OF_CALLS("std::_Rb_tree_increment(const*)",
	           "1e4 "
	           "through=std::_Rb_tree_const_iterator<int>::operator++") },
	{ "a file read again, begun around the loop", "read-once", 0.99, "",
	  "callee name=rewind file=x.c line=13 calls=1e3 indirect=no",
	  OF_CALLS("fgets", "1e7") },
	{ "a file read once", "read-once", 0, "", "",
	  OF_CALLS("fgets", "1e7") },
};

#endif
