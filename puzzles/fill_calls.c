/* fill_calls.c: the textbook's recursive paint bucket, to be watched: a call for each neighbour,
 * which returns at once where there is nothing to paint. fill.c paints, and far faster. */
#include <ariadne/fill.h>

#include <stdlib.h>

#include "backtrack/backtrack.h"

typedef struct painting {
    const uint32_t *pixels;
    uint32_t width, height;
    size_t stride;
    const ari_fill_job *job;
    uint32_t x, y, old;
    bool *painted;
    size_t depth;  /* calls that are open; only where spots are told */
    bool given_up; /* the present one has no neighbour left */
} painting;

static void first_call(void *problem, void *node)
{
    const painting *p = problem;
    *(ari_fill_call *)node = (ari_fill_call){.x = (int32_t)p->x, .y = (int32_t)p->y};
}

static bool is_like(const painting *p, uint32_t pixel)
{
    for (int shift = 0; shift < 32; shift += 8) {
        int here = (int)(pixel >> shift & 255), first = (int)(p->old >> shift & 255);
        if (abs(here - first) > p->job->tolerance)
            return false;
    }
    return true;
}

static void tell(const painting *p, ari_spot spot, const ari_fill_call *c, int neighbour)
{
    if (!p->job->spots)
        return;
    const ari_spot_frame frame = {
        .spot = spot, .depth = p->depth, .values = {c->x, c->y, neighbour}};
    p->job->spots->at(p->job->spots->self, &frame);
}

static ari_entered enter(void *problem, void *node)
{
    painting *p = problem;
    ari_fill_call *c = node;
    p->depth++;
    tell(p, ARI_SPOT_CALL, c, 0);
    tell(p, ARI_SPOT_OVER, c, 0);
    if (c->x < 0 || c->y < 0 || c->x >= (int32_t)p->width || c->y >= (int32_t)p->height) {
        tell(p, ARI_SPOT_ENCLOSED, c, 0);
        p->depth--;
        return ARI_ENTERED_DEAD;
    }
    bool *painted = &p->painted[(size_t)c->y * p->width + (size_t)c->x];
    tell(p, ARI_SPOT_TAKEN, c, 0);
    if (*painted || !is_like(p, p->pixels[(size_t)c->y * p->stride + (size_t)c->x])) {
        tell(p, ARI_SPOT_DEAD, c, 0);
        p->depth--;
        return ARI_ENTERED_DEAD;
    }
    *painted = true;
    tell(p, ARI_SPOT_MARK, c, 0);
    c->next = 0;
    return ARI_ENTERED_OPEN;
}

static bool next(void *problem, void *node, void *child)
{
    static const int8_t dx[] = {0, 1, 0, -1, 1, 1, -1, -1};
    static const int8_t dy[] = {-1, 0, 1, 0, -1, 1, 1, -1};
    painting *p = problem;
    ari_fill_call *c = node;
    p->given_up = c->next == (p->job->diagonal ? 8 : 4);
    if (p->given_up)
        return false;
    tell(p, ARI_SPOT_EACH, c, c->next);
    tell(p, ARI_SPOT_DEEPER, c, c->next);
    *(ari_fill_call *)child =
        (ari_fill_call){.x = c->x + dx[c->next], .y = c->y + dy[c->next]};
    c->next++;
    return true;
}

/* Paint stays. What is left at the end of the search does not return. */
static void leave(void *problem, void *node)
{
    painting *p = problem;
    if (!p->given_up)
        return;
    p->given_up = false;
    tell(p, ARI_SPOT_NONE, node, 0);
    p->depth--;
}

ari_status ari_fill_by_calls(const uint32_t *pixels, uint32_t width, uint32_t height,
                             size_t stride, uint32_t x, uint32_t y,
                             const ari_fill_job *job, const ari_backtrack_job *options,
                             ari_backtrack_stats *stats, ari_error *error)
{
    static const ari_problem functions = {.node_size = sizeof(ari_fill_call),
                                          .root = first_call,
                                          .enter = enter,
                                          .next = next,
                                          .leave = leave};
    *stats = (ari_backtrack_stats){.calls = 0};
    if (x >= width || y >= height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "there is no pixel %u,%u in a picture of %u x %u", (unsigned)x,
                        (unsigned)y, (unsigned)width, (unsigned)height);
    painting p = {.pixels = pixels,
                  .width = width,
                  .height = height,
                  .stride = stride,
                  .job = job,
                  .x = x,
                  .y = y,
                  .old = pixels[(size_t)y * stride + x],
                  .painted = calloc((size_t)width * height, sizeof(bool))};
    if (!p.painted)
        return ari_fail_memory(error, (size_t)width * height, "the painted pixels");
    ari_backtrack_end end;
    ari_status status = ari__backtrack_whole(ari_backtrack_run, &functions, &p, options,
                                             stats, &end, error);
    free(p.painted);
    return status;
}
