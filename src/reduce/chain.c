#include "reduce/chain.h"

#include <errno.h>
#include <xxhash.h>

#include "base/die.h"
#include "lang/canonical.h"
#include "reduce/draft.h"
#include "reduce/finding_int.h"

enum { PREMISE_MS = 5000 }; /* at most, that a solver has for a premise */

enum known_by { BY_NOBODY, BY_START, BY_EVALUATOR, BY_SOLVERS, IS_FALSE };

struct chain_trial;

/* What was found out about a premise, whatever its constants are called. */
struct premise {
    uint64_t hash;
    enum known_by by;
    struct strbuf who; /* solvers */
    struct strbuf text;
    struct chain_property *property;
    bool is_asked_about; /* solvers are, one after the other: `by` is not the last word */
    size_t solver;       /* the one who is */
    VEC(struct chain_trial *) waiting;
};

/* A premise as a test has it: what is said of that is said in its names. */
struct premise_of_test {
    struct premise *premise;
    struct strbuf text;
};

struct chain_property {
    struct reduce_property base;
    struct reduce_panel panel;
    struct finding_property *inner; /* of tests */
    uint64_t n_inner_calls;         /* of its calls, those that are counted */
    recipe_make_fn *make;
    const struct recipe *first;
    enum basis basis;
    const char *whose;              /* of the label that it rests on, or NULL */
    struct draft draft;             /* scratch */
    VEC(struct premise *) premises; /* all that was ever looked at */
    /* What was confirmed last: */
    struct strbuf test, equations, reason;
    VEC(struct premise_of_test) of_test;
};

/* A candidate: the test that is made of it, and the question about that. */
struct chain_trial {
    struct reduce_question question; /* about the test */
    struct reduce_question *about;   /* the recipe */
    struct chain_property *property;
    struct recipe_product product;
    VEC(struct premise *) premises;
    struct strbuf test;
    bool is_asked;
};

/* ---- texts ----------------------------------------------------------------- */

/* The script without what it does not use. False if it is not read. */
static bool normalise(struct chain_property *p, struct strbuf *text, struct strbuf *out) {
    struct parse_error error = {0};
    bool good = draft_read(&p->draft, strbuf_text(text), text->n, &error);
    parse_error_release(&error);
    if (good) {
        revision_begin(&p->draft);
        revision_finish(&p->draft, out);
    }
    return good;
}

/* Equal for scripts that differ in names and logic only. */
static uint64_t hash_script(struct strbuf *text) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct printer *printer = printer_new(table);
    struct parse_error error = {0};
    struct canonical_names names = {0};
    struct script script = {0};
    struct strbuf out = {0};
    size_t n = 0;
    parser_read_script(parser, strbuf_text(text), text->n, &script, &error);
    for (size_t i = 0; i < script.commands.n; i++)
        if (script.commands.at[i].kind != COMMAND_SET_LOGIC)
            script.commands.at[n++] = script.commands.at[i];
    script.commands.n = n;
    canonical_make(table, &script, &names);
    printer_set_names(printer, names.funs.at, names.decls.at);
    printer_set_width(printer, UINT32_MAX);
    printer_add_script(printer, &script, &out);
    uint64_t hash = XXH3_64bits(strbuf_text(&out), out.n);
    canonical_names_release(&names);
    script_release(&script);
    parse_error_release(&error);
    strbuf_free(&out);
    printer_free(printer);
    parser_free(parser);
    term_table_free(table);
    return hash;
}

/* ---- premises -------------------------------------------------------------- */

