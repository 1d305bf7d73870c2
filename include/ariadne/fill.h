/* fill.h: the paint bucket: the connected region of a picture around a pixel. */
#ifndef ARIADNE_FILL_H
#define ARIADNE_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/backtrack.h>
#include <ariadne/error.h>

ARI_C_BEGIN

typedef struct ari_fill_job {
    uint32_t colour; /* the pixel to paint with */
    int tolerance; /* 0 to 255: how far each of a pixel's four bytes may be from those of
                        the first pixel; 0 is exactly its colour */
    bool diagonal; /* eight neighbours instead of four */
    const ari_spot_observer *spots; /* ari_fill_by_calls; NULL: nobody is told */
} ari_fill_job;

typedef struct ari_filled {
    uint64_t pixels;         /* in the region */
    uint32_t x0, y0, x1, y1; /* the smallest box around it, its edges included */
} ari_filled;

/* Paints the region around (x, y), counted from 0 at the first pixel, in a picture of width x
 * height pixels of 32 bits with `stride` pixels from one row to the next. The region is that
 * of the picture as it was, also where the colour painted is like the one replaced. `filled`
 * may be NULL. Besides the picture it takes a sixteenth of its memory and some dozens of
 * bytes a row, and looks only at what is near the region. Where that memory cannot be had it
 * fails and paints nothing. */
ari_status ari_fill(uint32_t *pixels, uint32_t width, uint32_t height, size_t stride,
                    uint32_t x, uint32_t y, const ari_fill_job *job, ari_filled *filled,
                    ari_error *error);

/* A call of the recursive fill: a pixel, which may lie one outside of the picture. */
typedef struct ari_fill_call {
    int32_t x, y;
    int next; /* neighbour to be called: above, right, below, left, and then the corners */
} ari_fill_call;

/* The textbook's recursive fill of the same region, to be watched: an observer's nodes are
 * ari_fill_calls, and `job->spots` tells where it stands, with the variables x, y and the neighbour, from 0. It
 * paints nothing. */
ari_status ari_fill_by_calls(const uint32_t *pixels, uint32_t width, uint32_t height,
                             size_t stride, uint32_t x, uint32_t y,
                             const ari_fill_job *job, const ari_backtrack_job *search,
                             ari_backtrack_stats *stats, ari_error *error);

ARI_C_END

#endif
