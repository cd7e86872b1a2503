#include "mpi.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/mpi.h"
#include "report.h"
#include "base/short_name.h"

enum { MOST_PLACES = 20, MOST_RANKS = 32, WIDTH = 79 };

void mpi_bytes(struct strbuf *b, double bytes)
{
	static const char *const units[] = { "bytes", "kB", "MB",
		                             "GB",    "TB", "PB" };
	size_t i = 0;

	while (bytes >= 9999.5 && i < sizeof(units) / sizeof(*units) - 1) {
		bytes /= 1000;
		i++;
	}
	strbuf_addf(b, "%.*f %s", i && bytes < 100 ? 1 : 0, bytes, units[i]);
}

void mpi_place_title(struct strbuf *b, const struct mpi_place *p)
{
	const struct profile_mpi_site *s = p->site;

	strbuf_adds(b, s->call);
	if (s->file)
		strbuf_addf(b, " at %s:%u", io_basename(s->file), s->line);
	if (*s->procedure) {
		strbuf_adds(b, " in ");
		short_name(b, s->procedure);
	} else if (*s->module) {
		strbuf_addf(b, " in %s", s->module);
	}
}

void mpi_time(struct strbuf *b, double time_s, const char *us)
{
	if (time_s >= 0.9995 || !(time_s > 0))
		strbuf_addf(b, "%.3g s", time_s);
	else if (time_s >= 0.9995e-3)
		strbuf_addf(b, "%.3g ms", 1e3 * time_s);
	else
		strbuf_addf(b, "%.3g %s", 1e6 * time_s, us);
}

void mpi_place_waits(struct strbuf *b, const struct mpi_place *p,
                     const char *us)
{
	static const char *const whom[] = {
		[MPI_WAIT_NONE] = "",
		[MPI_WAIT_SENDERS] = " for late senders",
		[MPI_WAIT_RECEIVERS] = " for late receivers",
		[MPI_WAIT_LAST] = " for the last rank to arrive",
	};

	if (!(p->wait_s > 0))
		return;
	strbuf_adds(b, "waits ");
	mpi_time(b, p->wait_s, us);
	strbuf_addf(b, " (%.0f %%)%s", 100 * p->wait_s / p->time_s,
	            whom[p->wait_for]);
	if (p->late_s > 0) {
		strbuf_addf(b, ", most for rank %.0f (", p->late_rank);
		mpi_time(b, p->late_s, us);
		strbuf_addc(b, ')');
	}
	if (p->known < 0.95)
		strbuf_addf(b, "; known for %.0f %% of the calls",
		            100 * p->known);
}

void mpi_own(struct strbuf *b, const struct mpi_view *v, const char *us)
{
	strbuf_adds(b, "recording them took ");
	mpi_time(b, v->own_s / v->calls, us);
	strbuf_adds(b, " a call");
	if (v->elapsed_s > 0)
		strbuf_addf(b, ", %.2g %% of the time, outside of MPI",
		            100 * v->own_s / v->elapsed_s);
}

/* ---- text ---- */

static void add_line(struct strbuf *b, const char *text)
{
	strbuf_adds(b, "   ");
	escape_terminal_wrapped(b, text, 3, 3, WIDTH);
	strbuf_addc(b, '\n');
}

static void add_calls(struct strbuf *b, const struct mpi_place *p,
                      size_t nranks)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%.0f calls by %zu rank%s, ", p->calls, p->site->n,
	            p->site->n == 1 ? "" : "s");
	mpi_time(&text, p->time_s / p->calls, MPI_US);
	strbuf_adds(&text, " each");
	if (p->longest_s > 0) {
		strbuf_adds(&text, ", at most ");
		mpi_time(&text, p->longest_s, MPI_US);
	}
	if (nranks > 1) {
		strbuf_adds(&text, "; by rank ");
		mpi_time(&text, p->least_s, MPI_US);
		strbuf_adds(&text, " to ");
		mpi_time(&text, p->most_s, MPI_US);
		strbuf_addf(&text, ", the most in rank %.0f", p->most_rank);
	}
	add_line(b, text.s);
	strbuf_release(&text);
}

