/* knight_strip.c: tours of boards with 3 or 4 rows, of any length, or the proof that there is
 * none.
 *
 * Which states of the frontier can be reached is found square by square; each remembers one
 * state that it came from, and a tour is read off backwards. On a long strip the same sets of
 * states come again and again: a column after which the set is the same as after an earlier
 * one is followed by what followed that one. So only a few dozen columns are ever worked
 * out, however long the strip. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/memory.h"
#include "knight_frontier.h"

enum { SLOTS_MIN = 256 }; /* more than any state grows into */

typedef struct reached {
    uint64_t state;
    uint32_t from;   /* which state of the layer before */
    uint32_t joined; /* the neighbours that the square was joined to */
} reached;

/* The states after some square, in ascending order. */
typedef struct layer {
    reached *at;
    size_t count, room;
} layer;

typedef struct strip {
    knight_field field;
    int64_t squares;
    layer *layers;
    size_t layer_count, layer_room;
    uint32_t *layer_of; /* of each square; shifted by one: [0] is before the first */
    uint32_t *slots;   /* where the states of the layer being made are: a hash table of */
    size_t slot_count; /* their indices plus one, a power of two */
} strip;

static int by_state(const void *a, const void *b)
{
    uint64_t x = ((const reached *)a)->state, y = ((const reached *)b)->state;
    return (x > y) - (x < y);
}

static uint32_t *slot_of(const strip *s, const layer *l, uint64_t state)
{
    size_t i = (size_t)(ari_mix(state)) & (s->slot_count - 1);
    while (s->slots[i] && l->at[s->slots[i] - 1].state != state)
        i = (i + 1) & (s->slot_count - 1);
    return &s->slots[i];
}

/* Room for some more states in the layer and in the table. */
static bool make_room(strip *s, layer *l, size_t more)
{
    if (!ari__grow((void **)&l->at, &l->room, l->count + more + 1, sizeof *l->at))
        return false;
    if (2 * (l->count + more) <= s->slot_count)
        return true;
    size_t count = s->slot_count ? 2 * s->slot_count : SLOTS_MIN;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(s->slots);
    s->slots = slots;
    s->slot_count = count;
    for (size_t i = 0; i < l->count; i++)
        *slot_of(s, l, l->at[i].state) = (uint32_t)i + 1;
    return true;
}

/* The first way to a state is kept. */
static void add_state(strip *s, layer *l, reached new)
{
    uint32_t *slot = slot_of(s, l, new.state);
    if (*slot)
        return;
    l->at[l->count++] = new;
    *slot = (uint32_t)l->count;
}

static bool new_layer(strip *s, layer **l)
{
    if (!ari__grow((void **)&s->layers, &s->layer_room, s->layer_count + 1,
                   sizeof *s->layers))
        return false;
    *l = &s->layers[s->layer_count++];
    **l = (layer){0};
    return true;
}

static bool add_first_layer(strip *s)
{
    layer *l;
    if (!new_layer(s, &l) || !ari__grow((void **)&l->at, &l->room, 1, sizeof *l->at))
        return false;
    unsigned extra = (unsigned)s->field.places - 1;
    uint64_t state = s->field.all_full;
    l->at[0] =
        (reached){.state = s->field.open ? knight_put(state, extra, extra) : state};
    l->count = 1;
    s->layer_of[0] = 0;
    return true;
}

static bool add_layer(strip *s, int64_t number)
{
    layer *l;
    if (!new_layer(s, &l))
        return false;
    const layer *before = &s->layers[s->layer_of[number]];
    knight_step step = ari__knight_step_at(&s->field, number);
    if (s->slots)
        memset(s->slots, 0, s->slot_count * sizeof *s->slots);
    for (size_t i = 0; i < before->count; i++) {
        knight_grown grown[GROWN_MAX];
        int count = knight_grow(&step, before->at[i].state, grown);
        if (!make_room(s, l, (size_t)count))
            return false;
        for (int j = 0; j < count; j++)
            add_state(s, l,
                      (reached){.state = grown[j].state,
                                .from = (uint32_t)i,
                                .joined = grown[j].joined});
    }
    if (l->count)
        qsort(l->at, l->count, sizeof *l->at, by_state);
    s->layer_of[number + 1] = (uint32_t)(s->layer_count - 1);
    return true;
}

