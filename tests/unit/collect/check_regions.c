/* check_regions - named regions, from shared memory to the report */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

#include "base/err.h"
#include "diagnose/assessment.h"
#include "diagnose/region.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/region/area.h"
#include "measure/collect/region/regions.h"
#include "measure/collect/simulate/build/build_regions.h"
#include "profile/profile.h"
#include "profile/xml.h"

/* As the library does: attach what regions_open made. */
static struct region_area *open_area(struct regions *r)
{
	struct err err = { 0 };
	char value[16];

	ck_assert_msg(regions_open(r, value, &err) == 0, "%s", err.msg);
	return shmat((int)strtol(value, NULL, 10), NULL, 0);
}

static void put_name(struct region_area *a, uint32_t i, const char *name,
                     int number)
{
	snprintf(a->names[i].name, REGION_NAME, "%s", name);
	a->names[i].number = number;
	a->names[i].state = REGION_READY;
	a->nnames = i + 1;
}

static void put_node(struct region_area *a, uint32_t i, uint32_t parent,
                     uint32_t region)
{
	a->nodes[i].parent = parent;
	a->nodes[i].region = region;
	a->nodes[i].state = REGION_READY;
	a->nnodes = i + 1;
}

START_TEST(adds_nodes_of_one_path_up)
{
	struct regions *r = regions_new();
	const struct regions_node *nodes;
	size_t n;

	for (int run = 0; run < 2; run++) {
		struct region_area *a = open_area(r);

		put_name(a, 0, "x", 0);
		put_name(a, 1, "y", 7);
		/* twice the same, as two processes make it */
		put_node(a, 1, 0, 0);
		put_node(a, 2, 0, 0);
		put_node(a, 3, 2, 1);
		a->slots[0].count[1].entries = 3;
		a->slots[0].count[3].entries = 2;
		a->slots[1].count[2].entries = 5;
		a->nslots = 2;
		ck_assert_uint_eq(regions_seen(r, 3), 2);
		ck_assert_uint_eq(regions_seen(r, 4), 0);
		shmdt(a);
		regions_close(r);
	}
	nodes = regions_all(r, &n);
	ck_assert_uint_eq(n, 3);
	ck_assert_uint_eq(regions_runs(r), 2);
	ck_assert_str_eq(nodes[1].name, "x");
	ck_assert(nodes[1].entries == 16);
	ck_assert_str_eq(nodes[2].name, "y");
	ck_assert_int_eq(nodes[2].number, 7);
	ck_assert_uint_eq(nodes[2].parent, 1);
	ck_assert(nodes[2].entries == 4);
	regions_free(r);
}
END_TEST

/* The program may write anything into the memory that it shares with us. */
START_TEST(survives_what_a_program_writes)
{
	struct regions *r = regions_new();
	struct region_area *a = open_area(r);
	size_t n;

	for (uint32_t i = 0; i < REGION_NODES; i++)
		put_node(a, i, i * 7919, i * 104729);
	memset(a->names, 0xff, sizeof(a->names));
	a->nnodes = a->nnames = a->nslots = a->nfaults = UINT32_MAX;
	memset(a->slots, 0xa5, sizeof(a->slots));
	memset(a->faults, 0x5a, sizeof(a->faults));
	for (uint32_t i = 0; i < REGION_FAULTS; i++)
		a->faults[i].state = REGION_READY;
	for (uint32_t i = 0; i < 2 * REGION_NODES; i++)
		regions_seen(r, i);
	shmdt(a);
	regions_close(r);
	regions_faults(r, &n);
	ck_assert_uint_gt(n, 0);
	regions_free(r);
}
END_TEST

START_TEST(names_faults_once)
{
	struct regions *r = regions_new();
	const struct regions_fault *f;
	size_t n;

	for (int run = 0; run < 3; run++) {
		struct region_area *a = open_area(r);

		put_name(a, 0, "x", 0);
		put_name(a, 1, "y", 2);
		a->faults[0] = (struct region_fault){
			.state = REGION_READY,
			.kind = REGION_CROSSING,
			.region = 0,
			.other = 1,
			.vaddr = 0x1234,
			.path = "/lib/a.so",
		};
		a->faults[1] = (struct region_fault){
			.state = REGION_READY,
			.kind = REGION_BEGIN_ONLY,
			.region = 1,
			.vaddr = 0x99,
		};
		/* the same, of a process that could not say where */
		put_node(a, 1, 0, 1);
		a->slots[0].tid = 5;
		a->slots[0].node = 1;
		a->nslots = 1;
		shmdt(a);
		regions_close(r);
	}
	f = regions_faults(r, &n);
	ck_assert_uint_eq(n, 2);
	ck_assert_str_eq(f[0].text, "the region 'x' ends while 'y' 2, which "
	                            "began later, is open");
	ck_assert_str_eq(f[0].path, "/lib/a.so");
	ck_assert_uint_eq(f[0].vaddr, 0x1234);
	ck_assert_str_eq(f[1].text, "the region 'y' 2 is begun and not ended");
	regions_free(r);
}
END_TEST

