#include "cli/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "cli/finding_text.h"

#define MS UINT64_C(1000000)
#define FRAME_NS (400 * MS)
#define LINE_NS (5000 * MS)
#define LOOK_NS (1000 * MS)

/* ---- the terminal ---------------------------------------------------------- */

/* The other page, without a cursor; and back. */
static const char enter[] = "\033[?1049h\033[?25l\033[2J";
static const char leave[] = "\033[?25h\033[?1049l";

static pid_t owner; /* who has the terminal: workers are copies of it; 0: nobody */

/*
 * What anybody says on standard error meanwhile would be lost with the page: it goes to a file in
 * memory, and is shown in the end. -1: standard error is no terminal, and stays as it is.
 */
static int errors = -1, real_stderr = -1;

/* All of it; a terminal that takes nothing is left alone. May be called in a signal handler. */
static void write_to(int fd, const char *at, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return;
        at += done;
        n -= (size_t)done;
    }
}

static void write_all(const char *at, size_t n) {
    write_to(STDOUT_FILENO, at, n);
}

static void hold_errors(void) {
    if (!isatty(STDERR_FILENO))
        return;
    errors = memfd_create("momus-errors", MFD_CLOEXEC);
    real_stderr = errors >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
    if (real_stderr >= 0)
        dup2(errors, STDERR_FILENO);
}

static void show_errors(void) {
    char bytes[4096];
    ssize_t n;
    if (real_stderr >= 0) {
        dup2(real_stderr, STDERR_FILENO);
        for (off_t at = 0; (n = pread(errors, bytes, sizeof bytes, at)) > 0; at += n)
            write_to(STDERR_FILENO, bytes, (size_t)n);
        close(real_stderr);
    }
    if (errors >= 0)
        close(errors);
    errors = real_stderr = -1;
}

static void give_back(void *unused) {
    (void)unused;
    if (owner == getpid()) {
        owner = 0;
        write_all(leave, sizeof leave - 1);
        show_errors();
    }
}

/* What ends momus without asking: the default action comes with the second one. */
static void on_death(int number) {
    give_back(NULL);
    raise(number);
}

/* Ctrl-Z: the terminal is the shell's meanwhile. */
static void on_suspend(int number) {
    int before = errno;
    bool is_owner = owner == getpid();
    sigset_t this, old;
    if (is_owner)
        write_all(leave, sizeof leave - 1);
    signal(number, SIG_DFL);
    sigemptyset(&this);
    sigaddset(&this, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &this, &old); /* stops here */
    sigprocmask(SIG_SETMASK, &old, NULL);
    signal(number, on_suspend);
    if (is_owner)
        write_all(enter, sizeof enter - 1);
    errno = before;
}

static const int deaths[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};

/* Handlers that are there already (a sanitizer's) are not ours to replace. */
static void catch_signals(bool is_on) {
    struct sigaction death = {.sa_handler = on_death, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
    struct sigaction suspend = {.sa_handler = on_suspend, .sa_flags = SA_RESTART}, now;
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
        sigaction(deaths[i], NULL, &now);
        if (is_on && now.sa_handler == SIG_DFL)
            sigaction(deaths[i], &death, NULL);
        else if (!is_on && now.sa_handler == on_death)
            signal(deaths[i], SIG_DFL);
    }
    sigaction(SIGTSTP, NULL, &now);
    if (is_on && now.sa_handler == SIG_DFL)
        sigaction(SIGTSTP, &suspend, NULL);
    else if (!is_on && now.sa_handler == on_suspend)
        signal(SIGTSTP, SIG_DFL);
}

static void take_terminal(void) {
    fflush(stdout);
    owner = getpid();
    hold_errors();
    die_cleanup_push(give_back, NULL);
    catch_signals(true);
    write_all(enter, sizeof enter - 1);
}

static bool is_able_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;
}

/* Without the last column, where terminals differ in what a character there does. */
static struct frame_size room_on_terminal(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return (struct frame_size){79, 24};
    return (struct frame_size){size.ws_col - 1u, size.ws_row};
}

