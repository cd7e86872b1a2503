/*
 * perfexpert - assesses what perfexpert-run measured
 *
 * read -> check -> rank -> evaluate -> compare -> report. This is the only
 * place that prints an error and that knows exit statuses.
 */
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <unistd.h>

#include "arch/machine.h"
#include "assessment.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/options.h"
#include "base/strbuf.h"
#include "knowledge/command.h"
#include "profile/open.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "report.h"
#include "threshold.h"
#include "web/report_html.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct command {
	struct assess_options assess;
	struct report_options text;
	const struct report *report;
	const char *output; /* NULL: standard output */
	const char *files[ASSESS_INPUTS];
	size_t nfiles;
	enum color color;
	bool have_threshold, strict, help, version, list_machines;
	bool suggest, list_suggestions;
	const char *html; /* a file, or NULL */
	struct suggest_format format;
	const char *check_knowledge; /* a folder, or NULL */
};

static int take_report(void *ctx, const char *name, struct err *err)
{
	struct command *c = ctx;

	if (c->report && strcmp(c->report->name, name) != 0)
		return err_set(err, ERR_USAGE,
		               "--%s and --%s can't be used together",
		               c->report->name, name);
	c->report = report_find(name);
	return 0;
}

static int take_json(void *ctx, const char *value, struct err *err)
{
	(void)value;
	return take_report(ctx, "json", err);
}

static int take_csv(void *ctx, const char *value, struct err *err)
{
	(void)value;
	return take_report(ctx, "csv", err);
}

static int take_threshold(void *ctx, const char *value, struct err *err)
{
	struct command *c = ctx;

	c->have_threshold = true;
	return threshold_parse(value, &c->assess.threshold, err);
}

static int take_color(void *ctx, const char *value, struct err *err)
{
	static const char *const names[] = { "auto", "always", "never" };
	struct command *c = ctx;

	if (!value)
		value = "always";
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(value, names[i]) == 0) {
			c->color = (enum color)i;
			return 0;
		}
	}
	return err_set(err, ERR_USAGE,
	               "--color takes auto, always or never, not '%s'", value);
}

#define FLAG(name, field)                                                      \
	static int name(void *ctx, const char *value, struct err *err)         \
	{                                                                      \
		(void)value;                                                   \
		(void)err;                                                     \
		((struct command *)ctx)->field = true;                         \
		return 0;                                                      \
	}

#define TEXT(name, field, what)                                                \
	static int name(void *ctx, const char *value, struct err *err)         \
	{                                                                      \
		if (!*value)                                                   \
			return err_set(err, ERR_USAGE, what " is empty");      \
		((struct command *)ctx)->field = value;                        \
		return 0;                                                      \
	}

FLAG(take_all, assess.all)
FLAG(take_values, text.values)
FLAG(take_formulas, text.formulas)
FLAG(take_strict, strict)
FLAG(take_list_machines, list_machines)
FLAG(take_help, help)
FLAG(take_version, version)
FLAG(take_list_suggestions, list_suggestions)
TEXT(take_machine, assess.machine, "the machine's name")
TEXT(take_output, output, "the output's name")
TEXT(take_html, html, "the name of the HTML file")
TEXT(take_check_knowledge, check_knowledge, "the folder of knowledge")
TEXT(take_suggestions, text.suggestions, "the address of the suggestions")

static int take_suggest(void *ctx, const char *value, struct err *err)
{
	struct command *c = ctx;

	c->suggest = true;
	return advice_limit(&c->format, value, err);
}

static const struct option_spec specs[] = {
	{ "threshold", 't', OPTION_REQUIRED, "SHARE",
	  "sections above this share: 0.1 or 10% (0.1)", take_threshold },
	{ "all", 'a', OPTION_NONE, NULL, "every section, whatever its share",
	  take_all },
	{ "machine", 'm', OPTION_REQUIRED, "NAME|FILE",
	  "other parameters ('list': which there are)", take_machine },
	{ "suggest", 's', OPTION_OPTIONAL, "N|all",
	  "what to change: the N (3) best of each section", take_suggest },
	{ "values", 'v', OPTION_NONE, NULL, "add the numbers behind the bars",
	  take_values },
	{ "formulas", 'f', OPTION_NONE, NULL,
	  "add each formula with its inputs", take_formulas },
	{ "json", 'j', OPTION_NONE, NULL, "write JSON", take_json },
	{ "csv", 0, OPTION_NONE, NULL, "write CSV", take_csv },
	{ "html", 0, OPTION_REQUIRED, "FILE",
	  "write a page with all of it, pictures and sources", take_html },
	{ "output", 'o', OPTION_REQUIRED, "FILE",
	  "write to FILE, whole or not at all", take_output },
	{ "color", 0, OPTION_OPTIONAL, "WHEN",
	  "colour the bars: auto, always or never", take_color },
	{ "suggestions-url", 0, OPTION_REQUIRED, "URL",
	  "where the report says suggestions are", take_suggestions },
	{ "list-suggestions", 0, OPTION_NONE, NULL,
	  "list what can be suggested", take_list_suggestions },
	{ "check-knowledge", 0, OPTION_REQUIRED, "DIR",
	  "say what is wrong with suggestions in DIR", take_check_knowledge },
	{ "strict", 0, OPTION_NONE, NULL, "exit with 1 when there is a warning",
	  take_strict },
	{ "list-machines", 0, OPTION_NONE, NULL, NULL, take_list_machines },
	{ "help", 'h', OPTION_NONE, NULL, "show this", take_help },
	{ "version", 'V', OPTION_NONE, NULL, "show the version", take_version },
	{ NULL, 0, 0, NULL, NULL, NULL },
};

