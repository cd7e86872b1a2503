/*
 * limits.h - where one rule changes its mind, see limits.lua
 */
#ifndef PERFEXPERT_TESTS_LIMITS_H
#define PERFEXPERT_TESTS_LIMITS_H

#include "base/err.h"
#include "base/strbuf.h"
#include "check.h"
#include "knowledge/knowledge.h"
#include "knowledge/private.h"
#include "lua/sandbox.h"
#include "lua/sandbox_private.h"

/* A rule that is the only one asked, and what it was before */
struct limits {
	struct knowledge *k;
	struct suggestion **list, *only;
	size_t n;
	int when, say;
};

/* Leaves that rule alone in k, watched; then ask, and call limits_say. */
static inline void limits_watch(struct limits *l, struct knowledge *k,
                                struct suggestion *s)
{
	const struct sandbox_value when = { .type = SANDBOX_FUNCTION,
		                            .ref = s->when };
	struct sandbox_value tools, f, watched;
	struct err err = { 0 };

	/* a rule is asked thousands of times in one call */
	k->sandbox->limits.instructions = 1ULL << 40;
	k->sandbox->limits.time_s = 100;
	ck_assert_msg(sandbox_load_file(k->sandbox, "tests/limits.lua", &tools,
	                                &err) == 0,
	              "%s", err.msg);
	sandbox_field(k->sandbox, tools.ref, "say", &f, &err);
	l->say = f.ref;
	sandbox_field(k->sandbox, tools.ref, "watch", &f, &err);
	ck_assert_msg(
		sandbox_call(k->sandbox, f.ref, &when, 1, &watched, &err) == 0,
		"%s", err.msg);
	sandbox_drop(k->sandbox, f.ref);
	sandbox_drop(k->sandbox, tools.ref);
	l->k = k;
	l->list = k->list;
	l->n = k->n;
	l->only = s;
	l->when = s->when;
	s->when = watched.ref;
	k->list = &l->only;
	k->n = 1;
}

/* Adds what it says and its limits; k is as it was. */
static inline void limits_say(struct limits *l, struct strbuf *out)
{
	struct sandbox_value text;
	struct err err = { 0 };

	ck_assert_msg(
		sandbox_call(l->k->sandbox, l->say, NULL, 0, &text, &err) == 0,
		"%s: %s", l->only->id, err.msg);
	strbuf_adds(out, text.string);
	sandbox_drop(l->k->sandbox, l->only->when);
	sandbox_drop(l->k->sandbox, l->say);
	l->only->when = l->when;
	l->k->list = l->list;
	l->k->n = l->n;
}

#endif
