#include "oracle/bisect.h"

const char *bisect_state_name(enum bisect_state state) {
    static const char *const names[] = {
        [BISECT_NOT_ASKED] = "not asked",   [BISECT_FAILS] = "fails",
        [BISECT_HOLDS] = "holds",           [BISECT_OTHERWISE] = "fails otherwise",
        [BISECT_UNTOLD] = "cannot be told",
    };
    return names[state];
}

static bool is_known(enum bisect_state state) {
    return state == BISECT_FAILS || state == BISECT_HOLDS;
}

/* ---- searching ------------------------------------------------------------- */

struct search {
    size_t n;
    bisect_ask_fn *ask;
    void *context;
    enum bisect_state *states;
};

/* True if there is an answer, now or from before. */
static bool ask(struct search *search, size_t i) {
    if (search->states[i] == BISECT_NOT_ASKED)
        search->states[i] = search->ask(i, search->context);
    return is_known(search->states[i]);
}

/* Asks between two, from the middle to both sides, until one answers. */
static bool ask_between(struct search *search, size_t low, size_t high, size_t *found) {
    size_t middle = low + (high - low) / 2;
    for (size_t away = 0; away < high - low; away++)
        for (int side = 0; side < 2; side++) {
            size_t i = side == 0 ? middle - away : middle + away;
            bool is_inside = (side == 1 || middle >= away) && i > low && i < high;
            if (is_inside && ask(search, i)) {
                *found = i;
                return true;
            }
        }
    return false;
}

static void halve(struct search *search, size_t low, size_t high) {
    size_t middle;
    while (high - low > 1 && ask_between(search, low, high, &middle)) {
        if (search->states[middle] == search->states[low])
            low = middle;
        else
            high = middle;
    }
}

void bisect_versions(size_t n, bool every, bisect_ask_fn *ask_fn, void *context,
                     enum bisect_state *states) {
    struct search search = {n, ask_fn, context, states};
    size_t low = 0, high = n;
    for (size_t i = 0; i < n; i++)
        states[i] = BISECT_NOT_ASKED;
    while (low < n && !ask(&search, low))
        low++;
    while (high > low + 1 && !ask(&search, high - 1))
        high--;
    bool have_ends = high > low + 1;
    if (have_ends && !every && states[low] != states[high - 1])
        halve(&search, low, high - 1);
    else
        for (size_t i = low; i < high; i++)
            ask(&search, i);
}

/* ---- what comes of it ------------------------------------------------------ */

bool bisect_is_monotone(const enum bisect_state *states, size_t n) {
    enum bisect_state last = BISECT_NOT_ASKED;
    size_t n_changes = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_known(states[i]))
            continue;
        n_changes += last != BISECT_NOT_ASKED && last != states[i];
        last = states[i];
    }
    return n_changes <= 1;
}

bool bisect_newest(const enum bisect_state *states, size_t n, size_t *index, bool *fails) {
    while (n > 0 && !is_known(states[n - 1]))
        n--;
    if (n == 0)
        return false;
    *index = n - 1;
    *fails = states[n - 1] == BISECT_FAILS;
    return true;
}

/* The next answer behind i; n if there is none. */
static size_t next_known(const enum bisect_state *states, size_t i, size_t n) {
    while (i < n && !is_known(states[i]))
        i++;
    return i;
}

/* Was there nothing in this part that says neither that it fails nor that it holds? */
static bool is_told(const enum bisect_state *states, size_t from, size_t to) {
    for (; from < to; from++)
        if (states[from] != BISECT_NOT_ASKED && !is_known(states[from]))
            return false;
    return true;
}

/*
 * From the first to the last of n; which may be the oldest and the newest of those that are known. What is
 * said of all older or newer ones is said only if each of them is known.
 */
static void add_one_range(const enum bisect_state *states, const char *const *names, size_t n,
                          size_t first, size_t last, bool is_oldest, bool is_newest,
                          struct strbuf *out) {
    if (is_oldest && is_newest)
        strbuf_add_text(out, "all");
    else if (is_oldest && is_told(states, 0, first))
        strbuf_printf(out, "up to %s", names[last]);
    else if (is_newest && is_told(states, last, n))
        strbuf_printf(out, "from %s", names[first]);
    else if (first == last)
        strbuf_add_text(out, names[first]);
    else
        strbuf_printf(out, "%s to %s", names[first], names[last]);
}

void bisect_add_range(const enum bisect_state *states, const char *const *names, size_t n,
                      struct strbuf *out) {
    bool is_oldest = true, is_first = true;
    for (size_t i = next_known(states, 0, n); i < n; i = next_known(states, i, n)) {
        size_t first = i, last = i;
        enum bisect_state state = states[i];
        for (; i < n && states[i] == state; i = next_known(states, i + 1, n))
            last = i;
        if (state == BISECT_FAILS) {
            strbuf_add_text(out, is_first ? "" : ", ");
            add_one_range(states, names, n, first, last, is_oldest, i == n, out);
            is_first = false;
        }
        is_oldest = false;
    }
    if (is_first)
        strbuf_add_text(out, "none");
}
