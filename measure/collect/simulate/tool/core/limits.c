/*
 * perfexpert-sim: the program's limit on its address space
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/limits.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { ADDRESS_SPACE = 9 }; /* RLIMIT_AS */

/* Bytes: more than the simulator takes for any program */
#define ROOM ((unsigned long)16 << 30)

/* The words that the program gave the call, where we changed them */
static struct {
	struct vki_rlimit *at, was;
} given;

static void add_room(unsigned long *limit, unsigned long most)
{
	*limit = *limit > most - ROOM ? most : *limit + ROOM;
}

void limits_pre_syscall(UInt number, UWord *args)
{
	struct vki_rlimit now, *asked = NULL;

	given.at = NULL;
#if defined(__NR_setrlimit)
	if (number == __NR_setrlimit && args[0] == ADDRESS_SPACE)
		asked = (struct vki_rlimit *)args[1];
#endif
#if defined(__NR_prlimit64) && VG_WORDSIZE == 8
	/* what it also wants to know may be written to the same place */
	if (number == __NR_prlimit64 && args[1] == ADDRESS_SPACE &&
	    args[2] != args[3] &&
	    (args[0] == 0 || args[0] == (UWord)VG_(getpid)()))
		asked = (struct vki_rlimit *)args[2];
#endif
	if (!asked ||
	    !VG_(am_is_valid_for_client)((Addr)asked, sizeof(*asked),
	                                 VKI_PROT_READ | VKI_PROT_WRITE))
		return;
	given.at = asked;
	given.was = *asked;
	VG_(getrlimit)(ADDRESS_SPACE, &now);
	add_room(&asked->rlim_cur, now.rlim_max);
	add_room(&asked->rlim_max, now.rlim_max);
}

void limits_post_syscall(void)
{
	if (given.at)
		*given.at = given.was;
	given.at = NULL;
}
