/* rows.c: the places of a board in rows, as text and on the board. */
#include <ariadne/rows.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int ari_rows_count(const ari_rows *rows)
{
    return rows->points ? (int)strlen(rows->points) / 2 : rows->width * rows->height;
}

static int stride_of(const ari_rows *rows)
{
    return rows->stride ? rows->stride : rows->width;
}

int ari_rows_cell(const ari_rows *rows, int i)
{
    int y = i / rows->width;
    if (rows->points)
        return i;
    return i % rows->width +
           stride_of(rows) * (rows->from_top ? y : rows->height - 1 - y);
}

/* From 0, as are rows: a1 is in column 0 and row 0. */
static int column_of(const ari_rows *rows, int cell)
{
    return rows->points ? rows->points[(size_t)2 * (size_t)cell] - 'a'
                        : cell % stride_of(rows);
}

static int row_of(const ari_rows *rows, int cell)
{
    return rows->points ? rows->points[(size_t)2 * (size_t)cell + 1] - '1'
                        : cell / stride_of(rows);
}

uint16_t ari_rows_place(const ari_rows *rows, int cell)
{
    int y = row_of(rows, cell);
    return (uint16_t)(column_of(rows, cell) +
                      rows->width * (rows->from_top ? y : rows->height - 1 - y));
}

ari_cell_name ari_rows_name(const ari_rows *rows, int cell)
{
    ari_cell_name name;
    snprintf(name.text, sizeof name.text, "%c%u", 'a' + column_of(rows, cell),
             (unsigned)(row_of(rows, cell) + 1) & 0xfff);
    return name;
}

void ari_rows_mark(const ari_rows *rows, uint64_t first, uint64_t second, char *signs)
{
    for (int i = 0, count = ari_rows_count(rows); i < count; i++) {
        int cell = ari_rows_cell(rows, i);
        signs[i] = first >> cell & 1 ? 'x' : second >> cell & 1 ? 'o' : '.';
    }
}

uint64_t ari_rows_marked(const ari_rows *rows, const char *signs, char sign)
{
    uint64_t set = 0;
    for (int i = 0, count = ari_rows_count(rows); i < count; i++)
        set |= (uint64_t)(signs[i] == sign) << ari_rows_cell(rows, i);
    return set;
}

/* Does another row begin with the i-th place that is written? */
static bool begins_row(const ari_rows *rows, int i)
{
    return i > 0 && row_of(rows, ari_rows_cell(rows, i)) !=
                        row_of(rows, ari_rows_cell(rows, i - 1));
}

void ari_rows_format(const ari_rows *rows, const char *signs, bool second, ari_text *out)
{
    for (int i = 0, count = ari_rows_count(rows); i < count; i++) {
        if (begins_row(rows, i))
            ari_text_add_char(out, '/');
        ari_text_add_char(out, signs[i]);
    }
    if (second)
        ari_text_add(out, "/2");
}

/* "x, o or .", or "one of LGECHlgech." */
static void list_signs(const char *signs, char *list, size_t size)
{
    size_t count = strcspn(signs, ".") + 1, at = 0;
    if (count > 4)
        snprintf(list, size, "one of %.*s", (int)count, signs);
    for (size_t i = 0; count <= 4 && i < count; i++)
        at += (size_t)snprintf(list + at, size - at, "%s%c",
                               i == 0          ? ""
                               : i + 1 < count ? ", "
                                               : " or ",
                               signs[i]);
}

/* The sign that a character means; 0: none. */
static char sign_of(const char *signs, char c)
{
    const char *found = c ? strchr(signs, c) : NULL;
    if (c && !found)
        found = strchr(signs, tolower((unsigned char)c));
    return !found ? '\0' : found < strchr(signs, '.') ? *found : '.';
}

ari_status ari_rows_read(const ari_rows *rows, const char *text, size_t *at, char *signs,
                         ari_error *error)
{
    for (int i = 0, count = ari_rows_count(rows); i < count; i++, ++*at) {
        *at += begins_row(rows, i) && text[*at] == '/';
        signs[i] = sign_of(rows->signs, text[*at]);
        if (signs[i])
            continue;
        char list[40];
        list_signs(rows->signs, list, sizeof list);
        return ari_fail(
            error, ARI_SYNTAX, *at,
            "expected %s for %s; a board has %d of them, row by row from the top", list,
            ari_rows_name(rows, ari_rows_cell(rows, i)).text, count);
    }
    return ARI_OK;
}

bool ari_read_second(const char *text, size_t *at)
{
    bool second = text[*at] == '/' && text[*at + 1] == '2';
    *at += second ? 2 : 0;
    return second;
}

ari_status ari_rows_parse(const ari_rows *rows, const char *text, char *signs,
                          bool *second, ari_error *error)
{
    size_t at = 0;
    ari_status status = ari_rows_read(rows, text, &at, signs, error);
    if (status == ARI_OK && second)
        *second = ari_read_second(text, &at);
    if (status == ARI_OK && text[at])
        return ari_fail(error, ARI_SYNTAX, at, "expected the end after %d cells%s",
                        ari_rows_count(rows), second ? ", or /2 when o is to move" : "");
    return status;
}

void ari_board_signs(ari_board *board, const ari_rows *rows, const char *signs)
{
    for (int i = 0, count = ari_rows_count(rows); i < count; i++) {
        ari_cell *cell = &board->cells[ari_rows_place(rows, ari_rows_cell(rows, i))];
        if (signs[i] == '.')
            continue;
        cell->text[0] = signs[i];
        if (signs[i] == 'x' || signs[i] == 'o')
            cell->owner = signs[i] == 'x' ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
        else
            cell->kind = ARI_CELL_TOKEN;
    }
}
