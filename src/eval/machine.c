/*
 * The machine: an explicit stack of activities, each waiting for values of
 * other terms, and a stack of values. A term is visited: its value is pushed at
 * once if it is known, a leaf or a variable; otherwise an activity is begun,
 * which will push it.
 */
#include "eval/array.h"
#include "eval/eval_int.h"

void machine_push(struct eval *eval, value v, sort s) {
    vec_push(&eval->stack, v);
    vec_push(&eval->sorts, s);
}

static void drop_values(struct eval *eval, uint32_t base) {
    eval->stack.n = base;
    eval->sorts.n = base;
}

/* ---- what is known ---- */

static value known(const struct eval *eval, term t, const struct term_node *node) {
    if (t >= eval->terms.n)
        return 0;
    const struct memo *memo = &eval->terms.at[t];
    if (node->free != 0)
        return memo->stamp == eval->frame ? memo->value : 0;
    return memo->stamp == eval->assignment || memo->stamp == eval->round ? memo->value : 0;
}

/* Results that are values, found before the search began, stay; no choice changes them. */
static uint64_t closed_stamp(const struct eval *eval, value v) {
    bool stays = eval->round == eval->assignment + 1 && value_is_definite(&eval->values, v);
    return stays ? eval->assignment : eval->round;
}

static void note(struct eval *eval, term t, value v) {
    const struct term_node *node = term_at(eval->table, t);
    uint64_t stamp = node->free != 0 ? eval->frame : closed_stamp(eval, v);
    eval->terms.at[t] = (struct memo){v, stamp};
}

static void note_call(struct eval *eval, value key, value v) {
    size_t id = key >> 1;
    if (id >= eval->calls.n) {
        size_t old = eval->calls.n;
        vec_extend(&eval->calls, id + 1 - old);
        memset(eval->calls.at + old, 0, (id + 1 - old) * sizeof *eval->calls.at);
    }
    eval->calls.at[id] = (struct memo){v, closed_stamp(eval, v)};
}

/* ---- frames ---- */

void machine_enter(struct eval *eval, term body, value key) {
    vec_push(&eval->frames, ((struct frame){eval->frame, (uint32_t)eval->hidden.n, body, key}));
    eval->frame = ++eval->stamps;
}

void machine_bind_id(struct eval *eval, uint32_t id, value v) {
    if (id >= eval->bindings.n) {
        size_t old = eval->bindings.n;
        vec_extend(&eval->bindings, eval->table->variables.n - old);
        memset(eval->bindings.at + old, 0, (eval->bindings.n - old) * sizeof *eval->bindings.at);
    }
    vec_push(&eval->hidden, ((struct binding){id, eval->bindings.at[id]}));
    eval->bindings.at[id] = v;
}

void machine_bind(struct eval *eval, term variable, value v) {
    machine_bind_id(eval, term_at(eval->table, variable)->payload, v);
}

void machine_leave(struct eval *eval) {
    struct frame frame = vec_pop(&eval->frames);
    while (eval->hidden.n > frame.first) {
        struct binding binding = vec_pop(&eval->hidden);
        eval->bindings.at[binding.variable] = binding.value;
    }
    eval->frame = frame.outer;
}

/* ---- activities ---- */

static void begin(struct eval *eval, enum activity_kind kind, term t) {
    vec_push(&eval->activities, ((struct activity){kind, t, 0, (uint32_t)eval->stack.n}));
}

/* The youngest activity has come to its end with this value. */
static void finish(struct eval *eval, value v) {
    struct activity act = vec_pop(&eval->activities);
    drop_values(eval, act.base);
    if (act.t != 0)
        note(eval, act.t, v);
    machine_push(eval, v, act.t != 0 ? term_sort(eval->table, act.t) : 0);
}

/* The youngest activity goes on with a body, for which a frame has been entered. */
static void go_on_with_body(struct eval *eval, term body) {
    struct activity *act = &vec_top(&eval->activities);
    act->kind = ACT_BODY;
    drop_values(eval, act->base);
    machine_visit(eval, body);
}

/* ---- chains of stores ---- */

static bool is_store(const struct eval *eval, term t) {
    uint32_t op = term_op(eval->table, t);
    return op > OP_BEFORE_THEORY && eval->ops.at[op].canonical == OP_STORE;
}

/*
 * (store (store (store a i u) j v) k w): taken one by one, n stores would make
 * arrays of n^2 entries in all. So the stores are gathered, down to an array that
 * is known or no store, and made together.
 */
static void begin_stores(struct eval *eval, term t) {
    uint32_t n = 0;
    begin(eval, ACT_STORES, t);
    for (; is_store(eval, t) && known(eval, t, term_at(eval->table, t)) == 0; n++) {
        vec_push(&eval->chains, t);
        t = term_arg(eval->table, t, 0);
    }
    vec_push(&eval->chains, n);
}

