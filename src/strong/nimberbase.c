/* nimberbase.c: files of nimbers, written and read. */
#include "strong/nimberbase.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/memory.h"
#include "game/normal.h"
#include "search/memo_table.h"
#include "strong/files.h"
#include "strong/fingerprint.h"

#define HEADER_BYTES ((size_t)8 * ARI__NB_H_WORDS)
#define SLICE 0.5 /* seconds between two looks at the heaps */

/* ---- writing ---- */

/* What a file is made of. */
typedef struct content {
    const ari_variant *v;
    uint64_t kind, count, fingerprint, complete;
    size_t state_size;
    const unsigned char *states;
    const uint32_t *order; /* of the parts in the file; NULL: as they are */
    int (*nimber)(const void *self, uint64_t i);
    const void *self;
} content;

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* The whole file, to be freed. */
static unsigned char *compose(const content *c, size_t *size)
{
    size_t name = strlen(c->v->name);
    *size = HEADER_BYTES + padded(name) + (size_t)c->count * (c->state_size + 2) + 8;
    unsigned char *file = calloc(*size, 1), *to = file;
    if (!file)
        return NULL;
    const uint64_t header[ARI__NB_H_WORDS] = {
        ARI__NB_MAGIC, ARI__NB_VERSION, c->kind,     c->fingerprint,
        c->count,      c->state_size,   c->complete, name};
    memcpy(to, header, sizeof header);
    memcpy(to + sizeof header, c->v->name, name);
    to += sizeof header + padded(name);
    for (uint64_t i = 0; i < c->count && c->state_size; i++, to += c->state_size)
        memcpy(to, c->states + (c->order ? c->order[i] : i) * c->state_size,
               c->state_size);
    for (uint64_t i = 0; i < c->count; i++, to += 2) {
        int nimber = c->nimber(c->self, c->order ? c->order[i] : i);
        to[0] = (unsigned char)nimber;
        to[1] = (unsigned char)(nimber >> 8);
    }
    uint64_t sum = XXH3_64bits(file, *size - 8);
    memcpy(to, &sum, 8);
    return file;
}

/* Written beside its place, and then put there as a whole. */
static ari_status write_file(const content *c, const char *path, ari_error *error)
{
    size_t size;
    unsigned char *data = compose(c, &size);
    if (!data)
        return ari_fail_memory(error, size, "the file of nimbers");
    ari_text beside = ARI_TEXT_EMPTY;
    ari_text_format(&beside, "%s.new", path);
    int file = -1;
    const char *to = ari_text_get(&beside);
    ari_status status = ari__file_open(to, true, &file, error);
    if (status == ARI_OK)
        status = ari__file_put(file, to, 0, data, size, error);
    if (status == ARI_OK)
        status = ari__file_cut(file, to, size, error);
    if (status == ARI_OK)
        status = ari__file_sync(file, to, error);
    ari__file_close(file);
    if (status == ARI_OK)
        status = ari__file_rename(to, path, error);
    ari_text_free(&beside);
    free(data);
    return status;
}

/* ---- reading ---- */

static ari_status damaged(const char *path, ari_error *error)
{
    return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET, "'%.200s' is damaged", path);
}

static ari_status read_header(const char *path, int *file, uint64_t *header,
                              uint64_t *size, ari_error *error)
{
    ari_status status = ari__file_open(path, false, file, error);
    if (status == ARI_OK)
        status = ari__file_size(*file, path, size, error);
    if (status == ARI_OK)
        status = ari__file_get(*file, path, 0, header, HEADER_BYTES, error);
    if (status == ARI_OK && header[ARI__NB_H_MAGIC] != ARI__NB_MAGIC)
        status = ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                          "'%.200s' is no file of nimbers", path);
    if (status == ARI_OK && header[ARI__NB_H_VERSION] != ARI__NB_VERSION)
        status = ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                          "'%.200s' is of version %" PRIu64
                          " of files of nimbers, and this is version %d",
                          path, header[ARI__NB_H_VERSION], ARI__NB_VERSION);
    return status;
}

