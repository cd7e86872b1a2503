/*
 * verify-knowledge - proves the examples of the knowledge base
 *
 * For each: both sides build at the suggestion's own level, compute the same,
 * are timed in turn and measured by simulation; the rule fires on the section
 * before and not on the one after, and the claimed bound falls by at least what
 * is claimed. What was measured is written to examples/ID/{before,after}.db and
 * to measured/.
 */
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"
#include "knowledge/record.h"
#include "knowledge/suggest.h"
#include "pair.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "run.h"

/* What became of one pair */
struct outcome {
	bool good;           /* all that must hold holds */
	bool paid;           /* natively faster, beyond the spread */
	struct strbuf entry; /* of its machine's file */
};

struct verifier {
	struct knowledge *k;
	char scratch[64];
	struct strbuf collector, compiler, cpu;
	size_t good, bad, unpaid;
	const char *keep; /* where whole measurements go, or NULL */
};

static const char *const sides[] = { "before", "after" };

static void first_line_of(const char *const *argv, struct strbuf *out)
{
	struct err err = { 0 };
	struct run_result result;

	strbuf_clear(out);
	if (run_program(argv, NULL, 10, out, &result, &err) != 0)
		strbuf_adds(out, "unknown");
	out->len = strcspn(out->s, "\n");
	out->s[out->len] = '\0';
}

static void find_cpu(struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = { 0 };
	const char *s;

	strbuf_adds(out, "unknown");
	if (io_read_file("/proc/cpuinfo", 1 << 20, &text, &err) == 0 &&
	    (s = strstr(text.s, "model name")) && (s = strchr(s, ':'))) {
		strbuf_clear(out);
		s += strspn(s, ": \t");
		strbuf_add(out, s, strcspn(s, "\n"));
	}
	strbuf_release(&text);
}

/* Only numbers, and texts that were checked, get into the Lua file. */
static void add_number(struct strbuf *b, const char *key, double v)
{
	if (isfinite(v))
		strbuf_addf(b, "  %s = %.4g,\n", key, v);
}

static void add_text(struct strbuf *b, const char *key, const char *text)
{
	strbuf_addf(b, "  %s = \"", key);
	for (; *text; text++) {
		if (*text != '"' && *text != '\\')
			strbuf_addc(b, *text);
	}
	strbuf_adds(b, "\",\n");
}

/* LCPI of all work together: cycles of the bound / instructions */
static void add_bars(struct strbuf *b, const char *key, const struct record *r)
{
	const struct assessment *a = r->assessment;
	const double instructions = record_bound(r, "instructions");
	double v;

	strbuf_addf(b, "  %s = {", key);
	for (size_t c = 0; c < a->ncategories; c++) {
		v = record_bound(r, a->categories[c].id) / instructions;
		if (isfinite(v))
			strbuf_addf(b, " %s = %.3g,", a->categories[c].id, v);
	}
	strbuf_adds(b, " },\n");
}

static void write_entry(const struct verifier *v, const struct pair *p,
                        const struct record *r, struct strbuf *b)
{
	const char *claimed = p->s->claim_category;

	strbuf_addf(b, "measured \"%s\" {\n", p->s->id);
	add_text(b, "machine", r[0].assessment->in[0].machine_name);
	add_text(b, "cpu", v->cpu.s);
	add_text(b, "compiler", v->compiler.s);
	add_number(b, "speedup", p->speedup);
	add_number(b, "speedup_low", p->low);
	add_number(b, "speedup_high", p->high);
	add_number(b, "time_before_s", p->side[0].median_s);
	add_number(b, "time_after_s", p->side[1].median_s);
	add_number(b, "bound_before", record_bound(&r[0], claimed));
	add_number(b, "bound_after", record_bound(&r[1], claimed));
	add_number(b, "part", record_part(&r[0], p->s->id));
	add_number(b, "good_cpi", r[0].assessment->in[0].good_cpi);
	add_bars(b, "lcpi_before", &r[0]);
	add_bars(b, "lcpi_after", &r[1]);
	strbuf_adds(b, "}\n");
}

static bool claim_holds(const struct pair *p, const struct record *r,
                        double *fall)
{
	const char *claimed = p->s->claim_category;

	if (strcmp(claimed, "time") == 0 || strcmp(claimed, "elapsed") == 0)
		*fall = 1 - 1 / p->speedup;
	else
		*fall = 1 - record_bound(&r[1], claimed) /
		                    record_bound(&r[0], claimed);
	return *fall >= p->s->claim_at_least;
}

