#include "machine.h"

#include <dirent.h>
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/strbuf.h"
#include "events.h"
#include "machine_private.h"

enum { INHERIT_LIMIT = 4 };

struct machine *machine_new(void)
{
	struct machine *m = mem_alloc(1, sizeof(*m));

	m->a = arena_new();
	m->declared = map_new();
	m->by_name = map_new();
	m->natives = map_new();
	m->recipes = map_new();
	m->event_map = map_new();
	m->missing = map_new();
	m->clock_hz = NAN;
	m->peak.scalar_flops = m->peak.vector_flops = NAN;
	m->peak.core_bytes_per_s = m->peak.socket_bytes_per_s = NAN;
	return m;
}

void machine_free(struct machine *m)
{
	if (!m)
		return;
	if (m->shared) {
		free(m);
		return;
	}
	events_free(m->catalogue);
	map_free(m->declared);
	map_free(m->by_name);
	map_free(m->natives);
	map_free(m->recipes);
	map_free(m->event_map);
	map_free(m->missing);
	map_free(m->model.numbers);
	map_free(m->model.ops);
	lcpi_release(m->lcpi);
	arena_free(m->a);
	free(m);
}

struct machine *machine_share(const struct machine *m)
{
	struct machine *same = mem_alloc(1, sizeof(*same));

	*same = *m;
	same->clock_hz = NAN;
	same->shared = true;
	return same;
}

const char *machine_arch_path(struct machine *m, const char *name,
                              struct err *err)
{
	struct strbuf relative = STRBUF_INIT, path = STRBUF_INIT;
	const char *found = NULL;

	strbuf_addf(&relative, "arch/%s.lua", name);
	if (datadir_find(relative.s, &path, err) == 0)
		found = arena_strdup(m->a, path.s);
	strbuf_release(&relative);
	strbuf_release(&path);
	return found;
}

/* names are file names: nothing that leaves the folder */
static bool is_plain_name(const char *s)
{
	return *s &&
	       strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_") ==
	               strlen(s) &&
	       strcmp(s, "events") != 0 && strcmp(s, "lcpi") != 0 &&
	       strcmp(s, "prelude") != 0 && strcmp(s, "metrics") != 0 &&
	       strcmp(s, "model") != 0;
}

/* apply a file, first what it inherits from */
static int read_chain(struct machine *m, struct lua_file *r, const char *path,
                      unsigned depth)
{
	struct lua_file own = *r;
	struct lua_table root;
	const char *parent, *parent_path;

	own.file = path;
	if (table_load(&own, &root) != 0 ||
	    table_string(&root, "inherits", &parent) != 0)
		return -1;
	if (parent) {
		if (depth == INHERIT_LIMIT)
			return table_fail(&root, "inherits",
			                  "more than %d files deep, or a cycle",
			                  INHERIT_LIMIT);
		if (!is_plain_name(parent))
			return table_fail(&root, "inherits",
			                  "'%s' is not a machine name", parent);
		parent_path = machine_arch_path(m, parent, r->err);
		if (!parent_path ||
		    read_chain(m, r, parent_path, depth + 1) != 0) {
			err_prefix(r->err, "%s: inherits", path);
			return -1;
		}
	}
	m->file = path;
	return machine_read(m, &root);
}

/* the eleven parameters are there */
static int check_params(struct machine *m, struct err *err)
{
	for (size_t i = 0; i < map_size(m->declared); i++) {
		const struct declared_param *d = map_value(m->declared, i);

		if (d->required && !map_get(m->by_name, d->name))
			return err_set(err, ERR_FORMAT,
			               "%s: parameters.%s: is missing (%s)",
			               m->file, d->name, d->description);
	}
	return 0;
}

static int check_machine(struct machine *m, struct err *err)
{
	if (!m->name || !m->title || !m->isa)
		return err_set(err, ERR_FORMAT, "%s: has no %s", m->file,
		               !m->name    ? "name"
		               : !m->title ? "title"
		                           : "isa");
	if (!m->geometry.l1d.size_bytes || !m->geometry.l1i.size_bytes ||
	    !m->geometry.l2.size_bytes || !m->geometry.dtlb1.entries ||
	    !m->geometry.itlb1.entries || !m->geometry.fetch_bytes ||
	    !m->geometry.branch_bits)
		return err_set(err, ERR_FORMAT,
		               "%s: caches l1d, l1i, l2, tlbs dtlb1, itlb1, "
		               "fetch_bytes and branch_bits are needed",
		               m->file);
	return check_params(m, err);
}

