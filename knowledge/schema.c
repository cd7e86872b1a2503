/*
 * The schema of a suggestion (README.md): every field has a type, required
 * ones are there, unknown ones are errors.
 */
#include "private.h"

#include <math.h>
#include <stddef.h>

#include "arch/lcpi.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "effects.h"
#include "fields.h"
#include "lua/sandbox.h"
#include "profile/facts.h"

enum { TITLE_MAX = 72 };

static const char *const compilers[] = {
	"gcc",           "clang",  "intel", "fujitsu_trad",
	"fujitsu_clang", "nvidia", "cray",
};

static bool known_compiler(const char *name)
{
	for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++) {
		if (strcmp(compilers[i], name) == 0)
			return true;
	}
	return false;
}

struct switches {
	struct knowledge_switch *s;
	size_t n;
};

/* One { name, text } of a compiler's list */
static void take_pair(struct fields *c, const char *field, const char *compiler,
                      int pair, struct switches *out)
{
	struct sandbox_value name, what;
	struct knowledge_switch *s = &out->s[out->n];

	if (sandbox_length(c->sandbox, pair) != 2 ||
	    sandbox_index(c->sandbox, pair, 1, &name, &c->err) != 0) {
		err_set(&c->err, ERR_FORMAT,
		        "'%s.%s' must hold { switch, what it does }", field,
		        compiler);
		return;
	}
	s->compiler = compiler;
	s->name = fields_take(c, field, &name);
	if (sandbox_index(c->sandbox, pair, 2, &what, &c->err) == 0)
		s->text = fields_take(c, field, &what);
	out->n++;
}

static void take_compiler(struct fields *c, const char *field,
                          const char *compiler, const struct sandbox_value *v,
                          struct switches *out)
{
	struct sandbox_value pair;
	size_t n;

	if (!known_compiler(compiler)) {
		err_set(&c->err, ERR_FORMAT, "'%s.%s': no such compiler", field,
		        compiler);
		return;
	}
	if (v->type == SANDBOX_STRING) {
		out->s[out->n].compiler = compiler;
		out->s[out->n++].text = fields_take(c, field, v);
		return;
	}
	n = v->type == SANDBOX_TABLE ? sandbox_length(c->sandbox, v->ref) : 0;
	if (n == 0)
		err_set(&c->err, ERR_FORMAT,
		        "'%s.%s' must be a text or a list of { switch, what it "
		        "does }",
		        field, compiler);
	for (size_t i = 1; i <= n && out->n < FIELDS_LIST_MAX; i++) {
		if (sandbox_index(c->sandbox, v->ref, i, &pair, &c->err) != 0)
			return;
		take_pair(c, field, compiler,
		          pair.type == SANDBOX_TABLE ? pair.ref : 0, out);
		if (pair.type == SANDBOX_TABLE)
			sandbox_drop(c->sandbox, pair.ref);
	}
}

static void switches(struct fields *c, const char *field,
                     const struct knowledge_switch **list, size_t *n)
{
	struct sandbox_value table = fields_get(c, field, false), v;
	struct switches out = { NULL, 0 };
	const char **keys;
	size_t nkeys;

	*n = 0;
	if (table.type == SANDBOX_NIL)
		return;
	if (table.type != SANDBOX_TABLE) {
		err_set(&c->err, ERR_FORMAT, "'%s' is a %s, not a table", field,
		        sandbox_type_name(table.type));
		return;
	}
	out.s = arena_alloc(c->arena, FIELDS_LIST_MAX, sizeof(*out.s));
	if (sandbox_keys(c->sandbox, table.ref, c->arena, &keys, &nkeys,
	                 &c->err) == 0) {
		for (size_t i = 0; i < nkeys && out.n < FIELDS_LIST_MAX; i++) {
			if (sandbox_field(c->sandbox, table.ref, keys[i], &v,
			                  &c->err) != 0)
				break;
			take_compiler(c, field, keys[i], &v, &out);
			if (v.type == SANDBOX_TABLE)
				sandbox_drop(c->sandbox, v.ref);
		}
	}
	if (sandbox_length(c->sandbox, table.ref) > 0)
		err_set(&c->err, ERR_FORMAT,
		        "'%s' has elements without the name of a compiler",
		        field);
	sandbox_drop(c->sandbox, table.ref);
	*list = out.s;
	*n = out.n;
}

