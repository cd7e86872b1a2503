#include "perf_ring.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"

enum { MAX_RECORD = 65536, MAX_PAGES = 128 };

int perf_ring_open(struct perf_ring *r, int fd, struct err *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *p = MAP_FAILED;
	size_t pages = MAX_PAGES;

	for (; pages && p == MAP_FAILED; pages /= 2)
		p = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE,
		         MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		err_system(err, "can't map the kernel's sample buffer");
		err->code = ERR_UNSUPPORTED;
		return -1;
	}
	*r = (struct perf_ring){
		.page = p,
		.size = (pages ? pages * 2 : 1) * page,
		.record = mem_alloc(MAX_RECORD, 1),
	};
	return 0;
}

static void copy_out(const struct perf_ring *r, void *to, uint64_t at, size_t n)
{
	const unsigned char *data =
		(const unsigned char *)r->page + sysconf(_SC_PAGESIZE);
	size_t start = (size_t)at & (r->size - 1);
	size_t first = n < r->size - start ? n : r->size - start;

	memcpy(to, data + start, first);
	memcpy((unsigned char *)to + first, data, n - first);
}

const struct perf_event_header *perf_ring_next(struct perf_ring *r)
{
	uint64_t head;
	struct perf_event_header h;

	if (!r->page)
		return NULL;
	head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	if (head - r->tail < sizeof(h))
		return NULL;
	copy_out(r, &h, r->tail, sizeof(h));
	if (h.size < sizeof(h) || h.size > head - r->tail)
		return NULL;
	copy_out(r, r->record, r->tail, h.size);
	r->tail += h.size;
	__atomic_store_n(&r->page->data_tail, r->tail, __ATOMIC_RELEASE);
	return (const struct perf_event_header *)(void *)r->record;
}

void perf_ring_close(struct perf_ring *r)
{
	if (r->page)
		munmap(r->page, r->size + (size_t)sysconf(_SC_PAGESIZE));
	free(r->record);
	*r = (struct perf_ring){ 0 };
}
