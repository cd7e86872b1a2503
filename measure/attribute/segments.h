/*
 * segments.h - file offsets of an ELF file and their virtual addresses
 *
 * Source: System V ABI, program header (PT_LOAD)
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_SEGMENTS_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

enum { SEGMENTS_MAX = 64 };

struct segments {
	struct segment {
		uint64_t offset, size, vaddr;
	} v[SEGMENTS_MAX];
	size_t n; /* 0: not a 64-bit ELF file, or not readable */
};

/* segments_read - none where path is no ELF file that can be read */
void segments_read(struct segments *s, const char *path);

/* segments_vaddr - the virtual address of a file offset; the offset itself
 * when no segment holds it */
uint64_t segments_vaddr(const struct segments *s, uint64_t offset);

/* segments_offset - the file offset of a virtual address; UINT64_MAX when no
 * segment holds it */
uint64_t segments_offset(const struct segments *s, uint64_t vaddr);

#endif
