/* positions.h: games and positions by their text, for every test that needs some. */
#ifndef TESTS_POSITIONS_H
#define TESTS_POSITIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ariadne/random.h>
#include <ariadne/variant.h>

/* Each of these ends the test with the library's own sentence when it fails. */

static inline ari_variant *variant(const char *spec)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        fail_msg("%s: %s", spec, error.message);
    return v;
}

static inline ari_state position(const ari_variant *v, const char *text)
{
    ari_record record;
    ari_error error;
    if (ari_position_parse(v, text, &record, &error) != ARI_OK)
        fail_msg("%s: %s", text, error.message);
    ari_state s = record.end;
    ari_record_free(&record);
    return s;
}

static inline ari_move random_move(const ari_variant *v, const ari_state *s,
                                   ari_random *random)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list);
    return list[ari_random_below(random, (uint32_t)count)];
}

/* The position after a random move; the game must be on. */
static inline ari_state random_after(const ari_variant *v, const ari_state *s,
                                     ari_random *random)
{
    return ari_after(v, s, random_move(v, s, random));
}

/* Any position of a random game, after at most so many plies; the game is on. */
static inline ari_state on_the_way(const ari_variant *v, ari_random *random, int plies)
{
    ari_state s = v->start;
    for (int i = 0; i < plies; i++) {
        ari_state next = random_after(v, &s, random);
        if (ari_outcome(v, &next) != ARI_ON)
            break;
        s = next;
    }
    return s;
}

#endif
