/*
 * perfexpert - assesses what perfexpert-run measured
 *
 * read -> check -> rank -> evaluate -> compare -> report. This is the only
 * place that prints an error and that knows exit statuses.
 */
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <math.h>
#include <unistd.h>

#include "arch/machine.h"
#include "diagnose/assessment.h"
#include "diagnose/scaling.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "advice.h"
#include "command.h"
#include "export/data.h"
#include "inputs.h"
#include "pager.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "report.h"
#include "scaling.h"
#include "show.h"
#include "diagnose/threshold.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

/* The pages that come with perfexpert, unless others are given. */
static void find_suggestions(struct command *c, struct strbuf *path)
{
	if (c->text.suggestions)
		return;
	datadir_pages(path);
	c->text.suggestions = path->s;
	c->text.default_pages = true;
}

static bool use_color(const struct command *c)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (c->color != COLOR_AUTO)
		return c->color == COLOR_ALWAYS;
	if (c->output && strcmp(c->output, "-") != 0)
		return false;
	return isatty(STDOUT_FILENO) && !(no && *no) &&
	       !(term && strcmp(term, "dumb") == 0);
}

static int write_report(const struct command *c, const struct assessment *a,
                        const struct suggest *suggest, struct err *err)
{
	const char *path = c->html ? c->html : c->trace ? c->trace : c->output;
	struct output file;

	if (!path || strcmp(path, "-") == 0) {
		if (data_write(c->report, c->table, a, suggest, &c->text,
		               stdout, err) != 0)
			return -1;
		return io_flush_stdout(err);
	}
	if (inputs_spare(path, a, err) != 0 ||
	    output_open(&file, path, OUTPUT_REPLACE, err) != 0)
		return -1;
	if (data_write(c->report, c->table, a, suggest, &c->text, file.f,
	               err) != 0) {
		output_abort(&file);
		return -1;
	}
	return output_commit(&file, NULL, err);
}

static int run(struct command *c, struct err *err)
{
	/* Small sections are needed to be listed or to be matched; and rules
	 * that are asked about a loop count what ran in all loops within it. */
	const bool whole = c->assess.all || c->assess.region || c->nfiles > 1 ||
	                   c->report->whole || c->suggest;
	const struct profile_read_options read = {
		.min_fraction =
			whole ? 0 : fmin(c->assess.threshold, REPORT_TELLS),
		.no_details = !c->report->details && !c->text.values &&
		              !c->text.account && !c->text.balance &&
		              !c->suggest,
	};
	struct profile *profiles[ASSESS_INPUTS] = { NULL };
	struct assessment *a = NULL;
	struct strbuf path = STRBUF_INIT;
	struct advice advice = { .suggest = NULL };
	int status = -1;

	for (size_t i = 0; i < c->nfiles; i++) {
		profiles[i] = profile_open(c->files[i], &read, err);
		if (!profiles[i]) {
			inputs_recognise(c->files[i], err);
			goto out;
		}
	}
	find_suggestions(c, &path);
	c->text.color = use_color(c);
	a = assessment_new((const struct profile *const *)profiles, c->files,
	                   c->nfiles, &c->assess, err);
	if (!a)
		goto out;
	if ((c->suggest || c->report->all) &&
	    advice_init(&advice, a, stderr, err) != 0)
		goto out;
	if (c->text.show &&
	    show_check(a, advice.suggest, c->text.show, err) != 0)
		goto out;
	c->pager = command_is_text(c) ? pager_start() : 0;
	if (write_report(c, a, advice.suggest, err) != 0)
		goto out;
	status = c->strict && a->ndoubts ? 1 : 0;
out:
	advice_release(&advice);
	assessment_free(a);
	for (size_t i = 0; i < c->nfiles; i++)
		profile_free(profiles[i]);
	strbuf_release(&path);
	return status;
}

