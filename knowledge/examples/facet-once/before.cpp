// Asks the locale for its table with each character.
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <string>

__attribute__((noipa))
/* show: begin */
void
work(std::string &text, const std::locale &here)
{
	for (char &c : text)
		c = std::toupper(c, here);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++) {
		std::string text;

		for (int i = 0; i < 400000; i++)
			text += (char)('a' + (i + r) % 26);
		work(text, std::locale::classic());
		for (size_t i = 0; i < text.size(); i += 1000)
			sum += text[i];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
