#include "image.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"

enum { MAX_SEGMENTS = 4096 };

static int check_header(struct image *img, struct err *err)
{
	GElf_Ehdr ehdr;

	if (elf_kind(img->elf) != ELF_K_ELF || !gelf_getehdr(img->elf, &ehdr))
		return err_set(err, ERR_FORMAT, "not an ELF file");
	if (ehdr.e_ident[EI_CLASS] != ELFCLASS64)
		return err_set(err, ERR_UNSUPPORTED, "a 32-bit ELF file");
	if (ehdr.e_ident[EI_DATA] != ELFDATA2LSB)
		return err_set(err, ERR_UNSUPPORTED, "a big-endian ELF file");
	if (ehdr.e_type != ET_EXEC && ehdr.e_type != ET_DYN)
		return err_set(err, ERR_UNSUPPORTED,
		               "neither an executable nor a shared object");
	if (ehdr.e_machine == EM_X86_64)
		img->arch = IMAGE_X86_64;
	else if (ehdr.e_machine == EM_AARCH64)
		img->arch = IMAGE_AARCH64;
	else if (ehdr.e_machine == EM_PPC64)
		img->arch = IMAGE_PPC64LE;
	return 0;
}

/* What the file has of a segment; a part beyond its end is cut off */
static void add_segment(struct image *img, const GElf_Phdr *ph)
{
	struct image_segment *s = &img->segments[img->nsegments];

	if (ph->p_offset > img->size || ph->p_vaddr + ph->p_memsz < ph->p_vaddr)
		return;
	s->vaddr = ph->p_vaddr;
	s->memsz = ph->p_memsz;
	s->offset = ph->p_offset;
	s->filesz = ph->p_filesz < ph->p_memsz ? ph->p_filesz : ph->p_memsz;
	if (s->filesz > img->size - ph->p_offset)
		s->filesz = img->size - ph->p_offset;
	s->exec = ph->p_flags & PF_X;
	s->write = ph->p_flags & PF_W;
	img->nsegments++;
}

static void read_segments(struct image *img)
{
	size_t n = 0;
	GElf_Phdr ph;

	if (elf_getphdrnum(img->elf, &n) != 0)
		return;
	if (n > MAX_SEGMENTS)
		n = MAX_SEGMENTS;
	img->segments = mem_alloc(n + 1, sizeof(*img->segments));
	for (size_t i = 0; i < n; i++) {
		if (gelf_getphdr(img->elf, (int)i, &ph) && ph.p_type == PT_LOAD)
			add_segment(img, &ph);
	}
}

static char *hex(const uint8_t *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	char *id = mem_alloc(2 * n + 1, 1);

	for (size_t i = 0; i < n; i++) {
		id[2 * i] = digits[p[i] >> 4];
		id[2 * i + 1] = digits[p[i] & 15];
	}
	return id;
}

/* The note GNU/NT_GNU_BUILD_ID in a run of notes, as hexadecimal digits */
static char *build_id_in(const uint8_t *p, size_t n)
{
	uint32_t head[3];

	while (n >= sizeof(head)) {
		memcpy(head, p, sizeof(head));
		size_t name = ((size_t)head[0] + 3) & ~(size_t)3;
		size_t desc = ((size_t)head[1] + 3) & ~(size_t)3;

		p += sizeof(head);
		n -= sizeof(head);
		if (name > n || desc > n - name)
			return NULL;
		if (head[2] == NT_GNU_BUILD_ID && head[0] == 4 &&
		    memcmp(p, "GNU", 4) == 0 && head[1] && head[1] <= 64)
			return hex(p + 4, head[1]);
		p += name + desc;
		n -= name + desc;
	}
	return NULL;
}

static void read_build_id(struct image *img)
{
	size_t n = 0;
	GElf_Phdr ph;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (elf_getphdrnum(img->elf, &n) != 0)
		n = 0;
	for (size_t i = 0; i < n && i < MAX_SEGMENTS && !img->build_id; i++) {
		if (gelf_getphdr(img->elf, (int)i, &ph) &&
		    ph.p_type == PT_NOTE && ph.p_offset <= img->size &&
		    ph.p_filesz <= img->size - ph.p_offset)
			img->build_id = build_id_in(img->data + ph.p_offset,
			                            ph.p_filesz);
	}
	while (!img->build_id && (scn = elf_nextscn(img->elf, scn))) {
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_NOTE &&
		    sh.sh_offset <= img->size &&
		    sh.sh_size <= img->size - sh.sh_offset)
			img->build_id = build_id_in(img->data + sh.sh_offset,
			                            sh.sh_size);
	}
}

