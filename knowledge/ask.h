/*
 * ask.h - calls of a suggestion's functions for one section
 *
 * Each call returns NULL, or the reason why the suggestion is not made. An
 * error in the function, or a result of another type, is a problem of the
 * knowledge (knowledge_problems).
 */
#ifndef PERFEXPERT_KNOWLEDGE_ASK_H
#define PERFEXPERT_KNOWLEDGE_ASK_H

#include <stdbool.h>

struct arena;
struct causes;
struct knowledge;
struct sandbox;
struct suggestion;

struct ask {
	struct knowledge *k;
	struct sandbox *sandbox;
	struct arena *arena; /* for texts */
	const struct suggestion *s;
	int view;         /* the section's table in the sandbox */
	bool by_category; /* facts that it needs were not measured */
};

/* ask_when - the part, 0 to 1, of what it is about that it would remove */
const char *ask_when(const struct ask *a, double *part);

/* ask_evidence - the sentence */
const char *ask_evidence(const struct ask *a, const char **evidence);

/* ask_removes - the causes that it removes: its table, or by its function */
const char *ask_removes(const struct ask *a, struct causes *causes);

/* ask_besides - the share of the run that it saves in other sections; 0 if its
 * function does not say */
const char *ask_besides(const struct ask *a, double *share);

#endif
