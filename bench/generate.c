/*
 * generate MEGABYTES - writes a script of about that size to standard output,
 * the same bytes each time.
 *
 * It resembles the benchmarks of SMT-LIB as a parser sees them. Counted over 1,463
 * benchmarks of 25 logics, declarations and assertions only, and over what this
 * program writes:
 *
 *                                                 benchmarks      here
 *     bytes for each symbol or literal                   6.9       6.8
 *     bytes for each token, parentheses too              3.2       3.2
 *     bytes for each distinct term                      18.3      18.2
 *     blanks, part of all bytes                         18 %      18 %
 *     length of a name that stands alone                 5.3       5.5
 *     numerals and decimals among words                 14 %      12 %
 *     bytes for each assertion                           252       291
 *     bytes for each declaration                         159       186
 *     words of an assertion, median and mean          7 / 30    8 / 37
 *     half of all words are in assertions of          >= 124    >= 182
 *     depth of a word, median and mean                8 / 12     8 / 9
 *     assertions with let, with quantifiers      12 %, 13 % 11 %, 14 %
 *     let, quantifiers, indices for each KB    2.0, 1.3, 4.5 1.8, 1.2, 3.6
 *     assertions with :named                             6 %       6 %
 *
 * There is no check-sat, so that a solver only reads it.
 */
#include <errno.h>

#include "base/die.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum style_id {
#define STYLE(name, weight, sorts, let, forall, function0, function1) STYLE_##name,
#define FORM(style, sort, weight, form)
#include "grammar.def"
#undef STYLE
#undef FORM
    STYLE_COUNT
};

struct style {
    uint32_t weight;
    const char *sorts;
    uint32_t let, forall;
    const char *functions[2];
};

static const struct style styles[] = {
#define STYLE(name, weight, sorts, let, forall, function0, function1) \
    {weight, sorts, let, forall, {function0, function1}},
#define FORM(style, sort, weight, form)
#include "grammar.def"
#undef STYLE
#undef FORM
};

struct form {
    enum style_id style;
    char sort;
    uint32_t weight;
    const char *text;
};

