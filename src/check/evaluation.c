/* evaluation.c: the topic about heuristic scores. */
#include "check/context.h"

#include <math.h>

#define BLIND \
    0.15 /* as clearly what is said goes with what comes of it; usually by 0.2 to 0.5 */
#define PAYOFF_TIMES 4 /* random games do not come to the largest payoffs */

void ari__check_add_part(void *self, const ari_part *part)
{
    ari__check_adding *a = self;
    a->outside = a->outside || part->count < 1 || part->count > ARI_PART_CELLS;
    for (int i = 0; !a->outside && i < part->count; i++)
        a->outside = part->cells[i] >= a->places;
    a->sums[part->owner == ARI_OWNER_SECOND] += part->score;
}

/* ---- evaluations ---- */

/* Do the parts that an evaluation tells of add up to it? */
static bool check_parts(ari__check *c, const ari_state *s, int which, const int *values,
                        int score)
{
    const ari_core *core = c->v->core;
    if (!core->parts)
        return true;
    ari_board *board = ari__check_array(c, 1, sizeof *board);
    if (!board)
        return false;
    core->board(c->v->rules, s, board);
    ari__check_adding a = {.places = board->width * board->height};
    free(board);
    if (!core->parts(c->v->rules, s, which, values, ari__check_add_part, &a))
        return true;
    if (a.outside)
        return ari__check_fail(c, s, "a part of the evaluation %s lies outside the board",
                               core->evals[which].name);
    ari_side turn = ari_turn(c->v, s);
    int sum = a.sums[turn] - a.sums[!turn];
    return sum == score ||
           ari__check_fail(c, s,
                           "the evaluation %s is %d, and its parts add up "
                           "to %d",
                           core->evals[which].name, score, sum);
}

/* Do the weights times what is counted add up to it? */
static bool check_features(ari__check *c, const ari_state *s, int which, int score)
{
    const ari_core *core = c->v->core;
    const ari_eval_info *eval = &core->evals[which];
    int counts[ARI_FEATURES_MAX] = {0}, weights = 0;
    int64_t sum = 0;
    if (!eval->weights)
        return true;
    core->features(c->v->rules, s, which, counts);
    for (const ari_weight_row *row = eval->rows; row->name; row++)
        for (int i = 0; i < row->count; i++, weights++)
            sum += (int64_t)eval->weights[weights] * counts[weights];
    for (int i = weights; i < ARI_FEATURES_MAX; i++)
        if (counts[i])
            return ari__check_fail(c, s,
                                   "the evaluation %s counts for %d weights, and "
                                   "has %d",
                                   eval->name, i + 1, weights);
    sum /= eval->unit > 0 ? eval->unit : 1;
    return sum == score ||
           ari__check_fail(c, s,
                           "the evaluation %s is %d, and its weights times what is "
                           "counted are %lld",
                           eval->name, score, (long long)sum);
}

/* A table has both its rows and its weights, not too many, and somebody who counts. */
static bool check_table(ari__check *c, const ari_eval_info *eval)
{
    int weights = 0;
    if (!eval->weights && !eval->rows)
        return true;
    for (const ari_weight_row *row = eval->rows; row && row->name; row++)
        weights += row->count > 0 && row->count <= ARI_FEATURES_MAX
                       ? row->count
                       : ARI_FEATURES_MAX + 1;
    if (eval->weights && eval->rows && !eval->params && c->v->core->features &&
        weights > 0 && weights <= ARI_FEATURES_MAX)
        return true;
    return ari__check_fail(c, NULL,
                           "the table of the evaluation %s wants GAME_FEATURES, no "
                           "parameters, and rows of 1 to %d weights in all",
                           eval->name, ARI_FEATURES_MAX);
}

static bool check_eval(ari__check *c, const ari_state *s, int which)
{
    const ari_core *core = c->v->core;
    const ari_option *params = core->evals[which].params;
    int values[ARI_OPTIONS_MAX] = {0};
    for (int i = 0; params && params[i].name; i++) {
        uint32_t range = (uint32_t)(params[i].max - params[i].min);
        values[i] = (int)(params[i].min + ari_random_below(&c->random, range + 1));
    }
    int score = core->eval(c->v->rules, s, which, values);
    if (score > ARI_SCORE_MAX || score < -ARI_SCORE_MAX)
        return ari__check_fail(c, s, "the evaluation %s is %d, beyond +-%d",
                               core->evals[which].name, score, ARI_SCORE_MAX);
    if (core->eval(c->v->rules, s, which, values) != score)
        return ari__check_fail(c, s, "the evaluation %s changes when asked again",
                               core->evals[which].name);
    ari_scene scene;
    ari_scene_of(c->v, s, &scene);
    if (core->judge && core->judge(c->v->rules, &scene, which, values) != score)
        return ari__check_fail(c, s,
                               "GAME_JUDGE does not say what the evaluation %s says",
                               core->evals[which].name);
    return check_parts(c, s, which, values, score) &&
           check_features(c, s, which, score) && ari__check_passed(c);
}

static bool check_params(ari__check *c, const ari_eval_info *eval)
{
    for (int i = 0; eval->params && eval->params[i].name; i++) {
        const ari_option *p = &eval->params[i];
        if (i == ARI_OPTIONS_MAX || p->kind != ARI_NUMBER || p->min < INT_MIN / 2 ||
            p->max > INT_MAX / 2 || p->initial < p->min || p->initial > p->max)
            return ari__check_fail(
                c, NULL,
                "the parameter %s of the evaluation %s is not a number "
                "with its default within its limits, or one too many",
                p->name, eval->name);
    }
    return true;
}