bool ari_nimber_base_is(const char *path)
{
    uint64_t magic = 0;
    int file = -1;
    ari_error ignored;
    bool is = ari__file_open(path, false, &file, &ignored) == ARI_OK &&
              ari__file_get(file, path, 0, &magic, 8, &ignored) == ARI_OK &&
              magic == ARI__NB_MAGIC;
    ari__file_close(file);
    return is;
}

/* Does what the header says fill the file? */
static bool fits(const uint64_t *header, uint64_t size)
{
    uint64_t state = header[ARI__NB_H_STATE], name = header[ARI__NB_H_NAME];
    uint64_t fixed = HEADER_BYTES + 8 + padded((size_t)name);
    if (state > ARI_STATE_MAX || name > 4096 || size < fixed ||
        header[ARI__NB_H_KIND] > ARI__NB_HEAPS || header[ARI__NB_H_COMPLETE] > 1)
        return false;
    return header[ARI__NB_H_COUNT] <= size &&
           header[ARI__NB_H_COUNT] * (state + 2) == size - fixed;
}

static ari_status read_all(ari_nimber_base *base, const char *path, ari_error *error)
{
    uint64_t size = 0, sum;
    int file = -1;
    ari_status status = read_header(path, &file, base->header, &size, error);
    if (status == ARI_OK && !fits(base->header, size))
        status = damaged(path, error);
    if (status == ARI_OK && !ari__charged_resize(&base->allowance, (void **)&base->file,
                                                 &base->size, (size_t)size, 1))
        status = ari_fail_allowance(error, &base->allowance, "the file of nimbers");
    if (status == ARI_OK)
        status = ari__file_get(file, path, 0, base->file, (size_t)size, error);
    if (status == ARI_OK) {
        memcpy(&sum, base->file + size - 8, 8);
        if (XXH3_64bits(base->file, (size_t)size - 8) != sum)
            status = damaged(path, error);
    }
    ari__file_close(file);
    return status;
}

ari_status ari_nimber_base_game(const char *path, ari_text *name, ari_error *error)
{
    ari_nimber_base base = {.v = NULL};
    ari_allowance_begin(&base.allowance, SIZE_MAX);
    ari_status status = read_all(&base, path, error);
    if (status == ARI_OK) {
        ari_text_add_bytes(name, (const char *)base.file + HEADER_BYTES,
                           (size_t)base.header[ARI__NB_H_NAME]);
        if (!ari_text_ok(name))
            status = ari_fail_memory(error, name->size, "the name of a game");
    }
    ari__charged_free(&base.allowance, base.file, base.size, 1);
    return status;
}

void ari_nimber_base_free(ari_nimber_base *base)
{
    if (!base)
        return;
    ari__charged_free(&base->allowance, base->file, base->size, 1);
    free(base);
}

/* Is it of this game, and of these rules? */
static ari_status belongs(const ari_nimber_base *base, const char *path, ari_error *error)
{
    const uint64_t *header = base->header;
    const char *name = (const char *)base->file + HEADER_BYTES;
    size_t state =
        header[ARI__NB_H_KIND] == ARI__NB_HEAPS ? 0 : base->v->core->state_size;
    uint64_t fingerprint;
    ari_status status = ari__fingerprint(base->v, &fingerprint, error);
    if (status != ARI_OK)
        return status;
    if (header[ARI__NB_H_NAME] != strlen(base->v->name) ||
        memcmp(name, base->v->name, (size_t)header[ARI__NB_H_NAME]) != 0 ||
        header[ARI__NB_H_FINGERPRINT] != fingerprint || header[ARI__NB_H_STATE] != state)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' is of %.*s by other rules than those of %.100s", path,
                        (int)header[ARI__NB_H_NAME], name, base->v->name);
    return ARI_OK;
}

