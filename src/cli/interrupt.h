/*
 * interrupt.h - Ctrl-C or SIGTERM during long work: the first one ends it in order, the second one at
 * once.
 */
#ifndef MOMUS_CLI_INTERRUPT_H
#define MOMUS_CLI_INTERRUPT_H

#include <signal.h>

/* Not 0 once there was one since interrupt_watch. */
extern volatile sig_atomic_t interrupted;

void interrupt_watch(void);
/* What was there before takes over. */
void interrupt_unwatch(void);

#endif