static const struct form forms[] = {
#define STYLE(name, weight, sorts, let, forall, function0, function1)
#define FORM(style, sort, weight, form) {STYLE_##style, sort, weight, form},
#include "grammar.def"
#undef STYLE
#undef FORM
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

/* Something that a leaf can name: a constant, or what a let or quantifier binds. */
struct name {
    char sort;
    const char *stem;
    uint32_t number;
};

struct writer {
    struct rng rng;
    struct strbuf out; /* what is not yet written */
    enum style_id style;
    VEC(struct name) constants; /* of the block */
    VEC(struct name) bound;     /* where the writer is now */
    struct name functions[2];   /* of the block: $0 and $1 */
    uint32_t n_names;           /* declared so far */
    size_t line_start;          /* offset in out */
};

enum { LINE = 70 };

static uint32_t below(struct writer *w, uint32_t bound) {
    return (uint32_t)rng_below(&w->rng, bound);
}

static bool chance(struct writer *w, uint32_t percent) {
    return rng_chance(&w->rng, percent, 100);
}

/* ---- names and literals --------------------------------------------------- */

static const char *const sort_texts[] = {
    ['B'] = "Bool",
    ['I'] = "Int",
    ['R'] = "Real",
    ['S'] = "String",
    ['U'] = "Element",
    ['D'] = "List",
    ['V'] = "(_ BitVec 32)",
    ['W'] = "(_ BitVec 8)",
    ['F'] = "(_ FloatingPoint 8 24)",
    ['A'] = "(Array Int Int)",
    ['M'] = "(Array (_ BitVec 32) (_ BitVec 8))",
};

static void write_name(struct writer *w, const struct name *name) {
    char digits[8];
    size_t i = sizeof digits;
    uint32_t number = name->number;
    do {
        digits[--i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
        number /= 36;
    } while (number > 0);
    strbuf_add_text(&w->out, name->stem);
    strbuf_add(&w->out, digits + i, sizeof digits - i);
}

/*
 * Numbers have three digits up to some 600,000 names, and then four, so that
 * large scripts look like small ones. The first digit is below ten: no name is a
 * word that means something else. Many stems are of one letter, few are long.
 */
static struct name new_name(struct writer *w, char sort) {
    static const char *const stems[] = {
        "x",    "y",     "z",    "a",         "i",
        "e",    "f",     "g",    "n",         "p",
        "s",    "t",     "v",    "c",         "k",
        "w",    "h",     "q",    "B",         "m",
        "ts",   "st",    "A.",   "B!",        "r@",
        "$e",   "V~",    "v_",   "x_",        "_t_",
        "cmd",  "skoX",  "tmp.", "pc__",      "arg?",
        "len_", "mem.",  "next", "__cil_tmp", "state_",
        "get",  "call_", "x!",   "is_valid_", "output_of_",
        "u",    "count", "base", "loop_head", "main.result.at.entry_",
    };
    enum { STEMS = sizeof stems / sizeof *stems, THREE = 36 * 36, FOUR = 36 * THREE };
    uint32_t n = w->n_names++, number = n / STEMS;
    number = number < 9 * THREE ? THREE + number : FOUR + (number - 9 * THREE);
    return (struct name){sort, stems[n % STEMS], number};
}

/* Most numerals have one digit, some two or three, few more. */
static uint32_t numeral(struct writer *w) {
    uint32_t kind = below(w, 20);
    return below(w, kind < 16 ? 9 : kind < 18 ? 100 : kind < 19 ? 1000 : 1000000);
}

static void write_decimal(struct writer *w, uint32_t whole) {
    strbuf_add_u64(&w->out, whole);
    strbuf_add_char(&w->out, '.');
    strbuf_add_u64(&w->out, below(w, 10));
}

static void write_literal(struct writer *w, char sort) {
    struct strbuf *out = &w->out;
    uint32_t value = numeral(w);
    bool unusual = chance(w, 15);
    switch (sort) {
    case 'I':
        strbuf_printf(out, unusual ? "(- %u)" : "%u", 1 + value);
        break;
    case 'R':
        strbuf_add_text(out, unusual ? "(- " : "");
        write_decimal(w, value);
        strbuf_add_text(out, unusual ? ")" : "");
        break;
    case 'V':
        strbuf_printf(out, unusual ? "(_ bv%u 32)" : "#x%08x", value);
        break;
    case 'W':
        strbuf_printf(out, "#x%02x", value % 256);
        break;
    case 'F':
        strbuf_add_text(out, "((_ to_fp 8 24) RNE ");
        write_decimal(w, value);
        strbuf_add_char(out, ')');
        break;
    case 'D':
        strbuf_add_text(out, "nil");
        break;
    case 'S':
        strbuf_add_char(out, '"');
        for (uint32_t i = below(w, 48); i > 0; i--)
            strbuf_add_char(out, "abcdefghijklmnopqrstuvwxyz:/=&?. -_0123456789"[below(w, 45)]);
        strbuf_add_char(out, '"');
        break;
    default:
        BUG("a literal of sort %c", sort);
    }
}

/* ---- terms ---------------------------------------------------------------- */

static const struct name *pick_name(struct writer *w, const struct name *names, size_t n,
                                    char sort) {
    for (uint32_t tries = 0; n > 0 && tries < 12; tries++) {
        const struct name *name = &names[below(w, (uint32_t)n)];
        if (name->sort == sort)
            return name;
    }
    return NULL;
}

static bool has_literals(char sort) {
    return strchr("IRVWFDS", sort) != NULL;
}

static void write_term(struct writer *w, char sort, uint32_t budget);

static void write_leaf(struct writer *w, char sort) {
    const struct name *name = NULL;
    if (chance(w, 60))
        name = pick_name(w, w->bound.at, w->bound.n, sort);
    if (name == NULL && has_literals(sort) && chance(w, 20)) {
        write_literal(w, sort);
        return;
    }
    for (size_t i = 0; name == NULL && i < 100; i++)
        name = pick_name(w, w->constants.at, w->constants.n, sort);
    if (name != NULL)
        write_name(w, name);
    else if (has_literals(sort))
        write_literal(w, sort);
    else
        write_term(w, sort, 4);
}

/* A letter, #, % or $ that stands alone is a place to fill in. */
static bool is_hole(const char *form, const char *at) {
    bool starts = at > form && (at[-1] == ' ' || at[-1] == '(');
    if (*at == '$')
        return starts;
    return starts && (at[1] == ' ' || at[1] == ')') &&
           ((*at >= 'A' && *at <= 'Z') || *at == '#' || *at == '%');
}

static uint32_t least_budget(char hole) {
    return hole == 'B' ? 3 : hole >= 'A' && hole <= 'Z' ? 1 : 0;
}

static uint32_t form_budget(const char *form) {
    uint32_t least = 1;
    for (const char *at = form; *at != '\0'; at++)
        if (is_hole(form, at))
            least += least_budget(*at);
    return least;
}

static const struct form *pick_form(struct writer *w, char sort, uint32_t budget) {
    static uint32_t budgets[FORM_COUNT]; /* of each form, once it is known */
    uint32_t fitting[FORM_COUNT], n = 0, weights = 0;
    for (uint32_t i = 0; i < FORM_COUNT; i++) {
        if (forms[i].sort != sort || (forms[i].style != w->style && forms[i].style != STYLE_any))
            continue;
        if (budgets[i] == 0)
            budgets[i] = form_budget(forms[i].text);
        if (budgets[i] <= budget) {
            fitting[n++] = i;
            weights += forms[i].weight;
        }
    }
    if (n == 0)
        return NULL;
    uint32_t at = below(w, weights), i = 0;
    while (at >= forms[fitting[i]].weight)
        at -= forms[fitting[i++]].weight;
    return &forms[fitting[i]];
}

static void write_line_end(struct writer *w) {
    strbuf_add_text(&w->out, "\n   ");
    w->line_start = w->out.n;
}

/* A term of about `budget` nodes. */
static void write_term(struct writer *w, char sort, uint32_t budget) {
    const struct form *form = budget > 1 ? pick_form(w, sort, budget) : NULL;
    if (form == NULL) {
        write_leaf(w, sort);
        return;
    }
    uint32_t holes = 0, spare = budget - form_budget(form->text);
    for (const char *at = form->text; *at != '\0'; at++)
        holes += is_hole(form->text, at) && least_budget(*at) > 0;
    for (const char *at = form->text; *at != '\0'; at++) {
        if (*at == ' ' && w->out.n - w->line_start > LINE)
            write_line_end(w);
        else if (!is_hole(form->text, at))
            strbuf_add_char(&w->out, *at);
        else if (*at == '#')
            strbuf_add_u64(&w->out, 1 + numeral(w));
        else if (*at == '%')
            write_decimal(w, 1 + numeral(w));
        else if (*at == '$')
            write_name(w, &w->functions[*++at - '0']);
        else {
            uint32_t share = holes == 1 ? spare : below(w, spare + 1);
            write_term(w, *at, least_budget(*at) + share);
            spare -= share;
            holes--;
        }
    }
}

/* ---- commands ------------------------------------------------------------- */

/* Most assertions are small, but most of the text is in the few that are large. */
static uint32_t term_budget(struct writer *w) {
    uint32_t kind = below(w, 100);
    if (kind < 75)
        return 3 + below(w, 3);
    if (kind < 90)
        return 6 + below(w, 14);
    return kind < 97 ? 20 + below(w, 80) : 100 + below(w, 600);
}

/* A sort of the style, or Bool. */
static char pick_sort(struct writer *w) {
    const char *sorts = styles[w->style].sorts;
    return chance(w, 25) ? 'B' : sorts[below(w, (uint32_t)strlen(sorts))];
}

/* Some lets, each in the body of the one before; returns how many. */
static uint32_t write_lets(struct writer *w) {
    uint32_t levels = 1 + below(w, chance(w, 30) ? 20 : 4);
    for (uint32_t i = 0; i < levels; i++) {
        struct name names[3];
        uint32_t n = 1 + below(w, 3);
        strbuf_add_text(&w->out, "(let (");
        for (uint32_t j = 0; j < n; j++) {
            names[j] = (struct name){pick_sort(w), "?v_", (uint32_t)w->bound.n + j};
            strbuf_add_text(&w->out, j == 0 ? "(" : " (");
            write_name(w, &names[j]);
            strbuf_add_char(&w->out, ' ');
            write_term(w, names[j].sort, 3 + below(w, 8));
            strbuf_add_char(&w->out, ')');
        }
        strbuf_add_char(&w->out, ')');
        write_line_end(w);
        for (uint32_t j = 0; j < n; j++)
            vec_push(&w->bound, names[j]);
    }
    return levels;
}

static void write_quantifier(struct writer *w) {
    const char *sorts = styles[w->style].sorts;
    uint32_t n = 1 + below(w, 3);
    strbuf_add_text(&w->out, chance(w, 62) ? "(forall (" : "(exists (");
    for (uint32_t i = 0; i < n; i++) {
        struct name name = {sorts[below(w, (uint32_t)strlen(sorts))], "?x", (uint32_t)w->bound.n};
        strbuf_add_text(&w->out, i == 0 ? "(" : " (");
        write_name(w, &name);
        strbuf_printf(&w->out, " %s)", sort_texts[(int)name.sort]);
        vec_push(&w->bound, name);
    }
    strbuf_add_text(&w->out, ") ");
}

static void write_assertion(struct writer *w) {
    const struct style *style = &styles[w->style];
    uint32_t closers = 0;
    bool is_named = false;
    w->line_start = w->out.n;
    strbuf_add_text(&w->out, "(assert ");
    if (chance(w, 6)) {
        strbuf_add_text(&w->out, "(! ");
        is_named = true;
    }
    for (uint32_t n = chance(w, style->forall) ? 1 + below(w, 4) : 0; n > 0; n--) {
        write_quantifier(w);
        closers++;
    }
    if (chance(w, style->let))
        closers += write_lets(w);
    write_term(w, 'B', term_budget(w));
    strbuf_add_repeat(&w->out, ')', closers);
    if (is_named) {
        struct name name = new_name(w, 'B');
        strbuf_add_text(&w->out, " :named ");
        write_name(w, &name);
        strbuf_add_char(&w->out, ')');
    }
    strbuf_add_text(&w->out, ")\n");
    vec_clear(&w->bound);
}

static void write_declaration(struct writer *w, const struct name *name, const char *rank) {
    strbuf_add_text(&w->out, "(declare-fun ");
    write_name(w, name);
    strbuf_printf(&w->out, name->sort == 0 ? " %s)\n" : " () %s)\n", rank);
}

static void write_declarations(struct writer *w) {
    const struct style *style = &styles[w->style];
    uint32_t n = 12 + below(w, 70);
    vec_clear(&w->constants);
    for (uint32_t i = 0; i < n; i++) {
        struct name name = new_name(w, style->sorts[i % strlen(style->sorts)]);
        write_declaration(w, &name, sort_texts[(int)name.sort]);
        vec_push(&w->constants, name);
    }
    for (uint32_t i = 0; i < 2 && style->functions[i][0] != '\0'; i++) {
        w->functions[i] = new_name(w, 0);
        write_declaration(w, &w->functions[i], style->functions[i]);
    }
}

static void write_block(struct writer *w) {
    uint32_t weights = 0;
    for (uint32_t i = 0; i < STYLE_COUNT; i++)
        weights += styles[i].weight;
    uint32_t at = below(w, weights);
    for (w->style = 0; at >= styles[w->style].weight; w->style++)
        at -= styles[w->style].weight;
    write_declarations(w);
    for (uint32_t i = 10 + below(w, 40); i > 0; i--)
        write_assertion(w);
}

int main(int argc, char **argv) {
    char *end = NULL;
    errno = 0;
    unsigned long megabytes = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    if (megabytes == 0 || *end != '\0' || errno != 0)
        die(EXIT_USAGE, "usage: generate MEGABYTES >FILE");

    struct writer w = {0};
    uint64_t written = 0;
    rng_init(&w.rng, 1, 0, 0, 0);
    strbuf_add_text(&w.out,
                    "(set-logic ALL)\n"
                    "(declare-sort Element 0)\n"
                    "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n");
    while (written + w.out.n < megabytes * 1000000) {
        write_block(&w);
        if (w.out.n > 1000000) {
            fwrite(w.out.at, 1, w.out.n, stdout);
            written += w.out.n;
            strbuf_clear(&w.out);
        }
    }
    fwrite(w.out.at, 1, w.out.n, stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        die(EXIT_ENVIRONMENT, "cannot write: %s", strerror(errno));
    strbuf_free(&w.out);
    vec_free(&w.constants);
    vec_free(&w.bound);
    return EXIT_DONE;
}
