/*
 * perfexpert-sim: what another program is called when it takes a process over
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind starts itself anew, and opens the program by its name. A name in
 * /proc would then be of Valgrind's own file, or of a descriptor that is closed
 * by then; and the program's first argument would be that name.
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

enum {
	MOST_NAME = 4096,
	RED_ZONE = 256, /* below the stack pointer the program has some */
	AT_EMPTY_NAME = 0x1000, /* the kernel's AT_EMPTY_PATH */
	DUP_FROM = 0,           /* its F_DUPFD */
	DUP_FROM_CLOSE = 1030,  /* its F_DUPFD_CLOEXEC */
	SET_FLAGS = 2,          /* its F_SETFD */
};

#define ARGV0 "--argv0="
#define KIND "--kind="
#define OWN_FD "/proc/self/fd/"

/* As the core hands system calls to what it does before them. */
struct call {
	Word number;
	UWord arg[8];
};

typedef void before(ThreadId, void *, struct call *, void *, UWord *);

/* The core's; NOLINTBEGIN(readability-identifier-naming) */
extern Int vgPlain_cl_exec_fd, vgPlain_fd_hard_limit;
extern Bool vgPlain_clo_trace_children;
extern struct {
	Int fd;
} vgPlain_log_output_sink;
/* NOLINTEND(readability-identifier-naming) */
before real_execve __asm__("__real_vgSysWrap_generic_sys_execve_before");
/* weak: older versions of Valgrind do not know the call */
before real_execveat __asm__("__real_vgSysWrap_linux_sys_execveat_before")
	__attribute__((weak));
before our_execve __asm__("__wrap_vgSysWrap_generic_sys_execve_before");
before our_execveat __asm__("__wrap_vgSysWrap_linux_sys_execveat_before");

/* The rest of a text that begins so; NULL: it does not */
static const HChar *rest_after(const HChar *s, const HChar *with)
{
	const SizeT n = VG_(strlen)(with);

	return VG_(strncmp)(s, with, n) == 0 ? s + n : NULL;
}

/* The number that the text consists of; below 0 if it is not one */
static Int number_in(const HChar *s)
{
	HChar *end;
	const Long n = VG_(strtoll10)(s, &end);

	return *s < '0' || *s > '9' || *end || n > 1 << 30 ? -1 : (Int)n;
}

/* The descriptor of the file that a name in /proc is of this process's; below
 * 0: it is another kind of name */
static Int descriptor_of(const HChar *path)
{
	HChar own[32];
	const HChar *rest = rest_after(path, "/dev/fd/");

	if (rest)
		return number_in(rest);
	VG_(sprintf)(own, "/proc/%d/", VG_(getpid)());
	rest = rest_after(path, "/proc/self/");
	rest = rest ? rest : rest_after(path, "/proc/thread-self/");
	rest = rest ? rest : rest_after(path, own);
	if (!rest)
		return -1;
	if (VG_STREQ(rest, "exe"))
		return vgPlain_cl_exec_fd;
	rest = rest_after(rest, "fd/");
	return rest ? number_in(rest) : -1;
}

/* Is that name still the descriptor's file? */
static Bool is_name_of(const HChar *name, Int fd)
{
	struct vg_stat a, b;

	return name[0] == '/' && !sr_isError(VG_(stat)(name, &a)) &&
	       VG_(fstat)(fd, &b) == 0 && a.dev == b.dev && a.ino == b.ino;
}

/* Where the program has no descriptors */
static Int duplicate(Int fd, UWord how)
{
	const SysRes other =
		vgPlain_do_syscall(__NR_fcntl, (UWord)fd, how,
	                           (UWord)vgPlain_fd_hard_limit, 0, 0, 0, 0, 0);

	return sr_isError(other) ? -1 : (Int)sr_Res(other);
}

Int exec_hide(Int fd)
{
	const Int hidden = fd < 0 ? fd : duplicate(fd, DUP_FROM_CLOSE);

	if (fd >= 0)
		VG_(close)(fd);
	return hidden;
}

/*
 * A name that the file has after exec, too: of what has none any more that of
 * another descriptor, which stays open, where the program has none.
 */
static Bool lasting_name(Int fd, HChar name[MOST_NAME])
{
	HChar link[64];
	SSizeT n;

	VG_(sprintf)(link, "/proc/self/fd/%d", fd);
	n = VG_(readlink)(link, name, MOST_NAME - 1);
	if (n <= 0)
		return False;
	name[n] = '\0';
	if (is_name_of(name, fd))
		return True;
	fd = duplicate(fd, DUP_FROM);
	if (fd < 0)
		return False;
	VG_(sprintf)(name, "/proc/self/fd/%d", fd);
	return True;
}

