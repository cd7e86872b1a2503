#include "foreign.h"

#include <stddef.h>
#include <string.h>

#include "base/banned.h"
#include "profile/own.h"
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
	return own_is_interpreter(file_of(s));
}
