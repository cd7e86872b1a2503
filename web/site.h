/*
 * site.h - the pages: how to read an assessment, suggestions, machines
 */
#ifndef PERFEXPERT_WEB_SITE_H
#define PERFEXPERT_WEB_SITE_H

struct err;

/*
 * site_write - make the folder and write all pages into it
 *
 * The knowledge that comes with perfexpert and the user's (knowledge_load) and
 * all machine files. Pages are replaced as wholes; others stay.
 * Errors: ERR_SYSTEM; ERR_FORMAT when anything in the knowledge is wrong
 */
int site_write(const char *folder, struct err *err);

#endif
