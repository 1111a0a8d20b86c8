/*
 * Names that a command gives to terms, and uses.
 *
 * What has a name by :named must stand before every use of the name:
 *
 *     (let ((y (! t :named x))) (f x y))
 *
 * A let is sharing, so all that is left of this is (f x (! t :named x)), which is no script. Where a
 * command uses a name that it gives, the term gets its let back, and whatever uses the name comes
 * behind it, as if the term were one of its arguments.
 */
#include "lang/attribute.h"
#include "lang/printer_int.h"

/* Numbers + 1 of the terms in p->infos, by the symbol that is their name. */
static struct index names_given(const struct printer *p) {
    struct index names = {0};
    for (uint32_t i = 0; i < p->infos.n; i++) {
        const struct term_node *node = term_at(p->table, p->infos.at[i].t);
        if (node->op != OP_ANNOTATED)
            continue;
        const uint32_t *a = list_items(&p->table->lists, node->payload);
        for (uint32_t k = 0; k < list_length(&p->table->lists, node->payload); k += 3)
            if (a[k + 1] == ATTRIBUTE_NAMED)
                index_insert(&names, a[k + 2], i + 1);
    }
    return names;
}

/* Of the names that an atom uses, what has the first behind so many others; 0 if there is none. */
static uint32_t named_by(const struct printer *p, const struct index *names, term atom,
                         uint32_t *others) {
    const struct term_node *node = term_at(p->table, atom);
    if (node->op == OP_APPLY && fun_at(p->table, node->payload)->kind == FUN_NAMED)
        INDEX_EACH(names, print_fun_symbol(p, node->payload), id) {
            if ((*others)-- == 0)
                return id;
        }
    for (uint32_t i = 0; i < node->n_args; i++) {
        uint32_t id = named_by(p, names, term_arg(p->table, atom, i), others);
        if (id != 0)
            return id;
    }
    return 0;
}

/* A term that is being put in order. */
struct order_frame {
    uint32_t number; /* of its print_info */
    uint32_t next;   /* argument to look at next */
    uint32_t within; /* how many names of it were looked at, if it is an atom */
};

/* The next term that must stand before this one: its number + 1; 0 if there is none. */
static uint32_t next_before(struct printer *p, const struct index *names,
                            struct order_frame *frame) {
    term t = p->infos.at[frame->number].t;
    while (frame->next < term_n_args(p->table, t)) {
        term arg = term_arg(p->table, t, frame->next);
        if (!print_is_atom(p, arg)) {
            frame->next++;
            return (uint32_t)(print_info_of(p, arg) - p->infos.at) + 1;
        }
        uint32_t others = frame->within++, id = named_by(p, names, arg, &others);
        if (id != 0) {
            p->infos.at[id - 1].is_shared = true;
            return id;
        }
        frame->next++;
        frame->within = 0;
    }
    return 0;
}

void print_order_names(struct printer *p, term root) {
    struct index names = names_given(p);
    VEC(struct order_frame) frames = {0};
    if (names.n > 0 && !print_is_atom(p, root)) {
        vec_clear(&p->order);
        vec_push(&frames, ((struct order_frame){
                              .number = (uint32_t)(print_info_of(p, root) - p->infos.at)}));
    }
    while (frames.n > 0) {
        uint32_t id = next_before(p, &names, &vec_top(&frames));
        if (id == 0)
            vec_push(&p->order, vec_pop(&frames).number);
        else if (!p->infos.at[id - 1].is_ordered) {
            p->infos.at[id - 1].is_ordered = true;
            vec_push(&frames, ((struct order_frame){.number = id - 1}));
        }
    }
    vec_free(&frames);
    index_free(&names);
}
