/*
 * What the program does in MPI: its ranks, and the places that call it.
 */
#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "diagnose/assessment.h"
#include "diagnose/mpi.h"
#include "html.h"
#include "page_private.h"
#include "report/mpi.h"

enum { MOST_PLACES = 100, MOST_RANKS = 256 };

bool report_has_mpi(const struct report_page *p)
{
	for (size_t i = 0; i < p->a->n; i++) {
		if (p->a->in[i].profile->mpi)
			return true;
	}
	return false;
}

static void begin_table(struct strbuf *b, const char *label, const char *class,
                        const char *const *heads, size_t n)
{
	strbuf_addf(b,
	            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	            "aria-label=\"%s\"><table class=\"%s\"><thead><tr>",
	            label, class);
	for (size_t i = 0; i < n; i++)
		strbuf_addf(b, "<th scope=\"col\">%s</th>", heads[i]);
	strbuf_adds(b, "</tr></thead><tbody>\n");
}

static void add_share(struct strbuf *b, double part, double all)
{
	if (isnan(part) || !(all > 0))
		strbuf_adds(b, "<td>-</td>");
	else
		strbuf_addf(b, "<td>%.1f %%</td>", 100 * part / all);
}

static void add_bytes(struct strbuf *b, double bytes)
{
	strbuf_adds(b, "<td>");
	mpi_bytes(b, bytes);
	strbuf_adds(b, "</td>");
}

static void add_ranks(struct strbuf *b, const struct mpi_view *v)
{
	static const char *const heads[] = {
		"rank",   "elapsed",
		"in MPI", "waits for others",
		"calls",  "others wait for it",
		"sent",   "received",
	};

	begin_table(b, "Ranks in MPI", "mpi", heads,
	            sizeof(heads) / sizeof(*heads));
	for (size_t i = 0; i < v->nranks && i < MOST_RANKS; i++) {
		const struct mpi_rank *r = &v->ranks[i];

		strbuf_addf(b, "<tr><th scope=\"row\">%.0f%s</th>", r->rank,
		            r->finished ? "" : ", not finished");
		if (isnan(r->elapsed_s))
			strbuf_adds(b, "<td>-</td>");
		else
			strbuf_addf(b, "<td>%.3f s</td>", r->elapsed_s);
		add_share(b, r->mpi_s, r->elapsed_s);
		add_share(b, r->wait_s, r->elapsed_s);
		strbuf_addf(b, "<td>%.0f</td><td>%.3f s</td>", r->calls,
		            r->late_s);
		add_bytes(b, r->sent);
		add_bytes(b, r->received);
		strbuf_adds(b, "</tr>\n");
	}
	strbuf_adds(b, "</tbody></table></div>\n");
	if (v->nranks > MOST_RANKS)
		strbuf_addf(b, "<p>The first %d of %zu ranks.</p>\n",
		            MOST_RANKS, v->nranks);
}

/* Below the place: details that few have, or that are in words */
static void add_details(struct strbuf *b, const struct mpi_place *p)
{
	struct strbuf text = STRBUF_INIT;

	mpi_place_waits(&text, p, MPI_US_PAGE);
	if (p->messages > 0 && p->sent + p->received > 0) {
		strbuf_adds(&text, text.len ? "; " : "");
		mpi_place_lengths(&text, p);
	}
	if (text.len) {
		strbuf_adds(b, "<span class=\"w\">");
		html_text(b, text.s);
		strbuf_adds(b, "</span>");
	}
	strbuf_release(&text);
}

static void add_place(struct strbuf *b, const struct mpi_view *v,
                      const struct mpi_place *p)
{
	struct strbuf text = STRBUF_INIT;

	mpi_place_title(&text, p);
	strbuf_adds(b, "<tr><th scope=\"row\">");
	html_name(b, text.s);
	strbuf_release(&text);
	add_details(b, p);
	strbuf_adds(b, "</th><td>");
	mpi_time(b, p->time_s, MPI_US_PAGE);
	strbuf_adds(b, "</td>");
	add_share(b, p->outside ? NAN : p->time_s, v->elapsed_s);
	strbuf_adds(b, "<td>");
	mpi_time(b, p->least_s, MPI_US_PAGE);
	strbuf_adds(b, "</td><td>");
	mpi_time(b, p->most_s, MPI_US_PAGE);
	strbuf_addf(b, "</td><td>%.0f</td>", p->calls);
	add_bytes(b, p->sent);
	add_bytes(b, p->received);
	strbuf_adds(b, "</tr>\n");
}

static void add_places(struct strbuf *b, const struct mpi_view *v)
{
	static const char *const heads[] = {
		"place", "time",  "of the run", "least",
		"most",  "calls", "sent",       "received",
	};

	strbuf_adds(b, "<p>MPI call sites, by time over all ranks; minimum and "
	               "maximum per rank.</p>\n");
	begin_table(b, "Places that call MPI", "mpi places", heads,
	            sizeof(heads) / sizeof(*heads));
	for (size_t i = 0; i < v->nplaces && i < MOST_PLACES; i++)
		add_place(b, v, &v->places[i]);
	strbuf_adds(b, "</tbody></table></div>\n");
	if (v->nplaces > MOST_PLACES)
		strbuf_addf(b,
		            "<p>The first %d of %zu places; <code>perfexpert "
		            "--mpi --all</code> shows more.</p>\n",
		            MOST_PLACES, v->nplaces);
}

static void add_input(struct report_page *p, size_t input)
{
	const struct profile *of = p->a->in[input].profile;
	struct strbuf *b = &p->b;
	struct mpi_view v;

	if (!mpi_view(of, &v))
		return;
	if (p->a->n > 1)
		strbuf_addf(b, "<h3>Input %zu</h3>\n", input + 1);
	strbuf_adds(b, "<p>");
	html_text(b, of->mpi->library);
	if (v.elapsed_s > 0)
		strbuf_addf(b, "; in MPI %.1f %% of the time",
		            100 * v.mpi_s / v.elapsed_s);
	if (v.elapsed_s > 0 && !isnan(v.wait_s))
		strbuf_addf(b, ", %.1f points of which wait for other ranks",
		            100 * v.wait_s / v.elapsed_s);
	if (!isnan(v.balance))
		strbuf_addf(b,
		            "; load balance outside of it %.1f %%, rank %.0f "
		            "works longest",
		            100 * v.balance, v.ranks[v.busiest].rank);
	if (v.own_s > 0 && v.calls > 0) {
		strbuf_adds(b, "; ");
		mpi_own(b, &v, MPI_US_PAGE);
	}
	if (of->mpi->machines > 1)
		strbuf_addf(
			b,
			"; on %.0f machines, whose clocks are not compared: "
			"waiting between machines is unknown",
			of->mpi->machines);
	strbuf_adds(b, "</p>\n");
	add_ranks(b, &v);
	add_places(b, &v);
	mpi_view_release(&v);
}

void report_add_mpi(struct report_page *p)
{
	if (!report_has_mpi(p))
		return;
	strbuf_adds(&p->b, "<section aria-labelledby=\"mpi\">\n<h2 id=\"mpi\">"
	                   "MPI</h2>\n<p class=\"lead\">The MPI calls of the "
	                   "first run, in elapsed time: which rank waits for "
	                   "which, and how much each place sends.</p>\n");
	for (size_t i = 0; i < p->a->n; i++)
		add_input(p, i);
	strbuf_adds(&p->b, "</section>\n");
}
