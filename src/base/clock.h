/* clock.h: seconds that only ever go forward. */
#ifndef ARI_BASE_CLOCK_H
#define ARI_BASE_CLOCK_H

double ari__seconds(void);

#endif
