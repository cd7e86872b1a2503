// A lambda whose code is a procedure of its own
#include <cstdio>

int main(int argc, char **)
{
	auto sum = [=](int n) {
		double t = 0;

		for (int i = 0; i < n; i++)
			t += argc / (i + 1.0);
		return t;
	};

	std::printf("%g\n", sum(1000));
}
