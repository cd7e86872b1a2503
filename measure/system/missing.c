#include "missing.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"

/* Is it one of the names, which have ", " between them? */
static bool listed(const char *names, const char *name)
{
	const size_t n = strlen(name);

	for (const char *at = names; at; at = strchr(at, ',')) {
		at += strspn(at, ", ");
		if (strncmp(at, name, n) == 0 && (!at[n] || at[n] == ','))
			return true;
	}
	return false;
}

void missing_add(struct missing *m, const char *name, const char *reason)
{
	struct strbuf b = STRBUF_INIT;
	size_t i = 0;

	while (i < m->n && strcmp(m->all[i].reason, reason) != 0)
		i++;
	if (i == MISSING_REASONS)
		return;
	if (i == m->n) {
		m->all[i].reason = reason;
		m->all[i].names = mem_strdup(name);
		m->n++;
		return;
	}
	if (listed(m->all[i].names, name))
		return;
	strbuf_addf(&b, "%s, %s", m->all[i].names, name);
	free(m->all[i].names);
	m->all[i].names = strbuf_detach(&b);
}

void missing_text(const struct missing *m, struct strbuf *out)
{
	for (size_t i = 0; i < m->n; i++)
		strbuf_addf(out, "%s%s: %s", i ? "; " : "", m->all[i].names,
		            m->all[i].reason);
}

void missing_release(struct missing *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->all[i].names);
	*m = (struct missing){ 0 };
}