/* Is it false whatever is chosen, or true for some choice? */
static enum known_by ask_evaluator(struct chain_property *p, struct strbuf *text) {
    struct parse_error error = {0};
    struct judgement judgement = {0};
    enum known_by by = BY_NOBODY;
    u32_vec formulas = {0};
    if (draft_read(&p->draft, strbuf_text(text), text->n, &error)) {
        struct eval *eval = eval_new(p->draft.table);
        eval_set_limits(eval, &oracle_default_options.quick);
        for (size_t i = 0; i < p->draft.script.commands.n; i++)
            if (p->draft.script.commands.at[i].kind == COMMAND_ASSERT)
                vec_push(&formulas, p->draft.script.commands.at[i].body);
        vec_reserve(&formulas, 1);
        eval_judge(eval, formulas.at, formulas.n, &judgement);
        by = judgement.verdict == VERDICT_FALSE  ? BY_EVALUATOR
             : judgement.verdict == VERDICT_TRUE ? IS_FALSE
                                                 : BY_NOBODY;
        judgement_release(&judgement);
        eval_free(eval);
    }
    parse_error_release(&error);
    vec_free(&formulas);
    return by;
}

/* The premise that says this, in these names or others; new ones the evaluator looks at. */
static struct premise *know_premise(struct chain_property *p, struct strbuf *normal) {
    uint64_t hash = hash_script(normal);
    for (size_t i = 0; i < p->premises.n; i++)
        if (p->premises.at[i]->hash == hash)
            return p->premises.at[i];
    struct premise *premise = mem_alloc_zero(sizeof *premise);
    premise->hash = hash;
    premise->property = p;
    strbuf_add(&premise->text, normal->at, normal->n);
    strbuf_text(&premise->text);
    premise->by = ask_evaluator(p, &premise->text);
    vec_push(&p->premises, premise);
    return premise;
}

/* The same of a text as it was made; NULL if that is no script. */
static struct premise *find_premise(struct chain_property *p, struct strbuf *text) {
    struct strbuf normal = {0};
    struct premise *premise = normalise(p, text, &normal) ? know_premise(p, &normal) : NULL;
    strbuf_free(&normal);
    return premise;
}

/* Solvers of other families are asked, one after the other: one says unsat, and nobody says sat. */
static void ask_next(struct premise *premise);
static void advance(struct chain_trial *trial);

/* Nobody knows: it is not asked again. Who has waited for it goes on, in the order of their questions. */
static void end_asking(struct premise *premise) {
    premise->is_asked_about = false;
    if (premise->by == BY_NOBODY)
        premise->by = IS_FALSE;
    for (size_t i = 0; i < premise->waiting.n; i++)
        advance(premise->waiting.at[i]);
    vec_clear(&premise->waiting);
}

static void on_asked(struct asked *asked, void *context) {
    struct premise *premise = context;
    const struct chain_property *p = premise->property;
    enum answer_kind kind =
        asked->answers.checks.n == 1 ? asked->answers.checks.at[0].kind : ANSWER_UNCLEAR;
    if (kind == ANSWER_SAT)
        premise->by = IS_FALSE;
    else if (kind == ANSWER_UNSAT) {
        premise->by = BY_SOLVERS;
        strbuf_printf(&premise->who, "%s%s", premise->who.n > 0 ? ", " : "",
                      p->panel.names[premise->solver].name);
    }
    premise->solver++;
    ask_next(premise);
}

static void ask_next(struct premise *premise) {
    struct chain_property *p = premise->property;
    const char *family = finding_family(p->inner, &p->inner->finding);
    while (premise->solver < p->panel.n_solvers &&
           strcmp(p->panel.names[premise->solver].family, family) == 0)
        premise->solver++;
    if (premise->by == IS_FALSE || premise->solver == p->panel.n_solvers) {
        end_asking(premise);
        return;
    }
    struct ask ask = {
        .solver = &p->panel.solvers[premise->solver],
        .text = premise->text.at,
        .n = premise->text.n,
        .limits = p->panel.limits,
    };
    if (ask.limits.wall_ms == 0 || ask.limits.wall_ms > PREMISE_MS)
        ask.limits.wall_ms = PREMISE_MS;
    p->base.n_calls++;
    ask_spawn(p->panel.loop, &ask, on_asked, premise);
}

static void begin_asking(struct premise *premise) {
    if (premise->is_asked_about)
        return;
    premise->is_asked_about = true;
    premise->solver = 0;
    ask_next(premise);
}

