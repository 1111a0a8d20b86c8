/*
 * Compares ops.def with the theory declarations of the standard, read from
 * $SHARED/smtlib: every function that they declare is a row, with the same
 * indices, sorts and attribute, and every row marked STD is declared.
 *
 * Declarations stand in three places, all of which are read:
 *
 *     :funs ((select (Array X Y) X Y) ...)     as S-expressions
 *     :funs-description "... (bvult (_ BitVec m) (_ BitVec m) Bool) ..."
 *                                              at the starts of lines of prose
 *     :notes of logic QF_BV                    as well
 */
#include "testing.h"

#include "base/file.h"
#include "base/sexpr.h"
#include "term/table.h"

enum { INDICES_MAX = 4 };

struct declaration {
    const char *file;
    struct token name;
    const struct sexpr *indices; /* first one, NULL if it has none */
    const struct sexpr *sorts;   /* first argument; the last sort is the result */
    enum assoc assoc;
};

struct standard {
    struct arena arena;
    path_vec paths;
    VEC(struct file_text) texts;
    VEC(struct declaration) declarations;
    struct strbuf problems;
};

/* ---- reading -------------------------------------------------------------- */

static bool same_token(const struct token *a, const struct token *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}

static bool token_is(const struct token *token, const char *text) {
    return token->n == strlen(text) && memcmp(token->at, text, token->n) == 0;
}

static void add_problem(struct standard *standard, const char *file, const char *what,
                        const char *at, size_t n) {
    strbuf_printf(&standard->problems, "%s: %s: %.*s\n", file, what, (int)n, at);
}

/* :left-assoc and the like, behind the sorts or (in HO-Core) inside of one. */
static enum assoc read_attribute(const struct sexpr *e) {
    static const char *const words[] = {
        [ASSOC_LEFT] = ":left-assoc",
        [ASSOC_RIGHT] = ":right-assoc",
        [ASSOC_CHAIN] = ":chainable",
        [ASSOC_PAIRWISE] = ":pairwise",
    };
    for (; e != NULL; e = e->next) {
        enum assoc inside = sexpr_is_list(e) ? read_attribute(e->child) : ASSOC_NONE;
        if (inside != ASSOC_NONE)
            return inside;
        for (enum assoc assoc = ASSOC_LEFT; assoc <= ASSOC_PAIRWISE; assoc++)
            if (sexpr_is_word(e, words[assoc]))
                return assoc;
    }
    return ASSOC_NONE;
}

/* Literals are declared by words in capitals. */
static bool is_literal(const struct token *name) {
    return token_is(name, "NUMERAL") || token_is(name, "DECIMAL");
}

/* (f A B), ((_ f i) A B), (par (X) (f X)); false if it is none of these. */
static bool read_declaration(const char *file, const struct sexpr *e, struct declaration *result) {
    if (sexpr_is_list(e) && sexpr_is_word(e->child, "par") && sexpr_length(e) == 3)
        e = e->child->next->next;
    if (!sexpr_is_list(e) || sexpr_length(e) < 2)
        return false;
    const struct sexpr *head = e->child;
    *result = (struct declaration){
        .file = file, .sorts = head->next, .assoc = read_attribute(head->next)};
    if (sexpr_is_list(head)) {
        if (!sexpr_is_word(head->child, "_") || sexpr_length(head) < 3)
            return false;
        head = head->child->next;
        result->indices = head->next;
    }
    result->name = head->token;
    return head->token.kind == TOKEN_SYMBOL;
}

static const char *find_text(const char *at, const char *end, const char *what) {
    return memmem(at, (size_t)(end - at), what, strlen(what));
}

/* The names of "{bvnot, bvneg}" at `at`, one per call; false at the end. */
static bool next_of_set(const char **at, const char *end, struct token *name) {
    while (*at < end && strchr("{, \n", **at) != NULL)
        ++*at;
    const char *start = *at;
    while (*at < end && strchr(", \n}", **at) == NULL)
        ++*at;
    *name = (struct token){.kind = TOKEN_SYMBOL, .at = start, .n = (uint32_t)(*at - start)};
    return name->n > 0;
}

/* "- op1 is from {bvnot, bvneg}": the declaration of op1 is one of each. */
static void add_declaration(struct standard *standard, struct declaration declaration,
                            const char *at, const char *end) {
    struct strbuf phrase = {0};
    strbuf_printf(&phrase, "%.*s is from ", (int)declaration.name.n, declaration.name.at);
    const char *set = at == NULL ? NULL : find_text(at, end, strbuf_text(&phrase));
    if (set == NULL && !is_literal(&declaration.name))
        vec_push(&standard->declarations, declaration);
    if (set != NULL) {
        set += phrase.n;
        while (next_of_set(&set, end, &declaration.name))
            vec_push(&standard->declarations, declaration);
    }
    strbuf_free(&phrase);
}

