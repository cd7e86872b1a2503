/*
 * SARIF 2.1.0 (OASIS), for editors and code scanning: a result for each
 * finding, whose rule is its first change.
 */
#include "formats.h"

#include "base/banned.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "message.h"
#include "report/answer.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

/* The rule of a place for which no change is known */
static const char no_change[] = "hot-place";

/* A path as a URI reference (RFC 3986): an absolute one becomes file:///... */
static void add_uri(struct strbuf *b, const char *path)
{
	static const char fine[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789-._~/";

	strbuf_adds(b, *path == '/' ? "file://" : "");
	for (; *path; path++) {
		if (strchr(fine, *path))
			strbuf_addc(b, *path);
		else
			strbuf_addf(b, "%%%02X", (unsigned char)*path);
	}
}

static void json_message(struct json *j, const char *key, const char *text)
{
	json_object(j, key);
	json_text(j, "text", text);
	json_end(j);
}

static void add_rule(struct json *j, const struct suggestion *s)
{
	json_object(j, NULL);
	json_text(j, "id", s ? s->id : no_change);
	json_message(j, "shortDescription",
	             s ? s->title : "A place that takes much of the time");
	if (s) {
		json_message(j, "fullDescription", s->why);
		json_message(j, "help", s->nhow > 0 ? s->how[0] : s->why);
	}
	json_end(j);
}

/* Is the finding the first one with its rule? */
static bool is_first(const struct findings *f, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		if (message_suggestion(&f->list[k]) ==
		    message_suggestion(&f->list[i]))
			return false;
	}
	return true;
}

static size_t rule_index(const struct findings *f, size_t i)
{
	size_t n = 0;

	for (size_t k = 0;
	     message_suggestion(&f->list[k]) != message_suggestion(&f->list[i]);
	     k++)
		n += is_first(f, k);
	return n;
}

static void add_location(struct json *j, const struct findings *f, size_t i)
{
	const struct assess_section *s = f->list[i].at;
	struct strbuf text = STRBUF_INIT;

	json_array(j, "locations");
	json_object(j, NULL);
	if (s->file) {
		add_uri(&text, s->file);
		json_object(j, "physicalLocation");
		json_object(j, "artifactLocation");
		json_text(j, "uri", text.s);
		json_end(j);
		if (f->list[i].line) {
			json_object(j, "region");
			json_number(j, "startLine", f->list[i].line);
			json_end(j);
		}
		json_end(j);
	}
	strbuf_clear(&text);
	answer_title(&text, f, i);
	json_array(j, "logicalLocations");
	json_object(j, NULL);
	json_text(j, "name", s->procedure);
	json_text(j, "fullyQualifiedName", text.s);
	json_text(j, "kind", "function");
	json_end(j);
	json_end(j);
	json_end(j);
	json_end(j);
	strbuf_release(&text);
}

static void add_result(struct json *j, const struct findings *f, size_t i)
{
	const struct finding *of = &f->list[i];
	const struct suggestion *s = message_suggestion(of);
	struct strbuf text = STRBUF_INIT;

	message_add(&text, of);
	json_line(j);
	json_object(j, NULL);
	json_text(j, "ruleId", s ? s->id : no_change);
	json_number(j, "ruleIndex", (double)rule_index(f, i));
	json_text(j, "level", s ? "warning" : "note");
	json_message(j, "message", text.s);
	add_location(j, f, i);
	json_object(j, "properties");
	json_number(j, "share", of->share);
	json_end(j);
	json_end(j);
	strbuf_release(&text);
}

static void write_sarif(const struct assessment *a,
                        const struct suggest *suggest,
                        const struct report_options *options, FILE *file)
{
	struct findings *f = findings_new(a, suggest);
	struct strbuf b = STRBUF_INIT;
	struct json j;

	(void)options;
	json_init(&j, &b);
	json_object(&j, NULL);
	json_text(&j, "$schema",
	          "https://json.schemastore.org/sarif-2.1.0.json");
	json_text(&j, "version", "2.1.0");
	json_array(&j, "runs");
	json_object(&j, NULL);
	json_object(&j, "tool");
	json_object(&j, "driver");
	json_text(&j, "name", "perfexpert");
	json_text(&j, "version", PERFEXPERT_VERSION);
	json_array(&j, "rules");
	for (size_t i = 0; i < f->n; i++) {
		if (is_first(f, i))
			add_rule(&j, message_suggestion(&f->list[i]));
	}
	json_end(&j);
	json_end(&j);
	json_end(&j);
	json_array(&j, "results");
	for (size_t i = 0; i < f->n; i++)
		add_result(&j, f, i);
	json_end(&j);
	json_end(&j);
	json_end(&j);
	json_end(&j);
	strbuf_addc(&b, '\n');
	fwrite(b.s, 1, b.len, file);
	strbuf_release(&b);
	findings_free(f);
}

const struct report report_sarif = { .name = "sarif",
	                             .details = true,
	                             .whole = true,
	                             .all = true,
	                             .write = write_sarif };
