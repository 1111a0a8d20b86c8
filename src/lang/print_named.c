/*
 * Names that a command gives to terms, and uses.
 *
 * What has a name by :named must stand before every use of the name:
 *
 *     (let ((y (! t :named x))) (f x y))
 *
 * A let is sharing, so all that is left of this is (f x (! t :named x)), which is no script. Where
 * a use would be printed before its name is given, all terms whose names the command uses get a let,
 * and whatever uses a name comes behind it, as if what it names were one of its arguments.
 */
#include "base/hash.h"
#include "lang/attribute.h"
#include "lang/printer_int.h"

static uint32_t hash_of(symbol name) {
    return (uint32_t)hash_mix(name, 0);
}

/* Numbers + 1 of the terms in p->infos, by their names. That of the root is in force behind it. */
static struct index names_given(const struct printer *p, term root) {
    struct index names = {0};
    for (uint32_t i = 0; i < p->infos.n; i++) {
        symbol name;
        if (p->infos.at[i].t == root)
            continue;
        for (uint32_t k = 0; (name = attribute_name(p->table, p->infos.at[i].t, k)) != 0; k++)
            index_insert(&names, hash_of(name), i + 1);
    }
    return names;
}

static bool has_that_name(const struct printer *p, term t, symbol name) {
    symbol own;
    for (uint32_t k = 0; (own = attribute_name(p->table, t, k)) != 0; k++)
        if (own == name)
            return true;
    return false;
}

/* Of the names that an atom uses, what has the first behind so many others; 0 if there is none. */
static uint32_t named_by(const struct printer *p, const struct index *names, term atom,
                         uint32_t *others) {
    const struct term_node *node = term_at(p->table, atom);
    if (attribute_is_name(p->table, atom)) {
        symbol name = print_fun_symbol(p, node->payload);
        INDEX_EACH(names, hash_of(name), id) {
            if (has_that_name(p, p->infos.at[id - 1].t, name) && (*others)-- == 0)
                return id;
        }
    }
    for (uint32_t i = 0; i < node->n_args; i++) {
        uint32_t id = named_by(p, names, term_arg(p->table, atom, i), others);
        if (id != 0)
            return id;
    }
    return 0;
}

bool print_holds_name(const struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    if (node->is_plain)
        return false;
    for (uint32_t i = 0; i < node->n_args; i++) {
        term arg = term_arg(p->table, t, i);
        if (!print_is_atom(p, arg) && print_info_of(p, arg)->has_name)
            return true;
    }
    return attribute_gives_name(p->table, t);
}

/* A term that is being put in order. */
struct order_frame {
    uint32_t number; /* of its print_info */
    uint32_t next;   /* argument to look at next */
    uint32_t within; /* how many names of it were looked at, if it is an atom */
};

typedef VEC(struct order_frame) order_frame_vec;

static uint32_t number_of(const struct printer *p, term t) {
    return (uint32_t)(print_info_of(p, t) - p->infos.at);
}

/* ---- does a use come too early? ---- */

/* Is there a use in the atom of a name that is not given yet? */
static bool is_early(const struct printer *p, const struct index *names, term atom) {
    for (uint32_t k = 0;; k++) {
        uint32_t others = k, id = named_by(p, names, atom, &others);
        if (id == 0)
            return false;
        if (!p->infos.at[id - 1].is_given)
            return true;
    }
}

/*
 * Is the argument printed here? What has a let is not: its value was, further in front. If it has
 * bound variables, it is at their binder, some way before here: names that are given there count
 * as given here, the first time, which is on the safe side.
 */
static bool is_here(const struct printer *p, struct print_info *info, bool in_front) {
    if (!print_wants_let(p, info))
        return true;
    if (term_at(p->table, info->t)->free == 0 || in_front || info->is_walked)
        return false;
    return info->is_walked = true;
}

/* Goes over a term in the order of print; true if it uses a name too early. */
static bool walk(struct printer *p, const struct index *names, order_frame_vec *frames,
                 uint32_t number, bool in_front) {
    bool gives_names = !in_front || term_at(p->table, p->infos.at[number].t)->free == 0;
    vec_clear(frames);
    vec_push(frames, ((struct order_frame){.number = number}));
    while (frames->n > 0) {
        struct order_frame *frame = &vec_top(frames);
        struct print_info *info = &p->infos.at[frame->number];
        if (frame->next == term_n_args(p->table, info->t)) {
            info->is_given |= gives_names;
            frames->n--;
            continue;
        }
        term arg = term_arg(p->table, info->t, frame->next++);
        if (print_is_atom(p, arg)) {
            if (is_early(p, names, arg))
                return true;
        } else if (is_here(p, print_info_of(p, arg), in_front))
            vec_push(frames, ((struct order_frame){.number = number_of(p, arg)}));
    }
    return false;
}

/* The lets come first, in their order. */
static bool uses_come_early(struct printer *p, const struct index *names, order_frame_vec *frames,
                            term root) {
    for (size_t i = 0; i < p->order.n; i++) {
        struct print_info *info = &p->infos.at[p->order.at[i]];
        info->has_name = print_holds_name(p, info->t);
        if (print_wants_let(p, info) && walk(p, names, frames, p->order.at[i], true))
            return true;
    }
    return walk(p, names, frames, number_of(p, root), false);
}

/* ---- then lets ---- */

/* The next term that must stand before this one: its number + 1; 0 if there is none. */
static uint32_t next_before(struct printer *p, const struct index *names,
                            struct order_frame *frame) {
    term t = p->infos.at[frame->number].t;
    while (frame->next < term_n_args(p->table, t)) {
        term arg = term_arg(p->table, t, frame->next);
        if (!print_is_atom(p, arg)) {
            frame->next++;
            return number_of(p, arg) + 1;
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

static void put_names_first(struct printer *p, const struct index *names, order_frame_vec *frames,
                            term root) {
    vec_clear(&p->order);
    vec_clear(frames);
    vec_push(frames, ((struct order_frame){.number = number_of(p, root)}));
    while (frames->n > 0) {
        uint32_t id = next_before(p, names, &vec_top(frames));
        if (id == 0)
            vec_push(&p->order, vec_pop(frames).number);
        else if (!p->infos.at[id - 1].is_ordered) {
            p->infos.at[id - 1].is_ordered = true;
            vec_push(frames, ((struct order_frame){.number = id - 1}));
        }
    }
}

void print_order_names(struct printer *p, term root) {
    struct index names = names_given(p, root);
    order_frame_vec frames = {0};
    if (names.n > 0 && uses_come_early(p, &names, &frames, root))
        put_names_first(p, &names, &frames, root);
    vec_free(&frames);
    index_free(&names);
}
