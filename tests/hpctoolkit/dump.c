/*
 * dump - a profile as lines of text, for comparing readers
 *
 * usage: dump DATABASE...
 *
 * Prints what came of it: events, runs, then a line for each section with its
 * path, and its counts; with -s statistics too, with -l lines.
 */
#include <libxml/xmlerror.h>
#include <math.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/open.h"
#include "profile/profile.h"

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

static void path_of(struct strbuf *b, const struct profile_section *s)
{
	if (s->parent)
		path_of(b, s->parent);
	strbuf_addf(b, "/%c{%s|%s:%u}", profile_kind_name(s->kind)[1], s->name,
	            s->file ? s->file : "", s->line);
}

static void print_stats(const struct profile *p,
                        const struct profile_section *s)
{
	for (size_t i = 0; s->stats && i < p->nevents; i++)
		printf("\t  stats %s n=%g min=%g max=%g mean=%g sd=%g\n",
		       p->events[i].name, s->stats[i].n, s->stats[i].min,
		       s->stats[i].max, s->stats[i].mean, s->stats[i].sd);
}

static void print_lines(const struct profile *p,
                        const struct profile_section *s)
{
	for (size_t i = 0; i < s->nlines; i++) {
		printf("\t  line %s:%u", s->lines[i].file, s->lines[i].line);
		for (size_t j = 0; j < p->nevents; j++)
			printf(" %.9g", s->lines[i].sum[j]);
		printf("\n");
	}
}

static void print_section(const struct profile *p,
                          const struct profile_section *s)
{
	struct strbuf b = STRBUF_INIT;

	path_of(&b, s);
	printf("%s", b.s);
	for (size_t i = 0; i < p->nevents; i++)
		printf("\t%s=%.15g", p->events[i].name, s->sum[i]);
	for (size_t i = 0; s->samples && i < p->nevents; i++) {
		if (!isnan(s->samples[i]))
			printf("\tsamples:%s=%g", p->events[i].name,
			       s->samples[i]);
	}
	printf("\n");
	strbuf_release(&b);
}

static void print(const struct profile *p, bool stats, bool lines)
{
	printf("program %s collector %s %s threads %g ranks %g runtime %g\n",
	       p->program, p->collector, p->collector_version, p->threads,
	       p->ranks, p->runtime_s);
	for (size_t i = 0; i < p->nnotes; i++)
		printf("note %s\n", p->notes[i]);
	for (size_t i = 0; i < p->nevents; i++)
		printf("event %s native %s\n", p->events[i].name,
		       p->events[i].native);
	for (size_t i = 0; i < p->nruns; i++) {
		printf("run %s samples %g:", p->runs[i].purpose,
		       p->runs[i].samples);
		for (size_t j = 0; j < p->nevents; j++)
			printf(" %.9g@%g", p->runs[i].total[j],
			       p->runs[i].period[j]);
		printf("\n");
	}
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		print_section(p, s);
		if (stats)
			print_stats(p, s);
		if (lines)
			print_lines(p, s);
	}
}

int main(int argc, char **argv)
{
	struct err err = { 0 };
	bool stats = false, lines = false, quiet = false;
	struct profile *p;
	int c;

	xmlSetGenericErrorFunc(NULL, silent);
	while ((c = getopt(argc, argv, "lqs")) != -1) {
		lines |= c == 'l';
		quiet |= c == 'q';
		stats |= c == 's';
	}
	argv += optind;
	argc -= optind;
	if (argc == 1)
		p = profile_open(argv[0], NULL, &err);
	else
		p = profile_merge_hpctoolkit((const char *const *)argv,
		                             (size_t)argc, NULL, &err);
	if (!p) {
		fprintf(stderr, "%s\n", err.msg);
		return err_exit_status(&err);
	}
	if (!quiet)
		print(p, stats, lines);
	profile_free(p);
	return 0;
}
