/* quotient.c: misere quotients of heaps, found by learning and then proved.
 *
 * Heap by heap. A new heap may be like something that is there already: if a proof (quotient_prove.c) says that it is like
 * some element, the quotient stays as it is. Otherwise it is a new generator, and the monoid is learned anew as one learns a
 * finite automaton (Angluin 1987): sums are told apart by whether they are lost in company of some tests. Whether a sum is lost
 * is played out as far as the new heap is in it, and from there on the quotient before tells; other heaps are taken to be like
 * what they were like before. What was learned is then proved or not; a sum that wins where it should lose gives new
 * tests, and heaps that were taken to be like others become generators. If in a proved monoid each two elements are told
 * apart in some company it is the quotient itself.
 *
 * A period: let heaps be like those p smaller for all from n0 to 2 n0 + p + t - 1, in an octal game with digits up to the
 * t-th. Then what may be left of a larger heap is like what may be left of the one p smaller, as in heaps.c; so both are of one
 * kind, and the proof holds for both. */
#include "sums/quotient.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define TESTS_MOST 2048
#define ROUNDS_MOST 200

/* What may be left of a generator. */
typedef struct leavings {
    ari__word *list;
    size_t count, room;
} leavings;

struct ari_quotient {
    ari_heap_rules rules;
    ari_allowance *memory;
    ari__monoid now;
    ari__kinds kinds;
    ari__word
        *like; /* what each heap was found to be like, of generators that are no larger */
    size_t like_count, like_room;
    ari_period period;
    ari__ticker ticker;
    /* while a new generator is learned: */
    uint32_t newest;
    ari__memo lost; /* words with the newest heap: 1 if lost */
    leavings left[ARI__GENERATORS];
    ari__word *tests;
    size_t test_count;
    uint8_t *rows; /* of elements: of each test, whether they are lost with it */
    bool crowded, beyond;
};

/* ---- monoids ---- */

void ari__monoid_free(ari__monoid *m)
{
    free(m->times);
    free(m->lost);
    free(m->words);
    free(m->of_heap);
    *m = (ari__monoid){.order = 0};
}

int ari__monoid_word(const ari__monoid *m, const ari__word *w)
{
    int element = 0;
    for (int g = 0; g < m->generators; g++)
        for (int k = 0; k < w->count[g]; k++)
            element = ari__monoid_times(m, element, m->of_heap[m->generator[g]]);
    return element;
}

static bool has_heap(ari__monoid *m, uint16_t element)
{
    if (!ari__grow((void **)&m->of_heap, &m->heap_room, m->heaps + 1, sizeof *m->of_heap))
        return false;
    m->of_heap[m->heaps++] = element;
    return true;
}

static bool is_found_like(ari_quotient *q, const ari__word *w)
{
    if (!ari__grow((void **)&q->like, &q->like_room, q->like_count + 1, sizeof *q->like))
        return false;
    q->like[q->like_count++] = *w;
    return true;
}

ari_status ari_quotient_new(const ari_heap_rules *rules, ari_allowance *memory,
                            ari_quotient **result, ari_error *error)
{
    *result = NULL;
    ari_quotient *q = calloc(1, sizeof *q);
    if (q) {
        q->rules = *rules;
        q->memory = memory;
        q->now.order = 1;
        q->now.times = calloc(1, sizeof *q->now.times);
        q->now.lost = calloc(1, 1);
        q->now.words = calloc(1, sizeof *q->now.words);
        q->tests = malloc(TESTS_MOST * sizeof *q->tests);
        q->rows = malloc((size_t)TESTS_MOST * ARI_QUOTIENT_LARGEST);
    }
    if (!q || !q->now.times || !q->now.lost || !q->now.words || !q->tests || !q->rows ||
        !has_heap(&q->now, 0) || !is_found_like(q, &(const ari__word){{0}})) {
        ari_quotient_free(q);
        return ari_fail_memory(error, (size_t)TESTS_MOST * ARI_QUOTIENT_LARGEST,
                               "a misere quotient");
    }
    q->lost = ari__memo_empty(sizeof(ari__word), memory);
    *result = q;
    return ARI_OK;
}

