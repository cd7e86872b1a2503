/*
 * preload_maps.c - the executable mappings of the process, for those who turn
 * addresses into code
 *
 * An address outside the known mappings makes it read /proc/self/maps, so code
 * that was loaded later is found as well. All of it is async-signal-safe: open
 * and read only.
 */
#include "preload.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "measure/collect/clock/timer_area.h"

enum { MAX_RANGES = 512, PATIENCE = 256 };

static struct {
	struct timer_area *area; /* these two of who copies */
	uint32_t image;
	atomic_flag copying;
	/* while copying */
	char buf[4096], line[TIMER_PATH + 128];
	/* executable mappings known so far; only grows while we copy */
	struct {
		uint64_t start, end;
	} ranges[MAX_RANGES];
	atomic_int nranges;
	atomic_uint vain; /* addresses since a copy that did not help */
} state = { .copying = ATOMIC_FLAG_INIT };

static bool known(uint64_t ip)
{
	int n = atomic_load(&state.nranges);

	for (int i = 0; i < n; i++) {
		if (ip >= state.ranges[i].start && ip < state.ranges[i].end)
			return true;
	}
	return false;
}

static uint64_t hex(const char **s)
{
	uint64_t v = 0;

	for (;; (*s)++) {
		char c = **s;

		if (c >= '0' && c <= '9')
			v = v << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (uint64_t)(c - 'a' + 10);
		else
			return v;
	}
}

static const char *skip_word(const char *s)
{
	while (*s && *s != ' ')
		s++;
	while (*s == ' ')
		s++;
	return s;
}

void preload_map(struct timer_area *area, uint32_t image, uint64_t start,
                 uint64_t end, uint64_t offset, const char *const path[],
                 size_t n)
{
	uint64_t number =
		__atomic_fetch_add(&area->mappings_next, 1, __ATOMIC_RELAXED);
	struct timer_mapping *m = &area->mappings[number % TIMER_MAPPINGS];
	size_t have = 0;

	__atomic_store_n(&m->lap, 0, __ATOMIC_RELEASE);
	m->start = start;
	m->end = end;
	m->offset = offset;
	m->image = image;
	for (size_t i = 0; i < n; i++) {
		const size_t room = sizeof(m->path) - 1 - have;
		const size_t length = strlen(path[i]);
		const size_t taken = length < room ? length : room;

		memcpy(m->path + have, path[i], taken);
		have += taken;
	}
	m->path[have] = '\0';
	__atomic_store_n(&m->lap, timer_lap(number, TIMER_MAPPINGS),
	                 __ATOMIC_RELEASE);
}

/* Hand a mapping over, and remember where it is. */
static void publish(uint64_t start, uint64_t end, uint64_t offset,
                    const char *path)
{
	int k = atomic_load(&state.nranges);

	preload_map(state.area, state.image, start, end, offset, &path, 1);
	if (k == MAX_RANGES)
		return;
	state.ranges[k].start = start;
	state.ranges[k].end = end;
	atomic_store(&state.nranges, k + 1);
}

/* proc(5): "START-END rwxp OFFSET DEV INODE   PATH" */
static void learn(const char *line)
{
	uint64_t start = hex(&line), end, offset;

	if (*line++ != '-')
		return;
	end = hex(&line);
	if (strlen(line) < 6 || line[3] != 'x')
		return;
	line += 6;
	offset = hex(&line);
	line = skip_word(line); /* to the device, the inode, the path */
	line = skip_word(skip_word(line));
	publish(start, end, offset, line);
}

/* A byte more of the line that is being read. */
static void learn_byte(char c, size_t *have)
{
	if (c == '\n') {
		state.line[*have] = '\0';
		learn(state.line);
		*have = 0;
	} else if (*have < sizeof(state.line) - 1) {
		state.line[(*have)++] = c;
	}
}

static void learn_all(int in)
{
	size_t have = 0;
	ssize_t n;

	atomic_store(&state.nranges, 0);
	while ((n = read(in, state.buf, sizeof(state.buf))) > 0) {
		for (ssize_t i = 0; i < n; i++)
			learn_byte(state.buf[i], &have);
	}
}

/* Hand the current executable mappings over. */
static void copy_maps(struct timer_area *area, uint32_t image)
{
	int in;

	if (atomic_flag_test_and_set(&state.copying))
		return;
	state.area = area;
	state.image = image;
	in = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	if (in >= 0) {
		learn_all(in);
		close(in);
	}
	atomic_flag_clear(&state.copying);
}

/* Code that is in no mapping we can remember is not looked for each time. */
void preload_find(struct timer_area *area, uint32_t image, uint64_t ip)
{
	if (known(ip) || preload_sealed())
		return;
	if (atomic_load(&state.vain) &&
	    atomic_fetch_add(&state.vain, 1) % PATIENCE)
		return;
	copy_maps(area, image);
	atomic_store(&state.vain, !known(ip));
}

void preload_find_all(struct timer_area *area, uint32_t image)
{
	copy_maps(area, image);
}

void preload_find_anew(void)
{
	atomic_store(&state.nranges, 0);
	atomic_store(&state.vain, 0);
}

void preload_find_forked(void)
{
	atomic_flag_clear(&state.copying);
}
