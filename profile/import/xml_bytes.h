/*
 * xml_bytes.h - the bytes of an experiment.xml, made well-formed
 *
 * hpcprof writes a metric's description (md="...") without escaping it, so
 * that an event described with & or < makes a file that is no XML. Nobody here
 * wants the description: these two characters are blanked in it.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_XML_BYTES_H
#define PERFEXPERT_PROFILE_IMPORT_XML_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct gz;

struct xml_bytes {
	struct gz *gz; /* or memory: */
	const char *data;
	size_t left;
	unsigned matched; /* characters of md=" or of the table's end seen */
	unsigned ended;
	bool inside; /* a description */
	bool done;   /* the table of metrics has been read */
};

/* source_open - a file, plain or gzip-compressed */
int source_open(struct xml_bytes *s, const char *path, struct err *err);
void source_close(struct xml_bytes *s);

/* source_read - a libxml2 read callback; ctx is the source */
int source_read(void *ctx, char *buf, int len);

#endif
