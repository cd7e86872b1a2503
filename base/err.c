#include "err.h"

#include <errno.h>
#include <stdarg.h>

#include "escape.h"

static void set(struct err *err, enum err_code code, const char *text)
{
	if (err->code != ERR_NONE)
		return;
	err->code = code;
	escape_terminal(err->msg, sizeof(err->msg), text);
}

int err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	char text[sizeof(err->msg)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	set(err, code, text);
	return -1;
}

int err_system(struct err *err, const char *fmt, ...)
{
	int saved = errno;
	char text[sizeof(err->msg)];
	char whole[sizeof(text) + 256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	snprintf(whole, sizeof(whole), "%s: %s", text, strerror(saved));
	set(err, ERR_SYSTEM, whole);
	errno = saved;
	return -1;
}

void err_prefix(struct err *err, const char *fmt, ...)
{
	char where[sizeof(err->msg)];
	char text[2 * sizeof(err->msg) + 4];
	va_list ap;

	if (err->code == ERR_NONE)
		return;
	va_start(ap, fmt);
	vsnprintf(where, sizeof(where), fmt, ap);
	va_end(ap);
	snprintf(text, sizeof(text), "%s: %s", where, err->msg);
	escape_terminal(err->msg, sizeof(err->msg), text);
}

void err_clear(struct err *err)
{
	err->code = ERR_NONE;
	err->msg[0] = '\0';
}

int err_exit_status(const struct err *err)
{
	switch (err->code) {
	case ERR_NONE:
		return 0;
	case ERR_USAGE:
		return 2;
	case ERR_FORMAT:
	case ERR_SYSTEM:
		return 3;
	case ERR_PROGRAM:
		return 4;
	case ERR_UNSUPPORTED:
		return 5;
	}
	return 3;
}
