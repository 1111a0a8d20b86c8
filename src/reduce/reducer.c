/*
 * The reducer: sweeps over the passes until none of them finds anything.
 *
 * A sweep goes through the passes in order. Of a pass, the steps are listed, the
 * largest first; candidates are asked about several at a time, and answers are
 * taken in the order of the list, so that the result does not depend on who is
 * faster. While the first of them takes long, those behind it are asked ahead, as
 * far as AHEAD allows. After a step that is taken, what was under way is of an older
 * script: it is let run, and what it says is remembered. Steps that failed are not
 * tried again in this sweep, as long as what they change is the same.
 */
#include <xxhash.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/lex.h"
#include "reduce/corner.h"
#include "reduce/reduce.h"
#include "reduce/steps.h"

/* A set of numbers that are hashes. */
struct hash_set {
    struct index index;
    VEC(uint64_t) at;
};

static bool set_has(const struct hash_set *set, uint64_t hash) {
    INDEX_EACH(&set->index, (uint32_t)hash, id) {
        if (set->at.at[id - 1] == hash)
            return true;
    }
    return false;
}

static void set_add(struct hash_set *set, uint64_t hash) {
    if (set_has(set, hash))
        return;
    vec_push(&set->at, hash);
    index_insert(&set->index, (uint32_t)hash, (uint32_t)set->at.n);
}

static void set_free(struct hash_set *set) {
    index_free(&set->index);
    vec_free(&set->at);
    *set = (struct hash_set){0};
}

/* For each of the jobs, so many candidates whose answers wait for that to an earlier one. */
enum { AHEAD = 4 };

enum {
    KEEP_SECONDS = 5, /* after which the next step is confirmed */
    KEEP_RARELY = 10, /* but it takes no more than a tenth of the time */
};

/* A candidate that the property was asked about. */
struct trial {
    struct reduce_question question;
    char *text;
    uint64_t hash;    /* of the text */
    uint64_t content; /* of the step */
};

struct reducer {
    struct reduce_property *property;
    const struct reduce_options *options;
    struct reduce_result *result;
    struct steps steps;
    struct draft scratch;        /* for texts that are to be read and printed */
    struct hash_set failed;      /* texts */
    struct hash_set for_now;     /* those that may hold once the property changes */
    unsigned n_changes;          /* of the property, that are heeded */
    struct hash_set tried;       /* steps of this sweep */
    VEC(struct trial *) trials;  /* those of the script as it is, in the order of the list */
    VEC(struct trial *) orphans; /* those of scripts before it that are under way */
    struct corners corners;      /* of the script as it is: no step adds any */
    struct strbuf confirmed;     /* the last text that was */
    uint64_t confirmed_at;       /* when one was, or not, the last time */
    uint64_t confirming_ns;      /* which took so long */
    bool is_strict;              /* every step is confirmed at once */
    bool is_stopped, is_not_kept, is_enough;
    unsigned sweep;
    size_t pass;
    struct strbuf candidate;
};

/* ---- candidates ------------------------------------------------------------ */

static bool is_smaller(const struct strbuf *a, const struct strbuf *b) {
    return a->n != b->n ? a->n < b->n : memcmp(a->at, b->at, a->n) < 0;
}

static bool is_read(struct reducer *r, const char *text, size_t n) {
    struct parse_error error = {0};
    bool good = draft_read(&r->scratch, text, n, &error);
    parse_error_release(&error);
    return good;
}

/* A text of anybody's as the printer writes it; without what is not used any more, unless that is to stay. */
static bool normalise(struct reducer *r, const char *text, size_t n, bool keeps_unused,
                      struct strbuf *out) {
    if (!is_read(r, text, n))
        return false;
    revision_begin(&r->scratch);
    r->scratch.keeps_unused = keeps_unused;
    revision_finish(&r->scratch, out);
    return true;
}

