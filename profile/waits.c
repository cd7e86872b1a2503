#include "waits.h"

#include <string.h>

#include "base/banned.h"
#include "base/io.h"

static const char *const names[WAIT_NKINDS] = {
	[WAIT_NONE] = "none",
	[WAIT_BARRIER] = "barrier",
	[WAIT_CRITICAL] = "critical",
	[WAIT_LOCK] = "lock",
	[WAIT_ORDERED] = "ordered",
	[WAIT_SCHEDULING] = "scheduling",
	[WAIT_TASK] = "task",
	[WAIT_CONDITION] = "condition",
	[WAIT_JOIN] = "join",
	[WAIT_MESSAGE] = "message",
	[WAIT_COLLECTIVE] = "collective",
	[WAIT_THREADS] = "making threads",
	[WAIT_START] = "start of MPI",
	[WAIT_IDLE] = "idle",
	[WAIT_SLEEP] = "sleep",
	[WAIT_SIGNAL] = "signal",
	[WAIT_IO] = "I/O",
	[WAIT_OTHER] = "other",
};

const char *wait_kind_name(enum wait_kind kind)
{
	return names[kind];
}

enum wait_kind wait_kind_of(const char *name)
{
	for (int i = 1; i < WAIT_NKINDS; i++) {
		if (name && strcmp(names[i], name) == 0)
			return (enum wait_kind)i;
	}
	return WAIT_NONE;
}

struct rule {
	const char *begins;
	enum wait_kind kind;
};

static const struct rule libraries[] = {
	{ "libgomp.", WAIT_OTHER },      { "libomp.", WAIT_OTHER },
	{ "libiomp", WAIT_OTHER },       { "libfjomp", WAIT_OTHER },
	{ "libnvomp", WAIT_OTHER },      { "libmpi", WAIT_MESSAGE },
	{ "libpmpi", WAIT_MESSAGE },     { "libopen-pal", WAIT_MESSAGE },
	{ "libopen-rte", WAIT_MESSAGE }, { "mca_", WAIT_MESSAGE },
	{ "libpmix", WAIT_MESSAGE },     { "libprrte", WAIT_MESSAGE },
	{ "libucp", WAIT_MESSAGE },      { "libuct", WAIT_MESSAGE },
	{ "libucs", WAIT_MESSAGE },      { "libfabric", WAIT_MESSAGE },
	{ "libpsm", WAIT_MESSAGE },      { "libhwloc", WAIT_START },
	{ "libevent", WAIT_MESSAGE },
};

/* Of any library, for what is linked into the program too. */
static const struct rule procedures[] = {
	{ "gomp_team_barrier", WAIT_BARRIER },
	{ "gomp_barrier", WAIT_BARRIER },
	{ "GOMP_barrier", WAIT_BARRIER },
	{ "GOMP_critical", WAIT_CRITICAL },
	{ "gomp_mutex_lock", WAIT_LOCK },
	{ "GOMP_loop_", WAIT_SCHEDULING },
	{ "gomp_iter_", WAIT_SCHEDULING },
	{ "GOMP_taskwait", WAIT_TASK },
	{ "__kmp_hyper_barrier", WAIT_BARRIER },
	{ "__kmp_hardware_timestamp", WAIT_OTHER },
	{ "__kmp_barrier", WAIT_BARRIER },
	{ "__kmp_acquire_", WAIT_LOCK },
	{ "__kmpc_critical", WAIT_CRITICAL },
	{ "__kmpc_barrier", WAIT_BARRIER },
	{ "__kmpc_dispatch_next", WAIT_SCHEDULING },
	{ "__kmp_", WAIT_OTHER },
	{ "__lll_lock_wait", WAIT_LOCK },
	{ "sched_yield", WAIT_OTHER },
	{ "__sched_yield", WAIT_OTHER },
};

static enum wait_kind find(const struct rule *rules, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (strncmp(name, rules[i].begins, strlen(rules[i].begins)) ==
		    0)
			return rules[i].kind;
	}
	return WAIT_NONE;
}

enum wait_kind wait_by_name(const char *library, const char *procedure)
{
	enum wait_kind kind =
		find(procedures, sizeof(procedures) / sizeof(*procedures),
	             procedure);

	if (kind != WAIT_NONE)
		return kind;
	return find(libraries, sizeof(libraries) / sizeof(*libraries),
	            io_basename(library));
}
