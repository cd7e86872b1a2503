// Applies a matrix many times; built without optimisation.
#include <iostream>
#include <vector>

static void apply(const std::vector<std::vector<double>> &m, const std::vector<double> &x,
		  std::vector<double> &y)
{
	for (size_t i = 0; i < m.size(); i++) {
		y[i] = 0;
		for (size_t j = 0; j < x.size(); j++)
			y[i] += m[i][j] * x[j];
	}
}

int main()
{
	const int n = 400;
	std::vector<std::vector<double>> m(n, std::vector<double>(n, 0.0));
	std::vector<double> x(n, 1.0), y(n);

	for (int i = 0; i < n; i++)
		m[i][(i + 1) % n] = m[i][(i * 7) % n] = 0.5;
	for (int round = 0; round < 1600; round++) {
		apply(m, x, y);
		x.swap(y);
	}
	std::cout << x[7] << "\n";
}