/* The candidate that a step makes. False if there is none: not smaller, no script, or a new corner. */
static bool make_candidate(struct reducer *r, const struct pass *pass, const struct step *step) {
    struct draft *draft = &r->steps.draft;
    strbuf_clear(&r->steps.rewritten);
    revision_begin(draft);
    if (!pass->apply(&r->steps, step)) {
        revision_abandon(draft);
        return false;
    }
    if (r->steps.rewritten.n > 0) {
        revision_abandon(draft);
        if (!normalise(r, strbuf_text(&r->steps.rewritten), r->steps.rewritten.n, false,
                       &r->candidate))
            return false;
    } else
        revision_finish(draft, &r->candidate);
    if (!is_smaller(&r->candidate, &draft->text))
        return false;
    return (r->steps.rewritten.n > 0 || is_read(r, strbuf_text(&r->candidate), r->candidate.n)) &&
           corners_are_old(corners_of(&r->scratch), r->corners);
}

/* ---- asking ---------------------------------------------------------------- */

static bool is_stopped(struct reducer *r) {
    r->is_stopped =
        r->is_stopped || (r->options->stops != NULL && *r->options->stops != 0) || r->is_not_kept;
    return r->is_stopped;
}

/* There is nothing more to be tried. */
static bool is_over(struct reducer *r) {
    return is_stopped(r) || r->is_enough;
}

static void drop_trial(struct reducer *r, struct trial *trial) {
    if (r->property->drop != NULL)
        r->property->drop(r->property, &trial->question);
    mem_free(trial->text);
    mem_free(trial);
}

static uint64_t hash_of(const char *text, size_t n) {
    return XXH3_64bits(text, n);
}

static void note_failure(struct reducer *r, const struct trial *trial) {
    if (trial->question.answer == REDUCE_FAILS)
        set_add(trial->question.is_for_now ? &r->for_now : &r->failed, trial->hash);
}

static void reap_orphans(struct reducer *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->orphans.n; i++) {
        struct trial *trial = r->orphans.at[i];
        if (trial->question.answer == REDUCE_PENDING) {
            r->orphans.at[n++] = trial;
            continue;
        }
        note_failure(r, trial);
        drop_trial(r, trial);
    }
    r->orphans.n = n;
}

/* Was the question answered with no, or is it under way? */
static bool is_asked(const struct reducer *r, uint64_t hash) {
    bool found = set_has(&r->failed, hash) || set_has(&r->for_now, hash);
    for (size_t i = 0; i < r->trials.n && !found; i++)
        found = r->trials.at[i]->hash == hash;
    return found;
}

/* The orphan with this text, which is none any more; NULL if there is none. */
static struct trial *adopt(struct reducer *r, uint64_t hash) {
    for (size_t i = 0; i < r->orphans.n; i++) {
        struct trial *trial = r->orphans.at[i];
        if (trial->hash == hash) {
            r->orphans.at[i] = r->orphans.at[--r->orphans.n];
            return trial;
        }
    }
    return NULL;
}

static size_t count_pending(const struct reducer *r) {
    size_t n = r->orphans.n;
    for (size_t i = 0; i < r->trials.n; i++)
        n += r->trials.at[i]->question.answer == REDUCE_PENDING;
    return n;
}

/* May another candidate be asked about? */
static bool has_room(const struct reducer *r) {
    size_t jobs = r->options->jobs;
    return count_pending(r) < jobs && r->trials.n < (jobs > 1 ? AHEAD * jobs : 1);
}

static void ask(struct reducer *r, uint64_t content, uint64_t hash) {
    struct trial *trial = adopt(r, hash);
    if (trial != NULL) {
        trial->content = content;
        vec_push(&r->trials, trial);
        return;
    }
    trial = mem_alloc_zero(sizeof *trial);
    trial->text = mem_copy_text(r->candidate.at, r->candidate.n);
    trial->hash = hash;
    trial->content = content;
    trial->question = (struct reduce_question){.text = trial->text, .n = r->candidate.n};
    vec_push(&r->trials, trial);
    r->result->n_runs++;
    r->property->ask(r->property, &trial->question);
}

static void wait_for_orphans(struct reducer *r) {
    while (r->orphans.n > 0) {
        reap_orphans(r);
        if (r->orphans.n > 0)
            loop_step(r->property->loop, UINT64_MAX);
    }
}

static void orphan_all(struct reducer *r) {
    for (size_t i = 0; i < r->trials.n; i++)
        vec_push(&r->orphans, r->trials.at[i]);
    vec_clear(&r->trials);
    reap_orphans(r);
}

/* ---- confirming ------------------------------------------------------------ */