static void print_help(void)
{
	puts("Usage: perfexpert [options] [THRESHOLD] FILE [FILE2]\n"
	     "Assess the procedures and loops of a measurement that take at "
	     "least THRESHOLD\n"
	     "(0.1) of the total runtime, or compare two measurements.\n");
	options_help(specs, stdout);
	puts("\nExit status: 0 done, 1 a warning with --strict, 2 wrong use, "
	     "3 unreadable input\nExample: perfexpert 0.1 app.db");
}

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

/* [THRESHOLD] FILE [FILE2] */
static int take_arguments(struct command *c, int argc, char **argv,
                          struct err *err)
{
	int i = 0;

	if (!c->have_threshold && argc > 0 &&
	    (threshold_looks_like(argv[0]) || argc == ASSESS_INPUTS + 1)) {
		if (take_threshold(c, argv[0], err) != 0)
			return -1;
		i++;
	}
	if (i == argc)
		return err_set(
			err, ERR_USAGE,
			"which measurement? Try 'perfexpert 0.1 app.db', "
			"or --help");
	if (argc - i > ASSESS_INPUTS)
		return err_set(err, ERR_USAGE,
		               "at most two measurements can be compared, not "
		               "%d",
		               argc - i);
	while (i < argc)
		c->files[c->nfiles++] = argv[i++];
	return 0;
}

/* The pages that come with perfexpert, unless told otherwise. */
static void find_suggestions(struct command *c, struct strbuf *path)
{
	if (c->text.suggestions)
		return;
	datadir_pages(path);
	c->text.suggestions = path->s;
}

static bool use_color(const struct command *c)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (c->color != COLOR_AUTO)
		return c->color == COLOR_ALWAYS;
	return !c->output && isatty(STDOUT_FILENO) && !(no && *no) &&
	       !(term && strcmp(term, "dumb") == 0);
}

static int write_report(const struct command *c, const struct assessment *a,
                        struct err *err)
{
	struct io_atomic file = { 0 };

	if (!c->output) {
		if (c->report->write(a, &c->text, stdout, err) != 0)
			return -1;
		return io_flush_stdout(err);
	}
	if (io_atomic_open(&file, c->output, err) != 0)
		return -1;
	if (c->report->write(a, &c->text, file.f, err) != 0) {
		io_atomic_abort(&file);
		return -1;
	}
	return io_atomic_commit(&file, err);
}

/* The page holds all there is, so it is written for its own sake. */
static int write_html(const struct command *c, const struct assessment *a,
                      const struct suggest *suggest, struct err *err)
{
	struct io_atomic file = { 0 };

	if (io_atomic_open(&file, c->html, err) != 0)
		return -1;
	if (report_html(a, suggest, &c->text, file.f, err) != 0) {
		io_atomic_abort(&file);
		return -1;
	}
	return io_atomic_commit(&file, err);
}

static int write_reports(const struct command *c, const struct assessment *a,
                         const struct suggest *suggest, struct err *err)
{
	if (c->html)
		return write_html(c, a, suggest, err);
	return write_report(c, a, err);
}

static int run(struct command *c, struct err *err)
{
	/* small sections are only needed to be listed or to be matched */
	const struct profile_read_options read = {
		.min_fraction = c->assess.all || c->nfiles > 1 || c->html
		                        ? 0
		                        : c->assess.threshold,
		.no_details = !c->report->details && !c->text.values &&
		              !c->suggest && !c->html,
	};
	struct profile *profiles[ASSESS_INPUTS] = { NULL };
	struct assessment *a = NULL;
	struct strbuf path = STRBUF_INIT;
	struct advice advice = { .suggest = NULL };
	int status = -1;

	for (size_t i = 0; i < c->nfiles; i++) {
		profiles[i] = profile_open(c->files[i], &read, err);
		if (!profiles[i])
			goto out;
	}
	find_suggestions(c, &path);
	c->text.color = use_color(c);
	a = assessment_new((const struct profile *const *)profiles, c->files,
	                   c->nfiles, &c->assess, err);
	if (!a)
		goto out;
	c->format.index = c->text.suggestions;
	if (c->suggest || c->html) {
		if (advice_init(&advice, &c->format, a, stderr, err) != 0)
			goto out;
		c->text.extra = &advice.extra;
	}
	if (write_reports(c, a, advice.suggest, err) != 0)
		goto out;
	status = c->strict && a->ndoubts ? 1 : 0;
out:
	c->text.extra = NULL;
	advice_release(&advice);
	assessment_free(a);
	for (size_t i = 0; i < c->nfiles; i++)
		profile_free(profiles[i]);
	strbuf_release(&path);
	return status;
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
	int rest;

	if (options_parse(specs, argv, false, &rest, c, err) != 0)
		return -1;
	if (c->help || c->version) {
		if (c->help)
			print_help();
		else
			puts("perfexpert " PERFEXPERT_VERSION);
		return io_flush_stdout(err);
	}
	if (c->list_machines ||
	    (c->assess.machine && strcmp(c->assess.machine, "list") == 0))
		return print_machines(err);
	if (c->list_suggestions || c->check_knowledge)
		return about_knowledge(c, err);
	if (c->html && (c->report || c->output))
		return err_set(err, ERR_USAGE,
		               "--html writes a file of its own: it can't be "
		               "used with --%s",
		               c->report ? c->report->name : "output");
	if (!c->report)
		c->report = report_find("text");
	if (strcmp(c->report->name, "csv") == 0 && c->text.formulas)
		return err_set(err, ERR_USAGE,
		               "--formulas can't be used with --csv");
	if (take_arguments(c, argc - rest, argv + rest, err) != 0)
		return -1;
	return run(c, err);
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
	if (status >= 0)
		return status;
	fprintf(stderr, "perfexpert: %s\n", err.msg);
	return err_exit_status(&err);
}
