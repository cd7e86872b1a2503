/*
 * perfexpert-sim: reports on the run while it lasts
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/*
 * --watch names the code of sections. After each slice of the run the counts of
 * each section that was executed in it are appended to --slices, and the first
 * byte of --control says how to go on. Both formats:
 * measure/collect/simulate/sample/slices.h.
 *
 * Slices are measured by the work that is done, not by time, so that the same
 * program has the same slices; they grow with the run, so that there are some
 * thousand of them at most.
 */

enum {
	SLICE_STAMPS = 12000000, /* some ten million instructions, .. */
	STAMPS_OF_BLOCK = 4,     /* .. or a fourth as many blocks */
	LIGHT_SLICES = 6,        /* that one of a pass over is as long as, .. */
	STAMPS_OF_INSN = 400,    /* .. but all code is looked at in its end */
	SLICES_OF_ALL = 256,     /* a slice is at least that part of the run */
	LOOKS_OF_ALL = 16,
	MAX_WATCH = 1 << 24, /* bytes of --watch */
	LONG_FILE = 1 << 30, /* bytes; none of ours is */
	POLL_MS = 20,        /* of who waits to be ended */
	MAX_RANGES = 1 << 16,
	MAX_SECTIONS = 1 << 12,
};

static HChar *read_file(const HChar *path)
{
	struct vg_stat st;
	HChar *text;
	Int fd, n;

	if (sr_isError(VG_(stat)(path, &st)) || st.size > MAX_WATCH)
		return NULL;
	fd = exec_open("--watch=", path, VKI_O_RDONLY);
	if (fd < 0)
		return NULL;
	text = VG_(malloc)("sim.watch", (SizeT)st.size + 1);
	n = exec_read(fd, text, (Int)st.size);
	text[n > 0 ? n : 0] = '\0';
	return text;
}

/* "SECTION LOW HIGH PATH"; addresses are hexadecimal. */
static Bool parse_range(HChar *line, struct watch_range *r)
{
	HChar *end;

	r->section = (UInt)VG_(strtoull10)(line, &end);
	if (*end != ' ' || !r->section || r->section > MAX_SECTIONS)
		return False;
	r->low = VG_(strtoull16)(end + 1, &end);
	if (*end != ' ')
		return False;
	r->high = VG_(strtoull16)(end + 1, &end);
	r->path = end + 1;
	return *end == ' ' && r->low < r->high;
}

static void add_range(const struct watch_range *r)
{
	struct slices *s = &sim.slices;

	if (s->n_ranges % 256 == 0)
		s->range = VG_(realloc)("sim.ranges", s->range,
		                        (s->n_ranges + 256) * sizeof *r);
	s->range[s->n_ranges++] = *r;
	if (r->section > s->n_sections)
		s->n_sections = r->section;
}

/* the command; '\0': there is no control file */
HChar slices_control(void)
{
	HChar c = 'g';

	if (sim.slices.control_fd < 0)
		return '\0';
	/* other processes have the same file open; of a pipe, each letter is
	 * for one slice */
	const SysRes r =
		vgPlain_do_syscall(__NR_pread64, (UWord)sim.slices.control_fd,
	                           (UWord)&c, 1, 0, 0, 0, 0, 0);
	const Int n = sr_isError(r) ? VG_(read)(sim.slices.control_fd, &c, 1)
	                            : (Int)sr_Res(r);

	return n == 1 ? c : 'g';
}

static Bool is_end_ordered(HChar control)
{
	return control == 's' || control == 'n';
}

static ULong larger(ULong a, ULong b)
{
	return a > b ? a : b;
}

/* The program may not be able to open them later. */
static void open_files(void)
{
	struct slices *s = &sim.slices;

	s->fd = s->control_fd = -1;
	if (s->file)
		s->fd = exec_open("--slices=", s->file,
		                  VKI_O_WRONLY | VKI_O_APPEND);
	if (s->control_file)
		s->control_fd =
			exec_open("--control=", s->control_file, VKI_O_RDONLY);
}

