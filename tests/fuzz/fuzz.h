/* fuzz.h: what the fuzzers of games share. Each is built for clang's libFuzzer or, without
 * it, with driver.c; what breaks a promise ends the program. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/variant.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(held)                                                     \
    do {                                                               \
        if (!(held)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #held); \
            abort();                                                   \
        }                                                              \
    } while (0)

/* The bytes as a string, up to the first NUL; freed by the caller. */
static inline char *string_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    MUST(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* What was refused must be explained, and the place lie in the text. */
static inline void must_explain(ari_status status, const ari_error *error,
                                const char *text)
{
    if (status == ARI_OK)
        return;
    MUST(error->status == status);
    MUST(error->message[0]);
    MUST(!strpbrk(error->message, "\n\r\x1b"));
    MUST(error->offset == ARI_NO_OFFSET || error->offset <= strlen(text));
}

/* A variant by the first byte of an input, a letter: many games, small and large, and after
 * those (from 'r' on) every game there is as it stands in the list. */
static inline ari_variant *variant_by(uint8_t letter)
{
    static const char *const specs[] = {
        "tictactoe",
        "tictactoe:early=no",
        "connect4",
        "connect4:width=4,height=3,line=3",
        "connect4:width=16,height=7",
        "connect4:width=1,height=63",
        "mnk",
        "mnk:width=19,height=19,line=5",
        "nim",
        "nim:heaps=255,255,255,235",
        "coins",
        "coins:coins=10000000,most=100",
        "evencoins",
        "evencoins:coins=1000000",
        "dots",
        "dots:width=7,height=7",
        "dots:width=1,height=1",
    };
    ari_variant *v;
    ari_error error;
    size_t count = sizeof specs / sizeof *specs, games = 0;
    while (ari_game_at((int)games))
        games++;
    size_t which = (size_t)(letter - 'a') % (count + games);
    const char *spec =
        which < count ? specs[which] : ari_game_at((int)(which - count))->id;
    MUST(ari_variant_new(spec, &v, &error) == ARI_OK);
    return v;
}

/* A position that was read must be one to go on from, and be read back from its text. */
static inline void must_be_sound(const ari_variant *v, const ari_state *s)
{
    static ari_move list[ARI_MOVES_MAX];
    int count = ari_outcome(v, s) == ARI_ON ? ari_moves(v, s, list) : 0;
    MUST(ari_outcome(v, s) != ARI_ON || (count > 0 && count <= v->core->max_moves));
    if (count) {
        ari_state next = ari_after(v, s, list[count - 1]);
        MUST(ari_outcome(v, &next) == ARI_ON || ari_outcome(v, &next) <= ARI_SCORE_MAX);
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    ari_state back = {{0}};
    MUST(v->core->parse(v->rules, ari_text_get(&text), &back, NULL) == ARI_OK);
    MUST(ari_state_equal(v, s, &back));
    ari_text_free(&text);
    static ari_board board;
    v->core->board(v->rules, s, &board);
    MUST(board.width > 0 && board.height > 0 &&
         board.width * board.height <= ARI_BOARD_CELLS);
}

#endif
