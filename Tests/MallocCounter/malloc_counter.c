/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stands in front of glibc's allocator in the program it is linked into. Not for test bundles:
   ThreadSanitizer has its own allocator. */

#include "malloc_counter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static _Thread_local int counting;
static _Thread_local long calls;

void malloc_counter_start(void) {
  calls = 0;
  counting = 1;
}

long malloc_counter_stop(void) {
  counting = 0;
  return calls;
}

void *malloc(size_t size) {
  calls += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  calls += counting;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  calls += counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls += counting;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  calls += counting;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

void free(void *old) {
  calls += counting;
  __libc_free(old);
}
