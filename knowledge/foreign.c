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

bool foreign_code(const struct profile *p, const struct profile_section *s)
{
	static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/",
		                               "/usr/lib64/", "/usr/libexec/" };

	while (s->parent && s->kind != PROFILE_MODULE)
		s = s->parent;
	if (p->program &&
	    strcmp(io_basename(s->name), io_basename(p->program)) == 0)
		return false;
	return s->name[0] == '[' ||
	       is_below(s->file, folders, sizeof(folders) / sizeof(*folders));
}

bool foreign_binary(const struct profile_section *s)
{
	static const char *const folders[] = { "/usr/", "/bin/", "/sbin/",
		                               "/opt/" };

	if (s->file && s->line)
		return false;
	while (s->parent && s->kind != PROFILE_MODULE)
		s = s->parent;
	return is_below(s->file, folders, sizeof(folders) / sizeof(*folders));
}
