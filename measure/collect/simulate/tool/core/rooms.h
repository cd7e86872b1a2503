/*
 * perfexpert-sim: what its rooms do for each other, by file
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_ROOMS_H
#define PERFEXPERT_SIM_ROOMS_H

#include "pub_tool_tooliface.h"

#include "block.h"
#include "regions.h"
#include "tables.h"

/* command_line.c */
void sim_defaults(void);
Bool sim_option(const HChar *arg);
void sim_usage(void);
void sim_check_options(void);

/* code.c */
/* zeroes from the system, or the program ends */
void *system_memory(SizeT size);
void *forever(SizeT size); /* the same for small ones; never freed */
/* the same; below 2 GB while there is some left, for what translated code uses
 */
void *forever_near(SizeT size);
struct insn *insn_get(Addr addr, UInt size);
struct insn *insn_find(Addr addr);
struct mem_stat *insn_mem(struct insn *insn);
struct branch_stat *insn_branch(struct insn *insn);
struct block *block_new(UInt n_entries, UInt n_exits, UInt n_accesses,
                        UInt n_fetches);
void block_keep(struct block *block);
void block_discard(Addr entry, Addr base);
void code_unmapped(Addr start, SizeT len);
void code_fold(void);         /* adds what all translations counted */
void code_fold_watched(void); /* of those with code of a watched section */
void code_look(void);  /* what is executed from now on is late; after a fold */
void code_reset(void); /* all counts to zero, in a forked child */
struct line *line_get(Addr addr);

/* modules.c */
UInt module_of(Addr addr);
Bool module_unmapped(Addr start, Addr end);

/* instrument.c */
IRSB *sim_instrument(VgCallbackClosure *closure, IRSB *in,
                     const VexGuestLayout *layout, const VexGuestExtents *vge,
                     const VexArchInfo *host, IRType guest_word,
                     IRType host_word);

/* fma.c */
Bool fma_on_host(void);
/* evex_ir.c: once, before anything is translated */
void evex_init(void);

/* fpclass.c */
struct fp_seen {
	UInt lanes[N_FP];
	UInt add, sub; /* lanes; an instruction may do both and select */
	UInt bits;
};
void fp_see(struct fp_seen *seen, IROp op);
void fp_settle(const struct fp_seen *seen, struct insn *insn);

/* caches.c */
void cache_init(struct cache *c, const struct geometry *g, Bool tlb);
void level_init(struct level *l, const struct geometry *g, Bool tlb);
void level_room(struct level *l);
ULong big_find(const struct cache *c, ULong tag);
void big_sort_in(struct cache *c, UInt way, UInt head);
void big_replace(struct cache *c, ULong way, ULong tag);
void big_touch(struct cache *c, ULong way);

/* data.c */
void data_init(void);
void data_finish(void);
void data_unlink(void); /* nothing may point into l1d and dtlb */
void data_burst(Bool on);
VG_REGPARM(3) void data_slow(struct access *access, Addr addr, ULong stamp);
VG_REGPARM(3) void data_group(struct access *access, Addr addr, ULong stamp);
void data_sized(struct access *a, Addr addr, UInt size, ULong stamp);
void data_string(struct access *a, Addr addr, UInt size, ULong stamp);
void data_some(struct access *a, Addr addr, UInt size, ULong stamp);
VG_REGPARM(3)
void data_guarded(struct access *access, Addr addr, ULong stamp);

/* cores.c */
void cores_run(ThreadId tid);

/* sample.c */
void sample_stride(struct mem_stat *mem, UInt store, Addr addr);
void sample_values(struct mem_stat *mem, Addr addr, UInt size);
void sample_flow_begin(void);
void sample_flow(struct mem_stat *mem, UInt store, Addr addr, UInt size,
                 Bool early);
void sample_line(struct mem_stat *mem, ULong way);
void sample_bytes(UInt tracked, ULong way, Addr addr, UInt size);
void sample_evicted(UInt tracked, ULong way);
/* place: the address within the line */
void sample_distinct(struct mem_stat *mem, ULong hash, UInt place);
ULong sample_distinct_count(const UChar *hll);

/* data.c */
void data_empty_slots(void);

