#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "campaign/engine_int.h"
#include "campaign/inquest.h"

enum { SECONDS = 5 }; /* that making a test again may take */

struct death {
    struct engine *engine;
    struct inquest inquest;
    int status;
    size_t strategy;
    char test[TEST_ID_MAX]; /* "": it was at none */
    struct test_id id;
    int64_t seen;
};

bool death_is_kill(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* ---- the finding ----------------------------------------------------------- */

static void add_end(int status, struct strbuf *out) {
    if (death_is_kill(status))
        strbuf_add_text(out, "a worker of momus was killed, by somebody or for want of memory");
    else if (WIFSIGNALED(status))
        strbuf_printf(out, "a worker of momus was ended by signal %d", WTERMSIG(status));
    else
        strbuf_printf(out, "a worker of momus ended with status %d", WEXITSTATUS(status));
}

static size_t list_seeds(const struct death *death, const char *names[TEST_SEEDS_MAX]) {
    struct corpus *corpus = &death->engine->settings->setup.maker->corpora[death->strategy];
    size_t n = 0;
    for (size_t i = 0; i < death->id.n_seeds; i++) {
        const struct seed *seed = corpus_find(corpus, death->id.seeds[i]);
        if (seed != NULL)
            names[n++] = seed->name;
    }
    return n;
}

/* Without a script, the evidence says why there is none: the file is empty. */
static void keep(const struct death *death, const char *script, size_t n, const char *reason) {
    struct engine *engine = death->engine;
    const char *strategy = engine->settings->strategies[death->strategy]->name;
    struct strbuf text = {0}, print = {0};
    const char *me = "momus", *seeds[TEST_SEEDS_MAX];
    add_end(death->status, &text);
    strbuf_printf(&print, "momus:%s:%s", strategy, strbuf_text(&text));
    if (death->test[0] == '\0')
        strbuf_add_text(&text, " when it was at no test; so there is no script");
    else if (script == NULL)
        strbuf_printf(&text,
                      " at this test. There is no script, since the test cannot be made again: %s",
                      reason);
    else
        strbuf_add_text(&text, " at this test. Its script was made again from its id");
    struct store_report report = {
        .finding =
            {
                .class_name = "momus",
                .at_fault = {&me, 1},
                .basis = "observation",
                .confidence = death_is_kill(death->status) ? "probable" : "proven",
                .fingerprint = strbuf_text(&print),
                .evidence = strbuf_text(&text),
                .strategy = strategy,
                .seeds = {seeds, list_seeds(death, seeds)},
                .test = death->test,
                .logic = "ALL",
            },
        .script = script != NULL ? script : "",
        .script_n = n,
        .seen = death->seen,
    };
    uint32_t number = engine_keep(engine, &report);
    if (number != 0)
        engine_announce(engine, number);
    strbuf_free(&text);
    strbuf_free(&print);
}

/* ---- its script ------------------------------------------------------------ */

static bool make(struct strbuf *script, struct strbuf *reason, void *context) {
    const struct death *death = context;
    struct remade remade;
    bool good = maker_remake_here(death->engine->settings->setup.maker, death->strategy, &death->id,
                                  &remade, reason);
    if (good)
        strbuf_add(script, remade.script.at, remade.script.n);
    remade_release(&remade);
    return good;
}

static void on_done(const char *script, size_t n, const char *reason, void *context) {
    struct death *death = context;
    struct engine *engine = death->engine;
    for (size_t i = 0; i < engine->deaths.n; i++)
        if (engine->deaths.at[i] == death)
            engine->deaths.at[i] = engine->deaths.at[--engine->deaths.n];
    keep(death, script, n, reason);
    mem_free(death);
}

void engine_note_death(struct engine *engine, const struct hand *hand, int status) {
    struct death *death = mem_alloc_zero(sizeof *death);
    *death = (struct death){
        .engine = engine,
        .status = status,
        .strategy = hand->unit.strategy,
        .seen = (int64_t)time(NULL) * 1000,
        .inquest = {.loop = &engine->loop,
                    .make = make,
                    .done = on_done,
                    .context = death,
                    .seconds = SECONDS},
    };
    /* the memory is shared with who has died: what is there need not be an id */
    memcpy(death->test, hand->board->test, sizeof death->test - 1);
    if (!test_id_read(death->test, strlen(death->test), &death->id))
        death->test[0] = '\0';
    if (death->test[0] != '\0' && inquest_start(&death->inquest)) {
        vec_push(&engine->deaths, death);
        return;
    }
    keep(death, NULL, 0, strerror(errno));
    mem_free(death);
}

void engine_hurry_deaths(struct engine *engine) {
    for (size_t i = 0; i < engine->deaths.n; i++)
        inquest_kill(&engine->deaths.at[i]->inquest);
}
