/* session_internal.h: what save.c needs of session.c beyond session.h. */
#ifndef ARI_PLAY_SESSION_INTERNAL_H
#define ARI_PLAY_SESSION_INTERNAL_H

#include <ariadne/session.h>

/* Takes over everything of `fresh`, which is freed. */
void ari__session_become(ari_session *session, ari_session *fresh);

#endif
