/* maze.c: mazes drawn for a terminal and as SVG. */
#include "maze_grid.h"

#define PATH_COLOUR "\x1b[1;31m"
#define START_COLOUR "\x1b[1;94m" /* red and blue: apart for every kind of eye */
#define PLAIN "\x1b[0m"

typedef struct drawing {
    const ari_maze *maze;
    const ari__grid *walls;
    ari__grid path; /* without words when there is none */
    ari_maze_style style;
    ari_text *out;
} drawing;

/* ---- the terminal ---- */

/* Does the path cross the floor, or the side, of a square? */
static bool crosses_floor(const drawing *d, uint64_t x, uint64_t y)
{
    return d->path.words && bit(floors(&d->path, y), x);
}

static bool crosses_side(const drawing *d, uint64_t x, uint64_t y)
{
    return d->path.words && bit(sides(&d->path, y), x);
}

static void add_dot(const drawing *d)
{
    if (d->style.colour)
        ari_text_add(d->out, PATH_COLOUR);
    ari_text_add(d->out, d->style.ascii ? "*" : "•");
    if (d->style.colour)
        ari_text_add(d->out, PLAIN);
}

/* The corner at the lower left of a square, joined to the walls that meet there. */
static void add_corner(const drawing *d, uint64_t x, uint64_t y)
{
    static const char *const glyphs[16] = {"·", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    const ari__grid *g = d->walls;
    if (d->style.ascii) {
        ari_text_add_char(d->out, '+');
        return;
    }
    bool north = y < g->height && bit(sides(g, y), x);
    bool east = x < g->width && bit(floors(g, y), x);
    bool south = y > 0 && bit(sides(g, y - 1), x);
    bool west = x > 0 && bit(floors(g, y), x - 1);
    ari_text_add(d->out, glyphs[north | east << 1 | south << 2 | west << 3]);
}

static void add_floors(const drawing *d, uint64_t y)
{
    for (uint64_t x = 0; x < d->walls->width; x++) {
        add_corner(d, x, y);
        if (bit(floors(d->walls, y), x)) {
            ari_text_add(d->out, d->style.ascii ? "---" : "───");
        } else if (crosses_floor(d, x, y)) {
            ari_text_add_char(d->out, ' ');
            add_dot(d);
            ari_text_add_char(d->out, ' ');
        } else {
            ari_text_add(d->out, "   ");
        }
    }
    add_corner(d, d->walls->width, y);
    ari_text_add_char(d->out, '\n');
}

static bool is_start(const drawing *d, uint64_t x, uint64_t y)
{
    return (uint64_t)d->maze->start.x == x && (uint64_t)d->maze->start.y == y;
}

static void add_start(const drawing *d, const char *text)
{
    if (d->style.colour)
        ari_text_add(d->out, START_COLOUR);
    ari_text_add(d->out, text);
    if (d->style.colour)
        ari_text_add(d->out, PLAIN);
}

static void add_squares(const drawing *d, uint64_t y)
{
    for (uint64_t x = 0; x <= d->walls->width; x++) {
        if (bit(sides(d->walls, y), x))
            ari_text_add(d->out, d->style.ascii ? "|" : "│");
        else if (crosses_side(d, x, y))
            add_dot(d);
        else
            ari_text_add_char(d->out, ' ');
        if (x == d->walls->width)
            break;
        ari_text_add_char(d->out, ' ');
        if (is_start(d, x, y))
            add_start(d, "S");
        else if (visited(&d->path, x, y))
            add_dot(d);
        else
            ari_text_add_char(d->out, ' ');
        ari_text_add_char(d->out, ' ');
    }
    ari_text_add_char(d->out, '\n');
}

static void add_pixels(const drawing *d, uint64_t y)
{
    for (uint64_t x = 0; x < d->walls->width; x++) {
        if (is_start(d, x, y))
            add_start(d, "S ");
        else if (visited(&d->path, x, y)) {
            add_dot(d);
            ari_text_add_char(d->out, ' ');
        } else if (closed(d->walls, x, y))
            ari_text_add(d->out, d->style.ascii ? "##" : "██");
        else
            ari_text_add(d->out, "  ");
    }
    ari_text_add_char(d->out, '\n');
}

void ari_maze_draw(const ari_maze *maze, const ari_maze_path *path,
                   const ari_maze_style *style, ari_text *out)
{
    drawing d = {.maze = maze, .walls = &maze->walls, .style = *style, .out = out};
    if (!ari__grid_of_path(&d.path, maze, path)) {
        out->failed = true;
        return;
    }
    for (uint64_t y = maze->walls.height; y-- > 0;) {
        if (maze->picture) {
            add_pixels(&d, y);
        } else {
            add_floors(&d, y + 1);
            add_squares(&d, y);
        }
    }
    if (!maze->picture)
        add_floors(&d, 0);
    ari__grid_free(&d.path);
}

void ari_maze_draw_size(const ari_maze *maze, int64_t *lines, int64_t *columns)
{
    int64_t width = maze->walls.width, height = maze->walls.height;
    *lines = maze->picture ? height : 2 * height + 1;
    *columns = maze->picture ? 2 * width : 4 * width + 1;
}

static int64_t between(int64_t value, int64_t most)
{
    return value < 1 ? 1 : value > most ? most : value;
}

void ari_maze_draw_place(const ari_maze *maze, ari_maze_point p, int64_t *line,
                         int64_t *column)
{
    int64_t lines, columns, up = (int64_t)maze->walls.height - p.y;
    ari_maze_draw_size(maze, &lines, &columns);
    *line = between(maze->picture ? up : 2 * up, lines);
    *column =
        between(maze->picture ? 2 * (int64_t)p.x + 1 : 4 * (int64_t)p.x + 3, columns);
}

/* ---- SVG ---- */

#define CELL 10 /* units to a square */
#define MARGIN 5

/* Walls of a row, or of a column, that follow one another are one stroke. */
static void add_strokes(const ari__grid *g, ari_text *out)
{
    for (uint64_t y = 0; y <= g->height; y++)
        for (uint64_t x = 0; x < g->width; x++) {
            uint64_t from = x;
            while (x < g->width && bit(floors(g, y), x))
                x++;
            if (x > from)
                ari_text_format(out, "M%llu %lluh%llu", (unsigned long long)from * CELL,
                                (unsigned long long)(g->height - y) * CELL,
                                (unsigned long long)(x - from) * CELL);
        }
    for (uint64_t x = 0; x <= g->width; x++)
        for (uint64_t y = 0; y < g->height; y++) {
            uint64_t from = y;
            while (y < g->height && bit(sides(g, y), x))
                y++;
            if (y > from)
                ari_text_format(out, "M%llu %lluv-%llu", (unsigned long long)x * CELL,
                                (unsigned long long)(g->height - from) * CELL,
                                (unsigned long long)(y - from) * CELL);
        }
}

/* Black pixels of a row that follow one another are one rectangle. */
static void add_blocks(const ari__grid *g, ari_text *out)
{
    for (uint64_t y = 0; y < g->height; y++)
        for (uint64_t x = 0; x < g->width; x++) {
            uint64_t from = x;
            while (x < g->width && closed(g, x, y))
                x++;
            if (x > from)
                ari_text_format(out, "M%llu %lluh%lluv%dh-%lluz",
                                (unsigned long long)from * CELL,
                                (unsigned long long)(g->height - 1 - y) * CELL,
                                (unsigned long long)(x - from) * CELL, CELL,
                                (unsigned long long)(x - from) * CELL);
        }
}

static void add_path(const ari_maze *maze, const ari_maze_path *path, ari_text *out)
{
    static const char letters[] = "vhvh";
    static const int signs[] = {-1, 1, 1, -1};
    ari_text_format(out,
                    "<path fill=\"none\" stroke=\"#d03030\" stroke-width=\"3\" "
                    "stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"M%lld %lld",
                    (long long)path->start.x * CELL + CELL / 2,
                    ((long long)maze->walls.height - path->start.y) * CELL - CELL / 2);
    for (uint64_t i = 0, from; i < path->steps;) {
        ari_direction way = ari_maze_path_step(path, i);
        for (from = i; i < path->steps && ari_maze_path_step(path, i) == way;)
            i++;
        ari_text_format(out, "%c%lld", letters[way],
                        (long long)(i - from) * CELL * signs[way]);
    }
    ari_text_add(out, "\"/>\n");
}

void ari_maze_draw_svg(const ari_maze *maze, const ari_maze_path *path, ari_text *out)
{
    const ari__grid *g = &maze->walls;
    long long width = (long long)g->width * CELL, height = (long long)g->height * CELL;
    ari_text_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %lld "
                    "%lld\">\n<title>Maze of %u x %u squares</title>\n"
                    "<rect x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" "
                    "fill=\"#fff\"/>\n",
                    -MARGIN, -MARGIN, width + 2LL * MARGIN, height + 2LL * MARGIN,
                    g->width, g->height, -MARGIN, -MARGIN);
    ari_text_add(out, maze->picture
                          ? "<path fill=\"#202020\" d=\""
                          : "<path fill=\"none\" stroke=\"#202020\" "
                            "stroke-width=\"2\" stroke-linecap=\"square\" d=\"");
    if (maze->picture)
        add_blocks(g, out);
    else
        add_strokes(g, out);
    ari_text_add(out, "\"/>\n");
    if (path)
        add_path(maze, path, out);
    ari_text_format(out, "<circle cx=\"%lld\" cy=\"%lld\" r=\"3\" fill=\"#3050d0\"/>\n",
                    (long long)maze->start.x * CELL + CELL / 2,
                    height - (long long)maze->start.y * CELL - CELL / 2);
    ari_text_add(out, "</svg>\n");
}
