/*
 * v4.c - meta.db: contexts merged into static scopes
 *
 * Source: HPCToolkit, doc/FORMATS.md, "meta.db version 4.0". The sizes of
 * structures are those stored in the file, as it says; every offset is checked.
 */
#include "v4.h"

#include <assert.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "known_names.h"
#include "tree.h"

enum {
	GENERAL,
	ID_NAMES,
	METRICS,
	CONTEXT,
	STRINGS,
	MODULES,
	FILES,
	FUNCTIONS,
	NSECTIONS
};
enum { RELATION_LEXICAL, RELATION_CALL, RELATION_INLINED };
enum { TYPE_FUNCTION, TYPE_LOOP, TYPE_LINE, TYPE_INSTRUCTION };
enum { CONTEXT_SIZE = 0x20, MAX_STRING = 1 << 20 };

/* A context that is to be read, with what it inherits. */
struct pending {
	uint64_t at, end; /* children still to read */
	uint32_t parent;  /* context index */
	uint32_t section; /* of the tree; IDS_NONE: none yet */
	const char *module, *file;
	unsigned line;
};

struct walk {
	struct v4 *v;
	struct pending *stack;
	size_t n, cap;
	uint64_t visited, limit;
};

int v4_fail(const struct v4 *v, const char *what, const char *why)
{
	return err_set(v->err, ERR_FORMAT,
	               "%s: %s; the file is damaged, or of a layout before "
	               "HPCToolkit 2022.10 that no release wrote",
	               what, why);
}

static const char format_name[] = "HPCTOOLKIT";

int v4_header(const struct v4 *v, const struct bytes *b, const char *format,
              const char *footer, struct v4_part *parts, size_t n)
{
	unsigned char head[16], end[8], pair[16];

	if (b->size < sizeof(head) ||
	    bytes_read(b, 0, head, sizeof(head), v->err) != 0 ||
	    memcmp(head, format_name, 10) != 0 ||
	    memcmp(head + 10, format, 4) != 0)
		return err_set(v->err, ERR_FORMAT, "not a %s.db of HPCToolkit",
		               strcmp(format, "prof") == 0 ? "profile"
		                                           : format);
	if (head[14] != 4)
		return err_set(v->err, ERR_FORMAT,
		               "the database has version %u.%u of HPCToolkit's "
		               "format; the supported version is 4",
		               head[14], head[15]);
	if (b->size < 24 ||
	    bytes_read(b, b->size - 8, end, sizeof(end), v->err) != 0 ||
	    memcmp(end, footer, 8) != 0)
		return err_set(v->err, ERR_FORMAT,
		               "the file ends early (no mark '%s')", footer);
	for (size_t i = 0; i < n; i++) {
		if (bytes_read(b, 16 + 16 * i, pair, 16, v->err) != 0)
			return -1;
		parts[i] = (struct v4_part){ bytes_u64(pair + 8),
			                     bytes_u64(pair) };
		if (!bytes_hold(b, parts[i].at, parts[i].size, 1))
			return v4_fail(v, "header",
			               "a section is outside the file");
	}
	return 0;
}

int v4_get(const struct v4 *v, const char *what, uint64_t at, void *to,
           size_t n)
{
	if (!bytes_hold(&v->meta, at, n, 1)) {
		v4_fail(v, what, "an offset is outside the file");
		return -1;
	}
	return bytes_read(&v->meta, at, to, n, v->err);
}

int v4_text(struct v4 *v, uint64_t at, const char **text)
{
	struct strbuf b = STRBUF_INIT;
	uint32_t old = ids_get(&v->strings, at);
	uint64_t start = at;
	char part[64];
	int rc = -1;

	*text = NULL;
	if (!at)
		return 0;
	if (old != IDS_NONE) {
		assert(old < v->ntexts && v->texts);
		*text = v->texts[old];
		return 0;
	}
	for (;;) {
		uint64_t left = at < v->meta.size ? v->meta.size - at : 0;
		size_t n = left < sizeof(part) ? (size_t)left : sizeof(part);
		size_t len;

		if (!n || b.len > MAX_STRING) {
			v4_fail(v, "strings", "a text has no end");
			goto out;
		}
		if (bytes_read(&v->meta, at, part, n, v->err) != 0)
			goto out;
		len = strnlen(part, n);
		strbuf_add(&b, part, len);
		if (len < n)
			break;
		at += n;
	}
	/* texts that overlap would make much of a small file */
	v->text_bytes += b.len + 1;
	if (v->text_bytes / 4 > v->meta.size) {
		v4_fail(v, "strings", "texts overlap");
		goto out;
	}
	v->texts = mem_grow(v->texts, &v->cap_texts, v->ntexts + 1,
	                    sizeof(*v->texts));
	v->texts[v->ntexts] = tree_intern(v->t, b.s);
	ids_add(&v->strings, start, (uint32_t)v->ntexts);
	*text = v->texts[v->ntexts++];
	rc = 0;
out:
	strbuf_release(&b);
	return rc;
}

