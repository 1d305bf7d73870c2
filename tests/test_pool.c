/* test_pool.c: the questions of many clients: whose turn it is, and who is turned away. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "web/pool.h"

/* The pool keeps a desk for each thread; here there is nothing on it. */
void web_desk_clear(web_desk *desk)
{
    (void)desk;
}

void web_desk_tidy(web_desk *desk)
{
    (void)desk;
}

/* ---- who is who ---- */

static web_client client(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (strchr(text, ':')) {
        assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
        return web_client_of((struct sockaddr *)&six);
    }
    assert_int_equal(inet_pton(AF_INET, text, &four.sin_addr), 1);
    return web_client_of((struct sockaddr *)&four);
}

static void test_clients(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"127.0.0.1", "127.0.0.1", true},
        {"127.0.0.1", "127.0.0.2", false},
        {"10.1.2.3", "::ffff:10.1.2.3", true},
        {"::ffff:10.1.2.3", "::ffff:10.1.2.4", false},
        {"::1", "::1", true},
        {"::1", "127.0.0.1", false},
        {"::1", "::2", false},
        {"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true},
        {"2001:db8:1:2::1", "2001:db8:1:3::1", false},
        {"2001:db8::1", "2001:db9::1", false},
        {"fe80::1", "fe80::2", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        web_client a = client(cases[i].a), b = client(cases[i].b);
        assert_int_equal(web_client_same(&a, &b), cases[i].same);
    }
    static const struct {
        const char *address;
        bool local;
    } places[] = {{"127.0.0.1", true},  {"127.255.0.9", true},
                  {"128.0.0.1", false}, {"0.0.0.0", false},
                  {"::1", true},        {"::", false},
                  {"::2", false},       {"::ffff:127.0.0.1", true},
                  {"10.0.0.127", false}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        web_client here = client(places[i].address);
        assert_int_equal(web_client_is_local(&here), places[i].local);
    }
    web_client nobody = web_client_of(NULL), other = client("0.0.0.1");
    assert_true(web_client_same(&nobody, &nobody));
    assert_false(web_client_same(&nobody, &other));
}

/* ---- a pool whose threads end a job when they are told to ---- */

#define JOBS_MOST 64
#define CLIENTS 5

typedef struct question {
    web_job job;
    int whose, number;
    bool begun, ended, gone; /* under the lock */
} question;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    web_pool *pool;
    question all[JOBS_MOST];
    int count, begun;
    question *order[JOBS_MOST]; /* as they began */
} hall = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static void run(web_job *job, web_desk *desk)
{
    question *q = (question *)((char *)job - offsetof(question, job));
    pthread_mutex_lock(&hall.lock);
    hall.order[hall.begun++] = q;
    q->begun = true;
    pthread_cond_broadcast(&hall.wake);
    while (desk && !q->ended)
        pthread_cond_wait(&hall.wake, &hall.lock);
    pthread_mutex_unlock(&hall.lock);
}

static void open_hall(int threads, int each, int waiting)
{
    const web_pool_plan plan = {.threads = threads, .each = each, .waiting = waiting};
    ari_error error;
    hall.count = hall.begun = 0;
    assert_int_equal(web_pool_new(&plan, &hall.pool, &error), ARI_OK);
}

/* Waits until so many have begun. */
static void await(int begun)
{
    pthread_mutex_lock(&hall.lock);
    while (hall.begun < begun)
        pthread_cond_wait(&hall.wake, &hall.lock);
    pthread_mutex_unlock(&hall.lock);
}

static void finish(question *q)
{
    pthread_mutex_lock(&hall.lock);
    assert_true(q->begun);
    q->ended = true;
    pthread_cond_broadcast(&hall.wake);
    pthread_mutex_unlock(&hall.lock);
}

/* NULL when it was turned away at once; `dropped` may be NULL where nobody is. */
static question *ask(int whose, question **dropped)
{
    char address[32];
    question *q = &hall.all[hall.count];
    web_job *out;
    snprintf(address, sizeof address, "127.0.0.%d", whose + 1);
    *q = (question){.job = {.client = client(address), .run = run},
                    .whose = whose,
                    .number = hall.count++};
    bool taken = web_pool_add(hall.pool, &q->job, &out);
    question *gone = out ? (question *)((char *)out - offsetof(question, job)) : NULL;
    if (gone)
        gone->gone = true;
    if (dropped)
        *dropped = gone;
    else
        assert_null(gone);
    return taken ? q : NULL;
}

static void close_hall(void)
{
    pthread_mutex_lock(&hall.lock);
    for (int i = 0; i < hall.count; i++)
        hall.all[i].ended = true;
    pthread_cond_broadcast(&hall.wake);
    pthread_mutex_unlock(&hall.lock);
    web_pool_free(hall.pool);
}

/* One client's ten questions, and one of another's: it begins as soon as one has ended. */
static void test_turns(void **state)
{
    (void)state;
    question *greedy[10];
    open_hall(1, 1, 100);
    for (int i = 0; i < 10; i++)
        greedy[i] = ask(0, NULL);
    await(1);
    question *other = ask(1, NULL), *third = ask(2, NULL), *again = ask(1, NULL);
    assert_int_equal(web_pool_ahead(hall.pool, &other->job), 0);
    assert_int_equal(web_pool_ahead(hall.pool, &third->job), 1);
    assert_int_equal(web_pool_ahead(hall.pool, &greedy[1]->job), 2);
    assert_int_equal(web_pool_ahead(hall.pool, &again->job), 3);
    assert_int_equal(web_pool_ahead(hall.pool, &greedy[9]->job), 11);
    question *wanted[] = {greedy[0], other,     third,     greedy[1],
                          again,     greedy[2], greedy[3], greedy[4]};
    for (int i = 0; i < 8; i++) {
        await(i + 1);
        assert_ptr_equal(hall.order[i], wanted[i]);
        finish(wanted[i]);
    }
    close_hall();
}

