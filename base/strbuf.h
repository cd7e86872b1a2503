/*
 * strbuf.h - a growing string
 *
 * Invariant: s is never NULL and always terminated, so it can be printed at
 * any time. A zeroed struct is not ready: use STRBUF_INIT or strbuf_init.
 */
#ifndef PERFEXPERT_BASE_STRBUF_H
#define PERFEXPERT_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
	char *s;
	size_t len, cap;
};

extern char strbuf_empty[]; /* what s points to while nothing is allocated */
#define STRBUF_INIT                                                            \
	{                                                                      \
		.s = strbuf_empty                                              \
	}

void strbuf_init(struct strbuf *b);
void strbuf_release(struct strbuf *b); /* as after strbuf_init */
void strbuf_clear(struct strbuf *b);   /* empty, the memory is kept */
void strbuf_add(struct strbuf *b, const void *data, size_t n);
void strbuf_adds(struct strbuf *b, const char *s);
void strbuf_addc(struct strbuf *b, char c);
void strbuf_addn(struct strbuf *b, char c, size_t n); /* n times c */
void strbuf_addf(struct strbuf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/* strbuf_detach - the string, now the caller's to free(); b is empty */
char *strbuf_detach(struct strbuf *b);

#endif
