/*
 * Applications whose arguments have been read: the sort checker makes the term.
 */
#include "lang/parser_int.h"

/* Behind the expression that is next. */
static void skip_expression(struct lexer *lexer) {
    size_t depth = 0;
    struct token token;
    do {
        lex_read(lexer, &token);
        depth += token.kind == TOKEN_OPEN;
        depth -= token.kind == TOKEN_CLOSE;
    } while (depth > 0 && token.kind != TOKEN_END && token.kind != TOKEN_BAD);
}

/*
 * Where part i of the application begins that began at this offset; part 0 is
 * what is applied. Only errors tell, so it is read again rather than kept.
 */
static uint32_t part_offset(const struct parser *p, uint32_t application, uint32_t i) {
    struct lexer lexer = {.text = p->lexer.text,
                          .n = p->lexer.n,
                          .next = application + 1,
                          .take_delete = p->lexer.take_delete};
    while (i-- > 0)
        skip_expression(&lexer);
    return lex_next(&lexer).offset;
}

/* (f x ...) for a term f of map sort: each argument takes one arrow off. */
static bool call(struct parser *p, uint32_t offset, uint32_t base, term *result) {
    const struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + base;
    uint32_t n = (uint32_t)p->args.n - base;
    sort s = term_sort(p->table, args[0]);
    if (n == 1)
        return parse_fail(p, offset, "an application needs arguments");
    for (uint32_t i = 1; i < n; i++) {
        unsigned tolerances = 0;
        if (sort_kind(sorts, s) != SORT_MAP)
            return parse_fail(p, part_offset(p, offset, i),
                              "too many arguments: what is called takes %u", i - 1);
        term arg = check_coerce(p->table, args[i], sort_arg(sorts, s, 0), &tolerances);
        if (arg == 0)
            return parse_fail_sort(p, part_offset(p, offset, i), "the argument",
                                   sort_arg(sorts, s, 0), term_sort(p->table, args[i]));
        parse_note_tolerances(p, tolerances, offset);
        args[i] = arg;
        s = sort_arg(sorts, s, 1);
    }
    *result = term_call(p->table, s, args, n);
    return true;
}

static uint32_t error_offset(const struct parser *p, const struct frame *frame,
                             const struct check *check) {
    return check->bad_arg < p->args.n - frame->base
               ? part_offset(p, frame->offset, check->bad_arg + 1)
               : frame->offset;
}

/* cvc5 prints str.len of a sequence, and so on, for what is read as seq.len: 0 if it is not that. */
static term apply_to_sequence(struct parser *p, symbol name, term *args, uint32_t n) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (n == 0 || sort_kind(&p->table->sorts, term_sort(p->table, args[0])) != SORT_SEQ ||
        entry->n < 4 || memcmp(entry->at, "str.", 4) != 0)
        return 0;
    const char *rest = strcmp(entry->at, "str.substr") == 0 ? "extract" : entry->at + 4;
    struct strbuf other = {0};
    strbuf_add_text(&other, "seq.");
    strbuf_add_text(&other, rest);
    symbol known = symbol_find(&p->table->symbols, other.at, other.n);
    strbuf_free(&other);
    struct check check;
    return known == 0 || symbol_at(&p->table->symbols, known)->op == 0
               ? 0
               : check_op(p->table, known, NULL, 0, 0, args, n, &check);
}

bool parse_apply_op(struct parser *p, const struct frame *frame, term *result) {
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    struct check check;
    if (frame->c == 0) {
        *result = check_op_again(p->table, frame->a, frame->b, args, n);
        if (*result != 0)
            return true;
    }
    const uint32_t *items = list_items(&p->table->lists, frame->b);
    uint32_t n_indices = list_length(&p->table->lists, frame->b);
    uint32_t copy[8], *indices = copy;
    if (n_indices > 8)
        indices = mem_alloc(n_indices * sizeof *indices);
    memcpy(indices, items, n_indices * sizeof *indices); /* the list table may move */
    *result = check_op(p->table, frame->a, indices, n_indices, frame->c, args, n, &check);
    if (indices != copy)
        mem_free(indices);
    if (*result == 0 && p->model_syntax && (*result = apply_to_sequence(p, frame->a, args, n)) != 0)
        return true;
    if (*result == 0)
        return parse_fail_op(p, error_offset(p, frame, &check), frame->a, &check, args, n);
    if (check.tolerances != 0)
        parse_note_tolerances(p, check.tolerances, frame->offset);
    return true;
}

