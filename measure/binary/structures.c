#include "structures.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "structure.h"

struct known {
	struct structure *structure; /* NULL: we cannot read it */
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

struct structure *structures_get(struct structures *s, const char *path)
{
	struct known *o = map_get(s->by_path, path);
	struct err ignored = { 0 };

	if (!o) {
		o = mem_alloc(1, sizeof(*o));
		o->structure = structure_open(path, &ignored);
		map_put(s->by_path, path, o);
	}
	return o->structure;
}
