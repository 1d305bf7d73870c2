/* sum.c: sums of different games: each turn is a move in one of them.
 *
 * A position holds one of each game, as it is with the first player to move, and the side that is to move:
 *
 *     | bytes: kayles, 16 | nim, 32 | ... | turn | kept |
 *
 * A bit of `kept` says that a game is there: in a game from the start all are; what searches see has only those in
 * which there is a move, and each part of a sum has but one of them. A move is which game, and which of the moves in
 * it. Sides need not take turns in each game, so a game must be able to say what it is with either side to move
 * (GAME_WITH_TURN). All is reckoned by the games themselves, through their functions: a sum may be slower than its
 * games, but it knows all that they know. */
#include "sum_games.h"

/* ---- one of the games ---- */

static inline bool sum_has(const sum_state *s, int i)
{
    return s->kept >> i & 1;
}

/* How it is with this side to move. */
static inline void sum_see(const sum_rules *r, const sum_state *s, int i, unsigned turn,
                           ari_state *seen)
{
    const sum_part *part = &r->part[i];
    part->core->with_turn(part->rules, s->bytes + part->from, (ari_side)turn, seen);
}

/* It becomes this, whoever is to move there. */
static inline void sum_put(const sum_rules *r, sum_state *s, int i, const void *seen)
{
    const sum_part *part = &r->part[i];
    part->core->with_turn(part->rules, seen, ARI_FIRST, s->bytes + part->from);
    s->kept |= (uint8_t)(1 << i);
}

static inline void sum_drop(const sum_rules *r, sum_state *s, int i)
{
    memset(s->bytes + r->part[i].from, 0, r->part[i].core->state_size);
    s->kept &= (uint8_t) ~(1 << i);
}

static inline bool sum_on(const sum_rules *r, const sum_state *s, int i, unsigned turn)
{
    ari_state seen;
    if (!sum_has(s, i))
        return false;
    sum_see(r, s, i, turn, &seen);
    return r->part[i].core->outcome(r->part[i].rules, &seen) == ARI_ON;
}

/* The side to move has a move in it, which is seen; how many, and which. */
static inline int sum_list(const sum_rules *r, const sum_state *s, int i, ari_state *seen,
                           ari_move *list)
{
    const sum_part *part = &r->part[i];
    if (!sum_has(s, i))
        return 0;
    sum_see(r, s, i, s->turn, seen);
    return part->core->outcome(part->rules, seen) == ARI_ON
               ? part->core->moves(part->rules, seen, list)
               : 0;
}

/* ---- the rules ---- */

static sum_state sum_start(const sum_rules *r)
{
    sum_state s = {.turn = 0};
    for (int i = 0; i < r->count; i++)
        sum_put(r, &s, i, &r->start[i]);
    return s;
}

static inline int sum_moves(const sum_rules *r, const sum_state *s, ari_move *list)
{
    int count = 0;
    ari_state seen;
    for (int i = 0; i < r->count; i++) {
        int moves = sum_list(r, s, i, &seen, list + count);
        for (int k = 0; k < moves; k++)
            list[count + k] = (ari_move)(i * SUM_IN_PART + k);
        count += moves;
    }
    return count;
}

/* The game that is moved in, as the side to move sees it, and the move there. */
static inline int sum_read(const sum_rules *r, const sum_state *s, ari_move m,
                           ari_state *seen, ari_move *inner)
{
    ari_move list[SUM_MOVES];
    (void)sum_list(r, s, m / SUM_IN_PART, seen, list);
    *inner = list[m % SUM_IN_PART];
    return m / SUM_IN_PART;
}

static inline sum_state sum_after(const sum_rules *r, const sum_state *s, ari_move m)
{
    ari_state seen, after;
    ari_move inner;
    sum_state next = *s;
    int i = sum_read(r, s, m, &seen, &inner);
    r->part[i].core->after(r->part[i].rules, &seen, inner, &after);
    sum_put(r, &next, i, &after);
    next.turn ^= 1;
    return next;
}

static inline int sum_outcome(const sum_rules *r, const sum_state *s)
{
    for (int i = 0; i < r->count; i++)
        if (sum_on(r, s, i, s->turn))
            return ARI_ON;
    return -r->last_move;
}