ari_status ari__nimber_base_read(const char *path, const ari_variant *v, size_t bytes,
                                 ari_nimber_base **result, ari_error *error)
{
    *result = NULL;
    ari_nimber_base *base = calloc(1, sizeof *base);
    if (!base)
        return ari_fail_memory(error, sizeof *base, "a file of nimbers");
    base->v = v;
    ari_allowance_begin(&base->allowance, bytes ? bytes : SIZE_MAX);
    ari_status status = read_all(base, path, error);
    if (status == ARI_OK)
        status = belongs(base, path, error);
    if (status != ARI_OK) {
        ari_nimber_base_free(base);
        return status;
    }
    base->states =
        base->file + HEADER_BYTES + padded((size_t)base->header[ARI__NB_H_NAME]);
    base->nimbers =
        base->states + base->header[ARI__NB_H_COUNT] * base->header[ARI__NB_H_STATE];
    *result = base;
    return ARI_OK;
}

ari_status ari_nimber_base_new(const char *path, const ari_variant *v, size_t bytes,
                               ari_nimber_base **base, ari_error *error)
{
    ari_status status = ari__nimber_base_read(path, v, bytes, base, error);
    if (status == ARI_OK && !(*base)->header[ARI__NB_H_COMPLETE]) {
        ari_nimber_base_free(*base);
        *base = NULL;
        status =
            ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET, "'%.200s' is not complete", path);
    }
    return status;
}

void ari_nimber_base_sums(const ari_nimber_base *base, ari_nimber_base_summary *summary)
{
    *summary =
        (ari_nimber_base_summary){.parts = base->header[ARI__NB_H_COUNT],
                                  .bytes = base->size,
                                  .heaps = base->header[ARI__NB_H_KIND] == ARI__NB_HEAPS};
    for (uint64_t i = 0; i < summary->parts; i++) {
        int nimber = ari__nimber_base_at(base, i);
        summary->largest = nimber > summary->largest ? nimber : summary->largest;
    }
}

/* ---- looking up ---- */

uint64_t ari__nimber_base_find(const ari_nimber_base *base, const ari_state *part)
{
    const ari_state normal = ari__normal(base->v, part, true, true);
    size_t size = base->v->core->state_size;
    uint64_t from = 0, to = base->header[ARI__NB_H_COUNT];
    while (from < to) {
        uint64_t middle = from + (to - from) / 2;
        int order = memcmp(base->states + middle * size, normal.bytes, size);
        if (order == 0)
            return middle;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return UINT64_MAX;
}

ari_status ari_nimber_base_look(const ari_nimber_base *base, const ari_state *s,
                                int *nimber, ari_error *error)
{
    ari_state *parts = malloc(ARI_COMPONENTS_MAX * sizeof *parts);
    if (!parts)
        return ari_fail_memory(error, ARI_COMPONENTS_MAX * sizeof *parts, "parts");
    int count = ari_sum_parts(base->v, s, ari_turn(base->v, s), parts);
    ari_status status = ARI_OK;
    *nimber = 0;
    for (int i = 0; i < count && status == ARI_OK; i++) {
        uint64_t at = base->header[ARI__NB_H_KIND] == ARI__NB_PARTS
                          ? ari__nimber_base_find(base, &parts[i])
                          : UINT64_MAX;
        if (at == UINT64_MAX)
            status = ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                              "a part of this position is not in the file: no game from "
                              "the start leads to it");
        else
            *nimber ^= ari__nimber_base_at(base, at);
    }
    free(parts);
    return status;
}

ari_status ari_nimber_base_heap(const ari_nimber_base *base, uint64_t size, int *nimber,
                                ari_error *error)
{
    uint64_t count = base->header[ARI__NB_H_COUNT];
    if (base->header[ARI__NB_H_KIND] != ARI__NB_HEAPS || size >= count)
        return ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                        "the file has the heaps 0 to %" PRIu64, count - 1);
    *nimber = ari__nimber_base_at(base, size);
    return ARI_OK;
}

/* ---- the work, from one checkpoint to the next ---- */

