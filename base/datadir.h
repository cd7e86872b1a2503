/*
 * datadir.h - where the files that come with perfexpert are
 *
 * Searched in this order: $PERFEXPERT_DATA; ../share/perfexpert beside the
 * folder of the running executable; up to three folders above it (a source
 * tree, when the executable runs from build/ or below); the compiled-in
 * PERFEXPERT_DATADIR.
 */
#ifndef PERFEXPERT_BASE_DATADIR_H
#define PERFEXPERT_BASE_DATADIR_H

struct err;
struct strbuf;

/*
 * datadir_find - the path of a file or folder that is shipped, set in out
 *
 * relative: "arch/zen5.lua"
 * Errors:   ERR_SYSTEM when no search folder has it
 */
int datadir_find(const char *relative, struct strbuf *out, struct err *err);

/*
 * datadir_pages - the path of the suggestions' first page, set in out
 *
 * Searched: ../share/doc/perfexpert/html beside the executable's folder, web/
 *           in that folder (a build tree), the compiled-in PERFEXPERT_DOCDIR,
 *           which is also the answer when there is none
 */
void datadir_pages(struct strbuf *out);

/*
 * datadir_helper - the path of a program or library of ours, set in out
 *
 * relative: "simulator" or "perfexpert-preload.so"
 * Searched: $PERFEXPERT_LIBEXEC, then the executable's own folder (a build
 *           tree), ../libexec/perfexpert beside it, the folder above
 */
int datadir_helper(const char *relative, struct strbuf *out, struct err *err);

#endif
