/* games_file.c: reading one game of a file that `ariadne match --games-out` wrote: a flat JSON
 * object a line, of which only the texts "game", "start" and "moves" matter here. */
#include "cli/playing.h"

#include <string.h>

/* A line being read. */
typedef struct reader {
    const char *at;
    bool failed;
} reader;

static void skip_spaces(reader *r)
{
    r->at += strspn(r->at, " \t\r");
}

static bool take(reader *r, char c)
{
    skip_spaces(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* "text", into `out` unless that is NULL. What \u stands for is never in these texts. */
static void read_string(reader *r, ari_text *out)
{
    r->failed |= !take(r, '"');
    while (!r->failed && *r->at && *r->at != '"') {
        char c = *r->at++;
        if (c == '\\') {
            c = *r->at;
            r->failed = !strchr("\"\\/", c) || !c;
            r->at += c != '\0';
        }
        if (out)
            ari_text_add_char(out, c);
    }
    r->failed |= !take(r, '"');
}

static void read_value(reader *r, ari_text *out)
{
    skip_spaces(r);
    if (*r->at == '"') {
        read_string(r, out);
        return;
    }
    size_t length = strspn(r->at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    r->failed |= length == 0;
    r->at += length;
}

static void read_field(reader *r, cli_recorded *game)
{
    ari_text key = ARI_TEXT_EMPTY;
    read_string(r, &key);
    r->failed |= !take(r, ':');
    const char *name = ari_text_get(&key);
    read_value(r, strcmp(name, "game") == 0    ? &game->spec
                  : strcmp(name, "start") == 0 ? &game->start
                  : strcmp(name, "moves") == 0 ? &game->moves
                                               : NULL);
    ari_text_free(&key);
}

static bool read_line(const char *line, cli_recorded *game)
{
    reader r = {.at = line};
    r.failed = !take(&r, '{');
    do {
        read_field(&r, game);
    } while (!r.failed && take(&r, ','));
    r.failed |= !take(&r, '}');
    skip_spaces(&r);
    return !r.failed && !*r.at && game->spec.size > 0 && game->moves.size > 0;
}

bool cli_is_games_file(const ari_text *content)
{
    return content->size > 0 && content->data[0] == '{';
}

void cli_recorded_free(cli_recorded *game)
{
    ari_text_free(&game->spec);
    ari_text_free(&game->start);
    ari_text_free(&game->moves);
}

bool cli_recorded_read(const char *path, const ari_text *content, int64_t number,
                       cli_recorded *game)
{
    *game = (cli_recorded){.spec = ARI_TEXT_EMPTY};
    const char *at = content->data;
    for (int64_t i = 1; i < number && *at; i++) {
        at += strcspn(at, "\n");
        at += *at != '\0';
    }
    if (!*at)
        return cli_refuse("'%.200s' has no game number %lld", path, (long long)number);
    ari_text line = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&line, at, strcspn(at, "\n"));
    bool read = read_line(ari_text_get(&line), game);
    ari_text_free(&line);
    if (read)
        return true;
    cli_wrong("line %lld of '%.200s' is not a game as match --games-out writes them",
              (long long)number, path);
    cli_recorded_free(game);
    return false;
}