void ari_quotient_free(ari_quotient *q)
{
    if (!q)
        return;
    ari__monoid_free(&q->now);
    ari__memo_free(&q->lost);
    ari__charged_free(q->memory, q->kinds.list, q->kinds.room, sizeof *q->kinds.list);
    for (int g = 0; g < ARI__GENERATORS; g++)
        free(q->left[g].list);
    free(q->like);
    free(q->tests);
    free(q->rows);
    free(q);
}

/* ---- who wins a sum ---- */

static bool is_dead(const ari_quotient *q, uint32_t heap)
{
    ari__leaving at = {0};
    return !ari__leave(&q->rules, heap, &at);
}

static bool ended(const ari_quotient *q)
{
    return q->ticker.stopped || q->beyond || q->crowded;
}

static ari__word product(const ari__word *a, const ari__word *b)
{
    ari__word w;
    for (int g = 0; g < ARI__GENERATORS; g++)
        w.count[g] = (uint8_t)(a->count[g] + b->count[g]);
    return w;
}

static int generator_of(const ari__monoid *m, uint32_t heap)
{
    for (int g = 0; g < m->generators; g++)
        if (m->generator[g] == heap)
            return g;
    return -1;
}

/* A heap as a product of generators: itself, or what it was like before the newest heap came. */
static ari__word word_of(const ari_quotient *q, const ari__monoid *m, uint32_t heap)
{
    int g = generator_of(m, heap);
    ari__word one = {{0}};
    if (g < 0)
        return q->like[heap];
    one.count[g] = 1;
    return one;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ari__word));
}

/* Finds what may be left of each generator, in generators. */
static void find_leavings(ari_quotient *q, const ari__monoid *m)
{
    for (int g = 0; g < m->generators && !q->crowded; g++) {
        leavings *l = &q->left[g];
        ari__leaving at = {0};
        l->count = 0;
        while (ari__leave(&q->rules, m->generator[g], &at)) {
            ari__word a = word_of(q, m, at.a), b = word_of(q, m, at.b);
            if (!ari__grow((void **)&l->list, &l->room, l->count + 1, sizeof *l->list)) {
                q->crowded = true;
                return;
            }
            l->list[l->count++] = product(&a, &b);
        }
        size_t kept = 0;
        qsort(l->list, l->count, sizeof *l->list, by_bytes);
        for (size_t i = 0; i < l->count; i++)
            if (i == 0 || by_bytes(&l->list[i], &l->list[i - 1]) != 0)
                l->list[kept++] = l->list[i];
        l->count = kept;
    }
}

/* Is it lost for the side to move? By the quotient before where the newest heap is not in it; meaningless when the work was
 * ended. That heaps are still like what they were like before is taken for granted: the proof will tell. */
static bool is_lost(ari_quotient *q, const ari__monoid *m, const ari__word *w)
{
    if (!w->count[generator_of(m, q->newest)]) {
        int element = 0;
        for (int g = 0; g < m->generators; g++)
            for (int k = 0; k < w->count[g]; k++)
                element =
                    ari__monoid_times(&q->now, element, q->now.of_heap[m->generator[g]]);
        return q->now.lost[element];
    }
    size_t place = ari__memo_find(&q->lost, w);
    if (place != ARI__MEMO_NONE)
        return q->lost.scores[place];
    if (ari__tick(&q->ticker))
        return false;
    bool lost = true;
    for (int g = 0; g < m->generators && lost; g++)
        for (size_t i = 0; w->count[g] && i < q->left[g].count && lost; i++) {
            ari__word next = product(w, &q->left[g].list[i]);
            next.count[g]--;
            lost = !is_lost(q, m, &next);
        }
    if (!q->ticker.stopped && !ari__memo_add(&q->lost, w, lost, 0)) {
        q->crowded = true;
        ari__ticker_stop(&q->ticker);
    }
    return lost;
}

