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
    if (!symbol_is_in(slot, word.word) && symbol_find_word(symbols, word.word, word.n, hash) == 0)
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

bool parse_fast_lane(struct parser *p, size_t frames_before, term *result, uint32_t *offset) {
    struct term_table *table = p->table;
    const struct symbol_table *symbols = &table->symbols;
    const char *text = p->lexer.text, *at = text + p->lexer.next;
    const char *end = text + p->lexer.n;
    for (;;) {
        while (lex_class(at) == LEX_SPACE)
            at++;
        if (*at == ')') {
            const struct frame *frame = &vec_top(&p->frames);
            uint32_t base = frame->base;
            *result = close_application(table, frame, p->args.at + base, (uint32_t)p->args.n - base);
            if (*result == 0)
                break;
            *offset = frame->offset;
            parse_drop_args(p, base);
            p->frames.n--;
            at++;
            if (p->frames.n == frames_before || vec_top(&p->frames).kind > FRAME_CALL) {
                p->lexer.next = (uint32_t)(at - text);
                p->token = (struct token){TOKEN_CLOSE, (uint32_t)(at - 1 - text), 1, at - 1};
                return true;
            }
            parse_push_arg(p, *result, *offset);
            continue;
        }
        bool opens = *at == '(';
        if (end - at <= LEX_WORD_LOOK)
            break;
        struct lex_word word = lex_word(at + opens);
        uint32_t hash = hash_of_word(word.word, word.n);
        struct symbol_slot *slot = symbol_slot(symbols, hash);
        bool known = symbol_is_in(slot, word.word) && slot->stamp == symbols->stamp;
        if (opens) {
            if (!(known && slot->head != 0) && !fill_slot(p, slot, word, hash, true))
                break;
            uint32_t head = slot->head;
            struct frame *frame = parse_push_frame(
                p, head == HEAD_OP ? FRAME_OP : FRAME_FUN, (uint32_t)(at - text));
            frame->a = head == HEAD_OP ? slot->symbol : head - HEAD_FUN;
        } else {
            if (!(known && slot->value != 0) && !fill_slot(p, slot, word, hash, false))
                break;
            parse_push_arg(p, slot->value, (uint32_t)(at - text));
        }
        at += opens + word.n;
    }
    p->lexer.next = (uint32_t)(at - text);
    return false;
}