/* The table, and what the first and the last are as the paper compares two. */
static int write_scaling(const struct command *c, const struct scaling *s,
                         FILE *f, struct err *err)
{
	const struct assess_input *first = &s->a[0]->in[0];
	const struct assess_input *last = &s->a[s->n - 1]->in[0];
	const struct profile *const two[] = { first->profile, last->profile };
	const char *const files[] = { first->file, last->file };
	struct report_options options = c->text;
	struct advice advice = { .suggest = NULL };
	struct strbuf b = STRBUF_INIT;
	struct assessment *a;
	int rc = -1;

	options.scaling = s;
	if (c->report != &report_text && !c->html) {
		struct data d;

		data_start(&d, "scaling", c->table, f);
		scaling_fill(&d.j, s);
		return data_end(&d, err);
	}
	if (!c->html) {
		scaling_text(&b, s);
		strbuf_addc(&b, '\n');
		fwrite(b.s, 1, b.len, f);
		strbuf_release(&b);
	}
	a = assessment_new(two, files, 2, &c->assess, err);
	if (!a)
		return -1;
	if (!c->report->all || advice_init(&advice, a, stderr, err) == 0) {
		c->report->write(a, advice.suggest, &options, f);
		rc = 0;
	}
	advice_release(&advice);
	assessment_free(a);
	return rc;
}

static int print_scaling(const struct command *c, const struct scaling *s,
                         struct err *err)
{
	const char *path = c->html ? c->html : c->output;
	struct output file;

	if (!path || strcmp(path, "-") == 0)
		return write_scaling(c, s, stdout, err) == 0
		               ? io_flush_stdout(err)
		               : -1;
	for (size_t i = 0; i < s->n; i++) {
		if (inputs_spare(path, s->a[i], err) != 0)
			return -1;
	}
	if (output_open(&file, path, OUTPUT_REPLACE, err) != 0)
		return -1;
	if (write_scaling(c, s, file.f, err) != 0) {
		output_abort(&file);
		return -1;
	}
	return output_commit(&file, NULL, err);
}

/* Each measurement is assessed by itself: of all sections, as a small one may
 * become large. */
static int run_scaling(struct command *c, struct err *err)
{
	const struct profile_read_options read = { .min_fraction = 0 };
	struct assess_options all = c->assess;
	struct profile *profiles[SCALING_INPUTS] = { NULL };
	struct assessment *a[SCALING_INPUTS] = { NULL };
	struct scaling *s = NULL;
	struct strbuf path = STRBUF_INIT;
	int rc = -1;

	all.all = true;
	find_suggestions(c, &path);
	c->text.color = use_color(c);
	for (size_t i = 0; i < c->nfiles; i++) {
		profiles[i] = profile_open(c->files[i], &read, err);
		if (!profiles[i]) {
			inputs_recognise(c->files[i], err);
			goto out;
		}
		a[i] = assessment_new(
			(const struct profile *const *)&profiles[i],
			&c->files[i], 1, &all, err);
		if (!a[i])
			goto out;
	}
	s = scaling_new((const struct assessment *const *)a, c->nfiles,
	                c->assess.threshold);
	c->pager = command_is_text(c) ? pager_start() : 0;
	rc = print_scaling(c, s, err);
out:
	scaling_free(s);
	for (size_t i = 0; i < c->nfiles; i++) {
		assessment_free(a[i]);
		profile_free(profiles[i]);
	}
	strbuf_release(&path);
	return rc;
}

static int print_machines(struct err *err)
{
	char **names, **titles;
	size_t n;

	if (machine_list(&names, &titles, &n, err) != 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		printf("%-20s %s\n", names[i], titles[i]);
	machine_list_free(names, titles, n);
	return io_flush_stdout(err);
}

/* What needs no measurement */
static int about_knowledge(const struct command *c, struct err *err)
{
	int status;

	if (c->list_suggestions)
		status = command_list_suggestions(stdout, err);
	else
		status = command_check_knowledge(c->check_knowledge, stdout,
		                                 err);
	if (status >= 0 && io_flush_stdout(err) != 0)
		return -1;
	return status;
}

static int start(struct command *c, int argc, char **argv, struct err *err)
{
	if (command_parse(c, argc, argv, err) != 0)
		return -1;
	if (c->help || c->version) {
		if (c->help)
			command_help();
		else
			puts("perfexpert " PERFEXPERT_VERSION);
		return io_flush_stdout(err);
	}
	if (c->list_machines)
		return print_machines(err);
	if (c->list_suggestions || c->check_knowledge)
		return about_knowledge(c, err);
	return c->scaling ? run_scaling(c, err) : run(c, err);
}

int main(int argc, char **argv)
{
	struct command c = {
		.assess.threshold = THRESHOLD_DEFAULT,
	};
	struct err err = { 0 };
	int status;

	xmlSetGenericErrorFunc(NULL, silent);
	status = start(&c, argc, argv, &err);
	pager_end(c.pager);
	if (status >= 0)
		return status;
	fprintf(stderr, "perfexpert: %s\n", err.msg);
	return err_exit_status(&err);
}
