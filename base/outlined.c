#include "outlined.h"

#include <ctype.h>
#include <string.h>

#include "banned.h"
#include "strbuf.h"

static const char region[] = " (parallel region)";
static const char task_body[] = " (task)";

/* What follows the name of the parent; more may follow. */
static const struct {
	const char *mark;
	bool task;
} marks[] = {
	{ "._omp_fn.", false },     { "._omp_cpyfn.", true },
	{ ".omp_outlined", false }, { ".omp_task_entry", true },
	{ "._OMP_", false },        { "._PRL_", false },
	{ "._TSK_", true },         { "@OL@", false },
	{ "__cray$mt$p", false },
};

static size_t digits(const char *s)
{
	return strspn(s, "0123456789");
}

/* "L_main_12__par_region0_2_0": the line and more follow the name. */
static bool of_intel(const char *raw, struct strbuf *parent)
{
	const char *end = strstr(raw, "__par_");

	if (strncmp(raw, "L_", 2) != 0 || !end)
		return false;
	while (end > raw + 2 && isdigit((unsigned char)end[-1]))
		end--;
	if (end <= raw + 3 || end[-1] != '_')
		return false;
	strbuf_add(parent, raw + 2, (size_t)(end - 1 - (raw + 2)));
	return true;
}

/* "__nv_main_F1L12_2": file, line and number follow the name. */
static bool of_nvidia(const char *raw, struct strbuf *parent)
{
	static const char begins[] = "__nv_";
	const char *name = raw + sizeof(begins) - 1, *at = name, *end = NULL;

	if (strncmp(raw, begins, sizeof(begins) - 1) != 0)
		return false;
	while ((at = strstr(at, "_F"))) {
		const char *line = at + 2 + digits(at + 2);

		if (line > at + 2 && *line == 'L' && digits(line + 1))
			end = at;
		at += 2;
	}
	if (!end || end == name)
		return false;
	strbuf_add(parent, name, (size_t)(end - name));
	return true;
}

bool outlined_of(const char *raw, struct strbuf *parent, bool *task)
{
	*task = false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		const char *at = strstr(raw, marks[i].mark);

		if (!at)
			continue;
		strbuf_add(parent, raw, (size_t)(at - raw));
		*task = marks[i].task;
		return true;
	}
	return of_intel(raw, parent) || of_nvidia(raw, parent);
}

void outlined_name(struct strbuf *b, const char *parent, bool task)
{
	strbuf_adds(b, *parent ? parent : "<unnamed>");
	strbuf_adds(b, task ? task_body : region);
}

static bool ends(const char *name, const char *end)
{
	const size_t n = strlen(name), k = strlen(end);

	return n > k && strcmp(name + n - k, end) == 0;
}

bool outlined_is_name(const char *name)
{
	return ends(name, region) || ends(name, task_body);
}
