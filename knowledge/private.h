/*
 * private.h - what the files of knowledge/ share (internal)
 */
#ifndef PERFEXPERT_KNOWLEDGE_PRIVATE_H
#define PERFEXPERT_KNOWLEDGE_PRIVATE_H

#include "knowledge.h"

struct arena;
struct events;
struct map;

struct knowledge {
	struct arena *arena;
	struct sandbox *sandbox;
	struct events *events;    /* those that a rule may name */
	int registry;             /* table of what a file declared, see glue */
	struct suggestion **list; /* all that are valid; replaced ones NULL */
	size_t n, cap;
	struct knowledge_category **categories;
	size_t ncategories, cap_categories;
	const char **problems;
	size_t nproblems, cap_problems;
	struct map *by_id, *category_by_id, *seen; /* seen: problems said */
	struct map *measured;                      /* by folder and id */
	struct map *machines;                      /* see knowledge_machines */
};

/* What the file being read is, for messages and for examples */
struct knowledge_file {
	const char *path, *folder;
	bool override; /* ids of earlier folders may be replaced */
};

/*
 * schema_suggestion - check one declared table and add it, or say what is wrong
 *
 * entry: reference of { id =, place =, table = }
 */
void schema_suggestion(struct knowledge *k, const struct knowledge_file *f,
                       int entry);
void schema_category(struct knowledge *k, const struct knowledge_file *f,
                     int entry);
void schema_measured(struct knowledge *k, const struct knowledge_file *f,
                     int entry);

/*
 * knowledge_add_measured - keep what was measured of an id in a folder
 *
 * False when it says that twice of one machine.
 */
bool knowledge_add_measured(struct knowledge *k, const char *folder,
                            const char *id, struct knowledge_measured *m);

/*
 * lint_names - problems for names of events, categories and facts that don't
 *              exist, where the text says events.NAME, lcpi.NAME, facts.NAME
 */
void lint_names(struct knowledge *k, const char *path, const char *text);

/* lint_free - problems for names that are neither declared in the text nor
 * known to every file; once the prelude is loaded */
void lint_free(struct knowledge *k, const char *path, const char *text);

#endif
