/*
 * perturb.h - a measurement with its numbers changed, again and again, and what
 * all rules say of it: thresholds and prices show wherever they stand
 */
#ifndef PERFEXPERT_TESTS_PERTURB_H
#define PERFEXPERT_TESTS_PERTURB_H

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "check.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/facts.h"
#include "profile/profile.h"

enum { TALLY_REASONS = 64 };

/* What one rule said in all rounds */
struct tally {
	size_t asked, fires, nreasons;
	double part, saved;
	uint32_t figures; /* in its evidence */
	struct {
		uint32_t text;
		size_t n;
	} reasons[TALLY_REASONS];
};

/* The same numbers in every run (xorshift) */
static inline uint32_t perturb_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static inline bool perturb_chance(uint32_t *state, uint32_t one_in)
{
	return perturb_next(state) % one_in == 0;
}

/* A state that depends on a name only; never 0 */
static inline uint32_t perturb_hash(uint32_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h;
}

static inline double perturb_factor(uint32_t *state)
{
	static const double factors[] = { 0.06, 0.23, 0.47, 0.71, 0.88, 0.96,
		                          1.03, 1.13, 1.37, 1.9,  3.7,  17 };

	return factors[perturb_next(state) %
	               (sizeof(factors) / sizeof(*factors))];
}

/* Another value of its kind: some way off, or one at which things may change */
static inline const char *perturb_value(struct profile *p,
                                        const struct profile_attr *attr,
                                        enum fact_kind kind, uint32_t *state)
{
	static const double edges[] = { 0, 1, 2, 3, 4, 8, 16, 64, 0.5 };
	char *end, text[40];
	double v;

	if (kind == FACT_YES_NO)
		return perturb_chance(state, 3)
		               ? strcmp(attr->value, "yes") == 0 ? "no" : "yes"
		               : attr->value;
	if (kind == FACT_TEXT)
		return attr->value;
	v = strtod(attr->value, &end);
	if (*end)
		return attr->value;
	if (perturb_chance(state, 8))
		v = edges[perturb_next(state) %
		          (sizeof(edges) / sizeof(*edges))];
	else
		v *= perturb_factor(state);
	if (kind == FACT_SHARE)
		v = fmin(v, 1);
	else if (!strpbrk(attr->value, ".e"))
		v = floor(v + 0.5);
	snprintf(text, sizeof(text), "%.15g", v);
	return arena_strdup(p->arena, text);
}

/* A place in the source, so many lines further down */
static inline const char *perturb_line(struct profile *p, const char *line,
                                       unsigned further)
{
	char text[40];

	snprintf(text, sizeof(text), "%lu", strtoul(line, NULL, 10) + further);
	return arena_strdup(p->arena, text);
}

static inline void perturb_facts(struct profile *p, struct profile_section *s,
                                 unsigned further, uint32_t one_in,
                                 uint32_t *state)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->nfacts; i++) {
		struct profile_fact f = s->facts[i];
		const struct fact_type *type = fact_type(f.name);
		struct profile_attr *attrs =
			arena_alloc(p->arena, f.nattrs + 1, sizeof(*attrs));
		size_t n = 0;

		for (size_t k = 0; k < f.nattrs; k++) {
			const struct fact_attribute *a =
				type ? fact_attribute(type, f.attrs[k].name)
				     : NULL;

			attrs[n] = f.attrs[k];
			if (strcmp(f.attrs[k].name, "line") == 0)
				attrs[n].value = perturb_line(
					p, f.attrs[k].value, further);
			else if (a && perturb_chance(state, one_in))
				attrs[n].value = perturb_value(p, &f.attrs[k],
				                               a->kind, state);
			n += !perturb_chance(state, 16 * one_in);
		}
		f.attrs = attrs;
		f.nattrs = n;
		if (!perturb_chance(state, 16 * one_in))
			s->facts[kept++] = f;
	}
	s->nfacts = kept;
}

/* A section below parent, like this one, with other numbers; so are those in it
 */
static inline void perturb_copy(struct profile *p,
                                struct profile_section *parent,
                                const struct profile_section *s,
                                const char *name, unsigned further,
                                const double *factors, uint32_t one_in,
                                uint32_t *state)
{
	struct profile_section *copy =
		profile_section_add(p, parent, s->kind, name);

	copy->file = s->file;
	copy->line = s->line ? s->line + further : 0;
	copy->end_line = s->end_line ? s->end_line + further : 0;
	for (size_t e = 0; e < p->nevents; e++) {
		const double own = perturb_chance(state, 8 * one_in)
		                           ? perturb_factor(state)
		                           : 1;

		profile_add(copy, e, s->sum[e] * factors[e] * own);
	}
	for (size_t i = 0; i < s->nfacts; i++)
		profile_fact_add(p, copy, s->facts[i].name, s->facts[i].attrs,
		                 s->facts[i].nattrs);
	perturb_facts(p, copy, further, one_in, state);
	for (const struct profile_section *c = s->child; c; c = c->next)
		perturb_copy(p, copy, c, c->name, further, factors, one_in,
		             state);
}

enum { PERTURB_COPIES = 10 };

/* Other numbers in all sections as they are */
static inline void perturb_in_place(struct profile *p, uint32_t *state)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		perturb_facts(p, s, 0, 12, state);
		for (size_t e = 0; s->sum && e < p->nevents; e++) {
			if (perturb_chance(state, 12))
				s->sum[e] *= perturb_factor(state);
		}
	}
}

/* Beside each procedure of which there are facts, copies with other numbers:
 * events alike in all of a copy, and now and then in one of its loops only.
 * From nearly all as it was to few. */
