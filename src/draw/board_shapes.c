/* board_shapes.c: what stands on a board, as parts of a path. */
#include "draw/board_shapes.h"

#include "draw/xml.h"

void ari__shape_outline(ari_text *out, ari__rectangle r)
{
    ari__xml_format(out, "M%f,%fh%fv%fh%fz", r.x, r.y, r.width, r.height, -r.width);
}

static void circle(ari_text *out, ari__rectangle r, double part)
{
    double radius = part * (r.width < r.height ? r.width : r.height) / 2;
    ari__xml_format(out, "M%f,%fa%f,%f 0 1 0 %f,0a%f,%f 0 1 0 %f,0z",
                    r.x + r.width / 2 - radius, r.y + r.height / 2, radius, radius,
                    2 * radius, radius, radius, -2 * radius);
}

void ari__shape_hole(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.8);
}

void ari__shape_disc(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.8);
}

/* A disc with a hole: the style fills it by the even-odd rule. */
void ari__shape_ring_disc(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.8);
    circle(out, r, 0.32);
}

/* A disc with a light face, for a sign. */
void ari__shape_face(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.8);
    circle(out, r, 0.66);
}

void ari__shape_block(ari_text *out, ari__rectangle r)
{
    double inset = 0.1 * r.width;
    ari__shape_outline(out, (ari__rectangle){r.x + inset, r.y + inset,
                                             r.width - 2 * inset, r.height - 2 * inset});
}

void ari__shape_cross(ari_text *out, ari__rectangle r)
{
    double a = 0.25 * r.width, b = 0.25 * r.height;
    ari__xml_format(out, "M%f,%fl%f,%fm%f,0l%f,%f", r.x + a, r.y + b, 2 * a, 2 * b,
                    -2 * a, 2 * a, -2 * b);
}

void ari__shape_ring(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.56);
}

/* The corners of a hexagon that stands on one of them, from the upper one clockwise. */
void ari__hexagon_corners(ari__rectangle r, double x[6], double y[6])
{
    static const double dx[6] = {0, 0.5, 0.5, 0, -0.5, -0.5};
    static const double dy[6] = {-2, -1, 1, 2, 1, -1};
    double quarter = r.width / ARI__HEX_PITCH / 4; /* of the height */
    for (int i = 0; i < 6; i++) {
        x[i] = r.x + r.width * (0.5 + dx[i]);
        y[i] = r.y + r.height / 2 + dy[i] * quarter;
    }
}

void ari__shape_hexagon(ari_text *out, ari__rectangle r)
{
    double x[6], y[6];
    ari__hexagon_corners(r, x, y);
    for (int i = 0; i < 6; i++)
        ari__xml_format(out, i ? "L%f,%f" : "M%f,%f", x[i], y[i]);
    ari_text_add(out, "z");
}

/* A frame within the cell. */
void ari__shape_rim(ari_text *out, ari__rectangle r)
{
    double inset = 0.07 * r.width;
    ari__shape_outline(out, (ari__rectangle){r.x + inset, r.y + inset,
                                             r.width - 2 * inset, r.height - 2 * inset});
}

void ari__shape_point(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.2);
}

void ari__shape_spot(ari_text *out, ari__rectangle r)
{
    circle(out, r, 1);
}

void ari__shape_pit(ari_text *out, ari__rectangle r)
{
    double radius = 0.45 * r.width, straight = r.height - 2 * radius - 0.1 * r.width;
    if (straight < 0)
        straight = 0;
    ari__xml_format(out, "M%f,%fa%f,%f 0 0 1 %f,0v%fa%f,%f 0 0 1 %f,0z",
                    r.x + r.width / 2 - radius, r.y + (r.height - straight) / 2, radius,
                    radius, 2 * radius, straight, radius, radius, -2 * radius);
}

/* A line within a pit, so that its own stays to be seen. */
void ari__shape_within_pit(ari_text *out, ari__rectangle r)
{
    double inset = 0.1 * r.width;
    ari__shape_pit(out, (ari__rectangle){r.x + inset, r.y + inset, r.width - 2 * inset,
                                         r.height - 2 * inset});
}

void ari__shape_stick(ari_text *out, ari__rectangle r)
{
    ari__xml_format(out, "M%f,%fv%f", r.x + r.width / 2, r.y + 0.15 * r.height,
                    0.7 * r.height);
}

void ari__shape_coin(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.8);
}

void ari__shape_dot(ari_text *out, ari__rectangle r)
{
    circle(out, r, 0.75);
}

/* A line along the longer way of the cell, reaching into the dots at its ends. */
void ari__shape_edge(ari_text *out, ari__rectangle r)
{
    if (r.width > r.height)
        ari__xml_format(out, "M%f,%fh%f", r.x - 0.1 * r.width, r.y + r.height / 2,
                        1.2 * r.width);
    else
        ari__xml_format(out, "M%f,%fv%f", r.x + r.width / 2, r.y - 0.1 * r.height,
                        1.2 * r.height);
}
