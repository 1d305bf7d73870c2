/* puzzle_walk.c: what a puzzle's solver tells, made into steps, and these into words and JSON. */
#include <ariadne/learn.h>

#include <string.h>

#include <ariadne/maze.h>

#include "base/stop.h"

static bool tell(ari_puzzle_walk *walk, const ari_puzzle_step *step)
{
    if (walk->steps >= walk->most || ari__stop_is_set(walk->halt))
        atomic_store(&walk->stop, 1);
    if (atomic_load(&walk->stop)) {
        walk->complete = false;
        return false;
    }
    walk->steps++;
    if (step->depth > walk->deepest)
        walk->deepest = step->depth;
    walk->told(walk->self, step);
    return true;
}

static bool returns(ari_spot spot, bool *solved)
{
    *solved = spot == ARI_SPOT_SOLVED || spot == ARI_SPOT_RETURN;
    return *solved || spot == ARI_SPOT_DEAD || spot == ARI_SPOT_NONE ||
           spot == ARI_SPOT_ENCLOSED || spot == ARI_SPOT_CIRCLE;
}

/* A call begins before its first line, and ends after a line that returns. */
static void at(void *self, const ari_spot_frame *frame)
{
    ari_puzzle_walk *walk = self;
    ari_puzzle_step step = {
        .kind = ARI_WALK_ENTER, .depth = frame->depth, .frame = frame};
    if (frame->spot == ARI_SPOT_CALL)
        tell(walk, &step);
    step.kind = ARI_WALK_LINE;
    step.line = ari_puzzle_line_at(walk->listing, frame->spot);
    if (tell(walk, &step))
        walk->reached[step.line]++;
    if (!returns(frame->spot, &step.solved))
        return;
    step.kind = ARI_WALK_LEAVE;
    step.line = 0;
    tell(walk, &step);
}

void ari_puzzle_walk_begin(ari_puzzle_walk *walk)
{
    walk->spots = (ari_spot_observer){.self = walk, .at = at};
    atomic_init(&walk->stop, 0);
    walk->complete = true;
    walk->steps = 0;
    walk->deepest = 0;
    memset(walk->reached, 0, sizeof walk->reached);
}

/* ---- in words ---- */

static bool knows(const ari_puzzle_listing *listing, const ari_puzzle_step *step, int i)
{
    return step->line > 0 && listing->variables[i] &&
           listing->listing.lines[step->line - 1].knows >> i & 1;
}

static const char *direction_name(const ari_puzzle_step *step, int i)
{
    return ari_direction_name((ari_direction)step->frame->values[i]);
}

void ari_puzzle_variables(const ari_puzzle_listing *listing, const ari_puzzle_step *step,
                          ari_text *out)
{
    const char *between = "";
    for (int i = 0; i < ARI_SPOT_VALUES; i++) {
        if (!knows(listing, step, i))
            continue;
        ari_text_format(out, "%s%s = ", between, listing->variables[i]);
        if (listing->directions >> i & 1)
            ari_text_add(out, direction_name(step, i));
        else
            ari_text_format(out, "%lld", (long long)step->frame->values[i]);
        between = ", ";
    }
}

void ari_puzzle_step_json(ari_json *json, const ari_puzzle_listing *listing,
                          const ari_puzzle_step *step)
{
    ari_json_object(json, NULL);
    ari_json_string(json, "do", ari_walk_kind_name(step->kind));
    ari_json_unsigned(json, "depth", step->depth);
    if (step->kind == ARI_WALK_LINE)
        ari_json_number(json, "line", step->line);
    if (step->kind == ARI_WALK_LEAVE && !listing->says_nothing)
        ari_json_bool(json, "solved", step->solved);
    for (int i = 0; i < ARI_SPOT_VALUES; i++)
        if (knows(listing, step, i) && listing->directions >> i & 1)
            ari_json_string(json, listing->variables[i], direction_name(step, i));
        else if (knows(listing, step, i))
            ari_json_number(json, listing->variables[i], step->frame->values[i]);
    ari_json_object_end(json);
}

void ari_puzzle_walk_json(ari_json *json, const ari_puzzle_walk *walk)
{
    ari_json_bool(json, "complete", walk->complete);
    ari_json_array(json, "reached");
    for (int i = 1; i <= walk->listing->listing.count; i++)
        ari_json_unsigned(json, NULL, walk->reached[i]);
    ari_json_array_end(json);
}
