#include "killed.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

enum { MOST_BYTES = 1 << 20 };

/* Files of groups in version 2 and 1; what has no limit says "max" there, and
 * here a number that is larger than any machine. */
static const struct {
	const char *controller, *folder, *events, *limit;
} versions[] = {
	{ "0::", "sys/fs/cgroup", "memory.events", "memory.max" },
	{ ":memory:", "sys/fs/cgroup/memory", "memory.oom_control",
	  "memory.limit_in_bytes" },
};

/* A file's text; false, and none, where it can't be read */
static bool read_text(struct strbuf *b, const char *root, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct err ignored = { 0 };
	int rc;

	strbuf_clear(b);
	strbuf_addf(&path, "%s/%s", root, name);
	rc = io_read_file(path.s, MOST_BYTES, b, &ignored);
	if (rc != 0)
		strbuf_clear(b);
	strbuf_release(&path);
	return rc == 0;
}

static double number(const char *text)
{
	char *end;
	const double value = strtod(text, &end);

	return end != text && isfinite(value) ? value : NAN;
}

/* The number after a line's first word, NAN: there is none */
static double read_number(const char *root, const char *file, const char *word)
{
	const size_t n = strlen(word);
	struct strbuf b = STRBUF_INIT;
	double value = NAN;

	read_text(&b, root, file);
	for (const char *line = b.s; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, word, n) == 0 && strchr(" :", line[n]) &&
		    line[n]) {
			value = number(line + n + 1);
			break;
		}
	}
	strbuf_release(&b);
	return value;
}

/* A group's file that is one number */
static double read_only(const char *group, const char *file)
{
	struct strbuf b = STRBUF_INIT;
	double value;

	read_text(&b, group, file);
	value = number(b.s);
	strbuf_release(&b);
	return value;
}

/* Our group's path after the controller in /proc/self/cgroup; false: none */
static bool own_group(struct strbuf *group, const char *root,
                      const char *controller)
{
	struct strbuf b = STRBUF_INIT;
	const char *at;
	bool ok = read_text(&b, root, "proc/self/cgroup");

	at = ok ? strstr(b.s, controller) : NULL;
	if (at) {
		at += strlen(controller);
		strbuf_add(group, at, strcspn(at, "\n"));
	}
	strbuf_release(&b);
	return at != NULL;
}

/*
 * The group's count, and the least limit of it and those around it. In a
 * container its folder is often the topmost one.
 */
static void read_group(struct killed *k, const char *root, size_t version)
{
	struct strbuf group = STRBUF_INIT, path = STRBUF_INIT;

	if (!own_group(&group, root, versions[version].controller))
		goto out;
	for (;;) {
		double kills, limit;

		while (group.len && group.s[group.len - 1] == '/')
			group.s[--group.len] = '\0';
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s%s", root, versions[version].folder,
		            group.s);
		kills = read_number(path.s, versions[version].events,
		                    "oom_kill");
		if (isnan(k->group))
			k->group = kills;
		limit = read_only(path.s, versions[version].limit);
		if (limit < k->limit_bytes ||
		    (isnan(k->limit_bytes) && !isnan(limit))) {
			k->limit_bytes = limit;
			k->own = true;
		}
		if (!group.len)
			break;
		while (group.len && group.s[group.len - 1] != '/')
			group.s[--group.len] = '\0';
	}
out:
	strbuf_release(&path);
	strbuf_release(&group);
}

void killed_read(struct killed *k, const char *root)
{
	*k = (struct killed){
		.system = read_number(root, "proc/vmstat", "oom_kill"),
		.group = NAN,
		.limit_bytes =
			read_number(root, "proc/meminfo", "MemTotal") * 1024,
	};
	for (size_t i = 0; i < sizeof(versions) / sizeof(*versions); i++) {
		if (isnan(k->group))
			read_group(k, root, i);
	}
}

void killed_describe(struct strbuf *b, const struct killed *before,
                     const struct killed *after, int signal, double peak_bytes)
{
	static const double gib = 1 << 30;
	const bool surely = after->group > before->group,
		   likely = surely || after->system > before->system;

	if (!likely &&
	    (signal != SIGKILL || !(peak_bytes > after->limit_bytes / 2)))
		return;
	if (signal == SIGKILL && likely)
		strbuf_addf(b, ", %sbecause memory ran out",
		            surely ? "" : "most likely ");
	else if (likely)
		strbuf_addf(b, "; while it ran, the kernel killed a process "
		               "because memory ran out");
	if (peak_bytes > 0 && after->limit_bytes > 0)
		strbuf_addf(b, "%s it had reached %.1f of the %.1f GiB that %s",
		            likely ? ":" : ";", peak_bytes / gib,
		            after->limit_bytes / gib,
		            after->own ? "its group may have"
		                       : "the machine has");
}