/* With two threads, one client's questions on both: the other has the first that is free. */
static void test_two_threads(void **state)
{
    (void)state;
    open_hall(2, 2, 100);
    question *a = ask(0, NULL), *b = ask(0, NULL), *c = ask(0, NULL);
    await(2);
    question *d = ask(1, NULL), *e = ask(1, NULL);
    finish(b);
    await(3);
    assert_ptr_equal(hall.order[2], d);
    finish(d);
    await(4); /* each has one; then whoever had no turn for longer */
    assert_ptr_equal(hall.order[3], e);
    finish(a);
    await(5);
    assert_ptr_equal(hall.order[4], c);
    close_hall();
}

/* One client may not have all threads: another begins at once. */
static void test_spare_thread(void **state)
{
    (void)state;
    open_hall(3, 2, 100);
    question *mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = ask(0, NULL);
    await(2);
    question *other = ask(1, NULL);
    await(3); /* before any of the first has ended, and before the third of them */
    assert_ptr_equal(hall.order[2], other);
    finish(other);
    question *third = ask(2, NULL);
    await(4);
    assert_ptr_equal(hall.order[3], third);
    assert_false(mine[2]->begun);
    finish(mine[1]);
    await(5);
    assert_ptr_equal(hall.order[4], mine[2]);
    close_hall();
    assert_int_equal(hall.begun, 6);
}

/* Who is turned away where there is no room. */
static void test_room(void **state)
{
    (void)state;
    question *dropped;
    open_hall(1, 1, 4);
    question *first = ask(0, NULL);
    await(1);
    question *greedy[4];
    for (int i = 0; i < 4; i++)
        greedy[i] = ask(0, NULL);
    assert_null(ask(0, &dropped)); /* the newest of who has most is the one who asks */
    assert_null(dropped);
    assert_non_null(ask(1, &dropped));
    assert_ptr_equal(dropped, greedy[3]);
    assert_non_null(ask(2, &dropped));
    assert_ptr_equal(dropped, greedy[2]);
    assert_null(ask(1, &dropped)); /* two and two of four: nobody has more than that */
    assert_null(dropped);
    assert_non_null(ask(3, &dropped));
    assert_ptr_equal(dropped, greedy[1]);
    assert_null(ask(4, &dropped)); /* everybody has one */
    assert_null(dropped);
    assert_true(first->begun);
    close_hall();
    assert_int_equal(hall.begun, 5); /* those that waited are run when it closes */
}

/* Nobody waits: then nobody is dropped either. */
static void test_no_queue(void **state)
{
    (void)state;
    question *dropped;
    open_hall(1, 1, 0);
    question *first = NULL;
    while (!first) /* until the thread is there */
        first = ask(0, &dropped), hall.count = first != NULL;
    await(1);
    assert_null(ask(1, &dropped));
    assert_null(dropped);
    close_hall();
}

/* ---- chance, against what is promised ---- */

static uint32_t random_bits(uint64_t *chance)
{
    *chance = *chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*chance >> 33);
}

/* How many of one client's have begun after a question came, and before it began itself. */
static int begun_between(int whose, int from, int to)
{
    int count = 0;
    for (int i = from; i < to; i++)
        count += hall.order[i]->whose == whose;
    return count;
}

/* Whoever had nothing here waits behind one question of each of the others at most. */
static void check_promise(const int *came, const bool *alone)
{
    for (int i = 0; i < hall.begun; i++) {
        const question *q = hall.order[i];
        for (int c = 0; c < CLIENTS && alone[q->number]; c++)
            if (c != q->whose)
                assert_true(begun_between(c, came[q->number], i) <= 1);
    }
}

static bool has_something(int whose)
{
    for (int i = 0; i < hall.count; i++)
        if (hall.all[i].whose == whose && !hall.all[i].ended && !hall.all[i].gone)
            return true;
    return false;
}

/* One of those that are being worked on, or NULL. */
static question *running(uint64_t *chance)
{
    question *found = NULL;
    int count = 0;
    for (int i = 0; i < hall.begun; i++)
        if (!hall.order[i]->ended && random_bits(chance) % (uint32_t)++count == 0)
            found = hall.order[i];
    return found;
}

static void play(int threads, uint64_t seed)
{
    uint64_t chance = seed;
    int came[JOBS_MOST], ended = 0, waiting = 0;
    bool alone[JOBS_MOST];
    open_hall(threads, threads, JOBS_MOST);
    while (hall.count < JOBS_MOST || waiting > 0) {
        bool asks = hall.count < JOBS_MOST && random_bits(&chance) % 5 < 3;
        if (asks) {
            int whose =
                random_bits(&chance) % 2 ? 0 : (int)(random_bits(&chance) % CLIENTS);
            alone[hall.count] = !has_something(whose);
            came[hall.count] = hall.begun;
            assert_non_null(ask(whose, NULL));
        } else if (ended < hall.begun) {
            finish(running(&chance));
            ended++;
        }
        int asked = hall.count, begin = asked < ended + threads ? asked : ended + threads;
        await(begin); /* whoever can begin has begun */
        waiting = asked - begin;
    }
    check_promise(came, alone);
    close_hall();
}

static void test_promise(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++)
        play(1 + (int)(seed % 3), seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clients),     cmocka_unit_test(test_turns),
        cmocka_unit_test(test_two_threads), cmocka_unit_test(test_spare_thread),
        cmocka_unit_test(test_room),        cmocka_unit_test(test_no_queue),
        cmocka_unit_test(test_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
