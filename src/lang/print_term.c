/*
 * Prepared terms as text: what fits goes on one line, the rest over several.
 */
#include "lang/attribute.h"
#include "lang/printer_int.h"

static void print_attribute_value(struct printer *p, uint32_t kind, uint32_t value) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, value);
    if (kind == ATTRIBUTE_TEXT)
        strbuf_add(p->out, entry->at, entry->n);
    else
        symbol_print(&p->table->symbols, value, p->out);
}

/* nil or (cons h t): the variables are the arguments but the last */
static void print_pattern(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    if (node->payload == 0) {
        print_variable(p, term_at(p->table, term_arg(p->table, t, 0))->payload);
        return;
    }
    if (node->n_args > 1)
        strbuf_add_char(p->out, '(');
    print_fun_name(p, node->payload);
    for (uint32_t i = 0; i + 1 < node->n_args; i++) {
        strbuf_add_char(p->out, ' ');
        print_variable(p, term_at(p->table, term_arg(p->table, t, i))->payload);
    }
    if (node->n_args > 1)
        strbuf_add_char(p->out, ')');
}

/* The opening parenthesis and what stands before the first printed argument. */
static void print_open(struct printer *p, term t, uint32_t wrap) {
    enum op op = term_op(p->table, t);
    strbuf_add_char(p->out, '(');
    if (op == OP_CASE) {
        print_pattern(p, t);
        return;
    }
    if (op != OP_CALL)
        print_head(p, t);
    else if (print_call_needs_at(p, t))
        strbuf_add_char(p->out, '@');
    if (op_is_binder(op)) {
        strbuf_add_char(p->out, ' ');
        print_sorted_vars(p, term_args(p->table, t), term_n_args(p->table, t) - 1, wrap);
    }
}

static void print_attribute(struct printer *p, const struct print_frame *frame,
                            const uint32_t *attribute) {
    if (frame->flat || frame->next == 0)
        strbuf_add_char(p->out, ' ');
    else
        print_new_line(p, frame->indent);
    strbuf_add_text(p->out, symbol_at(&p->table->symbols, attribute[0])->at);
    if (attribute[1] == ATTRIBUTE_ALONE)
        return;
    strbuf_add_char(p->out, ' ');
    if (attribute[1] == ATTRIBUTE_TERMS)
        strbuf_add_char(p->out, '(');
    else if (attribute[1] != ATTRIBUTE_TERM)
        print_attribute_value(p, attribute[1], attribute[2]);
}

/*
 * What an annotation has before its argument `next`, or at its end: the end of
 * a pattern, attributes without terms, the start of a pattern.
 */
static void print_attributes(struct printer *p, struct print_frame *frame, uint32_t next) {
    list attributes = term_at(p->table, frame->t)->payload;
    uint32_t n = list_length(&p->table->lists, attributes);
    for (; frame->attribute < n; frame->attribute += 3) {
        const uint32_t *a = list_items(&p->table->lists, attributes) + frame->attribute;
        bool has_terms = a[1] == ATTRIBUTE_TERMS || a[1] == ATTRIBUTE_TERM;
        uint32_t first = frame->terms_before + 1, past = first + (has_terms ? a[2] : 0);
        if (a[1] == ATTRIBUTE_TERMS && past == next)
            strbuf_add_char(p->out, ')');
        if (first == next)
            print_attribute(p, frame, a);
        if (past > next)
            return;
        frame->terms_before = past - 1;
    }
}

/* What stands between the arguments before `next` and it, apart from a space or a new line. */
static void print_between(struct printer *p, struct print_frame *frame, uint32_t next) {
    enum op op = term_op(p->table, frame->t);
    if (op == OP_ANNOTATED && next > 0)
        print_attributes(p, frame, next);
    else if (op == OP_MATCH && next == 1) {
        if (frame->flat)
            strbuf_add_char(p->out, ' ');
        else
            print_new_line(p, frame->indent);
        strbuf_add_char(p->out, '(');
    } else if (op == OP_MATCH && next == term_n_args(p->table, frame->t))
        strbuf_add_char(p->out, ')');
}

/* Nothing has to stand between what was just printed and the next argument. */
static bool is_open(const struct printer *p) {
    char last = p->out->at[p->out->n - 1];
    return last == '(' || last == ' ';
}

static uint32_t column_of(const struct printer *p) {
    size_t column = p->out->n - p->line_start;
    return column > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : (uint32_t)column;
}

void print_new_line(struct printer *p, uint32_t indent) {
    strbuf_add_char(p->out, '\n');
    p->line_start = p->out->n;
    strbuf_add_blanks(p->out, indent);
}

/*
 * Prints a term: at once if it is a leaf or stands for itself by the name of
 * its let; else its opening, with a frame for the rest. It stays on one line if
 * what is around it does, or if it fits.
 */
