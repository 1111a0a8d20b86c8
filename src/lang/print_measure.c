/*
 * What a command holds, before it is printed. Most are simple, and written by
 * print_flat.c at once; for the others there are two passes:
 *
 *   count    a walk over the DAG: how often each term is used, and in which
 *            binder its variables are bound
 *   measure  arguments first: a large term that is used more than once gets a
 *            let; how wide each term is on one line that print_flat.c cannot do
 */
#include "lang/attribute.h"
#include "lang/printer_int.h"

/* ---- widths of atoms ---- */

static uint32_t add_widths(uint32_t a, uint32_t b) {
    return a + b > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : a + b;
}

static inline uint32_t head_width(struct printer *p, term t, const struct term_node *node) {
    const struct symbol_entry *usual = print_usual_head(p, node);
    return usual != NULL ? usual->n : print_head_width(p, t);
}

static uint32_t atom_width(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    uint32_t width = head_width(p, t, node);
    if (node->n_args == 0)
        return width;
    for (uint32_t i = 0; i < node->n_args; i++) { /* mostly leaves: these take no call */
        term arg = term_arg(p->table, t, i);
        const struct term_node *below = term_at(p->table, arg);
        width = add_widths(
            width, 1 + (below->n_args == 0 ? head_width(p, arg, below) : atom_width(p, arg)));
    }
    return add_widths(width, 2);
}

/* ---- count ---- */

