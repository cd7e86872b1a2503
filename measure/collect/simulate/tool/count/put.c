/*
 * perfexpert-sim: text for the output file
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "put.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"

void put_flush(struct out *o)
{
	UInt done = 0;

	if (o->to)
		VG_(memcpy)(o->to + o->size, o->buf, o->used);
	o->size += o->used;
	while (o->fd >= 0 && done < o->used && !o->failed) {
		const Int n =
			VG_(write)(o->fd, o->buf + done, (Int)(o->used - done));

		if (n <= 0)
			o->failed = True;
		else
			done += (UInt)n;
	}
	o->used = 0;
}

void put(struct out *o, const HChar *format, ...)
{
	va_list args;

	if (o->used + 512 > sizeof o->buf)
		put_flush(o);
	va_start(args, format);
	o->used += VG_(vsnprintf)(o->buf + o->used, 512, format, args);
	va_end(args);
}

void put_newline(struct out *o)
{
	put(o, "\n");
	o->lines++;
}

void put_escaped(struct out *o, const HChar *s)
{
	if (!*s)
		put(o, "%%");
	for (; *s; s++) {
		const UChar c = (UChar)*s;

		if (c <= ' ' || c >= 127 || c == '%')
			put(o, "%%%02x", c);
		else
			put(o, "%c", c);
	}
}
