// C++: templates, inlined loops, exceptions within loops. "LOOP d" as in nests.c
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace num {
template <typename T> inline T fused(T a, T x, T y)
{
	return a * x + y;
}

template <typename T>
inline void axpy(T a, const std::vector<T> &x, std::vector<T> &y)
{
	for (std::size_t i = 0; i < x.size(); ++i) // LOOP 2 main
		y[i] = fused(a, x[i], y[i]);
}

template <typename T> __attribute__((noinline)) T norm(const std::vector<T> &x)
{
	T s = 0;
	for (std::size_t i = 0; i < x.size(); ++i) // LOOP 1 num::norm<double>(std::vector<double, std::allocator<double> > const&)
		s += x[i] * x[i];
	return s;
}
} // namespace num

struct shape {
	virtual ~shape() {}
	virtual double area(int i) const = 0;
};

struct square : shape {
	double area(int i) const override;
};

__attribute__((noinline)) double square::area(int i) const
{
	if (i % 1000 == 999)
		throw std::runtime_error("odd");
	return i * 2.0;
}

__attribute__((noinline)) static double guarded(const shape &s, int n)
{
	double t = 0;
	for (int i = 0; i < n; i++) { // LOOP 1 guarded(shape const&, int)
		try {
			t += s.area(i);
		} catch (const std::runtime_error &) {
			t -= 1;
		}
	}
	return t;
}

int main()
{
	std::vector<double> x(4096, 1.5), y(4096, 0.5);
	for (int r = 0; r < 10; r++) // LOOP 1 main
		num::axpy(0.5, x, y);
	std::printf("%g %g\n", num::norm(y), guarded(square(), 3000));
}
