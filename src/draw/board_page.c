/* board_page.c: a board as a picture of its own, and the style of all boards. */
#include <ariadne/drawing.h>

#include "draw/xml.h"

#define CELL 40
#define MARGIN 16

static void set_board(const ari_variant *v, const ari_state *s, ari_board *board)
{
    *board = (ari_board){0};
    v->core->board(v->rules, s, board);
}

void ari_drawing_position(const ari_variant *v, const ari_record *record, ari_text *out)
{
    ari_board board, before;
    ari_state old;
    ari_move move = ari_record_last(v, record, &old);
    set_board(v, &record->end, &board);
    if (move != ARI_NO_MOVE)
        set_board(v, &old, &before);
    ari_drawing drawing = {.cell = CELL,
                           .labels = true,
                           .caption = true,
                           .before = move != ARI_NO_MOVE ? &before : NULL,
                           .move = move};
    double width, height;
    ari_drawing_size(&board, &drawing, &width, &height);
    width += 2 * MARGIN;
    height += 2 * MARGIN;
    ari__xml_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" "
                    "height=\"%f\" viewBox=\"0 0 %f %f\" role=\"img\" "
                    "font-family=\"sans-serif\">\n<title>%s, %s</title>\n"
                    "<style>%s.paper{fill:#fff}@media (prefers-color-scheme:dark){"
                    ".paper{fill:#151b21}}</style>\n"
                    "<rect class=\"paper\" width=\"%f\" height=\"%f\"/>\n",
                    width, height, width, height, v->game->title,
                    record->count > 0 ? ari_text_get(&record->names) : v->name,
                    ari_drawing_css(), width, height);
    ari_drawing_svg(&board, &drawing, MARGIN, MARGIN, out);
    ari_text_add(out, "\n</svg>\n");
}

/* Colours that also colour-blind people tell apart (Okabe and Ito), and for print each rim with its own strokes. */
#define PART_COLOUR(number, colour, dashes)                                     \
    ".ari-board path.ari-part-" number "{fill:" colour ";fill-opacity:.38}"     \
    ".ari-board path.ari-part-rim.ari-part-" number "{fill:none;stroke:" colour \
    ";stroke-dasharray:" dashes "}.ari-swatch-" number "{fill:" colour          \
    ";fill-opacity:.38;stroke:" colour ";stroke-dasharray:" dashes "}"
#define PART_COLOURS                        \
    PART_COLOUR("0", "#0072b2", "none")     \
    PART_COLOUR("1", "#d55e00", "9 5")      \
    PART_COLOUR("2", "#009e73", "2 5")      \
    PART_COLOUR("3", "#cc79a7", "12 4 2 4") \
    PART_COLOUR("4", "#e69f00", "16 5")     \
    PART_COLOUR("5", "#56b4e9", "5 5")      \
    PART_COLOUR("6", "#6b6b6b", "1 4")      \
    PART_COLOUR("7", "#8a5a00", "9 4 1 4 1 4")

