/* check_profile - the model, and that what is written reads back the same */
#include "check.h"

#include <math.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile/profile.h"
#include "profile/xml.h"

static char dir[PATH_MAX];

static void make_dir(void)
{
	scratch_name(dir, "check_profile.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void remove_dir(void)
{
	struct err err = { 0 };

	ck_assert_int_eq(io_remove_tree(dir, &err), 0);
}

/* What was measured on the host */
static void add_memory(struct profile *p)
{
	p->memory_latency_ns = 140;
	p->memory_line_ns = 2.25;
	p->l3_line_ns = 1.5;
	p->l3_latency_ns = 15;
	p->memory_random_ns = 8.5;
	p->l3_random_ns = 1.75;
	p->l3_others_ns = 0;
	p->walk_ns = 25;
	p->walk_large_ns = 10;
	p->fresh_ns = 250;
	p->fresh_large_ns = 90;
	p->memory_given_back = 1;
}

/* A measurement with everything in it, and names that hurt. */
static struct profile *sample(void)
{
	static const char *const args[] = { "./a b", "x\x1b[2J", "<&\"'\n\t" };
	struct profile *p = profile_new();
	struct profile_run *run;
	struct profile_section *mod, *proc, *loop;
	struct profile_attr attr = { "stride", "-16000" };

	p->program = "a \xff";
	p->args = args;
	p->nargs = 3;
	p->collector = "simulate";
	p->collector_version = "1";
	p->machine = "opteron";
	p->build_id = "00ff";
	p->start = "2026-01-01T00:00:00Z";
	p->estimated = true;
	p->clock_hz = 2.3e9;
	p->runtime_s = 1.25;
	add_memory(p);
	profile_note(p, "%s", "a note");
	profile_event_add(p, "TOT_CYC", "cpu-clock", PROFILE_SAMPLED);
	profile_event_add(p, "TOT_INS", NULL, PROFILE_SIMULATED);
	for (int i = 0; i < 6; i++) {
		run = profile_run_add(p);
		run->purpose = "native";
		run->command = "./a b";
		run->wall_s = 0.1 * i;
		run->total[0] = 1000 + i;
	}
	run->signal = 11;
	run->exit_status = -1;
	run->period[1] = 13;
	mod = profile_section_add(p, profile_root(p), PROFILE_MODULE, "a");
	proc = profile_section_add(p, mod, PROFILE_PROCEDURE,
	                           "f<int>(char const*)");
	proc->raw_name = "_Z1fIiEvPKc";
	proc->file = "a.cpp";
	proc->line = 3;
	proc->end_line = 30;
	loop = profile_section_add(p, proc, PROFILE_LOOP, "");
	profile_add(loop, 0, 700);
	profile_add(proc, 0, 1000);
	profile_add(proc, 1, 1.0 / 3);
	profile_samples(p, loop)[0] = 7;
	profile_run_cycles(p, loop)[5] = 701.5;
	profile_stats(p, proc)[0] =
		(struct profile_stats){ 4, 1, 2, 1.5, 0.25 };
	profile_line_add(p, loop, "a.cpp", 7)->sum[0] = 700;
	profile_fact_add(p, loop, "memref", &attr, 1);
	profile_sum_up(p);
	return p;
}

static void check_same(double a, double b)
{
	ck_assert((isnan(a) && isnan(b)) || a == b);
}

START_TEST(reads_what_it_wrote)
{
	struct profile *p = sample(), *q;
	struct profile_section *s, *t;
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };

	io_join(&path, dir, "x.db");
	ck_assert_int_eq(profile_write_xml(p, path.s, &err), 0);
	q = profile_read_xml(path.s, NULL, &err);
	ck_assert_msg(q != NULL, "%s", err.msg);
	ck_assert_str_eq(q->program, "a \\xff");
	ck_assert_uint_eq(q->nargs, 3);
	ck_assert_str_eq(q->args[1], "x\\x1b[2J");
	ck_assert_str_eq(q->args[2], "<&\"'\n\t");
	ck_assert(q->estimated);
	ck_assert_str_eq(q->notes[0], "a note");
	ck_assert_uint_eq(q->nruns, 6);
	ck_assert_int_eq(q->runs[5].signal, 11);
	ck_assert_int_eq(q->runs[5].exit_status, -1);
	check_same(q->runs[5].period[1], 13);
	check_same(q->runs[3].total[0], 1003);
	ck_assert_int_eq(q->events[0].how, PROFILE_SAMPLED);
	ck_assert_str_eq(q->events[0].native, "cpu-clock");
	for (s = p->root, t = q->root; s && t;
	     s = profile_next(s), t = profile_next(t)) {
		ck_assert_int_eq(s->kind, t->kind);
		ck_assert_str_eq(s->name, t->name);
		ck_assert_pstr_eq(s->raw_name, t->raw_name);
		ck_assert_pstr_eq(s->file, t->file);
		ck_assert_uint_eq(s->end_line, t->end_line);
		for (size_t i = 0; i < p->nevents; i++)
			check_same(s->sum[i], t->sum[i]);
		ck_assert_uint_eq(s->nfacts, t->nfacts);
		ck_assert_uint_eq(s->nlines, t->nlines);
	}
	ck_assert(!s && !t);
	t = q->root->child->child;
	check_same(t->stats[0].sd, 0.25);
	check_same(t->stats[1].n, NAN);
	t = t->child;
	check_same(t->run_cycles[5], 701.5);
	check_same(t->run_cycles[0], NAN);
	check_same(t->samples[0], 7);
	check_same(t->lines[0].sum[0], 700);
	check_same(profile_fact_number(&t->facts[0], "stride"), -16000);
	profile_free(p);
	profile_free(q);
	strbuf_release(&path);
}
END_TEST

START_TEST(reads_gzip)
{
	struct profile *p = sample(), *q;
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err err = { 0 };
	gzFile gz;

	io_join(&path, dir, "x.db");
	ck_assert_int_eq(profile_write_xml(p, path.s, &err), 0);
	ck_assert_int_eq(io_read_file(path.s, 1 << 20, &text, &err), 0);
	strbuf_adds(&path, ".gz");
	gz = gzopen(path.s, "wb");
	ck_assert_int_eq(gzwrite(gz, text.s, (unsigned)text.len),
	                 (int)text.len);
	gzclose(gz);
	q = profile_read_xml(path.s, NULL, &err);
	ck_assert_msg(q != NULL, "%s", err.msg);
	check_same(profile_value(q, q->root, "TOT_CYC"), 1000);
	profile_free(p);
	profile_free(q);
	strbuf_release(&path);
	strbuf_release(&text);
}
END_TEST

extern char **environ;

START_TEST(is_valid_by_the_schema)
{
	struct profile *p = sample();
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	char *argv[] = { (char[]){ "xmllint" },
		         (char[]){ "--noout" },
		         (char[]){ "--relaxng" },
		         (char[]){ "profile/measurement.rng" },
		         NULL,
		         NULL };
	int status;
	pid_t pid;

	io_join(&path, dir, "x.db");
	ck_assert_int_eq(profile_write_xml(p, path.s, &err), 0);
	argv[4] = path.s;
	ck_assert_int_eq(
		posix_spawnp(&pid, "xmllint", NULL, NULL, argv, environ), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	profile_free(p);
	strbuf_release(&path);
}
END_TEST

#define HEAD                                                                   \
	"<perfexpert version=\"1\"><measurement program=\"a\">"                \
	"<event name=\"TOT_CYC\" how=\"sampled\"/></measurement>"
#define PROGRAM HEAD "<section kind=\"program\" name=\"a\"><sum>10</sum>"
#define TAIL "</section></perfexpert>"

static const struct {
	const char *xml, *msg;
} bad[] = {
	{ "", "line 1: this is not XML" },
	{ "no xml", "line 1: this is not XML" },
	{ "<html/>", "line 1: <html> is not a perfexpert measurement" },
	{ "<perfexpert version=\"2\"/>",
	  "line 1: this is version '2' of the format; this perfexpert reads "
	  "version 1" },
	{ "<perfexpert version=\"1\"/>", "line 1: the measurement is empty" },
	{ HEAD "</perfexpert>", "line 1: the measurement is empty" },
	{ PROGRAM, "line 1: the file ends early" },
	{ PROGRAM "</section>", "line 1: the file ends early" },
	{ "<!DOCTYPE perfexpert [<!ENTITY a \"b\">]>" PROGRAM TAIL,
	  "line 1: a document type is not allowed in a measurement" },
	{ HEAD "<section kind=\"program\"><sum>-1</sum>" TAIL,
	  "line 1: '-1' is not a count" },
	{ HEAD "<section kind=\"program\"><sum>1e999</sum>" TAIL,
	  "line 1: '1e999' is not a count" },
	{ HEAD "<section kind=\"program\"><sum>1 2</sum>" TAIL,
	  "line 1: more values than events" },
	{ HEAD "<section kind=\"program\"><sum/>" TAIL,
	  "line 1: fewer values than events" },
	{ HEAD "<section kind=\"loop\"><sum>1</sum>" TAIL,
	  "line 1: a loop is not allowed here" },
	{ HEAD "<section kind=\"program\"/></perfexpert>",
	  "line 1: a section without counts" },
	{ PROGRAM "<section kind=\"procedure\"><sum>1</sum></section>" TAIL,
	  "line 1: a procedure is not allowed here" },
	{ PROGRAM TAIL "<x/>", "line 1: this is not XML" },
	{ "<perfexpert version=\"1\"><measurement clock-hz=\"-2\"/>"
	  "</perfexpert>",
	  "line 1: clock-hz='-2' is out of range" },
	{ "<perfexpert version=\"1\"><measurement><event/></measurement>"
	  "</perfexpert>",
	  "line 1: an event without a name" },
};

START_TEST(refuses_bad_files)
{
	struct err err = { 0 };
	const char *xml = bad[_i].xml;

	ck_assert_ptr_null(
		profile_read_xml_memory(xml, strlen(xml), NULL, &err));
	ck_assert_str_eq(err.msg, bad[_i].msg);
	ck_assert_int_eq(err.code, ERR_FORMAT);
}
END_TEST

START_TEST(refuses_deep_nesting)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };

	strbuf_adds(&b, PROGRAM "<section kind=\"module\"><sum>1</sum>"
	                        "<section kind=\"procedure\"><sum>1</sum>");
	for (int i = 0; i < PROFILE_MAX_DEPTH; i++)
		strbuf_adds(&b, "<section kind=\"loop\"><sum>1</sum>");
	ck_assert_ptr_null(profile_read_xml_memory(b.s, b.len, NULL, &err));
	ck_assert_str_eq(err.msg, "line 1: sections are nested too deeply");
	strbuf_release(&b);
}
END_TEST

