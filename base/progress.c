#include "progress.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "banned.h"
#include "escape.h"

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

void progress_show(struct progress *p, const char *what, double elapsed_s,
                   double expected_s)
{
	char elapsed[32], left[32], text[60];

	if (!p->on)
		return;
	escape_terminal(text, sizeof(text), what);
	format_time(elapsed, sizeof(elapsed), elapsed_s);
	if (isnan(expected_s)) {
		fprintf(stderr, "\r\033[K%s  %s", text, elapsed);
	} else if (elapsed_s >= expected_s) {
		fprintf(stderr, "\r\033[K%s  %s, nearly done", text, elapsed);
	} else {
		format_time(left, sizeof(left), expected_s - elapsed_s);
		fprintf(stderr, "\r\033[K%s  %s, about %s left", text, elapsed,
		        left);
	}
	fflush(stderr);
	p->shown = true;
}

void progress_done(struct progress *p)
{
	if (p->shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	p->shown = false;
}