static void print_start(struct printer *p, term t, bool by_name, bool flat, uint32_t indent,
                        uint32_t tail) {
    const struct term_node *node = term_at(p->table, t);
    if (node->n_args == 0) {
        print_head(p, t);
        return;
    }
    const struct print_info *info = NULL;
    if (print_is_atom(p, t)) { /* printing it is as quick as measuring it */
        size_t before = p->out->n;
        print_flat(p, t);
        if (flat || (uint64_t)column_of(p) + tail <= p->width)
            return;
        p->out->n = before;
    } else {
        info = print_info_of(p, t);
        if (by_name && info->let != 0) {
            print_let_name(p, info->let);
            return;
        }
        if (!node->is_plain)
            flat |= (uint64_t)column_of(p) + info->width + tail <= p->width;
        else if (!info->is_long && print_write_flat(p, t)) {
            print_flat_laid_out(p, indent, tail, flat);
            return;
        }
    }
    bool is_binder = op_is_binder(node->op);
    struct print_frame frame = {
        .t = t,
        .next = is_binder ? node->n_args - 1 : 0,
        .let = info != NULL ? info->lets : 0,
        .indent = print_deeper(indent),
        .tail = tail + 1,
        .flat = flat,
    };
    print_open(p, t, frame.flat ? PRINT_NO_WRAP : print_deeper(frame.indent));
    vec_push(&p->frames, frame);
}

/*
 * The separator before an argument; returns the indentation that it gets. Over
 * several lines a single argument stays beside its operator, and so do leaves
 * as long as only leaves came before them: (ite p x
 */
static uint32_t separate(struct printer *p, struct print_frame *frame, term t, bool is_single) {
    bool is_leaf = term_n_args(p->table, t) == 0;
    uint32_t column = column_of(p);
    if (is_open(p))
        return frame->indent;
    enum op op = term_op(p->table, frame->t);
    bool is_part = (op == OP_MATCH && frame->next == 1) || (op == OP_ANNOTATED && frame->next > 1);
    if (frame->flat || is_part) /* a scrutinee, the terms of a pattern */
        strbuf_add_char(p->out, ' ');
    else if (is_single && column <= p->width / 2) { /* (not (and ...)) */
        strbuf_add_char(p->out, ' ');
        return frame->indent - PRINT_INDENT_STEP;
    } else if (is_leaf && !frame->had_term &&
               column + 2 + print_head_width(p, t) + frame->tail <= p->width)
        strbuf_add_char(p->out, ' ');
    else
        print_new_line(p, frame->indent);
    frame->had_term |= !is_leaf;
    return frame->indent;
}

/* The next let before the body of a binder or of the whole: each on a line of its own. */
static void print_next_let(struct printer *p, struct print_frame *frame) {
    term value = p->lets.at[frame->let - 1].value;
    if (frame->t != 0 && frame->closers == 0)
        separate(p, frame, value, false);
    strbuf_add_text(p->out, "(let ((");
    print_let_name(p, frame->let);
    strbuf_add_char(p->out, ' ');
    frame->in_value = true;
    frame->closers++;
    print_start(p, value, false, frame->flat, frame->indent, 2);
}

static void finish_let(struct printer *p, struct print_frame *frame) {
    strbuf_add(p->out, "))", 2);
    if (frame->flat)
        strbuf_add_char(p->out, ' ');
    else
        print_new_line(p, frame->indent);
    frame->in_value = false;
    frame->let = p->lets.at[frame->let - 1].next;
}

/* Goes on with the youngest frame, one argument or let further. */
static void print_step(struct printer *p, term root) {
    struct print_frame *frame = &vec_top(&p->frames);
    if (frame->in_value)
        finish_let(p, frame);
    if (frame->let != 0) {
        print_next_let(p, frame);
        return;
    }
    uint32_t next = frame->next++;
    uint32_t n = frame->t == 0 ? 1 : term_n_args(p->table, frame->t);
    if (frame->t != 0 && next == 1 && term_op(p->table, frame->t) == OP_ANNOTATED) {
        strbuf_add_repeat(p->out, ')', frame->closers); /* of lets inside of it */
        frame->closers = 0;
    }
    if (frame->t != 0)
        print_between(p, frame, next);
    if (next == n) {
        strbuf_add_repeat(p->out, ')', frame->closers + (frame->t != 0));
        p->frames.n--;
        return;
    }
    uint32_t indent = frame->indent;
    term arg = frame->t == 0 ? root : term_arg(p->table, frame->t, next);
    if (frame->t != 0 && frame->closers == 0) {
        /* The head of a call is an argument, but does not look so. */
        bool has_head = term_op(p->table, frame->t) == OP_CALL && !print_call_needs_at(p, frame->t);
        indent = separate(p, frame, arg, n == 1u + has_head);
    }
    uint32_t tail = next + 1 == n ? frame->tail + frame->closers : 0;
    print_start(p, arg, true, frame->flat, indent, tail);
}

void print_apart(struct printer *p, term t, uint32_t indent, uint32_t tail) {
    size_t base = p->frames.n;
    print_start(p, t, true, false, indent, tail);
    while (p->frames.n > base)
        print_step(p, 0);
}

void print_laid_out(struct printer *p, term root, uint32_t indent, uint32_t tail, bool flat) {
    if (p->is_simple) {
        print_flat_laid_out(p, indent, tail, flat);
        return;
    }
    size_t base = p->frames.n;
    struct print_frame whole = {.let = p->first_let, .indent = indent, .tail = tail, .flat = flat};
    vec_push(&p->frames, whole);
    while (p->frames.n > base)
        print_step(p, root);
}
