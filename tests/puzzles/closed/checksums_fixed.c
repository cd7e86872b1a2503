/* checksums of blocks: one thread cuts the input into blocks, another adds them up */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BATCH 256
#define CAPACITY 16
#define ITEMS 8000000

struct item {
    uint32_t number;
    uint32_t bytes[6];
};

struct batch {
    size_t n;
    struct item item[BATCH];
};

struct queue {
    struct batch slot[CAPACITY];
    size_t head, count;
    int closed;
    pthread_mutex_t lock;
    pthread_cond_t more, room;
};

static struct queue queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .more = PTHREAD_COND_INITIALIZER,
    .room = PTHREAD_COND_INITIALIZER,
};

static void put(struct queue *q, const struct batch *item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->room, &q->lock);
    q->slot[(q->head + q->count) % CAPACITY] = *item;
    q->count++;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->lock);
}

/* returns 0 at the end */
static int get(struct queue *q, struct batch *item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0 && !q->closed)
        pthread_cond_wait(&q->more, &q->lock);
    if (q->count == 0) {
        pthread_mutex_unlock(&q->lock);
        return 0;
    }
    *item = q->slot[q->head];
    q->head = (q->head + 1) % CAPACITY;
    q->count--;
    pthread_cond_signal(&q->room);
    pthread_mutex_unlock(&q->lock);
    return 1;
}

static void close_queue(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = 1;
    pthread_cond_broadcast(&q->more);
    pthread_mutex_unlock(&q->lock);
}

static void *produce(void *unused)
{
    static struct batch batch;
    uint32_t r = 1;

    for (uint32_t i = 0; i < ITEMS; i++) {
        struct item item = { .number = i };

        for (int k = 0; k < 6; k++)
            item.bytes[k] = r = r * 1664525u + 1013904223u;
        batch.item[batch.n++] = item;
        if (batch.n == BATCH || i == ITEMS - 1) {
            put(&queue, &batch);
            batch.n = 0;
        }
    }
    close_queue(&queue);
    return unused;
}

int main(void)
{
    pthread_t producer;
    static struct batch batch;
    uint64_t a = 1, b = 0;

    if (pthread_create(&producer, NULL, produce, NULL) != 0)
        return 1;
    while (get(&queue, &batch)) {
        for (size_t i = 0; i < batch.n; i++) {
            for (int k = 0; k < 6; k++)
                a += batch.item[i].bytes[k] ^ batch.item[i].number;
            b ^= a * 31 + batch.item[i].number;
        }
    }
    pthread_join(producer, NULL);
    printf("%016llx %016llx\n", (unsigned long long)a, (unsigned long long)b);
    return 0;
}
