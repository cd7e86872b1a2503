#include "ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "environment.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "session.h"
#include "rank_set.h"
#include "rank_variables.h"

static const struct rank_variable variables[] = { RANK_VARIABLES };
static const char *const sizes[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
	                             "MV2_COMM_WORLD_SIZE",
	                             "SLURM_STEP_NUM_TASKS" };

/* What is the same in all ranks of one launch, and in no other launch. */
static const char *const launches[] = { "PMIX_NAMESPACE", "SLURM_JOB_ID",
	                                "SLURM_STEP_ID", "PMI_JOBID",
	                                "PALS_APID" };

/* A number from 0 on, or -1 */
static int number(const char *text)
{
	char *end;
	long v = text ? strtol(text, &end, 10) : -1;

	return v >= 0 && v < MAX_RANKS && *text && !*end ? (int)v : -1;
}

static int rank_of(char *const *envp)
{
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		int rank = number(environment_get(envp, variables[i].rank));

		if (rank >= 0 && (!variables[i].with ||
		                  environment_get(envp, variables[i].with)))
			return rank;
	}
	return -1;
}

/* Without a name for the launch: ranks of one node have one parent. */
static uint64_t launch_of(char *const *envp)
{
	struct strbuf b = STRBUF_INIT;
	const char *local = environment_get(envp, "MPI_LOCALNRANKS");
	const char *all = environment_get(envp, "PMI_SIZE");
	uint64_t hash;

	for (size_t i = 0; i < sizeof(launches) / sizeof(*launches); i++) {
		const char *v = environment_get(envp, launches[i]);

		strbuf_addf(&b, "%s/", v ? v : "");
	}
	if (local && all && strcmp(local, all) == 0)
		strbuf_addf(&b, "%ld", (long)getppid());
	hash = hash_text(b.s);
	strbuf_release(&b);
	return hash;
}

static char *part_path(const char *output, uint64_t launch, int rank)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, "%s.part-%08llx.%05d", output,
	            (unsigned long long)(launch & 0xffffffffu), rank);
	return strbuf_detach(&b);
}

bool ranks_number(char *const *envp, int *rank, int *size)
{
	*rank = rank_of(envp);
	*size = 0;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes) && *size < 1; i++)
		*size = number(environment_get(envp, sizes[i]));
	return *rank >= 0 && *size > *rank;
}

void ranks_init(struct ranks *r, char *const *envp, const char *output,
                const struct rank_set *only)
{
	int rank, size;

	*r = (struct ranks){ .only = only };
	if (!ranks_number(envp, &rank, &size) || size < 2)
		return;
	r->rank = rank;
	r->size = size;
	r->part = part_path(output, launch_of(envp), r->rank);
}

bool ranks_measured(const struct ranks *r)
{
	return !r->size || rank_set_has(r->only, r->rank);
}

void ranks_release(struct ranks *r)
{
	free(r->part);
	*r = (struct ranks){ 0 };
}

int ranks_make_way(const struct ranks *r, struct err *err)
{
	if (unlink(r->part) != 0 && errno != ENOENT)
		return err_system(err, "can't remove '%s'", r->part);
	return 0;
}

/* The paths of all parts; false when one is not there yet. */
static bool list_parts(const struct ranks *r, char **paths, size_t *n)
{
	const size_t stem = strlen(r->part) - 5;
	struct stat st;
	bool all = true;

	*n = 0;
	for (int i = 0; i < r->size; i++) {
		struct strbuf b = STRBUF_INIT;

		if (!rank_set_has(r->only, i))
			continue;
		strbuf_add(&b, r->part, stem);
		strbuf_addf(&b, "%05d", i);
		paths[*n] = strbuf_detach(&b);
		all &= lstat(paths[*n], &st) == 0 && S_ISREG(st.st_mode);
		(*n)++;
	}
	return all;
}

/* Which rank a part is of, by its threads; or the place in the list. */
static int rank_of_part(const struct profile *p, size_t place)
{
	return p->nthread && !isnan(p->thread[0].rank) &&
	                       p->thread[0].rank < MAX_RANKS
	               ? (int)p->thread[0].rank
	               : (int)place;
}

/* It is read twice, so it must not be a pipe; a pipe without a writer would
 * block. */
static struct profile *read_part(const char *path, struct err *err)
{
	struct profile *p = NULL;
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		err_set(err, ERR_FORMAT, "not a regular file");
	else
		p = profile_read_xml(path, NULL, err);
	if (!p)
		err_prefix(err, "%s", path);
	return p;
}

/* "app.db.part-*" also matches the lock file of the rank that joins the parts.
 */
static bool is_lock(const char *path)
{
	const size_t n = strlen(path);

	return n > 5 && strcmp(path + n - 5, ".lock") == 0 &&
	       strstr(io_basename(path), ".part-");
}

/* What one more reading costs is less than to keep all of them. */
static void expect(struct merge *m, const char *const *paths, size_t n)
{
	const struct profile_read_options small = { .min_fraction = 1,
		                                    .no_details = true };

	for (size_t i = 0; i < n; i++) {
		struct err unsaid = { 0 };
		struct profile *p = NULL;
		struct stat st;

		if (!is_lock(paths[i]) && stat(paths[i], &st) == 0 &&
		    S_ISREG(st.st_mode))
			p = profile_read_xml(paths[i], &small, &unsaid);
		if (p)
			merge_expect(m, p, rank_of_part(p, i));
		profile_free(p);
	}
}

