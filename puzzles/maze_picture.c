/* maze_picture.c: mazes from pictures, and drawn as PNG.
 *
 * Both go row by row from the top, so that a picture is never held as a whole. */
#include "maze_grid.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/image.h>

/* ---- from a picture ---- */

/* A row of a picture has the leftmost pixel in the highest bit of a byte; a row of the grid
 * in the lowest bit of a word. */
static void read_row(const unsigned char *bytes, size_t count, uint64_t *words)
{
    for (size_t i = 0; i < count; i++) {
        unsigned b = bytes[i];
        b = (b & 0x0f) << 4 | b >> 4;
        b = (b & 0x33) << 2 | (b >> 2 & 0x33);
        b = (b & 0x55) << 1 | (b >> 1 & 0x55);
        if (i % 8 == 0)
            words[i / 8] = 0;
        words[i / 8] |= (uint64_t)b << i % 8 * 8;
    }
}

/* Opens the walls between white pixels of a row, and to the white ones of the row above. */
static void open_row(ari__grid *g, uint64_t y, const uint64_t *white,
                     const uint64_t *above)
{
    uint64_t *side = sides(g, y), *ceiling = floors(g, y + 1), left = 0;
    for (size_t i = 0; i < g->stride; i++) {
        side[i] &= ~(white[i] & (white[i] << 1 | left));
        left = white[i] >> 63;
        ceiling[i] &= ~(white[i] & above[i]);
    }
}

/* The middle of the first gap in a row, or -1. */
static int64_t first_gap(const uint64_t *white, uint64_t width)
{
    for (uint64_t x = 0; x < width; x++)
        if (bit(white, x)) {
            uint64_t end = x;
            while (end < width && bit(white, end))
                end++;
            return (int64_t)((x + end - 1) / 2);
        }
    return -1;
}

typedef struct rows {
    unsigned char *bytes;
    uint64_t *white, *above; /* the present row and the one above */
} rows;

static ari_status read_rows(ari_image_reader *reader, ari_maze *m, rows *r,
                            const ari_maze_doors *doors, ari_error *error)
{
    ari__grid *g = &m->walls;
    for (uint64_t y = g->height; y-- > 0;) {
        ari_status status = ari_image_reader_row(reader, r->bytes, error);
        if (status != ARI_OK)
            return status;
        read_row(r->bytes, ari_row_bytes(ARI_ROW_BITS, g->width), r->white);
        open_row(g, y, r->white, r->above);
        if (y == g->height - 1 && !doors->from_given) {
            int64_t gap = first_gap(r->white, g->width);
            if (gap < 0)
                return ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                                "there is no entrance: no pixel of the top row is white; "
                                "say where to enter");
            m->start = (ari_maze_point){(int32_t)gap, (int32_t)y};
        }
        if (doors->from_given && (uint64_t)doors->from.y == y &&
            !bit(r->white, (uint64_t)doors->from.x))
            return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                            "the entrance (%d, %d) is a black pixel", doors->from.x,
                            doors->from.y);
        if (doors->to_given && (uint64_t)doors->to.y == y &&
            !bit(r->white, (uint64_t)doors->to.x))
            return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                            "the exit (%d, %d) is a black pixel", doors->to.x,
                            doors->to.y);
        uint64_t *swap = r->above;
        r->above = r->white;
        r->white = swap;
    }
    return ARI_OK;
}

/* `lowest` is the last row. */
static ari_status open_doors(ari_maze *m, const uint64_t *lowest,
                             const ari_maze_doors *doors, ari_error *error)
{
    ari__grid *g = &m->walls;
    if (doors->from_given)
        m->start = doors->from;
    if (!doors->to_given) {
        if (first_gap(lowest, g->width) < 0)
            return ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                            "there is no exit: no pixel of the bottom row is white; say "
                            "where to leave");
        for (size_t i = 0; i < g->stride; i++)
            floors(g, 0)[i] &= ~lowest[i];
        return ARI_OK;
    }
    for (int way = ARI_NORTH; way <= ARI_WEST; way++)
        if (outside(g, ari_maze_beside(doors->to, (ari_direction)way)))
            set_edge(g, doors->to, (ari_direction)way, false);
    return ARI_OK;
}

