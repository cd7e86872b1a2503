/*
 * elf_mutants - changes a real binary section by section, and reads each mutant
 *
 *	elf_mutants BINARY N SEED [SECONDS [COMMAND...]]
 *
 * Each mutant has one to eight changes within one section, or within the
 * headers of the file and of its sections and segments: those that a reader
 * trusts by turns, .debug_line, .debug_info, .eh_frame, .symtab, .dynamic and
 * all others that the binary has. Each is read in a process of its own, as a
 * crash must not hide the next; more than SECONDS of processor time (10) is
 * one, too. What crashed is kept as BINARY.mutant-NUMBER. Ends with a line for
 * each section.
 *
 * With COMMAND that is executed with the mutant as its last argument instead
 * (whole_run.sh); what ends by a signal or with a status above 5 crashed. Only
 * sections are changed that a program does not need to run.
 */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_PARTS = 128, MOST_CHANGES = 8, SMALLEST = 64 };

struct part {
	char name[32];
	size_t at, size;
	unsigned n, crashed;
};

struct binary {
	unsigned char *data, *copy;
	size_t size;
	struct part part[MOST_PARTS];
	size_t nparts;
	uint64_t random;
	char **command; /* with an empty place for the mutant; NULL: none */
};

static uint64_t next(struct binary *b)
{
	/* splitmix64 */
	uint64_t z = b->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Is it needed to run? Names of sections that are not begin so. */
static int is_idle(const char *name)
{
	static const char *const idle[] = { "sections", ".debug",    ".symtab",
		                            ".strtab",  ".shstrtab", ".comment",
		                            ".note",    ".eh_frame" };

	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++) {
		if (strncmp(name, idle[i], strlen(idle[i])) == 0)
			return 1;
	}
	return 0;
}

static void add(struct binary *b, const char *name, uint64_t at, uint64_t size)
{
	struct part *p = &b->part[b->nparts];

	if (b->command && !is_idle(name))
		return;

	if (!size || at >= b->size || size > b->size - at ||
	    b->nparts == MOST_PARTS)
		return;
	snprintf(p->name, sizeof(p->name), "%s", name);
	p->at = at;
	p->size = size;
	b->nparts++;
}

static void list_parts(struct binary *b)
{
	Elf64_Ehdr h;
	Elf64_Shdr names, s;

	memcpy(&h, b->data, sizeof(h));
	add(b, "file header", 0, sizeof(h));
	add(b, "segments", h.e_phoff, (uint64_t)h.e_phnum * sizeof(Elf64_Phdr));
	add(b, "sections", h.e_shoff, (uint64_t)h.e_shnum * sizeof(s));
	if (h.e_shstrndx >= h.e_shnum ||
	    h.e_shoff + (uint64_t)h.e_shnum * sizeof(s) > b->size)
		return;
	memcpy(&names, b->data + h.e_shoff + h.e_shstrndx * sizeof(s),
	       sizeof(names));
	for (size_t i = 1; i < h.e_shnum; i++) {
		memcpy(&s, b->data + h.e_shoff + i * sizeof(s), sizeof(s));
		if (s.sh_type != SHT_NOBITS &&
		    names.sh_offset + s.sh_name + sizeof(b->part->name) <
		            b->size)
			add(b,
			    (const char *)b->data + names.sh_offset + s.sh_name,
			    s.sh_offset, s.sh_size);
	}
}

/* As numbers and lengths are wrong: other bits, extremes, what is elsewhere */
static void change(struct binary *b, const struct part *p)
{
	static const uint64_t odd[] = {
		0,          1,         0x7f,       0x80,
		0xff,       0xffff,    0x7fffffff, 0x80000000u,
		0xffffffff, INT64_MAX, UINT64_MAX, UINT64_MAX - 7,
	};
	const size_t at = p->at + next(b) % p->size;
	size_t n = (size_t)1 << next(b) % 4;
	uint64_t value;

	if (n > p->at + p->size - at)
		n = 1;
	switch (next(b) % 4) {
	case 0:
		b->copy[at] ^= (unsigned char)(1u << next(b) % 8);
		break;
	case 1:
		value = next(b);
		memcpy(b->copy + at, &value, n);
		break;
	case 2:
		value = odd[next(b) % (sizeof(odd) / sizeof(*odd))];
		memcpy(b->copy + at, &value, n);
		break;
	default:
		memcpy(b->copy + at,
		       b->data + p->at + next(b) % (p->size - n + 1), n);
	}
}

