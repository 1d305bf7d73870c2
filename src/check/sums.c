/* sums.c: the topic of games that fall apart: a position is the sum of its parts.
 *
 * That is so if, move by move, a position leads to the sums that its parts lead to: each move of a part beside
 * the others as they are. So no value has to be found. A sum is known by its parts, whatever their order: by the
 * sum of their hashes. Where a game is impartial, the same is asked with the other side to move. And where it is
 * small enough, what the rules say of a position is what follows from the parts alone. */
#include "check/context.h"

#include "base/hash.h"

typedef struct places {
    ari_state parts[ARI_COMPONENTS_MAX], inner[ARI_COMPONENTS_MAX];
    ari_move list[ARI_MOVES_MAX];
    uint64_t *whole, *parted; /* the sums that follow */
    size_t room;
    bool crowded; /* there are more */
} places;

static int parts_of(const ari__check *c, const ari_state *s, ari_side turn,
                    ari_state *parts)
{
    const ari_core *core = c->v->core;
    unsigned char made[ARI_COMPONENTS_MAX * sizeof(ari_state)] = {0};
    int count = core->components(c->v->rules, s, turn, made);
    for (int i = 0; i < count && i < ARI_COMPONENTS_MAX; i++) {
        parts[i] = (ari_state){{0}};
        memcpy(&parts[i], made + (size_t)i * core->state_size, core->state_size);
    }
    return count;
}

static uint64_t hash_of_part(const ari__check *c, const ari_state *part)
{
    ari_state normal = ari__check_normal(c, part);
    return ari_mix(ari__hash_bytes(&normal, c->v->core->state_size));
}

static uint64_t hash_of_parts(const ari__check *c, const ari_state *parts, int count)
{
    uint64_t hash = 0;
    for (int i = 0; i < count; i++)
        hash += hash_of_part(c, &parts[i]);
    return hash;
}

/* The sum that a position is, seen by the side to move. */
static uint64_t hash_of(const ari__check *c, const ari_state *s, ari_state *room)
{
    return hash_of_parts(c, room, parts_of(c, s, ari_turn(c->v, s), room));
}

static int by_number(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* Sorted, each once. */
static size_t unique(uint64_t *list, size_t count)
{
    size_t kept = 0;
    qsort(list, count, sizeof *list, by_number);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || list[i] != list[i - 1])
            list[kept++] = list[i];
    return kept;
}

/* The sums that the moves of all parts lead to, with `turn` to make them. */
static size_t parted(ari__check *c, const ari_state *s, ari_side turn, places *p)
{
    int count = parts_of(c, s, turn, p->parts);
    ari_state others[ARI_COMPONENTS_MAX];
    (void)parts_of(c, s, (ari_side)!turn, others); /* as they are after the move */
    uint64_t all = hash_of_parts(c, others, count);
    size_t found = 0;
    p->crowded = false;
    for (int i = 0; i < count; i++) {
        if (!ari__check_on(c, &p->parts[i]))
            continue;
        int moves = ari__check_list(c, &p->parts[i], p->list);
        uint64_t rest = all - hash_of_part(c, &others[i]);
        for (int k = 0; k < moves; k++) {
            ari_state next = ari_after(c->v, &p->parts[i], p->list[k]);
            p->crowded = p->crowded || found == p->room;
            if (!p->crowded)
                p->parted[found++] = rest + hash_of(c, &next, p->inner);
        }
    }
    return unique(p->parted, found);
}

/* The sums that the moves of the whole lead to. */
static size_t whole(ari__check *c, const ari_state *s, places *p)
{
    int moves = ari__check_on(c, s) ? ari__check_list(c, s, p->list) : 0;
    for (int k = 0; k < moves; k++) {
        ari_state next = ari_after(c->v, s, p->list[k]);
        p->whole[k] = hash_of(c, &next, p->inner);
    }
    return unique(p->whole, (size_t)moves);
}

