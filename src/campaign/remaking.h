/*
 * remaking.h - a test made again where that can do no harm: in a process of its own that has little
 * time and memory (campaign/inquest.h). Making it may be what once ended momus.
 */
#ifndef MOMUS_CAMPAIGN_REMAKING_H
#define MOMUS_CAMPAIGN_REMAKING_H

#include "campaign/maker.h"
#include "proc/loop.h"

/* In the process: the test, or false and the reason. */
typedef bool remake_fn(struct remade *remade, struct strbuf *reason, void *context);

enum remaking_end {
    REMAKING_DONE,
    REMAKING_FAILED, /* it cannot be made: see the reason */
    REMAKING_FATAL,  /* making it ends momus */
};

/*
 * The loop runs meanwhile. In any case *remade is to be released; it is empty unless the test could
 * be made.
 */
enum remaking_end remake_confined(struct loop *loop, remake_fn *make, void *context,
                                  unsigned seconds, struct remade *remade, struct strbuf *reason);

#endif
