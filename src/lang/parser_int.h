/*
 * parser_int.h - the inside of the parser, shared by its files.
 *
 * parse_sort.c, parse_term.c and parse_command.c read the three layers of the
 * language; scope.c keeps what names mean. Sorts and terms are read with
 * explicit stacks. The first error is kept and makes everything return.
 */
#ifndef MOMUS_LANG_PARSER_INT_H
#define MOMUS_LANG_PARSER_INT_H

#include "base/lex.h"
#include "lang/logic.h"
#include "lang/parser.h"
#include "term/check.h"
#include "term/walk.h"

/* A binding of a let, quantifier, match or definition, while the parser is inside of it. */
struct local {
    symbol name;
    term value;
    uint32_t hidden; /* what the symbol's `local` was before */
};

/* A declaration that a pop or the end of the parser undoes. */
struct trail_entry {
    symbol name;
    bool is_sort;
    uint32_t hidden; /* what the symbol's `fun` or `sort` was before */
};

/* A term with a :named attribute. */
struct named {
    fun fun;
    term annotated;
};

struct sort_frame {
    uint32_t offset;
    uint32_t base; /* of its arguments on sort_args */
    symbol name;
};

/* The text of something that was read, to know it again where it is spelled in the same way. */
enum { SPELLING_MAX = 47 };
struct spelling {
    struct hash_word start, mask; /* its first sixteen bytes, and which of them count */
    char text[SPELLING_MAX];
    uint8_t n; /* 0: nothing is kept here */
};

static inline void parse_keep_spelling(struct spelling *kept, const char *at, size_t n) {
    static const char ones[16] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    size_t first = n < 16 ? n : 16;
    kept->start = hash_word(at, first);
    kept->mask = hash_word(ones, first);
    memcpy(kept->text, at, n);
    kept->n = (uint8_t)n;
}
/* Is it at this place, of which SPELLING_MAX bytes can be read? */
static inline bool parse_is_spelled(const struct spelling *kept, const char *at) {
    uint64_t a = hash_load(at, 8) ^ kept->start.a, b = hash_load(at + 8, 8) ^ kept->start.b;
    return ((a & kept->mask.a) | (b & kept->mask.b)) == 0 && kept->n > 0 &&
           (kept->n <= 16 || memcmp(kept->text + 16, at + 16, kept->n - 16u) == 0);
}

/*
 * A sort that was read, with its text: most sorts are spelled as one of the last
 * few was. It holds until the name of a sort gets another meaning.
 */
enum { SORTS_KEPT = 4 };
struct sort_memo {
    struct spelling spelling;
    sort sort;
    bool is_open; /* mentions a sort parameter of the script */
};

/* (_ f 1 2) as the head of an application, with its text: the same way. */
enum { HEADS_KEPT = 4 };
struct head_memo {
    struct spelling spelling;
    symbol name;
    list indices;
};

/* (_ bv5 32), with its text, which means the same wherever it stands; by the hash of bv5. */
enum { NUMERALS_KEPT = 64 };
struct numeral_memo {
    struct spelling spelling;
    term value;
};

/* Of finite fields. */
enum { ORDERS_KEPT = 8 };

/* What waits on the stack of frames, and what it keeps in a, b and c. */
enum frame_kind {
    FRAME_OP,     /* a: symbol, b: list of indices, c: sort given with `as` */
    FRAME_FUN,    /* a: function, c: sort given with `as` */
    FRAME_IS,     /* a: constructor, b: its spelling, c: sort given with it */
    FRAME_UPDATE, /* a: selector, b, c: the same */
    FRAME_MAP,  /* a: function, or b: symbol of an operator; c: sorts of its rank, 0 if not given */
    FRAME_CALL, /* the first argument is what is called */
    FRAME_HEAD, /* of an application, being a term itself */
    FRAME_LET,  /* values; a: names before it */
    FRAME_LET_BODY,
    FRAME_BINDER,     /* a: operator; arguments so far: the variables */
    FRAME_ANNOTATED,  /* a: names before it (attributes so far are there); b: offset of :named's */
    FRAME_PATTERN,    /* a: keyword */
    FRAME_NO_PATTERN, /* a: keyword */
    FRAME_MATCH,
    FRAME_CASE, /* a: constructor or 0; b: number of variables */
};