static bool counts_parts(ari__check *c, const ari_state *s, places *p)
{
    int count = parts_of(c, s, ari_turn(c->v, s), p->parts);
    if (count < 0 || count > ARI_COMPONENTS_MAX)
        return ari__check_fail(c, s, "GAME_COMPONENTS finds %d parts", count);
    for (int i = 0; i < count; i++) {
        int inner = parts_of(c, &p->parts[i], ari_turn(c->v, s), p->inner);
        if (inner != 1 ||
            hash_of_part(c, &p->inner[0]) != hash_of_part(c, &p->parts[i]) ||
            ari_turn(c->v, &p->parts[i]) != ari_turn(c->v, s))
            return ari__check_fail(c, s,
                                   "part %d of what GAME_COMPONENTS finds is not in turn "
                                   "one part, itself, with the same side to move",
                                   i + 1);
    }
    bool impartial = c->v->core->impartial && c->v->core->impartial(c->v->rules);
    return !impartial || (count > 0) == ari__check_on(c, s) ||
           ari__check_fail(c, s, "GAME_COMPONENTS finds %d parts, but the game is %s",
                           count, count ? "over" : "on");
}

/* GAME_WITH_TURN: nothing else is changed. */
static bool turns(ari__check *c, const ari_state *s, places *p)
{
    const ari_core *core = c->v->core;
    for (int turn = ARI_FIRST; core->with_turn && turn <= ARI_SECOND; turn++) {
        ari_state turned = {{0}}, back = {{0}};
        core->with_turn(c->v->rules, s, (ari_side)turn, &turned);
        core->with_turn(c->v->rules, &turned, ari_turn(c->v, s), &back);
        uint64_t wanted =
            hash_of_parts(c, p->parts, parts_of(c, s, (ari_side)turn, p->parts));
        if ((int)ari_turn(c->v, &turned) != turn || !ari_state_equal(c->v, s, &back) ||
            hash_of(c, &turned, p->inner) != wanted)
            return ari__check_fail(c, s, "GAME_WITH_TURN (%s) changes more than the turn",
                                   ari_side_name((ari_side)turn));
    }
    return true;
}

/* GAME_HEAP_OF: each move of a part leaves heaps as GAME_HEAP_RULES allows, told by how many there are and how large they
 * are together. */
static bool follows_heap_rules(ari__check *c, const ari_state *part, places *p)
{
    const ari_core *core = c->v->core;
    ari_heap_rules rules;
    if (!core->heap_of || !core->heap_rules || !core->heap_rules(c->v->rules, &rules) ||
        !ari__check_on(c, part))
        return true;
    int size = core->heap_of(c->v->rules, part);
    int moves = ari__check_list(c, part, p->list);
    for (int k = 0; k < moves; k++) {
        ari_state next = ari_after(c->v, part, p->list[k]);
        int count = parts_of(c, &next, ari_turn(c->v, &next), p->inner), left = 0;
        for (int i = 0; i < count; i++)
            left += core->heap_of(c->v->rules, &p->inner[i]);
        bool allowed =
            false; /* heaps in which nobody has a move are not among the parts */
        for (int taken = 0; taken < rules.count && taken <= size && !allowed; taken++)
            allowed = size - taken >= left && rules.digits[taken] &&
                      (count < 2 || rules.digits[taken] & 4);
        if (count > 2 || !allowed)
            return ari__check_fail(
                c, part,
                "GAME_HEAP_OF says that a heap of %d becomes %d heaps, "
                "of %d together, and GAME_HEAP_RULES does not",
                size, count, left);
    }
    return true;
}

