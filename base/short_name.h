/*
 * short_name.h - names of procedures as people read them
 */
#ifndef PERFEXPERT_BASE_SHORT_NAME_H
#define PERFEXPERT_BASE_SHORT_NAME_H

struct strbuf;

/* short_name - append a name; where it is long, its arguments are left out:
 * "std::map<...>::find(...)" */
void short_name(struct strbuf *b, const char *name);

/* short_name_lists - without its arguments, however long it is */
void short_name_lists(struct strbuf *b, const char *name);

#endif
