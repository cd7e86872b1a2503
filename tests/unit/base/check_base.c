/* check_base - escaping, numbers, maps, options */
#include "check.h"

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/json_table.h"
#include "base/json_writer.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/options.h"
#include "base/strbuf.h"

static const struct {
	const char *in, *terminal, *json, *html, *csv;
} escapes[] = {
	{ "plain", "plain", "plain", "plain", "plain" },
	{ "a\x1b[31mb", "a\\x1b[31mb", "a\xef\xbf\xbd[31mb",
	  "a\xef\xbf\xbd[31mb", "a\xef\xbf\xbd[31mb" },
	{ "a\nb", "a\\nb", "a\\nb", "a\nb", "\"a\nb\"" },
	{ "<i \"x\">&", "<i \"x\">&", "\\u003ci \\\"x\\\"\\u003e\\u0026",
	  "&lt;i &quot;x&quot;&gt;&amp;", "\"<i \"\"x\"\">&\"" },
	{ "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f",
	  "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f" },
	{ "\xc0\xaf", "\\xc0\\xaf", "\xef\xbf\xbd\xef\xbf\xbd",
	  "\xef\xbf\xbd\xef\xbf\xbd", "\xef\xbf\xbd\xef\xbf\xbd" },
	{ "=1+1", "=1+1", "=1+1", "=1+1", "\"'=1+1\"" },
	/* a right-to-left override would reorder what is shown */
	{ "a\xe2\x80\xae", "a\\xe2\\x80\\xae",
	  "a\xef\xbf\xbd\xef\xbf\xbd"
	  "\xef\xbf\xbd",
	  "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
	  "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
};

START_TEST(escapes_foreign_text)
{
	struct strbuf b = STRBUF_INIT;

	escape_terminal_buf(&b, escapes[_i].in);
	ck_assert_str_eq(b.s, escapes[_i].terminal);
	strbuf_clear(&b);
	escape_json(&b, escapes[_i].in);
	ck_assert_str_eq(b.s, escapes[_i].json);
	strbuf_clear(&b);
	escape_html(&b, escapes[_i].in);
	ck_assert_str_eq(b.s, escapes[_i].html);
	strbuf_clear(&b);
	escape_csv(&b, escapes[_i].in);
	ck_assert_str_eq(b.s, escapes[_i].csv);
	strbuf_release(&b);
}
END_TEST

START_TEST(cuts_at_a_whole_character)
{
	char out[4];

	escape_terminal(out, sizeof(out), "ab\xc3\xbc");
	ck_assert_str_eq(out, "ab");
	escape_terminal(out, sizeof(out), "a\xc3\xbcz");
	ck_assert_str_eq(out, "a\xc3\xbc");
}
END_TEST

static const struct {
	const char *in;
	size_t column, indent, width;
	const char *want;
} wraps[] = {
	{ "", 2, 2, 9, "" },
	{ "one two three", 0, 0, 7, "one two\nthree" },
	{ "one two three", 0, 0, 6, "one\ntwo\nthree" },
	{ "one  two ", 4, 4, 12, "one two" },
	{ "one two", 4, 4, 10, "one\n    two" },
	{ "one", 8, 2, 10, "\n  one" },
	{ "one", 6, 2, 10, " one" },
	{ "longer than", 0, 0, 3, "longer\nthan" },
	{ "a\x1b[0m", 0, 0, 9, "a\\x1b[0m" },
};

START_TEST(wraps_words)
{
	struct strbuf b = STRBUF_INIT;

	escape_terminal_wrapped(&b, wraps[_i].in, wraps[_i].column,
	                        wraps[_i].indent, wraps[_i].width);
	ck_assert_str_eq(b.s, wraps[_i].want);
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *in, *want;
} shell_words[] = {
	{ "app.db", "app.db" },
	{ "", "''" },
	{ "a b;c", "'a b;c'" },
	{ "it's", "'it'\\''s'" },
	{ "$(ls)`ls`", "'$(ls)`ls`'" },
	{ "\xc3\xbc", "'\xc3\xbc'" },
	{ "a\x1b[31m", "$'a\\x1b[31m'" },
	{ "\x1b"
	  "1'\\",
	  "$'\\x1b\\x31\\'\\\\'" },
	{ "a\nb", "$'a\\x0a\\x62'" },
	{ "\xff", "$'\\xff'" },
};

/* A word that a shell reads as it was, and that shows on any terminal */
START_TEST(quotes_for_a_shell)
{
	struct strbuf b = STRBUF_INIT;

	escape_shell(&b, shell_words[_i].in);
	ck_assert_str_eq(b.s, shell_words[_i].want);
	strbuf_release(&b);
}
END_TEST

START_TEST(a_line_is_one_line)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	escape_line(f, "wrote '%s' %d", "a\x1b[31m\n", 7);
	fclose(f);
	ck_assert_str_eq(text, "wrote 'a\\x1b[31m\\n' 7\n");
	free(text);
}
END_TEST