/* ---- learning ---- */

static void add_test(ari_quotient *q, const ari__word *w)
{
    for (size_t i = 0; i < q->test_count; i++)
        if (memcmp(&q->tests[i], w, sizeof *w) == 0)
            return;
    if (q->test_count == TESTS_MOST)
        q->beyond = true;
    else
        q->tests[q->test_count++] = *w;
}

/* The element that no test tells from this word; the order where there is none. Its row is written behind the others. */
static int look_for(ari_quotient *q, const ari__monoid *m, const ari__word *w)
{
    uint8_t *row = q->rows + (size_t)m->order * TESTS_MOST;
    for (size_t i = 0; i < q->test_count && !ended(q); i++) {
        ari__word both = product(w, &q->tests[i]);
        row[i] = is_lost(q, m, &both);
    }
    int element = 0;
    while (element < m->order &&
           memcmp(q->rows + (size_t)element * TESTS_MOST, row, q->test_count) != 0)
        element++;
    return element;
}

/* Elements and where each generator leads from them, as far as the tests tell; next[element * GENERATORS + g]. */
static void find_elements(ari_quotient *q, ari__monoid *m, uint16_t *next)
{
    m->order = 0;
    m->words[0] = (ari__word){{0}};
    (void)look_for(q, m, &m->words[0]);
    m->order = 1;
    for (int e = 0; e < m->order && !ended(q); e++)
        for (int g = 0; g < m->generators && !ended(q); g++) {
            ari__word w = m->words[e];
            w.count[g]++;
            int to = look_for(q, m, &w);
            if (to == m->order && m->order == ARI_QUOTIENT_LARGEST - 1)
                q->beyond = true;
            else if (to == m->order)
                m->words[m->order++] = w;
            next[e * ARI__GENERATORS + g] = (uint16_t)to;
        }
    for (int e = 0; e < m->order; e++) /* the first test is no heap at all */
        m->lost[e] = q->rows[(size_t)e * TESTS_MOST];
}

/* Two words that no test tells apart, but with g they would: then there is a test for that. */
static bool tell_apart(ari_quotient *q, const ari__monoid *m, const ari__word *a,
                       const ari__word *b, int g)
{
    for (size_t i = 0; i < q->test_count && !ended(q); i++) {
        ari__word test = q->tests[i];
        test.count[g]++;
        ari__word with_a = product(a, &test), with_b = product(b, &test);
        if (is_lost(q, m, &with_a) == is_lost(q, m, &with_b))
            continue;
        add_test(q, &test);
        return true;
    }
    return false;
}

/* The order of generators must not matter. False where it did, and there are new tests. */
static bool commutes(ari_quotient *q, const ari__monoid *m, const uint16_t *next)
{
    for (int e = 0; e < m->order && !ended(q); e++)
        for (int g = 0; g < m->generators; g++)
            for (int h = 0; h < g; h++) {
                int eg = next[e * ARI__GENERATORS + g];
                int eh = next[e * ARI__GENERATORS + h];
                if (next[eg * ARI__GENERATORS + h] == next[eh * ARI__GENERATORS + g])
                    continue;
                ari__word with_g = m->words[e], with_h = m->words[e];
                with_g.count[g]++;
                with_h.count[h]++;
                if (!tell_apart(q, m, &m->words[eg], &with_g, h))
                    (void)tell_apart(q, m, &m->words[eh], &with_h, g);
                return false;
            }
    return true;
}

static void fill_times(ari__monoid *m, const uint16_t *next)
{
    for (int a = 0; a < m->order; a++)
        for (int b = 0; b < m->order; b++) {
            int element = a;
            for (int g = 0; g < m->generators; g++)
                for (int k = 0; k < m->words[b].count[g]; k++)
                    element = next[element * ARI__GENERATORS + g];
            m->times[a * m->order + b] = (uint16_t)element;
        }
}

