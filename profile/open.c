#include "open.h"

#include <sys/stat.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "profile/profile.h"
#include "profile/xml.h"

struct profile *profile_open(const char *path,
                             const struct profile_read_options *options,
                             struct err *err)
{
	struct profile *p = NULL;
	struct stat st;

	if (stat(path, &st) != 0) {
		err_system(err, "can't open '%s'", path);
		return NULL;
	}
	if (S_ISDIR(st.st_mode)) {
		err_set(err, ERR_FORMAT,
		        "%s: a folder without meta.db and experiment.xml is no "
		        "database of HPCToolkit",
		        path);
		return NULL;
	}
	p = profile_read_xml(path, options, err);
	if (!p)
		err_prefix(err, "%s", path);
	else if (!p->path)
		p->path = arena_strdup(p->arena, path);
	return p;
}
