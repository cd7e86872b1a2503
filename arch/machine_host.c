/* Which machine file fits this processor: rules of the files over cpuinfo. */
#include "machine.h"

#include <math.h>
#include <sys/utsname.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "machine_private.h"

enum { CPUINFO_LIMIT = 64 << 20 }; /* a thousand processors write a lot */

/* what /proc/cpuinfo says of the first processor; absent is "" or NAN */
struct host {
	char vendor[64], model_name[128], cpu[128];
	double family, model, stepping, implementer, part, l2_bytes;
	char isa[sizeof(((struct utsname *)0)->machine)];
	const char *flags; /* the line, in text */
	struct strbuf text;
};

static int read_rule(struct host_rule *h, const struct lua_table *t)
{
	static const char *const keys[] = {
		"model_range", "vendor",      "cpu",   "family",   "model",
		"stepping",    "part",        "flags", "l2_bytes", "weak",
		"note",        "implementer", NULL
	};

	if (table_only(t, keys) != 0 ||
	    table_string(t, "vendor", &h->vendor) != 0 ||
	    table_string(t, "cpu", &h->cpu_prefix) != 0 ||
	    table_number(t, "family", &h->family) != 0 ||
	    table_number(t, "implementer", &h->implementer) != 0 ||
	    table_number(t, "part", &h->part) != 0 ||
	    table_number(t, "l2_bytes", &h->l2_bytes) != 0 ||
	    table_number(t, "weak", &h->weak) != 0 ||
	    table_numbers(t, "model", &h->models, &h->nmodels) != 0 ||
	    table_numbers(t, "model_range", &h->ranges, &h->nranges) != 0 ||
	    table_numbers(t, "stepping", &h->steppings, &h->nsteppings) != 0 ||
	    table_strings(t, "flags", &h->flags, &h->nflags) != 0 ||
	    table_string(t, "note", &h->note) != 0)
		return -1;
	if (isnan(h->weak))
		h->weak = 0;
	if (h->nranges % 2 != 0)
		return table_fail(t, "model_range", "wants { from, to, ... }");
	if (h->nsteppings != 0 && h->nsteppings != 2)
		return table_fail(t, "stepping", "wants { from, to }");
	if (!h->vendor && !h->cpu_prefix && isnan(h->implementer))
		return table_fail(t, NULL,
		                  "wants a vendor, an implementer or a cpu");
	return 0;
}

int machine_read_host(struct machine *m, const struct lua_table *root)
{
	struct lua_table list, t;

	if (table_sub(root, "host", &list) != 0)
		return -1;
	m->nrules = table_length(&list);
	m->rules = arena_alloc(m->a, m->nrules + 1, sizeof(*m->rules));
	for (size_t i = 0; i < m->nrules; i++) {
		if (table_at(&list, i, &t) != 0 ||
		    read_rule(&m->rules[i], &t) != 0)
			return -1;
	}
	return 0;
}

/* decimal or 0x... into *value, once */
static void set_number(double *value, const char *text)
{
	uint64_t number;

	if (isnan(*value) && num_u64(text, &number))
		*value = (double)number;
}

static void set_text(char *out, size_t size, const char *text)
{
	if (!*out)
		snprintf(out, size, "%s", text);
}

/* one line "key : value" of the first processor */
static void take_line(struct host *h, const char *key, const char *value)
{
	if (strcmp(key, "vendor_id") == 0)
		set_text(h->vendor, sizeof(h->vendor), value);
	else if (strcmp(key, "model name") == 0)
		set_text(h->model_name, sizeof(h->model_name), value);
	else if (strcmp(key, "cpu") == 0)
		set_text(h->cpu, sizeof(h->cpu), value);
	else if (strcmp(key, "cpu family") == 0)
		set_number(&h->family, value);
	else if (strcmp(key, "model") == 0)
		set_number(&h->model, value);
	else if (strcmp(key, "stepping") == 0)
		set_number(&h->stepping, value);
	else if (strcmp(key, "CPU implementer") == 0)
		set_number(&h->implementer, value);
	else if (strcmp(key, "CPU part") == 0)
		set_number(&h->part, value);
	else if (strcmp(key, "flags") == 0 || strcmp(key, "Features") == 0)
		h->flags = h->flags ? h->flags : value;
}

