/* board_sizes.h: where everything of a drawn board is. */
#ifndef ARI_DRAW_BOARD_SIZES_H
#define ARI_DRAW_BOARD_SIZES_H

#include <ariadne/drawing.h>

#define ARI__BOARD_EMPTY "empty" /* is said where there is nothing to draw */

/* Where everything is; rows and columns are as large as the largest thing in them. */
typedef struct ari__painter {
    const ari_board *board;
    const ari_drawing *drawing;
    ari_text *out;
    double x[ARI_BOARD_CELLS + 1], y[ARI_BOARD_CELLS + 1]; /* edges, from the corner */
    double label_room;                                     /* beside the rows */
    double text_size;                                      /* of labels */
    double shift; /* by which each row begins further right than the one above */
    double width, height;
    bool empty; /* there is nothing to draw */
    double caption_size, caption_width;
    int caption_lines;
    char caption[sizeof((ari_board *)0)->caption + 1];
} ari__painter;

void ari__board_cell_text(const ari_cell *cell, char text[8]);
bool ari__board_is_block(const ari_cell *cell);
bool ari__board_sane(const ari_board *board);
void ari__board_measure(ari__painter *p, const ari_board *board,
                        const ari_drawing *drawing);
double ari__board_total_width(const ari__painter *p);
double ari__board_total_height(const ari__painter *p);

#endif
