#include "cli/interrupt.h"

#include <stddef.h>

volatile sig_atomic_t interrupted;
static const int signals[] = {SIGINT, SIGTERM};
static struct sigaction before[2];

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
    interrupt_unwatch();
}

void interrupt_watch(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    for (size_t i = 0; i < 2; i++)
        sigaction(signals[i], &action, &before[i]);
}

void interrupt_unwatch(void) {
    for (size_t i = 0; i < 2; i++)
        sigaction(signals[i], &before[i], NULL);
}
