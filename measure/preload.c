/*
 * preload.c - a CPU timer for each thread of a program, in a library that
 * perfexpert-run preloads where the kernel refuses perf_event_open
 *
 * Everything in the signal handler is async-signal-safe: it takes a slot in
 * shared memory with one atomic addition. An address outside the known
 * mappings makes it copy /proc/self/maps (open, read and write only), so code
 * that was loaded later is found as well. The state is file-scope because a
 * signal handler has no argument for it.
 */
#include "timer_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { PERIOD_NS = 997001, MAX_RANGES = 512 };

static struct {
	char dir[PATH_MAX - 64];
	char maps_path[PATH_MAX];
	struct timer_header *header; /* NULL: not sampling */
	struct timer_sample *samples;
	pthread_key_t key;
	atomic_flag copying;
	/* executable mappings known so far; only grows */
	struct {
		uint64_t start, end;
	} ranges[MAX_RANGES];
	atomic_int nranges;
} state = { .copying = ATOMIC_FLAG_INIT };

static int timer_signal(void)
{
	return SIGRTMAX - 3;
}

static uint64_t instruction_pointer(const ucontext_t *u)
{
#if defined(__x86_64__)
	return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return u->uc_mcontext.pc;
#elif defined(__powerpc64__)
	return u->uc_mcontext.gp_regs[32]; /* PT_NIP */
#else
#error "no instruction pointer for this architecture"
#endif
}

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

/* One line of /proc/self/maps: "START-END rwxp ..." */
static void learn(const char *line)
{
	uint64_t start = hex(&line), end;
	int n = atomic_load(&state.nranges);

	if (*line++ != '-')
		return;
	end = hex(&line);
	if (strlen(line) < 4 || line[3] != 'x' || n == MAX_RANGES)
		return;
	state.ranges[n].start = start;
	state.ranges[n].end = end;
	atomic_store(&state.nranges, n + 1);
}

/* Learn from a chunk of the mappings; line holds what is not whole yet. */
static void learn_all(const char *buf, size_t n, char line[64], size_t *have)
{
	for (size_t i = 0; i < n; i++) {
		if (buf[i] == '\n') {
			line[*have] = '\0';
			learn(line);
			*have = 0;
		} else if (*have < 63) {
			line[(*have)++] = buf[i];
		}
	}
}

static void copy_from(int in, int out)
{
	char buf[2048], line[64] = "";
	size_t have = 0;
	ssize_t n;

	if (write(out, "--\n", 3) != 3)
		return;
	atomic_store(&state.nranges, 0);
	while ((n = read(in, buf, sizeof(buf))) > 0) {
		if (write(out, buf, (size_t)n) != n)
			break;
		learn_all(buf, (size_t)n, line, &have);
	}
}

/* Copy the mappings to our file and learn the executable ones. */
static void copy_maps(void)
{
	int in, out;

	if (atomic_flag_test_and_set(&state.copying))
		return;
	in = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	out = open(state.maps_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
	           0600);
	if (in >= 0 && out >= 0 && lseek(out, 0, SEEK_END) < TIMER_MAX_MAPS)
		copy_from(in, out);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	atomic_flag_clear(&state.copying);
}

static void on_timer(int sig, siginfo_t *info, void *context)
{
	int saved = errno;
	uint64_t ip = instruction_pointer(context);
	uint64_t slot;

	(void)sig;
	if (state.header && info->si_code == SI_TIMER) {
		slot = __atomic_fetch_add(&state.header->next, 1,
		                          __ATOMIC_RELAXED);
		if (slot < TIMER_MAX_SAMPLES)
			state.samples[slot] = (struct timer_sample){
				.ip = ip,
				.tid = (uint32_t)syscall(SYS_gettid),
				.periods = 1 + (uint32_t)info->si_overrun,
			};
		if (!known(ip))
			copy_maps();
	}
	errno = saved;
}

static timer_t *start_timer(void)
{
	const struct itimerspec every = {
		.it_interval = { .tv_nsec = PERIOD_NS },
		.it_value = { .tv_nsec = PERIOD_NS },
	};
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = timer_signal(),
	};
	timer_t *timer = malloc(sizeof(*timer));

	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (!timer)
		return NULL;
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer) != 0) {
		free(timer);
		return NULL;
	}
	timer_settime(*timer, 0, &every, NULL);
	return timer;
}

static void stop_timer(void *timer)
{
	if (timer) {
		timer_delete(*(timer_t *)timer);
		free(timer);
	}
}

static bool open_file(void)
{
	size_t size = sizeof(struct timer_header) +
	              sizeof(struct timer_sample) * TIMER_MAX_SAMPLES;
	char path[PATH_MAX];
	void *p = MAP_FAILED;
	int fd = -1, k;

	for (k = 0; k < 1000 && fd < 0; k++) {
		snprintf(path, sizeof(path), "%s/%ld.%d.samples", state.dir,
		         (long)getpid(), k);
		fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd < 0 && errno != EEXIST)
			return false;
	}
	if (fd < 0)
		return false;
	snprintf(state.maps_path, sizeof(state.maps_path), "%s/%ld.%d.maps",
	         state.dir, (long)getpid(), k - 1);
	if (ftruncate(fd, (off_t)size) == 0)
		p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return false;
	state.samples = (struct timer_sample *)((struct timer_header *)p + 1);
	state.header = p;
	state.header->magic = TIMER_MAGIC;
	state.header->period_ns = PERIOD_NS;
	return true;
}

static void begin(void)
{
	if (open_file()) {
		copy_maps();
		pthread_setspecific(state.key, start_timer());
	}
}

/* A forked child has no timers and shares its parent's file: begin anew. */
static void in_child(void)
{
	state.header = NULL;
	begin();
}

struct thread_start {
	void *(*routine)(void *);
	void *arg;
};

static void *run_thread(void *p)
{
	struct thread_start start = *(struct thread_start *)p;

	free(p);
	pthread_setspecific(state.key, start_timer());
	return start.routine(start.arg);
}

typedef int (*create_function)(pthread_t *, const pthread_attr_t *,
                               void *(*)(void *), void *);

__attribute__((visibility("default"))) int
pthread_create(pthread_t *thread, const pthread_attr_t *attr,
               void *(*routine)(void *), void *arg)
{
	create_function real;
	struct thread_start *start;

	*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	if (!state.header || !(start = malloc(sizeof(*start))))
		return real(thread, attr, routine, arg);
	start->routine = routine;
	start->arg = arg;
	return real(thread, attr, run_thread, start);
}

__attribute__((constructor)) static void load(void)
{
	const char *dir = getenv(TIMER_DIR_VARIABLE);
	struct sigaction action = { .sa_sigaction = on_timer,
		                    .sa_flags = SA_SIGINFO | SA_RESTART };

	if (!dir || strlen(dir) >= sizeof(state.dir))
		return;
	memcpy(state.dir, dir, strlen(dir) + 1);
	sigemptyset(&action.sa_mask);
	if (pthread_key_create(&state.key, stop_timer) != 0 ||
	    sigaction(timer_signal(), &action, NULL) != 0)
		return;
	pthread_atfork(NULL, NULL, in_child);
	begin();
}
