/*
 * kinds.h - the table of programs that a program starts again and again
 *
 * A file of KINDS entries, which the simulator's processes share. Of a kind of
 * process that is short, one in some is simulated once enough of them were; the
 * others run natively, and its counts are taken for theirs.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_KINDS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_KINDS_H

struct kind {
	unsigned long long name; /* hash of the file and what it reads; 0: free
	                          */
	unsigned begun;          /* processes, simulated or not */
	unsigned next;           /* number of the next one to be simulated */
	unsigned ended;          /* of those simulated */
	unsigned apart; /* not 0: long, or starts others: all are simulated */
};

enum {
	KINDS = 4096,
	KIND_ENOUGH = 8,    /* processes that are simulated first */
	KIND_PART = 8,      /* then the gap is begun / KIND_PART processes */
	KIND_SHORT_MS = 20, /* processor time, by the simulator's clock */
};

#endif
