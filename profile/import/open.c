#include "open.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "hpctoolkit.h"
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

static struct profile *open_any(const char *path, const char *name,
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
		        "%s: a folder without meta.db and experiment.xml is "
		        "not a database of HPCToolkit",
		        path);
	} else {
		p = profile_read_xml(path, options, err);
		if (!p)
			err_prefix(err, "%s", name);
	}
	return p;
}

struct profile *profile_open(const char *path,
                             const struct profile_read_options *options,
                             struct err *err)
{
	struct profile *p;
	int kept;
	char *name = io_rereadable(path, &kept, err);

	if (!name)
		return NULL;
	p = open_any(name, path, options, err);
	if (p && (!p->path || kept >= 0))
		p->path = arena_strdup(p->arena, path);
	if (kept >= 0)
		close(kept);
	free(name);
	return p;
}
