#include "maps.h"

#include "base/banned.h"
#include "base/mem.h"

struct mapping {
	uint64_t start, end, offset;
	uint32_t module;
};

/* Newer mappings follow older ones and hide what they overlap. */
struct process {
	uint32_t pid;
	struct mapping *v;
	size_t n, cap;
};

struct maps {
	struct process *processes;
	size_t n, cap;
};

struct maps *maps_new(void)
{
	return mem_alloc(1, sizeof(struct maps));
}

void maps_free(struct maps *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->n; i++)
		free(m->processes[i].v);
	free(m->processes);
	free(m);
}

/* The newest process of that number: numbers can be used again. */
static struct process *find(const struct maps *m, uint32_t pid)
{
	for (size_t i = m->n; i-- > 0;) {
		if (m->processes[i].pid == pid)
			return &m->processes[i];
	}
	return NULL;
}

static struct process *make(struct maps *m, uint32_t pid)
{
	struct process *p = find(m, pid);

	if (p)
		return p;
	m->processes = mem_grow(m->processes, &m->cap, m->n + 1,
	                        sizeof(*m->processes));
	p = &m->processes[m->n++];
	*p = (struct process){ .pid = pid };
	return p;
}

void maps_add(struct maps *m, uint32_t pid, uint64_t start, uint64_t length,
              uint64_t offset, uint32_t module)
{
	struct process *p = make(m, pid);
	size_t kept = 0;

	if (length > UINT64_MAX - start)
		return;
	/* drop what the new mapping covers whole, so that the list stays short
	 * in programs that load and unload */
	for (size_t i = 0; i < p->n; i++) {
		if (p->v[i].start < start || p->v[i].end > start + length)
			p->v[kept++] = p->v[i];
	}
	p->n = kept;
	p->v = mem_grow(p->v, &p->cap, p->n + 1, sizeof(*p->v));
	p->v[p->n++] =
		(struct mapping){ start, start + length, offset, module };
}

void maps_fork(struct maps *m, uint32_t parent, uint32_t child)
{
	const struct process *from = find(m, parent);
	struct process *to;
	struct mapping *copy;
	size_t n;

	if (!from || parent == child)
		return;
	n = from->n;
	copy = mem_alloc(n, sizeof(*copy));
	if (n)
		memcpy(copy, from->v, n * sizeof(*copy));
	to = make(m, child);
	free(to->v);
	to->v = copy;
	to->n = to->cap = n;
}

void maps_exec(struct maps *m, uint32_t pid)
{
	struct process *p = find(m, pid);

	if (p)
		p->n = 0;
}

bool maps_find(const struct maps *m, uint32_t pid, uint64_t addr,
               uint32_t *module, uint64_t *offset)
{
	const struct process *p = find(m, pid);

	for (size_t i = p ? p->n : 0; i-- > 0;) {
		if (addr >= p->v[i].start && addr < p->v[i].end) {
			*module = p->v[i].module;
			*offset = addr - p->v[i].start + p->v[i].offset;
			return true;
		}
	}
	return false;
}

/* A hexadecimal number followed by end; moves past it. */
static bool take_hex(const char **s, char end, uint64_t *value)
{
	char *rest;

	*value = strtoull(*s, &rest, 16);
	if (rest == *s || *rest != end)
		return false;
	*s = rest + 1;
	return true;
}

bool maps_parse(const char *line, struct maps_line *out)
{
	*out = (struct maps_line){ 0 };
	if (!take_hex(&line, '-', &out->start) ||
	    !take_hex(&line, ' ', &out->end) || strlen(line) < 5 ||
	    out->end < out->start)
		return false;
	out->executable = line[2] == 'x';
	line += 5;
	if (!take_hex(&line, ' ', &out->offset))
		return false;
	for (int word = 0; word < 2; word++) { /* device and inode */
		line += strcspn(line, " ");
		line += strspn(line, " ");
	}
	out->path = line;
	return true;
}
