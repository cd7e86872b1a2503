#include "mem.h"

#include <stdint.h>

#include "banned.h"

_Noreturn void mem_fail(void)
{
	fputs("perfexpert: out of memory\n", stderr);
	abort();
}

static void check(size_t n, size_t size)
{
	if (size && n > PTRDIFF_MAX / size)
		mem_fail();
}

void *mem_alloc(size_t n, size_t size)
{
	void *p;

	check(n, size);
	p = calloc(n ? n : 1, size ? size : 1);
	if (!p)
		mem_fail();
	return p;
}

void *mem_resize(void *p, size_t n, size_t size)
{
	check(n, size);
	p = realloc(p, n && size ? n * size : 1);
	if (!p)
		mem_fail();
	return p;
}

void *mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return p;
	if (need < *cap + *cap / 2)
		need = *cap + *cap / 2;
	if (need < 8)
		need = 8;
	p = mem_resize(p, need, size);
	*cap = need;
	return p;
}

char *mem_strndup(const char *s, size_t n)
{
	char *copy = mem_alloc(n + 1, 1);

	memcpy(copy, s, n);
	return copy;
}

char *mem_strdup(const char *s)
{
	return mem_strndup(s, strlen(s));
}