bool parse_apply_fun(struct parser *p, const struct frame *frame, term *result) {
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    struct check check;
    *result = check_fun(p->table, frame->a, frame->c, args, n, &check);
    if (*result == 0 && check.status == CHECK_NEEDS_AS &&
        parse_sort_of_constructor(p, frame->a) != 0)
        *result =
            check_fun(p->table, frame->a, parse_sort_of_constructor(p, frame->a), args, n, &check);
    if (*result != 0) {
        if (check.tolerances != 0)
            parse_note_tolerances(p, check.tolerances, frame->offset);
        return true;
    }
    symbol name = fun_at(p->table, frame->a)->name;
    if (symbol_at(&p->table->symbols, name)->op != 0) { /* the operator that it hides may fit */
        struct check other;
        *result = check_op(p->table, name, NULL, 0, frame->c, args, n, &other);
        if (*result != 0 && n == 0 && !op_info(p->table, term_op(p->table, *result))->needs_as)
            return parse_fail(p, frame->offset,
                              "'%.200s' is hidden by what is declared under its name",
                              symbol_at(&p->table->symbols, name)->at);
        if (*result != 0)
            return true;
    }
    /* A function of map sort, or one that gets only some of its arguments. */
    bool maps = sort_kind(&p->table->sorts, fun_at(p->table, frame->a)->result) == SORT_MAP;
    if (frame->c == 0 && check.status == CHECK_ARITY && n > 0 &&
        (maps || n < fun_arity(p->table, frame->a))) {
        term head;
        if (fun_arity(p->table, frame->a) == 0)
            head = check_fun(p->table, frame->a, 0, NULL, 0, &check);
        else if (!parse_function_value(p, frame->a, frame->offset, &head))
            return false;
        if (head == 0)
            return parse_fail_fun(p, frame->offset, frame->a, &check, NULL, 0);
        parse_push_arg(p, 0);
        memmove(&p->args.at[frame->base + 1], &p->args.at[frame->base], n * sizeof(term));
        p->args.at[frame->base] = head;
        return call(p, frame->offset, frame->base, result);
    }
    return parse_fail_fun(p, error_offset(p, frame, &check), frame->a, &check, args, n);
}

/* Where a function is called is-c, nothing can be written in that way for (_ is c). */
static void note_spelling(struct parser *p, fun f, const struct frame *frame) {
    struct fun *info = &p->table->funs.at[f];
    info->spellings |= (uint8_t)frame->b;
    if (frame->kind != FRAME_IS || frame->b == SPELLED_DASH)
        return;
    symbol dashed = parse_find_dashed(p, info->name);
    if (dashed != 0 && (symbol_at(&p->table->symbols, dashed)->fun != 0 ||
                        symbol_at(&p->table->symbols, dashed)->op != 0))
        info->spellings |= SPELLED_NO_DASH;
}

/* ((_ is c) x) and ((_ update s) x v) */
static bool apply_datatype(struct parser *p, const struct frame *frame, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    bool is_tester = frame->kind == FRAME_IS;
    if (n != (is_tester ? 1u : 2u))
        return parse_fail(p, frame->offset, "%s takes %s", is_tester ? "a tester" : "an update",
                          is_tester ? "one argument" : "two arguments");
    fun chosen = parse_fun_of_sort(p, frame->a, term_sort(p->table, args[0]));
    note_spelling(p, chosen, frame);
    struct fun f = *fun_at(p->table, chosen);
    struct sort_binding binding;
    sort_binding_clear(&binding, f.n_params_sorts);
    sort whole = is_tester ? f.result : list_items(&p->table->lists, f.params)[0];
    if (!sort_match(sorts, whole, term_sort(p->table, args[0]), &binding))
        return parse_fail_sort(p, part_offset(p, frame->offset, 1), "the argument", whole,
                               term_sort(p->table, args[0]));
    if (frame->c != 0 && frame->c != term_sort(p->table, args[0]))
        return parse_fail_sort(p, part_offset(p, frame->offset, 1), "the argument", frame->c,
                               term_sort(p->table, args[0]));
    if (is_tester) {
        *result = term_make(p->table, OP_IS, chosen, SORT_BOOL, args, 1);
        return true;
    }
    unsigned tolerances = 0;
    sort part = sort_instantiate(sorts, f.result, &binding);
    term value = part == 0 ? 0 : check_coerce(p->table, args[1], part, &tolerances);
    if (value == 0)
        return parse_fail_sort(p, part_offset(p, frame->offset, 2), "the new value",
                               part != 0 ? part : f.result, term_sort(p->table, args[1]));
    parse_note_tolerances(p, tolerances, frame->offset);
    args[1] = value;
    *result = term_make(p->table, OP_UPDATE, chosen, term_sort(p->table, args[0]), args, 2);
    return true;
}

