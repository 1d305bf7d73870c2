/* queens.c: queens on their board, as text and as a picture. */
#include <ariadne/queens.h>

#include <inttypes.h>

void ari_queens_draw(uint32_t n, const uint32_t *columns, ari_text *out)
{
    for (uint32_t y = n; y-- > 0;)
        for (uint32_t x = 0; x < n; x++) {
            ari_text_add_char(out, columns[y] == x ? 'Q' : '.');
            ari_text_add_char(out, x + 1 < n ? ' ' : '\n');
        }
}

#define SIDE 40 /* of a square, in the picture's units */

static bool is_placed(const ari_queens_placed *placed, uint32_t x, uint32_t y)
{
    for (size_t i = 0; placed && i < placed->count; i++)
        if (placed->queens[i].x == x && placed->queens[i].y == y)
            return true;
    return false;
}

void ari_queens_draw_svg(uint32_t n, const uint32_t *columns,
                         const ari_queens_placed *placed, ari_text *out)
{
    uint64_t size = (uint64_t)n * SIDE;
    ari_text_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRIu64
                    " %" PRIu64 "\" role=\"img\">\n<title>%" PRIu32 " queens</title>\n",
                    size, size, n);
    ari_text_format(out,
                    "<defs><pattern id=\"squares\" width=\"%d\" height=\"%d\" "
                    "patternUnits=\"userSpaceOnUse\"><rect width=\"%d\" height=\"%d\" "
                    "fill=\"#f0e6d2\"/><path d=\"M%d 0h%dv%dh-%dzM0 %dh%dv%dh-%dz\" "
                    "fill=\"#b08d62\"/></pattern>\n",
                    2 * SIDE, 2 * SIDE, 2 * SIDE, 2 * SIDE, SIDE, SIDE, SIDE, SIDE, SIDE,
                    SIDE, SIDE, SIDE);
    ari_text_add(out, "<path id=\"queen\" d=\"M8 32h24l3-19-8 8-7-13-7 13-8-8z\" "
                      "stroke=\"#fff\" stroke-width=\"1.5\"/></defs>\n");
    ari_text_format(out,
                    "<rect width=\"%" PRIu64 "\" height=\"%" PRIu64
                    "\" fill=\"url(#squares)\"/>\n",
                    size, size);
    for (uint32_t y = 0; y < n; y++)
        ari_text_format(out,
                        "<use href=\"#queen\" x=\"%" PRIu64 "\" y=\"%" PRIu64
                        "\" fill=\"%s\"/>\n",
                        (uint64_t)columns[y] * SIDE, (uint64_t)(n - 1 - y) * SIDE,
                        is_placed(placed, columns[y], y) ? "#8b1a1a" : "#222");
    ari_text_add(out, "</svg>\n");
}
