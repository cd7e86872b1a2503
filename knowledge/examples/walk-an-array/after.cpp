// Multiplies a sparse matrix by a vector, whose elements are in rows.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

enum { N = 4000, EACH = 12 };

/* show: begin */
struct rows {
	std::vector<int> begin, column;
	std::vector<double> value;
};

__attribute__((noipa))
static void
work(const rows &a, const std::vector<double> &x, std::vector<double> &y)
{
	for (size_t i = 0; i + 1 < a.begin.size(); i++) {
		double sum = y[i];

		for (int k = a.begin[i]; k < a.begin[i + 1]; k++)
			sum += a.value[k] * x[a.column[k]];
		y[i] = sum;
	}
}
/* show: end */

static rows rows_of(const std::map<std::pair<int, int>, double> &map)
{
	rows a;

	for (const auto &element : map) {
		while ((int)a.begin.size() <= element.first.first)
			a.begin.push_back((int)a.value.size());
		a.column.push_back(element.first.second);
		a.value.push_back(element.second);
	}
	a.begin.push_back((int)a.value.size());
	return a;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::map<std::pair<int, int>, double> map;
	std::vector<double> x(N, 1), y(N);
	double sum = 0;

	for (int k = 0; k < EACH; k++)
		for (int i = 0; i < N; i++)
			map[{ i, (i * 31 + k * 397) % N }] = 1.0 / (1 + k);
	const rows a = rows_of(map);

	for (long r = 0; r < repeats; r++)
		for (int times = 0; times < 100; times++)
			work(a, x, y);
	for (double v : y)
		sum += v;
	printf("checksum %.10g\n", sum);
	return 0;
}
