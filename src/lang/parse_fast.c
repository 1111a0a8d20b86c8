/*
 * The fast lane. Most of a script is applications of operators and functions to
 * each other, to names and to literals. The fast lane reads as many of these as
 * follow one another, straight from the text, as long as each word is one that
 * was seen before; whatever else comes, mistakes included, it leaves to the
 * loop of parse_term.c.
 */
#include "lang/parser_int.h"
#include "term/check_again.h"

/* What a slot says about a head: the symbol of an operator, or a function, and which. */
static uint32_t make_head(enum frame_kind kind, uint32_t a) {
    return a <= UINT32_MAX / 2 ? a << 1 | (kind == FRAME_FUN) : 0;
}
static inline enum frame_kind head_kind(uint32_t head) {
    return head & 1 ? FRAME_FUN : FRAME_OP;
}

/* What a word means that stands alone; 0 where that takes a second look. */
static term find_value(struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->needs_bars) {                  /* no name as it stands, but it may be a literal */
        enum op op = (enum op)entry->leaf_op; /* its term would have to be fetched */
        bool is_literal = op >= OP_NUMERAL && op <= OP_STRING;
        return is_literal && !(op == OP_NUMERAL && p->real_numerals) ? entry->leaf : 0;
    }
    if (entry->local != 0)
        return p->locals.at[entry->local - 1].value;
    if (entry->fun == 0)
        return entry->op == 0 ? 0 : check_op_again(p->table, name, 0, NULL, 0);
    const struct fun *f = fun_at(p->table, entry->fun);
    return f->params == 0 && f->n_params_sorts == 0 && !f->is_overloaded
               ? term_constant(p->table, entry->fun)
               : 0;
}

/* What it means behind a '('. */
static uint32_t find_head(const struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->needs_bars || entry->local != 0)
        return 0;
    if (entry->fun != 0)
        return make_head(FRAME_FUN, entry->fun);
    return entry->op != 0 ? make_head(FRAME_OP, name) : 0;
}

static uint32_t find_use(struct parser *p, symbol name, enum symbol_use use) {
    return use == SYMBOL_AS_HEAD ? find_head(p, name) : find_value(p, name);
}

/* What a word means that is longer than LEX_WORD_MAX, and how long it is. */
static uint32_t find_long_meaning(struct parser *p, const char *at, enum symbol_use use,
                                  uint32_t *n) {
    enum { LONGEST = 128 };
    struct symbol_table *symbols = &p->table->symbols;
    const char *end = p->lexer.text + p->lexer.n;
    uint32_t more = *n = LEX_WORD_LOOK;
    while (more == LEX_WORD_LOOK) {
        if (*n > LONGEST || end - (at + *n) <= LEX_WORD_LOOK)
            return 0;
        more = lex_word(at + *n).n;
        *n += more;
    }
    symbol name =
        *n > SYMBOL_SHORT ? symbol_find_long(symbols, at, *n) : symbol_find(symbols, at, *n);
    return name == 0 ? 0 : find_use(p, name, use);
}

/*
 * What the word here means, once what was not known about it is found out, and how
 * long it is; 0 where that takes a second look. (It reads the word again: handing it over
 * would take longer, and would be in the way of all those words that are known.)
 */
static uint32_t find_meaning(struct parser *p, const char *at, enum symbol_use use, uint32_t *n) {
    struct symbol_table *symbols = &p->table->symbols;
    struct lex_word word = lex_word(at);
    struct symbol_slot *slot = symbol_slot(symbols, word.word);
    *n = word.n;
    if (word.n == 0)
        return 0;
    if (word.n > LEX_WORD_MAX)
        return find_long_meaning(p, at, use, n);
    if (!symbol_is_in(slot, word.word) &&
        (symbol_find_word(symbols, word.word, word.n) == 0 || !symbol_is_in(slot, word.word)))
        return 0;
    if (slot->stamp != symbols->stamp)
        *slot = (struct symbol_slot){
            .word = slot->word, .symbol = slot->symbol, .stamp = symbols->stamp};
    if (slot->means[use] == 0)
        slot->means[use] = find_use(p, slot->symbol, use);
    return slot->means[use];
}

