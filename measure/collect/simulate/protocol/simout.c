#include "simout.h"
#include "kinds.h"
#include "simout_keys.h"
#include "simout_merge.h"
#include "simout_seen.h"
#include "simout_shares.h"
#include "simout_words.h"
#include "simout_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(SIM_NCOUNTERS <= 64, "sim_instr.mask has a bit for each");
#define FP(name, letter, counter)                                              \
	_Static_assert(SIM_##counter == SIM_FADD + SIM_FP_##name,              \
	               "classes and their counters have one order");
#include "wire.def"

static const char first_line[] = "perfexpert-sim 1";

/* No file of a program that can be simulated comes near. */
static const size_t max_size = (size_t)2 << 30;

struct reader {
	struct simout *out;
	struct err *err;
	char *at, *end; /* the rest of the text */
	uint64_t line;
	uint64_t sum[N_KEYS];
	uint64_t watched; /* of wx, or UINT64_MAX */
	size_t cap_instrs, cap_modules, cap_regions;
	bool in_module, totals, modelled, threads, ended, complete;
};

static int bad(struct reader *r, const char *what)
{
	return err_set(r->err, ERR_FORMAT, "line %llu: %s",
	               (unsigned long long)r->line, what);
}

/* The next line, terminated, without its line end; NULL at the end. */
static char *next_line(struct reader *r)
{
	if (r->at == r->end)
		return NULL;
	char *line = r->at;
	char *nl = memchr(line, '\n', (size_t)(r->end - line));

	r->line++;
	if (!nl || memchr(line, '\0', (size_t)(nl - line))) {
		bad(r, nl ? "a zero byte" : "cut off");
		return NULL;
	}
	*nl = '\0';
	r->at = nl + 1;
	return line;
}

static int read_module(struct reader *r, char *rest)
{
	struct simout *out = r->out;
	uint64_t v[4];

	for (size_t i = 0; i < 4; i++) {
		if (!words_hex(words_next(&rest), &v[i]))
			return bad(r, "bad address of a module");
	}
	char *id = words_next(&rest);
	char *path = words_next(&rest);

	if (!id || !path || rest || !words_unescape(path) || v[0] >= v[1])
		return bad(r, "bad module");
	if (!strcmp(id, "-"))
		*id = '\0';
	if (strspn(id, "0123456789abcdef") != strlen(id))
		return bad(r, "bad build id");
	out->modules = mem_grow(out->modules, &r->cap_modules,
	                        out->n_modules + 1, sizeof *out->modules);
	out->modules[out->n_modules++] = (struct sim_module){
		.path = arena_intern(out->arena, path),
		.build_id = arena_intern(out->arena, id),
		.base = v[3],
		.start = v[0],
		.end = v[1],
	};
	r->in_module = true;
	return 0;
}

static bool read_sample(struct reader *r, struct sim_instr *in, const char *key,
                        char *value)
{
	bool known, good;
	uint64_t v;

	if (!strcmp(key, "fp"))
		return simout_read_fp(in, value);
	if (!strcmp(key, "op")) {
		in->work = simout_read_work(r->out->arena, value);
		return in->work != NULL;
	}
	if (!strcmp(key, "th")) {
		in->shares = simout_read_shares(r->out->arena, value);
		return in->shares != NULL;
	}
	if (!strcmp(key, "ag")) {
		in->arguments = simout_read_arguments(r->out->arena, value);
		return in->arguments != NULL;
	}
	if (!strcmp(key, "tw"))
		return simout_read_turns(&r->out->turns, value);
	good = simout_read_seen(in, key, value, &known);
	if (known)
		return good;
	if (!words_number(value, &v))
		return false;
	if (!strcmp(key, "ws"))
		in->lines_touched = (double)v;
	else if (!strcmp(key, "wp"))
		in->places_touched = (double)v;
	else if (!strcmp(key, "wx"))
		r->watched = v;
	else if (!strcmp(key, "tg") && v <= UINT16_MAX)
		in->targets = (uint16_t)v;
	else
		return false;
	return true;
}

/* KEY=VALUE words; in is NULL where only counts may be. */
static int read_pairs(struct reader *r, char *rest, uint64_t v[N_KEYS],
                      struct sim_instr *in)
{
	for (char *word = words_next(&rest); word; word = words_next(&rest)) {
		char *value = strchr(word, '=');

		if (!value)
			return bad(r, "expected key=value");
		*value++ = '\0';
		const int k = keys_find(word);

		if (k >= 0 ? !words_number(value, &v[k])
		           : !in || !read_sample(r, in, word, value))
			return bad(r, "bad key or value");
	}
	return 0;
}

