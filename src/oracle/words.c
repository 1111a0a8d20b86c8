/*
 * Evidence in words.
 */
#include <stdarg.h>
#include <stdio.h>

#include "oracle/oracle_int.h"

enum { SHOWN_ENTRIES = 20, SHOWN_BYTES = 400 };

/* The term on one line, or its beginning. */
static void add_term(struct hearing *h, term t, struct strbuf *out) {
    size_t before = out->n;
    printer_add_term(h->printer, t, out);
    if (out->n - before > SHOWN_BYTES) {
        out->n = before + SHOWN_BYTES;
        while (((unsigned char)out->at[out->n] & 0xC0) == 0x80) /* inside a character */
            out->n--;
        strbuf_add_text(out, "...");
    }
}

static void add_entry(struct hearing *h, const struct model_entry *entry, struct strbuf *out) {
    const struct list_table *lists = &h->table->lists;
    uint32_t n = list_length(lists, entry->vars);
    if (n > 0)
        strbuf_add_char(out, '(');
    symbol_print(&h->table->symbols, entry->name, out);
    for (uint32_t i = 0; i < n; i++) {
        strbuf_add_char(out, ' ');
        add_term(h, list_items(lists, entry->vars)[i], out);
    }
    strbuf_add_text(out, n > 0 ? ") = " : " = ");
    add_term(h, entry->body, out);
}

/* What it says of what is declared, the first of them; returns how many there are. */
static size_t add_entries(struct hearing *h, const struct model *model, struct strbuf *out) {
    size_t n = 0;
    for (size_t i = 0; i < model->entries.n; i++) {
        const struct model_entry *entry = &model->entries.at[i];
        if (entry->kind == MODEL_DEFINED || n++ >= SHOWN_ENTRIES)
            continue;
        strbuf_add_text(out, n > 1 ? ", " : "");
        add_entry(h, entry, out);
    }
    return n;
}

static void add_rest(size_t n, struct strbuf *out) {
    if (n > SHOWN_ENTRIES)
        strbuf_printf(out, ", and %zu more", n - SHOWN_ENTRIES);
}

void words_add_witness(struct hearing *h, struct strbuf *out) {
    size_t n = add_entries(h, &h->witness.model, out);
    for (size_t i = 0; i < h->witness.choices.n; i++) {
        if (n++ >= SHOWN_ENTRIES)
            continue;
        strbuf_add_text(out, n > 1 ? ", " : "");
        add_term(h, h->witness.choices.at[i].application, out);
        strbuf_add_text(out, " = ");
        add_term(h, h->witness.choices.at[i].value, out);
    }
    add_rest(n, out);
}

void words_add_model(struct hearing *h, const char *text, struct strbuf *out) {
    struct model model = {0};
    struct parse_error error = {0};
    if (parser_read_model(h->parser, text, strlen(text), &model, &error))
        add_rest(add_entries(h, &model, out), out);
    model_release(&model);
    parse_error_release(&error);
}

static void add_voters(const struct hearing *h, enum answer_kind kind, struct strbuf *out) {
    size_t n = 0;
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (h->stands[i].answer == kind)
            strbuf_printf(out, "%s%s",
                          n++ > 0      ? ", "
                          : out->n > 0 ? "; "
                                       : "",
                          h->c->solvers[i].name);
    if (n > 0)
        strbuf_printf(out, " %s %s", n == 1 ? "says" : "say", answer_kind_name(kind));
}

void words_add_votes(const struct hearing *h, struct strbuf *out) {
    struct strbuf votes = {0};
    for (enum answer_kind kind = ANSWER_SAT; kind <= ANSWER_UNKNOWN; kind++)
        add_voters(h, kind, &votes);
    strbuf_add(out, votes.at, votes.n);
    strbuf_free(&votes);
}

void words_add_formula(struct hearing *h, size_t formula, struct strbuf *out) {
    if (formula >= h->goal.formulas.n) {
        strbuf_add_text(out, "the assertions together are");
        return;
    }
    strbuf_printf(out, "%s %zu, ", formula < h->goal.n_asserted ? "assertion" : "assumption",
                  formula < h->goal.n_asserted ? formula + 1 : formula + 1 - h->goal.n_asserted);
    add_term(h, h->goal.formulas.at[formula], out);
    strbuf_add_text(out, ", is");
}

void hearing_note(struct hearing *h, const char *format, ...) {
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    vec_push(&h->verdict->notes, mem_copy_text(text, strlen(text)));
}
