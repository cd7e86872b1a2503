#include "command.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "advice.h"
#include "annotate.h"
#include "answer.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/options.h"
#include "base/strbuf.h"
#include "calls.h"
#include "diagnose/threshold.h"
#include "difference.h"
#include "export/data.h"
#include "export/formats.h"
#include "mpi.h"
#include "phases.h"
#include "report/html/page.h"
#include "show.h"
#include "summary.h"

/* A form of the report; of a view only those are that have a view's data. */
struct format {
	const char *name;
	const struct report *report;
	bool data; /* JSON or CSV: what views have, too */
};

static const struct format formats[] = {
	{ "text", &report_text, true },
	{ "json", &report_json, true },
	{ "csv", &report_csv, true },
#define FORMAT(name, of, help) { #name, &of, false },
#include "export/formats.def"
#undef FORMAT
};
enum { TEXT, JSON, CSV, NFORMATS = sizeof(formats) / sizeof(*formats) };

static const struct {
	const char *name;
	const struct report *text, *data;
	bool two; /* takes two measurements */
} views[NVIEWS] = {
	[VIEW_SUMMARY] = { "summary", &report_summary, &report_summary_data,
	                   true },
	[VIEW_CALLS] = { "calls", &report_calls, &report_calls_data, false },
	[VIEW_SOURCE] = { "source", &report_source, &report_source_data,
	                  false },
	[VIEW_PHASES] = { "phases", &report_phases, &report_phases_data,
	                  false },
	[VIEW_MPI] = { "mpi", &report_mpi, &report_mpi_data, false },
};

static int choose_format(struct command *c, const struct format *format,
                         struct err *err)
{
	if (c->format && c->format != format)
		return err_set(err, ERR_USAGE,
		               "--%s and --%s can't be used together",
		               c->format->name, format->name);
	c->format = format;
	return 0;
}

static int take_format(void *ctx, const char *value, struct err *err)
{
	struct strbuf names = STRBUF_INIT;

	for (size_t i = 0; i < NFORMATS; i++) {
		if (strcmp(formats[i].name, value) == 0) {
			strbuf_release(&names);
			return choose_format(ctx, &formats[i], err);
		}
		strbuf_addf(&names, "%s%s",
		            i == 0              ? ""
		            : i < NFORMATS - 1U ? ", "
		                                : " or ",
		            formats[i].name);
	}
	err_set(err, ERR_USAGE, "--format is %s, not '%s'", names.s, value);
	strbuf_release(&names);
	return -1;
}

static int take_json(void *ctx, const char *value, struct err *err)
{
	(void)value;
	return take_format(ctx, "json", err);
}

static int take_csv(void *ctx, const char *value, struct err *err)
{
	struct command *c = ctx;

	c->table = value;
	return take_format(ctx, "csv", err);
}

