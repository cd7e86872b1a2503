/*
 * knowledge_folder.h - folders with one knowledge file, written by tests
 */
#ifndef PERFEXPERT_TESTS_KNOWLEDGE_FOLDER_H
#define PERFEXPERT_TESTS_KNOWLEDGE_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/strbuf.h"
#include "check.h"

/* A folder with one knowledge file */
struct folder {
	char path[PATH_MAX];
	struct strbuf file;
};

static inline void folder_init(struct folder *f, const char *text)
{
	FILE *out;

	scratch_name(f->path, "check_knowledge.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(f->path));
	strbuf_init(&f->file);
	io_join(&f->file, f->path, "mine.lua");
	out = fopen(f->file.s, "w");
	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
}

static inline void folder_release(struct folder *f)
{
	unlink(f->file.s);
	rmdir(f->path);
	strbuf_release(&f->file);
}

/* A whole suggestion, but for what the caller adds */
#define HEAD_BUT                                                               \
	"category = 'data_accesses',\n"                                        \
	"subcategory = 'Improve the data locality',\n"                         \
	"why = 'It is so. It was measured.', not_when = 'never',\n"            \
	"source = 'own measurements',\n"
#define HEAD HEAD_BUT "how = { 'do it' }, changes = { 'nothing' },\n"
#define RULE                                                                   \
	"needs = {}, when = function(s) return 0.5 end,\n"                     \
	"evidence = function(s) return 'it is ' .. s.kind end,\n"
#define WHOLE_WITH(changes)                                                    \
	"suggestion 'mine' {\ntitle = 'Do it',\n" HEAD_BUT                     \
	"how = { 'do it' }, " changes ",\n" RULE "}\n"
#define WHOLE "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE "}\n"

#endif
