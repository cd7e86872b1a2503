/* Makes code, with a name in the map that profilers read, or, as "maker dump",
 * in a dump in the working directory, or, as "maker nameless", without one, and
 * runs it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* long f(long n) { while (--n) ; return 0; } */
#if defined(__x86_64__)
static const unsigned char code[] = { 0x48, 0xff, 0xcf, /* dec %rdi */
	                              0x75, 0xfb,       /* jnz */
	                              0x31, 0xc0,       /* xor %eax, %eax */
	                              0xc3 };
#elif defined(__aarch64__)
static const unsigned code[] = { 0xf1000400, /* subs x0, x0, #1 */
	                         0x54ffffe1, /* b.ne */
	                         0xd65f03c0 /* ret */ };
#else
#error "no code for this architecture"
#endif

static const char *write_map(const void *at)
{
	static char path[64];
	FILE *map;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	if (!map)
		return NULL;
	fprintf(map, "%lx %zx JS:*count_down /home/me/a.js:7:1\n",
	        (unsigned long)at, sizeof(code));
	return fclose(map) == 0 ? path : NULL;
}

/* Profilers hear of the dump as a page of it is mapped as code. */
static const char *write_dump(const void *at)
{
	static const char name[] = "JS:*count_down", file[] = "/home/me/a.js";
	static char path[64];
	const uint64_t start = (uint64_t)(uintptr_t)at;
	const struct {
		uint32_t magic, version, size, machine, pad, pid;
		uint64_t timestamp, flags;
	} header = { 0x4a695444, 1, sizeof(header), 0, 0, 0, 0, 0 };
	const struct {
		uint32_t id, size;
		uint64_t timestamp, start, entries, address;
		uint32_t line, discriminator;
	} lines = { 2, sizeof(lines) + sizeof(file), 0, start, 1, start, 7, 0 };
	const struct {
		uint32_t id, size;
		uint64_t timestamp;
		uint32_t pid, tid;
		uint64_t vma, start, length, index;
	} load = { 0,     sizeof(load) + sizeof(name) + sizeof(code),
		   0,     0,
		   0,     start,
		   start, sizeof(code),
		   1 };
	FILE *dump;
	void *page;

	snprintf(path, sizeof(path), "jit-%d.dump", (int)getpid());
	dump = fopen(path, "w+");
	if (!dump)
		return NULL;
	fwrite(&header, sizeof(header), 1, dump);
	fwrite(&lines, sizeof(lines), 1, dump);
	fwrite(file, sizeof(file), 1, dump);
	fwrite(&load, sizeof(load), 1, dump);
	fwrite(name, sizeof(name), 1, dump);
	fwrite(code, sizeof(code), 1, dump);
	fflush(dump);
	page = mmap(NULL, sizeof(header), PROT_READ | PROT_EXEC, MAP_PRIVATE,
	            fileno(dump), 0);
	return fclose(dump) == 0 && page != MAP_FAILED ? path : NULL;
}

int main(int argc, char **argv)
{
	void *at = mmap(NULL, sizeof(code), PROT_READ | PROT_WRITE | PROT_EXEC,
	                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const char *path;
	long (*f)(long);

	if (at == MAP_FAILED)
		return 1;
	memcpy(at, code, sizeof(code));
	__builtin___clear_cache(at, (char *)at + sizeof(code));
	path = argc == 1                      ? write_map(at)
	       : strcmp(argv[1], "dump") == 0 ? write_dump(at)
	                                      : "";
	if (!path)
		return 1;
	printf("%s\n", path);
	memcpy(&f, &at, sizeof(f));
	/* simulated, where the kernel's page is hidden, less is enough */
	return (int)f(getauxval(AT_SYSINFO_EHDR) ? 500000000 : 1000000);
}