static int image_use(struct image *img, void *data, size_t size,
                     struct err *err)
{
	img->data = data;
	img->size = size;
	elf_version(EV_CURRENT);
	img->elf = elf_memory(data, size);
	if (!img->elf) {
		err_set(err, ERR_FORMAT, "not an ELF file");
		goto out;
	}
	if (check_header(img, err) != 0)
		goto out;
	read_segments(img);
	read_build_id(img);
	return 0;
out:
	image_release(img);
	return -1;
}

int image_memory(struct image *img, const void *data, size_t size,
                 struct err *err)
{
	img->copy = mem_alloc(size + 1, 1);
	memcpy(img->copy, data, size);
	return image_use(img, img->copy, size, err);
}

int image_open(struct image *img, const char *path, struct err *err)
{
	const int fd = io_open(path, IO_FILE);
	void *data = MAP_FAILED;
	struct stat st;

	if (fd < 0 && (errno == EINVAL || errno == EISDIR))
		return err_set(err, ERR_FORMAT, "%s: not an ELF file", path);
	if (fd < 0)
		return err_system(err, "%s", path);
	if (fstat(fd, &st) != 0) {
		err_system(err, "%s", path);
		goto out;
	}
	if (st.st_size == 0) {
		err_set(err, ERR_FORMAT, "%s: not an ELF file", path);
		goto out;
	}
	/* writable: libelf marks sections that it has decompressed */
	data = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE,
	            MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		err_system(err, "%s", path);
out:
	close(fd);
	if (data == MAP_FAILED)
		return -1;
	if (image_use(img, data, (size_t)st.st_size, err) != 0) {
		munmap(data, (size_t)st.st_size);
		err_prefix(err, "%s", path);
		return -1;
	}
	img->mapping = data;
	return 0;
}

void image_release(struct image *img)
{
	if (img->elf)
		elf_end(img->elf);
	if (img->mapping)
		munmap(img->mapping, img->size);
	free(img->segments);
	free(img->copy);
	free(img->build_id);
	memset(img, 0, sizeof(*img));
}

static const struct image_segment *segment_of(const struct image *img,
                                              uint64_t vaddr)
{
	for (size_t i = 0; i < img->nsegments; i++) {
		const struct image_segment *s = &img->segments[i];

		if (vaddr >= s->vaddr && vaddr - s->vaddr < s->memsz)
			return s;
	}
	return NULL;
}

const uint8_t *image_bytes(const struct image *img, uint64_t vaddr,
                           size_t *avail)
{
	const struct image_segment *s = segment_of(img, vaddr);
	uint64_t at = s ? vaddr - s->vaddr : 0;

	if (!s || at >= s->filesz)
		return NULL;
	*avail = s->filesz - at;
	return img->data + s->offset + at;
}

bool image_read(const struct image *img, uint64_t vaddr, unsigned n,
                uint64_t *value)
{
	size_t avail;
	const uint8_t *p = image_bytes(img, vaddr, &avail);

	*value = 0;
	if (!p || avail < n)
		return false;
	for (unsigned i = 0; i < n; i++)
		*value |= (uint64_t)p[i] << (8 * i);
	return true;
}

bool image_is_code(const struct image *img, uint64_t vaddr)
{
	const struct image_segment *s = segment_of(img, vaddr);

	return s && s->exec;
}

uint64_t image_code_end(const struct image *img, uint64_t vaddr)
{
	size_t avail;

	return image_is_code(img, vaddr) && image_bytes(img, vaddr, &avail)
	               ? vaddr + avail
	               : vaddr;
}

Elf_Scn *image_section(const struct image *img, const char *name,
                       GElf_Shdr *shdr)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(img->elf, &strings) != 0)
		return NULL;
	while ((scn = elf_nextscn(img->elf, scn))) {
		const char *s;

		if (!gelf_getshdr(scn, shdr))
			continue;
		s = elf_strptr(img->elf, strings, shdr->sh_name);
		if (s && strcmp(s, name) == 0)
			return scn;
	}
	return NULL;
}
