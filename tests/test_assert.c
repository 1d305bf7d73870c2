/* test_assert.c: an assertion that does not hold ends the program with a sentence where assertions
 * are on; where they are off, its condition is not even evaluated. Compiled both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <signal.h>
#include <cmocka.h>

#include <ariadne/assert.h>

static int looked;

static bool look(bool answer)
{
    looked++;
    return answer;
}

/* What a child that asserts `holds` says, and whether it aborted. */
static bool aborts(bool holds, char *said, size_t size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL); /* the sanitizers would tell a long story */
        ARI_ASSERT(look(holds));
        _exit(0);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], said, size - 1);
    said[got > 0 ? got : 0] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void test_assertions(void **state)
{
    (void)state;
    char said[400];
    assert_false(aborts(true, said, sizeof said));
    assert_string_equal(said, "");
#ifdef ARI_ASSERTIONS
    assert_true(aborts(false, said, sizeof said));
    assert_non_null(strstr(said, "aborts: this does not hold: look(holds)"));
#else
    assert_false(aborts(false, said, sizeof said));
    assert_string_equal(said, "");
#endif
}

static void test_no_effect(void **state)
{
    (void)state;
    assert_true(look(true)); /* what is looked at counts */
    looked = 0;
    ARI_ASSERT(look(true));
#ifdef ARI_ASSERTIONS
    assert_int_equal(looked, 1);
#else
    assert_int_equal(looked, 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assertions),
        cmocka_unit_test(test_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
