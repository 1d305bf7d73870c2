/* stop_alone.c: stop flags of a program that has one thread, and a host that runs it: a page
 * with WebAssembly. The host knows how long a search may take, and is asked. */
#include "base/stop.h"

__attribute__((import_module("ariadne"), import_name("late"))) int
ari__host_is_late(void);

bool ari__stop_is_set(ari_stop *stop)
{
    if (stop && !atomic_load_explicit(stop, memory_order_relaxed) && ari__host_is_late())
        atomic_store_explicit(stop, 1, memory_order_relaxed);
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}
