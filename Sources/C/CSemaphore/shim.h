// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <semaphore.h>
#include <time.h>

// The C library declares this only where all its extensions are asked for, as Swift does not.
// Other waits of a semaphore end by the wall clock, which may be set while they wait.
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