START_TEST(looks_for_mentions)
{
	static const char *const texts[] = { "..fapp_start", "fapp_startle" };
	char path[PATH_MAX];
	int fd;

	scratch_name(path, "perfexpert-check.XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert(!regions_mentioned(path));
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(ftruncate(fd, 0), 0);
		ck_assert_int_gt(pwrite(fd, texts[i], strlen(texts[i]) + 1, 0),
		                 0);
		ck_assert_int_eq(regions_mentioned(path), i == 0);
	}
	close(fd);
	unlink(path);
	ck_assert(!regions_mentioned("/nonexistent"));
	ck_assert(!regions_mentioned("/dev"));
}
END_TEST

#define HEAD                                                                   \
	"<perfexpert version=\"1\" created-by=\"x\"><measurement program="     \
	"\"a\" collector=\"simulate\" collector-version=\"0\" "                \
	"machine=\"opteron\" clock-hz=\"1e9\" runtime-s=\"2\">"                \
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"                            \
	"<event name=\"TOT_INS\" how=\"simulated\"/></measurement>"            \
	"<section kind=\"program\" name=\"a\"><sum>2e9 2e9</sum>"              \
	"<section kind=\"module\" name=\"a\"><sum>2e9 2e9</sum>"               \
	"<section kind=\"procedure\" name=\"f\"><sum>2e9 2e9</sum>"            \
	"</section></section>"
#define REGION(attrs, rest)                                                    \
	"<section kind=\"region\" " attrs "><sum>1e9 5e8</sum>" rest           \
	"</section>"
#define TAIL "</section></perfexpert>"

static struct profile *parse(const char *text, struct err *err)
{
	return profile_read_xml_memory(text, strlen(text), NULL, err);
}

START_TEST(reads_regions_of_a_file)
{
	struct err err = { 0 };
	struct profile *p = parse(
		HEAD REGION("name=\"solve\" number=\"-3\" entries=\"10\" "
	                    "elapsed-s=\"1.5\" pairs=\"1e7\" pair-s=\"3e-8\"",
	                    "<own>4e8 -</own>")
			REGION("name=\"solve\" number=\"0\"", "") TAIL,
		&err);
	const struct profile_region *r;

	ck_assert_msg(p != NULL, "%s", err.msg);
	ck_assert_uint_eq(p->nregions, 2);
	r = p->regions->region;
	ck_assert_int_eq(r->number, -3);
	ck_assert(r->entries == 10 && r->elapsed_s == 1.5);
	ck_assert(r->own[0] == 4e8 && isnan(r->own[1]));
	ck_assert(p->regions->sum[1] == 5e8);
	ck_assert(isnan(p->regions->next->region->entries));
	/* they are beside the sections, and add up to nothing */
	ck_assert_ptr_eq(profile_next(p->root->child->child), NULL);
	profile_free(p);
}
END_TEST

static const struct {
	const char *text, *message;
} refused[] = {
	{ HEAD REGION("name=\"a\" number=\"x\"", "") TAIL, "is not a number" },
	{ HEAD REGION("name=\"a\" number=\"99999999999\"", "") TAIL,
	  "is not a number" },
	{ HEAD REGION("name=\"a\" number=\"0\"", REGION("number=\"0\"", ""))
	          TAIL,
	  "a region is not allowed here" },
	{ HEAD REGION("name=\"a\" number=\"0\"",
	              "<section kind=\"loop\"><sum>1 1</sum></section>") TAIL,
	  "a loop is not allowed here" },
};

START_TEST(refuses_regions)
{
	struct err err = { 0 };

	ck_assert_ptr_eq(parse(refused[_i].text, &err), NULL);
	ck_assert_msg(strstr(err.msg, refused[_i].message), "%s", err.msg);
}
END_TEST

START_TEST(refuses_too_many)
{
	struct err err = { 0 };
	const size_t size =
		sizeof(HEAD TAIL) +
		(PROFILE_MAX_REGIONS + 1) * sizeof(REGION("number=\"0\"", ""));
	char *text = malloc(size), *at = text;
	struct profile *p;

	for (size_t n = PROFILE_MAX_REGIONS; n <= PROFILE_MAX_REGIONS + 1;
	     n++) {
		at = stpcpy(text, HEAD);
		for (size_t i = 0; i < n; i++)
			at = stpcpy(at, REGION("number=\"0\"", ""));
		stpcpy(at, TAIL);
		p = parse(text, &err);
		ck_assert_int_eq(p != NULL, n == PROFILE_MAX_REGIONS);
		profile_free(p);
	}
	ck_assert_msg(strstr(err.msg, "too many regions"), "%s", err.msg);
	free(text);
}
END_TEST

