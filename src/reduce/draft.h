/*
 * draft.h - the script that is being reduced, and candidates for its next version.
 *
 * A draft is read from text into a table of its own. A step makes a revision of it:
 * a copy of its commands, changed here and there, with new terms in the same
 * table. The revision is printed, and then everything that was made for it is
 * dropped from the table in one move: what remains of a candidate is its text.
 */
#ifndef MOMUS_REDUCE_DRAFT_H
#define MOMUS_REDUCE_DRAFT_H

#include "base/id_set.h"
#include "lang/parser.h"
#include "lang/printer.h"
#include "term/walk.h"

/* What a definition said before a revision. */
struct draft_body {
    fun f;
    list params, vars;
    sort result;
    term body;
    symbol name;
};

struct draft_name {
    uint32_t variable;
    symbol name;
};

struct draft {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct strbuf text;            /* of the script, one command per line */
    struct term_mark empty, read_; /* the table before and after it was read */

    /* The revision that is being made. */
    struct script revision;
    VEC(struct draft_body) bodies;    /* definitions that it changes */
    u32_vec fun_names, decl_names;    /* other names that it gives; empty: none */
    VEC(struct draft_name) variables; /* bound variables that it renames */
    bool keeps_unused;                /* all unused declarations stay in this one */
    struct id_set kept; /* hashes of names: declarations that stay even if nothing uses them */

    struct term_walk walk; /* scratch */
    struct term_map images;
    struct term_map used_terms;
    u32_vec args, used_funs, used_decls, all_funs;
};

void draft_init(struct draft *draft);
void draft_release(struct draft *draft);
/* Reads a script in place of the one before. False, with the error, if it is refused. */
bool draft_read(struct draft *draft, const char *text, size_t n, struct parse_error *error);

/* ---- revisions ---- */

/* A revision that changes nothing as yet. */
void revision_begin(struct draft *draft);
/* Prints it, without what is not used any more, unless that is to stay; drops the revision. */
void revision_finish(struct draft *draft, struct strbuf *out);
/* Drops it. */
void revision_abandon(struct draft *draft);

/* A function that gives what stands in a term's place. The same sort, unless that is 0: no. */
typedef term revision_fn(struct draft *draft, term t, void *context);
/* Every term that a command of the revision holds is replaced. False as soon as one has no image. */
bool revision_map(struct draft *draft, revision_fn *map, void *context);
/* Puts `to` in the place of `from`, wherever it stands. Free variables of `to` are those of `from`. */
bool revision_replace(struct draft *draft, term from, term to);
/* The same below one root. */
term draft_rebuild(struct draft *draft, term root, term from, term to);
/* A definition of the table may be changed once this was called; it is put back later. */
struct fun *revision_fun(struct draft *draft, fun f);
/* Another name for a bound variable, until the revision is over. */
void revision_rename_variable(struct draft *draft, uint32_t variable, symbol name);

/* ---- looking around ---- */

/* Adds all terms that commands hold as roots of the walk, which has begun. */
void draft_walk(struct draft *draft, struct term_walk *walk);
/* Does it declare or define what others may use? */
bool draft_declares(struct draft *draft, const struct command *command);
/* The places of those commands of which nothing is used further down but by one another, the last first. */
void draft_find_unused(struct draft *draft, u32_vec *places);
/*
 * What nothing in `like` uses stays in revisions of the draft, which is `like` or another version of
 * it: somebody may care for it all the same. Only what a step makes useless goes with it.
 */
void draft_keep_unused(struct draft *draft, struct draft *like);
/* The functions that a command declares or defines, constructors and selectors included. */
void draft_funs_of(const struct draft *draft, const struct command *command, u32_vec *funs);

#endif
