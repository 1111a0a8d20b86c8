/*
 * sessions - do sessions stay right and small over many queries?
 *
 *     sessions [-n QUERIES] [-s SOLVERS] [-w WAY] [-r SEED]
 *
 * Asks each solver (z3;cvc5;cvc4, those that are there) in each kind of session
 * (or one of them), 100,000 times. Each query has an answer of its own: a value
 * that only it can have, where it is satisfiable; otherwise an unsat, or the error
 * about a name that only it uses, in a random order. So an answer that belongs to
 * another query shows. Names and assertions are new each time, so that a solver
 * that forgets nothing grows; the resident memory of its process is looked up in
 * /proc now and then, and printed.
 *
 * The last line is `N passed, M failed, K skipped`. Status: 0 if nothing failed.
 */
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/rng.h"
#include "proc/ask.h"

enum { IN_FLIGHT = 32, SAMPLES = 10 };
#define MEMORY_MOST (UINT64_C(1) << 30) /* a session that has more has no bound */

struct run;
struct query {
    struct run *run;
    uint64_t value;
    enum answer_kind answer;
};

struct run {
    const struct solver *solver;
    enum ask_way way;
    struct rng rng;
    uint64_t n, n_asked, n_answered, n_wrong, n_elsewhere;
    uint64_t n_processes, peak, samples[SAMPLES + 1];
    long youngest; /* process of a solver that was seen */
};

/* ---- the memory of the solver ---- */

typedef VEC(long) pid_vec;

static void children_of(long pid, pid_vec *children) {
    char path[64];
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fscanf(file, "%ld", &child) == 1)
        vec_push(children, child);
    if (file != NULL)
        fclose(file);
}

