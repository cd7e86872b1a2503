// The commonest word of each message of a mailbox
#include <cstdint>
#include <cstdio>
#include <unordered_map>
#include <vector>

using Word = uint32_t;

struct Message {
    int id;
    std::vector<Word> words;
};

static uint64_t state = 3;

static uint32_t rnd()
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state >> 33;
}

static std::vector<Message> make_mailbox(int messages)
{
    std::vector<Message> box;
    for (int i = 0; i < messages; i++) {
        Message m;
        m.id = i;
        // somebody sent a disk image
        int length = i == 3 ? 400000 : 20 + rnd() % 60;
        int vocabulary = i == 3 ? 100000000 : 30;
        for (int k = 0; k < length; k++)
            m.words.push_back(rnd() % vocabulary);
        box.push_back(std::move(m));
    }
    return box;
}

class Counter {
public:
    void count(const Message &m)
    {
        counts_ = std::unordered_map<Word, int>();
        for (Word w : m.words)
            counts_[w]++;
    }

    // of equally common ones the smallest
    Word commonest() const
    {
        Word best = 0;
        int most = 0;
        for (const auto &[word, n] : counts_)
            if (n > most || (n == most && word < best)) {
                best = word;
                most = n;
            }
        return best;
    }

    size_t different() const { return counts_.size(); }

private:
    std::unordered_map<Word, int> counts_;
};

int main()
{
    const auto box = make_mailbox(10000);
    Counter counter;
    uint64_t check = 0;
    size_t different = 0;

    for (const auto &message : box) {
        counter.count(message);
        check = check * 31 + counter.commonest();
        different += counter.different();
    }
    std::printf("%zu messages, %.2f different words, check %llx\n", box.size(),
                different / double(box.size()),
                static_cast<unsigned long long>(check));
}
