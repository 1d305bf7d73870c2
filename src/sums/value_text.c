/* value_text.c: values as books write them.
 *
 * A number; a number and an infinitesimal that has a name, 1*, 2↑, 3/4*2; a game and its negative as options, ±1; and else the
 * options in braces. Named infinitesimals are found by making them and comparing: canonical forms are the same where
 * values are. */
#include "sums/value_text.h"

#include <stdlib.h>

#define WHOLE ((int64_t)1 << ARI__FINE)
#define NIMBERS 9 /* that are tried: 0 to 8 */
#define UPS 6

ari_dyadic ari__dyadic_of(int64_t number)
{
    ari_dyadic d = {number, number ? ARI__FINE : 0};
    while (d.halvings > 0 && d.numerator % 2 == 0) {
        d.numerator /= 2;
        d.halvings--;
    }
    return d;
}

void ari_dyadic_format(const ari_dyadic *number, ari_text *out)
{
    ari_text_format(out, "%lld", (long long)number->numerator);
    if (number->halvings > 0)
        ari_text_format(out, "/%lld", (long long)1 << number->halvings);
}

static void format_number(int64_t number, ari_text *out)
{
    ari_dyadic d = ari__dyadic_of(number);
    ari_dyadic_format(&d, out);
}

static ari__canonical star(ari__canonicals *all, int n)
{
    ari__canonical options[NIMBERS];
    for (int i = 0; i <= n; i++) {
        ari__canonical made = ari__value_make(all, options, i, options, i);
        if (i == n || made == ARI__VALUE_NONE)
            return made;
        options[i] = made;
    }
    return ARI__VALUE_NONE;
}

/* {0|*} */
static ari__canonical up(ari__canonicals *all)
{
    ari__canonical zero = ARI__VALUE_ZERO, one = star(all, 1);
    return one == ARI__VALUE_NONE ? one : ari__value_make(all, &zero, 1, &one, 1);
}

/* "↑", "⇑*", "3·↓*2"; of ups and nimber. */
static void say_ups(int ups, int nimber, ari_text *out)
{
    static const char *const signs[2][2] = {{"\u2191", "\u21d1"}, {"\u2193", "\u21d3"}};
    int many = abs(ups);
    if (many > 2)
        ari_text_format(out, "%d\u00b7", many);
    if (many > 0)
        ari_text_add(out, signs[ups < 0][many == 2]);
    if (nimber > 0)
        ari_text_add_char(out, '*');
    if (nimber > 1)
        ari_text_format(out, "%d", nimber);
}

/* An infinitesimal with a name; false if it has none here. */
static bool say_small(ari__canonicals *all, ari__canonical a, ari_text *out)
{
    for (int nimber = 0; nimber < NIMBERS; nimber++) {
        ari__canonical sum = star(all, nimber), step = up(all),
                       down = ari__value_negative(all, step);
        ari__canonical above = sum, below = sum;
        for (int ups = 0; ups <= UPS; ups++) {
            if (above == ARI__VALUE_NONE || below == ARI__VALUE_NONE)
                return false;
            if (a == above || a == below) {
                say_ups(a == above ? ups : -ups, nimber, out);
                return true;
            }
            above = ari__value_sum(all, above, step);
            below = ari__value_sum(all, below, down);
        }
    }
    return false;
}

/* {0||0|-g}: what remains is the threat. */
static bool is_tiny(const ari__canonicals *all, ari__canonical a, int side,
                    ari__canonical *threat)
{
    const ari__canonical *left, *right, *inner, *other;
    if (ari__value_options(all, a, side, &left) != 1 || left[0] != ARI__VALUE_ZERO ||
        ari__value_options(all, a, !side, &right) != 1 ||
        ari__value_options(all, right[0], side, &inner) != 1 ||
        inner[0] != ARI__VALUE_ZERO ||
        ari__value_options(all, right[0], !side, &other) != 1)
        return false;
    *threat = other[0];
    return true;
}

static bool say_tiny(ari__canonicals *all, ari__thermographs *graphs, ari__canonical a,
                     ari_text *out)
{
    for (int side = 0; side < 2; side++) {
        ari__canonical threat;
        int64_t number;
        if (!is_tiny(all, a, side, &threat))
            continue;
        ari__canonical g = side ? threat : ari__value_negative(all, threat);
        if (g == ARI__VALUE_NONE || !ari__value_number(all, g, &number) || number <= 0)
            continue;
        ari_text_add(out, side ? "-_" : "+_");
        ari__value_format(all, graphs, g, out);
        return true;
    }
    return false;
}

/* A number and an infinitesimal: "1*", "1/2↑", "2+_2". */
static bool say_near_number(ari__canonicals *all, ari__thermographs *graphs,
                            ari__canonical a, ari_text *out)
{
    ari__heat heat = ari__heat_of(graphs, a);
    if (!heat.known || heat.temperature != 0)
        return false;
    ari__canonical number = ari__value_of_number(all, -heat.mean);
    ari__canonical small = ari__value_sum(all, a, number);
    if (small == ARI__VALUE_NONE)
        return false;
    size_t before = out->size;
    if (heat.mean)
        format_number(heat.mean, out);
    if (say_small(all, small, out) || say_tiny(all, graphs, small, out))
        return true;
    out->size = before;
    if (out->data)
        out->data[before] = '\0';
    return false;
}

static void say_options(ari__canonicals *all, ari__thermographs *graphs, ari__canonical a,
                        int side, ari_text *out)
{
    const ari__canonical *list;
    int count = ari__value_options(all, a, side, &list);
    for (int i = 0; i < count && ari_text_ok(out); i++) {
        (void)ari__value_options(all, a, side, &list); /* making others may move it */
        ari_text_add(out, i ? "," : "");
        ari__value_format(all, graphs, list[i], out);
    }
}

/* Its options in braces; those of its own negative after ±. */
static void say_braces(ari__canonicals *all, ari__thermographs *graphs, ari__canonical a,
                       ari_text *out)
{
    const ari__canonical *list;
    if (ari__value_negative(all, a) == a) {
        bool one = ari__value_options(all, a, 0, &list) == 1;
        ari_text_add(out, one ? "\u00b1" : "\u00b1(");
        say_options(all, graphs, a, 0, out);
        ari_text_add(out, one ? "" : ")");
        return;
    }
    ari_text_add_char(out, '{');
    say_options(all, graphs, a, 0, out);
    ari_text_add_char(out, '|');
    say_options(all, graphs, a, 1, out);
    ari_text_add_char(out, '}');
}

void ari__value_format(ari__canonicals *all, ari__thermographs *graphs, ari__canonical a,
                       ari_text *out)
{
    int64_t number;
    if (ari__value_number(all, a, &number))
        format_number(number, out);
    else if (!say_near_number(all, graphs, a, out))
        say_braces(all, graphs, a, out);
}