/* ---- facts ----------------------------------------------------------------- */

/* The store's open findings, now. Where they cannot be read, the last ones stay; the engine will complain. */
static void look_at_findings(struct screen *screen, struct store *store) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    size_t n = 0;
    if (!store_findings(store, &arena, &findings)) {
        vec_free(&findings);
        arena_free(&arena);
        return;
    }
    for (size_t i = 0; i < findings.n; i++)
        if (findings.at[i].state == STORE_OPEN)
            findings.at[n++] = findings.at[i];
    findings.n = n;
    vec_free(&screen->findings);
    arena_free(&screen->arena);
    screen->findings = findings;
    screen->arena = arena;
}

/* What a process has in memory, what it shares being counted by halves; 0 if it is not told. */
static uint64_t memory_of(pid_t pid) {
    char path[64], line[256];
    unsigned long long kb = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && kb == 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Pss:", 4) == 0)
            kb = strtoull(line + 4, NULL, 10);
    if (file != NULL)
        fclose(file);
    return kb * 1024;
}

static void look_around(struct screen *screen, const struct engine_view *view, uint64_t now) {
    struct screen_sample sample = {now, view->session.tests, view->session.solver_calls};
    if (screen->n_samples == SCREEN_SAMPLES)
        memmove(screen->samples, screen->samples + 1,
                --screen->n_samples * sizeof *screen->samples);
    screen->samples[screen->n_samples++] = sample;
    if (!screen->is_live)
        return;
    screen->memory = memory_of(getpid());
    screen->memory_of_workers = 0;
    for (size_t i = 0; i < view->settings->n_workers; i++)
        if (view->workers[i] != 0)
            screen->memory_of_workers += memory_of(view->workers[i]);
}

static struct frame_facts facts_of(const struct screen *screen, const struct engine_view *view) {
    struct timespec time;
    const struct screen_sample *first = &screen->samples[0];
    clock_gettime(CLOCK_REALTIME, &time);
    struct frame_facts facts = {
        .view = view,
        .findings = screen->findings.at,
        .n_findings = screen->findings.n,
        .old = screen->old,
        .memory = screen->memory,
        .memory_of_workers = screen->memory_of_workers,
        .now_ns = clock_monotonic_ns(),
        .now_ms = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000,
    };
    double seconds = (double)(facts.now_ns - first->ns) / 1e9;
    if (screen->n_samples > 0 && seconds > 0.5) {
        facts.tests_per_s = (double)(view->session.tests - first->tests) / seconds;
        facts.calls_per_s = (double)(view->session.solver_calls - first->calls) / seconds;
    }
    return facts;
}

/* ---- the live view --------------------------------------------------------- */

/* One write: nothing is ever seen half drawn. Every line clears what it does not cover. */
static void draw(struct screen *screen, const struct engine_view *view) {
    struct frame_facts facts = facts_of(screen, view);
    struct strbuf text = {0};
    frame_draw(&facts, room_on_terminal(), screen->how, &text);
    strbuf_clear(&screen->frame);
    strbuf_add_text(&screen->frame, "\033[H");
    for (const char *at = strbuf_text(&text); *at != '\0'; at++)
        if (*at == '\n')
            strbuf_add_text(&screen->frame, "\033[K\r\n");
        else
            strbuf_add_char(&screen->frame, *at);
    strbuf_add_text(&screen->frame, "\033[K\033[J");
    write_all(screen->frame.at, screen->frame.n);
    strbuf_free(&text);
}

/* ---- lines ----------------------------------------------------------------- */

/* "finding 3 is reduced: findings/.../reduced.smt2; the same as finding 1" */
static void add_reduced(const struct store_finding *news, struct strbuf *line) {
    strbuf_printf(line, "finding %u is reduced: ", news->number);
    paint_add_clean(line, news->reduced);
    if (news->duplicate_of != 0)
        strbuf_printf(line, "; it is the same as finding %u", news->duplicate_of);
    else if (news->state == STORE_CLOSED)
        strbuf_add_text(line, "; another run has found it");
}

