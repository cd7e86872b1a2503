/* The symbol table of an assembler. */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS = 6000 };

static char *name[SYMBOLS];
static int symbols;

static int find(const char *wanted)
{
	ENTRY e = { (char *)wanted, NULL }, *found = hsearch(e, FIND);

	return found ? (int)(long)found->data : -1;
}

static void define(const char *text)
{
	name[symbols] = strdup(text);
	hsearch((ENTRY){ name[symbols], (void *)(long)symbols }, ENTER);
	symbols++;
}

int main(void)
{
	char text[24];
	long sum = 0;

	hcreate(2 * SYMBOLS);
	for (int i = 0; i < SYMBOLS; i++) {
		sprintf(text, "label_%d", i * 37 % 99991);
		if (find(text) < 0)
			define(text);
	}
	for (int i = 0; i < 70000; i++) {
		sprintf(text, "label_%d", i % SYMBOLS * 37 % 99991);
		sum += find(text);
	}
	printf("%ld\n", sum);
	return 0;
}