void mpi_place_lengths(struct strbuf *b, const struct mpi_place *p)
{
	static const char *const ends[] = { "4 KB", "64 KB", "1 MB" };
	const char *between = ":";

	mpi_bytes(b, (p->sent + p->received) / p->messages);
	strbuf_adds(b, " a call");
	for (size_t i = 0; i < PROFILE_MPI_BINS; i++) {
		if (!(p->bin[i] > 0))
			continue;
		strbuf_addf(b, "%s %.0f %s %s", between, p->bin[i],
		            i < 3 ? "below" : "from", ends[i < 3 ? i : 2]);
		between = ",";
	}
}

static void add_messages(struct strbuf *b, const struct mpi_place *p)
{
	struct strbuf text = STRBUF_INIT;

	if (!(p->sent + p->received > 0))
		return;
	if (p->sent > 0) {
		strbuf_adds(&text, "sends ");
		mpi_bytes(&text, p->sent);
	}
	if (p->received > 0) {
		strbuf_adds(&text, p->sent > 0 ? ", receives " : "receives ");
		mpi_bytes(&text, p->received);
	}
	strbuf_adds(&text, "; ");
	mpi_place_lengths(&text, p);
	add_line(b, text.s);
	strbuf_release(&text);
}

static void add_place(struct strbuf *b, const struct mpi_view *v, size_t i)
{
	const struct mpi_place *p = &v->places[i];
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(b, "%zu. ", i + 1);
	mpi_place_title(&text, p);
	strbuf_addf(&text, ": %.3f s", p->time_s);
	if (v->elapsed_s > 0 && !p->outside)
		strbuf_addf(&text, ", %.1f %% of the time",
		            100 * p->time_s / v->elapsed_s);
	escape_terminal_wrapped(b, text.s, 3, 3, WIDTH);
	strbuf_addc(b, '\n');
	strbuf_clear(&text);
	mpi_place_waits(&text, p, MPI_US);
	if (*text.s)
		add_line(b, text.s);
	add_calls(b, p, v->nranks);
	add_messages(b, p);
	strbuf_release(&text);
}

static bool is_shown(const struct mpi_view *v, size_t i, bool all)
{
	size_t more = 0;

	if (all || v->nranks <= MOST_RANKS)
		return true;
	for (size_t k = 0; k < v->nranks; k++)
		more += v->ranks[k].mpi_s > v->ranks[i].mpi_s ||
		        (v->ranks[k].mpi_s == v->ranks[i].mpi_s && k < i);
	return more < MOST_RANKS / 2 || more >= v->nranks - MOST_RANKS / 2;
}

static void add_bytes(struct strbuf *b, double bytes)
{
	struct strbuf text = STRBUF_INIT;

	mpi_bytes(&text, bytes);
	strbuf_addf(b, " %11s", text.s);
	strbuf_release(&text);
}

static void add_ranks(struct strbuf *b, const struct mpi_view *v, bool all)
{
	strbuf_addf(b, "%-10s %9s %7s %7s %9s %8s %11s %11s\n", "", "elapsed,s",
	            "MPI", "waits", "late, s", "calls", "sent", "received");
	for (size_t i = 0; i < v->nranks; i++) {
		const struct mpi_rank *r = &v->ranks[i];

		if (!is_shown(v, i, all))
			continue;
		strbuf_addf(b, "rank %-5.0f", r->rank);
		if (r->elapsed_s > 0) {
			strbuf_addf(b, " %9.3f %5.1f %%", r->elapsed_s,
			            100 * r->mpi_s / r->elapsed_s);
			if (isnan(r->wait_s))
				strbuf_addf(b, " %7s", "-");
			else
				strbuf_addf(b, " %5.1f %%",
				            100 * r->wait_s / r->elapsed_s);
		} else {
			strbuf_addf(b, " %9s %7s %7s", "-", "-", "-");
		}
		strbuf_addf(b, " %9.3f %8.0f", r->late_s, r->calls);
		add_bytes(b, r->sent);
		add_bytes(b, r->received);
		strbuf_adds(b, r->finished ? "\n" : "  not finished\n");
	}
	if (!all && v->nranks > MOST_RANKS)
		strbuf_addf(b,
		            "(of %zu ranks the %d that are in MPI most and "
		            "least: --all)\n",
		            v->nranks, MOST_RANKS);
	strbuf_adds(b, "waits: time in MPI that the rank waited for others; "
	               "late: time that others waited for this rank\n");
}

