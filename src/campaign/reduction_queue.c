#include "campaign/reduction_queue.h"

#include <string.h>

void reduction_queue_release(struct reduction_queue *queue) {
    vec_free(&queue->waiting);
    vec_free(&queue->taken);
}

void reduction_queue_add(struct reduction_queue *queue, struct reduction_waiting waiting) {
    vec_push(&queue->waiting, waiting);
}

void reduction_queue_note(struct reduction_queue *queue, uint64_t kind) {
    vec_push(&queue->taken, kind);
}

static size_t count_taken(const struct reduction_queue *queue, uint64_t kind) {
    size_t n = 0;
    for (size_t i = 0; i < queue->taken.n; i++)
        n += queue->taken.at[i] == kind;
    return n;
}

bool reduction_queue_take(struct reduction_queue *queue, uint32_t *number) {
    size_t best = 0, n_best = SIZE_MAX;
    for (size_t i = 0; i < queue->waiting.n; i++) {
        const struct reduction_waiting *at = &queue->waiting.at[i];
        size_t n = count_taken(queue, at->kind);
        if (n < n_best || (n == n_best && at->severity > queue->waiting.at[best].severity)) {
            best = i;
            n_best = n;
        }
    }
    if (queue->waiting.n == 0)
        return false;
    struct reduction_waiting taken = queue->waiting.at[best];
    memmove(queue->waiting.at + best, queue->waiting.at + best + 1,
            (--queue->waiting.n - best) * sizeof *queue->waiting.at);
    reduction_queue_note(queue, taken.kind);
    *number = taken.number;
    return true;
}
