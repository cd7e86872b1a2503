/* One jump serves all operations. */
#include <stdio.h>
#include <stdlib.h>

enum { CODE = 12, TIMES = 100, STEPS = 2000 };

enum op { ADD, SHIFT, MIX, SUB, TWICE, FLIP, LOW, AGAIN };

static const unsigned char code[CODE] = {
	ADD, MIX, TWICE, SHIFT, SUB, FLIP, LOW, ADD, MIX, TWICE, SHIFT, AGAIN
};

__attribute__((noipa))
/* show: begin */
static unsigned
work(const unsigned char *pc, unsigned a, int steps)
{
	for (;;) {
		switch (*pc++) {
		case ADD:
			a += 3;
			break;
		case SHIFT:
			a = a << 1 | a >> 31;
			break;
		case MIX:
			a ^= 0x5bd1;
			break;
		/* show: end */
		case SUB:
			a -= 7;
			break;
		case TWICE:
			a += a;
			break;
		case FLIP:
			a = ~a;
			break;
		case LOW:
			a &= 0xffffff;
			break;
		case AGAIN:
			if (--steps == 0)
				return a;
			pc -= CODE;
			break;
		}
	}
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(code, (unsigned)r, STEPS);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
