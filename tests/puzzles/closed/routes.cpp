// The shortest way through a warehouse, breadth first
#include <cstdio>
#include <queue>
#include <string>
#include <utility>
#include <vector>

using Point = std::pair<int, int>;
using Path = std::vector<Point>;

class Warehouse {
public:
    Warehouse(int width, int height) : width_(width), height_(height),
        wall_(width * height)
    {
        unsigned r = 5;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                r = r * 1664525u + 1013904223u;
                wall_[y * width + x] = (r >> 16) % 100 < 25 && x + y > 4 &&
                                       x + y < width + height - 6;
            }
    }

    bool open(int x, int y) const
    {
        return x >= 0 && y >= 0 && x < width_ && y < height_ &&
               !wall_[y * width_ + x];
    }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    int width_, height_;
    std::vector<char> wall_;
};

static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static Path shortest(const Warehouse &w, Point from, Point to)
{
    std::vector<char> seen(w.width() * w.height());
    std::queue<Path> todo;

    todo.push({from});
    seen[from.second * w.width() + from.first] = 1;
    while (!todo.empty()) {
        Path path = todo.front();
        todo.pop();
        auto [x, y] = path.back();
        if (Point(x, y) == to)
            return path;
        for (auto &d : step) {
            int nx = x + d[0], ny = y + d[1];
            if (!w.open(nx, ny) || seen[ny * w.width() + nx])
                continue;
            seen[ny * w.width() + nx] = 1;
            Path longer = path;
            longer.push_back({nx, ny});
            todo.push(longer);
        }
    }
    return {};
}

int main()
{
    Warehouse w(800, 800);
    Path path = shortest(w, {0, 0}, {w.width() - 1, w.height() - 1});

    unsigned long check = 0;
    for (auto [x, y] : path)
        check = check * 31 + x * 1000 + y;
    std::printf("%zu steps, check %lx\n", path.size(), check);
    for (size_t i = 0; i < path.size(); i += 100)
        std::printf("(%d,%d) ", path[i].first, path[i].second);
    std::printf("\n");
}
