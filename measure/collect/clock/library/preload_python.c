/*
 * preload_python.c - the lines of a Python script that led to a sample
 *
 * The frames of the thread are read where CPython keeps them, innermost first,
 * as far as they can be read and lead to code objects: the interpreter may be
 * in the midst of changing them. (Its own function for that, which faulthandler
 * calls, trusts them, and ends the program one time in some hundred.)
 *
 * A function of a script is handed over as a mapping, "[python NAME]FILE", at
 * addresses at which no program has anything, one for each line of the file. So
 * a line is a place in the code like any other.
 *
 * Source of the offsets: CPython's Include/internal/pycore_frame.h and
 * Include/cpython/{pystate,code,unicodeobject}.h; for 3.13, _Py_DebugOffsets in
 * its _PyRuntime. Only for 64-bit machines, and no build with --with-pydebug or
 * --disable-gil: there no frame leads to a code object.
 */
#include "preload.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "measure/collect/clock/timer_area.h"

/* Limits: functions in the table, lines of each, innermost frames of a
 * stack, characters of a name or path */
enum { FUNCTIONS = 1 << 10, LINES = 1 << 20, FRAMES = 32, TEXT = 480 };

static const uint64_t nowhere = 1ull << 62;

/* Where CPython of a version has what, in bytes */
struct layout {
	unsigned minor; /* of 3.minor */
	/* in a thread's state; and if not NO, in what is there */
	uint16_t first, first_in;
	uint16_t code, back, instruction; /* of a frame */
	uint16_t file, name, begin;       /* of a code object */
	uint16_t ascii_text, other_text;  /* of a string */
};

enum { NO = UINT16_MAX, TYPE = 8, LENGTH = 16, KIND = 32 };

static const struct layout layouts[] = {
	{ 11, 56, 8, 32, 48, 56, 112, 128, 184, 48, 72 },
	{ 12, 56, 0, 0, 8, 56, 112, 128, 192, 40, 56 },
	{ 13, 72, NO, 0, 8, 56, 112, 128, 200, 40, 56 },
};

static struct {
	const struct layout *layout; /* NULL: no Python that we know */
	void *(*thread)(void);
	int (*line)(void *code, int instruction);
	uint64_t code_type;
	uint64_t loop, loop_end; /* the code that executes Python's */
	_Atomic uint64_t functions[FUNCTIONS]; /* hashes; 0: none */
} state;

static uint64_t hash(uint64_t h, const char *s)
{
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h;
}

/* The first address of a function, which is handed over when it is new; 0:
 * there are too many. */
static uint64_t place_of(struct timer_area *area, uint32_t image,
                         const char *file, const char *name)
{
	const uint64_t h = hash(hash(14695981039346656037u, file), name) | 1;

	for (uint32_t k = 0; k < FUNCTIONS; k++) {
		const uint32_t i = (uint32_t)((h >> 10) + k) % FUNCTIONS;
		const uint64_t start = nowhere + (uint64_t)i * LINES;
		const char *const path[] = { "[python ", name, "]", file };
		uint64_t there = 0;

		if (atomic_compare_exchange_strong(&state.functions[i], &there,
		                                   h))
			preload_map(area, image, start, start + LINES, 0, path,
			            sizeof(path) / sizeof(*path));
		else if (there != h)
			continue;
		return start;
	}
	return 0;
}

static bool read_word(struct preload_pages *p, uint64_t at, uint64_t *to)
{
	return preload_read(p, at, to, sizeof(*to));
}

