/* dot.c: text as the language of Graphviz wants it. */
#include "draw/dot.h"

#include "base/utf8.h"

void ari__dot_text(ari_text *out, const char *text, const char *newline)
{
    for (const char *c = text; *c;) {
        size_t length = ari__utf8_length((const unsigned char *)c);
        if (*c == '\n')
            ari_text_add(out, newline);
        else if (*c == '"' || *c == '\\')
            ari_text_format(out, "\\%c", *c);
        else if (length == 0 || (unsigned char)*c < 32)
            ari_text_add_char(out, '?');
        else
            ari_text_add_bytes(out, c, length);
        c += length ? length : 1;
    }
}

void ari__dot_begin(ari_text *out, const char *name)
{
    ari_text_format(out,
                    "digraph %s {\n  graph [ordering=out, labelloc=t, "
                    "fontname=\"Helvetica\", label=\"",
                    name);
}

void ari__dot_style(ari_text *out, bool boards)
{
    ari_text_format(
        out,
        "\"];\n  node [shape=box, style=\"rounded,filled\", color=\"#444444\", "
        "fontname=\"%s\", fontsize=11];\n"
        "  edge [color=\"#444444\", fontname=\"Helvetica\", fontsize=11, "
        "arrowsize=0.6];\n",
        boards ? "Courier" : "Helvetica");
}

const char *ari__dot_fill(int value)
{
    return value > 0 ? "#d3e1f4" : value < 0 ? "#f5e0b8" : "#eeeeee";
}
