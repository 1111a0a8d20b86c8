/*
 * loop.h - one event loop for everything that is under way: descriptors that
 * become ready, and times that come.
 *
 * Watches and timers are parts of what owns them. They may be added and removed
 * at any time, also while the loop calls one of them.
 */
#ifndef MOMUS_PROC_LOOP_H
#define MOMUS_PROC_LOOP_H

#include <sys/epoll.h>

#include "base/vec.h"

struct loop_watch {
    int fd;          /* -1: not watched */
    bool is_resting; /* nobody waits for it */
    void (*ready)(struct loop_watch *watch, uint32_t events);
};

struct loop_timer {
    uint64_t at;    /* on the monotonic clock, in ns */
    uint32_t place; /* in the heap, + 1; 0: not set */
    void (*fire)(struct loop_timer *timer);
};

/* Something that ends with the loop. */
struct loop_guest {
    void (*release)(struct loop_guest *guest);
    struct loop_guest *next;
};

struct loop {
    int epoll;
    struct loop_guest *guests;
    size_t n_watches;                /* that do not rest */
    VEC(struct loop_timer *) timers; /* a heap: the first comes next */
    struct epoll_event *events;      /* those that are being handed out */
    int n_events;
};

/* The object that a member is part of. */
#define LOOP_OWNER(member_pointer, type, member) \
    ((type *)(void *)((char *)(member_pointer)-offsetof(type, member)))

/* False, with errno, if the system has no more of what it takes. */
bool loop_init(struct loop *loop);
/* Nothing may be watched or set any more. Guests are released. */
void loop_release(struct loop *loop);
void loop_keep(struct loop *loop, struct loop_guest *guest);

/* Calls ready when one of these events (EPOLLIN, ...) or an error is there. False with errno. */
bool loop_watch(struct loop *loop, struct loop_watch *watch, int fd, uint32_t events);
/* From now on other events count; 0 for none but errors. */
void loop_listen(struct loop *loop, struct loop_watch *watch, uint32_t events);
/*
 * A watch that rests stays, and is called if something is there, but is no reason to wait: a loop
 * that has nothing else is done.
 */
void loop_rest(struct loop *loop, struct loop_watch *watch, bool rests);
/* The descriptor is not closed. Does nothing if it is not watched. */
void loop_unwatch(struct loop *loop, struct loop_watch *watch);

/* Calls fire once, at that time or soon after; a timer that is set is moved. */
void loop_set(struct loop *loop, struct loop_timer *timer, uint64_t at);
void loop_unset(struct loop *loop, struct loop_timer *timer);

/*
 * Waits until something happens and calls whom it concerns; with `until` on the
 * monotonic clock it does not wait longer (UINT64_MAX: as long as it takes).
 * False if there is nothing to wait for, or a signal came.
 */
bool loop_step(struct loop *loop, uint64_t until);

#endif