/* Text of the program: the end must be readable, too */
Bool exec_is_text(Addr a)
{
	for (UInt n = 0; n < MOST_NAME; n++) {
		if ((n == 0 || (a + n) % 4096 == 0) &&
		    !VG_(am_is_valid_for_client)(a + n, 1, VKI_PROT_READ))
			return False;
		if (!*(const HChar *)(a + n))
			return True;
	}
	return False;
}

/* Passes a word on to the next Valgrind, which has one that begins so at most.
 */
static void pass_on(const HChar *with, const HChar *text)
{
	XArray *words = VG_(args_for_valgrind);
	const SizeT size = VG_(strlen)(with) + VG_(strlen)(text) + 1;
	HChar *word = VG_(malloc)("sim.pass", size);

	VG_(sprintf)(word, "%s%s", with, text);
	for (Word i = 0; i < VG_(sizeXA)(words); i++) {
		HChar **at = VG_(indexXA)(words, i);

		if (rest_after(*at, with)) {
			*at = word;
			return;
		}
	}
	VG_(addToXA)(words, &word);
}

/* Files of perfexpert-run, as the options name them */
static struct kept {
	const HChar *option, *path;
	Int fd; /* where the program has none */
} kept[8];
static UInt n_kept;

static void keep_in_exec(Int fd, Bool keep)
{
	vgPlain_do_syscall(__NR_fcntl, (UWord)fd, SET_FLAGS, !keep, 0, 0, 0, 0,
	                   0);
}

Int exec_open(const HChar *option, const HChar *path, Int flags)
{
	const HChar *handed_over = rest_after(path, OWN_FD);
	Int fd = handed_over ? number_in(handed_over)
	                     : VG_(fd_open)(path, flags, 0);

	if (fd < vgPlain_fd_hard_limit)
		fd = exec_hide(fd);
	else
		keep_in_exec(fd, False);
	if (fd >= 0 && n_kept < sizeof(kept) / sizeof(*kept))
		kept[n_kept++] = (struct kept){ option, path, fd };
	return fd;
}

Int exec_read(Int fd, HChar *to, Int size)
{
	Int used = 0;
	SysRes r;

	/* other processes may have the same place in it */
	do {
		r = vgPlain_do_syscall(__NR_pread64, (UWord)fd,
		                       (UWord)(to + used), (UWord)(size - used),
		                       (UWord)used, 0, 0, 0, 0);
		used += sr_isError(r) ? 0 : (Int)sr_Res(r);
	} while (!sr_isError(r) && sr_Res(r) > 0 && used < size);
	return sr_isError(r) ? -1 : used;
}

/* The core has a descriptor of the log, besides the one handed over. */
void exec_begin(void)
{
	for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
		const HChar *rest = rest_after(
			*(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i),
			"--log-fd=");
		const Int fd = rest ? number_in(rest) : -1;

		if (fd >= vgPlain_fd_hard_limit)
			VG_(close)(fd);
	}
}

/* The first process of a PID namespace can't see perfexpert-run. */
void exec_forked(void)
{
	if (VG_(getpid)() != 1)
		return;
	sim.owner = 0;
	pass_on("--owner=", "0");
}

/* That descriptor stays open in exec, and the option names it. */
static void pass_file(const HChar *option, const HChar *value, Int fd)
{
	HChar text[64];

	keep_in_exec(fd, True);
	VG_(sprintf)(text, "%s%d", value, fd);
	pass_on(option, text);
}

/* The executed program can't open files of perfexpert-run if it runs as another
 * user, sees another /proc, or has them only as descriptors. */
static Bool needs_files(const struct kept *k)
{
	struct vg_stat st;
	Int fd;

	if (rest_after(k->path, OWN_FD) || VG_(fstat)(k->fd, &st) != 0 ||
	    st.uid != (UInt)VG_(geteuid)())
		return True;
	fd = VG_(fd_open)(k->path, VKI_O_RDONLY, 0);
	if (fd >= 0)
		VG_(close)(fd);
	return fd < 0;
}

static void pass_files(void)
{
	if (n_kept == 0 || !needs_files(&kept[0]))
		return;
	for (UInt i = 0; i < n_kept; i++)
		pass_file(kept[i].option, OWN_FD, kept[i].fd);
	if (vgPlain_log_output_sink.fd >= 0) /* --log-file or --log-fd */
		pass_file("--log-f", "d=", vgPlain_log_output_sink.fd);
}