/* ---- names that are bound, and declarations ---- */

symbol parse_fast_name(struct parser *p) {
    const char *text = p->lexer.text, *at = text + p->lexer.next;
    while (lex_class(at) == LEX_SPACE)
        at++;
    if (*at != '(' || text + p->lexer.n - at <= LEX_WORD_LOOK)
        return 0;
    struct lex_word word = lex_word(++at);
    const struct symbol_slot *slot = symbol_slot(&p->table->symbols, word.word);
    if (word.n == 0 || !symbol_is_in(slot, word.word) ||
        symbol_at(&p->table->symbols, slot->symbol)->needs_bars)
        return 0;
    p->lexer.next = (uint32_t)(at - text) + word.n;
    lex_set(&p->token, TOKEN_SYMBOL, (uint32_t)(at - text), word.n, at);
    return slot->symbol;
}

bool parse_fast_sort(struct parser *p, sort *s) {
    const char *at = p->lexer.text + p->lexer.next;
    const struct sort_memo *memo = *at == ' ' ? parse_find_sort(p, at + 1) : NULL;
    if (memo == NULL || at[1 + memo->spelling.n] != ')')
        return false;
    p->lexer.next += memo->spelling.n + 2;
    *s = memo->sort;
    return true;
}

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
    if (word.n > LEX_WORD_MAX || lex_class(name) != LEX_SYMBOL ||
        parse_is_reserved_for_solvers(name, 1) ||
        (is_fun ? memcmp(at, " () ", 4) != 0 : *at != ' '))
        return false;
    at += is_fun ? 4 : 1;
    const struct sort_memo *memo = parse_find_sort(p, at);
    if (memo == NULL || memo->is_open || at[memo->spelling.n] != ')')
        return false;
    symbol own = symbol_intern_word(&p->table->symbols, name, word.word, word.n);
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, own);
    if (entry->needs_bars || entry->fun != 0 || entry->op != 0) /* an error, or one to note */
        return false;
    c->kind = is_fun ? COMMAND_DECLARE_FUN : COMMAND_DECLARE_CONST;
    c->name = own;
    c->fun = fun_declare(p->table, FUN_DECLARED, own, NULL, 0, memo->sort);
    scope_bind_fresh(p, own, c->fun);
    symbol_set_meaning(&p->table->symbols, own, term_constant(p->table, c->fun));
    p->lexer.next = (uint32_t)(at + memo->spelling.n + 1 - text);
    return true;
}

/* ---- heads with indices ---- */

void parse_keep_head(struct parser *p, uint32_t offset) {
    const struct frame *frame = &vec_top(&p->frames);
    uint32_t n = p->lexer.next - offset;
    if (frame->kind != FRAME_OP || frame->c != 0 || n > SPELLING_MAX)
        return;
    struct head_memo *memo = &p->heads[p->next_head++ % HEADS_KEPT];
    parse_keep_spelling(&memo->spelling, p->lexer.text + offset, n);
    memo->name = frame->a;
    memo->indices = frame->b;
}

static const char numeral_start[] = "(_ bv";
enum { NUMERAL_NAME = 3 }; /* where its name is */

/* Where a numeral is kept whose text is here. */
static uint32_t place_of_numeral(const char *at) {
    struct lex_word name = lex_word(at + NUMERAL_NAME);
    return hash_of_word(name.word, name.n) % NUMERALS_KEPT;
}

void parse_keep_numeral(struct parser *p, uint32_t offset, term value) {
    const char *at = p->lexer.text + offset;
    uint32_t n = p->lexer.next - offset;
    if (n > SPELLING_MAX || p->lexer.n - offset <= SPELLING_MAX ||
        memcmp(at, numeral_start, sizeof numeral_start - 1) != 0)
        return;
    struct numeral_memo *memo = &p->numerals[place_of_numeral(at)];
    parse_keep_spelling(&memo->spelling, at, n);
    memo->value = value;
}

