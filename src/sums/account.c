/* account.c: what each part of a position is worth, and what each move changes.
 *
 * A move changes one part and leaves the others as they are (GAME_COMPONENTS), so it is found by comparing the parts
 * before and after it: the one that is missing, and what has come in its place. Among equal parts the one is meant
 * where the move is clicked. */
#include <ariadne/account.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sums/value.h"
#include "sums/value_text.h"

#define FORM_MOST 1500 /* bytes of a form that is written */
#define LISTED 12      /* nimbers in a reason */

bool ari_has_account(const ari_variant *v)
{
    return ari_has_nimbers(v) || ari_has_values(v);
}

/* Who is asked, within what limits. */
typedef struct asking {
    const ari_variant *v;
    ari_nimbers *nimbers;    /* or */
    ari_nimber_finder *find; /* or */
    void *finder;
    ari_forms *forms;
    const ari_limits *limits;
    double start;
    uint64_t nodes; /* before the first question */
    ari_error *error;
} asking;

/* What is left of the limits. */
static ari_limits left(const asking *a)
{
    ari_limits limits = *a->limits;
    if (limits.seconds > 0) {
        limits.seconds -= ari_seconds() - a->start;
        limits.seconds = limits.seconds > 0 ? limits.seconds : 1e-9;
    }
    if (limits.nodes > 0 && a->nimbers) {
        uint64_t used = ari_nimbers_nodes(a->nimbers) - a->nodes;
        limits.nodes = used < limits.nodes ? limits.nodes - used : 1;
    }
    return limits;
}

/* ---- worths ---- */

/* False where there is no memory; the form of what is too long stays NULL. */
static bool find_form(ari_forms *forms, ari__canonical value, char **form)
{
    ari_allowance most;
    ari_allowance_begin(&most, (size_t)4 * FORM_MOST);
    ari_text text = {.memory = &most};
    ari__value_format(ari__forms_of(forms), ari__forms_graphs(forms), value, &text);
    bool whole = ari_text_ok(&text), room = whole || atomic_load(&most.refused) > 0;
    if (whole && text.size <= FORM_MOST) {
        *form = malloc(text.size + 1);
        room = *form != NULL;
        if (room)
            memcpy(*form, ari_text_get(&text), text.size + 1);
    }
    ari_text_free(&text);
    return room;
}

/* False where there is no memory. */
static bool value_to_worth(const asking *a, ari__canonical value, bool drawn,
                           ari_sum_worth *worth)
{
    worth->facts = ari__form_facts(a->forms, value);
    if (!find_form(a->forms, value, &worth->form))
        return false;
    if (ari__thermographs_crowded(ari__forms_graphs(a->forms)))
        return false;
    if (!drawn || !worth->facts.heated)
        return true;
    worth->graph = malloc(sizeof *worth->graph);
    if (!worth->graph)
        return false;
    if (!ari__thermograph_of(ari__forms_graphs(a->forms), value, worth->graph)) {
        free(worth->graph);
        worth->graph = NULL;
    }
    return true;
}

/* The sum of some positions. */
static ari_status worth_of(const asking *a, const ari_state *list, int count, bool drawn,
                           ari_sum_worth *worth)
{
    ari__canonical sum = ARI__VALUE_ZERO;
    for (int i = 0; i < count; i++) {
        ari_limits limits = left(a);
        if (!a->forms) {
            int nimber;
            ari_status status =
                a->nimbers
                    ? ari_nimber_of(a->nimbers, &list[i], &limits, &nimber, a->error)
                    : a->find(a->finder, &list[i], &nimber, a->error);
            if (status != ARI_OK)
                return status;
            worth->nimber ^= nimber;
            continue;
        }
        ari__canonical value = ari__value_find(a->forms, &list[i], &limits);
        if (value != ARI__VALUE_NONE)
            sum = ari__value_sum(ari__forms_of(a->forms), sum, value);
        if (value == ARI__VALUE_NONE || sum == ARI__VALUE_NONE)
            return ari__form_failed(a->forms, a->error);
    }
    if (a->forms && !value_to_worth(a, sum, drawn, worth))
        return ari__form_no_room(a->forms, a->error);
    return ARI_OK;
}

static void free_worth(ari_sum_worth *worth)
{
    free(worth->form);
    free(worth->graph);
}

/* ---- where the parts are, and which of them a move changes ---- */

/* The parts of one position and of the next. */
typedef struct pairing {
    ari_board board;
    ari_state
        before[ARI_COMPONENTS_MAX]; /* with the side to move that is it after the move */
    ari_state after[ARI_COMPONENTS_MAX];
    bool kept[ARI_COMPONENTS_MAX];
    ari_state fresh[ARI_COMPONENTS_MAX]; /* what has come in place of the part */
    int before_count, fresh_count;
} pairing;