static inline void perturb(struct profile *p, uint32_t *state)
{
	static const uint32_t one_in[] = { 30, 10, 20, 6 };
	double *factors = mem_alloc(p->nevents + 1, sizeof(*factors));
	struct profile_section *next;
	char name[200];

	for (struct profile_section *m = p->root->child; m; m = m->next) {
		struct profile_section *const end = m->last_child;

		for (struct profile_section *s = m->child; s; s = next) {
			next = s == end ? NULL : s->next;
			for (unsigned i = 0; s->nfacts && i < PERTURB_COPIES;
			     i++) {
				for (size_t e = 0; e < p->nevents; e++)
					factors[e] =
						perturb_chance(state, 5)
							? perturb_factor(state)
							: 1;
				snprintf(name, sizeof(name), "%.180s%u",
				         s->name, i);
				perturb_copy(p, m, s, name, 1000 * (i + 1),
				             factors, one_in[i % 4], state);
			}
		}
	}
	perturb_facts(p, p->root, 0, 10, state);
	profile_sum_up(p);
	free(factors);
}

/* The figures of a sentence; its words may change */
static inline uint32_t perturb_figures(uint32_t h, const char *text)
{
	char figure[2] = "";

	for (; *text; text++) {
		if (!isdigit((unsigned char)*text))
			continue;
		*figure = *text;
		h = perturb_hash(h, figure);
	}
	return perturb_hash(h, "|");
}

static inline void tally_reason(struct tally *t, const char *text)
{
	const uint32_t h = perturb_figures(0, "") ^ perturb_hash(1, text);
	size_t i = 0;

	while (i < t->nreasons && t->reasons[i].text != h)
		i++;
	if (i == TALLY_REASONS)
		return;
	if (i == t->nreasons)
		t->reasons[t->nreasons++].text = h;
	t->reasons[i].n++;
}

/* What is said of the sections; own: reasons against it, too */
static inline void tally_add(struct tally *t, const struct suggest *said,
                             const struct suggestion *s, bool own)
{
	t->asked++;
	for (size_t i = 0; i < said->n + said->nelsewhere; i++) {
		const struct suggest_section *at = &said->sections[i];

		for (size_t k = 0; k < at->nall; k++) {
			if (at->items[k].suggestion != s)
				continue;
			t->fires++;
			t->part += at->items[k].part;
			t->saved += at->items[k].gain.saved;
			t->figures = perturb_figures(t->figures,
			                             at->items[k].evidence);
		}
		for (size_t k = 0; own && k < at->nreasons; k++) {
			if (at->reasons[k].suggestion == s)
				tally_reason(t, at->reasons[k].text);
		}
	}
}

static inline int tally_by_number(const void *pa, const void *pb)
{
	const size_t a = *(const size_t *)pa, b = *(const size_t *)pb;

	return a < b ? 1 : a > b ? -1 : 0;
}

/* "id: fires F of N, part P, saves S, figures H; not: n n n": how often each
 * reason against it was given, whatever its words */
static inline void tally_write(const struct tally *t, const char *id,
                               struct strbuf *out)
{
	size_t n[TALLY_REASONS];

	strbuf_addf(out,
	            "%s: fires %zu of %zu, part %.4g, saves %.4g, figures "
	            "%08x; not:",
	            id, t->fires, t->asked, t->part, t->saved, t->figures);
	for (size_t i = 0; i < t->nreasons; i++)
		n[i] = t->reasons[i].n;
	qsort(n, t->nreasons, sizeof(*n), tally_by_number);
	for (size_t i = 0; i < t->nreasons; i++)
		strbuf_addf(out, " %zu", n[i]);
	strbuf_addc(out, '\n');
}

static inline size_t perturb_length(const char *text)
{
	const size_t n = strcspn(text, "\n");

	return n + (text[n] == '\n');
}

/* Where the first line of like is in the next lines of text, or NULL */
static inline const char *perturb_again(const char *text, const char *like)
{
	const size_t n = perturb_length(like);

	for (int i = 0; i < 1000 && *text; i++, text += perturb_length(text)) {
		if (n && strncmp(text, like, n) == 0)
			return text;
	}
	return NULL;
}

/* Lines that differ, for people; not all of many: "+" is new, "-" is gone */
static inline void perturb_differences(const char *is, const char *was,
                                       struct strbuf *out)
{
	while ((*is || *was) && out->len < 3000) {
		const size_t n = perturb_length(is), m = perturb_length(was);

		if (n == m && memcmp(is, was, n) == 0) {
			is += n;
			was += m;
		} else if (*is && !perturb_again(was, is)) {
			strbuf_addf(out, "+ %.*s", (int)n, is);
			is += n;
		} else {
			strbuf_addf(out, "- %.*s", (int)m, was);
			was += m;
		}
	}
}

/* What is now is compared with tests/name; it stays in build/name, to be looked
 * at and copied */
static inline void perturb_compare(const char *name, const char *is)
{
	struct strbuf was = STRBUF_INIT, what = STRBUF_INIT;
	struct err err = { 0 };
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "build/%s", name);
	f = fopen(path, "w");
	if (f) {
		fputs(is, f);
		fclose(f);
	}
	snprintf(path, sizeof(path), "tests/%s", name);
	ck_assert_int_eq(io_read_file(path, 1 << 20, &was, &err), 0);
	perturb_differences(is, was.s, &what);
	ck_assert_msg(what.len == 0,
	              "build/%s is not tests/%s: if each difference is meant, "
	              "copy it there (diff shows all)\n%s",
	              name, name, what.s);
	strbuf_release(&was);
	strbuf_release(&what);
}

#endif
