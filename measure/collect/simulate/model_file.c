#include "model_file.h"

#include <stdio.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/err.h"

/* A number's value under the name by which the simulator knows it. */
static void write_number(FILE *f, const struct machine *m, const char *name,
                         bool nested)
{
	const bool walk = strcmp(name, "walk") == 0;

	if (strcmp(name, "walk_nested") == 0)
		return;
	fprintf(f, "%s %.6f\n", name,
	        machine_model_value(m, walk && nested ? "walk_nested" : name));
}

int model_file_write(const char *path, const struct machine *m, bool nested,
                     struct err *err)
{
	FILE *f = fopen(path, "w");
	const struct model_number *number;
	const struct model_op *op;
	size_t n;
	bool failed;

	if (!f)
		return err_system(err, "%s", path);
	n = machine_model_numbers(m, &number);
	for (size_t i = 0; i < n; i++)
		write_number(f, m, number[i].name, nested);
	n = machine_model_ops(m, &op);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s %.6f %.6f %lu\n", op[i].name, op[i].latency,
		        op[i].busy, (unsigned long)op[i].pipes);
	failed = ferror(f) != 0;
	if (fclose(f) != 0 || failed)
		return err_system(err, "%s", path);
	return 0;
}
