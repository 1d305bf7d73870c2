/* tune_report.c: what `ariadne tune` says, in words and as JSON. */
#include "cli/tune.h"

const char *const cli_tune_methods[] = {"genetic", "cma", "fit"};

static void say_params(const cli_tuning *t, const ari_individual *one, ari_text *out)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    for (int i = 0; params[i].name; i++)
        ari_text_format(out, "%s%s=%d", i ? "," : "", params[i].name, one->params[i]);
}

static int64_t games_a_generation(const cli_tuning *t)
{
    return (int64_t)t->setup.population * (t->setup.population - 1) * t->setup.games;
}

/* The seed comes first: who ends the program early must be able to begin it again. */
void cli_tune_heading(const cli_tuning *t)
{
    int known = ari_tuner_generation(t->tuner);
    cli_print("Seed %llu, %lld games a generation\n", (unsigned long long)t->setup.seed,
              (long long)games_a_generation(t));
    if (t->resumed)
        cli_print("Going on after generation %d of '%.200s'%s\n", known, t->state,
                  known < t->generations ? "" : ": there is nothing left to play");
    if (known < t->generations)
        cli_print("%10s  %-40s  score of the generation's best\n", "generation",
                  t->setup.method == ARI_TUNE_CMA ? "mean" : "best");
    cli_flush();
}

void cli_tune_generation(const cli_tuning *t)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY;
    say_params(t, &answer, &text);
    cli_print("%10d  %-40s  %5.1f %%  %.1f of %lld points\n",
              ari_tuner_generation(t->tuner), ari_text_get(&text),
              100 * population[0].points / (double)population[0].games,
              population[0].points, (long long)population[0].games);
    cli_flush();
    ari_text_free(&text);
}

void cli_tune_ranking(const cli_tuning *t, double seconds)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "\nThe last generation, best first:\n");
    for (int i = 0; i < count; i++) {
        ari_text_format(&text, "%10d  ", i + 1);
        size_t before = text.size;
        say_params(t, &population[i], &text);
        ari_text_repeat(&text, ' ', 40 - (int)(text.size - before));
        ari_text_format(&text, "  %5.1f %%\n",
                        100 * population[i].points / (double)population[i].games);
    }
    ari_text_add(&text, "\nAnswer: ");
    ari_tuner_who(t->tuner, &answer, &text);
    ari_text_format(&text, "\nSeed %llu, %lld games a generation, %.3f s\n",
                    (unsigned long long)t->setup.seed, (long long)games_a_generation(t),
                    seconds);
    cli_say(&text);
}

static void add_json_set(ari_json *json, const char *key, const cli_tuning *t,
                         const ari_individual *one)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    ari_json_object(json, key);
    for (int i = 0; params[i].name; i++)
        ari_json_number(json, params[i].name, one->params[i]);
    if (!key) {
        ari_json_real(json, "points", one->points);
        ari_json_number(json, "games", one->games);
    }
    ari_json_object_end(json);
}

void cli_tune_json(const cli_tuning *t, double seconds)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY, who = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_tuner_who(t->tuner, &answer, &who);
    ari_json_string(&json, "game", t->v->name);
    ari_json_string(&json, "method", cli_tune_methods[t->setup.method]);
    ari_json_unsigned(&json, "seed", t->setup.seed);
    ari_json_number(&json, "generations", ari_tuner_generation(t->tuner));
    add_json_set(&json, "answer", t, &answer);
    ari_json_string(&json, "player", ari_text_get(&who));
    ari_json_array(&json, "ranking");
    for (int i = 0; i < count; i++)
        add_json_set(&json, NULL, t, &population[i]);
    ari_json_array_end(&json);
    ari_json_real(&json, "seconds", seconds);
    cli_put_json(&json);
    ari_text_free(&who);
}
