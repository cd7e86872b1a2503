#include "picture.h"

#include <math.h>
#include <string.h>

#include "arch/account_parts.h"
#include "base/banned.h"
#include "base/strbuf.h"
#include "diagnose/bar.h"
#include "html.h"

enum { STACK_WIDTH = 600, STACK_HEIGHT = 26 };

void picture_scale(struct strbuf *b)
{
	strbuf_addf(b,
	            "<li class=\"scale\"><span class=\"l\">performance "
	            "assessment</span> <span class=\"b\" aria-hidden=\"true\">"
	            "%s</span></li>\n",
	            bar_scale);
}

/* ">>>>" and, of two, "1111" or "2222" in a separate class */
static void add_marks(struct strbuf *b, const struct picture_bar *bar,
                      enum bar_rating worst)
{
	struct strbuf text = STRBUF_INIT;
	size_t same;

	bar_render(&text, bar->values, bar->good, bar->n);
	same = strspn(text.s, ">");
	strbuf_addf(b, "<span class=\"b r%d\" aria-hidden=\"true\">",
	            (int)worst);
	strbuf_addn(b, '>', same); /* needs no escape in text */
	if (text.s[same])
		strbuf_addf(b, "<b>%s</b>", text.s + same);
	strbuf_adds(b, "</span>");
	strbuf_release(&text);
}

/* "bad", or "bad, then good" */
static void add_ratings(struct strbuf *b, const struct picture_bar *bar)
{
	enum bar_rating last = BAR_UNKNOWN;

	for (size_t i = 0; i < bar->n; i++) {
		enum bar_rating r = bar_rating(bar->values[i], bar->good[i]);

		if (i == 0 || r != last)
			strbuf_addf(b, "%s%s", i ? ", then " : "",
			            bar_rating_name(r));
		last = r;
	}
}

void picture_bar(struct strbuf *b, const struct picture_bar *bar)
{
	enum bar_rating worst = BAR_UNKNOWN;

	for (size_t i = 0; i < bar->n; i++) {
		enum bar_rating r = bar_rating(bar->values[i], bar->good[i]);

		if (r != BAR_UNKNOWN && (worst == BAR_UNKNOWN || r > worst))
			worst = r;
	}
	strbuf_adds(b, "<li><span class=\"l\">");
	html_text(b, bar->label);
	strbuf_adds(b, "</span> ");
	add_marks(b, bar, worst);
	strbuf_adds(b, " <span class=\"w\">");
	add_ratings(b, bar);
	strbuf_adds(b, "</span> <span class=\"v\">");
	for (size_t i = 0; i < bar->n; i++) {
		strbuf_adds(b, i ? ", " : "");
		html_number(b, bar->values[i]);
	}
	if (bar->extra && *bar->extra) {
		strbuf_adds(b, " = ");
		html_text(b, bar->extra);
	}
	strbuf_adds(b, "</span></li>\n");
}

unsigned picture_color(const char *category)
{
	static const struct {
		const char *category;
		unsigned cause;
	} causes[] = {
		{ "data_accesses", ACCOUNT_MEMORY_LATENCY },
		{ "instruction_accesses", ACCOUNT_FETCH },
		{ "floating_point", ACCOUNT_CHAIN_FP },
		{ "branches", ACCOUNT_MISPREDICTED },
		{ "data_tlb", ACCOUNT_DATA_TLB },
		{ "instruction_tlb", ACCOUNT_INSTRUCTION_TLB },
	};

	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++) {
		if (strcmp(category, causes[i].category) == 0)
			return causes[i].cause + 1;
	}
	return ACCOUNT_OTHER + 1;
}

static void add_mark(struct strbuf *b, const char *kind, double x)
{
	strbuf_addf(b, "<path class=\"%s\" d=\"M%.1f 0V%d\"/>", kind, x,
	            STACK_HEIGHT);
}

