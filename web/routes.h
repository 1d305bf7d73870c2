/* routes.h: every route: its path, its methods, the parameters it knows, and whether it has
 * events to stream. ROUTE(path, methods, streams, parameters, function) */
#define GAME_PARAMETERS "game position moves"
ROUTE("/api/server", WEB_GET, false, "", web_about)
ROUTE("/api/games", WEB_GET, false, "", web_games)
ROUTE("/api/state", WEB_GET | WEB_POST, false, GAME_PARAMETERS, web_state)
#undef GAME_PARAMETERS