static uint64_t resident(long pid) {
    char path[64];
    unsigned long long all, pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%llu %llu", &all, &pages) != 2)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* momus, its wardens, some of them idle, and the solver: proc/child.h */
static uint64_t look_at_solver(struct run *run) {
    pid_vec wardens = {0}, solvers = {0};
    uint64_t most = 0;
    children_of((long)getpid(), &wardens);
    for (size_t i = 0; i < wardens.n; i++)
        children_of(wardens.at[i], &solvers);
    for (size_t i = 0; i < solvers.n; i++) {
        uint64_t bytes = resident(solvers.at[i]);
        most = bytes > most ? bytes : most;
        if (solvers.at[i] > run->youngest) {
            run->youngest = solvers.at[i];
            run->n_processes++;
        }
    }
    run->peak = most > run->peak ? most : run->peak;
    vec_free(&wardens);
    vec_free(&solvers);
    return most;
}

/* ---- queries ---- */

static struct query draw(struct run *run) {
    uint64_t kind = rng_below(&run->rng, 1000);
    return (struct query){
        .run = run,
        .value = rng_next(&run->rng) >> 16,
        .answer = kind < 500   ? ANSWER_SAT
                  : kind < 998 ? ANSWER_UNSAT
                               : ANSWER_ERROR,
    };
}

static void write_query(const struct query *query, struct strbuf *text) {
    unsigned long long v = query->value;
    strbuf_printf(text,
                  "(set-logic QF_UFLIA)\n(declare-fun f%llu (Int) Int)\n(declare-const x%llu Int)\n"
                  "(assert (= (f%llu x%llu) (+ x%llu 1)))\n(assert (= x%llu %llu))\n",
                  v, v, v, v, v, v, v);
    if (query->answer == ANSWER_UNSAT)
        strbuf_printf(text, "(assert (< (f%llu %llu) %llu))\n", v, v, v);
    if (query->answer == ANSWER_ERROR)
        strbuf_printf(text, "(assert (= x%llu nobody%llu))\n", v, v);
    strbuf_printf(text, "(check-sat)\n(get-value (x%llu))\n", v);
}

static bool has(struct text_span span, const char *text) {
    return span.at != NULL && memmem(span.at, span.n, text, strlen(text)) != NULL;
}

/* Is it the answer, and this query's? */
static bool is_right(const struct query *query, const struct answers *answers) {
    char own[64];
    if (answers->checks.n != 1 || answers->checks.at[0].kind != query->answer)
        return false;
    unsigned long long v = query->value;
    if (query->answer == ANSWER_SAT) {
        snprintf(own, sizeof own, "((x%llu %llu))", v, v);
        return answers->values.n == 1 && has(answers->values.at[0], own);
    }
    snprintf(own, sizeof own, "nobody%llu", v);
    return query->answer == ANSWER_UNSAT ||
           (answers->errors.n > 0 && has(answers->errors.at[0], own));
}

static void on_asked(struct asked *asked, void *context) {
    struct query *query = context;
    struct run *run = query->run;
    /* An error is asked again, of a fresh process. */
    if (asked->way != run->way && query->answer != ANSWER_ERROR)
        run->n_elsewhere++;
    if (!is_right(query, &asked->answers) && run->n_wrong++ < 3)
        printf("query %llu of %s, %s: wanted %s of %llu, got:\n%s\n",
               (unsigned long long)run->n_answered, run->solver->name, ask_way_name(run->way),
               answer_kind_name(query->answer), (unsigned long long)query->value,
               strbuf_text(&asked->answers.out));
    run->n_answered++;
    mem_free(query);
}

static void ask_one(struct run *run, struct asker *asker) {
    struct query *query = mem_alloc(sizeof *query);
    struct strbuf text = {0};
    *query = draw(run);
    run->n_asked++;
    write_query(query, &text);
    struct ask ask = {
        .solver = run->solver,
        .text = strbuf_text(&text),
        .n = text.n,
        .wants = {.values = true},
        .limits = {.wall_ms = 60000,
                   .memory = UINT64_C(2) << 30,
                   .output = 1 << 20,
                   .file_size = 1 << 20,
                   .processes = 64},
    };
    asker_ask(asker, &ask, on_asked, query);
    strbuf_free(&text);
}

static void sample(struct run *run) {
    uint64_t bytes = look_at_solver(run);
    size_t at = (size_t)(run->n_answered * SAMPLES / run->n);
    if (bytes > run->samples[at])
        run->samples[at] = bytes;
}

/* ---- runs ---- */

static bool report(const struct run *run, uint64_t ns) {
    bool good =
        run->n_wrong == 0 && run->n_elsewhere == 0 && run->peak > 0 && run->peak < MEMORY_MOST;
    printf("%-5s %-9s %llu queries, %.0f/s, %llu wrong, %llu asked in another way, %llu "
           "processes seen\n                peak %llu MB; by tenths:",
           run->solver->name, ask_way_name(run->way), (unsigned long long)run->n_answered,
           (double)run->n_answered * 1e9 / (double)ns, (unsigned long long)run->n_wrong,
           (unsigned long long)run->n_elsewhere, (unsigned long long)run->n_processes,
           (unsigned long long)run->peak >> 20);
    for (size_t i = 0; i < SAMPLES; i++)
        printf(" %llu", (unsigned long long)run->samples[i] >> 20);
    printf(" MB%s\n", good ? "" : "  FAIL");
    fflush(stdout);
    return good;
}

static bool run_session(const struct solver *solver, enum ask_way way, uint64_t n, uint64_t seed) {
    struct run *run = mem_alloc_zero(sizeof *run);
    struct loop loop;
    if (!loop_init(&loop))
        BUG("no event loop");
    *run = (struct run){.solver = solver, .way = way, .n = n};
    rng_init(&run->rng, seed, 0, 0, 0);
    struct asker *asker = asker_new(&loop, solver, way);
    uint64_t start = clock_monotonic_ns(), next_sample = 0;
    while (run->n_answered < n) {
        while (run->n_asked < n && run->n_asked - run->n_answered < IN_FLIGHT)
            ask_one(run, asker);
        loop_step(&loop, UINT64_MAX);
        if (run->n_answered >= next_sample) {
            sample(run);
            next_sample = run->n_answered + n / 500 + 1;
        }
    }
    uint64_t ns = clock_monotonic_ns() - start;
    asker_free(asker);
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    bool good = report(run, ns);
    mem_free(run);
    return good;
}

static void on_version(const char *version, const struct child_result *result, void *context) {
    (void)version;
    *(bool *)context = result->end != CHILD_NO_START;
}

static bool is_there(const struct solver *solver) {
    bool starts = false;
    struct loop loop;
    if (!loop_init(&loop))
        BUG("no event loop");
    ask_version(&loop, solver, 0, on_version, &starts);
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    return starts;
}

int main(int argc, char **argv) {
    const char *names = "z3;cvc5;cvc4", *way_name = NULL;
    uint64_t n = 100000, seed = 1;
    int option, passed = 0, failed = 0, skipped = 0;
    while ((option = getopt(argc, argv, "n:s:w:r:")) != -1) {
        if (option == 'n')
            n = strtoull(optarg, NULL, 10);
        else if (option == 's')
            names = optarg;
        else if (option == 'w')
            way_name = optarg;
        else if (option == 'r')
            seed = strtoull(optarg, NULL, 10);
        else
            return 2;
    }
    solver_vec solvers = {0};
    struct strbuf error = {0};
    if (n == 0 || !solvers_parse((struct profile_folders){0}, names, &solvers, &error)) {
        fprintf(stderr, "sessions: %s\n", n == 0 ? "no queries" : strbuf_text(&error));
        return 2;
    }
    static const enum ask_way ways[] = {ASK_RESET, ASK_PUSH_POP};
    for (size_t i = 0; i < solvers.n; i++) {
        if (!is_there(&solvers.at[i])) {
            printf("skipped: %s is not there\n", solvers.at[i].name);
            skipped++;
            continue;
        }
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            if (way_name == NULL || strcmp(way_name, ask_way_name(ways[k])) == 0) {
                bool good = run_session(&solvers.at[i], ways[k], n, seed);
                passed += good;
                failed += !good;
            }
    }
    solver_vec_free(&solvers);
    strbuf_free(&error);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed > 0 || mem_live_bytes() > 0;
}
