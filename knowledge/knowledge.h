/*
 * knowledge.h - the suggestions: what they say and the rules that select them
 *
 * Read from knowledge/<category>*.lua and from the user's folders; README.md in
 * that folder describes the files. Invariants: every suggestion in the list
 * satisfies the schema, ids are unique (a later folder's replaces an earlier
 * one's), all texts are valid UTF-8 without control characters, and everything
 * lives until knowledge_free. What is wrong with a file is a problem, one line
 * each; the rest of the knowledge still works.
 */
#ifndef PERFEXPERT_KNOWLEDGE_KNOWLEDGE_H
#define PERFEXPERT_KNOWLEDGE_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "causes.h"

struct err;
struct knowledge;
struct map;
struct sandbox;

enum knowledge_scope { SCOPE_ANY, SCOPE_LOOP, SCOPE_PROCEDURE };

/* A compiler switch or a directive, and what it does. */
struct knowledge_switch {
	const char *compiler; /* "gcc", "fujitsu_trad", ... */
	const char *name;     /* "-O3"; NULL: there is none, text says so */
	const char *text;
};

/* What make verify-knowledge measured of a pair; NAN: not measured. */
struct knowledge_measured {
	const char *machine, *cpu, *compiler;
	double speedup, speedup_low,
		speedup_high; /* native: median, quartiles */
	double bound_before,
		bound_after; /* claimed category, cycles per call */
	double part;         /* what its rule said on before */
	double time_before_s, time_after_s;
	const char **categories;          /* [ncategories] ids of the bars */
	double *lcpi_before, *lcpi_after; /* [ncategories] */
	size_t ncategories;
	double good_cpi;
	struct knowledge_measured *next; /* on another machine, or NULL */
};

/* How the number of a suggestion is shown */
#define SUGGESTION_NUMBER "PX%03u"

struct suggestion {
	const char *id, *category, *subcategory, *title, *why;
	const char *not_when, *source;
	unsigned number;  /* of those that come with perfexpert, never another's
	                     again: shown as PX012; 0: none */
	unsigned changes; /* a mask of effects.h; 0: nothing */
	const char *changes_says; /* how; NULL where nothing more is to say */
	const char **how;
	size_t nhow;
	const char **needs; /* names of facts */
	size_t nneeds;
	const char *example; /* folder below its file's folder, or NULL */
	const char *level, *after_level, *link; /* after_level, link: or NULL */
	const char **env, **after_env;
	size_t nenv, nafter_env;
	const char *claim_category; /* or NULL */
	double claim_at_least, tolerance;
	const struct knowledge_switch *switches, *pragmas;
	size_t nswitches, npragmas;
	double fallback;    /* NAN: none */
	const char *remedy; /* shared by equivalent ones, or NULL */
	enum knowledge_scope scope;
	bool fewer_instructions;
	bool for_libraries;     /* also about code that the user can't change */
	bool for_scripts;       /* about scripts, and nothing else is */
	bool of_program;        /* 'when' is the share of the program's time */
	bool of_elapsed;        /* 'when' is the share of the elapsed time */
	bool everywhere;        /* switches for the program, in all its code */
	bool last;              /* named after all others */
	bool judges_machine;    /* 'when' excludes where it is slower */
	bool whole_program;     /* its category is that of the whole program */
	bool removes_something; /* causes of the account: */
	struct causes removes;  /* at most, unless there is a rule */
	int removes_rule;       /* the sandbox's function, or 0 */
	const struct knowledge_measured *measured; /* by machine, or NULL */
	const char *file;                          /* where it is from */
	unsigned line;
	const char *folder; /* of file: example is relative to it */
	int when, evidence; /* the sandbox's functions */
	int besides;        /* the same, or 0 */
};

struct knowledge_category {
	const char *id, *title;
	const char **subcategories;
	size_t nsubcategories;
	const char *file;
};

/*
 * knowledge_load - what comes with perfexpert, then the user's additions:
 *                  $PERFEXPERT_KNOWLEDGE (folders parted by ':') and
 *                  ~/.config/perfexpert/knowledge
 *
 * Errors: ERR_SYSTEM when the shipped folder or its prelude can't be read,
 *         ERR_FORMAT when the prelude is broken. Everything else is a problem.
 */
struct knowledge *knowledge_load(struct err *err);

/*
 * knowledge_load_folder - as knowledge_load, and then one more folder
 *
 * Errors: also ERR_SYSTEM when that folder can't be read
 */
struct knowledge *knowledge_load_folder(const char *folder, struct err *err);
void knowledge_free(struct knowledge *k);

/*
 * knowledge_machines - for assess_options.machines of what its rules are asked
 *
 * They live until knowledge_free.
 */
struct map *knowledge_machines(struct knowledge *k);

/* knowledge_suggestions - in the order of categories and files */
size_t knowledge_suggestions(const struct knowledge *k,
                             const struct suggestion *const **list);

/* knowledge_find - a suggestion by its id, or NULL */
const struct suggestion *knowledge_find(const struct knowledge *k,
                                        const char *id);

/* knowledge_categories - in the order of their files' names */
size_t knowledge_categories(const struct knowledge *k,
                            const struct knowledge_category *const **list);

/* knowledge_problems - "file:line: what is wrong", escaped, one line each */
size_t knowledge_problems(const struct knowledge *k, const char *const **list);

/* knowledge_add_problem - for what shows up while rules run; said once each */
void knowledge_add_problem(struct knowledge *k, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Beside the rules of a folder: a file for each machine on which its examples
 * were measured */
#define KNOWLEDGE_MEASURED "measured"

/* knowledge_measured_on - what was measured on that machine, or NULL */
const struct knowledge_measured *
knowledge_measured_on(const struct suggestion *s, const char *machine);

/* knowledge_sandbox - where the rules live */
struct sandbox *knowledge_sandbox(const struct knowledge *k);

/* knowledge_compiler - the switches' key for a compiler fact's name: "ifx" is
 * "intel"; NULL when it is none of them */
const char *knowledge_compiler(const char *name);

#endif
