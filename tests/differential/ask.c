#include "ask.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "base/file.h"

enum { ARGV_MAX = 12, SPLIT = 8, GROUPS_PER_START = 2000 };

static const double seconds_without_a_word = 20; /* then it is ended */

struct solver_spec {
    const char *name;
    const char *argv[ARGV_MAX];
    const char *prelude;
};

/* Without a logic z3 knows more names. */
static const struct solver_spec specs[SOLVER_COUNT] = {
    [SOLVER_Z3] = {"z3", {"z3", "-smt2", "-in", "-t:300", "-memory:900"}, ""},
    [SOLVER_CVC5] = {"cvc5",
                     {"cvc5", "-q", "--lang=smt2.6", "--incremental", "--strings-exp", "--fp-exp",
                      "--arrays-exp", "--sets-ext", "--tlimit-per=300"},
                     "(set-logic ALL)\n"},
    [SOLVER_CVC5_HO] = {"cvc5",
                        {"cvc5", "-q", "--lang=smt2.6", "--incremental", "--strings-exp",
                         "--fp-exp", "--arrays-exp", "--sets-ext", "--tlimit-per=300"},
                        "(set-logic HO_ALL)\n"},
    [SOLVER_CVC4] = {"cvc4",
                     {"cvc4", "-q", "--lang=smt2.6", "--incremental", "--strings-exp", "--sets-ext",
                      "--tlimit-per=300"},
                     "(set-logic ALL)\n"},
    [SOLVER_Z3_NPM] = {"z3-npm",
                       {"node", "--stack-size=3900"},
                       "(set-option :rlimit 300000)\n(set-option :timeout 10000)\n"},
};

const char *solver_name(enum solver solver) {
    return specs[solver].name;
}

unsigned solver_bit(enum solver solver) {
    return 1u << (solver == SOLVER_CVC5_HO ? SOLVER_CVC5 : solver);
}

/* ---- processes ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static char *file_name(const struct asker *asker, enum solver solver, const char *suffix) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%d.%s", asker->folder, (int)solver, suffix);
    return strbuf_detach(&path);
}

static _Noreturn void become(const struct asker *asker, enum solver solver, const char *in,
                             const char *out) {
    const char *argv[ARGV_MAX + 2];
    int n = 0, from = open(in, O_RDONLY), to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (from < 0 || to < 0 || dup2(from, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0)
        _exit(126);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (; specs[solver].argv[n] != NULL; n++)
        argv[n] = specs[solver].argv[n];
    if (solver == SOLVER_Z3_NPM) {
        argv[n++] = "data/node/z3-npm.js";
        argv[n++] = asker->z3_npm;
    }
    argv[n] = NULL;
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

/* Not file_write: these need not survive a crash. */
static void write_text(const char *path, const struct strbuf *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(text->at, 1, text->n, file) != text->n || fclose(file) != 0)
        die(EXIT_ENVIRONMENT, "cannot write %s", path);
}

/* Starts the solver on the text that has been built. */
static void start(struct asker *asker, enum solver solver) {
    struct solver_state *state = &asker->solvers[solver];
    char *in = file_name(asker, solver, "smt2"), *out = file_name(asker, solver, "out");
    write_text(in, &asker->text);
    state->heard = now();
    state->printed = 0;
    state->n_starts++;
    fflush(stdout);
    state->pid = fork();
    if (state->pid < 0)
        die(EXIT_ENVIRONMENT, "cannot start a process");
    if (state->pid == 0)
        become(asker, solver, in, out);
    mem_free(in);
    mem_free(out);
}

/* What it printed, when it has ended; the caller frees it. */
static struct file_text finish(struct asker *asker, enum solver solver) {
    struct solver_state *state = &asker->solvers[solver];
    struct strbuf error = {0};
    struct file_text text = {0};
    char *out = file_name(asker, solver, "out");
    state->pid = 0;
    if (!file_read(out, &text, &error))
        text = (struct file_text){mem_alloc_zero(FILE_SLACK), 0};
    strbuf_free(&error);
    mem_free(out);
    return text;
}

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Has it printed nothing for long? */
static bool is_stalled(struct asker *asker, enum solver solver) {
    struct solver_state *state = &asker->solvers[solver];
    char *out = file_name(asker, solver, "out");
    struct stat file;
    if (stat(out, &file) == 0 && file.st_size != state->printed) {
        state->printed = file.st_size;
        state->heard = now();
    }
    mem_free(out);
    return now() - state->heard > seconds_without_a_word;
}

