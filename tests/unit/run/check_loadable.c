/* check_loadable - which programs the dynamic linker puts a library into */
#include "check.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/banned.h"
#include "measure/run/loadable.h"

/* What of a program's file is looked at. Its names are at an address that is
 * not their place in the file. */
struct file {
	Elf64_Ehdr h;
	Elf64_Phdr ph[3];
	char linker[40];
	Elf64_Dyn dynamic[4];
	char names[80];
};

enum { ADDRESS = 0x400000 };

static const struct {
	const char *magic, *linker;
	unsigned char class;
	const char *libraries[2];
	enum loadable what;
} cases[] = {
	{ ELFMAG,
	  "/lib64/ld-linux-x86-64.so.2",
	  ELFCLASS64,
	  { "libm.so.6", "libc.so.6" },
	  LOADABLE },
	{ ELFMAG,
	  "/lib64/ld64.so.2",
	  ELFCLASS64,
	  { "libm.so.6", "libc.so.6" },
	  LOADABLE },
	{ ELFMAG,
	  "/lib64/ld-linux-x86-64.so.2",
	  ELFCLASS64,
	  { "libasan.so.8", "libc.so.6" },
	  LOADABLE_SANITIZER },
	{ ELFMAG,
	  "/lib64/ld-linux-x86-64.so.2",
	  ELFCLASS64,
	  { "libm.so.6", "libclang_rt.asan-x86_64.so" },
	  LOADABLE_SANITIZER },
	{ ELFMAG,
	  "/lib64/ld-linux-x86-64.so.2",
	  ELFCLASS64,
	  { "libm.so.6", "/opt/lib/libhwasan.so.0" },
	  LOADABLE_SANITIZER },
	{ ELFMAG,
	  "/lib64/ld-linux-x86-64.so.2",
	  ELFCLASS64,
	  { "notlibasan.so.8", "libc.so.6" },
	  LOADABLE },
	{ ELFMAG,
	  "/lib/ld-musl-x86_64.so.1",
	  ELFCLASS64,
	  { "libasan.so.8", "libc.so" },
	  LOADABLE_OTHER },
	{ ELFMAG,
	  "/lib/ld-linux.so.2",
	  ELFCLASS32,
	  { "libasan.so.8", "libc.so.6" },
	  LOADABLE_OTHER },
	{ ELFMAG,
	  NULL,
	  ELFCLASS64,
	  { "libasan.so.8", "libc.so.6" },
	  LOADABLE_STATIC },
	{ "#!/b",
	  "/lib/ld-musl-x86_64.so.1",
	  ELFCLASS64,
	  { "libasan.so.8", "libc.so.6" },
	  LOADABLE },
};

static void fill(struct file *f, int of)
{
	size_t at = 1;

	*f = (struct file){ .h = { .e_phoff = offsetof(struct file, ph),
		                   .e_phentsize = sizeof(*f->ph),
		                   .e_phnum = cases[of].linker ? 3 : 2 } };
	memcpy(f->h.e_ident, cases[of].magic, SELFMAG);
	f->h.e_ident[EI_CLASS] = cases[of].class;
	f->ph[0] = (Elf64_Phdr){ .p_type = PT_LOAD,
		                 .p_vaddr = ADDRESS,
		                 .p_filesz = sizeof(*f) };
	f->ph[1] = (Elf64_Phdr){ .p_type = PT_DYNAMIC,
		                 .p_offset = offsetof(struct file, dynamic),
		                 .p_filesz = sizeof(f->dynamic) };
	f->ph[2] = (Elf64_Phdr){ .p_type = PT_INTERP,
		                 .p_offset = offsetof(struct file, linker) };
	if (cases[of].linker)
		snprintf(f->linker, sizeof(f->linker), "%s", cases[of].linker);
	for (int i = 0; i < 2; i++) {
		f->dynamic[i].d_tag = DT_NEEDED;
		f->dynamic[i].d_un.d_val = at;
		at += (size_t)snprintf(f->names + at, sizeof(f->names) - at,
		                       "%s", cases[of].libraries[i]) +
		      1;
	}
	f->dynamic[2].d_tag = DT_STRTAB;
	f->dynamic[2].d_un.d_ptr = ADDRESS + offsetof(struct file, names);
}

START_TEST(knows_what_it_needs)
{
	const int fd = memfd_create("program", 0);
	struct file f;

	fill(&f, _i);
	ck_assert_int_eq(write(fd, &f, sizeof(f)), sizeof(f));
	ck_assert_int_eq(loadable_file(fd), cases[_i].what);
	close(fd);
}
END_TEST

Suite *suite_loadable(void);
Suite *suite_loadable(void)
{
	Suite *s = suite_create("loadable");
	TCase *t = tcase_create("loadable");

	tcase_add_loop_test(t, knows_what_it_needs, 0,
	                    sizeof(cases) / sizeof(*cases));
	suite_add_tcase(s, t);
	return s;
}
