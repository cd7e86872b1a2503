// The area of a drawing.
#include <iostream>
#include <memory>
#include <vector>

struct shape {
	virtual ~shape() = default;
};
struct round_shape : shape {};
struct flat_shape : shape {};
struct circle : round_shape {
	double r = 1;
};
struct square : flat_shape {
	double a = 1;
};
struct box : flat_shape {
	double a = 1, b = 2;
};

static double total_area(const std::vector<std::unique_ptr<shape>> &all)
{
	double sum = 0;

	for (const auto &s : all) {
		if (auto c = dynamic_cast<circle *>(s.get()))
			sum += 3.0 * c->r * c->r;
		else if (auto q = dynamic_cast<square *>(s.get()))
			sum += q->a * q->a;
		else if (auto b = dynamic_cast<box *>(s.get()))
			sum += b->a * b->b;
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
