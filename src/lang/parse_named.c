/*
 * Names of terms that are in no command.
 *
 * A let is sharing, so a binding that nobody uses is gone when the command has been read:
 *
 *     (assert (let ((z (! (g 1) :named q))) (> q 0)))
 *
 * Its name is in force all the same. What it names is put in its place in the command, and behind
 * the command it is defined:
 *
 *     (assert (> (g 1) 0))
 *     (define-fun q () Int (g 1))
 *
 * In front of the command there would be no good place: the term may use names that the command
 * gives, and functions that it defines. Behind it both are in force, and names can stand for terms
 * there, so that any number of such definitions takes no more room than the command did.
 */
#include "lang/attribute.h"
#include "lang/parser_int.h"
#include "term/walk.h"

/* The terms of a command, one after the other: *next counts them. NULL behind the last. */
static term *next_term(struct parser *p, struct command *c, u32_vec *items, uint32_t *next) {
    uint32_t i = (*next)++;
    if (i == 0)
        return &c->body;
    if (i == 1)
        return c->fun == 0 ? &c->body : &p->table->funs.at[c->fun].body;
    if (i - 2 >= items->n)
        return NULL;
    return c->kind == COMMAND_DEFINE_FUNS_REC ? &p->table->funs.at[items->at[i - 2]].body
                                              : &items->at[i - 2];
}

/* What next_term goes over, beside the body: terms or functions. */
static u32_vec items_of(const struct parser *p, const struct command *c) {
    u32_vec items = {0};
    enum command_shape shape = command_shape(c->kind);
    if (shape != SHAPE_TERMS && shape != SHAPE_LITERALS && c->kind != COMMAND_DEFINE_FUNS_REC)
        return items;
    for (uint32_t i = 0; i < list_length(&p->table->lists, c->items); i++)
        vec_push(&items, list_items(&p->table->lists, c->items)[i]);
    return items;
}

/*
 * Stays with the parser from command to command: maps are as large as the table, and there may be
 * as many commands with names as terms.
 */
struct parse_names {
    struct term_table *table;
    struct term_walk walk;
    struct term_map found; /* 1: a named term that is in the command */
    /* Images, made bottom up over what names stand for, each before those that may use it. */
    struct term_map images;
    struct term_map others; /* what has the image of another term */
    u32_vec args;
    u32_vec bodies; /* by the place of a name in p->named */
};

static struct parse_names *names_of(struct parser *p) {
    if (p->resolver == NULL)
        p->resolver = mem_alloc_zero(sizeof *p->resolver);
    p->resolver->table = p->table;
    term_walk_begin(&p->resolver->walk, p->table);
    return p->resolver;
}

void parse_names_free(struct parse_names *names) {
    if (names == NULL)
        return;
    term_walk_release(&names->walk);
    term_map_release(&names->found);
    term_map_release(&names->images);
    term_map_release(&names->others);
    vec_free(&names->args);
    vec_free(&names->bodies);
    mem_free(names);
}

/* Which named terms are below those of the walk? True if all of the command's are. */
static bool find_names(const struct parser *p, struct parse_names *names) {
    term t;
    bool all = true;
    term_map_clear(&names->found);
    while ((t = term_walk_next(&names->walk)) != 0)
        if (attribute_gives_name(p->table, t))
            term_map_set(&names->found, t, 1);
    for (size_t i = 0; i < p->named.n && all; i++)
        all = term_map_get(&names->found, p->named.at[i].annotated) != 0;
    return all;
}

/* ---- putting terms for names ---- */

static void begin_images(struct parse_names *names) {
    term_walk_begin(&names->walk, names->table);
    term_map_clear(&names->images);
    term_map_clear(&names->others);
}

/* Named terms have no free variables: they can be put under any binder. */
static term rebuild(struct parse_names *names, term t) {
    uint32_t n = term_n_args(names->table, t);
    vec_clear(&names->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&names->args, term_map_get(&names->images, term_arg(names->table, t, i)));
    if (n == 0 || memcmp(names->args.at, term_args(names->table, t), n * sizeof(term)) == 0)
        return t;
    return term_with_args(names->table, t, names->args.at, n);
}

static term image(struct parse_names *names, term root) {
    term t;
    term_walk_add(&names->walk, root);
    while ((t = term_walk_next(&names->walk)) != 0) {
        term other = term_map_get(&names->others, t);
        term to = other == 0 ? rebuild(names, t) : term_map_get(&names->images, other);
        term_map_set(&names->images, t, to);
    }
    return term_map_get(&names->images, root);
}