static ari_status check_doors(const ari__grid *g, const ari_maze_doors *doors,
                              ari_error *error)
{
    if (doors->from_given && outside(g, doors->from))
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the entrance (%d, %d) is outside the picture of %u x %u pixels",
                        doors->from.x, doors->from.y, g->width, g->height);
    int32_t x = doors->to.x, y = doors->to.y;
    bool border =
        x == 0 || y == 0 || x == (int32_t)g->width - 1 || y == (int32_t)g->height - 1;
    if (doors->to_given && (outside(g, doors->to) || !border))
        return ari_fail(
            error, ARI_RANGE, ARI_NO_OFFSET,
            "the exit (%d, %d) is not at the border of the picture of %u x %u "
            "pixels",
            x, y, g->width, g->height);
    return ARI_OK;
}

static ari_status read_picture(ari_image_reader *reader, const ari_maze_doors *doors,
                               ari_maze **maze, ari_error *error)
{
    const ari_image_info *info = ari_image_reader_info(reader);
    ari_status status = ari_maze_new(info->width, info->height, maze, error);
    if (status != ARI_OK)
        return status;
    const ari__grid *g = &(*maze)->walls;
    (*maze)->picture = true;
    rows r = {.bytes = malloc(ari_row_bytes(ARI_ROW_BITS, g->width)),
              .white = calloc(g->stride, sizeof(uint64_t)),
              .above = calloc(g->stride, sizeof(uint64_t))};
    if (!r.bytes || !r.white || !r.above)
        status = ari_fail_memory(error, g->stride * 24, "a row of the picture");
    if (status == ARI_OK)
        status = check_doors(g, doors, error);
    if (status == ARI_OK)
        status = read_rows(reader, *maze, &r, doors, error);
    if (status == ARI_OK)
        status = open_doors(*maze, r.above, doors, error);
    free(r.bytes);
    free(r.white);
    free(r.above);
    if (status != ARI_OK) {
        ari_maze_free(*maze);
        *maze = NULL;
    }
    return status;
}

ari_status ari_maze_from_picture(const void *bytes, size_t size,
                                 const ari_maze_doors *doors, ari_maze **maze,
                                 ari_error *error)
{
    static const ari_maze_doors usual = {.from_given = false};
    ari_image_reader *reader;
    *maze = NULL;
    ari_status status = ari_image_reader_new(bytes, size, ARI_ROW_BITS,
                                             ARI_MAZE_SQUARES_MOST, &reader, error);
    if (status != ARI_OK)
        return status;
    status = read_picture(reader, doors ? doors : &usual, maze, error);
    ari_image_reader_free(reader);
    return status;
}

/* ---- as PNG ---- */

enum { WALL, PASSAGE, PATH, START }; /* the four colours */

typedef struct canvas {
    const ari_maze *maze;
    ari__grid path;
    uint32_t scale;
    size_t places;       /* walls and squares of a row */
    unsigned char *row;  /* the colour of each place */
    unsigned char *bits; /* the same, scaled, two bits a pixel */
    size_t bytes;
    ari_image_writer *writer;
} canvas;

/* The colours of a row of floors and corners. */
static void colour_floors(canvas *c, uint64_t y)
{
    const ari__grid *g = &c->maze->walls;
    const uint64_t *walls = floors(g, y);
    const uint64_t *path = c->path.words ? floors(&c->path, y) : NULL;
    for (uint64_t x = 0; x < g->width; x++) {
        c->row[2 * x] = WALL;
        c->row[2 * x + 1] = bit(walls, x) ? WALL : path && bit(path, x) ? PATH : PASSAGE;
    }
    c->row[2 * (uint64_t)g->width] = WALL;
}

static void colour_squares(canvas *c, uint64_t y)
{
    const ari__grid *g = &c->maze->walls;
    const uint64_t *walls = sides(g, y);
    const uint64_t *path = c->path.words ? sides(&c->path, y) : NULL;
    for (uint64_t x = 0; x <= g->width; x++) {
        c->row[2 * x] = bit(walls, x) ? WALL : path && bit(path, x) ? PATH : PASSAGE;
        if (x < g->width)
            c->row[2 * x + 1] = visited(&c->path, x, y) ? PATH : PASSAGE;
    }
    if ((uint64_t)c->maze->start.y == y)
        c->row[2 * (size_t)c->maze->start.x + 1] = START;
}

