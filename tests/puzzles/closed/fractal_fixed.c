#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 640
#define HEIGHT 480
#define MAXITER 200

struct view {
    double left, right, bottom, top;
};

static int image[HEIGHT][WIDTH];

static int escape_time(double complex c)
{
    double complex z = 0;
    int n = 0;

    while (creal(z) * creal(z) + cimag(z) * cimag(z) <= 4.0 && n < MAXITER) {
        z = z * z + c;
        n++;
    }
    return n;
}

static void render(const struct view *v)
{
    double dx = (v->right - v->left) / WIDTH;
    double dy = (v->top - v->bottom) / HEIGHT;

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = escape_time(v->left + x * dx +
                                      (v->top - y * dy) * I);
}

static void draw(void)
{
    static const char shade[] = " .:-=+*#%@";

    for (int y = 0; y < HEIGHT; y += 24) {
        for (int x = 0; x < WIDTH; x += 10)
            putchar(shade[image[y][x] * 9 / MAXITER]);
        putchar('\n');
    }
}

static void statistics(void)
{
    long total = 0, inside = 0;

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            total += image[y][x];
            inside += image[y][x] == MAXITER;
        }
    printf("%ld iterations, %.2f %% inside\n", total,
           100.0 * inside / (WIDTH * HEIGHT));
}

int main(void)
{
    static const struct view views[] = {
        { -2.0, 1.0, -1.125, 1.125 },
        { -0.8, -0.7, 0.05, 0.125 },
        { -1.3, -1.2, 0.0, 0.075 },
    };

    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        render(&views[i]);
        draw();
        statistics();
    }
    return 0;
}
