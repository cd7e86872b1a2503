/* check_watch - which sections a pass watches, by what took the time */
#include <stdlib.h>

#include "arch/machine.h"
#include "base/strbuf.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/extrapolate/compare.h"
#include "measure/collect/simulate/sample/watch.h"
#include "tests/compile.h"

enum { MANY = 240, PLACES = 100, SAMPLES = 4000 };

/* A program of many procedures, where they are, and native runs of it. */
struct many {
	struct session s;
	char *argv[2];
	uint64_t at[MANY];
	struct native n;
};

static void write_source(const char *path)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	fputs("#define D(x) x x\n", f);
	for (int i = 0; i < MANY; i++)
		fprintf(f,
		        "unsigned f%d(unsigned n)\n{\n"
		        "	D(D(D(D(n = n * %du ^ n >> 3;))))\n"
		        "	return n;\n}\n",
		        i, 2 * i + 1000003);
	fputs("int main(void) { return 0; }\n", f);
	ck_assert_int_eq(fclose(f), 0);
}

static void find_procedures(struct many *m)
{
	struct structure *s = open_it("many");

	for (int i = 0; i < MANY; i++) {
		char name[16];

		snprintf(name, sizeof(name), "f%d", i);
		m->at[i] = proc_named(s, name)->low;
	}
	structure_free(s);
}

/* Once for all tests, which only read it */
static void compile_many(void)
{
	make_dir();
	write_source(in_dir("many.c"));
	/* offsets in the file are addresses then */
	RUN("gcc", "-O1", "-Wl,-z,max-page-size=4096", "-o", in_dir("many"),
	    in_dir("many.c"));
}

static void begin(struct many *m)
{
	struct err err = { 0 };

	*m = (struct many){ 0 };
	m->argv[0] = mem_strdup(in_dir("many"));
	m->s.argv = m->argv;
	m->s.program.path = m->argv[0];
	ck_assert_msg(machine_load(&m->s.machine, "zen3", &err) == 0, "%s",
	              err.msg);
	m->s.host = m->s.machine;
	m->n.samples = samples_new();
	m->n.nruns = 1;
	find_procedures(m);
}

static void end(struct many *m)
{
	samples_free(m->n.samples);
	machine_free(m->s.machine);
	free(m->argv[0]);
}

static void put_at(struct samples *s, const struct sample_key *key,
                   double time_s)
{
	struct sample_count *c = samples_at(s, key);

	c->user_s += time_s;
	c->samples++;
	samples_next(s, c);
}

/* The i-th sample: in one of many places of the procedure. */
static void put(const struct many *m, struct samples *s, uint16_t run, int i,
                int procedure)
{
	const struct sample_key key = {
		.module = samples_module(s, m->argv[0]),
		.offset = m->at[procedure] + (uint64_t)(i / MANY % PLACES),
		.run = run,
	};

	put_at(s, &key, 1e-3);
}

/* In turn; after a share of the run others than before. */
static void put_many(const struct many *m, struct samples *s, uint16_t run,
                     double turns)
{
	for (int i = 0; i < SAMPLES; i++) {
		const int half = MANY / 2;

		put(m, s, run, i,
		    turns >= 1 ? i % MANY
		               : i % half + (i < turns * SAMPLES ? 0 : half));
	}
}

/* None has 1 % of the time: what they do together is watched. */
START_TEST(many_with_a_little_each_are_one)
{
	struct many m;
	struct watch w;

	begin(&m);
	put_many(&m, m.n.samples, 0, 1);
	watch_find(&w, &m.s, &m.n);
	ck_assert_uint_eq(w.n, 1);
	ck_assert_ptr_null(w.v[0].path);
	ck_assert_double_eq_tol(w.v[0].share, 1, 1e-9);
	ck_assert_double_eq_tol(w.seen, 1, 1e-9);
	ck_assert_double_lt(w.v[0].need, 0.1);
	ck_assert_uint_eq(strtoul(w.ranges.s, NULL, 10), 1);
	watch_release(&w);
	end(&m);
}
END_TEST

/* Samples of each place are few, those of each procedure tell. */
START_TEST(many_that_change_are_needed_until_then)
{
	struct many m;
	struct watch w;

	begin(&m);
	put_many(&m, m.n.samples, 0, 0.6);
	watch_find(&w, &m.s, &m.n);
	ck_assert_uint_eq(w.n, 1);
	ck_assert_double_gt(w.v[0].need, 0.55);
	watch_release(&w);
	end(&m);
}
END_TEST

/* A part that has the first ones only does not stand for all of them. */
START_TEST(many_in_a_part_are_compared)
{
	struct many m;
	struct watch w;
	struct samples *part = samples_new(), *same = samples_new();

	begin(&m);
	put_many(&m, m.n.samples, 0, 0.6);
	put_many(&m, same, 0, 0.6);
	for (int i = 0; i < SAMPLES; i++)
		put(&m, part, i >= SAMPLES / 2, i,
		    i % (MANY / 2) + (i < 0.6 * SAMPLES ? 0 : MANY / 2));
	watch_find(&w, &m.s, &m.n);
	ck_assert_double_lt(compare_part(&w, &m.s, &m.n, same, 0.05), 0.01);
	ck_assert_double_gt(compare_part(&w, &m.s, &m.n, part, 0.05), 0.2);
	watch_release(&w);
	samples_free(part);
	samples_free(same);
	end(&m);
}
END_TEST

/* Where some have half of the time, the others are not looked at. */
START_TEST(others_are_left_out_where_some_have_enough)
{
	struct many m;
	struct watch w;

	begin(&m);
	put_many(&m, m.n.samples, 0, 1);
	for (int i = 0; i < 2 * SAMPLES; i++)
		put(&m, m.n.samples, 0, i, 7);
	watch_find(&w, &m.s, &m.n);
	ck_assert_uint_eq(w.n, 1);
	ck_assert_str_eq(w.v[0].path, m.argv[0]);
	ck_assert_double_eq_tol(w.seen, 0.67, 0.01);
	watch_release(&w);
	end(&m);
}
END_TEST

/* All the time is in a file that is gone; of the program are only places. */
START_TEST(places_without_time_are_not_watched)
{
	for (int timed = 0; timed < 2; timed++) {
		struct many m;
		struct watch w;

		begin(&m);
		for (int i = 0; i < 3; i++)
			put_at(m.n.samples,
			       &(struct sample_key){
				       .module = samples_module(m.n.samples,
			                                        m.argv[0]),
				       .offset = m.at[i],
			       },
			       0);
		put_at(m.n.samples,
		       &(struct sample_key){
			       .module = samples_module(m.n.samples, "/gone"),
			       .offset = 0x1000,
		       },
		       timed);
		watch_find(&w, &m.s, &m.n);
		ck_assert_uint_eq(w.n, 0);
		ck_assert_double_eq(w.seen, 0);
		ck_assert_str_eq(w.ranges.s, "");
		watch_release(&w);
		end(&m);
	}
}
END_TEST

Suite *suite_watch(void);
Suite *suite_watch(void)
{
	Suite *s = suite_create("watch");
	TCase *tc = tcase_create("watch");

	tcase_set_timeout(tc, 120);
	tcase_add_unchecked_fixture(tc, compile_many, remove_dir);
	tcase_add_test(tc, many_with_a_little_each_are_one);
	tcase_add_test(tc, many_that_change_are_needed_until_then);
	tcase_add_test(tc, many_in_a_part_are_compared);
	tcase_add_test(tc, others_are_left_out_where_some_have_enough);
	tcase_add_test(tc, places_without_time_are_not_watched);
	suite_add_tcase(s, tc);
	return s;
}