/* The number of the part that is missing after the move, with what has come instead; -1: it is not just one. */
static int missing(const ari_variant *v, const ari_state *next, pairing *p)
{
    int after = ari_sum_parts(v, next, ari_turn(v, next), p->after), part = -1;
    if (!v->core->components) {
        p->fresh_count = after;
        p->fresh[0] = p->after[0];
        return 0;
    }
    p->fresh_count = 0;
    memset(p->kept, 0, sizeof p->kept);
    for (int i = 0; i < after; i++) {
        int same = 0;
        while (same < p->before_count &&
               (p->kept[same] || !ari_state_equal(v, &p->before[same], &p->after[i])))
            same++;
        if (same < p->before_count)
            p->kept[same] = true;
        else
            p->fresh[p->fresh_count++] = p->after[i];
    }
    for (int i = 0; i < p->before_count; i++) {
        if (p->kept[i])
            continue;
        if (part >= 0)
            return -1;
        part = i;
    }
    return part;
}

/* Of the parts that are like this one, the one where the move is clicked. */
static int clicked(const ari_variant *v, const ari_state *s, const ari_account *account,
                   const pairing *p, ari_move move, int part)
{
    uint16_t clicks[ARI_CLICKS_MAX];
    int count =
        part >= 0 && account->places ? ari_move_clicks(v, s, &p->board, move, clicks) : 0;
    for (int i = 0; part >= 0 && count == 0 && i < account->place_count; i++)
        if (p->board.cells[i].move ==
            move) { /* where the game's own clicks say nothing */
            clicks[0] = (uint16_t)i;
            count = 1;
        }
    for (int i = 0; i < count; i++) {
        int here = clicks[i] < account->place_count ? account->places[clicks[i]] - 1 : -1;
        if (here >= 0 && here < p->before_count &&
            ari_state_equal(v, &p->before[here], &p->before[part]))
            return here;
    }
    return part;
}

static bool find_places(const ari_variant *v, const ari_state *s, ari_board *board,
                        ari_account *account)
{
    v->core->board(v->rules, s, board);
    int cells = board->width * board->height;
    if (!v->core->component_places || cells <= 0)
        return true;
    account->places = calloc((size_t)cells, 1);
    if (!account->places)
        return false;
    account->place_count = cells;
    account->width = board->width;
    v->core->component_places(v->rules, s, board, account->places);
    return true;
}

/* ---- the account ---- */

static bool proves_win(const ari_account *account, ari_side mover,
                       const ari_sum_worth *whole)
{
    if (!account->decides)
        return false;
    if (!account->forms)
        return whole->nimber == 0;
    return whole->facts.outcome == ARI_CLASS_ZERO ||
           whole->facts.outcome ==
               (mover == ARI_FIRST ? ARI_CLASS_POSITIVE : ARI_CLASS_NEGATIVE);
}

static ari_status fill_parts(const asking *a, const ari_state *s, pairing *p,
                             ari_account *account)
{
    int count = ari_sum_parts(a->v, s, ari_turn(a->v, s), p->before);
    account->parts = calloc((size_t)count + 1, sizeof *account->parts);
    if (!account->parts || !find_places(a->v, s, &p->board, account))
        return ari_fail_memory(a->error, (size_t)count * sizeof *account->parts, "parts");
    for (; account->part_count < count;) {
        ari_account_part *part = &account->parts[account->part_count];
        part->position = p->before[account->part_count++];
        ari_status status = worth_of(a, &part->position, 1, true, &part->worth);
        if (status != ARI_OK)
            return status;
    }
    return worth_of(a, p->before, count, true, &account->whole);
}

static ari_status fill_move(const asking *a, const ari_state *s, pairing *p,
                            ari_account *account, ari_account_move *m)
{
    const ari_variant *v = a->v;
    ari_state next = ari_after(v, s, m->move);
    int part = missing(v, &next, p);
    m->part = clicked(v, s, account, p, m->move, part);
    ari_status status = worth_of(a, &next, 1, false, &m->whole);
    if (status == ARI_OK && m->part >= 0)
        status = worth_of(a, p->fresh, p->fresh_count, false, &m->becomes);
    m->wins = status == ARI_OK && proves_win(account, ari_turn(v, s), &m->whole);
    return status;
}

static ari_status fill_moves(const asking *a, const ari_state *s, pairing *p,
                             ari_account *account)
{
    const ari_variant *v = a->v;
    if (ari_outcome(v, s) != ARI_ON)
        return ARI_OK;
    size_t room = (size_t)v->core->max_moves;
    ari_move *list = calloc(room, sizeof *list);
    account->moves = calloc(room, sizeof *account->moves);
    ari_status status = ARI_OK;
    if (!list || !account->moves)
        status = ari_fail_memory(a->error, room * sizeof *account->moves, "moves");
    int count = status == ARI_OK ? ari_moves(v, s, list) : 0;
    p->before_count = ari_sum_parts(v, s, (ari_side)!ari_turn(v, s), p->before);
    while (account->move_count < count && status == ARI_OK) {
        ari_account_move *m = &account->moves[account->move_count];
        m->move = list[account->move_count++];
        status = fill_move(a, s, p, account, m);
    }
    free(list);
    return status;
}

