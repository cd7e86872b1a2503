/*
 * fuzz_report - from a measurement file of any bytes to all reports, views and
 * forms of each
 *
 * Two measurements parted by a line "--" are compared.
 */
#include "../input.h"
#include "../xml_values.h"

#include "base/err.h"
#include "diagnose/assessment.h"
#include "diagnose/scaling.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "report/annotate.h"
#include "report/answer.h"
#include "report/calls.h"
#include "report/difference.h"
#include "report/export/data.h"
#include "report/export/formats.h"
#include "report/html/page.h"
#include "report/mpi.h"
#include "report/phases.h"
#include "report/report.h"
#include "report/scaling.h"
#include "report/show.h"
#include "report/summary.h"
#include "base/strbuf.h"

enum { BOTH, ONE, TWO };

/* Of plain text nothing of the input may move the terminal. */
static const struct {
	const struct report *report;
	int inputs;
	bool plain;
} reports[] = {
	{ &report_text, BOTH, true },
	{ &report_answer, ONE, true },
	{ &report_difference, TWO, true },
	{ &report_show, ONE, true },
	{ &report_summary, BOTH, true },
	{ &report_calls, ONE, true },
	{ &report_source, ONE, true },
	{ &report_phases, ONE, true },
	{ &report_mpi, ONE, true },
	{ &report_folded, BOTH, true },
	{ &report_callgrind, BOTH, true },
	{ &report_github, BOTH, true },
	{ &report_csv, BOTH, true },
	{ &report_json, BOTH, true },
	{ &report_sarif, BOTH, true },
	{ &report_speedscope, BOTH, true },
	{ &report_chrome_trace, ONE, true },
	{ &report_summary_data, BOTH, true },
	{ &report_calls_data, ONE, true },
	{ &report_source_data, ONE, true },
	{ &report_phases_data, ONE, true },
	{ &report_mpi_data, ONE, true },
	{ &report_html, BOTH, false },
};

static void write_one(size_t i, int more, const struct assessment *a,
                      const struct suggest *s)
{
	const struct report *r = reports[i].report;
	const struct report_options options = {
		.suggestions = more ? "https://a/b" : "c/d",
		.most_suggestions = 3,
		.all_suggestions = more,
		.values = more,
		.account = more,
		.balance = more,
		.formulas = more,
		.color = more,
		.show = r == &report_show ? "1" : NULL,
	};
	struct err err = { 0 };
	char *text = NULL;
	size_t n;
	FILE *f;

	if ((reports[i].inputs == ONE && a->n > 1) ||
	    (reports[i].inputs == TWO && a->n < 2) ||
	    (options.show && show_check(a, s, options.show, &err) != 0))
		return;
	f = open_memstream(&text, &n);
	data_write(r, more ? r->table : NULL, a, s, &options, f, &err);
	fclose(f);
	if (reports[i].plain && !more && memchr(text, '\033', n))
		abort();
	free(text);
}

static void write_all(const struct assessment *a, const struct suggest *s)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
		for (int more = 0; more < 2; more++)
			write_one(i, more, a, s);
	}
}

static void assess(struct knowledge *k, const struct profile *const *p,
                   size_t n)
{
	static const char *const files[] = { "one.db", "two.db" };
	const struct assess_options options = {
		.threshold = 0.01,
		.automatic = n == 1, /* as without a threshold */
		.machine = "zen4",
	};
	struct err err = { 0 };
	struct assessment *a = assessment_new(p, files, n, &options, &err);
	struct suggest *s;

	if (!a)
		return;
	s = suggest_new(k, a, &err);
	write_all(a, s);
	suggest_free(s);
	assessment_free(a);
}

/* Both as if with more and more threads */
static void scale(const struct profile *const *p)
{
	static const char *const files[] = { "one.db", "two.db" };
	const struct assess_options options = { .threshold = 0.01,
		                                .all = true };
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct assessment *a[2] = { NULL };
	struct scaling *s;
	struct data d;
	char *text = NULL;
	size_t n;
	FILE *f;

	for (int i = 0; i < 2; i++)
		a[i] = assessment_new(&p[i], &files[i], 1, &options, &err);
	if (a[0] && a[1]) {
		s = scaling_new((const struct assessment *const *)a, 2, 0.01);
		scaling_text(&b, s);
		f = open_memstream(&text, &n);
		data_start(&d, "scaling", NULL, f);
		scaling_fill(&d.j, s);
		data_end(&d, &err);
		fclose(f);
		scaling_free(s);
	}
	if (b.len && memchr(b.s, '\033', b.len))
		abort();
	free(text);
	strbuf_release(&b);
	assessment_free(a[0]);
	assessment_free(a[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct profile *p[2] = { NULL };
	struct err err = { 0 };
	struct knowledge *k;
	size_t n = 0;

	while (n < 2 && size) {
		const uint8_t *part;
		size_t length = input_part(&data, &size, &part);

		p[n] = profile_read_xml_memory((const char *)part, length, NULL,
		                               &err);
		if (!p[n])
			break;
		n++;
	}
	if (n == 2)
		scale((const struct profile *const *)p);
	k = n ? knowledge_load(&err) : NULL;
	if (k)
		assess(k, (const struct profile *const *)p, n);
	knowledge_free(k);
	profile_free(p[0]);
	profile_free(p[1]);
	return 0;
}
