// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <alsa/asoundlib.h>

// Swift cannot write the variadic callback that ALSA's error handler is. Without one of its own
// ALSA prints over the user's terminal.
static inline void eyemusix_alsa_quiet(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file; (void)line; (void)function; (void)error; (void)format;
}
static inline int eyemusix_alsa_silence(void) {
  return snd_lib_error_set_handler(eyemusix_alsa_quiet);
}
