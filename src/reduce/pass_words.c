/*
 * Words: steps of the pass `literals` that make them shorter, and the pass `letters`.
 */
#include "lang/literal.h"
#include "reduce/literals_int.h"

enum { SINGLE_CHARACTERS = 24, LETTERS_MOST = 32 };

/* ---- shorter --------------------------------------------------------------- */

static void code_points_of(const struct steps *steps, term t, u32_vec *points) {
    const struct term_table *table = steps->draft.table;
    const struct symbol_entry *entry = symbol_at(&table->symbols, term_at(table, t)->payload);
    vec_clear(points);
    literal_code_points(entry->at, entry->n, points);
}

/* A word of the script, its place among them, and what single letters of it are known with. */
struct word {
    term t;
    uint32_t place;
    bool is_inside;   /* another one has it in it */
    uint64_t numbers; /* the content of all numbers: what a word may be often hangs on them */
};

/* A cut from a word: where, how long, after halving how often; of one letter, in which run of it. */
struct word_cut {
    uint32_t first, count, halvings, run;
};

/*
 * Steps are known by the place of the word and of the part in it: what fails is not tried again when
 * the word has become a little shorter. One letter is, if its run or a number has changed.
 */
static uint64_t content_of_cut(const struct word *word, const struct word_cut *cut,
                               const u32_vec *points, uint32_t kind) {
    uint64_t h = hash_mix(kind, (uint64_t)word->place << 32 | cut->halvings);
    if (cut->count > 1)
        return hash_mix(h, cut->first / cut->count);
    uint32_t n = 1;
    while (cut->first + n < points->n && points->at[cut->first + n] == points->at[cut->first])
        n++;
    h = hash_mix(hash_mix(LITERAL_WORDS + 1, kind), (uint64_t)word->place << 32 | cut->run);
    return hash_mix(hash_mix(h, (uint64_t)points->at[cut->first] << 32 | n), word->numbers);
}

static void add_word_step(const struct word *word, const struct word_cut *cut,
                          const u32_vec *points, step_vec *found) {
    for (uint32_t kind = LITERAL_WORD; kind <= (word->is_inside ? LITERAL_WORDS : LITERAL_WORD);
         kind++)
        vec_push(found, ((struct step){
                            .kind = kind,
                            .a = word->t,
                            .b = cut->first,
                            .c = cut->count,
                            .gain = 2 * (uint64_t)cut->count + (kind == LITERAL_WORDS ? 1 : 0),
                            .content = content_of_cut(word, cut, points, kind),
                        }));
}

/* Parts: the whole, halves, quarters, ... and one letter of each run. */
static void list_cuts(const struct word *word, const u32_vec *points, step_vec *found) {
    uint32_t n = (uint32_t)points->n;
    for (uint32_t chunk = n, halvings = 0; chunk > 0; chunk /= 2, halvings++)
        for (uint32_t first = 0, run = 0; first < n; first += chunk) {
            /* a letter that is left over from larger parts is none of a run */
            struct word_cut cut = {first, first + chunk > n ? n - first : chunk, halvings,
                                   chunk == 1 ? run : UINT32_MAX};
            bool is_next = chunk == 1 && first > 0 && points->at[first] == points->at[first - 1];
            if (is_next || (chunk == 1 && first >= SINGLE_CHARACTERS))
                continue;
            run++;
            add_word_step(word, &cut, points, found);
        }
}

