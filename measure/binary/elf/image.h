/*
 * image.h - one ELF file: its bytes by address and its build id
 *
 * The file is mapped, never changed. Offsets and sizes from its headers are
 * checked against the file's size at every access, so that a truncated or
 * forged file yields nothing rather than a crash.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_IMAGE_H
#define PERFEXPERT_MEASURE_BINARY_ELF_IMAGE_H

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

enum image_arch {
	IMAGE_OTHER, /* symbols and lines, but no instructions are decoded */
	IMAGE_X86_64,
	IMAGE_AARCH64,
	IMAGE_PPC64LE
};

struct image_segment {
	uint64_t vaddr, memsz, offset, filesz;
	bool exec, write;
};

struct image {
	Elf *elf;
	const uint8_t *data; /* the whole file */
	size_t size;
	void *mapping, *copy; /* what data points to: one of them */
	enum image_arch arch;
	struct image_segment *segments;
	size_t nsegments;
	char *build_id; /* hexadecimal, or NULL */
};

/* image_open - map and check a file; errors as structure_open */
int image_open(struct image *img, const char *path, struct err *err);

/* image_memory - the same for bytes in memory, which are copied */
int image_memory(struct image *img, const void *data, size_t size,
                 struct err *err);

void image_release(struct image *img); /* a zeroed one is fine */

/* image_bytes - the file's bytes at vaddr and how many follow, or NULL */
const uint8_t *image_bytes(const struct image *img, uint64_t vaddr,
                           size_t *avail);

/* image_read - n <= 8 bytes at vaddr as a little-endian number */
bool image_read(const struct image *img, uint64_t vaddr, unsigned n,
                uint64_t *value);

/* image_is_code - vaddr is in an executable segment */
bool image_is_code(const struct image *img, uint64_t vaddr);

/* image_code_end - end of the file's executable bytes that contain vaddr;
 * vaddr if it is in none */
uint64_t image_code_end(const struct image *img, uint64_t vaddr);

/* image_section - the section of that name, or NULL */
Elf_Scn *image_section(const struct image *img, const char *name,
                       GElf_Shdr *shdr);

#endif
