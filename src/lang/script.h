/*
 * script.h - a script: its commands in order, with typed terms.
 *
 * The terms, sorts and functions live in the term table that the script was
 * read into. Comments are commands of their own, so that printing a script
 * loses nothing that its author wrote: one that stood inside a command comes
 * out before it.
 */
#ifndef MOMUS_LANG_SCRIPT_H
#define MOMUS_LANG_SCRIPT_H

#include "base/vec.h"
#include "term/table.h"

enum command_kind {
    COMMAND_COMMENT, /* text: with its semicolon */
#define COMMAND(id, name, shape) COMMAND_##id,
#include "lang/commands.def"
#undef COMMAND
    COMMAND_COUNT
};

enum command_shape {
    SHAPE_NONE,
    SHAPE_COUNT,
    SHAPE_SYMBOL,
    SHAPE_STRING,
    SHAPE_KEYWORD,
    SHAPE_ATTRIBUTE,
    SHAPE_TERM,
    SHAPE_FORMULA,
    SHAPE_PREDICATE,
    SHAPE_TERMS,
    SHAPE_LITERALS,
    SHAPE_NAMED_TERM,
    SHAPE_SORT,
    SHAPE_SORT_PAIR,
    SHAPE_RAW,
    SHAPE_SPECIAL,
};

/*
 * Fields beyond commands.def:
 *   declare-const, declare-fun, define-const, define-fun(-rec)   fun
 *   declare-var                                                  fun
 *   declare-rel                                                  fun, text (how z3 keeps it)
 *   define-funs-rec                                              items: functions
 *   declare-sort, define-sort, declare-sort-parameter            decl
 *   declare-(co)datatype(s)                                      items: sort declarations
 *   assert                                                       body
 */
struct command {
    uint8_t kind;
    bool blank_before; /* the source had an empty line before it */
    bool same_line;    /* a comment that stood behind a command */
    uint32_t offset;   /* in the source */
    symbol name;
    symbol text;
    uint32_t number;
    fun fun;
    uint32_t decl;
    term body;
    list items;
};

enum note_kind {
    NOTE_UNARY,
    NOTE_REAL_NUMERAL,
    NOTE_INT_AS_REAL,
    NOTE_LAMBDA_ARRAY,
    NOTE_OVERLOAD,      /* a function with the name of another, other sorts */
    NOTE_SHADOWS,       /* a declaration hides an operator of a theory */
    NOTE_UNKNOWN_LOGIC, /* read as ALL */
    NOTE_RAW_UTF8,      /* a character beyond ASCII in a string literal */
    NOTE_OLD_SYNTAX,    /* z3's old declare-datatypes */
    NOTE_SOLVER_NAME,   /* a declared name that is reserved for solvers */
    NOTE_EMPTY_PATTERN, /* (c) in a match */
    NOTE_LATE_LOGIC,    /* set-logic behind a declaration, assertion or the like */
    NOTE_NO_NUMERAL,    /* (push), (pop) */
    NOTE_KINDS
};

/* A use of the tolerance that solvers share. */
struct note {
    uint32_t offset;
    uint32_t kind;
};
enum { NOTES_KEPT = 1000 };

struct script {
    VEC(struct command) commands;
    VEC(struct note) notes; /* the first NOTES_KEPT */
    uint64_t n_notes;       /* all */
    uint32_t end;           /* offset in the source behind what was read: see (exit) */
    fun first_fun;          /* no function that is older was declared by the script */
};

void script_release(struct script *script);
const char *command_name(enum command_kind kind);
size_t command_name_length(enum command_kind kind);
enum command_shape command_shape(enum command_kind kind);
/* COMMAND_COUNT if there is no such command. */
enum command_kind command_find(const char *at, size_t n);
const char *note_text(enum note_kind kind);

#endif
