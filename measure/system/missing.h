/* missing.h - what is unknown, and why: a reason once, with all its names */
#ifndef PERFEXPERT_MEASURE_SYSTEM_MISSING_H
#define PERFEXPERT_MEASURE_SYSTEM_MISSING_H

#include <stddef.h>

struct strbuf;

enum { MISSING_REASONS = 16 };

/* May be zeroed; release with missing_release. */
struct missing {
	struct {
		const char *reason;
		char *names;
	} all[MISSING_REASONS];
	size_t n;
};

/* missing_add - reason is borrowed until the release; both are kept once */
void missing_add(struct missing *m, const char *name, const char *reason);

/* missing_text - "A, B: reason; C: reason", appended */
void missing_text(const struct missing *m, struct strbuf *out);

void missing_release(struct missing *m);

#endif
