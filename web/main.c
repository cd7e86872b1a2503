/*
 * perfexpert-site - writes the pages of suggestions and machines to a folder
 *
 * A tool of the build: "make web" runs it.
 */
#include "base/banned.h"
#include "base/err.h"
#include "site.h"

int main(int argc, char **argv)
{
	struct err err = { 0 };

	if (argc != 2) {
		fputs("Usage: perfexpert-site FOLDER\n", stderr);
		return 2;
	}
	if (site_write(argv[1], &err) == 0)
		return 0;
	fprintf(stderr, "perfexpert-site: %s\n", err.msg);
	return err_exit_status(&err);
}
