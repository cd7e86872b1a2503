// Walks family trees; a thread in the background saves them.
#include <iostream>
#include <memory>
#include <thread>

struct person {
	int born;
	std::shared_ptr<person> parent;
};

static int oldest(const std::shared_ptr<person> &from)
{
	int born = from->born;

	for (const person *p = from.get(); p; p = p->parent.get())
		born = std::min(born, p->born);
	return born;
}

int main()
{
	std::thread saver([] {});
	std::shared_ptr<person> last;
	long sum = 0;

	for (int i = 0; i < 100; i++)
		last = std::make_shared<person>(person{ 2000 - i * 7 % 101, last });
	for (int i = 0; i < 600000; i++) {
		last->born = i % 3000;
		sum += oldest(last);
	}
	saver.join();
	std::cout << sum << "\n";
}
