/*
 * preload_exec.c - a program that can't load this library is started without it
 *
 * Another C library's linker fails to load it, and AddressSanitizer refuses to
 * start with it. Such a program gets its native environment, without our word
 * in LD_PRELOAD. Some of these functions are called between vfork() and exec:
 * nothing is allocated.
 */
#include "preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/run/loadable.h"

#define EXPORT PRELOAD_EXPORT
#define NAME "LD_PRELOAD="

enum { MOST_VARIABLES = 1 << 14, MOST_TEXT = 1 << 16, MOST_PATH = 4096 };

typedef int spawner(pid_t *, const char *, const posix_spawn_file_actions_t *,
                    const posix_spawnattr_t *, char *const[], char *const[]);

static struct {
	int (*execve)(const char *, char *const[], char *const[]);
	int (*execvpe)(const char *, char *const[], char *const[]);
	int (*fexecve)(int, char *const[], char *const[]);
	spawner *spawn, *spawnp;
} next;

static void look_up(void *function, const char *name)
{
	*(void **)function = dlsym(RTLD_NEXT, name);
}

static void look_all_up(void)
{
	if (next.spawnp)
		return;
	look_up(&next.execve, "execve");
	look_up(&next.execvpe, "execvpe");
	look_up(&next.fexecve, "fexecve");
	look_up(&next.spawn, "posix_spawn");
	look_up(&next.spawnp, "posix_spawnp");
}

__attribute__((constructor)) static void load(void)
{
	look_all_up();
}

/* Is it a library of ours? */
static bool is_ours(const char *word, size_t n)
{
	static const char *const names[] = { "perfexpert-preload.so",
		                             "perfexpert-mpi.so",
		                             "libperfexpert-region.so" };
	Dl_info own;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const size_t k = strlen(names[i]);

		if (n >= k && memcmp(word + n - k, names[i], k) == 0)
			return true;
	}
	return dladdr((void *)&next, &own) && strlen(own.dli_fname) == n &&
	       memcmp(own.dli_fname, word, n) == 0;
}

/* What others want to be preloaded, into room for as much. */
static void others(const char *words, char *to)
{
	char *at = mempcpy(to, NAME, sizeof(NAME) - 1);

	while (*words) {
		const size_t n = strcspn(words, " :");

		if (n && !is_ours(words, n)) {
			if (at != to + sizeof(NAME) - 1)
				*at++ = ':';
			at = mempcpy(at, words, n);
		}
		words += n + (words[n] != '\0');
	}
	*at = '\0';
}

/* What is preloaded, of an environment; NULL: nothing */
static const char *preloaded(char *const *envp, size_t *n)
{
	const char *found = NULL;

	for (*n = 0; envp && envp[*n]; (*n)++) {
		if (!found && strncmp(envp[*n], NAME, sizeof(NAME) - 1) == 0)
			found = envp[*n];
	}
	return found;
}

/* The room that another environment takes for a program of that kind; 0: none
 * is needed */
static size_t room_for(enum loadable what, char *const *envp)
{
	size_t n;
	const char *old = preloaded(envp, &n);

	if (!old || n > MOST_VARIABLES || strlen(old) > MOST_TEXT ||
	    (what != LOADABLE_OTHER && what != LOADABLE_SANITIZER))
		return 0;
	return (n + 1) * sizeof(*envp) + strlen(old) + 1;
}

/* The environment, in that room; NULL: as it was */
static char *const *fitting(void *room, char *const *envp)
{
	size_t n, kept = 0;
	const char *old = preloaded(envp, &n);
	char **less = room, *text;

	if (!room)
		return envp;
	text = (char *)&less[n + 1];
	others(old + sizeof(NAME) - 1, text);
	for (size_t i = 0; i < n; i++) {
		if (envp[i] != old)
			less[kept++] = envp[i];
		else if (text[sizeof(NAME) - 1])
			less[kept++] = text;
	}
	less[kept] = NULL;
	return less;
}

/* On the stack of who executes it: there may be no other place. */
#define ROOM(what, envp)                                                       \
	((room = room_for(what, envp)) ? __builtin_alloca(room) : NULL)

