/*
 * advice_review.h - what a reading of all suggestions found wrong, or missing,
 * as advice_cases.h, whose words it uses
 */
#ifndef PERFEXPERT_TESTS_ADVICE_REVIEW_H
#define PERFEXPERT_TESTS_ADVICE_REVIEW_H

#include "advice_cases.h"

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
	{ "a factor behind a pointer of Fortran", "restrict-pointers", true,
	  "L2_DCA=1e7 L2_DCM=1e6 L3_DCA=1e6", GFORTRAN("O2"),
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
};

#endif