#define FORMAT(name, of, help)                                                 \
	static int take_##name(void *ctx, const char *value, struct err *err)  \
	{                                                                      \
		(void)value;                                                   \
		return take_format(ctx, #name, err);                           \
	}
#include "export/formats.def"
#undef FORMAT

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

static int take_suggest(void *ctx, const char *value, struct err *err)
{
	struct command *c = ctx;

	c->suggest = true;
	return advice_limit(&c->text, value, err);
}

static int take_source_dir(void *ctx, const char *value, struct err *err)
{
	struct command *c = ctx;

	struct stat st;

	if (stat(value, &st) != 0 || !S_ISDIR(st.st_mode))
		return err_set(err, ERR_USAGE, "'%s' is not a folder", value);
	if (c->text.nsource_dirs == COMMAND_SOURCE_DIRS)
		return err_set(err, ERR_USAGE, "at most %d times --source-dir",
		               COMMAND_SOURCE_DIRS);
	c->source_dirs[c->text.nsource_dirs++] = value;
	c->text.source_dirs = c->source_dirs;
	return 0;
}

static const struct option_spec specs[] = {
	{ .help = "What to show" },
	{ "threshold", 't', OPTION_REQUIRED, "SHARE",
	  "sections above this share: 0.1 or 10%",
	  OPTION_CALLS(take_threshold) },
	{ "all", 'a', OPTION_NONE, NULL, "every section, whatever its share",
	  OPTION_SETS(struct command, assess.all) },
	{ "region", 0, OPTION_REQUIRED, "NAME",
	  "only this region and the sections in it",
	  OPTION_KEEPS(struct command, assess.region) },
	{ "show", 0, OPTION_REQUIRED, "N|NAME",
	  "all about place N of the answer, or a procedure",
	  OPTION_KEEPS(struct command, text.show) },
	{ "machine", 'm', OPTION_REQUIRED, "NAME|FILE",
	  "use its parameters ('list' shows the names)",
	  OPTION_KEEPS(struct command, assess.machine) },

	{ .help = "More about each section" },
	{ "suggest", 's', OPTION_OPTIONAL, "N|all",
	  "what to change: the N (3) best of each section",
	  OPTION_CALLS(take_suggest) },
	{ "account", 'c', OPTION_NONE, NULL,
	  "where the cycles went, by a timing model",
	  OPTION_SETS(struct command, text.account) },
	{ "balance", 'b', OPTION_NONE, NULL,
	  "how evenly threads and ranks share the work",
	  OPTION_SETS(struct command, text.balance) },
	{ "values", 'v', OPTION_NONE, NULL, "the numbers that the bars show",
	  OPTION_SETS(struct command, text.values) },
	{ "formulas", 'f', OPTION_NONE, NULL, "each formula with its inputs",
	  OPTION_SETS(struct command, text.formulas) },

	{ .help = "Other views (also with --json and --csv)" },
	{ "summary", 0, OPTION_NONE, NULL, "the whole program in numbers",
	  OPTION_SETS(struct command, view[VIEW_SUMMARY]) },
	{ "calls", 0, OPTION_NONE, NULL, "the call tree with its costs",
	  OPTION_SETS(struct command, view[VIEW_CALLS]) },
	{ "source", 0, OPTION_NONE, NULL,
	  "source files with the cost of each line",
	  OPTION_SETS(struct command, view[VIEW_SOURCE]) },
	{ "phases", 0, OPTION_NONE, NULL, "activity over time, and phases",
	  OPTION_SETS(struct command, view[VIEW_PHASES]) },
	{ "mpi", 0, OPTION_NONE, NULL, "MPI calls by call site and rank",
	  OPTION_SETS(struct command, view[VIEW_MPI]) },
	{ "scaling", 0, OPTION_NONE, NULL,
	  "compare 2 to 16 FILEs with different threads",
	  OPTION_SETS(struct command, scaling) },

	{ .help = "Output ('-': standard output)" },
	{ "html", 0, OPTION_REQUIRED, "FILE",
	  "one page with charts and sources",
	  OPTION_KEEPS(struct command, html) },
	{ "json", 'j', OPTION_NONE, NULL, "JSON", OPTION_CALLS(take_json) },
	{ "csv", 0, OPTION_OPTIONAL, "TABLE",
	  "CSV: the first table, or any that JSON has",
	  OPTION_CALLS(take_csv) },
#define FORMAT(name, of, help)                                                 \
	{ #name, 0, OPTION_NONE, NULL, help, OPTION_CALLS(take_##name) },
#include "export/formats.def"
#undef FORMAT
	{ "format", 0, OPTION_REQUIRED, "NAME",
	  "one of these by name, or github: annotations",
	  OPTION_CALLS(take_format) },
	{ "chrome-trace", 0, OPTION_REQUIRED, "FILE",
	  "activity over time, for trace viewers",
	  OPTION_KEEPS(struct command, trace) },
	{ "output", 'o', OPTION_REQUIRED, "FILE",
	  "write to FILE when the report is complete",
	  OPTION_KEEPS(struct command, output) },
	{ "source-dir", 0, OPTION_REQUIRED, "DIR",
	  "another folder with sources", OPTION_CALLS(take_source_dir) },
	{ "suggestions-url", 0, OPTION_REQUIRED, "URL",
	  "where the pages of the suggestions are",
	  OPTION_KEEPS(struct command, text.suggestions) },
	{ "color", 0, OPTION_OPTIONAL, "WHEN", "colour: auto, always or never",
	  OPTION_CALLS(take_color) },
	{ "strict", 0, OPTION_NONE, NULL, "exit with 1 if there is a warning",
	  OPTION_SETS(struct command, strict) },

	{ .help = "About perfexpert" },
	{ "list-machines", 0, OPTION_NONE, NULL, "list the machine files",
	  OPTION_SETS(struct command, list_machines) },
	{ "list-suggestions", 0, OPTION_NONE, NULL, "list all suggestions",
	  OPTION_SETS(struct command, list_suggestions) },
	{ "check-knowledge", 0, OPTION_REQUIRED, "DIR",
	  "check your own suggestions",
	  OPTION_KEEPS(struct command, check_knowledge) },
	{ "help", 'h', OPTION_NONE, NULL, "show this help",
	  OPTION_SETS(struct command, help) },
	{ "version", 'V', OPTION_NONE, NULL, "show the version",
	  OPTION_SETS(struct command, version) },
	{ 0 },
};

void command_help(void)
{
	puts("Usage: perfexpert [OPTION]... [THRESHOLD] FILE [FILE2]\nSay "
	     "where the time of a measurement goes, why, and what to change. "
	     "With\nTHRESHOLD, a share such as 0.1, assess each procedure and "
	     "loop with at least\nthis share; with two FILEs compare them. "
	     "More: perfexpert(1).");
	options_help(specs, stdout);
	puts("\nExit status: 0 done, 1 a warning with --strict, 2 wrong use, "
	     "3 unreadable input");
}

bool command_is_text(const struct command *c)
{
	return c->format == &formats[TEXT] && !c->html && !c->trace &&
	       !c->output;
}

/* Why there is no file to read */
static int no_file(const struct command *c, struct err *err)
{
	const char *name = c->html ? "html" : c->trace ? "chrome-trace" : NULL;
	const char *file = c->html ? c->html : c->trace;

	if (name)
		return err_set(err, ERR_USAGE,
		               "which measurement? --%s took '%s' as the file "
		               "to write: --%s %s %s",
		               name, file, name,
		               c->html ? "report.html" : "trace.json", file);
	return err_set(err, ERR_USAGE,
	               "which measurement? Try 'perfexpert app.db', or --help");
}

/* FILEs, and a THRESHOLD before or after them */
static int take_arguments(struct command *c, int argc, char **argv,
                          struct err *err)
{
	const size_t most = c->scaling ? SCALING_INPUTS : ASSESS_INPUTS;
	size_t n = 0;

	for (int i = 0; i < argc; i++) {
		const bool end = i == 0 || i == argc - 1;

		if (end && !c->have_threshold &&
		    threshold_looks_like(argv[i])) {
			if (take_threshold(c, argv[i], err) == 0)
				continue;
			if (c->suggest)
				err_prefix(err, "did you mean --suggest=%s",
				           argv[i]);
			return -1;
		}
		if (n < most)
			c->files[n] = argv[i];
		n++;
	}
	if (n == 0)
		return no_file(c, err);
	if (c->scaling && (n < 2 || n > most))
		return err_set(err, ERR_USAGE,
		               "--scaling compares 2 to %zu measurements, not "
		               "%zu",
		               most, n);
	if (n > most)
		return err_set(err, ERR_USAGE,
		               "at most two measurements can be compared, not "
		               "%zu; --scaling takes up to %d",
		               n, SCALING_INPUTS);
	c->nfiles = n;
	return 0;
}

/* --show is text of one measurement, and nothing else is asked. */
static int check_show(const struct command *c, struct err *err)
{
	if (c->text.show && (c->report != &report_text || c->nfiles > 1 ||
	                     c->scaling || c->assess.region))
		return err_set(err, ERR_USAGE,
		               "--show is text about one measurement: it can't "
		               "be used with %s",
		               c->nfiles > 1      ? "two files"
		               : c->scaling       ? "--scaling"
		               : c->assess.region ? "--region"
		                                  : "another format");
	return 0;
}

/* A view goes with text and data alone, and one at a time. */
static int choose_view(struct command *c, struct err *err)
{
	int chosen = -1;

	for (int v = 0; v < NVIEWS; v++) {
		const char *other = NULL;

		if (!c->view[v])
			continue;
		if (chosen >= 0)
			other = views[chosen].name;
		else if (c->suggest)
			other = "suggest";
		else if (!c->format->data)
			other = c->format->name;
		if (other)
			return err_set(err, ERR_USAGE,
			               "--%s can't be used with --%s",
			               views[v].name, other);
		chosen = v;
	}
	if (chosen < 0)
		return 0;
	c->report = c->format == &formats[TEXT] ? views[chosen].text
	                                        : views[chosen].data;
	if (c->format == &formats[CSV] && !c->table)
		c->table = c->report->table;
	return 0;
}

/* The option that can't be used with one that names a file, or NULL */
static const char *not_with_file(const struct command *c)
{
	if (c->html && c->trace)
		return "chrome-trace";
	for (int v = 0; v < NVIEWS; v++) {
		if (c->view[v])
			return views[v].name;
	}
	return c->format ? c->format->name : c->output ? "output" : NULL;
}

static int choose_report(struct command *c, struct err *err)
{
	if ((c->html || c->trace) && not_with_file(c))
		return err_set(err, ERR_USAGE,
		               "--%s writes another file: it can't be used "
		               "with --%s",
		               c->html ? "html" : "chrome-trace",
		               not_with_file(c));
	if (!c->format)
		c->format = &formats[TEXT];
	c->report = c->html    ? &report_html
	            : c->trace ? &report_chrome_trace
	            : c->table ? &report_json
	                       : c->format->report;
	if (choose_view(c, err) != 0)
		return -1;
	if (c->scaling && c->format == &formats[CSV] && !c->table)
		c->table = "rows";
	if (c->scaling && (!c->format->data || c->trace))
		return err_set(err, ERR_USAGE,
		               "--scaling is written as text, or with --html, "
		               "--json or --csv");
	if (c->format == &formats[CSV] && c->text.formulas)
		return err_set(err, ERR_USAGE,
		               "--formulas can't be used with --csv");
	return 0;
}

/* Without a threshold, or a wish of what sections show, it is the answer. */
static void choose_answer(struct command *c)
{
	const struct report_options *o = &c->text;

	if (o->show) {
		c->report = &report_show;
		c->assess.automatic = true;
		return;
	}
	if ((c->html || c->report->all) && !c->have_threshold &&
	    !c->assess.all && !c->assess.region)
		c->assess.automatic = true;
	if (c->report != &report_text || c->have_threshold || c->scaling ||
	    c->suggest || c->assess.all || c->assess.region || o->account ||
	    o->balance || o->values || o->formulas)
		return;
	c->report = c->nfiles > 1 ? &report_difference : &report_answer;
	c->assess.automatic = true;
}

static int check_views(const struct command *c, struct err *err)
{
	if (c->report->one && c->nfiles > 1)
		return err_set(err, ERR_USAGE, "--%s takes one measurement",
		               c->report->name);
	for (int v = 0; v < NVIEWS; v++) {
		if (c->view[v] && !views[v].two && c->nfiles > 1)
			return err_set(err, ERR_USAGE,
			               "--%s takes one measurement",
			               views[v].name);
	}
	return 0;
}

int command_parse(struct command *c, int argc, char **argv, struct err *err)
{
	int rest;

	if (options_parse(specs, argv, false, &rest, c, err) != 0)
		return -1;
	if (c->assess.machine && strcmp(c->assess.machine, "list") == 0)
		c->list_machines = true;
	if (c->help || c->version || c->list_machines || c->list_suggestions ||
	    c->check_knowledge)
		return 0;
	if (choose_report(c, err) != 0 ||
	    take_arguments(c, argc - rest, argv + rest, err) != 0 ||
	    check_views(c, err) != 0 || check_show(c, err) != 0)
		return -1;
	choose_answer(c);
	return 0;
}
