/* SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

/* Counting goes on from here, in the calling thread. */
void malloc_counter_start(void);

/* Ends counting and returns the calls of malloc, calloc, realloc and free (and the aligned ones)
   that the calling thread made since the last start. */
long malloc_counter_stop(void);

#endif
