/* quotes: print lines of a text file by their numbers (1 is the first) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLINE 256

static const char *words[] = { "time", "flies", "like", "an", "arrow", "fruit",
    "bird", "in", "the", "hand", "is", "worth", "two", "bush", "stitch" };

static FILE *make_text(int lines)
{
    FILE *f = tmpfile();
    unsigned int r = 1;

    if (f == NULL) {
        perror("tmpfile");
        exit(1);
    }
    for (int i = 1; i <= lines; i++) {
        fprintf(f, "%d.", i);
        for (int n = 3 + i % 7; n > 0; n--) {
            r = r * 1103515245u + 12345u;
            fprintf(f, " %s", words[(r >> 16) % 15]);
        }
        fputc('\n', f);
    }
    return f;
}

static long *start;      /* where each line begins */
static int known;

static void index_lines(FILE *f, int most)
{
    char line[MAXLINE];

    start = malloc((most + 1) * sizeof *start);
    rewind(f);
    start[0] = 0;
    while (known < most && fgets(line, MAXLINE, f) != NULL) {
        start[known + 1] = start[known] + (long)strlen(line);
        known++;
    }
}

/* returns 0 if the file has no such line */
static int get_line(FILE *f, int number, char *line)
{
    if (number > known || fseek(f, start[number - 1], SEEK_SET) != 0 ||
        fgets(line, MAXLINE, f) == NULL)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    return 1;
}

int main(int argc, char **argv)
{
    int lines = 30000, count = argc > 1 ? atoi(argv[1]) : 2000;
    char line[MAXLINE], longest[MAXLINE] = "";
    unsigned long chars = 0;
    unsigned int r = 42;
    FILE *f = make_text(lines);

    index_lines(f, lines);
    for (int i = 0; i < count; i++) {
        int number;

        r = r * 1103515245u + 12345u;
        number = 1 + (int)((r >> 8) % lines);
        if (!get_line(f, number, line)) {
            fprintf(stderr, "no line %d\n", number);
            continue;
        }
        chars += strlen(line);
        if (strlen(line) > strlen(longest))
            strcpy(longest, line);
    }
    printf("%lu characters; longest: %s\n", chars, longest);
    fclose(f);
    return 0;
}
