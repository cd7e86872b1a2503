/* check_launcher - where a tool has to stand in a launcher's command line */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/run/describe.h"
#include "measure/run/launcher.h"
#include "measure/run/rank_set.h"
#include "measure/run/scaling.h"

enum { MAX_WORDS = 32 };
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* Split at blanks; the vector is freed, the text is text's. */
static char **split(char *text)
{
	char **words = mem_alloc(MAX_WORDS, sizeof(*words));
	size_t n = 0;
	char *save = NULL;

	for (char *w = strtok_r(text, " ", &save); w && n + 1 < MAX_WORDS;
	     w = strtok_r(NULL, " ", &save))
		words[n++] = w;
	return words;
}

/*
 * The launchers themselves are not here on most machines: links to this
 * program, which is of this architecture, in a folder that comes first in PATH.
 */
static char folder[PATH_MAX];

static void make_launchers(void)
{
	static const char *const names[] = {
		"mpirun",       "mpiexec",       "srun",
		"aprun",        "jsrun",         "ibrun",
		"prun",         "orterun",       "mpirun.openmpi",
		"mpirun.mpich", "mpiexec.hydra", "mpirun.py",
		"ls", /* a program to be started */
	};
	struct strbuf b = STRBUF_INIT;
	char self[PATH_MAX];

	ck_assert_ptr_nonnull(realpath("/proc/self/exe", self));
	scratch_name(folder, "check_launcher.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		strbuf_clear(&b);
		strbuf_addf(&b, "%s/%s", folder, names[i]);
		ck_assert_int_eq(symlink(self, b.s), 0);
	}
	/* and links to links to them */
	strbuf_clear(&b);
	strbuf_addf(&b, "%s/start", folder);
	ck_assert_int_eq(symlink("orterun", b.s), 0);
	strbuf_clear(&b);
	strbuf_addf(&b, "%s/go", folder);
	ck_assert_int_eq(symlink("start", b.s), 0);
	strbuf_clear(&b);
	strbuf_addf(&b, "%s:/usr/bin:/bin", folder);
	setenv("PATH", b.s, 1);
	strbuf_release(&b);
}

static void remove_launchers(void)
{
	struct err err = { 0 };

	io_remove_tree(folder, &err);
	memset(folder + strlen(folder) - 6, 'X', 6);
}

static const struct {
	const char *in, *want; /* want: the wrapped command, or the error */
} lines[] = {
	{ "/bin/ls -l", NULL }, /* no launcher */
	{ "mpirun -np 4 /bin/ls -n 3", "mpirun -np 4 T o /bin/ls -n 3" },
	{ "mpirun -n 4 -x A=1 --map-by core:PE=2 --bind-to core ls",
	  "mpirun -n 4 -x A=1 --map-by core:PE=2 --bind-to core T o ls" },
	{ "mpirun --mca btl self,vader -np 2 ls",
	  "mpirun --mca btl self,vader -np 2 T o ls" },
	{ "mpiexec -genv OMP_NUM_THREADS 4 -ppn 2 -n 8 ls a",
	  "mpiexec -genv OMP_NUM_THREADS 4 -ppn 2 -n 8 T o ls a" },
	{ "mpirun --oversubscribe --allow-run-as-root ls",
	  "mpirun --oversubscribe --allow-run-as-root T o ls" },
	/* several programs */
	{ "mpirun -np 1 ls : -np 3 cat x",
	  "mpirun -np 1 T o ls : -np 3 T o cat x" },
	/* options we don't know: with a value, or without */
	{ "mpirun --brand-new 7 ls", "mpirun --brand-new 7 T o ls" },
	{ "mpirun --brand-new ls -l", "mpirun --brand-new T o ls -l" },
	{ "mpirun -np 2 -- ls", "mpirun -np 2 -- T o ls" },
	{ "srun -n4 -N 2 --cpu-bind=cores -c 8 ls",
	  "srun -n4 -N 2 --cpu-bind=cores -c 8 T o ls" },
	{ "srun -l -u --ntasks 8 --mpi pmix ls x",
	  "srun -l -u --ntasks 8 --mpi pmix T o ls x" },
	{ "srun -n 1 ls : x", "srun -n 1 T o ls : x" },
	{ "aprun -n 16 -N 4 -d 2 -cc cpu ls",
	  "aprun -n 16 -N 4 -d 2 -cc cpu T o ls" },
	{ "jsrun -n 6 -a 1 -c 7 -g 1 -b rs ls",
	  "jsrun -n 6 -a 1 -c 7 -g 1 -b rs T o ls" },
	{ "ibrun -n 4 -o 2 ls", "ibrun -n 4 -o 2 T o ls" },
	{ "ibrun ls", "ibrun T o ls" },
	/* as distributions call them; links */
	{ "mpirun.openmpi -np 2 ls a", "mpirun.openmpi -np 2 T o ls a" },
	{ "mpirun.mpich -np 2 ls", "mpirun.mpich -np 2 T o ls" },
	{ "mpiexec.hydra -n 2 ls", "mpiexec.hydra -n 2 T o ls" },
	{ "orterun -np 2 ls", "orterun -np 2 T o ls" },
	{ "start -np 2 ls", "start -np 2 T o ls" },
	{ "go -np 2 ls", "go -np 2 T o ls" },
	{ "mpirun.py -np 2 ls", NULL },
	{ "prun --np 4 ls", "prun --np 4 T o ls" },
	{ "mpirun -np 4", "no program after 'mpirun'" },
	{ "mpirun", "no program after 'mpirun'" },
	{ "srun --multi-prog x.conf",
	  "programs named in a file ('--multi-prog') can't be measured; "
	  "put them on the command line" },
	{ "mpirun -np 1 ls :", "no program after 'mpirun'" },
};

