/* hints.c: topics about what a game offers beyond its rules: drawing, symmetry, hints,
 * advice. */
#include "check/context.h"

#include <stdlib.h>

bool ari__check_legal(ari__check *c, const ari_state *s, ari_move m)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* ---- the board ---- */

static bool ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static bool check_cell(ari__check *c, const ari_state *s, const ari_board *board, int i)
{
    const ari_cell *cell = &board->cells[i];
    int x = i % board->width + 1, y = i / board->width + 1;
    if (cell->kind > ARI_CELL_HAND || cell->owner > ARI_OWNER_BOTH ||
        cell->goal > ARI_OWNER_BOTH || *(const uint8_t *)&cell->line > 1)
        return ari__check_fail(c, s, "cell %d of row %d is of no known kind or owner", x,
                               y);
    if (!ends(cell->text, sizeof cell->text))
        return ari__check_fail(c, s, "the text of cell %d of row %d has no end", x, y);
    if (cell->line && ari__check_on(c, s))
        return ari__check_fail(c, s,
                               "cell %d of row %d is part of a line that ended the game, "
                               "but the game goes on",
                               x, y);
    if (cell->move == ARI_NO_MOVE)
        return true;
    if (!ari__check_on(c, s))
        return ari__check_fail(c, s, "cell %d of row %d plays a move after the end", x,
                               y);
    return ari__check_legal(c, s, cell->move) ||
           ari__check_fail(c, s, "cell %d of row %d plays move %d, which is not legal", x,
                           y, cell->move);
}

/* The clicks of a move are on the board, and tell it from every other. */
static bool check_clicks(ari__check *c, const ari_state *s, const ari_board *board)
{
    enum { MOST = 64 }; /* of the moves, that are compared with all others */
    ari_move list[ARI_MOVES_MAX];
    uint16_t a[ARI_CLICKS_MAX], b[ARI_CLICKS_MAX];
    int cells = board->width * board->height;
    int count =
        c->v->core->clicks && ari__check_on(c, s) ? ari__check_list(c, s, list) : 0;
    for (int i = 0; i < count; i++) {
        int clicks = ari_move_clicks(c->v, s, board, list[i], a);
        if (clicks < 0 || clicks > ARI_CLICKS_MAX)
            return ari__check_fail(c, s, "move %d takes %d clicks", list[i], clicks);
        for (int k = 0; k < clicks; k++)
            if (a[k] >= cells || board->cells[a[k]].kind == ARI_CELL_NONE)
                return ari__check_fail(c, s, "click %d of move %d is on no cell", k + 1,
                                       list[i]);
        for (int j = 0; i < MOST && j < count; j++) {
            int others = j == i ? 0 : ari_move_clicks(c->v, s, board, list[j], b);
            if (clicks > 0 && others >= clicks &&
                memcmp(a, b, (size_t)clicks * sizeof *a) == 0)
                return ari__check_fail(c, s,
                                       "the clicks of move %d are the first of move %d",
                                       list[i], list[j]);
        }
    }
    return true;
}

/* Lines lead from a place of the board to another. */
static bool check_links(ari__check *c, const ari_state *s, const ari_board *board)
{
    int cells = board->width * board->height;
    for (int i = 0; i < board->link_count; i++) {
        ari_link link = board->links[i];
        if (link.from >= cells || link.to >= cells || link.from == link.to)
            return ari__check_fail(c, s, "line %d does not lead from a cell to another",
                                   i);
    }
    return true;
}

static bool check_drawing(ari__check *c, const ari_state *s, ari_board *board)
{
    memset(board, 0x55, sizeof *board); /* what the game does not set must show */
    c->v->core->board(c->v->rules, s, board);
    if (board->width < 1 || board->height < 1 ||
        (int64_t)board->width * board->height > ARI_BOARD_CELLS)
        return ari__check_fail(c, s, "a board of %d x %d cells does not fit into %d",
                               board->width, board->height, ARI_BOARD_CELLS);
    if (board->pieces > ARI_PIECES_STONES || board->slant > 2 ||
        !ends(board->caption, sizeof board->caption) || board->link_count < 0 ||
        board->link_count > ARI_BOARD_LINKS || *(uint8_t *)&board->column_labels > 1 ||
        *(uint8_t *)&board->row_labels > 1 || *(uint8_t *)&board->rows_from_top > 1 ||
        *(uint8_t *)&board->letters > 1)
        return ari__check_fail(c, s,
                               "board() leaves fields of the board unset: start with "
                               "*board = (ari_board){...}");
    for (int i = 0; i < board->width * board->height; i++)
        if (!check_cell(c, s, board, i))
            return false;
    return check_clicks(c, s, board) && check_links(c, s, board) && ari__check_passed(c);
}

