// Volume and price of the trades in a binary file of fixed records
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

struct Trade {
    int64_t time;
    double price;
    int32_t quantity;
    int32_t flags;
};

static void write_trades(const std::string &name, int n)
{
    std::ofstream out(name, std::ios::binary);
    uint32_t r = 8;
    double price = 100;
    for (int i = 0; i < n; i++) {
        r = r * 1664525u + 1013904223u;
        price += ((int)(r >> 16) % 201 - 100) / 5000.0;
        Trade t{1600000000000LL + i * 20, price, (int32_t)(r >> 20) % 500 + 1,
                (int32_t)(r >> 30)};
        out.write(reinterpret_cast<const char *>(&t), sizeof t);
    }
}

class TradeFile {
public:
    explicit TradeFile(const std::string &name) : in_(name, std::ios::binary)
    {
        if (!in_)
            throw std::runtime_error("can't open " + name);
        in_.seekg(0, std::ios::end);
        count_ = in_.tellg() / sizeof(Trade);
    }

    size_t size() const { return count_; }

    Trade at(size_t i)
    {
        Trade t;
        in_.seekg(i * sizeof(Trade));
        in_.read(reinterpret_cast<char *>(&t), sizeof t);
        return t;
    }

private:
    std::ifstream in_;
    size_t count_;
};

int main()
{
    const std::string name = "trades.tmp";
    write_trades(name, 350000);

    TradeFile trades(name);
    double turnover = 0, high = 0, low = 1e30;
    int64_t volume = 0;
    for (size_t i = 0; i < trades.size(); i++) {
        Trade t = trades.at(i);
        if (t.flags == 3)       // cancelled
            continue;
        volume += t.quantity;
        turnover += t.quantity * t.price;
        high = std::max(high, t.price);
        low = std::min(low, t.price);
    }
    std::printf("%zu trades, volume %lld, average %.4f, low %.4f, high %.4f\n",
                trades.size(), (long long)volume, turnover / volume, low, high);
    std::remove(name.c_str());
}
