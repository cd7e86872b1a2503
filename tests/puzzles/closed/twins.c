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

/* composite[i] says it of 2 * i + 1 */
static struct result sieve(long n)
{
    struct result r = { 0, 0, 0, 0 };
    long half = n / 2, i, j, last = 0;
    char *composite = calloc(half + 1, 1);

    if (!composite) {
        perror("calloc");
        exit(1);
    }
    for (i = 1; (2 * i + 1) * (2 * i + 1) <= n; i++) {
        if (composite[i])
            continue;
        for (j = 2 * i * (i + 1); j < half; j += 2 * i + 1)
            composite[j] = 1;
    }
    see(&r, 2, &last);
    for (i = 1; i < half; i++)
        if (!composite[i])
            see(&r, 2 * i + 1, &last);
    free(composite);
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
