#include "mpi_run.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "area.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "build.h"
#include "measure/run/environment.h"
#include "measure/run/ranks.h"
#include "measure/run/session.h"
#include "records.h"

#define LIBRARY "perfexpert-mpi.so"

static bool mentions_mpi(const char *path)
{
	static const char *const names[] = { "MPI_Init", "mpi_init" };

	return io_contains(path, names, sizeof(names) / sizeof(*names), false);
}

/* Of the first run there is a record; in others the library does nothing, and
 * the environment is as long. */
static char **with_library(void *ctx, char *const *envp, bool first)
{
	struct mpi_run *m = ctx;
	struct strbuf folder = STRBUF_INIT;
	char **one = preload_env(&m->library, envp), **two;

	strbuf_adds(&folder, m->folder);
	if (!first)
		folder.s[0] = '-';
	two = environment_set(one, MPI_AREA_VARIABLE, folder.s);
	environment_free(one);
	strbuf_release(&folder);
	return two;
}

void mpi_run_open(struct mpi_run *m, struct session *s)
{
	struct strbuf folder = STRBUF_INIT;
	struct err why = { 0 };

	/* what a script starts can't be seen */
	if (!s->launcher.path && !s->once && !s->program.script &&
	    !mentions_mpi(s->program.path))
		return;
	strbuf_addf(&folder, "%s/mpi", s->scratch);
	if (mkdir(folder.s, 0700) != 0)
		err_system(&why, "can't make '%s'", folder.s);
	else if (preload_open(&m->library, LIBRARY, &why) == 0)
		m->on = true;
	if (!m->on) {
		session_say(s, "its MPI calls are not recorded: %s", why.msg);
		strbuf_release(&folder);
		return;
	}
	m->folder = strbuf_detach(&folder);
	s->extra_env = with_library;
	s->extra = m;
}

static void keep(const struct records *r, const char *part)
{
	char *path = ranks_record(part);

	if (path)
		records_write(r, 0, path);
	free(path);
}

void mpi_run_take(struct mpi_run *m, struct profile *p, const char *part)
{
	struct records r = { 0 };

	if (!m->on)
		return;
	records_folder(&r, m->folder);
	if (part && r.n)
		keep(&r, part);
	if (!part)
		records_match(&r);
	build_mpi(p, &r);
	records_release(&r);
}

void mpi_run_joined(struct profile *p, const char *const *paths, size_t n)
{
	struct records r = { 0 };

	for (size_t i = 0; i < n; i++) {
		char *path = ranks_record(paths[i]);

		if (path)
			records_add(&r, path);
		free(path);
	}
	if (r.n == n) {
		records_match(&r);
		build_mpi(p, &r);
	}
	records_release(&r);
}

void mpi_run_close(struct mpi_run *m)
{
	if (!m->on)
		return;
	preload_close(&m->library);
	free(m->folder);
	m->on = false;
}
