// A calculator: + - * / and parentheses, recursive descent
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

class Parser {
public:
    explicit Parser(const std::string &text) : rest_(text) {}

    double parse()
    {
        double v = sum();
        if (!rest_.empty())
            throw std::runtime_error("trailing characters");
        return v;
    }

private:
    void skip(size_t n) { rest_ = rest_.substr(n); }

    char peek()
    {
        while (!rest_.empty() && rest_[0] == ' ')
            skip(1);
        return rest_.empty() ? '\0' : rest_[0];
    }

    double sum()
    {
        double v = product();
        for (;;) {
            char c = peek();
            if (c != '+' && c != '-')
                return v;
            skip(1);
            v = c == '+' ? v + product() : v - product();
        }
    }

    double product()
    {
        double v = factor();
        for (;;) {
            char c = peek();
            if (c != '*' && c != '/')
                return v;
            skip(1);
            v = c == '*' ? v * factor() : v / factor();
        }
    }

    double factor()
    {
        if (peek() == '(') {
            skip(1);
            double v = sum();
            if (peek() != ')')
                throw std::runtime_error("missing )");
            skip(1);
            return v;
        }
        size_t n = 0;
        double v = 0;
        while (n < rest_.size() && std::isdigit((unsigned char)rest_[n]))
            v = v * 10 + (rest_[n++] - '0');
        if (n == 0)
            throw std::runtime_error("number expected");
        skip(n);
        return v;
    }

    std::string rest_;
};

static std::string make_expression(int terms)
{
    std::string s = "1";
    unsigned r = 17;
    for (int i = 0; i < terms; i++) {
        r = r * 1103515245u + 12345u;
        s += i % 2 ? " + " : " - ";
        s += "(" + std::to_string(r >> 20) + " * " + std::to_string(i % 97) +
             " / " + std::to_string(i % 13 + 1) + ")";
    }
    return s;
}

int main()
{
    try {
        std::string text = make_expression(24000);
        std::printf("%zu characters: %.6f\n", text.size(), Parser(text).parse());
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