static void list_word(struct steps *steps, const struct word *word, step_vec *found) {
    u32_vec points = {0};
    code_points_of(steps, word->t, &points);
    list_cuts(word, &points, found);
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

term words_cut(struct steps *steps, term word, uint32_t first, uint32_t count) {
    u32_vec points = {0};
    code_points_of(steps, word, &points);
    cut(&points, first, count);
    term result = word_term(steps, &points);
    vec_free(&points);
    return result;
}

uint32_t words_length(const struct steps *steps, term word) {
    u32_vec points = {0};
    code_points_of(steps, word, &points);
    uint32_t n = (uint32_t)points.n;
    vec_free(&points);
    return n;
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

static void scale_runs(u32_vec *in, uint32_t how) {
    size_t n = 0;
    for (size_t i = 0, run; i < in->n; i += run) {
        for (run = 1; i + run < in->n && in->at[i + run] == in->at[i];)
            run++;
        size_t keep = how == NUMBER_HALF ? (run + 1) / 2 : run - run / 4;
        for (size_t k = 0; k < keep; k++)
            in->at[n++] = in->at[i];
    }
    in->n = n;
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

static void put(u32_vec *in, uint32_t from, uint32_t to) {
    for (size_t i = 0; i < in->n; i++)
        in->at[i] = in->at[i] == from ? to : in->at[i];
}

bool words_change(struct steps *steps, const struct step *step) {
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
        else if (step->kind == LITERAL_SCALE)
            scale_runs(&points, step->a);
        else if (step->kind == LITERAL_LETTER)
            put(&points, step->a, step->b);
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

static bool stands_in(const u32_vec *word, const u32_vec *other) {
    for (size_t i = 0; i + word->n <= other->n; i++)
        if (word->n > 0 && memcmp(other->at + i, word->at, word->n * sizeof *word->at) == 0)
            return true;
    return false;
}

static bool is_inside_another(const struct steps *steps, const u32_vec *words, term t) {
    u32_vec word = {0}, other = {0};
    bool found = false;
    code_points_of(steps, t, &word);
    for (size_t i = 0; i < words->n && !found; i++) {
        code_points_of(steps, words->at[i], &other);
        found = words->at[i] != t && stands_in(&word, &other);
    }
    vec_free(&word);
    vec_free(&other);
    return found;
}

void words_list(struct steps *steps, const u32_vec *words, uint64_t numbers, step_vec *found) {
    for (size_t i = 0; i < words->n; i++) {
        term t = words->at[i];
        struct word word = {t, (uint32_t)i, is_inside_another(steps, words, t), numbers};
        list_word(steps, &word, found);
    }
}

/* ---- letters --------------------------------------------------------------- */

/* Letters that somebody would write; others are made one of them where that is shorter. */
static bool is_plain(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/*
 * What a letter may become. A plain one, the least of the script if that is less: fewer letters
 * are easier to read. Another one, the first that the script does not have, so that letters stay
 * apart; or the least, or `a`.
 */
static uint32_t simpler_letters(uint32_t letter, const u32_vec *letters, uint32_t *simpler) {
    uint32_t least = 'a', fresh = 'a', n = 0;
    bool has_plain = false;
    for (size_t i = 0; i < letters->n; i++)
        if (is_plain(letters->at[i])) {
            least = !has_plain || letters->at[i] < least ? letters->at[i] : least;
            has_plain = true;
        }
    for (size_t i = 0; i < letters->n && fresh <= 'z'; i++)
        if (letters->at[i] == fresh) {
            fresh++;
            i = SIZE_MAX; /* from the start */
        }
    if (!is_plain(letter) && fresh <= 'z')
        simpler[n++] = fresh;
    if (least != letter && (n == 0 || simpler[0] != least))
        simpler[n++] = least;
    return n;
}

static void list_letter(const struct steps *steps, term word, uint32_t place, uint32_t letter,
                        const u32_vec *letters, step_vec *found) {
    uint32_t simpler[2], n = simpler_letters(letter, letters, simpler);
    for (uint32_t k = 0; k < n; k++) {
        vec_push(found, ((struct step){.kind = LITERAL_LETTER,
                                       .a = letter,
                                       .b = simpler[k],
                                       .content = hash_mix(LITERAL_LETTER,
                                                           (uint64_t)letter << 32 | simpler[k])}));
        if (!is_plain(letter))
            vec_push(
                found,
                ((struct step){.kind = LITERAL_PLACE,
                               .a = word,
                               .b = place,
                               .c = simpler[k],
                               .content = hash_mix(hash_mix(steps_hash(steps, word), LITERAL_PLACE),
                                                   (uint64_t)place << 32 | simpler[k])}));
    }
}

static void list_letters_of(struct steps *steps, const u32_vec *words, step_vec *found) {
    u32_vec points = {0}, letters = {0};
    for (size_t i = 0; i < words->n; i++) {
        code_points_of(steps, words->at[i], &points);
        for (size_t k = 0; k < points.n && letters.n < LETTERS_MOST; k++) {
            bool is_new = true;
            for (size_t m = 0; m < letters.n && is_new; m++)
                is_new = letters.at[m] != points.at[k];
            if (is_new)
                vec_push(&letters, points.at[k]);
        }
    }
    for (size_t i = 0; i < words->n && letters.n < LETTERS_MOST; i++) {
        code_points_of(steps, words->at[i], &points);
        for (size_t k = 0; k < points.n && k < SINGLE_CHARACTERS; k++)
            list_letter(steps, words->at[i], (uint32_t)k, points.at[k], &letters, found);
    }
    vec_free(&points);
    vec_free(&letters);
}

static term other_letter(struct steps *steps, const struct step *step) {
    u32_vec points = {0};
    code_points_of(steps, step->a, &points);
    points.at[step->b] = step->c;
    term result = word_term(steps, &points);
    vec_free(&points);
    return result;
}

void list_letters(struct steps *steps, step_vec *found) {
    u32_vec terms = {0}, words = {0};
    literals_find(steps, &terms);
    for (size_t i = 0; i < terms.n; i++)
        if (term_op(steps->draft.table, terms.at[i]) == OP_STRING)
            vec_push(&words, terms.at[i]);
    list_letters_of(steps, &words, found);
    vec_free(&terms);
    vec_free(&words);
}

bool apply_letters(struct steps *steps, const struct step *step) {
    if (step->kind == LITERAL_LETTER)
        return words_change(steps, step);
    term to = other_letter(steps, step);
    return to != step->a && revision_replace(&steps->draft, step->a, to);
}
