/* maze.c: points and paths of mazes as JSON. */
#include <ariadne/report.h>

void ari_report_point(ari_json *json, const char *key, ari_maze_point p)
{
    ari_json_pair(json, key, p.x, p.y);
}

void ari_report_path(ari_json *json, const ari_maze_path *path)
{
    ari_maze_point p = path->start;
    ari_json_array(json, "path");
    ari_report_point(json, NULL, p);
    for (uint64_t i = 0; i < path->steps; i++) {
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
        ari_report_point(json, NULL, p);
    }
    ari_json_array_end(json);
}

void ari_report_way(ari_json *json, const ari_maze_path *path)
{
    ari_json_object(json, NULL);
    ari_json_unsigned(json, "length", path->steps);
    ari_report_path(json, path);
    ari_json_object_end(json);
}