/* Waits until solvers have said what they know. */
static void settle(struct chain_property *p, struct premise *premise) {
    begin_asking(premise);
    while (premise->is_asked_about && (loop_step(p->panel.loop, UINT64_MAX) || errno == EINTR))
        ;
}

/* What is neither known nor known to be false: can solvers be asked? */
static bool is_open(const struct premise *premise) {
    return premise->is_asked_about || premise->by == BY_NOBODY;
}

/* The premises of a test. False if one of them is no script, or known to be false. */
static bool find_premises(struct chain_property *p, struct recipe_product *product,
                          struct chain_trial *trial) {
    for (size_t i = 0; i < product->premises.n; i++) {
        struct premise *premise = find_premise(p, &product->premises.at[i]);
        if (premise == NULL || (!premise->is_asked_about && premise->by == IS_FALSE) ||
            (is_open(premise) && p->basis == BASIS_CONSTRUCTION))
            return false;
        vec_push(&trial->premises, premise);
    }
    return product->premises.n > 0 || product->reason.n > 0;
}

/* Are all premises known? Solvers are asked, and waited for; where there are none, who made the test
 * has looked himself. */
static bool are_known(struct chain_property *p, struct recipe_product *product) {
    struct chain_trial trial = {0};
    bool known = find_premises(p, product, &trial);
    for (size_t i = 0; i < trial.premises.n && known; i++) {
        if (is_open(trial.premises.at[i]))
            settle(p, trial.premises.at[i]);
        known = trial.premises.at[i]->by != IS_FALSE;
    }
    vec_free(&trial.premises);
    return known;
}

/* ---- candidates ------------------------------------------------------------ */

static bool make_test(struct chain_property *p, const char *text, size_t n,
                      struct recipe_product *product, struct strbuf *test) {
    return p->make(p->first, text, n, product) && normalise(p, &product->test, test) &&
           strbuf_text(test) != NULL;
}

static void count_calls(struct chain_property *p) {
    uint64_t n = finding_property_base(p->inner)->n_calls;
    p->base.n_calls += n - p->n_inner_calls;
    p->n_inner_calls = n;
    p->base.n_changes = finding_property_base(p->inner)->n_changes;
}

/* The test shows the bug: the premises are looked at in order, until one has to be waited for. */
static void advance(struct chain_trial *trial) {
    for (size_t i = 0; i < trial->premises.n; i++) {
        struct premise *premise = trial->premises.at[i];
        if (is_open(premise)) {
            vec_push(&premise->waiting, trial);
            begin_asking(premise);
            return;
        }
        if (premise->by == IS_FALSE) {
            reduce_answer(trial->about, false);
            return;
        }
    }
    reduce_answer(trial->about, true);
}

static void on_test_answered(struct reduce_question *question) {
    struct chain_trial *trial = (struct chain_trial *)question;
    count_calls(trial->property);
    trial->about->is_for_now = question->is_for_now;
    if (question->answer == REDUCE_HOLDS)
        advance(trial);
    else
        reduce_answer(trial->about, false);
}

/* Premises that are false are often what fails, and need no solver. The others are asked last. */
static void ask_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct chain_property *p = (struct chain_property *)base;
    struct reduce_property *inner = finding_property_base(p->inner);
    struct chain_trial *trial = mem_alloc_zero(sizeof *trial);
    question->own = trial;
    if (!make_test(p, question->text, question->n, &trial->product, &trial->test) ||
        !find_premises(p, &trial->product, trial)) {
        reduce_answer(question, false);
        return;
    }
    trial->about = question;
    trial->property = p;
    trial->question = (struct reduce_question){
        .text = strbuf_text(&trial->test), .n = trial->test.n, .on_answer = on_test_answered};
    trial->is_asked = true;
    inner->ask(inner, &trial->question);
}

