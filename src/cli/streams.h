/*
 * streams.h - standard input, output and error: that they are there, and that
 * what was written has arrived.
 */
#ifndef MOMUS_CLI_STREAMS_H
#define MOMUS_CLI_STREAMS_H

#include <stdbool.h>

/*
 * To be called first. A stream that the caller of momus has closed is opened on
 * something that refuses to work, so that no file of ours gets its number.
 */
void streams_start(void);
/* Has whoever read standard output, a pipe, closed it? */
bool streams_is_out_gone(void);
/*
 * To be called last, with the status to exit with, which it returns. If standard
 * output could not be written, says so and dies; a reader that has gone away
 * (SIGPIPE being ignored) needs no word.
 */
int streams_finish(int status);

#endif
