/*
 * values - every value of a database of version 4, as it stands there
 *
 * usage: values FOLDER
 *
 * Prints "PROFILE CONTEXT METRIC VALUE" for each, so that they can be compared
 * with HPCToolkit's own listing.
 */
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "profile/import/bytes.h"
#include "profile/import/v4.h"

static int print_context(const struct bytes *b, unsigned profile,
                         uint64_t values, const unsigned char *index,
                         uint64_t end, struct err *err)
{
	unsigned char value[10];
	char text[NUM_SHORTEST];

	for (uint64_t i = bytes_u64(index + 4); i < end; i++) {
		if (bytes_read(b, values + 10 * i, value, 10, err) != 0)
			return -1;
		printf("%u %u %u %s\n", profile, bytes_u32(index),
		       bytes_u16(value),
		       num_shortest(text, bytes_f64(value + 2)));
	}
	return 0;
}

static int print_profile(const struct bytes *b, unsigned profile, uint64_t at,
                         struct err *err)
{
	unsigned char info[32], index[24];

	if (bytes_read(b, at, info, sizeof(info), err) != 0)
		return -1;
	for (uint32_t i = 0; i < bytes_u32(info + 16); i++) {
		bool last = i + 1 == bytes_u32(info + 16);

		if (bytes_read(b, bytes_u64(info + 24) + 12 * (uint64_t)i,
		               index, last ? 12 : 24, err) != 0 ||
		    print_context(b, profile, bytes_u64(info + 8), index,
		                  last ? bytes_u64(info)
		                       : bytes_u64(index + 16),
		                  err) != 0)
			return -1;
	}
	return 0;
}

static int print_values(const char *path, struct err *err)
{
	struct v4 v = { .err = err, .profile = { .fd = -1 } };
	unsigned char head[13];
	struct v4_part sections[2];
	int rc = -1;

	if (bytes_open(&v.profile, path, err) != 0 ||
	    v4_header(&v, &v.profile, "prof", "_prof.db", sections, 2) != 0 ||
	    bytes_read(&v.profile, sections[0].at, head, sizeof(head), err) !=
	            0)
		goto out;
	for (uint32_t i = 0; i < bytes_u32(head + 8); i++) {
		if (print_profile(&v.profile, i,
		                  bytes_u64(head) + (uint64_t)head[12] * i,
		                  err) != 0)
			goto out;
	}
	rc = 0;
out:
	bytes_close(&v.profile);
	return rc;
}

int main(int argc, char **argv)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	int rc;

	if (argc != 2)
		return 2;
	io_join(&path, argv[1], "profile.db");
	rc = print_values(path.s, &err);
	strbuf_release(&path);
	if (rc != 0)
		fprintf(stderr, "%s\n", err.msg);
	return rc == 0 ? 0 : err_exit_status(&err);
}
