#include "traced.h"

#include <elf.h>
#include <errno.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/progress.h"
#include "base/strbuf.h"

enum { PATIENCE_S = 5, LOADING_S = 30 };

/*
 * Wait for SIGTRAP; other signals may stop it before, and it gets them.
 * Returns 1 when it did not come in time, -1 when the child has ended.
 */
static int wait_trap(pid_t pid, double patience_s)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	const double start_s = progress_clock();
	int status;

	while (progress_clock() - start_s < patience_s) {
		const pid_t got = waitpid(pid, &status, WNOHANG);

		if (got == pid && !WIFSTOPPED(status))
			return -1;
		if (got == pid && WSTOPSIG(status) == SIGTRAP)
			return 0;
		if (got == pid)
			ptrace(PTRACE_CONT, pid, NULL, WSTOPSIG(status));
		else
			nanosleep(&moment, NULL);
	}
	return 1;
}

static int must_stop(pid_t pid, double patience_s, struct err *err)
{
	const int rc = wait_trap(pid, patience_s);

	if (rc == 0)
		return 0;
	if (rc > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return err_set(err, ERR_UNSUPPORTED,
	               "the program can't be traced here: it did not stop at "
	               "its start");
}

int traced_stop(pid_t pid, struct err *err)
{
	return must_stop(pid, PATIENCE_S, err);
}

#if defined(__x86_64__)
/* The program's entry, from its auxiliary vector; 0: not known */
static uint64_t entry_of(pid_t pid)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };
	uint64_t found = 0;

	strbuf_addf(&path, "/proc/%ld/auxv", (long)pid);
	if (io_read_file(path.s, 1 << 16, &text, &ignored) == 0) {
		Elf64_auxv_t a;

		for (size_t i = 0; i + sizeof(a) <= text.len; i += sizeof(a)) {
			memcpy(&a, text.s + i, sizeof(a));
			if (a.a_type == AT_ENTRY)
				found = a.a_un.a_val;
		}
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return found;
}

static bool peek(pid_t pid, uint64_t addr, long *word)
{
	errno = 0;
	*word = ptrace(PTRACE_PEEKTEXT, pid, addr, NULL);
	return errno == 0;
}

int traced_to_entry(pid_t pid, struct err *err)
{
	enum { INT3 = 0xcc };
	const uint64_t entry = entry_of(pid);
	struct user_regs_struct regs;
	long code;

	if (!entry || ptrace(PTRACE_GETREGS, pid, NULL, &regs) != 0 ||
	    regs.rip == entry || !peek(pid, entry, &code) ||
	    ptrace(PTRACE_POKETEXT, pid, entry, (code & ~0xffL) | INT3) != 0)
		return 0;
	ptrace(PTRACE_CONT, pid, NULL, NULL);
	if (must_stop(pid, LOADING_S, err) != 0)
		return -1;
	ptrace(PTRACE_POKETEXT, pid, entry, code);
	if (ptrace(PTRACE_GETREGS, pid, NULL, &regs) == 0 &&
	    regs.rip == entry + 1) {
		regs.rip = entry;
		ptrace(PTRACE_SETREGS, pid, NULL, &regs);
	}
	return 0;
}
#else
int traced_to_entry(pid_t pid, struct err *err)
{
	(void)pid;
	(void)err;
	return 0;
}
#endif
