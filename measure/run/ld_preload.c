#include "ld_preload.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/datadir.h"
#include "environment.h"

int preload_open(struct preload *p, const char *name, struct err *err)
{
	p->fd = -1;
	strbuf_init(&p->library);
	if (datadir_helper(name, &p->library, err) == 0)
		return 0;
	strbuf_release(&p->library);
	return -1;
}

void preload_close(struct preload *p)
{
	if (p->fd >= 0)
		close(p->fd);
	strbuf_release(&p->library);
}

/* ld.so takes blanks and colons for ends, and dollars for its own variables. */
char **preload_env(struct preload *p, char *const *envp)
{
	struct strbuf text = STRBUF_INIT;
	char **env;

	if (p->fd < 0 && strpbrk(p->library.s, " :$"))
		p->fd = io_open(p->library.s, IO_FILE);
	if (p->fd >= 0)
		strbuf_addf(&text, "/proc/%ld/fd/%d", (long)getpid(), p->fd);
	else
		strbuf_adds(&text, p->library.s);
	env = environment_append(envp, "LD_PRELOAD", ":", text.s);
	strbuf_release(&text);
	return env;
}
