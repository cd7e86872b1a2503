#include "shell_line.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/banned.h"
#include "base/io.h"

static const char *const shells[] = { "sh",  "bash", "dash", "ksh",
	                              "zsh", "mksh", "yash", "rbash" };

static bool is_shell(const char *path)
{
	const char *name = io_basename(path);

	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (strcmp(name, shells[i]) == 0)
			return true;
	}
	return false;
}

const char *shell_script(const char *program, char *const *argv)
{
	if (is_shell(program) && argv[0] && argv[1] && argv[1][0] != '-')
		return argv[1];
	return NULL;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_-./$+", c));
}

/* The command as a word of its own, or as the end of a path */
static bool names(const char *at, size_t n, const char *command)
{
	const size_t length = strlen(command);

	for (size_t i = 0; i + length <= n; i++) {
		if (memcmp(at + i, command, length) == 0 &&
		    (i == 0 || at[i - 1] == '/' || !in_word(at[i - 1])) &&
		    (i + length == n || !in_word(at[i + length])))
			return true;
	}
	return false;
}

static bool begins(const char *at, size_t n, const char *word)
{
	const size_t length = strlen(word);

	return n >= length && memcmp(at, word, length) == 0 &&
	       (n == length || !in_word(at[length]));
}

static bool begins_loop(const char *at, size_t n)
{
	return begins(at, n, "for") || begins(at, n, "while") ||
	       begins(at, n, "until");
}

static bool is_for_a_shell(const char *source)
{
	const size_t n = strcspn(source, "\r\n");

	if (strncmp(source, "#!", 2) != 0)
		return true;
	for (size_t i = 2; i + 2 <= n; i++) {
		if (memcmp(source + i, "sh", 2) == 0)
			return true;
	}
	return false;
}

static const char *next_line(const char *at)
{
	at = strchr(at, '\n');
	return at ? at + 1 : NULL;
}

unsigned shell_line(const char *source, const char *command,
                    struct strbuf *text)
{
	enum { MOST = 200 };
	const char *found = NULL;
	size_t length = 0;
	unsigned line = 0, at_line = 0, depth = 0;

	if (!is_for_a_shell(source))
		return 0;
	for (const char *at = source; at; at = next_line(at)) {
		size_t n;

		line++;
		at += strspn(at, " \t");
		n = strcspn(at, "\r\n");
		if (*at == '#')
			continue;
		depth += begins_loop(at, n);
		if ((!found || depth) && names(at, n, command)) {
			found = at;
			length = n < MOST ? n : MOST;
			at_line = line;
			if (depth)
				break;
		}
		depth -= depth && names(at, n, "done");
	}
	if (found)
		strbuf_add(text, found, length);
	return at_line;
}