static bool is_sum(ari__check *c, const ari_state *s, places *p)
{
    if (!counts_parts(c, s, p) || !turns(c, s, p))
        return false;
    int parts = parts_of(c, s, ari_turn(c->v, s), p->parts);
    for (int i = 0; i < parts; i++) {
        const ari_state part = p->parts[i];
        if (!follows_heap_rules(c, &part, p))
            return false;
    }
    size_t count = whole(c, s, p), other = parted(c, s, ari_turn(c->v, s), p);
    if (!p->crowded && (count != other || memcmp(p->whole, p->parted, count * 8) != 0))
        return ari__check_fail(c, s,
                               "its moves lead to %zu different sums, those of its parts "
                               "(GAME_COMPONENTS) to %zu, or to others",
                               count, other);
    if (!c->v->core->impartial || !c->v->core->impartial(c->v->rules))
        return true;
    other = parted(c, s, (ari_side)!ari_turn(c->v, s), p);
    return p->crowded || (count == other && !memcmp(p->whole, p->parted, count * 8)) ||
           ari__check_fail(c, s,
                           "GAME_IMPARTIAL, but the other side would have other moves");
}

/* The part that a move is clicked in is the one that it changes: the others stand beside something that this part leads
 * to. */
static bool is_made_in(ari__check *c, const ari_state *s, ari_move move, int part,
                       places *p)
{
    ari_state others[ARI_COMPONENTS_MAX], next = ari_after(c->v, s, move);
    ari_side turn = ari_turn(c->v, s);
    uint64_t after = hash_of(c, &next, p->inner);
    int count = parts_of(c, s, (ari_side)!turn, others);
    after -= hash_of_parts(c, others, count) - hash_of_part(c, &others[part]);
    (void)parts_of(c, s, turn, p->parts);
    int moves = ari__check_list(c, &p->parts[part], p->list);
    for (int k = 0; k < moves; k++) {
        next = ari_after(c->v, &p->parts[part], p->list[k]);
        if (hash_of(c, &next, p->inner) == after)
            return true;
    }
    return ari__check_fail(c, s,
                           "GAME_COMPONENT_PLACES shows part %d where a move is clicked "
                           "that changes another",
                           part + 1);
}

/* Nothing is shown but parts that there are. */
static bool shows_parts(ari__check *c, const ari_state *s, int count, const uint8_t *part,
                        int cells)
{
    for (int i = 0; i < cells; i++)
        if (part[i] > count)
            return ari__check_fail(c, s, "GAME_COMPONENT_PLACES shows part %d of %d",
                                   part[i], count);
    return true;
}

static bool places_parts(ari__check *c, const ari_state *s, places *p)
{
    const ari_core *core = c->v->core;
    ari_board *board = ari__check_array(c, 1, sizeof *board);
    uint8_t *part = ari__check_array(c, ARI_BOARD_CELLS, sizeof *part);
    ari_move *list = ari__check_array(c, (size_t)core->max_moves, sizeof *list);
    bool ok = board && part && list;
    if (ok) {
        core->board(c->v->rules, s, board);
        core->component_places(c->v->rules, s, board, part);
        int count = parts_of(c, s, ari_turn(c->v, s), p->parts);
        ok = shows_parts(c, s, count, part, board->width * board->height);
    }
    int moves = ok && ari__check_on(c, s) ? ari__check_list(c, s, list) : 0;
    for (int i = 0; ok && i < moves; i++) {
        uint16_t clicks[ARI_CLICKS_MAX];
        int clicked = ari_move_clicks(c->v, s, board, list[i], clicks);
        for (int k = 0; clicked == 0 && k < board->width * board->height; k++)
            if (board->cells[k].move ==
                list[i]) { /* where the game's own clicks say nothing */
                clicks[0] = (uint16_t)k;
                clicked = 1;
            }
        for (int k = 0; ok && k < clicked; k++)
            ok = part[clicks[k]] ? is_made_in(c, s, list[i], part[clicks[k]] - 1, p)
                                 : ari__check_fail(c, s,
                                                   "GAME_COMPONENT_PLACES shows no part "
                                                   "where a move is clicked");
    }
    free(board);
    free(part);
    free(list);
    return ok;
}

