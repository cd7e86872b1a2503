/*
 * advice_gains_calls.h - more of what advice saves of the run, as
 * advice_gains.h says it: copies, calls that take a library's time, words of
 * which a part was stored
 */
#ifndef PERFEXPERT_TESTS_ADVICE_GAINS_CALLS_H
#define PERFEXPERT_TESTS_ADVICE_GAINS_CALLS_H

#include "advice_review.h"

#define GROWN(calls)                                                           \
	OF_CALLS("std::basic_string<char>::substr(long)", "1e6")               \
	";caused title=std::basic_string<char>::_M_reallocate() "              \
	"through=std::basic_string<char>::append() module=/lib/l.so "          \
	"file=x.c line=14 cycles=5e8 calls=" calls
#define PROBES(lines)                                                          \
	INNER "trips=60 iterations=6e7 entries=1e6;code instructions=10 "      \
	      "loads=1 stores=0 branches=2;branch kind=conditional "           \
	      "file=x.c line=12 count=6e7 taken=6e7 mispredicted=0 asks=zero " \
	      "leaves=yes;branch kind=conditional file=x.c line=12 "           \
	      "count=6e7 taken=1e6 mispredicted=1e6 leaves=yes;memref "        \
	      "access=load file=x.c line=12 count=6e7 stride=16 "              \
	      "stride_share=0.98 lines=" lines

/* a thousand million cycles are half of the program's */
/* levels of places that are looked up by name, so often is the loop entered */
#define NAMED(entries)                                                         \
	INNER "trips=60 iterations=1e6 entries=" entries ";caused "            \
	      "title=memcmp through=std::map<std::__cxx11::basic_string<char>" \
	      ",double>::operator[] module=/lib/l.so file=x.c line=12 "        \
	      "cycles=1e9 calls=3e6"

#define KEYED(calls)                                                           \
	OF_CALLS("snprintf", "1e7")                                            \
	";caused title=find through=std::map<std::basic_string<char>,int>::"   \
	"find() module=/lib/l.so file=x.c line=14 cycles=5e8 calls=" calls

/* string streams that numbers are put into */
#define STREAMED                                                               \
	OF_CALLS("std::__cxx11::basic_stringstream<char>::basic_stringstream", \
	         "1e6")                                                        \
	";caused title=std::ostream::operator<<(double) module=/lib/l.so "     \
	"file=x.c line=13 cycles=5e8 calls=1e6"

/* an assignment of Fortran, with memory and what else its line calls */
#define ASSIGNED(also)                                                         \
	OF_CALLS("memcpy", "4e5")                                              \
	";caused title=malloc module=/lib/l.so file=x.c line=12 cycles=1e7 "   \
	"calls=4e5;caused title=free module=/lib/l.so file=x.c line=12 "       \
	"cycles=1e7 calls=4e5;" also

/* words that are looked for in a text, of whose blanks so much is asked */
#define WORDS(calls, asked)                                                    \
	OF_CALLS("_gfortran_string_index", calls)                              \
	";caused title=memmove module=/lib/l.so file=x.c line=14 cycles=1e8 "  \
	"calls=1e6;callee name=_gfortran_adjustl file=x.c line=11 "            \
	"indirect=no calls=" asked

#define FOR(name) "callee name=" name " file=x.c line=11 calls=480 indirect=no;"

#define SMALL_REGIONS(times)                                                   \
	INNER "trips=60 iterations=3e7 entries=1;" LOAD "count=" times         \
	      ";wait kind=barrier call=end@of@the@parallel@region file=x.c "   \
	      "line=12 cpu_s=4 blocked_s=0;"

