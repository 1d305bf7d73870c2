/* stop.h: has the flag been set that ends a search?
 *
 * Another thread sets it, and stop.c looks. A program of one thread has nobody who could do so
 * while it searches: there stop_alone.c asks the host that runs the program, and sets it. */
#ifndef ARI_BASE_STOP_H
#define ARI_BASE_STOP_H

#include <ariadne/limits.h>

bool ari__stop_is_set(ari_stop *stop); /* NULL: never */

#endif
