/*
 * Answers of a solver, on any bytes: models, values, unsat cores, all in the
 * context of one script.
 *
 *   - a refusal has a place in the text and a reason, and leaves nothing read
 *   - all names mean afterwards what they meant before
 *   - entries are of the sorts that they interpret, and none refers to itself
 *   - a model is printed as one that reads as the same model
 *   - no memory is left
 */
#include "fuzz.h"
#include "lang/diagnostic.h"
#include "lang/model.h"
#include "mutate.h"

static const char script_text[] =
    "(declare-sort U 0)(declare-sort |V w| 0)(declare-sort P 1)"
    "(declare-datatypes ((L 0) (M 1)) (((nil) (cons (head Int) (tail L)))"
    " (par (T) ((none) (some (it T))))))"
    "(declare-codatatype S ((scons (hd Int) (tl S))))"
    "(declare-const u U)(declare-const v |V w|)(declare-const p (P Int))(declare-const q (P U))"
    "(declare-const x Int)(declare-const r Real)(declare-const b (_ BitVec 4))"
    "(declare-const d Float16)(declare-const s String)(declare-const t (Seq Int))"
    "(declare-const l L)(declare-const m (M Int))(declare-const co S)(declare-const |let| Bool)"
    "(declare-const || Int)(declare-const a (Array Int Bool))"
    "(declare-const aa (Array Int (Array Int Bool)))(declare-const h (-> Int Int Bool))"
    "(declare-fun f (Int) Int)(declare-fun g (U Int) U)(declare-fun g (Int) (-> Int Bool))"
    "(define-fun twice ((n Int)) Int (* 2 (f n)))(define-fun k () Int (twice x))"
    "(define-fun-rec fact ((n Int)) Int (ite (< n 1) 1 (* n (fact (- n 1)))))"
    "(assert (! (> x 0) :named big))(assert (! (= (! (+ x 1) :named sum) 2) :named |a b|))";

/* The script is read once; every input finds the table as it was then. */
static struct {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct term_mark mark;
    VEC(struct symbol_entry) meanings; /* by symbol */
} room;

static void check_error(const char *text, size_t n, struct parse_error *error) {
    struct strbuf shown = {0};
    MUST(error->offset <= n);
    MUST(error->message.n > 0);
    diagnostic_add(&shown, "input", text, n, error->offset, "error", strbuf_text(&error->message));
    strbuf_free(&shown);
}

static void check_meanings(void) {
    for (size_t i = 1; i < room.table->symbols.entries.n; i++) {
        const struct symbol_entry *now = &room.table->symbols.entries.at[i];
        struct symbol_entry then =
            i < room.meanings.n ? room.meanings.at[i] : (struct symbol_entry){0};
        MUST(now->fun == then.fun && now->sort == then.sort && now->local == 0);
    }
}

static void check_entry(const struct model_entry *entry) {
    const struct term_table *table = room.table;
    uint32_t n = list_length(&table->lists, entry->vars);
    MUST((entry->fun == 0) == (entry->kind == MODEL_CHOICE));
    MUST((entry->op == 0) == (entry->kind != MODEL_CHOICE));
    MUST(entry->kind != MODEL_DECLARED || fun_at(table, entry->fun)->kind == FUN_DECLARED);
    if (entry->fun == 0)
        return;
    const struct fun *f = fun_at(table, entry->fun);
    MUST(n == fun_arity(table, entry->fun));
    MUST(term_sort(table, entry->body) == f->result);
    MUST(entry->kind != MODEL_HELPER || (f->body == entry->body && f->vars == entry->vars));
    for (uint32_t i = 0; i < n; i++)
        MUST(term_sort(table, list_items(&table->lists, entry->vars)[i]) ==
             list_items(&table->lists, f->params)[i]);
}

static void check_universes(const struct model *model) {
    size_t next = 0;
    for (size_t i = 0; i < model->universes.n; i++) {
        const struct model_universe *universe = &model->universes.at[i];
        MUST(universe->first == next && universe->n > 0);
        for (; next < universe->first + universe->n; next++) {
            MUST(term_op(room.table, model->elements.at[next]) == OP_ABSTRACT);
            MUST(term_sort(room.table, model->elements.at[next]) == universe->sort);
        }
    }
    MUST(next == model->elements.n);
}

/* Reads a model and prints it; false if it is refused. */
static bool print_model(const char *text, size_t n, struct strbuf *out) {
    struct model model = {0};
    struct parse_error error = {0};
    size_t loop;
    bool good = parser_read_model(room.parser, text, n, &model, &error);
    check_meanings();
    if (good) {
        for (size_t i = 0; i < model.entries.n; i++)
            check_entry(&model.entries.at[i]);
        check_universes(&model);
        MUST(!model_find_loop(room.table, &model, &loop));
        model_print(room.table, &model, room.printer, out);
    } else {
        check_error(text, n, &error);
        MUST(model.entries.n == 0 && model.universes.n == 0 && model.elements.n == 0);
    }
    model_release(&model);
    parse_error_release(&error);
    return good;
}

static void check_model(const char *text, size_t n) {
    struct strbuf first = {0}, second = {0};
    if (print_model(text, n, &first)) {
        term_table_rewind(room.table, room.mark);
        if (!print_model(strbuf_text(&first), first.n, &second)) {
            fprintf(stderr, "what was printed is refused:\n%s\n", strbuf_text(&first));
            abort();
        }
        fuzz_must_be_equal(&first, &second, "the printed model");
    }
    strbuf_free(&first);
    strbuf_free(&second);
}

static void check_values(const char *text, size_t n) {
    model_value_vec values = {0};
    struct parse_error error = {0};
    if (parser_read_values(room.parser, text, n, NULL, 0, &values, &error)) {
        for (size_t i = 0; i < values.n; i++)
            MUST(term_sort(room.table, values.at[i].term) ==
                 term_sort(room.table, values.at[i].value));
    } else {
        check_error(text, n, &error);
        MUST(values.n == 0);
    }
    check_meanings();
    vec_free(&values);
    parse_error_release(&error);
}

static void check_core(const char *text, size_t n) {
    u32_vec names = {0};
    struct parse_error error = {0};
    if (parser_read_core(room.parser, text, n, &names, &error)) {
        for (size_t i = 0; i < names.n; i++)
            MUST(symbol_at(&room.table->symbols, names.at[i])->fun != 0);
    } else {
        check_error(text, n, &error);
        MUST(names.n == 0);
    }
    check_meanings();
    vec_free(&names);
    parse_error_release(&error);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    struct parse_error error = {0};
    fuzz_catch_bugs();
    room.table = term_table_new();
    room.parser = parser_new(room.table);
    room.printer = printer_new(room.table);
    MUST(
        parser_read_script(room.parser, script_text, sizeof script_text - 1, &room.script, &error));
    room.mark = term_table_mark(room.table);
    for (size_t i = 0; i < room.table->symbols.entries.n; i++)
        vec_push(&room.meanings, room.table->symbols.entries.at[i]);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    char *text = fuzz_text(data, n);
    check_model(text, n);
    term_table_rewind(room.table, room.mark);
    check_values(text, n);
    term_table_rewind(room.table, room.mark);
    check_core(text, n);
    term_table_rewind(room.table, room.mark);
    mem_free(text);
    return 0;
}
