/*
 * reduce.h - making a script smaller while something about it stays true.
 *
 * What must stay true is a property: an interface, so that whoever knows more
 * about a script than its text can bring his own way of keeping it. The reducer
 * knows nothing of solvers. It makes candidates, each smaller than the best
 * script so far and well-sorted, the largest steps first, and asks the property
 * about several of them at a time.
 *
 *     candidate --ask--> holds?  --accept--> the best so far
 *                                               |  when it has halved, now and then, at the end
 *                                               v
 *                                            confirm: afresh, thoroughly
 *                                               |  no: back to what was confirmed last,
 *                                               v      and from there on step by step
 *                                            on_best: kept
 *
 * Smaller: fewer bytes, printed with one command per line; of two texts of one
 * length, the lesser. Every step makes the script smaller, so it ends; and it
 * ends where no step is left, so that reducing the result changes nothing.
 */
#ifndef MOMUS_REDUCE_REDUCE_H
#define MOMUS_REDUCE_REDUCE_H

#include <signal.h>

#include "base/strbuf.h"
#include "proc/loop.h"

/* ---- what must stay true ---- */

enum reduce_answer { REDUCE_PENDING, REDUCE_HOLDS, REDUCE_FAILS };

struct reduce_question {
    const char *text; /* of the candidate; text[n] is zero. Good until `drop` */
    size_t n;
    enum reduce_answer answer;
    bool is_for_now; /* it fails, but may hold once the property changes: see n_changes */
    void *own;       /* the property's: evidence, what is under way */
    void (*on_answer)(struct reduce_question *question); /* of who asks, called then; or NULL */
};

/* How properties answer. */
static inline void reduce_answer(struct reduce_question *question, bool holds) {
    question->answer = holds ? REDUCE_HOLDS : REDUCE_FAILS;
    if (question->on_answer != NULL)
        question->on_answer(question);
}

/* The first member of a property's own struct. */
struct reduce_property {
    struct loop *loop; /* where its answers come from */
    unsigned n_tries;  /* how often the script as given is confirmed before it is lost; 0 is 1 */
    uint64_t n_calls;  /* of solvers, or whatever takes the time, so far */
    /*
     * How often it changed what it looks at, which it does in `accept` and `confirm` only. What failed
     * for now is asked about again after that, so that nothing is left which a later run would find.
     */
    unsigned n_changes;
    /*
     * Begins to find out whether the candidate has the property. The answer is set
     * at once, or by the loop. May be wrong now and then: `confirm` has the last word.
     */
    void (*ask)(struct reduce_property *property, struct reduce_question *question);
    /* The candidate holds, and is the best now: what is known about it may be of use. May be NULL. */
    void (*accept)(struct reduce_property *property, struct reduce_question *question);
    /* The question is answered, and over. May be NULL. */
    void (*drop)(struct reduce_property *property, struct reduce_question *question);
    /*
     * Afresh, and without any short cut; waits. `is_last`: it is the result, so
     * nothing may be left to chance.
     */
    bool (*confirm)(struct reduce_property *property, const char *text, size_t n, bool is_last);
};

/* ---- reducing ---- */

/* How far it is. */
struct reduce_progress {
    size_t bytes_at_first, bytes;
    uint64_t n_runs;       /* candidates that the property was asked about */
    unsigned sweep;        /* how often all passes began anew, from 1 */
    const char *pass;      /* what is being tried */
    size_t n_tried, n_all; /* steps of that pass, and passes, in thousandths of the sweep */
};

struct reduce_options {
    size_t jobs;                        /* candidates at a time; at least 1 */
    const volatile sig_atomic_t *stops; /* not NULL: ends in order once it is not 0 */
    /* Called when something was confirmed. False: it cannot be kept, and all ends here. May be NULL. */
    bool (*on_best)(const char *text, size_t n, void *context);
    /* Called with each step that is taken, before it is confirmed. May be NULL. */
    void (*on_step)(const char *text, size_t n, const char *pass, void *context);
    void (*on_progress)(const struct reduce_progress *progress, void *context); /* may be NULL */
    /* Asked after each step: true if the script is as small as it needs to be. May be NULL. */
    bool (*is_enough)(void *context);
    void *context;
};

enum reduce_status {
    REDUCE_DONE,
    REDUCE_STOPPED,   /* by `stops`: what was reached by then */
    REDUCE_LOST,      /* the script as it was given does not have the property */
    REDUCE_BAD_INPUT, /* it is not understood: see the error */
    REDUCE_NOT_KEPT,  /* on_best said so */
};

struct reduce_result {
    struct strbuf text; /* the script, as it is to be shown to people, if it has the property so */
    bool is_confirmed;  /* these bytes, as the result; else it wavers, or was stopped */
    bool went_on;       /* from what an earlier run had reached */
    uint64_t n_runs, n_steps, n_cached, n_confirmed;
    size_t bytes_at_first, bytes; /* one command per line, without comments */
    struct strbuf error;          /* FILE is left out: LINE:COL: error: ... */
};
void reduce_result_release(struct reduce_result *result);

/*
 * Reduces. text[n] must be zero. `from` is a script to go on from, reached by an
 * earlier run, or NULL; it is used if it is confirmed. The result must be all-zero.
 */
enum reduce_status reduce_script(struct reduce_property *property, const char *text, size_t n,
                                 const char *from, size_t n_from,
                                 const struct reduce_options *options,
                                 struct reduce_result *result);

#endif
