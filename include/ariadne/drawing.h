/* drawing.h: a board as a piece of SVG.
 *
 * The piece stands alone: put it into any SVG document whose style holds
 * ari_drawing_css(). The first player's pieces are crosses or full discs, the second's
 * rings, so that the two are apart without colour. */
#ifndef ARIADNE_DRAWING_H
#define ARIADNE_DRAWING_H

#include <ariadne/account.h>

ARI_C_BEGIN

typedef struct ari_drawing {
    double cell;             /* the side of a square, above 0 */
    bool labels;             /* row and column labels, where the board has them */
    bool caption;            /* the line under the board, where it has one */
    const ari_board *before; /* what differs from it is marked as new; may be NULL */
    ari_move
        move; /* that was made there: where it was clicked is marked more than what else it changed */
    const uint8_t *parts; /* by place: the part there, from 1 on, each in a colour of its
                              * own, with its name; may be NULL */
} ari_drawing;

/* How much room ari_drawing_svg takes. */
void ari_drawing_size(const ari_board *board, const ari_drawing *drawing, double *width,
                      double *height);

/* Adds one <g> element with the board's upper left corner at (x, y). */
void ari_drawing_svg(const ari_board *board, const ari_drawing *drawing, double x,
                     double y, ari_text *out);

/* A position as a document of its own: its board on paper, with what the last move changed marked. */
void ari_drawing_position(const ari_variant *v, const ari_record *record, ari_text *out);

/* The same with its parts and, below, what each of them is worth, where the nimbers decide also in binary, and the
 * first of the moves that win, with the reason. */
void ari_drawing_account(const ari_variant *v, const ari_record *record,
                         const ari_account *account, ari_text *out);
/* Parts have so many colours in turn: "ari-swatch-0" ... are rectangles in them. */
#define ARI_PART_COLOURS 8

/* The style of everything in it, for light and dark surroundings; every class begins with
 * "ari-". */
const char *ari_drawing_css(void);

/* Adds `size` bytes of a string to an XML or HTML document, as content or within quotes. What no
 * such document can hold, control characters and bytes that are no UTF-8, becomes '?'. */
void ari_xml_add(ari_text *out, const char *text, size_t size);

ARI_C_END

#endif
