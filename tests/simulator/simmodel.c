/*
 * The timing model's numbers of a machine, for runs of the simulator without
 * perfexpert-run: simmodel MACHINE FILE [HERTZ]
 */
#include <stdio.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "base/err.h"
#include "measure/collect/simulate/model_file.h"

int main(int argc, char **argv)
{
	struct machine *m = NULL;
	struct err err = { 0 };
	int rc = -1;

	if (argc < 3 || argc > 4) {
		fprintf(stderr, "usage: simmodel MACHINE FILE [HERTZ]\n");
		return 2;
	}
	if (machine_load(&m, argv[1], &err) == 0) {
		if (argc == 4)
			machine_set_clock(m, strtod(argv[3], NULL));
		rc = model_file_write(argv[2], m, false, &err);
	}
	if (rc != 0)
		fprintf(stderr, "simmodel: %s\n", err.msg);
	machine_free(m);
	return rc != 0;
}
