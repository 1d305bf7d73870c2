/* account.c: a position with its parts, and what each of them is worth, as a picture.
 *
 *     [ the board, its parts in their colours ]
 *
 *     # A   nimber 2   0 1 0
 *     # B   nimber 3   0 1 1
 *       xor nimber 1   0 0 1
 *     5-6: B, nimber 3 -> 2, so that 2 xor 2 = 0
 */
#include <ariadne/drawing.h>

#include <math.h>

#include "draw/xml.h"

#define CELL 40
#define MARGIN 16.0
#define ROW 24.0
#define SIZE 14.0
#define NAME 26.0 /* where each column begins, from the left margin */
#define WORTH 58.0
#define DIGITS 170.0
#define DIGIT 16.0
#define REASONS 6
#define NARROWEST 320.0

typedef struct legend {
    const ari_account *account;
    double y, width; /* where the next line is; of the widest so far */
    ari_text *out;   /* NULL: it is only measured */
} legend;

static void say(legend *l, double x, const char *class, const char *text)
{
    l->width = fmax(l->width, x + ari__xml_width(text, SIZE));
    if (l->out)
        ari__xml_format(l->out, "<text class=\"%s\" x=\"%f\" y=\"%f\">%s</text>\n", class,
                        MARGIN + x, l->y + 0.68 * ROW, text);
}

static void say_digits(legend *l, int nimber)
{
    int digits = ari_account_digits(l->account);
    for (int i = 0; i < digits; i++)
        say(l, DIGITS + DIGIT * i, "digit",
            ari_account_digit(nimber, digits, i) ? "1" : "0");
}

static void describe(const ari_account *account, const ari_sum_worth *worth,
                     ari_text *out)
{
    if (!account->forms) {
        ari_text_format(out, "nimber %d", worth->nimber);
        return;
    }
    ari_text_add(out, worth->form ? worth->form : "too long to be written");
    if (worth->facts.heated) {
        ari_text_add(out, "; mean ");
        ari_dyadic_format(&worth->facts.mean, out);
        ari_text_add(out, ", temperature ");
        ari_dyadic_format(&worth->facts.temperature, out);
    }
}

static void say_worth(legend *l, const char *name, const ari_sum_worth *worth)
{
    ari_text text = ARI_TEXT_EMPTY;
    describe(l->account, worth, &text);
    say(l, NAME, "name", name);
    say(l, WORTH, "worth", ari_text_get(&text));
    ari_text_free(&text);
    if (!l->account->forms && l->account->decides)
        say_digits(l, worth->nimber);
    l->y += ROW;
}

static void say_reason(legend *l, const ari_variant *v, const ari_state *s,
                       const ari_account_move *move)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(v, s, move->move, &text);
    ari_text_add(&text, " wins: ");
    if (move->part >= 0) {
        char name[ARI_PART_NAME_MAX];
        ari_part_name(move->part, name);
        ari_text_format(&text, "%s, ", name);
    }
    ari_account_reason(l->account, move, &text);
    say(l, 0, "reason", ari_text_get(&text));
    ari_text_free(&text);
    l->y += ROW;
}

/* What stands below the board; twice, first to be measured. */
static void write_legend(legend *l, const ari_variant *v, const ari_state *s)
{
    const ari_account *account = l->account;
    int reasons = 0;
    for (int i = 0; i < account->part_count; i++) {
        char name[ARI_PART_NAME_MAX];
        ari_part_name(i, name);
        if (l->out)
            ari__xml_format(l->out,
                            "<rect class=\"ari-swatch-%d\" x=\"%f\" y=\"%f\" "
                            "width=\"18\" height=\"16\" stroke-width=\"2\"/>\n",
                            i % ARI_PART_COLOURS, MARGIN, l->y + 4);
        say_worth(l, name, &account->parts[i].worth);
    }
    if (account->part_count != 1)
        say_worth(l, account->forms ? "all" : "xor", &account->whole);
    for (int i = 0; i < account->move_count && reasons < REASONS; i++)
        if (account->moves[i].wins) {
            say_reason(l, v, s, &account->moves[i]);
            reasons++;
        }
}

void ari_drawing_account(const ari_variant *v, const ari_record *record,
                         const ari_account *account, ari_text *out)
{
    const ari_state *s = &record->end;
    ari_board board = {0};
    v->core->board(v->rules, s, &board);
    ari_drawing drawing = {
        .cell = CELL, .labels = true, .caption = true, .parts = account->places};
    double width, height;
    ari_drawing_size(&board, &drawing, &width, &height);
    legend l = {.account = account, .y = height + 2 * MARGIN, .width = NARROWEST};
    write_legend(&l, v, s);
    width = fmax(width, l.width) + 2 * MARGIN;
    double end = l.y + MARGIN;
    ari__xml_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" "
                    "height=\"%f\" viewBox=\"0 0 %f %f\" role=\"img\" "
                    "font-family=\"sans-serif\">\n<title>%s, the parts of a "
                    "position</title>\n"
                    "<style>%s.paper{fill:#fff}.name,.digit{font-weight:700}"
                    ".name,.worth,.digit,.reason{fill:#1f2933;font-size:14px}"
                    "@media (prefers-color-scheme:dark){.paper{fill:#151b21}"
                    ".name,.worth,.digit,.reason{fill:#e4e9ee}}</style>\n"
                    "<rect class=\"paper\" width=\"%f\" height=\"%f\"/>\n",
                    width, end, width, end, v->game->title, ari_drawing_css(), width,
                    end);
    ari_drawing_svg(&board, &drawing, MARGIN, MARGIN, out);
    ari_text_add_char(out, '\n');
    l.y = height + 2 * MARGIN;
    l.out = out;
    write_legend(&l, v, s);
    ari_text_add(out, "</svg>\n");
}
