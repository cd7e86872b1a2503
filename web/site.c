#include "site.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/output.h"
#include "report/html/html.h"
#include "report/suggestions.h"
#include "knowledge/knowledge.h"
#include "site_private.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

const struct site_compiler site_compilers[] = {
	{ "gcc", "GCC" },
	{ "clang", "Clang" },
	{ "intel", "Intel" },
	{ "fujitsu_trad", "Fujitsu (trad mode)" },
	{ "fujitsu_clang", "Fujitsu (clang mode)" },
	{ "nvidia", "NVIDIA" },
	{ "cray", "Cray" },
	{ NULL, NULL },
};

void site_page(struct strbuf *b, const char *category)
{
	html_slug(b, category);
	strbuf_adds(b, ".html");
}

static void add_link(struct strbuf *b, const char *to, const char *text,
                     const char *here)
{
	strbuf_addf(b, "<li><a href=\"%s\"%s>", to,
	            strcmp(to, here) == 0 ? " aria-current=\"page\"" : "");
	html_text(b, text);
	strbuf_adds(b, "</a></li>\n");
}

void site_begin(struct strbuf *b, const struct site_pages *s, const char *title,
                const char *here, bool among)
{
	const struct knowledge_category *const *list;
	const size_t n = knowledge_categories(s->knowledge, &list);
	struct strbuf whole = STRBUF_INIT, page = STRBUF_INIT;
	struct html_page p = { .kind = "site",
		               .style = &asset_site_style,
		               .script = &asset_site };

	strbuf_addf(&whole, "%s - perfexpert", title);
	p.title = whole.s;
	html_begin(b, &p);
	strbuf_adds(b, "<header><nav aria-label=\"Pages\"><ul>\n");
	add_link(b, "index.html", "perfexpert", here);
	add_link(b, SITE_CATALOGUE, "All suggestions", here);
	add_link(b, "index.html#read", "How to read the bars", here);
	add_link(b, "index.html#machines", "Processors", here);
	for (size_t i = 0; i < n && among; i++) {
		strbuf_clear(&page);
		site_page(&page, list[i]->id);
		add_link(b, page.s, list[i]->title, here);
	}
	strbuf_adds(b, "</ul></nav>\n<h1>");
	html_text(b, title);
	strbuf_adds(b, "</h1></header>\n<main id=\"main\" tabindex=\"-1\">\n");
	strbuf_release(&whole);
	strbuf_release(&page);
}

int site_end(struct strbuf *b, const struct site_pages *s, const char *name,
             struct err *err)
{
	const struct html_page p = { .style = &asset_site_style,
		                     .script = &asset_site };
	struct strbuf path = STRBUF_INIT;
	struct output file = { 0 };
	int rc = -1;

	strbuf_adds(b, "</main>\n<footer>perfexpert " PERFEXPERT_VERSION
	               "</footer>\n");
	html_end(b, &p);
	io_join(&path, s->folder, name);
	if (output_open(&file, path.s, OUTPUT_REPLACE, err) == 0) {
		fwrite(b->s, 1, b->len, file.f);
		rc = output_commit(&file, NULL, err);
	}
	strbuf_release(&path);
	strbuf_release(b);
	return rc;
}

void site_search(struct strbuf *b, const struct site_pages *s)
{
	static const char *const languages[] = { "C", "C++", "Fortran" };
	const struct knowledge_category *const *list;
	const size_t n = knowledge_categories(s->knowledge, &list);

	strbuf_adds(b, "<form class=\"filter\" id=\"filter\" role=\"search\" "
	               "hidden>\n<label>Search <input type=\"search\" id=\"q\" "
	               "autocomplete=\"off\" spellcheck=\"false\" "
	               "placeholder=\"word or switch\"></label>\n"
	               "<label>Category <select id=\"category\">"
	               "<option value=\"\">all</option>");
	for (size_t i = 0; i < n; i++) {
		strbuf_addf(b, "<option value=\"%s\">", list[i]->id);
		html_text(b, list[i]->title);
		strbuf_adds(b, "</option>");
	}
	strbuf_adds(b, "</select></label>\n<label>Example in <select "
	               "id=\"language\"><option value=\"\">any language"
	               "</option>");
	for (size_t i = 0; i < sizeof(languages) / sizeof(*languages); i++)
		strbuf_addf(b, "<option>%s</option>", languages[i]);
	strbuf_adds(b, "</select></label>\n<label>Switches of <select "
	               "id=\"compiler\"><option value=\"\">any compiler"
	               "</option>");
	for (const struct site_compiler *c = site_compilers; c->id; c++)
		strbuf_addf(b, "<option value=\"%s\">%s</option>", c->id,
		            c->name);
	strbuf_adds(b, "</select></label>\n<label>Sort by <select id=\"sort\">"
	               "<option value=\"\">category</option><option "
	               "value=\"gain\">measured gain</option></select>"
	               "</label>\n<label id=\"only\" hidden><input "
	               "type=\"checkbox\" id=\"found\"> only what my report "
	               "found</label>\n<output id=\"count\" for=\"q category "
	               "language compiler found\"></output>\n</form>\n");
}

