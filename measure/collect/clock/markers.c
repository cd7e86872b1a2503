#include "markers.h"

#include <fcntl.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "measure/run/environment.h"
#include "measure/run/loadable.h"
#include "measure/run/session.h"

#define LIBRARY "perfexpert-preload.so"

#if defined(__x86_64__)
/* Some kernels forbid a process to write its own code
 * (proc_mem.force_override): the library could set no breakpoint. */
static bool can_write_code(void)
{
	const unsigned char *at = (const void *)(uintptr_t)markers_possible;
	const int fd = open("/proc/self/mem", O_WRONLY | O_CLOEXEC);
	const bool can =
		fd >= 0 && pwrite(fd, at, 1, (off_t)(uintptr_t)at) == 1;

	if (fd >= 0)
		close(fd);
	return can;
}
#endif

bool markers_possible(const struct session *s)
{
#if defined(__x86_64__)
	struct strbuf path = STRBUF_INIT;
	struct err unsaid = { 0 };
	const bool found = datadir_helper(LIBRARY, &path, &unsaid) == 0;

	strbuf_release(&path);
	return found && !s->program.is_static && !s->launcher.remote &&
	       loadable_path(s->program.path) == LOADABLE && can_write_code();
#else
	(void)s;
	return false;
#endif
}

int markers_open(struct markers *m, int rank, struct err *err)
{
	*m = (struct markers){ .area = NULL };
	if (preload_open(&m->library, LIBRARY, err) != 0)
		return -1;
	m->area = shared_memory_make(sizeof(*m->area), "counts", m->id, err);
	if (!m->area) {
		preload_close(&m->library);
		return -1;
	}
	m->area->magic = MARKER_MAGIC;
	m->area->rank = rank;
	return 0;
}

void markers_close(struct markers *m)
{
	if (!m->area)
		return;
	shmdt(m->area);
	m->area = NULL;
	preload_close(&m->library);
}

struct marker_slot *markers_add(struct markers *m,
                                const struct marker_code *code, uint64_t wanted)
{
	struct marker_slot *to;

	if (m->area->n == MARKER_SLOTS || strlen(code->path) >= MARKER_PATH)
		return NULL;
	to = &m->area->slot[m->area->n++];
	memcpy(to->path, code->path, strlen(code->path) + 1);
	memcpy(to->code, code->bytes, sizeof(to->code));
	to->vaddr = code->vaddr;
	to->size = code->size;
	to->wanted = wanted;
	return to;
}

char **markers_env(struct markers *m, char *const *envp)
{
	char **one = preload_env(&m->library, envp);
	char **two = environment_set(one, MARKER_AREA_VARIABLE, m->id);

	environment_free(one);
	return two;
}

pid_t markers_owner(const struct markers *m)
{
	return __atomic_load_n(&m->area->ready, __ATOMIC_ACQUIRE)
	               ? (pid_t)m->area->owner
	               : 0;
}
