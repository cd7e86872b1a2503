/* check_opens - what is opened to be read: files, but no pipes, devices or
 * folders in their place; compressed files that are damaged or far too dense */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "folder.h"
#include "measure/attribute/segments.h"
#include "measure/binary/elf/image.h"
#include "measure/run/program.h"
#include "profile/gz.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "profile/xml.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static struct folder folder;
static struct err err;

static void put(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(data, 1, n, f), n);
	ck_assert_int_eq(fclose(f), 0);
}

static void setup(void)
{
	folder_enter(&folder);
	err_clear(&err);
	put("file", "text", 4);
	ck_assert_int_eq(mkfifo("pipe", 0700), 0);
	ck_assert_int_eq(mkdir("dir", 0700), 0);
	ck_assert_int_eq(symlink("file", "link"), 0);
	ck_assert_int_eq(symlink("pipe", "link-to-pipe"), 0);
}

static void teardown(void)
{
	folder_leave(&folder);
}

static const struct {
	const char *path;
	unsigned kinds;
	int error; /* 0: it is opened */
} kinds[] = {
	{ "file", IO_FILE, 0 },
	{ "link", IO_FILE, 0 },
	{ "link", IO_FILE | IO_NO_LINK, EINVAL },
	{ "file", IO_PIPE | IO_DEVICE, EINVAL },
	{ "pipe", IO_FILE, EINVAL },
	{ "link-to-pipe", IO_FILE | IO_DEVICE, EINVAL },
	{ "pipe", IO_PIPE, 0 },
	{ "/dev/null", IO_FILE | IO_PIPE, EINVAL },
	{ "/dev/null", IO_DEVICE, 0 },
	{ "/proc/self/status", IO_FILE, 0 },
	{ "dir", IO_FILE | IO_PIPE | IO_DEVICE, EISDIR },
	{ "none", IO_FILE, ENOENT },
};

START_TEST(only_kinds_that_are_wanted)
{
	const int fd = io_open(kinds[_i].path, kinds[_i].kinds);

	if (kinds[_i].error) {
		ck_assert_int_eq(errno, kinds[_i].error);
		ck_assert_int_eq(fd, -1);
	} else {
		ck_assert_int_ge(fd, 0);
		ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
		close(fd);
	}
}
END_TEST

static void open_database(const char *path)
{
	profile_free(profile_open(path, NULL, &err));
}

static void import(const char *path)
{
	profile_free(profile_merge_hpctoolkit(&path, 1, NULL, &err));
}

static void read_measurement(const char *path)
{
	profile_free(profile_read_xml(path, NULL, &err));
}

static void open_binary(const char *path)
{
	struct image image = { 0 };

	image_open(&image, path, &err);
	image_release(&image);
}

static void find_program(const char *path)
{
	struct program p;

	if (program_find(&p, path, &err) == 0)
		program_release(&p);
}

static void read_segments(const char *path)
{
	struct segments s;

	segments_read(&s, path);
	err_set(&err, ERR_FORMAT, "%zu", s.n);
}

/* Nobody writes to any of these pipes: who opens one to read it waits. */
static const struct {
	const char *name; /* of the pipe, in a folder */
	void (*read)(const char *path);
	const char *path, *why;
} pipes[] = {
	{ "meta.db", open_database, "db", "not a regular file" },
	{ "experiment.xml", open_database, "db", "not a regular file" },
	{ "meta.db", import, "db", "not a regular file" },
	{ "experiment.xml", import, "db", "not a regular file" },
	{ "app.db", read_measurement, "db/app.db", "not a regular file" },
	{ "app", open_binary, "db/app", "not an ELF file" },
	{ "app", find_program, "db/app", "a pipe, a device" },
	{ "app", read_segments, "db/app", "0" },
};

START_TEST(no_pipe_is_waited_for)
{
	struct strbuf path = STRBUF_INIT;

	ck_assert_int_eq(mkdir("db", 0700), 0);
	io_join(&path, "db", pipes[_i].name);
	ck_assert_int_eq(mkfifo(path.s, 0700), 0);
	pipes[_i].read(pipes[_i].path);
	ck_assert_msg(strstr(err.msg, pipes[_i].why), "%s", err.msg);
	strbuf_release(&path);
}
END_TEST

/* A file of a database that is whole but for one that is a pipe */
START_TEST(no_pipe_beside_a_file_is_waited_for)
{
	ck_assert_int_eq(mkdir("db", 0700), 0);
	put("db/meta.db", "HPCTOOLKITmeta", 14);
	ck_assert_int_eq(mkfifo("db/profile.db", 0700), 0);
	import("db");
	ck_assert_msg(strstr(err.msg, "profile.db: not a regular file"), "%s",
	              err.msg);
	err_clear(&err);
	import("db/meta.db");
	ck_assert_msg(strstr(err.msg, "profile.db: not a regular file"), "%s",
	              err.msg);
}
END_TEST

/* n bytes as gzip has them; the caller frees */
static unsigned char *compressed(const char *text, size_t n, size_t *size)
{
	z_stream z = { 0 };
	unsigned char *out;

	ck_assert_int_eq(
		deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY),
		Z_OK);
	*size = deflateBound(&z, n) + 64;
	out = calloc(*size, 1);
	ck_assert_ptr_nonnull(out);
	z.next_in = (unsigned char *)(uintptr_t)text;
	z.avail_in = (unsigned)n;
	z.next_out = out;
	z.avail_out = (unsigned)*size;
	ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	*size = z.total_out;
	deflateEnd(&z);
	return out;
}

