/* check_machine - the loader: the paper's values, hosts, files gone wrong */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/events.h"
#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

static char path[PATH_MAX]; /* a scratch file of this test */

/* a file of that contents; its name is kept in path */
static const char *scratch(const char *text, const char *suffix)
{
	char name[64];
	int fd;
	FILE *f;

	snprintf(name, sizeof(name), "check-machine-XXXXXX%s", suffix);
	scratch_name(path, name);
	fd = mkstemps(path, (int)strlen(suffix));
	ck_assert_int_ge(fd, 0);
	f = fdopen(fd, "w");
	fputs(text, f);
	fclose(f);
	return path;
}

static struct machine *load(const char *name)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

/* sec. II.A.1 of the paper, to the digit */
static const struct {
	const char *name;
	double value;
} rangers[] = {
	{ "CPI_threshold", 0.5 }, { "CPU_freq", 2300000000 },
	{ "L1_dlat", 3 },         { "L1_ilat", 2 },
	{ "L2_lat", 9 },          { "FP_lat", 4 },
	{ "FP_slow_lat", 31 },    { "BR_lat", 2 },
	{ "BR_miss_lat", 10 },    { "TLB_lat", 50 },
	{ "Mem_lat", 310 },
};

START_TEST(opteron_has_the_papers_parameters)
{
	struct machine *m = load("opteron");
	const struct machine_param *p;

	p = machine_param_find(m, rangers[_i].name);
	ck_assert_ptr_nonnull(p);
	ck_assert_double_eq(machine_param(m, rangers[_i].name),
	                    rangers[_i].value);
	ck_assert(!p->guess);
	ck_assert_ptr_nonnull(strstr(p->source, "SC'10"));
	/* whatever clock ran: they are in cycles */
	machine_set_clock(m, 1e9);
	if (strcmp(rangers[_i].name, "CPU_freq") != 0)
		ck_assert_double_eq(machine_param(m, rangers[_i].name),
		                    rangers[_i].value);
	ck_assert_double_nan(machine_param(m, "no_such_lat"));
	machine_free(m);
}
END_TEST

START_TEST(shared_ones_have_clocks_of_their_own)
{
	struct machine *m = load("zen3"), *a, *b;

	machine_set_clock(m, 1e9);
	a = machine_share(m);
	b = machine_share(m);
	machine_set_clock(a, 2e9);
	ck_assert_double_eq(machine_param(m, "CPU_freq"), 1e9);
	ck_assert_double_eq(machine_param(a, "CPU_freq"), 2e9);
	/* the nominal one */
	ck_assert_double_gt(machine_param(b, "CPU_freq"), 2e9);
	machine_free(a);
	ck_assert_str_eq(machine_name(b), "zen3");
	machine_free(b);
	ck_assert_str_eq(machine_name(m), "zen3");
	machine_free(m);
}
END_TEST

