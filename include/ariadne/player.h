/* player.h: who chooses the moves.
 *
 * A player is made from a text and knows nothing of any game:
 *
 *   human                somebody else, whom the program must ask
 *   perfect[:time=S,vary=M]
 *                        exact play: the shortest win, the longest resistance; when lost,
 *                        of equal moves the one that leaves the opponent the most ways to
 *                        go wrong, otherwise the first in the game's own order of moves.
 *                        Where S seconds (10) are too few to know, the best that was found
 *   strongest[:time=S,vary=M]
 *                        the same, under the name that is right where perfect play cannot be
 *                        promised (ari_solvable): what it could prove it says move by move
 *   level:N[,sight=S,whim=W,slip=P,exact=P,proof=N,vary=M]
 *                        a computer of strength N, from 1 to 10, as game.h's ari_level
 *                        says it; all of it can be set apart. Level 10 plays exactly
 *                        where it can within a second. No level thinks longer
 *   engine[:depth=N,time=S,nodes=N,eval=NAME,order=NAME,algo=NAME,without=NAME,vary=M]
 *                        one search as deep as the limits allow; algo is engine (the
 *                        default, a million nodes a move unless told otherwise),
 *                        minimax, alphabeta or bestmove (depth 6 unless told otherwise).
 *                        Parameters of the evaluation follow as further options:
 *                        eval=pattern,f2=2,f3=5. Techniques of the engine can be left
 *                        out by name (ari_technique_names), several with + between them;
 *                        with a depth limit alone, all are
 *   mcts[:time=S,nodes=N,eval=NAME]
 *                        Monte-Carlo tree search (mcts.h) with these limits, of a million nodes
 *                        unless told otherwise; eval=neutral plays games on at random
 *                        where the game's evaluation would judge
 *   rules[:NAME]         the game's own rules of thumb, where it has some; NAME is another of
 *                        their wordings (game.h's ari_wording): rules:as-written
 *   random               any legal move
 *   mistake:P[,time=S]   perfect, but errs with probability P: any of the moves that are
 *                        not best
 *   pbrain:COMMAND       a program of its own, by the protocol that it speaks, where guests
 *                        are let in (guest.h)
 *
 * With vary=M none of these plays the same opening each time: of the first ARI_VARIED_PLIES moves of a game,
 * where nothing is proved, it takes by the seed one of the up to ARI_VARIED_LINES best, if by
 * several best lines at one depth it is worth at most M points of the evaluation less than the
 * best one. vary=off is the opposite. By default it is off, unless the job says otherwise.
 *
 * With ponder=yes, engine and strongest think on the opponent's time, where they are let
 * (ari_player_ponder): engine:time=1,ponder=yes. Their memory is shared by the two searches.
 *
 * An engine with a depth limit alone, a textbook search and a level choose among moves of
 * equal score by the seed. The same text, seed and positions give the same moves, unless time is what limits the
 * thinking. */
#ifndef ARIADNE_PLAYER_H
#define ARIADNE_PLAYER_H

#include <ariadne/analysis.h>

ARI_C_BEGIN

typedef struct ari_player ari_player;

/* Players of another kind, which the library does not have itself: guest.h makes some. What they
 * are told with each move is the game so far. Whoever fails to move loses: ARI_FORFEIT. */
typedef struct ari_guests {
    const char *forms; /* how their texts look: "pbrain:COMMAND, gtp:COMMAND" */
    bool (*knows)(const char *who);
    ari_status (*enter)(const ari_variant *v, const char *who, void **guest,
                        ari_error *error);
    void (*leave)(void *guest);
    ari_status (*begin)(void *guest, ari_error *error); /* another game */
    ari_status (*choose)(void *guest, const ari_record *game, const ari_limits *limits,
                         ari_move *move, ari_error *error);
} ari_guests;

#define ARI_VARIED_PLIES 8
#define ARI_VARIED_LINES 4

typedef struct ari_player_job {
    uint64_t seed;
    ari_solver *solver;       /* shared with others; NULL: one of its own when needed */
    const ari_oracle *oracle; /* that a solver of its own consults; may be NULL */
    ari_lookup lookup; /* that it looks positions up in; its function may be NULL */
    size_t bytes;      /* all that it may take; 0: ARI_BYTES_DEFAULT */
    const ari_runner *runner; /* threads; NULL: the caller's alone */
    const ari_guests
        *guests;   /* who else may play; NULL: nobody, as for texts from a stranger */
    bool by_nodes; /* levels are limited by nodes alone, not by the clock, so that their
                    * games can be repeated on a busy machine */
    bool
        vary; /* who does not say otherwise varies its openings, by the margin that the game
                * gives its level 10 (game.h): for games with people */
    bool ponder; /* who can ponder, and does not say that it will not, does */
} ari_player_job;

