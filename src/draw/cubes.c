/* cubes.c: a line of cubes as a picture: its four long sides one below the other, each
 * face with its colour and the colour's name, which everybody can tell apart. */
#include <ariadne/insanity.h>

#include <ctype.h>
#include <string.h>

#include "draw/xml.h"

enum { FACE = 60, LEFT = 70, TOP = 30, GAP = 4 };

/* What colours are usually called, by their first letters or whole. */
static const struct {
    const char *letter, *name, *paint;
} paints[] = {
    {"r", "red", "#cc3311"},    {"g", "green", "#228833"},  {"b", "blue", "#4477aa"},
    {"w", "white", "#ffffff"},  {"y", "yellow", "#ddcc55"}, {"o", "orange", "#ee7733"},
    {"p", "purple", "#aa3377"}, {"k", "black", "#333333"},
};

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Colours without a name of that kind are spread over the circle of hues. */
static void add_paint(const ari_cubes *cubes, int colour, ari_text *out)
{
    const char *name = cubes->names[colour];
    for (size_t i = 0; i < sizeof paints / sizeof *paints; i++)
        if (same_word(name, paints[i].letter) || same_word(name, paints[i].name)) {
            ari_text_add(out, paints[i].paint);
            return;
        }
    ari_text_format(out, "hsl(%d,55%%,65%%)", colour * 137 % 360);
}

static void add_face(const ari_cubes *cubes, int colour, int x, int y, ari_text *out)
{
    const char *name = cubes->names[colour];
    size_t length = strlen(name);
    ari_text_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"", x,
                    y, FACE - GAP, FACE - GAP);
    add_paint(cubes, colour, out);
    ari__xml_format(out, "\"/><text x=\"%d\" y=\"%d\" font-size=\"%d\">%s</text>\n",
                    x + (FACE - GAP) / 2, y + FACE / 2 + GAP,
                    length <= 4 ? 18 : 80 / (int)length, name);
}

void ari_cubes_svg(const ari_cubes *cubes, const ari_cubes_sides *sides, ari_text *out)
{
    static const char *const names[4] = {"front", "top", "back", "bottom"};
    int count = cubes->cubes;
    ari_text_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                    "role=\"img\">\n<title>%d cube%s in a line</title>\n"
                    "<rect width=\"100%%\" height=\"100%%\" fill=\"#f4f4f4\"/>\n"
                    "<g font-family=\"sans-serif\" font-size=\"16\" fill=\"#222\" "
                    "text-anchor=\"middle\">\n",
                    LEFT + count * FACE, TOP + 4 * FACE, count, count == 1 ? "" : "s");
    for (int i = 0; i < count; i++)
        ari_text_format(out, "<text x=\"%d\" y=\"20\">%d</text>\n",
                        LEFT + i * FACE + (FACE - GAP) / 2, i + 1);
    for (int side = 0; side < 4; side++)
        ari_text_format(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT / 2,
                        TOP + side * FACE + FACE / 2 + GAP, names[side]);
    /* White letters' edges keep the names readable on every colour. */
    ari_text_add(out, "</g>\n<g font-family=\"sans-serif\" text-anchor=\"middle\" "
                      "fill=\"#111\" stroke=\"#fff\" stroke-width=\"3\" "
                      "paint-order=\"stroke\">\n");
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < count; i++)
            add_face(cubes, sides[i][side], LEFT + i * FACE, TOP + side * FACE, out);
    ari_text_add(out, "</g>\n</svg>\n");
}
