/* knight.c: knight's tours as a numbered board and as a picture. */
#include <ariadne/knight.h>

#include <stdlib.h>

static int digits_of(size_t number)
{
    int digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

void ari_knight_text(const ari_knight_tour *tour, ari_text *out)
{
    uint32_t *number = malloc(tour->length * sizeof *number);
    if (!number) {
        out->failed = true;
        return;
    }
    int digits = digits_of(tour->length);
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

/* Every square's number in the tour, from 1, over its middle. */
static void add_numbers(const ari_knight_tour *tour, ari_text *out)
{
    int digits = digits_of(tour->length);
    ari_text_format(
        out,
        "<g font-family=\"sans-serif\" font-size=\"%.1f\" font-weight=\"600\" "
        "fill=\"#1b1b1b\" text-anchor=\"middle\">\n",
        digits < 3 ? 4.4 : 12.6 / digits);
    for (size_t i = 0; i < tour->length; i++) {
        unsigned x = tour->path[i] % (unsigned)tour->width;
        unsigned y = (unsigned)tour->height - 1 - tour->path[i] / (unsigned)tour->width;
        ari_text_format(out, "<text x=\"%u\" y=\"%u\" dy=\".35em\">%zu</text>\n",
                        10 * x + 5, 10 * y + 5, i + 1);
    }
    ari_text_add(out, "</g>\n");
}

void ari_knight_svg(const ari_knight_tour *tour, bool numbers, ari_text *out)
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
                    "<%s fill=\"none\" stroke=\"#27408b\" stroke-width=\"%s\" "
                    "stroke-linejoin=\"round\" points=\"",
                    tour->closed ? "polygon" : "polyline",
                    numbers ? "0.5\" stroke-opacity=\"0.4" : "1");
    for (size_t i = 0; i < tour->length; i++) {
        if (i > 0)
            ari_text_add_char(out, i % 16 ? ' ' : '\n');
        add_point(tour, tour->path[i], out);
    }
    ari_text_add(out, "\"/>\n");
    if (numbers) { /* which say where it begins and ends */
        add_numbers(tour, out);
    } else {
        if (!tour->closed)
            add_end(tour, tour->length - 1, "#b22222", out);
        add_end(tour, 0, "#228b22", out);
    }
    ari_text_add(out, "</svg>\n");
}