static void unknown_fields(struct fields *c)
{
	static const char *const known[] = {
		"category",      "subcategory",
		"title",         "why",
		"needs",         "when",
		"evidence",      "how",
		"example",       "level",
		"after_level",   "link",
		"env",           "after_env",
		"claims",        "tolerance",
		"changes",       "switches",
		"pragmas",       "not_when",
		"fallback",      "scope",
		"source",        "fewer_instructions",
		"whole_program", "for_libraries",
		"remedy",        "of_elapsed",
		"removes",       "everywhere",
		"of_program",    "judges_machine",
		"besides",       "for_scripts",
		"last",          "number",
	};
	const char **keys;
	size_t n, i;

	if (sandbox_keys(c->sandbox, c->table, c->arena, &keys, &n, &c->err) !=
	    0)
		return;
	for (size_t k = 0; k < n; k++) {
		for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
			if (strcmp(keys[k], known[i]) == 0)
				break;
		}
		if (i == sizeof(known) / sizeof(*known))
			err_set(&c->err, ERR_FORMAT, "unknown field '%s'",
			        keys[k]);
	}
	if (sandbox_length(c->sandbox, c->table) > 0)
		err_set(&c->err, ERR_FORMAT, "holds elements without a name");
}

/* "nothing" alone, or what may change with a sentence of how */
static void changes(struct fields *c, struct suggestion *s)
{
	const struct sandbox_value v = fields_get(c, "changes", true);
	struct fields inner = { c->arena, c->sandbox, v.ref, { 0 } };
	const char **words;
	size_t n = 0;
	bool none = false;

	if (v.type == SANDBOX_NIL)
		return;
	words = fields_texts(c, "changes", true, &n);
	if (!words || c->err.code)
		return;
	for (size_t i = 0; i < n; i++) {
		const enum effect e = effect_find(words[i]);

		none |= strcmp(words[i], "nothing") == 0;
		if (e < EFFECTS)
			s->changes |= 1u << e;
		else if (strcmp(words[i], "nothing") != 0)
			err_set(&c->err, ERR_FORMAT,
			        "'changes': there is no effect '%s'", words[i]);
	}
	s->changes_says = fields_text(&inner, "says", false);
	if (inner.err.code)
		err_set(&c->err, ERR_FORMAT, "'changes': %s", inner.err.msg);
	else if (n == 0 || none != (s->changes == 0) || (none && n > 1))
		err_set(&c->err, ERR_FORMAT,
		        "'changes' must have either \"nothing\" or what "
		        "changes");
	else if (!none && !s->changes_says)
		err_set(&c->err, ERR_FORMAT,
		        "'changes' needs a sentence 'says'");
	sandbox_drop(c->sandbox, v.ref);
}

/* Something changes, and 'changes' does not say so */
static void require(struct fields *c, const struct suggestion *s,
                    unsigned effects, const char *field)
{
	struct strbuf words = STRBUF_INIT;

	effects &= ~s->changes;
	if (!effects)
		return;
	effects_words(effects, &words);
	err_set(&c->err, ERR_FORMAT,
	        "'changes' does not say what '%s' changes: %s", field, words.s);
	strbuf_release(&words);
}

/* Is what its switches change said? Those of a compiler's own are shown with
 * what they change; these are what everybody does who follows it. */
static void check_changes(struct fields *c, const struct suggestion *s)
{
	if (s->after_level)
		require(c, s,
		        effects_of_switches("gcc", s->after_level, NULL) &
		                ~effects_of_switches("gcc", s->level, NULL),
		        "after_level");
	for (size_t i = 0; i < s->nhow && !c->err.code; i++)
		require(c, s, effects_in_text(s->how[i]), "how");
}

/* A bound of the assessment, or what the pair itself shows */
static bool can_be_claimed(const char *id)
{
	static const char *const others[] = { "instructions", "time",
		                              "elapsed" };

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (strcmp(others[i], id) == 0)
			return true;
	}
	return strcmp(id, "overall") != 0 && lcpi_is_standard(id);
}

