/* nimbers.c: the nimbers of a position, of its parts and of where its moves lead, as text or JSON. */
#include "cli/nimbers.h"

#include <limits.h>

static void print_json(const ari_variant *v, const ari_record *record,
                       const ari_account *account, const ari_nimbers *search)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, v, record);
    ari_report_account(&json, v, &record->end, account);
    if (search)
        ari_json_unsigned(&json, "nodes", ari_nimbers_nodes(search));
    cli_put_json(&json);
}

static void say_moves(const ari_variant *v, const ari_state *s,
                      const ari_account *account, ari_text *out)
{
    int least = INT_MAX, most = 0;
    for (int i = 0; i < account->move_count; i++) {
        int nimber = account->moves[i].whole.nimber;
        least = nimber < least ? nimber : least;
        most = nimber > most ? nimber : most;
    }
    ari_text_add(out, "\nNimber  Moves that lead there\n");
    for (int nimber = least; nimber <= most; nimber++) {
        bool any = false;
        for (int i = 0; i < account->move_count; i++) {
            if (account->moves[i].whole.nimber != nimber)
                continue;
            if (any)
                ari_text_add_char(out, ' ');
            else
                ari_text_format(out, "%6d  ", nimber);
            any = true;
            ari_move_format(v, s, account->moves[i].move, out);
        }
        if (any)
            ari_text_add_char(out, '\n');
    }
}

static void print_text(const ari_variant *v, const ari_record *record,
                       const ari_account *account, const ari_nimbers *search)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(v, record, &text);
    cli_say_account(v, &record->end, account, &text);
    if (account->move_count > 0)
        say_moves(v, &record->end, account, &text);
    cli_say_winning(v, &record->end, account, &text);
    if (search) {
        ari_text_add(&text, "\nWork:   ");
        cli_say_count(ari_nimbers_nodes(search), &text);
        ari_text_add(&text, " questions about ");
        cli_say_count(ari_nimbers_parts(search), &text);
        ari_text_add(&text, " parts\n");
    }
    cli_say(&text);
}

void cli_say_nimbers(const ari_variant *v, const ari_record *record,
                     const ari_account *account, const ari_nimbers *search, bool json)
{
    (json ? print_json : print_text)(v, record, account, search);
}
