/*
 * match.h - which sections of two measurements are the same code
 *
 * Procedures are matched by name and module, loops by their place among the
 * loops of what holds them. Neither needs equal line numbers, addresses or
 * build ids, so a program still matches after an edit and a rebuild.
 */
#ifndef PERFEXPERT_DIAGNOSE_MATCH_H
#define PERFEXPERT_DIAGNOSE_MATCH_H

#include <stddef.h>

struct profile;
struct profile_section;
struct strbuf;

/* The same code in the first and in the second input; one may be NULL. */
struct match_pair {
	const struct profile_section *in[2];
};

struct match {
	struct match_pair *pairs;
	size_t n, cap;
};

/* match_release - what the two functions below allocated */
void match_release(struct match *m);

/*
 * match_procedures - the procedures of one or two measurements, in pairs
 *
 * two may be NULL: each procedure of one is then a pair by itself. Tried in
 * this order, each for those without a pair so far:
 *  1. same module and same name; where several share it (static procedures,
 *     clones), those most alike in symbol, file, line and share of the time
 *  2. same name in another module, when there is one in each input only
 *  3. same module and same name but for parameters, when likewise unique
 */
void match_procedures(const struct profile *one, const struct profile *two,
                      struct match *m);

/* match_regions - the regions of one or two measurements, in pairs: the same
 * name and number; two may be NULL */
void match_regions(const struct profile *one, const struct profile *two,
                   struct match *m);

/*
 * match_loops - the loops directly within a procedure or loop, in pairs
 *
 * Either may be NULL; time_one and time_two are the index of the event that
 * ranks in either profile (check_time_event), or -1. The order of the loops is
 * kept: as many as possible are matched, and where that leaves a choice those
 * most alike in the distance of their line from the procedure's, in the loops
 * they hold and in their share.
 */
void match_loops(const struct profile_section *one, int time_one,
                 const struct profile_section *two, int time_two,
                 struct match *m);

/*
 * match_name - a procedure's name without what compilers add to clones,
 * appended to b: "f.constprop.0" and "f(int) [clone .isra.1]" become "f" and
 * "f(int)". Outlined bodies ("f._omp_fn.0") are other code and keep theirs.
 */
void match_name(struct strbuf *b, const char *name);

/*
 * match_module - a module's name for matching, appended to b: nothing for the
 * program itself (a rebuilt one may be called otherwise), else the file's name
 * without folder and version: "libm.so" for "/lib/libm.so.6"
 */
void match_module(struct strbuf *b, const struct profile *p,
                  const struct profile_section *module);

#endif
