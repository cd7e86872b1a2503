#include "progress.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "banned.h"
#include "escape.h"

static const double first_line_s = 60;

double progress_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_init(struct progress *p, bool quiet)
{
	*p = (struct progress){
		.on = !quiet && isatty(STDERR_FILENO),
		.log = !quiet && !isatty(STDERR_FILENO),
		.next_s = first_line_s,
		.start_s = progress_clock(),
	};
}

static void format_time(char *buf, size_t size, double time_s)
{
	unsigned long s = time_s > 0 ? (unsigned long)(time_s + 0.5) : 0;

	if (s < 60)
		snprintf(buf, size, "%lus", s);
	else if (s < 3600)
		snprintf(buf, size, "%lum%02lus", s / 60, s % 60);
	else
		snprintf(buf, size, "%luh%02lum", s / 3600, s / 60 % 60);
}

/* Is it time to say something? */
static bool due(struct progress *p, double elapsed_s)
{
	if (p->on)
		return true;
	if (!p->log || elapsed_s < p->next_s)
		return false;
	while (p->next_s <= elapsed_s)
		p->next_s *= 2;
	return true;
}

/* An estimate that is exceeded by more than this part was wrong. */
static const double bears = 1.1;

void progress_show(struct progress *p, const char *what, double elapsed_s,
                   double expected_s)
{
	char elapsed[32], left[32], text[60];

	if (!due(p, elapsed_s))
		return;
	escape_terminal(text, sizeof(text), what);
	format_time(elapsed, sizeof(elapsed), elapsed_s);
	fputs(p->on ? "\r\033[K" : "perfexpert-run: ", stderr);
	if (isnan(expected_s) || elapsed_s >= expected_s * bears) {
		fprintf(stderr, "%s  %s", text, elapsed);
	} else if (elapsed_s >= expected_s) {
		fprintf(stderr, "%s  %s, nearly done", text, elapsed);
	} else {
		format_time(left, sizeof(left), expected_s - elapsed_s);
		fprintf(stderr, "%s  %s, about %s left", text, elapsed, left);
	}
	if (p->on)
		p->shown = true;
	else
		fputc('\n', stderr);
	fflush(stderr);
}

void progress_done(struct progress *p)
{
	if (p->shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	p->shown = false;
}

void progress_ended(struct progress *p, const char *what, double took_s)
{
	char took[32], text[60];

	p->next_s = first_line_s;
	if (!p->log)
		return;
	escape_terminal(text, sizeof(text), what);
	if (took_s < 10)
		snprintf(took, sizeof(took), "%.2gs", took_s);
	else
		format_time(took, sizeof(took), took_s);
	fprintf(stderr, "perfexpert-run: %s took %s\n", text, took);
}
