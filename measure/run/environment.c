#include "environment.h"

#include <stddef.h>

#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"

/* A vector is one allocation: the pointers, then all the strings. */
static char **replace(char *const *envp, const char *name,
                      const struct strbuf *entry)
{
	size_t n = 0, bytes = entry->len + 1, len = strlen(name), out = 0;
	char **copy, *text;

	for (; envp[n]; n++)
		bytes += strlen(envp[n]) + 1;
	copy = mem_alloc(1, (n + 2) * sizeof(*copy) + bytes);
	text = (char *)(copy + n + 2);
	for (size_t i = 0; i < n; i++) {
		size_t size = strlen(envp[i]) + 1;

		if (strncmp(envp[i], name, len) == 0 && envp[i][len] == '=')
			continue;
		memcpy(text, envp[i], size);
		copy[out++] = text;
		text += size;
	}
	if (entry->len) {
		memcpy(text, entry->s, entry->len + 1);
		copy[out] = text;
	}
	return copy;
}

char **environment_copy(char *const *envp)
{
	const struct strbuf nothing = STRBUF_INIT;

	return replace(envp, "", &nothing);
}

const char *environment_get(char *const *envp, const char *name)
{
	size_t len = strlen(name);

	for (; *envp; envp++) {
		if (strncmp(*envp, name, len) == 0 && (*envp)[len] == '=')
			return *envp + len + 1;
	}
	return NULL;
}

char **environment_set(char *const *envp, const char *name, const char *value)
{
	struct strbuf entry = STRBUF_INIT;
	char **copy;

	strbuf_addf(&entry, "%s=%s", name, value);
	copy = replace(envp, name, &entry);
	strbuf_release(&entry);
	return copy;
}

char **environment_append(char *const *envp, const char *name,
                          const char *separator, const char *value)
{
	const char *old = environment_get(envp, name);
	struct strbuf text = STRBUF_INIT;
	char **copy;

	if (old && *old)
		strbuf_addf(&text, "%s%s", old, separator);
	strbuf_adds(&text, value);
	copy = environment_set(envp, name, text.s);
	strbuf_release(&text);
	return copy;
}

void environment_free(char **envp)
{
	free(envp);
}
