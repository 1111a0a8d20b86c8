/*
 * The pass over literals and indices: smaller numbers, shorter words.
 */
#include <gmp.h>

#include "lang/literal.h"
#include "reduce/steps.h"
#include "term/check.h"

enum {
    LITERAL_NUMBER, /* a: the term, b: enum number_step */
    LITERAL_WORD,   /* a: the term, b: first character and c: number of those that go */
    LITERAL_WORDS,  /* the same in every word that has this one in it */
    LITERAL_RUNS,   /* a: a character; b: 0: gone from all words, 1: its runs halved, 2: one each */
    LITERAL_INDEX,  /* a: the term, b: which index, c: enum number_step */
    LITERAL_BITS,   /* a: the term, b: 0, 1 */
};

enum number_step {
    NUMBER_ZERO,
    NUMBER_ONE,
    NUMBER_HALF,
    NUMBER_SHORTER,
    NUMBER_LESS,
    NUMBER_STEPS
};

enum {
    SINGLE_CHARACTERS = 24,
    LESS_MOST = 100, /* from here on numbers go down by ones */
};

static uint64_t content_of(const struct steps *steps, term t, uint32_t kind, uint32_t b,
                           uint32_t c) {
    return hash_mix(hash_mix(steps_hash(steps, t), kind), (uint64_t)b << 32 | c);
}

/* ---- numbers --------------------------------------------------------------- */

/* Appends the smaller number; false if it is none. */
static bool smaller_number(const char *digits, size_t n, uint32_t how, struct strbuf *out) {
    char *text = mem_copy_text(digits, n);
    mpz_t number;
    mpz_init_set_str(number, text, 10);
    bool good = true;
    switch ((enum number_step)how) {
    case NUMBER_ZERO:
        good = mpz_cmp_ui(number, 0) > 0;
        mpz_set_ui(number, 0);
        break;
    case NUMBER_ONE:
        good = mpz_cmp_ui(number, 1) > 0;
        mpz_set_ui(number, 1);
        break;
    case NUMBER_HALF:
        good = mpz_cmp_ui(number, 3) > 0;
        mpz_fdiv_q_2exp(number, number, 1);
        break;
    case NUMBER_SHORTER: /* 9 for 10, 99 for 123 */
        good = n > 1;
        mpz_ui_pow_ui(number, 10, n > 1 ? n - 1 : 0);
        mpz_sub_ui(number, number, 1);
        break;
    default:
        good = mpz_cmp_ui(number, 2) > 0 && mpz_cmp_ui(number, LESS_MOST) <= 0;
        mpz_sub_ui(number, number, 1);
    }
    if (good) {
        strbuf_reserve(out, mpz_sizeinbase(number, 10) + 2);
        mpz_get_str(out->at + out->n, 10, number);
        out->n += strlen(out->at + out->n);
    }
    mpz_clear(number);
    mem_free(text);
    return good;
}

static term smaller_literal(struct steps *steps, term t, uint32_t how) {
    struct term_table *table = steps->draft.table;
    struct term_node node = *term_at(table, t);
    const struct symbol_entry *entry = symbol_at(&table->symbols, node.payload);
    size_t whole = strcspn(entry->at, ".");
    strbuf_clear(&steps->text);
    bool has_fraction = node.op == OP_DECIMAL && strcmp(entry->at + whole, ".0") != 0;
    if (has_fraction && how == NUMBER_HALF) /* a decimal loses its fraction first */
        strbuf_add(&steps->text, entry->at, whole);
    else if (!smaller_number(entry->at, whole, how, &steps->text))
        return 0;
    if (node.op == OP_DECIMAL)
        strbuf_add_text(&steps->text, ".0");
    symbol s = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, node.op, s, node.sort, NULL, 0);
}

/*
 * Large steps that fail are not tried again when the number has become a little
 * smaller: they are known by its place among the literals.
 */
static void list_number(struct steps *steps, term t, uint32_t place, step_vec *found) {
    for (uint32_t how = 0; how < NUMBER_STEPS; how++)
        vec_push(found, ((struct step){
                            .kind = LITERAL_NUMBER,
                            .a = t,
                            .b = how,
                            .gain = NUMBER_STEPS - how,
                            .content = how < NUMBER_SHORTER
                                           ? hash_mix(LITERAL_NUMBER, (uint64_t)how << 32 | place)
                                           : content_of(steps, t, LITERAL_NUMBER, how, 0),
                        }));
}

/* ---- indices --------------------------------------------------------------- */

static void list_indices(struct steps *steps, term t, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    const struct term_node *node = term_at(table, t);
    uint32_t n = list_length(&table->lists, node->payload);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t how = 0; how < NUMBER_STEPS; how++)
            vec_push(found, ((struct step){
                                .kind = LITERAL_INDEX,
                                .a = t,
                                .b = i,
                                .c = how,
                                .gain = NUMBER_STEPS - how,
                                .content = content_of(steps, t, LITERAL_INDEX, i, how),
                            }));
}

