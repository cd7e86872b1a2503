/*
 * standin - hpcrun, hpcstruct or hpcprof, by the name it is called with
 */
#include "standin.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"

enum release standin_release(void)
{
	const char *r = getenv("STANDIN_RELEASE");

	if (!r)
		return DEVELOP;
	return strcmp(r, "2016.12") == 0   ? R2016
	       : strcmp(r, "2018.09") == 0 ? R2018
	       : strcmp(r, "2021.05") == 0 ? R2021
	                                   : DEVELOP;
}

void standin_write(const char *folder, const char *name, const void *data,
                   size_t n)
{
	struct strbuf path = STRBUF_INIT;
	FILE *f;

	io_join(&path, folder, name);
	f = fopen(path.s, "w");
	if (!f || fwrite(data, 1, n, f) != n || fclose(f) != 0) {
		perror(path.s);
		exit(1);
	}
	strbuf_release(&path);
}

static bool is_elf(const char *path)
{
	char magic[4] = "";
	FILE *f = fopen(path, "r");
	bool yes = f && fread(magic, 1, 4, f) == 4 &&
	           memcmp(magic, "\177ELF", 4) == 0;

	if (f)
		fclose(f);
	return yes;
}

static int hpcstruct(int argc, char **argv)
{
	const char *out = NULL, *binary = NULL;
	struct strbuf b = STRBUF_INIT;
	struct stat st = { 0 };

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
			out = argv[++i];
		else if (strcmp(argv[i], "-j") == 0 && i + 1 < argc)
			i++;
		else if (argv[i][0] == '-')
			return fprintf(stderr, "hpcstruct: ERROR: %s\n",
			               argv[i]),
			       1;
		else
			binary = argv[i];
	}
	if (!binary || !out || !is_elf(binary)) {
		fprintf(stderr, "hpcstruct: ERROR: can't read '%s'\n",
		        binary ? binary : "");
		return 1;
	}
	stat(binary, &st);
	if (standin_release() == DEVELOP)
		printf("ADVICE: See the usage message for how to use a "
		       "structure cache to accelerate analysis of CPU and GPU "
		       "binaries\n\n begin sequential analysis of CPU binary "
		       "%s (size = %lld, threads = 1)\n   end sequential "
		       "analysis of CPU binary %s (Cache not specified)\n\n",
		       binary, (long long)st.st_size, binary);
	strbuf_addf(&b,
	            "<?xml version=\"1.0\"?>\n<HPCToolkitStructure i=\"0\" "
	            "version=\"4.7\" n=\"\">\n<LM i=\"2\" n=\"%s\" v=\"{}\">\n"
	            "</LM>\n</HPCToolkitStructure>\n",
	            binary);
	standin_write("", out, b.s, b.len);
	strbuf_release(&b);
	return 0;
}

static void note_call(int argc, char **argv)
{
	const char *calls = getenv("STANDIN_CALLS");
	FILE *f = calls ? fopen(calls, "a") : NULL;

	if (!f)
		return;
	fprintf(f, "%s", io_basename(argv[0]));
	for (int i = 1; i < argc; i++)
		fprintf(f, " %s", argv[i]);
	fputc('\n', f);
	fclose(f);
}

int main(int argc, char **argv)
{
	const char *name = io_basename(argv[0]), *fail = getenv("STANDIN_FAIL");

	note_call(argc, argv);
	if (fail && strcmp(fail, name) == 0) {
		fprintf(stderr, "%s: it was told to fail\n", name);
		return 1;
	}
	if (strcmp(name, "hpcrun") == 0)
		return standin_hpcrun(argc, argv);
	if (strcmp(name, "hpcstruct") == 0)
		return hpcstruct(argc, argv);
	if (strcmp(name, "hpcprof") == 0)
		return standin_hpcprof(argc, argv);
	fprintf(stderr, "standin: call me hpcrun, hpcstruct or hpcprof\n");
	return 1;
}