static const struct {
	const char *text;
	double want; /* NAN: refused */
} counts[] = {
	{ "0", 0 },
	{ "12", 12 },
	{ "1.5e3", 1500 },
	{ ".5", 0.5 },
	{ "-1", NAN },
	{ "", NAN },
	{ " 1", NAN },
	{ "1 ", NAN },
	{ "nan", NAN },
	{ "inf", NAN },
	{ "0x10", NAN },
	{ "1e999", NAN },
	{ "1,5", NAN },
	{ "1e", NAN },
	{ "--1", NAN },
	/* what they are divided by each other would be infinite */
	{ "1e60", 1e60 },
	{ "1.7e308", NAN },
	{ "1e-320", 0 },
	{ "1e-30", 1e-30 },
};

START_TEST(reads_counts)
{
	double value = NAN;
	bool ok = num_count(counts[_i].text, &value);

	ck_assert_int_eq(ok, !isnan(counts[_i].want));
	if (ok)
		ck_assert(value == counts[_i].want);
}
END_TEST

static const struct {
	const char *text;
	double want;
} durations[] = {
	{ "90", 90 },   { "90s", 90 }, { "10m", 600 }, { "1.5h", 5400 },
	{ "10d", NAN }, { "m", NAN },  { "-1m", NAN }, { "1mm", NAN },
};

START_TEST(reads_durations)
{
	double value = NAN;
	bool ok = num_duration(durations[_i].text, &value);

	ck_assert_int_eq(ok, !isnan(durations[_i].want));
	if (ok)
		ck_assert(value == durations[_i].want);
}
END_TEST

START_TEST(shortest_number_reads_back)
{
	static const double values[] = {
		0,      1,   0.1,  1.0 / 3,     1e300,
		5e-324, 2.5, 1e-6, 1234567.125, 123456789012345680.0,
	};
	static const char *const shortest[] = {
		"0",           "1",
		"0.1",         "0.3333333333333333",
		"1e+300",      "4.94066e-324",
		"2.5",         "1e-06",
		"1234567.125", "1.2345678901234568e+17",
	};
	char buf[NUM_SHORTEST];
	double again;

	ck_assert(num_double(num_shortest(buf, values[_i]), &again));
	ck_assert(again == values[_i]);
	ck_assert_str_eq(buf, shortest[_i]);
}
END_TEST

START_TEST(groups_thousands)
{
	char buf[64];

	ck_assert_str_eq(num_grouped(buf, sizeof(buf), 16000), "16,000");
	ck_assert_str_eq(num_grouped(buf, sizeof(buf), -1234567), "-1,234,567");
	ck_assert_str_eq(num_grouped(buf, sizeof(buf), 999), "999");
}
END_TEST

START_TEST(map_holds_many_in_order)
{
	struct map *m = map_new();
	struct strbuf key = STRBUF_INIT;
	int values[1000];

	for (int i = 0; i < 1000; i++) {
		strbuf_clear(&key);
		strbuf_addf(&key, "key %d", i * 7919 % 1000);
		map_put(m, key.s, &values[i]);
	}
	ck_assert_uint_eq(map_size(m), 1000);
	for (int i = 0; i < 1000; i++) {
		strbuf_clear(&key);
		strbuf_addf(&key, "key %d", i * 7919 % 1000);
		ck_assert_ptr_eq(map_get(m, key.s), &values[i]);
		ck_assert_str_eq(map_key(m, (size_t)i), key.s);
	}
	ck_assert_ptr_null(map_get(m, "key 1000"));
	strbuf_release(&key);
	map_free(m);
}
END_TEST

static bool same_number(const void *key, uint32_t index, const void *entries)
{
	const uint32_t *numbers = entries;

	return numbers[index] == *(const uint32_t *)key;
}

/* Hashes that look the same, and slots that several want */
START_TEST(hash_tells_clashes_apart)
{
	enum { N = 100 };
	struct hash h = { 0 };
	uint32_t numbers[N];

	for (uint32_t i = 0; i < N; i++) {
		const uint64_t hash = (uint64_t)(i % 7) << 32 | i;

		numbers[i] = 3 * i;
		ck_assert_uint_eq(
			hash_find(&h, hash, same_number, &numbers[i], numbers),
			HASH_NONE);
		hash_add(&h, hash, i);
		ck_assert_uint_le(4 * (h.n - 1), 3 * h.nslots);
	}
	for (uint32_t i = 0; i < N; i++)
		ck_assert_uint_eq(hash_find(&h, (uint64_t)(i % 7) << 32,
		                            same_number, &numbers[i], numbers),
		                  i);
	hash_release(&h);
	ck_assert_uint_eq(h.n, 0);
}
END_TEST

