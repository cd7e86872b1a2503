/*
 * rank_set.h - which ranks of a parallel program are measured: "0,16-31"
 */
#ifndef PERFEXPERT_MEASURE_RUN_RANK_SET_H
#define PERFEXPERT_MEASURE_RUN_RANK_SET_H

#include <stdbool.h>
#include <stddef.h>

struct err;

enum { RANK_SET_MOST = 64, MAX_RANKS = 1 << 20 };

struct rank_set {
	struct {
		int from, to; /* both are in it */
	} range[RANK_SET_MOST];
	size_t n; /* ranges, ascending and apart; 0: all ranks */
	const char *text;
};

/* rank_set_parse - text is borrowed; Errors: ERR_USAGE, naming the option */
int rank_set_parse(struct rank_set *set, const char *text, struct err *err);

/* rank_set_has - is the rank to be measured? */
bool rank_set_has(const struct rank_set *set, int rank);

/* rank_set_count - how many of the ranks below size are */
int rank_set_count(const struct rank_set *set, int size);

#endif