static void end_stores(struct eval *eval) {
    eval->chains.n -= vec_top(&eval->chains) + 1;
}

/* One store after the other, where something in the chain is not known. */
static value store_singly(struct eval *eval, uint32_t base, uint32_t n, sort array) {
    value v = eval->stack.at[base];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = base + 1 + 2 * i;
        value args[3] = {v, eval->stack.at[at], eval->stack.at[at + 1]};
        sort sorts[3] = {array, eval->sorts.at[at], eval->sorts.at[at + 1]};
        v = apply_op(eval, OP_STORE, 0, array, args, sorts, 3);
    }
    return v;
}

/* The values of the chain are on the stack: the array, then indices and elements. */
static value store_all(struct eval *eval, uint32_t base, uint32_t n, sort array) {
    value a = eval->stack.at[base];
    bool plain =
        value_kind(&eval->values, a) == VALUE_ARRAY && value_at(&eval->values, a)->aux == 0;
    for (uint32_t i = base; i < eval->stack.n && plain; i++)
        plain = value_is_definite(&eval->values, eval->stack.at[i]) &&
                ((i - base) % 2 == 0 || !value_is_loose(&eval->values, eval->stack.at[i]));
    if (!plain)
        return store_singly(eval, base, n, array);
    pair_vec stores = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&stores, ((struct pair){eval->stack.at[base + 1 + 2 * i],
                                         eval->stack.at[base + 2 + 2 * i]}));
    value v = array_store_all(eval, array, a, stores.at, stores.n);
    vec_free(&stores);
    return v;
}

static void step_stores(struct eval *eval) {
    struct activity *act = &vec_top(&eval->activities);
    uint32_t n = vec_top(&eval->chains);
    const uint32_t *innermost = &eval->chains.at[eval->chains.n - 2];
    if (act->next == 0)
        machine_visit(eval, term_arg(eval->table, *innermost, act->next++));
    else if (act->next <= 2 * n) {
        uint32_t at = act->next++ - 1;
        machine_visit(eval, term_arg(eval->table, *(innermost - at / 2), 1 + at % 2));
    } else {
        value v = store_all(eval, act->base, n, term_sort(eval->table, act->t));
        end_stores(eval);
        finish(eval, v);
    }
}

void machine_visit(struct eval *eval, term t) {
    const struct term_node *node = term_at(eval->table, t);
    value v = known(eval, t, node);
    if (v == 0) {
        switch (node->op) {
        case OP_VAR:
            v = node->payload < eval->bindings.n ? eval->bindings.at[node->payload] : 0;
            if (v == 0)
                v = VALUE_UNSUPPORTED; /* a term that is not closed */
            break;
        case OP_NUMERAL:
        case OP_DECIMAL:
        case OP_BITS:
        case OP_STRING:
        case OP_FIELD:
        case OP_ABSTRACT:
        case OP_ALGEBRAIC:
            v = leaf_value(eval, t);
            eval->terms.at[t] = (struct memo){v, eval->assignment};
            break;
        case OP_LAMBDA:
            v = function_of_lambda(eval, t);
            note(eval, t, v);
            break;
        case OP_FORALL:
        case OP_EXISTS:
            begin(eval, ACT_INSTANCES, t);
            v = binder_begin(eval, t);
            if (v != 0)
                finish(eval, v);
            return;
        case OP_CHOICE:
            v = binder_choice(eval, t);
            note(eval, t, v);
            break;
        default:
            if (is_store(eval, t) && is_store(eval, term_arg(eval->table, t, 0))) {
                begin_stores(eval, t);
                return;
            }
            begin(eval,
                  node->op > OP_BEFORE_THEORY && eval->ops.at[node->op].is_logic ? ACT_LOGIC
                                                                                 : ACT_APPLY,
                  t);
            return;
        }
    }
    machine_push(eval, v, node->sort);
}

/* All arguments that count are on the stack: the value, or 0 and a body is to be evaluated. */
static value apply_head(struct eval *eval, term t, uint32_t base, term *body) {
    struct term_node node = *term_at(eval->table, t);
    const value *args = eval->stack.at + base;
    const sort *sorts = eval->sorts.at + base;
    switch (node.op) {
    case OP_APPLY:
        return function_apply(eval, node.payload, node.sort, args, sorts, node.n_args, body);
    case OP_FUN_REF:
        return value_make(&eval->values, VALUE_FUNCTION, node.payload, NULL, 0);
    case OP_CALL:
        return function_call(eval, args[0], args + 1, node.n_args - 1, node.sort, body);
    case OP_IS:
        return apply_is(eval, node.payload, args[0], sorts[0]);
    case OP_UPDATE:
        return apply_update(eval, node.payload, args[0], args[1], node.sort, sorts[1]);
    case OP_MAP_ARRAY:
        return function_map_array(eval, t, args, sorts, node.n_args);
    case OP_AS_ARRAY:
        return function_as_array(eval, node.payload, node.sort);
    case OP_ANNOTATED:
        return args[0];
    case OP_MATCH:
        *body = binder_case(eval, t, args[0]);
        if (*body != 0)
            return 0;
        return stuck_worst(args, 1) != 0 ? stuck_worst(args, 1) : stuck_term(eval, t, args[0]);
    default:
        return apply_op(eval, node.op, node.payload, node.sort, args, sorts, node.n_args);
    }
}

