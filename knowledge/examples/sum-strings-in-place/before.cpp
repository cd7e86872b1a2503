// Makes a longer copy of the whole text for each word.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

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
work(std::string &all, const std::vector<std::string> &words)
{
	unsigned sum = 0;

	for (const auto &word : words) {
		sum += checksum(word.data(), word.size());
		all = all + word + ",";
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<std::string> words;
	double sum = 0;

	for (int i = 0; i < 1500; i++)
		words.push_back(std::string(300, (char)('a' + i % 7)));
	for (long r = 0; r < repeats; r++) {
		std::string all;

		sum += work(all, words);
		for (char c : all)
			sum += c;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
