/*
 * Folders of knowledge files: find, run, collect, and say what is wrong.
 *
 * A file calls suggestion "id" { ... }; that only appends to a list, which is
 * checked when the file has ended, or has failed: what came before counts.
 */
#include "knowledge.h"

#include <dirent.h>
#include <stdarg.h>
#include <strings.h>
#include <unistd.h>

#include "arch/account_parts.h"
#include "arch/events.h"
#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "lua/sandbox.h"
#include "private.h"

enum { FILE_LIMIT = 1 << 20, MAX_FILES = 1000, MAX_PROBLEMS = 200 };

/*
 * pcall(error, "", 3) is "file:line: " of the chunk that calls the function
 * that calls it: level 1 is pcall, level 2 that function.
 */
static const char glue[] =
	"local r = { suggestion = {}, category = {}, measured = {} }\n"
	"local function declare(list)\n"
	"  return function(id)\n"
	"    local _, place = pcall(error, '', 3)\n"
	"    local entry = { id = id, place = place }\n"
	"    list[#list + 1] = entry\n"
	"    return function(t) entry.table = t end\n"
	"  end\n"
	"end\n"
	"r.declare_category = declare(r.category)\n"
	"r.declare_measured = declare(r.measured)\n"
	"r.declare_suggestion = declare(r.suggestion)\n"
	"r.clear = function()\n"
	"  for _, name in ipairs { 'suggestion', 'category', 'measured' } do\n"
	"    for i = #r[name], 1, -1 do r[name][i] = nil end\n"
	"  end\n"
	"end\n"
	"return r\n";

void knowledge_add_problem(struct knowledge *k, const char *fmt, ...)
{
	struct strbuf raw = STRBUF_INIT, safe = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&raw, fmt, ap);
	va_end(ap);
	escape_terminal_buf(&safe, raw.s);
	if (!map_get(k->seen, safe.s) && k->nproblems < MAX_PROBLEMS) {
		map_put(k->seen, safe.s, k);
		k->problems = mem_grow(k->problems, &k->cap_problems,
		                       k->nproblems + 1, sizeof(char *));
		k->problems[k->nproblems++] = arena_strdup(k->arena, safe.s);
	}
	strbuf_release(&raw);
	strbuf_release(&safe);
}

/* Check what the file has declared, then forget the list. */
static void take_declarations(struct knowledge *k,
                              const struct knowledge_file *f)
{
	static const struct {
		const char *name;
		void (*take)(struct knowledge *k,
		             const struct knowledge_file *f, int entry);
	} kinds[] = {
		{ "category", schema_category },
		{ "measured", schema_measured },
		{ "suggestion", schema_suggestion },
	};
	struct sandbox_value list, entry, clear;
	struct err err = { 0 };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (sandbox_get(k->sandbox, k->registry, kinds[i].name, &list,
		                &err) != 0)
			break;
		size_t n = sandbox_length(k->sandbox, list.ref);

		for (size_t e = 1; e <= n; e++) {
			if (sandbox_index(k->sandbox, list.ref, e, &entry,
			                  &err) != 0)
				break;
			kinds[i].take(k, f, entry.ref);
			sandbox_drop(k->sandbox, entry.ref);
		}
		sandbox_drop(k->sandbox, list.ref);
	}
	if (sandbox_get(k->sandbox, k->registry, "clear", &clear, &err) == 0) {
		sandbox_call(k->sandbox, clear.ref, NULL, 0, NULL, &err);
		sandbox_drop(k->sandbox, clear.ref);
	}
	if (err.code)
		knowledge_add_problem(k, "%s: %s", f->path, err.msg);
}

