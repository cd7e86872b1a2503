#include "mpi.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/num.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "elements.h"
#include "profile.h"
#include "xml.h"

/* An array of the arena that grows: the array before it stays allocated. */
static void *grow(struct profile *p, void *old, size_t n, size_t *cap,
                  size_t size)
{
	void *more;

	if (n < *cap)
		return old;
	*cap = *cap ? 2 * *cap : 8;
	more = arena_alloc(p->arena, *cap, size);
	if (n)
		memcpy(more, old, n * size);
	return more;
}

static const char *kept(struct profile *p, const char *text)
{
	return text ? arena_intern(p->arena, text) : NULL;
}

struct profile_mpi *profile_mpi_new(struct profile *p, const char *library,
                                    double size)
{
	p->mpi = arena_alloc(p->arena, 1, sizeof(*p->mpi));
	p->mpi->library = kept(p, library);
	p->mpi->size = size;
	p->mpi->machines = NAN;
	return p->mpi;
}

static void add(double *to, double value)
{
	if (!isnan(value))
		*to = isnan(*to) ? value : *to + value;
}

void profile_mpi_rank_add(struct profile *p, const struct profile_mpi_rank *r)
{
	struct profile_mpi *m = p->mpi;
	size_t i = m->nranks;

	while (i && m->ranks[i - 1].rank > r->rank)
		i--;
	if (i && m->ranks[i - 1].rank == r->rank) {
		add(&m->ranks[i - 1].elapsed_s, r->elapsed_s);
		add(&m->ranks[i - 1].own_s, r->own_s);
		m->ranks[i - 1].finished &= r->finished;
		return;
	}
	if (m->nranks == PROFILE_MPI_MAX_RANKS)
		return;
	m->ranks =
		grow(p, m->ranks, m->nranks, &m->cap_ranks, sizeof(*m->ranks));
	memmove(m->ranks + i + 1, m->ranks + i,
	        (m->nranks - i) * sizeof(*m->ranks));
	m->ranks[i] = *r;
	m->nranks++;
}

static bool same_site(const struct profile_mpi_site *a,
                      const struct profile_mpi_site *b)
{
	return a->line == b->line && str_same(a->call, b->call) &&
	       str_same(a->procedure, b->procedure) &&
	       str_same(a->file, b->file) && str_same(a->module, b->module);
}

struct profile_mpi_site *profile_mpi_site(struct profile *p,
                                          const struct profile_mpi_site *like)
{
	struct profile_mpi *m = p->mpi;
	struct profile_mpi_site *s;

	for (size_t i = 0; i < m->n; i++) {
		if (same_site(&m->sites[i], like))
			return &m->sites[i];
	}
	if (m->n == PROFILE_MPI_MAX_SITES)
		return NULL;
	m->sites = grow(p, m->sites, m->n, &m->cap, sizeof(*m->sites));
	s = &m->sites[m->n++];
	*s = (struct profile_mpi_site){
		.call = kept(p, like->call),
		.procedure = kept(p, like->procedure ? like->procedure : ""),
		.module = kept(p, like->module ? like->module : ""),
		.file = kept(p, like->file),
		.line = like->line,
	};
	return s;
}

static void add_row(struct profile_mpi_row *to, const struct profile_mpi_row *r)
{
	to->calls += r->calls;
	to->time_s += r->time_s;
	to->longest_s = fmax(to->longest_s, r->longest_s);
	to->sent += r->sent;
	to->received += r->received;
	to->messages += r->messages;
	for (int i = 0; i < PROFILE_MPI_BINS; i++)
		to->bin[i] += r->bin[i];
	add(&to->wait_s, r->wait_s);
	to->receiver_s += r->receiver_s;
	add(&to->together_s, r->together_s);
	to->could += r->could;
	to->known += r->known;
	if (!isnan(r->late_s) &&
	    (isnan(to->late_s) || r->late_s > to->late_s)) {
		to->late_s = r->late_s;
		to->late_rank = r->late_rank;
	}
}

