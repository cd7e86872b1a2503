/*
 * perfexpert-sim: callbacks of Valgrind's core
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "measure/collect/simulate/tool/memory/system.h"
#include "measure/collect/simulate/tool/core/limits.h"
#include "measure/collect/simulate/tool/core/threads.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { BURST_BLOCKS = 90000 /* between samplings of strides */ };

static struct {
	Bool exited, thread_seen;
	Int exit_code;
	ULong last_burst;
} own;

/* of the core; no header for tools declares it */
Int vgPlain_kill(Int pid, Int signal);

struct sim sim;

static void post_options(void)
{
	sim_check_options();
	sim.now = 2; /* 0 marks what was never accessed */
	tl_assert(sizeof(struct slot) == 1 << SLOT_SHIFT);
	sim.threads = sim.live_threads = 1;
	level_init(&sim.l2, &sim.g_l2, False);
	level_init(&sim.l3, &sim.g_l3, False);
	model_check_options();
	system_init();
	data_init();
	fetch_init();
	branch_init();
	sim.host_fma = sim.host_fma && fma_on_host();
	evex_init();
	clock_init();
	slices_init();
	exec_begin();
	kinds_open();
	out_open();
}

static void fini(Int code)
{
	HChar end[40];

	if (own.exited)
		VG_(snprintf)(end, sizeof end, "exit %d", own.exit_code);
	else
		/* the core does not report which; our parent process knows */
		VG_(snprintf)(end, sizeof end, "signal 0");
	(void)code;
	out_write(end);
	kinds_ended(sim.clock.cpu_ns / 1000000);
}

static Bool time_is_up(void)
{
	if (sim.limit_s &&
	    VG_(read_millisecond_timer)() >= 1000u * (UInt)sim.limit_s)
		return True;
	if (sim.deadline_s) {
		struct vki_timeval now;

		VG_(gettimeofday)(&now, NULL);
		return now.tv_sec >= sim.deadline_s;
	}
	return False;
}

/*
 * A run with a limit is looked at from time to time, to know what was executed
 * shortly before its end: that marks where in the program it ended.
 */
static void look(void)
{
	enum { LOOKS = 16 };
	UInt now = VG_(read_millisecond_timer)();
	UInt every = 1000u * (UInt)sim.limit_s / LOOKS;

	if (!sim.limit_s || sim.slices.n_ranges || now - sim.looked < every)
		return;
	code_fold();
	code_look();
	sim.looked = now;
}

/* That of another user, which the program may be now, is there, too. */
static Bool is_gone(Int pid)
{
	const SysRes r =
		vgPlain_do_syscall(__NR_kill, (UWord)pid, 0, 0, 0, 0, 0, 0, 0);

	return sr_isError(r) && sr_Err(r) == VKI_ESRCH;
}

/* Called each time a thread gets to run, at least every 100,000 blocks. */
static void start_code(ThreadId tid, ULong blocks)
{
	if (sim.own_name)
		exec_own_name(tid);
	sim.own_name = NULL;
	threads_running(tid);
	clock_start(tid);
	cores_run(tid);
	VG_(set_shadow_regs_area)
	(tid, 1, offsetof(struct state, now), sizeof sim.now,
	 (const UChar *)&sim.now);
	if ((sim.limit_s || sim.deadline_s) && time_is_up())
		write_and_end("limit");
	look();
	if (blocks - own.last_burst >= BURST_BLOCKS) {
		own.last_burst = blocks;
		/* perfexpert-run is gone, so the counts are useless: end */
		if (sim.owner && is_gone(sim.owner))
			VG_(exit)(125);
		/* strides are sampled from where a burst of the model begins */
		if (!model_watches())
			data_burst(sim.slices.mode != LIGHT);
	}
}

static void stop_code(ThreadId tid, ULong blocks)
{
	model_stop();
	VG_(get_shadow_regs_area)
	(tid, (UChar *)&sim.now, 1, offsetof(struct state, now),
	 sizeof sim.now);
	clock_stop(tid);
	slices_look(blocks);
	light_switch();
	threads_begin();
}

static void thread_created(ThreadId tid, ThreadId child)
{
	(void)tid;
	/* the first thread is announced as well */
	if (own.thread_seen) {
		sim.threads++;
		sim.live_threads++;
		threads_made(child);
	}
	own.thread_seen = True;
}

static void thread_exits(ThreadId tid)
{
	threads_ended(tid);
	region_thread_ended(tid);
	clock_thread_exits(tid);
	if (sim.live_threads)
		sim.live_threads--;
}

/* The kernel's PR_SET_SECCOMP and PR_SET_NO_NEW_PRIVS */
enum { SET_SECCOMP = 22, SET_NO_MORE = 38 };