/* The lines that a game tells of lie on its board. */
static bool check_lines(ari__check *c, const ari_state *s, const ari_board *board)
{
    ari__check_adding a = {.places = board->width * board->height, .outside = false};
    if (!c->v->core->lines)
        return true;
    c->v->core->lines(c->v->rules, s, ari__check_add_part, &a);
    return !a.outside || ari__check_fail(c, s,
                                         "GAME_LINES tells a line that lies outside "
                                         "the board");
}

bool ari__check_board(ari__check *c)
{
    ari_board *board = ari__check_array(c, 1, sizeof *board);
    bool ok = board != NULL;
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++)
        ok = check_drawing(c, &c->sample[i], board) &&
             check_lines(c, &c->sample[i], board);
    free(board);
    return ok;
}

/* ---- symmetry and sides ---- */

/* A function that maps a position to one that must be worth the same. */
typedef void mapping(const void *rules, const void *state, void *result);

static ari_state map(const ari__check *c, mapping *to, const ari_state *s)
{
    ari_state result = {{0}};
    to(c->v->rules, s, &result);
    return result;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ari_state));
}

/* The images of all children, sorted. */
static int mapped_children(ari__check *c, mapping *to, const ari_state *s,
                           ari_state *children)
{
    int count = ari__check_children(c, s, children);
    for (int i = 0; i < count; i++)
        children[i] = map(c, to, &children[i]);
    qsort(children, (size_t)count, sizeof *children, by_bytes);
    return count;
}

static bool same_evaluations(ari__check *c, const char *name, const ari_state *s,
                             const ari_state *image)
{
    const ari_core *core = c->v->core;
    for (int which = 0; core->evals && core->evals[which].name; which++) {
        ari_eval eval;
        ari_status status =
            ari_eval_parse(c->v, core->evals[which].name, 0, &eval, c->error);
        if (status != ARI_OK)
            return ari__check_give_up(c, status);
        int here = core->eval(c->v->rules, s, which, eval.params);
        int there = core->eval(c->v->rules, image, which, eval.params);
        if (here != there)
            return ari__check_fail(c, s,
                                   "the evaluation %s is %d, but %d for what %s makes of "
                                   "the position",
                                   core->evals[which].name, here, there, name);
    }
    return true;
}

/* What must be the same here and in the image. Children are compared as images too: if
 * they match everywhere, both positions have the same game tree, and so the same value.
 */
static bool check_image(ari__check *c, const char *name, mapping *to, const ari_state *s,
                        ari_state *mine, ari_state *theirs)
{
    ari_state image = map(c, to, s), again = map(c, to, &image);
    if (!ari_state_equal(c->v, &image, &again))
        return ari__check_fail(c, s, "%s applied twice is not the same as once", name);
    int outcome = ari_outcome(c->v, s);
    if (ari_outcome(c->v, &image) != outcome)
        return ari__check_fail(c, s, "%s changes the result of the game", name);
    if (c->v->core->longest &&
        c->v->core->longest(c->v->rules, s) != c->v->core->longest(c->v->rules, &image))
        return ari__check_fail(c, s, "%s changes GAME_LONGEST", name);
    if (outcome != ARI_ON)
        return true;
    int count = mapped_children(c, to, s, mine);
    int there = mapped_children(c, to, &image, theirs);
    if (count != there)
        return ari__check_fail(c, s, "there are %d moves, but %d after %s", count, there,
                               name);
    for (int i = 0; i < count; i++)
        if (!ari_state_equal(c->v, &mine[i], &theirs[i]))
            return ari__check_fail(c, s,
                                   "the moves from here and from what %s makes of the "
                                   "position lead to different positions",
                                   name);
    return same_evaluations(c, name, s, &image);
}

static bool check_mapping(ari__check *c, const char *name, mapping *to,
                          bool (*more)(ari__check *, const ari_state *,
                                       const ari_state *))
{
    if (!to)
        return true;
    size_t moves = (size_t)c->v->core->max_moves;
    ari_state *mine = ari__check_array(c, moves, sizeof *mine);
    ari_state *theirs = ari__check_array(c, moves, sizeof *theirs);
    bool ok = mine && theirs;
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++) {
        const ari_state *s = &c->sample[i];
        ari_state image = map(c, to, s);
        ok = check_image(c, name, to, s, mine, theirs) && more(c, s, &image) &&
             ari__check_passed(c);
    }
    free(mine);
    free(theirs);
    return ok;
}

