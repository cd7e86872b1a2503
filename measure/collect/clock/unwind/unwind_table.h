/*
 * unwind_table.h - the row of the unwind tables for one address
 *
 * How the registers of the caller are found from those of the callee.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_TABLE_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unwind.h"

/* Bytes that are read one after the other; bad: more than there are, or they
 * can't be read. A buffer in front of them: most are read singly. */
struct unwind_bytes {
	const struct unwind_memory *m;
	uint64_t at, end;
	uint64_t have; /* the address of buf, of size bytes */
	unsigned size;
	bool bad;
	uint8_t buf[64];
};

/* unwind_bytes - those from at to end. The others set b->bad where they end:
 * size bytes as a little-endian number, LEB128 without and with a sign */
struct unwind_bytes unwind_bytes(const struct unwind_memory *m, uint64_t at,
                                 uint64_t end);
uint64_t unwind_fixed(struct unwind_bytes *b, unsigned size);
uint64_t unwind_uleb(struct unwind_bytes *b);
int64_t unwind_sleb(struct unwind_bytes *b);

enum unwind_how {
	UNWIND_SAME, /* also without a rule */
	UNWIND_UNDEFINED,
	UNWIND_AT_OFFSET,  /* saved at CFA + value */
	UNWIND_VAL_OFFSET, /* the CFA only: a register + value */
	UNWIND_AT_EXPRESSION,
	UNWIND_VAL_EXPRESSION, /* the same */
	UNWIND_REGISTER,       /* in another one */
};

struct unwind_rule {
	enum unwind_how how;
	int64_t value;   /* an offset; of an expression its address */
	uint32_t length; /* of the expression */
};

struct unwind_row {
	/* the canonical frame address: register + offset, or an expression */
	struct unwind_rule cfa; /* UNWIND_VAL_OFFSET or UNWIND_VAL_EXPRESSION */
	uint32_t cfa_reg;
	struct unwind_rule reg[UNWIND_REGS];
	bool is_signal; /* a signal handler's return: the caller's place is
	                 * where the signal came */
};

/* unwind_row_find - false: there is none, or it is not understood */
bool unwind_row_find(const struct unwind_memory *m, uint64_t pc,
                     struct unwind_row *row);

#endif