static struct assessment *assess(const struct profile *p, const char *region,
                                 struct err *err)
{
	const char *file = "a.db";
	const struct assess_options o = { .threshold = 0.1, .region = region };

	return assessment_new(&p, &file, 1, &o, err);
}

/* 1e7 pairs of 30 ns are 0.3 of 1 s: too much. */
START_TEST(warns_of_overhead)
{
	struct err err = { 0 };
	struct profile *p =
		parse(HEAD REGION("name=\"hot\" number=\"1\" entries=\"10\" "
	                          "pairs=\"1e7\" pair-s=\"3e-8\"",
	                          "")
	                      REGION("name=\"cool\" number=\"0\" entries=\"1\" "
	                             "pairs=\"1e6\" pair-s=\"3e-8\"",
	                             "") TAIL,
	              &err);
	struct assessment *a = assess(p, NULL, &err);

	ck_assert_msg(a != NULL, "%s", err.msg);
	ck_assert_uint_eq(a->nregions, 2);
	ck_assert_uint_eq(a->nshown, 3);
	ck_assert_uint_eq(a->nshown_regions, 2);
	ck_assert_str_eq(a->shown[0]->name, "hot 1");
	ck_assert_double_eq_tol(region_overhead(&a->shown[0]->in[0]), 0.3,
	                        1e-9);
	/* no part of a time that is not known, nor of a procedure */
	for (size_t k = 0; k < 3; k++) {
		struct assess_value v = a->shown[k % 2]->in[0];

		if (k == 2)
			v.section = a->shown[2]->in[0].section;
		else
			v.runtime_s = k ? 0 : (double)NAN;
		ck_assert_double_nan(region_overhead(&v));
	}
	for (size_t k = 0; k < 2; k++) {
		size_t warned = 0;

		for (size_t i = 0; i < a->shown[k]->warnings.n; i++)
			warned += a->shown[k]->warnings.w[i].check ==
			          ASSESS_OVERHEAD;
		ck_assert_uint_eq(warned, k == 0);
	}
	assessment_free(a);
	profile_free(p);
}
END_TEST

START_TEST(limits_to_a_region)
{
	struct err err = { 0 };
	struct profile *p =
		parse(HEAD REGION("name=\"x\" number=\"2\"",
	                          "<fact fact=\"within\" kind=\"procedure\" "
	                          "procedure=\"f\" share=\"0.4\"/>")
	                      REGION("name=\"y\" number=\"0\"", "") TAIL,
	              &err);
	static const char *const names[] = { "x", "x 2", "y", "z" };
	static const size_t shown[] = { 2, 2, 1, 0 };

	for (size_t i = 0; i < 4; i++) {
		struct assessment *a = assess(p, names[i], &err);

		ck_assert_int_eq(a != NULL, i < 3);
		if (a)
			ck_assert_uint_eq(a->nshown, shown[i]);
		assessment_free(a);
	}
	ck_assert_int_eq(err.code, ERR_USAGE);
	ck_assert_str_eq(err.msg, "--region z: there is no such region, only "
	                          "'x 2', 'y'");
	profile_free(p);
}
END_TEST

/* What it lies in makes no other region of it. */
START_TEST(is_one_by_name_and_number)
{
	struct profile *p = profile_new();
	struct attribution b = { .p = p };
	struct native n = { .samples = samples_new(), .nruns = 1 };
	struct regions *r = samples_regions(n.samples);
	const uint32_t outer = regions_at(r, 0, "outer", 1);

	regions_at(r, outer, "step", 1);
	regions_at(r, regions_at(r, 0, "step", 1), "step", 1);
	regions_at(r, 0, "step", 2);
	profile_event_add(p, "TOT_CYC", NULL, 0);
	build_regions(&b, &(struct region_source){ .native = &n, .scale = 1 });
	ck_assert_uint_eq(p->nregions, 3);
	samples_free(n.samples);
	profile_free(p);
}
END_TEST

Suite *suite_regions(void);
Suite *suite_regions(void)
{
	Suite *s = suite_create("regions");
	TCase *tc = tcase_create("regions");

	tcase_add_test(tc, adds_nodes_of_one_path_up);
	tcase_add_test(tc, is_one_by_name_and_number);
	tcase_add_test(tc, survives_what_a_program_writes);
	tcase_add_test(tc, names_faults_once);
	tcase_add_test(tc, looks_for_mentions);
	tcase_add_test(tc, reads_regions_of_a_file);
	tcase_add_loop_test(tc, refuses_regions, 0,
	                    (int)(sizeof(refused) / sizeof(*refused)));
	tcase_add_test(tc, refuses_too_many);
	tcase_add_test(tc, warns_of_overhead);
	tcase_add_test(tc, limits_to_a_region);
	suite_add_tcase(s, tc);
	return s;
}
