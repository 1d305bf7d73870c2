/* maze_text.c: mazes from text and to text.
 *
 * Reading goes line by line: lines of walls and lines of squares take turns, all of the same
 * length, with a corner or the place of a wall every `pitch` characters. A line is first read
 * fast, 64 squares at a time, only noting whether anything is wrong in it; if so it is gone
 * through again slowly, to find the place and the words. A line of squares that ends too soon is
 * read from a copy that goes on with spaces. */
#include "maze_grid.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/assert.h>

typedef struct reading {
    const char *text;
    size_t size;
    size_t at;     /* where the present line begins */
    size_t length; /* of the present line, without its end */
    uint64_t line; /* from 1 */
    size_t wanted; /* the length of every line */
    size_t pitch;  /* 2, or 4 where squares are wide */
    uint64_t start_line;
    size_t start_column; /* of the start, or 0 */
    char *whole;         /* a line that ended too soon, with spaces to its end */
    uint64_t forgiven;   /* such lines */
    ari_error *error;
} reading;

#define COMPLAIN(r, column, ...) \
    complain(r, column,          \
             ari_fail((r)->error, ARI_SYNTAX, (r)->at + (column)-1, __VA_ARGS__))

/* Puts the line and the column before what was said. */
static ari_status complain(reading *r, size_t column, ari_status status)
{
    if (r->error) {
        char said[sizeof r->error->message];
        memcpy(said, r->error->message, sizeof said);
        ari_fail(r->error, status, r->at + column - 1, "line %llu, column %zu: %s",
                 (unsigned long long)r->line, column, said);
    }
    return status;
}

/* Finds the next line; false at the end of the text. */
static bool next_line(reading *r)
{
    if (r->line > 0)
        r->at += r->length + 1;
    if (r->at >= r->size)
        return false;
    const char *end = memchr(r->text + r->at, '\n', r->size - r->at);
    r->length = end ? (size_t)(end - r->text) - r->at : r->size - r->at;
    r->line++;
    return true;
}

/* A character that has no place in any maze explains whatever else is wrong. */
static ari_status complain_stranger(reading *r)
{
    const char *line = r->text + r->at;
    for (size_t i = 0; i < r->length; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '\t')
            return COMPLAIN(r, i + 1, "there is a tab; a maze is drawn with spaces");
        if (c == '\r' && i + 1 == r->length)
            return COMPLAIN(r, i + 1,
                            "the line ends in CR LF; a maze's lines end in LF "
                            "alone");
        if (c < 32 || c > 126)
            return COMPLAIN(r, i + 1,
                            "there is a byte %u; a maze is drawn with +, -, |, "
                            "spaces and one S",
                            c);
        if (!strchr("+-| S", c))
            return COMPLAIN(r, i + 1,
                            "there is '%c'; a maze is drawn with +, -, |, "
                            "spaces and one S",
                            c);
    }
    return ARI_OK;
}

static ari_status complain_length(reading *r)
{
    ari_status status = complain_stranger(r);
    if (status != ARI_OK)
        return status;
    if (r->length == 0)
        return COMPLAIN(r, 1, "the line is empty; a maze has no empty lines");
    size_t column = (r->length < r->wanted ? r->length : r->wanted) + 1;
    return COMPLAIN(r, column, "the line has %zu characters and the first line has %zu%s",
                    r->length, r->wanted,
                    r->length < r->wanted ? " (a gap at the right end is a space)" : "");
}

/* What should stand at an index of a line of walls: '+', or part of a wall. */
static ari_status complain_walls(reading *r)
{
    const char *line = r->text + r->at;
    ari_status status = complain_stranger(r);
    for (size_t i = 0; i < r->length && status == ARI_OK; i++) {
        if (i % r->pitch == 0 && line[i] != '+')
            status =
                COMPLAIN(r, i + 1, "expected the corner '+' but found '%c'", line[i]);
        else if (i % r->pitch != 0 && line[i] != '-' && line[i] != ' ')
            status = COMPLAIN(r, i + 1,
                              "expected a wall '-' or a space between corners "
                              "but found '%c'",
                              line[i]);
        else if (i % r->pitch > 1 && line[i] != line[i - 1])
            status =
                COMPLAIN(r, i + 1, "a wall between corners is all '-' or all spaces");
    }
    return status;
}

static ari_status complain_squares(reading *r)
{
    const char *line = r->text + r->at;
    ari_status status = complain_stranger(r);
    for (size_t i = 0; i < r->length && status == ARI_OK; i++) {
        bool middle = i % r->pitch == r->pitch / 2;
        if (i % r->pitch == 0 && line[i] != '|' && line[i] != ' ')
            status = COMPLAIN(r, i + 1, "expected a wall '|' or a space but found '%c'",
                              line[i]);
        else if (i % r->pitch != 0 && line[i] == 'S' && !middle)
            status =
                COMPLAIN(r, i + 1, "the start 'S' belongs in the middle of a square");
        else if (i % r->pitch != 0 && line[i] != ' ' && line[i] != 'S')
            status = COMPLAIN(r, i + 1,
                              "expected an empty square or the start 'S' but "
                              "found '%c'",
                              line[i]);
        else if (line[i] == 'S' && r->start_column > 0)
            status = COMPLAIN(r, i + 1,
                              "a second start 'S'; the first is at line %llu, "
                              "column %zu",
                              (unsigned long long)r->start_line, r->start_column);
        else if (line[i] == 'S') {
            r->start_line = r->line;
            r->start_column = i + 1;
        }
    }
    return status;
}

