/*
 * The same template for two types: two procedures with readable names.
 *
 *      templates STEPS
 *
 * The sum is one chain of additions, so floating point holds it back.
 */
#include "../kernel.h"

namespace algebra
{

template <typename T> struct sum_of_powers {
	HOT static T eval(T x, size_t steps)
	{
		T sum = 0;

		for (size_t i = 0; i < steps; i++) { /* hot loop begin */
			sum = sum * x + 1;
			sum = sum * x + 2;
			sum = sum * x + 3;
			sum = sum * x + 4;
		} /* hot loop end */
		return sum;
	}
};

} /* namespace algebra */

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const double d = algebra::sum_of_powers<double>::eval(0.5, n);
	const float f = algebra::sum_of_powers<float>::eval(0.5f, n / 8);

	kernel_keep(d + (double)f);
	return 0;
}