struct profile_mpi_row *profile_mpi_row_add(struct profile *p,
                                            struct profile_mpi_site *s,
                                            const struct profile_mpi_row *r)
{
	size_t i = s->n;

	while (i && s->rows[i - 1].rank > r->rank)
		i--;
	if (i && s->rows[i - 1].rank == r->rank) {
		add_row(&s->rows[i - 1], r);
		return &s->rows[i - 1];
	}
	if (p->mpi->rows == PROFILE_MPI_MAX_ROWS)
		return NULL;
	s->rows = grow(p, s->rows, s->n, &s->cap, sizeof(*s->rows));
	memmove(s->rows + i + 1, s->rows + i, (s->n - i) * sizeof(*s->rows));
	s->rows[i] = *r;
	s->n++;
	p->mpi->rows++;
	return &s->rows[i];
}

void profile_mpi_merge(struct profile *to, const struct profile *p)
{
	if (!p->mpi)
		return;
	if (!to->mpi)
		profile_mpi_new(to, p->mpi->library, p->mpi->size)->machines =
			p->mpi->machines;
	for (size_t i = 0; i < p->mpi->nranks; i++)
		profile_mpi_rank_add(to, &p->mpi->ranks[i]);
	for (size_t i = 0; i < p->mpi->n; i++) {
		const struct profile_mpi_site *from = &p->mpi->sites[i];
		struct profile_mpi_site *s = profile_mpi_site(to, from);

		for (size_t k = 0; s && k < from->n; k++)
			profile_mpi_row_add(to, s, &from->rows[k]);
	}
}

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static int read_rank(struct elements *in, struct profile *p)
{
	struct profile_mpi_rank r = { NAN, NAN, NAN, false };
	const size_t n = p->mpi->nranks;
	const struct element_field fields[] = {
		{ .name = "rank", .count = &r.rank },
		{ .name = "elapsed-s", .count = &r.elapsed_s },
		{ .name = "own-s", .count = &r.own_s },
		{ .name = "finished", .flag = &r.finished },
	};

	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	if (isnan(r.rank))
		return elements_fail(in, "a rank without a number");
	if (n == PROFILE_MPI_MAX_RANKS)
		return elements_fail(in, "too many ranks");
	if (n && !(r.rank > p->mpi->ranks[n - 1].rank))
		return elements_fail(in, "ranks that are not in order");
	profile_mpi_rank_add(p, &r);
	return elements_skip(in);
}

/* The attributes of a row, for reading and writing; what is first is always
 * there */
#define ROW_FIELDS(r)                                                          \
	{ .name = "rank", .count = &(r)->rank },                               \
		{ .name = "calls", .count = &(r)->calls },                     \
		{ .name = "time-s", .count = &(r)->time_s },                   \
		{ .name = "longest-s", .count = &(r)->longest_s },             \
		{ .name = "sent", .count = &(r)->sent },                       \
		{ .name = "received", .count = &(r)->received },               \
		{ .name = "messages", .count = &(r)->messages },               \
		{ .name = "bin0", .count = &(r)->bin[0] },                     \
		{ .name = "bin1", .count = &(r)->bin[1] },                     \
		{ .name = "bin2", .count = &(r)->bin[2] },                     \
		{ .name = "bin3", .count = &(r)->bin[3] },                     \
		{ .name = "could", .count = &(r)->could },                     \
		{ .name = "known", .count = &(r)->known },                     \
		{ .name = "wait-s", .count = &(r)->wait_s },                   \
		{ .name = "late-rank", .count = &(r)->late_rank },             \
		{ .name = "late-s", .count = &(r)->late_s },                   \
		{ .name = "receiver-s", .count = &(r)->receiver_s },           \
	{                                                                      \
		.name = "together-s", .count = &(r)->together_s                \
	}

static int read_row(struct elements *in, struct profile *p,
                    struct profile_mpi_site *s)
{
	struct profile_mpi_row r = { .rank = NAN,
		                     .wait_s = NAN,
		                     .late_rank = NAN,
		                     .late_s = NAN,
		                     .together_s = NAN };
	const struct element_field fields[] = { ROW_FIELDS(&r) };

	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	if (isnan(r.rank))
		return elements_fail(in, "a row without a rank");
	if (s->n && !(r.rank > s->rows[s->n - 1].rank))
		return elements_fail(in, "rows that are not in order");
	if (!profile_mpi_row_add(p, s, &r))
		return elements_fail(in, "too many rows");
	return elements_skip(in);
}

