/* client.c: who asks, as far as an address tells. */
#include "web/client.h"

#include <string.h>

#include <netinet/in.h>

#define NETWORK_BYTES 8 /* of an address of IPv6 */

static const unsigned char mapped[12] = {
    [10] = 0xff, [11] = 0xff}; /* before one of IPv4 */

web_client web_client_of(const struct sockaddr *address)
{
    web_client client = {{0}};
    if (address && address->sa_family == AF_INET) {
        const struct sockaddr_in *four =
            (const struct sockaddr_in *)(const void *)address;
        memcpy(client.address, mapped, sizeof mapped);
        memcpy(client.address + sizeof mapped, &four->sin_addr, 4);
    } else if (address && address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six =
            (const struct sockaddr_in6 *)(const void *)address;
        bool whole = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) ||
                     IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
        memcpy(client.address, &six->sin6_addr,
               whole ? sizeof client.address : NETWORK_BYTES);
    }
    return client;
}

bool web_client_is_local(const web_client *client)
{
    static const unsigned char six[16] = {[15] = 1};
    const unsigned char *at = client->address;
    return memcmp(at, six, sizeof six) == 0 ||
           (memcmp(at, mapped, sizeof mapped) == 0 && at[sizeof mapped] == 127);
}

bool web_client_same(const web_client *a, const web_client *b)
{
    return memcmp(a->address, b->address, sizeof a->address) == 0;
}