/* Each once, with a space after it: pages are to weigh little. */
static void add_key(struct strbuf *keys, const char *key)
{
	const size_t n = strlen(key);
	const char *at = keys->len ? keys->s : "";

	while ((at = strstr(at, key))) {
		if ((at == keys->s || at[-1] == ' ') && at[n] == ' ')
			return;
		at += n;
	}
	strbuf_addf(keys, "%s ", key);
}

static void add_compilers(struct strbuf *b, const struct knowledge_switch *s,
                          size_t n, struct strbuf *text)
{
	for (size_t i = 0; i < n; i++) {
		if (!s[i].name)
			continue;
		add_key(b, s[i].compiler);
		add_key(text, s[i].name);
	}
}

/* In lower case and without a comma or full stop after it, as it is looked for
 */
static void plain_word(char *word)
{
	for (char *c = word; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	for (size_t n = strlen(word); n > 1 && strchr(",.;:", word[n - 1]); n--)
		word[n - 1] = '\0';
}

/*
 * Each word of a text once: what is looked for are words, in any order. Those
 * of the title are found in the title.
 */
static void add_words(struct strbuf *b, char *text, const char *title)
{
	struct map *seen = map_new();
	struct strbuf shown = STRBUF_INIT;
	const char *between = "";
	char *rest = NULL;

	strbuf_adds(&shown, title);
	for (char *word = strtok_r(shown.s, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest)) {
		plain_word(word);
		map_put(seen, word, text);
	}
	for (char *word = strtok_r(text, " \n", &rest); word;
	     word = strtok_r(NULL, " \n", &rest)) {
		plain_word(word);
		if (map_get(seen, word))
			continue;
		map_put(seen, word, text);
		strbuf_adds(b, between);
		html_text(b, word);
		between = " ";
	}
	map_free(seen);
	strbuf_release(&shown);
}

void site_keys(struct strbuf *b, const struct suggestion *s)
{
	struct strbuf compilers = STRBUF_INIT, words = STRBUF_INIT;

	add_compilers(&compilers, s->switches, s->nswitches, &words);
	add_compilers(&compilers, s->pragmas, s->npragmas, &words);
	strbuf_adds(&words, s->why);
	strbuf_addf(&words, " %s %s", s->id, s->subcategory);
	suggestions_number(&words, s);
	for (size_t i = 0; i < s->nhow; i++)
		strbuf_addf(&words, " %s", s->how[i]);
	strbuf_addf(b, " data-id=\"%s\" data-c=\"%s\" data-k=\"%s\" data-l=\"",
	            s->id, s->category, compilers.s);
	site_example_languages(b, s);
	strbuf_adds(b, "\" data-s=\"");
	add_words(b, words.s, s->title);
	strbuf_addc(b, '"');
	strbuf_release(&compilers);
	strbuf_release(&words);
}

static int write_pages(struct site_pages *s, struct err *err)
{
	const struct knowledge_category *const *list;
	const size_t n = knowledge_categories(s->knowledge, &list);

	if (site_write_index(s, err) != 0 || site_write_catalogue(s, err) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (site_write_category(s, list[i], err) != 0)
			return -1;
	}
	for (size_t i = 0; i < s->nmachines; i++) {
		if (site_write_machine(s, i, err) != 0)
			return -1;
	}
	return 0;
}

int site_write(const char *folder, struct err *err)
{
	struct site_pages s = { .folder = folder };
	const char *const *problems;
	int rc = -1;

	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return err_system(err, "can't make '%s'", folder);
	s.knowledge = knowledge_load(err);
	if (!s.knowledge ||
	    machine_list(&s.machines, &s.titles, &s.nmachines, err) != 0)
		goto out;
	rc = write_pages(&s, err);
	if (rc == 0 && knowledge_problems(s.knowledge, &problems) > 0)
		rc = err_set(err, ERR_FORMAT, "%s", problems[0]);
	machine_list_free(s.machines, s.titles, s.nmachines);
out:
	knowledge_free(s.knowledge);
	return rc;
}
