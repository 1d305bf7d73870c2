/* cplusplus.cpp: a program in C++ that solves tic-tac-toe through the library.
 *
 * tools/check_headers.py compiles, links and runs it. It says what is wrong and returns 1, or
 * says what it has found. */
#include <cstdio>
#include <cstring>
#include <memory>

#include <ariadne/analysis.h>

/* The library's things, freed when they go out of scope. */
template <typename T, void (*release)(T *)> struct releaser {
    void operator()(T *thing) const
    {
        release(thing);
    }
};
using variant = std::unique_ptr<ari_variant, releaser<ari_variant, ari_variant_free>>;
using solver = std::unique_ptr<ari_solver, releaser<ari_solver, ari_solver_free>>;
using pool = std::unique_ptr<ari_pool, releaser<ari_pool, ari_pool_free>>;

static int wrong = 0;

static void expect(bool right, const char *what)
{
    if (right)
        return;
    std::printf("not so: %s\n", what);
    wrong = 1;
}

static variant make_variant(const char *spec)
{
    ari_variant *made = nullptr;
    ari_error error;
    if (ari_variant_new(spec, &made, &error) != ARI_OK)
        std::puts(error.message);
    return variant(made);
}

/* The stop flag is an int that both languages change: true if the library saw it set. */
static bool stops(const ari_variant *v)
{
    ari_solver *made = nullptr;
    ari_analysis answer;
    ari_error error;
    ari_stop stop{1};
    ari_engine_job job{};
    job.limits.stop = &stop;
    if (ari_solver_new(v, 1 << 20, &made, &error) != ARI_OK)
        return false;
    solver asked(made);
    if (ari_analyse(asked.get(), &v->start, ARI_ASK_VALUE, &job, &answer, &error) !=
        ARI_OK)
        return false;
    bool stopped = answer.stopped;
    ari_analysis_free(&answer);
    return stopped;
}

int main()
{
    static_assert(sizeof(ari_stop) == sizeof(int), "the flag is larger than in C");
    static_assert(alignof(ari_state) == 16, "positions lie otherwise than in C");
    variant game = make_variant("tictactoe");
    if (!game)
        return 1;

    ari_pool *threads = nullptr;
    ari_solver *made = nullptr;
    ari_analysis answer;
    ari_error error;
    if (ari_pool_new(2, &threads, &error) != ARI_OK ||
        ari_solver_new(game.get(), 1 << 20, &made, &error) != ARI_OK) {
        std::puts(error.message);
        return 1;
    }
    pool workers(threads);
    solver exact(made);
    ari_engine_job job{};
    job.runner = ari_pool_runner(threads);
    if (ari_analyse(made, &game->start, ARI_ASK_MOVES, &job, &answer, &error) != ARI_OK) {
        std::puts(error.message);
        return 1;
    }
    std::printf("%s %d, %d moves\n", ari_value_name(answer.whole.score),
                answer.whole.distance, answer.count);
    expect(answer.whole.exact && answer.count == 9, "the start has nine moves");

    ari_text text = ARI_TEXT_EMPTY;
    ari_state next = ari_after(game.get(), &game->start, answer.moves[0].move);
    ari_state_format(game.get(), &next, &text);
    expect(std::strchr(ari_text_get(&text), 'x') != nullptr, "the first move is an x");
    ari_text_free(&text);
    ari_analysis_free(&answer);

    ari_variant *none = nullptr;
    expect(ari_variant_new("tictoctoe", &none, &error) == ARI_UNKNOWN && !none,
           "there is no such game");
    variant large = make_variant("connect4");
    expect(large && stops(large.get()), "a flag that is set stops the solver");
    return wrong;
}
