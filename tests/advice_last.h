/*
 * advice_last.h - what the last trials of programs of others found wrong in the
 * advice, as advice_later.h, whose words it uses
 */
#ifndef PERFEXPERT_TESTS_ADVICE_LAST_H
#define PERFEXPERT_TESTS_ADVICE_LAST_H

#include "advice_later.h"

static const struct advice_case last[] = {
#define SCRIPT(line)                                                           \
	"compiler name=python language=Python;caused title=f "                 \
	"module=/lib/l.so file=x.c line=12 cycles=1e9 text=" line ";"
	{ "arguments that come again", "python-remember-results", true, "",
	  SCRIPT("f(n-1)+f(n-2)"), "", "" },
	{ "weights that are taken or not", "python-remember-results", true, "",
	  SCRIPT("max(f(i+1,w),v[i]+f(i+1,w-a[i]))"), "", "" },
	{ "halves", "python-remember-results", false, "",
	  SCRIPT("f(lo,mid)+f(mid+1,hi)"), "", "" },
	{ "a tree in an array", "python-remember-results", false, "",
	  SCRIPT("f(2*i+1)+f(2*i+2)"), "", "" },
	{ "branches of a tree", "python-remember-results", false, "",
	  SCRIPT("f(t.left)+f(t.right)"), "", "" },
	{ "a tower that is moved", "python-remember-results", false, "",
	  SCRIPT("f(n-1,a,c,b)+f(n-1,c,b,a)"), "", "" },
	{ "one call of itself", "python-remember-results", false, "",
	  SCRIPT("n*f(n-1)"), "", "" },
	{ "copies of all that is below", "python-copy-less", true, "",
	  SCRIPT("trial=copy.deepcopy(board)"), "", "" },
	{ "a longer list for each element", "python-append", true, "",
	  SCRIPT("a=a+[x]"), "", "" },
	{ "a longer array for each element", "python-append", true, "",
	  SCRIPT("path=np.append(path,[[x,y]])"), "", "" },
	{ "a longer array of rows", "python-append", true, "",
	  SCRIPT("a=np.vstack([a,row])"), "", "" },
	{ "an array of two others", "python-append", false, "",
	  SCRIPT("a=np.concatenate((b,c))"), "", "" },
	{ "a list of another one", "python-append", false, "",
	  SCRIPT("a=b+[x]"), "", "" },
	{ "an element that is appended", "python-append", false, "",
	  SCRIPT("a+=[x]"), "", "" },
/* a line whose time is in that function of the interpreter, in a loop or not */
#define INTERPRETED(function, loop, line)                                      \
	"compiler name=python language=Python;caused title=" function          \
	" module=/lib/libpython3.11.so file=x.py line=12 cycles=1e9 " loop     \
	"text=" line ";"
	{ "a list that is sorted for each element", "python-sort-once", true,
	  "", INTERPRETED("list_sort", "loop=while ", "jobs.sort()"), "", "" },
	{ "a list that is sorted once", "python-sort-once", false, "",
	  INTERPRETED("list_sort", "", "jobs.sort()"), "", "" },
	{ "values that are counted one after the other", "python-keep-totals",
	  true, "", INTERPRETED("list_count", "loop=for ", "n=values.count(v)"),
	  "", "" },
	{ "a comprehension that counts", "python-keep-totals", true, "",
	  INTERPRETED("list_count", "", "[v.count(x)for(x)in(y)]"), "", "" },
	{ "a comprehension of what is summed once", "python-keep-totals", false,
	  "", INTERPRETED("builtin_sum", "", "[(x)for(x)in(f(sum(y)))]"), "",
	  "" },
	{ "a sum that is made once", "python-keep-totals", false, "",
	  INTERPRETED("builtin_sum", "", "n=sum(values)"), "", "" },
	{ "dates of each line", "python-dates", true, "",
	  INTERPRETED("_strptime", "loop=for ", "t=datetime.strptime(x)"), "",
	  "" },
	{ "dates in a function", "python-dates", true, "",
	  INTERPRETED("_strptime", "", "t=datetime.strptime(x)"), "", "" },
#define EXPRESSION(loop, line)                                                 \
	"compiler name=python language=Python;caused title=match "             \
	"module=/lib/re/__init__.py file=x.py line=12 cycles=1e9 " loop        \
	"text=" line ";"
	{ "an expression for each line", "python-regex-once", true, "",
	  EXPRESSION("loop=for ", "m=re.match(a,x)"), "", "" },
	{ "an expression that is compiled", "python-regex-once", false, "",
	  EXPRESSION("loop=for ", "m=find(x)"), "", "" },
	{ "one expression", "python-regex-once", false, "",
	  EXPRESSION("", "m=re.match(a,x)"), "", "" },
#define SLICE(inner, loop, line)                                               \
	INTERPRETED("unicode_subscript", "inner=" inner " " loop, line)
	{ "the rest of a text in a loop", "python-position", true, "",
	  SLICE("memcpy", "loop=while ", "rest=seq[at:]"), "", "" },
	{ "the rest of a text once", "python-position", false, "",
	  SLICE("memcpy", "", "rest=seq[at:]"), "", "" },
	{ "the rest of a word", "python-position", false, "",
	  SLICE("PyObject_Malloc", "loop=while ", "rest=seq[at:]"), "", "" },
	{ "a part of a text in a loop", "python-position", false, "",
	  SLICE("memcpy", "loop=while ", "rest=seq[at:at+9]"), "", "" },
	{ "a copy of a list in a loop", "python-position", false, "",
	  SLICE("memcpy", "loop=while ", "rest=seq[:]"), "", "" },
#define EXACT(function)                                                        \
	"compiler name=python language=Python;caused title=" function          \
	" module=/lib/statistics.py file=x.py line=12 cycles=1e9 "             \
	"loop=for  text=m=f(x);"
	{ "exact means", "python-floats", true, "", EXACT("mean"), "", "" },
	{ "means of floats", "python-floats", false, "", EXACT("fmean"), "",
	  "" },
	{ "medians", "python-floats", false, "", EXACT("median"), "", "" },
	{ "exact deviations", "python-floats", true, "", EXACT("pstdev"), "",
	  "" },
	{ "steps of a loop", "python-built-in-loops", true, "",
	  INTERPRETED("_PyEval_EvalFrameDefault", "loop=for ", "t+=a[i]"), "",
	  "" },
	{ "steps that are done once", "python-built-in-loops", false, "",
	  INTERPRETED("_PyEval_EvalFrameDefault", "", "t+=a[i]"), "", "" },
	{ "one step that does much", "python-built-in-loops", false, "",
	  INTERPRETED("list_sort", "loop=for ", "a.sort()"), "", "" },
	{ "steps of a sort's key", "python-built-in-loops", false, "",
	  INTERPRETED("_PyEval_EvalFrameDefault", "loop=for ", "a.sort(key=f)"),
	  "", "" },
	{ "steps of a sort's key", "python-sort-once", true, "",
	  INTERPRETED("_PyEval_EvalFrameDefault", "loop=for ", "a.sort(key=f)"),
	  "", "" },
	{ "steps beside a sort", "python-sort-once", false, "",
	  INTERPRETED("_PyEval_EvalFrameDefault", "loop=for ", "a.sort(),f()"),
	  "", "" },
	{ "steps of a library in a loop", "python-built-in-loops", false, "",
	  SCRIPT("t+=a[i]"), "", "" },
#define BUCKETS(trips, stores)                                                 \
	INNER "trips=" trips " iterations=1e8 entries=1e6;code "               \
	      "instructions=8 loads=3 stores=" stores " branches=3;"
	{ "a bucket of all", "spread-hash", true, "hashes=1", GCC_O2, TURNS,
	  BUCKETS("100", "0") },
	{ "buckets of one or two", "spread-hash", false, "hashes=1", GCC_O2,
	  TURNS, BUCKETS("1.4", "0") },
	{ "elements that move to other buckets", "spread-hash", false,
	  "hashes=1", GCC_O2, TURNS, BUCKETS("100", "4") },
	{ "a list of the program", "spread-hash", false, "", GCC_O2, TURNS,
	  BUCKETS("100", "0") },
#define DIVISORS(divides)                                                      \
	INNER "trips=2000 iterations=1e8 entries=5e4;code instructions=8 "     \
	      "loads=0 stores=0 branches=2 integer_divides=" divides           \
	      ";branch "                                                       \
	      "kind=conditional file=x.c line=12 count=1e8 taken=0 "           \
	      "mispredicted=0;branch kind=conditional file=x.c line=11 "       \
	      "count=1e8 taken=1e8 mispredicted=0;"
	{ "a search", "sentinel", true, "", GCC_O2, TURNS, DIVISORS("0") },
	{ "divisors that are tried", "sentinel", false, "", GCC_O2, TURNS,
	  DIVISORS("1") },
	{ "a copy of a list", "python-copy-less", false, "",
	  SCRIPT("trial=board.copy()"), "", "" },

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
#define GCC_FAST                                                               \
	"compiler name=gcc level=O3 "                                          \
	"producer=GNU_C17_12_-O3_-ffast-math language=C;code "                 \
	"instructions=60;"
#define STORED_SUM(store)                                                      \
	INNER "trips=368 iterations=9e8 entries=2.4e6;" CODE                   \
	      "fp_scalar=2 fp_add=1 fixed_refs=1;chain kind=fp adds=1 "        \
	      "latency_cycles=4;" store
	{ "a sum of any order that is stored each time", "several-sums", false,
	  "", GCC_FAST, "loop trips=20 iterations=2e7 entries=1e6;",
	  STORED_SUM(STORE "count=9e8 stride=0 stride_share=0.99;") },
	{ "a sum of any order", "several-sums", true, "", GCC_FAST,
	  "loop trips=20 iterations=2e7 entries=1e6;", STORED_SUM("") },
	{ "a sum that is stored each time", "several-sums", true, "", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  STORED_SUM(STORE "count=9e8 stride=0 stride_share=0.99;") },
#define UNROLLED_SUM(adds, trips, found)                                       \
	INNER "trips=" trips " iterations=1e8 entries=2e7;" CODE               \
	      "fp_scalar=8 fp_add=" adds " unknown_refs=" found                \
	      ";chain kind=fp adds=" adds                                      \
	      " latency_cycles=16;executed instructions=1e9 fp_scalar=8e8 "    \
	      "fp_add=4e8;" LOAD "count=1e8 stride=32 stride_share=1;"
	{ "a sum whose loop is unrolled", "several-sums", true, "", GCC_O2,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  UNROLLED_SUM("8", "2.2", "8") },
	{ "a short sum whose loop is unrolled", "several-sums", false, "",
	  GCC_O2, "loop trips=20 iterations=2e7 entries=1e6;",
	  UNROLLED_SUM("2", "2.2", "8") },
	{ "a sum whose loop is unrolled", "reassociate-reduction", true, "",
	  GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  UNROLLED_SUM("8", "2.2", "0") },
	{ "a short sum whose loop is unrolled", "reassociate-reduction", false,
	  "", GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  UNROLLED_SUM("2", "2.2", "0") },
/* two sequences beside each other: each place needs the one before */
#define RECORDS(chain)                                                         \
	INNER "trips=110 iterations=1e8 entries=9e5;code instructions=33 "     \
	      "loads=3 stores=3 branches=2 fp_single=13 fp_scalar=13 "         \
	      "fp_add=9;executed instructions=1e9 fp_scalar=4e8 fp_add=3e8;"   \
	      "memref access=load file=x.c line=12 count=1e8 stride=12 "       \
	      "stride_share=0.99;memref access=load file=x.c line=13 "         \
	      "count=1e8 stride=12 stride_share=0.99;memref access=load "      \
	      "file=x.c line=14 count=1e8 stride=12 stride_share=0.99;" chain
	{ "records, each of which needs the one before", "arrays-of-components",
	  false, "", GCC_O2, TURNS,
	  RECORDS("chain kind=fp adds=1 values=1 stored=yes "
	          "latency_cycles=8;") },
	{ "records by themselves", "arrays-of-components", true, "", GCC_O2,
	  TURNS, RECORDS("") },
#define PRINTS                                                                 \
	INNER "trips=2000 iterations=1e7 entries=5000;" CODE ";callee "        \
	      "name=fprintf file=x.c line=12 calls=1e7 indirect=no;"
	{ "numbers alone", "binary-output", true, "prints=8e9 digits=1.9e9",
	  GCC_O2, ONCE, PRINTS },
	{ "a compiler's output", "binary-output", false,
	  "prints=8e9 digits=6e8", GCC_O2, ONCE, PRINTS },
	{ "what is printed by a library without names", "binary-output", true,
	  "", GCC_O2, ONCE, PRINTS },
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
#define INDEX(step)                                                            \
	"memref access=load file=x.c line=13 count=9e7 stride=" step           \
	" stride_share=1 line_bytes_used=64 lines=5e5 l1_misses=6e6 "          \
	"l2_misses=6e6 l3_misses=5e6;"
#define LISTS                                                                  \
	INNER "trips=120 iterations=9e7 entries=7.5e5;" CODE ";" INDEX("4")
#define BY_HASH(step, lines)                                                   \
	LONG INDEX(step)                                                       \
		TO_AND_FRO("load", "lines=" lines                              \
	                           " l1_misses=6e7 l2_misses=3e7 l3_misses=0")
	{ "where the hash of a text leads", "sort-indices", false, "", GCC_O2,
	  "loop trips=10;", BY_HASH("1", "2e3") },
	{ "where numbers of four bytes lead", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", BY_HASH("4", "2e3") },
	{ "where bytes lead, of 256 places", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", BY_HASH("1", "250") },
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
	LISTS "memref access=load file=x.c line=14 count=9e7 stride=1472 "     \
	      "stride_share=0.01 stride2=96 lines=9e5 l1_misses=6e7 "          \
	      "l2_misses=3e7 l3_misses=0 line_bytes_used=16 " falling over ";"
#define NEIGHBOURS(used, paged)                                                \
	LISTS "memref access=load file=x.c line=14 count=9e7 stride=12040 "    \
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
	{ "lists of neighbours, each sorted", "sort-indices", true, "", GCC_O2,
	  "loop trips=10;", BY_LISTS("falling=0.01 ", "") },
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
/* states of which some are changed: two conditions, and a mask instead */
#define SOME_STATES(bits, leaves)                                              \
	INNER "trips=100 iterations=9e7 entries=9e5;code instructions=13 "     \
	      "loads=1 stores=1 branches=3 unit_refs=2 "                       \
	      "machine_vector_bits=" bits ";executed instructions=1e9;" WALK(  \
		      "load", "9e7", "0.99", "stored_over=yes")                \
		      WALK("store", "9e6", "0.45",                             \
	                   "") "branch kind=conditional file=x.c line=13 "     \
			       "count=9e7 taken=8e7 "                          \
			       "mispredicted=9e4 " leaves ";"
	{ "elements changed here and there", "vectorise-loop", true, NEAR,
	  GCC_O2, "loop trips=20 iterations=9e5 entries=1e5;",
	  SOME_STATES("512", "") },
	{ "the same without masks", "vectorise-loop", false, NEAR, GCC_O2,
	  "loop trips=20 iterations=9e5 entries=1e5;", SOME_STATES("256", "") },
	{ "an element that is found, and changed", "vectorise-loop", false,
	  NEAR, GCC_O2, "loop trips=20 iterations=9e5 entries=1e5;",
	  SOME_STATES("512", "leaves=yes") },
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
#define CALLED(title, calls)                                                   \
	INNER "trips=1e6 iterations=1e6 entries=1;caused title=" title         \
	      " module=/lib/l.so file=x.c line=12 cycles=1e9 calls=" calls
#define TO_LIBRARIES "loop trips=20 iterations=9e5 entries=1e5;"
	{ "the end of a text for each character", "remember-string-lengths",
	  true, "", GCC_O2, TO_LIBRARIES, CALLED("strlen", "7e5") },
	{ "the end of one text", "remember-string-lengths", false, "", GCC_O2,
	  TO_LIBRARIES, CALLED("strlen", "1") },
	{ "an expression for each line", "regex-once", true, "", GCC_O2,
	  TO_LIBRARIES,
	  CALLED("std::__cxx11::basic_regex<char>::_M_compile(char*)", "900") },
	{ "a list of expressions", "regex-once", false, "", GCC_O2,
	  TO_LIBRARIES,
	  CALLED("std::vector<std::basic_regex<char>>::reserve(long)", "900") },
	{ "a vector that grows again and again", "allocate-outside", true, "",
	  GCC_O2, TO_LIBRARIES,
	  CALLED("std::vector<int>::_M_realloc_insert<int>(int)",
	         "1e6 inner=malloc") },
	{ "local times", "time-zone-once", true, "", GCC_O2, TO_LIBRARIES,
	  CALLED("localtime", "5e5 inner=fstatat") },
	{ "times of files", "time-zone-once", false, "", GCC_O2, TO_LIBRARIES,
	  CALLED("stat", "5e5") },
	{ "small pieces from a file", "buffer-small-io", true, "", GCC_O2,
	  TO_LIBRARIES, CALLED("read", "1e6") },
	{ "large pieces from a file", "buffer-small-io", false, "", GCC_O2,
	  TO_LIBRARIES, CALLED("read", "1000") },
#define TEXT(calls)                                                            \
	CALLED("std::basic_string<char>::_M_append(char*)", calls)             \
	";caused title=std::basic_string<char>::_M_construct<char*>(char*) "   \
	"module=/lib/l.so file=x.c line=12 cycles=1e9 calls=" calls
#define TEXT_OF(calls, other)                                                  \
	CALLED("std::basic_string<char>::_M_append(char*)", calls)             \
	";caused title=" other " module=/lib/l.so file=x.c line=12 "           \
	"cycles=1e9 calls=" calls
	{ "a text that grows by copies of all of it", "sum-strings-in-place",
	  true, "", GCC_O2, TO_LIBRARIES, TEXT("20000") },
	{ "short names put together", "sum-strings-in-place", false, "", GCC_O2,
	  TO_LIBRARIES, TEXT("1e7") },
	{ "a text put together of others, where what begins it is inlined",
	  "sum-strings-in-place", true, "", GCC_O2, TO_LIBRARIES,
	  TEXT_OF("20000", "memcpy") },
	{ "a text to which long pieces are appended", "sum-strings-in-place",
	  false, "", GCC_O2, TO_LIBRARIES, TEXT_OF("20000", "write") },
#define ADDS(ints)                                                             \
	INNER "trips=1000 iterations=5e8 entries=5e5;code instructions=5 "     \
	      "loads=1 branches=1 unit_refs=1;executed instructions=1e9 "      \
	      "loads=5e8;longest_chain instructions=1e9 cycles=1.1e9 "         \
	      "int=" ints                                                      \
	      ";memref access=load file=x.c line=12 count=5e8 stride=2 "       \
	      "stride_share=1 line_bytes_used=64 lines=1000 l1_misses=1e4;"
	{ "a sum whose carries are added again", "vectorise-loop", false, NEAR,
	  GCC_O2, OF_MANY, ADDS("1e9") },
	{ "the same", "independent-chains", true,
	  "MODEL_INS=1e9 MODEL_CHAIN_INTEGER=1.5e9 MODEL_USEFUL=5e8", GCC_O2,
	  OF_MANY, ADDS("1e9") },
	{ "a plain sum of integers", "vectorise-loop", true, NEAR, GCC_O2,
	  OF_MANY, ADDS("5e8") },
	{ "the same", "independent-chains", false,
	  "MODEL_INS=1e9 MODEL_CHAIN_INTEGER=1.5e9 MODEL_USEFUL=5e8", GCC_O2,
	  OF_MANY, ADDS("5e8") },
/* some bodies' pull on each: roots fill their unit, not the sum's chain */
#define PULLS "MODEL_INS=1e9 MODEL_USEFUL=3e9 MODEL_PIPES=6e9 TOT_CYC=9e9"
#define PULL(packed, more)                                                     \
	INNER "trips=200 iterations=9e7 entries=4e6;" CODE                     \
	      "fp_scalar=9 fp_packed=2 calls=1;chain kind=fp adds=3 "          \
	      "latency_cycles=3;executed instructions=1e9 fp_scalar=6e8 "      \
	      "fp_packed=" packed ";" LOAD                                     \
	      "count=9e7 stride=32 stride_share=1" more
	{ "sums beside roots, x and y in a vector", "reassociate-reduction",
	  true, PULLS, GCC_O3, "loop trips=20 iterations=2e7 entries=1e6;",
	  PULL("2e8", "") },
	{ "the same, whose test for negative ones calls",
	  "reassociate-reduction", false, PULLS, GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;",
	  PULL("2e8", ";callee name=sqrt calls=1e7 indirect=no file=x.c "
	              "line=12") },
	{ "the same in vectors", "reassociate-reduction", false, PULLS, GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;", PULL("6e8", "") },
#define SUMS_TO(stride)                                                        \
	INNER "trips=200 iterations=9e7 entries=4e6;" CODE SUM                 \
	      "stride=8 stride_share=1;memref access=store file=x.c line=12 "  \
	      "count=9e7 stride_share=1 stride=" stride
	{ "a sum along a row, each partial one of which is kept",
	  "reassociate-reduction", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6 TOT_CYC=4e8", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;", SUMS_TO("8") },
	{ "a sum along a row that is stored in each iteration",
	  "reassociate-reduction", false,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6 TOT_CYC=4e8", GCC_O3,
	  "loop trips=20 iterations=2e7 entries=1e6;", SUMS_TO("0") },
#define GPP_O2                                                                 \
	"compiler name=gcc level=O2 producer=GNU_C++17_12_-O2 language=C++;"   \
	"code instructions=60;"
#define OWNERS(calls)                                                          \
	INNER "trips=20 iterations=5e7 entries=1e6;code instructions=56 "      \
	      "loads=9 stores=3 atomics=2 branches=1 calls=6 "                 \
	      "indirect_calls=2;executed instructions=1e9 atomics=1e8 "        \
	      "calls=" calls ";" STORE "count=5e7 stride=0;"
	{ "shared pointers that are copied", "share-pointers-by-reference",
	  true, "threads=2 cpu=15", GPP_O2, TURNS, OWNERS("0") },
	{ "counters of calls through pointers", "share-pointers-by-reference",
	  false, "threads=2 cpu=15", GPP_O2, TURNS, OWNERS("5e7") },
	{ "shared pointers that are copied", "reduce-instead-of-atomics", false,
	  "threads=2 cpu=15", GPP_O2, TURNS, OWNERS("0") },
	{ "counters of calls through pointers", "reduce-instead-of-atomics",
	  true, "threads=2 cpu=15", GPP_O2, TURNS, OWNERS("5e7") },
};

#endif
