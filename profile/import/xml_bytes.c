#include "xml_bytes.h"

#include "base/banned.h"
#include "profile/gz.h"

int source_open(struct xml_bytes *s, const char *path, struct err *err)
{
	*s = (struct xml_bytes){ .gz = gz_open(path, err) };
	return s->gz ? 0 : -1;
}

void source_close(struct xml_bytes *s)
{
	gz_close(s->gz);
	s->gz = NULL;
}

/* One more character of a word that is searched for, which has no prefix of
 * itself inside. */
static unsigned match(const char *word, unsigned matched, char c)
{
	if (c == word[matched])
		return matched + 1;
	return c == word[0];
}

static void blank_descriptions(struct xml_bytes *s, char *buf, size_t n)
{
	static const char start[] = " md=\"", end[] = "</MetricTable>";

	for (size_t i = 0; i < n && !s->done; i++) {
		if (s->inside) {
			if (buf[i] == '"')
				s->inside = false;
			else if (buf[i] == '<' || buf[i] == '&')
				buf[i] = ' ';
			continue;
		}
		s->matched = match(start, s->matched, buf[i]);
		if (!start[s->matched]) {
			s->inside = true;
			s->matched = 0;
		}
		s->ended = match(end, s->ended, buf[i]);
		s->done = !end[s->ended];
	}
}

int source_read(void *ctx, char *buf, int len)
{
	struct xml_bytes *s = ctx;
	int n;

	if (s->gz) {
		n = gz_read(s->gz, buf, len);
	} else {
		n = s->left < (size_t)len ? (int)s->left : len;
		memcpy(buf, s->data, (size_t)n);
		s->data += n;
		s->left -= (size_t)n;
	}
	if (n > 0 && !s->done)
		blank_descriptions(s, buf, (size_t)n);
	return n;
}