/* The players' colours are the page's: the first blue, the second orange. */
const char *ari_drawing_css(void)
{
    return ".ari-board text{text-anchor:middle;font-weight:600}"
           ".ari-board path{fill:none;stroke-linecap:round;stroke-linejoin:round}"
           ".ari-board .ari-grid{fill:#fff;stroke:#a8b3bf;stroke-width:1}"
           ".ari-board .ari-wall{fill:#dbe2ea;stroke:#dbe2ea;stroke-width:1}"
           ".ari-board .ari-hole{fill:#fff}"
           ".ari-board .ari-new{fill:#ffe9a8}"
           ".ari-board .ari-taken{fill:#c4ccd4}"
           ".ari-board .ari-taken-first{fill:#b4cbea}"
           ".ari-board .ari-taken-second{fill:#f0cf8f}"
           ".ari-board .ari-new-click{stroke:#b07d00;stroke-width:2}"
           ".ari-board .ari-pit-first{fill:#dfe8f5;stroke:#2b5fa8;stroke-width:2}"
           ".ari-board .ari-pit-second{fill:#f5e7cd;stroke:#a86a00;stroke-width:2;"
           "stroke-dasharray:4 3}"
           ".ari-board .ari-new-pit{stroke:#b12a4c;stroke-width:2}"
           ".ari-board .ari-link{stroke:#a8b3bf;stroke-width:1.5}"
           ".ari-board .ari-goal-first,.ari-board .ari-side-first{stroke:#2b5fa8}"
           ".ari-board .ari-goal-second,.ari-board .ari-side-second{stroke:#a86a00}"
           ".ari-board .ari-goal-first,.ari-board .ari-goal-second{stroke-width:1.5}"
           ".ari-board .ari-goal-second{stroke-dasharray:3 2}"
           ".ari-board .ari-side-first,.ari-board .ari-side-second{stroke-width:3}"
           ".ari-board .ari-side-second{stroke-dasharray:6 4;stroke-linecap:butt}"
           ".ari-board .ari-open{stroke:#c3ccd5;stroke-width:1;stroke-dasharray:1 3}"
           ".ari-board .ari-edge{stroke:#3e4c59}"
           ".ari-board .ari-new-edge{stroke:#e0a100}"
           ".ari-board .ari-dot{fill:#1f2933}"
           ".ari-board .ari-cross{stroke:#2b5fa8}"
           ".ari-board .ari-ring{stroke:#a86a00}"
           ".ari-board .ari-disc-first{fill:#2b5fa8}"
           ".ari-board .ari-disc-second{fill:#a86a00;fill-rule:evenodd}"
           ".ari-board .ari-block{fill:#6b7785}"
           ".ari-board .ari-stick{stroke:#8a5a2b}"
           ".ari-board .ari-coin{fill:#e7b93c;stroke:#9a7416;stroke-width:1}"
           ".ari-board .ari-caption{fill:#52606d;font-weight:400}"
           ".ari-board .ari-count{stroke:#fff;stroke-linejoin:round;paint-order:stroke}"
           ".ari-part-name{fill:#1f2933;stroke:#fff;stroke-width:2;paint-order:stroke}"
           ".ari-board .ari-part-rim{stroke-width:2.5}" PART_COLOURS
           ".ari-label{fill:#3e4c59}.ari-hint{fill:#b4bec8}.ari-sign{fill:#fff}"
           ".ari-sign-first{fill:#2b5fa8}.ari-sign-second{fill:#a86a00}"
           "@media (prefers-color-scheme:dark){"
           ".ari-board .ari-grid{fill:#1b232c;stroke:#5b6875}"
           ".ari-board .ari-wall{fill:#33404d;stroke:#33404d}"
           ".ari-board .ari-hole{fill:#1b232c}"
           ".ari-board .ari-new{fill:#5c4a12}"
           ".ari-board .ari-taken{fill:#56626e}"
           ".ari-board .ari-taken-first{fill:#2d4a7a}"
           ".ari-board .ari-taken-second{fill:#6b4f16}"
           ".ari-board .ari-new-click{stroke:#ffcf4d}"
           ".ari-board .ari-pit-first{fill:#1d2f4a;stroke:#82b1f2}"
           ".ari-board .ari-pit-second{fill:#3d2f14;stroke:#efb454}"
           ".ari-board .ari-new-pit{stroke:#ff8fa8}"
           ".ari-board .ari-link{stroke:#5b6875}"
           ".ari-board .ari-goal-first,.ari-board .ari-side-first{stroke:#82b1f2}"
           ".ari-board .ari-goal-second,.ari-board .ari-side-second{stroke:#efb454}"
           ".ari-board .ari-open{stroke:#56626e}"
           ".ari-board .ari-edge{stroke:#cbd5df}"
           ".ari-board .ari-new-edge{stroke:#ffcf4d}"
           ".ari-board .ari-dot{fill:#e4e9ee}"
           ".ari-board .ari-cross{stroke:#82b1f2}"
           ".ari-board .ari-ring{stroke:#efb454}"
           ".ari-board .ari-disc-first{fill:#82b1f2}"
           ".ari-board .ari-disc-second{fill:#efb454}"
           ".ari-board .ari-block{fill:#8794a1}"
           ".ari-board .ari-stick{stroke:#d3a271}"
           ".ari-board .ari-caption{fill:#a9b4bf}"
           ".ari-board .ari-count{stroke:#151b21}"
           ".ari-part-name{fill:#fff;stroke:#151b21}"
           ".ari-label{fill:#cbd5df}.ari-hint{fill:#5b6875}"
           ".ari-sign-first{fill:#82b1f2}.ari-sign-second{fill:#efb454}}";
}