/* n times f, or the largest number: such sums are refused elsewhere. */
static uint64_t times(uint64_t n, uint64_t f)
{
	uint64_t product;

	return __builtin_mul_overflow(n, f, &product) ? UINT64_MAX : product;
}

static void fp_counts(const struct sim_instr *in, uint64_t n[SIM_NCOUNTERS])
{
	uint64_t flops = 0;
	unsigned most = 0;

	for (int c = 0; c < SIM_NFP; c++) {
		if (!in->lanes[c])
			continue;
		n[SIM_FADD + c] = n[SIM_EXEC];
		if (in->lanes[c] > most)
			most = in->lanes[c];
		if (c != SIM_FP_OTHER)
			flops += c == SIM_FP_FMA ? 2u * in->lanes[c]
			                         : in->lanes[c];
	}
	if (most)
		n[SIM_FP] = n[SIM_EXEC];
	if (most > 1)
		n[SIM_FP_PACKED] = n[SIM_EXEC];
	n[SIM_FLOPS] = times(n[SIM_EXEC], flops);
}

/* Totals that overflow are refused: no program counts that far. */
static int add_counts(struct reader *r, const uint64_t v[N_KEYS],
                      const uint64_t n[SIM_NCOUNTERS])
{
	for (int k = 0; k < N_KEYS; k++) {
		if (__builtin_add_overflow(r->sum[k], v[k], &r->sum[k]))
			return bad(r, "counts too large");
	}
	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (__builtin_add_overflow(r->out->total[c], n[c],
		                           &r->out->total[c]))
			return bad(r, "counts too large");
	}
	return 0;
}

static int read_instr(struct reader *r, char *rest)
{
	struct simout *out = r->out;
	uint64_t v[N_KEYS] = { 0 }, n[SIM_NCOUNTERS] = { 0 }, size;
	struct sim_instr in = { .stride_share = NAN,
		                .falling = NAN,
		                .line_bytes_used = NAN,
		                .lines_touched = NAN,
		                .places_touched = NAN };

	if (!r->in_module || r->totals)
		return bad(r, "an instruction outside a module");
	if (!words_hex(words_next(&rest), &in.addr) ||
	    !words_number(words_next(&rest), &size) || size > 255)
		return bad(r, "bad instruction");
	r->watched = UINT64_MAX;
	if (read_pairs(r, rest, v, &in) != 0)
		return -1;
	if (simout_shared(in.shares) > v[K_EXEC])
		return bad(r, "threads executed it more often than all");
	in.module = (uint32_t)(out->n_modules - 1);
	in.size = (uint8_t)size;
	keys_counts(v, n);
	fp_counts(&in, n);
	if (r->watched < n[SIM_EXEC]) {
		in.unseen = r->watched == 0;
		sim_extrapolate(n, r->watched);
	}
	if (add_counts(r, v, n) != 0)
		return -1;
	sim_pack(out->arena, &in, n);
	out->instrs = mem_grow(out->instrs, &r->cap_instrs, out->n_instrs + 1,
	                       sizeof *out->instrs);
	out->instrs[out->n_instrs++] = in;
	return 0;
}

/* What the tool counted is what was read. */
static int read_total(struct reader *r, char *rest)
{
	uint64_t v[N_KEYS] = { 0 }, n;
	char *first = words_next(&rest);

	if (r->totals)
		return bad(r, "totals twice");
	if (!first || strncmp(first, "n=", 2) != 0 ||
	    !words_number(first + 2, &n))
		return bad(r, "bad total");
	if (read_pairs(r, rest, v, NULL) != 0)
		return -1;
	if (n != r->out->n_instrs)
		return bad(r, "instructions are missing");
	if (memcmp(v, r->sum, sizeof v) != 0)
		return bad(r, "the counts do not add up to the totals");
	r->totals = true;
	return 0;
}

