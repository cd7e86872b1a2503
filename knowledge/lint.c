/*
 * Names that no measurement can have. A rule that asks for s.events.TOTAL_CYC
 * would never fire and nobody would notice, so the text itself is looked
 * through: events.NAME, lcpi.NAME, parts.NAME, rating.NAME and facts.NAME.
 */
#include "private.h"

#include <ctype.h>

#include "arch/events.h"
#include "arch/lcpi.h"
#include "base/banned.h"
#include "profile/facts.h"

static bool identifier(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

struct lint {
	struct knowledge *k;
	const char *path;
};

static void check_name(const struct lint *l, unsigned line, const char *table,
                       const char *name)
{
	const char *what = NULL;

	if (strcmp(table, "events") == 0) {
		if (!events_find(l->k->events, name))
			what = "event";
	} else if (strcmp(table, "lcpi") == 0 || strcmp(table, "parts") == 0 ||
	           strcmp(table, "rating") == 0) {
		if (!lcpi_is_standard(name))
			what = "category of the assessment";
	} else if (strcmp(table, "facts") == 0) {
		if (!fact_type(name))
			what = "fact";
	}
	if (what)
		knowledge_add_problem(l->k, "%s:%u: there is no %s '%s'",
		                      l->path, line, what, name);
}

/* "table.name", n bytes of the table; what is too long is no name of ours. */
static void check_reference(const struct lint *l, unsigned line, const char *s,
                            size_t n, size_t m)
{
	char table[16], name[64];

	if (n >= sizeof(table) || m == 0 || m >= sizeof(name))
		return;
	memcpy(table, s, n);
	table[n] = '\0';
	memcpy(name, s + n + 1, m);
	name[m] = '\0';
	check_name(l, line, table, name);
}

/* One line; stops at a comment. */
static void check_line(const struct lint *l, unsigned line, const char *s,
                       const char *end)
{
	while (s < end && !(s[0] == '-' && s + 1 < end && s[1] == '-')) {
		size_t n = 0, m = 0;

		if (!identifier(*s)) {
			s++;
			continue;
		}
		while (s + n < end && identifier(s[n]))
			n++;
		if (s + n < end && s[n] == '.') {
			while (s + n + 1 + m < end && identifier(s[n + 1 + m]))
				m++;
			check_reference(l, line, s, n, m);
		}
		s += n;
	}
}

void lint_names(struct knowledge *k, const char *path, const char *text)
{
	unsigned line = 1;

	for (const char *s = text; *s; line++) {
		const char *end = s + strcspn(s, "\n");

		check_line(&(struct lint){ k, path }, line, s, end);
		s = *end ? end + 1 : end;
	}
}