static inline ari_side sum_turn(const sum_rules *r, const sum_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* ---- what it falls into, and what is the same ---- */

static int sum_last_move(const sum_rules *r)
{
    return r->last_move;
}

/* What a game falls into, each beside no other. Where that would be too many, it stays whole. */
static int sum_components_of(const sum_rules *r, const sum_state *s, int i, ari_side turn,
                             int room, sum_state *made)
{
    alignas(SUM_ALIGN) unsigned char parts[ARI_COMPONENTS_MAX * SUM_ROOM];
    const sum_part *part = &r->part[i];
    int count = part->core->components(part->rules, s->bytes + part->from, turn, parts);
    for (int k = 0; k < count && count <= room; k++) {
        made[k] = (sum_state){.turn = turn == ARI_SECOND};
        sum_put(r, &made[k], i, parts + (size_t)k * part->core->state_size);
    }
    if (count <= room)
        return count;
    made[0] = (sum_state){.turn = turn == ARI_SECOND};
    sum_put(r, &made[0], i, s->bytes + part->from);
    return 1;
}

static int sum_components(const sum_rules *r, const sum_state *s, ari_side turn,
                          sum_state *made)
{
    int count = 0;
    for (int i = 0; i < r->count; i++)
        if (sum_has(s, i)) {
            int room = ARI_COMPONENTS_MAX - count - (r->count - 1 - i);
            count += sum_components_of(r, s, i, turn, room, made + count);
        }
    return count;
}

static sum_state sum_with_turn(const sum_rules *r, const sum_state *s, ari_side turn)
{
    (void)r;
    sum_state turned = *s;
    turned.turn = turn == ARI_SECOND;
    return turned;
}

/* A game in which nobody has a move is forgotten. */
static inline void sum_leave_out(const sum_rules *r, sum_state *s)
{
    for (int i = 0; i < r->count; i++)
        if (!sum_on(r, s, i, ARI_FIRST) && !sum_on(r, s, i, ARI_SECOND))
            sum_drop(r, s, i);
}

static sum_state sum_as_first(const sum_rules *r, const sum_state *s)
{
    sum_state seen = *s;
    sum_leave_out(r, &seen);
    for (int i = 0; i < r->count; i++) {
        ari_state at, first;
        if (!sum_has(&seen, i))
            continue;
        sum_see(r, &seen, i, s->turn, &at);
        r->part[i].core->as_first(r->part[i].rules, &at, &first);
        sum_put(r, &seen, i, &first);
    }
    seen.turn = 0;
    return seen;
}

static void sum_swap(const sum_rules *r, sum_state *s, int i, int k)
{
    size_t size = r->part[i].core->state_size;
    unsigned char *a = s->bytes + r->part[i].from, *b = s->bytes + r->part[k].from;
    unsigned char kept[SUM_ROOM];
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
    unsigned differ = (s->kept >> i ^ s->kept >> k) & 1;
    s->kept ^= (uint8_t)(differ << i | differ << k);
}

/* Does the game i come behind k, which has the same rules? */
static bool sum_behind(const sum_rules *r, const sum_state *s, int i, int k)
{
    if (sum_has(s, i) != sum_has(s, k))
        return sum_has(s, k);
    return memcmp(s->bytes + r->part[i].from, s->bytes + r->part[k].from,
                  r->part[i].core->state_size) < 0;
}

/* Each game in its canonical form, and those with the same rules in order. */
static sum_state sum_canonical(const sum_rules *r, const sum_state *s)
{
    sum_state made = *s;
    sum_leave_out(r, &made);
    for (int i = 0; i < r->count; i++) {
        ari_state at, canonical;
        const sum_part *part = &r->part[i];
        if (!sum_has(&made, i) || !part->core->canonical)
            continue;
        sum_see(r, &made, i, s->turn, &at);
        part->core->canonical(part->rules, &at, &canonical);
        sum_put(r, &made, i, &canonical);
    }
    for (int i = 1; i < r->count; i++)
        for (int k = i; k > 0;) {
            int before = k - 1;
            while (before >= 0 && r->part[before].alike != r->part[k].alike)
                before--;
            if (before < 0 || !sum_behind(r, &made, before, k))
                break;
            sum_swap(r, &made, before, k);
            k = before;
        }
    return made;
}

static inline int sum_longest(const sum_rules *r, const sum_state *s)
{
    int plies = 0;
    for (int i = 0; i < r->count; i++)
        if (sum_has(s, i))
            plies +=
                r->part[i].core->longest(r->part[i].rules, s->bytes + r->part[i].from);
    return plies;
}

/* Where a game has moves of their own for both sides, who is to move does not follow from where all stand. */
static double sum_positions(const sum_rules *r)
{
    double positions = r->impartial ? 1 : 2;
    for (int i = 0; i < r->count; i++)
        positions *= r->part[i].core->positions(r->part[i].rules);
    return positions;
}

/* The values are 1 and -1. */
static inline int sum_at_most(const sum_rules *r, const sum_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return 1;
}

static inline int sum_at_least(const sum_rules *r, const sum_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return -1;
}

/* ---- text ---- */

static void sum_format_move(const sum_rules *r, const sum_state *s, ari_move m,
                            ari_text *out)
{
    ari_state seen;
    ari_move inner;
    int i = sum_read(r, s, m, &seen, &inner);
    ari_text_format(out, "%s:", r->part[i].name);
    r->part[i].core->format_move(r->part[i].rules, &seen, inner, out);
}

static void sum_format(const sum_rules *r, const sum_state *s, ari_text *out)
{
    for (int i = 0; i < r->count; i++) {
        if (i)
            ari_text_add_char(out, '+');
        if (sum_has(s, i))
            r->part[i].core->format(r->part[i].rules, s->bytes + r->part[i].from, out);
        else
            ari_text_add_char(out, '-');
    }
    if (s->turn)
        ari_text_add(out, "/2");
}

/* A game may say that its position is only possible with the second player to move: in a sum it always is. */
static ari_status sum_parse_part(const sum_part *part, const char *text, size_t length,
                                 ari_state *seen, ari_error *error)
{
    ari_text copy = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&copy, text, length);
    ari_text_add(&copy, "/2");
    if (!ari_text_ok(&copy)) {
        ari_text_free(&copy);
        return ari_fail_memory(error, length, "a position");
    }
    copy.data[length] = '\0';
    ari_status status = part->core->parse(part->rules, copy.data, seen, error);
    if (status == ARI_ILLEGAL) {
        ari_error ignored;
        ari_state second;
        copy.data[length] = '/';
        if (part->core->parse(part->rules, copy.data, &second, &ignored) == ARI_OK) {
            *seen = second;
            status = ARI_OK;
        }
    }
    ari_text_free(&copy);
    return status;
}

