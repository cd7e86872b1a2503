#include "inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "profile/profile.h"
#include "report/source/source_files.h"

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

/* Does the regular file begin as programs and libraries do? */
static bool is_program(const char *path)
{
	char start[4] = { 0 };
	const int fd = io_open(path, IO_FILE);
	bool yes;

	if (fd < 0)
		return false;
	yes = read(fd, start, sizeof(start)) == (ssize_t)sizeof(start) &&
	      memcmp(start, "\177ELF", sizeof(start)) == 0;
	close(fd);
	return yes;
}

static int is_measurement(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && dot > entry->d_name && strcmp(dot, ".db") == 0;
}

/* "; here are: a.db, b.db": those in the working folder */
static void add_measurements(struct strbuf *b)
{
	enum { MOST = 5 };
	struct dirent **list;
	const int n = scandir(".", &list, is_measurement, alphasort);

	for (int i = 0; i < n; i++) {
		if (i < MOST)
			strbuf_addf(b, "%s%s",
			            i ? ", " : "; here are: ", list[i]->d_name);
		free(list[i]);
	}
	if (n > MOST)
		strbuf_addf(b, " and %d more", n - MOST);
	if (n >= 0)
		free(list);
}

/* "0.1" of "0,1"; false: it is no such number */
static bool has_comma(const char *text, struct strbuf *number)
{
	const size_t whole = strspn(text, "0123456789");

	if (text[whole] != ',')
		return false;
	if (!text[whole + 1] ||
	    text[whole + 1 + strspn(text + whole + 1, "0123456789")])
		return false;
	strbuf_adds(number, text);
	number->s[whole] = '.';
	return true;
}

void inputs_recognise(const char *path, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	const enum err_code code = err->code;

	if (is_program(path)) {
		strbuf_adds(&text, strchr(path, '/') ? "" : "./");
		strbuf_adds(&text, path);
		*err = (struct err){ 0 };
		err_set(err, code,
		        "'%s' is a program; measure it first: perfexpert-run "
		        "%s",
		        path, text.s);
	} else if (code == ERR_FORMAT && source_name_ok(path)) {
		add_measurements(&text);
		*err = (struct err){ 0 };
		err_set(err, code,
		        "'%s' is a source file; measurements end in .db%s",
		        path, text.s);
	} else if (access(path, F_OK) != 0 && has_comma(path, &text)) {
		*err = (struct err){ 0 };
		err_set(err, ERR_USAGE, "'%s': a share has a decimal point: %s",
		        path, text.s);
	}
	strbuf_release(&text);
}