static int read_end(struct reader *r, char *rest)
{
	const char *how = words_next(&rest);
	char *code = words_next(&rest);
	uint64_t v = 0;

	if (!how || rest || (code && (!words_number(code, &v) || v > 255)))
		return bad(r, "bad end");
	if (!strcmp(how, "exit") && code)
		r->out->end = SIM_END_EXIT;
	else if (!strcmp(how, "signal") && code)
		r->out->end = SIM_END_SIGNAL;
	else if (!strcmp(how, "limit") && !code)
		r->out->end = SIM_END_LIMIT;
	else if (!strcmp(how, "enough") && !code)
		r->out->end = SIM_END_ENOUGH;
	else if (!strcmp(how, "exec") && !code)
		r->out->end = SIM_END_EXEC;
	else
		return bad(r, "bad end");
	r->out->end_code = (int)v;
	r->ended = true;
	return 0;
}

static int read_process(struct reader *r, char *rest)
{
	const char *pid = words_next(&rest);
	const char *parent = words_next(&rest);

	if (!pid || !parent || rest ||
	    !num_int(pid, 0, INT32_MAX, &r->out->pid) ||
	    !num_int(parent, 0, INT32_MAX, &r->out->parent_pid))
		return bad(r, "bad process");
	return 0;
}

static int read_program(struct reader *r, char *rest)
{
	char *name = words_next(&rest);

	if (!name || rest || !words_unescape(name))
		return bad(r, "bad program");
	r->out->program = arena_intern(r->out->arena, name);
	return 0;
}

static int read_rank(struct reader *r, char *rest)
{
	if (!num_int(rest, 0, INT32_MAX, &r->out->rank))
		return bad(r, "bad rank");
	return 0;
}

static int read_kind(struct reader *r, char *rest)
{
	int v[3];

	for (size_t i = 0; i < 3; i++) {
		const char *word = words_next(&rest);

		if (!word || !num_int(word, 0, INT32_MAX, &v[i]))
			return bad(r, "bad kind of process");
	}
	if (rest || v[0] > KINDS)
		return bad(r, "bad kind of process");
	r->out->kind = v[0];
	r->out->number = (unsigned)v[1];
	r->out->each = (unsigned)v[2];
	return 0;
}

/* Each tick is some instruction's and some cause's: none is lost or twice. */
static int read_modelled(struct reader *r, char *rest)
{
	uint64_t v[3], causes = 0;

	if (!r->totals || r->modelled)
		return bad(r, "the timing model twice, or before the totals");
	for (size_t i = 0; i < 3; i++) {
		if (!words_number(words_next(&rest), &v[i]))
			return bad(r, "bad sums of the timing model");
	}
	if (rest || v[0] < 1 || v[0] > 1000000)
		return bad(r, "bad sums of the timing model");
	for (size_t i = 0; i < SIM_NCAUSES; i++)
		causes += r->sum[K_CAUSES + i];
	r->modelled = true;
	/* the counts are right all the same: there is no account then */
	if (r->sum[K_MODELLED] != v[1] || causes != v[2])
		return 0;
	r->out->ticks_per_cycle = (unsigned)v[0];
	return 0;
}

/* FP classes of a region: letters that follow 'f', in the counters' order. */
static int region_key(const char *key)
{
	static const char letters[] = {
#define FP(name, letter, ...) letter,
#include "wire.def"
		'p', 'v', 'l', '\0'
	};
	const char *at = key[0] == 'f' && key[1] && !key[2]
	                         ? strchr(letters, key[1])
	                         : NULL;

	return at ? SIM_FADD + (int)(at - letters) : -1;
}

static int read_region_counts(struct reader *r, char *rest,
                              uint64_t n[SIM_NCOUNTERS])
{
	uint64_t v[N_KEYS] = { 0 }, fp[SIM_NCOUNTERS] = { 0 };

	for (char *word = words_next(&rest); word; word = words_next(&rest)) {
		char *value = strchr(word, '=');

		if (!value)
			return bad(r, "expected key=value");
		*value++ = '\0';
		const int k = keys_find(word), f = region_key(word);

		if ((k < 0 && f < 0) ||
		    !words_number(value, f >= 0 ? &fp[f] : &v[k]))
			return bad(r, "bad key or value");
	}
	keys_counts(v, n);
	for (int c = SIM_FADD; c <= SIM_FLOPS; c++)
		n[c] = fp[c];
	return 0;
}

