/*
 * printer_int.h - the inside of the printer: print_term.c lays out terms,
 * print_command.c the commands around them.
 */
#ifndef MOMUS_LANG_PRINTER_INT_H
#define MOMUS_LANG_PRINTER_INT_H

#include "base/die.h"
#include "lang/printer.h"
#include "term/separate.h"

/* What is known of a term within the command that is being printed. */
struct print_info {
    term t;
    uint32_t place;     /* of its number in the printer's places */
    uint32_t let;       /* number of its let, 0 if it has none */
    uint32_t lets;      /* of a binder: index + 1 of its first let in `lets` */
    uint16_t width;     /* unless it is plain: on one line, with names in place of its lets */
    bool is_shared : 1; /* is an argument more than once */
    bool is_long : 1;   /* plain, and too long to be written beside the output */
    bool has_name : 1;  /* a :named attribute is on it or in it */
    bool is_given : 1, is_walked : 1, is_ordered : 1; /* owned by print_named.c */
};

/* A term whose arguments are being counted, or written. */
struct count_frame {
    uint32_t number; /* of its print_info, or print_part */
    uint32_t next;   /* argument to look at next */
};

struct let {
    term value;
    uint32_t next; /* index + 1 of the next one with the same home */
    uint32_t last; /* of the first with its home: index + 1 of the last */
};

/* A term that is being printed. */
struct print_frame {
    term t;           /* 0: the frame around the whole, for its lets */
    uint32_t next;    /* argument to print next */
    uint32_t let;     /* let to print next: index + 1, 0 if none is left */
    uint32_t indent;  /* of its arguments */
    uint32_t tail;    /* closing parentheses that follow its last argument */
    uint32_t closers; /* of the lets around its body */
    uint32_t attribute,
        terms_before; /* of an annotation: where its attributes are; of older ones */
    bool in_value;    /* the value of `let` is being printed */
    bool flat;        /* on one line */
    bool had_term;    /* an argument with arguments was printed */
};

/* A plain term or an argument in it, as it stands on one line. */
struct print_part {
    uint32_t start, end; /* in the printer's `flat` */
    uint32_t next;       /* part that follows it and all that is in it; an atom has no parts */
    term t;              /* 0 if it is a leaf */
};

/* One that is being printed over several lines. */
struct part_frame {
    uint32_t next, end; /* parts to print next, and behind the last */
    uint32_t indent;    /* of its arguments */
    uint32_t tail;      /* closing parentheses that follow its last argument */
    bool is_single;     /* it has one argument */
    bool had_term;      /* an argument with arguments was printed */
};

/* The variable of the command with a name, or, if there are several, that. */
struct name_owner {
    uint32_t epoch;
    uint32_t variable;
    bool several;
};

/* A variable that is not printed with its own name. */
struct renamed {
    uint32_t epoch;
    uint32_t number;
};

/* A name that is free in the body of a binder, or one of its variables. */
struct bound_name {
    uint32_t stamp;
    uint32_t variable; /* UINT32_MAX: several have the name */
};

/* A leaf as text: what was written lately comes again soon. */
struct leaf_text {
    uint64_t key; /* of the term, while its text is good: see print_leaf_key */
    uint32_t n;
    struct hash_word word;
};
enum { PRINT_LEAF_BITS = 12 };

struct printer {
    struct term_table *table;
    struct strbuf *out;
    uint32_t width;
    const symbol *fun_names;
    const symbol *decl_names;

    uint32_t epoch;
    VEC(struct print_info) infos; /* of the terms of the command that are no atoms */
    /*
     * A hash table of their numbers, at most half full. A place is taken if the
     * entry with that number is there and points back to it: so nobody has to
     * clear it for the next command. It is as large as the command, so it mostly
     * stays in the cache.
     */
    u32_vec places;
    uint32_t place_bits;           /* of which 1 << place_bits are in use now */
    VEC(struct name_owner) owners; /* by symbol */
    VEC(struct count_frame) counting;
    u32_vec order; /* numbers of what is below the root, arguments first */
    VEC(struct let) lets;
    uint32_t first_let;  /* of those outside all binders: index + 1 */
    uint32_t let_prefix; /* underscores behind "_let_" that keep the names apart */
    uint32_t n_renamed;  /* numbers given to variables in this command */
    bool is_simple;      /* plain, and nothing is shared that is no atom: it is in `flat` */
    bool has_binder, has_annotation;
    bool is_tangled; /* a variable has two binders, or is free, too */
    bool may_clash;  /* a variable may have the name of something else in the command */
    struct term_separation separation;
    u32_vec name_epochs;          /* by symbol: the command uses it as function or operator */
    u32_vec variable_name_epochs; /* by symbol: and as a variable */
    u32_vec binder_of;            /* by variable: its binder in this command */
    u32_vec binder_epochs;        /* by variable: when binder_of was set */
    VEC(struct renamed) renamed;  /* by variable */
    VEC(struct bound_name) bound; /* by symbol: for the binder that is being named */
    uint32_t bound_stamp;
    struct strbuf flat;           /* a plain term, on one line */
    VEC(struct print_part) parts; /* of it, each before what is in it */
    VEC(struct part_frame) part_frames;
    VEC(struct print_frame) frames;
    size_t line_start; /* offset in out */
    struct strbuf scratch;
    struct leaf_text *leaves; /* 1 << PRINT_LEAF_BITS of them, by the last bits of their terms */
    uint64_t leaf_epoch;      /* its upper half counts; texts are good as long as it is the same */
};

