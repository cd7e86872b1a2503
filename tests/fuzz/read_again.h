/*
 * read_again.h - what is written can be read
 */
#ifndef PERFEXPERT_TESTS_FUZZ_READ_AGAIN_H
#define PERFEXPERT_TESTS_FUZZ_READ_AGAIN_H

#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "profile/profile.h"
#include "profile/xml.h"

/* read_again - write a profile and read it; aborts when it is refused */
static inline void read_again(const struct profile *p)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	struct profile *copy;

	profile_print_xml(p, f);
	fclose(f);
	copy = profile_read_xml_memory(text, size, NULL, &err);
	if (!copy) {
		fprintf(stderr, "what was written is refused: %s\n", err.msg);
		abort();
	}
	profile_free(copy);
	free(text);
}

#endif
