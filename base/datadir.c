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

int datadir_find(const char *relative, struct strbuf *out, struct err *err)
{
	/* build/, build/VARIANT/ and build/VARIANT/tests/ are below the tree */
	static const char *const above[] = { "/../share/perfexpert", "/..",
		                             "/../..", "/../../.." };
	const char *env = getenv("PERFEXPERT_DATA");
	char dir[PATH_MAX];

	if (env && *env && try(out, env, "", relative))
		return 0;
	if (exe_dir(dir)) {
		for (size_t i = 0; i < sizeof(above) / sizeof(*above); i++) {
			if (try(out, dir, above[i], relative))
				return 0;
		}
	}
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
	char dir[PATH_MAX], whole[PATH_MAX];

	if (exe_dir(dir)) {
		for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
			if (try(out, dir, places[i], "index.html") &&
			    realpath(out->s, whole)) {
				strbuf_clear(out);
				strbuf_adds(out, whole);
				return;
			}
		}
	}
	strbuf_clear(out);
	strbuf_adds(out, PERFEXPERT_DOCDIR "/html/index.html");
}

int datadir_helper(const char *relative, struct strbuf *out, struct err *err)
{
	static const char *const beside[] = { "", "/../libexec/perfexpert",
		                              "/.." };
	const char *env = getenv("PERFEXPERT_LIBEXEC");
	char dir[PATH_MAX];

	if (env && *env && try(out, env, "", relative))
		return 0;
	if (exe_dir(dir)) {
		for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
			if (try(out, dir, beside[i], relative))
				return 0;
		}
	}
	return err_set(err, ERR_SYSTEM,
	               "'%s' is missing from the installation; set "
	               "PERFEXPERT_LIBEXEC to the folder that holds it",
	               relative);
}
