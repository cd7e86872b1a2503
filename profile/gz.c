#include "gz.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>
#include <zlib.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"

enum { CHUNK = 64 * 1024, GZIP = 15 + 16 };

struct gz {
	int fd;
	bool compressed, within; /* a stream that has not ended */
	bool ended;              /* the file */
	z_stream z;
	struct err err;
	uint64_t in, out; /* bytes */
	unsigned char buf[CHUNK];
};

/* Have something in the buffer, unless the file has ended. */
static int fill(struct gz *g)
{
	ssize_t n;

	if (g->z.avail_in || g->ended)
		return 0;
	do
		n = read(g->fd, g->buf, sizeof(g->buf));
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_system(&g->err, "can't read");
	g->z.next_in = g->buf;
	g->z.avail_in = (unsigned)n;
	g->in += (uint64_t)n;
	g->ended = n == 0;
	return 0;
}

/* Is this a stream's first byte? Its second is looked at by inflate. */
static int begin(struct gz *g)
{
	if (*g->z.next_in != 0x1f)
		return err_set(&g->err, ERR_FORMAT,
		               "something follows the compressed data");
	inflateReset(&g->z);
	g->within = true;
	return 0;
}

static int expand(struct gz *g, char *buf, int n)
{
	g->z.next_out = (unsigned char *)buf;
	g->z.avail_out = (unsigned)n;
	while (g->z.avail_out == (unsigned)n) {
		int rc;

		if (fill(g) != 0)
			return -1;
		if (!g->z.avail_in && !g->within)
			return 0;
		if (!g->z.avail_in)
			return err_set(&g->err, ERR_FORMAT,
			               "the compressed data ends early");
		if (!g->within && begin(g) != 0)
			return -1;
		rc = inflate(&g->z, Z_NO_FLUSH);
		if (rc == Z_MEM_ERROR)
			mem_fail();
		if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
			return err_set(&g->err, ERR_FORMAT,
			               "the compressed data is damaged (%s)",
			               g->z.msg ? g->z.msg : "zlib");
		g->within = rc != Z_STREAM_END;
	}
	n -= (int)g->z.avail_out;
	g->out += (uint64_t)n;
	if (g->out > GZ_FREE && (g->out - GZ_FREE) / GZ_RATIO > g->in)
		return err_set(&g->err, ERR_FORMAT,
		               "the compressed data expands to more than %d "
		               "times its size",
		               GZ_RATIO);
	return n;
}

struct gz *gz_open(const char *path, struct err *err)
{
	struct gz *g = mem_alloc(1, sizeof(*g));

	g->fd = io_open_file(path, err);
	if (g->fd < 0 || fill(g) != 0) {
		if (g->err.code)
			err_set(err, g->err.code, "%s", g->err.msg);
		gz_close(g);
		return NULL;
	}
	g->compressed =
		g->z.avail_in > 1 && g->buf[0] == 0x1f && g->buf[1] == 0x8b;
	if (g->compressed && inflateInit2(&g->z, GZIP) != Z_OK)
		mem_fail();
	return g;
}

bool gz_empty(const struct gz *g)
{
	return g->in == 0;
}

int gz_read(struct gz *g, char *buf, int n)
{
	if (g->err.code || n <= 0)
		return g->err.code ? -1 : 0;
	if (g->compressed)
		return expand(g, buf, n);
	if (fill(g) != 0)
		return -1;
	if ((unsigned)n > g->z.avail_in)
		n = (int)g->z.avail_in;
	memcpy(buf, g->z.next_in, (size_t)n);
	g->z.next_in += n;
	g->z.avail_in -= (unsigned)n;
	return n;
}

int gz_check(struct gz *g, struct err *err)
{
	char rest[4096];

	while (gz_read(g, rest, sizeof(rest)) > 0)
		continue;
	return gz_failed(g, err);
}

int gz_failed(const struct gz *g, struct err *err)
{
	if (!g->err.code)
		return 0;
	err_clear(err);
	return err_set(err, g->err.code, "%s", g->err.msg);
}

void gz_close(struct gz *g)
{
	if (!g)
		return;
	if (g->compressed)
		inflateEnd(&g->z);
	if (g->fd >= 0)
		close(g->fd);
	free(g);
}
