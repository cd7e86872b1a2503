/* postings: how many documents have both words of a query (sorted document lists) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define TERMS 40
#define DOCS 400000

struct list {
    uint32_t *doc;
    size_t n;
};

static struct list index_[TERMS];
static uint64_t seed = 1;

static uint32_t rnd(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(seed >> 33);
}

static void build(void)
{
    for (int t = 0; t < TERMS; t++) {
        uint32_t share = 20 + rnd() % 30;       /* percent of the documents */
        struct list *l = &index_[t];

        l->doc = malloc(DOCS * sizeof *l->doc);
        l->n = 0;
        for (uint32_t d = 0; d < DOCS; d++)
            if (rnd() % 100 < share)
                l->doc[l->n++] = d;
    }
}

static size_t both(const struct list *a, const struct list *b, uint32_t *out)
{
    size_t i = 0, j = 0, n = 0;

    while (i < a->n && j < b->n) {
        uint32_t x = a->doc[i], y = b->doc[j];

        out[n] = x;
        n += x == y;
        i += x <= y;
        j += y <= x;
    }
    return n;
}

int main(int argc, char **argv)
{
    int queries = argc > 1 ? atoi(argv[1]) : 400;
    uint32_t *hits = malloc((DOCS + 1) * sizeof *hits);
    uint64_t total = 0, check = 0;

    build();
    for (int q = 0; q < queries; q++) {
        int s = rnd() % TERMS, t = rnd() % TERMS;
        size_t n = both(&index_[s], &index_[t], hits);

        total += n;
        if (n)
            check = check * 1000003 + hits[n / 2];
    }
    printf("%d queries, %llu hits, check %llx\n", queries,
           (unsigned long long)total, (unsigned long long)check);
    for (int t = 0; t < TERMS; t++)
        free(index_[t].doc);
    free(hits);
    return 0;
}
