/* tree_svg_head.c: the style, title and legend of a drawn tree, and its labels. */
#include "draw/tree_svg.h"

#include <stdio.h>

#include <ariadne/drawing.h>

#define TITLE_SIZE 20.0
#define LINE_SIZE 12.0
#define LINE_HEIGHT 18.0
#define LEGEND_HEIGHT 22.0
#define LEGEND_GAP 22.0
#define SAMPLE 26.0 /* the width of what stands before the words of the legend */

static const char style[] =
    "svg{font-family:system-ui,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif}"
    ".paper{fill:#fbfcfd}"
    "text{fill:#1f2933}.title{font-weight:700}.line{fill:#52606d}"
    ".move,.small,.strip-text{text-anchor:middle}"
    ".move{fill:#697683}.good{fill:#1f2933;font-weight:700}"
    ".small{fill:#697683}.faint{fill:#8d99a6}"
    ".edge{fill:none;stroke:#a3aeba;stroke-width:1.2}"
    ".stub{stroke:#c0c8d0;stroke-dasharray:3 3}"
    ".edge.main{stroke:#1f2933;stroke-width:3}"
    ".card{fill:#fff;stroke:#a3aeba;stroke-width:1.2}"
    ".inner{fill:none;stroke-width:1.2}"
    ".card.first,.inner.first{stroke:#2b5fa8}.card.second,.inner.second{stroke:#a86a00}"
    ".card.even,.inner.even{stroke:#7b8794}"
    ".card.main{stroke-width:3}.card.horizon{stroke-dasharray:5 3}"
    ".card.cut{fill:none;stroke:#c0c8d0;stroke-dasharray:3 3}"
    ".strip.first{fill:#2b5fa8}.strip.second{fill:#965e00}.strip.even{fill:#5f6c79}"
    ".strip.estimate{fill:none;stroke-width:1.2}"
    ".strip.estimate.first{stroke:#2b5fa8}.strip.estimate.second{stroke:#965e00}"
    ".strip.estimate.even{stroke:#5f6c79}"
    ".strip-text{fill:#fff;font-weight:700}.side{fill:#fff}"
    ".estimate.strip-text.first,.side.estimate.first{fill:#2b5fa8}"
    ".estimate.strip-text.second,.side.estimate.second{fill:#965e00}"
    ".estimate.strip-text.even,.side.estimate.even{fill:#52606d}";

static const char dark_style[] =
    "@media (prefers-color-scheme:dark){"
    ".paper{fill:#12181f}text{fill:#e4e9ee}.line{fill:#a9b4bf}"
    ".move,.small{fill:#97a3af}.good{fill:#fff}.faint{fill:#6d7984}"
    ".edge{stroke:#5b6875}.stub{stroke:#43505c}.edge.main{stroke:#f1f4f7}"
    ".card{fill:#1b232c;stroke:#5b6875}.card.cut{stroke:#43505c}"
    ".card.first,.inner.first{stroke:#82b1f2}.card.second,.inner.second{stroke:#efb454}"
    ".card.even,.inner.even{stroke:#8d99a6}"
    ".strip-text{fill:#fff}"
    ".estimate.strip-text.first,.side.estimate.first{fill:#82b1f2}"
    ".estimate.strip-text.second,.side.estimate.second{fill:#efb454}"
    ".estimate.strip-text.even,.side.estimate.even{fill:#cbd5df}"
    ".strip.estimate.first{stroke:#82b1f2}.strip.estimate.second{stroke:#efb454}"
    ".strip.estimate.even{stroke:#8d99a6}}";

const char *ari__svg_class(int value)
{
    return value > 0 ? "first" : value < 0 ? "second" : "even";
}

/* A triangle: up for the side that maximises, down for the one that minimises. */
static void draw_side(ari_text *out, const char *class, double x, double y, bool max)
{
    double tip = max ? -4 : 4;
    ari__xml_format(out, "<path class=\"side %s\" d=\"M%f,%fh9l-4.5,%fz\"/>", class, x,
                    y - tip, 2 * tip);
}