static bool same_states(const layer *a, const layer *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->at[i].state != b->at[i].state)
            return false;
    return true;
}

/* Columns from..to all have the same steps, up to the places. Works their layers out until
 * one comes again with the places the same, and repeats them. */
static bool add_columns(strip *s, int64_t from, int64_t to)
{
    int rows = s->field.rows, ring = 2 * rows + 1;
    int64_t period = 0; /* in columns, once it is known */
    for (int64_t column = from; column < to; column++) {
        for (int64_t i = column * rows; i < (column + 1) * rows; i++) {
            if (period)
                s->layer_of[i + 1] = s->layer_of[i + 1 - period * rows];
            else if (!add_layer(s, i))
                return false;
        }
        const layer *l = &s->layers[s->layer_of[(column + 1) * rows]];
        for (int64_t p = ring; !period && column - p >= from; p += ring)
            if (same_states(l, &s->layers[s->layer_of[(column + 1 - p) * rows]]))
                period = p;
    }
    return true;
}

/* All columns: those whose steps are special, at both ends of the board and where the tour
 * must begin, one by one, and the stretches between them. */
static bool add_layers(strip *s)
{
    int64_t columns = s->field.columns, from = 0;
    int64_t special = s->field.first >= 0 ? s->field.first / s->field.rows : 1;
    int64_t ends[] = {1,           2,           special,     special + 1,
                      columns - 3, columns - 2, columns - 1, columns};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        int64_t to = ends[i] < columns ? ends[i] : columns;
        if (to > from) {
            if (!add_columns(s, from, to))
                return false;
            from = to;
        }
    }
    return true;
}

/* The moves of a tour, from the last square to the first; returns where it begins. */
static size_t read_links(const strip *s, knight_links *links)
{
    uint32_t index = 0;
    size_t start = 0;
    for (int64_t i = s->squares - 1; i >= 0; i--) {
        const reached *r = &s->layers[s->layer_of[i + 1]].at[index];
        size_t square = ari__knight_square(&s->field, i);
        for (unsigned joined = r->joined; joined; joined &= joined - 1) {
            int64_t other = ari__knight_neighbour(&s->field, i, __builtin_ctz(joined));
            if (other < 0)
                start = square;
            else
                ari__knight_link(links, square, ari__knight_square(&s->field, other));
        }
        index = r->from;
    }
    return start;
}

ari_status ari__knight_strip(const ari_knight_job *job, ari_knight_tour *tour,
                             ari_error *error)
{
    strip s = {.field = ari__knight_field(job),
               .squares = (int64_t)job->width * job->height};
    knight_links links = {0};
    s.layer_of = malloc(((size_t)s.squares + 1) * sizeof *s.layer_of);
    ari_status status = ARI_OK;
    if (!s.layer_of || !add_first_layer(&s) || !add_layers(&s) ||
        !ari__knight_links_new(&links, job->width, job->height))
        status = ari_fail_memory(error, (size_t)s.squares * sizeof *s.layer_of,
                                 "the states of the strip");
    tour->found = false;
    if (status == ARI_OK && s.layers[s.layer_of[s.squares]].count > 0) {
        size_t start = read_links(&s, &links);
        if (job->from >= 0)
            start = (size_t)job->from;
        status = ari__knight_walk(&links, start, &job->limits, tour, error);
    }
    for (size_t i = 0; i < s.layer_count; i++)
        free(s.layers[i].at);
    free(s.layers);
    free(s.layer_of);
    free(s.slots);
    ari__knight_links_free(&links);
    return status;
}
