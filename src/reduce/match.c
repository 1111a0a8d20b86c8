#include "reduce/match.h"

#include <errno.h>
#include <regex.h>

enum { LIMIT_FACTOR = 5, LIMIT_LEAST_MS = 500, RUNS_AT_LAST = 3 };

struct match_property {
    struct reduce_property base;
    struct reduce_panel panel;
    regex_t regex;
    bool *matters;     /* by solver */
    uint64_t *wall_ms; /* by solver: the limit while searching */
};

/* Somebody's answer on its way. */
struct heard {
    struct match_property *property;
    struct reduce_question *question; /* NULL: it is only waited for */
    size_t solver;
    bool matches, is_there;
    uint64_t wall_ns;
};

struct inquest {
    size_t n_missing;
    bool holds;
};

static bool has_match(const regex_t *regex, struct strbuf *text) {
    return text->n > 0 && regexec(regex, strbuf_text(text), 0, NULL, 0) == 0;
}

static void on_asked(struct asked *asked, void *context) {
    struct heard *reply = context;
    const regex_t *regex = &reply->property->regex;
    reply->matches = has_match(regex, &asked->answers.out) || has_match(regex, &asked->answers.err);
    reply->wall_ns = asked->wall_ns;
    reply->is_there = true;
    if (reply->question == NULL)
        return;
    struct inquest *inquest = reply->question->own;
    inquest->holds = inquest->holds && reply->matches;
    if (--inquest->n_missing == 0)
        reduce_answer(reply->question, inquest->holds);
    mem_free(reply);
}

static struct ask make_ask(const struct match_property *p, size_t solver, const char *text,
                           size_t n) {
    return (struct ask){
        .solver = &p->panel.solvers[solver],
        .text = text,
        .n = n,
        .wants = {.as_written = true},
        .limits = p->panel.limits,
    };
}

static void ask(struct reduce_property *base, struct reduce_question *question) {
    struct match_property *p = (struct match_property *)base;
    struct inquest *inquest = mem_alloc_zero(sizeof *inquest);
    inquest->holds = true;
    question->own = inquest;
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (!p->matters[i])
            continue;
        struct heard *reply = mem_alloc_zero(sizeof *reply);
        *reply = (struct heard){.property = p, .question = question, .solver = i};
        struct ask about = make_ask(p, i, question->text, question->n);
        about.limits.wall_ms = p->wall_ms[i];
        inquest->n_missing++;
        base->n_calls++;
        ask_spawn(p->panel.loop, &about, on_asked, reply);
    }
}

static void drop(struct reduce_property *base, struct reduce_question *question) {
    (void)base;
    mem_free(question->own);
}

/* In a fresh process, with all the time there is; waits. */
static bool matches(struct match_property *p, size_t solver, const char *text, size_t n,
                    uint64_t *wall_ns) {
    struct heard reply = {.property = p, .solver = solver};
    struct ask about = make_ask(p, solver, text, n);
    p->base.n_calls++;
    ask_spawn(p->panel.loop, &about, on_asked, &reply);
    while (!reply.is_there && (loop_step(p->panel.loop, UINT64_MAX) || errno == EINTR))
        ;
    *wall_ns = reply.wall_ns;
    return reply.matches;
}

static bool confirm(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    struct match_property *p = (struct match_property *)base;
    uint64_t wall_ns;
    bool holds = true;
    for (int run = 0; run < (is_last ? RUNS_AT_LAST : 1); run++)
        for (size_t i = 0; i < p->panel.n_solvers && holds; i++)
            holds = !p->matters[i] || matches(p, i, text, n, &wall_ns);
    return holds;
}

bool match_property_find(struct match_property *p, const char *text, size_t n) {
    bool found = false;
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        uint64_t wall_ns, most = p->panel.limits.wall_ms;
        p->matters[i] = matches(p, i, text, n, &wall_ns);
        uint64_t ms = LIMIT_FACTOR * (wall_ns / 1000000) + LIMIT_LEAST_MS;
        p->wall_ms[i] = most > 0 && ms > most ? most : ms;
        found = found || p->matters[i];
    }
    return found;
}

struct match_property *match_property_new(const struct reduce_panel *panel, const char *regex,
                                          struct strbuf *error) {
    struct match_property *p = mem_alloc_zero(sizeof *p);
    int status = regcomp(&p->regex, regex, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
    if (status != 0) {
        char why[256];
        regerror(status, &p->regex, why, sizeof why);
        strbuf_add_text(error, why);
        mem_free(p);
        return NULL;
    }
    p->base =
        (struct reduce_property){.loop = panel->loop, .ask = ask, .drop = drop, .confirm = confirm};
    p->panel = *panel;
    p->matters = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->matters);
    p->wall_ms = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->wall_ms);
    return p;
}

void match_property_free(struct match_property *p) {
    if (p == NULL)
        return;
    regfree(&p->regex);
    mem_free(p->matters);
    mem_free(p->wall_ms);
    mem_free(p);
}

struct reduce_property *match_property_base(struct match_property *p) {
    return &p->base;
}