/* The numeral that starts here, if it is one of those kept; else NULL. */
static const struct numeral_memo *find_numeral(const struct parser *p, const char *at) {
    if (p->lexer.text + p->lexer.n - at <= SPELLING_MAX ||
        memcmp(at, numeral_start, sizeof numeral_start - 1) != 0)
        return NULL;
    const struct numeral_memo *memo = &p->numerals[place_of_numeral(at)];
    return parse_is_spelled(&memo->spelling, at) ? memo : NULL;
}

void parse_forget_heads(struct parser *p) {
    for (int i = 0; i < HEADS_KEPT; i++)
        p->heads[i].spelling.n = 0;
    for (int i = 0; i < NUMERALS_KEPT; i++)
        p->numerals[i].spelling.n = 0;
}

/* The identifier with indices that starts here, if it is one of those kept; else NULL. */
static const struct head_memo *find_indexed(const struct parser *p, const char *at) {
    if (at[0] != '(' || p->lexer.text + p->lexer.n - at <= SPELLING_MAX)
        return NULL;
    for (int i = 0; i < HEADS_KEPT; i++)
        if (parse_is_spelled(&p->heads[i].spelling, at))
            return &p->heads[i];
    return NULL;
}

/* The application that a ')' ends; 0 where that takes a second look. */
static inline term close_application(struct term_table *table, const struct frame *frame,
                                     const term *args, uint32_t n) {
    if (n == 0 || frame->c != 0)
        return 0;
    if (frame->kind != FRAME_OP)
        return frame->kind == FRAME_FUN ? check_fun_quick(table, frame->a, args, n) : 0;
    term t;
    switch (n) {
    case 1:
        t = check_again(table, frame->a, frame->b, args, 1);
        break;
    case 2:
        t = check_again(table, frame->a, frame->b, args, 2);
        break;
    default:
        t = check_op_again(table, frame->a, frame->b, args, n);
    }
    return t != 0 || frame->b != 0 ? t : check_op_quick(table, frame->a, args, n);
}

/*
 * Room for one frame more, while the youngest of the stack is not in it yet; the
 * place of the new one.
 */
__attribute__((noinline)) static struct frame *grow_frames(struct parser *p, struct frame *top) {
    p->frames.n = (size_t)(top - p->frames.at);
    vec_reserve(&p->frames, p->frames.n + 1);
    return p->frames.at + p->frames.n;
}

__attribute__((noinline)) static void grow_args(struct parser *p, uint32_t n) {
    p->args.n = n;
    vec_reserve(&p->args, n + 1);
}

/* What is read in one go: the start of an application, or a term. */
struct lane_word {
    uint32_t means; /* a head or a term; 0 where it takes a second look */
    uint32_t n;     /* its length behind the '(' that it starts with, if it does */
    uint32_t opens; /* it starts an application: 0 or 1 */
    list indices;   /* of the head */
};

/* The literal here, read as everywhere; 0 if there is none, or something is wrong with it. */
static term read_literal(struct parser *p, const char *at, uint32_t *n) {
    enum lex_class class = lex_class(at);
    if (class != LEX_DIGIT && class != LEX_HASH && class != LEX_QUOTE)
        return 0;
    uint32_t before = p->lexer.next;
    p->lexer.next = (uint32_t)(at - p->lexer.text);
    lex_read(&p->lexer, &p->token);
    *n = p->lexer.next - (uint32_t)(at - p->lexer.text);
    p->lexer.next = before;
    term t = 0;
    return p->token.kind != TOKEN_BAD && parse_literal(p, &t) ? t : 0;
}

