/* Each operation jumps to the next one itself. */
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
	static const void *const to[] = { &&add,   &&shift, &&mix, &&sub,
		                          &&twice, &&flip,  &&low, &&again };

	goto *to[*pc++];
add:
	a += 3;
	goto *to[*pc++];
shift:
	a = a << 1 | a >> 31;
	goto *to[*pc++];
mix:
	a ^= 0x5bd1;
	goto *to[*pc++];
	/* show: end */
sub:
	a -= 7;
	goto *to[*pc++];
twice:
	a += a;
	goto *to[*pc++];
flip:
	a = ~a;
	goto *to[*pc++];
low:
	a &= 0xffffff;
	goto *to[*pc++];
again:
	if (--steps == 0)
		return a;
	pc -= CODE;
	goto *to[*pc++];
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