/* Each heap is the generator that it is, or like what it was like before. */
static bool place_heaps(ari_quotient *q, ari__monoid *m, const uint16_t *next)
{
    m->heaps = 0;
    for (uint32_t heap = 0; heap <= q->newest; heap++) {
        const ari__word w = word_of(q, m, heap);
        int element = 0;
        for (int g = 0; g < m->generators; g++)
            for (int k = 0; k < w.count[g]; k++)
                element = next[element * ARI__GENERATORS + g];
        if (!has_heap(m, (uint16_t)element))
            return false;
    }
    return true;
}

/* Does some company tell each two elements apart? */
static bool is_reduced(const ari__monoid *m)
{
    for (int a = 0; a < m->order; a++)
        for (int b = 0; b < a; b++) {
            int z = 0;
            while (z < m->order && m->lost[ari__monoid_times(m, a, z)] ==
                                       m->lost[ari__monoid_times(m, b, z)])
                z++;
            if (z == m->order)
                return false;
        }
    return true;
}

/* ---- kinds ---- */

static bool add_kind(ari_quotient *q, ari__kinds *kinds, const ari__kind *kind,
                     bool *added)
{
    *added = false;
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->list[i].element == kind->element &&
            memcmp(&kinds->list[i].wins, &kind->wins, sizeof kind->wins) == 0)
            return true;
    if (!ari__charged_grow(q->memory, (void **)&kinds->list, &kinds->room,
                           kinds->count + 1, sizeof *kinds->list))
        return false;
    kinds->list[kinds->count++] = *kind;
    *added = true;
    return true;
}

static bool all_kinds(ari_quotient *q, const ari__monoid *m, ari__kinds *kinds)
{
    kinds->count = 0;
    for (uint32_t heap = 1; heap < m->heaps; heap++) {
        bool added;
        if (is_dead(q, heap))
            continue;
        const ari__kind kind = {m->of_heap[heap], ari__wins_of(m, &q->rules, heap), heap};
        if (!add_kind(q, kinds, &kind, &added))
            return false;
    }
    return true;
}

/* ---- a new generator ---- */

/* False where it is one already, or nothing. */
static bool add_generator(ari_quotient *q, ari__monoid *m, uint32_t heap)
{
    if (is_dead(q, heap) || generator_of(m, heap) >= 0)
        return false;
    if (m->generators == ARI__GENERATORS) {
        q->beyond = true;
        return false;
    }
    m->generator[m->generators++] = heap;
    ari__memo_free(&q->lost);
    q->lost = ari__memo_empty(sizeof(ari__word), q->memory);
    find_leavings(q, m);
    return true;
}

/* A word that is lost, or not, against what the monoid says is a lesson: its ends are tests. */
static bool learn_word(ari_quotient *q, const ari__monoid *m, const ari__word *w)
{
    ari__word end = {{0}};
    if (is_lost(q, m, w) == (m->lost[ari__monoid_word(m, w)] != 0))
        return false;
    for (int g = 0; g < m->generators; g++)
        for (int k = 0; k < w->count[g]; k++) {
            end.count[g]++;
            add_test(q, &end);
        }
    return true;
}

/* The monoid does not say of this sum what it says of what its moves lead to. Then heaps of it were only taken to be like
 * others, or it is wrong about the sum or one of those. */
static void learn(ari_quotient *q, ari__monoid *m, const uint32_t *heaps, int length)
{
    ari__word sum = {{0}};
    bool more = false;
    for (int i = 0; i < length; i++)
        more |= add_generator(q, m, heaps[i]);
    if (more)
        return;
    for (int i = 0; i < length; i++)
        sum.count[generator_of(m, heaps[i])]++;
    if (learn_word(q, m, &sum))
        return;
    for (int g = 0; g < m->generators; g++)
        for (size_t i = 0; sum.count[g] && i < q->left[g].count; i++) {
            ari__word next = product(&sum, &q->left[g].list[i]);
            next.count[g]--;
            if (learn_word(q, m, &next))
                return;
        }
    for (int i = 0; i < length; i++) {
        ari__leaving at = {0};
        while (ari__leave(&q->rules, heaps[i], &at))
            if (add_generator(q, m, at.a) || add_generator(q, m, at.b))
                return;
    }
    q->beyond = true; /* nothing can be learned from it */
}

