/* language.h: what lets C++ read these headers too, which are C.
 *
 * What a header declares between ARI_C_BEGIN and ARI_C_END is found by its C name, as the
 * library has it. */
#ifndef ARIADNE_LANGUAGE_H
#define ARIADNE_LANGUAGE_H

#ifdef __cplusplus
#define ARI_C_BEGIN extern "C" {
#define ARI_C_END }
#define ARI_EMPTY(type) (type{}) /* a value with nothing in it: all zero */
#else
#define ARI_C_BEGIN
#define ARI_C_END
#define ARI_EMPTY(type) ((type){0})
#endif

#endif
