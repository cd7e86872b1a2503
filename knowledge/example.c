#include "example.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "knowledge.h"

enum { LARGEST = 1 << 20, MOST_LINES = 400 };

/* The lines between the marks */
struct lines {
	struct strbuf text;
	char **line; /* [n], in text */
	size_t n, cap;
};

static void release(struct lines *l)
{
	free(l->line);
	strbuf_release(&l->text);
}

static bool read_lines(struct lines *l, const struct suggestion *s,
                       const char *side, const char *end)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	bool inside = false;
	char *next, *line;
	int rc;

	io_join(&path, s->folder, s->example);
	strbuf_addf(&path, "/%s.%s", side, end);
	rc = io_read_file(path.s, LARGEST, &l->text, &err);
	strbuf_release(&path);
	next = rc == 0 ? l->text.s : NULL;
	for (line = strsep(&next, "\n"); line; line = strsep(&next, "\n")) {
		if (strstr(line, "show: begin")) {
			inside = true;
		} else if (strstr(line, "show: end")) {
			inside = false;
		} else if (inside && l->n < MOST_LINES) {
			l->line = mem_grow(l->line, &l->cap, l->n + 1,
			                   sizeof(*l->line));
			l->line[l->n++] = line;
		}
	}
	return l->n > 0;
}

static void add(struct strbuf *b, char mark, const char *line)
{
	strbuf_addc(b, mark);
	strbuf_adds(b, line);
	strbuf_addc(b, '\n');
}

/* By the longest common subsequence; one or the other may have no lines. */
static void add_difference(struct strbuf *b, const struct lines *before,
                           const struct lines *after)
{
	const size_t row = after->n + 1;
	/* of the lines from here on, how many are in both */
	uint16_t *common = mem_alloc((before->n + 1) * row, sizeof(*common));
	size_t i = before->n, k;

	while (i-- > 0) {
		for (k = after->n; k-- > 0;) {
			uint16_t *at = &common[i * row + k];

			if (strcmp(before->line[i], after->line[k]) == 0)
				*at = (uint16_t)(at[row + 1] + 1);
			else
				*at = at[row] > at[1] ? at[row] : at[1];
		}
	}
	for (i = 0, k = 0; i < before->n || k < after->n;) {
		const bool left = i < before->n, right = k < after->n;

		if (left && right &&
		    strcmp(before->line[i], after->line[k]) == 0) {
			add(b, ' ', before->line[i++]);
			k++;
		} else if (left &&
		           (!right || common[(i + 1) * row + k] >=
		                              common[i * row + k + 1])) {
			add(b, '-', before->line[i++]);
		} else {
			add(b, '+', after->line[k++]);
		}
	}
	free(common);
}

/* The ending of the examples in a file's language */
static const char *ending_like(const char *like)
{
	static const char *const cxx[] = { "cpp", "cc",  "cxx", "C",
		                           "hpp", "hxx", "hh" };
	const char *dot = like ? strrchr(like, '.') : NULL;

	for (size_t i = 0; dot && i < sizeof(cxx) / sizeof(*cxx); i++) {
		if (strcmp(dot + 1, cxx[i]) == 0)
			return "cpp";
	}
	return dot && (dot[1] == 'f' || dot[1] == 'F') ? "f90" : "c";
}

bool example_difference(struct strbuf *b, const struct suggestion *s,
                        const char *like)
{
	const char *const endings[] = { ending_like(like), "c", "cpp", "f90" };
	bool done = false;

	for (size_t i = 0; s->example && !done && i < 4; i++) {
		struct lines before = { .text = STRBUF_INIT };
		struct lines after = { .text = STRBUF_INIT };

		done = read_lines(&before, s, "before", endings[i]);
		/* where only switches differ there is no text after */
		if (done && read_lines(&after, s, "after", endings[i])) {
			add_difference(b, &before, &after);
		} else if (done) {
			for (size_t k = 0; k < before.n; k++)
				add(b, ' ', before.line[k]);
		}
		release(&before);
		release(&after);
	}
	return done;
}
