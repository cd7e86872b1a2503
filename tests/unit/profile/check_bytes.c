/* check_bytes - a file's bytes through a buffer that is filled several times */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "profile/import/bytes.h"

enum { LARGE = 3 * STREAM_BUFFER + 1000, BEFORE = 13 };

/* A byte for each place that no distance of a power of two repeats */
static unsigned char at(size_t place)
{
	return (unsigned char)(place % 251);
}

static unsigned char *numbered(void)
{
	unsigned char *data = mem_alloc(LARGE, 1);

	for (size_t i = 0; i < LARGE; i++)
		data[i] = at(i);
	return data;
}

/* Items of sizes that do not divide the buffer: some lie over its end */
START_TEST(items_over_the_end_of_the_buffer)
{
	static const size_t sizes[] = { 1, 7, 12, 64 };
	const size_t size = sizes[_i];
	unsigned char *data = numbered();
	struct err err = { 0 };
	struct stream s;
	struct bytes b;
	size_t place = BEFORE, wrong = 0;

	bytes_of_memory(&b, data, LARGE);
	stream_open(&s, &b, BEFORE, LARGE - BEFORE);
	for (; place + size <= LARGE; place += size) {
		const unsigned char *p = stream_take(&s, size, &err);

		if (!p)
			ck_abort_msg("%s", err.msg);
		wrong += p < s.buf || p + size > s.buf + STREAM_BUFFER ||
		         memcmp(p, data + place, size) != 0;
	}
	ck_assert_uint_eq(wrong, 0);
	if (LARGE - place > 0)
		ck_assert_ptr_nonnull(stream_take(&s, LARGE - place, &err));
	ck_assert_ptr_null(stream_take(&s, 1, &err));
	ck_assert_int_eq(err.code, ERR_FORMAT);
	ck_assert_str_eq(err.msg, "the file ends early");
	stream_close(&s);
	free(data);
}
END_TEST

/* What is passed over is in the buffer, over its end, or several times as long
 */
START_TEST(passes_over)
{
	static const size_t skips[] = { 5, STREAM_BUFFER - 10, STREAM_BUFFER,
		                        2 * STREAM_BUFFER + 77 };
	unsigned char *data = numbered();
	struct err err = { 0 };
	struct stream s;
	struct bytes b;
	const unsigned char *p;

	bytes_of_memory(&b, data, LARGE);
	stream_open(&s, &b, 0, LARGE);
	ck_assert_ptr_nonnull(stream_take(&s, 3, &err));
	stream_skip(&s, skips[_i]);
	p = stream_take(&s, 8, &err);
	ck_assert_ptr_nonnull(p);
	ck_assert_mem_eq(p, data + 3 + skips[_i], 8);
	stream_close(&s);
	free(data);
}
END_TEST

/* A part of a file ends where it was said to end, though the file goes on. */
START_TEST(ends_with_its_part)
{
	unsigned char *data = numbered();
	struct err err = { 0 };
	struct stream s;
	struct bytes b;

	bytes_of_memory(&b, data, LARGE);
	stream_open(&s, &b, 100, 10);
	ck_assert_ptr_nonnull(stream_take(&s, 10, &err));
	ck_assert_ptr_null(stream_take(&s, 1, &err));
	stream_close(&s);
	err_clear(&err);
	/* and a part beyond the end is none */
	stream_open(&s, &b, LARGE - 4, 10);
	ck_assert_ptr_null(stream_take(&s, 8, &err));
	ck_assert_int_eq(err.code, ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.msg, " is outside the file"));
	stream_close(&s);
	free(data);
}
END_TEST

Suite *suite_bytes(void);

Suite *suite_bytes(void)
{
	Suite *s = suite_create("bytes");
	TCase *tc = tcase_create("bytes");

	tcase_add_loop_test(tc, items_over_the_end_of_the_buffer, 0, 4);
	tcase_add_loop_test(tc, passes_over, 0, 4);
	tcase_add_test(tc, ends_with_its_part);
	suite_add_tcase(s, tc);
	return s;
}