/* "The operators in {bvand, bvor} have the :left-assoc attribute." */
static void apply_attributes(struct standard *standard, size_t first, const char *at,
                             const char *end) {
    if (find_text(at, end, "} have the :left-assoc attribute") == NULL)
        return;
    const char *set = find_text(at, end, "operators in {");
    struct token name;
    assert_non_null(set);
    set += strlen("operators in ");
    while (next_of_set(&set, end, &name))
        for (size_t i = first; i < standard->declarations.n; i++)
            if (same_token(&standard->declarations.at[i].name, &name))
                standard->declarations.at[i].assoc = ASSOC_LEFT;
}

/* Where the list that starts at `at` ends. */
static const char *end_of_list(const char *at, const char *end) {
    int level = 0;
    for (; at < end; at++) {
        level += (*at == '(') - (*at == ')');
        if (level == 0)
            return at + 1;
    }
    return end;
}

/* Every list at the start of a line must be a declaration, but for (_ char H). */
static void read_prose(struct standard *standard, const char *file, const struct token *prose) {
    const char *at = prose->at, *end = prose->at + prose->n;
    size_t first_of_prose = standard->declarations.n;
    while (at < end) {
        at += strspn(at, " \n");
        if (at < end && *at == '(') {
            const char *start = at;
            at = end_of_list(at, end);
            char *copy = arena_alloc(&standard->arena, (size_t)(at - start) + 1);
            memcpy(copy, start, (size_t)(at - start));
            copy[at - start] = '\0';
            struct sexpr *first = NULL;
            struct sexpr_error error;
            struct declaration declaration;
            if (!sexpr_read(copy, (size_t)(at - start), &standard->arena, &first, &error) ||
                (!sexpr_is_word(first->child, "_") && !read_declaration(file, first, &declaration)))
                add_problem(standard, file, "not a declaration", start, (size_t)(at - start));
            else if (!sexpr_is_word(first->child, "_"))
                add_declaration(standard, declaration, prose->at, end);
        }
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        at = line_end == NULL ? end : line_end;
    }
    apply_attributes(standard, first_of_prose, prose->at, end);
}

/* "bvxor is left associative", in the extensions of QF_BV. */
static void read_extensions(struct standard *standard, const struct token *prose) {
    static const char phrase[] = " is left associative";
    const char *end = prose->at + prose->n;
    const char *at = prose->at;
    while ((at = find_text(at, end, phrase)) != NULL) {
        const char *start = at;
        while (start > prose->at && start[-1] != ' ')
            start--;
        struct token name = {.at = start, .n = (uint32_t)(at - start)};
        for (size_t i = 0; i < standard->declarations.n; i++)
            if (same_token(&standard->declarations.at[i].name, &name))
                standard->declarations.at[i].assoc = ASSOC_LEFT;
        at += strlen(phrase);
    }
}

static void read_theory(struct standard *standard, const char *path) {
    const char *file = strrchr(path, '/') + 1;
    struct file_text text;
    struct strbuf message = {0};
    struct sexpr_error error = {0};
    struct sexpr *first;
    if (!file_read(path, &text, &message))
        fail_msg("%s", strbuf_text(&message));
    /* Some variables have subscripts beyond ASCII, which scripts may not have. */
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            text.at[i] = (char)('a' + (unsigned char)text.at[i] % 16);
    vec_push(&standard->texts, text);
    if (!sexpr_read(text.at, text.n, &standard->arena, &first, &error))
        fail_msg("%s: offset %u: %s", file, error.offset, error.message);

    size_t before = standard->declarations.n;
    bool is_logic = sexpr_is_word(first->child, "logic");
    for (const struct sexpr *e = first->child; e != NULL && e->next != NULL; e = e->next) {
        const struct sexpr *value = e->next;
        if (sexpr_is_word(e, ":funs") || sexpr_is_word(e, ":fun")) {
            struct declaration declaration;
            for (const struct sexpr *d = value->child; d != NULL; d = d->next)
                if (read_declaration(file, d, &declaration))
                    add_declaration(standard, declaration, NULL, NULL);
                else if (sexpr_is_list(d)) /* notes may stand between them */
                    add_problem(standard, file, "not a declaration", text.at + d->token.offset, 40);
        } else if (sexpr_is_word(e, ":funs-description") ||
                   (is_logic && sexpr_is_word(e, ":notes")))
            read_prose(standard, file, &value->token);
        else if (is_logic && sexpr_is_word(e, ":extensions"))
            read_extensions(standard, &value->token);
    }
    if (standard->declarations.n == before)
        add_problem(standard, file, "declares nothing", "", 0);
}

