// Compiles the expression anew for each line.
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

static const std::string body(3000, 'b');

static inline unsigned
checksum(const char *s, size_t n)
{
	unsigned crc = ~0u;

	for (size_t i = 0; i < n; i++) {
		crc ^= (unsigned char)s[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

__attribute__((noipa))
/* show: begin */
unsigned
work(const std::vector<std::string> &lines)
{
	unsigned sum = 0;

	for (const auto &line : lines) {
		const std::regex pair("k[0-9]+=[a-z]+");

		if (std::regex_match(line, pair))
			sum += checksum(body.data(), body.size());
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<std::string> lines;
	double sum = 0;

	for (int i = 0; i < 120; i++)
		lines.push_back((i % 3 ? "k" : "x") + std::to_string(i) + "=abc");
	for (long r = 0; r < repeats; r++)
		sum += work(lines);
	printf("checksum %.10g\n", sum);
	return 0;
}