/* Sections below the fraction are passed over, with all they hold. */
START_TEST(leaves_out_small_sections)
{
	const struct profile_read_options options = { .min_fraction = 0.5 };
	const char *xml = PROGRAM
		"<section kind=\"module\"><sum>10</sum>"
		"<section kind=\"procedure\" name=\"cold\"><sum>4</sum>"
		"<section kind=\"loop\"><sum>4</sum></section></section>"
		"<section kind=\"procedure\" name=\"hot\"><sum>6</sum>"
		"<section kind=\"loop\"><sum>1</sum></section>"
		"<section kind=\"loop\"><sum>5</sum></section></section>"
		"</section>" TAIL;
	struct err err = { 0 };
	struct profile *p =
		profile_read_xml_memory(xml, strlen(xml), &options, &err);
	struct profile_section *hot;

	ck_assert_msg(p != NULL, "%s", err.msg);
	hot = p->root->child->child;
	ck_assert_str_eq(hot->name, "hot");
	ck_assert_ptr_null(hot->next);
	check_same(hot->child->sum[0], 5);
	ck_assert_ptr_null(hot->child->next);
	profile_free(p);
}
END_TEST

/* Numbers that are the same in each run of the test (xorshift) */
static unsigned random_below(uint32_t *state, unsigned n)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state % n;
}

