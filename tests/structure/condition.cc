// C++: a loop whose condition is inlined from a member. "LOOP d" as in nests.c
class matrix {
public:
	explicit matrix(int n) : n(n) {}
	int size() const { return n; }

private:
	int n;
};

__attribute__((noipa)) void scale(double *a, const double *b, const matrix &m, double f)
{
	for (int j = 0; j < m.size(); j++) // LOOP 1 scale(double*, double const*, matrix const&, double)
		a[j] += f * b[j];
}

int main()
{
	static double a[100], b[100];

	scale(a, b, matrix(100), 2);
	return a[0] != 0;
}
