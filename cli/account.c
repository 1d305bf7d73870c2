/* account.c: what the parts of a position are worth, and which of them a good move changes. */
#include "cli/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/drawing.h>

/* ---- the parts ---- */

/* The board with the names of the parts in their places. */
static void say_map(const ari_variant *v, const ari_state *s, const ari_account *account,
                    ari_text *out)
{
    if (!account->places || account->part_count < 2)
        return;
    ari_board *board = calloc(1, sizeof *board);
    if (!board) {
        out->failed = true;
        return;
    }
    v->core->board(v->rules, s, board);
    for (int i = 0; i < account->place_count; i++)
        if (account->places[i]) {
            char name[ARI_PART_NAME_MAX];
            ari_cell *cell = &board->cells[i];
            ari_part_name(account->places[i] - 1, name);
            snprintf(cell->text, sizeof cell->text, "%.5s", name);
            cell->owner = ARI_NOBODY;
            cell->count = 0;
        }
    board->caption[0] = '\0';
    ari_text_add(out, "Parts:\n");
    cli_board_drawn(board, false, out);
    ari_text_add_char(out, '\n');
    free(board);
}

static void say_binary(int nimber, int digits, int width, ari_text *out)
{
    ari_text_repeat(out, ' ', width - digits);
    for (int i = 0; i < digits; i++)
        ari_text_add_char(out, ari_account_digit(nimber, digits, i) ? '1' : '0');
}

/* Where the nimbers decide, also in binary, so that each column of the xor can be counted. */
static void say_nimbers(const ari_variant *v, const ari_account *account, ari_text *out)
{
    int digits = ari_account_digits(account), width = digits > 6 ? digits : 6;
    bool binary = account->decides;
    if (account->part_count == 0)
        return;
    ari_text_format(out, "Part  Nimber  %s%sPosition\n", binary ? "Binary" : "",
                    binary ? "  " : "");
    for (int i = 0; i < account->part_count; i++) {
        char name[ARI_PART_NAME_MAX];
        int nimber = account->parts[i].worth.nimber;
        ari_part_name(i, name);
        ari_text_format(out, "%-4s  %6d  ", name, nimber);
        if (binary)
            say_binary(nimber, digits, width, out);
        ari_text_add(out, binary ? "  " : "");
        ari_state_format(v, &account->parts[i].position, out);
        ari_text_add_char(out, '\n');
    }
    if (binary && account->part_count > 1) {
        ari_text_format(out, "xor   %6d  ", account->whole.nimber);
        say_binary(account->whole.nimber, digits, width, out);
        ari_text_add_char(out, '\n');
    }
    ari_text_add_char(out, '\n');
}

static void say_forms(const ari_variant *v, const ari_account *account, ari_text *out)
{
    for (int i = 0; i < account->part_count && account->part_count > 1; i++) {
        const ari_sum_worth *worth = &account->parts[i].worth;
        char name[ARI_PART_NAME_MAX];
        ari_part_name(i, name);
        ari_text_format(out, "Part %s:  ", name);
        ari_state_format(v, &account->parts[i].position, out);
        ari_text_format(out, "  is worth %s\n",
                        worth->form ? worth->form : "more than can be written here");
    }
}

/* ---- the whole ---- */

/* "3 xor 1 xor 2 = 0: lost for the side to move". */
static void say_xor(const ari_account *account, ari_text *out)
{
    int count = account->part_count;
    ari_text_add(out, "Nimber: ");
    for (int i = 0; i < count && count > 1; i++)
        ari_text_format(out, "%s%d", i ? " xor " : "", account->parts[i].worth.nimber);
    ari_text_format(out, "%s%d", count > 1 ? " = " : "", account->whole.nimber);
}

/* Where the last move loses the quotient tells who wins, and so which moves do. */
static void say_misere(const ari_variant *v, const ari_state *s,
                       const ari_account *account, const ari_quotient *q, ari_text *out)
{
    int element = q ? cli_element_of(v, q, s) : -1, wins = 0;
    if (element < 0) {
        ari_text_add(out, "\nValue:  whoever makes the last move loses, so the nimber "
                          "does not tell it; 'ariadne solve' does\n");
        return;
    }
    ari_text_add_char(out, '\n');
    cli_say_element(q, element, out);
    ari_text_format(out, "Value:  %s for the side to move (%s)\n",
                    ari_quotient_lost(q, element) ? "lost" : "won",
                    ari_side_name(ari_turn(v, s)));
    for (int i = 0; i < account->move_count; i++) {
        ari_state next = ari_after(v, s, account->moves[i].move);
        if (!ari_quotient_lost(q, cli_element_of(v, q, &next)))
            continue;
        ari_text_add(out, wins++ ? " " : "Best:   ");
        ari_move_format(v, s, account->moves[i].move, out);
    }
    if (wins)
        ari_text_add_char(out, '\n');
}