static void print_news(struct screen *screen, const struct store_finding *news) {
    struct strbuf line = {0}, out = {0};
    if (news->reduced != NULL) {
        add_reduced(news, &line);
        puts(strbuf_text(&line));
        fflush(stdout);
        strbuf_free(&line);
        return;
    }
    strbuf_printf(&line, "finding %u: %s%s" PAINT_PLAIN, news->number,
                  finding_colour(news->class_name), news->class_name);
    if (news->at_fault.n > 0) {
        strbuf_add_text(&line, " in ");
        finding_add_names(news->at_fault, &line);
    }
    strbuf_printf(&line, " (%s, by %s) ", news->confidence, news->basis);
    paint_add_clean(&line, news->file);
    paint_add(&out, strbuf_text(&line), 0, screen->how);
    puts(strbuf_text(&out));
    fflush(stdout);
    strbuf_free(&line);
    strbuf_free(&out);
}

static void add_count(struct strbuf *out, uint64_t number, const char *word) {
    strbuf_printf(out, ", %llu %s%s", (unsigned long long)number, word, plural_s(number));
}

static void print_line(struct screen *screen, const struct engine_view *view) {
    struct frame_facts facts = facts_of(screen, view);
    struct strbuf line = {0};
    frame_add_duration(&line, view->elapsed_ns);
    add_count(&line, view->counters.tests, "test");
    strbuf_printf(&line, ", %.0f/s", facts.tests_per_s);
    add_count(&line, view->counters.solver_calls, "solver call");
    strbuf_printf(&line, ", %.0f/s, %llu unknown", facts.calls_per_s,
                  (unsigned long long)view->counters.unknown);
    add_count(&line, view->counters.timeouts, "timeout");
    add_count(&line, screen->findings.n, "finding");
    strbuf_printf(&line, ", %u new", view->n_new);
    puts(strbuf_text(&line));
    fflush(stdout);
    strbuf_free(&line);
}

static void print_lines(struct screen *screen, const struct engine_view *view,
                        const struct store_finding *news, uint64_t now) {
    if (news != NULL)
        print_news(screen, news);
    else if (view->is_stopping && view->end == ENGINE_STOPPED && !screen->said_stopping) {
        puts("stopping: what is under way is finished; a second Ctrl-C stops at once");
        fflush(stdout);
        screen->said_stopping = true;
    } else if (now >= screen->next_line) {
        print_line(screen, view);
        screen->next_line = now + LINE_NS;
    }
}

/* ---- the screen ------------------------------------------------------------ */

void screen_init(struct screen *screen, struct store *store, bool is_quiet) {
    *screen = (struct screen){
        .is_quiet = is_quiet,
        .is_live = !is_quiet && is_able_terminal(),
        .how = paint_how(STDOUT_FILENO),
        .next_line = clock_monotonic_ns() + LINE_NS,
    };
    look_at_findings(screen, store);
    for (size_t i = 0; i < screen->findings.n; i++)
        if (screen->findings.at[i].number > screen->old)
            screen->old = screen->findings.at[i].number;
    if (screen->is_live)
        take_terminal();
}

void screen_show(const struct engine_view *view, const struct store_finding *news, void *context) {
    struct screen *screen = context;
    uint64_t now = clock_monotonic_ns();
    if (news != NULL)
        look_at_findings(screen, view->store);
    if (now >= screen->next_look) {
        look_around(screen, view, now);
        screen->next_look = now + LOOK_NS;
    }
    if (screen->is_quiet)
        return;
    if (!screen->is_live)
        print_lines(screen, view, news, now);
    else if (news != NULL || now >= screen->next_frame) {
        draw(screen, view);
        screen->next_frame = now + FRAME_NS;
    }
}

void screen_finish(struct screen *screen, struct store *store) {
    look_at_findings(screen, store);
    if (screen->is_live) {
        give_back(NULL);
        catch_signals(false);
        die_cleanup_pop();
    }
    screen->is_live = false;
}

void screen_release(struct screen *screen) {
    vec_free(&screen->findings);
    arena_free(&screen->arena);
    strbuf_free(&screen->frame);
}
