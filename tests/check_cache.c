/* check_cache - entries that are lost, damaged, others', and too many */
#include "check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

static char home[64];
static struct cache cache;

static void setup(void)
{
	struct err err = { 0 };

	snprintf(home, sizeof(home), "/tmp/check-cache.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(home));
	setenv("XDG_CACHE_HOME", home, 1);
	ck_assert_int_eq(cache_open(&cache, &err), 0);
}

static void teardown(void)
{
	struct err err = { 0 };

	cache_close(&cache);
	io_remove_tree(home, &err);
	unsetenv("XDG_CACHE_HOME");
}

static void put(const char *name, const char *text)
{
	struct err err = { 0 };

	ck_assert_int_eq(cache_put(&cache, name, text, strlen(text), &err), 0);
}

/* true where it is that text, false where there is none */
static bool has(const char *name, const char *text)
{
	struct strbuf b = STRBUF_INIT;
	const bool found = cache_get(&cache, name, &b);

	if (found)
		ck_assert_str_eq(b.s, text);
	strbuf_release(&b);
	return found;
}

static int open_entry(const char *name)
{
	return openat(cache.dir, name, O_RDWR);
}

START_TEST(keeps)
{
	put("a", "one");
	put("b", "");
	put("a", "two\nlines");
	ck_assert(has("a", "two\nlines"));
	ck_assert(has("b", ""));
	ck_assert(!has("c", ""));
}
END_TEST

/* Where a byte is another, where one is missing, and where one is too many */
START_TEST(damaged)
{
	static const struct {
		off_t at, length;
	} changes[] = { { 0, 0 },  { 17, 0 }, { 20, 0 }, { -1, 0 },
		        { -2, 0 }, { 0, 5 },  { 0, 200 } };
	struct stat st;
	char c;
	int fd;

	put("a", "what was written");
	fd = open_entry("a");
	ck_assert_int_eq(fstat(fd, &st), 0);
	if (changes[_i].length) {
		ck_assert_int_eq(ftruncate(fd, changes[_i].length), 0);
	} else {
		const off_t at =
			changes[_i].at + (changes[_i].at < 0 ? st.st_size : 0);

		ck_assert_int_eq(pread(fd, &c, 1, at), 1);
		c ^= 1;
		ck_assert_int_eq(pwrite(fd, &c, 1, at), 1);
	}
	close(fd);
	ck_assert(!has("a", ""));
	/* it went, and there is room for another */
	ck_assert_int_lt(open_entry("a"), 0);
	put("a", "new");
	ck_assert(has("a", "new"));
}
END_TEST

START_TEST(of_others)
{
	int fd;

	put("a", "text");
	put("b", "text");
	fd = open_entry("a");
	ck_assert_int_eq(fchmod(fd, 0620), 0);
	close(fd);
	ck_assert(!has("a", ""));
	ck_assert_int_eq(symlinkat("b", cache.dir, "c"), 0);
	ck_assert(!has("c", ""));
	ck_assert_int_eq(mkfifoat(cache.dir, "d", 0600), 0);
	ck_assert(!has("d", ""));
	/* a link is replaced, not what it names */
	put("c", "other");
	ck_assert(has("b", "text"));
	ck_assert(has("c", "other"));
}
END_TEST

START_TEST(folder_of_others)
{
	struct err err = { 0 };
	char path[96];

	snprintf(path, sizeof(path), "%s/perfexpert", home);
	cache_close(&cache);
	ck_assert_int_eq(chmod(path, 0777), 0);
	ck_assert_int_eq(cache_open(&cache, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.msg, "others may write"));
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(symlink("/tmp", path), 0);
	err_clear(&err);
	ck_assert_int_eq(cache_open(&cache, &err), -1);
	ck_assert(!has("a", ""));
	ck_assert_int_eq(unlink(path), 0);
}
END_TEST

/* What was not used for longest goes; a process that died leaves nothing. */
START_TEST(bounded)
{
	static const char text[] = "0123456789012345678901234567890123456789";
	struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	int fd = openat(cache.dir, "x.1.tmp", O_WRONLY | O_CREAT, 0600);

	ck_assert_int_eq(futimens(fd, times), 0);
	close(fd);
	put("a", text);
	put("b", text);
	put("c", text);
	for (const char *name = "c\0a\0"; *name; name += 2) {
		times[0].tv_sec++;
		times[1].tv_sec++;
		ck_assert_int_eq(utimensat(cache.dir, name, times, 0), 0);
	}
	ck_assert(has("c", text)); /* used now */
	cache.most_bytes = 250;
	put("d", text);
	ck_assert(!has("a", text));
	ck_assert(has("c", text));
	ck_assert(has("d", text));
	ck_assert_int_lt(open_entry("x.1.tmp"), 0);
}
END_TEST

Suite *suite_cache(void);
Suite *suite_cache(void)
{
	Suite *s = suite_create("cache");
	TCase *tc = tcase_create("cache");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, keeps);
	tcase_add_loop_test(tc, damaged, 0, 7);
	tcase_add_test(tc, of_others);
	tcase_add_test(tc, folder_of_others);
	tcase_add_test(tc, bounded);
	suite_add_tcase(s, tc);
	return s;
}
