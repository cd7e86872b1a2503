#include "cache.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "banned.h"
#include "err.h"
#include "strbuf.h"

/* Make a folder and those above it, as far as they are missing. */
static int make_folders(char *path, struct err *err)
{
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		return err_system(err, "%s", path);
	return 0;
}

int cache_folder(struct strbuf *path, struct err *err)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	/* the specification: a relative path is to be ignored */
	if (xdg && xdg[0] == '/')
		strbuf_adds(path, xdg);
	else if (home && home[0] == '/')
		strbuf_addf(path, "%s/.cache", home);
	else
		return err_set(err, ERR_UNSUPPORTED,
		               "neither XDG_CACHE_HOME nor HOME is set");
	strbuf_adds(path, "/perfexpert");
	return make_folders(path->s, err);
}