static void keep(struct reducer *r) {
    strbuf_clear(&r->confirmed);
    strbuf_add(&r->confirmed, r->steps.draft.text.at, r->steps.draft.text.n);
    if (r->options->on_best != NULL &&
        !r->options->on_best(strbuf_text(&r->confirmed), r->confirmed.n, r->options->context))
        r->is_not_kept = true;
}

/* What candidates for the next step are compared with. */
static void look_around(struct reducer *r) {
    r->corners = corners_of(&r->steps.draft);
    draft_keep_unused(&r->scratch, &r->steps.draft);
}

static void read_or_bug(struct reducer *r, struct strbuf *text) {
    struct parse_error error = {0};
    if (!steps_read(&r->steps, strbuf_text(text), text->n, &error))
        BUG("a script that was read is not read any more: %s", strbuf_text(&error.message));
    parse_error_release(&error);
    look_around(r);
}

/* As people read it: lines that are not too long. */
static void print_result(struct reducer *r) {
    struct draft *draft = &r->steps.draft;
    strbuf_clear(&r->result->text);
    printer_set_width(draft->printer, PRINT_WIDTH);
    printer_add_script(draft->printer, &draft->script, &r->result->text);
    printer_set_width(draft->printer, UINT32_MAX);
    strbuf_text(&r->result->text);
}

static bool ask_afresh(struct reducer *r, struct strbuf *text, bool is_last) {
    return r->property->confirm(r->property, strbuf_text(text), text->n, is_last);
}

/* The bytes that are handed over are those that have the property, which may be about lines. */
static bool confirm_result(struct reducer *r) {
    struct strbuf *plain = &r->steps.draft.text, *shown = &r->result->text;
    print_result(r);
    if (ask_afresh(r, shown, true))
        return true;
    if (shown->n == plain->n && memcmp(shown->at, plain->at, plain->n) == 0)
        return false;
    strbuf_clear(shown);
    strbuf_add(shown, plain->at, plain->n);
    return ask_afresh(r, shown, true);
}

/* Confirms the script as it is. If that fails, goes back, and is careful from there on. */
static bool confirm(struct reducer *r, bool is_last) {
    struct strbuf *text = &r->steps.draft.text;
    if (!is_last && text->n == r->confirmed.n && memcmp(text->at, r->confirmed.at, text->n) == 0)
        return true;
    r->result->n_confirmed++;
    uint64_t start = clock_monotonic_ns();
    bool good = is_last ? confirm_result(r) : ask_afresh(r, text, r->is_strict);
    r->confirmed_at = clock_monotonic_ns();
    r->confirming_ns = r->confirmed_at - start;
    if (good) {
        keep(r);
        return true;
    }
    set_add(&r->failed, hash_of(text->at, text->n));
    struct strbuf back = {0};
    strbuf_add(&back, r->confirmed.at, r->confirmed.n);
    read_or_bug(r, &back);
    strbuf_free(&back);
    r->is_strict = true;
    return false;
}

/* ---- steps ----------------------------------------------------------------- */

static void tell(struct reducer *r, size_t n_tried, size_t n_all) {
    if (r->options->on_progress == NULL)
        return;
    struct reduce_progress progress = {
        .bytes_at_first = r->result->bytes_at_first,
        .bytes = r->steps.draft.text.n,
        .n_runs = r->result->n_runs,
        .sweep = r->sweep,
        .pass = passes[r->pass].name,
        .n_tried = n_tried,
        .n_all = n_all,
    };
    r->options->on_progress(&progress, r->options->context);
}

static int by_gain(const void *a, const void *b) {
    const struct step *left = a, *right = b;
    return left->gain != right->gain ? (left->gain < right->gain ? 1 : -1) : 0;
}

/* Stable: steps of the same gain stay as they were listed. */
static void sort_steps(step_vec *found) {
    step_vec copy = {0};
    vec_extend(&copy, found->n);
    for (size_t width = 1; width < found->n; width *= 2) {
        for (size_t first = 0; first < found->n; first += 2 * width) {
            size_t a = first, b = first + width, k = first;
            size_t end_a = b < found->n ? b : found->n;
            size_t end_b = b + width < found->n ? b + width : found->n;
            while (a < end_a || b < end_b)
                copy.at[k++] =
                    b >= end_b || (a < end_a && by_gain(&found->at[a], &found->at[b]) <= 0)
                        ? found->at[a++]
                        : found->at[b++];
        }
        step_vec swap = *found;
        *found = copy;
        copy = swap;
    }
    vec_free(&copy);
}

