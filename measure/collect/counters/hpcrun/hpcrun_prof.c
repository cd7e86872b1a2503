/* hpcrun_prof.c - structure files and databases */
#include "hpcrun.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/cache.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "measure/run/session.h"
#include "measure/binary/structure.h"

enum { OUTPUT_LIMIT = 1 << 20 };

/*
 * The name in the cache: by build id, by path (it is in the file, and hpcprof
 * goes by it) and by release. NULL: a binary without build id is not cached.
 */
static char *cache_name(const struct hpcrun *h, const char *binary)
{
	struct err ignored = { 0 };
	struct structure *s = structure_open(binary, &ignored);
	const char *id = s ? structure_build_id(s) : NULL;
	struct strbuf folder = STRBUF_INIT;
	char *name = NULL;

	if (id && cache_folder(&folder, &ignored) == 0)
		name = hpcrun_path(folder.s, "%s-%016llx-%s.hpcstruct", id,
		                   (unsigned long long)hash_text(binary),
		                   h->tools.version);
	strbuf_release(&folder);
	structure_free(s);
	return name;
}

/* The tool's first line that is not blank, without what leads it. */
static char *first_line(const char *path)
{
	struct strbuf b = STRBUF_INIT;
	struct err ignored = { 0 };
	char *line = NULL;

	if (io_read_file(path, OUTPUT_LIMIT, &b, &ignored) == 0) {
		const char *p = b.s + strspn(b.s, " \t\r\n");

		if (*p)
			line = mem_strndup(p, strcspn(p, "\r\n"));
	}
	strbuf_release(&b);
	return line;
}

/* Run hpcstruct; the file appears under its name when it is whole. */
static bool make_structure(struct hpcrun *h, const char *binary,
                           const char *file)
{
	char *log = hpcrun_path(h->dir, "hpcstruct");
	struct hpcrun_words w = { 0 };
	struct launch_result r = { 0 };
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct stat st;
	bool ok;

	strbuf_addf(&b, "%s.%ld.hpcstruct", file, (long)getpid());
	hpcrun_word(&w, "%s", h->tools.hpcstruct);
	hpcrun_word(&w, "-o");
	hpcrun_word(&w, "%s", b.s);
	hpcrun_word(&w, "%s", binary);
	progress_show(&h->s->progress, "hpcstruct", 0, NAN);
	ok = session_tool(h->s,
	                  &(struct session_tool){ .path = h->tools.hpcstruct,
	                                          .argv = w.v,
	                                          .capture = log },
	                  &r, &err) == 0 &&
	     r.exit_status == 0 && stat(b.s, &st) == 0 && st.st_size > 0 &&
	     rename(b.s, file) == 0;
	progress_done(&h->s->progress);
	if (!ok && !h->no_loops) {
		struct strbuf why = STRBUF_INIT;
		char *line = first_line(log);

		strbuf_addf(&why,
		            "no loops of '%s', because hpcstruct failed%s%s",
		            io_basename(binary), line ? ": " : "",
		            line ? line : "");
		h->no_loops = strbuf_detach(&why);
		free(line);
	}
	if (!ok)
		unlink(b.s);
	strbuf_release(&b);
	hpcrun_words_free(&w);
	free(log);
	return ok;
}

void hpcrun_structure(struct hpcrun *h, const char *binary)
{
	char path[PATH_MAX];
	char *file;

	if (!realpath(binary, path))
		return;
	file = cache_name(h, path);
	if (!file)
		file = hpcrun_path(h->dir, "%zu.hpcstruct", h->nstructures + 1);
	if (access(file, R_OK) == 0)
		session_say(h->s, "structure of '%s' from the cache", path);
	else if (!make_structure(h, path, file)) {
		free(file);
		return;
	}
	h->structures =
		mem_resize(h->structures, h->nstructures + 1, sizeof(char *));
	h->binaries =
		mem_resize(h->binaries, h->nstructures + 1, sizeof(char *));
	h->structures[h->nstructures] = file;
	h->binaries[h->nstructures++] = mem_strdup(path);
}

static bool holds(const char *dir, const char *name)
{
	char *path = hpcrun_path(dir, "%s", name);
	bool yes = access(path, F_OK) == 0;

	free(path);
	return yes;
}

/* What hpcprof makes of a run, and where it says what was wrong */
struct prof_call {
	char *folder, *database, *log;
	size_t nfiles; /* of hpcrun in the folder */
};

/*
 * One call of hpcprof. An old database would not be overwritten but the new
 * one be renamed, with status 0: so there must be none, and then one must be.
 */
static bool try_prof(struct hpcrun *h, const struct prof_call *call,
                     bool new_style, struct err *err)
{
	struct hpcrun_words w = { 0 };
	struct launch_result r = { 0 };
	struct err ignored = { 0 };
	bool ok;

	if (access(call->database, F_OK) == 0)
		io_remove_tree(call->database, &ignored);
	hpcrun_prof_command(h, call->folder, call->database, call->nfiles,
	                    new_style, &w);
	progress_show(&h->s->progress, "hpcprof", 0, NAN);
	ok = session_tool(h->s,
	                  &(struct session_tool){ .path = h->tools.hpcprof,
	                                          .argv = w.v,
	                                          .capture = call->log },
	                  &r, err) == 0 &&
	     r.exit_status == 0 &&
	     (holds(call->database, "experiment.xml") ||
	      holds(call->database, "meta.db"));
	progress_done(&h->s->progress);
	hpcrun_words_free(&w);
	return ok;
}

/* The style of this release; the other one in case its version misled us. */
static int make_database(struct hpcrun *h, size_t i, struct err *err)
{
	struct prof_call call = {
		.folder = hpcrun_path(h->dir, "%02zu.m", i + 1),
		.database = hpcrun_path(h->dir, "%02zu.db", i + 1),
		.log = hpcrun_path(h->dir, "%02zu.hpcprof", i + 1),
	};
	bool new_style = hpcrun_new_databases(&h->tools);
	struct hpcrun_folder f;
	char *line;

	hpcrun_folder_read(&f, call.folder);
	call.nfiles = f.nfiles;
	if (try_prof(h, &call, new_style, err) ||
	    (!h->s->interrupted && err->code == ERR_NONE &&
	     try_prof(h, &call, !new_style, err))) {
		free(h->runs[i].database);
		h->runs[i].database = mem_strdup(call.database);
	} else if (!h->s->interrupted) {
		line = first_line(call.log);
		err_set(err, ERR_PROGRAM,
		        "hpcprof made no database of run "
		        "%zu%s%s",
		        i + 1, line ? ": " : "", line ? line : "");
		free(line);
	}
	hpcrun_folder_release(&f);
	free(call.folder);
	free(call.database);
	free(call.log);
	return h->runs[i].database ? 0 : -1;
}

int hpcrun_databases(struct hpcrun *h, struct err *err)
{
	for (size_t i = 0; i < h->nruns; i++) {
		struct err why = { 0 };

		if (make_database(h, i, &why) == 0)
			continue;
		/* a run that was cut short may be beyond repair */
		if (i + 1 == h->nruns && i &&
		    (h->runs[i].launch.signal ||
		     h->runs[i].launch.interrupted ||
		     h->runs[i].launch.limited))
			continue;
		*err = why;
		return -1;
	}
	return 0;
}