/* cut text into lines and these at the colon; it is changed */
static void parse_cpuinfo(struct host *h)
{
	char *next;

	for (char *line = h->text.s; line && *line; line = next) {
		char *colon, *end;

		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		colon = strchr(line, ':');
		if (!colon)
			continue;
		for (end = colon; end > line && strchr(" \t", end[-1]); end--)
			;
		*end = '\0';
		colon += 1 + strspn(colon + 1, " \t");
		take_line(h, line, colon);
	}
}

/* "1024K" or "2M" of a file in sysfs, in bytes */
static double sysfs_size(const char *path)
{
	struct strbuf b = STRBUF_INIT;
	struct err none = { 0 };
	double size = NAN;
	char unit = '\0';

	if (io_read_file(path, 4096, &b, &none) == 0) {
		size_t n = strspn(b.s, "0123456789");

		unit = b.s[n];
		b.s[n] = '\0';
		if (num_count(b.s, &size))
			size *= unit == 'K' ? 1024 : unit == 'M' ? 1 << 20 : 1;
		else
			size = NAN;
	}
	strbuf_release(&b);
	return size;
}

static void set_isa(struct host *h, bool this_host)
{
	struct utsname u;

	if (this_host && uname(&u) == 0)
		set_text(h->isa, sizeof(h->isa), u.machine);
	else if (*h->vendor)
		set_text(h->isa, sizeof(h->isa), "x86_64");
	else if (!isnan(h->implementer))
		set_text(h->isa, sizeof(h->isa), "aarch64");
	else if (strncmp(h->cpu, "POWER", 5) == 0 ||
	         strncmp(h->cpu, "Power", 5) == 0)
		set_text(h->isa, sizeof(h->isa), "ppc64le");
}

static int read_host(struct host *h, const char *cpuinfo_path, struct err *err)
{
	const char *path = cpuinfo_path ? cpuinfo_path : "/proc/cpuinfo";

	*h = (struct host){ .family = NAN,
		            .model = NAN,
		            .stepping = NAN,
		            .implementer = NAN,
		            .part = NAN,
		            .l2_bytes = NAN };
	strbuf_init(&h->text);
	if (io_read_file(path, CPUINFO_LIMIT, &h->text, err) != 0)
		return -1;
	parse_cpuinfo(h);
	if (!cpuinfo_path)
		h->l2_bytes = sysfs_size("/sys/devices/system/cpu/cpu0/cache/"
		                         "index2/size");
	set_isa(h, !cpuinfo_path);
	return 0;
}

static bool has_flag(const struct host *h, const char *flag)
{
	size_t n = strlen(flag);

	for (const char *p = h->flags; p && *p;) {
		size_t len = strcspn(p, " ");

		if (len == n && memcmp(p, flag, n) == 0)
			return true;
		p += len + strspn(p + len, " ");
	}
	return false;
}

static bool is_or_any(double wanted, double is)
{
	return isnan(wanted) || wanted == is;
}

static bool has_model(const struct host_rule *r, double model)
{
	for (size_t i = 0; i < r->nmodels; i++) {
		if (r->models[i] == model)
			return true;
	}
	for (size_t i = 0; i + 1 < r->nranges; i += 2) {
		if (model >= r->ranges[i] && model <= r->ranges[i + 1])
			return true;
	}
	return r->nmodels + r->nranges == 0;
}

static bool rule_fits(const struct host_rule *r, const struct host *h)
{
	if (r->vendor && strcmp(r->vendor, h->vendor) != 0)
		return false;
	/* "POWER9 (raw)", "POWER9, altivec": a whole word */
	if (r->cpu_prefix) {
		size_t n = strlen(r->cpu_prefix);

		if (strncmp(r->cpu_prefix, h->cpu, n) != 0 ||
		    (h->cpu[n] && !strchr(" ,(+", h->cpu[n])))
			return false;
	}
	if (!is_or_any(r->family, h->family) ||
	    !is_or_any(r->implementer, h->implementer) ||
	    !is_or_any(r->part, h->part) ||
	    !is_or_any(r->l2_bytes, h->l2_bytes) || !has_model(r, h->model))
		return false;
	if (r->nsteppings == 2 &&
	    !(h->stepping >= r->steppings[0] && h->stepping <= r->steppings[1]))
		return false;
	for (size_t i = 0; i < r->nflags; i++) {
		if (!has_flag(h, r->flags[i]))
			return false;
	}
	return true;
}

