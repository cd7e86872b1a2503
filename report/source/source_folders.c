#include "source_folders.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"

/* Of a measurement; each binary's units may name another folder. */
enum { MOST_BINARIES = 64, MOST_UNITS = 100000, MOST_FOLDERS = 1024 };

struct folder {
	char *path; /* resolved, without a slash at the end but for "/" */
	bool named; /* by the user */
};

struct source_folders {
	struct folder *v;
	size_t n, cap;
	struct map *binaries; /* path -> not used */
	size_t nread;         /* of binaries: their folders are known */
};

static bool below(const char *path, const char *folder)
{
	const size_t n = strlen(folder);

	if (strcmp(folder, "/") == 0)
		return true;
	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

/* Takes path over. */
static void add(struct source_folders *f, char *path, bool named)
{
	for (size_t i = 0; i < f->n; i++) {
		if (strcmp(f->v[i].path, path) == 0) {
			f->v[i].named |= named;
			free(path);
			return;
		}
	}
	f->v = mem_grow(f->v, &f->cap, f->n + 1, sizeof(*f->v));
	f->v[f->n++] = (struct folder){ path, named };
}

struct source_folders *source_folders_new(void)
{
	struct source_folders *f = mem_alloc(1, sizeof(*f));
	char *here = realpath(".", NULL);

	f->binaries = map_new();
	if (here && strcmp(here, "/") != 0)
		add(f, here, false);
	else
		free(here);
	return f;
}

void source_folders_free(struct source_folders *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->n; i++)
		free(f->v[i].path);
	free(f->v);
	map_free(f->binaries);
	free(f);
}

void source_folders_add(struct source_folders *f, const char *path)
{
	char *real = realpath(path, NULL);

	if (real)
		add(f, real, true);
}

void source_folders_binary(struct source_folders *f, const char *path)
{
	if (path && *path == '/' && strncmp(path, "/proc/", 6) != 0 &&
	    map_size(f->binaries) < MOST_BINARIES)
		map_put(f->binaries, path, f);
}

static bool same_or_below(const char *path, const char *folder)
{
	return strcmp(path, folder) == 0 || below(path, folder);
}

/* Is it the user's home, or does it hold that? */
static bool holds_home(const char *folder)
{
	const char *home = getenv("HOME");
	char *real_home = home && *home ? realpath(home, NULL) : NULL;
	const bool holds = strcmp(folder, "/") == 0 ||
	                   (real_home && same_or_below(real_home, folder));

	free(real_home);
	return holds;
}

/* Would it open the user's other work, too? */
static bool too_wide(const char *folder)
{
	char *here = realpath(".", NULL);
	const bool wide = holds_home(folder) || (here && below(here, folder));

	free(here);
	return wide;
}

/* Does the user's own folder hold what only the top of a project has? */
static bool is_project(const char *folder)
{
	static const char *const marks[] = { ".git", ".hg", "CMakeLists.txt",
		                             "meson.build" };
	struct stat st;
	bool any = false;
	struct strbuf b = STRBUF_INIT;

	if (stat(folder, &st) != 0 || st.st_uid != geteuid())
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks) && !any; i++) {
		strbuf_clear(&b);
		io_join(&b, folder, marks[i]);
		any = lstat(b.s, &st) == 0 && st.st_uid == geteuid();
	}
	strbuf_release(&b);
	return any;
}

/* The nearest project that a binary lies in, unless we work in that: its
 * sources may lie beside the folder of the build. */
static void add_project(struct source_folders *f, const char *tree)
{
	char *folder = mem_strdup(tree), *slash;

	while (!holds_home(folder) && !is_project(folder)) {
		slash = strrchr(folder, '/');
		slash[slash == folder] = '\0';
	}
	if (!too_wide(folder) && f->n < MOST_FOLDERS)
		add(f, folder, false);
	else
		free(folder);
}

/*
 * A folder of a binary's debug information, which may be a stranger's: only one
 * of the tree in which the binary lies. A relative one (made so for
 * reproducible builds) begins where the binary lies, and may not leave that.
 * True: it is of that tree.
 */