static int read_site(struct elements *in, struct profile *p)
{
	const int depth = xmlTextReaderDepth(in->xml);
	const bool empty = xmlTextReaderIsEmptyElement(in->xml) != 0;
	struct profile_mpi_site like = { .procedure = "", .module = "" }, *s;
	const struct element_field fields[] = {
		{ .name = "call", .text = &like.call },
		{ .name = "procedure", .text = &like.procedure },
		{ .name = "module", .text = &like.module },
		{ .name = "file", .text = &like.file },
		{ .name = "line", .line = &like.line },
	};
	int rc;

	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	if (!like.call || !*like.call)
		return elements_fail(in, "a site without a call");
	s = profile_mpi_site(p, &like);
	if (!s)
		return elements_fail(in, "too many sites");
	if (s->n)
		return elements_fail(in, "a site that is given twice");
	while (!empty && (rc = elements_next(in, depth)) != 0) {
		if (rc > 0 && strcmp(elements_name(in), "row") == 0)
			rc = read_row(in, p, s);
		else if (rc > 0)
			rc = elements_skip(in);
		if (rc < 0)
			return -1;
	}
	return 0;
}

int mpi_read(struct elements *in, struct profile *p)
{
	const int depth = xmlTextReaderDepth(in->xml);
	const bool empty = xmlTextReaderIsEmptyElement(in->xml) != 0;
	const char *library = "";
	double size = NAN, machines = NAN;
	const struct element_field fields[] = {
		{ .name = "library", .text = &library },
		{ .name = "size", .count = &size },
		{ .name = "machines", .count = &machines },
	};
	int rc;

	if (p->mpi)
		return elements_fail(in, "a second <mpi>");
	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	profile_mpi_new(p, library, size)->machines = machines;
	while (!empty && (rc = elements_next(in, depth)) != 0) {
		const char *n = elements_name(in);

		if (rc > 0 && strcmp(n, "rank") == 0)
			rc = read_rank(in, p);
		else if (rc > 0 && strcmp(n, "site") == 0)
			rc = read_site(in, p);
		else if (rc > 0)
			rc = elements_skip(in);
		if (rc < 0)
			return -1;
	}
	return 0;
}

static void add_number(struct strbuf *b, const char *name, double value)
{
	char text[NUM_SHORTEST];

	if (value >= 0 && isfinite(value))
		strbuf_addf(b, " %s=\"%s\"", name, num_shortest(text, value));
}

static void add_text(struct strbuf *b, const char *name, const char *value)
{
	if (!value)
		return;
	strbuf_addf(b, " %s=\"", name);
	xml_add_text(b, value);
	strbuf_addc(b, '"');
}

static void write_site(struct strbuf *b, const struct profile_mpi_site *s)
{
	strbuf_adds(b, "<site");
	add_text(b, "call", s->call);
	add_text(b, "procedure", s->procedure);
	add_text(b, "module", s->module);
	add_text(b, "file", s->file);
	if (s->line)
		add_number(b, "line", s->line);
	strbuf_adds(b, ">\n");
	for (size_t i = 0; i < s->n; i++) {
		struct profile_mpi_row r = s->rows[i];
		const struct element_field fields[] = { ROW_FIELDS(&r) };

		strbuf_adds(b, "<row");
		for (size_t k = 0; k < COUNT(fields); k++) {
			/* counts of 0 are left out, not the rank 0 */
			if (k < 3 || fields[k].count == &r.wait_s ||
			    fields[k].count == &r.late_rank ||
			    fields[k].count == &r.together_s ||
			    *fields[k].count != 0)
				add_number(b, fields[k].name, *fields[k].count);
		}
		strbuf_adds(b, "/>\n");
	}
	strbuf_adds(b, "</site>\n");
}

void mpi_write(struct strbuf *b, const struct profile *p)
{
	const struct profile_mpi *m = p->mpi;

	if (!m)
		return;
	strbuf_adds(b, "<mpi");
	add_text(b, "library", m->library);
	add_number(b, "size", m->size);
	add_number(b, "machines", m->machines);
	strbuf_adds(b, ">\n");
	for (size_t i = 0; i < m->nranks; i++) {
		strbuf_adds(b, "<rank");
		add_number(b, "rank", m->ranks[i].rank);
		add_number(b, "elapsed-s", m->ranks[i].elapsed_s);
		add_number(b, "own-s", m->ranks[i].own_s);
		strbuf_addf(b, " finished=\"%s\"/>\n",
		            m->ranks[i].finished ? "yes" : "no");
	}
	for (size_t i = 0; i < m->n; i++)
		write_site(b, &m->sites[i]);
	strbuf_adds(b, "</mpi>\n");
}
