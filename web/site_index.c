/* The first page: what perfexpert is, what it answers, how to get it and where
 * to go on. */
#include "base/banned.h"
#include "report/html/html.h"
#include "knowledge/knowledge.h"
#include "report/html/picture.h"
#include "site_private.h"

/* The paper's Fig. 2 as bars: what each says is explained beside it. */
static void add_sample(struct strbuf *b)
{
	static const struct {
		const char *label;
		double value;
	} rows[] = {
		{ "overall", 2.45 },
		{ "data accesses", 2.75 },
		{ "instruction accesses", 0.5 },
		{ "floating-point instr", 1.1 },
		{ "branch instructions", 0.25 },
		{ "data TLB", 0.35 },
		{ "instruction TLB", 0.01 },
	};
	static const double good = 0.5;
	struct picture_part parts[6];
	const struct picture_stack stack = { parts, 6, "upper bounds",
		                             rows[0].value, good };

	strbuf_adds(b, "<ul class=\"bars\">\n");
	picture_scale(b);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct picture_bar bar = { .label = rows[i].label,
			                   .values = &rows[i].value,
			                   .good = &good,
			                   .n = 1 };

		picture_bar(b, &bar);
		if (i == 0)
			strbuf_adds(b, "<li class=\"head\">upper bound by "
			               "category</li>\n");
		else
			parts[i - 1] = (struct picture_part){ rows[i].label,
				                              rows[i].value,
				                              (unsigned)i };
	}
	strbuf_adds(b, "</ul>\n");
	picture_stack(b, &stack, picture_stack_length(&stack));
	picture_key(b, parts, 6);
}

static void add_how_to_read(struct strbuf *b)
{
	strbuf_adds(b, "<h2 id=\"read\">How to read the bars</h2>\n"
	               "<p><code>perfexpert 0.1 app.db</code> assesses every "
	               "procedure and loop that takes a tenth of the time or "
	               "more. This is a matrix product:</p>\n");
	add_sample(b);
	strbuf_adds(
		b,
		"<dl>\n<dt>overall</dt><dd>Measured: how many cycles an "
		"instruction took on average. Short is fast.</dd>\n"
		"<dt>upper bound by category</dt><dd>How many cycles each "
		"instruction took <em>at most</em> for its data accesses, its "
		"branches and so on: the number of such events times their "
		"longest latency on this processor, divided by the number of "
		"instructions. Processors do much at the same time, so the "
		"bounds may well add up to more than the measured bar.</dd>\n"
		"<dt>a short bar</dt><dd>rules its category out: even if "
		"nothing overlapped, it could not be what is slow.</dd>\n"
		"<dt>the longest bar</dt><dd>is where to begin: open its "
		"category below.</dd>\n"
		"<dt>the scale</dt><dd>Ten characters are what counts as good "
		"on the processor (its good-CPI threshold, 0.5 in the "
		"example); "
		"beyond 50 characters a bar only says that it is longer."
		"</dd>\n"
		"<dt>two measurements</dt><dd>What both have is "
		"<code>&gt;</code>; <code>1</code> or <code>2</code> is how "
		"much longer the bar of the first or second is: ones are an "
		"improvement, twos a loss.</dd>\n"
		"<dt>warnings</dt><dd>A section has a warning if it ran too "
		"briefly, has few samples, varies between runs, or if its "
		"counts contradict each other: its bars are less certain."
		"</dd>\n</dl>\n");
}

static void add_machines(struct strbuf *b, const struct site_pages *s)
{
	strbuf_adds(b, "<h2 id=\"machines\">Processors</h2>\n<p>What is known "
	               "of each processor, where that is from, and how its "
	               "bars are computed.</p>\n<ul class=\"cards\">\n");
	for (size_t i = 0; i < s->nmachines; i++) {
		strbuf_adds(b, "<li><a href=\"machine-");
		html_slug(b, s->machines[i]);
		strbuf_adds(b, ".html\">");
		html_text(b, s->machines[i]);
		strbuf_adds(b, "</a><p>");
		html_text(b, s->titles[i]);
		strbuf_adds(b, "</p></li>\n");
	}
	strbuf_adds(b, "</ul>\n");
}

static void add_start(struct strbuf *b)
{
	strbuf_adds(
		b,
		"<p class=\"lead\">For C, C++, Fortran and Python programs on "
		"Linux, with OpenMP and MPI: from a laptop or a virtual "
		"machine to a cluster. Needs no hardware counters, special "
		"rights or recompilation.</p>\n<ol class=\"steps\">\n"
		"<li><code>perfexpert-run ./app args</code><span>measures; "
		"writes app.db</span></li>\n"
		"<li><code>perfexpert app.db</code><span>says where the time "
		"goes, why, and what to change</span></li>\n"
		"<li><code>perfexpert --html report.html app.db</code><span>"
		"writes the same as a page, with the source</span></li>\n"
		"</ol>\n");
}

static void add_install(struct strbuf *b)
{
	strbuf_adds(b,
	            "<h2 id=\"install\">Install</h2>\n<ul class=\"steps\">\n"
	            "<li><code>make setup demo</code><span>on Debian, as root: "
	            "installs what is missing, builds, shows an "
	            "example</span></li>\n"
	            "<li><code>make install prefix=$HOME/.local</code><span>"
	            "without root, after make; make uninstall removes "
	            "it</span></li>\n</ul>\n");
}

/* What people see, and where the catalogue has what helps */
static void add_symptoms(struct strbuf *b)
{
	static const struct {
		const char *what, *filter;
	} list[] = {
		{ "A loop over arrays waits for memory",
		  "category=data_accesses" },
		{ "With all cores at work, memory is too slow",
		  "category=memory_bandwidth" },
		{ "More threads do not make it faster", "category=threads" },
		{ "MPI ranks wait for each other", "q=mpi" },
		{ "Slower on two sockets than on one", "category=numa" },
		{ "The compiler does not vectorise a loop",
		  "category=vectorisation" },
		{ "Time in exp, pow, sqrt or divisions",
		  "category=floating_point" },
		{ "Time in malloc, free, new or delete", "q=allocate" },
		{ "Time in a map, a list or a search", "q=search" },
		{ "Time in strlen, memcpy, printf, read or write",
		  "category=system_io" },
		{ "A Python or numpy script is slow", "q=python" },
		{ "Only compiler switches may change", "category=build" },
	};

	strbuf_adds(b, "<h2 id=\"symptoms\">What is slow in your program?</h2>"
	               "\n<ul class=\"cards symptoms\">\n");
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		strbuf_addf(b,
		            "<li><a href=\"" SITE_CATALOGUE "#%s\">%s</a>"
		            "</li>\n",
		            list[i].filter, list[i].what);
	strbuf_adds(b, "</ul>\n<p>Or <a href=\"" SITE_CATALOGUE "\">all "
	               "suggestions</a>, with search and measured gains.</p>"
	               "\n");
}

int site_write_index(const struct site_pages *s, struct err *err)
{
	struct strbuf b = STRBUF_INIT;

	site_begin(&b, s,
	           "perfexpert says why a program is slow, and what to change",
	           "index.html", false);
	add_start(&b);
	if (site_report(&b, s, err) != 0) {
		strbuf_release(&b);
		return -1;
	}
	add_install(&b);
	add_symptoms(&b);
	add_how_to_read(&b);
	add_machines(&b, s);
	return site_end(&b, s, "index.html", err);
}
