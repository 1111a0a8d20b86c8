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

/* Finds out what is not known about a word; false where that takes a second look. */
__attribute__((noinline)) static bool fill_slot(struct parser *p, struct symbol_slot *slot,
                                                struct lex_word word, uint32_t hash, bool opens) {
    struct symbol_table *symbols = &p->table->symbols;
    if (word.n == 0)
        return false;
    if (!symbol_is_in(slot, word.word) &&
        (symbol_find_word(symbols, word.word, word.n, hash) == 0 || !symbol_is_in(slot, word.word)))
        return false;
    if (slot->stamp != symbols->stamp)
        *slot = (struct symbol_slot){
            .word = slot->word, .symbol = slot->symbol, .stamp = symbols->stamp};
    if (opens)
        slot->head = find_head(p, slot->symbol);
    else
        slot->value = find_value(p, slot->symbol);
    return (opens ? slot->head : slot->value) != 0;
}

bool parse_fast_open(struct parser *p) {
    const char *at = p->lexer.text + p->lexer.next;
    if (p->lexer.n - p->lexer.next <= LEX_WORD_LOOK)
        return false;
    struct lex_word word = lex_word(at);
    uint32_t hash = hash_of_word(word.word, word.n);
    struct symbol_slot *slot = symbol_slot(&p->table->symbols, hash);
    if (!fill_slot(p, slot, word, hash, true))
        return false;
    bool is_op = slot->head == HEAD_OP;
    parse_push_frame(p, is_op ? FRAME_OP : FRAME_FUN, p->token.offset)->a =
        is_op ? slot->symbol : slot->head - HEAD_FUN;
    p->lexer.next += word.n;
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
    frame->kind = (uint8_t)kind;
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
        struct symbol_slot *slot = symbol_slot(symbols, hash);
        bool known = symbol_is_in(slot, word.word) && slot->stamp == stamp;
        if (opens) {
            if (!(known && slot->head != 0) && !fill_slot(p, slot, word, hash, true)) {
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
            if (!(known && slot->value != 0) && !fill_slot(p, slot, word, hash, false))
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
