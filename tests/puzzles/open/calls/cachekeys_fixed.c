/* Makes the keys of a cache, such as user:123:7. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *put(char *at, unsigned v)
{
	char digit[12];
	int n = 0;

	do
		digit[n++] = '0' + v % 10;
	while ((v /= 10) != 0);
	while (n > 0)
		*at++ = digit[--n];
	return at;
}

static unsigned store_key(char *key, unsigned user, unsigned page)
{
	unsigned hash = 0;
	char *at = key;

	memcpy(at, "user:", 5);
	at = put(at + 5, user);
	*at++ = ':';
	*put(at, page) = 0;
	for (char *p = key; *p; p++)
		hash = hash * 31 + (unsigned char)*p;
	return hash;
}

int main(void)
{
	unsigned all = 0;
	char key[32];

	for (unsigned i = 0; i < 8000000; i++)
		all ^= store_key(key, i * 2654435761u >> 12, i & 63);
	printf("%u\n", all);
	return 0;
}