static void load_file(struct knowledge *k, const struct knowledge_file *f)
{
	struct sandbox_value result;
	struct strbuf text = STRBUF_INIT;
	struct err err = { 0 };

	if (io_read_file(f->path, FILE_LIMIT, &text, &err) == 0) {
		if (strlen(text.s) == text.len)
			lint_names(k, f->path, text.s);
		if (sandbox_load(k->sandbox, f->path, text.s, text.len, &result,
		                 &err) == 0 &&
		    (result.type == SANDBOX_TABLE ||
		     result.type == SANDBOX_FUNCTION))
			sandbox_drop(k->sandbox, result.ref);
		if (!err.code && strlen(text.s) == text.len)
			lint_free(k, f->path, text.s);
	}
	if (err.code)
		knowledge_add_problem(k, "%s", err.msg);
	take_declarations(k, f);
	strbuf_release(&text);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_lua(const char *name)
{
	const size_t n = strlen(name);

	return n > 4 && name[0] != '.' && strcmp(name + n - 4, ".lua") == 0;
}

/* "prelude.lua", "prelude_memory.lua": helpers, no suggestions */
static bool is_prelude(const char *name)
{
	static const char word[] = "prelude";
	const size_t n = sizeof(word) - 1;

	return is_lua(name) && strncmp(name, word, n) == 0 &&
	       (name[n] == '.' || name[n] == '_');
}

static bool is_knowledge(const char *name)
{
	return is_lua(name) && !is_prelude(name);
}

/* Names of the files in a folder that are wanted, sorted; -1 with errno. */
static int list_files(const char *folder, bool (*wanted)(const char *name),
                      char ***names, size_t *n)
{
	DIR *d = opendir(folder);
	const struct dirent *e;
	size_t cap = 0;

	*names = NULL;
	*n = 0;
	if (!d)
		return -1;
	while ((e = readdir(d)) && *n < MAX_FILES) {
		if (!wanted(e->d_name))
			continue;
		*names = mem_grow(*names, &cap, *n + 1, sizeof(char *));
		(*names)[(*n)++] = mem_strdup(e->d_name);
	}
	closedir(d);
	if (*n > 0)
		qsort(*names, *n, sizeof(char *), by_name);
	return 0;
}

static void load_one(struct knowledge *k, const char *folder, const char *name,
                     bool override)
{
	struct strbuf path = STRBUF_INIT;
	struct knowledge_file f;

	io_join(&path, folder, name);
	f.path = arena_strdup(k->arena, path.s);
	f.folder = arena_strdup(k->arena, folder);
	f.override = override;
	load_file(k, &f);
	strbuf_release(&path);
}

/* What its examples measured, by machine; there may be none */
static void load_measured(struct knowledge *k, const char *folder,
                          bool override)
{
	struct strbuf path = STRBUF_INIT;
	char **names;
	size_t n;

	io_join(&path, folder, KNOWLEDGE_MEASURED);
	list_files(path.s, is_lua, &names, &n);
	for (size_t i = 0; i < n; i++) {
		strbuf_clear(&path);
		io_join(&path, KNOWLEDGE_MEASURED, names[i]);
		load_one(k, folder, path.s, override);
		free(names[i]);
	}
	free(names);
	strbuf_release(&path);
}

static int load_folder(struct knowledge *k, const char *folder, bool override,
                       struct err *err)
{
	char **names;
	size_t n;

	if (list_files(folder, is_knowledge, &names, &n) != 0)
		return err_system(err, "can't read the folder '%s'", folder);
	load_measured(k, folder, override);
	for (size_t i = 0; i < n; i++) {
		load_one(k, folder, names[i], override);
		free(names[i]);
	}
	free(names);
	return 0;
}

/* Define what the helpers' files return, key by key; a later one may use what
 * an earlier one has. */
static int load_helpers(struct knowledge *k, const char *folder,
                        struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	char **names;
	size_t n;
	int rc = 0;

	if (list_files(folder, is_prelude, &names, &n) != 0)
		return err_system(err, "can't read the folder '%s'", folder);
	for (size_t i = 0; i < n; i++) {
		strbuf_clear(&path);
		io_join(&path, folder, names[i]);
		if (rc == 0)
			rc = sandbox_define_file(k->sandbox, path.s, k->arena,
			                         err);
		free(names[i]);
	}
	free(names);
	strbuf_release(&path);
	return rc;
}

/* all_causes: what cycles may be charged to, arch/causes.def */
static int define_causes(struct knowledge *k, struct err *err)
{
	struct sandbox_value list = sandbox_table(0);
	int rc = sandbox_table_new(k->sandbox, &list.ref, err);

	if (rc != 0)
		return rc;
	for (size_t i = 0; rc == 0 && i < ACCOUNT_PARTS; i++)
		rc = sandbox_append(k->sandbox, list.ref,
		                    sandbox_string(account_parts[i].id), err);
	if (rc == 0)
		rc = sandbox_define(k->sandbox, "all_causes", list, err);
	sandbox_drop(k->sandbox, list.ref);
	return rc;
}

/* The declaring functions and the helpers */
static int load_prelude(struct knowledge *k, const char *folder,
                        struct err *err)
{
	static const char *const declare[] = { "suggestion", "category",
		                               "measured" };
	struct strbuf path = STRBUF_INIT;
	struct sandbox_value result, value;
	int rc = -1;

	if (sandbox_load(k->sandbox, "glue", glue, sizeof(glue) - 1, &result,
	                 err) != 0)
		goto out;
	k->registry = result.ref;
	for (size_t i = 0; i < 3; i++) {
		strbuf_clear(&path);
		strbuf_addf(&path, "declare_%s", declare[i]);
		if (sandbox_field(k->sandbox, k->registry, path.s, &value,
		                  err) != 0 ||
		    sandbox_define(k->sandbox, declare[i], value, err) != 0)
			goto out;
	}
	rc = define_causes(k, err);
	if (rc == 0)
		rc = load_helpers(k, folder, err);
out:
	strbuf_release(&path);
	return rc;
}

/* The user's folders: a missing one in the list is a problem, none at home is
 * as usual. */
static void load_users(struct knowledge *k)
{
	const char *list = getenv("PERFEXPERT_KNOWLEDGE");
	const char *home = getenv("HOME");
	struct strbuf folder = STRBUF_INIT;
	struct err err = { 0 };

	if (home && *home) {
		io_join(&folder, home, ".config/perfexpert/knowledge");
		if (access(folder.s, F_OK) == 0 &&
		    load_folder(k, folder.s, true, &err) != 0)
			knowledge_add_problem(k, "%s", err.msg);
	}
	while (list && *list) {
		const size_t n = strcspn(list, ":");

		err_clear(&err);
		strbuf_clear(&folder);
		strbuf_add(&folder, list, n);
		if (n > 0 && load_folder(k, folder.s, true, &err) != 0)
			knowledge_add_problem(k, "PERFEXPERT_KNOWLEDGE: %s",
			                      err.msg);
		list += n + (list[n] == ':');
	}
	strbuf_release(&folder);
}

static const char *measured_key(struct knowledge *k, const char *folder,
                                const char *id)
{
	struct strbuf key = STRBUF_INIT;
	const char *kept;

	strbuf_addf(&key, "%s\n%s", folder, id);
	kept = arena_intern(k->arena, key.s);
	strbuf_release(&key);
	return kept;
}

/* One measurement for each machine, in the order of their names. */
bool knowledge_add_measured(struct knowledge *k, const char *folder,
                            const char *id, struct knowledge_measured *m)
{
	const char *key = measured_key(k, folder, id);
	struct knowledge_measured *at = map_get(k->measured, key);

	if (!at || strcmp(m->machine, at->machine) < 0) {
		m->next = at;
		map_put(k->measured, key, m);
		return true;
	}
	while (at->next && strcmp(at->next->machine, m->machine) <= 0)
		at = at->next;
	if (strcmp(at->machine, m->machine) == 0)
		return false;
	m->next = at->next;
	at->next = m;
	return true;
}

/* Take replaced ones out of the list; tie what was measured to the rest. */
static void settle(struct knowledge *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		if (!k->list[i])
			continue;
		/* one that replaces a shipped one was not measured */
		k->list[i]->measured =
			map_get(k->measured, measured_key(k, k->list[i]->folder,
		                                          k->list[i]->id));
		k->list[n++] = k->list[i];
	}
	k->n = n;
}

