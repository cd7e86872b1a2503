#include "datadir.h"

#include <limits.h>
#include <unistd.h>

#include "banned.h"
#include "err.h"
#include "io.h"
#include "strbuf.h"

#ifndef PERFEXPERT_DATADIR
#define PERFEXPERT_DATADIR "/usr/local/share/perfexpert"
#endif

#ifndef PERFEXPERT_DOCDIR
#define PERFEXPERT_DOCDIR "/usr/local/share/doc/perfexpert"
#endif

/* dir/middle/relative, if it exists */
static bool try(struct strbuf *out, const char *dir, const char *middle,
                const char *relative)
{
	strbuf_clear(out);
	strbuf_adds(out, dir);
	strbuf_adds(out, middle);
	strbuf_addc(out, '/');
	strbuf_adds(out, relative);
	return access(out->s, R_OK) == 0;
}

/* the folder of the running executable */
static bool exe_dir(char dir[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", dir, PATH_MAX - 1);
	char *slash;

	if (n <= 0)
		return false;
	dir[n] = '\0';
	slash = strrchr(dir, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

/* The first of n folders, each from the program's own, that holds relative */
static bool from_program(struct strbuf *out, const char *const *folders,
                         size_t n, const char *relative)
{
	char dir[PATH_MAX];

	if (!exe_dir(dir))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (try(out, dir, folders[i], relative))
			return true;
	}
	return false;
}

int datadir_find(const char *relative, struct strbuf *out, struct err *err)
{
	/* build/, build/VARIANT/ and build/VARIANT/tests/ are below the tree */
	static const char *const above[] = { "/../share/perfexpert", "/..",
		                             "/../..", "/../../.." };
	const char *env = getenv("PERFEXPERT_DATA");

	if (env && *env && try(out, env, "", relative))
		return 0;
	if (from_program(out, above, sizeof(above) / sizeof(*above), relative))
		return 0;
	if (try(out, PERFEXPERT_DATADIR, "", relative))
		return 0;
	return err_set(err, ERR_SYSTEM,
	               "'%s' is missing from the installation; set "
	               "PERFEXPERT_DATA to the folder that holds it",
	               relative);
}

void datadir_pages(struct strbuf *out)
{
	static const char *const places[] = { "/../share/doc/perfexpert/html",
		                              "/web", "/../web" };
	const char *page = PERFEXPERT_DOCDIR "/html/index.html";
	char whole[PATH_MAX];

	if (from_program(out, places, sizeof(places) / sizeof(*places),
	                 "index.html") &&
	    realpath(out->s, whole))
		page = whole;
	strbuf_clear(out);
	strbuf_adds(out, page);
}

int datadir_helper(const char *relative, struct strbuf *out, struct err *err)
{
	static const char *const beside[] = { "", "/../libexec/perfexpert",
		                              "/.." };
	const char *env = getenv("PERFEXPERT_LIBEXEC");

	if (env && *env && try(out, env, "", relative))
		return 0;
	if (from_program(out, beside, sizeof(beside) / sizeof(*beside),
	                 relative))
		return 0;
	return err_set(err, ERR_SYSTEM,
	               "'%s' is missing from the installation; set "
	               "PERFEXPERT_LIBEXEC to the folder that holds it",
	               relative);
}