/* The next solver that ends; those that take too long are ended. */
static enum solver wait_for_one(struct asker *asker) {
    for (;;) {
        for (int s = 0; s < SOLVER_COUNT; s++) {
            struct solver_state *state = &asker->solvers[s];
            struct rusage usage;
            int status;
            if (state->pid == 0)
                continue;
            if (wait4(state->pid, &status, WNOHANG, &usage) == state->pid) {
                state->seconds += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
                return (enum solver)s;
            }
            if (is_stalled(asker, (enum solver)s))
                kill(-state->pid, SIGKILL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    }
}

/* ---- questions as text ---- */

static void add_formula(const struct question *q, bool negated, struct strbuf *out) {
    strbuf_add_text(out, negated ? "(not (= " : "(= ");
    strbuf_add_text(out, q->left);
    strbuf_add_char(out, ' ');
    strbuf_add_text(out, q->right);
    strbuf_add_text(out, negated ? "))" : ")");
}

/* Every command is on a line of its own. */
static void add_group(struct asker *asker, const struct solver_state *state,
                      const struct group *group, size_t number) {
    struct strbuf *out = &asker->text;
    const struct question *q = &state->questions.at[group->start];
    strbuf_add_text(out, "(push 1)\n(assert ");
    if (group->n > 1)
        strbuf_add_text(out, "(or ");
    for (uint32_t i = 0; i < group->n; i++) {
        add_formula(&q[i], !asker->acceptance_only, out);
        strbuf_add_char(out, ' ');
    }
    strbuf_add_text(out, group->n > 1 ? "))\n" : ")\n");
    if (!asker->acceptance_only)
        strbuf_add_text(out, "(check-sat)\n");
    strbuf_printf(out, "(echo \"@%zu\")\n(pop 1)\n", number);
}

static void start_groups(struct asker *asker, enum solver solver) {
    struct solver_state *state = &asker->solvers[solver];
    strbuf_clear(&asker->text);
    strbuf_add_text(&asker->text, specs[solver].prelude);
    state->running.n = 0;
    while (state->todo.n > 0 && state->running.n < GROUPS_PER_START) {
        struct group group = vec_pop(&state->todo);
        add_group(asker, state, &group, state->running.n);
        vec_push(&state->running, group);
    }
    start(asker, solver);
}

/* ---- answers ---- */

static void tell(struct asker *asker, enum solver solver, const struct group *group,
                 enum answer answer) {
    const struct solver_state *state = &asker->solvers[solver];
    for (uint32_t i = 0; i < group->n; i++)
        asker->answered(asker->context, solver, &state->questions.at[group->start + i], answer);
}

static void settle(struct asker *asker, enum solver solver, struct group group,
                   enum answer answer) {
    struct solver_state *state = &asker->solvers[solver];
    if (group.n == 1 || answer == ANSWER_AGREES) {
        tell(asker, solver, &group, answer);
        return;
    }
    uint32_t size = group.n > SPLIT ? (group.n + SPLIT - 1) / SPLIT : 1;
    for (uint32_t i = 0; i < group.n; i += size) {
        struct group part = {group.start + i, group.n - i < size ? group.n - i : size};
        const struct question *q = &state->questions.at[part.start];
        if (part.n > 1 || asker->worth(asker->context, solver, q))
            vec_push(&state->todo, part);
        else
            tell(asker, solver, &part, ANSWER_UNKNOWN);
    }
}

static bool starts_with(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

/* Takes a line into the answer to the group that it belongs to. */
static void read_line(const char *line, enum answer *answer) {
    if (strstr(line, "(error") != NULL || starts_with(line, "unsupported"))
        *answer = ANSWER_REFUSED;
    else if (starts_with(line, "unsat"))
        *answer = ANSWER_AGREES;
    else if (starts_with(line, "sat"))
        *answer = ANSWER_DIFFERS;
    else if (starts_with(line, "unknown") || starts_with(line, "timeout"))
        *answer = ANSWER_UNKNOWN;
}

/* Is it what (echo "@n") prints, in quotes or not? */
static bool is_mark(const char *line, size_t n) {
    line += line[0] == '"';
    char *end;
    return line[0] == '@' && strtoull(line + 1, &end, 10) == n && end > line + 1;
}

/* Goes through what the solver printed; groups that it did not come to are asked again. */
static void read_answers(struct asker *asker, enum solver solver, char *text) {
    struct solver_state *state = &asker->solvers[solver];
    const enum answer silent = asker->acceptance_only ? ANSWER_AGREES : ANSWER_DIED;
    enum answer answer = silent;
    size_t done = 0;
    asker->error = "";
    for (char *line = text, *end; *line != '\0' && done < state->running.n; line = end) {
        end = strchrnul(line, '\n');
        if (*end != '\0')
            *end++ = '\0';
        if (!is_mark(line, done)) {
            if (answer != ANSWER_REFUSED)
                read_line(line, &answer);
            if (answer == ANSWER_REFUSED && asker->error[0] == '\0')
                asker->error = line;
            continue;
        }
        settle(asker, solver, state->running.at[done++], answer);
        answer = silent;
        asker->error = "";
    }
    if (done < state->running.n) /* here it ended */
        settle(asker, solver, state->running.at[done++],
               answer == ANSWER_REFUSED ? answer : ANSWER_DIED);
    while (state->running.n > done)
        vec_push(&state->todo, vec_pop(&state->running));
}

/* ---- the face ---- */

void asker_add(struct asker *asker, enum solver solver, uint64_t tag, const char *left,
               const char *right) {
    struct question q = {tag, mem_copy_text(left, strlen(left)),
                         mem_copy_text(right, strlen(right))};
    vec_push(&asker->solvers[solver].questions, q);
}

size_t asker_waiting(const struct asker *asker) {
    size_t n = 0;
    for (int s = 0; s < SOLVER_COUNT; s++)
        n += asker->solvers[s].questions.n;
    return n;
}

static void clear_questions(struct solver_state *state) {
    for (size_t i = 0; i < state->questions.n; i++) {
        mem_free(state->questions.at[i].left);
        mem_free(state->questions.at[i].right);
    }
    state->questions.n = 0;
}

static void make_groups(const struct asker *asker, struct solver_state *state) {
    uint32_t n = (uint32_t)state->questions.n;
    uint32_t size = asker->acceptance_only ? 1 : asker->group_size;
    for (uint32_t i = 0; i < n; i += size) {
        struct group group = {i, n - i < size ? n - i : size};
        vec_push(&state->todo, group);
    }
    /* They are taken from the end. */
    for (size_t i = 0; i < state->todo.n / 2; i++) {
        struct group group = state->todo.at[i];
        state->todo.at[i] = state->todo.at[state->todo.n - 1 - i];
        state->todo.at[state->todo.n - 1 - i] = group;
    }
}

void asker_run(struct asker *asker) {
    uint32_t n_running = 0;
    for (int s = 0; s < SOLVER_COUNT; s++)
        make_groups(asker, &asker->solvers[s]);
    for (;;) {
        for (int s = 0; s < SOLVER_COUNT && n_running < asker->n_parallel; s++)
            if (asker->solvers[s].pid == 0 && asker->solvers[s].todo.n > 0) {
                start_groups(asker, (enum solver)s);
                n_running++;
            }
        if (n_running == 0)
            break;
        enum solver ended = wait_for_one(asker);
        n_running--;
        struct file_text text = finish(asker, ended);
        read_answers(asker, ended, text.at);
        file_text_free(&text);
    }
    for (int s = 0; s < SOLVER_COUNT; s++)
        clear_questions(&asker->solvers[s]);
}

/* Runs the solver on asker->text alone, to its end. */
static struct file_text run_alone(struct asker *asker, enum solver solver) {
    start(asker, solver);
    REQUIRE(wait_for_one(asker) == solver);
    return finish(asker, solver);
}

bool asker_value(struct asker *asker, enum solver solver, const char *text, struct strbuf *out) {
    strbuf_clear(&asker->text);
    strbuf_add_text(&asker->text, "(set-option :produce-models true)\n");
    strbuf_add_text(&asker->text, specs[solver].prelude);
    strbuf_printf(&asker->text, "(check-sat)\n(get-value (%s))\n", text);
    struct file_text printed = run_alone(asker, solver);
    char *second = strchrnul(printed.at, '\n');
    bool good = *second == '\n' && strstr(printed.at, "(error") == NULL;
    if (good) {
        strbuf_add_text(out, second + 1);
        while (out->n > 0 && out->at[out->n - 1] == '\n')
            out->n--;
    }
    file_text_free(&printed);
    return good;
}

void asker_init(struct asker *asker) {
    for (int s = 0; s < SOLVER_COUNT; s++) {
        if ((s == SOLVER_Z3_NPM && asker->z3_npm == NULL) ||
            (asker->only != 0 && (asker->only & solver_bit((enum solver)s)) == 0))
            continue;
        strbuf_clear(&asker->text);
        strbuf_add_text(&asker->text, specs[s].prelude);
        strbuf_add_text(&asker->text, "(check-sat)\n");
        struct file_text printed = run_alone(asker, (enum solver)s);
        asker->solvers[s].there = starts_with(printed.at, "sat");
        file_text_free(&printed);
    }
}

void asker_release(struct asker *asker) {
    for (int s = 0; s < SOLVER_COUNT; s++) {
        struct solver_state *state = &asker->solvers[s];
        clear_questions(state);
        vec_free(&state->questions);
        vec_free(&state->todo);
        vec_free(&state->running);
    }
    strbuf_free(&asker->text);
}