static struct knowledge *knowledge_start(struct strbuf *folder, struct err *err)
{
	static const struct sandbox_limits limits = {
		.memory_bytes = (size_t)64 << 20,
		.instructions = 5000000,
	};
	struct knowledge *k = mem_alloc(1, sizeof(*k));

	k->arena = arena_new();
	k->sandbox = sandbox_new(&limits);
	k->by_id = map_new();
	k->category_by_id = map_new();
	k->seen = map_new();
	k->measured = map_new();
	k->machines = map_new();
	if (events_load(&k->events, err) != 0 ||
	    datadir_find("knowledge/prelude.lua", folder, err) != 0)
		goto fail;
	folder->len -= strlen("/prelude.lua");
	folder->s[folder->len] = '\0';
	if (load_prelude(k, folder->s, err) != 0 ||
	    load_folder(k, folder->s, false, err) != 0)
		goto fail;
	return k;
fail:
	knowledge_free(k);
	return NULL;
}

struct knowledge *knowledge_load(struct err *err)
{
	struct strbuf folder = STRBUF_INIT;
	struct knowledge *k = knowledge_start(&folder, err);

	if (k) {
		load_users(k);
		settle(k);
	}
	strbuf_release(&folder);
	return k;
}

struct knowledge *knowledge_load_folder(const char *more, struct err *err)
{
	struct strbuf folder = STRBUF_INIT;
	struct knowledge *k = knowledge_start(&folder, err);
	char *wanted, *shipped;

