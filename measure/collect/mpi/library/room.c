/*
 * room.c - room on the disk for what is written through memory
 *
 * Without it a write into the mapping is SIGBUS, and beyond the limit of a
 * file's size making it longer is SIGXFSZ: the end of a program that did
 * nothing wrong.
 */
#include "library.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/collect/mpi/area.h"

/* Room for events is reserved in blocks of this many */
enum { STEP = MPI_AREA_EVENTS / 16 };

static struct {
	char path[MPI_AREA_PATH];
	dev_t dev;
	ino_t ino;
	uint64_t events; /* that there is room for */
	bool no_more;
} room;

static bool reserve(int fd, size_t size)
{
	struct rlimit most;

	return getrlimit(RLIMIT_FSIZE, &most) == 0 && size <= most.rlim_cur &&
	       posix_fallocate(fd, 0, (off_t)size) == 0;
}

struct mpi_area *room_open(const char *path)
{
	const size_t head = offsetof(struct mpi_area, event);
	struct stat st;
	void *at = MAP_FAILED;
	int fd;

	if (strlen(path) >= sizeof(room.path))
		return NULL;
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
	          0600);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && reserve(fd, head))
		at = mmap(NULL, sizeof(struct mpi_area), PROT_READ | PROT_WRITE,
		          MAP_SHARED, fd, 0);
	close(fd);
	if (at == MAP_FAILED) {
		unlink(path);
		return NULL;
	}
	memcpy(room.path, path, strlen(path) + 1);
	room.dev = st.st_dev;
	room.ino = st.st_ino;
	return at;
}

/* The program may close descriptors that it does not know: none is kept. */
bool room_for(uint64_t events)
{
	struct stat st;
	int fd;

	if (events <= room.events || room.no_more)
		return events <= room.events;
	fd = open(room.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	room.no_more = true;
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && st.st_dev == room.dev &&
	    st.st_ino == room.ino &&
	    reserve(fd,
	            offsetof(struct mpi_area, event) +
	                    (events + STEP) * sizeof(struct mpi_area_event))) {
		room.events = events + STEP;
		room.no_more = false;
	}
	close(fd);
	return !room.no_more;
}
