/*
 * causes.h - what a suggestion removes: causes of the account of cycles, and
 * how much of each at most
 *
 * A share for each part of the account (diagnose/account.h), 0 to 1.
 */
#ifndef PERFEXPERT_KNOWLEDGE_CAUSES_H
#define PERFEXPERT_KNOWLEDGE_CAUSES_H

#include "diagnose/account.h"

struct err;
struct sandbox;
struct sandbox_value;
struct suggestion;

struct causes {
	double share[ACCOUNT_PARTS];
};

/*
 * causes_read - from a table { memory_latency = 1, useful = 0.5 }
 *
 * table:  reference of the sandbox's table
 * Errors: ERR_FORMAT when a key is no part of the account, a value is no
 *         number from 0 to 1, or there is none
 */
int causes_read(struct sandbox *sb, int table, struct causes *causes,
                struct err *err);

/*
 * causes_take - a suggestion's field: nil, such a table, or a function
 *
 * A table's reference is dropped, a function's is the suggestion's.
 * Errors: those of causes_read; ERR_FORMAT when it is something else
 */
void causes_take(struct sandbox *sb, struct sandbox_value v,
                 struct suggestion *s, struct err *err);

#endif
