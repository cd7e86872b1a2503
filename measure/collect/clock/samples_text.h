/*
 * samples_text.h - samples as lines of words, to be read again by another
 * process
 *
 *   m PATH                                      a module, numbered from 0
 *   c MODULE THREAD OFFSET RUN EVENT CALL SITE_MODULE SITE USER SYSTEM SAMPLES
 *     FAULTS                                    a place, numbered from 0
 *   o PLACE..                                   samples as they came
 *   t RUN INDEX TID RANK PROCESS NUMBER CREATOR SITE BEGUN LIVED CPU BLOCKED
 *     DELAY                                     a thread
 *   b ...                                       as c, blocked time
 *   z ORIGIN EVERY                              the moments
 *   a NS SPAN KIND THREAD PLACE NTH AMOUNT      one of them
 *
 * Times in seconds, or nanoseconds in integers; nan: not known. Regions and
 * stacks are not in it.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLES_TEXT_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLES_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct samples;
struct strbuf;

/* samples_text_possible - no stacks, and no path of two lines */
bool samples_text_possible(const struct samples *s);

void samples_text_write(struct strbuf *b, struct samples *s);

/*
 * samples_text_line - parse a line, which is changed, into samples
 *
 * nruns: number of runs; false: not a line of samples, or impossible
 */
bool samples_text_line(struct samples *to, size_t nruns, char *line);

/*
 * samples_text_lines - hand the lines of a text, which is changed, to take
 * until *ended is true
 *
 * what: whose lines they are, in messages; take: false where one can't be true
 *
 * Errors: ERR_FORMAT, with the line's number, or when the text ends before
 */
int samples_text_lines(char *text, const char *what,
                       bool (*take)(void *ctx, char *line), void *ctx,
                       const bool *ended, struct err *err);

enum { LINE_WORDS_MOST = 16 };

/* A line in words, which are its own */
struct line_words {
	char *word[LINE_WORDS_MOST];
	size_t n;
};

/* line_words - split it; false: it is empty, or has too many */
bool line_words(struct line_words *w, char *line);

/* line_whole, line_number, line_known - the word of that index: an integer up
 * to most; a number that is not negative, or NAN; one that is known. Where it
 * is none, *ok becomes false. */
uint64_t line_whole(const struct line_words *w, size_t i, uint64_t most,
                    bool *ok);
double line_number(const struct line_words *w, size_t i, bool *ok);
double line_known(const struct line_words *w, size_t i, bool *ok);

/* samples_text_numbers - " 1 2.5 nan" and a line end */
void samples_text_numbers(struct strbuf *b, const double *v, size_t n);

#endif