static int read_general(struct v4 *v, uint64_t at)
{
	unsigned char p[8];
	const char *title;

	if (v4_get(v, "general properties", at, p, sizeof(p)) != 0 ||
	    v4_text(v, bytes_u64(p), &title) != 0)
		return -1;
	if (!v->t->program)
		v->t->program = title;
	return 0;
}

static int read_id_names(struct v4 *v, uint64_t at)
{
	unsigned char p[9], name[8];
	const char *text;

	v->kind_rank = v->kind_thread = -1;
	if (v4_get(v, "identifier names", at, p, sizeof(p)) != 0)
		return -1;
	for (int i = 0; i < p[8]; i++) {
		if (v4_get(v, "identifier names",
		           bytes_u64(p) + 8 * (uint64_t)i, name, 8) != 0 ||
		    v4_text(v, bytes_u64(name), &text) != 0)
			return -1;
		if (text && strcmp(text, "RANK") == 0)
			v->kind_rank = i;
		else if (text && strcmp(text, "THREAD") == 0)
			v->kind_thread = i;
	}
	return 0;
}

static int read_path(struct v4 *v, uint64_t at, bool file, const char **path)
{
	unsigned char p[16];
	const char *text;
	bool copied;

	if (v4_get(v, file ? "files" : "modules", at, p, sizeof(p)) != 0 ||
	    v4_text(v, bytes_u64(p + 8), &text) != 0)
		return -1;
	copied = bytes_u32(p) & 1;
	if (!file)
		text = names_module(text);
	else
		text = copied ? names_copied(text) : names_file(text);
	*path = tree_intern(v->t, text);
	return 0;
}

/* The path of a load module or source file (the same structure), read once */
static int path_at(struct v4 *v, uint64_t at, bool file, const char **path)
{
	const uint64_t key = at << 1 | file;
	uint32_t old = ids_get(&v->path_ids, key);

	*path = NULL;
	if (!at)
		return 0;
	if (old != IDS_NONE) {
		*path = v->paths[old];
		return 0;
	}
	if (read_path(v, at, file, path) != 0)
		return -1;
	v->paths = mem_grow(v->paths, &v->cap_paths, v->npaths + 1,
	                    sizeof(*v->paths));
	v->paths[v->npaths] = *path;
	ids_add(&v->path_ids, key, (uint32_t)v->npaths++);
	return 0;
}

/* A context's variable part; fields that are not there stay 0. */
struct flex {
	uint64_t function, file, module, offset;
	uint32_t line;
};

static int read_flex(const struct v4 *v, const unsigned char *ctx, uint64_t at,
                     struct flex *f)
{
	size_t words = ctx[0x17], need = 0, used = 0;
	unsigned char p[5 * 8] = { 0 };
	unsigned flags = ctx[0x14];

	*f = (struct flex){ 0 };
	need += flags & 1 ? 1 : 0;
	need += flags & 2 ? 2 : 0;
	need += flags & 4 ? 2 : 0;
	if (words < need)
		return v4_fail(v, "contexts", "one is too small");
	if (v4_get(v, "contexts", at + CONTEXT_SIZE, p, need * 8) != 0)
		return -1;
	if (flags & 1)
		f->function = bytes_u64(p + 8 * used++);
	if (flags & 2) {
		f->file = bytes_u64(p + 8 * used++);
		f->line = bytes_u32(p + 8 * used++);
	}
	if (flags & 4) {
		f->module = bytes_u64(p + 8 * used++);
		f->offset = bytes_u64(p + 8 * used++);
	}
	return 0;
}

