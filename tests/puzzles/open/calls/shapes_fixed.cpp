// The area of a drawing.
#include <iostream>
#include <memory>
#include <vector>

struct shape {
	virtual ~shape() = default;
	virtual double area() const = 0;
};
struct round_shape : shape {};
struct flat_shape : shape {};
struct circle : round_shape {
	double r = 1;
	double area() const override { return 3.0 * r * r; }
};
struct square : flat_shape {
	double a = 1;
	double area() const override { return a * a; }
};
struct box : flat_shape {
	double a = 1, b = 2;
	double area() const override { return a * b; }
};

static double total_area(const std::vector<std::unique_ptr<shape>> &all)
{
	double sum = 0;

	for (const auto &s : all) {
		sum += s->area();
	}
	return sum;
}

int main()
{
	std::vector<std::unique_ptr<shape>> all;
	double sum = 0;

	for (int i = 0; i < 3000; i++) {
		if (i % 3 == 0)
			all.push_back(std::make_unique<circle>());
		else if (i % 3 == 1)
			all.push_back(std::make_unique<square>());
		else
			all.push_back(std::make_unique<box>());
	}
	for (int frame = 0; frame < 8000; frame++)
		sum += total_area(all);
	std::cout << sum << "\n";
}
