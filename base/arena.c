#include "arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "banned.h"
#include "map.h"
#include "mem.h"

/* The address sanitizer sees who reads past what was asked for. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = 8 };
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0 };
#endif

enum { BLOCK_MIN = 16 * 1024, BLOCK_MAX = 1024 * 1024 };

/* Blocks form a list, the one being filled first. */
struct block {
	struct block *next;
	size_t used, size;
	alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct block *blocks;
	struct map *strings; /* made when the first string is interned */
};

struct arena *arena_new(void)
{
	return mem_alloc(1, sizeof(struct arena));
}

void arena_free(struct arena *a)
{
	struct block *next;

	if (!a)
		return;
	for (struct block *b = a->blocks; b; b = next) {
		next = b->next;
		ASAN_UNPOISON_MEMORY_REGION(b->data, b->size);
		free(b);
	}
	map_free(a->strings);
	free(a);
}

static struct block *block_add(struct arena *a, size_t need)
{
	size_t size = a->blocks ? a->blocks->size * 2 : BLOCK_MIN;
	struct block *b;

	if (size > BLOCK_MAX)
		size = BLOCK_MAX;
	if (size < need)
		size = need;
	b = mem_alloc(1, sizeof(*b) + size);
	b->size = size;
	ASAN_POISON_MEMORY_REGION(b->data, size);
	b->next = a->blocks;
	a->blocks = b;
	return b;
}

static void *take(struct arena *a, size_t bytes, size_t align)
{
	struct block *b = a->blocks;
	size_t at;

	if (GAP) /* the sanitizer's unit, and the most that is asked for */
		align = GAP;
	at = b ? (b->used + align - 1) / align * align : 0;
	if (!b || at > b->size || bytes > b->size - at) {
		b = block_add(a, bytes);
		at = 0;
	}
	b->used = at + bytes + GAP;
	ASAN_UNPOISON_MEMORY_REGION(b->data + at, bytes);
	return b->data + at;
}

void *arena_alloc(struct arena *a, size_t n, size_t size)
{
	if (size && n > PTRDIFF_MAX / 2 / size)
		mem_fail();
	return take(a, n * size,
	            alignof(max_align_t) < 8 ? alignof(max_align_t) : 8);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *copy = take(a, n + 1, 1);

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

const char *arena_intern(struct arena *a, const char *s)
{
	char *copy;

	if (!a->strings)
		a->strings = map_new();
	copy = map_get(a->strings, s);
	if (!copy) {
		copy = arena_strdup(a, s);
		map_put_static(a->strings, copy, copy);
	}
	return copy;
}