START_TEST(arena_interns)
{
	struct arena *a = arena_new();
	const char *one = arena_intern(a, "same");
	char other[] = "same";
	const size_t large = 3u << 20;
	char *big = arena_alloc(a, large, 1);

	ck_assert_ptr_eq(one, arena_intern(a, other));
	ck_assert_int_eq(big[large - 1], 0);
	ck_assert_uint_eq((size_t)(uintptr_t)arena_alloc(a, 1, 8) % 8, 0);
	arena_free(a);
}
END_TEST

START_TEST(first_error_wins)
{
	struct err err = { 0 };

	ck_assert_int_eq(err_set(&err, ERR_FORMAT, "line %d: bad\n", 3), -1);
	err_set(&err, ERR_USAGE, "later");
	err_prefix(&err, "%s", "a.db");
	ck_assert_str_eq(err.msg, "a.db: line 3: bad\\n");
	ck_assert_int_eq(err_exit_status(&err), 3);
}
END_TEST

struct taken {
	int all;
	bool flag;
	const char *name;
};

static int take_all(void *ctx, const char *value, struct err *err)
{
	struct taken *t = ctx;

	(void)value;
	(void)err;
	t->all++;
	return 0;
}

static const struct option_spec specs[] = {
	{ "all", 'a', OPTION_NONE, NULL, "everything", OPTION_CALLS(take_all) },
	{ "alias", 0, OPTION_NONE, NULL, "another", OPTION_CALLS(take_all) },
	{ "flag", 'f', OPTION_NONE, NULL, "a switch",
	  OPTION_SETS(struct taken, flag) },
	{ "name", 'n', OPTION_REQUIRED, "NAME", "a name",
	  OPTION_KEEPS(struct taken, name) },
	{ 0 },
};

static const struct {
	const char *words[6];
	bool stop;
	int all;
	const char *name, *first, *msg;
} lines[] = {
	{ { "-a", "x", "--name=y" }, false, 1, "y", "x", NULL },
	{ { "-an", "y", "x" }, false, 1, "y", "x", NULL },
	{ { "--na", "y", "x" }, false, 0, "y", "x", NULL },
	{ { "x", "-a" }, true, 0, NULL, "x", NULL },
	{ { "--", "-a" }, false, 0, NULL, "-a", NULL },
	{ { "--al" },
	  false,
	  0,
	  NULL,
	  NULL,
	  "option '--al' is ambiguous: '--all' or '--alias'" },
	{ { "--nix" },
	  false,
	  0,
	  NULL,
	  NULL,
	  "unknown option '--nix'; see --help" },
	{ { "-z" }, false, 0, NULL, NULL, "unknown option '-z'; see --help" },
	{ { "--name" }, false, 0, NULL, NULL, "option '--name' needs NAME" },
	{ { "-n", "" }, false, 0, NULL, NULL, "option '--name' needs NAME" },
	{ { "-f", "x" }, false, 0, NULL, "x", NULL },
	{ { "--all=1" },
	  false,
	  0,
	  NULL,
	  NULL,
	  "option '--all' takes no value" },
};

START_TEST(parses_options)
{
	char *argv[8] = { NULL }, *words[8]; /* these stay in order */
	int argc = 1, rest = 0, rc;
	struct taken t = { 0 };
	struct err err = { 0 };

	argv[0] = mem_strdup("prog");
	for (; lines[_i].words[argc - 1]; argc++)
		argv[argc] = mem_strdup(lines[_i].words[argc - 1]);
	memcpy(words, argv, sizeof(words));
	rc = options_parse(specs, argv, lines[_i].stop, &rest, &t, &err);
	ck_assert_int_eq(rc, lines[_i].msg ? -1 : 0);
	if (lines[_i].msg) {
		ck_assert_str_eq(err.msg, lines[_i].msg);
	} else {
		ck_assert_int_eq(t.all, lines[_i].all);
		ck_assert(t.flag == (strcmp(lines[_i].words[0], "-f") == 0));
		ck_assert_pstr_eq(t.name, lines[_i].name);
		ck_assert_str_eq(argv[rest], lines[_i].first);
	}
	for (int i = 0; i < argc; i++)
		free(words[i]);
}
END_TEST

/* Commas and nesting are the writer's; what is no JSON text is escaped. */
START_TEST(writes_json)
{
	static const double numbers[] = { 1, 0.1, NAN };
	struct strbuf b = STRBUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_object(&j, NULL);
	json_text(&j, "a\"", "x\n");
	json_array(&j, "list");
	json_object(&j, NULL);
	json_end(&j);
	json_text(&j, NULL, NULL);
	json_digits(&j, NULL, 1.23456789, 3);
	json_end(&j);
	json_line(&j);
	json_numbers(&j, "numbers", numbers, 3);
	json_bool(&j, "yes", true);
	json_end(&j);
	ck_assert_str_eq(b.s, "{\"a\\\"\":\"x\\n\",\"list\":[{},null,1.23],\n"
	                      "\"numbers\":[1,0.1,null],\"yes\":true}");
	strbuf_release(&b);
}
END_TEST

