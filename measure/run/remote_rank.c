#include "remote_rank.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "rank_set.h"
#include "session.h"

enum { OWN_MOST = 8 };

char **remote_rank_command(const struct session *s, char *const *tool,
                           char ***own)
{
	char self[PATH_MAX], **words, **all, **command;
	const ssize_t length = readlink("/proc/self/exe", self, sizeof(self));
	size_t n = 0, ntool = 0;

	*own = NULL;
	if (length <= 0 || length >= (ssize_t)sizeof(self))
		return NULL;
	self[length] = '\0';
	while (tool && tool[ntool])
		ntool++;
	words = mem_alloc(OWN_MOST + 1, sizeof(*words));
	words[n++] = mem_strdup(self);
	words[n++] = mem_strdup("--" REMOTE_RANK_FOLDER);
	words[n++] = mem_strdup(s->scratch ? s->scratch : "SCRATCH");
	if (tool) {
		struct strbuf b = STRBUF_INIT;

		strbuf_addf(&b, "--" REMOTE_RANK_TOOL "=%zu", ntool);
		words[n++] = strbuf_detach(&b);
	}
	if (s->only) {
		words[n++] = mem_strdup("--ranks");
		words[n++] = mem_strdup(s->only->text);
	}
	words[n++] = mem_strdup("--");
	all = mem_alloc(n + ntool + 1, sizeof(*all));
	memcpy(all, words, n * sizeof(*all));
	if (ntool)
		memcpy(all + n, tool, ntool * sizeof(*all));
	command = launcher_wrap(&s->launcher, all);
	free(all);
	*own = words;
	return command;
}

void remote_rank_free(char **own)
{
	for (size_t i = 0; own && own[i]; i++)
		free(own[i]);
	free(own);
}
