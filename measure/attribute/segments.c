#include "segments.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"

void segments_read(struct segments *s, const char *path)
{
	const int fd = io_open(path, IO_FILE);
	Elf64_Ehdr h;

	s->n = 0;
	if (fd < 0)
		return;
	if (read(fd, &h, sizeof(h)) != sizeof(h) ||
	    memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 ||
	    h.e_ident[EI_CLASS] != ELFCLASS64)
		goto out;
	for (unsigned i = 0; i < h.e_phnum && s->n < SEGMENTS_MAX; i++) {
		Elf64_Phdr ph;
		off_t at = (off_t)(h.e_phoff + i * sizeof(ph));

		if (pread(fd, &ph, sizeof(ph), at) != sizeof(ph))
			break;
		if (ph.p_type == PT_LOAD)
			s->v[s->n++] =
				(struct segment){ ph.p_offset, ph.p_filesz,
				                  ph.p_vaddr };
	}
out:
	close(fd);
}

uint64_t segments_vaddr(const struct segments *s, uint64_t offset)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct segment *g = &s->v[i];

		if (offset >= g->offset && offset - g->offset < g->size)
			return offset - g->offset + g->vaddr;
	}
	return offset;
}

uint64_t segments_offset(const struct segments *s, uint64_t vaddr)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct segment *g = &s->v[i];

		if (vaddr >= g->vaddr && vaddr - g->vaddr < g->size)
			return vaddr - g->vaddr + g->offset;
	}
	return UINT64_MAX;
}
