#include "command.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "knowledge.h"

enum { MOST = 100 };

int advice_limit(struct suggest_format *format, const char *value,
                 struct err *err)
{
	int n = SUGGEST_DEFAULT;

	format->all = value && strcmp(value, "all") == 0;
	if (value && !format->all && !num_int(value, 1, MOST, &n))
		return err_set(err, ERR_USAGE,
		               "--suggest takes a number from 1 to %d, or all, "
		               "not '%s'",
		               MOST, value);
	format->limit = (size_t)n;
	return 0;
}

static void section_text(struct strbuf *b, const struct assess_section *s,
                         const void *ctx)
{
	const struct advice *a = ctx;
	const struct suggest_section *found = suggest_find(a->suggest, s);

	if (found)
		suggest_text(b, found, &a->format);
}

static void section_json(struct strbuf *b, const struct assess_section *s,
                         const void *ctx)
{
	const struct advice *a = ctx;
	const struct suggest_section none = { .n = 0 };
	const struct suggest_section *found = suggest_find(a->suggest, s);

	suggest_json(b, found ? found : &none, &a->format);
}

int advice_init(struct advice *a, const struct suggest_format *format,
                struct assessment *assessment, FILE *problems, struct err *err)
{
	const char *const *list;
	size_t n;

	*a = (struct advice){
		.format = *format,
		.extra = { section_text, section_json, a },
	};
	a->knowledge = knowledge_load(err);
	if (!a->knowledge)
		return -1;
	a->suggest = suggest_new(a->knowledge, assessment, err);
	n = knowledge_problems(a->knowledge, &list);
	for (size_t i = 0; i < n; i++)
		fprintf(problems, "perfexpert: knowledge: %s\n", list[i]);
	return a->suggest ? 0 : -1;
}

void advice_release(struct advice *a)
{
	suggest_free(a->suggest);
	knowledge_free(a->knowledge);
	*a = (struct advice){ .suggest = NULL };
}

static void print_problems(const struct knowledge *k, const char *before,
                           FILE *f)
{
	const char *const *list;
	const size_t n = knowledge_problems(k, &list);

	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s\n", before, list[i]);
}

int command_list_suggestions(FILE *f, struct err *err)
{
	struct knowledge *k = knowledge_load(err);
	const struct suggestion *const *list;
	size_t n;

	if (!k)
		return -1;
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%-32s %-20s %s\n", list[i]->id, list[i]->category,
		        list[i]->title);
	print_problems(k, "perfexpert: knowledge: ", stderr);
	knowledge_free(k);
	return 0;
}

int command_check_knowledge(const char *folder, FILE *f, struct err *err)
{
	struct knowledge *k = knowledge_load_folder(folder, err);
	const struct suggestion *const *list;
	const char *const *problems;
	size_t n, ours = 0, wrong;

	if (!k)
		return -1;
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++)
		ours += strcmp(list[i]->folder, folder) == 0;
	wrong = knowledge_problems(k, &problems);
	print_problems(k, "", f);
	if (wrong == 0)
		fprintf(f, "%zu suggestion%s, nothing wrong\n", ours ? ours : n,
		        ours == 1 ? "" : "s");
	knowledge_free(k);
	return wrong ? 1 : 0;
}
