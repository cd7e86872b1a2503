#include "linker_names.h"

#include <ctype.h>
#include <setjmp.h>
#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#endif

#include "base/arena.h"
#include "base/banned.h"
#include "base/fortran.h"
#include "base/mem.h"
#include "base/strbuf.h"

#ifndef DMGL_PARAMS
/* Red Hat's binutils-devel has the library and not this header of it. */
enum { DMGL_PARAMS = 1, DMGL_ANSI = 2, DMGL_RET_DROP = 64 };
typedef void (*demangle_callbackref)(const char *s, size_t n, void *ctx);
int cplus_demangle_v3_callback(const char *name, int options,
                               demangle_callbackref emit, void *ctx);
int rust_demangle_callback(const char *name, int options,
                           demangle_callbackref emit, void *ctx);
#endif

/* Longer names are nested templates; the end of the name is not useful */
enum { MAX_NAME = 16384 };

static const char *const clones[] = {
	".isra.",        ".constprop.", ".part.",    ".cold",
	".lto_priv.",    ".localalias", ".llvm.",    ".sra.",
	".specialized.", ".__uniq.",    ".resolver",
};

/* Length of the clone suffix that begins at s, or 0 */
static size_t clone_suffix(const char *s, bool *cold)
{
	for (size_t i = 0; i < sizeof(clones) / sizeof(*clones); i++) {
		size_t n = strlen(clones[i]);

		if (strncmp(s, clones[i], n) != 0)
			continue;
		if (clones[i][n - 1] != '.') {
			if (s[n] && s[n] != '.')
				continue;
			if (strcmp(clones[i], ".cold") == 0)
				*cold = true;
			/* .cold.1 of older compilers */
			if (s[n] == '.' && isdigit((unsigned char)s[n + 1]))
				n++;
			else
				return n;
		}
		while (isdigit((unsigned char)s[n]))
			n++;
		return n;
	}
	return 0;
}

/* Length of raw without its clone suffixes; *cold: a ".cold" was among them */
static size_t base_length(const char *raw, bool *cold)
{
	size_t len = strcspn(raw, "@");
	const char *dot = raw;

	*cold = false;
	while (*dot && (dot = strchr(dot + 1, '.')) && dot < raw + len) {
		const char *s = dot;
		size_t n;

		while ((n = clone_suffix(s, cold)))
			s += n;
		if (s == raw + len)
			return (size_t)(dot - raw);
	}
	return len;
}

static const char *fortran(struct arena *a, const char *name)
{
	struct strbuf b = STRBUF_INIT;
	const char *result =
		fortran_module(&b, name, false) ? arena_intern(a, b.s) : NULL;

	strbuf_release(&b);
	return result;
}

struct output {
	struct strbuf b;
	jmp_buf too_long;
};

static void emit(const char *s, size_t n, void *ctx)
{
	struct output *o = ctx;

	strbuf_add(&o->b, s, n);
	if (o->b.len > MAX_NAME)
		longjmp(o->too_long, 1);
}

/*
 * Substitutions let a forged name of a hundred bytes expand to gigabytes. The
 * demanglers keep their state on the stack when they are given a callback, so
 * that it may leave them by longjmp.
 */
static bool demangle(struct output *o, const char *name)
{
	enum { OPTIONS = DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP };

	if (setjmp(o->too_long))
		return false;
	/* also of names as C++ has them that end with a hash */
	if (rust_demangle_callback(name, OPTIONS, emit, o))
		return true;
	strbuf_clear(&o->b);
	return cplus_demangle_v3_callback(name, OPTIONS, emit, o);
}

/* The part that the demangler understands, and an OpenMP suffix after it */
static const char *demangled(struct arena *a, const char *name)
{
	const char *tail = strstr(name, "._omp_");
	struct output o = { .b = STRBUF_INIT };
	const char *result = NULL;
	char *head;

	if (!tail)
		tail = name + strlen(name);
	head = mem_strndup(name, (size_t)(tail - name));
	if (demangle(&o, head)) {
		strbuf_adds(&o.b, tail);
		result = arena_intern(a, o.b.s);
	}
	free(head);
	strbuf_release(&o.b);
	return result;
}

bool names_mangled(const char *raw)
{
	struct strbuf b = STRBUF_INIT;
	bool module = fortran_module(&b, raw, false);

	strbuf_release(&b);
	return module || strncmp(raw, "_Z", 2) == 0 ||
	       strncmp(raw, "_R", 2) == 0;
}

const char *names_readable(struct arena *a, const char *raw)
{
	bool cold;
	size_t len = base_length(raw, &cold);
	char *base;
	const char *name = NULL;

	if (len > MAX_NAME)
		len = MAX_NAME;
	base = arena_strndup(a, raw, len);
	if (strncmp(base, "_Z", 2) == 0 || strncmp(base, "_R", 2) == 0)
		name = demangled(a, base);
	if (!name)
		name = fortran(a, base);
	return name ? name : arena_intern(a, base);
}

static size_t underscores(const char *s)
{
	return strspn(s, "_");
}

bool names_better(const char *a, const char *b)
{
	size_t x = underscores(a), y = underscores(b);

	if (x != y)
		return x < y;
	x = strlen(a);
	y = strlen(b);
	if (x != y)
		return x < y;
	return strcmp(a, b) < 0;
}

/* What C and C++ reserve: a program's own functions are not called so. */
static bool is_reserved(const char *name)
{
	return name[0] == '_' &&
	       (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z') ||
	        strncmp(name, "_gfortran_", 10) == 0);
}

/* Procedures of the system and of compilers that don't come back */
static const char *const never_return[] = {
	"abort",
	"exit",
	"_exit",
	"_Exit",
	"quick_exit",
	"pthread_exit",
	"__stack_chk_fail",
	"__assert_fail",
	"__assert_perror_fail",
	"__chk_fail",
	"__fortify_fail",
	"__libc_fatal",
	"__libc_start_main_impl",
	"_Unwind_Resume",
	"__cxa_throw",
	"__cxa_rethrow",
	"__cxa_bad_cast",
	"__cxa_bad_typeid",
	"__cxa_throw_bad_array_new_length",
	"__cxa_throw_bad_array_length",
	"__cxa_pure_virtual",
	"__cxa_deleted_virtual",
	"__cxa_call_unexpected",
	"__cxa_call_terminate",
	"__clang_call_terminate",
	"__longjmp_chk",
	"longjmp",
	"siglongjmp",
	"_longjmp",
	"err",
	"errx",
	"verr",
	"verrx",
	"_gfortran_stop_string",
	"_gfortran_stop_numeric",
	"_gfortran_error_stop_string",
	"_gfortran_error_stop_numeric",
	"_gfortran_runtime_error",
	"_gfortran_runtime_error_at",
	"_gfortran_os_error",
	"_gfortran_os_error_at",
	"__ubsan_handle_builtin_unreachable",
	"svc_exit",
	"thrd_exit",
};

bool names_never_returns(const char *raw, bool foreign)
{
	size_t len = strcspn(raw, "@");

	if (!foreign && !is_reserved(raw))
		return false;
	for (size_t i = 0; i < sizeof(never_return) / sizeof(*never_return);
	     i++) {
		if (strlen(never_return[i]) == len &&
		    strncmp(raw, never_return[i], len) == 0)
			return true;
	}
	if (strncmp(raw, "_ZSt", 4) != 0)
		return false;
	/* std::terminate and std::__throw_... */
	return strncmp(raw, "_ZSt9terminatev", 15) == 0 ||
	       strncmp(raw + 4 + strspn(raw + 4, "0123456789"), "__throw_",
	               8) == 0;
}
