// Draws all tickets in random order, without putting them back
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <set>
#include <string>
#include <vector>

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint32_t below(uint32_t n)
    {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<uint32_t>((state_ >> 32) * n >> 32);
    }

private:
    uint64_t state_;
};

class Lottery {
public:
    Lottery(int tickets, uint64_t seed) : random_(seed)
    {
        for (int i = 0; i < tickets; i++)
            pool_.insert(100000 + 7 * i);
    }

    bool empty() const { return pool_.empty(); }

    int draw()
    {
        auto it = std::next(pool_.begin(), random_.below(pool_.size()));
        int ticket = *it;
        pool_.erase(it);
        return ticket;
    }

private:
    std::set<int> pool_;
    Random random_;
};

static std::string prize(int rank)
{
    if (rank == 0)
        return "a car";
    if (rank < 10)
        return "a bicycle";
    return "a pen";
}

int main()
{
    Lottery lottery(26000, 2024);
    std::vector<int> order;

    while (!lottery.empty())
        order.push_back(lottery.draw());

    for (int i = 0; i < 12; i++)
        std::printf("%d wins %s\n", order[i], prize(i).c_str());
    uint64_t check = 0;
    for (int ticket : order)
        check = check * 1099511628211ULL + ticket;
    std::printf("%zu drawn, check %016llx\n", order.size(),
                static_cast<unsigned long long>(check));
}
