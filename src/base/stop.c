/* stop.c: stop flags that another thread sets. */
#include "base/stop.h"

bool ari__stop_is_set(ari_stop *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}
