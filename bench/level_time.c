/* level_time.c: how long do the levels think?
 *
 *     level_time [POSITIONS]    random positions of each game, 30 unless told otherwise
 *
 * Prints the mean and the longest processor time for a move of each level, over positions
 * from all parts of the game, won and lost ones among them, and at last for one on a large
 * board that is lost whatever is played. Ends with 1 when a move took more than a second. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ariadne/player.h>
#include <ariadne/random.h>

#define MOST_SECONDS 1.0

static const char *const games[] = {"tictactoe",
                                    "connect4",
                                    "connect4:width=16,height=7",
                                    "mnk:width=5,height=5,line=4",
                                    "mnk:width=9,height=9,line=5",
                                    "mnk:width=19,height=19,line=5",
                                    "nim",
                                    "nim:heaps=30,25,20,15",
                                    "evencoins",
                                    "dots",
                                    "dots:width=7,height=7",
                                    "quixo",
                                    "chomp",
                                    "chomp:width=15,height=15"};

static const char lost_game[] = "mnk:width=15,height=15,line=5";
static const char lost[] =
    "g10 f8 f9 e8 g8 g9 h10 e10 h9 e9 e11 e6 e7 d10 c11 h6 g7 f11 i10";

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void fail(const ari_error *error)
{
    fprintf(stderr, "level_time: %s\n", error->message);
    exit(2);
}

/* Some plies of a random game, every other time only a few. */
static ari_state random_position(const ari_variant *v, int number, ari_random *random)
{
    static ari_move moves[ARI_MOVES_MAX];
    ari_state s = v->start;
    int plies = (int)ari_random_below(random, number % 2 ? 60 : 12);
    for (int i = 0; i < plies; i++) {
        int count = ari_moves(v, &s, moves);
        ari_state next =
            ari_after(v, &s, moves[ari_random_below(random, (uint32_t)count)]);
        if (ari_outcome(v, &next) != ARI_ON)
            break;
        s = next;
    }
    return s;
}

/* The time for one move. */
static double time_of_move(ari_player *player, const ari_state *s)
{
    ari_choice choice;
    ari_error error;
    double start = seconds();
    if (ari_player_choose(player, s, NULL, &choice, &error) != ARI_OK)
        fail(&error);
    return seconds() - start;
}

/* The longest time of a level; `mean` gets the mean. */
static double measure(const ari_variant *v, int level, int positions, double *mean)
{
    char who[24];
    ari_player *player = NULL;
    ari_error error;
    ari_random random = ari_random_seeded(1);
    double longest = 0, all = 0;
    snprintf(who, sizeof who, "level:%d", level);
    if (ari_player_new(v, who, NULL, &player, &error) != ARI_OK)
        fail(&error);
    for (int i = 0; i < positions; i++) {
        ari_state s = random_position(v, i, &random);
        double used = time_of_move(player, &s);
        all += used;
        longest = used > longest ? used : longest;
    }
    ari_player_free(player);
    *mean = all / positions;
    return longest;
}

static double measure_lost(void)
{
    ari_variant *v;
    ari_record record;
    ari_player *player = NULL;
    ari_error error;
    if (ari_variant_new(lost_game, &v, &error) != ARI_OK ||
        ari_position_parse(v, lost, &record, &error) != ARI_OK ||
        ari_player_new(v, "level:10", NULL, &player, &error) != ARI_OK)
        fail(&error);
    double used = time_of_move(player, &record.end);
    ari_player_free(player);
    ari_record_free(&record);
    ari_variant_free(v);
    return used;
}

static bool show(const char *game, int level, double mean, double longest)
{
    printf("%-30s %5d %8.3f %8.3f%s\n", game, level, mean, longest,
           longest > MOST_SECONDS ? "  TOO LONG" : "");
    (void)fflush(stdout);
    return longest > MOST_SECONDS;
}

int main(int argc, char **argv)
{
    int positions = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 30;
    bool late = false;
    if (positions < 1) {
        fputs("usage: level_time [POSITIONS]\n", stderr);
        return 2;
    }
    printf("%-30s %5s %8s %8s  seconds for a move\n", "", "level", "mean", "longest");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v;
        ari_error error;
        if (ari_variant_new(games[i], &v, &error) != ARI_OK)
            fail(&error);
        for (int level = 1; level <= ARI_LEVELS; level += 3) {
            double mean, longest = measure(v, level, positions, &mean);
            late |= show(games[i], level, mean, longest);
        }
        ari_variant_free(v);
    }
    double used = measure_lost();
    late |= show("mnk 15x15, lost", ARI_LEVELS, used, used);
    return late;
}