struct frame {
    uint32_t kind; /* enum frame_kind */
    uint32_t offset;
    uint32_t base;    /* of its arguments on args */
    uint32_t a, b, c; /* by kind */
    uint32_t locals;  /* how many there were before it, unless it is an application */
};

/* The words that the parser looks for, interned once. */
struct words {
    symbol unused;
    symbol let, forall, exists, lambda, choice, witness, match, bang, underscore, as, par;
    symbol named, pattern, no_pattern;
    symbol is, update, update_field, map, as_array, character, algebraic, root_obj;
    symbol bit_vec;
};

struct parser {
    struct term_table *table;
    struct lexer lexer;
    struct token token; /* the one that was read last */
    uint32_t ahead;     /* offset up to which fetch_names has looked */
    struct parse_error *error;
    bool failed;
    struct script *script;
    struct words words;

    uint32_t logic_at;  /* offset behind the '(' of the set-logic of this text, 0 if none */
    bool real_numerals; /* the logic has Reals and no Ints */
    bool any_logic;     /* all theories are there, or the logic is not known */
    bool has_begun;     /* there was a command that set-logic should stand before */
    bool global_declarations;
    bool model_syntax;  /* reading what a solver printed: abstract values may occur */
    bool lambda_arrays; /* there: a lambda is an array, as in z3 */
    bool lambda_seen;   /* a lambda was read */
    sort wanted;        /* there: the sort of the whole term that is being read, 0 if not known */

    VEC(struct local) locals;
    VEC(struct trail_entry) trail;
    u32_vec levels;         /* length of the trail at each push */
    uint32_t used_sorts;    /* those of sort_names that printing needs, a bit each */
    struct index overloads; /* of overload.c */

    VEC(struct frame) frames;
    u32_vec args;
    VEC(struct named) named;      /* in the command that is being read */
    struct term_walk walk;        /* over its terms */
    struct parse_names *resolver; /* of parse_named.c, NULL until it is needed */
    u32_vec names; /* of lets whose bindings are being read; keywords of annotations */
    struct head_memo heads[HEADS_KEPT];
    uint32_t next_head; /* where the next one goes */
    struct numeral_memo numerals[NUMERALS_KEPT];
    struct sort_memo sorts[SORTS_KEPT];
    uint32_t next_sort;         /* where the next one goes */
    symbol orders[ORDERS_KEPT]; /* of finite fields, which were found to be prime */
    VEC(struct sort_frame) sort_frames;
    u32_vec sort_args;
    struct strbuf scratch;
};

/*
 * Points the parser at a text; everything that an earlier text left half done
 * is dropped. Notes go to the script, if there is one. (parser.c)
 */
bool parse_start(struct parser *p, const char *text, size_t n, struct script *script,
                 struct parse_error *error);
/* The next token must be the end of the text. */
bool parse_at_end(struct parser *p);

/* ---- errors (parser.c) ---- */

