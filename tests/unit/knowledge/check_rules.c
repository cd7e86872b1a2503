/*
 * The rules against measurements that lack something or hold nonsense: no rule
 * raises an error, whatever is missing, empty, huge or of another kind.
 */
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "knowledge/knowledge.h"
#include "knowledge/record.h"
#include "profile/profile.h"
#include "profile/xml.h"

enum { ROUNDS = 12 };

/* The same numbers in every run (xorshift) */
static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static bool chance(uint32_t *state, uint32_t one_in)
{
	return next(state) % one_in == 0;
}

/* Another text for an attribute's value */
static const char *spoilt(uint32_t *state)
{
	static char long_text[5000];
	static const char *const texts[] = {
		"",     "0",   "1",        "7",   "-1", "0.5",    "1e300",
		"9e18", "nan", "inf",      "yes", "no", "24.0",   "%s%n",
		"a b",  "<",   "\xc3\xa4", "[",   "%",  long_text
	};

	memset(long_text, 'x', sizeof(long_text) - 1);
	return texts[next(state) % (sizeof(texts) / sizeof(*texts))];
}

static void spoil_facts(struct profile *p, struct profile_section *s,
                        uint32_t one_in, uint32_t *state)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->nfacts; i++) {
		struct profile_fact f = s->facts[i];
		struct profile_attr *attrs =
			arena_alloc(p->arena, f.nattrs + 1, sizeof(*attrs));
		size_t n = 0;

		for (size_t k = 0; k < f.nattrs; k++) {
			attrs[n] = f.attrs[k];
			if (chance(state, one_in))
				attrs[n].value =
					arena_strdup(p->arena, spoilt(state));
			n += !chance(state, one_in);
		}
		f.attrs = attrs;
		f.nattrs = n;
		if (!chance(state, 2 * one_in))
			s->facts[kept++] = f;
	}
	s->nfacts = kept;
}

static void spoil(struct profile *p, uint32_t one_in, uint32_t *state)
{
	static const double values[] = { NAN, 0, 1, 9e18 };

	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		spoil_facts(p, s, one_in, state);
		for (size_t e = 0; s->sum && e < p->nevents; e++) {
			if (chance(state, 4 * one_in))
				s->sum[e] = values[next(state) % 4];
		}
		if (chance(state, one_in))
			s->file = NULL;
		if (chance(state, one_in))
			s->line = 0;
	}
}

static struct profile *before(const struct suggestion *s)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;

	io_join(&path, s->folder, s->example);
	strbuf_adds(&path, "/before.db");
	p = profile_read_xml(path.s, NULL, &err);
	ck_assert_msg(p != NULL, "%s: %s", path.s, err.msg);
	strbuf_release(&path);
	return p;
}

START_TEST(no_rule_breaks)
{
	const struct suggestion *const *list;
	const char *const *problems;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	uint32_t state = 2463534242u + (uint32_t)_i;
	struct record r;
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		struct profile *p;

		if (!list[i]->example)
			continue;
		p = before(list[i]);
		/* from nearly everything to a little */
		spoil(p, 2u + 3u * (uint32_t)_i, &state);
		err_clear(&err);
		if (record_ask(&r, p, k, &err) != 0)
			err_clear(&err);
		record_release(&r);
	}
	n = knowledge_problems(k, &problems);
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "%s\n", problems[i]);
	ck_assert_uint_eq(n, 0);
	knowledge_free(k);
}
END_TEST

Suite *suite_rules(void);
Suite *suite_rules(void)
{
	Suite *s = suite_create("rules");
	TCase *tc = tcase_create("rules");

	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, no_rule_breaks, 0, ROUNDS);
	suite_add_tcase(s, tc);
	return s;
}