/* An annotated term without its names; the term alone if it has no other attributes. */
static term without_names(struct parser *p, term t) {
    struct term_table *table = p->table;
    u32_vec attributes = {0}, args = {0};
    struct term_node node = *term_at(table, t);
    for (uint32_t i = 0; i < list_length(&table->lists, node.payload); i += 3) {
        const uint32_t *a = list_items(&table->lists, node.payload) + i;
        for (uint32_t k = 0; a[1] != ATTRIBUTE_NAMED && k < 3; k++)
            vec_push(&attributes, a[k]);
    }
    for (uint32_t i = 0; i < node.n_args; i++)
        vec_push(&args, term_arg(table, t, i));
    term result = args.at[0];
    if (attributes.n > 0)
        result = term_make(table, OP_ANNOTATED, parse_intern_list(p, &attributes), node.sort,
                           args.at, node.n_args);
    vec_free(&attributes);
    vec_free(&args);
    return result;
}

/*
 * What each name in p->named stands for, without those that are not found. A named term that is in
 * the command must not come there twice: its name stands for it.
 */
static void spell_out_bodies(struct parser *p, struct parse_names *names) {
    begin_images(names);
    vec_clear(&names->bodies);
    for (size_t i = 0; i < p->named.n; i++) {
        struct named named = p->named.at[i];
        bool is_found = term_map_get(&names->found, named.annotated) != 0;
        term name = term_constant(p->table, named.fun), body = fun_at(p->table, named.fun)->body;
        term stays = is_found ? name : without_names(p, named.annotated);
        vec_push(&names->bodies, image(names, body));
        (void)image(names, stays);
        term_map_set(&names->others, named.annotated, stays);
        if (!is_found)
            term_map_set(&names->others, name, body);
    }
}

/* From now on, the image of a term has these in the place of names that are not found. */
static void spell_out(struct parser *p, struct parse_names *names) {
    spell_out_bodies(p, names);
    begin_images(names);
    for (size_t i = 0; i < p->named.n; i++) {
        struct named named = p->named.at[i];
        term body = names->bodies.at[i];
        if (term_map_get(&names->found, named.annotated) != 0)
            p->table->funs.at[named.fun].body = body;
        else {
            (void)image(names, body);
            term_map_set(&names->others, term_constant(p->table, named.fun), body);
        }
    }
}

/*
 * What is defined is said with names where there are any: of those before it, and of those that
 * the command gives. Leaves only what is to be defined in p->named.
 */
static void make_definitions(struct parser *p, struct parse_names *names) {
    size_t n = 0;
    begin_images(names);
    for (size_t i = 0; i < p->named.n; i++) {
        struct named named = p->named.at[i];
        term name = term_constant(p->table, named.fun);
        if (term_map_get(&names->found, named.annotated) == 0) {
            term body = image(names, fun_at(p->table, named.fun)->body);
            p->table->funs.at[named.fun].kind = FUN_DEFINED;
            p->table->funs.at[named.fun].body = body;
            p->named.at[n++] = named;
        }
        (void)image(names, name);
        term_map_set(&names->others, named.annotated, name);
    }
    p->named.n = n;
}

/* ---- commands and terms ---- */

static void spell_out_command(struct parser *p, struct parse_names *names, struct command *c,
                              u32_vec *items) {
    term *t;
    spell_out(p, names);
    for (uint32_t i = 0; (t = next_term(p, c, items, &i)) != NULL;)
        if (*t != 0)
            *t = image(names, *t);
    if (items->n > 0 && c->kind != COMMAND_DEFINE_FUNS_REC)
        c->items = parse_intern_list(p, items);
}

void parse_resolve_names(struct parser *p, struct command *c) {
    if (p->named.n == 1 && p->named.at[0].annotated == c->body) {
        vec_clear(&p->named);
        return;
    }
    struct parse_names *names = names_of(p);
    u32_vec items = items_of(p, c);
    term *t;
    for (uint32_t i = 0; (t = next_term(p, c, &items, &i)) != NULL;)
        if (*t != 0)
            term_walk_add(&names->walk, *t);
    if (find_names(p, names))
        vec_clear(&p->named);
    else {
        spell_out_command(p, names, c, &items);
        make_definitions(p, names);
    }
    vec_free(&items);
}

void parse_define_names(struct parser *p) {
    uint32_t offset = vec_top(&p->script->commands).offset;
    for (size_t i = 0; i < p->named.n; i++) {
        struct command definition = {
            .kind = COMMAND_DEFINE_FUN,
            .offset = offset,
            .name = fun_at(p->table, p->named.at[i].fun)->name,
            .fun = p->named.at[i].fun,
        };
        vec_push(&p->script->commands, definition);
    }
    vec_clear(&p->named);
}

term parse_spell_out_names(struct parser *p, term t) {
    struct parse_names *names = names_of(p);
    term_walk_add(&names->walk, t);
    if (!find_names(p, names)) {
        spell_out(p, names);
        t = image(names, t);
    }
    vec_clear(&p->named);
    return t;
}
