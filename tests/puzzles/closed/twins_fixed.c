/* count twin primes and the largest gap below N with the sieve of Eratosthenes */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct result {
    long primes;
    long twins;
    long gap;
    long at;
};

static void see(struct result *r, long p, long *last)
{
    long gap = p - *last;

    r->primes++;
    if (gap == 2)
        r->twins++;
    if (*last && gap > r->gap) {
        r->gap = gap;
        r->at = *last;
    }
    *last = p;
}

#define SEGMENT 32768

/* composite[i] says it of 2 * (low + i) + 1 */
static struct result sieve(long n)
{
    struct result r = { 0, 0, 0, 0 };
    long half = n / 2, root = (long)sqrt((double)n) + 1, i, j, low, last = 0;
    static char composite[SEGMENT];
    char *small = calloc(root + 1, 1);
    long *prime = malloc(root * sizeof *prime);
    long *next = malloc(root * sizeof *next);
    long count = 0, k;

    if (!small || !prime || !next) {
        perror("malloc");
        exit(1);
    }
    for (i = 3; i <= root; i += 2) {
        if (small[i])
            continue;
        prime[count] = i;
        next[count++] = i * i / 2;
        for (j = i * i; j <= root; j += i)
            small[j] = 1;
    }
    see(&r, 2, &last);
    for (low = 0; low < half; low += SEGMENT) {
        long size = half - low < SEGMENT ? half - low : SEGMENT;

        for (i = 0; i < size; i++)
            composite[i] = 0;
        for (k = 0; k < count; k++) {
            for (j = next[k] - low; j < size; j += prime[k])
                composite[j] = 1;
            next[k] = j + low;
        }
        for (i = low == 0; i < size; i++)
            if (!composite[i])
                see(&r, 2 * (low + i) + 1, &last);
    }
    free(small);
    free(prime);
    free(next);
    return r;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 300000000;
    struct result r = sieve(n);

    printf("%ld primes below %ld (n / ln n = %.0f)\n", r.primes, n,
           n / log((double)n));
    printf("%ld twins\n", r.twins);
    printf("largest gap %ld after %ld\n", r.gap, r.at);
    return 0;
}