static void write_to(const struct binary *b, const char *name)
{
	FILE *f = fopen(name, "w");

	if (f) {
		fwrite(b->copy, 1, b->size, f);
		fchmod(fileno(f), 0755);
		fclose(f);
	}
}

static void keep(const struct binary *b, const char *path, unsigned long k)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s.mutant-%lu", path, k);
	write_to(b, name);
	printf("%s crashed\n", name);
	fflush(stdout);
}

static void run_it(const struct binary *b, const char *path)
{
	size_t n = 0;

	while (b->command[n])
		n++;
	snprintf(b->command[n - 1], 4096, "%s.now", path);
	write_to(b, b->command[n - 1]);
	execvp(b->command[0], b->command);
	_exit(127);
}

/* Does reading it end well? */
static int read_it(const struct binary *b, const char *path,
                   unsigned long limit_s)
{
	const struct rlimit cpu = { limit_s, limit_s + 1 };
	int status = 0;
	const pid_t pid = fork();

	if (pid == 0) {
		setrlimit(RLIMIT_CPU, &cpu);
		if (b->command)
			run_it(b, path);
		LLVMFuzzerTestOneInput(b->copy, b->size);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid &&
	       WIFEXITED(status) && WEXITSTATUS(status) <= (b->command ? 5 : 0);
}

/* The command and a place for the mutant after it; the caller frees both */
static char **take_command(int argc, char **argv)
{
	char **command = calloc((size_t)argc + 2, sizeof(*command));

	if (!command || !(command[argc] = malloc(4096)))
		exit(2);
	memcpy(command, argv, (size_t)argc * sizeof(*command));
	return command;
}

static int load(struct binary *b, const char *path)
{
	FILE *f = fopen(path, "r");
	long n;

	if (!f || fseek(f, 0, SEEK_END) != 0 || (n = ftell(f)) < SMALLEST)
		return -1;
	rewind(f);
	b->size = (size_t)n;
	b->data = malloc(b->size);
	b->copy = malloc(b->size);
	n = b->data && b->copy && fread(b->data, 1, b->size, f) == b->size;
	fclose(f);
	return n ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct binary b = { 0 };
	unsigned long n, limit_s, crashed = 0;

	if (argc < 4 || load(&b, argv[1]) != 0) {
		fprintf(stderr, "usage: elf_mutants BINARY N SEED [SECONDS "
		                "[COMMAND...]]\n");
		return 2;
	}
	n = strtoul(argv[2], NULL, 10);
	limit_s = argc > 4 ? strtoul(argv[4], NULL, 10) : 10;
	if (argc > 5)
		b.command = take_command(argc - 5, argv + 5);
	list_parts(&b);
	for (unsigned long k = 0; k < n; k++) {
		struct part *p = &b.part[k % b.nparts];

		/* a mutant is the same whichever others there are */
		b.random = strtoull(argv[3], NULL, 10) * 1000003 + k;
		memcpy(b.copy, b.data, b.size);
		for (uint64_t i = next(&b) % MOST_CHANGES + 1; i > 0; i--)
			change(&b, p);
		p->n++;
		if (!read_it(&b, argv[1], limit_s)) {
			p->crashed++;
			crashed++;
			keep(&b, argv[1], k);
		}
	}
	for (size_t i = 0; i < b.nparts; i++)
		printf("%-24s %6u mutants, %u crashed\n", b.part[i].name,
		       b.part[i].n, b.part[i].crashed);
	printf("%lu mutants, %lu crashed\n", n, crashed);
	if (b.command) {
		free(b.command[argc - 5]);
		free(b.command);
	}
	free(b.data);
	free(b.copy);
	return crashed != 0;
}