static ari_status sum_parse(const sum_rules *r, const char *text, sum_state *s,
                            ari_error *error)
{
    size_t end = strlen(text), at = 0;
    s->turn = end >= 2 && strcmp(text + end - 2, "/2") == 0;
    end -= s->turn ? 2 : 0;
    for (int i = 0; i < r->count; i++) {
        size_t length = strcspn(text + at, "+");
        bool last = i == r->count - 1;
        length = length > end - at ? end - at : length;
        if ((at + length == end) != last)
            return ari_fail(error, ARI_SYNTAX, at + length,
                            "expected the positions of %d games with a + between them",
                            (int)r->count);
        if (length == 1 && text[at] == '-') {
            at += 2;
            continue;
        }
        ari_state seen = {{0}};
        ari_status status = sum_parse_part(&r->part[i], text + at, length, &seen, error);
        if (status != ARI_OK) {
            if (error && error->offset != ARI_NO_OFFSET)
                error->offset += at;
            return status;
        }
        sum_put(r, s, i, &seen);
        at += length + 1;
    }
    return ARI_OK;
}

#include "sum_board.h"

/* Twice: where both sides have the same moves in all games, and where they have not. */
#define GAME sum
#define GAME_MAX_MOVES SUM_MOVES
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_CLICKS sum_clicks
#define GAME_CANONICAL sum_canonical
#define GAME_AT_MOST sum_at_most
#define GAME_AT_LEAST sum_at_least
#define GAME_LONGEST sum_longest
#define GAME_POSITIONS sum_positions
#define GAME_LAST_MOVE sum_last_move
#define GAME_COMPONENTS sum_components
#define GAME_COMPONENT_PLACES sum_component_places
#define GAME_WITH_TURN sum_with_turn
#define GAME_IMPARTIAL ari_always
#define GAME_AS_FIRST sum_as_first
#include <ariadne/instance.h>

#undef GAME
#undef GAME_IMPARTIAL
#undef GAME_AS_FIRST
#define GAME sumsides
#define sumsides_rules sum_rules
#define sumsides_state sum_state
#define sumsides_setup sum_setup
#define sumsides_start sum_start
#define sumsides_moves sum_moves
#define sumsides_after sum_after
#define sumsides_outcome sum_outcome
#define sumsides_turn sum_turn
#define sumsides_format_move sum_format_move
#define sumsides_format sum_format
#define sumsides_parse sum_parse
#define sumsides_board sum_board
#include <ariadne/instance.h>

static ari_status sum_choose(ari_value *values, void *rules, const ari_core **core,
                             ari_error *error)
{
    ari_status status = sum_core_setup(values, rules, core, error);
    bool sides = status == ARI_OK && !((const sum_rules *)rules)->impartial;
    return sides ? sumsides_core_setup(values, rules, core, error) : status;
}

static const ari_option sum_options[] = {
    {.name = "parts",
     .kind = ARI_STRING,
     .initial_string = "kayles=7+nim=31",
     .max = ARI_STRING_MAX,
     .help = "the games with a + between them, each with its size or heaps"},
    {.name = NULL}};

const ari_game ari_game_sum = {
    .abi = ARI_GAME_ABI,
    .rules_size = sizeof(sum_rules),
    .setup = sum_choose,
    .id = "sum",
    .title = "Sum of games",
    .about =
        "Several games that fall apart stand side by side. In turn, each player makes a\n"
        "move in one of them. Whoever makes the last move of all wins (where the games\n"
        "are played so that it loses, all of them are).\n"
        "The games are written with a + between them: kayles=7+nim=31 is a row of seven\n"
        "pins beside heaps of three and one. What stands behind = is a game's first\n"
        "option; others follow behind commas: "
        "domineering=4,height=3+clobber=3,height=2.\n"
        "Who wins is said by misere=yes or normal=no with one of the games or more.\n"
        "A move is the name of a game and a move in it: kayles:3-4, or kayles2:3 where\n"
        "there are several of a kind.\n"
        "A position is that of each game with a + between them, and /2 at the end when\n"
        "the second player is to move: |||.|||+31/2. A - is a game that is over.",
    .options = sum_options,
};