/* What comes out of it, and what is said about it */
static size_t expand(const char *path, struct err *e)
{
	struct gz *g = gz_open(path, e);
	char buf[1000];
	size_t total = 0;
	int n;

	ck_assert_msg(g != NULL, "%s", e->msg);
	while ((n = gz_read(g, buf, sizeof(buf))) > 0)
		total += (size_t)n;
	ck_assert_int_eq(gz_check(g, e), n);
	gz_close(g);
	return total;
}

enum { TEXT = 5000 };

static const struct {
	int cut;          /* bytes less at the end */
	const char *more; /* appended */
	int change;       /* this byte from the end is another one */
	int twice;
	const char *why;
} damages[] = {
	{ 0, "", 0, 0, NULL },
	{ 0, "", 0, 1, NULL },
	{ 1, "", 0, 0, "ends early" },
	{ 8, "", 0, 0, "ends early" }, /* the whole trailer */
	{ 60, "", 0, 0, "ends early" },
	{ 8, "", 0, 1, "ends early" }, /* of the second stream */
	{ 0, "junk", 0, 0, "something follows" },
	{ 0, "\x1f", 0, 0, "ends early" },
	{ 0, "\x1f\x8cxxxxxxxxx", 0, 0, "damaged" },
	{ 0, "", 1, 0, "damaged" }, /* the length in the trailer */
	{ 0, "", 8, 0, "damaged" }, /* the sum in the trailer */
	{ 0, "", 40, 0, "damaged" },
};

START_TEST(damaged_streams_are_named)
{
	char text[TEXT];
	unsigned char *data;
	size_t n;
	FILE *f = fopen("x.gz", "w");

	ck_assert_ptr_nonnull(f);
	for (unsigned i = 0, x = 1; i < TEXT; i++, x = x * 1103515245 + 12345)
		text[i] = (char)(x >> 16);
	data = compressed(text, TEXT, &n);
	if (damages[_i].twice)
		fwrite(data, 1, n, f);
	if (damages[_i].change)
		data[n - (size_t)damages[_i].change] ^= 0x55;
	fwrite(data, 1, n - (size_t)damages[_i].cut, f);
	fputs(damages[_i].more, f);
	ck_assert_int_eq(fclose(f), 0);
	n = expand("x.gz", &err);
	if (!damages[_i].why) {
		ck_assert_str_eq(err.msg, "");
		ck_assert_uint_eq(n,
		                  (size_t)TEXT * (damages[_i].twice ? 2 : 1));
	} else {
		ck_assert_ptr_nonnull(strstr(err.msg, damages[_i].why));
		ck_assert_int_eq(err.code, ERR_FORMAT);
	}
	free(data);
}
END_TEST

START_TEST(plain_files_are_read_too)
{
	put("one", "\x1f", 1);
	put("none", "", 0);
	ck_assert_uint_eq(expand("file", &err), 4);
	ck_assert_uint_eq(expand("one", &err), 1);
	ck_assert_uint_eq(expand("none", &err), 0);
	ck_assert_str_eq(err.msg, "");
}
END_TEST

/* What grows a thousandfold is not kept to its end; a small one may. */
START_TEST(density_is_bounded)
{
	const size_t large = (size_t)GZ_FREE * 4;
	char *zeros = calloc(large, 1);
	unsigned char *data;
	size_t n, got;

	ck_assert_ptr_nonnull(zeros);
	data = compressed(zeros, GZ_FREE / 2, &n);
	put("small.gz", data, n);
	free(data);
	data = compressed(zeros, large, &n);
	put("large.gz", data, n);
	free(data);
	free(zeros);
	ck_assert_uint_eq(expand("small.gz", &err), GZ_FREE / 2);
	ck_assert_str_eq(err.msg, "");
	got = expand("large.gz", &err);
	ck_assert_msg(strstr(err.msg, "more than 100 times"), "%s", err.msg);
	ck_assert_uint_lt(got, GZ_FREE + (GZ_RATIO + 1) * n);
}
END_TEST

/* A measurement says what is wrong with the stream, not with the XML. */
START_TEST(measurements_name_the_stream)
{
	static const char *const whys[] = { "ends early", "something follows" };
	struct strbuf text = STRBUF_INIT;
	struct profile *p = profile_new();
	unsigned char *data;
	size_t n;

	ck_assert_msg(profile_write_xml(p, "x.db", &err) == 0, "%s", err.msg);
	ck_assert_int_eq(io_read_file("x.db", 1 << 20, &text, &err), 0);
	data = compressed(text.s, text.len, &n);
	put("x.db.gz", data, n - 4);
	for (int i = 0; i < COUNT(whys); i++) {
		FILE *f = i ? fopen("x.db.gz", "w") : NULL;

		if (f) {
			fwrite(data, 1, n, f);
			fputs("more", f);
			fclose(f);
		}
		err_clear(&err);
		ck_assert_ptr_null(profile_read_xml("x.db.gz", NULL, &err));
		ck_assert_msg(strstr(err.msg, whys[i]), "%s", err.msg);
	}
	free(data);
	profile_free(p);
	strbuf_release(&text);
}
END_TEST

Suite *suite_opens(void);
Suite *suite_opens(void)
{
	Suite *s = suite_create("opens");
	TCase *tc = tcase_create("opens");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, only_kinds_that_are_wanted, 0, COUNT(kinds));
	tcase_add_loop_test(tc, no_pipe_is_waited_for, 0, COUNT(pipes));
	tcase_add_test(tc, no_pipe_beside_a_file_is_waited_for);
	tcase_add_loop_test(tc, damaged_streams_are_named, 0, COUNT(damages));
	tcase_add_test(tc, plain_files_are_read_too);
	tcase_add_test(tc, density_is_bounded);
	tcase_add_test(tc, measurements_name_the_stream);
	suite_add_tcase(s, tc);
	return s;
}
