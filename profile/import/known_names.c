#include "known_names.h"

#include <ctype.h>
#include <stdio.h>

#include "base/banned.h"
#include "base/fortran.h"
#include "base/io.h"
#include "base/strbuf.h"

static bool starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

const char *names_file(const char *path)
{
	if (!path || !*path || *path == '[' || *path == '~' || *path == '<')
		return NULL;
	return starts(path, "./src/") ? path + strlen("./src") : path;
}

const char *names_copied(const char *path)
{
	path = names_file(path);
	return path && starts(path, "src/") ? path + strlen("src") : path;
}

const char *names_module(const char *path)
{
	if (!path || !*path || *path == '<' || starts(path, "unknown "))
		return NULL;
	return path;
}

/* Length of name without a last " [MODULE]". */
static size_t without_module(const char *name, const char *module)
{
	size_t n = strlen(name), m;

	if (!module)
		return n;
	module = io_basename(module);
	m = strlen(module);
	if (n > m + 3 && name[n - 1] == ']' && name[n - m - 2] == '[' &&
	    name[n - m - 3] == ' ' && strncmp(name + n - m - 1, module, m) == 0)
		return n - m - 3;
	return n;
}

void names_plain(const char *name, const char *module, struct strbuf *out)
{
	strbuf_clear(out);
	strbuf_add(out, name, without_module(name, module));
	if (out->len == 0)
		strbuf_adds(out, "<unknown procedure>");
}

void names_procedure(const char *name, const char *module, const char *file,
                     struct strbuf *out)
{
	bool fortran = fortran_file(file);
	struct strbuf plain = STRBUF_INIT;

	names_plain(name, module, &plain);
	strbuf_clear(out);
	if (!fortran_module(out, plain.s, fortran))
		strbuf_add(out, plain.s,
		           fortran ? fortran_external(plain.s) : plain.len);
	strbuf_release(&plain);
}

/* Takes the digits before the end of s[0..*n), false when there are none. */
static bool last_number(const char *s, size_t *n, unsigned *value)
{
	size_t at = *n;
	unsigned v = 0;

	while (at > 0 && isdigit((unsigned char)s[at - 1]))
		at--;
	if (at == *n || *n - at > 9)
		return false;
	for (size_t i = at; i < *n; i++)
		v = v * 10 + (unsigned)(s[i] - '0');
	*n = at;
	*value = v;
	return true;
}

/* ".[RANK,THREAD]", ".[THREAD]" or these followed by ".K": cut off the end */
static void take_thread(struct names_metric *m)
{
	size_t n = strlen(m->name), at = n;
	unsigned duplicate = 0, first = 0, second = 0;
	bool two;

	if (last_number(m->name, &at, &duplicate)) {
		if (at < 2 || m->name[at - 1] != '.' || m->name[at - 2] != ']')
			return;
		at--;
	}
	if (at < 4 || m->name[at - 1] != ']')
		return;
	at--;
	if (!last_number(m->name, &at, &second) || at == 0)
		return;
	two = m->name[at - 1] == ',';
	if (two) {
		at--;
		if (!last_number(m->name, &at, &first))
			return;
	}
	if (at < 3 || m->name[at - 1] != '[' || m->name[at - 2] != '.')
		return;
	m->name[at - 2] = '\0';
	m->has_thread = true;
	m->duplicate = duplicate;
	m->rank = first;
	m->thread = second;
}

/* cut_end - take the ending off, if it is there */
static bool cut_end(char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	if (n <= m || strcmp(s + n - m, end) != 0)
		return false;
	s[n - m] = '\0';
	return true;
}

static void take_statistic(struct names_metric *m)
{
	static const char *const others[] = { ":Mean",   ":StdDev", ":CfVar",
		                              ":Min",    ":Max",    ":num-src",
		                              ":accum2", ":SqSum",  ":NumSrc" };

	if (cut_end(m->name, ":Sum")) {
		m->what = NAMES_SUM;
		return;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (cut_end(m->name, others[i])) {
			m->what = NAMES_OTHER;
			return;
		}
	}
}

bool names_metric(const char *column, struct names_metric *m)
{
	size_t digits = strspn(column, "0123456789");

	*m = (struct names_metric){ .what = NAMES_RAW };
	if (digits && digits < 9 && column[digits] == '.' &&
	    column[digits + 1]) {
		for (size_t i = 0; i < digits; i++)
			m->group = m->group * 10 + (unsigned)(column[i] - '0');
		column += digits + 1;
	}
	if (strlen(column) >= sizeof(m->name))
		return false;
	snprintf(m->name, sizeof(m->name), "%s", column);
	if (!cut_end(m->name, " (I)"))
		cut_end(m->name, " (E)");
	take_statistic(m);
	if (m->what == NAMES_RAW)
		take_thread(m);
	return true;
}