typedef struct making {
    const ari_variant *v;
    const char *path;
    const ari_strong_job *job;
    ari_nimber_base_summary *summary;
    ari_error *error;
    ari_allowance allowance;
    ari_text work; /* what is known so far */
    content file;
    double start, saved, told;
} making;

static ari_status begin(making *m, uint64_t kind)
{
    *m->summary = (ari_nimber_base_summary){.heaps = kind == ARI__NB_HEAPS};
    ari_allowance_begin(&m->allowance, m->job->memory ? m->job->memory : SIZE_MAX);
    m->start = m->saved = ari_seconds();
    ari_text_format(&m->work, "%s.work", m->path);
    if (!ari_text_ok(&m->work))
        return ari_fail_memory(m->error, m->work.size, "the name of a file");
    m->file = (content){.v = m->v, .kind = kind};
    return ari__fingerprint(m->v, &m->file.fingerprint, m->error);
}

static void end(making *m)
{
    m->summary->seconds = ari_seconds() - m->start;
    ari_text_free(&m->work);
}

static bool stopped(const making *m)
{
    return m->job->stop && atomic_load(m->job->stop);
}

static void tell(making *m, uint64_t done, uint64_t all)
{
    double now = ari_seconds();
    if (!m->job->progress || now - m->told < 0.1)
        return;
    m->told = now;
    const ari_strong_progress progress = {.doing = "finding nimbers",
                                          .tiers = 1,
                                          .positions = done,
                                          .fraction =
                                              all ? (double)done / (double)all : 0,
                                          .seconds = now - m->start,
                                          .seconds_left = -1};
    m->job->progress(m->job->self, &progress);
}

/* Keeps what is known, when it is time or the work was stopped. */
static ari_status checkpoint(making *m, bool now)
{
    double time = ari_seconds();
    if (!now && (m->job->checkpoint < 0 || time - m->saved < m->job->checkpoint))
        return ARI_OK;
    m->saved = time;
    m->file.complete = 0;
    return write_file(&m->file, ari_text_get(&m->work), m->error);
}

static ari_status interrupted(making *m)
{
    ari_status status = checkpoint(m, true);
    return status == ARI_OK ? ari_fail(m->error, ARI_STOPPED, ARI_NO_OFFSET,
                                       "stopped; the same command goes on from '%.200s'",
                                       ari_text_get(&m->work))
                            : status;
}

static ari_status finish(making *m)
{
    m->file.complete = 1;
    ari_status status = write_file(&m->file, m->path, m->error);
    if (status == ARI_OK)
        ari__file_remove(ari_text_get(&m->work));
    return status;
}

/* Is the file there and complete? Then its summary; else what was known when the work was interrupted, or NULL. */
static ari_status look_before(making *m, ari_nimber_base **known)
{
    *known = NULL;
    if (ari__file_there(m->path)) {
        ari_status status =
            ari_nimber_base_new(m->path, m->v, m->job->memory, known, m->error);
        if (status == ARI_OK && (*known)->header[ARI__NB_H_KIND] != m->file.kind)
            status =
                ari_fail(m->error, ARI_IO, ARI_NO_OFFSET,
                         "'%.200s' is there, and is another file of nimbers", m->path);
        m->summary->there = status == ARI_OK;
        return status;
    }
    if (!ari__file_there(ari_text_get(&m->work)))
        return ARI_OK;
    ari_status status = ari__nimber_base_read(ari_text_get(&m->work), m->v,
                                              m->job->memory, known, m->error);
    m->summary->resumed = status == ARI_OK;
    return status;
}

/* ---- parts ---- */

typedef struct part_search {
    making *m;
    ari__memo memo; /* its scores are nimbers */
    uint32_t *stack;
    size_t depth, stack_room;
    ari_state *parts;
    ari_move *moves;
    uint8_t *seen; /* which nimbers the moves lead to */
    size_t seen_room;
} part_search;