/* ---- comparing ------------------------------------------------------------ */

/* Which name of the declaration stands for which variable of the row. */
struct renaming {
    const struct term_table *table;
    const struct token *params[SORT_PARAMS_MAX];
    const struct token *numerals[SORT_NUMERALS_MAX];
};

/* One name for one variable, and the other way round. */
static bool rename_to(const struct token **names, uint32_t n, uint32_t variable,
                      const struct token *name) {
    for (uint32_t i = 0; i < n; i++)
        if (names[i] != NULL && same_token(names[i], name) != (i == variable))
            return false;
    names[variable] = name;
    return true;
}

static bool is_renamed(const struct renaming *renaming, const struct token *name) {
    for (uint32_t i = 0; i < SORT_NUMERALS_MAX; i++)
        if (renaming->numerals[i] != NULL && same_token(renaming->numerals[i], name))
            return true;
    return false;
}

/*
 * What a row computes, (+ m n), has a name of its own in the declarations, and
 * an equation in prose; only that the name is new can be seen.
 */
static bool same_index(struct renaming *renaming, const struct sexpr *e, uint32_t index) {
    if (index <= SORT_INDEX_MAX)
        return e->token.kind == TOKEN_NUMERAL && strtoul(e->token.at, NULL, 10) == index;
    if (e->token.kind != TOKEN_SYMBOL)
        return false;
    const struct numeral_expr *expr = &renaming->table->sorts.exprs.at[index & SORT_INDEX_MAX];
    if (expr->op == 'v')
        return rename_to(renaming->numerals, SORT_NUMERALS_MAX, expr->a, &e->token);
    return !is_renamed(renaming, &e->token);
}

static bool same_sort(struct renaming *renaming, const struct sexpr *e, sort s) {
    const struct sort_table *sorts = &renaming->table->sorts;
    const struct sort_node *node = sort_at(sorts, s);
    while (sexpr_is_list(e) && sexpr_length(e) == 1) /* (Int) in the notes of QF_BV */
        e = e->child;
    if (node->kind == SORT_PARAM)
        return e->token.kind == TOKEN_SYMBOL && sort_name_find(e->token.at, e->token.n) == NULL &&
               rename_to(renaming->params, SORT_PARAMS_MAX, node->indices[0], &e->token);
    bool indexed = sexpr_is_list(e) && sexpr_is_word(e->child, "_");
    const struct sexpr *head = indexed ? e->child->next : sexpr_is_list(e) ? e->child : e;
    const struct sort_name *name = sort_name_find(head->token.at, head->token.n);
    if (name == NULL || name->kind != node->kind)
        return false;
    uint32_t n_parts = 0;
    if (head != e)
        for (const struct sexpr *part = head->next; part != NULL; part = part->next) {
            if (part->token.kind == TOKEN_KEYWORD)
                continue;
            if (indexed ? n_parts >= name->n_indices : n_parts >= sort_n_args(sorts, s))
                return false;
            if (indexed ? !same_index(renaming, part, node->indices[n_parts])
                        : !same_sort(renaming, part, sort_arg(sorts, s, n_parts)))
                return false;
            n_parts++;
        }
    return n_parts == (indexed ? name->n_indices : sort_n_args(sorts, s));
}

static bool same_rank(const struct term_table *table, const struct declaration *declaration,
                      const struct op_info *info) {
    struct renaming renaming = {.table = table};
    uint32_t n_indices = 0, n_args = 0;
    for (const struct sexpr *e = declaration->indices; e != NULL; e = e->next) {
        if (n_indices == INDICES_MAX)
            return false;
        renaming.numerals[n_indices++] = &e->token;
    }
    if (n_indices != info->n_indices || declaration->assoc != info->assoc)
        return false;
    const struct sexpr *e = declaration->sorts;
    for (; e->next != NULL && e->next->token.kind != TOKEN_KEYWORD; e = e->next, n_args++)
        if (n_args >= info->n_args ||
            !same_sort(&renaming, e, list_items(&table->lists, info->args)[n_args]))
            return false;
    return n_args == info->n_args && same_sort(&renaming, e, info->result);
}

