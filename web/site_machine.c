/* What is known of a processor, and how bars are computed with it. */
#include <math.h>
#include <stdint.h>

#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/banned.h"
#include "base/num.h"
#include "report/html/html.h"
#include "site_private.h"

static void begin_table(struct strbuf *b, const char *label)
{
	strbuf_addf(b,
	            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	            "aria-label=\"%s\"><table class=\"rows\">\n",
	            label);
}

static void end_table(struct strbuf *b)
{
	strbuf_adds(b, "</tbody></table></div>\n");
}

static void add_param(struct strbuf *b, const struct machine *m,
                      const struct machine_param *p)
{
	const char *what = machine_param_description(m, p->name);
	char value[NUM_SHORTEST];

	strbuf_adds(b, "<tr><th scope=\"row\"><code>");
	html_text(b, p->name);
	strbuf_adds(b, "</code></th><td class=\"n\">");
	if (strcmp(p->unit, "Hz") == 0)
		strbuf_addf(b, "%g GHz", p->value / 1e9);
	else
		strbuf_addf(b, "%s %s", num_shortest(value, p->value), p->unit);
	strbuf_adds(b, "</td><td>");
	html_text(b, what ? what : "");
	strbuf_adds(b, "</td><td>");
	strbuf_adds(b, p->guess ? "<em>estimate:</em> " : "");
	html_text(b, p->source);
	strbuf_adds(b, "</td></tr>\n");
}

static void add_params(struct strbuf *b, const struct machine *m)
{
	const struct machine_param *list;
	const size_t n = machine_params(m, &list);

	strbuf_adds(b, "<h2 id=\"parameters\">Parameters</h2>\n");
	begin_table(b, "Parameters");
	strbuf_adds(b, "<thead><tr><th scope=\"col\">name</th>"
	               "<th scope=\"col\" class=\"n\">value</th>"
	               "<th scope=\"col\">what it is</th>"
	               "<th scope=\"col\">where it is from</th></tr></thead>"
	               "<tbody>\n");
	for (size_t i = 0; i < n; i++)
		add_param(b, m, &list[i]);
	end_table(b);
}

static void add_bytes(struct strbuf *b, uint64_t n)
{
	if (n >= 1 << 20)
		strbuf_addf(b, "%g MiB", (double)n / (1 << 20));
	else if (n >= 1 << 10)
		strbuf_addf(b, "%g KiB", (double)n / (1 << 10));
	else
		strbuf_addf(b, "%u bytes", (unsigned)n);
}

static void add_cache(struct strbuf *b, const char *name,
                      const struct machine_cache *c)
{
	if (!c->size_bytes)
		return;
	strbuf_addf(b, "<tr><th scope=\"row\">%s</th><td class=\"n\">", name);
	add_bytes(b, c->size_bytes);
	strbuf_addf(b, "</td><td>%u ways, lines of %u bytes%s", c->ways,
	            c->line_bytes, c->shared_by > 1 ? ", shared by " : "");
	if (c->shared_by > 1)
		strbuf_addf(b, "%u cores", c->shared_by);
	strbuf_adds(b, "</td></tr>\n");
}

static void add_tlb(struct strbuf *b, const char *name,
                    const struct machine_tlb *t)
{
	if (!t->entries)
		return;
	strbuf_addf(b,
	            "<tr><th scope=\"row\">%s</th><td class=\"n\">%u entries"
	            "</td><td>%s",
	            name, t->entries,
	            t->ways == t->entries ? "fully associative" : "");
	if (t->ways != t->entries)
		strbuf_addf(b, "%u ways", t->ways);
	strbuf_adds(b, ", pages of ");
	add_bytes(b, t->page_bytes);
	strbuf_adds(b, "</td></tr>\n");
}

static void add_geometry(struct strbuf *b, const struct machine *m)
{
	const struct machine_geometry *g = machine_geometry(m);

	strbuf_adds(b, "<h2 id=\"caches\">Caches and TLBs</h2>\n<p>As the "
	               "simulator models them.</p>\n");
	begin_table(b, "Caches and TLBs");
	strbuf_adds(b, "<thead><tr><th scope=\"col\">what</th>"
	               "<th scope=\"col\" class=\"n\">size</th>"
	               "<th scope=\"col\">how</th></tr></thead><tbody>\n");
	add_cache(b, "L1 data", &g->l1d);
	add_cache(b, "L1 instruction", &g->l1i);
	add_cache(b, "L2", &g->l2);
	add_cache(b, "L3", &g->l3);
	add_tlb(b, "data TLB", &g->dtlb1);
	add_tlb(b, g->tlb2_unified ? "second-level TLB" : "second data TLB",
	        &g->dtlb2);
	add_tlb(b, "instruction TLB", &g->itlb1);
	if (!g->tlb2_unified)
		add_tlb(b, "second instruction TLB", &g->itlb2);
	end_table(b);
}

