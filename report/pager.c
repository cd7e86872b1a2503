#include "pager.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/banned.h"

/* The pager ends by itself when all fits the screen, leaves what it showed,
 * passes colours through, and does not wrap lines of source. */
static const char less_options[] = "FRXS";

/* What the user wants; NULL: less, or cat where there is none */
static const char *command(void)
{
	const char *given = getenv("PERFEXPERT_PAGER");

	return given ? given : getenv("PAGER");
}

static void keep_size(void)
{
	struct winsize size;
	char text[16];

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		return;
	snprintf(text, sizeof(text), "%u", size.ws_col);
	if (size.ws_col)
		setenv("COLUMNS", text, 0);
	snprintf(text, sizeof(text), "%u", size.ws_row);
	if (size.ws_row)
		setenv("LINES", text, 0);
}

static void read_from(int from, const char *what)
{
	dup2(from, STDIN_FILENO);
	signal(SIGINT, SIG_DFL);
	setenv("LESS", less_options, 0);
	if (what) {
		execl("/bin/sh", "sh", "-c", what, (char *)NULL);
	} else {
		execlp("less", "less", (char *)NULL);
		execlp("cat", "cat", (char *)NULL);
	}
	_exit(127);
}

/* The terminal is the pager's until it is left, so it must not be alone. */
static pid_t reader;

static void wait_for_reader(int sig)
{
	close(STDOUT_FILENO);
	waitpid(reader, NULL, 0);
	signal(sig, SIG_DFL);
	raise(sig);
}

pid_t pager_start(void)
{
	const char *what = command();
	pid_t pager;
	int end[2];

	if (!isatty(STDOUT_FILENO) ||
	    (what && (!*what || strcmp(what, "cat") == 0)) || pipe(end) != 0)
		return 0;
	pager = fork();
	if (pager == 0) {
		close(end[1]);
		read_from(end[0], what);
	}
	close(end[0]);
	if (pager > 0) {
		reader = pager;
		signal(SIGINT, wait_for_reader);
		keep_size();
		dup2(end[1], STDOUT_FILENO);
	}
	close(end[1]);
	return pager > 0 ? pager : 0;
}

void pager_end(pid_t pager)
{
	if (!pager)
		return;
	fflush(stdout);
	close(STDOUT_FILENO);
	signal(SIGINT, SIG_IGN); /* less goes on after it */
	waitpid(pager, NULL, 0);
}