/* What its kind is; none: as the core has it. False: it runs natively */
static Bool begin_kind(const HChar *path, Addr argv)
{
	const Bool wanted = sim.children || !sim.is_child;
	struct kind_place p = { 0, 0, 0 };
	HChar text[40];
	const Bool simulated = wanted && kinds_begin(path, argv, &p);

	kinds_started_another();
	VG_(sprintf)(text, "%d,%d,%d", p.kind, p.number, p.each);
	if (sim.kinds_fd >= 0)
		pass_on(KIND, text);
	return simulated;
}

/* The first of a program's arguments, or NULL */
static const HChar *first_of(Addr argv)
{
	if (!VG_(am_is_valid_for_client)(argv, sizeof(Addr), VKI_PROT_READ))
		return NULL;
	const Addr first = *(const Addr *)argv;

	return first && exec_is_text(first) ? (const HChar *)first : NULL;
}

/*
 * The core takes only names in the program's memory: below its stack, which is
 * given up in a moment. What it calls itself is written over the name later,
 * which has to be as long: more slashes change nothing.
 */
static Addr hand_over(ThreadId tid, const HChar *path, Bool same,
                      const HChar *own)
{
	const SizeT len = VG_(strlen)(path), wanted = VG_(strlen)(own);
	const SizeT more = path[0] == '/' && wanted > len ? wanted - len : 0;
	const Addr at = VG_(get_SP)(tid) - RED_ZONE - (len + more + 1);

	if ((same && !more) || len + more >= MOST_NAME ||
	    !VG_(am_is_valid_for_client)(at, len + more + 1,
	                                 VKI_PROT_READ | VKI_PROT_WRITE))
		return 0;
	VG_(memset)((void *)at, '/', more);
	VG_(strcpy)((HChar *)at + more, path);
	return at;
}

/* The name to be executed instead of that one; 0: it stays */
static Addr instead(ThreadId tid, const HChar *path, Int fd, Addr argv)
{
	HChar name[MOST_NAME];
	const Bool other = fd >= 0 && lasting_name(fd, name);
	const HChar *own = first_of(argv);

	own = own ? own : path;
	pass_on(ARGV0, own);
	pass_files();
	return hand_over(tid, other ? name : path, !other, own);
}

void our_execve(ThreadId tid, void *layout, struct call *c, void *status,
                UWord *flags)
{
	const Bool traced = vgPlain_clo_trace_children;

	if (exec_is_text(c->arg[0])) {
		const HChar *path = (const HChar *)c->arg[0];
		const Int fd = descriptor_of(path);

		if (fd < 0 && !begin_kind(path, c->arg[1])) {
			vgPlain_clo_trace_children = False;
		} else {
			const Addr name = instead(tid, path, fd, c->arg[1]);

			c->arg[0] = name ? name : c->arg[0];
		}
	}
	real_execve(tid, layout, c, status, flags);
	vgPlain_clo_trace_children = traced; /* it could not be executed */
}

/* fexecve(3): an open file without a name */
void our_execveat(ThreadId tid, void *layout, struct call *c, void *status,
                  UWord *flags)
{
	if (exec_is_text(c->arg[1])) {
		const HChar *path = (const HChar *)c->arg[1];
		const Bool nameless = !*path && (c->arg[4] & AT_EMPTY_NAME);
		const Addr name =
			*path == '/' ? instead(tid, path, descriptor_of(path),
		                               c->arg[2])
			: nameless
				? instead(tid, path, (Int)c->arg[0], c->arg[2])
				: 0;

		if (name) {
			c->arg[1] = name;
			c->arg[4] &= ~(UWord)AT_EMPTY_NAME;
		}
	}
	real_execveat(tid, layout, c, status, flags);
}

/*
 * Called before the first instruction: the core put the file's name where the
 * program expects what it was called by. A script has its interpreter's there.
 */
void exec_own_name(ThreadId tid)
{
	const Addr first = *(const Addr *)(VG_(get_SP)(tid) + sizeof(Word));

	if (sim.own_name &&
	    VG_STREQ((const HChar *)first, VG_(args_the_exename)) &&
	    VG_(strlen)(sim.own_name) <= VG_(strlen)((const HChar *)first))
		VG_(strcpy)((HChar *)first, sim.own_name);
}