	if (!k)
		goto out;
	/* the shipped folder itself may be asked for: not twice then */
	wanted = realpath(more, NULL);
	shipped = realpath(folder.s, NULL);
	if (!(wanted && shipped && strcmp(wanted, shipped) == 0) &&
	    load_folder(k, more, true, err) != 0) {
		knowledge_free(k);
		k = NULL;
	}
	free(wanted);
	free(shipped);
	if (k)
		settle(k);
out:
	strbuf_release(&folder);
	return k;
}

void knowledge_free(struct knowledge *k)
{
	if (!k)
		return;
	sandbox_free(k->sandbox);
	events_free(k->events);
	map_free(k->by_id);
	map_free(k->category_by_id);
	map_free(k->seen);
	map_free(k->measured);
	for (size_t i = 0; i < map_size(k->machines); i++)
		machine_free(map_value(k->machines, i));
	map_free(k->machines);
	free(k->list);
	free(k->categories);
	free(k->problems);
	arena_free(k->arena);
	free(k);
}

struct map *knowledge_machines(struct knowledge *k)
{
	return k->machines;
}

size_t knowledge_suggestions(const struct knowledge *k,
                             const struct suggestion *const **list)
{
	*list = (const struct suggestion *const *)k->list;
	return k->n;
}

const struct suggestion *knowledge_find(const struct knowledge *k,
                                        const char *id)
{
	return map_get(k->by_id, id);
}

size_t knowledge_categories(const struct knowledge *k,
                            const struct knowledge_category *const **list)
{
	*list = (const struct knowledge_category *const *)k->categories;
	return k->ncategories;
}

size_t knowledge_problems(const struct knowledge *k, const char *const **list)
{
	*list = k->problems;
	return k->nproblems;
}

const struct knowledge_measured *
knowledge_measured_on(const struct suggestion *s, const char *machine)
{
	const struct knowledge_measured *m = s->measured;

	while (m && (!machine || strcmp(m->machine, machine) != 0))
		m = m->next;
	return m;
}

struct sandbox *knowledge_sandbox(const struct knowledge *k)
{
	return k->sandbox;
}

const char *knowledge_compiler(const char *name)
{
	static const struct {
		const char *name, *key;
	} keys[] = {
		{ "gcc", "gcc" },
		{ "gfortran", "gcc" },
		{ "g++", "gcc" },
		{ "clang", "clang" },
		{ "flang", "clang" },
		{ "llvm", "clang" },
		{ "aocc", "clang" },
		{ "armclang", "clang" },
		{ "intel", "intel" },
		{ "icc", "intel" },
		{ "icx", "intel" },
		{ "ifort", "intel" },
		{ "ifx", "intel" },
		{ "fujitsu", "fujitsu_trad" },
		{ "fujitsu_trad", "fujitsu_trad" },
		{ "fujitsu_clang", "fujitsu_clang" },
		{ "nvidia", "nvidia" },
		{ "nvhpc", "nvidia" },
		{ "pgi", "nvidia" },
		{ "cray", "cray" },
		{ "cce", "cray" },
	};

	for (size_t i = 0; name && i < sizeof(keys) / sizeof(*keys); i++) {
		if (strcasecmp(name, keys[i].name) == 0)
			return keys[i].key;
	}
	return NULL;
}