START_TEST(finds_the_program)
{
	char *text = mem_strdup(lines[_i].in);
	char tool[] = "T", option[] = "o";
	char *words[] = { tool, option, NULL };
	char **argv = split(text), **wrapped;
	struct launcher l;
	struct err err = { 0 };
	struct strbuf b = STRBUF_INIT;

	if (launcher_find(&l, argv, &err) != 0) {
		ck_assert_str_eq(err.msg, lines[_i].want);
	} else if (!lines[_i].want) {
		ck_assert_ptr_null(l.path);
	} else {
		ck_assert_ptr_nonnull(l.path);
		wrapped = launcher_wrap(&l, words);
		describe_command(&b, wrapped);
		ck_assert_str_eq(b.s, lines[_i].want);
		free(wrapped);
	}
	strbuf_release(&b);
	launcher_release(&l);
	free(argv);
	free(text);
}
END_TEST

static const struct {
	const char *text, *want;
} given[] = {
	{ "mpirun -np 4", "mpirun -np 4 T ls a" },
	{ "  mpirun\t-np  4 ", "mpirun -np 4 T ls a" },
	{ "mpirun -x 'A=b c' -x \"D=e\\\"f\"",
	  "mpirun -x 'A=b c' -x 'D=e\"f' T ls a" },
	{ "mpirun a\\ b ''", "mpirun 'a b' '' T ls a" },
	{ "mpirun \"$HOME\" `x`", "mpirun '$HOME' '`x`' T ls a" },
	{ "none", "" },
	{ "mpirun 'x", "--launcher: ' is not closed" },
	{ "   ", "--launcher needs a command" },
	{ "no-such-launcher -n 3", "no program 'no-such-launcher' in PATH" },
};

START_TEST(splits_what_is_given)
{
	char ls[] = "ls", a[] = "a", tool[] = "T";
	char *argv[] = { ls, a, NULL }, *words[] = { tool, NULL };
	char **wrapped;
	struct launcher l;
	struct err err = { 0 };
	struct strbuf b = STRBUF_INIT;

	if (launcher_given(&l, given[_i].text, argv, &err) != 0) {
		ck_assert_str_eq(err.msg, given[_i].want);
	} else if (l.path) {
		wrapped = launcher_wrap(&l, words);
		describe_command(&b, wrapped);
		ck_assert_str_eq(b.s, given[_i].want);
		free(wrapped);
	} else {
		ck_assert_str_eq("", given[_i].want);
	}
	strbuf_release(&b);
	launcher_release(&l);
}
END_TEST

