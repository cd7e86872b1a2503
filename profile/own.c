#include "own.h"

#include <stddef.h>
#include <string.h>

#include "base/banned.h"
#include "base/io.h"
#include "profile.h"

static bool begins_with(const char *s, const char *start)
{
	return s && strncmp(s, start, strlen(start)) == 0;
}

/* Code in Python that comes with the interpreter, and packages that are
 * installed; "<string>" and "<stdin>" are the user's, too */
static bool is_of_python(const char *file)
{
	static const char *const folders[] = { "/lib/python", "/lib64/python",
		                               "/site-packages/",
		                               "/dist-packages/" };

	if (!file)
		return false;
	if (file[0] == '<')
		return strcmp(file, "<string>") != 0 &&
		       strcmp(file, "<stdin>") != 0;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		if (strstr(file, folders[i]))
			return true;
	}
	return false;
}

bool own_is_script(const struct profile_section *s)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const char *language =
			strcmp(s->facts[i].name, "compiler") == 0
				? profile_fact_attr(&s->facts[i], "language")
				: NULL;

		if (language && strcmp(language, "Python") == 0)
			return true;
	}
	return false;
}

bool own_is_interpreter(const char *file)
{
	static const char *const names[] = { "python", "libpython", "perl",
		                             "ruby" };
	static const char version[] = "0123456789.";
	const char *name = file ? io_basename(file) : "";

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *rest = name + strlen(names[i]);

		if (!begins_with(name, names[i]))
			continue;
		rest += strspn(rest, version);
		rest += begins_with(rest, "so") ? 2 : 0;
		if (!rest[strspn(rest, version)])
			return true;
	}
	return false;
}

/* The module of an interpreter whose script is known: it may be the program */
static bool interprets(const struct profile *p, const struct profile_section *m)
{
	if (!own_is_interpreter(m->name))
		return false;
	for (const struct profile_section *s = p->root->child; s; s = s->next) {
		if (s->child && own_is_script(s->child))
			return true;
	}
	return false;
}

bool own_of_system(const char *file)
{
	static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/",
		                               "/usr/lib64/", "/usr/libexec/" };

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		if (begins_with(file, folders[i]))
			return true;
	}
	return false;
}

bool own_module(const struct profile *p, const struct profile_section *s)
{
	while (s->parent && s->kind != PROFILE_MODULE)
		s = s->parent;
	if (interprets(p, s))
		return false;
	if (p->program &&
	    strcmp(io_basename(s->name), io_basename(p->program)) == 0)
		return true;
	/* what is preloaded to measure it */
	if (begins_with(io_basename(s->name), "perfexpert-"))
		return false;
	return !own_of_system(s->file) && s->name[0] != '[' &&
	       !is_of_python(s->file);
}

/* Instances of templates whose source is not known */
static bool is_of_library(const char *linker_name)
{
	static const char *const starts[] = {
		"_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx",
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		if (begins_with(linker_name, starts[i]))
			return true;
	}
	return false;
}

/* What a compiler's run-time library has put into the program, __popcountdi2
 * say: such names are the implementation's (ISO C, 7.1.3), but for those of
 * gfortran's modules. */
static bool is_of_compiler(const struct profile_section *s)
{
	const char *name = s->raw_name ? s->raw_name : s->name;

	return !s->file && begins_with(name, "__") && !strstr(name, "_MOD_");
}

bool own_code(const struct profile *p, const struct profile_section *s)
{
	while (s && s->kind == PROFILE_LOOP)
		s = s->parent;
	return s && s->kind == PROFILE_PROCEDURE && own_module(p, s) &&
	       !io_is_system_header(s->file) && !is_of_library(s->raw_name) &&
	       !is_of_compiler(s) && strcmp(s->name, "<unknown>") != 0 &&
	       strcmp(s->name, "_start") != 0;
}
