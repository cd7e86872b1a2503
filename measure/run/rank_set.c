#include "rank_set.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/err.h"

/* The number at *s, which is moved past it; -1: there is none. */
static long number(const char **s)
{
	char *end;
	long n;

	if (**s < '0' || **s > '9')
		return -1;
	n = strtol(*s, &end, 10);
	*s = end;
	return n < MAX_RANKS ? n : -1;
}

int rank_set_parse(struct rank_set *set, const char *text, struct err *err)
{
	const char *s = text;

	*set = (struct rank_set){ .text = text };
	for (;; s++) {
		const int last = set->n ? set->range[set->n - 1].to : -1;
		const long from = number(&s);
		long to = from;

		if (*s == '-') {
			s++;
			to = number(&s);
		}
		if (from <= last || to < from || set->n == RANK_SET_MOST ||
		    (*s && *s != ','))
			return err_set(err, ERR_USAGE,
			               "--ranks needs up to %d ascending ranks "
			               "and ranges, such as 0,16-31, not '%s'",
			               RANK_SET_MOST, text);
		set->range[set->n].from = (int)from;
		set->range[set->n++].to = (int)to;
		if (!*s)
			return 0;
	}
}

bool rank_set_has(const struct rank_set *set, int rank)
{
	for (size_t i = 0; i < set->n; i++) {
		if (rank >= set->range[i].from && rank <= set->range[i].to)
			return true;
	}
	return set->n == 0;
}

int rank_set_count(const struct rank_set *set, int size)
{
	int n = set->n ? 0 : size;

	for (size_t i = 0; i < set->n && set->range[i].from < size; i++) {
		const int to = set->range[i].to;

		n += (to < size ? to + 1 : size) - set->range[i].from;
	}
	return n;
}