static void add_totals(struct strbuf *b, const struct mpi_view *v,
                       double machines)
{
	const struct mpi_rank *busiest = &v->ranks[v->busiest];

	if (v->elapsed_s > 0)
		strbuf_addf(b, "- in MPI %.1f %% of the time",
		            100 * v->mpi_s / v->elapsed_s);
	if (v->elapsed_s > 0 && !isnan(v->wait_s))
		strbuf_addf(b, ", of which %.1f points wait for other ranks",
		            100 * v->wait_s / v->elapsed_s);
	strbuf_adds(b, v->elapsed_s > 0 ? "\n- " : "- ");
	strbuf_addf(b, "%.0f calls, ", v->calls);
	mpi_bytes(b, v->sent);
	strbuf_adds(b, " sent, ");
	mpi_bytes(b, v->received);
	strbuf_adds(b, " received\n");
	if (v->own_s > 0 && v->calls > 0) {
		strbuf_adds(b, "- ");
		mpi_own(b, v, MPI_US);
		strbuf_addc(b, '\n');
	}
	if (machines > 1)
		strbuf_addf(
			b,
			"- on %.0f machines, whose clocks are not compared: "
			"waiting\n  between machines is unknown\n",
			machines);
	if (!isnan(v->balance))
		strbuf_addf(b,
		            "- load balance outside of MPI %.1f %%: rank %.0f "
		            "works longest, %.2f times the mean\n",
		            100 * v->balance, busiest->rank, 1 / v->balance);
	if (mpi_view_latest(v))
		strbuf_addf(b, "- the other ranks wait for rank %.0f: %.3g s\n",
		            v->ranks[v->latest].rank,
		            v->ranks[v->latest].late_s);
	strbuf_addc(b, '\n');
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	const struct profile *p = a->in[0].profile;
	struct strbuf b = STRBUF_INIT;
	struct mpi_view v;
	size_t shown;

	(void)suggest;
	(void)options;
	if (!mpi_view(p, &v)) {
		fputs("no calls of MPI were measured\n", f);
		return;
	}
	strbuf_adds(&b, "MPI in ");
	escape_terminal_buf(&b, a->in[0].file);
	strbuf_adds(&b, ": ");
	escape_terminal_buf(&b, p->mpi->library);
	strbuf_addf(&b, ", %.0f rank%s", p->mpi->size,
	            p->mpi->size == 1 ? "" : "s");
	if ((double)v.nranks < p->mpi->size)
		strbuf_addf(&b, ", of which %zu are known", v.nranks);
	strbuf_adds(&b, "; the first run, elapsed time\n");
	add_totals(&b, &v, p->mpi->machines);
	add_ranks(&b, &v, a->all);
	strbuf_adds(&b, "\nplaces, by time over all ranks\n");
	shown = a->all || v.nplaces < MOST_PLACES ? v.nplaces : MOST_PLACES;
	for (size_t i = 0; i < shown; i++)
		add_place(&b, &v, i);
	if (shown < v.nplaces)
		strbuf_addf(&b, "%zu more places: --all\n", v.nplaces - shown);
	fwrite(b.s, 1, b.len, f);
	strbuf_release(&b);
	mpi_view_release(&v);
}

/* ---- JSON ---- */

