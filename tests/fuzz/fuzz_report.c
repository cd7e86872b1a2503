/*
 * fuzz_report - from a measurement file of any bytes to all reports
 *
 * Two measurements parted by a line "--" are compared.
 */
#include "input.h"

#include "base/err.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "report/export/data.h"
#include "report/export/formats.h"
#include "report/html/page.h"
#include "report/report.h"
#include "report/summary.h"

static void write_all(const struct assessment *a, const struct suggest *s)
{
	static const struct report *const reports[] = {
		&report_text,         &report_json,         &report_csv,
		&report_html,         &report_sarif,        &report_folded,
		&report_speedscope,   &report_callgrind,    &report_github,
		&report_chrome_trace, &report_summary_data,
	};
	struct err err = { 0 };

	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
		for (int more = 0; more < 2; more++) {
			const struct report_options options = {
				.suggestions = more ? "https://a/b" : "c/d",
				.most_suggestions = 3,
				.all_suggestions = more,
				.values = more,
				.formulas = more,
				.color = more,
			};
			char *text = NULL;
			size_t n;
			FILE *f = open_memstream(&text, &n);

			data_write(reports[i], more ? reports[i]->table : NULL,
			           a, s, &options, f, &err);
			fclose(f);
			/* nothing of the input may move the terminal */
			if ((reports[i] == &report_text ||
			     reports[i] == &report_folded ||
			     reports[i] == &report_callgrind) &&
			    !more && memchr(text, '\033', n))
				abort();
			free(text);
		}
	}
}

static void assess(struct knowledge *k, const struct profile *const *p,
                   size_t n)
{
	static const char *const files[] = { "one.db", "two.db" };
	const struct assess_options options = { .threshold = 0.01,
		                                .machine = "zen4" };
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
	k = n ? knowledge_load(&err) : NULL;
	if (k)
		assess(k, (const struct profile *const *)p, n);
	knowledge_free(k);
	profile_free(p[0]);
	profile_free(p[1]);
	return 0;
}
