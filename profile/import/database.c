/* database.c - which reader takes which file, and several as one profile */
#include "hpctoolkit.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "bytes.h"
#include "experiment.h"
#include "profile/gz.h"
#include "profile/profile.h"
#include "xml_bytes.h"
#include "tree.h"
#include "v4.h"

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Does dir hold name? Its path is left in b. */
static bool holds(struct strbuf *b, const char *dir, const char *name)
{
	strbuf_clear(b);
	io_join(b, dir, name);
	return access(b->s, F_OK) == 0;
}

/* The first bytes of a file, through gzip if need be. */
static size_t peek(const char *path, char *buf, size_t size)
{
	struct err ignored = { 0 };
	struct gz *gz = gz_open(path, &ignored);
	size_t n = 0;
	int got = 0;

	do {
		n += (size_t)got;
		got = gz ? gz_read(gz, buf + n, (int)(size - 1 - n)) : 0;
	} while (got > 0);
	gz_close(gz);
	buf[n] = '\0';
	return n;
}

static bool is_experiment(const char *path)
{
	char head[4096];

	peek(path, head, sizeof(head));
	return strstr(head, "<HPCToolkitExperiment") ||
	       strstr(head, "<!DOCTYPE HPCToolkitExperiment") ||
	       strstr(head, "<!DOCTYPE hpc-experiment");
}

static bool is_meta(const char *path)
{
	char head[15];

	return peek(path, head, sizeof(head)) == 14 &&
	       memcmp(head, "HPCTOOLKITmeta", 14) == 0;
}

/* Any of its binary files: meta, prof, ctxt, trce */
static bool is_binary(const char *path)
{
	char head[15];

	return peek(path, head, sizeof(head)) == 14 &&
	       memcmp(head, "HPCTOOLKIT", 10) == 0;
}

bool profile_is_hpctoolkit(const char *path)
{
	struct strbuf b = STRBUF_INIT;
	bool yes;

	if (!is_folder(path))
		return is_experiment(path) || is_binary(path);
	yes = holds(&b, path, "meta.db") || holds(&b, path, "experiment.xml") ||
	      holds(&b, path, "profile.db");
	strbuf_release(&b);
	return yes;
}

static int read_v4_files(struct tree *t, const char *meta_path,
                         const char *profile_path, struct err *err)
{
	struct bytes meta = { .fd = -1 }, profile = { .fd = -1 };
	int rc = -1;

	if (bytes_map(&meta, meta_path, err) != 0)
		err_prefix(err, "meta.db");
	else if (bytes_open(&profile, profile_path, err) != 0)
		err_prefix(err, "profile.db");
	else
		rc = v4_read(t, &meta, &profile, err);
	bytes_close(&meta);
	bytes_close(&profile);
	return rc;
}

static int read_xml_file(struct tree *t, const char *path, const char *dir,
                         struct err *err)
{
	struct xml_bytes s;
	int rc = source_open(&s, path, err);

	if (rc == 0)
		rc = experiment_read(t, &s, dir, err);
	if (s.gz && (rc == 0 ? gz_check(s.gz, err) : gz_failed(s.gz, err)))
		rc = -1;
	source_close(&s);
	return rc;
}

/* A folder: as hpcprof makes it. experiment.xml with the sparse profile.db
 * beside it is the format of no release; its reader says so. */
static int read_folder(struct tree *t, const char *dir, struct err *err)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	int rc = -1;

	if (holds(&a, dir, "meta.db")) {
		strbuf_clear(&b);
		io_join(&b, dir, "profile.db");
		rc = read_v4_files(t, a.s, b.s, err);
	} else if (holds(&a, dir, "experiment.xml")) {
		rc = read_xml_file(t, a.s, dir, err);
	} else {
		err_set(err, ERR_FORMAT,
		        "neither meta.db nor experiment.xml is in this "
		        "folder");
	}
	strbuf_release(&a);
	strbuf_release(&b);
	return rc;
}

static int read_file(struct tree *t, const char *path, struct err *err)
{
	size_t n = (size_t)(io_basename(path) - path);
	struct strbuf dir = STRBUF_INIT, b = STRBUF_INIT;
	int rc;

	strbuf_add(&dir, n ? path : ".", n ? n : 1);
	if (is_meta(path)) {
		io_join(&b, dir.s, "profile.db");
		rc = read_v4_files(t, path, b.s, err);
	} else if (is_binary(path)) {
		rc = err_set(err, ERR_FORMAT,
		             "this is only a part of a database; give its "
		             "folder or its meta.db");
	} else {
		rc = read_xml_file(t, path, dir.s, err);
	}
	strbuf_release(&dir);
	strbuf_release(&b);
	return rc;
}

static int read_one(struct tree *t, const char *path, struct err *err)
{
	int kept, rc;
	char *name = io_rereadable(path, &kept, err);

	if (!name)
		return -1;
	rc = is_folder(name) ? read_folder(t, name, err)
	                     : read_file(t, name, err);
	if (kept >= 0)
		close(kept);
	free(name);
	return rc;
}

/* A tree without metrics says nothing about the program. */
static struct profile *finish(struct tree *t, struct err *err)
{
	if (t->nseries == 0) {
		err_set(err, ERR_FORMAT, "the database has no metrics");
		return NULL;
	}
	return tree_profile(t);
}

struct profile *
profile_merge_hpctoolkit(const char *const *paths, size_t n,
                         const struct hpctoolkit_options *options,
                         struct err *err)
{
	struct profile *p = NULL;
	struct tree t;

	tree_init(&t, options);
	for (size_t i = 0; i < n; i++) {
		if (read_one(&t, paths[i], err) != 0) {
			err_prefix(err, "%s", paths[i]);
			goto out;
		}
	}
	p = finish(&t, err);
	if (!p)
		err_prefix(err, "%s", n ? paths[0] : "no database");
out:
	tree_release(&t);
	return p;
}

struct profile *
profile_read_experiment(const char *data, size_t n,
                        const struct hpctoolkit_options *options,
                        struct err *err)
{
	struct xml_bytes s = { .data = data, .left = n };
	struct profile *p = NULL;
	struct tree t;

	tree_init(&t, options);
	if (experiment_read(&t, &s, NULL, err) == 0)
		p = finish(&t, err);
	tree_release(&t);
	return p;
}

struct profile *profile_read_v4(const void *meta, size_t meta_size,
                                const void *profile, size_t profile_size,
                                const struct hpctoolkit_options *options,
                                struct err *err)
{
	struct bytes m, b;
	struct profile *p = NULL;
	struct tree t;

	bytes_of_memory(&m, meta, meta_size);
	bytes_of_memory(&b, profile, profile_size);
	tree_init(&t, options);
	if (v4_read(&t, &m, &b, err) == 0)
		p = finish(&t, err);
	tree_release(&t);
	return p;
}
