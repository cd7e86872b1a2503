/*
 * input.h - a fuzzer's bytes as the files that a function wants to open
 */
#ifndef PERFEXPERT_TESTS_FUZZ_INPUT_H
#define PERFEXPERT_TESTS_FUZZ_INPUT_H

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A file without a name that holds these bytes; input_path is its path. */
struct input_file {
	int fd;
	char path[40];
};

static inline struct input_file input_file(const void *data, size_t size)
{
	struct input_file f = { .fd = memfd_create("input", MFD_CLOEXEC) };

	if (f.fd < 0 || write(f.fd, data, size) != (ssize_t)size) {
		perror("input_file");
		abort();
	}
	snprintf(f.path, sizeof(f.path), "/proc/self/fd/%d", f.fd);
	return f;
}

static inline void input_close(struct input_file *f)
{
	close(f->fd);
}

/* input_folder - a folder of this process, removed when it ends */
static char input_folder_path[64];

static inline void input_remove(void)
{
	struct err ignored = { 0 };

	io_remove_tree(input_folder_path, &ignored);
}

static inline const char *input_folder(void)
{
	if (!*input_folder_path) {
		const char *at =
			access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

		snprintf(input_folder_path, sizeof(input_folder_path),
		         "%s/fuzz.XXXXXX", at);
		if (!mkdtemp(input_folder_path)) {
			perror(input_folder_path);
			abort();
		}
		atexit(input_remove);
	}
	return input_folder_path;
}

/* input_write - a file in a folder, over what was there */
static inline void input_write(const char *folder, const char *name,
                               const void *data, size_t size)
{
	char path[300];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0) {
		perror(path);
		abort();
	}
}

/* input_part - the bytes before the first line that is "--", which is taken
 * off data and size; all of them where there is none */
static inline size_t input_part(const uint8_t **data, size_t *size,
                                const uint8_t **part)
{
	const uint8_t *mark = memmem(*data, *size, "\n--\n", 4);
	const size_t n = mark ? (size_t)(mark - *data) + 1 : *size;

	*part = *data;
	*data += mark ? n + 3 : n;
	*size -= mark ? n + 3 : n;
	return n;
}

/* input_take - so many bytes off the input; false: there are not that many */
static inline bool input_take(const uint8_t **data, size_t *size, void *to,
                              size_t n)
{
	if (*size < n)
		return false;
	memcpy(to, *data, n);
	*data += n;
	*size -= n;
	return true;
}

#endif