static bool same_turn(ari__check *c, const ari_state *s, const ari_state *image)
{
    return ari_turn(c->v, s) == ari_turn(c->v, image) ||
           ari__check_fail(c, s, "GAME_CANONICAL changes the side to move");
}

bool ari__check_symmetry(ari__check *c)
{
    return check_mapping(c, "GAME_CANONICAL", c->v->core->canonical, same_turn);
}

static bool first_turn(ari__check *c, const ari_state *s, const ari_state *image)
{
    if (ari_turn(c->v, image) != ARI_FIRST)
        return ari__check_fail(c, s,
                               "after GAME_AS_FIRST it is not the first player's turn");
    return true;
}

bool ari__check_sides(ari__check *c)
{
    return check_mapping(c, "GAME_AS_FIRST", c->v->core->as_first, first_turn);
}

/* ---- moves that win, moves left out ---- */

ari_move ari__check_winning_move(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        int outcome = ari_outcome(c->v, &next);
        if (outcome != ARI_ON && outcome != ARI_DRAWN &&
            (outcome == ARI_WON) == (ari_turn(c->v, s) == ari_turn(c->v, &next)))
            return list[i];
    }
    return ARI_NO_MOVE;
}

static bool check_win_now(ari__check *c, const ari_state *s, ari_move expected)
{
    ari_view view;
    ari_view_of(c->v, s, &view);
    ari_move found = c->v->core->win_now(c->v->rules, &view);
    if (found == ARI_NO_MOVE && expected == ARI_NO_MOVE)
        return true;
    ari_text_clear(&c->text);
    if (found == ARI_NO_MOVE) {
        ari_move_format(c->v, s, expected, &c->text);
        return ari__check_fail(c, s,
                               "GAME_WIN_NOW finds nothing, but '%.100s' wins at once",
                               ari_text_get(&c->text));
    }
    if (!ari__check_legal(c, s, found))
        return ari__check_fail(c, s, "GAME_WIN_NOW finds move %d, which is not legal",
                               found);
    ari_state next = ari_after(c->v, s, found);
    int outcome = ari_outcome(c->v, &next);
    if (outcome == ARI_ON || outcome == ARI_DRAWN ||
        (outcome == ARI_WON) != (ari_turn(c->v, s) == ari_turn(c->v, &next))) {
        ari_move_format(c->v, s, found, &c->text);
        return ari__check_fail(c, s, "GAME_WIN_NOW finds '%.100s', which does not win",
                               ari_text_get(&c->text));
    }
    return true;
}

/* A move may be left out only if the opponent's reply wins at once. */
static bool check_safe_moves(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX], safe[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    ari_view view;
    ari_view_of(c->v, s, &view);
    int kept = c->v->core->safe_moves(c->v->rules, &view, safe);
    if (kept < 0 || kept > count)
        return ari__check_fail(c, s, "GAME_SAFE_MOVES lists %d of %d moves", kept, count);
    int found = 0;
    for (int i = 0; i < count; i++) {
        bool listed = false;
        for (int j = 0; j < kept; j++)
            listed |= safe[j] == list[i];
        found += listed;
        ari_state next = ari_after(c->v, s, list[i]);
        if (listed ||
            (ari__check_on(c, &next) && ari_turn(c->v, s) != ari_turn(c->v, &next) &&
             ari__check_winning_move(c, &next) != ARI_NO_MOVE))
            continue;
        ari_text_clear(&c->text);
        ari_move_format(c->v, s, list[i], &c->text);
        return ari__check_fail(
            c, s,
            "GAME_SAFE_MOVES leaves out '%.100s', but no reply to it wins "
            "at once",
            ari_text_get(&c->text));
    }
    return found == kept ||
           ari__check_fail(c, s,
                           "GAME_SAFE_MOVES lists a move that is not legal, "
                           "or one twice");
}

