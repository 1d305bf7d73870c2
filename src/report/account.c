/* account.c: what the parts of a position are worth, and what each move does to them, as JSON. */
#include <ariadne/report.h>

static void add_dyadic(ari_json *json, const char *key, const ari_dyadic *number)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_dyadic_format(number, &text);
    ari_json_text(json, key, &text);
}

/* [temperature, value] of each corner. */
static void add_wall(ari_json *json, const char *key, const ari_corner *corners,
                     int count)
{
    ari_json_array(json, key);
    for (int i = 0; i < count; i++) {
        ari_json_array(json, NULL);
        add_dyadic(json, NULL, &corners[i].temperature);
        add_dyadic(json, NULL, &corners[i].value);
        ari_json_array_end(json);
    }
    ari_json_array_end(json);
}

static void add_form(ari_json *json, const ari_sum_worth *worth)
{
    if (worth->form)
        ari_json_string(json, "value", worth->form);
    ari_json_string(json, "outcome", ari_class_name(worth->facts.outcome));
    if (worth->facts.heated) {
        add_dyadic(json, "mean", &worth->facts.mean);
        add_dyadic(json, "temperature", &worth->facts.temperature);
    }
    if (worth->graph) {
        ari_json_object(json, "thermograph");
        add_wall(json, "left", worth->graph->walls[0], worth->graph->count[0]);
        add_wall(json, "right", worth->graph->walls[1], worth->graph->count[1]);
        ari_json_object_end(json);
    }
}

static void add_nimber(ari_json *json, const ari_account *account, int nimber)
{
    ari_json_number(json, "nimber", nimber);
    if (!account->decides)
        return;
    ari_text text = ARI_TEXT_EMPTY;
    int digits = ari_account_digits(account);
    for (int i = 0; i < digits; i++)
        ari_text_add_char(&text, ari_account_digit(nimber, digits, i) ? '1' : '0');
    ari_json_text(json, "binary", &text);
}

static void add_worth(ari_json *json, const ari_account *account,
                      const ari_sum_worth *worth)
{
    if (account->forms)
        add_form(json, worth);
    else
        add_nimber(json, account, worth->nimber);
}

static void add_part_name(ari_json *json, const char *key, int part)
{
    char name[ARI_PART_NAME_MAX];
    ari_part_name(part, name);
    ari_json_string(json, key, name);
}

static void add_part(ari_json *json, const ari_variant *v, const ari_account *account,
                     int i)
{
    const ari_account_part *part = &account->parts[i];
    ari_json_object(json, NULL);
    add_part_name(json, "name", i);
    ari_report_state(json, "part", v, &part->position);
    add_worth(json, account, &part->worth);
    if (account->places) {
        ari_json_array(json, "cells");
        for (int k = 0; k < account->place_count; k++)
            if (account->places[k] == i + 1)
                ari_json_pair(json, NULL, k % account->width, k / account->width);
        ari_json_array_end(json);
    }
    ari_json_object_end(json);
}

static void add_form_text(ari_json *json, const char *key, const char *form)
{
    if (form)
        ari_json_string(json, key, form);
}

/* "from" and "to": what the part is worth before the move and after it. */
static void add_move(ari_json *json, const ari_variant *v, const ari_state *s,
                     const ari_account *account, const ari_account_move *move)
{
    ari_json_object(json, NULL);
    ari_report_move(json, "move", v, s, move->move);
    if (move->part >= 0) {
        const ari_sum_worth *was = &account->parts[move->part].worth;
        add_part_name(json, "part", move->part);
        if (account->forms) {
            add_form_text(json, "from", was->form);
            add_form_text(json, "to", move->becomes.form);
        } else {
            ari_json_number(json, "from", was->nimber);
            ari_json_number(json, "to", move->becomes.nimber);
        }
    }
    if (account->forms)
        add_form(json, &move->whole);
    else
        ari_json_number(json, "nimber", move->whole.nimber);
    if (account->decides)
        ari_json_bool(json, "wins", move->wins);
    ari_json_object_end(json);
}

void ari_report_account(ari_json *json, const ari_variant *v, const ari_state *s,
                        const ari_account *account)
{
    ari_json_string(json, "theory", account->forms ? "forms" : "nimbers");
    add_worth(json, account, &account->whole);
    ari_json_string(json, "last_move", account->decides ? "wins" : "loses");
    if (account->decides && !account->forms)
        ari_json_string(json, "value", account->whole.nimber ? "win" : "loss");
    ari_json_array(json, "parts");
    for (int i = 0; i < account->part_count; i++)
        add_part(json, v, account, i);
    ari_json_array_end(json);
    ari_json_array(json, "moves");
    for (int i = 0; i < account->move_count; i++)
        add_move(json, v, s, account, &account->moves[i]);
    ari_json_array_end(json);
}
