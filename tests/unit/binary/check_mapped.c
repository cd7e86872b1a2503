/* Files that were mapped: what is read when the name has another one, or none.
 */
#include "check.h"
#include "folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "measure/binary/elf/image.h"
#include "measure/binary/elf/mapped.h"

static struct folder here;

static void enter(void)
{
	folder_enter(&here);
}

static void leave(void)
{
	folder_leave(&here);
}

static void copy(const char *from, const char *to)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	FILE *f = fopen(to, "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(io_read_file(from, 1 << 28, &b, &err), 0);
	ck_assert_uint_eq(fwrite(b.s, 1, b.len, f), b.len);
	ck_assert_int_eq(fclose(f), 0);
	strbuf_release(&b);
}

static void keep(struct mapped *m, const char *path)
{
	mapped_keep(m, path, (uint32_t)getpid(), 0, 0);
}

static char *path_of(const char *name)
{
	struct strbuf b = STRBUF_INIT;

	io_join(&b, here.path, name);
	return strbuf_detach(&b);
}

START_TEST(reads_what_was_mapped)
{
	struct mapped *m = mapped_new();
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	char *path = path_of("file"), *other = path_of("other");

	copy("/dev/null", "other");
	copy("/bin/sh", "file");
	ck_assert_ptr_eq(mapped_path(NULL, path), path);
	keep(m, path);
	ck_assert_ptr_eq(mapped_path(m, path), path);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_ptr_null(mapped_path(NULL, path));
	ck_assert_int_eq(io_read_file(mapped_path(m, path), 1 << 28, &b, &err),
	                 0);
	ck_assert_uint_gt(b.len, 1000);
	/* another one has the name now */
	ck_assert_int_eq(rename(other, path), 0);
	ck_assert_str_ne(mapped_path(m, path), path);
	ck_assert_ptr_eq(mapped_path(NULL, path), path);
	strbuf_release(&b);
	mapped_free(m);
	free(path);
	free(other);
}
END_TEST

START_TEST(shows_what_is_gone_before_it_is_kept)
{
	struct mapped *m = mapped_new();
	char *path = path_of("never");

	keep(m, path);
	ck_assert_ptr_null(mapped_path(m, path));
	ck_assert_ptr_null(mapped_path(m, "/none/such"));
	keep(m, "[anon]");
	mapped_free(m);
	free(path);
}
END_TEST

START_TEST(finds_another_runs_file)
{
	struct mapped *m = mapped_new();
	struct image image = { 0 };
	struct err err = { 0 };
	char *path = path_of("a.so"), *second = path_of("b.so");

	copy("/bin/sh", "a.so");
	copy("/bin/sh", "b.so");
	ck_assert_int_eq(image_open(&image, path, &err), 0);
	keep(m, path);
	keep(m, second);
	/* one that is there is no file that is gone */
	ck_assert_ptr_null(mapped_alike(m, "/x/a.so", ""));
	unlink(path);
	ck_assert_str_eq(mapped_alike(m, "/x/a.so", ""), path);
	ck_assert_ptr_null(mapped_alike(m, "/x/b.so", ""));
	ck_assert_ptr_null(mapped_alike(m, "/x/a.so", "0123456789"));
	if (image.build_id)
		ck_assert_str_eq(mapped_alike(m, "/x/y", image.build_id), path);
	ck_assert_ptr_null(mapped_alike(NULL, "/x/a.so", ""));
	image_release(&image);
	mapped_free(m);
	free(path);
	free(second);
}
END_TEST

Suite *suite_mapped(void);
Suite *suite_mapped(void)
{
	Suite *suite = suite_create("mapped");
	TCase *tc = tcase_create("mapped");

	tcase_add_checked_fixture(tc, enter, leave);
	tcase_add_test(tc, reads_what_was_mapped);
	tcase_add_test(tc, shows_what_is_gone_before_it_is_kept);
	tcase_add_test(tc, finds_another_runs_file);
	suite_add_tcase(suite, tc);
	return suite;
}