/* Keeps the first error; always false, for `return parse_fail(...)`. */
bool parse_fail(struct parser *p, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "unknown symbol 'foo'; did you mean 'fop'?" */
bool parse_fail_unknown(struct parser *p, uint32_t offset, const char *what, symbol name,
                        bool want_sort);
bool parse_fail_unexpected(struct parser *p, const char *expected);
/* "WHAT must be of sort WANTED, not GIVEN" */
bool parse_fail_sort(struct parser *p, uint32_t offset, const char *what, sort wanted, sort given);
void parse_note(struct parser *p, enum note_kind kind, uint32_t offset);
void parse_note_tolerances(struct parser *p, unsigned tolerances, uint32_t offset);

/* ---- tokens (parser.c) ---- */

bool parse_fail_token(struct parser *p);
/* Reads the next token into p->token; false (and an error) if it is malformed. */
static inline bool parse_next(struct parser *p) {
    lex_read(&p->lexer, &p->token);
    return p->token.kind != TOKEN_BAD || parse_fail_token(p);
}
bool parse_expect(struct parser *p, enum token_kind kind, const char *expected);
static inline bool token_is_symbol(const struct token *token) {
    return token->kind == TOKEN_SYMBOL || token->kind == TOKEN_QUOTED_SYMBOL;
}
/* The interned text of the last token, a symbol or keyword. */
static inline symbol parse_intern(struct parser *p) {
    const char *at = p->token.at;
    size_t n = p->token.n;
    bool is_word = n <= SYMBOL_SHORT && p->lexer.text + p->lexer.n - at >= SYMBOL_SHORT;
    return is_word ? symbol_intern_word(&p->table->symbols, at, hash_word_cut(at, n), n)
                   : symbol_intern(&p->table->symbols, at, n);
}
/* The last token must be a symbol; *name is it. */
bool parse_symbol(struct parser *p, symbol *name, const char *expected);
/* The same for a symbol that gets a meaning here: no reserved word. */
bool parse_own_symbol(struct parser *p, symbol *name, const char *expected);
/* The same for one that is declared: those that solvers keep for themselves are noted. */
bool parse_declared_symbol(struct parser *p, symbol *name, const char *expected);
/* The last token must be a numeral up to SORT_INDEX_MAX. */
bool parse_index(struct parser *p, uint32_t *value);
/*
 * Appends the S-expression that starts with the last token to `out`, tokens
 * separated by one space; reads to its end.
 */
bool parse_raw(struct parser *p, struct strbuf *out);

/* ---- scope.c ---- */

void scope_bind_local(struct parser *p, symbol name, term value);
/* Unbinds the youngest locals until `n` are left. */
void scope_leave(struct parser *p, uint32_t n);
/* Makes the name mean this function; refuses it if another one with the name could be meant, too. */
bool scope_bind_fun(struct parser *p, fun f, uint32_t offset);
/* The same for a name that means no function or operator: nobody remembers a meaning of it. */
void scope_bind_fresh(struct parser *p, symbol name, fun f);
/* A sort of a theory that was used cannot be declared as another one: it could not be printed. */
bool scope_bind_sort(struct parser *p, symbol name, uint32_t decl, uint32_t offset);
/* Notes that this name was written for s; it fails where s is printed by a name that is another sort now. */
bool scope_use_sort(struct parser *p, const struct sort_name *known, sort s, uint32_t offset);
bool scope_push(struct parser *p, uint32_t levels, uint32_t offset);
bool scope_pop(struct parser *p, uint32_t levels, uint32_t offset);
/* Undoes the youngest declarations until `n` are left on the trail. */
void scope_undo(struct parser *p, size_t n);
/* Undoes every declaration. */
void scope_reset(struct parser *p);

/* ---- overload.c ---- */

/* Is there a function with the name of f that is not told apart from it? The youngest is given. */
bool overload_clashes(const struct parser *p, fun f, fun youngest);
/* f comes into force beside older ones with its name, of which the youngest is given; or goes. */
void overload_add(struct parser *p, fun f, fun older);
void overload_remove(struct parser *p, fun f, fun older);

/* ---- parse_sort.c, parse_term.c, parse_command.c ---- */

/* The name of a sort has another meaning now. */
void parse_forget_sorts(struct parser *p);
/* Is it the order of a field? An error at the last token if not. No leading zeros. */
bool parse_field_order(struct parser *p, const char *digits, size_t n, symbol *order);
/* The one of those kept that is spelled at this place of the text, or NULL. */
const struct sort_memo *parse_find_sort(const struct parser *p, const char *at);

/* All three: the last token starts it; afterwards the last token is its last one. */
bool parse_sort(struct parser *p, sort *result);
bool parse_term(struct parser *p, term *result);
bool parse_command(struct parser *p, struct command *command);

/* ---- inside of commands ---- */

bool parse_expect_close(struct parser *p);
/* The next token must be a name that may be declared. */
bool parse_new_name(struct parser *p, symbol *name, const char *expected);
list parse_intern_list(struct parser *p, const u32_vec *items);
/* Names that start with @ or . are those of solvers: others should not declare any. */
static inline bool parse_is_reserved_for_solvers(const char *name, size_t n) {
    return n > 0 && (name[0] == '@' || name[0] == '.');
}
/*
 * parse_option.c. Is it a value that set-option or set-info may have there, as it was read at this
 * offset? (text is 0 if it has none.)
 */
bool parse_check_value(struct parser *p, const struct command *c, uint32_t offset);
/* What the option changes for the commands that follow. */
bool parse_set_option(struct parser *p, const struct command *c);
/* parse_datatype.c: declare-datatype(s) and their co-forms, after the name of the command */
bool parse_datatypes(struct parser *p, struct command *command);

/* Sort parameters that are in force while one declaration is read. */
struct params {
    u32_vec names;
    u32_vec hidden; /* what each name meant before */
};
/* "X Y ...)" after the '(': each becomes a variable of a pattern. */
bool parse_params(struct parser *p, struct params *params);
/* Afterwards the names mean what they meant before. */
void parse_leave_params(struct parser *p, struct params *params);

/* ---- inside of terms ---- */

static inline struct frame *parse_push_frame(struct parser *p, enum frame_kind kind,
                                             uint32_t offset) {
    vec_extend(&p->frames, 1);
    struct frame *frame = &vec_top(&p->frames);
    frame->kind = kind;
    frame->offset = offset;
    frame->base = (uint32_t)p->args.n;
    frame->locals = (uint32_t)p->locals.n;
    frame->a = frame->b = frame->c = 0;
    return frame;
}
static inline void parse_push_arg(struct parser *p, term t) {
    vec_push(&p->args, t);
}
/* Leaves the oldest n of args. */
static inline void parse_drop_args(struct parser *p, uint32_t n) {
    p->args.n = n;
}

/* parse_identifier.c. The last token is the literal, or the name that stands alone. */
bool parse_literal(struct parser *p, term *result);
bool parse_name(struct parser *p, term *result);
/* (q (A B) C), at its '(': the function with this rank, as a value. */
bool parse_ranked_function(struct parser *p, term *result);
/* The function as a value of map sort. */
bool parse_function_value(struct parser *p, fun f, uint32_t offset, term *result);
/* The youngest function of this kind among f and those that it hides; 0 if there is none. */
fun parse_fun_of_kind(const struct parser *p, fun f, enum fun_kind kind);
/* Of this constructor or selector and those of its name that it hides, the one of the datatype; f if none is. */
fun parse_fun_of_sort(struct parser *p, fun f, sort datatype);
/* is-c, for this name of a constructor; it is 0 if nobody has written that. */
symbol parse_find_dashed(struct parser *p, symbol name);
bool parse_fail_op(struct parser *p, uint32_t offset, symbol name, const struct check *check,
                   const term *args, uint32_t n_args);
bool parse_fail_fun(struct parser *p, uint32_t offset, fun f, const struct check *check,
                    const term *args, uint32_t n_args);

/* What an identifier in parentheses turned out to be. */
struct identifier {
    bool is_term; /* then `value` is it; otherwise a frame has been pushed */
    term value;
};
/* (_ ...), after the underscore; as the head of an application or alone. */
bool parse_indexed(struct parser *p, uint32_t offset, bool is_head, struct identifier *id);
/* (as ...), after `as` */
bool parse_qualified(struct parser *p, uint32_t offset, struct identifier *id);

/* The rest of what is not made of tokens, up to the ')' that closes it, which is then the last. */
bool parse_skip_raw(struct parser *p, uint32_t offset);

/* ---- parse_abstract.c: elements of uninterpreted sorts, in what solvers print ---- */

/* Is it an uninterpreted sort? */
bool parse_is_element_sort(const struct parser *p, sort s);
/* An element that carries its sort in its name: @uc_U_0, U!val!0. */
bool parse_abstract_name(struct parser *p, symbol name, term *result);
/* After the symbol @: the rest of a name like @(P Int)_0, if it is one. */
bool parse_abstract_rest(struct parser *p, symbol *name);
/*
 * z3 writes a constructor without (as ...) if its datatype is used with one list
 * of arguments only: that sort, or the one that is wanted; 0 if neither.
 */
sort parse_sort_of_constructor(const struct parser *p, fun constructor);
/* The sort that a leaf of a model must have at this place, if what is around it says so; else 0. */
sort parse_wanted_here(const struct parser *p);
/* Is (as NAME SORT) an abstract value, if nobody declares the name? */
bool parse_is_abstract(const struct parser *p, symbol name, sort s);

/* z3 may write "a" as (seq.unit (_ Char 97)): is NAME the word in it, at its place? */
bool parse_is_z3_character(const struct parser *p, symbol name);
/* After the word: the string of one character; what encloses it stands for its argument alone. */
bool parse_z3_character(struct parser *p, term *result);

/* A text beside the one that is being read; errors in it are forgotten. */
struct parse_aside {
    struct lexer lexer;
    struct token token;
    struct strbuf text;
    uint32_t frames, args, names, sort_frames, sort_args, locals; /* how many there were before */
};
void parse_aside_begin(struct parser *p, struct parse_aside *aside, const char *text, size_t n);
void parse_aside_end(struct parser *p, struct parse_aside *aside);

/*
 * parse_fast.c. Goes on where an application starts, or inside of one: behind its
 * head or one of its arguments. True if it came to the end of a term that no
 * application waits for: *result, which began at *offset.
 */
bool parse_fast_lane(struct parser *p, size_t frames_before, term *result, uint32_t *offset);
/*
 * "(NAME", for a name that is to be bound and was read before: it becomes the last
 * token. 0 where that takes a second look; then nothing was read.
 */
symbol parse_fast_name(struct parser *p);
/* " SORT)", for a sort that is kept; else nothing was read. */
bool parse_fast_sort(struct parser *p, sort *s);
/*
 * Behind the '(' of a command: true if it declares a constant in the usual way,
 * and was read up to its ')'; else nothing was read.
 */
bool parse_fast_declaration(struct parser *p, struct command *c);
/* Keeps the identifier at this offset, which was just read and has left its frame. */
void parse_keep_head(struct parser *p, uint32_t offset);
/* The same for one that is a term alone, if it is a bit-vector. */
void parse_keep_numeral(struct parser *p, uint32_t offset, term value);
void parse_forget_heads(struct parser *p);

/* parse_apply.c */
bool parse_apply_op(struct parser *p, const struct frame *frame, term *result);
bool parse_apply_fun(struct parser *p, const struct frame *frame, term *result);
/* A ')' that ends an application. */
bool parse_close_application(struct parser *p, term *result);

/* parse_binder.c */
/* The next binding of a let, or its body. */
bool parse_next_binding(struct parser *p);
bool parse_open_binder(struct parser *p, enum op op, uint32_t offset);
bool parse_close_binder(struct parser *p, term body, uint32_t body_offset, term *result);
void parse_add_attribute(struct parser *p, symbol keyword, uint32_t kind, uint32_t value);
/* Reads attributes until the annotation ends (*done) or terms have to be read for one. */
bool parse_next_attribute(struct parser *p, term *result, bool *done);

/* ---- parse_named.c: names of terms that are in no command ---- */

/*
 * Behind a command that gives names to terms: spells out, in what the command holds, those whose
 * terms are not in it. Only these stay in p->named.
 */
void parse_resolve_names(struct parser *p, struct command *c);
/* Defines them at the end of the script; p->named is empty then. */
void parse_define_names(struct parser *p);
/* The same of a term alone, which has no place for definitions. */
term parse_spell_out_names(struct parser *p, term t);
struct parse_names;
void parse_names_free(struct parse_names *names);

/* parse_match.c. After the scrutinee, and after a case: on to the next, or the end (*done). */
bool parse_open_cases(struct parser *p, term scrutinee, uint32_t offset, term *result, bool *done);
bool parse_close_case(struct parser *p, term body);
bool parse_next_case(struct parser *p, term *result, bool *done);

/* "((x S) (y T))" after its '(' was read; binds the variables and appends their terms to args. */
bool parse_sorted_vars(struct parser *p);
/* Replaces sort parameters of the script by the variables of a pattern; counts them. */
sort parse_generalise(struct parser *p, sort s, u32_vec *params);

#endif
