/*
 * The fast lane. Most of a script is applications of operators and functions to
 * each other, to names and to literals. The fast lane reads as many of these as
 * follow one another, straight from the text, as long as each word is one that
 * was seen before; whatever else comes, mistakes included, it leaves to the
 * loop of parse_term.c.
 */
#include "lang/parser_int.h"

/* What a slot says about heads: an operator, or a function and this. */
enum { HEAD_OP = 1, HEAD_FUN = 1 };

/* What a word means that stands alone; 0 where that takes a second look. */
static term find_value(struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->needs_bars) { /* no name as it stands, but it may be a literal */
        enum op op = term_op(p->table, entry->leaf);
        bool is_literal = op >= OP_NUMERAL && op <= OP_STRING;
        return is_literal && !(op == OP_NUMERAL && p->real_numerals) ? entry->leaf : 0;
    }
    if (entry->local != 0)
        return p->locals.at[entry->local - 1].value;
    if (entry->fun == 0)
        return entry->op == 0 ? 0 : check_op_again(p->table, name, 0, NULL, 0);
    const struct fun *f = fun_at(p->table, entry->fun);
    return f->params == 0 && f->n_params_sorts == 0 ? term_constant(p->table, entry->fun) : 0;
}

/* What it means behind a '('. */
static uint32_t find_head(const struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->needs_bars || entry->local != 0)
        return 0;
    if (entry->fun != 0)
        return entry->fun + HEAD_FUN;
    return entry->op != 0 ? HEAD_OP : 0;
}

/*
 * The slot of the word here, once what was not known about it is found out; NULL
 * where that takes a second look. (It reads the word again: handing it over would
 * take longer, and would be in the way of all those words that are known.)
 */
__attribute__((noinline)) static struct symbol_slot *find_slot(struct parser *p, const char *at,
                                                               bool opens) {
    struct symbol_table *symbols = &p->table->symbols;
    struct lex_word word = lex_word(at);
    uint32_t hash = hash_of_word(word.word, word.n);
    struct symbol_slot *slot = symbol_slot(symbols, hash);
    if (word.n == 0)
        return NULL;
    if (!symbol_is_in(slot, word.word) &&
        (symbol_find_word(symbols, word.word, word.n, hash) == 0 || !symbol_is_in(slot, word.word)))
        return NULL;
    if (slot->stamp != symbols->stamp)
        *slot = (struct symbol_slot){
            .word = slot->word, .symbol = slot->symbol, .stamp = symbols->stamp};
    if ((opens ? slot->head : slot->value) != 0)
        return slot;
    if (opens)
        slot->head = find_head(p, slot->symbol);
    else
        slot->value = find_value(p, slot->symbol);
    return (opens ? slot->head : slot->value) != 0 ? slot : NULL;
}

bool parse_fast_open(struct parser *p) {
    const char *at = p->lexer.text + p->lexer.next;
    if (p->lexer.n - p->lexer.next <= LEX_WORD_LOOK)
        return false;
    const struct symbol_slot *slot = find_slot(p, at, true);
    if (slot == NULL)
        return false;
    bool is_op = slot->head == HEAD_OP;
    parse_push_frame(p, is_op ? FRAME_OP : FRAME_FUN, p->token.offset)->a =
        is_op ? slot->symbol : slot->head - HEAD_FUN;
    p->lexer.next += symbol_at(&p->table->symbols, slot->symbol)->n;
    return true;
}

/* ---- declarations ---- */

bool parse_fast_declaration(struct parser *p, struct command *c) {
    enum { LONGEST = 64 }; /* without the sort */
    static const char declare_fun[] = "declare-fun ", declare_const[] = "declare-const ";
    const char *text = p->lexer.text, *at = text + p->lexer.next;
    if (p->lexer.n - p->lexer.next <= LONGEST)
        return false;
    bool is_fun = memcmp(at, declare_fun, sizeof declare_fun - 1) == 0;
    if (!is_fun && memcmp(at, declare_const, sizeof declare_const - 1) != 0)
        return false;
    const char *name = at + (is_fun ? sizeof declare_fun : sizeof declare_const) - 1;
    struct lex_word word = lex_word(name);
    at = name + word.n;
    if (memcmp(at, " () ", is_fun ? 4 : 1) != 0 || !lex_is_simple_symbol(name, word.n))
        return false;
    at += is_fun ? 4 : 1;
    const struct sort_memo *memo = parse_find_sort(p, at);
    if (memo == NULL || memo->is_open || at[memo->n] != ')')
        return false;
    symbol own = symbol_intern_word(&p->table->symbols, name, word.word, word.n);
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, own);
    if (entry->is_reserved || entry->fun != 0 || entry->op != 0) /* an error, or one to note */
        return false;
    c->kind = is_fun ? COMMAND_DECLARE_FUN : COMMAND_DECLARE_CONST;
    c->name = own;
    c->fun = fun_declare(p->table, FUN_DECLARED, own, NULL, 0, memo->sort);
    scope_bind_fun(p, c->fun, (uint32_t)(name - text));
    p->lexer.next = (uint32_t)(at + memo->n + 1 - text);
    return true;
}

/* ---- heads with indices ---- */

