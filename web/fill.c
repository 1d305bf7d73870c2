/* fill.c: /api/fill: the paint bucket on a small picture of characters.
 *
 * The library's own fill says what is painted; the steps shown are those of the textbook's
 * recursive one. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/fill.h>

#include "web/events.h"

#define SIDE_MOST 64

web_step web_fill;

typedef struct painting {
    uint32_t width, height;
    uint32_t x, y;
    bool diagonal;
    uint8_t colour;
    uint32_t pixels[SIDE_MOST * SIDE_MOST]; /* characters */
} painting;

/* ---- the recursive fill ---- */

static void take_event(void *self, ari_event event, const void *node, size_t depth)
{
    const ari_fill_call *c = node;
    web_events_square(self, event, c->x, c->y, depth);
}

static ari_status fill_by_calls(web_task *task, const ari_fill_job *job,
                                ari_backtrack_stats *stats, ari_error *error)
{
    painting *p = task->state;
    const ari_backtrack_observer observer = {.self = task, .event = take_event};
    const ari_backtrack_job options = {.limits = {.memory = web_memory(task)},
                                       .observer = &observer};
    return ari_fill_by_calls(p->pixels, p->width, p->height, p->width, p->x, p->y, job,
                             &options, stats, error);
}

/* ---- the picture ---- */

/* Rows of equal length, of characters that can be seen; false after refusing. */
static bool read_picture(web_task *task, painting *p)
{
    const char *text = web_text(task, "picture", "");
    ari_error error;
    ari_status status = ARI_OK;
    for (const char *row = text; *row && status == ARI_OK;) {
        size_t length = strcspn(row, "\n");
        size_t at = (size_t)(row - text);
        if (p->height == 0)
            p->width = (uint32_t)(length < SIDE_MOST ? length : SIDE_MOST);
        if (length == 0 || length > SIDE_MOST || p->height == SIDE_MOST)
            status = ari_fail(&error, ARI_RANGE, at,
                              "a picture has 1 to %d rows of 1 to %d characters",
                              SIDE_MOST, SIDE_MOST);
        else if (length != p->width)
            status = ari_fail(&error, ARI_SYNTAX, at, "all rows must be equally long");
        for (size_t i = 0; i < length && status == ARI_OK; i++) {
            if (row[i] < ' ' || row[i] > '~')
                status = ari_fail(&error, ARI_SYNTAX, at + i,
                                  "a pixel is one ASCII character that can be seen");
            p->pixels[(size_t)p->height * p->width + i] = (unsigned char)row[i];
        }
        p->height++;
        row += length + (row[length] == '\n');
    }
    if (status == ARI_OK && p->height == 0)
        status = ari_fail(&error, ARI_RANGE, 0, "the picture is missing: rows of pixels");
    return web_ok(task, status, "picture", &error);
}

static void write_picture(web_task *task, const painting *p, const ari_filled *filled,
                          const ari_backtrack_stats *stats)
{
    char row[SIDE_MOST + 1];
    ari_json json = web_begin(task);
    ari_json_unsigned(&json, "pixels", filled->pixels);
    ari_json_array(&json, "box");
    ari_json_number(&json, NULL, filled->x0);
    ari_json_number(&json, NULL, filled->y0);
    ari_json_number(&json, NULL, filled->x1);
    ari_json_number(&json, NULL, filled->y1);
    ari_json_array_end(&json);
    ari_json_array(&json, "picture");
    for (uint32_t y = 0; y < p->height; y++) {
        for (uint32_t x = 0; x < p->width; x++)
            row[x] = (char)p->pixels[y * p->width + x];
        row[p->width] = '\0';
        ari_json_string(&json, NULL, row);
    }
    ari_json_array_end(&json);
    ari_json_unsigned(&json, "calls", stats->calls);
    ari_json_unsigned(&json, "depth", stats->deepest);
    web_events_end(task, &json);
    web_end(task, &json);
}

static void paint(web_task *task)
{
    painting *p = task->state;
    const ari_fill_job job = {.colour = p->colour, .diagonal = p->diagonal};
    ari_filled filled;
    ari_backtrack_stats stats;
    ari_error error;
    ari_status status = fill_by_calls(task, &job, &stats, &error);
    if (status == ARI_OK)
        status = ari_fill(p->pixels, p->width, p->height, p->width, p->x, p->y, &job,
                          &filled, &error);
    if (web_ok(task, status, NULL, &error))
        write_picture(task, p, &filled, &stats);
}

void web_fill(web_task *task)
{
    painting *p = web_work(task, WEB_QUICK, paint, sizeof *p);
    const char *colour = web_text(task, "colour", "#");
    int64_t x, y;
    task->seconds = 1;
    if (!p || !read_picture(task, p) || !web_number(task, "x", 0, 0, p->width - 1, &x) ||
        !web_number(task, "y", 0, 0, p->height - 1, &y) ||
        !web_flag(task, "diagonal", false, &p->diagonal) ||
        !web_events_begin(task, WEB_EVENTS))
        return;
    if (colour[0] < ' ' || colour[0] > '~' || colour[1]) {
        ari_error error;
        ari_fail(&error, ARI_RANGE, 0, "'colour' must be one character that can be seen");
        web_refuse(task, 400, "colour", &error);
        return;
    }
    p->x = (uint32_t)x;
    p->y = (uint32_t)y;
    p->colour = (uint8_t)colour[0];
}
