#include "bytes.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"

int bytes_open(struct bytes *b, const char *path, struct err *err)
{
	struct stat st;

	*b = (struct bytes){ .fd = io_open_file(path, err) };
	if (b->fd < 0)
		return -1;
	if (fstat(b->fd, &st) != 0)
		return err_system(err, "can't read");
	b->size = (uint64_t)st.st_size;
	return 0;
}

int bytes_map(struct bytes *b, const char *path, struct err *err)
{
	int rc = bytes_open(b, path, err);

	if (rc == 0 && b->size) {
		b->map = mmap(NULL, b->size, PROT_READ, MAP_PRIVATE, b->fd, 0);
		if (b->map == MAP_FAILED) {
			b->map = NULL;
			rc = err_system(err, "can't map");
		}
		b->data = b->map;
	}
	if (b->fd >= 0)
		close(b->fd);
	b->fd = -1;
	return rc;
}

void bytes_of_memory(struct bytes *b, const void *data, size_t n)
{
	*b = (struct bytes){ .fd = -1, .data = data, .size = n };
}

void bytes_close(struct bytes *b)
{
	if (b->map)
		munmap(b->map, b->size);
	b->map = NULL;
	if (b->fd >= 0)
		close(b->fd);
	b->fd = -1;
}

bool bytes_hold(const struct bytes *b, uint64_t offset, uint64_t n,
                uint64_t size)
{
	return offset <= b->size && (!size || n <= (b->size - offset) / size);
}

int bytes_read(const struct bytes *b, uint64_t offset, void *to, size_t n,
               struct err *err)
{
	unsigned char *out = to;

	if (!bytes_hold(b, offset, n, 1))
		return err_set(err, ERR_FORMAT,
		               "offset %llu is outside the file",
		               (unsigned long long)offset);
	if (b->fd < 0) {
		memcpy(to, b->data + offset, n);
		return 0;
	}
	while (n) {
		ssize_t got = pread(b->fd, out, n, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_system(err, "can't read");
		if (got == 0)
			return err_set(err, ERR_FORMAT, "the file ends early");
		out += got;
		offset += (uint64_t)got;
		n -= (size_t)got;
	}
	return 0;
}

uint16_t bytes_u16(const unsigned char *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

uint32_t bytes_u32(const unsigned char *p)
{
	return bytes_u16(p) | (uint32_t)bytes_u16(p + 2) << 16;
}

uint64_t bytes_u64(const unsigned char *p)
{
	return bytes_u32(p) | (uint64_t)bytes_u32(p + 4) << 32;
}

double bytes_f64(const unsigned char *p)
{
	uint64_t bits = bytes_u64(p);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

void stream_open(struct stream *s, const struct bytes *b, uint64_t offset,
                 uint64_t size)
{
	*s = (struct stream){ .b = b, .at = offset, .end = offset + size };
	s->buf = mem_alloc(STREAM_BUFFER, 1);
}

void stream_close(struct stream *s)
{
	free(s->buf);
	s->buf = NULL;
}

const unsigned char *stream_take(struct stream *s, size_t n, struct err *err)
{
	const unsigned char *p;

	if (s->n - s->pos < n) {
		size_t rest = s->n - s->pos, more = STREAM_BUFFER - rest;

		memmove(s->buf, s->buf + s->pos, rest);
		if (more > s->end - s->at)
			more = (size_t)(s->end - s->at);
		if (bytes_read(s->b, s->at, s->buf + rest, more, err) != 0)
			return NULL;
		s->at += more;
		s->pos = 0;
		s->n = rest + more;
	}
	if (s->n - s->pos < n) {
		err_set(err, ERR_FORMAT, "the file ends early");
		return NULL;
	}
	p = s->buf + s->pos;
	s->pos += n;
	return p;
}

void stream_skip(struct stream *s, uint64_t n)
{
	if (n <= s->n - s->pos) {
		s->pos += (size_t)n;
		return;
	}
	n -= s->n - s->pos;
	s->pos = s->n;
	s->at = n < s->end - s->at ? s->at + n : s->end;
}