static void add_stack_words(struct strbuf *b, const struct picture_stack *s)
{
	strbuf_adds(b, "Cycles per instruction: measured ");
	html_number(b, s->measured);
	if (!isnan(s->good)) {
		strbuf_adds(b, ", good ");
		html_number(b, s->good);
	}
	strbuf_addf(b, "; %s:", s->what);
	for (size_t i = 0; i < s->n; i++) {
		if (isnan(s->parts[i].value))
			continue;
		strbuf_addc(b, ' ');
		html_text(b, s->parts[i].label);
		strbuf_addc(b, ' ');
		html_number(b, s->parts[i].value);
		strbuf_adds(b, i + 1 < s->n ? "," : "");
	}
}

double picture_stack_length(const struct picture_stack *s)
{
	double total = 0;

	for (size_t i = 0; i < s->n; i++)
		total += isnan(s->parts[i].value) ? 0 : s->parts[i].value;
	return fmax(fmax(total, isnan(s->measured) ? 0 : s->measured),
	            isnan(s->good) ? 0 : s->good);
}

void picture_stack(struct strbuf *b, const struct picture_stack *s, double most)
{
	const double scale = (STACK_WIDTH - 4) / most;
	double x = 0;

	if (!(most > 0))
		return;
	strbuf_addf(b,
	            "<svg class=\"stack\" viewBox=\"0 0 %d %d\" role=\"img\">"
	            "<title>",
	            STACK_WIDTH, STACK_HEIGHT);
	add_stack_words(b, s);
	strbuf_adds(b, "</title>");
	for (size_t i = 0; i < s->n; i++) {
		double w = s->parts[i].value * scale;

		if (isnan(w) || w < 0.05)
			continue;
		strbuf_addf(b,
		            "<rect class=\"c%u\" x=\"%.1f\" y=\"4\" "
		            "width=\"%.1f\" height=\"%d\"/>",
		            s->parts[i].color, x, w, STACK_HEIGHT - 8);
		x += w;
	}
	if (!isnan(s->measured))
		add_mark(b, "measured", 1 + s->measured * scale);
	if (!isnan(s->good))
		add_mark(b, "good", 1 + s->good * scale);
	strbuf_adds(b, "</svg>\n");
}

void picture_key(struct strbuf *b, const struct picture_part *parts, size_t n)
{
	static const char *const marks[][2] = {
		{ "measured", "measured" },
		{ "good", "good, for this processor" }
	};

	strbuf_adds(b, "<ul class=\"key\">");
	for (size_t i = 0; i < n; i++) {
		strbuf_addf(b,
		            "<li><svg viewBox=\"0 0 10 10\" "
		            "aria-hidden=\"true\"><rect class=\"c%u\" "
		            "width=\"10\" height=\"10\"/></svg>",
		            parts[i].color);
		html_text(b, parts[i].label);
		strbuf_adds(b, "</li>");
	}
	for (size_t i = 0; i < 2; i++)
		strbuf_addf(b,
		            "<li><svg viewBox=\"0 0 10 10\" "
		            "aria-hidden=\"true\"><path class=\"%s\" "
		            "d=\"M5 0v10\"/></svg>%s</li>",
		            marks[i][0], marks[i][1]);
	strbuf_adds(b, "</ul>\n");
}

void picture_spread(struct strbuf *b, double min, double mean, double max,
                    double sd)
{
	enum { WIDTH = 300 };
	const double scale = max > 0 ? (WIDTH - 4) / max : 0;
	double low = fmax(mean - sd, min), high = fmin(mean + sd, max);

	if (isnan(min) || isnan(mean) || isnan(max) || max <= 0)
		return;
	strbuf_addf(b,
	            "<svg class=\"spread\" viewBox=\"0 0 %d 20\" "
	            "aria-hidden=\"true\"><path class=\"axis\" "
	            "d=\"M%.1f 10H%.1fM%.1f 4v12M%.1f 4v12\"/>",
	            WIDTH, min * scale + 1, max * scale + 1, min * scale + 1,
	            max * scale + 1);
	if (!isnan(sd))
		strbuf_addf(b,
		            "<rect class=\"c2\" x=\"%.1f\" y=\"5\" "
		            "width=\"%.1f\" height=\"10\"/>",
		            low * scale + 1, fmax((high - low) * scale, 1));
	strbuf_addf(b, "<path class=\"measured\" d=\"M%.1f 2v16\"/></svg>\n",
	            mean * scale + 1);
}
