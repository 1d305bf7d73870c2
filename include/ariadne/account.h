/* account.h: a position as the sum of its parts, with what each is worth, and what each move does to it.
 *
 * Of a position that falls apart (sums.h) an account tells: where on the board each part lies; its nimber or its
 * canonical form; and of each move which part it changes, what that part is worth then, and the whole. So a move can
 * be explained: nimber 5 -> 2, so that 2 xor 3 xor 1 = 0. Every screen reads it from here, and says no more. */
#ifndef ARIADNE_ACCOUNT_H
#define ARIADNE_ACCOUNT_H

#include <ariadne/sums.h>

ARI_C_BEGIN

/* What a part, or a sum, is worth. */
typedef struct ari_sum_worth {
    int nimber; /* in an account by nimbers */
    char *
        form; /* in one by canonical forms, as books write it; NULL: too long to be written */
    ari_form_facts facts;   /* likewise */
    ari_thermograph *graph; /* of parts and of the whole, where it is known; else NULL */
} ari_sum_worth;

typedef struct ari_account_part {
    ari_state position; /* where parts of its kind always are */
    ari_sum_worth worth;
} ari_account_part;

typedef struct ari_account_move {
    ari_move move;
    int part; /* that it is made in; -1: not known */
    /* It is proved that it wins. Where the last move loses, nimbers prove nothing of it. */
    bool wins;
    ari_sum_worth becomes; /* what is left of the part, where that is known */
    ari_sum_worth whole;
} ari_account_move;

typedef struct ari_account {
    bool forms;   /* canonical forms; else nimbers */
    bool decides; /* they tell who wins */
    ari_sum_worth whole;
    ari_account_part *parts;
    int part_count;
    ari_account_move *moves; /* in the game's order; none where the game is over */
    int move_count;
    /* By places of the game's board: from 1 on, the part that is there; 0: none is. NULL where the game does not tell
     * where its parts are. */
    uint8_t *places;
    int place_count, width; /* of the board: so many places a row */
} ari_account;

/* Has a game such accounts, by nimbers or by forms? */
bool ari_has_account(const ari_variant *v);

/* By nimbers, or by forms: what is found is remembered there. The limits hold for all of it. */
ari_status ari_account_nimbers(ari_nimbers *nimbers, const ari_variant *v,
                               const ari_state *s, const ari_limits *limits,
                               ari_account *account, ari_error *error);
/* By nimbers that somebody else knows, as a database does. */
typedef ari_status ari_nimber_finder(void *self, const ari_state *s, int *nimber,
                                     ari_error *error);
ari_status ari_account_known(ari_nimber_finder *find, void *self, const ari_variant *v,
                             const ari_state *s, ari_account *account, ari_error *error);
ari_status ari_account_forms(ari_forms *forms, const ari_variant *v, const ari_state *s,
                             const ari_limits *limits, ari_account *account,
                             ari_error *error);
/* By nimbers where the game is impartial, else by forms, within so many bytes. ARI_UNSUPPORTED where the game has no
 * account. */
ari_status ari_account_of(const ari_variant *v, const ari_state *s, size_t bytes,
                          const ari_limits *limits, ari_account *account,
                          ari_error *error);
void ari_account_free(ari_account *account);

/* What a part is called: A, B ... Z, A2, B2 ... */
#define ARI_PART_NAME_MAX 8
void ari_part_name(int part, char name[ARI_PART_NAME_MAX]);

/* How many binary digits the nimbers of the parts and of the whole take, at least 1; and one of them, 0 or 1, from
 * the left. */
int ari_account_digits(const ari_account *account);
static inline int ari_account_digit(int nimber, int digits, int i)
{
    return nimber >> (digits - 1 - i) & 1;
}

/* Why the move wins, or what it does: "nimber 5 -> 2, so that 2 xor 3 xor 1 = 0", "±1 -> 1, so that all is worth
 * 1/2". Nothing where it is not known which part it changes. */
void ari_account_reason(const ari_account *account, const ari_account_move *move,
                        ari_text *out);

ARI_C_END

#endif