static int save(const struct pair *p, size_t side, const struct record *r,
                struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int rc;

	io_join(&path, p->s->folder, p->s->example);
	strbuf_addf(&path, "/%s.db", sides[side]);
	rc = profile_write_xml(r->profile, path.s, err);
	strbuf_release(&path);
	return rc;
}

/* Everything about one pair; what is wrong goes to standard output. */
static int judge(const struct verifier *v, struct pair *p, struct outcome *out,
                 struct err *err)
{
	struct record r[PAIR_SIDES] = { { NULL, NULL, NULL } };
	const char *id = p->s->id, *reason;
	bool fires[PAIR_SIDES], holds;
	double fall;
	int rc = -1;

	for (size_t i = 0; i < PAIR_SIDES; i++) {
		struct profile *whole =
			profile_read_xml(p->side[i].db.s, NULL, err);
		struct profile *cut = whole ? record_cut(whole, false) : NULL;

		profile_free(whole);
		if (!cut || record_ask(&r[i], cut, v->k, err) != 0)
			goto out;
		fires[i] = record_fires(&r[i], id);
	}
	holds = claim_holds(p, r, &fall);
	out->paid = p->low > 1;
	/* it may keep silent where the change does not pay */
	out->good = (fires[0] || !out->paid) && !fires[1] && holds;
	printf("%-4s %-32s %s falls by %.0f %% (claimed %.0f %%), %.2f x "
	       "(%.2f to %.2f)%s\n",
	       out->good ? "ok" : "BAD", id, p->s->claim_category, 100 * fall,
	       100 * p->s->claim_at_least, p->speedup, p->low, p->high,
	       out->paid ? "" : ", DOES NOT PAY");
	reason = record_reason(&r[0], id);
	if (!fires[0])
		printf("     the rule does not fire on before: %s\n",
		       reason ? reason : "no section");
	if (fires[1])
		printf("     the rule still fires on after\n");
	write_entry(v, p, r, &out->entry);
	if (save(p, 0, &r[0], err) == 0 && save(p, 1, &r[1], err) == 0)
		rc = 0;
out:
	record_release(&r[0]);
	record_release(&r[1]);
	return rc;
}

/* The whole measurement of the side before, libraries and all: DIR/ID.db */
static int keep(const struct verifier *v, const struct pair *p, struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct output file = { 0 };
	int rc = -1;

	if (!v->keep)
		return 0;
	io_join(&path, v->keep, p->s->id);
	strbuf_adds(&path, ".db");
	if (io_read_file(p->side[0].db.s, 1 << 26, &text, err) == 0 &&
	    output_open(&file, path.s, OUTPUT_REPLACE, err) == 0) {
		fwrite(text.s, 1, text.len, file.f);
		rc = output_commit(&file, NULL, err);
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return rc;
}

/* The problems of rules from the from-th on: errors, with file and line */
static void print_problems(const struct verifier *v, size_t from)
{
	const char *const *problems;
	const size_t n = knowledge_problems(v->k, &problems);

	for (size_t i = from; i < n; i++)
		printf("     %s\n", problems[i]);
}

static void verify(struct verifier *v, const struct suggestion *s,
                   struct outcome *out)
{
	const char *const *problems;
	const size_t known = knowledge_problems(v->k, &problems);
	struct err err = { 0 };
	struct pair p;

	if (pair_init(&p, s, v->scratch, v->collector.s, &err) != 0 ||
	    pair_build(&p, &err) != 0 || pair_time(&p, &err) != 0 ||
	    pair_measure(&p, &err) != 0 || keep(v, &p, &err) != 0 ||
	    judge(v, &p, out, &err) != 0)
		printf("BAD  %-32s %s\n", s->id, err.msg);
	print_problems(v, known);
	fflush(stdout);
	pair_release(&p);
}

static bool wanted(const struct suggestion *s, int argc, char **argv)
{
	if (!s->example)
		return false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], s->id) == 0 ||
		    strcmp(argv[i], s->category) == 0)
			return true;
	}
	return argc < 2;
}

/* What is between the quotes that follow key; empty when there is none */
static void quoted(const char *entry, size_t n, const char *key,
                   struct strbuf *out)
{
	const char *s = strstr(entry, key);