void parse_keep_head(struct parser *p, uint32_t offset) {
    const struct frame *frame = &vec_top(&p->frames);
    uint32_t n = p->lexer.next - offset;
    if (frame->kind != FRAME_OP || frame->c != 0 || n > HEAD_TEXT_MAX)
        return;
    struct head_memo *memo = &p->heads[p->next_head++ % HEADS_KEPT];
    memcpy(memo->text, p->lexer.text + offset, n);
    memo->n = (uint8_t)n;
    memo->name = frame->a;
    memo->indices = frame->b;
}

void parse_forget_heads(struct parser *p) {
    for (int i = 0; i < HEADS_KEPT; i++)
        p->heads[i].n = 0;
}

/* The identifier with indices that starts here, if it is one of those kept; else NULL. */
static const struct head_memo *find_indexed(const struct parser *p, const char *at) {
    if (at[0] != '(' || p->lexer.text + p->lexer.n - at <= HEAD_TEXT_MAX)
        return NULL;
    for (int i = 0; i < HEADS_KEPT; i++)
        if (p->heads[i].n > 0 && memcmp(p->heads[i].text, at, p->heads[i].n) == 0)
            return &p->heads[i];
    return NULL;
}

/* The application that a ')' ends; 0 where that takes a second look. */
static inline term close_application(struct term_table *table, const struct frame *frame,
                                     const term *args, uint32_t n) {
    if (n == 0 || frame->c != 0)
        return 0;
    if (frame->kind == FRAME_OP) {
        term t = check_op_again(table, frame->a, frame->b, args, n);
        return t != 0 || frame->b != 0 ? t : check_op_quick(table, frame->a, args, n);
    }
    return frame->kind == FRAME_FUN ? check_fun_quick(table, frame->a, args, n) : 0;
}

/* The tops of the parser's stacks, while nobody else looks at them. */
struct tops {
    struct frame *frame; /* behind the youngest */
    uint32_t n_args;
};

static inline void push_frame(struct parser *p, struct tops *tops, uint32_t kind, uint32_t a,
                              uint32_t offset) {
    if (tops->frame == p->frames.at + p->frames.cap) {
        p->frames.n = (size_t)(tops->frame - p->frames.at);
        vec_reserve(&p->frames, p->frames.n + 1);
        tops->frame = p->frames.at + p->frames.n;
    }
    struct frame *frame = tops->frame++;
    frame->kind = kind;
    frame->offset = offset;
    frame->base = tops->n_args;
    frame->locals = (uint32_t)p->locals.n;
    frame->a = a;
    frame->b = frame->c = 0;
}

static inline void push_arg(struct parser *p, struct tops *tops, term t, uint32_t offset) {
    uint32_t n = tops->n_args++;
    if (n == p->args.cap) {
        p->args.n = p->arg_offsets.n = n;
        parse_push_arg(p, t, offset);
        return;
    }
    p->args.at[n] = t;
    p->arg_offsets.at[n] = offset;
}

bool parse_fast_lane(struct parser *p, size_t frames_before, term *result, uint32_t *offset) {
    struct term_table *table = p->table;
    const struct symbol_table *symbols = &table->symbols;
    const char *text = p->lexer.text, *at = text + p->lexer.next;
    const char *end = text + p->lexer.n;
    const uint32_t stamp = symbols->stamp;
    struct tops tops = {p->frames.at + p->frames.n, (uint32_t)p->args.n};
    bool ended = false;
    for (;;) {
        char c = *at;
        if (c == ' ')
            c = *++at;
        while (lex_class(&c) == LEX_SPACE)
            c = *++at;
        if (c == ')') {
            const struct frame *frame = tops.frame - 1;
            uint32_t base = frame->base, from = frame->offset;
            term t = close_application(table, frame, p->args.at + base, tops.n_args - base);
            if (t == 0)
                break;
            at++;
            tops.frame--;
            tops.n_args = base;
            if (tops.frame == p->frames.at + frames_before || tops.frame[-1].kind > FRAME_CALL) {
                *result = t;
                *offset = from;
                p->token = (struct token){TOKEN_CLOSE, (uint32_t)(at - 1 - text), 1, at - 1};
                ended = true;
                break;
            }
            push_arg(p, &tops, t, from);
            continue;
        }
        if (end - at <= LEX_WORD_LOOK)
            break;
        bool opens = c == '(';
        uint32_t from = (uint32_t)(at - text);
        struct lex_word word = lex_word(at + opens);
        uint32_t hash = hash_of_word(word.word, word.n);
        const struct symbol_slot *slot = symbol_slot(symbols, hash);
        bool known = symbol_is_in(slot, word.word) && slot->stamp == stamp;
        if (opens) {
            if (!(known && slot->head != 0) && (slot = find_slot(p, at + 1, true)) == NULL) {
                const struct head_memo *memo = find_indexed(p, at + 1);
                if (memo == NULL)
                    break;
                push_frame(p, &tops, FRAME_OP, memo->name, from);
                tops.frame[-1].b = memo->indices;
                at += 1 + memo->n;
                continue;
            }
            uint32_t head = slot->head;
            push_frame(p, &tops, head == HEAD_OP ? FRAME_OP : FRAME_FUN,
                       head == HEAD_OP ? slot->symbol : head - HEAD_FUN, from);
        } else {
            if (!(known && slot->value != 0) && (slot = find_slot(p, at, false)) == NULL)
                break;
            push_arg(p, &tops, slot->value, from);
        }
        at += opens + word.n;
    }
    p->frames.n = (size_t)(tops.frame - p->frames.at);
    p->args.n = p->arg_offsets.n = tops.n_args;
    p->lexer.next = (uint32_t)(at - text);
    return ended;
}