/* Registers the variables of a binder; those with two binders are tangled. */
static void enter_binder(struct printer *p, term t) {
    size_t n = p->binder_of.n;
    p->has_binder = true;
    if (n < p->table->variables.n) {
        vec_extend(&p->binder_of, p->table->variables.n - n);
        vec_extend(&p->binder_epochs, p->table->variables.n - n);
        memset(p->binder_epochs.at + n, 0, (p->binder_epochs.n - n) * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i + 1 < term_n_args(p->table, t); i++) {
        uint32_t variable = term_at(p->table, term_arg(p->table, t, i))->payload;
        bool known = p->binder_epochs.at[variable] == p->epoch;
        p->is_tangled |= known && p->binder_of.at[variable] != t;
        print_claim_name(p, variable);
        p->binder_of.at[variable] = t;
        p->binder_epochs.at[variable] = p->epoch;
    }
}

/* Room for twice as many terms; what was noted in this command is kept. */
static void double_room(struct printer *p) {
    size_t n = (size_t)1 << ++p->place_bits;
    if (p->places.n < n)
        vec_extend(&p->places, n - p->places.n);
    memset(p->places.at, 0xff, n * sizeof *p->places.at); /* no numbers */
    for (uint32_t i = 0; i < p->infos.n; i++) {
        struct print_info *info = &p->infos.at[i];
        info->place = print_info_place(p, info->t);
        p->places.at[info->place] = i;
    }
}

uint32_t print_note(struct printer *p, term t, bool *is_new) {
    uint32_t place = print_info_place(p, t), number = p->places.at[place];
    *is_new = number >= p->infos.n || p->infos.at[number].place != place;
    if (!*is_new)
        return number;
    number = (uint32_t)p->infos.n;
    p->places.at[place] = number;
    vec_push(&p->infos, ((struct print_info){.t = t, .place = place}));
    if (p->infos.n > (size_t)1 << (p->place_bits - 1))
        double_room(p);
    return number;
}

static void enter(struct printer *p, uint32_t number) {
    term t = p->infos.at[number].t;
    if (op_is_binder(term_op(p->table, t)))
        enter_binder(p, t);
    p->has_annotation |= term_op(p->table, t) == OP_ANNOTATED;
    vec_push(&p->counting, ((struct count_frame){.number = number}));
}

/* Looks at arguments up to one that was not seen before: true, and that is entered. */
static bool enter_argument(struct printer *p, struct count_frame *frame) {
    const struct term_node *node = term_at(p->table, p->infos.at[frame->number].t);
    const term *args = &p->table->args.at[node->args];
    while (frame->next < node->n_args) {
        term arg = args[frame->next++];
        if (print_is_atom(p, arg))
            continue;
        bool is_new;
        uint32_t below = print_note(p, arg, &is_new);
        if (is_new) {
            enter(p, below);
            return true;
        }
        p->infos.at[below].is_shared = true;
    }
    return false;
}

/* Appends what is below a root and no atom to p->order, arguments first. */
static void count_below(struct printer *p, term root) {
    bool is_new;
    if (print_is_atom(p, root))
        return;
    enter(p, print_note(p, root, &is_new));
    while (p->counting.n > 0)
        if (!enter_argument(p, &vec_top(&p->counting)))
            vec_push(&p->order, vec_pop(&p->counting).number);
}

/* ---- measure ---- */

/* Where a let for the term goes: the innermost binder of a variable of it; 0: the root. */
static uint32_t home_of(struct printer *p, term t) {
    u32_vec members = {0};
    uint32_t home = 0;
    varset_members(&p->table->varsets, term_at(p->table, t)->free, &members);
    for (size_t i = 0; i < members.n; i++) {
        uint32_t variable = members.at[i];
        bool bound = variable < p->binder_epochs.n && p->binder_epochs.at[variable] == p->epoch;
        uint32_t binder = bound ? p->binder_of.at[variable] : 0;
        /* Inner binders have smaller handles than those around them. */
        if (binder != 0 && (home == 0 || binder < home))
            home = binder;
    }
    vec_free(&members);
    return home;
}

static void bind_let(struct printer *p, term t, uint32_t home) {
    uint32_t index = (uint32_t)p->lets.n + 1;
    uint32_t *first = home == 0 ? &p->first_let : &print_info_of(p, home)->lets;
    vec_push(&p->lets, ((struct let){.value = t, .last = index}));
    if (*first == 0)
        *first = index;
    else {
        struct let *head = &p->lets.at[*first - 1];
        p->lets.at[head->last - 1].next = index;
        head->last = index;
    }
    print_info_of(p, t)->let = index;
}

static uint32_t print_width(struct printer *p, term t, bool by_name) {
    if (print_is_atom(p, t))
        return atom_width(p, t);
    const struct print_info *info = print_info_of(p, t);
    if (by_name && info->let != 0)
        return print_let_width(p, info->let);
    return term_at(p->table, t)->is_plain ? print_flat_width(p, t) : info->width;
}

/* What an annotation has beside its terms. */
static uint32_t attributes_width(const struct printer *p, list attributes) {
    uint64_t width = 0;
    for (uint32_t i = 0; i < list_length(&p->table->lists, attributes); i += 3) {
        const uint32_t *a = list_items(&p->table->lists, attributes) + i;
        width += 1 + symbol_at(&p->table->symbols, a[0])->n;
        if (a[1] == ATTRIBUTE_TEXT || a[1] == ATTRIBUTE_NAMED)
            width += 3 + (uint64_t)symbol_at(&p->table->symbols, a[2])->n;
        else if (a[1] == ATTRIBUTE_TERMS)
            width += 2;
    }
    return width > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : (uint32_t)width;
}

static uint32_t extra_width(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    switch (node->op) {
    case OP_ANNOTATED:
        return attributes_width(p, node->payload);
    case OP_MATCH:
        return 2;
    case OP_CASE: { /* the pattern is a variable, c, or (c x y) */
        if (node->payload == 0)
            return 0;
        size_t before = p->out->n;
        print_fun_name(p, node->payload);
        size_t width = p->out->n - before + (node->n_args > 1 ? 3 : 1);
        p->out->n = before;
        return width > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : (uint32_t)width;
    }
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LAMBDA:
    case OP_CHOICE: {
        size_t before = p->out->n;
        strbuf_add_char(p->out, ' ');
        print_sorted_vars(p, term_args(p->table, t), node->n_args - 1, PRINT_NO_WRAP);
        size_t width = p->out->n - before;
        p->out->n = before;
        return width > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : (uint32_t)width;
    }
    default:
        return 0;
    }
}

/* The arguments that are printed as such: of a binder only its body. */
static uint32_t first_printed(const struct printer *p, term t) {
    enum op op = term_op(p->table, t);
    return op_is_binder(op) && op != OP_CASE ? term_n_args(p->table, t) - 1 : 0;
}

static uint32_t lets_width(struct printer *p, uint32_t first) {
    uint32_t width = 0;
    for (uint32_t i = first; i != 0 && width <= p->width; i = p->lets.at[i - 1].next)
        width = add_widths(width, add_widths(print_let_width(p, i) + 12,
                                             print_width(p, p->lets.at[i - 1].value, false)));
    return width;
}

/* What is wider than a line need not be known exactly. */
static uint32_t measured_width(struct printer *p, term t, uint32_t lets) {
    const struct term_node *node = term_at(p->table, t);
    uint32_t width = 1; /* parentheses, and one space less than arguments */
    for (uint32_t i = first_printed(p, t); i < node->n_args && width <= p->width; i++)
        width = add_widths(width, print_width(p, term_arg(p->table, t, i), true) + 1);
    if (width > p->width)
        return width;
    if (node->op != OP_CALL && node->op != OP_CASE)
        width = add_widths(width, print_head_width(p, t) + 1);
    else if (print_call_needs_at(p, t))
        width = add_widths(width, 2);
    if (node->is_plain || width > p->width)
        return width;
    width = add_widths(width, extra_width(p, t));
    return add_widths(width, op_is_binder(node->op) ? lets_width(p, lets) : 0);
}

static void measure(struct printer *p, struct print_info *info) {
    term t = info->t;
    const struct term_node *node = term_at(p->table, t);
    if (!node->is_plain) {
        if (p->width != UINT32_MAX)
            info->width = (uint16_t)measured_width(p, t, info->lets);
        info->has_name = print_holds_name(p, t);
    }
    if (print_wants_let(p, info))
        bind_let(p, t, p->has_binder ? home_of(p, t) : 0);
}

/* A variable that takes all cases may not look like one of the constructors. */
static void use_constructors(struct printer *p, sort s) {
    const struct sort_decl *decl = sort_datatype(&p->table->sorts, s);
    for (uint32_t i = 0; decl != NULL && i < list_length(&p->table->lists, decl->constructors); i++)
        print_use_name(p, &p->name_epochs,
                       print_fun_symbol(p, list_items(&p->table->lists, decl->constructors)[i]));
}

/* Notes which names the command uses other than for variables. */
static void use_names(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    switch (node->op) {
    case OP_VAR:
        print_use_name(p, &p->variable_name_epochs, term_variable_of(p->table, t)->name);
        break;
    case OP_IS:
        if (print_is_dashed(p, node->payload))
            print_use_name(p, &p->name_epochs, print_dashed_symbol(p, node->payload));
        /* fall through */
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_UPDATE:
    case OP_AS_ARRAY:
        print_use_name(p, &p->name_epochs, print_fun_symbol(p, node->payload));
        break;
    case OP_CASE:
        if (node->payload != 0)
            print_use_name(p, &p->name_epochs, print_fun_symbol(p, node->payload));
        else
            use_constructors(p, term_sort(p->table, term_arg(p->table, t, 0)));
        break;
    case OP_MAP_ARRAY: {
        const uint32_t *which = list_items(&p->table->lists, node->payload);
        print_use_name(p, &p->name_epochs,
                       which[MAP_IS_FUN] ? print_fun_symbol(p, which[MAP_WHICH])
                                         : op_info(p->table, which[MAP_WHICH])->symbol);
        break;
    }
    default:
        if (node->op >= OP_FIRST_THEORY)
            print_use_name(p, &p->name_epochs, op_info(p->table, node->op)->symbol);
    }
}

static void use_names_of_atom(struct printer *p, term t) {
    use_names(p, t);
    for (uint32_t i = 0; i < term_n_args(p->table, t); i++)
        use_names_of_atom(p, term_arg(p->table, t, i));
}

static void use_names_of_command(struct printer *p, term root) {
    if (print_is_atom(p, root))
        use_names_of_atom(p, root);
    for (size_t i = 0; i < p->infos.n; i++) {
        term t = p->infos.at[i].t;
        use_names(p, t);
        for (uint32_t j = 0; j < term_n_args(p->table, t); j++) {
            term arg = term_arg(p->table, t, j);
            if (print_is_atom(p, arg))
                use_names_of_atom(p, arg);
        }
    }
}

/*
 * Room for notes on the terms of the root, if it is no larger than most are; for
 * the others it grows. As a tree a root may be far larger than it is.
 */
static void make_room(struct printer *p, term root) {
    size_t n = term_at(p->table, root)->few;
    for (p->place_bits = 4; (size_t)1 << p->place_bits < 2 * n; p->place_bits++)
        ;
    size_t before = p->places.n;
    n = (size_t)1 << p->place_bits;
    if (before < n) {
        vec_extend(&p->places, n - before);
        memset(p->places.at + before, 0, (n - before) * sizeof *p->places.at);
    }
    vec_clear(&p->infos);
}

static void start_command(struct printer *p, term root) {
    make_room(p, root);
    p->epoch++;
    if (p->epoch == 0) { /* after four billion commands the marks start anew */
        memset(p->name_epochs.at, 0, p->name_epochs.n * sizeof *p->name_epochs.at);
        memset(p->variable_name_epochs.at, 0,
               p->variable_name_epochs.n * sizeof *p->variable_name_epochs.at);
        memset(p->binder_epochs.at, 0, p->binder_epochs.n * sizeof *p->binder_epochs.at);
        memset(p->renamed.at, 0, p->renamed.n * sizeof *p->renamed.at);
        memset(p->owners.at, 0, p->owners.n * sizeof *p->owners.at);
        p->epoch = 1;
    }
    p->has_binder = p->has_annotation = p->is_tangled = false;
    p->may_clash = p->fun_names != NULL;
    p->first_let = p->let_prefix = p->n_renamed = 0;
    vec_clear(&p->lets);
    vec_clear(&p->order);
}

/* Is anything used often enough, and large enough, for a let? */
static bool may_need_lets(struct printer *p) {
    for (size_t i = 0; i < p->infos.n; i++)
        if (p->infos.at[i].is_shared)
            return true;
    return false;
}

/* Are there variables that are free in the root and bound below it? */
static bool binds_what_is_free(struct printer *p, term root) {
    bool found = false;
    u32_vec members = {0};
    varset_members(&p->table->varsets, term_at(p->table, root)->free, &members);
    for (size_t i = 0; i < members.n && !found; i++)
        found =
            members.at[i] < p->binder_epochs.n && p->binder_epochs.at[members.at[i]] == p->epoch;
    vec_free(&members);
    return found;
}

static void claim_free_names(struct printer *p, term root) {
    u32_vec members = {0};
    varset_members(&p->table->varsets, term_at(p->table, root)->free, &members);
    for (size_t i = 0; i < members.n; i++)
        print_claim_name(p, members.at[i]);
    vec_free(&members);
}

static void count(struct printer *p, term root) {
    start_command(p, root);
    count_below(p, root);
    claim_free_names(p, root);
    p->is_tangled |= p->has_binder && binds_what_is_free(p, root);
}

term print_prepare_definition(struct printer *p, const term *vars, uint32_t n, term root) {
    start_command(p, root);
    p->is_simple = n == 0 && term_at(p->table, root)->is_plain;
    p->is_simple = p->is_simple && print_write_flat(p, root);
    if (p->is_simple)
        return root;
    count(p, root);
    if (p->is_tangled) { /* a let must know its binder */
        root = term_separate(&p->separation, p->table, root);
        count(p, root);
    }
    if (p->has_annotation)
        print_order_names(p, root);
    for (uint32_t i = 0; i < n; i++)
        print_claim_name(p, term_at(p->table, vars[i])->payload);
    if ((p->may_clash || p->table->symbols.has_let) &&
        (p->has_binder || n > 0 || may_need_lets(p))) {
        use_names_of_command(p, root);
        for (uint32_t i = 0; i < n; i++)
            use_names(p, vars[i]);
    }
    /* All names are given before any width is taken. */
    if (n > 0)
        print_name_variables(p, vars, n, root);
    for (size_t i = p->has_binder ? p->order.n : 0; i > 0; i--) {
        term t = p->infos.at[p->order.at[i - 1]].t;
        uint32_t n_vars = term_n_args(p->table, t) - 1;
        if (op_is_binder(term_op(p->table, t)))
            print_name_variables(p, term_args(p->table, t), n_vars, term_arg(p->table, t, n_vars));
    }
    for (size_t i = 0; i < p->order.n; i++)
        measure(p, &p->infos.at[p->order.at[i]]);
    if (p->first_let != 0 && print_lets_are_inside(p, root)) {
        struct print_info *info = print_info_of(p, root);
        info->lets = p->first_let;
        info->width = (uint16_t)add_widths(info->width, lets_width(p, p->first_let));
        p->first_let = 0;
    }
    return root;
}

term print_prepare(struct printer *p, term root) {
    return print_prepare_definition(p, NULL, 0, root);
}

bool print_fits(struct printer *p, term t, uint32_t column, uint32_t tail) {
    if (p->width == UINT32_MAX)
        return true;
    if (p->is_simple)
        return print_flat_fits(p, column, tail);
    uint64_t width = (uint64_t)column + print_width(p, t, true) + tail;
    return width <= p->width && width + lets_width(p, p->first_let) <= p->width;
}
