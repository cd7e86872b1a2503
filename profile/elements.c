#include "elements.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "profile.h"

int elements_fail(struct elements *r, const char *fmt, ...)
{
	char text[300];
	xmlNode *node = xmlTextReaderCurrentNode(r->xml);
	long line = node ? xmlGetLineNo(node) : -1;
	va_list ap;

	/* the parser reads ahead: its own line is only the last resort */
	if (line <= 0)
		line = xmlTextReaderGetParserLineNumber(r->xml);
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(r->err, ERR_FORMAT, "line %ld: %s", line, text);
}

bool elements_ended_early(const xmlError *e)
{
	return e->code == XML_ERR_DOCUMENT_END ||
	       e->code == XML_ERR_TAG_NOT_FINISHED ||
	       e->code == XML_ERR_LTSLASH_REQUIRED;
}

/* What the parser says is wrong, once; it may say nothing. */
int elements_parser_failed(struct elements *r)
{
	const xmlError *e = xmlGetLastError();
	char text[200];
	size_t n;

	if (r->err->code != ERR_NONE)
		return -1;
	if (!r->inside && !r->after)
		return elements_fail(r, "this is not XML");
	if (r->inside && e && elements_ended_early(e))
		return elements_fail(r, "the file ends early");
	if (!e || !e->message)
		return elements_fail(r, "not well-formed XML");
	snprintf(text, sizeof(text), "%s", e->message);
	n = strlen(text);
	while (n && (text[n - 1] == '\n' || text[n - 1] == '.'))
		text[--n] = '\0';
	return err_set(r->err, ERR_FORMAT, "line %d: %s", e->line, text);
}

const char *elements_name(struct elements *r)
{
	const char *s = (const char *)xmlTextReaderConstLocalName(r->xml);

	return s ? s : "";
}

/*
 * Moves to the next start tag below depth, or past the end of the element at
 * depth: 1 there is a child, 0 no more, -1 failed. Text is skipped.
 */
int elements_next(struct elements *r, int depth)
{
	for (;;) {
		int rc = xmlTextReaderRead(r->xml);
		int type;

		if (rc != 1)
			return rc < 0 ? elements_parser_failed(r)
			              : elements_fail(r, "the file ends early");
		type = xmlTextReaderNodeType(r->xml);
		if (type == XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return 0;
		if (type == XML_READER_TYPE_ELEMENT)
			return 1;
		if (type == XML_READER_TYPE_ENTITY_REFERENCE)
			return elements_fail(r, "entities are not allowed");
	}
}

/* Skip the current element, with all it holds. */
int elements_skip(struct elements *r)
{
	int depth = xmlTextReaderDepth(r->xml);
	int rc;

	if (xmlTextReaderIsEmptyElement(r->xml))
		return 0;
	while ((rc = xmlTextReaderRead(r->xml)) == 1) {
		if (xmlTextReaderNodeType(r->xml) ==
		            XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return 0;
	}
	return rc < 0 ? elements_parser_failed(r)
	              : elements_fail(r, "the file ends early");
}

/* A list of n numbers, "-" where there is none, between blanks. */
static int parse_list(struct elements *r, const char *s, double *v, size_t n)
{
	size_t i = 0;

	for (;;) {
		char word[64];
		double small = 0;
		size_t len = 0;

		s += strspn(s, " \n\t\r");
		if (!*s)
			break;
		if (i == n)
			return elements_fail(r, "more values than events");
		/* most values are short counts: no need for strtod */
		while (s[len] >= '0' && s[len] <= '9' && len < 15)
			small = small * 10 + (s[len++] - '0');
		if (len && (s[len] == ' ' || !s[len])) {
			v[i++] = small;
			s += len;
			continue;
		}
		len = strcspn(s, " \n\t\r");
		if (len >= sizeof(word))
			return elements_fail(r, "a value is too long");
		memcpy(word, s, len);
		word[len] = '\0';
		if (strcmp(word, "-") == 0)
			v[i] = NAN;
		else if (!num_count(word, &v[i]))
			return elements_fail(r, "'%s' is not a count", word);
		i++;
		s += len;
	}
	if (i != n)
		return elements_fail(r, "fewer values than events");
	return 0;
}

/* The list within the current element. */
int elements_list(struct elements *r, double *v, size_t n)
{
	int depth = xmlTextReaderDepth(r->xml);
	bool got = false;
	char name[32];
	int rc;

	snprintf(name, sizeof(name), "%s", elements_name(r));
	if (xmlTextReaderIsEmptyElement(r->xml))
		return parse_list(r, "", v, n);
	while ((rc = xmlTextReaderRead(r->xml)) == 1) {
		int type = xmlTextReaderNodeType(r->xml);

		if (type == XML_READER_TYPE_END_ELEMENT &&
		    xmlTextReaderDepth(r->xml) == depth)
			return got ? 0 : parse_list(r, "", v, n);
		if (type == XML_READER_TYPE_TEXT && !got) {
			const char *s =
				(const char *)xmlTextReaderConstValue(r->xml);

			got = true;
			if (parse_list(r, s ? s : "", v, n) != 0)
				return -1;
		} else if (type != XML_READER_TYPE_SIGNIFICANT_WHITESPACE &&
		           type != XML_READER_TYPE_WHITESPACE &&
		           type != XML_READER_TYPE_COMMENT) {
			return elements_fail(
				r, "<%s> contains text that is not a number",
				name);
		}
	}
	return rc < 0 ? elements_parser_failed(r)
	              : elements_fail(r, "the file ends early");
}

static int take_field(struct elements *r, const struct element_field *f,
                      const char *value)
{
	bool ok = true;
	int i = 0;

	if (f->text) {
		*f->text = arena_intern(r->arena, value);
	} else if (f->count) {
		ok = num_count(value, f->count);
	} else if (f->line) {
		ok = num_int(value, 0, PROFILE_MAX_LINE, &i);
		*f->line = (unsigned)i;
	} else if (f->status) {
		ok = num_int(value, -1, PROFILE_MAX_STATUS, f->status);
	} else {
		ok = strcmp(value, "yes") == 0 || strcmp(value, "no") == 0;
		*f->flag = value[0] == 'y';
	}
	if (!ok)
		return elements_fail(r, "%s='%.80s' is out of range", f->name,
		                     value);
	return 0;
}

/* Attributes of the current element into fields; unknown ones are passed. */
int elements_fields(struct elements *r, const struct element_field *fields,
                    size_t n)
{
	while (xmlTextReaderMoveToNextAttribute(r->xml) == 1) {
		const char *attr = elements_name(r);
		const char *value =
			(const char *)xmlTextReaderConstValue(r->xml);

		for (size_t i = 0; i < n; i++) {
			if (strcmp(fields[i].name, attr) != 0)
				continue;
			if (take_field(r, &fields[i], value ? value : "") != 0)
				return -1;
			break;
		}
	}
	xmlTextReaderMoveToElement(r->xml);
	return 0;
}
