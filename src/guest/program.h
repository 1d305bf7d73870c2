/* program.h: a program that is talked with, line by line (internal). */
#ifndef ARI_GUEST_PROGRAM_H
#define ARI_GUEST_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <ariadne/error.h>
#include <ariadne/limits.h>

#define ARI__GUEST_LINE 4096 /* characters of a line that it says, at most */

typedef struct ari__program {
    pid_t process; /* 0: none */
    int socket;
    double deadline; /* by ari_seconds */
    ari_stop *stop;  /* may be NULL */
    size_t filled;   /* of the block: what it has said and nobody has read */
    size_t said;     /* bytes since it was last asked something */
    char block[2 * ARI__GUEST_LINE];
} ari__program;

ari_status ari__program_start(ari__program *program, const char *command,
                              ari_error *error);
/* Ends it, whatever it does. */
void ari__program_end(ari__program *program);

/* From now on it has so many seconds to answer. */
void ari__program_ask(ari__program *program, double seconds, ari_stop *stop);
/* One line and its end. ARI_FORFEIT where it does not take it. */
ari_status ari__program_say(ari__program *program, ari_error *error, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));
/* The next line without its end and without spaces around it, in `line` of ARI__GUEST_LINE bytes.
 * ARI_FORFEIT where there is none in time; ARI_STOPPED after the stop flag. */
ari_status ari__program_hear(ari__program *program, char *line, ari_error *error);

#endif
