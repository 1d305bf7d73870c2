/* routes.h: every route: its path, its methods, the parameters it knows, and whether it has
 * events to stream. ROUTE(path, methods, streams, parameters, function) */
#define GAME_PARAMETERS "game position moves"
ROUTE("/api/server", WEB_GET, false, "", web_about)
ROUTE("/api/games", WEB_GET, false, "", web_games)
ROUTE("/api/state", WEB_GET | WEB_POST, false, GAME_PARAMETERS, web_state)
ROUTE("/api/analysis", WEB_GET | WEB_POST, true, GAME_PARAMETERS " seconds", web_analysis)
ROUTE("/api/move", WEB_GET | WEB_POST, false, GAME_PARAMETERS " player seed seconds",
      web_move)
ROUTE("/api/review", WEB_GET | WEB_POST, true, GAME_PARAMETERS " seconds", web_review)
ROUTE("/api/tree", WEB_GET | WEB_POST, false,
      GAME_PARAMETERS " algo show depth order eval seed boards", web_tree)
ROUTE("/api/steps", WEB_GET | WEB_POST, false,
      GAME_PARAMETERS " algo depth order eval seed most", web_steps)
#undef GAME_PARAMETERS
