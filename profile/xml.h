/*
 * xml.h - the measurement file (app.db): reader and writer
 *
 * profile/FORMAT.md describes the format, profile/measurement.rng is its
 * schema.
 */
#ifndef PERFEXPERT_PROFILE_XML_H
#define PERFEXPERT_PROFILE_XML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct profile;
struct strbuf;

struct profile_read_options {
	double min_fraction; /* leave out sections below this share of the
	                        program's TOT_CYC; 0 keeps all */
	bool no_details;     /* leave out facts, lines and statistics */
};

/*
 * profile_read_xml - a measurement from a file, plain or gzip-compressed
 *
 * Streams: memory follows what is kept, not the file's size.
 * Errors: ERR_SYSTEM when it can't be read, ERR_FORMAT with the line when it
 *         is no measurement of a version known here; the caller adds the path
 */
struct profile *profile_read_xml(const char *path,
                                 const struct profile_read_options *options,
                                 struct err *err);

/* profile_read_xml_memory - the same from n bytes in memory */
struct profile *
profile_read_xml_memory(const char *data, size_t n,
                        const struct profile_read_options *options,
                        struct err *err);

/* profile_print_xml - write the measurement; look at ferror(f) */
void profile_print_xml(const struct profile *p, FILE *f);

/*
 * xml_add_text - text in a double-quoted attribute
 *
 * What XML can't hold (control characters, invalid UTF-8) becomes \xNN, so that
 * the byte is still known. What is too long ends in "...".
 */
void xml_add_text(struct strbuf *b, const char *s);

/*
 * profile_write_xml - write the measurement; path is whole or as it was before
 *
 * Errors: ERR_SYSTEM
 */
int profile_write_xml(const struct profile *p, const char *path,
                      struct err *err);

#endif
