/* given.h: engines whose memory is a part of somebody's (internal). */
#ifndef ARI_SEARCH_GIVEN_H
#define ARI_SEARCH_GIVEN_H

#include <ariadne/engine.h>

/* An engine of `bytes`, which are a part of those that were `given`: a sentence about too little
 * memory names those, and they say whether it is so little that only the table keeps to it. */
ari_status ari__engine_new(const ari_variant *v, size_t bytes, size_t given,
                           ari_engine **engine, ari_error *error);

#endif
