/*
 * view.h - a section as a table for the rules (README.md has its fields)
 */
#ifndef PERFEXPERT_KNOWLEDGE_VIEW_H
#define PERFEXPERT_KNOWLEDGE_VIEW_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assessment;
struct err;
struct sandbox;

/* What is the same for all sections of one input */
struct view_input {
	struct sandbox *sandbox;
	const struct assessment *assessment;
	size_t input;
	int machine, program; /* tables */
};

/*
 * view_input_init - make the tables of machine and program
 *
 * Errors: ERR_FORMAT when the sandbox's memory is used up
 */
int view_input_init(struct view_input *in, struct sandbox *sandbox,
                    const struct assessment *a, size_t input, struct err *err);
void view_input_release(struct view_input *in);

/*
 * view_new - the table of a section; parent is the enclosing one's, or 0
 *
 * Its "inner" list is empty: view_add_inner appends.
 */
int view_new(const struct view_input *in, const struct assess_section *s,
             int parent, int *view, struct err *err);
int view_add_inner(const struct view_input *in, int outer, int inner,
                   struct err *err);

#endif
