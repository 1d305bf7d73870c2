/* routes.h: every route: its path, its methods, the parameters it knows, and whether it has
 * events to stream. ROUTE(path, methods, streams, parameters, function) */
#define GAME_PARAMETERS "game position moves"
ROUTE("/api/server", WEB_GET, false, "", web_about)
ROUTE("/api/games", WEB_GET, false, "", web_games)
ROUTE("/api/state", WEB_GET | WEB_POST, false, GAME_PARAMETERS, web_state)
ROUTE("/api/states", WEB_GET | WEB_POST, false, GAME_PARAMETERS " from", web_states)
ROUTE("/api/eval", WEB_GET | WEB_POST, false, GAME_PARAMETERS " eval seed", web_eval)
ROUTE("/api/parts", WEB_GET | WEB_POST, false, GAME_PARAMETERS, web_parts)
ROUTE("/api/analysis", WEB_GET | WEB_POST, true, GAME_PARAMETERS " seconds", web_analysis)
ROUTE("/api/move", WEB_GET | WEB_POST, false, GAME_PARAMETERS " player seed seconds",
      web_move)
ROUTE("/api/review", WEB_GET | WEB_POST, true, GAME_PARAMETERS " seconds", web_review)
ROUTE("/api/tree", WEB_GET | WEB_POST, false,
      GAME_PARAMETERS " algo show depth rounds order cut eval seed boards labels",
      web_tree)
ROUTE("/api/steps", WEB_GET | WEB_POST, false,
      GAME_PARAMETERS " algo depth rounds order cut eval seed lines most", web_steps)
ROUTE("/api/database", WEB_GET | WEB_POST, false, GAME_PARAMETERS, web_database)
ROUTE("/api/export", WEB_GET | WEB_POST, false, GAME_PARAMETERS " at", web_export)
ROUTE("/api/import", WEB_GET | WEB_POST, false, "text", web_import)
ROUTE("/api/maze", WEB_GET | WEB_POST, false, "maze", web_maze)
ROUTE("/api/maze/generate", WEB_GET | WEB_POST, false,
      "width height algo loops seed most", web_maze_generate)
ROUTE("/api/maze/solve", WEB_GET | WEB_POST, false,
      "maze from method all paths unmark mark calls facing most", web_maze_solve)
ROUTE("/api/knight", WEB_GET | WEB_POST, false,
      "width height from closed order seed seconds most", web_knight)
ROUTE("/api/queens", WEB_GET | WEB_POST, false, "n placed order seconds most", web_queens)
ROUTE("/api/cubes", WEB_GET | WEB_POST, false, "cubes all solutions seconds most",
      web_cubes)
ROUTE("/api/fill", WEB_GET | WEB_POST, false, "picture x y colour diagonal most",
      web_fill)
#undef GAME_PARAMETERS
