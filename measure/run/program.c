#include "program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "loadable.h"

#if defined(__x86_64__)
#define HOST_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define HOST_MACHINE EM_AARCH64
#elif defined(__powerpc64__)
#define HOST_MACHINE EM_PPC64
#endif

static bool executable_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(path, X_OK) == 0;
}

static char *search_path(const char *name)
{
	const char *dirs = getenv("PATH");
	struct strbuf b = STRBUF_INIT;

	if (!dirs)
		dirs = "/usr/local/bin:/usr/bin:/bin";
	for (;;) {
		size_t n = strcspn(dirs, ":");

		strbuf_clear(&b);
		strbuf_add(&b, n ? dirs : ".", n ? n : 1);
		strbuf_addc(&b, '/');
		strbuf_adds(&b, name);
		if (executable_file(b.s))
			return strbuf_detach(&b);
		if (!dirs[n])
			break;
		dirs += n + 1;
	}
	strbuf_release(&b);
	return NULL;
}

static int check_file(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) != 0) {
		err_system(err, "can't run '%s'", path);
	} else if (S_ISDIR(st.st_mode)) {
		err_set(err, ERR_PROGRAM, "can't run '%s': it is a directory",
		        path);
	} else if (!S_ISREG(st.st_mode)) {
		err_set(err, ERR_PROGRAM,
		        "can't run '%s': it is a pipe, a device or a socket",
		        path);
	} else if (access(path, X_OK) != 0) {
		err_set(err, ERR_PROGRAM,
		        "can't run '%s': it is not executable (chmod +x?)",
		        path);
	} else if (st.st_mode & (S_ISUID | S_ISGID)) {
		err_set(err, ERR_UNSUPPORTED,
		        "can't measure '%s': it is setuid or setgid; measure a "
		        "copy of it ('cp' drops the bit)",
		        path);
	} else {
		return 0;
	}
	if (err->code == ERR_SYSTEM)
		err->code = ERR_PROGRAM;
	return -1;
}

/* Without what loads or interprets it, starting it would blame the program. */
static void check_interpreter(const struct program *p, const char *what,
                              const char *name, struct err *err)
{
	if (*name && access(name, X_OK) != 0)
		err_set(err, ERR_PROGRAM,
		        "can't run '%s': its %s '%s' is missing or not "
		        "executable",
		        p->path, what, name);
}

static void check_script(struct program *p, int fd, struct err *err)
{
	char line[256]; /* what Linux looks at */
	ssize_t n = pread(fd, line, sizeof(line) - 1, 2);
	char *name = line;

	p->script = true;
	line[n > 0 ? n : 0] = '\0';
	name += strspn(name, " \t");
	name[strcspn(name, " \t\n")] = '\0';
	check_interpreter(p, "interpreter", name, err);
}

static void check_linker(struct program *p, int fd, const Elf64_Ehdr *h,
                         struct err *err)
{
	for (unsigned i = 0; i < h->e_phnum && i < 128; i++) {
		Elf64_Phdr ph;
		char name[PATH_MAX] = "";
		off_t at = (off_t)(h->e_phoff + i * sizeof(ph));

		if (pread(fd, &ph, sizeof(ph), at) != sizeof(ph))
			return;
		if (ph.p_type != PT_INTERP)
			continue;
		if (ph.p_filesz < sizeof(name) &&
		    pread(fd, name, ph.p_filesz, (off_t)ph.p_offset) > 0)
			check_interpreter(p, "dynamic linker", name, err);
		return;
	}
}

static void check_loadable(struct program *p, int fd)
{
	static const char *const because[] = {
		[LOADABLE_STATIC] = "is statically linked",
		[LOADABLE_OTHER] = "is linked with another C library",
		[LOADABLE_SANITIZER] = "is built with -fsanitize=address",
	};
	const enum loadable what = loadable_file(fd);

	p->is_static = what != LOADABLE;
	p->because = because[what];
}

static int check_elf(struct program *p, struct err *err)
{
	union {
		char bytes[64];
		Elf64_Ehdr elf;
	} h = { { 0 } };
	const int fd = io_open(p->path, IO_FILE);
	ssize_t n;

	if (fd < 0)
		return 0; /* executable but not readable: let it run */
	n = read(fd, &h, sizeof(h));
	if (n >= 2 && memcmp(h.bytes, "#!", 2) == 0) {
		check_script(p, fd, err);
	} else if (n < (ssize_t)sizeof(h) ||
	           memcmp(h.bytes, ELFMAG, SELFMAG) != 0) {
		err_set(err, ERR_PROGRAM,
		        "can't run '%s': neither an ELF program nor a script "
		        "that starts with '#!'",
		        p->path);
	} else if (h.elf.e_ident[EI_CLASS] != ELFCLASS64) {
		err_set(err, ERR_UNSUPPORTED,
		        "can't measure '%s': it is a 32-bit program; build it "
		        "for 64 bits",
		        p->path);
	} else if (h.elf.e_machine != HOST_MACHINE) {
		err_set(err, ERR_PROGRAM,
		        "can't run '%s': it is a program for another processor "
		        "architecture",
		        p->path);
	} else {
		check_linker(p, fd, &h.elf, err);
		check_loadable(p, fd);
	}
	close(fd);
	return err->code == ERR_NONE ? 0 : -1;
}

int program_find(struct program *p, const char *name, struct err *err)
{
	*p = (struct program){ 0 };
	if (strchr(name, '/')) {
		p->path = mem_strdup(name);
	} else if (!*name || !(p->path = search_path(name))) {
		err_set(err, ERR_PROGRAM, "no program '%s' in PATH%s", name,
		        *name && executable_file(name)
		                ? " (it is in this folder: write './' before "
		                  "its name)"
		                : "");
		return -1;
	}
	if (check_file(p->path, err) != 0 || check_elf(p, err) != 0) {
		program_release(p);
		return -1;
	}
	return 0;
}

void program_release(struct program *p)
{
	free(p->path);
	*p = (struct program){ 0 };
}
