/* quotient.c: misere quotients, as nimber tells them. */
#include "cli/quotient.h"

#include <inttypes.h>

#define IN_A_LINE 10

ari_quotient *cli_quotient_of(const ari_variant *v, const ari_limits *limits,
                              ari_allowance *memory)
{
    const ari_core *core = v->core;
    ari_state parts[ARI_COMPONENTS_MAX];
    ari_heap_rules rules;
    ari_quotient *q;
    ari_error ignored;
    uint64_t largest = 0;
    if (ari_nimbers_decide(v) || !core->heap_of || !core->heap_rules ||
        !core->heap_rules(v->rules, &rules) ||
        ari_quotient_new(&rules, memory, &q, &ignored) != ARI_OK)
        return NULL;
    int count = ari_sum_parts(v, &v->start, ARI_FIRST, parts);
    for (int i = 0; i < count; i++) {
        int size = core->heap_of(v->rules, &parts[i]);
        largest = (uint64_t)size > largest ? (uint64_t)size : largest;
    }
    (void)ari_quotient_find(q, largest, limits, &ignored); /* as far as it goes */
    return q;
}

int cli_element_of(const ari_variant *v, const ari_quotient *q, const ari_state *s)
{
    ari_state parts[ARI_COMPONENTS_MAX];
    int count = ari_sum_parts(v, s, ari_turn(v, s), parts), element = 0;
    for (int i = 0; i < count; i++) {
        uint64_t size = (uint64_t)v->core->heap_of(v->rules, &parts[i]);
        if (size > ari_quotient_known(q))
            return -1;
        element = ari_quotient_product(q, element, ari_quotient_heap(q, size));
    }
    return element;
}

static int count_lost(const ari_quotient *q)
{
    int lost = 0;
    for (int e = 0; e < ari_quotient_order(q); e++)
        lost += ari_quotient_lost(q, e);
    return lost;
}

static void say_generators(const ari_quotient *q, ari_text *out)
{
    for (int g = 0; g < ari_quotient_generators(q); g++)
        ari_text_format(out, "%s%c = heap %" PRIu64, g ? ", " : "", 'a' + g,
                        ari_quotient_generator(q, g));
}

static void say_proof(const ari_quotient *q, ari_text *out)
{
    ari_period period = ari_quotient_period(q);
    if (period.proved) {
        ari_text_format(
            out, "for all heaps, which repeat after %" PRIu64 " from heap %" PRIu64 " on",
            period.length, period.from);
        return;
    }
    ari_text_add(out, "for heaps up to ");
    cli_say_count(ari_quotient_known(q), out);
    ari_text_add(out, " only");
}

void cli_say_element(const ari_quotient *q, int element, ari_text *out)
{
    ari_text_add(out, "Element: ");
    ari_quotient_write(q, element, out);
    ari_text_format(out, ", %s of the %d in the misere quotient, where ",
                    ari_quotient_lost(q, element) ? "lost, one" : "won, one",
                    ari_quotient_order(q));
    say_generators(q, out);
    ari_text_add(out, "; proved ");
    say_proof(q, out);
    ari_text_add_char(out, '\n');
}

static void put_word(const ari_quotient *q, int element, const char *key, ari_json *json)
{
    ari_text word = ARI_TEXT_EMPTY;
    ari_quotient_write(q, element, &word);
    ari_json_text(json, key, &word);
    ari_text_free(&word);
}

static void put_quotient(const ari_quotient *q, ari_json *json)
{
    ari_period period = ari_quotient_period(q);
    ari_json_number(json, "order", ari_quotient_order(q));
    ari_json_array(json, "lost");
    for (int e = 0; e < ari_quotient_order(q); e++)
        if (ari_quotient_lost(q, e))
            put_word(q, e, NULL, json);
    ari_json_array_end(json);
    ari_json_array(json, "generators");
    for (int g = 0; g < ari_quotient_generators(q); g++)
        ari_json_unsigned(json, NULL, ari_quotient_generator(q, g));
    ari_json_array_end(json);
    if (period.proved) {
        ari_json_null(json, "known");
        ari_json_object(json, "period");
        ari_json_unsigned(json, "length", period.length);
        ari_json_unsigned(json, "from", period.from);
        ari_json_object_end(json);
    } else {
        ari_json_unsigned(json, "known", ari_quotient_known(q));
        ari_json_null(json, "period");
    }
}

void cli_put_element(const ari_quotient *q, int element, ari_json *json)
{
    if (element < 0)
        return;
    ari_json_string(json, "value", ari_quotient_lost(q, element) ? "loss" : "win");
    ari_json_object(json, "quotient");
    put_word(q, element, "element", json);
    put_quotient(q, json);
    ari_json_object_end(json);
}

void cli_print_quotient(const ari_variant *v, const ari_quotient *q, uint64_t last,
                        bool json)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (json) {
        ari_json out = cli_json(&text);
        ari_json_string(&out, "game", v->name);
        put_quotient(q, &out);
        ari_json_array(&out, "heaps");
        for (uint64_t i = 0; i <= last; i++)
            put_word(q, ari_quotient_heap(q, i), NULL, &out);
        ari_json_array_end(&out);
        cli_put_json(&out);
        return;
    }
    ari_text_format(&text, "%s (%s), the misere quotient of its heaps\n\n",
                    v->game->title, v->name);
    ari_text_format(&text,
                    "Order:  %d, of which %d are lost for the side to move\nLost:   ",
                    ari_quotient_order(q), count_lost(q));
    bool any = false;
    for (int e = 0; e < ari_quotient_order(q); e++)
        if (ari_quotient_lost(q, e)) {
            ari_text_add(&text, any ? ", " : "");
            ari_quotient_write(q, e, &text);
            any = true;
        }
    ari_text_add(&text, "\nHere:   ");
    say_generators(q, &text);
    ari_text_add(&text, "\nProved: ");
    say_proof(q, &text);
    ari_text_add_char(&text, '\n');
    for (uint64_t i = 0; i <= last; i++) {
        if (i % IN_A_LINE == 0)
            ari_text_format(&text, "\n%7" PRIu64 ": ", i);
        else
            ari_text_add(&text, ", ");
        ari_quotient_write(q, ari_quotient_heap(q, i), &text);
    }
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}
