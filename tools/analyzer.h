/* analyzer.h: what clang's analyzer cannot see for itself. tools/lint.sh puts it in front of
 * every file but the one that defines these functions: failing never returns ARI_OK. */
#include <ariadne/error.h>

#define ari_fail(error, status, ...) (ari_fail(error, status, __VA_ARGS__), (status))
#define ari_fail_memory(...) (ari_fail_memory(__VA_ARGS__), ARI_MEMORY)