/* A character as UTF-8 */
static size_t put_character(char *to, uint32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	to[0] = (char)(0xe0 | c >> 12);
	to[1] = (char)(0x80 | (c >> 6 & 0x3f));
	to[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

/* The string at that place. False: it can't be read, is too long or empty, or
 * has characters beyond the basic plane. */
static bool read_text(struct preload_pages *p, uint64_t at, char to[TEXT])
{
	const struct layout *l = state.layout;
	uint64_t length;
	uint32_t what;
	unsigned char raw[TEXT];
	size_t n = 0;

	if (!read_word(p, at + LENGTH, &length) ||
	    !preload_read(p, at + KIND, &what, sizeof(what)))
		return false;
	const size_t size = what >> 2 & 7; /* of a character, in bytes */
	const bool ascii = what >> 6 & 1;

	if (length == 0 || size < 1 || size > 2 || length > TEXT / 4 * 3 ||
	    length * size > sizeof(raw) ||
	    !preload_read(p, at + (ascii ? l->ascii_text : l->other_text), raw,
	                  length * size))
		return false;
	for (size_t i = 0; i < length && n + 4 < TEXT; i++) {
		const uint32_t c =
			size == 1 ? raw[i]
				  : raw[2 * i] | (uint32_t)raw[2 * i + 1] << 8;

		/* nothing that our own names could be confused by */
		n += put_character(to + n, c < ' ' || c == ']' ? '?' : c);
	}
	to[n] = '\0';
	return true;
}

/* The place of what a frame executes; 0: not known */
static uint64_t place_in(struct timer_area *area, uint32_t image,
                         struct preload_pages *p, uint64_t frame)
{
	const struct layout *l = state.layout;
	uint64_t code, type, at, file, name, place;
	char file_text[TEXT], name_text[TEXT];
	int line;

	if (!read_word(p, frame + l->code, &code) ||
	    !read_word(p, frame + l->instruction, &at) ||
	    !read_word(p, code + TYPE, &type) || type != state.code_type ||
	    !read_word(p, code + l->file, &file) ||
	    !read_word(p, code + l->name, &name) ||
	    !read_text(p, file, file_text) || !read_text(p, name, name_text))
		return 0;
	line = state.line((void *)(uintptr_t)code, (int)(at - code - l->begin));
	if (line <= 0 || line >= LINES)
		return 0;
	place = place_of(area, image, file_text, name_text);
	return place ? place + (uint64_t)line : 0;
}

static uint64_t first_frame(struct preload_pages *p)
{
	const struct layout *l = state.layout;
	const uint64_t thread = (uintptr_t)state.thread();
	uint64_t at;

	if (!thread || !read_word(p, thread + l->first, &at))
		return 0;
	return l->first_in == NO || read_word(p, at + l->first_in, &at) ? at
	                                                                : 0;
}

static bool is_loop(uint64_t pc)
{
	return pc >= state.loop && pc < state.loop_end;
}

void preload_python(struct timer_area *area, uint32_t image,
                    struct timer_stack *to, uint64_t ip)
{
	struct preload_pages pages = { { 0 } };
	uint64_t pc[FRAMES], frame, place;
	uint32_t n = 0, below = 0;

	if (!state.layout)
		return;
	frame = first_frame(&pages);
	for (uint32_t i = 0; frame && i < FRAMES; i++) {
		place = place_in(area, image, &pages, frame);
		if (place)
			pc[n++] = place;
		if (!read_word(&pages, frame + state.layout->back, &frame))
			break;
	}
	if (n == 0)
		return;
	/* what the interpreter called for the innermost frame comes first; what
	 * called the interpreter is of no script */
	while (!is_loop(ip) && below < to->n && !is_loop(to->pc[below]))
		below++;
	below = below < TIMER_DEPTH - n ? below : TIMER_DEPTH - n;
	memcpy(to->pc + below, pc, n * sizeof(*pc));
	to->n = below + n;
}

void preload_python_forked(void)
{
	for (size_t i = 0; i < FUNCTIONS; i++)
		atomic_store(&state.functions[i], 0);
}

static const struct layout *layout_of(unsigned long version)
{
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		if (version >> 16 == (0x300 | layouts[i].minor))
			return &layouts[i];
	}
	return NULL;
}

void preload_python_begin(void)
{
	const unsigned long *version = dlsym(RTLD_DEFAULT, "Py_Version");
	void *thread, *line, *loop;
	const ElfW(Sym) *size = NULL;
	Dl_info info;

	if (!version)
		return;
	thread = dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState");
	line = dlsym(RTLD_DEFAULT, "PyCode_Addr2Line");
	loop = dlsym(RTLD_DEFAULT, "_PyEval_EvalFrameDefault");
	state.code_type = (uintptr_t)dlsym(RTLD_DEFAULT, "PyCode_Type");
	if (!thread || !line || !loop || !state.code_type)
		return;
	if (dladdr1(loop, &info, (void **)&size, RTLD_DL_SYMENT) && size) {
		state.loop = (uintptr_t)loop;
		state.loop_end = state.loop + size->st_size;
	}
	memcpy(&state.thread, &thread, sizeof(thread));
	memcpy(&state.line, &line, sizeof(line));
	state.layout = layout_of(*version);
}
