// Counts the words of a text, cutting them off at the front.
#include <iostream>
#include <string>
#include <string_view>

static int count_tokens(const std::string &text)
{
	std::string_view rest = text;
	int n = 0;

	while (!rest.empty()) {
		size_t space = rest.find(' ');

		n++;
		if (space == std::string_view::npos)
			break;
		rest = rest.substr(space + 1);
	}
	return n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::stoi(argv[1]) : 110000;
	std::string text;

	for (int i = 0; i < n; i++)
		text += std::to_string(i * 7919 % 100003) + " ";
	std::cout << count_tokens(text + "end") << " words\n";
}
