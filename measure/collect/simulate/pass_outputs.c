#include "pass_outputs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/run/session.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "aside.h"

enum { SPARE_MAX = 1 << 30 };

char *pass_diagnose_log(const char *text)
{
	struct strbuf b = STRBUF_INIT;

	const char *bytes = strstr(text, "unhandled instruction bytes");

	if (bytes) {
		const bool evex = strncmp(bytes + 27, ": 0x62", 6) == 0;

		strbuf_addf(&b,
		            "the simulator does not know an%s instruction "
		            "of the program (",
		            evex ? " AVX-512" : "");
		strbuf_add(&b, bytes, strcspn(bytes, "\n"));
		strbuf_adds(&b, evex ? "); build it with -march=x86-64-v3 (or "
		                       "-mno-avx512f) to measure it"
		                     : "); build it for an older CPU "
		                       "(-march=)");
	} else if (strstr(text, "the 'impossible' happened")) {
		strbuf_adds(&b, "Valgrind failed; its log ends: ");
		strbuf_add(&b, text, strlen(text) < 300 ? strlen(text) : 300);
	} else {
		strbuf_release(&b);
		return NULL;
	}
	return strbuf_detach(&b);
}

/* What a process was writing when it was killed ends in .tmp. */
static bool is_output(const char *name)
{
	const size_t len = strlen(name);

	return strncmp(name, "sim.", 4) == 0 &&
	       strcmp(name + len - 4, ".tmp") != 0;
}

static void add_output(struct simulation *sim, struct simout *out)
{
	if (!out)
		return;
	sim->outs = mem_resize(sim->outs, sim->n + 1, sizeof(struct simout *));
	sim->outs[sim->n++] = out;
}

/* Outputs one after the other, with zeros between some of them */
static void take_outputs(struct simulation *sim, struct strbuf *text,
                         struct err *err)
{
	static const char next[] = "\nperfexpert-sim ";
	size_t at = 0;

	while (at < text->len) {
		char *s = text->s + at, *end = strstr(s, next), first;

		if (!*s) {
			at++;
			continue;
		}
		end = end ? end + 1 : s + strlen(s);
		first = *end;
		*end = '\0';
		add_output(sim, simout_parse(s, (size_t)(end - s), err));
		*end = first;
		at += (size_t)(end - s);
	}
}

void pass_read_spare(struct simulation *sim, const struct aside *aside,
                     struct err *err)
{
	struct strbuf text = STRBUF_INIT;

	if (aside_spare(aside, SPARE_MAX, &text, err) == 0)
		take_outputs(sim, &text, err);
	strbuf_release(&text);
}

static void read_output(struct session *s, struct simulation *sim,
                        const char *name, struct err *err)
{
	struct strbuf path = STRBUF_INIT, log = STRBUF_INIT;
	struct err ignored = { 0 };

	io_join(&path, s->scratch, name);
	if (is_output(name)) {
		struct simout *out = simout_read(path.s, err);

		if (out)
			simout_drop_preloaded(out);
		add_output(sim, out);
	} else if (strncmp(name, "valgrind.", 9) == 0 && !sim->problem &&
	           io_read_file(path.s, 1 << 20, &log, &ignored) == 0) {
		sim->problem = pass_diagnose_log(log.s);
		sim->refused = strstr(log.s, "unhandled instruction bytes");
	}
	strbuf_release(&path);
	strbuf_release(&log);
}

void pass_drop_outputs(const struct session *s)
{
	struct dirent **names = NULL;
	const int n = scandir(s->scratch, &names, NULL, NULL);

	for (int i = 0; i < n; i++) {
		struct strbuf path = STRBUF_INIT;

		io_join(&path, s->scratch, names[i]->d_name);
		if (strncmp(names[i]->d_name, "sim.", 4) == 0 ||
		    strncmp(names[i]->d_name, "valgrind.", 9) == 0)
			unlink(path.s);
		strbuf_release(&path);
		free(names[i]);
	}
	free(names);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

void pass_read_outputs(struct session *s, struct simulation *sim,
                       struct err *err)
{
	struct dirent **names = NULL;
	int n = scandir(s->scratch, &names, NULL, by_name);

	for (int i = 0; i < n; i++) {
		read_output(s, sim, names[i]->d_name, err);
		free(names[i]);
	}
	free(names);
}