/* Summaries leave attributes out: a declaration has those of its twin elsewhere. */
static bool is_summary(const struct standard *standard, const struct term_table *table,
                       const struct declaration *declaration, const struct op_info *info) {
    struct declaration twin = *declaration;
    twin.assoc = info->assoc;
    if (declaration->assoc != ASSOC_NONE || !same_rank(table, &twin, info))
        return false;
    for (size_t i = 0; i < standard->declarations.n; i++)
        if (same_token(&standard->declarations.at[i].name, &twin.name) &&
            same_rank(table, &standard->declarations.at[i], info))
            return true;
    return false;
}

static void add_rank(struct strbuf *out, const struct term_table *table, uint32_t op) {
    const struct op_info *info = op_info(table, op);
    strbuf_printf(out, "  %s: %u indices,", op_row(op)->name, info->n_indices);
    for (uint32_t i = 0; i < info->n_args; i++) {
        strbuf_add_char(out, ' ');
        sort_print(&table->sorts, list_items(&table->lists, info->args)[i], out);
    }
    strbuf_add_text(out, " -> ");
    sort_print(&table->sorts, info->result, out);
    strbuf_printf(out, ", attribute %d\n", (int)info->assoc);
}

/* Finds the row and sets its mark; a problem if there is none. */
static void compare(struct standard *standard, const struct term_table *table,
                    const struct declaration *declaration, bool *declared) {
    struct token name = declaration->name;
    symbol spelling = symbol_find(&table->symbols, name.at, name.n);
    uint32_t first = spelling == 0 ? 0 : symbol_at(&table->symbols, spelling)->op;
    for (uint32_t op = first; op != 0; op = op_info(table, op)->next) {
        const struct op_info *info = op_info(table, op);
        if (info->origin == ORIGIN_STD && info->assoc != ASSOC_CUSTOM &&
            (same_rank(table, declaration, info) ||
             is_summary(standard, table, declaration, info))) {
            declared[op] = true;
            return;
        }
    }
    add_problem(standard, declaration->file,
                first == 0 ? "ops.def does not have" : "ops.def has another rank for", name.at,
                name.n);
    for (uint32_t op = first; op != 0; op = op_info(table, op)->next)
        if (op_info(table, op)->assoc != ASSOC_CUSTOM)
            add_rank(&standard->problems, table, op);
}

/* ---- the test ------------------------------------------------------------- */

static void read_standard(struct standard *standard, const char *folder) {
    struct strbuf message = {0};
    if (!file_list(folder, ".smt2", &standard->paths, &message))
        fail_msg("%s", strbuf_text(&message));
    for (size_t i = 0; i < standard->paths.n; i++) {
        const char *path = standard->paths.at[i];
        if (strstr(path, "/theory-") != NULL || strstr(path, "/logic-QF_BV.") != NULL)
            read_theory(standard, path);
    }
}

static void standard_release(struct standard *standard) {
    for (size_t i = 0; i < standard->texts.n; i++)
        file_text_free(&standard->texts.at[i]);
    vec_free(&standard->texts);
    vec_free(&standard->declarations);
    path_vec_free(&standard->paths);
    arena_free(&standard->arena);
    strbuf_free(&standard->problems);
}

static void ops_def_has_what_the_standard_declares_and_no_more(void **state) {
    const char *shared = getenv("SHARED");
    struct strbuf folder = {0};
    strbuf_printf(&folder, "%s/smtlib", shared == NULL ? "" : shared);
    if (access(strbuf_text(&folder), R_OK) != 0) {
        print_message("skip: no $SHARED/smtlib to compare ops.def with\n");
        strbuf_free(&folder);
        skip();
    }
    struct standard standard = {0};
    read_standard(&standard, strbuf_text(&folder));
    strbuf_free(&folder);

    struct term_table *table = term_table_new();
    bool declared[OP_COUNT] = {false};
    for (size_t i = 0; i < standard.declarations.n; i++)
        compare(&standard, table, &standard.declarations.at[i], declared);
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        if (op_row(op)->origin == ORIGIN_STD && !declared[op])
            strbuf_printf(&standard.problems, "%s is STD, but no theory declares it\n",
                          op_row(op)->name);
    bool good = standard.problems.n == 0;
    if (!good)
        print_error("%s", strbuf_text(&standard.problems));
    size_t n_files = standard.texts.n;
    standard_release(&standard);
    term_table_free(table);
    assert_true(good);
    assert_in_range(n_files, 10, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(ops_def_has_what_the_standard_declares_and_no_more),
    };
    return RUN(tests);
}
