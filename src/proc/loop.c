#include "proc/loop.h"

#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"

enum { EVENTS_AT_ONCE = 64 };

bool loop_init(struct loop *loop) {
    *loop = (struct loop){.epoll = epoll_create1(EPOLL_CLOEXEC)};
    return loop->epoll >= 0;
}

void loop_release(struct loop *loop) {
    REQUIRE(loop->n_watches == 0 && loop->timers.n == 0);
    while (loop->guests != NULL) {
        struct loop_guest *guest = loop->guests;
        loop->guests = guest->next;
        guest->release(guest);
    }
    close(loop->epoll);
    vec_free(&loop->timers);
}

void loop_keep(struct loop *loop, struct loop_guest *guest) {
    guest->next = loop->guests;
    loop->guests = guest;
}

/* ---- descriptors ---- */

bool loop_watch(struct loop *loop, struct loop_watch *watch, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        return false;
    watch->fd = fd;
    watch->is_resting = false;
    loop->n_watches++;
    return true;
}

void loop_listen(struct loop *loop, struct loop_watch *watch, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    if (epoll_ctl(loop->epoll, EPOLL_CTL_MOD, watch->fd, &event) != 0)
        BUG("what is watched cannot be changed");
}

void loop_rest(struct loop *loop, struct loop_watch *watch, bool rests) {
    REQUIRE(watch->fd >= 0 && watch->is_resting != rests);
    watch->is_resting = rests;
    loop->n_watches += rests ? (size_t)-1 : 1;
}

void loop_unwatch(struct loop *loop, struct loop_watch *watch) {
    if (watch->fd < 0)
        return;
    epoll_ctl(loop->epoll, EPOLL_CTL_DEL, watch->fd, NULL);
    watch->fd = -1;
    loop->n_watches -= watch->is_resting ? 0 : 1;
    /* What has been reported for it, but not handed out, is nobody's any more. */
    for (int i = 0; i < loop->n_events; i++)
        if (loop->events[i].data.ptr == watch)
            loop->events[i].data.ptr = NULL;
}

/* ---- times: a heap, the least first ---- */

static void put(struct loop *loop, size_t place, struct loop_timer *timer) {
    loop->timers.at[place] = timer;
    timer->place = (uint32_t)place + 1;
}

static void move_up(struct loop *loop, size_t place, struct loop_timer *timer) {
    while (place > 0 && loop->timers.at[(place - 1) / 2]->at > timer->at) {
        put(loop, place, loop->timers.at[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(loop, place, timer);
}

static void move_down(struct loop *loop, size_t place, struct loop_timer *timer) {
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= loop->timers.n)
            break;
        if (child + 1 < loop->timers.n &&
            loop->timers.at[child + 1]->at < loop->timers.at[child]->at)
            child++;
        if (loop->timers.at[child]->at >= timer->at)
            break;
        put(loop, place, loop->timers.at[child]);
        place = child;
    }
    put(loop, place, timer);
}

void loop_unset(struct loop *loop, struct loop_timer *timer) {
    if (timer->place == 0)
        return;
    size_t place = timer->place - 1;
    struct loop_timer *last = vec_pop(&loop->timers);
    timer->place = 0;
    if (last == timer)
        return;
    if (place > 0 && loop->timers.at[(place - 1) / 2]->at > last->at)
        move_up(loop, place, last);
    else
        move_down(loop, place, last);
}

void loop_set(struct loop *loop, struct loop_timer *timer, uint64_t at) {
    loop_unset(loop, timer);
    timer->at = at;
    vec_push(&loop->timers, timer);
    move_up(loop, loop->timers.n - 1, timer);
}

/* ---- waiting ---- */

/* As epoll_wait, until some time. */
static int wait_until(const struct loop *loop, struct epoll_event *events, uint64_t until) {
    if (until == UINT64_MAX)
        return epoll_wait(loop->epoll, events, EVENTS_AT_ONCE, -1);
    uint64_t now = clock_monotonic_ns();
    uint64_t ns = until <= now ? 0 : until - now;
    struct timespec time = {.tv_sec = (time_t)(ns / 1000000000),
                            .tv_nsec = (long)(ns % 1000000000)};
    int n = epoll_pwait2(loop->epoll, events, EVENTS_AT_ONCE, &time, NULL);
    if (n >= 0 || errno != ENOSYS)
        return n;
    uint64_t ms = (ns + 999999) / 1000000; /* so that it has come afterwards */
    return epoll_wait(loop->epoll, events, EVENTS_AT_ONCE, ms > 1000000 ? 1000000 : (int)ms);
}

static void fire_timers(struct loop *loop) {
    uint64_t now = clock_monotonic_ns();
    while (loop->timers.n > 0 && loop->timers.at[0]->at <= now) {
        struct loop_timer *timer = loop->timers.at[0];
        loop_unset(loop, timer);
        timer->fire(timer);
    }
}

bool loop_step(struct loop *loop, uint64_t until) {
    struct epoll_event events[EVENTS_AT_ONCE];
    if (loop->n_watches == 0 && loop->timers.n == 0)
        return false;
    if (loop->timers.n > 0 && loop->timers.at[0]->at < until)
        until = loop->timers.at[0]->at;
    int n = wait_until(loop, events, until);
    if (n < 0 && errno != EINTR)
        BUG("epoll_wait fails");
    if (n < 0)
        return false;
    loop->events = events;
    loop->n_events = n;
    for (int i = 0; i < n; i++) {
        struct loop_watch *watch = events[i].data.ptr;
        if (watch != NULL)
            watch->ready(watch, events[i].events);
    }
    loop->events = NULL;
    loop->n_events = 0;
    fire_timers(loop);
    return true;
}