/* A view made after a move is the one made from nothing. */
static bool check_views(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_move list[ARI_MOVES_MAX];
    ari_view view, carried, made;
    int count = ari__check_list(c, s, list);
    ari_view_of(c->v, s, &view);
    if (memcmp(&view, s, core->state_size) != 0)
        return ari__check_fail(c, s, "the view of a position does not begin with it");
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        core->view_after(c->v->rules, &view, list[i], &carried);
        ari_view_of(c->v, &next, &made);
        if (memcmp(&carried, &made, core->view_size) != 0)
            return ari__check_fail(
                c, s, "after move %d GAME_VIEW_AFTER differs from GAME_VIEW", list[i]);
    }
    return true;
}

/* A scene made after a move is the one made from nothing, and begins with the view. */
static bool check_scenes(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_move list[ARI_MOVES_MAX];
    ari_scene scene, carried, made;
    ari_view view;
    int count = ari__check_list(c, s, list);
    ari_view_of(c->v, s, &view);
    ari_scene_of(c->v, s, &scene);
    if (memcmp(&scene, &view, core->view_size) != 0)
        return ari__check_fail(c, s,
                               "the scene of a position does not begin with its view");
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        core->scene_after(c->v->rules, &scene, list[i], &carried);
        ari_scene_of(c->v, &next, &made);
        if (memcmp(&carried, &made, core->scene_size) != 0)
            return ari__check_fail(
                c, s, "after move %d GAME_SCENE_AFTER differs from GAME_SCENE", list[i]);
    }
    return true;
}

/* GAME_CHOICE, asked when no move wins at once, tells whether there is a safe move (or one of
 * GAME_BEST_AMONG), and finds no other one where it says that there is but one. */
static bool check_choice(ari__check *c, const ari_state *s)
{
    ari_move safe[ARI_MOVES_MAX], only = ARI_NO_MOVE;
    ari_view view;
    ari_view_of(c->v, s, &view);
    int count = c->v->core->safe_moves ? c->v->core->safe_moves(c->v->rules, &view, safe)
                                       : c->v->core->best_among(c->v->rules, &view, safe);
    int choice = c->v->core->choice(c->v->rules, &view, &only);
    bool right = choice == 0   ? count == 0
                 : choice == 1 ? count == 1 && only == safe[0]
                               : choice == 2 && count > 0;
    return right || ari__check_fail(c, s, "GAME_CHOICE and %s do not agree",
                                    c->v->core->safe_moves ? "GAME_SAFE_MOVES"
                                                           : "GAME_BEST_AMONG");
}

/* Candidates are some of the moves, at every depth. */
static bool check_candidates(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX], some[ARI_MOVES_MAX];
    ari_view view;
    ari_view_of(c->v, s, &view);
    int count = ari__check_list(c, s, list);
    for (int depth = 1; depth <= 12; depth += depth < 4 ? 1 : 4) {
        int kept = c->v->core->candidates(c->v->rules, &view, depth, some), found = 0;
        if (kept < 1 || kept > count)
            return ari__check_fail(c, s, "GAME_CANDIDATES lists %d of %d moves", kept,
                                   count);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < kept; j++)
                if (some[j] == list[i]) {
                    found++;
                    break;
                }
        if (found != kept)
            return ari__check_fail(c, s,
                                   "GAME_CANDIDATES lists a move that is not legal, or "
                                   "one twice");
    }
    return true;
}

static bool check_canonical_key(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_state canonical = *s;
    core->canonical(c->v->rules, s, &canonical);
    return core->canonical_key(c->v->rules, s) == core->key(c->v->rules, &canonical) ||
           ari__check_fail(c, s,
                           "GAME_CANONICAL_KEY is not the key of the canonical position");
}

/* What a search remembers a position as, and the key of that by GAME_VIEW_KEY. */
static uint64_t view_key(const ari__check *c, const ari_state *s, ari_state *normal)
{
    const ari_core *core = c->v->core;
    const void *rules = c->v->rules;
    ari_state from;
    ari_view view;
    ari_view_of(c->v, s, &view);
    *normal = *s;
    if (core->rest)
        from = *normal, core->rest(rules, &from, normal);
    if (core->as_first)
        from = *normal, core->as_first(rules, &from, normal);
    if (core->canonical)
        from = *normal, core->canonical(rules, &from, normal);
    return core->view_key(rules, &view);
}

/* The key of a position is that of what stands for it, and not that of another one. */
static bool check_view_key(ari__check *c, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX];
    ari_state here, normal, other;
    uint64_t key = view_key(c, s, &here);
    if (view_key(c, &here, &other) != key)
        return ari__check_fail(c, s,
                               "GAME_VIEW_KEY differs for the same position, turned");
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        uint64_t there = view_key(c, &next, &normal);
        if ((there == key) != (memcmp(&here, &normal, c->v->core->state_size) == 0))
            return ari__check_fail(c, &next, "GAME_VIEW_KEY is that of another position");
        key = there;
        here = normal;
    }
    return true;
}