/* What is not confirmed is lost if somebody kills: not more than a few seconds' work should be. */
static bool is_overdue(const struct reducer *r) {
    uint64_t most = KEEP_SECONDS * UINT64_C(1000000000), rare = KEEP_RARELY * r->confirming_ns;
    return clock_monotonic_ns() - r->confirmed_at > (rare > most ? rare : most);
}

/* If the property has changed, what failed for now is open again. */
static bool heed_change(struct reducer *r) {
    if (r->n_changes == r->property->n_changes)
        return false;
    r->n_changes = r->property->n_changes;
    reap_orphans(r); /* those that were answered before */
    set_free(&r->for_now);
    return true;
}

/* The best is what the trial says; false if it turns out not to be so. */
static bool take(struct reducer *r, struct trial *trial) {
    struct strbuf text = {0};
    strbuf_add(&text, trial->text, trial->question.n);
    read_or_bug(r, &text);
    strbuf_free(&text);
    bool halved = 2 * r->steps.draft.text.n <= r->confirmed.n;
    bool good = true;
    if (r->options->on_step != NULL)
        r->options->on_step(trial->text, trial->question.n, passes[r->pass].name,
                            r->options->context);
    if (r->is_strict || halved || is_overdue(r))
        good = confirm(r, false);
    if (good && r->property->accept != NULL)
        r->property->accept(r->property, &trial->question);
    heed_change(r);
    r->result->n_steps += good ? 1 : 0;
    if (good && r->options->is_enough != NULL)
        r->is_enough = r->options->is_enough(r->options->context);
    return good;
}

/* The next step of the list that is worth a question; false at its end. */
static bool next_candidate(struct reducer *r, const step_vec *found, size_t *next) {
    const struct pass *pass = &passes[r->pass];
    while (*next < found->n) {
        const struct step *step = &found->at[(*next)++];
        uint64_t content = hash_mix(step->content, r->pass);
        if (step->content != 0 && set_has(&r->tried, content))
            continue;
        if (!make_candidate(r, pass, step))
            continue;
        uint64_t hash = hash_of(r->candidate.at, r->candidate.n);
        if (is_asked(r, hash)) {
            r->result->n_cached++;
            continue;
        }
        ask(r, step->content != 0 ? content : 0, hash);
        return true;
    }
    return false;
}

/* Tries the steps of the list until one is taken: true; or all failed. */
static bool run_list(struct reducer *r, const step_vec *found) {
    size_t next = 0;
    for (;;) {
        reap_orphans(r); /* who was waited for otherwise may have let them end */
        while (!is_over(r) && has_room(r) && next_candidate(r, found, &next))
            ;
        if (r->trials.n == 0 && (next == found->n || is_over(r)))
            return false;
        if (r->trials.n == 0 || r->trials.at[0]->question.answer == REDUCE_PENDING) {
            loop_step(r->property->loop, UINT64_MAX);
            continue;
        }
        tell(r, next, found->n);
        struct trial *trial = r->trials.at[0];
        memmove(r->trials.at, r->trials.at + 1, --r->trials.n * sizeof *r->trials.at);
        bool holds = trial->question.answer == REDUCE_HOLDS;
        note_failure(r, trial);
        if (!holds && trial->content != 0)
            set_add(&r->tried, trial->content);
        if (holds) {
            orphan_all(r);
            take(r, trial);
        }
        drop_trial(r, trial);
        if (holds)
            return true;
    }
}

/* True if a step was taken. */
static bool run_pass(struct reducer *r) {
    bool progress = false, took;
    do {
        step_vec found = {0};
        passes[r->pass].list(&r->steps, &found);
        sort_steps(&found);
        took = run_list(r, &found);
        progress = progress || took;
        vec_free(&found);
    } while (took && !is_over(r));
    return progress;
}

static void run_sweeps(struct reducer *r) {
    bool progress = true;
    while (progress && !is_over(r)) {
        r->sweep++;
        progress = false;
        r->steps.chunk = r->sweep == 1 ? SIZE_MAX : 1;
        set_free(&r->tried);
        for (r->pass = 0; r->pass < PASS_COUNT && !is_over(r); r->pass++)
            progress = run_pass(r) || progress;
        r->pass = PASS_COUNT - 1;
    }
}

