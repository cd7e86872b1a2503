// A queue of customers at a checkout.
#include <iostream>
#include <vector>

using waiting = std::vector<int>;

static long serve(waiting &line, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		int customer = line.front();

		line.erase(line.begin());
		sum += customer ^ i;
		if (customer % 3 != 0)
			line.push_back(customer / 2 + i);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::stoi(argv[1]) : 160000;
	waiting line;

	for (int i = 0; i < n; i++)
		line.push_back(i * 31 % 1009 + 1);
	std::cout << serve(line, n) << "\n";
}
