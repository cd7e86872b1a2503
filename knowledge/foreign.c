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
