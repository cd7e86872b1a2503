#include "structures.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "structure.h"

struct known {
	struct structure *structure; /* NULL: we cannot read it, or not yet */
	bool opened, brief;
};

struct structures {
	struct map *by_path;
};

struct structures *structures_new(void)
{
	struct structures *s = mem_alloc(1, sizeof(*s));

	s->by_path = map_new();
	return s;
}

void structures_free(struct structures *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < map_size(s->by_path); i++) {
		struct known *o = map_value(s->by_path, i);

		structure_free(o->structure);
		free(o);
	}
	map_free(s->by_path);
	free(s);
}

static struct known *known_of(struct structures *s, const char *path)
{
	struct known *o = map_get(s->by_path, path);

	if (!o) {
		o = mem_alloc(1, sizeof(*o));
		map_put(s->by_path, path, o);
	}
	return o;
}

void structures_brief(struct structures *s, const char *path)
{
	known_of(s, path)->brief = true;
}

struct structure *structures_get(struct structures *s, const char *path)
{
	struct known *o = known_of(s, path);
	struct err ignored = { 0 };

	if (!o->opened)
		o->structure = o->brief ? structure_open_brief(path, &ignored)
		                        : structure_open(path, &ignored);
	o->opened = true;
	return o->structure;
}