	strbuf_clear(out);
	if (!s || s >= entry + n)
		return;
	s += strlen(key);
	strbuf_add(out, s, strcspn(s, "\"\n"));
}

/* Entries by id: <0, 0, >0 */
static int order(const char *a, size_t na, const char *b)
{
	struct strbuf x = STRBUF_INIT, y = STRBUF_INIT;
	int order;

	quoted(a, na, "measured \"", &x);
	quoted(b, strlen(b), "measured \"", &y);
	order = strcmp(x.s, y.s);
	strbuf_release(&x);
	strbuf_release(&y);
	return order;
}

/*
 * The old file with the entry of one id replaced or added; entries start with
 * "measured" and end with a line "}".
 */
static void merge_entry(const char *old, const char *entry, struct strbuf *out)
{
	bool done = false;

	while (*old) {
		const char *end = strstr(old, "\n}\n");
		const size_t n = end ? (size_t)(end + 3 - old) : strlen(old);
		const int o = order(old, n, entry);

		if (o >= 0 && !done) {
			strbuf_adds(out, entry);
			done = true;
		}
		if (o != 0)
			strbuf_add(out, old, n);
		old += n;
	}
	if (!done)
		strbuf_adds(out, entry);
}

/* The file of the entry's machine, whose folder is made */
static int file_of(const struct suggestion *s, const char *entry,
                   struct strbuf *path, struct err *err)
{
	struct strbuf machine = STRBUF_INIT;
	int rc = 0;

	io_join(path, s->folder, KNOWLEDGE_MEASURED);
	if (mkdir(path->s, 0777) != 0 && errno != EEXIST)
		rc = err_system(err, "can't make the folder '%s'", path->s);
	quoted(entry, strlen(entry), "machine = \"", &machine);
	strbuf_addf(path, "/%s.lua", machine.s);
	strbuf_release(&machine);
	return rc;
}

static int save_entry(const struct suggestion *s, const char *entry,
                      struct err *err)
{
	static const char head[] =
		"-- Written by make verify-knowledge: what each example "
		"measured.\n";
	struct strbuf path = STRBUF_INIT, old = STRBUF_INIT, all = STRBUF_INIT;
	struct err none = { 0 };
	struct output file = { 0 };
	const char *body;
	int rc = -1;

	if (file_of(s, entry, &path, err) != 0) {
		strbuf_release(&path);
		return -1;
	}
	io_read_file(path.s, 1 << 22, &old, &none);
	body = old.s;
	while (strncmp(body, "--", 2) == 0)
		body += strcspn(body, "\n") + 1;
	strbuf_adds(&all, head);
	merge_entry(body, entry, &all);
	if (output_open(&file, path.s, OUTPUT_REPLACE, err) == 0) {
		fwrite(all.s, 1, all.len, file.f);
		rc = output_commit(&file, NULL, err);
	}
	strbuf_release(&path);
	strbuf_release(&old);
	strbuf_release(&all);
	return rc;
}

static void one(struct verifier *v, const struct suggestion *s)
{
	struct outcome out = { .entry = STRBUF_INIT };
	struct err err = { 0 };

	verify(v, s, &out);
	v->good += out.good;
	v->bad += !out.good;
	v->unpaid += out.good && !out.paid;
	if (out.entry.len > 0 && save_entry(s, out.entry.s, &err) != 0)
		printf("BAD  %-32s %s\n", s->id, err.msg);
	strbuf_release(&out.entry);
}

static int verifier_init(struct verifier *v, struct err *err)
{
	static const char *const gcc[] = { "gcc", "--version", NULL };

	strbuf_init(&v->collector);
	strbuf_init(&v->compiler);
	strbuf_init(&v->cpu);
	snprintf(v->scratch, sizeof(v->scratch),
	         "/tmp/verify-knowledge.XXXXXX");
	if (!mkdtemp(v->scratch))
		return err_system(err, "can't make a folder in /tmp");
	if (datadir_helper("perfexpert-run", &v->collector, err) != 0)
		return -1;
	first_line_of(gcc, &v->compiler);
	find_cpu(&v->cpu);
	v->k = knowledge_load(err);
	return v->k ? 0 : -1;
}

static void verifier_release(struct verifier *v)
{
	struct err err = { 0 };

	if (v->scratch[0])
		io_remove_tree(v->scratch, &err);
	knowledge_free(v->k);
	strbuf_release(&v->collector);
	strbuf_release(&v->compiler);
	strbuf_release(&v->cpu);
}

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

