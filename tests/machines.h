/* machines.h - the shipped machine files, by their place in the list of names
 */
#ifndef PERFEXPERT_TESTS_MACHINES_H
#define PERFEXPERT_TESTS_MACHINES_H

#include <check.h>
#include <stddef.h>

#include "arch/machine.h"
#include "base/err.h"

/* How many there are; 0 if arch/ can't be read */
static inline int machines_shipped(void)
{
	char **names, **titles;
	size_t n;
	struct err err = { 0 };

	if (machine_list(&names, &titles, &n, &err) != 0)
		return 0;
	machine_list_free(names, titles, n);
	return (int)n;
}

/* The i-th; the caller frees it */
static inline struct machine *machines_load(int i)
{
	struct machine *m = NULL;
	struct err err = { 0 };
	char **names, **titles;
	size_t n;

	ck_assert_msg(machine_list(&names, &titles, &n, &err) == 0, "%s",
	              err.msg);
	ck_assert_int_lt(i, (int)n);
	ck_assert_msg(machine_load(&m, names[i], &err) == 0, "%s", err.msg);
	ck_assert_str_eq(machine_name(m), names[i]);
	machine_list_free(names, titles, n);
	return m;
}

#endif
