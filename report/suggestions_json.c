/* Suggestions for programs. */
#include "suggestions.h"

#include <math.h>
#include <stdio.h>

#include "base/banned.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report.h"

static void json_effects(struct json *j, unsigned effects)
{
	json_array(j, "changes");
	for (int i = 0; i < EFFECTS; i++) {
		if (effects & 1u << i)
			json_text(j, NULL, effect_id((enum effect)i));
	}
	json_end(j);
}

/* The switches of the compiler that built it */
static void json_switches(struct json *j, const struct suggest_item *item)
{
	const char *compiler = suggestions_compiler(item->at);

	json_array(j, "switches");
	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (!suggestions_has_switch(item, i, compiler))
			continue;
		json_object(j, NULL);
		json_text(j, "compiler", compiler);
		if (s->name)
			json_text(j, "switch", s->name);
		json_text(j, "text", s->text);
		if (s->name)
			json_effects(j, effects_of_switches(compiler, s->name,
			                                    NULL));
		json_end(j);
	}
	json_end(j);
}

static void json_item(struct json *j, const struct suggest_item *item,
                      const char *index)
{
	const struct suggestion *s = item->suggestion;
	struct strbuf page = STRBUF_INIT;
	char number[16];

	snprintf(number, sizeof(number), SUGGESTION_NUMBER, s->number);
	suggestions_page(&page, index, s);
	json_object(j, NULL);
	json_text(j, "id", s->id);
	json_text(j, "number", s->number ? number : NULL);
	json_text(j, "category", s->category);
	json_text(j, "title", s->title);
	json_text(j, "evidence", item->evidence);
	json_effects(j, s->changes);
	if (s->changes_says)
		json_text(j, "changes_how", s->changes_says);
	json_bool(j, "by_category", item->by_category);
	json_number(j, "part", item->part);
	json_number(j, "saved", item->gain.saved);
	json_number(j, "expected",
	            item->gain.expected && !item->gain.joined
	                    ? gain_times(item->gain.saved)
	                    : NAN);
	json_number(j, "at_most", gain_times(item->gain.most));
	json_text(j, "file", item->at->file);
	json_number(j, "line", item->at->line ? (double)item->at->line : NAN);
	json_text(j, "page", page.s);
	json_switches(j, item);
	json_end(j);
	strbuf_release(&page);
}

void suggestions_json(struct json *j, const struct suggest_section *s,
                      const struct report_options *options)
{
	const size_t n = s ? suggestions_shown(s, options) : 0;

	json_array(j, "suggestions");
	for (size_t i = 0; i < n; i++)
		json_item(j, &s->items[i], options->suggestions);
	json_end(j);
	if (!options->all_suggestions)
		return;
	json_array(j, "not_suggested");
	for (size_t i = 0; s && i < s->nreasons; i++) {
		json_object(j, NULL);
		json_text(j, "id", s->reasons[i].suggestion->id);
		json_text(j, "reason", s->reasons[i].text);
		json_end(j);
	}
	json_end(j);
}
