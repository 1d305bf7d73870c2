/* octal.c: heaps and an octal code, which says what may be left of a heap after so many are taken. */
#include "heaps.h"

/* "0.77": a digit before the point, 0 or 4, and some behind it. */
static ari_status heaps_read_code(const char *text, ari_heap_rules *code,
                                  ari_error *error)
{
    size_t at = text[0] == '.' ? 0 : 1;
    *code = (ari_heap_rules){.option = "heap", .count = 1};
    if ((at && text[0] != '0' && text[0] != '4') || text[at] != '.')
        return ari_fail(error, ARI_SYNTAX, 0,
                        "expected an octal code such as 0.77: 0 or 4, a point and digits "
                        "from 0 to 7");
    code->digits[0] = at ? (uint8_t)(text[0] - '0') : 0;
    for (at++; text[at]; at++) {
        if (text[at] < '0' || text[at] > '7')
            return ari_fail(error, ARI_SYNTAX, at, "a digit of the code is 0 to 7");
        if (code->count == ARI_HEAP_DIGITS)
            return ari_fail(error, ARI_RANGE, at, "a code has at most %d digits",
                            ARI_HEAP_DIGITS - 1);
        code->digits[code->count++] = (uint8_t)(text[at] - '0');
    }
    while (code->count > 1 && !code->digits[code->count - 1])
        code->count--;
    return ARI_OK;
}

/* One code has one spelling. */
static ari_status heaps_setup(ari_value *values, heaps_rules *r, ari_error *error)
{
    ari_status status = heaps_read_code(values[0].string, &r->code, error);
    if (status != ARI_OK)
        return status;
    values[0].string[0] = (char)('0' + r->code.digits[0]);
    values[0].string[1] = '.';
    for (int i = 1; i < r->code.count; i++)
        values[0].string[i + 1] = (char)('0' + r->code.digits[i]);
    values[0].string[r->code.count + 1] = '\0';
    r->heap = (uint32_t)values[1].number;
    r->misere = values[2].number != 0;
    return heaps_begin(r, error);
}

#include <ariadne/instance.h>

static const ari_option heaps_options[] = {
    {.name = "code",
     .kind = ARI_STRING,
     .initial_string = "0.137",
     .max = ARI_HEAP_DIGITS + 1,
     .help = "what may be left: 0.77 is Kayles, 0.07 Dawson's Kayles"},
    ARI_OPTION_NUMBER("heap", 12, 1, HEAPS_SIZE, "the heap at the start"),
    ARI_OPTION_FLAG("misere", 0, "whoever makes the last move loses"),
    {.name = NULL}};

const ari_game ari_game_octal = {
    GAME_CORE,
    .id = "octal",
    .title = "Octal game",
    .about =
        "A heap, and a code that says what may be done to it. In turn, each player "
        "takes\n"
        "some from one heap, and leaves what the code allows: its k-th digit behind the\n"
        "point is about taking k, the sum of 1 (nothing may be left), 2 (one heap) and "
        "4\n"
        "(two heaps). A 4 before the point: a heap may be split with nothing taken.\n"
        "Whoever makes the last move wins (with the option misere: loses). 0.137 is\n"
        "Dawson's chess, 0.07 Dawson's Kayles, 0.77 Kayles.\n"
        "A move is a heap and what becomes of it: 7:5, 7:3+2 or 7:0.\n"
        "A position is the heaps in which there is a move, 7,5,5, with /2 at the end\n"
        "when the second player is to move; 0 when there are none.",
    .options = heaps_options,
};
