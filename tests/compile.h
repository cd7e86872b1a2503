/*
 * compile.h - compiles the programs that the structure reader is tested with
 *
 * Each test works in a folder of its own: make_dir first, remove_dir last.
 */
#ifndef PERFEXPERT_TESTS_COMPILE_H
#define PERFEXPERT_TESTS_COMPILE_H

#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "measure/binary/structure.h"
#include "tests/check.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* The folder that the tests compile into; one for each test */
static char dir[PATH_MAX];

static inline void make_dir(void)
{
	scratch_name(dir, "check_structure.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static inline void remove_dir(void)
{
	struct err err = { 0 };

	ck_assert_int_eq(io_remove_tree(dir, &err), 0);
}

/* Run a program from PATH; up to 15 arguments, ended by NULL. Its status as
 * waitpid has it */
static inline int status_of(const char *const *argv)
{
	char *copy[16] = { NULL };
	int status = -1;
	pid_t pid;

	for (int i = 0; i < 15 && argv[i]; i++)
		copy[i] = mem_strdup(argv[i]);
	pid = fork();
	if (pid == 0) {
		execvp(copy[0], copy);
		_exit(127);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	for (int i = 0; i < 15; i++)
		free(copy[i]);
	return status;
}

static inline void run(const char *const *argv)
{
	const int status = status_of(argv);

	ck_assert_msg(status == 0, "%s: status %d (is it installed?)", argv[0],
	              status);
}

#define RUN(...) run((const char *const[]){ __VA_ARGS__, NULL })

static inline const char *in_dir(const char *name)
{
	static char path[2][PATH_MAX + 64];
	static int which;

	which = !which;
	snprintf(path[which], sizeof(path[which]), "%s/%s", dir, name);
	return path[which];
}

static inline struct structure *open_it(const char *name)
{
	struct err err = { 0 };
	struct structure *s = structure_open(in_dir(name), &err);

	ck_assert_msg(s, "%s", err.msg);
	return s;
}

/* A kernel of facts.c, by name */
struct wanted {
	const char *name;
	const struct structure_proc *proc;
};

static inline bool find_proc(void *ctx, const struct structure_proc *p)
{
	struct wanted *w = ctx;

	if (strcmp(p->name, w->name) == 0)
		w->proc = p;
	return !w->proc;
}

static inline const struct structure_proc *proc_named(struct structure *s,
                                                      const char *name)
{
	struct wanted w = { .name = name };

	structure_each(s, find_proc, &w);
	ck_assert_msg(w.proc, "no procedure '%s'", name);
	return w.proc;
}

static inline void compile_facts(const char *a, const char *b, const char *c)
{
	/* since 13, gcc unrolls small loops at -O2 */
	RUN("gcc", "-g", "-fno-math-errno", "-fno-unroll-loops", a, b, c, "-o",
	    in_dir("facts"), "tests/structure/facts.c", "-lm");
}

#endif
