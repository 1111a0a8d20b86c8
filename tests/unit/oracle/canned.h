/*
 * canned.h - cases for the oracle with answers that are written down: solvers that
 * say what a test wants, also when they are asked again.
 */
#ifndef MOMUS_TESTS_CANNED_H
#define MOMUS_TESTS_CANNED_H

#include "oracle/oracle.h"
#include "testing.h"

/* What a solver prints. */
struct canned {
    const char *out, *err;
    enum process_end_kind end;
    int code;
    uint64_t ms;
    enum ask_way way;
    bool logic_changed;
};

/* What it prints when it is asked again; NULL fields fit everything. */
struct canned_again {
    size_t solver;
    const char *has;   /* a part of the script */
    const char *lacks; /* what is no part of it */
    int variation;     /* -1 for any */
    struct canned says;
};

enum { CANNED_SOLVERS = 4, CANNED_AGAIN = 8 };

/* A test fills in the script, the solvers and what they say; everything else has defaults. */
struct canned_case {
    const char *script;
    struct oracle_solver solvers[CANNED_SOLVERS];
    struct canned says[CANNED_SOLVERS];
    struct canned_again again[CANNED_AGAIN]; /* the first that fits; otherwise the same as before */
    struct oracle_known known[2];
    size_t n_known;
    uint64_t limit_ms;
    struct oracle_options options;
    bool asks; /* whether solvers can be asked again */
    /* from here on, set by canned_judge */
    struct asked asked[CANNED_SOLVERS];
    size_t n;
    unsigned n_asked;
    struct strbuf last; /* the script that was asked last */
    struct oracle_verdict verdict;
};

static struct profile canned_profile;
static const char *canned_refusals[] = {"Unimplemented", NULL};
static const char *canned_self_checks[] = {"model is wrong", NULL};

static inline void canned_answer(const char *script, size_t n, struct fit_wants wants,
                                 const struct canned *says, struct asked *asked) {
    const char *out = says->out != NULL ? says->out : "", *err = says->err != NULL ? says->err : "";
    *asked = (struct asked){.wall_ns = says->ms * 1000000, .way = says->way};
    /* Whoever prints a model or a core was asked for it. */
    wants.models = wants.models || strstr(out, "define-fun") != NULL;
    wants.cores = wants.cores || strstr(out, "(core") != NULL;
    fit_script(&canned_profile, script, n, wants, &asked->fitted);
    asked->fitted.logic_changed = says->logic_changed;
    answers_read(&canned_profile, asked->fitted.expected.at, asked->fitted.expected.n, out,
                 strlen(out), err, strlen(err), (struct process_end){says->end, says->code},
                 &asked->answers);
}

static inline bool canned_ask(const struct oracle_request *request, struct asked *asked,
                              void *context) {
    struct canned_case *c = context;
    const struct canned *says = request->variation == 0 ? &c->says[request->solver] : NULL;
    c->n_asked++;
    strbuf_clear(&c->last);
    strbuf_add(&c->last, request->text, request->n);
    for (size_t i = 0; i < CANNED_AGAIN; i++) {
        const struct canned_again *again = &c->again[i];
        if (again->says.out == NULL || again->solver != request->solver ||
            (again->has != NULL && strstr(request->text, again->has) == NULL) ||
            (again->lacks != NULL && strstr(request->text, again->lacks) != NULL) ||
            (again->variation >= 0 && again->variation != (int)request->variation))
            continue;
        says = &again->says;
        break;
    }
    /* An equality more is another question, to which nobody has an answer by default. */
    if (says == NULL || (says == &c->says[request->solver] && request->n != strlen(c->script)))
        return false;
    canned_answer(request->text, request->n, request->wants, says, asked);
    return true;
}

static inline void canned_judge(struct canned_case *c) {
    const struct asked *answers[CANNED_SOLVERS];
    profile_init(&canned_profile, "canned");
    canned_profile.refusal = (struct words){canned_refusals, 1};
    canned_profile.self_check_failure = (struct words){canned_self_checks, 1};
    for (c->n = 0; c->n < CANNED_SOLVERS && c->solvers[c->n].name != NULL; c->n++) {
        struct oracle_solver *solver = &c->solvers[c->n];
        solver->family = solver->family != NULL ? solver->family : solver->name;
        solver->options = solver->options != NULL ? solver->options : "";
        canned_answer(c->script, strlen(c->script), (struct fit_wants){0}, &c->says[c->n],
                      &c->asked[c->n]);
        answers[c->n] = &c->asked[c->n];
    }
    struct oracle_case given = {
        .text = c->script,
        .n = strlen(c->script),
        .known = c->known,
        .n_known = c->n_known,
        .solvers = c->solvers,
        .answers = answers,
        .n_solvers = c->n,
        .limit_ns = c->limit_ms * 1000000,
    };
    if (c->options.full.steps == 0)
        c->options = oracle_default_options;
    c->options.ask = c->asks ? canned_ask : NULL;
    c->options.context = c;
    /* Twice with one workspace: what a case leaves behind must not change the next. */
    c->options.workspace = oracle_workspace_new();
    oracle_judge(&given, &c->options, &c->verdict);
    oracle_verdict_release(&c->verdict);
    c->verdict = (struct oracle_verdict){0};
    oracle_judge(&given, &c->options, &c->verdict);
    oracle_workspace_free(c->options.workspace);
}

static inline void canned_release(struct canned_case *c) {
    for (size_t i = 0; i < c->n; i++)
        asked_release(&c->asked[i]);
    oracle_verdict_release(&c->verdict);
    strbuf_free(&c->last);
    profile_release(&canned_profile);
}

/* The findings in a line: "refutation-soundness(a,b;witness;proven)", with blanks between them. */
static inline void canned_expect(struct canned_case *c, const char *expected) {
    struct strbuf said = {0};
    canned_judge(c);
    for (size_t i = 0; i < c->verdict.findings.n; i++) {
        const struct finding *finding = &c->verdict.findings.at[i];
        strbuf_printf(&said, "%s%s(", i > 0 ? " " : "", bug_name(finding->bug));
        for (size_t k = 0; k < finding->at_fault.n; k++)
            strbuf_printf(&said, "%s%s", k > 0 ? "," : "",
                          c->solvers[finding->at_fault.at[k]].name);
        strbuf_printf(&said, ";%s;%s)", ground_name(finding->ground),
                      confidence_name(finding->confidence));
    }
    assert_string_equal(strbuf_text(&said), expected);
    strbuf_free(&said);
}

static inline void canned_expect_only(struct canned_case *c, const char *expected) {
    canned_expect(c, expected);
    canned_release(c);
}

/* Has the evidence of a finding these words? */
static inline bool canned_says(struct canned_case *c, size_t finding, const char *words) {
    bool found = strstr(strbuf_text(&c->verdict.findings.at[finding].evidence), words) != NULL;
    if (!found)
        print_error("%s\n", strbuf_text(&c->verdict.findings.at[finding].evidence));
    return found;
}

#endif