/* Ranges come sorted, file by file. */
void slices_init(void)
{
	struct slices *s = &sim.slices;
	struct watch_range r;

	if (!s->stamps)
		s->stamps = SLICE_STAMPS;
	open_files();
	if (!s->watch_file || !s->file)
		return;
	s->text = read_file(s->watch_file);
	for (HChar *line = s->text;
	     line && *line && s->n_ranges < MAX_RANGES;) {
		HChar *end = VG_(strchr)(line, '\n');

		if (end)
			*end = '\0';
		if (parse_range(line, &r))
			add_range(&r);
		line = end ? end + 1 : NULL;
	}
	s->reported = VG_(calloc)("sim.reported", s->n_sections + 1,
	                          sizeof *s->reported);
	if (slices_control() == 'l') {
		s->mode = s->next = LIGHT;
		s->sampled = True;
	}
}

void slices_module(struct module *m)
{
	const struct slices *s = &sim.slices;
	UInt i = 0;

	while (i < s->n_ranges && !VG_STREQ(s->range[i].path, m->path))
		i++;
	m->watch_first = i;
	while (i < s->n_ranges && VG_STREQ(s->range[i].path, m->path))
		i++;
	m->watch_end = i;
}

UInt slices_watched(const struct insn *insn)
{
	const struct module *m = &sim.code.module[insn->module];
	const ULong addr = insn->addr - m->bias;
	UInt low = m->watch_first, high = m->watch_end;

	while (low < high) {
		const UInt middle = low + (high - low) / 2;
		const struct watch_range *r = &sim.slices.range[middle];

		if (addr >= r->low && addr < r->high)
			return r->section;
		if (addr < r->low)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}

/* A section's counts: those of its instructions, and of FP by class. */
struct section_counts {
	ULong v[N_TOTALS];
	ULong fp[N_FP + 3]; /* by class; any, packed, operations */
};

static void add_fp(const struct insn *i, ULong exec, ULong fp[N_FP + 3])
{
	UInt most = 0, flops = 0;

	for (UInt c = 0; c < N_FP; c++) {
		if (!i->lanes[c])
			continue;
		fp[c] += exec;
		most = i->lanes[c] > most ? i->lanes[c] : most;
		if (c != FP_OTHER)
			flops += (c == FP_FMA ? 2 : 1) * i->lanes[c];
	}
	fp[N_FP] += most ? exec : 0;
	fp[N_FP + 1] += most > 1 ? exec : 0;
	fp[N_FP + 2] += exec * flops;
}

static struct section_counts *sum_up(void)
{
	struct section_counts *all = VG_(calloc)(
		"sim.slice", sim.slices.n_sections + 1, sizeof *all);

	for (const struct insn *i = sim.slices.watched; i;
	     i = i->next_watched) {
		struct section_counts *s = &all[i->watched];
		ULong v[N_TOTALS];

		if (!i->exec)
			continue;
		insn_counts(i, v);
		for (UInt k = 0; k < N_TOTALS; k++)
			s->v[k] += v[k];
		if (i->fp_bits)
			add_fp(i, v[T_EXEC], s->fp);
	}
	return all;
}

static UInt put_section(HChar *to, Int room, UInt k,
                        const struct section_counts *s)
{
	UInt n = VG_(snprintf)(to, room, "s %u", k);

	for (UInt i = 0; i < T_MODELLED; i++) {
		if (s->v[i])
			n += VG_(snprintf)(to + n, room - (Int)n, " %s=%llu",
			                   total_name[i], s->v[i]);
	}
	n += VG_(snprintf)(to + n, room - (Int)n, " fp");
	for (UInt i = 0; i < N_FP + 3; i++)
		n += VG_(snprintf)(to + n, room - (Int)n, ":%llu", s->fp[i]);
	return n + VG_(snprintf)(to + n, room - (Int)n, "\n");
}

/*
 * What belongs together is written at once: processes share the file. Who may
 * write no long files would get a signal.
 */
static void append(const HChar *text, UInt n)
{
	struct vki_rlimit limit;

	VG_(getrlimit)(RLIMIT_FILE_SIZE, &limit);
	if (sim.slices.fd >= 0 && limit.rlim_cur >= LONG_FILE)
		VG_(write)(sim.slices.fd, text, (Int)n);
}

static Bool owner_is_gone(void)
{
	struct vg_stat st;

	return sr_isError(VG_(stat)(sim.slices.control_file, &st));
}

/* Called when the counts are written. A launcher ends all ranks when one
 * ends, so each rank reports its end and waits until it is ended. */
void slices_ended(void)
{
	HChar line[32];

	if (!sim.slices.together || !sim.slices.n_ranges)
		return;
	append(line, VG_(sprintf)(line, "ended %d\n", VG_(getpid)()));
	while (is_end_ordered(slices_control()) && !owner_is_gone())
		VG_(poll)(NULL, 0, POLL_MS);
}

static void write_slice(void)
{
	static const HChar letter[] = {
		[WATCHING] = 'g', [WARMING] = 'w', [LIGHT] = 'l'
	};
	enum { ROOM = 1200 };
	struct slices *s = &sim.slices;
	struct section_counts *all = sum_up();
	HChar *text =
		VG_(malloc)("sim.slice", (SizeT)(s->n_sections + 2) * ROOM);
	UInt n = VG_(snprintf)(
		text, ROOM, "slice %d %u %u %llu %llu %c\n", VG_(getpid)(),
		++s->n, VG_(get_user_milliseconds)(),
		sim.clock.cpu_ns / 1000000, s->fewest, letter[s->mode]);

	for (UInt k = 1; k <= s->n_sections; k++) {
		if (all[k].v[T_EXEC] == s->reported[k])
			continue;
		n += put_section(text + n, ROOM, k, &all[k]);
		s->reported[k] = all[k].v[T_EXEC];
	}
	append(text, n);
	VG_(free)(text);
	VG_(free)(all);
}

/* Reads the order how to continue, at the end of a slice */
static void decide(void)
{
	struct slices *s = &sim.slices;

	switch (slices_control()) {
	case 's':
	case 'n':
		if (!sim.ending.at)
			ending_begin();
		break;
	case 'l':
		s->next = LIGHT;
		break;
	default:
		s->next = s->mode == LIGHT ? WARMING : WATCHING;
		break;
	}
}

/* Stamps; caches are as large where slices are short. Those that are watched
 * now and then are not many, however long the run is. */
static ULong slice_length(void)
{
	const struct slices *s = &sim.slices;
	const ULong own = (ULong)s->stamps;
	const ULong of_all = sim.now / SLICES_OF_ALL;

	switch (s->mode) {
	case LIGHT:
		return larger(larger(LIGHT_SLICES * own, of_all),
		              (ULong)STAMPS_OF_INSN * sim.code.n_insns);
	case WARMING:
		return larger(own, SLICE_STAMPS);
	default:
		return s->sampled ? own : larger(own, of_all);
	}
}

/* Called when a thread was stopped. */
void slices_look(ULong blocks)
{
	struct slices *s = &sim.slices;
	const ULong now = sim.now;

	if (!s->n_ranges)
		return;
	ending_look();
	const ULong length = slice_length();

	if (now - s->now < length &&
	    blocks - s->blocks < length / STAMPS_OF_BLOCK)
		return;
	s->now = now;
	s->blocks = blocks;
	/* of a compiler's million instructions few are watched */
	const Bool looks =
		!sim.ending.at && now - s->looked >= now / LOOKS_OF_ALL;

	if (looks) {
		code_fold();
		s->fewest = ending_fewest();
	} else {
		code_fold_watched();
	}
	if (s->mode == WARMING)
		light_forget();
	write_slice();
	decide();
	/* after that: what was done since the look before was done lately */
	if (looks && !sim.ending.at) {
		code_look();
		s->looked = now;
	}
}

/* A forked child reports only its own work. */
void slices_reset(void)
{
	struct slices *s = &sim.slices;

	for (UInt k = 0; k <= s->n_sections && s->reported; k++)
		s->reported[k] = 0;
	s->n = 0;
	ending_reset();
}
