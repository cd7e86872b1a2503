#include "loadable.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { MOST_HEADERS = 64, MOST_ENTRIES = 512, SHORT_NAME = 64, SCRIPTS = 4 };

static bool get(int fd, void *to, size_t n, uint64_t at)
{
	return pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

/* The last part of a name in the file. */
static bool name_begins(int fd, uint64_t at, const char *with)
{
	char text[SHORT_NAME + 1] = "";
	const char *last;

	if (pread(fd, text, SHORT_NAME, (off_t)at) <= 0)
		return false;
	last = strrchr(text, '/');
	last = last ? last + 1 : text;
	return strncmp(last, with, strlen(with)) == 0;
}

/* Where an address is in the file; 0: nowhere */
static uint64_t offset_of(const Elf64_Phdr *ph, unsigned n, uint64_t addr)
{
	for (unsigned i = 0; i < n; i++) {
		if (ph[i].p_type == PT_LOAD && addr >= ph[i].p_vaddr &&
		    addr - ph[i].p_vaddr < ph[i].p_filesz)
			return addr - ph[i].p_vaddr + ph[i].p_offset;
	}
	return 0;
}

static bool needs_sanitizer(int fd, const Elf64_Phdr *ph, unsigned n,
                            const Elf64_Phdr *dynamic)
{
	const uint64_t most = dynamic->p_filesz / sizeof(Elf64_Dyn);
	uint64_t names = 0;
	Elf64_Dyn d;

	for (uint64_t i = 0; i < most && i < MOST_ENTRIES && !names; i++) {
		if (!get(fd, &d, sizeof(d), dynamic->p_offset + i * sizeof(d)))
			return false;
		if (d.d_tag == DT_STRTAB)
			names = offset_of(ph, n, d.d_un.d_ptr);
	}
	for (uint64_t i = 0; names && i < most && i < MOST_ENTRIES; i++) {
		if (!get(fd, &d, sizeof(d), dynamic->p_offset + i * sizeof(d)))
			return false;
		if (d.d_tag == DT_NEEDED &&
		    (name_begins(fd, names + d.d_un.d_val, "libasan.so") ||
		     name_begins(fd, names + d.d_un.d_val, "libhwasan.so") ||
		     name_begins(fd, names + d.d_un.d_val, "libclang_rt.asan")))
			return true;
	}
	return false;
}

enum loadable loadable_file(int fd)
{
	Elf64_Ehdr h;
	Elf64_Phdr ph[MOST_HEADERS];
	const Elf64_Phdr *linker = NULL, *dynamic = NULL;
	unsigned n;

	if (!get(fd, &h, sizeof(h), 0) ||
	    memcmp(h.e_ident, ELFMAG, SELFMAG) != 0)
		return LOADABLE;
	if (h.e_ident[EI_CLASS] != ELFCLASS64)
		return LOADABLE_OTHER;
	n = h.e_phnum < MOST_HEADERS ? h.e_phnum : MOST_HEADERS;
	if (h.e_phentsize != sizeof(*ph) ||
	    !get(fd, ph, n * sizeof(*ph), h.e_phoff))
		return LOADABLE;
	for (unsigned i = 0; i < n; i++) {
		linker = ph[i].p_type == PT_INTERP ? &ph[i] : linker;
		dynamic = ph[i].p_type == PT_DYNAMIC ? &ph[i] : dynamic;
	}
	if (!linker)
		return LOADABLE_STATIC;
	if (!name_begins(fd, linker->p_offset, "ld-linux") &&
	    !name_begins(fd, linker->p_offset, "ld64"))
		return LOADABLE_OTHER;
	return dynamic && needs_sanitizer(fd, ph, n, dynamic)
	               ? LOADABLE_SANITIZER
	               : LOADABLE;
}

/* "#! INTERPRETER ARGUMENT": its end, or NULL */
static char *interpreter_in(char *line, ssize_t n)
{
	char *s = line + 2;

	if (n < 3 || memcmp(line, "#!", 2) != 0)
		return NULL;
	line[n] = '\0';
	s += strspn(s, " \t");
	s[strcspn(s, " \t\n")] = '\0';
	return *s ? s : NULL;
}

enum loadable loadable_path(const char *path)
{
	const int saved = errno;
	enum loadable what = LOADABLE;
	char line[257];

	for (int i = 0; path && i < SCRIPTS; i++) {
		const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

		if (fd < 0)
			break;
		path = interpreter_in(line,
		                      pread(fd, line, sizeof(line) - 1, 0));
		what = path ? LOADABLE : loadable_file(fd);
		close(fd);
	}
	errno = saved;
	return what;
}
