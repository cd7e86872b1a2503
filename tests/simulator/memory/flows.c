/*
 * flows - loops whose loads get what iterations before stored
 *
 *      flows [0|1|2|3]
 *
 * Each function, or that one, makes PASSES over ROWS rows of LENGTH numbers;
 * per iteration one load, of what was stored by the loop: above() in the row
 * before, behind() three iterations before, never() by nobody, in_place() a
 * whole pass before.
 */
enum { LENGTH = 500, ROWS = 40, PASSES = 200 };

static volatile double field[ROWS + 1][LENGTH], other[ROWS + 1][LENGTH];

__attribute__((noinline)) void above(void)
{
	for (int i = 1; i <= ROWS; i++) {
		for (int j = 0; j < LENGTH; j++)
			field[i][j] = 0.5 * field[i - 1][j];
	}
}

__attribute__((noinline)) void behind(void)
{
	for (int i = 0; i < ROWS; i++) {
		for (int j = 4; j < LENGTH; j++)
			field[i][j] = 0.5 * field[i][j - 4];
	}
}

__attribute__((noinline)) void never(void)
{
	for (int i = 0; i < ROWS; i++) {
		for (int j = 0; j < LENGTH; j++)
			field[i][j] = 0.5 * other[i][j];
	}
}

__attribute__((noinline)) void in_place(void)
{
	for (int i = 0; i < ROWS; i++) {
		for (int j = 0; j < LENGTH; j++)
			field[i][j] = 0.5 * field[i][j];
	}
}

int main(int argc, char **argv)
{
	void (*const all[])(void) = { above, behind, never, in_place };
	const int only = argc > 1 ? argv[1][0] - '0' : -1;

	for (int k = 0; k < 4; k++) {
		for (int pass = 0; pass < PASSES && (only < 0 || only == k);
		     pass++)
			all[k]();
	}
	return 0;
}
