/* board.c: boards that many games share. */
#include <ariadne/board.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/assert.h>

void ari_board_size(ari_board *board, int width, int height)
{
    board->width = width;
    board->height = height;
    for (int i = 0; i < width * height; i++)
        board->cells[i] = (ari_cell){.kind = ARI_CELL_NONE, .move = ARI_NO_MOVE};
}

void ari_board_grid(ari_board *board, int width, int height, ari_cell_kind kind)
{
    ari_board_size(board, width, height);
    for (int i = 0; i < width * height; i++)
        board->cells[i].kind = (uint8_t)kind;
    board->column_labels = board->row_labels = board->letters = true;
}

void ari_board_hexagons(ari_board *board, int width, int height)
{
    ari_board_grid(board, width, height, ARI_CELL_HEXAGON);
    board->slant = 1;
    board->rows_from_top = true;
    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width;
        bool first = y == 0 || y == height - 1, second = x == 0 || x == width - 1;
        board->cells[i].goal =
            (uint8_t)((first ? ARI_OWNER_FIRST : 0) | (second ? ARI_OWNER_SECOND : 0));
    }
}

void ari_board_link(ari_board *board, int x, int y, int to_x, int to_y)
{
    ARI_ASSERT(board->link_count < ARI_BOARD_LINKS);
    if (board->link_count < ARI_BOARD_LINKS)
        board->links[board->link_count++] = (ari_link){
            (uint16_t)(y * board->width + x), (uint16_t)(to_y * board->width + to_x)};
}

/* ---- names ---- */

/* Is there nothing in this part of the table but hands and stores, `count` cells `step` apart? */
static bool is_beside(const ari_cell *cell, int count, int step)
{
    int beside = 0, others = 0;
    for (int i = 0; i < count; i++, cell += step) {
        bool is = cell->kind == ARI_CELL_HAND || cell->kind == ARI_CELL_STORE;
        beside += is;
        others += !is && cell->kind != ARI_CELL_NONE;
    }
    return beside > 0 && others == 0;
}

void ari_board_column_name(const ari_board *board, int x, char name[ARI_NAME_MAX])
{
    int number = 0; /* of the columns before it that have names */
    name[0] = '\0';
    for (int i = 0; i < x; i++)
        number += !is_beside(&board->cells[i], board->height, board->width);
    if (!board->column_labels || is_beside(&board->cells[x], board->height, board->width))
        return;
    if (board->letters && number < 26)
        snprintf(name, ARI_NAME_MAX, "%c", 'a' + number);
    else
        snprintf(name, ARI_NAME_MAX, "%d", number + 1);
}

void ari_board_row_name(const ari_board *board, int y, char name[ARI_NAME_MAX])
{
    int before = 0, all = 0;
    name[0] = '\0';
    for (int i = 0; i < board->height; i++) {
        bool named =
            !is_beside(&board->cells[(size_t)i * (size_t)board->width], board->width, 1);
        all += named;
        before += named && i < y;
    }
    if (board->row_labels &&
        !is_beside(&board->cells[(size_t)y * (size_t)board->width], board->width, 1))
        snprintf(name, ARI_NAME_MAX, "%d",
                 board->rows_from_top ? before + 1 : all - before);
}

/* ---- points and lines from a drawing ---- */

#define DRAWN 64 /* columns and rows that a drawing may have */

/* A drawing, and which column and row of the table each of its own is, -1 for those without a
 * point. */
typedef struct sketch {
    const char *line[DRAWN];
    size_t length[DRAWN];
    int height, column[DRAWN], row[DRAWN];
} sketch;

static char drawn_at(const sketch *k, int x, int y)
{
    bool inside = y >= 0 && y < k->height && x >= 0 && (size_t)x < k->length[y];
    return inside ? k->line[y][x] : ' ';
}

static int number_used(int *places)
{
    int used = 0;
    for (int i = 0; i < DRAWN; i++)
        places[i] = places[i] ? used++ : -1;
    return used;
}

static sketch read_drawing(const char *drawing)
{
    sketch k = {.height = 0};
    for (const char *at = drawing; *at && k.height < DRAWN; at += *at == '\n') {
        k.line[k.height] = at;
        k.length[k.height] = strcspn(at, "\n");
        at += k.length[k.height];
        k.height++;
    }
    for (int y = 0; y < k.height; y++)
        for (int x = 0; x < DRAWN; x++)
            if (drawn_at(&k, x, y) == 'o')
                k.column[x] = k.row[y] = 1;
    return k;
}