/* model_*.c: the timing model, see model.h */
void model_check_options(void);
/* Do bursts come, in this part of the run? */
Bool model_watches(void);
/* Was it given its numbers? */
Bool model_wanted(void);
/* The program asks for a line, while a burst lasts. */
void model_prefetch(Addr addr);
/* Does a burst follow this block, which is a string instruction? */
Bool model_string_begin(const struct block *block);
/* A part of it of so many bytes and steps; left: parts, with this one */
void model_string(struct block *block, UInt bytes, UInt steps, ULong left);
void model_string_end(struct block *block);
void model_stop(void);
void model_forked(void);
VG_REGPARM(2) void model_enter(struct block *block, ULong now);
void model_access(const struct access *access, Addr addr, UInt missed,
                  ULong stamp);
void model_fetch(struct insn *insn, UInt missed);
void model_forget(struct block *block);
void model_log_begin(void);
void model_log(const struct block *block, const struct access *access,
               Int offset, UInt size);
void model_log_again(void);

/* others.c */
void others_init(void);
Bool others_hit(Addr addr, ULong stamp);
Bool others_have(Addr addr);
void others_cost(ULong ticks);
void others_rate(ULong ticks, ULong stamps);

/* fetch.c */
void fetch_init(void);
void fetch_fold(struct fetch *fetch);
VG_REGPARM(2) void fetch_slow(struct fetch *fetch, ULong stamp);

/* Valgrind's, see light.c
 * NOLINTNEXTLINE(readability-identifier-naming) */
void vgPlain_discard_translations(Addr start, ULong len, const HChar *who);
/* NOLINTNEXTLINE(readability-identifier-naming) */
SysRes vgPlain_do_syscall(UWord number, UWord a, UWord b, UWord c, UWord d,
                          UWord e, UWord f, UWord g, UWord h);

/* branch.c */
void branch_init(void);
void indirect_init(void);
void branch_first_state(struct branch_stat *branch, Addr addr);
VG_REGPARM(3)
VG_REGPARM(3)
void branch_tage(struct branch_stat *branch, UWord taken, ULong history);
VG_REGPARM(2) void branch_indirect(struct branch_stat *branch, Addr target);
VG_REGPARM(1) void branch_return_missed(struct branch_stat *branch);

/* light.c */
void light_happened(const struct insn *i, struct happened *all);
void light_switch(void);
void light_forget(void); /* what happened since it is WARMING */
void light_end(void);    /* before counts are written */

/* weigh.c */
/* A window is over, the next one begins; or none follows. */
void weigh_window(struct insn *i);
void weigh_last(struct insn *i);
void weigh_reset(struct insn *i); /* of a forked child */

/* clock.c */
void clock_init(void);
void clock_stop(ThreadId tid);
void clock_watches(Bool on);
void clock_start(ThreadId tid);
void clock_pre_syscall(ThreadId tid, UInt number, const UWord *args);
void clock_post_syscall(ThreadId tid, UInt number, UWord *args, SysRes res);
void clock_thread_exits(ThreadId tid);
void clock_forked(ThreadId tid);

/* How often a segment ran since it was settled. */
static inline ULong fresh(const struct block *b, UInt segment)
{
	return b->count[segment] - b->settled[segment];
}

extern const HChar *const total_name[N_TOTALS];

/* write.c */
void insn_counts(const struct insn *i, ULong v[N_TOTALS]);
void write_and_end(const HChar *end);
void out_open(void);
void out_write(const HChar *end);
void out_forked(void);

/* exec.c */
Bool exec_is_text(Addr a); /* that the program has */
void exec_begin(void);
void exec_forked(void);
void exec_own_name(ThreadId tid);
/* the same file by a descriptor that the program can't have */
Int exec_hide(Int fd);
/* the same of an option's file, which what is executed has, too */
Int exec_open(const HChar *option, const HChar *path, Int flags);
/* from its start, up to so many bytes; below 0: an error */
Int exec_read(Int fd, HChar *to, Int size);

enum { RLIMIT_FILE_SIZE = 1 }; /* the kernel's RLIMIT_FSIZE */

/* region.c */
Bool region_request(ThreadId tid, UWord *args, UWord *result);
Bool region_sees(Addr addr);
void region_add(struct block *block);
void region_add_happened(void);
void region_thread_ended(ThreadId tid);
void region_forget(struct block *block);
void region_reset(void);

#endif