/* Learns the monoid with the newest heap as a generator, until it is proved. */
static bool learn_all(ari_quotient *q, ari__monoid *m, uint16_t *next)
{
    for (int round = 0; round < ROUNDS_MOST && !ended(q); round++) {
        uint32_t sum[ARI__SUM_HEAPS];
        int length;
        find_elements(q, m, next);
        if (ended(q) || !commutes(q, m, next))
            continue;
        fill_times(m, next);
        if (!place_heaps(q, m, next) || !all_kinds(q, m, &q->kinds)) {
            q->crowded = true;
            return false;
        }
        ari__quotient_proof proof =
            ari__prove_kinds(m, &q->kinds, &q->ticker, q->memory, sum, &length);
        if (proof == ARI__PROOF_RIGHT)
            return is_reduced(m) || !(q->beyond = true);
        if (proof == ARI__PROOF_OPEN)
            q->beyond = !q->ticker.stopped;
        else
            learn(q, m, sum, length);
    }
    q->beyond = q->beyond || !ended(q);
    return false;
}

static bool make_generator(ari_quotient *q)
{
    ari__monoid m = {.generators = q->now.generators};
    size_t most = ARI_QUOTIENT_LARGEST;
    uint16_t *next = malloc(most * ARI__GENERATORS * sizeof *next);
    memcpy(m.generator, q->now.generator, sizeof m.generator);
    m.times = malloc(most * most * sizeof *m.times);
    m.lost = malloc(most);
    m.words = malloc(most * sizeof *m.words);
    bool done = next && m.times && m.lost && m.words;
    q->crowded = !done;
    q->beyond = m.generators == ARI__GENERATORS;
    if (done && !q->beyond) {
        (void)add_generator(q, &m, q->newest);
        q->test_count = 0;
        for (int e = 0; e < q->now.order; e++) /* they tell apart what was different */
            add_test(q, &q->now.words[e]);
        done = learn_all(q, &m, next);
    }
    if (done && !q->beyond) {
        ari__monoid_free(&q->now);
        q->now = m;
    } else {
        ari__monoid_free(&m);
        (void)all_kinds(q, &q->now, &q->kinds); /* as they were */
        done = false;
    }
    free(next);
    return done;
}

/* ---- heap by heap ---- */

/* Is the next heap like an element that is there? */
static bool is_like(ari_quotient *q, uint32_t heap, bool *is)
{
    ari__monoid *m = &q->now;
    ari__kind kind = {.wins = ari__wins_of(m, &q->rules, heap), .heap = heap};
    *is = false;
    for (int e = 0; e < m->order && !*is && !q->ticker.stopped; e++) {
        uint32_t sum[ARI__SUM_HEAPS];
        int length, z = 0;
        bool added;
        while (z < m->order &&
               !(m->lost[ari__monoid_times(m, e, z)] && ari__elements_has(&kind.wins, z)))
            z++;
        if (z < m->order)
            continue;
        kind.element = (uint16_t)e;
        if (!add_kind(q, &q->kinds, &kind, &added))
            return false;
        *is = !added || ari__prove_kinds(m, &q->kinds, &q->ticker, q->memory, sum,
                                         &length) == ARI__PROOF_RIGHT;
        if (!*is)
            q->kinds.count--;
    }
    return !*is || has_heap(m, kind.element);
}