/* Is the rank, arguments first, that of these arguments and the result? */
static bool has_sorts(const struct parser *p, term result, const u32_vec *args, list rank) {
    if (list_length(&p->table->lists, rank) != args->n + 1)
        return false;
    const sort *sorts = list_items(&p->table->lists, rank);
    for (size_t i = 0; i < args->n; i++)
        if (term_sort(p->table, args->at[i]) != sorts[i])
            return false;
    return term_sort(p->table, result) == sorts[args->n];
}

/* ((_ map f) a b): the sorts are those of f, under an array */
static bool apply_map(struct parser *p, const struct frame *frame, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    u32_vec elements = {0};
    sort index = 0;
    bool good = n > 0;
    /* A fresh variable of each element sort stands for the elements. */
    for (uint32_t i = 0; good && i < n; i++) {
        sort s = term_sort(p->table, args[i]);
        good = sort_kind(sorts, s) == SORT_ARRAY && (i == 0 || sort_arg(sorts, s, 0) == index);
        if (!good)
            break;
        index = sort_arg(sorts, s, 0);
        vec_push(&elements, term_variable(p->table, frame->b, sort_arg(sorts, s, 1)));
    }
    struct check check;
    term applied = 0;
    if (good)
        applied = frame->a != 0 ? check_fun(p->table, frame->a, 0, elements.at, n, &check)
                                : check_op(p->table, frame->b, NULL, 0, 0, elements.at, n, &check);
    bool is_right = applied == 0 || frame->c == 0 || has_sorts(p, applied, &elements, frame->c);
    vec_free(&elements);
    sort array = applied == 0 ? 0 : sort_array(sorts, index, term_sort(p->table, applied));
    if (array == 0)
        return parse_fail(p, frame->offset,
                          "map needs arrays over one index sort whose elements "
                          "the function takes");
    if (!is_right)
        return parse_fail(p, frame->offset,
                          "the arrays have elements of other sorts than those given here");
    uint32_t which[MAP_ITEMS] = {
        [MAP_WHICH] =
            frame->a != 0 ? term_at(p->table, applied)->payload : term_at(p->table, applied)->op,
        [MAP_IS_FUN] = frame->a != 0,
        [MAP_HAS_RANK] = frame->c != 0,
    };
    *result = term_make(p->table, OP_MAP_ARRAY, list_intern(&p->table->lists, which, MAP_ITEMS),
                        array, args, n);
    return true;
}

/* A ')' that ends an application. */
bool parse_close_application(struct parser *p, term *result) {
    struct frame frame = vec_top(&p->frames);
    bool good;
    if (p->args.n == frame.base && frame.kind != FRAME_CALL)
        return parse_fail(p, frame.offset,
                          "an application needs arguments; "
                          "a constant is written without parentheses");
    switch (frame.kind) {
    case FRAME_OP:
        good = parse_apply_op(p, &frame, result);
        break;
    case FRAME_FUN:
        good = parse_apply_fun(p, &frame, result);
        break;
    case FRAME_IS:
    case FRAME_UPDATE:
        good = apply_datatype(p, &frame, result);
        break;
    case FRAME_MAP:
        good = apply_map(p, &frame, result);
        break;
    default:
        good = call(p, frame.offset, frame.base, result);
    }
    parse_drop_args(p, frame.base);
    (void)vec_pop(&p->frames);
    return good;
}
