#include "ask.h"

#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "knowledge.h"
#include "lua/sandbox.h"

/* Reports an error of a rule, with file and line. */
static const char *broken(const struct ask *a, const char *what)
{
	const size_t n = strlen(a->s->file);

	/* errors in Lua already have a file and a line */
	if (strncmp(what, a->s->file, n) == 0 && what[n] == ':')
		knowledge_add_problem(a->k, "%s (in suggestion '%s')", what,
		                      a->s->id);
	else
		knowledge_add_problem(a->k, "%s:%u: suggestion '%s': %s",
		                      a->s->file, a->s->line, a->s->id, what);
	return "its rule has an error";
}

const char *ask_when(const struct ask *a, double *part)
{
	const struct sandbox_value arg = sandbox_table(a->view);
	struct sandbox_value v;
	struct err err = { 0 };

	if (a->by_category) {
		*part = a->s->fallback;
		return NULL;
	}
	if (sandbox_call(a->sandbox, a->s->when, &arg, 1, &v, &err) != 0)
		return broken(a, err.msg);
	switch (v.type) {
	case SANDBOX_NUMBER:
		if (!(v.number >= 0 && v.number <= 1))
			return broken(
				a, "'when' returned a number outside 0 to 1");
		*part = v.number;
		return NULL;
	case SANDBOX_STRING:
		return arena_strdup(a->arena, v.string);
	case SANDBOX_NIL:
		return "its rule does not apply";
	case SANDBOX_BOOLEAN:
		if (!v.boolean)
			return "its rule does not apply";
		/* fall through */
	default:
		if (v.type == SANDBOX_TABLE || v.type == SANDBOX_FUNCTION)
			sandbox_drop(a->sandbox, v.ref);
		return broken(a,
		              "'when' must return a number, false or a reason");
	}
}

const char *ask_evidence(const struct ask *a, const char **evidence)
{
	const struct sandbox_value arg = sandbox_table(a->view);
	struct sandbox_value v;
	struct err err = { 0 };

	if (a->by_category) {
		*evidence = "by category only: the facts that this rule needs "
			    "were not measured";
		return NULL;
	}
	if (sandbox_call(a->sandbox, a->s->evidence, &arg, 1, &v, &err) != 0)
		return broken(a, err.msg);
	if (v.type != SANDBOX_STRING || v.length == 0 || v.length > 1000)
		return broken(a, "'evidence' returned no sentence");
	*evidence = arena_strdup(a->arena, v.string);
	return NULL;
}

const char *ask_removes(const struct ask *a, struct causes *causes)
{
	const struct sandbox_value arg = sandbox_table(a->view);
	struct sandbox_value v;
	struct err err = { 0 };
	int rc;

	*causes = a->s->removes;
	if (!a->s->removes_rule)
		return NULL;
	if (sandbox_call(a->sandbox, a->s->removes_rule, &arg, 1, &v, &err) !=
	    0)
		return broken(a, err.msg);
	if (v.type == SANDBOX_FUNCTION)
		sandbox_drop(a->sandbox, v.ref);
	if (v.type != SANDBOX_TABLE)
		return broken(a, "'removes' returned no table");
	rc = causes_read(a->sandbox, v.ref, causes, &err);
	sandbox_drop(a->sandbox, v.ref);
	return rc == 0 ? NULL : broken(a, err.msg);
}

const char *ask_besides(const struct ask *a, double *share)
{
	const struct sandbox_value arg = sandbox_table(a->view);
	struct sandbox_value v;
	struct err err = { 0 };

	*share = 0;
	if (!a->s->besides)
		return NULL;
	if (sandbox_call(a->sandbox, a->s->besides, &arg, 1, &v, &err) != 0)
		return broken(a, err.msg);
	if (v.type == SANDBOX_TABLE || v.type == SANDBOX_FUNCTION)
		sandbox_drop(a->sandbox, v.ref);
	if (v.type == SANDBOX_NIL)
		return NULL;
	if (v.type != SANDBOX_NUMBER || !(v.number >= 0 && v.number <= 1))
		return broken(a, "'besides' returned no share");
	*share = v.number;
	return NULL;
}
