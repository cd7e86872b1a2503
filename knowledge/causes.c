#include "causes.h"

#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "knowledge.h"
#include "lua/sandbox.h"

static size_t part_index(const char *id)
{
	size_t i = 0;

	while (i < ACCOUNT_PARTS && strcmp(account_parts[i].id, id) != 0)
		i++;
	return i;
}

static int read_one(struct sandbox *sb, int table, const char *key,
                    struct causes *causes, struct err *err)
{
	const size_t part = part_index(key);
	struct sandbox_value v;

	if (part == ACCOUNT_PARTS)
		return err_set(err, ERR_FORMAT,
		               "the account of cycles has no part '%.40s'",
		               key);
	if (sandbox_field(sb, table, key, &v, err) != 0)
		return -1;
	if (v.type != SANDBOX_NUMBER || !(v.number >= 0 && v.number <= 1)) {
		if (v.type == SANDBOX_TABLE || v.type == SANDBOX_FUNCTION)
			sandbox_drop(sb, v.ref);
		return err_set(
			err, ERR_FORMAT,
			"the removed share of '%s' is not a number from 0 to 1",
			key);
	}
	causes->share[part] = v.number;
	return 0;
}

int causes_read(struct sandbox *sb, int table, struct causes *causes,
                struct err *err)
{
	struct arena *arena = arena_new();
	const char **keys;
	size_t n = 0;
	int rc;

	*causes = (struct causes){ { 0 } };
	rc = sandbox_keys(sb, table, arena, &keys, &n, err);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = read_one(sb, table, keys[i], causes, err);
	if (rc == 0 && (n == 0 || sandbox_length(sb, table) > 0))
		rc = err_set(err, ERR_FORMAT,
		             "must be a table of parts of the account");
	arena_free(arena);
	return rc;
}

void causes_take(struct sandbox *sb, struct sandbox_value v,
                 struct suggestion *s, struct err *err)
{
	struct err inner = { 0 };

	s->removes_something = v.type != SANDBOX_NIL;
	if (v.type == SANDBOX_FUNCTION) {
		s->removes_rule = v.ref;
	} else if (v.type == SANDBOX_TABLE) {
		if (causes_read(sb, v.ref, &s->removes, &inner) != 0)
			err_set(err, ERR_FORMAT, "'removes': %s", inner.msg);
		sandbox_drop(sb, v.ref);
	} else if (v.type != SANDBOX_NIL) {
		err_set(err, ERR_FORMAT,
		        "'removes' is neither a table nor a function");
	}
}
