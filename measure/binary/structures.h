/*
 * structures.h - the structures of files, each of which is read once
 *
 * A measurement asks for the same files more than once: for what the simulated
 * run has to watch, then for the profile. Their debugging information may be
 * compressed, and takes longer to read than much of what is asked.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_STRUCTURES_H
#define PERFEXPERT_MEASURE_BINARY_STRUCTURES_H

struct structure;
struct structures;

struct structures *structures_new(void);

/* It frees all structures, too; s may be NULL. */
void structures_free(struct structures *s);

/* structures_brief - names are enough of that path (structure_open_brief),
 * unless it has been opened */
void structures_brief(struct structures *s, const char *path);

/* structures_get - of that path, opened when it is new; NULL: not an ELF file
 * that we can read. It stays ours. */
struct structure *structures_get(struct structures *s, const char *path);

#endif