static void say_whole_nimber(const ari_variant *v, const ari_state *s,
                             const ari_account *account, const ari_quotient *quotient,
                             ari_text *out)
{
    say_xor(account, out);
    if (account->decides)
        ari_text_format(out, "\nValue:  %s for the side to move (%s)\n",
                        account->whole.nimber ? "won" : "lost",
                        ari_side_name(ari_turn(v, s)));
    else
        say_misere(v, s, account, quotient, out);
}

static const char *class_words(ari_class outcome)
{
    static const char *const words[] = {"won by the first player, whoever begins",
                                        "won by the second player, whoever begins",
                                        "lost by whoever begins",
                                        "won by whoever begins"};
    return words[outcome];
}

static void say_whole_form(const ari_sum_worth *worth, ari_text *out)
{
    ari_text_format(out, "Value:   %s\nOutcome: %s",
                    worth->form ? worth->form : "too long to be written",
                    class_words(worth->facts.outcome));
    if (worth->facts.heated) {
        ari_text_add(out, "\nMean:    ");
        ari_dyadic_format(&worth->facts.mean, out);
        ari_text_add(out, "\nTemperature: ");
        ari_dyadic_format(&worth->facts.temperature, out);
    }
    ari_text_add_char(out, '\n');
}

void cli_say_account(const ari_variant *v, const ari_state *s, const ari_account *account,
                     const ari_quotient *quotient, ari_text *out)
{
    say_map(v, s, account, out);
    if (account->forms) {
        say_forms(v, account, out);
        say_whole_form(&account->whole, out);
    } else {
        say_nimbers(v, account, out);
        say_whole_nimber(v, s, account, quotient, out);
    }
}

void cli_say_sum(const ari_variant *v, const ari_state *s, const ari_account *account,
                 ari_text *out)
{
    ari_text_add(out, "As a sum of parts\n\n");
    if (account->forms) {
        cli_say_account(v, s, account, NULL, out);
    } else {
        say_map(v, s, account, out);
        say_nimbers(v, account, out);
        say_xor(account, out);
        ari_text_add(out, account->decides
                              ? "\n"
                              : "\nWhoever makes the last move loses, so nimbers do not "
                                "tell who wins.\n");
    }
    cli_say_winning(v, s, account, out);
}

/* ---- moves that win ---- */

/* "A: nimber 5 -> 2, so that 2 xor 3 xor 1 = 0". */
static void say_reason(const ari_account *account, const ari_account_move *move,
                       ari_text *out)
{
    char name[ARI_PART_NAME_MAX];
    ari_text reason = ARI_TEXT_EMPTY;
    ari_account_reason(account, move, &reason);
    if (move->part >= 0 && account->part_count > 1) {
        ari_part_name(move->part, name);
        ari_text_format(out, "%s: ", name);
    }
    ari_text_add(out, ari_text_get(&reason));
    ari_text_free(&reason);
}

void cli_say_winning(const ari_variant *v, const ari_state *s, const ari_account *account,
                     ari_text *out)
{
    size_t shown = 0;
    ari_text *reasons = calloc((size_t)account->move_count + 1, sizeof *reasons);
    if (!account->decides || account->move_count == 0 || !reasons) {
        out->failed = out->failed || !reasons;
        free(reasons);
        return;
    }
    for (int i = 0; i < account->move_count; i++)
        if (account->moves[i].wins)
            say_reason(account, &account->moves[i], &reasons[i]);
    for (int i = 0; i < account->move_count; i++) {
        const char *reason = ari_text_get(&reasons[i]);
        if (!account->moves[i].wins)
            continue;
        bool said = false;
        for (int k = 0; k < i && !said; k++)
            said = account->moves[k].wins && !strcmp(ari_text_get(&reasons[k]), reason);
        if (said)
            continue;
        ari_text_add(out, shown++ ? "" : "\nMoves that win\n");
        for (int k = i; k < account->move_count; k++)
            if (account->moves[k].wins && !strcmp(ari_text_get(&reasons[k]), reason)) {
                ari_text_add(out, k > i ? " " : "  ");
                ari_move_format(v, s, account->moves[k].move, out);
            }
        ari_text_format(out, "%s%s\n", *reason ? "   " : "", reason);
    }
    if (shown == 0)
        ari_text_add(out, account->forms ? "\nNo move wins.\n"
                                         : "\nNo move wins: each changes one part, and "
                                           "so the xor, which is 0 now.\n");
    for (int i = 0; i < account->move_count; i++)
        ari_text_free(&reasons[i]);
    free(reasons);
}

/* ---- the picture ---- */

bool cli_draw_account(const char *path, const ari_variant *v, const ari_record *record,
                      const ari_account *account)
{
    ari_text picture = ARI_TEXT_EMPTY;
    ari_drawing_account(v, record, account, &picture);
    return cli_write_file(path, &picture);
}
