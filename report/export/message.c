#include "message.h"

#include "base/banned.h"
#include "base/strbuf.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report/suggestions.h"

const struct suggestion *message_suggestion(const struct finding *of)
{
	return of->n > 0 ? of->changes[0]->suggestion : NULL;
}

void message_add(struct strbuf *b, const struct finding *of)
{
	strbuf_addf(b, "%.1f %% of the time.", 100 * of->share);
	if (of->why)
		strbuf_addf(b, " Its cycles: %s.", of->why);
	if (of->n > 0) {
		const struct suggest_item *item = of->changes[0];

		if (!item->by_category)
			strbuf_addf(b, " %s.", item->evidence);
		strbuf_addf(b, " %s: ", item->suggestion->title);
		suggestions_finding_speedup(b, of);
		strbuf_addc(b, '.');
	}
	if (of->unsure)
		strbuf_addf(b, " Uncertain: %s.", of->unsure);
}
