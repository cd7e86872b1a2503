#include "fortran.h"

#include <strings.h>

#include "banned.h"
#include "strbuf.h"

bool fortran_file(const char *path)
{
	static const char *const ends[] = { ".f",   ".for", ".f77",
		                            ".f90", ".f95", ".f03",
		                            ".f08", ".ftn", ".fpp" };
	const char *dot = path ? strrchr(path, '.') : NULL;

	for (size_t i = 0; dot && i < sizeof(ends) / sizeof(*ends); i++) {
		if (strcasecmp(dot, ends[i]) == 0)
			return true;
	}
	return false;
}

/* What is before and after the mark; neither may be empty */
static bool split(struct strbuf *out, const char *name, const char *mark,
                  size_t n, bool underscore)
{
	size_t length;

	if (!mark || mark == name || !mark[n])
		return false;
	length = strlen(mark + n);
	if (underscore && mark[n + length - 1] == '_')
		length--;
	strbuf_add(out, name, (size_t)(mark - name));
	strbuf_adds(out, "::");
	strbuf_add(out, mark + n, length);
	return true;
}

bool fortran_module(struct strbuf *out, const char *name, bool fortran)
{
	static const char gnu[] = "_MOD_", intel[] = "_mp_";

	if (strncmp(name, "__", 2) == 0 && strstr(name + 2, gnu))
		return split(out, name + 2, strstr(name + 2, gnu),
		             sizeof(gnu) - 1, false);
	return fortran &&
	       split(out, name, strstr(name, intel), sizeof(intel) - 1, true);
}

size_t fortran_external(const char *name)
{
	size_t n = strlen(name);

	return n > 1 && name[n - 1] == '_' ? n - 1 : n;
}