static const struct {
	const char *cpuinfo, *name, *note;
} hosts[] = {
	{ "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 16\n"
	  "model\t\t: 2\nmodel name\t: Quad-Core AMD Opteron(tm) 8356\n"
	  "stepping\t: 3\n",
	  "opteron", NULL },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 23\nmodel\t: 49\n", "zen2",
	  NULL },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 23\nmodel\t: 1\n", "zen2",
	  "nearest relative" },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t: 1\n", "zen3",
	  NULL },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t: 17\n", "zen4",
	  NULL },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t: 240\n"
	  "flags\t: fpu avx512f\n",
	  "zen4", "AVX-512" },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t: 2\n", "zen5",
	  NULL },
	{ "vendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t: 36\n", "zen5",
	  "by its family" },
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 85\n"
	  "stepping\t: 7\n",
	  "skylake_sp", NULL },
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 106\n",
	  "icelake_sp", NULL },
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 143\n"
	  "flags\t: avx512bw avx512_bitalg amx_tile\n",
	  "sapphire_rapids", NULL },
	/* a guest with a masked model: told by its flags */
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 167\n"
	  "model name\t: Intel(R) Xeon(R) Processor\nstepping\t: 1\n"
	  "flags\t\t: fpu avx512bw avx512_bitalg amx_tile amx_int8\n",
	  "sapphire_rapids", "(GenuineIntel family 6 model 167 stepping 1)" },
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 167\n"
	  "flags\t\t: fpu avx512bw avx512_bitalg xamx_tile amx_tile2\n",
	  "icelake_sp", "BITALG" },
	{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t: 60\n"
	  "flags\t\t: fpu avx2\n",
	  "generic_x86_64", "generic" },
	{ "processor\t: 0\nCPU implementer\t: 0x46\nCPU part\t: 0x001\n",
	  "a64fx", NULL },
	{ "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "neoverse_n1", NULL },
	{ "CPU implementer\t: 0x41\nCPU part\t: 0xd40\n", "neoverse_v1", NULL },
	{ "CPU implementer\t: 0x41\nCPU part\t: 0xd4f\n", "neoverse_v2", NULL },
	{ "CPU implementer\t: 0x99\nCPU part\t: 0x001\n", "generic_aarch64",
	  "(implementer 0x99 part 0x1)" },
	{ "processor\t: 0\ncpu\t\t: POWER9 (raw), altivec supported\n",
	  "power9", NULL },
	{ "cpu\t\t: POWER7 (architected), altivec supported\n", "power7",
	  NULL },
	{ "cpu\t\t: POWER7+ (raw), altivec supported\n", "power7", NULL },
	{ "cpu\t\t: POWER8NVL (raw), altivec supported\n", "power8", NULL },
	{ "cpu\t\t: POWER10 (architected), altivec supported\n", "power10",
	  NULL },
	{ "cpu\t\t: Power11 (raw)\n", "power10", "nearest relative" },
	{ "cpu\t\t: POWER99 (raw)\n", "generic_ppc64le", "generic" },
	{ "", "generic_x86_64", "unknown architecture" },
	{ "\n:::\nmodel\ncpu family\t: -7\nmodel\t: x\n\xff\x01: y\n",
	  "generic_x86_64", "unknown architecture" },
};

START_TEST(recognises_hosts)
{
	struct machine *m = NULL;
	struct err err = { 0 };
	int rc = machine_host(&m, scratch(hosts[_i].cpuinfo, ""), &err);

	unlink(path);
	ck_assert_msg(rc == 0, "%s", err.msg);
	ck_assert_str_eq(machine_name(m), hosts[_i].name);
	if (hosts[_i].note) {
		ck_assert_ptr_nonnull(machine_note(m));
		ck_assert_ptr_nonnull(strstr(machine_note(m), hosts[_i].note));
	} else {
		ck_assert_ptr_null(machine_note(m));
	}
	machine_free(m);
}
END_TEST

START_TEST(this_host_has_a_machine)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_host(&m, NULL, &err) == 0, "%s", err.msg);
	ck_assert_double_gt(machine_param(m, "Mem_lat"), 0);
	machine_free(m);
	ck_assert_int_eq(machine_host(&m, "/nonexistent/cpuinfo", &err), -1);
	ck_assert_int_eq(err.code, ERR_SYSTEM);
}
END_TEST

/* what stands in front of each hostile file: a good one, to be changed */
#define OWN "local t = { inherits = 'opteron', name = 'x', title = 'x' }\n"
#define END "\nreturn t"