static void claims(struct fields *c, struct suggestion *s)
{
	struct sandbox_value v = fields_get(c, "claims", s->example != NULL);
	struct fields inner = { c->arena, c->sandbox, v.ref, { 0 } };

	if (v.type == SANDBOX_NIL)
		return;
	if (v.type != SANDBOX_TABLE) {
		err_set(&c->err, ERR_FORMAT, "'claims' is not a table");
		return;
	}
	s->claim_category = fields_text(&inner, "category", true);
	s->claim_at_least = fields_number(&inner, "at_least", true, 0, 1);
	if (s->claim_category && !can_be_claimed(s->claim_category))
		err_set(&inner.err, ERR_FORMAT,
		        "no such category to be measured");
	if (inner.err.code)
		err_set(&c->err, ERR_FORMAT, "'claims': %s", inner.err.msg);
	sandbox_drop(c->sandbox, v.ref);
}

static void scope(struct fields *c, struct suggestion *s)
{
	static const char *const names[] = { "any", "loop", "procedure" };
	const char *name = fields_text(c, "scope", false);

	if (!name)
		return;
	for (size_t i = 0; i < 3; i++) {
		if (strcmp(names[i], name) == 0) {
			s->scope = (enum knowledge_scope)i;
			return;
		}
	}
	err_set(&c->err, ERR_FORMAT, "'scope' must be any, loop or procedure");
}

static void check_category(const struct knowledge *k, struct fields *c,
                           const struct suggestion *s)
{
	const struct knowledge_category *category;

	if (!s->category || !s->subcategory)
		return;
	category = map_get(k->category_by_id, s->category);
	if (!category) {
		err_set(&c->err, ERR_FORMAT, "no category '%s' was declared",
		        s->category);
		return;
	}
	for (size_t i = 0; i < category->nsubcategories; i++) {
		if (strcmp(category->subcategories[i], s->subcategory) == 0)
			return;
	}
	err_set(&c->err, ERR_FORMAT, "category '%s' has no subcategory '%s'",
	        s->category, s->subcategory);
}

static void read_flags(struct fields *c, struct suggestion *s)
{
	s->fewer_instructions = fields_boolean(c, "fewer_instructions");
	s->for_libraries = fields_boolean(c, "for_libraries");
	s->for_scripts = fields_boolean(c, "for_scripts");
	s->whole_program = fields_boolean(c, "whole_program");
	s->everywhere = fields_boolean(c, "everywhere");
	s->of_program = fields_boolean(c, "of_program");
	s->judges_machine = fields_boolean(c, "judges_machine");
	s->of_elapsed = fields_boolean(c, "of_elapsed");
	s->last = fields_boolean(c, "last");
}

static void read_suggestion(const struct knowledge *k, struct fields *c,
                            struct suggestion *s)
{
	struct sandbox_value v;
	double number;

	unknown_fields(c);
	number = fields_number(c, "number", false, 1, 999);
	s->number = isnan(number) ? 0 : (unsigned)number;
	s->category = fields_text(c, "category", true);
	s->subcategory = fields_text(c, "subcategory", true);
	s->title = fields_text(c, "title", true);
	if (s->title && strlen(s->title) > TITLE_MAX)
		err_set(&c->err, ERR_FORMAT,
		        "'title' has %zu bytes, more than %d", strlen(s->title),
		        TITLE_MAX);
	s->why = fields_text(c, "why", true);
	s->needs = fields_texts(c, "needs", true, &s->nneeds);
	for (size_t i = 0; i < s->nneeds; i++) {
		if (s->needs[i] && !fact_type(s->needs[i]))
			err_set(&c->err, ERR_FORMAT,
			        "'needs': there is no fact '%s'", s->needs[i]);
	}
	s->when = fields_function(c, "when");
	s->evidence = fields_function(c, "evidence");
	s->how = fields_texts(c, "how", true, &s->nhow);
	s->example = fields_text(c, "example", false);
	s->level = fields_text(c, "level", s->example != NULL);
	s->after_level = fields_text(c, "after_level", false);
	s->link = fields_text(c, "link", false);
	s->env = fields_texts(c, "env", false, &s->nenv);
	s->after_env = fields_texts(c, "after_env", false, &s->nafter_env);
	claims(c, s);
	s->tolerance = fields_number(c, "tolerance", s->example != NULL, 0, 1);
	changes(c, s);
	s->not_when = fields_text(c, "not_when", true);
	s->source = fields_text(c, "source", true);
	switches(c, "switches", &s->switches, &s->nswitches);
	switches(c, "pragmas", &s->pragmas, &s->npragmas);
	s->fallback = fields_number(c, "fallback", false, 0, 1);
	s->remedy = fields_text(c, "remedy", false);
	read_flags(c, s);
	v = fields_get(c, "besides", false);
	if (v.type == SANDBOX_FUNCTION)
		s->besides = v.ref;
	else if (v.type != SANDBOX_NIL)
		err_set(&c->err, ERR_FORMAT, "'besides' must be a function");
	v = fields_get(c, "removes", false);
	causes_take(c->sandbox, v, s, &c->err);
	scope(c, s);
	if (!c->err.code)
		check_changes(c, s);
	check_category(k, c, s);
}