static int read_region(struct reader *r, char *rest)
{
	struct simout *out = r->out;
	struct sim_region *to;
	uint64_t count[SIM_NCOUNTERS] = { 0 };
	uint64_t node, parent, entries;
	const char *number;
	char *name;
	int n;

	if (!words_number(words_next(&rest), &node) ||
	    !words_number(words_next(&rest), &parent) ||
	    node != out->n_regions + 1 || parent >= node)
		return bad(r, "bad node of a region");
	number = words_next(&rest);
	if (!number || !num_int(number, INT32_MIN, INT32_MAX, &n) ||
	    !words_number(words_next(&rest), &entries))
		return bad(r, "bad region");
	name = words_next(&rest);
	if (!name || !words_unescape(name))
		return bad(r, "bad name of a region");
	out->regions = mem_grow(out->regions, &r->cap_regions,
	                        out->n_regions + 1, sizeof *out->regions);
	to = &out->regions[out->n_regions++];
	*to = (struct sim_region){ .parent = (uint32_t)parent,
		                   .number = n,
		                   .entries = entries,
		                   .name = arena_intern(out->arena, name) };
	if (read_region_counts(r, rest, count) != 0)
		return -1;
	sim_pack(out->arena, &to->counts, count);
	return 0;
}

static int read_threads(struct reader *r, char *rest)
{
	int n;

	if (!num_int(rest, 1, INT32_MAX, &n))
		return bad(r, "bad number of threads");
	r->out->threads = (unsigned)n;
	r->threads = true;
	return 0;
}

static int read_clock(struct reader *r, char *rest)
{
	const char *reads = words_next(&rest);
	const char *us = words_next(&rest);
	uint64_t n;

	if (!reads || !us || rest ||
	    !words_number(reads, &r->out->clock_reads) || !words_number(us, &n))
		return bad(r, "bad clock");
	r->out->clock_cpu_s = (double)n / 1e6;
	return 0;
}

static int read_eof(struct reader *r, char *rest)
{
	uint64_t lines;

	if (!words_number(rest, &lines) || lines != r->line - 1)
		return bad(r, "lines are missing");
	if (!r->totals || !r->threads || !r->ended || r->at != r->end)
		return bad(r, "not complete");
	r->complete = true;
	return 0;
}

static int read_line(struct reader *r, char *line)
{
	static const struct {
		const char *word;
		int (*read)(struct reader *, char *);
	} kinds[] = {
		{ "i", read_instr },         { "module", read_module },
		{ "program", read_program }, { "process", read_process },
		{ "total", read_total },     { "threads", read_threads },
		{ "end", read_end },         { "eof", read_eof },
		{ "clock", read_clock },     { "modelled", read_modelled },
		{ "region", read_region },   { "rank", read_rank },
		{ "kind", read_kind },
	};
	char *rest = line;
	const char *word = words_next(&rest);

	if (!rest)
		return bad(r, "a line of one word");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!strcmp(word, kinds[i].word))
			return kinds[i].read(r, rest);
	}
	return bad(r, "unknown kind of line");
}

static int read_lines(struct reader *r)
{
	char *line = next_line(r);

	if (!line || strncmp(line, first_line, strlen("perfexpert-sim ")) != 0)
		return err_set(r->err, ERR_FORMAT,
		               "not an output of the simulator");
	if (strcmp(line, first_line) != 0)
		return bad(r, "another version of the format");
	while ((line = next_line(r))) {
		if (read_line(r, line) != 0)
			return -1;
	}
	if (!r->complete)
		return bad(r, "cut off");
	return 0;
}

struct simout *simout_parse(char *text, size_t n, struct err *err)
{
	struct simout *out = mem_alloc(1, sizeof *out);
	struct reader r = {
		.out = out, .err = err, .at = text, .end = text + n
	};

	out->arena = arena_new();
	out->rank = -1;
	const int status = read_lines(&r);

	if (status == 0) {
		simout_merge(out);
		return out;
	}
	simout_free(out);
	return NULL;
}

struct simout *simout_read(const char *path, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	struct simout *out = NULL;

	if (io_read_file(path, max_size, &text, err) != 0)
		goto out;
	out = simout_parse(text.s, text.len, err);
	if (!out)
		err_prefix(err, "%s", path);
out:
	strbuf_release(&text);
	return out;
}

void simout_drop_preloaded(struct simout *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n_instrs; i++) {
		const char *path = s->modules[s->instrs[i].module].path;

		if (strncmp(io_basename(path), "vgpreload_", 10) != 0)
			s->instrs[kept++] = s->instrs[i];
	}
	s->n_instrs = kept;
}

void simout_free(struct simout *s)
{
	if (!s)
		return;
	arena_free(s->arena);
	free(s->modules);
	free(s->instrs);
	free(s->regions);
	free(s);
}
