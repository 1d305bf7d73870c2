/* client.h: who asks, as far as an address tells. */
#ifndef ARIADNE_WEB_CLIENT_H
#define ARIADNE_WEB_CLIENT_H

#include <stdbool.h>

#include <sys/socket.h>

/* An address of IPv6, or one of IPv4 as IPv6 writes it. Of the former only the first half
 * counts: whoever has one address has all of its network. */
typedef struct web_client {
    unsigned char address[16];
} web_client;

/* Whoever has no such address is one client with all who have none. */
web_client web_client_of(const struct sockaddr *address);
/* Does the address belong to the machine alone, 127.0.0.0/8 or ::1? */
bool web_client_is_local(const web_client *client);
bool web_client_same(const web_client *a, const web_client *b);

#endif
