/* Miller-Rabin for 64 bit numbers, deterministic with the first 12 primes */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 u128;

static uint64_t state = 88172645463325252ULL;

static uint64_t xorshift(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m)
{
    return (u128)a * b % m;
}

static uint64_t powmod(uint64_t base, uint64_t e, uint64_t m)
{
    uint64_t r = 1;

    base %= m;
    while (e) {
        if (e & 1)
            r = mulmod(r, base, m);
        base = mulmod(base, base, m);
        e >>= 1;
    }
    return r;
}

static int is_prime(uint64_t n)
{
    static const int bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    uint64_t d = n - 1;
    int s = 0;

    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0)
            return n == (uint64_t)bases[i];
    while (d % 2 == 0) {
        d /= 2;
        s++;
    }
    for (int i = 0; i < 12; i++) {
        uint64_t x = powmod(bases[i], d, n);
        int r;

        if (x == 1 || x == n - 1)
            continue;
        for (r = 1; r < s; r++) {
            x = mulmod(x, x, n);
            if (x == n - 1)
                break;
        }
        if (r == s)
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int tries = argc > 1 ? atoi(argv[1]) : 1500000;
    int found = 0;
    uint64_t largest = 0, check = 0;

    for (int i = 0; i < tries; i++) {
        uint64_t n = (xorshift() >> 2) | 1;

        if (!is_prime(n))
            continue;
        found++;
        check = check * 31 + n;
        if (n > largest)
            largest = n;
    }
    printf("%d primes of %d, largest %llu, check %016llx\n", found, tries,
           (unsigned long long)largest, (unsigned long long)check);
    return 0;
}