static inline uint64_t print_leaf_key(const struct printer *p, term t) {
    return p->leaf_epoch | t;
}
static inline struct leaf_text *print_leaf_text(const struct printer *p, term t) {
    return &p->leaves[t & ((1u << PRINT_LEAF_BITS) - 1)];
}

enum { PRINT_WIDTH_MAX = 60000 }; /* widths stop growing here */

enum { PRINT_LET_SIZE = 8 }; /* a shared term with fewer nodes is written out again */

/* Small and simple: no let is in it, so nothing is noted about it, and it may be recursed over. */
static inline bool print_node_is_atom(const struct term_node *node) {
    return node->is_plain && node->few < PRINT_LET_SIZE;
}
static inline bool print_is_atom(const struct printer *p, term t) {
    return print_node_is_atom(term_at(p->table, t));
}

/*
 * Can the head of (f x) not stand first, as a substitution put it there, or as it is (as f SORT), which
 * would be the sort of all of it? Then it is (@ t x). (print_name.c)
 */
bool print_call_needs_at(struct printer *p, term t);

/* Where the number of the term is, or may go. */
static inline uint32_t print_info_place(const struct printer *p, term t) {
    uint32_t mask = (UINT32_C(1) << p->place_bits) - 1;
    uint32_t place = (uint32_t)((t * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - p->place_bits));
    for (;; place = (place + 1) & mask) {
        uint32_t number = p->places.at[place];
        if (number >= p->infos.n || p->infos.at[number].place != place ||
            p->infos.at[number].t == t)
            return place;
    }
}
/* Of a term of the command that is no atom. */
static inline struct print_info *print_info_of(const struct printer *p, term t) {
    uint32_t number = p->places.at[print_info_place(p, t)];
    REQUIRE(number < p->infos.n && p->infos.at[number].t == t);
    return &p->infos.at[number];
}

/* Is it large enough, and used often enough? What has a name must not be written twice at all. */
static inline bool print_wants_let(const struct printer *p, const struct print_info *info) {
    const struct term_node *node = term_at(p->table, info->t);
    return info->is_shared && (node->few >= PRINT_LET_SIZE || info->has_name) &&
           node->op != OP_CASE;
}
/* (! (let ...) :named x): cvc5 has it that no term in a let is named. */
static inline bool print_lets_are_inside(const struct printer *p, term root) {
    return term_op(p->table, root) == OP_ANNOTATED && term_n_args(p->table, root) == 1;
}

/* ---- print_name.c ---- */

void print_sort(struct printer *p, sort s);
symbol print_fun_symbol(const struct printer *p, fun f);
void print_fun_name(struct printer *p, fun f);
/* Are testers of the constructor c written is-c? */
static inline bool print_is_dashed(const struct printer *p, fun f) {
    uint8_t spellings = fun_at(p->table, f)->spellings;
    return (spellings & (SPELLED_DASH | SPELLED_NO_DASH)) == SPELLED_DASH;
}
symbol print_dashed_symbol(struct printer *p, fun f);
void print_decl_name(struct printer *p, uint32_t decl);
/* (f (A B) SORT). `whole` is the datatype of a constructor or selector, else the result. */
void print_rank(struct printer *p, fun f, sort whole);
void print_variable(struct printer *p, uint32_t variable);
void print_let_name(struct printer *p, uint32_t let);
uint32_t print_let_width(const struct printer *p, uint32_t let);
/*
 * "((x S) (y T))" with the names that the variables have here. Lines that get
 * too long go on indented by `wrap`.
 */
