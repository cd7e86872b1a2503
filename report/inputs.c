#include "inputs.h"

#include <sys/stat.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "profile/profile.h"

/* A file of that name in another folder is looked at, others can't be it. */
static int spare(const char *path, const char *input, struct err *err)
{
	if (!input || strcmp(io_basename(path), io_basename(input)) != 0)
		return 0;
	return output_distinct(path, &input, 1, err);
}

static int spare_sources(const char *path, const struct profile_section *s,
                         struct err *err)
{
	if (spare(path, s->file, err) != 0)
		return -1;
	for (size_t i = 0; i < s->nlines; i++) {
		if (spare(path, s->lines[i].file, err) != 0)
			return -1;
	}
	for (s = s->child; s; s = s->next) {
		if (spare_sources(path, s, err) != 0)
			return -1;
	}
	return 0;
}

/* A database is a folder; only what is read in it counts. */
static int spare_database(const char *path, const char *folder, struct err *err)
{
	static const char *const names[] = { "experiment.xml", "meta.db",
		                             "profile.db", "cct.db" };
	struct strbuf b = STRBUF_INIT;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < sizeof(names) / sizeof(*names); i++) {
		const char *file;

		strbuf_clear(&b);
		io_join(&b, folder, names[i]);
		file = b.s;
		rc = output_distinct(path, &file, 1, err);
	}
	strbuf_release(&b);
	return rc;
}

int inputs_spare(const char *path, const struct assessment *a, struct err *err)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return 0;
	for (size_t i = 0; i < a->n; i++) {
		const struct assess_input *in = &a->in[i];
		const char *const files[] = { in->file,
			                      machine_file(in->machine) };

		if (output_distinct(path, files, 2, err) != 0 ||
		    spare_database(path, in->file, err) != 0 ||
		    spare_sources(path, in->profile->root, err) != 0)
			return -1;
	}
	return 0;
}
