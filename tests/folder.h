/*
 * folder.h - a new folder that a test works in, and the way back
 *
 * Tests that run in one process (CK_FORK=no) find the others' sources by the
 * folder that they started in.
 */
#ifndef PERFEXPERT_TESTS_FOLDER_H
#define PERFEXPERT_TESTS_FOLDER_H

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "tests/check.h"

struct folder {
	char path[PATH_MAX];
	int back;
};

static inline void folder_enter(struct folder *f)
{
	scratch_name(f->path, "perfexpert_check.XXXXXX");
	f->back = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(f->back, 0);
	ck_assert_ptr_nonnull(mkdtemp(f->path));
	ck_assert_int_eq(chdir(f->path), 0);
}

static inline void folder_leave(struct folder *f)
{
	struct err ignored = { 0 };

	ck_assert_int_eq(fchdir(f->back), 0);
	close(f->back);
	io_remove_tree(f->path, &ignored);
}

#endif
