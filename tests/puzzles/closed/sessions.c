/* sessions: who is logged in; an open addressing hash table from id to user */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 32768
#define LIVE 10000

enum state { EMPTY, USED, DELETED };

struct slot {
    uint64_t id;
    uint32_t user;
    uint32_t state;
};

struct table {
    struct slot *slot;
    size_t used;
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    return x;
}

static struct slot *find(const struct table *t, uint64_t id)
{
    size_t i = mix(id) % SLOTS, n;

    for (n = 0; n < SLOTS; n++) {
        struct slot *s = &t->slot[i];

        if (s->state == EMPTY)
            return NULL;
        if (s->state == USED && s->id == id)
            return s;
        i = (i + 1) % SLOTS;
    }
    return NULL;
}

static void insert(struct table *t, uint64_t id, uint32_t user)
{
    size_t i = mix(id) % SLOTS;

    if (find(t, id))
        return;
    while (t->slot[i].state == USED)
        i = (i + 1) % SLOTS;
    t->slot[i].id = id;
    t->slot[i].user = user;
    t->slot[i].state = USED;
    t->used++;
}

static void erase(struct table *t, uint64_t id)
{
    struct slot *s = find(t, id);

    if (s) {
        s->state = DELETED;
        t->used--;
    }
}

int main(int argc, char **argv)
{
    int logins = argc > 1 ? atoi(argv[1]) : 310000;
    static uint64_t open_[LIVE];
    struct table t = { calloc(SLOTS, sizeof(struct slot)), 0 };
    uint64_t next = 1, check = 0;

    for (int i = 0; i < LIVE; i++)
        insert(&t, open_[i] = next++, (uint32_t)i);
    for (int i = 0; i < logins; i++) {
        int k = (int)(mix(next) % LIVE);
        struct slot *s;

        erase(&t, open_[k]);            /* one leaves, */
        insert(&t, open_[k] = next, (uint32_t)(next % 5000)); /* one comes */
        next++;
        s = find(&t, open_[mix(next + 7) % LIVE]);
        if (s)
            check = check * 31 + s->user;
    }
    printf("%zu sessions, check %016llx\n", t.used, (unsigned long long)check);
    free(t.slot);
    return 0;
}