/* "rounding,order_of_sums" */
static void add_effects(struct strbuf *b, unsigned mask)
{
	for (int i = 0; i < EFFECTS; i++) {
		if (mask & 1u << i)
			strbuf_addf(b, "%s%s", b->len ? "," : "",
			            effect_id((enum effect)i));
	}
	if (!mask)
		strbuf_adds(b, "nothing");
}

/* "ID gcc nothing -O3" for each, so that a script can check it with the
 * compilers */
static void print_switches(const struct knowledge *k)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(k, &list);
	struct strbuf effects = STRBUF_INIT;

	for (size_t i = 0; i < n; i++) {
		for (size_t s = 0; s < list[i]->nswitches; s++) {
			const struct knowledge_switch *w =
				&list[i]->switches[s];

			if (!w->name)
				continue;
			strbuf_clear(&effects);
			add_effects(&effects,
			            effects_of_switches(w->compiler, w->name,
			                                NULL));
			printf("%s %s %s %s\n", list[i]->id, w->compiler,
			       effects.s, w->name);
		}
	}
	strbuf_release(&effects);
}

/* What was said of a suggestion where it saves most; false: it is not made */
static bool said_of(const struct record *r, const char *id, struct gain *gain)
{
	bool any = false;

	for (size_t i = 0; i < r->suggest->n; i++) {
		const struct suggest_section *s = &r->suggest->sections[i];

		for (size_t k = 0; k < s->nall; k++) {
			const struct suggest_item *item = &s->items[k];

			if (strcmp(item->suggestion->id, id) != 0 ||
			    (any && item->gain.saved <= gain->saved))
				continue;
			*gain = item->gain;
			any = true;
		}
	}
	return any;
}

/*
 * "id measured said at-most basis" of each pair whose side before was kept, and
 * that was measured on that machine; - where there is none
 */
static void print_expected(struct knowledge *k, const struct suggestion *s,
                           const char *folder)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	struct record r = { 0 };
	struct profile *whole, *p;
	struct gain gain = { 0 };
	const struct knowledge_measured *m;

	io_join(&path, folder, s->id);
	strbuf_adds(&path, ".db");
	whole = profile_read_xml(path.s, NULL, &err);
	p = whole ? record_cut(whole, true) : NULL;
	if (p && record_ask(&r, p, k, &err) == 0) {
		m = knowledge_measured_on(s, r.assessment->in[0].machine_name);
		if (m && !isnan(m->speedup) && said_of(&r, s->id, &gain))
			printf("%s %.3f %.3f %.3f %s\n", s->id, m->speedup,
			       gain_times(gain.saved), gain_times(gain.most),
			       gain.expected ? "account" : "bound");
		else
			printf("%s - - - -\n", s->id);
	}
	record_release(&r);
	profile_free(whole);
	strbuf_release(&path);
}

int main(int argc, char **argv)
{
	const struct suggestion *const *list;
	const char *const *problems;
	struct verifier v = { 0 };
	struct err err = { 0 };
	size_t n;

	xmlSetGenericErrorFunc(NULL, silent);
	if (verifier_init(&v, &err) != 0) {
		fprintf(stderr, "verify-knowledge: %s\n", err.msg);
		verifier_release(&v);
		return err_exit_status(&err);
	}
	n = knowledge_problems(v.k, &problems);
	for (size_t i = 0; i < n; i++)
		printf("BAD  %s\n", problems[i]);
	v.bad += n;
	if (argc == 2 && strcmp(argv[1], "--switches") == 0) {
		print_switches(v.k);
		verifier_release(&v);
		return 0;
	}
	n = knowledge_suggestions(v.k, &list);
	if (argc == 3 && strcmp(argv[1], "--expected") == 0) {
		for (size_t i = 0; i < n; i++) {
			if (list[i]->example)
				print_expected(v.k, list[i], argv[2]);
		}
		verifier_release(&v);
		return 0;
	}
	if (argc > 2 && strcmp(argv[1], "--keep") == 0) {
		v.keep = argv[2];
		argc -= 2;
		argv += 2;
	}
	for (size_t i = 0; i < n; i++) {
		if (wanted(list[i], argc, argv))
			one(&v, list[i]);
	}
	printf("%zu pairs hold, %zu do not; %zu do not pay here\n", v.good,
	       v.bad, v.unpaid);
	n = v.bad;
	verifier_release(&v);
	return n > 0;
}