/* "file:line: " as the glue found it; sets line, and where for messages */
static const char *place(struct fields *c, const struct knowledge_file *f,
                         int entry, unsigned *line)
{
	struct sandbox_value v = sandbox_nil();
	const size_t n = strlen(f->path);

	*line = 0;
	sandbox_field(c->sandbox, entry, "place", &v, &c->err);
	if (v.type != SANDBOX_STRING || v.length < 3)
		return f->path;
	/* Lua shortens long paths, so only the number is taken from it */
	for (const char *s = v.string + v.length - 2; s > v.string; s--) {
		if (*s == ':' && s[1] >= '0' && s[1] <= '9') {
			*line = (unsigned)strtoul(s + 1, NULL, 10);
			break;
		}
	}
	if (*line) {
		char *buf = arena_alloc(c->arena, n + 16, 1);

		snprintf(buf, n + 16, "%s:%u", f->path, *line);
		return buf;
	}
	return f->path;
}

/* id and table of an entry; false when that is already wrong */
static bool open_entry(struct fields *c, int entry, const char *what,
                       const char **id)
{
	struct sandbox_value v = sandbox_nil();

	*id = NULL;
	if (sandbox_field(c->sandbox, entry, "id", &v, &c->err) != 0)
		return false;
	*id = fields_take(c, "id", &v);
	if (!*id)
		return false;
	for (const char *s = *id; *s; s++) {
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", *s)) {
			err_set(&c->err, ERR_FORMAT,
			        "%s '%s': an id has small letters, digits, '-' "
			        "and '_' only",
			        what, *id);
			return false;
		}
	}
	if (sandbox_field(c->sandbox, entry, "table", &v, &c->err) != 0)
		return false;
	if (v.type != SANDBOX_TABLE) {
		err_set(&c->err, ERR_FORMAT,
		        "%s '%s': no table { ... } follows", what, *id);
		return false;
	}
	c->table = v.ref;
	return true;
}

static void add(struct knowledge *k, struct suggestion *s)
{
	const struct suggestion *old = map_get(k->by_id, s->id);

	map_put(k->by_id, s->id, s);
	for (size_t i = 0; old && i < k->n; i++) {
		if (k->list[i] == old) {
			k->list[i] = s;
			return;
		}
	}
	k->list = mem_grow(k->list, &k->cap, k->n + 1, sizeof(*k->list));
	k->list[k->n++] = s;
}

void schema_suggestion(struct knowledge *k, const struct knowledge_file *f,
                       int entry)
{
	struct fields c = { k->arena, k->sandbox, 0, { 0 } };
	struct suggestion *s = arena_alloc(k->arena, 1, sizeof(*s));
	const struct suggestion *old;
	const char *where;
	bool open;

	where = place(&c, f, entry, &s->line);
	s->file = f->path;
	s->folder = f->folder;
	open = open_entry(&c, entry, "suggestion", &s->id);
	if (open)
		read_suggestion(k, &c, s);
	old = open ? map_get(k->by_id, s->id) : NULL;
	if (old && (!f->override || strcmp(old->folder, f->folder) == 0))
		err_set(&c.err, ERR_FORMAT, "already defined at %s:%u",
		        old->file, old->line);
	if (c.err.code && open)
		knowledge_add_problem(k, "%s: suggestion '%s': %s", where,
		                      s->id, c.err.msg);
	else if (c.err.code)
		knowledge_add_problem(k, "%s: %s", where, c.err.msg);
	else
		add(k, s);
	sandbox_drop(k->sandbox, c.table);
}