static double random_value(uint32_t *r)
{
	static const double odd[] = { 0,         -1,
		                      NAN,       INFINITY,
		                      -INFINITY, 0.1,
		                      5e-324,    1.7976931348623157e308 };

	return random_below(r, 2) ? odd[random_below(r, 8)]
	                          : random_below(r, 1u << 30) / 7.0;
}

static const char *random_text(struct profile *p, uint32_t *r)
{
	static const char *const odd[] = {
		"",         "a",       "<&\"'>",       "\x1b[2J\r",
		"\xff\xc3", "]]>\n\t", "\xef\xbf\xbe", "--"
	};
	const unsigned kind = random_below(r, 200);
	char *text;

	if (kind > 0)
		return odd[kind % 8];
	text = arena_alloc(p->arena, PROFILE_MAX_TEXT + 3, 1);
	memset(text, "&\x01x\n"[random_below(r, 4)], PROFILE_MAX_TEXT + 2);
	return text;
}

static unsigned random_line(uint32_t *r)
{
	static const unsigned odd[] = { 0, 1, INT_MAX, (unsigned)INT_MAX + 1,
		                        UINT_MAX };

	return odd[random_below(r, 5)];
}

static void fill(struct profile *p, struct profile_section *s, uint32_t *r)
{
	struct profile_attr attrs[2 * PROFILE_MAX_ATTRS];
	char names[2 * PROFILE_MAX_ATTRS][24];
	const size_t n = PROFILE_MAX_ATTRS - 1 + random_below(r, 3);

	s->file = random_below(r, 2) ? random_text(p, r) : NULL;
	s->raw_name = random_below(r, 2) ? random_text(p, r) : NULL;
	s->line = random_line(r);
	s->end_line = random_line(r);
	for (size_t i = 0; i < p->nevents; i++) {
		s->sum[i] = random_value(r);
		profile_samples(p, s)[i] = random_value(r);
		profile_stats(p, s)[i].max = random_value(r);
	}
	for (size_t i = 0; i < p->nruns; i++)
		profile_run_cycles(p, s)[i] = random_value(r);
	for (size_t i = 0; i < n; i++) {
		snprintf(names[i], sizeof(names[i]), "a%zu", i);
		attrs[i] = (struct profile_attr){ names[i], random_text(p, r) };
	}
	profile_fact_add(p, s, random_text(p, r), attrs, n);
	for (int i = 0; i < 3; i++) {
		struct profile_line *l = profile_line_add(
			p, s, random_text(p, r), random_line(r));

		l->sum[0] = random_value(r);
	}
	if (random_below(r, 4) == 0)
		s->lines[0].file = NULL;
}