static const struct {
	const char *text, *msg;
} bad[] = {
	{ "return 1", "returns a number where a table is wanted" },
	{ "", "returns a nil where a table is wanted" },
	{ "return {", ".lua:1: unexpected symbol" },
	{ "\nwhile true do end", ".lua:2: takes too long" },
	{ "local t = {}\nfor i = 1, 1e9 do t[i] = ('x'):rep(9999) .. i end",
	  ".lua:2: not enough memory" },
	{ "local function f() return f() + 1 end\nf()",
	  ".lua:1: stack overflow" },
	{ "\x1bLuaT", ".lua:1: a precompiled chunk" },
	{ "return { name = 'x', title = 'x', isa = 'x86_64' }",
	  "caches l1d, l1i, l2" },
	{ "return { inherits = 'opteron', title = 'x' }", "has no name" },
	{ "return { inherits = '../opteron', name = 'x', title = 'x' }",
	  "inherits: '../opteron' is not a machine name" },
	{ "return { inherits = 'nix', name = 'x', title = 'x' }", "nix.lua" },
	{ OWN "t.parametres = {}" END, "parametres: unknown key" },
	{ OWN "t.isa = 'z80'" END, "isa: unknown 'z80'" },
	{ OWN "error('\\27[31mred')" END, ".lua:2: \\x1b[31mred" },
	{ OWN "t.parameters = { L1_dlat = 3 }" END,
	  "parameters.L1_dlat: wants a table, not a number" },
	{ OWN "t.parameters = { L1_dlat = { value = 3, unit = 'cycles' } }" END,
	  "parameters.L1_dlat: has no source" },
	{ OWN "t.parameters = { L1_dlat = { value = '3', unit = 'cycles',"
	      " source = 's' } }" END,
	  "parameters.L1_dlat.value: wants a number, not a string" },
	{ OWN "t.parameters = { L1_dlat = { value = 0/0, unit = 'cycles',"
	      " source = 's' } }" END,
	  "parameters.L1_dlat.value: wants a positive number" },
	{ OWN "t.parameters = { L1_dlat = { value = 3, unit = 'Hz',"
	      " source = 's' } }" END,
	  "parameters.L1_dlat.unit: is 'Hz', not 'cycles'" },
	{ OWN "t.parameters = { L1_DCA = { value = 3, unit = 'cycles',"
	      " source = 's' } }" END,
	  "parameters.L1_DCA: is the name of an event" },
	{ OWN "t.caches = { l2 = { size = 1000, source = 's' } }" END,
	  "caches.l2: size is not ways * line * a power of two" },
	{ OWN "t.caches = {\n  l2 = { size = 1 << 20, line = 16,"
	      " ways = 16,\n    source = 's' } }" END,
	  ".lua:3: caches.l2.line: wants 32 to 1024, not 16" },
	{ OWN "t.caches = { l2 = { size = 1 << 20,\n\n line = 2048,"
	      " ways = 16,\n    source = 's' } }" END,
	  ".lua:4: caches.l2.line: wants 32 to 1024, not 2048" },
	{ OWN "t.caches = { l2 = { size = 1 << 20, line = 64,"
	      " ways = 8192, source = 's' } }" END,
	  ".lua:2: caches.l2.ways: wants 1 to 4096, not 8192" },
	{ OWN "t.caches = { l2 = { size = 1 << 20, line = 64, ways = 16,"
	      " hashed = 21, source = 's' } }" END,
	  ".lua:2: caches.l2.hashed: wants a whole number from 0 to 20" },
	{ OWN "t.caches = { l2 = { size = 1 << 20, line = 64, ways = 16,"
	      " hashed = 11, source = 's' } }" END,
	  ".lua:2: caches.l2.hashed: more bits than sets have" },
	{ OWN "t.caches = { l1d = { size = 32 << 10, line = 64, ways = 8,"
	      " hashed = 1, source = 's' } }" END,
	  ".lua:2: caches.l1d.hashed: a first level has none" },
	{ OWN "t.caches = { l2 = { size = 1 << 20, line = 64, ways = 0,"
	      " source = 's' } }" END,
	  ".lua:2: caches.l2.ways: wants 1 to 4096, not 0" },
	{ OWN "t.caches = { l1i = { size = 4 << 20, line = 64, ways = 8,"
	      " source = 's' } }" END,
	  ".lua:2: caches.l1i.size: more than 32768 lines" },
	{ OWN "t.caches = { l1d = { size = 2 << 20, line = 64, ways = 1,"
	      " source = 's' } }" END,
	  ".lua:2: caches.l1d.size: more than 32768 lines" },
	{ OWN "t.caches = { l3 = { size = 1 << 39, line = 64, ways = 16,"
	      " source = 's' } }" END,
	  ".lua:2: caches.l3.size: more than 268435456 lines" },
	{ OWN "t.tlbs = { dtlb2 = { entries = 65536, source = 's' } }" END,
	  ".lua:2: tlbs.dtlb2: wants 1 to 4096 ways, not 65536" },
	{ OWN "t.tlbs = { dtlb2 = { entries = 131072, ways = 4,"
	      " source = 's' } }" END,
	  ".lua:2: tlbs.dtlb2.entries: wants 1 to 65536, not 131072" },
	{ OWN "t.tlbs = { dtlb1 = { entries = 64, page = 2048,"
	      " source = 's' } }" END,
	  ".lua:2: tlbs.dtlb1.page: wants 4096 to 1073741824, not 2048" },
	{ OWN "t.frontend = { branch_bits = 21, source = 's' }" END,
	  ".lua:2: frontend.branch_bits: wants 4 to 20, not 21" },
	{ OWN "t.frontend = { branch_bits = 0, source = 's' }" END,
	  ".lua:2: frontend.branch_bits: wants 4 to 20, not 0" },
	{ OWN "t.frontend = { branch_history = 64, source = 's' }" END,
	  ".lua:2: frontend.branch_history: wants 8 to 63, not 64" },
	{ OWN "t.frontend = { target_history = 17, source = 's' }" END,
	  ".lua:2: frontend.target_history: wants 2 to 16, not 17" },
	{ OWN "t.frontend = { target_bits = 12, source = 's' }" END,
	  ".lua:2: frontend.target_bits: wants 4 to 11, not 12" },
	{ OWN "t.frontend = { fetch_bytes = 128, source = 's' }" END,
	  ".lua:2: frontend.fetch_bytes: wants 4 to 64, not 128" },
	{ OWN "t.caches = { l2 = { size = 1 << 20, ways = 8 } }" END,
	  "caches.l2: has no source" },
	{ OWN "t.model = { numbers = { rob = { value = 1 } } }" END,
	  "model.numbers.rob: has no source" },
	{ OWN
	  "t.model = { numbers = { rob = { value = 0, source = 's' } } }" END,
	  "model.numbers.rob.value: wants 1 to 2048" },
	{ OWN "t.model = { numbers = { rob = { value = 9, source = 's',"
	      " unit = 'ns' } } }" END,
	  "model.numbers.rob.unit: is 'ns', not 'operations'" },
	{ OWN
	  "t.model = { numbers = { robs = { value = 9, source = 's' } } }" END,
	  "model.numbers.robs: no such number of the model" },
	{ OWN
	  "t.model = { ops = { fp_ad = { latency = 9, source = 's' } } }" END,
	  "model.ops.fp_ad: no such class of the model" },
	{ OWN "t.model = { ops = { fp_add = { latency = 9, source = 's',"
	      " pipes = 'p9' } } }" END,
	  "model.ops.fp_add.pipes: no pipe 'p9'" },
	{ OWN
	  "t.model = { ops = { fp_add = { latency = -1, source = 's' } } }" END,
	  "model.ops.fp_add.latency: wants 0 to 1000 cycles" },
	{ OWN "t.model = { pipes = { names = { 'p' }, source = 's' } }" END,
	  "model.ops: 'atomic' has no pipes" },
	{ OWN "t.tlbs = { dtlb1 = { entries = 48, ways = 5,"
	      " source = 's' } }" END,
	  "tlbs.dtlb1: entries are not ways * a power of two" },
	{ OWN "t.events = { L1_DCX = 'A' }" END,
	  "events.L1_DCX: unknown event" },
	{ OWN "t.events = { L1_DCA = { native = { 'A', 'B' },"
	      " formula = 'n1 + n3' } }" END,
	  "events.L1_DCA.formula: unknown name 'n3'" },
	{ OWN "t.events = { L1_DCA = { native = 'A', scale = 'nix' } }" END,
	  "events.L1_DCA.scale: unknown parameter 'nix'" },
	{ OWN "t.events = { L1_DCA = { native = {} } }" END,
	  "events.L1_DCA.native: wants 1 to 16 names" },
	{ OWN "t.natives = { ['A B'] = {} }" END, "is not an event name" },
	{ OWN "t.natives = { A = { counters = { 99 } } }" END,
	  "natives.A.counters: wants numbers from 0 to 63" },
	{ OWN "t.missing = { L1_DCA = true }" END,
	  "missing.L1_DCA: wants a string, not a boolean" },
	{ OWN "t.metrics = { extra = { label = 'e', description = 'd',"
	      " unit = 'u', range = { 0, 1 }, source = 's' } }" END,
	  "metrics.extra: has no formula" },
	{ OWN "t.metrics = { extra = { label = 'e', description = 'd',"
	      " unit = 'u', source = 's', formula = '1' } }" END,
	  "metrics.extra: has no range" },
	{ OWN "t.metrics = { extra = { label = 'e', description = 'd',"
	      " range = { 0, 1 }, source = 's', formula = '1' } }" END,
	  "metrics.extra: has no unit" },
	{ OWN "t.metrics = { extra = { label = 'e', description = 'd',"
	      " unit = 'u', range = { 0, 1 }, formula = '1' } }" END,
	  "metrics.extra: has no source" },
	{ OWN "t.metrics = { overall = { source = 's',"
	      " formula = 'TOT_CYC / TOT_INX' } }" END,
	  "metrics.overall.formula: unknown name 'TOT_INX'" },
	{ OWN "t.metrics = { overall = { source = 's',"
	      " formula = 'TOT_CYC / (TOT_INS' } }" END,
	  "metrics.overall.formula: 'TOT_CYC / (TOT_INS': column 19:"
	  " expected ')'" },
	{ OWN "t.metrics = { overall = { source = 's',"
	      " formula = 'branches + 1' },"
	      " branches = { source = 's', formula = 'overall * 2' } }" END,
	  "depends on itself" },
	{ OWN "t.metrics = { overall = { source = 's', formula = 'a',"
	      " parts = { { id = 'a', label = 'a', formula = 'b' },"
	      " { id = 'b', label = 'b', formula = 'a' } } } }" END,
	  "depends on itself" },
	{ OWN "t.host = { { family = 6 } }" END,
	  "host.1: wants a vendor, an implementer or a cpu" },
	{ OWN "t['\\27[2J\\n'] = 1" END, "\\x1b[2J\\n: unknown key" },
};

