/*
 * A workflow command of GitHub's actions for each finding, which is shown
 * beside its line.
 */
#include "formats.h"

#include "base/banned.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/findings.h"
#include "message.h"
#include "report/answer.h"

/* As the workflow commands' own escapes want it; of: also in a property */
static void add_escaped(struct strbuf *b, const char *s, const char *of)
{
	for (; *s; s++) {
		if ((unsigned char)*s < ' ' || *s == '%' || strchr(of, *s))
			strbuf_addf(b, "%%%02X", (unsigned char)*s);
		else
			strbuf_addc(b, *s);
	}
}

static void write_github(const struct assessment *a,
                         const struct suggest *suggest,
                         const struct report_options *options, FILE *file)
{
	struct findings *f = findings_new(a, suggest);
	struct strbuf b = STRBUF_INIT, text = STRBUF_INIT;

	(void)options;
	for (size_t i = 0; i < f->n; i++) {
		const struct finding *of = &f->list[i];
		const struct suggestion *s = message_suggestion(of);

		strbuf_adds(&b, s ? "::warning " : "::notice ");
		if (of->at->file) {
			strbuf_adds(&b, "file=");
			add_escaped(&b, of->at->file, ":,");
			strbuf_addc(&b, ',');
		}
		if (of->at->file && of->line)
			strbuf_addf(&b, "line=%u,", of->line);
		strbuf_clear(&text);
		answer_title(&text, f, i);
		strbuf_adds(&b, "title=");
		add_escaped(&b, text.s, ":,");
		strbuf_adds(&b, "::");
		strbuf_clear(&text);
		message_add(&text, of);
		add_escaped(&b, text.s, "");
		strbuf_addc(&b, '\n');
	}
	fwrite(b.s, 1, b.len, file);
	strbuf_release(&b);
	strbuf_release(&text);
	findings_free(f);
}

const struct report report_github = { .name = "github",
	                              .details = true,
	                              .whole = true,
	                              .all = true,
	                              .write = write_github };