/* ---- what evaluations are worth ---- */

#define GAME_PLIES 400 /* of a random game that are looked at */

/* How the scores of one side go with what came of it. */
typedef struct trend {
    double n, x, y, xx, yy, xy;
} trend;

static void add_to(trend *t, double x, double y)
{
    t->n++;
    t->x += x;
    t->y += y;
    t->xx += x * x;
    t->yy += y * y;
    t->xy += x * y;
}

/* From -1 to 1; 0 as well where too little was seen. */
static double correlation(const trend *t)
{
    double xx = t->n * t->xx - t->x * t->x, yy = t->n * t->yy - t->y * t->y;
    double xy = t->n * t->xy - t->x * t->y;
    return t->n < 50 || xx <= 0 || yy <= 0 ? 0 : xy / sqrt(xx * yy);
}

typedef struct worth {
    trend sides[2];
    int payoff;          /* the largest that was seen */
    int largest;         /* the largest score, without its sign */
    ari_state of_second; /* a position where the second player is to move */
    ari_state at;        /* where the largest score is */
} worth;

static void add_position(ari__check *c, worth *w, const ari_state *s, int which,
                         const int *params, int result)
{
    int score = c->v->core->eval(c->v->rules, s, which, params);
    ari_side turn = ari_turn(c->v, s);
    add_to(&w->sides[turn], score, result);
    if (turn == ARI_SECOND && w->sides[turn].n <= 1)
        w->of_second = *s;
    if (abs(score) > w->largest) {
        w->largest = abs(score);
        w->at = *s;
    }
}

/* A random game, and how the scores on the way go with its end. */
static void add_game(ari__check *c, worth *w, int which, const int *params,
                     ari_state *game)
{
    ari_move list[ARI_MOVES_MAX];
    bool patient = ari_random_below(&c->random, 2);
    int plies = 0;
    game[0] = c->v->start;
    while (plies + 1 < GAME_PLIES && ari__check_on(c, &game[plies])) {
        ari_move m = ari__check_random_move(c, &game[plies], patient, list);
        game[plies + 1] = ari_after(c->v, &game[plies], m);
        plies++;
    }
    int result = ari_outcome(c->v, &game[plies]);
    if (result == ARI_ON)
        return;
    if (abs(result) > w->payoff)
        w->payoff = abs(result);
    ari_side turn = ari_turn(c->v, &game[plies]);
    for (int i = 0; i < plies; i++)
        add_position(c, w, &game[i], which, params,
                     ari_turn(c->v, &game[i]) == turn ? result : -result);
}

/* Scores are for the side to move, and of a payoff game they are payoffs. Of games at random, scores
 * of either side go with what comes of it, or they are not of that side. */
static bool check_worth(ari__check *c, int which)
{
    const char *name = c->v->core->evals[which].name;
    ari_eval eval;
    if (ari_eval_parse(c->v, name, 0, &eval, c->error) != ARI_OK)
        return ari__check_give_up(c, ARI_BROKEN);
    ari_state *game = ari__check_array(c, GAME_PLIES, sizeof *game);
    worth w = {.payoff = 0};
    for (int i = 0; game && i < 20 + c->positions / 2 && !ari__check_enough(c); i++)
        add_game(c, &w, which, eval.params, game);
    if (!game)
        return false;
    free(game);
    double first = correlation(&w.sides[ARI_FIRST]);
    double second = correlation(&w.sides[ARI_SECOND]);
    /* With GAME_AS_FIRST it was compared with the same position of the other side, which is more than a guess. */
    if (!c->v->core->as_first && first * second < 0 && fabs(first) > BLIND &&
        fabs(second) > BLIND)
        return ari__check_fail(
            c, &w.of_second,
            "the evaluation %s seems not to be that of the side to move: in random games "
            "it "
            "goes with the result of the first player by %.2f, and with that of the "
            "second by %.2f",
            name, first, second);
    if (ari_has(c->v, ARI_HAS_PAYOFFS) && w.payoff > 0 &&
        w.largest / PAYOFF_TIMES > w.payoff)
        return ari__check_fail(
            c, &w.at,
            "the evaluation %s is %d, but no payoff of a random game was larger than %d: "
            "in a game with payoffs it must be on their scale",
            name, c->v->core->eval(c->v->rules, &w.at, which, eval.params), w.payoff);
    return ari__check_passed(c);
}

bool ari__check_evaluation(ari__check *c)
{
    const ari_core *core = c->v->core;
    if (!core->evals)
        return !core->eval || ari__check_fail(c, NULL, "GAME_EVAL needs GAME_EVALS");
    for (int which = 0; core->evals[which].name; which++) {
        if (!core->eval)
            return ari__check_fail(c, NULL, "GAME_EVALS needs GAME_EVAL");
        if (!check_params(c, &core->evals[which]) || !check_table(c, &core->evals[which]))
            return false;
        for (int i = 0; i < c->sample_count && !ari__check_enough(c); i++)
            if (ari__check_on(c, &c->sample[i]) && !check_eval(c, &c->sample[i], which))
                return false;
        if (!check_worth(c, which))
            return false;
    }
    return true;
}
