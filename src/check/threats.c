/* threats.c: moves that force, and the replies that must be looked at. */
#include "check/context.h"

/* How many moves do not lose at once, as GAME_CHOICE tells: 2 is more than one. */
static int choice_at(const ari__check *c, const ari_state *s)
{
    ari_view view;
    ari_move only;
    ari_view_of(c->v, s, &view);
    return c->v->core->choice(c->v->rules, &view, &only);
}

/* Does the side to move have a move after which nobody wins at once, and every reply allows it to win? */
static bool leaves_no_choice(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX], replies[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        bool forced =
            ari__check_on(c, &next) && ari__check_winning_move(c, &next) == ARI_NO_MOVE;
        int answers = forced ? ari__check_list(c, &next, replies) : 0;
        for (int j = 0; forced && j < answers; j++) {
            ari_state after = ari_after(c->v, &next, replies[j]);
            forced = ari__check_on(c, &after) &&
                     ari__check_winning_move(c, &after) != ARI_NO_MOVE;
        }
        if (forced)
            return true;
    }
    return false;
}

/* Are they legal moves, each once? */
static bool are_some(ari__check *c, const ari_state *s, const ari_move *some, int kept)
{
    for (int i = 0; i < kept; i++) {
        if (!ari__check_legal(c, s, some[i]))
            return false;
        for (int j = 0; j < i; j++)
            if (some[j] == some[i])
                return false;
    }
    return true;
}

/* Every reply that is left out loses, as the contract says. Of many, some are looked at. */
static bool check_replies(ari__check *c, const ari_state *s)
{
    enum { MOST = 4 };
    ari_move list[ARI_MOVES_MAX], kept[ARI_MOVES_MAX];
    ari_scene scene;
    ari_scene_of(c->v, s, &scene);
    int replies = c->v->core->replies(c->v->rules, &scene, kept);
    if (replies < 0)
        return true;
    int count = ari__check_list(c, s, list);
    if (replies > count || !are_some(c, s, kept, replies))
        return ari__check_fail(
            c, s, "GAME_REPLIES lists a move that is not legal, or one twice");
    bool at_once = choice_at(c, s) < 2;
    int step = count / MOST + 1, from = (int)ari_random_below(&c->random, (uint32_t)step);
    for (int i = from; i < count; i += step) {
        bool left_out = true;
        for (int j = 0; j < replies; j++)
            left_out &= kept[j] != list[i];
        if (!left_out)
            continue;
        ari_state next = ari_after(c->v, s, list[i]);
        if (ari__check_on(c, &next) &&
            (ari__check_winning_move(c, &next) != ARI_NO_MOVE ||
             (!at_once && leaves_no_choice(c, &next))))
            continue;
        ari_text_clear(&c->text);
        ari_move_format(c->v, s, list[i], &c->text);
        return ari__check_fail(c, s,
                               "GAME_REPLIES leaves out '%.100s', which does not lose as "
                               "it says",
                               ari_text_get(&c->text));
    }
    return true;
}

/* Each move that forces leaves a threat, and of that the replies are told. */
static bool check_forcing(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX], replies[ARI_MOVES_MAX];
    ari_scene scene;
    ari_scene_of(c->v, s, &scene);
    int count = c->v->core->forcing(c->v->rules, &scene, list);
    if (count < 0 || count > c->v->core->max_moves || !are_some(c, s, list, count))
        return ari__check_fail(
            c, s, "GAME_FORCING lists a move that is not legal, or one twice");
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        if (!ari__check_on(c, &next))
            continue;
        ari_scene_of(c->v, &next, &scene);
        if (c->v->core->replies(c->v->rules, &scene, replies) >= 0)
            continue;
        ari_text_clear(&c->text);
        ari_move_format(c->v, s, list[i], &c->text);
        return ari__check_fail(c, s,
                               "GAME_FORCING lists '%.100s', which threatens nothing",
                               ari_text_get(&c->text));
    }
    return true;
}

bool ari__check_threats_at(ari__check *c, const ari_state *s)
{
    return check_replies(c, s) && (choice_at(c, s) < 2 || check_forcing(c, s));
}