/* Which limit is tried depends on the number; the rest is random. */
static struct profile *random_profile(uint32_t number)
{
	uint32_t state = 2463534242u + number, *r = &state;
	struct profile *p = profile_new();
	struct profile_section *s;
	const size_t nargs =
		number % 8 == 0 ? PROFILE_MAX_ARGS + 1 : random_below(r, 9000);
	const size_t nevents = number % 8 == 1 ? PROFILE_MAX_EVENTS : 3;
	const size_t nruns =
		number % 8 == 2 ? PROFILE_MAX_RUNS : random_below(r, 4);
	const size_t depth =
		number % 8 == 3 ? PROFILE_MAX_DEPTH - 3 + random_below(r, 4)
				: random_below(r, 90);
	char name[32];

	p->program = random_text(p, r);
	p->build_id = random_text(p, r);
	p->clock_hz = random_value(r);
	p->threads = random_value(r);
	for (size_t i = 0; i < nargs; i++)
		profile_arg_add(p, i < 100 ? random_text(p, r) : "x");
	for (size_t i = 0; i < nevents; i++) {
		snprintf(name, sizeof(name), "E%zu", i);
		profile_event_add(p, name, random_text(p, r), i % 5);
	}
	for (size_t i = 0; i < nruns; i++) {
		struct profile_run *run = profile_run_add(p);

		run->command = random_text(p, r);
		run->wall_s = random_value(r);
		run->exit_status = (int)random_below(r, 600) - 300;
		run->signal = (int)random_below(r, 600) - 300;
		run->total[0] = random_value(r);
	}
	profile_note(p, "%s", random_text(p, r));
	fill(p, profile_root(p), r);
	s = profile_section_add(p, p->root, PROFILE_MODULE, random_text(p, r));
	s = profile_section_add(p, s, PROFILE_PROCEDURE, random_text(p, r));
	for (size_t i = 0; i < depth; i++) {
		s = profile_section_add(p, s, PROFILE_LOOP, random_text(p, r));
		if (i % 16 == 0)
			fill(p, s, r);
	}
	return p;
}