static void json_row(struct json *j, const struct profile_mpi_row *r)
{
	json_line(j);
	json_object(j, NULL);
	json_number(j, "rank", r->rank);
	json_number(j, "calls", r->calls);
	json_number(j, "time_s", r->time_s);
	json_number(j, "longest_s", r->longest_s);
	json_number(j, "wait_s", r->wait_s);
	json_number(j, "late_rank", r->late_rank);
	json_number(j, "sent", r->sent);
	json_number(j, "received", r->received);
	json_numbers(j, "lengths", r->bin, PROFILE_MPI_BINS);
	json_end(j);
}

static void json_place(struct json *j, const struct mpi_place *p)
{
	static const char *const whom[] = {
		[MPI_WAIT_NONE] = NULL,
		[MPI_WAIT_SENDERS] = "senders",
		[MPI_WAIT_RECEIVERS] = "receivers",
		[MPI_WAIT_LAST] = "last",
	};

	json_line(j);
	json_object(j, NULL);
	json_text(j, "call", p->site->call);
	json_text(j, "procedure", p->site->procedure);
	json_text(j, "module", p->site->module);
	json_text(j, "file", p->site->file);
	json_number(j, "line", p->site->line ? (double)p->site->line : NAN);
	json_number(j, "calls", p->calls);
	json_number(j, "time_s", p->time_s);
	json_number(j, "longest_s", p->longest_s);
	json_number(j, "least_s", p->least_s);
	json_number(j, "mean_s", p->mean_s);
	json_number(j, "most_s", p->most_s);
	json_number(j, "sd_s", p->sd_s);
	json_number(j, "wait_s", p->wait_s);
	json_text(j, "wait_for", whom[p->wait_for]);
	json_number(j, "late_rank", p->late_rank);
	json_number(j, "late_s", p->late_s);
	json_number(j, "known", p->known);
	json_number(j, "sent", p->sent);
	json_number(j, "received", p->received);
	json_number(j, "messages", p->messages);
	json_numbers(j, "lengths", p->bin, PROFILE_MPI_BINS);
	json_array(j, "ranks");
	for (size_t i = 0; i < p->site->n; i++)
		json_row(j, &p->site->rows[i]);
	json_end(j);
	json_end(j);
}

static void json_rank(struct json *j, const struct mpi_rank *r)
{
	json_line(j);
	json_object(j, NULL);
	json_number(j, "rank", r->rank);
	json_number(j, "elapsed_s", r->elapsed_s);
	json_number(j, "mpi_s", r->mpi_s);
	json_number(j, "wait_s", r->wait_s);
	json_number(j, "work_s", r->work_s);
	json_number(j, "late_s", r->late_s);
	json_number(j, "calls", r->calls);
	json_number(j, "sent", r->sent);
	json_number(j, "received", r->received);
	json_bool(j, "finished", r->finished);
	json_end(j);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	const struct profile *p = a->in[0].profile;
	struct mpi_view v;
	const bool any = mpi_view(p, &v);

	(void)suggest;
	(void)options;
	json_text(j, "file", a->in[0].file);
	json_text(j, "library", any ? p->mpi->library : NULL);
	json_number(j, "size", any ? p->mpi->size : NAN);
	json_number(j, "elapsed_s", any ? v.elapsed_s : NAN);
	json_number(j, "mpi_s", any ? v.mpi_s : NAN);
	json_number(j, "wait_s", any ? v.wait_s : NAN);
	json_number(j, "load_balance", v.balance);
	json_number(j, "own_s", any ? v.own_s : NAN);
	json_number(j, "machines", any ? p->mpi->machines : NAN);
	json_array(j, "ranks");
	for (size_t i = 0; i < v.nranks; i++)
		json_rank(j, &v.ranks[i]);
	json_end(j);
	json_array(j, "places");
	for (size_t i = 0; i < v.nplaces; i++)
		json_place(j, &v.places[i]);
	json_end(j);
	mpi_view_release(&v);
}

const struct report report_mpi = { .name = "mpi", .write = write_text };
const struct report report_mpi_data = { .name = "mpi",
	                                .table = "places",
	                                .fill = fill };
