/*
 * reduction_queue.h - findings that wait to be reduced, and which of them is next.
 *
 * One bug often shows in hundreds of findings, which differ in their operators until they are reduced.
 * So the next is one of a kind of which fewest were taken before; of these the worst, and of those the
 * first that came.
 */
#ifndef MOMUS_CAMPAIGN_REDUCTION_QUEUE_H
#define MOMUS_CAMPAIGN_REDUCTION_QUEUE_H

#include "base/vec.h"

struct reduction_waiting {
    uint32_t number, severity;
    uint64_t kind;
};

struct reduction_queue {
    VEC(struct reduction_waiting) waiting;
    VEC(uint64_t) taken; /* kinds, each as often as one of it was taken */
};

void reduction_queue_release(struct reduction_queue *queue);
void reduction_queue_add(struct reduction_queue *queue, struct reduction_waiting waiting);
/* One of this kind was reduced at an earlier time. */
void reduction_queue_note(struct reduction_queue *queue, uint64_t kind);
/* Takes the next; false if nobody waits. */
bool reduction_queue_take(struct reduction_queue *queue, uint32_t *number);

#endif
