/* tariff: cost of the energy in quarter hour readings, cheaper at night and on weekends */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct reading {
    char stamp[17];     /* 2021-03-28 02:15 */
    float kwh;
};

static int month_days(int y, int m)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return days[m - 1] + (m == 2 && y % 4 == 0);
}

static size_t make_readings(struct reading *r, size_t n)
{
    int y = 2001, m = 1, d = 1, q = 0;
    unsigned int seed = 7;

    for (size_t i = 0; i < n; i++) {
        char text[64];

        snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d", y, m, d, q / 4,
                 q % 4 * 15);
        memcpy(r[i].stamp, text, 17);
        seed = seed * 1664525u + 1013904223u;
        r[i].kwh = (seed >> 16) % 1000 / 400.0f;
        if (++q < 96)
            continue;
        q = 0;
        if (++d > month_days(y, m)) {
            d = 1;
            if (++m > 12) {
                m = 1;
                y++;
            }
        }
    }
    return n;
}

static int number(const char *p, int digits)
{
    int v = 0;

    while (digits-- > 0)
        v = v * 10 + *p++ - '0';
    return v;
}

/* Sakamoto's: 0 is Sunday */
static int weekday(const char *stamp)
{
    static const int t[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };
    int y = number(stamp, 4), m = number(stamp + 5, 2), d = number(stamp + 8, 2);

    y -= m < 3;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

static double price(const struct reading *r)
{
    int day = weekday(r->stamp), hour = number(r->stamp + 11, 2);

    if (day == 0 || day == 6)
        return 0.21;
    return hour >= 6 && hour < 22 ? 0.34 : 0.24;
}

int main(void)
{
    size_t n = 650000, i;
    struct reading *r = malloc(n * sizeof *r);
    double kwh = 0, cost = 0;

    if (!r)
        return 1;
    n = make_readings(r, n);
    for (i = 0; i < n; i++) {
        kwh += r[i].kwh;
        cost += r[i].kwh * price(&r[i]);
    }
    printf("%s to %s: %.1f kWh, %.2f EUR\n", r[0].stamp, r[n - 1].stamp, kwh, cost);
    free(r);
    return 0;
}