/* A line of walls: bit x of `out` for the wall between corners x and x + 1. */
static bool read_walls(const reading *r, uint64_t *out)
{
    const char *line = r->text + r->at;
    size_t width = (r->wanted - 1) / r->pitch;
    unsigned wrong = line[r->wanted - 1] != '+';
    for (size_t x0 = 0; x0 < width; x0 += 64) {
        size_t count = width - x0 < 64 ? width - x0 : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < count; i++, line += r->pitch) {
            char c = line[1];
            wrong |= (unsigned)(line[0] != '+') | (unsigned)((c != '-') & (c != ' '));
            if (r->pitch == 4)
                wrong |= (unsigned)(line[2] != c) | (unsigned)(line[3] != c);
            word |= (uint64_t)(c == '-') << i;
        }
        out[x0 / 64] = word;
    }
    return !wrong;
}

/* The present line in its whole length. */
static const char *whole_line(const reading *r)
{
    if (r->length >= r->wanted)
        return r->text + r->at;
    ARI_ASSERT(r->forgiven && r->whole); /* only such a text has shorter lines */
    memcpy(r->whole, r->text + r->at, r->length);
    memset(r->whole + r->length, ' ', r->wanted - r->length);
    return r->whole;
}

/* A line of squares: bit x for the wall left of square x; `starts` counts the S. */
static bool read_squares(const reading *r, uint64_t *out, unsigned *starts)
{
    const char *line = whole_line(r);
    size_t width = (r->wanted - 1) / r->pitch, middle = r->pitch / 2;
    unsigned wrong = 0, found = 0;
    for (size_t x0 = 0; x0 < width; x0 += 64) {
        size_t count = width - x0 < 64 ? width - x0 : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < count; i++, line += r->pitch) {
            char wall = line[0], c = line[middle];
            wrong |= (unsigned)((wall != '|') & (wall != ' '));
            wrong |= (unsigned)((c != ' ') & (c != 'S'));
            if (r->pitch == 4)
                wrong |= (unsigned)(line[1] != ' ') | (unsigned)(line[3] != ' ');
            found += c == 'S';
            word |= (uint64_t)(wall == '|') << i;
        }
        out[x0 / 64] = word;
    }
    wrong |= (unsigned)((line[0] != '|') & (line[0] != ' '));
    set_bit(out, width, line[0] == '|');
    *starts = found;
    return !wrong;
}

/* Looks at the first line: how wide squares are, and how long lines. */
static ari_status read_measure(reading *r)
{
    if (!next_line(r))
        return ari_fail(r->error, ARI_SYNTAX, 0,
                        "line 1, column 1: the maze is empty; expected a first line such "
                        "as +-+-+");
    const char *line = r->text + r->at;
    ari_status status = complain_stranger(r);
    if (status != ARI_OK)
        return status;
    if (r->length == 0 || line[0] != '+')
        return COMPLAIN(r, 1, "expected the upper left corner '+'%s",
                        r->length ? "" : " but the line is empty");
    const char *corner = memchr(line + 1, '+', r->length - 1);
    r->pitch = corner ? (size_t)(corner - line) : 0;
    if (r->pitch != 2 && r->pitch != 4)
        return COMPLAIN(r, r->length < 3 ? r->length + 1 : 3,
                        "expected a corner '+' two (or four) characters after the first");
    r->wanted = r->length;
    if ((r->length - 1) % r->pitch != 0)
        return COMPLAIN(r, r->length,
                        "the outline is not closed: the line does not end "
                        "with a corner '+'");
    return ARI_OK;
}

/* Goes back to the first line. */
static void rewind_lines(reading *r)
{
    r->at = r->line = 0;
    next_line(r);
}

/* Has the line the right length? Of squares, spaces may be missing at its end, but not all of
 * it: an empty line is a mistake of another kind. */
static bool fits(reading *r)
{
    bool stripped = r->line % 2 == 0 && r->length > 0 && r->length < r->wanted &&
                    r->text[r->at + r->length - 1] != '\r';
    r->forgiven += stripped;
    return stripped || r->length == r->wanted;
}

/* Counts the lines, before memory is taken for them: all must have the same length. */
static ari_status count_lines(reading *r, uint64_t *lines)
{
    rewind_lines(r);
    bool fit;
    do {
        *lines = r->line;
        fit = fits(r);
    } while (fit && next_line(r));
    bool ragged = !fit;
    rewind_lines(r);
    if (!ragged)
        return ARI_OK;
    /* What is wrong in the lines before is said first. */
    ari_status status = ARI_OK;
    for (; status == ARI_OK && fits(r); next_line(r))
        status = r->line % 2 ? complain_walls(r) : complain_squares(r);
    return status == ARI_OK ? complain_length(r) : status;
}