static int memo_nimber(const void *self, uint64_t i)
{
    int score = ((const ari__memo *)self)->scores[i];
    return score < 0 ? ARI__NB_UNKNOWN : score;
}

static ari_status no_room(making *m)
{
    return ari_fail_allowance(m->error, &m->allowance, "keeping all parts");
}

/* The place of a part, which is added if it is new. */
static ari_status place_of(part_search *p, const ari_state *part, uint32_t *place)
{
    const ari_state normal = ari__normal(p->m->v, part, true, true);
    size_t at = ari__memo_find(&p->memo, &normal);
    if (at == ARI__MEMO_NONE) {
        at = p->memo.count;
        if (at >= UINT32_MAX - 1 || !ari__memo_add(&p->memo, &normal, -1, 0))
            return no_room(p->m);
    }
    *place = (uint32_t)at;
    return ARI_OK;
}

static ari_status push(part_search *p, uint32_t place)
{
    if (!ari__charged_grow(&p->m->allowance, (void **)&p->stack, &p->stack_room,
                           p->depth + 1, sizeof *p->stack))
        return no_room(p->m);
    p->stack[p->depth++] = place;
    return ARI_OK;
}

/* What the parts of a position are worth together; the first of which that is not known is put on the stack. */
static ari_status sum_of(part_search *p, const ari_state *s, int *nimber, bool *known)
{
    const ari_variant *v = p->m->v;
    int count = ari_sum_parts(v, s, ari_turn(v, s), p->parts);
    *nimber = 0;
    *known = true;
    for (int i = 0; i < count; i++) {
        uint32_t place = 0;
        ari_status status = place_of(p, &p->parts[i], &place);
        if (status == ARI_OK && p->memo.scores[place] < 0) {
            *known = false;
            return push(p, place);
        }
        if (status != ARI_OK)
            return status;
        *nimber ^= p->memo.scores[place];
    }
    return ARI_OK;
}

static ari_status mark(part_search *p, int nimber)
{
    size_t before = p->seen_room;
    if (!ari__charged_grow(&p->m->allowance, (void **)&p->seen, &p->seen_room,
                           (size_t)nimber + 2, 1))
        return no_room(p->m);
    if (p->seen_room > before)
        memset(p->seen + before, 0, p->seen_room - before);
    p->seen[nimber] = 1;
    return ARI_OK;
}

/* Works on the part on top of the stack: it gets its nimber, or another one comes on top. */
static ari_status work_on(part_search *p)
{
    const ari_variant *v = p->m->v;
    uint32_t place = p->stack[p->depth - 1];
    ari_state s = {{0}};
    memcpy(s.bytes, p->memo.states + place * v->core->state_size, v->core->state_size);
    int count = ari_outcome(v, &s) == ARI_ON ? ari_moves(v, &s, p->moves) : 0, nimber = 0;
    bool known = true;
    ari_status status = ARI_OK;
    if (p->seen_room)
        memset(p->seen, 0, p->seen_room);
    for (int i = 0; i < count && known && status == ARI_OK; i++) {
        ari_state next = ari_after(v, &s, p->moves[i]);
        status = sum_of(p, &next, &nimber, &known);
        if (status == ARI_OK && known)
            status = mark(p, nimber);
    }
    if (status != ARI_OK || !known)
        return status;
    for (nimber = 0; (size_t)nimber < p->seen_room && p->seen[nimber];)
        nimber++;
    if (nimber >= ARI__NB_UNKNOWN)
        return ari_fail(p->m->error, ARI_LIMIT, ARI_NO_OFFSET,
                        "a nimber is too large to be kept");
    p->memo.scores[place] = nimber;
    p->depth--;
    return ARI_OK;
}

static ari_status take_known(part_search *p, const ari_nimber_base *known)
{
    size_t size = p->m->v->core->state_size;
    for (uint64_t i = 0; known && i < known->header[ARI__NB_H_COUNT]; i++) {
        ari_state s = {{0}};
        int nimber = ari__nimber_base_at(known, i);
        memcpy(s.bytes, known->states + i * size, size);
        if (ari__memo_find(&p->memo, &s) == ARI__MEMO_NONE &&
            !ari__memo_add(&p->memo, &s, nimber == ARI__NB_UNKNOWN ? -1 : nimber, 0))
            return no_room(p->m);
    }
    return ARI_OK;
}