static void add_peak_row(struct strbuf *b, const char *name, double v,
                         const char *unit)
{
	if (v > 0)
		strbuf_addf(b,
		            "<tr><th scope=\"row\">%s</th><td class=\"n\">%g "
		            "%s</td></tr>\n",
		            name, v, unit);
}

static void add_peak(struct strbuf *b, const struct machine *m)
{
	const struct machine_peak *p = machine_peak(m);

	strbuf_adds(b, "<h2 id=\"peak\">What a core can do at most</h2>\n");
	begin_table(b, "Peaks");
	strbuf_adds(b, "<thead><tr><th scope=\"col\">what</th>"
	               "<th scope=\"col\" class=\"n\">at "
	               "most</th></tr></thead><tbody>\n");
	add_peak_row(b, "instructions", p->issue_width, "per cycle");
	add_peak_row(b, "vector width", p->vector_bits, "bits");
	add_peak_row(b, "scalar operations", p->scalar_flops, "per cycle");
	add_peak_row(b, "vector operations", p->vector_flops, "per cycle");
	add_peak_row(b, "memory, one core", p->core_bytes_per_s / 1e9, "GB/s");
	add_peak_row(b, "memory, one socket", p->socket_bytes_per_s / 1e9,
	             "GB/s");
	add_peak_row(b, "cores of a socket", p->socket_cores, "");
	end_table(b);
}

/* All alternatives, the best first */
static void add_formula(struct strbuf *b, const struct machine *m,
                        size_t category, size_t part)
{
	const char *text;

	for (size_t i = 0; (text = lcpi_alternative(m, category, part, i));
	     i++) {
		strbuf_adds(b, i ? "<br>or <code>" : "<code>");
		html_text(b, text);
		strbuf_adds(b, "</code>");
	}
}

static void add_category(struct strbuf *b, const struct machine *m, size_t c,
                         const struct lcpi_category *category)
{
	strbuf_addf(b, "<h3 id=\"formula-%zu\">", c);
	html_text(b, category->label);
	strbuf_adds(b, "</h3>\n<p>");
	html_text(b, category->description);
	strbuf_adds(b, category->bound ? "; an upper bound</p>\n<p>"
	                               : "; measured</p>\n<p>");
	add_formula(b, m, c, SIZE_MAX);
	strbuf_adds(b, "</p>\n");
	if (category->nparts) {
		strbuf_adds(b, "<dl>\n");
		for (size_t i = 0; i < category->nparts; i++) {
			strbuf_adds(b, "<dt><code>");
			html_text(b, category->parts[i].id);
			strbuf_adds(b, "</code> ");
			html_text(b, category->parts[i].label);
			strbuf_adds(b, "</dt><dd>");
			add_formula(b, m, c, i);
			strbuf_adds(b, "</dd>\n");
		}
		strbuf_adds(b, "</dl>\n");
	}
	strbuf_adds(b, "<p class=\"lead\">Source: ");
	html_text(b, category->source);
	strbuf_adds(b, "</p>\n");
}

static void add_formulas(struct strbuf *b, const struct machine *m)
{
	const struct lcpi_category *list;
	const size_t n = lcpi_categories(m, &list);

	strbuf_addf(b,
	            "<h2 id=\"formulas\">How bars are computed here</h2>\n"
	            "<p>In cycles per instruction; a bar has ten characters "
	            "for each %g of them. Names in capitals are counts, the "
	            "others the parameters above. The first formula whose "
	            "events were measured is used. Nanoseconds become "
	            "cycles with the measured clock frequency.</p>\n",
	            machine_param(m, "CPI_threshold"));
	for (size_t c = 0; c < n; c++)
		add_category(b, m, c, &list[c]);
}

int site_write_machine(const struct site_pages *s, size_t i, struct err *err)
{
	struct strbuf b = STRBUF_INIT, page = STRBUF_INIT;
	struct machine *m;
	int rc;

	if (machine_load(&m, s->machines[i], err) != 0)
		return -1;
	strbuf_adds(&page, "machine-");
	site_page(&page, s->machines[i]);
	site_begin(&b, s, machine_title(m), page.s, false);
	strbuf_adds(&b, "<p class=\"lead\">Machine file <code>");
	html_text(&b, machine_name(m));
	strbuf_adds(&b, "</code>, ");
	html_text(&b, machine_isa(m));
	strbuf_adds(&b, ": <code>perfexpert --machine ");
	html_text(&b, machine_name(m));
	strbuf_adds(&b, "</code></p>\n");
	add_params(&b, m);
	add_geometry(&b, m);
	add_peak(&b, m);
	add_formulas(&b, m);
	rc = site_end(&b, s, page.s, err);
	strbuf_release(&page);
	machine_free(m);
	return rc;
}
