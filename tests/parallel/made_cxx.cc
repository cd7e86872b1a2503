/* Threads that are made and have nothing to do, in C++. */
#include <thread>

enum { THREADS = 8000 };

int main()
{
	for (int i = 0; i < THREADS; i++) {
		std::thread thread([] {}); /* HERE */

		thread.join();
	}
	return 0;
}