static void say_content(part_search *p)
{
    content *c = &p->m->file;
    c->count = p->memo.count;
    c->state_size = p->m->v->core->state_size;
    c->states = p->memo.states;
    c->nimber = memo_nimber;
    c->self = &p->memo;
}

static ari_status find_parts(part_search *p)
{
    const ari_variant *v = p->m->v;
    int count = ari_sum_parts(v, &v->start, ari_turn(v, &v->start), p->parts);
    ari_status status = ARI_OK;
    uint32_t place = 0;
    uint64_t done = 0;
    for (int i = 0; i < count && status == ARI_OK; i++)
        status = place_of(p, &p->parts[i], &place);
    for (size_t at = 0; at < p->memo.count && status == ARI_OK; at++) {
        if (p->memo.scores[at] >= 0)
            continue;
        status = push(p, (uint32_t)at);
        while (p->depth > 0 && status == ARI_OK) {
            status = work_on(p);
            if (status != ARI_OK || ++done % 1024 != 0)
                continue;
            say_content(p);
            tell(p->m, done, 0);
            status = stopped(p->m) ? interrupted(p->m) : checkpoint(p->m, false);
        }
    }
    say_content(p);
    return status;
}

/* The parts by their bytes, so that the file does not tell how they were found. */
typedef struct keyed {
    const unsigned char *state;
    uint32_t place;
    uint32_t size;
} keyed;

static int by_bytes(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    return memcmp(x->state, y->state, x->size);
}

static ari_status write_parts(part_search *p)
{
    size_t count = p->memo.count, size = p->m->v->core->state_size;
    keyed *keys = malloc((count + 1) * sizeof *keys);
    uint32_t *order = malloc((count + 1) * sizeof *order);
    ari_status status = ARI_OK;
    if (!keys || !order)
        status = ari_fail_memory(p->m->error, (count + 1) * sizeof *keys,
                                 "the order of parts");
    for (size_t i = 0; i < count && status == ARI_OK; i++)
        keys[i] = (keyed){p->memo.states + i * size, (uint32_t)i, (uint32_t)size};
    if (status == ARI_OK) {
        qsort(keys, count, sizeof *keys, by_bytes);
        for (size_t i = 0; i < count; i++)
            order[i] = keys[i].place;
        p->m->file.order = order;
        status = finish(p->m);
    }
    free(keys);
    free(order);
    return status;
}

static ari_status solve_parts(making *m, const ari_nimber_base *known)
{
    part_search p = {.m = m};
    p.memo = ari__memo_empty(m->v->core->state_size, &m->allowance);
    p.parts = malloc(ARI_COMPONENTS_MAX * sizeof *p.parts);
    p.moves = malloc((size_t)m->v->core->max_moves * sizeof *p.moves);
    ari_status status = ARI_OK;
    if (!p.parts || !p.moves)
        status = ari_fail_memory(m->error, ARI_COMPONENTS_MAX * sizeof *p.parts, "parts");
    if (status == ARI_OK)
        status = take_known(&p, known);
    if (status == ARI_OK)
        status = find_parts(&p);
    if (status == ARI_OK)
        status = write_parts(&p);
    ari__memo_free(&p.memo);
    ari__charged_free(&m->allowance, p.stack, p.stack_room, sizeof *p.stack);
    ari__charged_free(&m->allowance, p.seen, p.seen_room, 1);
    free(p.parts);
    free(p.moves);
    return status;
}

/* ---- heaps ---- */

static int heap_nimber(const void *self, uint64_t i)
{
    return ari_heaps_nimber(self, i);
}

