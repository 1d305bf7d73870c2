/* knight_draw.c: knight's tours as a numbered board and as a picture. */
#include <ariadne/knight.h>

#include <stdlib.h>

void ari_knight_text(const ari_knight_tour *tour, ari_text *out)
{
    uint32_t *number = malloc(tour->length * sizeof *number);
    if (!number) {
        out->failed = true;
        return;
    }
    int digits = 1;
    for (size_t n = tour->length; n >= 10; n /= 10)
        digits++;
    for (size_t i = 0; i < tour->length; i++)
        number[tour->path[i]] = (uint32_t)i + 1;
    for (int y = tour->height - 1; y >= 0; y--)
        for (int x = 0; x < tour->width; x++)
            ari_text_format(out, "%*u%c", digits,
                            number[(size_t)y * (size_t)tour->width + (size_t)x],
                            x + 1 < tour->width ? ' ' : '\n');
    free(number);
}

/* ---- the picture: a square is ten units ---- */

static void add_point(const ari_knight_tour *tour, uint32_t square, ari_text *out)
{
    unsigned width = (unsigned)tour->width, height = (unsigned)tour->height;
    ari_text_format(out, "%u,%u", square % width * 10 + 5,
                    (height - 1 - square / width) * 10 + 5);
}

static void add_end(const ari_knight_tour *tour, size_t index, const char *colour,
                    ari_text *out)
{
    unsigned width = (unsigned)tour->width, height = (unsigned)tour->height;
    uint32_t square = tour->path[index];
    ari_text_format(out, "<circle cx=\"%u\" cy=\"%u\" r=\"2.4\" fill=\"%s\"/>\n",
                    square % width * 10 + 5, (height - 1 - square / width) * 10 + 5,
                    colour);
}

void ari_knight_svg(const ari_knight_tour *tour, ari_text *out)
{
    unsigned width = (unsigned)tour->width * 10, height = (unsigned)tour->height * 10;
    ari_text_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\">\n"
        "<title>%s knight's tour of a %d x %d board</title>\n"
        "<defs><pattern id=\"squares\" width=\"20\" height=\"20\" y=\"%u\" "
        "patternUnits=\"userSpaceOnUse\">\n"
        "<path d=\"M0 0h10v20h10v-10H0z\" fill=\"#d9c7a4\"/></pattern></defs>\n"
        "<rect width=\"%u\" height=\"%u\" fill=\"#f7f0e0\"/>\n"
        "<rect width=\"%u\" height=\"%u\" fill=\"url(#squares)\"/>\n",
        width, height, tour->closed ? "Closed" : "Open", tour->width, tour->height,
        height % 20 + 10, width, height, width, height);
    ari_text_format(out,
                    "<%s fill=\"none\" stroke=\"#27408b\" stroke-width=\"1\" "
                    "stroke-linejoin=\"round\" points=\"",
                    tour->closed ? "polygon" : "polyline");
    for (size_t i = 0; i < tour->length; i++) {
        if (i > 0)
            ari_text_add_char(out, i % 16 ? ' ' : '\n');
        add_point(tour, tour->path[i], out);
    }
    ari_text_add(out, "\"/>\n");
    if (!tour->closed)
        add_end(tour, tour->length - 1, "#b22222", out);
    add_end(tour, 0, "#228b22", out);
    ari_text_add(out, "</svg>\n");
}