START_TEST(refuses_bad_files)
{
	struct machine *m;
	struct err err = { 0 };
	int rc = machine_load(&m, scratch(bad[_i].text, ".lua"), &err);

	unlink(path);
	ck_assert_int_eq(rc, -1);
	ck_assert_ptr_null(m);
	ck_assert_msg(strstr(err.msg, bad[_i].msg) != NULL, "'%s' in '%s'",
	              bad[_i].msg, err.msg);
	ck_assert_msg(strstr(err.msg, ".lua:") != NULL, "%s", err.msg);
	ck_assert_ptr_null(strpbrk(err.msg, "\n\x1b"));
}
END_TEST

/* what the simulator takes at most, the loader takes too: see tests/cli.sh */
START_TEST(takes_the_largest_sizes)
{
	struct machine *m;
	struct err err = { 0 };
	int rc = machine_load(&m, "tests/cli/largest.lua", &err);

	ck_assert_msg(rc == 0, "%s", err.msg);
	machine_free(m);
}
END_TEST

START_TEST(takes_back_what_is_inherited)
{
	struct machine *m;
	struct err err = { 0 };
	const struct machine_native *list;
	size_t n, parents;

	ck_assert_int_eq(machine_load(&m, "opteron", &err), 0);
	parents = machine_natives(m, NULL);
	machine_free(m);
	ck_assert_int_eq(
		machine_load(&m,
	                     scratch(OWN "t.natives = { CPU_CLK_UNHALTED = "
	                                 "false, NEW = { raw = 5 } }" END,
	                             ".lua"),
	                     &err),
		0);
	unlink(path);
	n = machine_natives(m, &list);
	ck_assert_uint_eq(n, parents); /* one more and one less */
	for (size_t i = 0; i < n; i++)
		ck_assert_str_ne(list[i].name, "CPU_CLK_UNHALTED");
	machine_free(m);
}
END_TEST

