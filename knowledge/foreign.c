#include "foreign.h"

#include <stddef.h>
#include <string.h>

#include "base/banned.h"
#include "base/io.h"
#include "profile/profile.h"

static bool is_below(const char *file, const char *const *folders, size_t n)
{
	for (size_t i = 0; file && i < n; i++) {
		if (strncmp(file, folders[i], strlen(folders[i])) == 0)
			return true;
	}
	return false;
}

/* The file of its module, or NULL */
static const char *file_of(const struct profile_section *s)
{
	while (s->parent && s->kind != PROFILE_MODULE)
		s = s->parent;
	return s->file;
}

bool foreign_binary(const struct profile_section *s)
{
	static const char *const folders[] = { "/usr/", "/bin/", "/sbin/",
		                               "/opt/" };

	return !(s->file && s->line) &&
	       is_below(file_of(s), folders,
	                sizeof(folders) / sizeof(*folders));
}

bool foreign_interpreter(const struct profile_section *s)
{
	static const char *const names[] = { "python", "libpython", "perl",
		                             "ruby" };
	const char *file = file_of(s);
	const char *name = file ? io_basename(file) : "";

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const size_t n = strlen(names[i]);

		/* python3.11, libpython3.11.so.1.0 */
		if (strncmp(name, names[i], n) == 0 &&
		    (!name[n] || (name[n] >= '0' && name[n] <= '9')))
			return true;
	}
	return false;
}
