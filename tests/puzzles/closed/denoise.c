/* denoise: 3x3 median filter for salt and pepper noise */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 800
#define H 600
#define FRAMES 8

static unsigned char in[H][W], out[H][W];
static unsigned int seed = 12345;

static unsigned int rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static void make_frame(int t)
{
    int x, y;
    for (y = 0; y < H; y++) {
        for (x = 0; x < W; x++) {
            int v = (x * 3 + y * 2 + t * 7) / 9 + (int)(rnd() % 40);
            unsigned int r = rnd() % 100;
            if (r < 5)
                v = 0;
            else if (r > 95)
                v = 255;
            in[y][x] = (unsigned char)v;
        }
    }
}

static int compare(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static unsigned char median(unsigned char *w)
{
    qsort(w, 9, 1, compare);
    return w[4];
}

static void denoise(void)
{
    unsigned char w[9];
    int x, y, i, j, n;

    memcpy(out, in, sizeof in);
    for (y = 1; y < H - 1; y++) {
        for (x = 1; x < W - 1; x++) {
            n = 0;
            for (i = -1; i <= 1; i++)
                for (j = -1; j <= 1; j++)
                    w[n++] = in[y + i][x + j];
            out[y][x] = median(w);
        }
    }
}

int main(void)
{
    unsigned long sum = 0, diff = 0;
    int t, x, y;

    for (t = 0; t < FRAMES; t++) {
        make_frame(t);
        denoise();
        for (y = 0; y < H; y++)
            for (x = 0; x < W; x++) {
                sum += out[y][x];
                diff += abs(out[y][x] - in[y][x]);
            }
    }
    printf("mean %.4f changed by %.4f\n", sum / (double)(W * H * FRAMES),
           diff / (double)(W * H * FRAMES));
    return 0;
}
