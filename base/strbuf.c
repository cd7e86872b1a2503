#include "strbuf.h"

#include "banned.h"
#include "mem.h"

char strbuf_empty[1]; /* never written: len is 0 and cap is 0 */

void strbuf_init(struct strbuf *b)
{
	*b = (struct strbuf)STRBUF_INIT;
}

void strbuf_release(struct strbuf *b)
{
	if (b->cap)
		free(b->s);
	strbuf_init(b);
}

void strbuf_clear(struct strbuf *b)
{
	b->len = 0;
	if (b->cap)
		b->s[0] = '\0';
}

static void reserve(struct strbuf *b, size_t more)
{
	b->s = mem_grow(b->cap ? b->s : NULL, &b->cap, b->len + more + 1, 1);
}

void strbuf_add(struct strbuf *b, const void *data, size_t n)
{
	reserve(b, n);
	memcpy(b->s + b->len, data, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void strbuf_adds(struct strbuf *b, const char *s)
{
	strbuf_add(b, s, strlen(s));
}

void strbuf_addc(struct strbuf *b, char c)
{
	strbuf_add(b, &c, 1);
}

void strbuf_addn(struct strbuf *b, char c, size_t n)
{
	reserve(b, n);
	memset(b->s + b->len, c, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	if (n > 0) {
		reserve(b, (size_t)n);
		vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
		b->len += (size_t)n;
	}
	va_end(again);
}

void strbuf_addf(struct strbuf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(b, fmt, ap);
	va_end(ap);
}

char *strbuf_detach(struct strbuf *b)
{
	char *s = b->cap ? b->s : mem_strdup("");

	strbuf_init(b);
	return s;
}
