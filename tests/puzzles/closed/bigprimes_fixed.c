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

/* Montgomery's form: x * 2^64 mod m, for odd m */
struct mont {
    uint64_t m, inv, one, r2;
};

static uint64_t reduce(u128 t, const struct mont *mt)
{
    uint64_t q = (uint64_t)t * mt->inv;
    uint64_t high = (uint64_t)(t >> 64), sub = (u128)q * mt->m >> 64;

    return high >= sub ? high - sub : high - sub + mt->m;
}

static uint64_t mulmod(uint64_t a, uint64_t b, const struct mont *mt)
{
    return reduce((u128)a * b, mt);
}

static struct mont mont_for(uint64_t m)
{
    struct mont mt = { m, m, 0, 0 };

    for (int i = 0; i < 5; i++)
        mt.inv *= 2 - m * mt.inv;
    mt.one = -m % m;
    mt.r2 = (u128)mt.one * mt.one % m;
    return mt;
}

static uint64_t powmod(uint64_t base, uint64_t e, const struct mont *mt)
{
    uint64_t r = mt->one;

    while (e) {
        if (e & 1)
            r = mulmod(r, base, mt);
        base = mulmod(base, base, mt);
        e >>= 1;
    }
    return r;
}

static int is_prime(uint64_t n)
{
    static const int bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    uint64_t d = n - 1;
    struct mont mt;
    int s = 0;

    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0)
            return n == (uint64_t)bases[i];
    while (d % 2 == 0) {
        d /= 2;
        s++;
    }
    mt = mont_for(n);
    for (int i = 0; i < 12; i++) {
        uint64_t x = powmod(mulmod(bases[i], mt.r2, &mt), d, &mt);
        int r;

        if (x == mt.one || x == n - mt.one)
            continue;
        for (r = 1; r < s; r++) {
            x = mulmod(x, x, &mt);
            if (x == n - mt.one)
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
