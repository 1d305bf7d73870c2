/* nimbers.c: the nimbers of a position, of its parts and of where its moves lead, as text or JSON. */
#include "cli/nimbers.h"

#include <limits.h>

static void print_json(const cli_nimbers *job, const ari_record *record,
                       const ari_account *account)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, job->v, record);
    ari_report_account(&json, job->v, &record->end, account);
    if (!account->decides && job->quotient)
        cli_put_element(job->quotient,
                        cli_element_of(job->v, job->quotient, &record->end), &json);
    if (job->search)
        ari_json_unsigned(&json, "nodes", ari_nimbers_nodes(job->search));
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

static void print_text(const cli_nimbers *job, const ari_record *record,
                       const ari_account *account)
{
    const ari_variant *v = job->v;
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(v, record, &text);
    cli_say_account(v, &record->end, account, job->quotient, &text);
    if (account->move_count > 0)
        say_moves(v, &record->end, account, &text);
    cli_say_winning(v, &record->end, account, &text);
    if (job->search) {
        ari_text_add(&text, "\nWork:   ");
        cli_say_count(ari_nimbers_nodes(job->search), &text);
        ari_text_add(&text, " questions about ");
        cli_say_count(ari_nimbers_parts(job->search), &text);
        ari_text_add(&text, " parts\n");
    }
    cli_say(&text);
}

void cli_say_nimbers(const cli_nimbers *job, const ari_record *record,
                     const ari_account *account)
{
    (job->json ? print_json : print_text)(job, record, account);
}