static ari_status read_lines(reading *r, ari_maze *m)
{
    uint64_t height = m->walls.height;
    do {
        uint64_t row = height - r->line / 2;
        unsigned starts = 0;
        bool walls = r->line % 2 == 1;
        bool right = walls ? read_walls(r, floors(&m->walls, row))
                           : read_squares(r, sides(&m->walls, row), &starts);
        if (right && !starts)
            continue;
        ari_status status = walls ? complain_walls(r) : complain_squares(r);
        if (status != ARI_OK)
            return status;
        m->start =
            (ari_maze_point){(int32_t)((r->start_column - 1) / r->pitch), (int32_t)row};
    } while (next_line(r));
    return ARI_OK;
}

/* What can only be said when all lines are read. */
static ari_status read_end(reading *r, uint64_t lines)
{
    if (lines % 2 == 0 || lines < 3) {
        r->at = r->size;
        r->line = lines + 1;
        return COMPLAIN(r, 1, "the outline is not closed: the bottom wall is missing");
    }
    if (r->start_column == 0)
        return ari_fail(r->error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "line 2, column %zu: there is no start 'S' in this or any other "
                        "line",
                        r->pitch / 2 + 1);
    return ARI_OK;
}

ari_status ari_maze_parse(const char *text, size_t size, ari_maze **maze,
                          ari_error *error)
{
    reading r = {.text = text, .size = size, .error = error};
    *maze = NULL;
    ari_status status = read_measure(&r);
    if (status != ARI_OK)
        return status;
    uint64_t lines, width = (r.wanted - 1) / r.pitch;
    status = count_lines(&r, &lines);
    if (status != ARI_OK)
        return status;
    uint64_t height = lines / 2 ? lines / 2 : 1; /* a missing wall below is told last */
    if (width > ARI_MAZE_SIDE_MOST || height > ARI_MAZE_SIDE_MOST)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the maze has %llu x %llu squares; its sides may have at most %u",
                        (unsigned long long)width, (unsigned long long)height,
                        ARI_MAZE_SIDE_MOST);
    status = ari_maze_new((uint32_t)width, (uint32_t)height, maze, error);
    if (status != ARI_OK)
        return status;
    (*maze)->wide = r.pitch == 4;
    (*maze)->unterminated = text[size - 1] != '\n';
    (*maze)->forgiven = r.forgiven;
    if (r.forgiven)
        r.whole = malloc(r.wanted);
    status = r.forgiven && !r.whole
                 ? ari_fail_memory(error, r.wanted, "a line of the maze")
                 : read_lines(&r, *maze);
    free(r.whole);
    if (status == ARI_OK)
        status = read_end(&r, lines);
    if (status != ARI_OK) {
        ari_maze_free(*maze);
        *maze = NULL;
    }
    return status;
}

/* ---- writing ---- */

size_t ari__maze_line(const uint64_t *row, uint64_t width, bool walls, bool wide,
                      char *line)
{
    size_t pitch = wide ? 4 : 2;
    for (uint64_t x = 0; x < width; x++) {
        char *at = line + x * pitch;
        char wall = bit(row, x) ? (walls ? '-' : '|') : ' ';
        at[0] = walls ? '+' : wall;
        for (size_t i = 1; i < pitch; i++)
            at[i] = walls ? wall : ' ';
    }
    size_t end = (size_t)width * pitch;
    line[end] = walls ? '+' : bit(row, width) ? '|' : ' ';
    line[end + 1] = '\n';
    return end + 2;
}

bool ari_maze_write(const ari_maze *maze, ari_maze_sink *sink, void *self)
{
    const ari__grid *g = &maze->walls;
    size_t pitch = maze->wide ? 4 : 2;
    char *line = malloc((size_t)g->width * pitch + 2);
    bool written = line != NULL;
    for (uint64_t y = (uint64_t)g->height + 1; y-- > 0 && written;) {
        size_t size = ari__maze_line(floors(g, y), g->width, true, maze->wide, line);
        size -= y == 0 && maze->unterminated;
        written = sink(self, line, size);
        if (y == 0 || !written)
            break;
        size = ari__maze_line(sides(g, y - 1), g->width, false, maze->wide, line);
        if ((uint64_t)maze->start.y == y - 1)
            line[(size_t)maze->start.x * pitch + pitch / 2] = 'S';
        written = sink(self, line, size);
    }
    free(line);
    return written;
}

static bool add_to_text(void *self, const void *bytes, size_t size)
{
    ari_text_add_bytes(self, bytes, size);
    return ari_text_ok(self);
}

void ari_maze_format(const ari_maze *maze, ari_text *out)
{
    if (!ari_maze_write(maze, add_to_text, out))
        out->failed = true;
}
