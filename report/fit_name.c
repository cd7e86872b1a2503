#include "fit_name.h"

#include <string.h>

#include "base/banned.h"
#include "base/short_name.h"
#include "base/strbuf.h"

/* Where a procedure's name ends and " at FILE:LINE" follows, which stays if
 * there is room for some of the name; or the end */
static size_t end_of_name(const struct strbuf *name, size_t room)
{
	const char *at = NULL;

	for (const char *s = strstr(name->s, " at "); s;
	     s = strstr(s + 1, " at "))
		at = s;
	return at && !strstr(at, " in ") && strlen(at) < room / 2
	               ? (size_t)(at - name->s)
	               : name->len;
}

/* Cuts the end of the name off. */
static void cut_name(struct strbuf *name, size_t room)
{
	const size_t end = end_of_name(name, room);
	size_t len = room - 3 - (name->len - end);
	struct strbuf cut = STRBUF_INIT;

	/* not within a character */
	while (((unsigned char)name->s[len] & 0xc0) == 0x80)
		len--;
	strbuf_addf(&cut, "%.*s...%s", (int)len, name->s, name->s + end);
	strbuf_release(name);
	*name = cut;
}

void fit_name(struct strbuf *name, size_t room)
{
	char *into = strstr(name->s, ", inlined into ");
	struct strbuf cut = STRBUF_INIT;

	if (name->len > room && into) {
		*into = '\0';
		name->len = strlen(name->s);
	}
	if (name->len > room) {
		short_name_lists(&cut, name->s);
		strbuf_release(name);
		*name = cut;
		cut = (struct strbuf)STRBUF_INIT;
	}
	if (name->len > room)
		cut_name(name, room);
}
