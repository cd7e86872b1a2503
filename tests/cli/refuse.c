/*
 * refuse CALL[,CALL]... COMMAND [ARGUMENT]...: runs a command whose system
 * calls of these names fail, as under a container's filter.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ANY = 255, MASK = 1, NOT_ZERO = 2 };

static const struct rule {
	const char *name;
	int error, call;
	int kind, argument; /* refused only when this argument ... */
	unsigned value;
} rules[] = {
	{ "perf_event_open", EPERM, SYS_perf_event_open, ANY, 0, 0 },
	/* of another process: what the probe asks for is granted */
	{ "perf_of_child", EACCES, SYS_perf_event_open, NOT_ZERO, 1, 0 },
	{ "shmget", ENOSYS, SYS_shmget, ANY, 0, 0 },
	{ "tmpfile", EOPNOTSUPP, SYS_openat, MASK, 2,
	  O_TMPFILE & ~O_DIRECTORY },
	{ "renameat2", EINVAL, SYS_renameat2, ANY, 0, 0 },
};

static void add(struct sock_filter *f, unsigned short *n, unsigned short code,
                unsigned k, unsigned char jt, unsigned char jf)
{
	f[(*n)++] = (struct sock_filter)BPF_JUMP(code, k, jt, jf);
}

static void add_rule(struct sock_filter *f, unsigned short *n,
                     const struct rule *r)
{
	unsigned at = (unsigned)(offsetof(struct seccomp_data, args) +
	                         8 * (size_t)r->argument);

	add(f, n, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr),
	    0, 0);
	add(f, n, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)r->call, 0,
	    r->kind == ANY ? 1 : 3);
	if (r->kind != ANY)
		add(f, n, BPF_LD | BPF_W | BPF_ABS, at, 0, 0);
	if (r->kind == MASK)
		add(f, n, BPF_JMP | BPF_JSET | BPF_K, r->value, 0, 1);
	else if (r->kind == NOT_ZERO)
		add(f, n, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	add(f, n, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)r->error, 0,
	    0);
}

int main(int argc, char **argv)
{
	struct sock_filter f[64];
	struct sock_fprog program = { .filter = f };

	if (argc < 3)
		return 2;
	for (char *name = strtok(argv[1], ","); name;
	     name = strtok(NULL, ",")) {
		size_t i = 0, n = sizeof(rules) / sizeof(*rules);

		while (i < n && strcmp(rules[i].name, name) != 0)
			i++;
		if (i == n) {
			fprintf(stderr, "refuse: '%s' is not known\n", name);
			return 2;
		}
		add_rule(f, &program.len, &rules[i]);
	}
	add(f, &program.len, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
		perror("refuse: seccomp");
		return 77;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