static ari_status solve_heaps(making *m, const ari_nimber_base *known, uint64_t last)
{
    ari_heap_rules rules;
    ari_heaps *heaps;
    const ari_core *core = m->v->core;
    if (!core->heap_rules || !core->heap_rules(m->v->rules, &rules))
        return ari_fail(m->error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "%s is no game of heaps whose nimbers follow one another",
                        m->v->game->title);
    ari_status status = ari_heaps_new(&rules, &m->allowance, &heaps, m->error);
    if (status != ARI_OK)
        return status;
    for (uint64_t i = 0; known && i < known->header[ARI__NB_H_COUNT] && status == ARI_OK;
         i++)
        status = ari_heaps_take(heaps, ari__nimber_base_at(known, i), m->error);
    m->file.nimber = heap_nimber;
    m->file.self = heaps;
    for (bool more = status == ARI_OK; more;) {
        const ari_limits slice = {.seconds = SLICE, .stop = m->job->stop};
        status = ari_heaps_find(heaps, last, &slice, m->error);
        uint64_t reached = ari_heaps_known(heaps);
        m->file.count = reached < last ? reached + 1 : last + 1;
        more = status == ARI_STOPPED && reached < last;
        tell(m, m->file.count, last + 1);
        if (more && stopped(m)) {
            status = interrupted(m);
            more = false;
        } else if (more && (status = checkpoint(m, false)) != ARI_OK) {
            more = false;
        }
    }
    if (status == ARI_OK)
        status = finish(m);
    ari_heaps_free(heaps);
    return status;
}

/* ---- the questions ---- */

static ari_status summarise(making *m)
{
    ari_nimber_base *base;
    ari_nimber_base_summary before = *m->summary;
    ari_status status =
        ari_nimber_base_new(m->path, m->v, m->job->memory, &base, m->error);
    if (status == ARI_OK) {
        ari_nimber_base_sums(base, m->summary);
        m->summary->resumed = before.resumed;
        m->summary->there = before.there;
        ari_nimber_base_free(base);
    }
    return status;
}

static ari_status make(making *m, uint64_t kind, uint64_t last)
{
    ari_nimber_base *known = NULL;
    ari_status status = begin(m, kind);
    if (status == ARI_OK && !ari_has_nimbers(m->v))
        status =
            ari_fail(m->error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                     "%s has no nimbers: they are for games in which both sides have "
                     "the same moves, and that end when there is none",
                     m->v->game->title);
    if (status == ARI_OK)
        status = look_before(m, &known);
    bool fewer = known && kind == ARI__NB_HEAPS && m->summary->there &&
                 known->header[ARI__NB_H_COUNT] <= last;
    if (fewer) { /* a longer sequence goes on from a shorter one, or from what was known of it */
        m->summary->there = false;
        m->summary->resumed = true;
        if (ari__file_there(ari_text_get(&m->work))) {
            ari_nimber_base_free(known);
            status = ari__nimber_base_read(ari_text_get(&m->work), m->v, m->job->memory,
                                           &known, m->error);
        }
    }
    if (status == ARI_OK && !m->summary->there)
        status =
            kind == ARI__NB_HEAPS ? solve_heaps(m, known, last) : solve_parts(m, known);
    ari_nimber_base_free(known);
    if (status == ARI_OK)
        status = summarise(m);
    end(m);
    return status;
}

ari_status ari_nimber_base_solve(const ari_variant *v, const char *path,
                                 const ari_strong_job *job,
                                 ari_nimber_base_summary *summary, ari_error *error)
{
    making m = {.v = v, .path = path, .job = job, .summary = summary, .error = error};
    return make(&m, ARI__NB_PARTS, 0);
}

ari_status ari_nimber_base_sequence(const ari_variant *v, uint64_t last, const char *path,
                                    const ari_strong_job *job,
                                    ari_nimber_base_summary *summary, ari_error *error)
{
    making m = {.v = v, .path = path, .job = job, .summary = summary, .error = error};
    return make(&m, ARI__NB_HEAPS, last);
}
