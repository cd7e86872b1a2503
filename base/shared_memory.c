#include "shared_memory.h"

#include <stdio.h>
#include <sys/shm.h>

#include "banned.h"
#include "err.h"

void *shared_memory_make(size_t size, const char *what,
                         char id[SHARED_MEMORY_ID], struct err *err)
{
	const int number =
		shmget(IPC_PRIVATE, size, IPC_CREAT | SHM_NORESERVE | 0600);
	void *p = (void *)-1;

	if (number >= 0) {
		p = shmat(number, NULL, 0);
		shmctl(number, IPC_RMID, NULL);
	}
	if (p == (void *)-1) {
		err_system(err, "the system refuses shared memory for %s",
		           what);
		err->code = ERR_UNSUPPORTED;
		return NULL;
	}
	snprintf(id, SHARED_MEMORY_ID, "%010d", number);
	return p;
}