bool ari__check_hints_at(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    if (core->canonical_key && !check_canonical_key(c, s))
        return false;
    if (!ari__check_on(c, s))
        return true;
    if ((core->view && !check_views(c, s)) || (core->scene && !check_scenes(c, s)))
        return false;
    if (core->view_key && !check_view_key(c, s))
        return false;
    ari_move win = core->win_now ? ari__check_winning_move(c, s) : ARI_NO_MOVE;
    if (core->win_now && !check_win_now(c, s, win))
        return false;
    if (win == ARI_NO_MOVE && core->candidates && !check_candidates(c, s))
        return false;
    if (win == ARI_NO_MOVE && core->replies && !ari__check_threats_at(c, s))
        return false;
    if (win == ARI_NO_MOVE && core->safe_moves && !check_safe_moves(c, s))
        return false;
    if (win == ARI_NO_MOVE && core->choice && !check_choice(c, s))
        return false;
    return ari__check_passed(c);
}

bool ari__check_hints(ari__check *c)
{
    const ari_core *core = c->v->core;
    if (core->win_now && ari_has(c->v, ARI_HAS_PAYOFFS))
        return ari__check_fail(
            c, NULL,
            "GAME_WIN_NOW makes no sense in a game with payoffs, where "
            "one win may be better than another");
    if ((core->safe_moves && !core->win_now) ||
        (core->choice && !core->safe_moves && !core->best_among))
        return ari__check_fail(
            c, NULL,
            "GAME_SAFE_MOVES needs GAME_WIN_NOW, and GAME_CHOICE needs "
            "GAME_SAFE_MOVES or GAME_BEST_AMONG");
    if ((core->forcing != NULL) != (core->replies != NULL) ||
        (core->forcing && (!core->choice || ari_has(c->v, ARI_HAS_EXTRA_TURNS))))
        return ari__check_fail(c, NULL,
                               "GAME_FORCING and GAME_REPLIES go together, and need "
                               "GAME_CHOICE and turns that alternate");
    if ((core->scene != NULL) != (core->scene_after != NULL) ||
        ((core->judge || core->likely) && !core->scene))
        return ari__check_fail(c, NULL,
                               "GAME_SCENE and GAME_SCENE_AFTER go together, and "
                               "GAME_JUDGE and GAME_LIKELY need them");
    if (core->canonical_key && !core->canonical)
        return ari__check_fail(c, NULL, "GAME_CANONICAL_KEY needs GAME_CANONICAL");
    if (core->view_key && !core->view)
        return ari__check_fail(c, NULL, "GAME_VIEW_KEY needs GAME_VIEW");
    if (!core->win_now && !core->view && !core->scene && !core->canonical_key &&
        !core->candidates && !core->choice)
        return true;
    for (int i = 0; i < c->sample_count && !ari__check_enough(c); i++) {
        if (!ari__check_hints_at(c, &c->sample[i]))
            return false;
    }
    return true;
}

/* ---- advice ---- */

static bool check_advised(ari__check *c, const ari_state *s, int wording)
{
    ari_advice advice = {.count = 0};
    c->v->core->advise(c->v->rules, s, wording, &advice);
    if (advice.count < 1 || advice.count > (int)(sizeof advice.moves / sizeof(ari_move)))
        return ari__check_fail(c, s, "GAME_ADVISE gives %d moves", advice.count);
    if (!advice.rule || !advice.rule[0])
        return ari__check_fail(c, s, "GAME_ADVISE does not name its rule");
    for (int i = 0; i < advice.count; i++)
        if (!ari__check_legal(c, s, advice.moves[i]))
            return ari__check_fail(c, s, "GAME_ADVISE gives move %d, which is not legal",
                                   advice.moves[i]);
    return ari__check_passed(c);
}

bool ari__check_advice(ari__check *c)
{
    int wordings = 1;
    for (const ari_wording *w = c->v->core->wordings; w && w->name; w++)
        wordings++;
    for (int i = 0; c->v->core->advise && i < wordings * c->sample_count; i++) {
        const ari_state *s = &c->sample[i / wordings];
        if (ari__check_on(c, s) && !check_advised(c, s, i % wordings))
            return false;
    }
    return true;
}
