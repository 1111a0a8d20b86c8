#include "gen/render.h"

/* A command as it was printed last, and what it uses. */
struct piece {
    struct command command;
    term definition; /* of a definition: its body */
    struct logic logic;
    size_t offset, n; /* in the text */
};

struct render {
    struct term_table *table;
    struct printer *printer;
    struct logic_scan scan;
    VEC(struct piece) pieces;
    struct logic used;        /* by the last test */
    struct strbuf text, next; /* of the last test and of this one */
};

struct render *render_new(struct term_table *table) {
    struct render *render = mem_alloc_zero(sizeof *render);
    render->table = table;
    render->printer = printer_new(table);
    return render;
}

void render_free(struct render *render) {
    if (render == NULL)
        return;
    printer_free(render->printer);
    logic_scan_release(&render->scan);
    vec_free(&render->pieces);
    strbuf_free(&render->text);
    strbuf_free(&render->next);
    mem_free(render);
}

void render_forget(struct render *render) {
    vec_clear(&render->pieces);
    strbuf_clear(&render->text);
}

static term definition_of(const struct term_table *table, const struct command *c) {
    return c->fun == 0 ? 0 : fun_at(table, c->fun)->body;
}

static bool is_same(const struct command *a, const struct command *b) {
    return a->kind == b->kind && a->body == b->body && a->fun == b->fun && a->name == b->name &&
           a->text == b->text && a->number == b->number && a->decl == b->decl &&
           a->items == b->items;
}

/* Makes pieces[i] the command: with its old text if it is the old command. */
static void update_piece(struct render *render, size_t i, const struct command *command) {
    struct piece *piece = &render->pieces.at[i];
    term definition = definition_of(render->table, command);
    size_t offset = render->next.n;
    if (is_same(&piece->command, command) && piece->definition == definition && piece->n > 0) {
        strbuf_add(&render->next, render->text.at + piece->offset, piece->n);
    } else {
        piece->command = *command;
        piece->definition = definition;
        piece->logic = logic_of_command(&render->scan, render->table, command);
        printer_add_command(render->printer, command, &render->next);
    }
    piece->offset = offset;
    piece->n = render->next.n - offset;
}

static bool has_recursion(const struct render *render) {
    for (size_t i = 0; i < render->pieces.n; i++)
        if (render->pieces.at[i].command.kind == COMMAND_DEFINE_FUN_REC ||
            render->pieces.at[i].command.kind == COMMAND_DEFINE_FUNS_REC)
            return true;
    return false;
}

/*
 * The logic's own name where it allows what the test uses, else that of one that
 * does. z3 has recursive functions in some logics and not in others: in ALL it
 * has them.
 */
static void add_logic(const struct render *render, struct logic used, symbol name,
                      struct strbuf *out) {
    const struct symbol_entry *entry = symbol_at(&render->table->symbols, name);
    struct logic allowed;
    logic_parse(entry->at, entry->n, &allowed);
    strbuf_add_text(out, "(set-logic ");
    if (logic_covers(allowed, used))
        symbol_print(&render->table->symbols, name, out);
    else {
        if (has_recursion(render))
            used.features |= LOGIC_OTHER;
        strbuf_add_text(out, logic_name(used));
    }
    strbuf_add_text(out, ")\n");
}

void render_test(struct render *render, const struct test *test, struct strbuf *out) {
    size_t n = test->script->commands.n;
    size_t had = render->pieces.n;
    struct logic used = {0};
    printer_set_names(render->printer, test->fun_names, test->decl_names);
    if (n > had) {
        vec_extend(&render->pieces, n - had);
        memset(render->pieces.at + had, 0, (n - had) * sizeof *render->pieces.at);
    }
    render->pieces.n = n;
    strbuf_clear(&render->next);
    for (size_t i = 0; i < n; i++) {
        update_piece(render, i, &test->script->commands.at[i]);
        used.features |= render->pieces.at[i].logic.features;
    }
    for (size_t i = 0; i < n; i++) {
        const struct piece *piece = &render->pieces.at[i];
        if (piece->command.kind == COMMAND_SET_LOGIC)
            add_logic(render, used, piece->command.name, out);
        else
            strbuf_add(out, render->next.at + piece->offset, piece->n);
    }
    printer_set_names(render->printer, NULL, NULL);
    render->used = used;
    struct strbuf swap = render->text;
    render->text = render->next;
    render->next = swap;
}

const char *render_logic(const struct render *render) {
    return logic_name(render->used);
}

/* A name may hold anything; a comment ends with its line. */
static void add_name(struct strbuf *out, const char *name) {
    for (; *name != '\0'; name++)
        strbuf_add_char(out, (unsigned char)*name < ' ' ? '?' : *name);
}

void render_header(const struct test_id *id, const struct test *test, const char *const *names,
                   size_t n_names, struct strbuf *out) {
    strbuf_add_text(out, "; momus id=");
    test_id_print(id, out);
    strbuf_printf(out, " truth=%s", truth_name(test->truth));
    if (test->category != NULL)
        strbuf_printf(out, " category=%s", test->category);
    for (size_t i = 0; i < n_names; i++) {
        strbuf_add_text(out, i == 0 ? " from=" : ",");
        add_name(out, names[i]);
    }
    strbuf_add_char(out, '\n');
    if (test->category != NULL && test->note != NULL) {
        strbuf_add_text(out, "; made by: ");
        add_name(out, test->note);
        strbuf_add_char(out, '\n');
    }
    if (test->remarks != NULL)
        strbuf_add_text(out, test->remarks);
}