/* How many arguments are evaluated before the head is applied. */
static uint32_t n_needed(const struct term_node *node) {
    return node->op == OP_MATCH || node->op == OP_ANNOTATED ? 1 : node->n_args;
}

static void step_apply(struct eval *eval) {
    struct activity *act = &vec_top(&eval->activities);
    const struct term_node *node = term_at(eval->table, act->t);
    uint32_t needed = n_needed(node);
    const term *args = term_args(eval->table, act->t);
    /* Known arguments are pushed here, without going round. */
    while (act->next < needed) {
        term arg = args[act->next];
        const struct term_node *arg_node = term_at(eval->table, arg);
        value v = known(eval, arg, arg_node);
        act->next++;
        if (v == 0) {
            machine_visit(eval, arg);
            return;
        }
        machine_push(eval, v, arg_node->sort);
    }
    term body = 0;
    value v = apply_head(eval, act->t, act->base, &body);
    if (v != 0)
        finish(eval, v);
    else
        go_on_with_body(eval, body);
}

static void step_logic(struct eval *eval) {
    struct activity act = vec_top(&eval->activities);
    value v = logic_step(eval, act.t, act.base, &act.next);
    if (v != 0) {
        finish(eval, v);
        return;
    }
    vec_top(&eval->activities).next = act.next + 1;
    machine_visit(eval, term_arg(eval->table, act.t, act.next));
}

static void step_body(struct eval *eval) {
    value key = vec_top(&eval->frames).key;
    value v = vec_top(&eval->stack);
    machine_leave(eval);
    if (key != 0)
        note_call(eval, key, v);
    finish(eval, v);
}

static void step_instances(struct eval *eval) {
    struct activity act = vec_top(&eval->activities);
    value v = binder_next(eval, act.t, act.base);
    if (v != 0)
        finish(eval, v);
}

/* The budget is used up: everything begun since `depth` ends without a value. */
static void give_up(struct eval *eval, size_t depth, uint32_t base) {
    while (eval->activities.n > depth) {
        struct activity act = vec_pop(&eval->activities);
        if (act.kind == ACT_BODY)
            machine_leave(eval);
        else if (act.kind == ACT_INSTANCES)
            binder_end(eval);
        else if (act.kind == ACT_STORES)
            end_stores(eval);
    }
    drop_values(eval, base);
    machine_push(eval, VALUE_LIMIT, 0);
}

/* Steps until the activities begun since `depth` have ended; the result is on the stack. */
static value run(struct eval *eval, size_t depth, uint32_t base) {
    while (eval->activities.n > depth) {
        if (!eval_spend(eval, 1) || !eval_may_make(eval, 0)) {
            give_up(eval, depth, base);
            break;
        }
        switch (vec_top(&eval->activities).kind) {
        case ACT_APPLY:
            step_apply(eval);
            break;
        case ACT_LOGIC:
            step_logic(eval);
            break;
        case ACT_STORES:
            step_stores(eval);
            break;
        case ACT_BODY:
            step_body(eval);
            break;
        default:
            step_instances(eval);
            break;
        }
    }
    value v = vec_top(&eval->stack);
    drop_values(eval, base);
    return v;
}

/* Memory for what becomes known of the terms that the table has now. */
static void make_room(struct eval *eval) {
    size_t old = eval->terms.n, n = eval->table->nodes.n;
    if (n > old) {
        vec_extend(&eval->terms, n - old);
        memset(eval->terms.at + old, 0, (n - old) * sizeof *eval->terms.at);
    }
}

value machine_run(struct eval *eval, term t) {
    size_t depth = eval->activities.n;
    uint32_t base = (uint32_t)eval->stack.n;
    if (eval->depth == DEPTH_MAX)
        return VALUE_LIMIT;
    make_room(eval);
    eval->depth++;
    machine_visit(eval, t);
    value v = run(eval, depth, base);
    eval->depth--;
    return v;
}

value machine_run_body(struct eval *eval, term body) {
    size_t depth = eval->activities.n;
    uint32_t base = (uint32_t)eval->stack.n;
    if (eval->depth == DEPTH_MAX) {
        machine_leave(eval);
        return VALUE_LIMIT;
    }
    make_room(eval);
    eval->depth++;
    begin(eval, ACT_BODY, 0);
    machine_visit(eval, body);
    value v = run(eval, depth, base);
    eval->depth--;
    return v;
}