void ari__svg_label(ari__svg *svg, double x, double y, double width, const ari_node *n,
                    const char *text)
{
    char class[24];
    snprintf(class, sizeof class, "%s%s", n->estimate ? "estimate " : "",
             ari__svg_class(n->value));
    ari__xml_format(svg->out,
                    "<rect class=\"strip %s\" x=\"%f\" y=\"%f\" width=\"%f\" "
                    "height=\"%f\" rx=\"4\"/>",
                    class, x, y, width, ARI__SVG_LABEL_HEIGHT);
    double middle = x + width / 2;
    if (n->kind == ARI_NODE_INNER) {
        double half = (ari__xml_width(text, ARI__SVG_LABEL_SIZE) + ARI__SVG_TRIANGLE) / 2;
        draw_side(svg->out, class, middle - half, y + ARI__SVG_LABEL_HEIGHT / 2,
                  n->turn == ARI_FIRST);
        middle += ARI__SVG_TRIANGLE / 2;
    }
    ari__xml_format(svg->out,
                    "<text class=\"strip-text %s\" x=\"%f\" y=\"%f\" font-size=\"%f\">"
                    "%s</text>",
                    class, middle, y + ARI__SVG_LABEL_HEIGHT - 4.6, ARI__SVG_LABEL_SIZE,
                    text);
}

/* ---- the legend ---- */

typedef enum sample {
    STRIP_FIRST,
    STRIP_EVEN,
    STRIP_SECOND,
    SIDE_MAX,
    SIDE_MIN,
    LINE_MAIN,
    FRAME_OVER,
    FRAME_HORIZON,
    FRAME_CUT,
    WINDOW,
    SAMPLES
} sample;

/* What a colour means: better for one side, or that it wins. The label that goes with it is named
 * unless labels are ratings of whoever moves, as then it has either. */
static const char *colour_words(const ari_tree *tree, sample which)
{
    static const char *const words[][3] = {
        {"better for the first player", "even", "better for the second player"},
        {"the first player wins", "draw", "the second player wins"},
        {"+: the first player wins", "=: draw", "−: the second player wins"},
        {"+1: the first player wins", "0: draw", "−1: the second player wins"}};
    bool numbers =
        ari_has(tree->variant, ARI_HAS_PAYOFFS) || !tree->result.exact || tree->counts;
    int row = numbers                                ? 0
              : tree->job.bestmove                   ? 1
              : tree->job.labels == ARI_LABELS_SIGNS ? 2
                                                     : 3;
    return words[row][which - STRIP_FIRST];
}

/* The words beside a sample of a Monte-Carlo tree, where they are others; else NULL. */
static const char *grown_words(sample which)
{
    switch (which) {
    case SIDE_MAX:
        return "first player moves, wants much";
    case SIDE_MIN:
        return "second player moves, wants little";
    case LINE_MAIN:
        return "what would be played";
    case FRAME_HORIZON:
        return "no moves tried yet; ~ is the mean of the visits, what has none is proved";
    default:
        return NULL;
    }
}

/* The words beside a sample; NULL when the drawing has nothing of the kind. */
static const char *sample_words(const ari_tree *tree, sample which)
{
    if (tree->counts && grown_words(which))
        return grown_words(which);
    switch (which) {
    case STRIP_FIRST:
    case STRIP_EVEN:
    case STRIP_SECOND:
        return colour_words(tree, which);
    case SIDE_MAX:
        return tree->job.bestmove ? "first player moves; labels are his ratings"
                                  : "first player moves, takes the maximum";
    case SIDE_MIN:
        return tree->job.bestmove ? "second player moves; labels are his ratings"
                                  : "second player moves, takes the minimum";
    case LINE_MAIN:
        return "best play";
    case FRAME_OVER:
        return "game over";
    case FRAME_HORIZON:
        return tree->result.exact ? NULL : "depth limit; ~ is an estimate";
    case FRAME_CUT:
        return tree->cuts ? "cut: not looked at" : NULL;
    case WINDOW:
        return tree->job.alphabeta
                   ? "what the first and the second player already have elsewhere"
                   : NULL;
    case SAMPLES:
        break;
    }
    return NULL;
}

static void draw_sample(ari__svg *svg, sample which, double x, double y)
{
    static const char *const frames[SAMPLES] = {[FRAME_OVER] = "card even",
                                                [FRAME_HORIZON] = "card even horizon",
                                                [FRAME_CUT] = "card cut"};
    static const char *const strips[SAMPLES] = {
        [STRIP_FIRST] = "first", [STRIP_EVEN] = "even", [STRIP_SECOND] = "second"};
    ari_text *out = svg->out;
    if (strips[which])
        ari__xml_format(out,
                        "<rect class=\"strip %s\" x=\"%f\" y=\"%f\" width=\"20\" "
                        "height=\"12\" rx=\"4\"/>",
                        strips[which], x, y - 6);
    else if (which == SIDE_MAX || which == SIDE_MIN)
        draw_side(out, "estimate even", x + 5, y, which == SIDE_MAX);
    else if (which == LINE_MAIN)
        ari__xml_format(out, "<path class=\"edge main\" d=\"M%f,%fh20\"/>", x, y);
    else if (which == WINDOW)
        ari__xml_format(out,
                        "<text class=\"small\" x=\"%f\" y=\"%f\" font-size=\"%f\">"
                        "α, β</text>",
                        x + 10, y + 4, LINE_SIZE);
    else
        ari__xml_format(out,
                        "<rect class=\"legend %s\" x=\"%f\" y=\"%f\" width=\"20\" "
                        "height=\"13\" rx=\"3\"/>",
                        frames[which], x, y - 6.5);
    if (which == FRAME_OVER)
        ari__xml_format(out,
                        "<rect class=\"inner even\" x=\"%f\" y=\"%f\" width=\"14\" "
                        "height=\"7\" rx=\"2\"/>",
                        x + 3, y - 3.5);
}