/* As a shell looks for a program; NULL: in none of the folders */
static const char *find(const char *name, char path[MOST_PATH])
{
	const char *dirs = getenv("PATH");
	struct stat st;

	if (strchr(name, '/'))
		return name;
	for (dirs = dirs ? dirs : "/bin:/usr/bin"; *dirs;) {
		const size_t n = strcspn(dirs, ":");

		if (n + strlen(name) + 3 < MOST_PATH) {
			char *at = mempcpy(path, n ? dirs : ".", n ? n : 1);

			*at++ = '/';
			memcpy(at, name, strlen(name) + 1);
			if (access(path, X_OK) == 0 && stat(path, &st) == 0 &&
			    S_ISREG(st.st_mode))
				return path;
		}
		dirs += n + (dirs[n] != '\0');
	}
	return NULL;
}

static enum loadable kind(const char *path)
{
	return path && !preload_sealed() ? loadable_path(path) : LOADABLE;
}

static enum loadable kind_of_name(const char *name)
{
	const int saved = errno;
	char path[MOST_PATH];
	const enum loadable what = kind(find(name, path));

	errno = saved;
	return what;
}

EXPORT int execve(const char *path, char *const argv[], char *const envp[])
{
	size_t room;

	look_all_up();
	return next.execve(path, argv, fitting(ROOM(kind(path), envp), envp));
}

EXPORT int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

EXPORT int execvpe(const char *name, char *const argv[], char *const envp[])
{
	size_t room;

	look_all_up();
	return next.execvpe(name, argv,
	                    fitting(ROOM(kind_of_name(name), envp), envp));
}

EXPORT int execvp(const char *name, char *const argv[])
{
	return execvpe(name, argv, environ);
}

EXPORT int fexecve(int fd, char *const argv[], char *const envp[])
{
	size_t room;

	look_all_up();
	return next.fexecve(fd, argv,
	                    fitting(ROOM(loadable_file(fd), envp), envp));
}

EXPORT int posix_spawn(pid_t *pid, const char *path,
                       const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attr, char *const argv[],
                       char *const envp[])
{
	size_t room;

	look_all_up();
	return next.spawn(pid, path, actions, attr, argv,
	                  fitting(ROOM(kind(path), envp), envp));
}

EXPORT int posix_spawnp(pid_t *pid, const char *name,
                        const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attr, char *const argv[],
                        char *const envp[])
{
	size_t room;

	look_all_up();
	return next.spawnp(pid, name, actions, attr, argv,
	                   fitting(ROOM(kind_of_name(name), envp), envp));
}

/* How many arguments there are, and these, from a list that ends with NULL */
static size_t count(const char *first, va_list args)
{
	size_t n = 0;

	for (const char *a = first; a; a = va_arg(args, const char *))
		n++;
	return n;
}

static void collect(char **to, size_t n, const char *first, va_list args)
{
	for (size_t i = 0; i < n; i++)
		to[i] = i ? va_arg(args, char *) : (char *)first;
	to[n] = NULL;
}

/* environ, or the word after the arguments' end */
#define LISTED(first, call, environment)                                       \
	do {                                                                   \
		va_list args;                                                  \
		size_t n;                                                      \
		char **argv;                                                   \
                                                                               \
		va_start(args, first);                                         \
		n = count(first, args);                                        \
		va_end(args);                                                  \
		argv = __builtin_alloca((n + 1) * sizeof(*argv));              \
		va_start(args, first);                                         \
		collect(argv, n, first, args);                                 \
		if (environment && n)                                          \
			(void)va_arg(args, char *);                            \
		char *const *envp =                                            \
			environment ? va_arg(args, char *const *) : environ;   \
		va_end(args);                                                  \
		return call(path, argv, envp);                                 \
	} while (0)

EXPORT int execl(const char *path, const char *first, ...)
{
	LISTED(first, execve, false);
}

EXPORT int execlp(const char *path, const char *first, ...)
{
	LISTED(first, execvpe, false);
}

EXPORT int execle(const char *path, const char *first, ...)
{
	LISTED(first, execve, true);
}
