/* connect4_beside.c: positions go out in a file, scores and times come back through a pipe. */
#include "bench/connect4_beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_MOST 200

static void give_up(const char *what, const char *about)
{
    fprintf(stderr, "connect4: %s: %s\n", what, about);
    exit(2);
}

/* Lines of columns, followed by a score or not. */
static position_list read_positions(FILE *file, int most)
{
    position_list list = {.positions = NULL};
    char line[LINE_MOST];
    while (list.count < most && fgets(line, sizeof line, file)) {
        known_position p = {.score = 0};
        size_t length = strcspn(line, " \n");
        if (length >= sizeof p.columns)
            give_up("a line is too long", line);
        memcpy(p.columns, line, length);
        p.score = (int)strtol(line + length, NULL, 10);
        known_position *more =
            realloc(list.positions, ((size_t)list.count + 1) * sizeof *more);
        if (!more)
            give_up("there is no memory", "the positions");
        list.positions = more;
        list.positions[list.count++] = p;
    }
    (void)fclose(file);
    return list;
}

position_list positions_of_set(const char *folder, const char *name, int most)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    FILE *file = fopen(path, "r");
    return file ? read_positions(file, most) : (position_list){.count = 0};
}

position_list positions_of_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        give_up("cannot be read", path);
    return read_positions(file, 1000000);
}

bool add_other(others *all, const char *word)
{
    const char *equals = strchr(word, '=');
    other_program *next = &all->programs[all->count];
    if (!equals || equals == word || !equals[1] ||
        all->count == (int)(sizeof all->programs / sizeof *all->programs) ||
        (size_t)(equals - word) >= sizeof next->name)
        return false;
    memcpy(next->name, word, (size_t)(equals - word));
    next->command = equals + 1;
    all->count++;
    return true;
}

static void write_columns(const position_list *list, char *path)
{
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        give_up("cannot be written", path);
    for (int i = 0; i < list->count; i++)
        fprintf(out, "%s\n", list->positions[i].columns);
    if (fclose(out) != 0)
        give_up("cannot be written", path);
}

double time_beside(const other_program *other, const position_list *list, int *wrong)
{
    char path[] = "/tmp/connect4-positions-XXXXXX", command[2000], line[LINE_MOST];
    write_columns(list, path);
    if (snprintf(command, sizeof command, "%s %s", other->command, path) >=
        (int)sizeof command)
        give_up("is too long", "the command of another program");
    FILE *told =
        popen(command, "r"); /* NOLINT(cert-env33-c): whoever measures named it */
    double sum = 0;
    int count = 0;
    while (told && count < list->count && fgets(line, sizeof line, told)) {
        char *after_score, *after_time;
        long score = strtol(line, &after_score, 10);
        double microseconds = strtod(after_score, &after_time);
        if (after_score == line || after_time == after_score)
            break;
        *wrong += score != list->positions[count].score;
        sum += microseconds;
        count++;
    }
    int code = told ? pclose(told) : -1;
    unlink(path);
    if (code != 0 || count < list->count)
        give_up(other->name, "did not print a score and microseconds for each position");
    return sum;
}