static void accept_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct chain_property *p = (struct chain_property *)base;
    struct reduce_property *inner = finding_property_base(p->inner);
    struct chain_trial *trial = question->own;
    inner->accept(inner, &trial->question);
    count_calls(p);
}

static void drop_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct chain_property *p = (struct chain_property *)base;
    struct reduce_property *inner = finding_property_base(p->inner);
    struct chain_trial *trial = question->own;
    if (trial->is_asked)
        inner->drop(inner, &trial->question);
    recipe_product_release(&trial->product);
    vec_free(&trial->premises);
    strbuf_free(&trial->test);
    mem_free(trial);
}

static void forget_premises(struct chain_property *p) {
    for (size_t i = 0; i < p->of_test.n; i++)
        strbuf_free(&p->of_test.at[i].text);
    vec_clear(&p->of_test);
}

static void take(struct chain_property *p, struct recipe_product *product, struct strbuf *test) {
    strbuf_clear(&p->test);
    strbuf_add(&p->test, test->at, test->n);
    strbuf_text(&p->test);
    strbuf_clear(&p->equations);
    strbuf_add(&p->equations, product->equations.at, product->equations.n);
    strbuf_clear(&p->reason);
    strbuf_add(&p->reason, product->reason.at, product->reason.n);
    forget_premises(p);
    for (size_t i = 0; i < product->premises.n; i++) {
        struct premise_of_test own = {0};
        normalise(p, &product->premises.at[i], &own.text);
        own.premise = know_premise(p, &own.text);
        vec_push(&p->of_test, own);
    }
}

static bool confirm_candidate(struct reduce_property *base, const char *text, size_t n,
                              bool is_last) {
    struct chain_property *p = (struct chain_property *)base;
    struct reduce_property *inner = finding_property_base(p->inner);
    struct recipe_product product = {0};
    struct strbuf test = {0};
    bool holds = make_test(p, text, n, &product, &test) && are_known(p, &product) &&
                 inner->confirm(inner, strbuf_text(&test), test.n, is_last);
    count_calls(p);
    if (holds)
        take(p, &product, &test);
    recipe_product_release(&product);
    strbuf_free(&test);
    return holds;
}

/* ---- evidence -------------------------------------------------------------- */

/* The assertions of a premise: declarations are those of the script. */
static void add_assertions(struct strbuf *text, struct strbuf *out) {
    const char *line = strbuf_text(text);
    const char *blank = "";
    for (size_t n; *line != '\0'; line += n + (line[n] != '\0')) {
        n = strcspn(line, "\n");
        if (strncmp(line, "(assert ", 8) != 0 && strncmp(line, "(define", 7) != 0)
            continue;
        strbuf_add_text(out, blank);
        strbuf_add(out, line, n);
        blank = " ";
    }
}

static void add_premise(const struct chain_property *p, struct premise_of_test *own,
                        struct strbuf *out) {
    struct premise *premise = own->premise;
    add_assertions(&own->text, out);
    if (premise->by == BY_START)
        strbuf_add_text(out, p->basis == BASIS_CONSTRUCTION
                                 ? ", by rules that were proven"
                                 : ", by the label of what it was made of");
    else if (premise->by == BY_EVALUATOR)
        strbuf_add_text(out, ", which the evaluator of momus finds false whatever is chosen");
    else
        strbuf_printf(out, ", of which %s says so", strbuf_text(&premise->who));
}

static void add_premises(struct chain_property *p, struct strbuf *out) {
    if (p->equations.n > 0)
        strbuf_printf(
            out,
            "it asserts %s; what it says beside that is, with one side of these in the place of "
            "the other, ",
            strbuf_text(&p->equations));
    else
        strbuf_add_text(out, "it says ");
    strbuf_add_text(out, p->of_test.n > 1 ? "one of these, each unsatisfiable: "
                                          : "this, which is unsatisfiable: ");
    for (size_t i = 0; i < p->of_test.n; i++) {
        strbuf_add_text(out, i > 0 ? "; " : "");
        add_premise(p, &p->of_test.at[i], out);
    }
}

