/*
 * fuzz_knowledge - a folder of suggestions with one file of any bytes
 *
 * What comes with perfexpert is left out but for the prelude, and the rules are
 * asked about one section.
 */
#include "../input.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/profile.h"
#include "profile/xml.h"

static const char measurement[] =
	"<perfexpert version=\"1\"><measurement program=\"a\" machine=\"zen4\">"
	"<event name=\"TOT_CYC\" how=\"counted\"/>"
	"<event name=\"TOT_INS\" how=\"counted\"/>"
	"<event name=\"L1_DCA\" how=\"counted\"/></measurement>"
	"<section kind=\"program\" name=\"a\"><sum>9e9 1e9 5e8</sum>"
	"<section kind=\"module\" name=\"a\"><sum>9e9 1e9 5e8</sum>"
	"<section kind=\"procedure\" name=\"f\" file=\"a.c\" line=\"1\">"
	"<sum>9e9 1e9 5e8</sum><fact fact=\"loop\" trips=\"9\"/>"
	"</section></section></section></perfexpert>";

static void ask(struct knowledge *k)
{
	static const char *const files[] = { "one.db" };
	const struct assess_options options = { .threshold = 0.1 };
	struct err err = { 0 };
	struct profile *p = profile_read_xml_memory(
		measurement, sizeof(measurement) - 1, NULL, &err);
	struct assessment *a = assessment_new((const struct profile *const *)&p,
	                                      files, 1, &options, &err);

	suggest_free(suggest_new(k, a, &err));
	assessment_free(a);
	profile_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *folder = input_folder();
	struct err err = { 0 };
	struct knowledge *k;

	input_write(folder, "mine.lua", data, size);
	k = knowledge_load_folder(folder, &err);
	if (k)
		ask(k);
	knowledge_free(k);
	return 0;
}