static bool add_compiled(struct source_folders *f, const char *dir,
                         const char *tree)
{
	struct strbuf path = STRBUF_INIT;
	char *real;
	bool own;

	if (*dir != '/')
		io_join(&path, tree, dir);
	else
		strbuf_adds(&path, dir);
	real = realpath(path.s, NULL);
	own = real &&
	      (same_or_below(real, tree) || (*dir == '/' && below(tree, real)));
	if (own && !too_wide(real) && f->n < MOST_FOLDERS)
		add(f, real, false);
	else
		free(real);
	strbuf_release(&path);
	return own;
}

static void read_units(struct source_folders *f, Dwarf *dwarf, const char *tree)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	const char *last = "";
	bool own = false;

	for (size_t n = 0; n < MOST_UNITS; n++) {
		Dwarf_Attribute attr;
		const char *dir;

		if (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &die, NULL) !=
		    0)
			break;
		dir = dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attr));
		/* none recorded: where the binary lies */
		if (!dir)
			dir = ".";
		if (strcmp(dir, last) == 0)
			continue;
		last = dir;
		own |= add_compiled(f, dir, tree);
	}
	if (own)
		add_project(f, tree);
}

static void read_binary(struct source_folders *f, const char *path)
{
	char *tree = realpath(path, NULL), *slash;
	Dwarf *dwarf;
	int fd;

	if (!tree)
		return;
	slash = strrchr(tree, '/');
	slash[slash == tree] = '\0';
	fd = io_open(path, IO_FILE);
	if (fd >= 0) {
		dwarf = dwarf_begin(fd, DWARF_C_READ);
		if (dwarf)
			read_units(f, dwarf, tree);
		dwarf_end(dwarf);
		close(fd);
	}
	free(tree);
}

/* path if it is there and in one of the folders from the first on; freed when
 * it is not */
static char *accept(const struct source_folders *f, size_t first, char *path)
{
	for (size_t i = first; path && i < f->n; i++) {
		if (below(path, f->v[i].path))
			return path;
	}
	free(path);
	return NULL;
}

/* A path's end below one folder, links followed; NULL: not there */
static char *find_below(const struct folder *in, const char *end,
                        struct strbuf *b)
{
	char *found;

	strbuf_clear(b);
	io_join(b, in->path, end);
	found = realpath(b->s, NULL);
	if (found && !below(found, in->path)) {
		free(found);
		return NULL;
	}
	return found;
}

/* Below the folder of the user's that holds the longest end of path */
static char *find_end(const struct source_folders *f, const char *path)
{
	struct strbuf b = STRBUF_INIT;
	char *found = NULL;

	for (const char *end = path; end && !found; end = strchr(end, '/')) {
		end += strspn(end, "/");
		for (size_t i = 0; i < f->n && *end && !found; i++) {
			if (f->v[i].named)
				found = find_below(&f->v[i], end, &b);
		}
	}
	strbuf_release(&b);
	return found;
}

/* A relative path as the compiler knew it, or beside a binary */
static char *find_relative(const struct source_folders *f, const char *path)
{
	struct strbuf b = STRBUF_INIT;
	char *found = NULL;

	for (size_t i = 0; i < f->n && !found; i++) {
		strbuf_clear(&b);
		io_join(&b, f->v[i].path, path);
		found = accept(f, 0, realpath(b.s, NULL));
	}
	for (size_t i = 0; i < map_size(f->binaries) && !found; i++) {
		const char *binary = map_key(f->binaries, i);

		strbuf_clear(&b);
		strbuf_add(&b, binary, (size_t)(io_basename(binary) - binary));
		strbuf_adds(&b, path);
		found = accept(f, 0, realpath(b.s, NULL));
	}
	strbuf_release(&b);
	return found;
}

char *source_folders_find(struct source_folders *f, const char *path,
                          const char **problem)
{
	const size_t known = f->n;
	char *real = realpath(path, NULL), *found;
	const bool there = real;

	*problem = errno == ENOENT || errno == ENOTDIR
	                   ? "it is not on this machine"
	                   : "it can't be read";
	if (there)
		*problem = "it lies outside of the folders whose source may be "
			   "shown: add its folder with --source-dir";
	found = accept(f, 0, real ? mem_strdup(real) : NULL);
	if (!found && !there)
		found = find_end(f, path);
	while (!found && f->nread < map_size(f->binaries))
		read_binary(f, map_key(f->binaries, f->nread++));
	if (!found && there)
		found = accept(f, known, mem_strdup(real));
	if (!found && !there && *path != '/')
		found = find_relative(f, path);
	free(real);
	return found;
}
