#include "options.h"

#include <ctype.h>

#include "banned.h"
#include "err.h"
#include "mem.h"
#include "nearest.h"
#include "strbuf.h"

struct parse {
	const struct option_spec *specs;
	int argc, at;
	char **argv;
	void *ctx;
	struct err *err;
};

static bool is_end(const struct option_spec *s)
{
	return !s->name && !s->help;
}

/* The names of the options that the help shows, one after the other */
static const char *name_of(const void *ctx, size_t i)
{
	for (const struct option_spec *s = ctx; !is_end(s); s++) {
		if (s->name && s->help && i-- == 0)
			return s->name;
	}
	return NULL;
}

static void unknown(struct parse *p, const char *name, size_t n)
{
	char *word = mem_strndup(name, n);
	const char *near = nearest_of(word, name_of, p->specs);

	err_set(p->err, ERR_USAGE, "unknown option '--%s'%s%s%s", word,
	        near ? ": did you mean --" : "", near ? near : "",
	        near ? "?" : "; see --help");
	free(word);
}

/* The option that name[0..n) means: itself, or the only one it abbreviates. */
static const struct option_spec *find_long(struct parse *p, const char *name,
                                           size_t n)
{
	const struct option_spec *found = NULL;

	for (const struct option_spec *s = p->specs; !is_end(s); s++) {
		if (!s->name || strncmp(s->name, name, n) != 0)
			continue;
		if (s->name[n] == '\0')
			return s;
		if (found) {
			err_set(p->err, ERR_USAGE,
			        "option '--%.*s' is ambiguous: '--%s' or "
			        "'--%s'",
			        (int)n, name, found->name, s->name);
			return NULL;
		}
		found = s;
	}
	if (!found)
		unknown(p, name, n);
	return found;
}

static int act(struct parse *p, const struct option_spec *s, const char *value)
{
	char *at = (char *)p->ctx + s->at;

	switch (s->action) {
	case OPTION_FLAG:
		*(bool *)at = true;
		return 0;
	case OPTION_TEXT:
		if (!value || !*value)
			return err_set(p->err, ERR_USAGE,
			               "option '--%s' needs %s", s->name,
			               s->arg_name);
		*(const char **)at = value;
		return 0;
	case OPTION_CALL:
		break;
	}
	return s->handle(p->ctx, value, p->err);
}

static int parse_long(struct parse *p, const char *word)
{
	size_t n = strcspn(word, "=");
	const char *value = word[n] ? word + n + 1 : NULL;
	const struct option_spec *s = find_long(p, word, n);

	if (!s)
		return -1;
	if (value && s->arg == OPTION_NONE)
		return err_set(p->err, ERR_USAGE,
		               "option '--%s' takes no value", s->name);
	if (!value && s->arg == OPTION_REQUIRED) {
		if (p->at + 1 >= p->argc)
			return err_set(p->err, ERR_USAGE,
			               "option '--%s' needs %s", s->name,
			               s->arg_name);
		value = p->argv[++p->at];
	}
	return act(p, s, value);
}

static const struct option_spec *find_short(const struct parse *p, char c)
{
	for (const struct option_spec *s = p->specs; !is_end(s); s++) {
		if (s->name && s->letter == c)
			return s;
	}
	return NULL;
}

static int parse_short(struct parse *p, const char *word)
{
	for (; *word; word++) {
		const struct option_spec *s = find_short(p, *word);
		const char *value = NULL;

		if (!s && isdigit((unsigned char)*word))
			return err_set(p->err, ERR_USAGE,
			               "unknown option '-%c': a share is "
			               "positive, such as 0.1",
			               *word);
		if (!s)
			return err_set(p->err, ERR_USAGE,
			               "unknown option '-%c'; see --help",
			               *word);
		if (s->arg != OPTION_NONE && word[1]) {
			/* "-s=all" is meant as "-sall" */
			value = word + 1;
			if (s->arg == OPTION_OPTIONAL && *value == '=')
				value++;
		} else if (s->arg == OPTION_REQUIRED) {
			if (p->at + 1 >= p->argc)
				return err_set(p->err, ERR_USAGE,
				               "option '-%c' needs %s", *word,
				               s->arg_name);
			value = p->argv[++p->at];
		}
		if (act(p, s, value) != 0)
			return -1;
		if (value)
			break;
	}
	return 0;
}

static int parse_one(struct parse *p, const char *word)
{
	if (word[1] == '-')
		return parse_long(p, word + 2);
	return parse_short(p, word + 1);
}

int options_parse(const struct option_spec *specs, char **argv,
                  bool stop_at_first, int *rest, void *ctx, struct err *err)
{
	struct parse p = { specs, 0, 1, argv, ctx, err };
	int nplain = 0, rc = -1;
	char **plain;

	while (argv[p.argc])
		p.argc++;
	plain = mem_alloc((size_t)p.argc + 1, sizeof(*plain));
	for (; p.at < p.argc; p.at++) {
		char *word = argv[p.at];

		if (strcmp(word, "--") == 0) {
			p.at++;
			break;
		}
		if (word[0] == '-' && word[1]) {
			if (parse_one(&p, word) != 0)
				goto out;
		} else if (stop_at_first) {
			break;
		} else {
			plain[nplain++] = word;
		}
	}
	/* the arguments, in order, become the end of argv */
	*rest = p.at - nplain;
	for (int i = 0; i < nplain; i++)
		argv[*rest + i] = plain[i];
	rc = 0;
out:
	free(plain);
	return rc;
}

void options_help(const struct option_spec *specs, FILE *f)
{
	for (const struct option_spec *s = specs; !is_end(s); s++) {
		char left[80];

		if (!s->help)
			continue;
		if (!s->name) {
			fprintf(f, "\n%s\n", s->help);
			continue;
		}
		snprintf(left, sizeof(left), "%c%c%s --%s%s%s%s",
		         s->letter ? '-' : ' ', s->letter ? s->letter : ' ',
		         s->letter ? "," : " ", s->name,
		         s->arg == OPTION_NONE       ? ""
		         : s->arg == OPTION_OPTIONAL ? "[="
		                                     : " ",
		         s->arg == OPTION_NONE ? "" : s->arg_name,
		         s->arg == OPTION_OPTIONAL ? "]" : "");
		fprintf(f, "  %-27s %s\n", left, s->help);
	}
}