static term smaller_index(struct steps *steps, const struct step *step) {
    static const uint32_t fixed[] = {[NUMBER_ZERO] = 0, [NUMBER_ONE] = 1};
    struct term_table *table = steps->draft.table;
    struct term_node node = *term_at(table, step->a);
    struct check check;
    u32_vec indices = {0}, args = {0};
    for (uint32_t i = 0; i < list_length(&table->lists, node.payload); i++)
        vec_push(&indices, list_items(&table->lists, node.payload)[i]);
    for (uint32_t i = 0; i < node.n_args; i++)
        vec_push(&args, term_arg(table, step->a, i));
    uint32_t old = indices.at[step->b];
    uint32_t new = step->c == NUMBER_HALF      ? old / 2
                   : step->c >= NUMBER_SHORTER ? old - 1
                                               : fixed[step->c];
    indices.at[step->b] = new;
    vec_reserve(&args, 1);
    term result = old == 0 || new >= old
                      ? 0
                      : check_one_op(table, node.op, indices.at, (uint32_t)indices.n, 0, args.at,
                                     node.n_args, &check);
    vec_free(&indices);
    vec_free(&args);
    return result != 0 && term_sort(table, result) == node.sort ? result : 0;
}

/* ---- words ----------------------------------------------------------------- */

static void code_points_of(const struct steps *steps, term t, u32_vec *points) {
    const struct term_table *table = steps->draft.table;
    const struct symbol_entry *entry = symbol_at(&table->symbols, term_at(table, t)->payload);
    vec_clear(points);
    literal_code_points(entry->at, entry->n, points);
}

/* A cut from a word: the word, its place among the words, where, how long, after halving how often. */
struct word_cut {
    term word;
    uint32_t place, first, count, halvings;
};

/*
 * Of one character, the whole word tells the step from others. Of several, it is the place of the
 * word and of the part in it: what fails is not tried again when the word has become a little shorter.
 */
static uint64_t content_of_cut(const struct steps *steps, const struct word_cut *cut,
                               uint32_t kind) {
    if (cut->count == 1)
        return content_of(steps, cut->word, kind, cut->first, cut->count);
    return hash_mix(hash_mix(kind, (uint64_t)cut->place << 32 | cut->halvings),
                    cut->first / cut->count);
}

static void add_word_step(struct steps *steps, const struct word_cut *cut, step_vec *found) {
    for (uint32_t kind = LITERAL_WORD; kind <= LITERAL_WORDS; kind++)
        vec_push(found, ((struct step){
                            .kind = kind,
                            .a = cut->word,
                            .b = cut->first,
                            .c = cut->count,
                            .gain = 2 * (uint64_t)cut->count + (kind == LITERAL_WORDS ? 1 : 0),
                            .content = content_of_cut(steps, cut, kind),
                        }));
}

static void list_word(struct steps *steps, term t, uint32_t place, step_vec *found) {
    u32_vec points = {0};
    code_points_of(steps, t, &points);
    uint32_t n = (uint32_t)points.n;
    for (uint32_t chunk = n, halvings = 0; chunk > 0; chunk /= 2, halvings++)
        for (uint32_t first = 0; first < n; first += chunk)
            if (chunk > 1 || first < SINGLE_CHARACTERS) {
                bool is_run = chunk == 1 && first > 0 && points.at[first] == points.at[first - 1];
                uint32_t count = first + chunk > n ? n - first : chunk;
                if (!is_run)
                    add_word_step(steps, &(struct word_cut){t, place, first, count, halvings},
                                  found);
            }
    for (size_t i = 0; i < points.n; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = points.at[k] != points.at[i];
        for (uint32_t how = 0; how < 3 && is_new && i < SINGLE_CHARACTERS; how++)
            vec_push(found, ((struct step){
                                .kind = LITERAL_RUNS,
                                .a = points.at[i],
                                .b = how,
                                .gain = UINT32_MAX - how,
                                .content = hash_mix(points.at[i], how + 17),
                            }));
    }
    vec_free(&points);
}

static term word_term(struct steps *steps, const u32_vec *points) {
    struct term_table *table = steps->draft.table;
    strbuf_clear(&steps->text);
    literal_from_code_points(points->at, points->n, &steps->text);
    symbol s = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, OP_STRING, s, SORT_STRING, NULL, 0);
}

static void cut(u32_vec *points, size_t first, size_t count) {
    memmove(points->at + first, points->at + first + count,
            (points->n - first - count) * sizeof *points->at);
    points->n -= count;
}

