/* fuzz_evals.c: any text as an evaluation of some game, given by the first letter, and as an
 * order of moves. */
#include "fuzz.h"

#include <ariadne/search.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    ari_variant *v = variant_by(data[0]);
    char *text = string_of(data + 1, size - 1);
    ari_eval eval;
    ari_order order;
    ari_error error;
    ari_status status = ari_eval_parse(v, text, 1, &eval, &error);
    must_explain(status, &error, text);
    if (status == ARI_OK) {
        const char *name = ari_eval_name(v, &eval);
        MUST(!text[0] || strncmp(name, text, strlen(name)) == 0);
        const ari_search_job search = {.limits = {.depth = 1, .nodes = 1000},
                                       .eval = eval};
        ari_result result;
        MUST(ari_alphabeta(v, &v->start, &search, &result, &error) == ARI_OK);
        MUST(result.score <= ARI_WIN && result.score >= -ARI_WIN);
    }
    status = ari_order_parse(text, &order, &error);
    must_explain(status, &error, text);
    MUST(status != ARI_OK || strcmp(text, ari_order_name(order)) == 0);
    free(text);
    ari_variant_free(v);
    return 0;
}
