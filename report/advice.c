#include "advice.h"

#include "base/banned.h"
#include "base/strbuf.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/num.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report.h"
#include "suggestions.h"

enum { MOST = 100 };

int advice_limit(struct report_options *options, const char *value,
                 struct err *err)
{
	int n = SUGGESTIONS_DEFAULT;

	options->all_suggestions = value && strcmp(value, "all") == 0;
	if (value && !options->all_suggestions && !num_int(value, 1, MOST, &n))
		return err_set(err, ERR_USAGE,
		               "--suggest takes a number from 1 to %d, or all, "
		               "not '%s'",
		               MOST, value);
	options->most_suggestions = (size_t)n;
	return 0;
}

int advice_init(struct advice *a, const struct assessment *assessment,
                FILE *problems, struct err *err)
{
	const char *const *list;
	size_t n;

	*a = (struct advice){ .suggest = NULL };
	a->knowledge = knowledge_load(err);
	if (!a->knowledge)
		return -1;
	a->suggest = suggest_new(a->knowledge, assessment, err);
	n = knowledge_problems(a->knowledge, &list);
	for (size_t i = 0; i < n; i++)
		escape_line(problems, "perfexpert: knowledge: %s", list[i]);
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
		escape_line(f, "%s%s", before, list[i]);
}

int command_list_suggestions(FILE *f, struct err *err)
{
	struct knowledge *k = knowledge_load(err);
	const struct suggestion *const *list;
	size_t n;

	if (!k)
		return -1;
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		struct strbuf number = STRBUF_INIT;

		suggestions_number(&number, list[i]);
		escape_line(f, "%-32s %-20s %s%s", list[i]->id,
		            list[i]->category, list[i]->title,
		            number.len ? number.s : "");
		strbuf_release(&number);
	}
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
		fprintf(f, "%zu suggestion%s, no errors\n", ours ? ours : n,
		        ours == 1 ? "" : "s");
	knowledge_free(k);
	return wrong ? 1 : 0;
}
