/*
 * identity.h - what makes two runs runs of the same
 *
 * Text, a line for each thing: what it is, as people call it, a tab, and what
 * it was. Both are escaped.
 */
#ifndef PERFEXPERT_MEASURE_KEPT_IDENTITY_H
#define PERFEXPERT_MEASURE_KEPT_IDENTITY_H

#include <stdbool.h>

struct err;
struct session;
struct strbuf;

/*
 * identity_add - of a run of the session's program, as things are now
 *
 * The program's file by its size and time, the command, the folder, standard
 * input, the environment but for what terminals and log-ins set, the limit, the
 * host. Files that the command names are not looked at: the program may write
 * them.
 * Another job of a batch system is the same, on another host of the same kind:
 * neither the host's name nor what the batch system sets count.
 * Errors: ERR_SYSTEM; ERR_USAGE when the input is not known beforehand
 */
int identity_add(struct strbuf *b, const struct session *s, struct err *err);

/* identity_add_word - something else; neither has a line end that counts */
void identity_add_word(struct strbuf *b, const char *what, const char *value);

/* identity_add_file - a file that it uses, too; by its size and time */
void identity_add_file(struct strbuf *b, const char *path);

/*
 * identity_compare - 0 when both are the same
 *
 * Errors: ERR_USAGE, and what it is that differs
 */
int identity_compare(const char *then, const char *now, struct err *err);

#endif
