/* guest.c: programs as players, whatever they speak: reading who it is, keeping the program, and keeping
 * count of what it was told. */
#include "guest/guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 1.0 /* for a move */
#define SECONDS_MOST 3600.0
#define SECONDS_LATE 1.0 /* more, before it has lost */
#define SECONDS_GREETING 10.0

static const ari__protocol *const protocols[] = {&ari__pbrain, &ari__gtp, &ari__ugi,
                                                 NULL};

static const ari__protocol *protocol_of(const char *who)
{
    for (int i = 0; protocols[i]; i++) {
        size_t length = strlen(protocols[i]->name);
        if (strncmp(who, protocols[i]->name, length) == 0 && who[length] == ':')
            return protocols[i];
    }
    return NULL;
}

static bool knows(const char *who)
{
    return protocol_of(who) != NULL;
}

/* "time=S,COMMAND" or "COMMAND"; it is an error of the text at its place. */
static ari_status read_command(ari__guest *guest, const char *who, ari_error *error)
{
    const char *at = strchr(who, ':') + 1;
    guest->seconds = SECONDS;
    if (strncmp(at, "time=", 5) == 0) {
        char *end;
        guest->seconds = strtod(at + 5, &end);
        if (end == at + 5 || *end != ',' ||
            !(guest->seconds > 0 && guest->seconds <= SECONDS_MOST))
            return ari_fail(
                error, ARI_RANGE, (size_t)(at + 5 - who),
                "time must be seconds above 0 up to %.0f and then a comma, as "
                "in %s:time=0.5,COMMAND",
                SECONDS_MOST, guest->protocol->name);
        at = end + 1;
    }
    if (strspn(at, " ") == strlen(at) || strlen(at) > ARI__GUEST_LINE / 2)
        return ari_fail(error, ARI_SYNTAX, (size_t)(at - who),
                        "the command that starts the program must stand here, as in "
                        "%s:./program",
                        guest->protocol->name);
    guest->command = strdup(at);
    return guest->command ? ARI_OK : ari_fail_memory(error, strlen(at), "a command");
}

/* Says whose fault it was. */
static ari_status blame(const ari__guest *guest, ari_status status, ari_error *error)
{
    if (status == ARI_FORFEIT && error) {
        ari_error why = *error;
        ari_fail(error, status, ARI_NO_OFFSET, "%s '%.80s': %.250s",
                 guest->protocol->name, guest->command, why.message);
    }
    return status;
}

static ari_status start(ari__guest *guest, ari_error *error)
{
    guest->knows = false;
    ari_status status = ari__program_start(&guest->program, guest->command, error);
    if (status == ARI_OK) {
        ari__program_ask(&guest->program, SECONDS_GREETING, NULL);
        status = guest->protocol->greet(guest, error);
    }
    if (status != ARI_OK)
        ari__program_end(&guest->program);
    return blame(guest, status, error);
}

static void leave(void *self)
{
    ari__guest *guest = self;
    if (guest->program.process > 0) {
        ari__program_ask(&guest->program, 0.1, NULL);
        guest->protocol->leave(guest);
    }
    ari__program_end(&guest->program);
    ari_record_free(&guest->told);
    free(guest->command);
    free(guest);
}

static ari_status enter(const ari_variant *v, const char *who, void **result,
                        ari_error *error)
{
    ari__guest *guest = calloc(1, sizeof *guest);
    if (!guest)
        return ari_fail_memory(error, sizeof *guest, "a player");
    guest->v = v;
    guest->protocol = protocol_of(who);
    guest->program.socket = -1;
    ari_status status = guest->protocol->suits(v, error);
    if (status == ARI_OK)
        status = read_command(guest, who, error);
    if (status == ARI_OK)
        status = start(guest, error);
    if (status != ARI_OK)
        leave(guest);
    else
        *result = guest;
    return status;
}

/* A program that has ended is started again for the next game. */
static ari_status begin(void *self, ari_error *error)
{
    ari__guest *guest = self;
    guest->knows = false;
    return guest->program.process > 0 ? ARI_OK : start(guest, error);
}

/* Does it know how this game began? */
static bool follows(const ari__guest *guest, const ari_record *game)
{
    const ari_record *told = &guest->told;
    return guest->knows && told->count <= game->count &&
           ari_state_equal(guest->v, &told->start, &game->start) &&
           (told->count == 0 || memcmp(told->moves, game->moves,
                                       (size_t)told->count * sizeof *told->moves) == 0);
}

/* From now on it knows the game and its own move. */
static ari_status note(ari__guest *guest, const ari_record *game, ari_move move,
                       ari_error *error)
{
    ari_status status = ARI_OK;
    if (!guest->knows) {
        ari_record_free(&guest->told);
        guest->told = (ari_record){.start = game->start, .end = game->start};
    }
    for (int i = guest->told.count; i < game->count && status == ARI_OK; i++)
        status = ari_record_add(guest->v, &guest->told, game->moves[i], error);
    if (status == ARI_OK)
        status = ari_record_add(guest->v, &guest->told, move, error);
    guest->knows = status == ARI_OK;
    return status;
}

static ari_status choose(void *self, const ari_record *game, const ari_limits *limits,
                         ari_move *move, ari_error *error)
{
    ari__guest *guest = self;
    ari_status status = guest->program.process > 0 ? ARI_OK : start(guest, error);
    if (status != ARI_OK)
        return status;
    guest->knows = follows(guest, game);
    ari__program_ask(&guest->program, guest->seconds + SECONDS_LATE,
                     limits ? limits->stop : NULL);
    status = guest->protocol->choose(guest, game, move, error);
    if (status == ARI_OK)
        status = note(guest, game, *move, error);
    if (status != ARI_OK)
        ari__program_end(&guest->program); /* who knows what it still would say */
    return blame(guest, status, error);
}

const ari_guests *ari_programs_as_guests(void)
{
    static const ari_guests guests = {
        .forms = "pbrain:COMMAND, gtp:COMMAND, ugi:COMMAND",
        .knows = knows,
        .enter = enter,
        .leave = leave,
        .begin = begin,
        .choose = choose,
    };
    return &guests;
}

/* ---- for the protocols ---- */

ari_status ari__guest_move(ari__guest *guest, const ari_state *s, const char *text,
                           ari_move *move, ari_error *error)
{
    ari_error why;
    if (ari_move_parse(guest->v, s, text, move, &why) == ARI_OK)
        return ARI_OK;
    return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it answers '%.40s', and %.150s",
                    text, why.message);
}