/* Is this the text of a player for this variant, one of `guests` (may be NULL) included, and (if
 * `human` is not NULL) of a person? It is read, and nothing is made. */
ari_status ari_player_check(const ari_variant *v, const char *who,
                            const ari_guests *guests, bool *human, ari_error *error);

/* A player for one variant, which must outlive it, as must what the job names. */
ari_status ari_player_new(const ari_variant *v, const char *who,
                          const ari_player_job *job, ari_player **player,
                          ari_error *error);
void ari_player_free(ari_player *player);

/* Begins another game: takes a new seed and forgets whatever could change its moves, so
 * that a game does not depend on those before it. */
ari_status ari_player_begin(ari_player *player, uint64_t seed, ari_error *error);

/* The text that it was made from. */
const char *ari_player_who(const ari_player *player);
bool ari_player_is_human(const ari_player *player);
/* What a player with this text is called: the same, but "perfect" is "strongest" unless its
 * solver is sure (ari_solvable, ari_solver_is_sure). */
void ari_player_called(const char *who, bool sure, ari_text *out);

/* What a player chose, and why. */
typedef struct ari_choice {
    ari_move move;
    bool scored;  /* the score means something */
    int score;    /* for the side that moves */
    bool exact;   /* it is the true value */
    bool erred;   /* a mistake made on purpose; it has no score */
    bool stopped; /* a limit or the stop flag ended the thinking */
    int distance; /* plies to the end, or -1 */
    int among; /* one of so many that seemed about equally good; 0: of those it is the best */
    double seconds;
    uint64_t nodes; /* positions looked at */
    int depth;      /* plies that were searched, where that is known; 0 otherwise */
    uint64_t
        pondered; /* positions looked at before, on the opponent's time, where it expected this one */
    char reason[128]; /* in words: "block", "wins in 5 plies" */
} ari_choice;

/* The game so far: it tells a guest how the position came about and, in a game that may come back to
 * a position, the engine what would come again. It must stay there until the player has chosen;
 * NULL: nothing is known of it. */
void ari_player_recall(ari_player *player, const ari_record *record);

/* Chooses a move in a position where the game is on. Of `limits` (may be NULL) only the
 * seconds, those that are wanted, the stop flag and the progress are used. Who is told how many seconds there are shares
 * them between proving and looking ahead; a stopped player answers at once with the best it
 * knows. A human cannot be asked: ARI_UNSUPPORTED. A guest that gives no legal move in time:
 * ARI_FORFEIT. */
ari_status ari_player_choose(ari_player *player, const ari_state *s,
                             const ari_limits *limits, ari_choice *choice,
                             ari_error *error);

/* ---- on the opponent's time ---- */

/* Does it do so when it is let? */
bool ari_player_ponders(const ari_player *player);

typedef struct ari_pondering {
    ari_move expected; /* the opponent's next move; ARI_NO_MOVE: nothing was searched */
    int depth;         /* how far the position after it was searched */
    uint64_t nodes;
} ari_pondering;

/* Thinks in a position in which the opponent of `player` is to move: it expects a reply, the one that it foresaw when
 * it chose or else what a short search finds, and searches what follows it until the stop flag is set, a
 * limit (nodes, seconds) is reached or all is known. If the position that the player is asked for next is the
 * expected one, it goes on from there and gives no answer from less depth; if it is another one, nothing of
 * this counts: the player plays as if it had not pondered. Asked again about the same position, it goes on.
 *
 * The caller's thread and the player's runner do the work: nothing else may be asked of the player
 * until it returns. ari_player_recall tells it of the game, as for a choice. */
ari_status ari_player_ponder(ari_player *player, const ari_state *s,
                             const ari_limits *limits, ari_pondering *pondering,
                             ari_error *error);

/* The moves that the player may make in a position where the game is on: `moves` has room for
 * ARI_MOVES_MAX. *every is true when there are no others, whatever its seed; otherwise it is
 * the one that it chooses with this seed and without having thought before. ARI_UNSUPPORTED
 * for a human and for whoever plays by the clock, ARI_LIMIT where exact play is too far. */
ari_status ari_player_might(ari_player *player, const ari_state *s, uint64_t seed,
                            const ari_limits *limits, ari_move *moves, int *count,
                            bool *every, ari_error *error);

/* A score in words, for the side it belongs to: "wins in 5 plies", "draws", "loses by 3".
 */
void ari_score_words(const ari_variant *v, int score, ari_text *out);

ARI_C_END

#endif