static int by_param_name(const void *a, const void *b)
{
	const struct machine_param *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void finish_params(struct machine *m)
{
	m->nparams = map_size(m->by_name);
	m->params = arena_alloc(m->a, m->nparams + 1, sizeof(*m->params));
	for (size_t i = 0; i < m->nparams; i++) {
		struct machine_param *p = map_value(m->by_name, i);

		m->params[i] = *p;
	}
	qsort(m->params, m->nparams, sizeof(*m->params), by_param_name);
}

/* What every machine file builds on: categories, and the generic model. */
static int read_foundations(struct machine *m, struct lua_file *r)
{
	struct lua_table root;

	r->file = machine_arch_path(m, "lcpi", r->err);
	if (!r->file || table_load(r, &root) != 0 || lcpi_read(m, &root) != 0)
		return -1;
	r->file = machine_arch_path(m, "metrics", r->err);
	if (!r->file || table_load(r, &root) != 0 ||
	    metrics_read(m, &root) != 0)
		return -1;
	r->file = machine_arch_path(m, "model", r->err);
	if (!r->file || table_load(r, &root) != 0)
		return -1;
	return model_declare(m, &root);
}

static int load_path(struct machine *m, const char *path, struct err *err)
{
	struct lua_file r = { .a = m->a, .err = err };
	int rc = -1;

	if (table_open(&r) != 0 || events_load(&m->catalogue, err) != 0 ||
	    read_foundations(m, &r) != 0 || read_chain(m, &r, path, 0) != 0 ||
	    check_machine(m, err) != 0)
		goto out;
	finish_params(m);
	machine_finish_events(m);
	model_finish(m);
	r.file = m->file;
	rc = lcpi_compile(m, &r);
	if (rc == 0)
		rc = account_finish(m, err);
out:
	sandbox_free(r.sb);
	return rc;
}

struct names {
	char **name;
	size_t n;
};

static const char *name_of(const void *ctx, size_t i)
{
	const struct names *all = ctx;

	return i < all->n ? all->name[i] : NULL;
}

static int unknown_machine(const char *name, struct err *err)
{
	struct strbuf known = STRBUF_INIT;
	char **names;
	size_t n;

	if (machine_names(&names, &n, err) == 0) {
		const struct names all = { names, n };
		const char *near = nearest_of(name, name_of, &all);

		for (size_t i = 0; i < n; i++)
			strbuf_addf(&known, "%s%s", i ? ", " : "", names[i]);
		if (near)
			err_set(err, ERR_USAGE,
			        "no machine '%s': did you mean '%s'? "
			        "--list-machines has all",
			        name, near);
		else
			err_set(err, ERR_USAGE, "no machine '%s'; known are %s",
			        name, known.s);
	}
	machine_list_free(names, NULL, n);
	strbuf_release(&known);
	return -1;
}

bool machine_is_path(const char *name_or_path)
{
	const size_t n = strlen(name_or_path);

	return strchr(name_or_path, '/') ||
	       (n > 4 && strcmp(name_or_path + n - 4, ".lua") == 0);
}

static const char *find_path(struct machine *m, const char *name_or_path,
                             struct err *err)
{
	struct err none = { 0 };
	const char *path = NULL;

	if (machine_is_path(name_or_path))
		return arena_strdup(m->a, name_or_path);
	if (is_plain_name(name_or_path))
		path = machine_arch_path(m, name_or_path, &none);
	if (!path)
		unknown_machine(name_or_path, err);
	return path;
}

int machine_load(struct machine **out, const char *name_or_path,
                 struct err *err)
{
	struct machine *m = machine_new();
	const char *path = find_path(m, name_or_path, err);

	*out = NULL;
	if (!path || load_path(m, path, err) != 0) {
		machine_free(m);
		return -1;
	}
	*out = m;
	return 0;
}

const char *machine_name(const struct machine *m)
{
	return m->name;
}

const char *machine_title(const struct machine *m)
{
	return m->title;
}

const char *machine_isa(const struct machine *m)
{
	return m->isa;
}

const char *machine_file(const struct machine *m)
{
	return m->file;
}

const char *machine_note(const struct machine *m)
{
	return m->note;
}

void machine_set_clock(struct machine *m, double hz)
{
	m->clock_hz = hz > 0 && isfinite(hz) ? hz : NAN;
}

static double clock_of(const struct machine *m)
{
	const struct machine_param *p = map_get(m->by_name, "CPU_freq");

	return isnan(m->clock_hz) && p ? p->value : m->clock_hz;
}

double machine_param(const struct machine *m, const char *name)
{
	const struct machine_param *p = map_get(m->by_name, name);

	if (!p)
		return NAN;
	if (strcmp(name, "CPU_freq") == 0)
		return clock_of(m);
	if (strcmp(p->unit, "ns") == 0)
		return p->value * clock_of(m) * 1e-9;
	return p->value;
}

size_t machine_params(const struct machine *m,
                      const struct machine_param **list)
{
	if (list)
		*list = m->params;
	return m->nparams;
}

const struct machine_param *machine_param_find(const struct machine *m,
                                               const char *name)
{
	return map_get(m->by_name, name);
}

const char *machine_param_description(const struct machine *m, const char *name)
{
	const struct declared_param *d = map_get(m->declared, name);

	return d ? d->description : NULL;
}

const struct machine_geometry *machine_geometry(const struct machine *m)
{
	return &m->geometry;
}

const struct machine_peak *machine_peak(const struct machine *m)
{
	return &m->peak;
}

const struct machine_counters *machine_counters(const struct machine *m)
{
	return &m->counters;
}

const struct events *machine_catalogue(const struct machine *m)
{
	return m->catalogue;
}

static int by_string(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* names of the machine files in folder dir, unsorted */
static int list_names(const char *dir, char ***names, size_t *n,
                      struct err *err)
{
	DIR *d = opendir(dir);
	size_t cap = 0;

	if (!d)
		return err_system(err, "%s", dir);
	for (struct dirent *e = readdir(d); e; e = readdir(d)) {
		size_t len = strlen(e->d_name);
		char *name;

		if (len <= 4 || strcmp(e->d_name + len - 4, ".lua") != 0)
			continue;
		name = mem_strndup(e->d_name, len - 4);
		if (!is_plain_name(name)) {
			free(name);
			continue;
		}
		*names = mem_grow(*names, &cap, *n + 1, sizeof(**names));
		(*names)[(*n)++] = name;
	}
	closedir(d);
	return 0;
}

int machine_names(char ***names, size_t *n, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int rc = -1;

	*names = NULL;
	*n = 0;
	if (datadir_find("arch", &path, err) == 0 &&
	    list_names(path.s, names, n, err) == 0)
		rc = 0;
	if (*n > 1)
		qsort(*names, *n, sizeof(**names), by_string);
	strbuf_release(&path);
	return rc;
}

/* the title of one file, without what it inherits */
static int read_title(struct machine *m, struct lua_file *r, const char *name,
                      char **title)
{
	struct lua_table root;
	const char *text;

	r->file = machine_arch_path(m, name, r->err);
	if (!r->file || table_load(r, &root) != 0 ||
	    table_need_string(&root, "title", &text) != 0)
		return -1;
	*title = mem_strdup(text);
	return 0;
}

int machine_list(char ***names, char ***titles, size_t *n, struct err *err)
{
	struct machine *m = machine_new(); /* holds what is read on the way */
	struct lua_file r = { .a = m->a, .err = err };
	int rc = machine_names(names, n, err);

	if (rc == 0)
		rc = table_open(&r);
	*titles = mem_alloc(*n + 1, sizeof(**titles));
	for (size_t i = 0; rc == 0 && i < *n; i++)
		rc = read_title(m, &r, (*names)[i], &(*titles)[i]);
	sandbox_free(r.sb);
	machine_free(m);
	if (rc != 0) {
		machine_list_free(*names, *titles, *n);
		*names = *titles = NULL;
		*n = 0;
	}
	return rc;
}

void machine_list_free(char **names, char **titles, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(names[i]);
		if (titles)
			free(titles[i]);
	}
	free(names);
	free(titles);
}
