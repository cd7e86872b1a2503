// How many requests of a server's log ask for pictures or style sheets?
#include <iostream>
#include <regex>
#include <string>
#include <vector>

static bool is_asset(const std::string &path)
{
	std::regex asset("\\.(png|jpg|gif|css)$");

	return std::regex_search(path, asset);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::stoi(argv[1]) : 450000;
	const char *ends[] = { ".png", ".html", ".css", "/", ".php" };
	std::vector<std::string> paths;
	int assets = 0;

	for (int i = 0; i < n; i++)
		paths.push_back("/p" + std::to_string(i % 97) + ends[i * 7 % 5]);
	for (const std::string &path : paths)
		assets += is_asset(path);
	std::cout << assets << " assets\n";
}
