/*
 * effects.h - what following a suggestion may change beside the time
 *
 * A fixed vocabulary, so that reports can show it before the gain and programs
 * can select by it. What a compiler's switch changes is known here by the
 * switch, whichever suggestion offers it.
 */
#ifndef PERFEXPERT_KNOWLEDGE_EFFECTS_H
#define PERFEXPERT_KNOWLEDGE_EFFECTS_H

#include <stdbool.h>

struct strbuf;

enum effect {
	EFFECT_ROUNDING,
	EFFECT_ORDER,     /* of sums */
	EFFECT_NAN,       /* NaN and infinity */
	EFFECT_DENORMALS, /* become 0, in the whole process */
	EFFECT_OVERFLOW,  /* a smaller range of values */
	EFFECT_ALIASING,  /* a promise that must be true */
	EFFECT_STACK,     /* more stack */
	EFFECT_THREADS,   /* safe with threads no more */
	EFFECT_PORTABLE,  /* which processors the binary runs on */
	EFFECT_START,     /* how long the program takes to start */
	EFFECT_BEHAVIOUR, /* formats, reports, order: what the text says */
	EFFECTS
};

/* effect_find - by its word in knowledge files; EFFECTS: there is none */
enum effect effect_find(const char *word);

/* effect_id - that word */
const char *effect_id(enum effect effect);

/* effects_of_switches - of switches parted by blanks, all together, as a mask;
 * known: whether each of them is known here (or NULL) */
unsigned effects_of_switches(const char *compiler, const char *switches,
                             bool *known);

/* effects_in_text - what the switches change that a sentence names; for the GNU
 * compilers and those with the same switches */
unsigned effects_in_text(const char *text);

/* effects_words - "rounding, NaN and infinity"; "nothing" of an empty mask */
void effects_words(unsigned mask, struct strbuf *b);

#endif