/* ---- the whole ------------------------------------------------------------- */

static bool begin(struct reducer *r, const char *text, size_t n) {
    struct parse_error error = {0};
    bool good = steps_read(&r->steps, text, n, &error);
    if (!good) {
        struct lex_place place = lex_place(text, n, error.offset);
        strbuf_printf(&r->result->error, "%u:%u: error: %s", place.line, place.column,
                      strbuf_text(&error.message));
    }
    parse_error_release(&error);
    r->result->bytes_at_first = r->steps.draft.text.n;
    if (good)
        look_around(r);
    return good;
}

/* Goes on from what an earlier run has reached, if it is worth it. */
static void go_on(struct reducer *r, const char *from, size_t n) {
    struct strbuf earlier = {0};
    if (from != NULL && normalise(r, from, n, true, &earlier) &&
        is_smaller(&earlier, &r->steps.draft.text) &&
        r->property->confirm(r->property, strbuf_text(&earlier), earlier.n, false)) {
        read_or_bug(r, &earlier);
        strbuf_clear(&r->confirmed);
        strbuf_add(&r->confirmed, earlier.at, earlier.n);
        r->result->went_on = true;
    }
    strbuf_free(&earlier);
}

/* What comes and goes may be away just now. */
static bool confirm_first(struct reducer *r) {
    struct strbuf *text = &r->steps.draft.text;
    bool good = false;
    unsigned n = 0;
    do {
        r->result->n_confirmed++;
        good = r->property->confirm(r->property, strbuf_text(text), text->n, false);
    } while (!good && ++n < r->property->n_tries && !is_stopped(r));
    return good;
}

enum { ROUNDS_MOST = 4 };

/* Reduces until the result is confirmed as the last; what wavers is not tried for ever. */
static enum reduce_status run(struct reducer *r, const char *from, size_t n_from) {
    struct strbuf *text = &r->steps.draft.text;
    if (!confirm_first(r))
        return is_stopped(r) ? REDUCE_STOPPED : REDUCE_LOST;
    strbuf_add(&r->confirmed, text->at, text->n);
    r->confirmed_at = clock_monotonic_ns();
    go_on(r, from, n_from);
    for (unsigned n_failed = 0; n_failed < ROUNDS_MOST;) {
        uint64_t n_steps = r->result->n_steps;
        run_sweeps(r);
        if (r->result->is_confirmed && r->result->n_steps == n_steps && !is_stopped(r))
            break; /* it was looked at once more, and nothing is left to do */
        bool is_last = !is_stopped(r);
        bool good = confirm(r, is_last);
        r->result->is_confirmed = good && is_last;
        bool has_changed = heed_change(r);
        if (is_stopped(r) || (good && (r->is_enough || !has_changed)))
            break;
        n_failed += good ? 0 : 1;
        r->is_enough = false;
    }
    wait_for_orphans(r);
    return r->is_not_kept ? REDUCE_NOT_KEPT : r->is_stopped ? REDUCE_STOPPED : REDUCE_DONE;
}

void reduce_result_release(struct reduce_result *result) {
    strbuf_free(&result->text);
    strbuf_free(&result->error);
}

enum reduce_status reduce_script(struct reduce_property *property, const char *text, size_t n,
                                 const char *from, size_t n_from,
                                 const struct reduce_options *options,
                                 struct reduce_result *result) {
    struct reducer r = {.property = property, .options = options, .result = result};
    enum reduce_status status = REDUCE_BAD_INPUT;
    if (options->jobs == 0)
        BUG("nothing may be asked");
    steps_init(&r.steps);
    draft_init(&r.scratch);
    if (begin(&r, text, n))
        status = run(&r, from, n_from);
    result->bytes = r.steps.draft.text.n;
    if (!result->is_confirmed && status != REDUCE_BAD_INPUT && status != REDUCE_LOST)
        print_result(&r);
    steps_release(&r.steps);
    draft_release(&r.scratch);
    set_free(&r.failed);
    set_free(&r.for_now);
    set_free(&r.tried);
    vec_free(&r.trials);
    vec_free(&r.orphans);
    strbuf_free(&r.confirmed);
    strbuf_free(&r.candidate);
    return status;
}