/* What stands here and is no word that is known already. */
__attribute__((noinline)) static struct lane_word look_again(struct parser *p, const char *at) {
    uint32_t opens = *at == '(';
    if (!opens || at[1] != '(') {
        uint32_t n, means = find_meaning(p, at + opens, opens, &n);
        if (means != 0)
            return (struct lane_word){means, n, opens, 0};
        if (!opens && (means = read_literal(p, at, &n)) != 0)
            return (struct lane_word){means, n, 0, 0};
    }
    const struct head_memo *memo = opens ? find_indexed(p, at + 1) : NULL;
    if (memo != NULL)
        return (struct lane_word){make_head(FRAME_OP, memo->name), memo->spelling.n, 1,
                                  memo->indices};
    const struct numeral_memo *numeral = find_numeral(p, at);
    return numeral != NULL ? (struct lane_word){numeral->value, numeral->spelling.n, 0, 0}
                           : (struct lane_word){0};
}

/* Is there an application, of this term, that waits for arguments? */
static bool is_application(const struct parser *p, size_t frames_before, const struct frame *top) {
    return top > p->frames.at + frames_before && top[-1].kind <= FRAME_CALL;
}

bool parse_fast_lane(struct parser *p, size_t frames_before, term *result, uint32_t *offset) {
    struct term_table *table = p->table;
    const struct symbol_table *symbols = &table->symbols;
    const char *text = p->lexer.text, *at = text + p->lexer.next;
    const char *limit = text + (p->lexer.n < LEX_WORD_LOOK ? 0 : p->lexer.n - LEX_WORD_LOOK);
    const uint32_t stamp = symbols->stamp;
    /* The tops of the stacks, while nobody else looks at them. */
    struct frame *top = p->frames.at + p->frames.n; /* behind the youngest */
    uint32_t n_args = (uint32_t)p->args.n;
    const struct frame *floor = top; /* it and what is above it are applications */
    const struct frame *frames_end = p->frames.at + p->frames.cap;
    bool ended = false;
    for (;;) {
        char c = *at;
        if (c == ')') {
            uint32_t base = top[-1].base;
            term t = close_application(table, top - 1, p->args.at + base, n_args - base);
            if (t == 0)
                break;
            top--;
            if (top <= floor) {
                if (!is_application(p, frames_before, top)) {
                    *result = t;
                    *offset = top->offset;
                    lex_set(&p->token, TOKEN_CLOSE, (uint32_t)(at - text), 1, at);
                    at++;
                    n_args = base;
                    ended = true;
                    break;
                }
                floor = top - 1;
            }
            at++;
            p->args.at[base] = t; /* there is room: it had an argument at least */
            n_args = base + 1;
            continue;
        }
        if (c == ' ')
            c = *++at;
        if (c <= ' ') {
            if (lex_class(at) != LEX_SPACE)
                break;
            at++;
            continue;
        }
        if (at >= limit)
            break;
        size_t opens = c == '(';
        struct lex_word word = lex_word(at + opens);
        const struct symbol_slot *slot = symbol_slot(symbols, word.word);
        uint32_t means = slot->means[opens], n = word.n, indices = 0;
        if (!symbol_is_in(slot, word.word) || slot->stamp != stamp || means == 0) {
            if (c == ')') /* behind a blank */
                continue;
            struct lane_word other = look_again(p, at);
            if (other.means == 0)
                break;
            if (!other.opens && !is_application(p, frames_before, top)) /* a numeral alone */
                break;
            means = other.means;
            n = other.n;
            opens = other.opens;
            indices = other.indices;
        }
        if (opens) {
            if (top == frames_end) {
                size_t on_floor = (size_t)(floor - p->frames.at);
                top = grow_frames(p, top);
                floor = p->frames.at + on_floor;
                frames_end = p->frames.at + p->frames.cap;
            }
            top->kind = head_kind(means);
            top->offset = (uint32_t)(at - text);
            top->base = n_args;
            top->a = means >> 1;
            top->b = indices;
            top->c = 0;
            top++;
        } else {
            if (n_args == p->args.cap)
                grow_args(p, n_args);
            p->args.at[n_args++] = means;
        }
        at += opens + n;
    }
    p->frames.n = (size_t)(top - p->frames.at);
    p->args.n = n_args;
    p->lexer.next = (uint32_t)(at - text);
    return ended;
}
