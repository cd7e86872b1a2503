/* sensors: mean and standard deviation of each channel of a recorder */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 16
#define SAMPLES 20000
#define BLOCKS 400

struct stats {
    double mean, sd;
};

static double *samples;
static unsigned int seed = 99;

static double noise(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0 - 0.5;
}

static void record(void)
{
    for (int c = 0; c < CHANNELS; c++)
        for (int i = 0; i < SAMPLES; i++)
            samples[c * SAMPLES + i] = 20.0 + c + sin(i * 0.001) + noise();
}

/* Welford's method */
static struct stats describe(const double *x, int n)
{
    struct stats s;
    double mean = 0.0, m2 = 0.0;

    for (int i = 0; i < n; i++) {
        double delta = x[i] - mean;

        mean += delta / (i + 1);
        m2 += delta * (x[i] - mean);
    }
    s.mean = mean;
    s.sd = sqrt(m2 / (n - 1));
    return s;
}

int main(void)
{
    struct stats total[CHANNELS] = { { 0, 0 } };

    samples = malloc(CHANNELS * SAMPLES * sizeof *samples);
    if (!samples) {
        perror("malloc");
        return 1;
    }
    record();
    for (int b = 0; b < BLOCKS; b++) {
        for (int c = 0; c < CHANNELS; c++) {
            struct stats s = describe(samples + c * SAMPLES, SAMPLES);

            total[c].mean += s.mean;
            total[c].sd += s.sd;
            samples[c * SAMPLES + b] += 0.25;
        }
    }
    for (int c = 0; c < CHANNELS; c++)
        printf("channel %2d: %9.5f +- %.5f\n", c, total[c].mean / BLOCKS,
               total[c].sd / BLOCKS);
    free(samples);
    return 0;
}
