#include "cli/fuse_prove.h"

#include "base/die.h"
#include "cli/solver_list.h"
#include "gen/couple.h"

struct fuse_prover {
    const struct options *options;
    struct term_table *table;
    struct eval *eval;
    struct loop loop;
    struct solver_list solvers;
};

/* What is known of a function for certain sorts. The worst of several counts. */
enum proof { PROOF_DONE, PROOF_PARTIAL, PROOF_UNDECIDED, PROOF_REFUTED };

struct fuse_prover *fuse_prover_new(const struct options *options, struct term_table *table,
                                    struct eval *eval, int *status) {
    struct fuse_prover *prover = mem_alloc_zero(sizeof *prover);
    *prover = (struct fuse_prover){.options = options, .table = table, .eval = eval};
    if (!loop_init(&prover->loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    if (solver_list_init(&prover->solvers, &options->solver, options->timeout, &prover->loop) &&
        prover->solvers.all.n > 0 &&
        solver_list_try(&prover->solvers, options->timeout, &prover->loop))
        return prover;
    *status = prover->solvers.status;
    fuse_prover_free(prover);
    return NULL;
}

void fuse_prover_free(struct fuse_prover *prover) {
    solver_list_release(&prover->solvers);
    loop_release(&prover->loop);
    mem_free(prover);
}

/* ---- the question ---- */

static void add_declaration(struct script *script, const struct term_table *table, term constant) {
    fun f = term_at(table, constant)->payload;
    vec_push(&script->commands,
             ((struct command){
                 .kind = COMMAND_DECLARE_CONST, .name = fun_at(table, f)->name, .fun = f}));
}

static void add_assertion(struct script *script, term formula) {
    vec_push(&script->commands, ((struct command){.kind = COMMAND_ASSERT, .body = formula}));
}

static term equal(struct term_table *table, term a, term b) {
    return term_make(table, OP_EQ, 0, SORT_BOOL, (term[]){a, b}, 2);
}

/*
 * Inputs and constants that fulfil the conditions, but do not come back. The constants
 * are any, or those in `values`.
 */
static void write_question(struct term_table *table, const struct fusion_instance *instance,
                           const term *values, struct strbuf *text) {
    const struct fusion_function *f = instance->function;
    struct script script = {0};
    for (uint32_t i = 0; i < f->n_inputs; i++)
        add_declaration(&script, table, instance->inputs[i]);
    add_declaration(&script, table, instance->output);
    for (uint32_t i = 0; i < f->n_constants; i++)
        add_declaration(&script, table, instance->constants[i]);
    for (uint32_t i = 0; i < f->n_constants; i++) {
        term is = values != NULL ? values[i] : instance->definitions[i];
        if (is != 0)
            add_assertion(&script, equal(table, instance->constants[i], is));
    }
    for (uint32_t i = 0; i < instance->n_conditions; i++)
        add_assertion(&script, instance->conditions[i]);
    add_assertion(&script, equal(table, instance->output, instance->forward));
    term back = couple_and(table, instance->equations, f->n_inputs);
    add_assertion(&script, term_make(table, OP_NOT, 0, SORT_BOOL, &back, 1));
    vec_push(&script.commands, (struct command){.kind = COMMAND_CHECK_SAT});

    strbuf_printf(text, "(set-logic %s)\n", logic_infer(table, &script));
    struct printer *printer = printer_new(table);
    printer_add_script(printer, &script, text);
    strbuf_add_text(text, "(get-value (");
    for (uint32_t i = 0; i < f->n_inputs + f->n_constants; i++) {
        strbuf_add_char(text, ' ');
        printer_add_term(
            printer, i < f->n_inputs ? instance->inputs[i] : instance->constants[i - f->n_inputs],
            text);
    }
    strbuf_add_text(text, "))\n");
    printer_free(printer);
    script_release(&script);
}

/* ---- the answer ---- */

static void take_answer(struct asked *asked, void *context) {
    struct asked *to = context;
    *to = *asked;
    *asked = (struct asked){0};
}

static void ask(struct fuse_prover *prover, const struct solver *solver, struct strbuf *text,
                struct asked *asked) {
    struct ask question = {
        .solver = solver,
        .text = strbuf_text(text),
        .n = text->n,
        .wants = {.values = true},
        .limits = {.wall_ms = (uint64_t)prover->options->timeout * 1000,
                   .memory = UINT64_C(1) << 30,
                   .output = 1 << 24},
    };
    ask_spawn(&prover->loop, &question, take_answer, asked);
    while (loop_step(&prover->loop, UINT64_MAX))
        ;
}

static enum answer_kind answer_of(const struct asked *asked) {
    return asked->end == CHILD_NO_START || asked->answers.checks.n != 1
               ? ANSWER_UNCLEAR
               : asked->answers.checks.at[0].kind;
}

/* The solver says that these values do not come back: does the evaluator agree? */
static enum proof judge_example(struct fuse_prover *prover, const struct fusion_instance *instance,
                                const struct asked *asked, struct strbuf *values) {
    const struct fusion_function *f = instance->function;
    struct parser *parser = parser_new(prover->table);
    struct parse_error error = {0};
    model_value_vec read = {0};
    term terms[FUSION_INPUTS_MAX + FUSION_CONSTANTS_MAX];
    value inputs[FUSION_INPUTS_MAX];
    uint32_t n = f->n_inputs + f->n_constants, which;
    enum proof proof = PROOF_UNDECIDED;
    for (uint32_t i = 0; i < n; i++)
        terms[i] = i < f->n_inputs ? instance->inputs[i] : instance->constants[i - f->n_inputs];
    if (asked->answers.values.n == 1 && asked->answers.values.at[0].at != NULL) {
        struct text_span span = asked->answers.values.at[0];
        char *copy = mem_copy_text(span.at, span.n);
        strbuf_add(values, span.at, span.n);
        bool good = parser_read_values(parser, copy, span.n, terms, n, &read, &error);
        eval_clear(prover->eval);
        for (uint32_t i = 0; good && i < n; i++) {
            value v = eval_term(prover->eval, read.at[i].value);
            good = eval_result(prover->eval, v) == EVAL_VALUE &&
                   eval_set_choice(prover->eval, terms[i], v);
            if (i < f->n_inputs)
                inputs[i] = v;
        }
        if (good)
            switch (fusion_try(prover->eval, instance, inputs, &which)) {
            case FUSION_LOST:
                proof = PROOF_REFUTED;
                break;
            case FUSION_OPEN:
                proof = PROOF_PARTIAL;
                break;
            default: /* the solver is wrong */
                break;
            }
        mem_free(copy);
    }
    vec_free(&read);
    parse_error_release(&error);
    parser_free(parser);
    return proof;
}

/* ---- one function ---- */

struct finding {
    enum proof proof;
    bool is_drawn;        /* not for all constants */
    struct strbuf sorts;  /* for which it was shown */
    struct strbuf values; /* that do not come back */
    struct strbuf who;    /* the solvers that decided */
};

static void add_word(struct strbuf *to, const char *word) {
    if (strstr(strbuf_text(to), word) == NULL)
        strbuf_printf(to, "%s%s", to->n > 0 ? ", " : "", word);
}

static enum proof prove_with(struct fuse_prover *prover, const struct fusion_instance *instance,
                             const term *constants, struct finding *finding) {
    struct strbuf text = {0};
    enum proof proof = PROOF_UNDECIDED;
    write_question(prover->table, instance, constants, &text);
    for (size_t i = 0; i < prover->solvers.all.n && proof == PROOF_UNDECIDED; i++) {
        struct asked asked = {0};
        struct strbuf values = {0};
        ask(prover, &prover->solvers.all.at[i], &text, &asked);
        enum answer_kind answer = answer_of(&asked);
        if (answer == ANSWER_UNSAT)
            proof = PROOF_DONE;
        else if (answer == ANSWER_SAT)
            proof = judge_example(prover, instance, &asked, &values);
        if (proof != PROOF_UNDECIDED)
            add_word(&finding->who, prover->solvers.all.at[i].name);
        if (proof == PROOF_PARTIAL || proof == PROOF_REFUTED) {
            strbuf_clear(&finding->values);
            strbuf_add(&finding->values, values.at, values.n);
        }
        strbuf_free(&values);
        asked_release(&asked);
    }
    strbuf_free(&text);
    return proof;
}

/* With all constants there are; where that is too hard, with some. */
static enum proof prove_instance(struct fuse_prover *prover, const struct fusion_instance *instance,
                                 struct rng *rng, struct finding *finding) {
    enum { DRAWS = 3 };
    const struct fusion_function *f = instance->function;
    enum proof worst = prove_with(prover, instance, NULL, finding);
    if (worst != PROOF_UNDECIDED || f->n_constants == 0)
        return worst;
    worst = PROOF_DONE;
    finding->is_drawn = true;
    for (int draw = 0; draw < DRAWS; draw++) {
        value values[FUSION_CONSTANTS_MAX];
        term constants[FUSION_CONSTANTS_MAX];
        if (!fusion_draw_constants(prover->eval, instance, rng, values))
            return PROOF_UNDECIDED;
        for (uint32_t i = 0; i < f->n_constants; i++)
            constants[i] = eval_value_term(prover->eval, values[i],
                                           term_sort(prover->table, instance->constants[i]));
        enum proof proof = prove_with(prover, instance, constants, finding);
        if (proof > worst)
            worst = proof;
    }
    return worst;
}

/* Small sorts first: there a solver decides. */
enum { PROVEN_EXAMPLES = 6 };

static void prove_example(struct fuse_prover *prover, const struct fusion_function *f, uint32_t i,
                          struct finding *finding) {
    struct term_mark mark = term_table_mark(prover->table);
    struct fusion_binding binding;
    struct fusion_instance instance;
    struct parse_error error = {0};
    struct rng rng;
    rng_init(&rng, 2, i, 0, 0);
    struct strbuf sorts = {0};
    bool is_new = fusion_example(prover->table, f, i, &rng, &binding);
    if (is_new)
        fusion_binding_print(prover->table, f, &binding, &sorts);
    is_new = is_new &&
             (sorts.n == 0 || strstr(strbuf_text(&finding->sorts), strbuf_text(&sorts)) == NULL);
    if (is_new && fusion_instantiate(prover->table, f, &binding, &instance, &error)) {
        enum proof proof = prove_instance(prover, &instance, &rng, finding);
        if (proof > finding->proof)
            finding->proof = proof;
        if (sorts.n > 0)
            strbuf_printf(&finding->sorts, "%s%s", finding->sorts.n > 0 ? "; " : "",
                          strbuf_text(&sorts));
    }
    strbuf_free(&sorts);
    parse_error_release(&error);
    eval_forget(prover->eval);
    term_table_rewind(prover->table, mark);
}

static int show(const struct fusion_function *f, struct finding *finding) {
    const char *where = finding->sorts.n > 0 ? " for " : "";
    printf("%s: ", f->name);
    switch (finding->proof) {
    case PROOF_DONE:
        printf("proven%s%s%s (%s)\n", where, strbuf_text(&finding->sorts),
               finding->is_drawn ? ", with some constants" : "", strbuf_text(&finding->who));
        return EXIT_DONE;
    case PROOF_PARTIAL:
        printf("something is open with %s (%s); fusion keeps all constraints\n",
               strbuf_text(&finding->values), strbuf_text(&finding->who));
        return f->is_total ? EXIT_BAD_INPUT : EXIT_DONE;
    case PROOF_REFUTED:
        printf("counterexample: %s (%s)\n", strbuf_text(&finding->values),
               strbuf_text(&finding->who));
        return EXIT_BAD_INPUT;
    default:
        printf("not decided%s%s\n", where, strbuf_text(&finding->sorts));
        return EXIT_UNDECIDED;
    }
}

int fuse_prove(struct fuse_prover *prover, const struct fusion_function *f) {
    struct finding finding = {.proof = PROOF_DONE};
    uint32_t n = f->n_numerals + f->n_params > 0 ? PROVEN_EXAMPLES : 1;
    for (uint32_t i = 0; i < n; i++)
        prove_example(prover, f, i, &finding);
    if (finding.who.n == 0)
        finding.proof = PROOF_UNDECIDED;
    int status = show(f, &finding);
    strbuf_free(&finding.sorts);
    strbuf_free(&finding.values);
    strbuf_free(&finding.who);
    return status;
}
