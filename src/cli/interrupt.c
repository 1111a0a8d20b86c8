#include "cli/interrupt.h"

#include <stddef.h>

volatile sig_atomic_t interrupted;
static struct sigaction before;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
    interrupt_unwatch();
}

void interrupt_watch(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    sigaction(SIGINT, &action, &before);
}

void interrupt_unwatch(void) {
    sigaction(SIGINT, &before, NULL);
}
