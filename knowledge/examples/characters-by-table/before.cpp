/* A text in upper case: by the C library, or by a table */
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

/* show: begin */
__attribute__((noipa)) static void
work(std::string &text)
{
	for (char &c : text)
		c = (char)std::toupper((unsigned char)c);
}
/* show: end */

int
main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::string text;
	long sum = 0;

	for (int i = 0; i < 2000; i++)
		text += "a quick brown fox ";
	for (long r = 0; r < 40 * repeats; r++) {
		std::string copy = text;
		work(copy);
		sum += copy[(std::size_t)r % copy.size()];
	}
	printf("checksum %ld\n", sum);
}