static void pre_syscall(ThreadId tid, UInt number, UWord *args, UInt n)
{
	(void)n;
	clock_pre_syscall(tid, number, args);
	limits_pre_syscall(number, args);
	switch (number) {
	case __NR_exit_group:
		own.exited = True;
		own.exit_code = (Int)args[0] & 0xff;
		break;
	case __NR_exit:
		if (sim.live_threads <= 1) {
			own.exited = True;
			own.exit_code = (Int)args[0] & 0xff;
		}
		break;
	case __NR_prctl:
		sim.sealed |= args[0] == SET_SECCOMP || args[0] == SET_NO_MORE;
		break;
#if defined(__NR_seccomp)
	case __NR_seccomp:
		sim.sealed = True;
		break;
#endif
	case __NR_execve:
#if defined(__NR_execveat)
	case __NR_execveat:
#endif
		/* this image may be gone in a moment; if not, it is written
		 * again at its end */
		out_write("exec");
		break;
	default:
		break;
	}
}

static void post_syscall(ThreadId tid, UInt number, UWord *args, UInt n,
                         SysRes res)
{
	(void)n;
	limits_post_syscall();
	clock_post_syscall(tid, number, args, res);
	system_post_call(number, args);
}

static void reads(CorePart part, ThreadId tid, const HChar *what, Addr a,
                  SizeT len)
{
	(void)tid;
	(void)what;
	if (part == Vg_CoreSysCall)
		system_copies(a, len);
}

static void writes(CorePart part, ThreadId tid, Addr a, SizeT len)
{
	reads(part, tid, NULL, a, len);
}

static void unmapped(Addr a, SizeT len)
{
	code_unmapped(a, len);
	system_gives_up(a, len);
}

static void mapped(Addr a, SizeT len, Bool r, Bool w, Bool x, ULong handle)
{
	(void)r;
	(void)w;
	(void)x;
	(void)handle;
	unmapped(a, len);
}

/* In the parent */
static void forks(ThreadId tid)
{
	sim.one_of_several = True;
}

static void forked(ThreadId tid)
{
	sim.one_of_several = True;
	sim.is_child = True;
	code_reset();
	model_forked();
	slices_reset();
	sim.threads = sim.live_threads = 1;
	threads_forked();
	clock_forked(tid);
	system_forked();
	kinds_started_another();
	sim.kind.kind = 0;
	exec_forked();
	out_forked();
}

static void discard(Addr entry, VexGuestExtents extents)
{
	block_discard(entry, extents.base[0]);
}

/*
 * Stands in for the core's VG_(di_notify_mmap)() (see Makefile.inc), which
 * reads the debug information of every file that is mapped. We need none of
 * it, and in large programs it would take longer than many a run.
 */
ULong no_debug_info(Addr a, Bool allow_valgrind,
                    Int fd) __asm__("__wrap_vgPlain_di_notify_mmap");
ULong no_debug_info(Addr a, Bool allow_valgrind, Int fd)
{
	(void)a;
	(void)allow_valgrind;
	(void)fd;
	return 0;
}

static void no_debug_options(void)
{
}

static void pre_options(void)
{
	VG_(details_name)("perfexpert-sim");
	VG_(details_version)("1");
	VG_(details_description)("counts and simulates for perfexpert");
	VG_(details_copyright_author)
	("Copyright (C) 2026 The PerfExpert authors, GPL-2.0-or-later.");
	VG_(details_bug_reports_to)("the perfexpert project");
	VG_(details_avg_translation_sizeB)(700);
	VG_(basic_tool_funcs)(post_options, sim_instrument, fini);
	VG_(needs_superblock_discards)(discard);
	VG_(needs_command_line_options)
	(sim_option, sim_usage, no_debug_options);
	VG_(needs_syscall_wrapper)(pre_syscall, post_syscall);
	VG_(needs_client_requests)(region_request);
	VG_(track_start_client_code)(start_code);
	VG_(track_stop_client_code)(stop_code);
	VG_(track_pre_thread_ll_create)(thread_created);
	VG_(track_pre_thread_ll_exit)(thread_exits);
	VG_(track_die_mem_munmap)(unmapped);
	VG_(track_new_mem_mmap)(mapped);
	VG_(track_die_mem_brk)(system_gives_up);
	VG_(track_pre_mem_read)(reads);
	VG_(track_post_mem_write)(writes);
	VG_(atfork)(NULL, forks, forked);
	/*
	 * A block must end at a branch: otherwise the branch would be
	 * invisible, or the code after it would be executed before it is
	 * decided. callgrind, with which the counts agree, does the same.
	 */
	VG_(clo_vex_control).guest_chase = False;
	VG_(clo_vex_control).iropt_unroll_thresh = 0;
	VG_(clo_vex_control).iropt_register_updates_default =
		VexRegUpdSpAtMemAccess;
	sim_defaults();
}

VG_DETERMINE_INTERFACE_VERSION(pre_options)
