/* board_shapes.h: what stands on a board: shapes within a rectangle, as parts of a path. */
#ifndef ARI_DRAW_BOARD_SHAPES_H
#define ARI_DRAW_BOARD_SHAPES_H

#include <ariadne/text.h>

#define ARI__HEX_PITCH 0.866 /* from a row of hexagons to the next, by the width of one */

typedef struct ari__rectangle {
    double x, y, width, height;
} ari__rectangle;

void ari__shape_outline(ari_text *out, ari__rectangle r);
void ari__shape_hole(ari_text *out, ari__rectangle r);
void ari__shape_disc(ari_text *out, ari__rectangle r);
void ari__shape_ring_disc(ari_text *out, ari__rectangle r);
void ari__shape_face(ari_text *out, ari__rectangle r);
void ari__shape_block(ari_text *out, ari__rectangle r);
void ari__shape_cross(ari_text *out, ari__rectangle r);
void ari__shape_ring(ari_text *out, ari__rectangle r);
void ari__shape_hexagon(ari_text *out, ari__rectangle r);
void ari__shape_rim(ari_text *out, ari__rectangle r);
void ari__shape_point(ari_text *out, ari__rectangle r);
void ari__shape_spot(ari_text *out, ari__rectangle r);
void ari__shape_pit(ari_text *out, ari__rectangle r);
void ari__shape_within_pit(ari_text *out, ari__rectangle r);
void ari__shape_stick(ari_text *out, ari__rectangle r);
void ari__shape_coin(ari_text *out, ari__rectangle r);
void ari__shape_dot(ari_text *out, ari__rectangle r);
void ari__shape_edge(ari_text *out, ari__rectangle r);

/* The corners of a hexagon, from the top on clockwise. */
void ari__hexagon_corners(ari__rectangle r, double x[6], double y[6]);

#endif