/* An impartial game without parts of its own: the position that the first player sees has moves to
 * the same. */
static bool is_impartial(ari__check *c, const ari_state *s, places *p)
{
    ari_state seen = {{0}};
    c->v->core->as_first(c->v->rules, s, &seen);
    size_t counts[2];
    for (int i = 0; i < 2; i++) {
        const ari_state *at = i ? &seen : s;
        uint64_t *list = i ? p->parted : p->whole;
        int moves = ari__check_on(c, at) ? ari__check_list(c, at, p->list) : 0;
        for (int k = 0; k < moves; k++) {
            ari_state next = ari_after(c->v, at, p->list[k]);
            list[k] = hash_of_part(c, &next);
        }
        counts[i] = unique(list, (size_t)moves);
    }
    return (counts[0] == counts[1] && !memcmp(p->whole, p->parted, counts[0] * 8)) ||
           ari__check_fail(c, s,
                           "GAME_IMPARTIAL, but the first player would have other moves");
}

static bool ends_by_moving(ari__check *c, const ari_state *s)
{
    int last = c->v->core->last_move(c->v->rules), outcome = ari_outcome(c->v, s);
    return outcome == ARI_ON || outcome == -last ||
           ari__check_fail(c, s, "by GAME_LAST_MOVE it is %s who has no move, not %d",
                           last == ARI_WON ? "lost for the side" : "won for the side",
                           outcome);
}

static bool goes_together(ari__check *c, bool *asked)
{
    const ari_core *core = c->v->core;
    const void *r = c->v->rules;
    int last = core->last_move ? core->last_move(r) : 0;
    bool impartial = core->impartial && core->impartial(r);
    *asked = last != 0;
    if (last != 0 && last != ARI_WON && last != ARI_LOST)
        return ari__check_fail(c, NULL, "GAME_LAST_MOVE is %d", last);
    if (!last && (core->components || impartial))
        return ari__check_fail(c, NULL,
                               "GAME_COMPONENTS and GAME_IMPARTIAL need GAME_LAST_MOVE");
    if (last && (ari_has(c->v, ARI_HAS_EXTRA_TURNS) || ari_has(c->v, ARI_HAS_CYCLES)))
        return ari__check_fail(c, NULL,
                               "GAME_LAST_MOVE needs turns that alternate, and an end");
    if ((impartial && !core->as_first) ||
        ((core->heap_rules || core->component_places || core->with_turn) &&
         !core->components) ||
        (core->heap_of && !core->heap_rules))
        return ari__check_fail(c, NULL,
                               "GAME_IMPARTIAL needs GAME_AS_FIRST, GAME_HEAP_RULES, "
                               "GAME_COMPONENT_PLACES and GAME_WITH_TURN need "
                               "GAME_COMPONENTS, and GAME_HEAP_OF needs GAME_HEAP_RULES");
    return true;
}

bool ari__check_sums(ari__check *c)
{
    const ari_core *core = c->v->core;
    bool asked, impartial = core->impartial && core->impartial(c->v->rules);
    if (!goes_together(c, &asked) || !asked)
        return !asked;
    places *p = ari__check_array(c, 1, sizeof *p);
    bool ok = p != NULL;
    if (ok) {
        p->room = 4 * (size_t)core->max_moves;
        p->whole = ari__check_array(c, p->room, sizeof *p->whole);
        p->parted = ari__check_array(c, p->room, sizeof *p->parted);
        ok = p->whole && p->parted;
    }
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++) {
        const ari_state *s = &c->sample[i];
        ok = ends_by_moving(c, s) &&
             (core->components ? is_sum(c, s, p) : !impartial || is_impartial(c, s, p)) &&
             (!core->component_places || places_parts(c, s, p)) && ari__check_passed(c);
    }
    if (p) {
        free(p->whole);
        free(p->parted);
    }
    free(p);
    return ok;
}
