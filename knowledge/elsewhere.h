/*
 * elsewhere.h - what calls cost of procedures that are below the threshold
 *
 * The C library's parts of reading numbers, say, take less than a tenth of the
 * time each, and so does who calls it, but all together they take half.
 */
#ifndef PERFEXPERT_KNOWLEDGE_ELSEWHERE_H
#define PERFEXPERT_KNOWLEDGE_ELSEWHERE_H

struct assess_section;
struct suggest;

/*
 * elsewhere_keep - of the nelsewhere sections, make one, or none
 *
 * It has each suggestion once that saves the threshold's share of the program's
 * time or more and is not made for a section that is shown. whole: what the
 * section that is left is about
 */
void elsewhere_keep(struct suggest *s, const struct assess_section *whole,
                    double threshold);

#endif
