/* Names of code that programs make: what is read of their maps. */
#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "measure/attribute/jit_map.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const char text[] = "7f00 10 first\n"
			   "7f10 20 JS:*sum /home/me/a.js:12:5\n"
			   "7f20 8 a later one over a part of it\n"
			   "\n"
			   "nonsense\n"
			   "7f80\n"
			   "7f80,10 comma\n"
			   "7f80 0 nothing\n"
			   "7f90 10 \n"
			   "ffffffffffffffff 10 beyond the end\n"
			   "7fa0 10 no line /x:y\n"
			   "7fb0 10 two /x:7:\n"
			   "7fc0 10 cut";

static const struct {
	uint64_t address;
	const char *name, *file;
	unsigned line;
} found[] = {
	{ 0x7eff, NULL, NULL, 0 },
	{ 0x7f00, "first", NULL, 0 },
	{ 0x7f0f, "first", NULL, 0 },
	{ 0x7f10, "JS:*sum", "/home/me/a.js", 12 },
	{ 0x7f20, "a later one over a part of it", NULL, 0 },
	{ 0x7f28, "JS:*sum", "/home/me/a.js", 12 },
	{ 0x7f30, NULL, NULL, 0 },
	{ 0x7f80, NULL, NULL, 0 },
	{ 0x7f90, NULL, NULL, 0 },
	{ 0x7fa0, "no line /x:y", NULL, 0 },
	{ 0x7fb0, "two", "/x", 7 },
	{ 0x7fc0, NULL, NULL, 0 },
	{ UINT64_MAX, NULL, NULL, 0 },
};

static void is_named(const struct jit_map *m, uint64_t at, const char *name,
                     const char *file, unsigned line)
{
	const struct jit_name *n = jit_map_find(m, at);

	ck_assert_int_eq(n != NULL, name != NULL);
	if (n) {
		ck_assert_str_eq(n->name, name);
		ck_assert_pstr_eq(n->file, file);
		ck_assert_uint_eq(n->line, line);
	}
}

START_TEST(finds_names)
{
	struct jit_map *m = jit_map_parse(text, sizeof(text) - 1);

	is_named(m, found[_i].address, found[_i].name, found[_i].file,
	         found[_i].line);
	jit_map_free(m);
}
END_TEST

START_TEST(is_empty)
{
	struct jit_map *m = jit_map_parse("", 0);

	ck_assert_ptr_null(jit_map_find(m, 1));
	jit_map_free(m);
	jit_map_free(NULL);
	ck_assert_ptr_null(jit_map_open(0, NULL));
	ck_assert_ptr_null(jit_map_open(0, "/nonexistent/jit-0.dump"));
}
END_TEST

/* A dump as it is written: "first" with a line, "second" that is moved */
struct dump {
	unsigned char v[1024];
	size_t n;
};

static void put(struct dump *d, const void *from, size_t n)
{
	ck_assert_uint_le(d->n + n, sizeof(d->v));
	memcpy(d->v + d->n, from, n);
	d->n += n;
}

static void put32(struct dump *d, uint32_t x)
{
	put(d, &x, sizeof(x));
}

static void put64(struct dump *d, uint64_t x)
{
	put(d, &x, sizeof(x));
}

static void begin(struct dump *d)
{
	d->n = 0;
	put32(d, 0x4a695444);
	put32(d, 1);  /* version */
	put32(d, 48); /* more than we know of */
	for (int i = 0; i < 3; i++)
		put32(d, 0);
	for (int i = 0; i < 3; i++)
		put64(d, 0);
}

static void record(struct dump *d, uint32_t id, uint32_t body)
{
	put32(d, id);
	put32(d, 16 + body);
	put64(d, 0);
}

static void load(struct dump *d, uint64_t at, uint64_t length, uint64_t index,
                 const char *name)
{
	static const unsigned char code[64];
	const size_t named = strlen(name) + 1;

	record(d, 0, (uint32_t)(40 + named + length));
	put64(d, 0);
	put64(d, at);
	put64(d, at);
	put64(d, length);
	put64(d, index);
	put(d, name, named);
	put(d, code, length);
}

static void lines(struct dump *d, uint64_t at, uint32_t line, const char *file)
{
	const size_t named = strlen(file) + 1;

	record(d, 2, (uint32_t)(32 + named));
	put64(d, at);
	put64(d, 1);
	put64(d, at);
	put32(d, line);
	put32(d, 0);
	put(d, file, named);
}

static void move(struct dump *d, uint64_t index, uint64_t to, uint64_t length)
{
	record(d, 1, 48);
	put64(d, 0);
	put64(d, to);
	put64(d, 0);
	put64(d, to);
	put64(d, length);
	put64(d, index);
}

static struct jit_map *parse(const struct dump *d, size_t n)
{
	return jit_map_parse((const char *)d->v, n);
}

START_TEST(reads_a_dump)
{
	struct dump d;
	struct jit_map *m;

	begin(&d);
	lines(&d, 0x1000, 12, "/home/me/a.js");
	load(&d, 0x1000, 32, 1, "first");
	record(&d, 9, 4); /* of a kind to come */
	put32(&d, 0);
	load(&d, 0x2000, 16, 2, "second");
	move(&d, 2, 0x3000, 16);
	move(&d, 7, 0x4000, 16);
	load(&d, 0x1010, 16, 3, "in its place");
	load(&d, UINT64_MAX, 16, 4, "beyond the end");
	load(&d, 0x5000, 16, 5, "");
	m = parse(&d, d.n);
	is_named(m, 0x1000, "first", "/home/me/a.js", 12);
	is_named(m, 0x1010, "in its place", NULL, 0);
	is_named(m, 0x200f, "second", NULL, 0);
	is_named(m, 0x3000, "second", NULL, 0);
	is_named(m, 0x4000, NULL, NULL, 0);
	is_named(m, 0x5000, NULL, NULL, 0);
	is_named(m, UINT64_MAX, NULL, NULL, 0);
	jit_map_free(m);
	/* cut anywhere: what is whole is there, nothing else is read */
	for (size_t n = 0; n < d.n; n++) {
		char *exact = malloc(n + 1);

		ck_assert_ptr_nonnull(exact);
		memcpy(exact, d.v, n);
		m = jit_map_parse(exact, n);
		jit_map_find(m, 0x1000);
		jit_map_free(m);
		free(exact);
	}
}
END_TEST

START_TEST(knows_no_line)
{
	struct dump d;
	struct jit_map *m;

	begin(&d);
	lines(&d, 0x1000, 12, "/of/others");
	load(&d, 0x2000, 16, 1, "no line");
	lines(&d, 0x3000, 0, "/no/line");
	load(&d, 0x3000, 16, 2, "zero");
	m = parse(&d, d.n);
	is_named(m, 0x2000, "no line", NULL, 0);
	is_named(m, 0x3000, "zero", NULL, 0);
	jit_map_free(m);
	/* a header that ends before it does, or after the file */
	for (uint32_t size = 0; size < 2000; size += 1999) {
		memcpy(d.v + 8, &size, sizeof(size));
		m = parse(&d, d.n);
		is_named(m, 0x2000, NULL, NULL, 0);
		jit_map_free(m);
	}
}
END_TEST

Suite *suite_jit_map(void);
Suite *suite_jit_map(void)
{
	Suite *s = suite_create("jit_map");
	TCase *t = tcase_create("names");

	tcase_add_loop_test(t, finds_names, 0, COUNT(found));
	tcase_add_test(t, is_empty);
	tcase_add_test(t, reads_a_dump);
	tcase_add_test(t, knows_no_line);
	suite_add_tcase(s, t);
	return s;
}
