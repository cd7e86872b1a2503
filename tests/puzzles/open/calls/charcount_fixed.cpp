// Counts the vowels of a file.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

static long count_vowels(std::istream &in)
{
	const std::string vowels = "aeiou";
	long n = 0;
	char block[65536];

	while (in.read(block, sizeof(block)) || in.gcount() > 0)
		for (long i = 0; i < in.gcount(); i++)
			if (vowels.find(block[i]) != std::string::npos)
				n++;
	return n;
}

int main()
{
	const char *name = "/tmp/charcount_text.txt";

	{
		std::ofstream out(name);
		for (int i = 0; i < 8000000; i++)
			out << "it was the best of times "[i % 25] << (i % 80 ? "" : "\n");
	}
	long n = 0;
	for (int round = 0; round < 16; round++) {
		std::ifstream in(name);
		n += count_vowels(in);
	}
	std::remove(name);
	std::cout << n << "\n";
}