void schema_category(struct knowledge *k, const struct knowledge_file *f,
                     int entry)
{
	struct fields c = { k->arena, k->sandbox, 0, { 0 } };
	struct knowledge_category *category =
		arena_alloc(k->arena, 1, sizeof(*category));
	const struct knowledge_category *other;
	unsigned line;
	const char *where = place(&c, f, entry, &line);

	category->file = f->path;
	if (open_entry(&c, entry, "category", &category->id)) {
		category->title = fields_text(&c, "title", true);
		category->subcategories = fields_texts(
			&c, "subcategories", true, &category->nsubcategories);
		other = map_get(k->category_by_id, category->id);
		if (other)
			err_set(&c.err, ERR_FORMAT,
			        "category '%s' is already declared in '%s'",
			        category->id, other->file);
	}
	sandbox_drop(k->sandbox, c.table);
	if (c.err.code) {
		knowledge_add_problem(k, "%s: %s", where, c.err.msg);
		return;
	}
	map_put(k->category_by_id, category->id, category);
	k->categories = mem_grow(k->categories, &k->cap_categories,
	                         k->ncategories + 1, sizeof(*k->categories));
	k->categories[k->ncategories++] = category;
}

/* { category = value, ... } of the bars on both sides */
static void read_bars(struct fields *c, struct knowledge_measured *m)
{
	struct sandbox_value before = fields_get(c, "lcpi_before", false);
	struct sandbox_value after = fields_get(c, "lcpi_after", false), v;
	struct sandbox *sb = c->sandbox;

	if (before.type != SANDBOX_TABLE || after.type != SANDBOX_TABLE)
		return;
	if (sandbox_keys(sb, before.ref, c->arena, &m->categories,
	                 &m->ncategories, &c->err) != 0)
		return;
	m->lcpi_before =
		arena_alloc(c->arena, m->ncategories + 1, sizeof(double));
	m->lcpi_after =
		arena_alloc(c->arena, m->ncategories + 1, sizeof(double));
	for (size_t i = 0; i < m->ncategories; i++) {
		sandbox_field(sb, before.ref, m->categories[i], &v, &c->err);
		m->lcpi_before[i] = v.type == SANDBOX_NUMBER ? v.number : NAN;
		sandbox_field(sb, after.ref, m->categories[i], &v, &c->err);
		m->lcpi_after[i] = v.type == SANDBOX_NUMBER ? v.number : NAN;
	}
	sandbox_drop(sb, before.ref);
	sandbox_drop(sb, after.ref);
}

void schema_measured(struct knowledge *k, const struct knowledge_file *f,
                     int entry)
{
	struct fields c = { k->arena, k->sandbox, 0, { 0 } };
	struct knowledge_measured *m = arena_alloc(k->arena, 1, sizeof(*m));
	unsigned line;
	const char *where = place(&c, f, entry, &line), *id;

	if (open_entry(&c, entry, "measured", &id)) {
		m->machine = fields_text(&c, "machine", true);
		m->cpu = fields_text(&c, "cpu", true);
		m->compiler = fields_text(&c, "compiler", true);
		m->speedup = fields_number(&c, "speedup", false, 0, HUGE_VAL);
		m->speedup_low =
			fields_number(&c, "speedup_low", false, 0, HUGE_VAL);
		m->speedup_high =
			fields_number(&c, "speedup_high", false, 0, HUGE_VAL);
		m->bound_before =
			fields_number(&c, "bound_before", false, 0, HUGE_VAL);
		m->bound_after =
			fields_number(&c, "bound_after", false, 0, HUGE_VAL);
		m->part = fields_number(&c, "part", false, 0, 1);
		m->time_before_s =
			fields_number(&c, "time_before_s", false, 0, HUGE_VAL);
		m->time_after_s =
			fields_number(&c, "time_after_s", false, 0, HUGE_VAL);
		m->good_cpi = fields_number(&c, "good_cpi", false, 0, HUGE_VAL);
		read_bars(&c, m);
	}
	sandbox_drop(k->sandbox, c.table);
	if (!c.err.code && !knowledge_add_measured(k, f->folder, id, m))
		err_set(&c.err, ERR_FORMAT, "measured twice on '%s'",
		        m->machine);
	if (c.err.code)
		knowledge_add_problem(k, "%s: %s", where, c.err.msg);
}