static ari_status fill(asking *a, const ari_state *s, ari_account *account)
{
    *account = (ari_account){.forms = a->forms != NULL};
    account->decides = account->forms || ari_nimbers_decide(a->v);
    a->start = ari_seconds();
    pairing *p = calloc(1, sizeof *p);
    if (!p)
        return ari_fail_memory(a->error, sizeof *p, "parts");
    ari_status status = fill_parts(a, s, p, account);
    if (status == ARI_OK)
        status = fill_moves(a, s, p, account);
    free(p);
    if (status != ARI_OK)
        ari_account_free(account);
    return status;
}

ari_status ari_account_nimbers(ari_nimbers *nimbers, const ari_variant *v,
                               const ari_state *s, const ari_limits *limits,
                               ari_account *account, ari_error *error)
{
    asking a = {.v = v, .nimbers = nimbers, .limits = limits, .error = error};
    a.nodes = ari_nimbers_nodes(nimbers);
    return fill(&a, s, account);
}

ari_status ari_account_known(ari_nimber_finder *find, void *self, const ari_variant *v,
                             const ari_state *s, ari_account *account, ari_error *error)
{
    const ari_limits none = {.nodes = 0};
    asking a = {.v = v, .find = find, .finder = self, .limits = &none, .error = error};
    return fill(&a, s, account);
}

ari_status ari_account_forms(ari_forms *forms, const ari_variant *v, const ari_state *s,
                             const ari_limits *limits, ari_account *account,
                             ari_error *error)
{
    asking a = {.v = v, .forms = forms, .limits = limits, .error = error};
    return fill(&a, s, account);
}

ari_status ari_account_of(const ari_variant *v, const ari_state *s, size_t bytes,
                          const ari_limits *limits, ari_account *account,
                          ari_error *error)
{
    *account = (ari_account){.forms = false};
    if (!ari_has_account(v))
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "%s does not fall apart into parts that are worth something of "
                        "their own",
                        v->game->title);
    ari_status status;
    if (ari_has_nimbers(v)) {
        ari_nimbers *nimbers;
        status = ari_nimbers_new(v, bytes, &nimbers, error);
        if (status == ARI_OK)
            status = ari_account_nimbers(nimbers, v, s, limits, account, error);
        ari_nimbers_free(nimbers);
    } else {
        ari_forms *forms;
        status = ari_forms_new(v, bytes, &forms, error);
        if (status == ARI_OK)
            status = ari_account_forms(forms, v, s, limits, account, error);
        ari_forms_free(forms);
    }
    return status;
}

void ari_account_free(ari_account *account)
{
    for (int i = 0; i < account->part_count; i++)
        free_worth(&account->parts[i].worth);
    for (int i = 0; i < account->move_count; i++) {
        free_worth(&account->moves[i].becomes);
        free_worth(&account->moves[i].whole);
    }
    free_worth(&account->whole);
    free(account->parts);
    free(account->moves);
    free(account->places);
    *account = (ari_account){.forms = false};
}

/* ---- in words ---- */

void ari_part_name(int part, char name[ARI_PART_NAME_MAX])
{
    char letter = (char)('A' + part % 26);
    if (part < 26)
        snprintf(name, ARI_PART_NAME_MAX, "%c", letter);
    else
        snprintf(name, ARI_PART_NAME_MAX, "%c%d", letter, (part / 26 + 1) % 1000);
}

int ari_account_digits(const ari_account *account)
{
    int most = account->whole.nimber, digits = 1;
    for (int i = 0; i < account->part_count; i++)
        most |= account->parts[i].worth.nimber;
    while (most >> digits)
        digits++;
    return digits;
}

static void nimber_reason(const ari_account *account, const ari_account_move *move,
                          ari_text *out)
{
    const ari_account_part *parts = account->parts;
    ari_text_format(out, "nimber %d -> %d", parts[move->part].worth.nimber,
                    move->becomes.nimber);
    if (account->part_count < 2)
        return;
    ari_text_add(out, ", so that ");
    for (int i = 0; i < account->part_count && account->part_count <= LISTED; i++)
        ari_text_format(out, "%s%d", i ? " xor " : "",
                        i == move->part ? move->becomes.nimber : parts[i].worth.nimber);
    if (account->part_count > LISTED)
        ari_text_add(out, "the xor of all");
    ari_text_format(out, " = %d", move->whole.nimber);
}

void ari_account_reason(const ari_account *account, const ari_account_move *move,
                        ari_text *out)
{
    if (move->part < 0 || move->part >= account->part_count)
        return;
    if (!account->forms) {
        nimber_reason(account, move, out);
        return;
    }
    const char *was = account->parts[move->part].worth.form;
    if (!was || !move->becomes.form || !move->whole.form)
        return;
    ari_text_format(out, "%s -> %s", was, move->becomes.form);
    if (account->part_count > 1)
        ari_text_format(out, ", so that all is worth %s", move->whole.form);
}