#define PRINT_NO_WRAP UINT32_MAX
void print_sorted_vars(struct printer *p, const term *vars, uint32_t n, uint32_t wrap);
/* A variable keeps its name (0) unless print_name_variables has given it a number. */
static inline uint32_t print_variable_number(const struct printer *p, uint32_t variable) {
    return variable < p->renamed.n && p->renamed.at[variable].epoch == p->epoch
               ? p->renamed.at[variable].number
               : 0;
}
/* The usual heads are the text of a symbol, as it is; NULL for the others. */
static inline const struct symbol_entry *print_usual_head(const struct printer *p,
                                                          const struct term_node *node) {
    symbol name;
    if (node->op >= OP_FIRST_THEORY) {
        const struct op_info *info = op_info(p->table, node->op);
        if (node->payload != 0 || info->needs_as)
            return NULL;
        name = info->symbol;
    } else if (node->op == OP_APPLY) {
        const struct fun *f = fun_at(p->table, node->payload);
        symbol other = p->fun_names == NULL ? 0 : p->fun_names[node->payload];
        if (f->n_params_sorts > 0 || f->is_overloaded)
            return NULL;
        name = other != 0 ? other : f->name;
    } else if (op_is_literal(node->op) && node->op != OP_FIELD && node->op != OP_ABSTRACT)
        return symbol_at(&p->table->symbols, node->payload);
    else if (node->op == OP_VAR && print_variable_number(p, node->payload) == 0)
        name = p->table->variables.at[node->payload].name;
    else
        return NULL;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    return entry->needs_bars ? NULL : entry;
}
/* A leaf, or what stands first in an application. */
void print_head(struct printer *p, term t);
uint32_t print_head_width(struct printer *p, term t);

/* Notes that the variable is in the command. */
void print_claim_name(struct printer *p, uint32_t variable);
/* Notes that the command uses the name: for a function or operator, or for a variable. */
void print_use_name(struct printer *p, u32_vec *epochs, symbol name);
/* Gives the variables of a binder names that nothing in its body uses otherwise. */
void print_name_variables(struct printer *p, const term *vars, uint32_t n, term body);

/* ---- print_measure.c ---- */

/* The number of the term in p->infos. If it is new in this command, nothing shares it. */
uint32_t print_note(struct printer *p, term t, bool *is_new);

/*
 * Prepares the term that a command holds: which parts are shared, what is
 * let-bound, how wide each is. Returns the term to print: a copy where two
 * binders share a variable.
 */
term print_prepare(struct printer *p, term root);
/* The same for the body of a definition; gives names to its variables, too. */
term print_prepare_definition(struct printer *p, const term *vars, uint32_t n, term root);
/* Does it fit behind `column` columns, with `tail` closing parentheses behind it? */
bool print_fits(struct printer *p, term t, uint32_t column, uint32_t tail);

/* ---- print_named.c ---- */

/* Is there a :named attribute on the term or in it? It is known of its arguments. */
bool print_holds_name(const struct printer *p, term t);
/* Where names come too late: puts p->order in an order in which they do not, and has lets for it. */
void print_order_names(struct printer *p, term root);

/* ---- print_term.c ---- */

/*
 * A prepared term with its lets, from the present column on; continuation lines
 * are indented by `indent`. `tail` closing parentheses will follow. `flat`: all
 * on one line.
 */
void print_laid_out(struct printer *p, term t, uint32_t indent, uint32_t tail, bool flat);
/* An atom, or the name of a let, within what print_flat.c lays out. */
void print_apart(struct printer *p, term t, uint32_t indent, uint32_t tail);
void print_new_line(struct printer *p, uint32_t indent);
enum { PRINT_INDENT_STEP = 2, PRINT_INDENT_MAX = 40 }; /* indentation stops growing there */
static inline uint32_t print_deeper(uint32_t indent) {
    return indent + PRINT_INDENT_STEP > PRINT_INDENT_MAX ? PRINT_INDENT_MAX
                                                         : indent + PRINT_INDENT_STEP;
}

/* ---- print_flat.c ---- */

/* A plain term without lets, on one line; only small ones, as it recurses. */
void print_flat(struct printer *p, term t);
/*
 * Writes a plain term to p->flat, with names in place of what is let-bound in it. False if
 * it is too long, or, where nobody knows yet whether the root is simple, if it is not.
 */
bool print_write_flat(struct printer *p, term t);
/* How wide such a term is; more than a line need not be known exactly. */
uint32_t print_flat_width(struct printer *p, term t);
/* print_fits and print_laid_out for what was written there. */
bool print_flat_fits(const struct printer *p, uint32_t column, uint32_t tail);
void print_flat_laid_out(struct printer *p, uint32_t indent, uint32_t tail, bool flat);
/*
 * A term that is not prepared, behind a space on the present line, with `tail`
 * closing parentheses to follow: true if it is small, needs no let and fits, as
 * most do; else nothing is printed.
 */
bool print_simply(struct printer *p, term t, uint32_t tail);

#endif