/* Walks along the legend from `y` on, drawing it when asked to; returns where it ends. */
static double legend(const ari__svg *svg, double y, ari__svg *drawn)
{
    double x = ARI__SVG_MARGIN;
    for (int i = 0; i < SAMPLES; i++) {
        const char *words = sample_words(svg->tree, (sample)i);
        if (!words)
            continue;
        double width = SAMPLE + 0.88 * ari__xml_width(words, LINE_SIZE) + LEGEND_GAP;
        if (x > ARI__SVG_MARGIN && x + width > svg->width) {
            x = ARI__SVG_MARGIN;
            y += LEGEND_HEIGHT;
        }
        if (drawn) {
            draw_sample(drawn, (sample)i, x, y + LEGEND_HEIGHT / 2);
            ari__xml_format(drawn->out,
                            "<text class=\"line\" x=\"%f\" y=\"%f\" font-size=\"%f\">"
                            "%s</text>\n",
                            x + SAMPLE, y + LEGEND_HEIGHT / 2 + 4.2, LINE_SIZE, words);
        }
        x += width;
    }
    return y + LEGEND_HEIGHT;
}

/* ---- the head ---- */

#define TITLE_ROOM ARI__SVG_TITLE_ROOM

double ari__svg_head_height(const ari__svg *svg)
{
    return legend(svg, TITLE_ROOM, NULL) + 16;
}

/* A line of the head, shortened to the width of the drawing. */
static void head_line(ari_text *out, double width, double y, ari_text *text)
{
    double room = width - 2 * ARI__SVG_MARGIN;
    if (ari__xml_width(ari_text_get(text), LINE_SIZE) > room) {
        size_t keep = (size_t)(room / LINE_SIZE / 0.64);
        keep = keep < text->size ? keep : text->size;
        while (keep > 0 && ((unsigned char)text->data[keep] & 0xc0) == 0x80)
            keep--; /* not within a character */
        text->size = keep;
        text->data[keep] = '\0';
        ari_text_add(text, "…");
    }
    ari__xml_format(out,
                    "<text class=\"line\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>\n",
                    ARI__SVG_MARGIN, y, LINE_SIZE, ari_text_get(text));
}

double ari__svg_begin(ari_text *out, double width, double height, const char *what,
                      const char *game, ari_text *place, ari_text *summary)
{
    ari__xml_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" height=\"%f\" "
        "viewBox=\"0 0 %f %f\" role=\"img\">\n"
        "<title>The %s of %s, %s</title>\n<desc>%s</desc>\n",
        width, height, width, height, what, game, ari_text_get(place),
        ari_text_get(summary));
    ari_text_format(out, "<style>%s%s%s</style>\n", style, dark_style, ari_drawing_css());
    ari__xml_format(
        out,
        "<rect class=\"paper\" width=\"%f\" height=\"%f\"/>\n"
        "<text class=\"title\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>\n",
        width, height, ARI__SVG_MARGIN, ARI__SVG_MARGIN + TITLE_SIZE - 4, TITLE_SIZE,
        game);
    double y = ARI__SVG_MARGIN + TITLE_SIZE;
    head_line(out, width, y + LINE_HEIGHT, place);
    head_line(out, width, y + 2 * LINE_HEIGHT, summary);
    if (!ari_text_ok(place) || !ari_text_ok(summary))
        out->failed = true;
    ari_text_free(place);
    ari_text_free(summary);
    return TITLE_ROOM;
}

void ari__svg_head(ari__svg *svg)
{
    ari_text place = ARI_TEXT_EMPTY, summary = ARI_TEXT_EMPTY;
    ari__tree_place(svg->tree, &place);
    ari__tree_summary(svg->tree, &summary);
    ari__svg_begin(svg->out, svg->width, svg->height, "tree",
                   svg->tree->variant->game->title, &place, &summary);
    legend(svg, TITLE_ROOM, svg);
}
