/*
 * What a core needs. The formulas of a core are unsatisfiable together by
 * construction; that none of them can be left out is shown by a witness of the
 * others. So a core is called minimal only where all of these were found: side
 * conditions that the paper counts among its cores turn out not to be needed here
 * and there (E7 with NC1 for s, E9 with NC1 for t, E4 with NC8). The witnesses
 * stand in the test, where anybody can try them.
 */
#include "gen/construct_int.h"

#include "eval/meaning.h"

enum { TRIES = 4000 };

/* Are all of the core but one satisfiable? */
static bool is_needed(struct maker_state *s, size_t which) {
    u32_vec others = {0};
    struct rng rng;
    for (size_t i = 0; i < s->formulas.n; i++)
        if (s->core.at[i] && i != which)
            vec_push(&others, s->formulas.at[i]);
    rng_init(&rng, 11, which, 0, 0);
    trial_set(&s->trial, s->vars.at, s->vars.n, others.at, others.n);
    trial_add_literals(&s->trial, s->formulas.at[which]);
    bool found = trial_find(&s->trial, TRIES, &rng);
    vec_free(&others);
    return found;
}

static bool is_quantified(struct maker_state *s, term formula) {
    struct term_walk walk = {0};
    bool found = false;
    term t;
    term_walk_begin(&walk, s->gen->table);
    term_walk_add(&walk, formula);
    while (!found && (t = term_walk_next(&walk)) != 0)
        found = op_is_binder(term_op(s->gen->table, t));
    term_walk_release(&walk);
    return found;
}

/* ; without equality: (define-fun x () Int 0) ..., as the evaluator has them now. */
static void add_witness(struct maker_state *s, size_t which, struct printer *printer,
                        struct strbuf *out) {
    struct term_table *table = s->gen->table;
    strbuf_add_text(out, "; without ");
    symbol_print(&table->symbols, s->names.at[which], out);
    strbuf_add_char(out, ':');
    for (size_t i = 0; i < s->vars.n; i++) {
        term var = s->vars.at[i];
        sort of = term_sort(table, var);
        term to = eval_value_term(s->gen->eval, eval_term(s->gen->eval, var), of);
        strbuf_add_char(out, ' ');
        printer_add_definition(printer, false, fun_at(table, term_at(table, var)->payload)->name,
                               NULL, 0, of, to, out);
        out->n--; /* the end of the line */
    }
    strbuf_add_char(out, '\n');
}

bool construct_core_is_minimal(struct maker_state *s, struct strbuf *witnesses) {
    struct printer *printer = printer_new(s->gen->table);
    bool is_minimal = true;
    printer_set_width(printer, UINT32_MAX);
    /* That something holds for all strings is nothing that the evaluator can see. */
    for (size_t i = 0; i < s->formulas.n && is_minimal; i++)
        is_minimal = !is_quantified(s, s->formulas.at[i]);
    for (size_t i = 0; i < s->formulas.n && is_minimal; i++)
        if (s->core.at[i]) {
            is_minimal = is_needed(s, i);
            if (is_minimal)
                add_witness(s, i, printer, witnesses);
        }
    printer_free(printer);
    eval_forget(s->gen->eval);
    return is_minimal;
}
