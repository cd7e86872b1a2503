#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"

enum { OUTPUT_LIMIT = 1 << 16 };

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static _Noreturn void child(const char *const *argv, const struct run_env *env,
                            unsigned limit_s, int output)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	for (size_t i = 0; env && i < env->n; i++)
		putenv(mem_strdup(env->v[i]));
	alarm(limit_s);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static void read_all(int fd, struct strbuf *out)
{
	char buf[4096];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 ||
	       (n < 0 && errno == EINTR)) {
		if (n > 0 && out && out->len < OUTPUT_LIMIT)
			strbuf_add(out, buf, (size_t)n);
	}
}

int run_program(const char *const *argv, const struct run_env *env,
                unsigned limit_s, struct strbuf *out, struct run_result *result,
                struct err *err)
{
	const double start_s = now_s();
	struct rusage usage;
	int ends[2], status;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return err_system(err, "can't make a pipe");
	pid = fork();
	if (pid < 0) {
		close(ends[0]);
		close(ends[1]);
		return err_system(err, "can't start '%s'", argv[0]);
	}
	if (pid == 0)
		child(argv, env, limit_s, ends[1]);
	close(ends[1]);
	read_all(ends[0], out);
	close(ends[0]);
	while (wait4(pid, &status, 0, &usage) < 0) {
		if (errno != EINTR)
			return err_system(err, "lost '%s'", argv[0]);
	}
	result->wall_s = now_s() - start_s;
	result->cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
	result->status = WIFEXITED(status) ? WEXITSTATUS(status)
	                                   : 128 + WTERMSIG(status);
	if (result->status == 128 + SIGALRM)
		return err_set(err, ERR_PROGRAM,
		               "'%s' runs for longer than %u s", argv[0],
		               limit_s);
	if (result->status == 127)
		return err_set(err, ERR_SYSTEM, "can't start '%s'", argv[0]);
	return 0;
}
