/*
 * suggest.h - the suggestions that apply to the sections of an assessment
 *
 * Every rule is asked about every shown section, and about the loops in it
 * that are too small to be shown: what applies there goes to the section that
 * is shown. Invariants: items of a section are sorted, the one that removes
 * most cycles first; each id is there once, at the innermost section that it
 * applies to; everything lives until suggest_free.
 */
#ifndef PERFEXPERT_KNOWLEDGE_SUGGEST_H
#define PERFEXPERT_KNOWLEDGE_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assessment;
struct err;
struct knowledge;
struct strbuf;
struct suggestion;

enum { SUGGEST_DEFAULT = 3 };

struct suggest_item {
	const struct suggestion *suggestion;
	const struct assess_section *at; /* where it applies */
	double part;    /* of the category's bound that it would remove */
	double most;    /* the same at most, by what its example measured */
	double saved;   /* of the program's time, at most; 0 to 1 */
	double cycles;  /* bound removed / cycles of the program; for ranking */
	double speedup; /* of the program, at most: 1 / (1 - saved) */
	const char *evidence; /* a sentence without full stop, not escaped */
	bool by_category;     /* the rule's facts were not measured */
};

/* Why one does not apply, for --suggest=all */
struct suggest_reason {
	const struct suggestion *suggestion;
	const char *text;
};

struct suggest_section {
	const struct assess_section *section;
	struct suggest_item *items;
	size_t n, cap;
	struct suggest_reason *reasons; /* in the order of the knowledge */
	size_t nreasons;
};

struct suggest {
	struct arena *arena;
	struct suggest_section *sections; /* [n], as assessment.shown */
	size_t n;
	size_t input; /* the input that it is about */
};

/*
 * suggest_new - ask all rules about all sections
 *
 * Of two inputs the second is looked at: the program as it is now. Sections
 * that are not shown get their values evaluated (diagnose/evaluate.h).
 * A rule that fails is a problem of the knowledge (knowledge_problems).
 * Errors: ERR_FORMAT when the sandbox's memory is used up
 */
struct suggest *suggest_new(struct knowledge *k, struct assessment *a,
                            struct err *err);
void suggest_free(struct suggest *s);

/* suggest_find - what is suggested for a section, or NULL */
const struct suggest_section *suggest_find(const struct suggest *s,
                                           const struct assess_section *at);

struct suggest_format {
	size_t limit;      /* suggestions a section */
	bool all;          /* all of them, and why the others do not apply */
	const char *index; /* address or path of the pages' index */
};

/* suggest_text - append the suggestions of a section, 79 columns wide */
void suggest_text(struct strbuf *b, const struct suggest_section *s,
                  const struct suggest_format *format);

/* suggest_json - append "suggestions":[...] */
void suggest_json(struct strbuf *b, const struct suggest_section *s,
                  const struct suggest_format *format);

/* suggest_page - a suggestion's place on the page of its category, which is
 * beside the index: "DIR/data-accesses.html#loop-interchange" */
void suggest_page(struct strbuf *b, const char *index,
                  const struct suggestion *s);

/* suggest_compiler - the switches' key of what built a section, or NULL */
const char *suggest_compiler(const struct assess_section *s);

#endif