static int read_function(struct v4 *v, uint64_t at, struct v4_function *f)
{
	struct strbuf b = STRBUF_INIT;
	unsigned char p[40];
	const char *name;

	if (v4_get(v, "functions", at, p, sizeof(p)) != 0 ||
	    v4_text(v, bytes_u64(p), &name) != 0 ||
	    path_at(v, bytes_u64(p + 8), false, &f->module) != 0 ||
	    path_at(v, bytes_u64(p + 24), true, &f->file) != 0)
		return -1;
	f->line = f->file ? bytes_u32(p + 32) : 0;
	if (name && *name)
		names_plain(name, f->module, &b);
	else if (bytes_u64(p + 8))
		strbuf_addf(&b, "<unknown procedure> 0x%llx",
		            (unsigned long long)bytes_u64(p + 16));
	else
		strbuf_adds(&b, "<unknown procedure>");
	f->name = tree_intern(v->t, b.s);
	strbuf_release(&b);
	return 0;
}

/* A function, read once; offset 0 is an unknown one */
static int function_at(struct v4 *v, uint64_t at, struct v4_function *f)
{
	uint32_t old = ids_get(&v->function_ids, at);

	*f = (struct v4_function){ 0 };
	if (!at)
		return 0;
	if (old != IDS_NONE) {
		*f = v->functions[old];
		return 0;
	}
	if (read_function(v, at, f) != 0)
		return -1;
	v->functions = mem_grow(v->functions, &v->cap_functions,
	                        v->nfunctions + 1, sizeof(*v->functions));
	v->functions[v->nfunctions] = *f;
	ids_add(&v->function_ids, at, (uint32_t)v->nfunctions++);
	return 0;
}

/*
 * Code of a module whose structure was not given to hpcprof: which module it is
 * is known, not which procedure.
 */
static int enter_unknown(struct v4 *v, const struct flex *flex,
                         struct pending *c)
{
	if (flex->module && path_at(v, flex->module, false, &c->module) != 0)
		return -1;
	c->file = NULL;
	c->line = 0;
	c->section = tree_procedure(v->t, c->module, NULL, NULL, 0);
	return 0;
}

/* A function that is called, or whose caller is not known. */
static int enter_function(struct v4 *v, const struct flex *flex,
                          struct pending *c)
{
	struct v4_function f;

	if (!flex->function)
		return enter_unknown(v, flex, c);
	if (function_at(v, flex->function, &f) != 0)
		return -1;
	c->file = f.file;
	c->line = f.line;
	c->module = f.module;
	c->section = tree_procedure(v->t, c->module, f.name, c->file, c->line);
	return 0;
}

/* Inlined code belongs to the procedure that holds it; only lines change. */
static int enter_inlined(struct v4 *v, const struct flex *flex,
                         struct pending *c)
{
	struct v4_function f;

	if (function_at(v, flex->function, &f) != 0)
		return -1;
	c->file = f.file;
	c->line = f.line;
	return 0;
}

/* Set what a context is in the tree: its section, file and line. */
static int enter(struct v4 *v, const unsigned char *ctx, uint64_t at,
                 struct pending *c)
{
	unsigned relation = ctx[0x15], type = ctx[0x16];
	struct flex flex;

	if (read_flex(v, ctx, at, &flex) != 0)
		return -1;
	if (type == TYPE_FUNCTION) {
		if (relation == RELATION_INLINED && c->section != IDS_NONE)
			return enter_inlined(v, &flex, c);
		return enter_function(v, &flex, c);
	}
	/* called, or with no procedure around it */
	if ((relation == RELATION_CALL || c->section == IDS_NONE) &&
	    enter_unknown(v, &flex, c) != 0)
		return -1;
	if (flex.file) {
		if (path_at(v, flex.file, true, &c->file) != 0)
			return -1;
		c->line = flex.line;
	}
	if (type == TYPE_LOOP)
		c->section = tree_loop(v->t, c->section, c->file,
		                       c->file ? c->line : 0, flex.offset);
	return 0;
}

/* Counts of a context outside any procedure are not lost. */
static uint32_t line_of(struct v4 *v, const struct pending *c)
{
	uint32_t section = c->section;

	if (section == IDS_NONE)
		section = tree_procedure(v->t, NULL, NULL, NULL, 0);
	return tree_line(v->t, section, c->file, c->line);
}

static int add_context(struct walk *w, uint32_t id, struct pending *c)
{
	struct v4 *v = w->v;
	uint32_t i = (uint32_t)v->ncontexts;

	if (ids_add(&v->context_ids, id, i) != i)
		return v4_fail(v, "contexts", "two have the same number");
	v->contexts = mem_grow(v->contexts, &v->cap_contexts, v->ncontexts + 1,
	                       sizeof(*v->contexts));
	v->contexts[v->ncontexts++] = (struct v4_context){
		.parent = c->parent,
		.line = line_of(v, c),
	};
	c->parent = i;
	return tree_too_large(v->t, v->err);
}