static const struct advice_gain gains_of_calls[] = {
	{ "small regions", "merge-parallel-regions", 0.2,
	  "threads=2 cpu=15 late=0 spun=8", "", SMALL_REGIONS("1e6") },
	{ "small regions whose threads have no processors",
	  "merge-parallel-regions", 0.2, "threads=2 cpu=15 late=0 spun=8", "",
	  SMALL_REGIONS("2.2e5") },
	{ "larger regions", "merge-parallel-regions", 0,
	  "threads=2 cpu=15 late=0 spun=8", "", SMALL_REGIONS("1.8e5") },
	{ "places of a table, one after the other", "spread-hash", 0.967, "",
	  "", PROBES("4000") },
	{ "elements of a small one", "spread-hash", 0, "", "", PROBES("16") },
	{ "words of which a byte was stored", "build-in-register", 0.684,
	  "TOT_CYC=1e9 MODEL_INS=1e9 MODEL_USEFUL=2e8 "
	  "MODEL_STORED_IN_PART=8e8 LD_INS=3e8 L1_DCA=5e8",
	  "", INNER "trips=1000 iterations=1e8 entries=1e5" },
	{ "minima by calls", "plain-formula", 0.49, "", "",
	  OF_CALLS("fmin", "1e7") },
	{ "systems of a few equations", "small-matrices-inline", 0.485, "", "",
	  OF_CALLS("dgesv_", "1e6") },
	{ "of many", "small-matrices-inline", 0, "", "",
	  OF_CALLS("dgesv_", "1e5") },
	{ "products of matrices of some rows", "small-matrices-inline", 0.47,
	  "", "", OF_CALLS("cblas_dgemm", "2e6") },
	{ "of more", "small-matrices-inline", 0, "", "",
	  OF_CALLS("dgemm_", "1e6") },
	{ "products of vectors", "small-matrices-inline", 0, "", "",
	  OF_CALLS("ddot_", "1e8") },
	{ "a library that throws", "error-codes-in-hot-code", 0.495, "", "",
	  OF_CALLS("std::stod(std::string)", "1e6 inner=libgcc_s.so.1") },
	{ "one that does not", "error-codes-in-hot-code", 0, "", "",
	  OF_CALLS("std::stod(std::string)", "1e6 inner=strtod") },
	{ "and grow, once each", "refer-instead-of-copying", 0.750, "", "",
	  GROWN("1e6") },
	{ "and what grows more often", "refer-instead-of-copying", 0.500, "",
	  "", GROWN("3e6") },
	{ "names that each step looks up", "look-names-up-once", 0.8, "", "",
	  NAMED("16667") },
	{ "names that are looked up once", "look-names-up-once", 0, "", "",
	  NAMED("1") },
	{ "names that are copied first", "look-names-up-once", 0, "", "",
	  NAMED("16667") ";caused "
	                 "title=std::__cxx11::basic_string<char>::_M_append "
	                 "module=/lib/l.so "
	                 "file=x.c line=11 cycles=1e7 calls=1e6" },
	{ "texts of numbers for keys", "texts-when-needed", 0.55, "", "",
	  KEYED("3e6") },
	{ "texts of numbers by streams", "texts-when-needed", 0.735, "", "",
	  STREAMED },
	{ "texts that are read as numbers", "texts-when-needed", 0, "", "",
	  STREAMED ";caused title=std::istream::operator>>(double&) "
	           "module=/lib/l.so file=x.c line=14 cycles=1e8 calls=1e6" },
	{ "texts that are seldom keys", "texts-when-needed", 0.35, "", "",
	  KEYED("3e5") },
	{ "a row for a procedure that takes a twentieth", "no-packed-sections",
	  0.883, "small=1 fortran=1",
	  ROW_BY_ROW ALLOCATED FREED
	  "callee name=small file=x.c line=11 calls=480 indirect=no;",
	  COPIED("128", "8") },
	{ "words in a long variable", "short-character-variables", 0.510, "",
	  "", WORDS("1e6", "1e6") },
	{ "words in a line", "short-character-variables", 0, "", "",
	  WORDS("1e7", "1e7") },
	{ "words in a text that fills its variable",
	  "short-character-variables", 0, "", "", WORDS("1e6", "9e4") },
	{ "memory for a text that a call makes", "reserve-capacity", 0,
	  "fortran=1", "",
	  WORDS("1e6", "1e6") ";caused title=malloc module=/lib/l.so "
	                      "file=x.c line=12 cycles=1e7 calls=1e6;caused "
	                      "title=free module=/lib/l.so file=x.c line=12 "
	                      "cycles=1e7 calls=1e6" },
	{ "a type with its components", "refer-instead-of-copying", 0.51,
	  "fortran=1", "", ASSIGNED("") },
	{ "a type of C", "refer-instead-of-copying", 0, "", "", ASSIGNED("") },
	{ "a text that a call makes", "refer-instead-of-copying", 0,
	  "fortran=1", "",
	  ASSIGNED("caused title=_gfortran_adjustl module=/lib/l.so "
	           "file=x.c line=12 cycles=1e7 calls=4e5") },
	{ "a type is no growth", "reserve-capacity", 0, "fortran=1", "",
	  ASSIGNED("") },
	{ "a list that gets longer", "reserve-capacity", 0.51, "fortran=1", "",
	  ASSIGNED("caused title=realloc module=/lib/l.so file=x.c line=12 "
	           "cycles=1e7 calls=4e5") },
	{ "growth of copies", "reserve-capacity", 0, "", "", GROWN("1e6") },
	{ "growth of others", "reserve-capacity", 0.247, "", "", GROWN("3e6") },
	{ "sums and products beside divides of integers", "fused-multiply-add",
	  0.000, PIPED NEARBY, "", FUSES("int_div=1.3e8") },
	{ "shared pointers that other threads copy",
	  "share-pointers-by-reference", 0.6,
	  "threads=2 cpu=15 TOT_CYC=2e9 MODEL_INS=1e9 MODEL_USEFUL=5e8 "
	  "MODEL_L1=3e8 MODEL_PIPES=2e8",
	  "",
	  "compiler name=gcc level=O2 language=C++;" INNER
	  "trips=20 iterations=5e7 entries=1e6;code instructions=56 "
	  "loads=9 stores=3 atomics=2 branches=1 calls=6 "
	  "indirect_calls=2;executed instructions=1e9 atomics=1e8;" STORE
	  "count=5e7 stride=0;" },
#define COUNTED(unit)                                                          \
	INNER "trips=60 iterations=5e7 entries=8e5;code instructions=20 "      \
	      "loads=4 stores=1 atomics=2 branches=1;executed "                \
	      "instructions=1e9 atomics=1e8;" STORE "count=1e8 stride=0;"      \
	      "operations instructions=1e9 slots=1e9 taken=5e7 " unit ";"
#define FULL_UNIT                                                              \
	"threads=2 cpu=15 TOT_CYC=9e8 MODEL_INS=1e9 MODEL_USEFUL=2e8 "         \
	"MODEL_PIPES=7e8"
	{ "atomic updates that fill their unit", "reduce-instead-of-atomics",
	  0.622, FULL_UNIT, "", COUNTED("atomic=1e8") },
	{ "atomic updates beside full pipes", "reduce-instead-of-atomics", 0,
	  FULL_UNIT, "", COUNTED("fp_add=1e9") },
	{ "lower_bound of std in a set", "find-of-container", 0.99, "", "",
	  OF_CALLS("std::lower_bound<int>",
	           "1e4 inner=std::_Rb_tree_increment(const*)") },
#define STATEMENTS(cycles)                                                     \
	INNER "trips=1e6 iterations=1e6 entries=1;caused "                     \
	      "title=_gfortran_st_write module=/lib/l.so file=x.c line=12 "    \
	      "cycles=4e8 calls=1e6;caused "                                   \
	      "title=_gfortran_transfer_real_write module=/lib/l.so file=x.c " \
	      "line=12 cycles=" cycles " calls=1e6"
	{ "bytes of one number a record", "fewer-io-statements", 0.225,
	  "fortran=1", "", STATEMENTS("1e8") },
	{ "digits of one number a record", "fewer-io-statements", 0.2,
	  "fortran=1", "", STATEMENTS("4e8") },
};

#endif