/* Follows a line from a point to the next one, in each of the four directions that lead on. */
static void link_from(ari_board *board, const sketch *k, int x, int y)
{
    static const struct {
        char sign;
        int dx, dy;
    } ways[] = {{'-', 1, 0}, {'|', 0, 1}, {'\\', 1, 1}, {'/', -1, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int u = x + ways[i].dx, v = y + ways[i].dy;
        if (drawn_at(k, u, v) != ways[i].sign)
            continue;
        while (drawn_at(k, u, v) == ways[i].sign)
            u += ways[i].dx, v += ways[i].dy;
        if (drawn_at(k, u, v) == 'o')
            ari_board_link(board, k->column[x], k->row[y], k->column[u], k->row[v]);
    }
}

void ari_board_graph(ari_board *board, const char *drawing)
{
    sketch k = read_drawing(drawing);
    int width = number_used(k.column), height = number_used(k.row);
    ari_board_size(board, width, height);
    board->drawing = drawing;
    for (int y = 0; y < k.height; y++)
        for (int x = 0; x < DRAWN; x++)
            if (drawn_at(&k, x, y) == 'o') {
                ari_board_at(board, k.column[x], k.row[y])->kind = ARI_CELL_POINT;
                link_from(board, &k, x, y);
            }
}

ari_cell *ari_board_point(ari_board *board, int number)
{
    for (int i = 0; i < board->width * board->height; i++)
        if (board->cells[i].kind == ARI_CELL_POINT && number-- == 0)
            return &board->cells[i];
    return NULL;
}

void ari_board_widen(ari_board *board)
{
    int width = board->width++;
    for (int i = width * board->height - 1; i >= 0; i--)
        board->cells[i + i / width] = board->cells[i];
    for (int y = 0; y < board->height; y++)
        *ari_board_at(board, width, y) = (ari_cell){.move = ARI_NO_MOVE};
    for (int i = 0; i < board->link_count; i++) {
        ari_link *link = &board->links[i];
        link->from = (uint16_t)(link->from + link->from / width);
        link->to = (uint16_t)(link->to + link->to / width);
    }
}

/* ---- pits ---- */

void ari_board_pits(ari_board *board, int pits)
{
    ari_board_size(board, pits + 2, 2);
    for (int x = 1; x <= pits; x++) {
        *ari_board_at(board, x, 0) =
            (ari_cell){ARI_CELL_PIT, .owner = ARI_OWNER_SECOND, .move = ARI_NO_MOVE};
        *ari_board_at(board, x, 1) =
            (ari_cell){ARI_CELL_PIT, .owner = ARI_OWNER_FIRST, .move = ARI_NO_MOVE};
    }
    *ari_board_at(board, 0, 0) =
        (ari_cell){ARI_CELL_STORE, .owner = ARI_OWNER_SECOND, .move = ARI_NO_MOVE};
    *ari_board_at(board, pits + 1, 0) =
        (ari_cell){ARI_CELL_STORE, .owner = ARI_OWNER_FIRST, .move = ARI_NO_MOVE};
}

/* ---- lines and heaps ---- */

void ari_board_lines(ari_board *board, ari_owner owner, int length)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int width = board->width, height = board->height;
    for (int i = 0; i < 4 * width * height; i++) {
        int x = i / 4 % width, y = i / 4 / width, dx = ways[i % 4][0],
            dy = ways[i % 4][1];
        int run = 0;
        while (run < length && x + dx * run < width && y + dy * run < height &&
               y + dy * run >= 0 &&
               ari_board_at(board, x + dx * run, y + dy * run)->owner == owner)
            run++;
        for (int k = 0; run == length && k < run; k++)
            ari_board_at(board, x + dx * k, y + dy * k)->line = true;
    }
}

void ari_board_tokens(ari_board *board, uint32_t count, uint32_t most)
{
    enum { ROW = 20, SHOWN = 60 };
    int shown = count > SHOWN ? SHOWN : (int)count;
    ari_board_size(board, shown < ROW ? shown + !shown : ROW,
                   shown ? (shown + ROW - 1) / ROW : 1);
    for (int i = 0; i < shown; i++) {
        ari_cell *cell = &board->cells[i];
        cell->kind = ARI_CELL_TOKEN;
        cell->text[0] = 'o';
        if ((uint32_t)(shown - i) <= most)
            cell->move = (ari_move)(shown - i - 1);
    }
    if (count > SHOWN) {
        ari_cell *hint = &board->cells[0];
        hint->kind = ARI_CELL_LABEL;
        hint->move = ARI_NO_MOVE;
        for (int i = 0; i < 3; i++)
            hint->text[i] = '.';
    }
}
