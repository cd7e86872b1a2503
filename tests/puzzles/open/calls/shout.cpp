// Makes messages upper case.
#include <iostream>
#include <locale>
#include <string>

static std::string shout(const std::string &text)
{
	std::string out;
	std::locale here;

	out.reserve(text.size());
	for (char c : text)
		out += std::toupper(c, here);
	return out;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::stoi(argv[1]) : 400000;
	std::string message;
	unsigned long hash = 0;

	for (int i = 0; i < 20; i++)
		message += "the quick brown fox, ";
	for (int i = 0; i < n; i++) {
		message[i % message.size()] = 'a' + i % 26;
		hash = hash * 31 + shout(message)[i % 400];
	}
	std::cout << hash << "\n";
}
