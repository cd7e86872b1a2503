// Constructs a stream for the text of each point.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

__attribute__((noipa))
/* show: begin */
size_t
work(int n)
{
	size_t length = 0;

	for (int i = 0; i < n; i++) {
		std::ostringstream text;

		text << i << ':' << (i % 17);
		length += text.str().size();
	}
	return length;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += (double)work(15000);
	printf("checksum %.10g\n", sum);
	return 0;
}
