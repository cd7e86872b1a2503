#include "open.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "profile/hpctoolkit/hpctoolkit.h"
#include "profile/profile.h"
#include "profile/xml.h"

static struct profile *
open_hpctoolkit(const char *path, const struct profile_read_options *options,
                struct err *err)
{
	struct hpctoolkit_options h = { 0 };

	if (options) {
		h.min_fraction = options->min_fraction;
		h.no_details = options->no_details;
	}
	return profile_merge_hpctoolkit(&path, 1, &h, err);
}

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
	if (profile_is_hpctoolkit(path)) {
		p = open_hpctoolkit(path, options, err);
	} else if (S_ISDIR(st.st_mode)) {
		err_set(err, ERR_FORMAT,
		        "%s: a folder without meta.db and experiment.xml is no "
		        "database of HPCToolkit",
		        path);
	} else {
		p = profile_read_xml(path, options, err);
		if (!p)
			err_prefix(err, "%s", path);
	}
	if (p && !p->path)
		p->path = arena_strdup(p->arena, path);
	return p;
}
