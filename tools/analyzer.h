/* analyzer.h: what clang's analyzer cannot see for itself. tools/lint.sh puts it in front of
 * every file but those that define these functions: failing never returns ARI_OK. */
#define _GNU_SOURCE /* some files want it, and would come too late */
#include <ariadne/allowance.h>
#include <ariadne/error.h>

#define ari_fail(error, status, ...) (ari_fail(error, status, __VA_ARGS__), (status))
#define ari_fail_memory(...) (ari_fail_memory(__VA_ARGS__), ARI_MEMORY)
#define ari_fail_allowance(...) (ari_fail_allowance(__VA_ARGS__), ARI_MEMORY)