/* how well a rule fits: conditions count, guesses stay below exact ones */
static double score_of(const struct host_rule *r, const struct host *h)
{
	if (!rule_fits(r, h))
		return 0;
	if (r->weak > 0)
		return r->weak / 1000;
	return 1 + !isnan(r->l2_bytes) + (r->nmodels + r->nranges > 0) +
	       (r->nsteppings > 0) + (r->nflags > 0);
}

static const struct host_rule *best_rule(const struct machine *m,
                                         const struct host *h, double *score)
{
	const struct host_rule *best = NULL;

	for (size_t i = 0; i < m->nrules; i++) {
		double s = score_of(&m->rules[i], h);

		if (s > *score) {
			*score = s;
			best = &m->rules[i];
		}
	}
	return best;
}

static void describe(const struct host *h, struct strbuf *out)
{
	if (*h->model_name)
		strbuf_addf(out, "'%s' ", h->model_name);
	if (*h->vendor)
		strbuf_addf(out, "(%s family %g model %g stepping %g)",
		            h->vendor, h->family, h->model, h->stepping);
	else if (!isnan(h->implementer))
		strbuf_addf(out, "(implementer 0x%x part 0x%x)",
		            (unsigned)h->implementer,
		            isnan(h->part) ? 0 : (unsigned)h->part);
	else
		strbuf_addf(out, "(%s)", *h->cpu ? h->cpu : "no name");
}

static void set_note(struct machine *m, const struct host *h, const char *why)
{
	struct strbuf note = STRBUF_INIT;

	strbuf_adds(&note, "this processor ");
	describe(h, &note);
	strbuf_addf(&note, " %s", why);
	m->note = arena_strdup(m->a, note.s);
	strbuf_release(&note);
}

/*
 * The rule that fits best among those of all files, and its file's name; NULL
 * when none does. The rules live in scratch. A file that does not read is an
 * error.
 */
static int find_best(const struct host *h, struct machine *scratch,
                     const char **name, const struct host_rule **rule,
                     struct err *err)
{
	struct lua_file r = { .a = scratch->a, .err = err };
	double score = 0;
	char **names;
	size_t n;
	int rc = machine_names(&names, &n, err);

	*name = NULL;
	if (rc == 0)
		rc = table_open(&r);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		const struct host_rule *better;
		struct lua_table root;

		r.file = machine_arch_path(scratch, names[i], err);
		if (!r.file || table_load(&r, &root) != 0 ||
		    machine_read_host(scratch, &root) != 0) {
			rc = -1;
			break;
		}
		better = best_rule(scratch, h, &score);
		if (better) {
			*rule = better;
			*name = arena_strdup(scratch->a, names[i]);
		}
	}
	sandbox_free(r.sb);
	machine_list_free(names, NULL, n);
	return rc;
}

/* isa may be one for which there is no file: then the x86 one, with a note */
static int load_generic(struct machine **m, const struct host *h,
                        struct err *err)
{
	struct err none = { 0 };
	char name[sizeof(h->isa) + sizeof("generic_")];

	snprintf(name, sizeof(name), "generic_%s", h->isa);
	if (machine_load(m, name, &none) == 0) {
		set_note(*m, h, "is not known: generic parameters are used");
		return 0;
	}
	if (machine_load(m, "generic_x86_64", err) != 0)
		return -1;
	set_note(*m, h,
	         "has an unknown architecture: the generic parameters of "
	         "another one are used");
	return 0;
}

int machine_host(struct machine **out, const char *cpuinfo_path,
                 struct err *err)
{
	struct machine *scratch = machine_new();
	const struct host_rule *rule = NULL;
	const char *name;
	struct host h;
	int rc = -1;

	*out = NULL;
	if (read_host(&h, cpuinfo_path, err) != 0 ||
	    find_best(&h, scratch, &name, &rule, err) != 0)
		goto out;
	if (!name) {
		rc = load_generic(out, &h, err);
		goto out;
	}
	rc = machine_load(out, name, err);
	if (rc == 0 && rule->note)
		set_note(*out, &h, rule->note);
out:
	machine_free(scratch);
	strbuf_release(&h.text);
	return rc;
}
