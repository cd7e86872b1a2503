// Loads songs; the class has a constructor for copies, as it was written long ago.
#include <iostream>
#include <string>
#include <vector>

class song {
	std::string title, artist;

public:
	song(const char *t, const char *a) : title(t), artist(a) {}
	song(const song &o) : title(o.title), artist(o.artist) {}
	size_t size() const { return title.size() + artist.size(); }
};

static size_t load(int n)
{
	std::vector<song> songs;
	size_t sum = 0;

	for (int i = 0; i < n; i++)
		songs.push_back(song("a song with a rather long title", "an artist with a long name"));
	for (const song &s : songs)
		sum += s.size();
	return sum;
}

int main()
{
	size_t sum = 0;

	for (int round = 0; round < 30; round++)
		sum += load(70000 + round);
	std::cout << sum << "\n";
}
