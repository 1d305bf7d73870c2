/* universal.h: the routes of the GamesCrafters universal web API. */
#ifndef ARIADNE_WEB_UNIVERSAL_H
#define ARIADNE_WEB_UNIVERSAL_H

#include "web/web.h"

/* Is it one of those addresses, for a game that there is? */
bool web_universal_route(const char *path);
void web_universal(web_task *task, const char *path);

#endif