static term shorter_word(struct steps *steps, const struct step *step) {
    u32_vec points = {0};
    code_points_of(steps, step->a, &points);
    cut(&points, step->b, step->c);
    term result = word_term(steps, &points);
    vec_free(&points);
    return result;
}

/* Wherever the word stands in another, it becomes shorter there, too. */
static void cut_inside(u32_vec *in, const u32_vec *word, uint32_t first, uint32_t count) {
    for (size_t i = 0; i + word->n <= in->n;)
        if (memcmp(in->at + i, word->at, word->n * sizeof *word->at) == 0) {
            cut(in, i + first, count);
            i += word->n - count;
            i += word->n == count ? 1 : 0;
        } else
            i++;
}

static void shorten_runs(u32_vec *in, uint32_t character, uint32_t how) {
    size_t n = 0;
    for (size_t i = 0; i < in->n;) {
        size_t run = 1;
        if (in->at[i] != character) {
            in->at[n++] = in->at[i++];
            continue;
        }
        while (i + run < in->n && in->at[i + run] == character)
            run++;
        size_t keep = how == 0 ? 0 : how == 1 ? (run + 1) / 2 : 1;
        for (size_t k = 0; k < keep; k++)
            in->at[n++] = character;
        i += run;
    }
    in->n = n;
}

/* All words of the script, changed in one way. */
static bool change_words(struct steps *steps, const struct step *step) {
    u32_vec words = {0}, word = {0}, points = {0};
    struct term_table *table = steps->draft.table;
    bool good = true;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        if (term_op(table, t) == OP_STRING)
            vec_push(&words, t);
    if (step->kind == LITERAL_WORDS)
        code_points_of(steps, step->a, &word);
    /* What is put in may be a word that is changed itself: the shortest first. */
    for (size_t i = 1; i < words.n; i++)
        for (size_t k = i; k > 0; k--) {
            code_points_of(steps, words.at[k], &points);
            size_t n = points.n;
            code_points_of(steps, words.at[k - 1], &points);
            if (points.n <= n)
                break;
            term other = words.at[k];
            words.at[k] = words.at[k - 1];
            words.at[k - 1] = other;
        }
    for (size_t i = 0; i < words.n && good; i++) {
        code_points_of(steps, words.at[i], &points);
        if (step->kind == LITERAL_WORDS)
            cut_inside(&points, &word, step->b, step->c);
        else
            shorten_runs(&points, step->a, step->b);
        term to = word_term(steps, &points);
        if (to != words.at[i])
            good = revision_replace(&steps->draft, words.at[i], to);
    }
    vec_free(&words);
    vec_free(&word);
    vec_free(&points);
    return good;
}

/* ---- bits ------------------------------------------------------------------ */

static void list_bits(struct steps *steps, term t, step_vec *found) {
    for (uint32_t k = 0; k < 2; k++)
        vec_push(found, ((struct step){
                            .kind = LITERAL_BITS,
                            .a = t,
                            .b = k,
                            .gain = 2 - k,
                            .content = content_of(steps, t, LITERAL_BITS, k, 0),
                        }));
}

static term simple_bits(struct steps *steps, term t, uint32_t k) {
    struct term_table *table = steps->draft.table;
    sort s = term_sort(table, t);
    strbuf_clear(&steps->text);
    literal_bits_decimal(k == 0 ? "0" : "1", 1, sort_at(&table->sorts, s)->indices[0],
                         &steps->text);
    symbol name = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, OP_BITS, name, s, NULL, 0);
}

/* ---- the pass -------------------------------------------------------------- */

void list_literals(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    u32_vec terms = {0};
    size_t n_numbers = 0, n_words = 0;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        vec_push(&terms, t);
    for (size_t i = 0; i < terms.n; i++)
        switch (term_op(table, terms.at[i])) {
        case OP_NUMERAL:
        case OP_DECIMAL:
            list_number(steps, terms.at[i], (uint32_t)n_numbers++, found);
            break;
        case OP_STRING:
            list_word(steps, terms.at[i], (uint32_t)n_words++, found);
            break;
        case OP_BITS:
            list_bits(steps, terms.at[i], found);
            break;
        default:
            if (term_op(table, terms.at[i]) >= OP_FIRST_THEORY)
                list_indices(steps, terms.at[i], found);
        }
    vec_free(&terms);
}

bool apply_literals(struct steps *steps, const struct step *step) {
    term to = 0;
    switch (step->kind) {
    case LITERAL_NUMBER:
        to = smaller_literal(steps, step->a, step->b);
        break;
    case LITERAL_WORD:
        to = shorter_word(steps, step);
        break;
    case LITERAL_INDEX:
        to = smaller_index(steps, step);
        break;
    case LITERAL_BITS:
        to = simple_bits(steps, step->a, step->b);
        break;
    default:
        return change_words(steps, step);
    }
    return to != 0 && to != step->a && revision_replace(&steps->draft, step->a, to);
}
