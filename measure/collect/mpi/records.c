#include "records.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "area.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "calls.h"

static bool read_all(int fd, void *to, size_t n, size_t offset)
{
	char *p = to;

	while (n) {
		const ssize_t got = pread(fd, p, n, (off_t)offset);

		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
		offset += (size_t)got;
	}
	return true;
}

static bool is_whole(const struct mpi_area *a)
{
	return a->magic == MPI_AREA_MAGIC && a->rank >= 0 && a->size > 0 &&
	       a->rank < a->size;
}

/* Texts end, numbers are in range. */
static void tame(struct mpi_area *a)
{
	a->library[sizeof(a->library) - 1] = '\0';
	a->unknown[sizeof(a->unknown) - 1] = '\0';
	a->boot[sizeof(a->boot) - 1] = '\0';
	for (size_t i = 0; i < MPI_AREA_PATHS; i++)
		a->path[i][MPI_AREA_PATH - 1] = '\0';
	for (size_t i = 0; i < MPI_AREA_SITES; i++) {
		struct mpi_area_site *s = &a->site[i];

		if (s->call >= MPI_NCALLS || s->path >= MPI_AREA_PATHS)
			s->state = 0;
	}
	for (size_t i = 0; i < a->nevents; i++) {
		struct mpi_area_event *e = &a->event[i];

		e->site %= MPI_AREA_SITES;
		if (e->end_ns < e->enter_ns)
			e->end_ns = e->enter_ns;
	}
}

static struct mpi_area *read_area(int fd)
{
	const size_t head = offsetof(struct mpi_area, event);
	struct mpi_area *a = mem_alloc(1, head);
	size_t events;

	if (!read_all(fd, a, head, 0) || !is_whole(a)) {
		free(a);
		return NULL;
	}
	if (a->nevents > MPI_AREA_EVENTS)
		a->nevents = MPI_AREA_EVENTS;
	events = (size_t)a->nevents * sizeof(*a->event);
	a = mem_resize(a, 1, head + events);
	if (!read_all(fd, a->event, events, head))
		a->nevents = 0;
	tame(a);
	return a;
}

void records_add(struct records *r, const char *path)
{
	const int fd = io_open(path, IO_FILE | IO_NO_LINK);
	struct mpi_area *a;

	if (fd < 0)
		return;
	a = read_area(fd);
	close(fd);
	if (!a)
		return;
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = (struct record){
		.area = a,
		.wait = mem_alloc(MPI_AREA_SITES, sizeof(struct record_wait)),
	};
}

void records_write(const struct records *r, size_t i, const char *path)
{
	const struct mpi_area *a = r->v[i].area;
	const size_t size = offsetof(struct mpi_area, event) +
	                    (size_t)a->nevents * sizeof(*a->event);
	size_t done = 0;
	int fd;

	/* others may guess its name: no link is followed */
	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
	          0600);
	if (fd < 0)
		return;
	while (done < size) {
		const ssize_t n =
			write(fd, (const char *)a + done, size - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	if (close(fd) != 0 || done < size)
		unlink(path);
}

static int is_record(const struct dirent *e)
{
	const size_t n = strlen(e->d_name);

	return n > 4 && strcmp(e->d_name + n - 4, ".mpi") == 0;
}

void records_folder(struct records *r, const char *folder)
{
	struct dirent **list;
	int n = scandir(folder, &list, is_record, alphasort);

	for (int i = 0; i < n; i++) {
		struct strbuf path = STRBUF_INIT;

		io_join(&path, folder, list[i]->d_name);
		records_add(r, path.s);
		strbuf_release(&path);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

void records_release(struct records *r)
{
	for (size_t i = 0; i < r->n; i++) {
		for (size_t k = 0; k < MPI_AREA_SITES; k++)
			free(r->v[i].wait[k].late);
		free(r->v[i].wait);
		free(r->v[i].area);
	}
	free(r->v);
	*r = (struct records){ 0 };
}