START_TEST(knows_each_program)
{
	char text[] = "mpirun -np 1 ls -l : -np 2 cat x y";
	char **argv = split(text), **words;
	struct launcher l;
	struct err err = { 0 };
	struct strbuf b = STRBUF_INIT;

	ck_assert_int_eq(launcher_find(&l, argv, &err), 0);
	ck_assert_uint_eq(l.nat, 2);
	words = launcher_program(&l, 0);
	describe_command(&b, words);
	free(words);
	strbuf_addc(&b, '/');
	words = launcher_program(&l, 1);
	describe_command(&b, words);
	free(words);
	ck_assert_str_eq(b.s, "ls -l/cat x y");
	strbuf_release(&b);
	launcher_release(&l);
	free(argv);
}
END_TEST

static const struct {
	const char *in;
	int want; /* ranks */
} asked[] = {
	{ "mpirun -np 4 ls -n 7", 4 },
	{ "mpirun -x A=1 ls -n 7", 0 },
	{ "srun --ntasks=64 ls", 64 },
	{ "mpirun -np 2 ls -n 9 : -n 3 cat", 5 },
	{ "mpirun -np 2 ls : cat", 0 },
	{ "mpirun -np x ls", 0 },
};

START_TEST(counts_ranks)
{
	char *text = mem_strdup(asked[_i].in);
	char **argv = split(text);
	struct launcher l;
	struct err err = { 0 };

	ck_assert_int_eq(launcher_find(&l, argv, &err), 0);
	ck_assert_int_eq(scaling_ranks(&l), asked[_i].want);
	launcher_release(&l);
	free(argv);
	free(text);
}
END_TEST

static const struct {
	const char *text;
	int below_20; /* ranks; -1: an error */
	const char *in, *out;
} sets[] = {
	{ "0,16-31", 5, "0 16 19 31", "1 15 32" },
	{ "3", 1, "3", "0 2 4" },
	{ "0-2,3", 4, "0 1 2 3", "4" },
	{ "25-30", 0, "25", "0" },
	{ "", -1, "", "" },
	{ "1,", -1, "", "" },
	{ "2,1", -1, "", "" },
	{ "1,1", -1, "", "" },
	{ "3-2", -1, "", "" },
	{ "-1", -1, "", "" },
	{ "1 ", -1, "", "" },
	{ "1-1048576", -1, "", "" },
	{ "99999999999999999999", -1, "", "" },
};

static void each_rank(const struct rank_set *set, const char *text, bool has)
{
	char *end;

	for (const char *s = text; *s; s = end) {
		const long rank = strtol(s, &end, 10);

		ck_assert_int_eq(rank_set_has(set, (int)rank), has);
	}
}

START_TEST(sets_of_ranks)
{
	struct rank_set set;
	struct err err = { 0 };

	if (rank_set_parse(&set, sets[_i].text, &err) != 0) {
		ck_assert_int_eq(sets[_i].below_20, -1);
		ck_assert_ptr_nonnull(strstr(err.msg, "ascending ranks"));
		return;
	}
	ck_assert_int_eq(rank_set_count(&set, 20), sets[_i].below_20);
	each_rank(&set, sets[_i].in, true);
	each_rank(&set, sets[_i].out, false);
}
END_TEST

START_TEST(no_set_is_all_ranks)
{
	const struct rank_set all = { 0 };

	ck_assert(rank_set_has(&all, 77));
	ck_assert_int_eq(rank_set_count(&all, 20), 20);
}
END_TEST

Suite *suite_launcher(void);

Suite *suite_launcher(void)
{
	Suite *s = suite_create("launcher");
	TCase *tc = tcase_create("launcher");

	tcase_add_checked_fixture(tc, make_launchers, remove_launchers);
	tcase_add_loop_test(tc, finds_the_program, 0, COUNT(lines));
	tcase_add_loop_test(tc, splits_what_is_given, 0, COUNT(given));
	tcase_add_test(tc, knows_each_program);
	tcase_add_loop_test(tc, counts_ranks, 0, COUNT(asked));
	tcase_add_loop_test(tc, sets_of_ranks, 0, COUNT(sets));
	tcase_add_test(tc, no_set_is_all_ranks);
	suite_add_tcase(s, tc);
	return s;
}
