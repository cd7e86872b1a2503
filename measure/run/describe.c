#include "describe.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "launch.h"
#include "profile/profile.h"
#include "session.h"

/* A machine file of the user's own is found by its path, not by its name. */
const char *describe_machine(struct profile *p, const struct session *s)
{
	const char *given = s->machine_name, *path = machine_file(s->machine);
	struct strbuf b = STRBUF_INIT;
	const char *text;

	if (!given || strcmp(given, path) != 0)
		return arena_strdup(p->arena, machine_name(s->machine));
	strbuf_addf(&b, "%s%s", strchr(path, '/') ? "" : "./", path);
	text = arena_strdup(p->arena, b.s);
	strbuf_release(&b);
	return text;
}

void describe_profile(struct profile *p, const struct session *s,
                      const char *collector, const char *version)
{
	char host[256] = "", start[32];
	time_t now = time(NULL);
	cpu_set_t usable;
	struct tm tm;

	for (char *const *arg = s->argv; *arg; arg++)
		profile_arg_add(p, *arg);
	p->program = arena_strdup(p->arena, s->program.path);
	if (gethostname(host, sizeof(host) - 1) == 0)
		p->host = arena_strdup(p->arena, host);
	p->cpu = arena_strdup(p->arena, machine_title(s->host));
	gmtime_r(&now, &tm);
	strftime(start, sizeof(start), "%Y-%m-%dT%H:%M:%SZ", &tm);
	p->start = arena_strdup(p->arena, start);
	p->collector = collector;
	p->collector_version = arena_strdup(p->arena, version);
	p->machine = describe_machine(p, s);
	if (sched_getaffinity(0, sizeof(usable), &usable) == 0)
		p->processors = CPU_COUNT(&usable);
}

void describe_command(struct strbuf *b, char *const *words)
{
	for (size_t i = 0; words[i]; i++) {
		if (i)
			strbuf_addc(b, ' ');
		escape_shell(b, words[i]);
	}
}

void describe_path(struct strbuf *b, const char *path)
{
	struct strbuf name = STRBUF_INIT;

	/* a dash in front would make it an option */
	strbuf_addf(&name, "%s%s", *path == '-' ? "./" : "", path);
	escape_shell(b, name.s);
	strbuf_release(&name);
}

void describe_run(struct profile *p, struct profile_run *run,
                  const char *purpose, char *const *command,
                  const struct launch_result *result)
{
	struct strbuf b = STRBUF_INIT;

	describe_command(&b, command);
	run->purpose = purpose;
	run->command = arena_strdup(p->arena, b.s);
	run->wall_s = result->wall_s;
	run->user_s = result->user_s;
	run->sys_s = result->sys_s;
	run->peak_bytes = result->peak_bytes;
	run->exit_status = result->exit_status;
	run->signal = result->signal;
	run->limited =
		result->limited || result->stopped || result->interrupted;
	strbuf_release(&b);
}