static char *text_of(const struct profile *p, size_t *n)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, n);

	profile_print_xml(p, f);
	ck_assert_int_eq(fclose(f), 0);
	return text;
}

/*
 * Whatever is measured, at and beyond each limit: what is written is read, and
 * what was read is written to the same bytes.
 */
START_TEST(reads_whatever_it_writes)
{
	struct profile *p = random_profile((uint32_t)_i), *q;
	struct err err = { 0 };
	size_t n, again;
	char *one = text_of(p, &n), *two;

	q = profile_read_xml_memory(one, n, NULL, &err);
	ck_assert_msg(q != NULL, "%s", err.msg);
	ck_assert_uint_le(q->nargs, PROFILE_MAX_ARGS);
	two = text_of(q, &again);
	ck_assert_uint_eq(n, again);
	ck_assert_int_eq(memcmp(one, two, n), 0);
	free(one);
	free(two);
	profile_free(p);
	profile_free(q);
}
END_TEST

/* tests/whole.db has each element and attribute that there can be. */
START_TEST(keeps_all_there_is)
{
	static const char file[] = "tests/whole.db", begin[] = "<measurement";
	struct strbuf was = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p = profile_read_xml(file, NULL, &err);
	char *is;
	size_t n;

	ck_assert_msg(p != NULL, "%s", err.msg);
	is = text_of(p, &n);
	ck_assert_int_eq(io_read_file(file, 1 << 24, &was, &err), 0);
	ck_assert_str_eq(strstr(is, begin), strstr(was.s, begin));
	free(is);
	strbuf_release(&was);
	profile_free(p);
}
END_TEST

/* Found by a table: a search through them all would take minutes here. */
START_TEST(many_lines_of_a_section)
{
	enum { MANY = 200000 };
	struct profile *p = profile_new();
	struct profile_section *s;
	struct profile_line *last = NULL;

	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE, "m");
	for (unsigned i = 1; i <= MANY; i++)
		last = profile_line_add(p, s, i & 1 ? "a.c" : "b.c", i);
	ck_assert_uint_eq(s->nlines, MANY);
	ck_assert_ptr_eq(profile_line_add(p, s, "b.c", MANY), last);
	ck_assert_ptr_eq(profile_line_add(p, s, "a.c", 1), &s->lines[0]);
	ck_assert_uint_eq(s->nlines, MANY);
	ck_assert_uint_eq(p->by_line.n, MANY);
	profile_free(p);
}
END_TEST

START_TEST(statistics)
{
	static const double v[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct profile_stats s = profile_stats_of(v, 8);

	check_same(s.n, 8);
	check_same(s.mean, 5);
	check_same(s.sd, 2);
	check_same(s.min, 2);
	check_same(s.max, 9);
	ck_assert(isnan(profile_stats_of(v, 0).mean));
}
END_TEST

Suite *suite_profile(void);
Suite *suite_profile(void)
{
	Suite *s = suite_create("profile");
	TCase *t = tcase_create("profile");

	suite_add_tcase(s, t);
	tcase_add_checked_fixture(t, make_dir, remove_dir);
	tcase_add_test(t, reads_what_it_wrote);
	tcase_add_test(t, reads_gzip);
	tcase_add_test(t, is_valid_by_the_schema);
	tcase_add_loop_test(t, refuses_bad_files, 0,
	                    (int)(sizeof(bad) / sizeof(*bad)));
	tcase_add_test(t, refuses_deep_nesting);
	tcase_add_test(t, leaves_out_small_sections);
	tcase_add_loop_test(t, reads_whatever_it_writes, 0, 16);
	tcase_add_test(t, keeps_all_there_is);
	tcase_add_test(t, many_lines_of_a_section);
	tcase_add_test(t, statistics);
	return s;
}