/* Children that start at an offset come next; size 0: there are none. */
static int push(struct walk *w, const unsigned char *p, struct pending c)
{
	uint64_t size = bytes_u64(p), at = bytes_u64(p + 8);

	if (!size)
		return 0;
	if (!bytes_hold(&w->v->meta, at, size, 1))
		return v4_fail(w->v, "contexts", "children outside the file");
	c.at = at;
	c.end = at + size;
	w->stack = mem_grow(w->stack, &w->cap, w->n + 1, sizeof(*w->stack));
	w->stack[w->n++] = c;
	return 0;
}

/* The next child of the innermost open context. */
static int step(struct walk *w)
{
	struct pending *top = &w->stack[w->n - 1];
	struct pending c = *top;
	unsigned char ctx[CONTEXT_SIZE];

	if (top->end - top->at < CONTEXT_SIZE)
		return v4_fail(w->v, "contexts", "one is cut off");
	if (v4_get(w->v, "contexts", top->at, ctx, sizeof(ctx)) != 0)
		return -1;
	top->at += CONTEXT_SIZE + 8 * (uint64_t)ctx[0x17];
	if (top->at > top->end)
		return v4_fail(w->v, "contexts", "one is cut off");
	if (++w->visited > w->limit)
		return v4_fail(w->v, "contexts", "they form a circle");
	if (enter(w->v, ctx, c.at, &c) != 0 ||
	    add_context(w, bytes_u32(ctx + 0x10), &c) != 0)
		return -1;
	return push(w, ctx, c);
}

static int walk_contexts(struct walk *w)
{
	while (w->n) {
		const struct pending *top = &w->stack[w->n - 1];

		if (top->at == top->end)
			w->n--;
		else if (step(w) != 0)
			return -1;
	}
	return 0;
}

/* Code that was reached from an entry point without a known procedure. */
static int read_entry(struct walk *w, uint64_t at)
{
	struct pending c = { .parent = IDS_NONE, .section = IDS_NONE };
	struct v4 *v = w->v;
	const char *name;
	unsigned char p[32];

	if (v4_get(v, "entry points", at, p, sizeof(p)) != 0 ||
	    v4_text(v, bytes_u64(p + 0x18), &name) != 0)
		return -1;
	if (add_context(w, bytes_u32(p + 0x10), &c) != 0)
		return -1;
	return push(w, p, c) != 0 ? -1 : walk_contexts(w);
}

static int read_contexts(struct v4 *v, uint64_t at, uint64_t size)
{
	struct walk w = { .v = v, .limit = size / CONTEXT_SIZE };
	unsigned char p[0x0b];
	uint64_t entry;
	int rc = -1;

	if (v4_get(v, "contexts", at, p, sizeof(p)) != 0)
		return -1;
	entry = bytes_u64(p);
	if (p[0x0a] < 32)
		return v4_fail(v, "entry points", "a structure is too small");
	for (unsigned i = 0; i < bytes_u16(p + 8); i++, entry += p[0x0a]) {
		if (read_entry(&w, entry) != 0)
			goto out;
	}
	rc = 0;
out:
	free(w.stack);
	return rc;
}

static int read_meta(struct v4 *v)
{
	struct v4_part s[NSECTIONS] = { 0 };

	if (v4_header(v, &v->meta, "meta", "_meta.db", s, NSECTIONS) != 0 ||
	    read_general(v, s[GENERAL].at) != 0 ||
	    read_id_names(v, s[ID_NAMES].at) != 0 ||
	    v4_read_metrics(v, s[METRICS].at) != 0)
		return -1;
	if (v->nmetrics == 0)
		return 0;
	return read_contexts(v, s[CONTEXT].at, s[CONTEXT].size);
}

int v4_read(struct tree *t, const struct bytes *meta,
            const struct bytes *profile, struct err *err)
{
	struct v4 v = {
		.t = t, .err = err, .meta = *meta, .profile = *profile
	};
	int rc = -1;

	t->version = "4.0";
	if (read_meta(&v) != 0)
		err_prefix(err, "meta.db");
	else if (v4_read_profiles(&v) != 0)
		err_prefix(err, "profile.db");
	else
		rc = 0;
	free(v.metrics);
	free(v.contexts);
	free(v.texts);
	free(v.paths);
	free(v.functions);
	ids_release(&v.path_ids);
	ids_release(&v.function_ids);
	ids_release(&v.thread_ids);
	ids_release(&v.sum_ids);
	ids_release(&v.context_ids);
	ids_release(&v.strings);
	return rc;
}