void chain_property_add_evidence(struct chain_property *p, struct strbuf *out) {
    const struct finding *finding = finding_property_finding(p->inner);
    strbuf_add(out, finding->evidence.at, finding->evidence.n);
    strbuf_add_text(out, " The script was made smaller in the way in which it was made: ");
    if (p->of_test.n > 0)
        add_premises(p, out);
    else
        strbuf_add(out, p->reason.at, p->reason.n);
    strbuf_add_char(out, '.');
}

void chain_property_print(struct chain_property *p, struct strbuf *out) {
    struct parse_error error = {0};
    if (!draft_read(&p->draft, strbuf_text(&p->test), p->test.n, &error))
        BUG("a script that was made is not read: %s", strbuf_text(&error.message));
    parse_error_release(&error);
    printer_set_width(p->draft.printer, PRINT_WIDTH);
    printer_add_script(p->draft.printer, &p->draft.script, out);
    printer_set_width(p->draft.printer, UINT32_MAX);
    strbuf_text(out);
}

/* ---- the whole ------------------------------------------------------------- */

struct chain_property *chain_property_new(const struct reduce_panel *panel, recipe_make_fn *make,
                                          const struct recipe *first, enum basis basis,
                                          const char *whose) {
    struct chain_property *p = mem_alloc_zero(sizeof *p);
    *p = (struct chain_property){
        .base = {.loop = panel->loop,
                 .ask = ask_candidate,
                 .n_tries = FINDING_TRIES,
                 .accept = accept_candidate,
                 .drop = drop_candidate,
                 .confirm = confirm_candidate},
        .panel = *panel,
        .inner = finding_property_new(panel),
        .make = make,
        .first = first,
        .basis = basis,
        .whose = whose,
    };
    draft_init(&p->draft);
    return p;
}

void chain_property_free(struct chain_property *p) {
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->premises.n; i++) {
        strbuf_free(&p->premises.at[i]->who);
        strbuf_free(&p->premises.at[i]->text);
        vec_free(&p->premises.at[i]->waiting);
        mem_free(p->premises.at[i]);
    }
    forget_premises(p);
    vec_free(&p->premises);
    vec_free(&p->of_test);
    strbuf_free(&p->test);
    strbuf_free(&p->equations);
    strbuf_free(&p->reason);
    draft_release(&p->draft);
    finding_property_free(p->inner);
    mem_free(p);
}

/* The premises of the first recipe are what is known: their label or the rules say so. */
static void take_premises(struct chain_property *p, struct recipe_product *product) {
    for (size_t i = 0; i < product->premises.n; i++) {
        struct premise *premise = find_premise(p, &product->premises.at[i]);
        if (premise != NULL && premise->by == BY_NOBODY)
            premise->by = BY_START;
    }
}

bool chain_property_find(struct chain_property *p, enum bug bug, const char *family,
                         struct strbuf *error) {
    struct reduce_known known = {.truth = TRUTH_UNSAT, .kept = p->basis, .whose = p->whose};
    struct recipe_product product = {0};
    struct strbuf test = {0};
    const struct recipe *first = p->first;
    bool good = make_test(p, first->text.at, first->text.n, &product, &test);
    if (good) {
        take_premises(p, &product);
        struct chain_trial trial = {0};
        good = find_premises(p, &product, &trial);
        vec_free(&trial.premises);
    }
    if (!good)
        strbuf_add_text(error, "what is known of how it was made does not say what is right");
    good = good &&
           finding_property_find(p->inner, strbuf_text(&test), test.n, bug, family, &known, error);
    if (good)
        take(p, &product, &test);
    count_calls(p);
    recipe_product_release(&product);
    strbuf_free(&test);
    return good;
}

struct reduce_property *chain_property_base(struct chain_property *p) {
    return &p->base;
}

struct finding_property *chain_property_of_test(struct chain_property *p) {
    return p->inner;
}

const struct strbuf *chain_property_test(const struct chain_property *p) {
    return &p->test;
}
