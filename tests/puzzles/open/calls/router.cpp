// Routes packets; messages for debugging are off.
#include <iostream>
#include <sstream>
#include <string>

static int level = 1; // 0 errors, 1 warnings, 2 debugging

static void log_debug(const std::string &text)
{
	if (level >= 2)
		std::cerr << text << "\n";
}

static unsigned route(unsigned address)
{
	unsigned port = (address >> 3 ^ address >> 11) % 48;
	std::ostringstream text;

	text << "packet to " << address << " leaves by port " << port;
	log_debug(text.str());
	return port;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::stoi(argv[1]) : 2500000;
	unsigned seed = 4;
	long sum = 0;

	for (int i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		sum += route(seed);
	}
	std::cout << sum << "\n";
}
