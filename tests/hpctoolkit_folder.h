/*
 * hpctoolkit_folder.h - databases of HPCToolkit in a folder that is made for a
 * test and removed after it
 */
#ifndef PERFEXPERT_TESTS_HPCTOOLKIT_FOLDER_H
#define PERFEXPERT_TESTS_HPCTOOLKIT_FOLDER_H

#include "check.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "profile/profile.h"
#include "tests/experiment_writer.h"
#include "tests/v4_writer.h"

static char folder[PATH_MAX];
static struct strbuf path; /* of the file written last */

static inline void make_folder(void)
{
	strbuf_init(&path);
	scratch_name(folder, "check_hpctoolkit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void remove_folder(void)
{
	struct err err = { 0 };

	strbuf_release(&path);
	ck_assert_int_eq(io_remove_tree(folder, &err), 0);
	memset(folder + sizeof(folder) - 7, 'X', 6);
}

/* folder/dir is made, and left in path */
static inline void make_database(const char *dir)
{
	strbuf_clear(&path);
	io_join(&path, folder, dir);
	mkdir(path.s, 0700);
}

/* folder/dir/name holds data; path is left at folder/dir */
static inline void write_file(const char *dir, const char *name,
                              const struct strbuf *data)
{
	FILE *f;

	make_database(dir);
	strbuf_addf(&path, "/%s", name);
	f = fopen(path.s, "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(data->s, 1, data->len, f), data->len);
	ck_assert_int_eq(fclose(f), 0);
	make_database(dir);
}

static inline void write_v4(const char *dir, const struct v4_database *d)
{
	struct strbuf b = STRBUF_INIT;

	v4_write_meta(&b, d);
	write_file(dir, "meta.db", &b);
	v4_write_profile(&b, d);
	write_file(dir, "profile.db", &b);
	strbuf_release(&b);
}

static const struct experiment_style raw = { "2.2", false, true, 0, 5 };

static inline void write_xml(const char *dir, const struct v4_database *d,
                             const struct experiment_style *style)
{
	struct strbuf b = STRBUF_INIT;

	experiment_write(&b, d, style, NULL);
	write_file(dir, "experiment.xml", &b);
	strbuf_release(&b);
}

/* The first section of that kind that has the line. */
static inline const struct profile_section *
section(const struct profile *p, enum profile_kind kind, unsigned line)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->kind == kind && s->line == line)
			return s;
	}
	ck_abort_msg("no section at line %u", line);
	return NULL;
}

#endif
