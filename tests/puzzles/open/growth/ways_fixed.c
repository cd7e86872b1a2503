/* In how many ways can an amount be paid with coins? */
#include <stdio.h>

static const int coin[] = { 1, 2, 5, 10, 20, 50, 100, 200 };

static long ways(int amount, int kinds)
{
	static long known[1000][9];

	if (amount == 0)
		return 1;
	if (amount < 0 || kinds == 0)
		return 0;
	if (!known[amount][kinds])
		known[amount][kinds] = ways(amount - coin[kinds - 1], kinds) +
				       ways(amount, kinds - 1);
	return known[amount][kinds];
}

int main(void)
{
	printf("%ld ways\n", ways(520, 8));
	return 0;
}