/* "ranks 3, 7 are missing": of those up to the highest that is there. */
static void note_missing(struct profile *p, const bool *seen, int highest,
                         const struct rank_set *only)
{
	struct strbuf b = STRBUF_INIT;
	size_t missing = 0;

	if (only->n)
		profile_note(p, "only the ranks %s were measured (--ranks)",
		             only->text);
	for (int i = 0; i < highest; i++) {
		if (seen[i] || !rank_set_has(only, i))
			continue;
		if (missing++ < 20)
			strbuf_addf(&b, "%s%d", b.len ? ", " : "", i);
	}
	if (missing)
		profile_note(p,
		             "%zu of %d ranks left no measurement (%s%s): only "
		             "the others are included",
		             missing, rank_set_count(only, highest + 1), b.s,
		             missing > 20 ? ", ..." : "");
	strbuf_release(&b);
}

struct profile *ranks_merge(const char *const *paths, size_t n,
                            const struct rank_set *only, ranks_joined joined,
                            struct strbuf *left_out, struct err *err)
{
	struct merge *m = merge_new();
	bool *seen = mem_alloc(MAX_RANKS, sizeof(*seen));
	struct strbuf bad = STRBUF_INIT;
	size_t nbad = 0;
	int highest = 0;
	struct profile *p;

	expect(m, paths, n);
	for (size_t i = 0; i < n && err->code == ERR_NONE; i++) {
		int rank;

		if (is_lock(paths[i]))
			continue;
		p = read_part(paths[i], err);
		if (!p && err->code == ERR_FORMAT) {
			/* cut off, or damaged: the others are whole */
			strbuf_addf(&bad, "%s%s", nbad++ ? "; " : "", err->msg);
			err_clear(err);
			continue;
		}
		if (!p)
			break;
		rank = rank_of_part(p, i);
		seen[rank] = true;
		highest = rank > highest ? rank : highest;
		if (merge_add(m, p, rank, err) != 0)
			err_prefix(err, "%s", paths[i]);
		profile_free(p);
	}
	p = merge_finish(m, left_out);
	if (p && err->code == ERR_NONE) {
		note_missing(p, seen, highest, only);
		joined(p, paths, n);
	}
	if (p && nbad)
		profile_note(p, "%zu of the ranks' parts can't be read: %s",
		             nbad, bad.s);
	if (nbad && left_out)
		strbuf_addf(left_out, "%s%s", left_out->len ? "; " : "", bad.s);
	if (!p && err->code == ERR_NONE)
		err_set(err, ERR_FORMAT, "%s", nbad ? bad.s : "no parts");
	strbuf_release(&bad);
	free(seen);
	if (err->code == ERR_NONE)
		return p;
	profile_free(p);
	return NULL;
}

static int write_merged(const struct session *s, const struct profile *p,
                        char **written, struct err *err)
{
	struct output file;

	if (output_open(&file, s->output,
	                s->force ? OUTPUT_REPLACE : OUTPUT_KEEP, err) != 0)
		return -1;
	profile_print_xml(p, file.f);
	return output_commit(&file, written, err);
}

char *ranks_record(const char *part)
{
	static const char mark[] = ".part-";
	const char *at = NULL;
	struct strbuf b = STRBUF_INIT;

	for (const char *p = part; (p = strstr(p, mark)); p++)
		at = p;
	if (!at || strchr(at, '/'))
		return NULL;
	strbuf_add(&b, part, (size_t)(at - part));
	strbuf_addf(&b, ".mpi-%s", at + strlen(mark));
	return strbuf_detach(&b);
}

static void remove_part(const char *path)
{
	char *record = ranks_record(path);

	if (record)
		unlink(record);
	unlink(path);
	free(record);
}

/*
 * Another rank holds it for as long as it merges. A file of another user's, in
 * a folder for all, could be held for ever. Who gives up leaves a part that
 * --merge takes.
 */
static int take_lock(const char *path, struct err *err)
{
	enum { PATIENCE_S = 600, EVERY_MS = 100 };
	const double until = progress_clock() + PATIENCE_S;
	const int fd = open(
		path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
		0600);
	struct stat st;

	if (fd < 0)
		return err_system(err, "can't lock '%s'", path);
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid()) {
		close(fd);
		return err_set(err, ERR_SYSTEM,
		               "can't lock '%s': it is another user's", path);
	}
	while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK || progress_clock() > until) {
			err_system(err, "can't lock '%s'", path);
			close(fd);
			return -1;
		}
		poll(NULL, 0, EVERY_MS);
	}
	return fd;
}

int ranks_join(const struct ranks *r, const struct session *s,
               ranks_joined joined, char **written, struct err *err)
{
	char **paths = mem_alloc((size_t)r->size, sizeof(*paths));
	struct strbuf lock = STRBUF_INIT, left_out = STRBUF_INIT;
	struct profile *p = NULL;
	size_t n = 0;
	int fd;

	*written = NULL;
	strbuf_add(&lock, r->part, strlen(r->part) - 5);
	strbuf_adds(&lock, "lock");
	fd = take_lock(lock.s, err);
	if (fd < 0)
		goto out;
	if (list_parts(r, paths, &n)) {
		p = ranks_merge((const char *const *)paths, n, r->only, joined,
		                &left_out, err);
		if (p && write_merged(s, p, written, err) == 0) {
			for (size_t i = 0; i < n && !left_out.len; i++)
				remove_part(paths[i]);
			unlink(lock.s);
		}
		if (left_out.len && err->code == ERR_NONE)
			err_set(err, ERR_PROGRAM, "left out: %s", left_out.s);
	}
out:
	profile_free(p);
	for (size_t i = 0; i < n; i++)
		free(paths[i]);
	free(paths);
	if (fd >= 0)
		close(fd);
	strbuf_release(&lock);
	strbuf_release(&left_out);
	return err->code == ERR_NONE ? 0 : -1;
}