/* a machine of the user's, with software events that carry a scale */
static const char own[] =
	"return { inherits = 'generic_x86_64', name = 'mine', title = 'mine',\n"
	"  parameters = { CPU_freq = { value = 2e9, unit = 'Hz',\n"
	"    source = 'label' } },\n"
	"  natives = { ['CPU-CLOCK'] = { perf = 'cpu-clock', fixed = true } "
	"},\n"
	"  events = {\n"
	"    TOT_CYC = { native = 'CPU-CLOCK', scale = 'CPU_freq * 1e-9' },\n"
	"    TOT_INS = { native = 'CPU-CLOCK', scale = 3 },\n"
	"    PAGE_FAULTS = 'PAGE-FAULTS',\n"
	"    BR_INS = { native = { 'A', 'B' }, formula = 'max(0, n1 - n2)' },\n"
	"    L1_DCA = { native = { 'A', 'B' } },\n"
	"  },\n"
	"  missing = { BR_MSP = 'not here' },\n"
	"  metrics = { faults = { label = 'page faults', unit = "
	"'faults/cycle',\n"
	"    description = 'd', range = { 0, 1 }, source = 'mine',\n"
	"    formula = 'PAGE_FAULTS / TOT_CYC' },\n"
	"    data_accesses = { extend = true, source = 'mine',\n"
	"      formula = 'L1', note = 'L1 only' } } }\n";