static void colour_pixels(canvas *c, uint64_t y)
{
    const ari__grid *g = &c->maze->walls;
    for (uint64_t x = 0; x < g->width; x++)
        c->row[x] = visited(&c->path, x, y) ? PATH : closed(g, x, y) ? WALL : PASSAGE;
    if ((uint64_t)c->maze->start.y == y)
        c->row[c->maze->start.x] = START;
}

static ari_status write_row(canvas *c, ari_error *error)
{
    memset(c->bits, 0, c->bytes);
    uint64_t pixel = 0;
    if (c->scale == 1)
        for (; pixel + 4 <= c->places; pixel += 4) {
            const unsigned char *four = c->row + pixel;
            c->bits[pixel / 4] =
                (unsigned char)(four[0] << 6 | four[1] << 4 | four[2] << 2 | four[3]);
        }
    for (uint64_t place = pixel; place < c->places; place++)
        for (uint32_t i = 0; i < c->scale; i++, pixel++)
            c->bits[pixel / 4] |= (unsigned char)(c->row[place] << (6 - pixel % 4 * 2));
    ari_status status = ARI_OK;
    for (uint32_t i = 0; i < c->scale && status == ARI_OK; i++)
        status = ari_image_writer_row(c->writer, c->bits, error);
    return status;
}

static ari_status write_all(canvas *c, ari_error *error)
{
    ari_status status = ARI_OK;
    for (uint64_t y = c->maze->walls.height; y-- > 0 && status == ARI_OK;) {
        if (c->maze->picture) {
            colour_pixels(c, y);
        } else {
            colour_floors(c, y + 1);
            status = write_row(c, error);
            colour_squares(c, y);
        }
        if (status == ARI_OK)
            status = write_row(c, error);
    }
    if (c->maze->picture || status != ARI_OK)
        return status;
    colour_floors(c, 0);
    return write_row(c, error);
}

void ari_maze_png_size(const ari_maze *maze, uint32_t scale, uint64_t *width,
                       uint64_t *height)
{
    const ari__grid *g = &maze->walls;
    *width = (maze->picture ? g->width : 2 * (uint64_t)g->width + 1) * scale;
    *height = (maze->picture ? g->height : 2 * (uint64_t)g->height + 1) * scale;
}

ari_status ari_maze_draw_png(const ari_maze *maze, const ari_maze_path *path,
                             uint32_t scale, ari_maze_sink *sink, void *self,
                             ari_error *error)
{
    const uint32_t palette[4] = {[WALL] = ari_pixel(32, 32, 32, 255),
                                 [PASSAGE] = ari_pixel(255, 255, 255, 255),
                                 [PATH] = ari_pixel(208, 48, 48, 255),
                                 [START] = ari_pixel(48, 80, 208, 255)};
    uint64_t width, height;
    ari_maze_png_size(maze, scale, &width, &height);
    if (scale < 1 || width > INT32_MAX || height > INT32_MAX)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "a PNG has at most %d pixels in a row or a column", INT32_MAX);
    const ari_image_job plan = {.format = ARI_IMAGE_PNG,
                                .layout = ARI_ROW_FOUR,
                                .width = (uint32_t)width,
                                .height = (uint32_t)height,
                                .palette = palette,
                                .effort = width * height >> 26 ? 1 : 0};
    canvas c = {.maze = maze, .scale = scale, .places = (size_t)(width / scale)};
    c.bytes = ari_row_bytes(ARI_ROW_FOUR, plan.width);
    c.row = malloc(c.places);
    c.bits = malloc(c.bytes);
    ari_status status = ARI_OK;
    if (!c.row || !c.bits || !ari__grid_of_path(&c.path, maze, path))
        status = ari_fail_memory(error, c.bytes + c.places, "the drawing of the maze");
    if (status == ARI_OK)
        status = ari_image_writer_new(&plan, sink, self, &c.writer, error);
    if (status == ARI_OK)
        status = write_all(&c, error);
    ari_image_writer_free(c.writer);
    ari__grid_free(&c.path);
    free(c.row);
    free(c.bits);
    return status;
}
