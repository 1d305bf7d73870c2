/* fingerprint.h: does a database belong to these rules? (internal) */
#ifndef ARI_STRONG_FINGERPRINT_H
#define ARI_STRONG_FINGERPRINT_H

#include <ariadne/variant.h>

/* A number that changes when the rules do: from the bytes, moves and results of positions
 * that some games with fixed random moves come through. */
ari_status ari__fingerprint(const ari_variant *v, uint64_t *fingerprint,
                            ari_error *error);

#endif