static double two(const void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "L2_DCA") == 0 ? NAN : 2;
}

START_TEST(users_can_add_a_machine)
{
	struct machine *m = load(scratch(own, ".lua"));
	const struct lcpi_category *list;
	const struct machine_event *e;
	const double counts[] = { 10, 4 }, missing[] = { 10, NAN };
	const char *note;
	size_t data = (size_t)lcpi_find(m, "data_accesses");

	unlink(path);
	e = machine_event_find(m, "TOT_CYC");
	ck_assert_double_eq(machine_event_count(m, e, counts), 20);
	machine_set_clock(m, 3e9);
	ck_assert_double_eq(machine_event_count(m, e, counts), 30);
	ck_assert_str_eq(e->natives[0]->perf, "cpu-clock");
	ck_assert(e->natives[0]->fixed);
	ck_assert_ptr_eq(e->natives[0],
	                 machine_event_find(m, "TOT_INS")->natives[0]);
	e = machine_event_find(m, "BR_INS");
	ck_assert_double_eq(machine_event_count(m, e, counts), 6);
	ck_assert_double_nan(machine_event_count(m, e, missing));
	e = machine_event_find(m, "L1_DCA");
	ck_assert_double_eq(machine_event_count(m, e, counts), 14);
	ck_assert_double_nan(machine_event_count(m, e, missing));
	ck_assert_ptr_null(machine_event_find(m, "BR_MSP"));
	ck_assert_str_eq(machine_missing(m, "BR_MSP"), "not here");
	ck_assert_ptr_null(machine_missing(m, "BR_INS"));
	/* an added category comes last, a refined one stays in its place */
	ck_assert_uint_eq(lcpi_categories(m, &list), 8);
	ck_assert_str_eq(list[7].label, "page faults");
	ck_assert_double_eq(lcpi_eval(m, 7, two, NULL), 1);
	ck_assert_str_eq(list[data].label, "data accesses");
	ck_assert_str_eq(lcpi_formula_used(m, data, two, NULL, &note), "L1");
	ck_assert_str_eq(note, "L1 only");
	machine_free(m);
}
END_TEST

START_TEST(unknown_names_list_the_known)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_int_eq(machine_load(&m, "z80", &err), -1);
	ck_assert_int_eq(err.code, ERR_USAGE);
	ck_assert_ptr_nonnull(strstr(err.msg, "no machine 'z80'; known are "
	                                      "a64fx, generic_aarch64"));
	err_clear(&err);
	ck_assert_int_eq(machine_load(&m, "lcpi", &err), -1);
	ck_assert_int_eq(err.code, ERR_USAGE);
	err_clear(&err);
	ck_assert_int_eq(machine_load(&m, "prelude", &err), -1);
	ck_assert_int_eq(err.code, ERR_USAGE);
	err_clear(&err);
	ck_assert_int_eq(machine_load(&m, "/nonexistent/x.lua", &err), -1);
	ck_assert_int_eq(err.code, ERR_SYSTEM);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

Suite *suite_machine(void);
Suite *suite_machine(void)
{
	Suite *s = suite_create("machine");
	TCase *t = tcase_create("machine");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, opteron_has_the_papers_parameters, 0,
	                    COUNT(rangers));
	tcase_add_test(t, shared_ones_have_clocks_of_their_own);
	tcase_add_loop_test(t, recognises_hosts, 0, COUNT(hosts));
	tcase_add_test(t, this_host_has_a_machine);
	tcase_add_loop_test(t, refuses_bad_files, 0, COUNT(bad));
	tcase_add_test(t, takes_the_largest_sizes);
	tcase_add_test(t, takes_back_what_is_inherited);
	tcase_add_test(t, users_can_add_a_machine);
	tcase_add_test(t, unknown_names_list_the_known);
	return s;
}