/* The shortest period that is proved. */
static void look_for_period(ari_quotient *q)
{
    const ari__monoid *m = &q->now;
    size_t last = q->rules.count > 0 ? (size_t)q->rules.count - 1 : 0;
    for (size_t length = 1; !q->rules.unequal && 2 * length < m->heaps; length++) {
        size_t from = m->heaps - length;
        while (from > 1 && m->of_heap[from - 1] == m->of_heap[from - 1 + length])
            from--;
        if (m->heaps >= 2 * from + 2 * length + last) {
            q->period = (ari_period){true, true, from, length};
            return;
        }
    }
}

/* Goes on with the next heap. */
static ari_status add_heap(ari_quotient *q)
{
    const ari__word none = {{0}};
    uint32_t heap = (uint32_t)q->now.heaps;
    bool is = is_dead(q, heap);
    if (heap > UINT16_MAX)
        return ARI_LIMIT;
    if (is)
        return has_heap(&q->now, 0) && is_found_like(q, &none) ? ARI_OK : ARI_MEMORY;
    if (!is_like(q, heap, &is))
        return ARI_MEMORY;
    if (q->ticker.stopped)
        return ARI_STOPPED;
    q->newest = heap;
    if (is)
        return is_found_like(q, &q->now.words[q->now.of_heap[heap]]) ? ARI_OK
                                                                     : ARI_MEMORY;
    if (make_generator(q))
        return is_found_like(q, &none) ? ARI_OK : ARI_MEMORY; /* never asked */
    return q->crowded ? ARI_MEMORY : q->beyond ? ARI_LIMIT : ARI_STOPPED;
}

ari_status ari_quotient_find(ari_quotient *q, uint64_t size, const ari_limits *limits,
                             ari_error *error)
{
    ari__ticker_start(&q->ticker, limits);
    while (q->now.heaps <= size && !q->period.proved) {
        q->beyond = q->crowded = false;
        ari_status status = ari__ticker_look(&q->ticker) ? ARI_STOPPED : add_heap(q);
        if (status == ARI_STOPPED)
            return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
        if (status == ARI_MEMORY)
            return ari_fail_allowance(error, q->memory, "the misere quotient");
        if (status != ARI_OK)
            return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                            "with heap %u the misere quotient has more than %d elements, "
                            "or is infinite, or takes too much to be told",
                            (unsigned)q->now.heaps, ARI_QUOTIENT_LARGEST);
        look_for_period(q);
    }
    return ARI_OK;
}

uint64_t ari_quotient_known(const ari_quotient *q)
{
    return q->period.proved ? ARI_HEAP_LARGEST : q->now.heaps - 1;
}

int ari_quotient_order(const ari_quotient *q)
{
    return q->now.order;
}

bool ari_quotient_lost(const ari_quotient *q, int element)
{
    return q->now.lost[element];
}

int ari_quotient_product(const ari_quotient *q, int a, int b)
{
    return ari__monoid_times(&q->now, a, b);
}

int ari_quotient_heap(const ari_quotient *q, uint64_t size)
{
    const ari_period *p = &q->period;
    if (size >= q->now.heaps)
        size = p->from + (size - p->from) % p->length;
    return q->now.of_heap[size];
}

ari_period ari_quotient_period(const ari_quotient *q)
{
    return q->period;
}

int ari_quotient_generators(const ari_quotient *q)
{
    return q->now.generators;
}

uint64_t ari_quotient_generator(const ari_quotient *q, int index)
{
    return q->now.generator[index];
}

void ari_quotient_write(const ari_quotient *q, int element, ari_text *out)
{
    const ari__word *w = &q->now.words[element];
    bool any = false;
    for (int g = 0; g < q->now.generators; g++) {
        if (!w->count[g])
            continue;
        ari_text_format(out, "%s%c", any ? " " : "", 'a' + g);
        if (w->count[g] > 1)
            ari_text_format(out, "^%d", w->count[g]);
        any = true;
    }
    if (!any)
        ari_text_add(out, "1");
}
