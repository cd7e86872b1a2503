/*
 * requests.c - requests that are open, by their handles
 */
#include "library.h"

#include <stdlib.h>
#include <string.h>

enum { HEADS = 1 << 12 };

static struct {
	struct request *head[HEADS];
	struct request *spare;
} table;

static struct request **head_of(uint64_t handle)
{
	return &table.head[handle * 0x9e3779b97f4a7c15u >> 52];
}

struct request *requests_find(uint64_t handle)
{
	struct request *r = *head_of(handle);

	while (r && r->handle != handle)
		r = r->next;
	return r;
}

struct request *requests_add(uint64_t handle)
{
	struct request *r = requests_find(handle), *next;

	if (!r) {
		r = table.spare;
		if (r)
			table.spare = r->next;
		else
			r = malloc(sizeof(*r));
		if (!r)
			return NULL;
		r->next = *head_of(handle);
		*head_of(handle) = r;
	}
	next = r->next;
	memset(r, 0, sizeof(*r));
	r->next = next;
	r->handle = handle;
	return r;
}

struct request *requests_take(uint64_t handle)
{
	struct request **at = head_of(handle), *r;

	while (*at && (*at)->handle != handle)
		at = &(*at)->next;
	r = *at;
	if (r)
		*at = r->next;
	return r;
}

void requests_put(struct request *r)
{
	r->next = *head_of(r->handle);
	*head_of(r->handle) = r;
}

void requests_drop(struct request *r)
{
	r->next = table.spare;
	table.spare = r;
}

void requests_remove(uint64_t handle)
{
	struct request *r = requests_take(handle);

	if (r)
		requests_drop(r);
}