/* Rows with what they are in, nested values by their path; texts that a
 * spreadsheet would compute are none, numbers stay numbers. */
START_TEST(writes_a_table)
{
	static const double lengths[] = { 3, -4 };
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct json j;

	json_init(&j, &b);
	j.table = json_table_new("ranks");
	json_object(&j, NULL);
	json_text(&j, "file", "not in it");
	json_array(&j, "places");
	for (int i = 0; i < 2; i++) {
		json_object(&j, NULL);
		json_text(&j, "call", i ? "=a,b" : "MPI_Send");
		json_number(&j, "rank", 7);
		json_array(&j, "ranks");
		for (int k = 0; k < 2 - i; k++) {
			json_object(&j, NULL);
			json_number(&j, "rank", k ? NAN : -1.5);
			json_object(&j, "time");
			json_bool(&j, "known", true);
			json_end(&j);
			json_numbers(&j, "lengths", lengths, 2);
			json_array(&j, "others");
			json_object(&j, NULL);
			json_text(&j, "rank", "of another table");
			json_end(&j);
			json_end(&j);
			json_end(&j);
		}
		json_end(&j);
		json_text(&j, "after", "the rows");
		json_end(&j);
	}
	json_end(&j);
	json_end(&j);
	ck_assert_int_eq(json_table_write(j.table, &b, &err), 0);
	ck_assert_str_eq(b.s,
	                 "places.call,places.rank,rank,time.known,lengths.1,"
	                 "lengths.2\n"
	                 "MPI_Send,7,-1.5,true,3,-4\n"
	                 "MPI_Send,7,,true,3,-4\n"
	                 "\"'=a,b\",7,-1.5,true,3,-4\n");
	json_table_free(j.table);
	strbuf_release(&b);
}
END_TEST

/* No such array is an error that names those that there are; one without
 * objects is an empty table. */
START_TEST(says_which_tables)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct json j;

	for (int i = 0; i < 2; i++) {
		json_init(&j, &b);
		j.table = json_table_new(i ? "empty" : "nosuch");
		json_object(&j, NULL);
		json_array(&j, "rows");
		json_object(&j, NULL);
		json_end(&j);
		json_end(&j);
		json_array(&j, "empty");
		json_end(&j);
		json_end(&j);
		ck_assert_int_eq(json_table_write(j.table, &b, &err),
		                 i ? 0 : -1);
		json_table_free(j.table);
	}
	ck_assert_str_eq(err.msg,
	                 "there is no table 'nosuch' here; there are: rows");
	ck_assert_uint_eq(b.len, 0);
	strbuf_release(&b);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* More than any object can have: the product would wrap */
START_TEST(memory_of_a_wrapped_size_is_refused)
{
	const size_t many = SIZE_MAX / 8 + 2;
	const pid_t child = fork();
	int status;

	if (child == 0) {
		(void)close(STDERR_FILENO);
		if (_i == 0)
			mem_alloc(many, 8);
		else
			mem_resize(NULL, many, 8);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

Suite *suite_base(void);
Suite *suite_base(void)
{
	Suite *s = suite_create("base");
	TCase *t = tcase_create("base");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, escapes_foreign_text, 0, COUNT(escapes));
	tcase_add_test(t, cuts_at_a_whole_character);
	tcase_add_loop_test(t, wraps_words, 0, COUNT(wraps));
	tcase_add_loop_test(t, quotes_for_a_shell, 0, COUNT(shell_words));
	tcase_add_test(t, a_line_is_one_line);
	tcase_add_loop_test(t, reads_counts, 0, COUNT(counts));
	tcase_add_loop_test(t, reads_durations, 0, COUNT(durations));
	tcase_add_loop_test(t, shortest_number_reads_back, 0, 10);
	tcase_add_test(t, groups_thousands);
	tcase_add_test(t, map_holds_many_in_order);
	tcase_add_test(t, hash_tells_clashes_apart);
	tcase_add_loop_test(t, memory_of_a_wrapped_size_is_refused, 0, 2);
	tcase_add_test(t, arena_interns);
	tcase_add_test(t, first_error_wins);
	tcase_add_loop_test(t, parses_options, 0, COUNT(lines));
	tcase_add_test(t, writes_json);
	tcase_add_test(t, writes_a_table);
	tcase_add_test(t, says_which_tables);
	return s;
}
