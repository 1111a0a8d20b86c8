/*
 * regex - how fast words are matched, in megabytes of ASCII per second (10^6
 * characters), per expression; and how long the expressions take that are hard
 * for others. Lines of
 *
 *     NAME CHARACTERS SECONDS MB/S
 */
#include "eval/regex.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/rng.h"
#include "eval/eval.h"
#include "lang/parser.h"

enum { LENGTH = 20000000 };

struct bench {
    const char *name;
    const char *regex;
    const char *letters; /* what the word is made of, at random; or */
    const char *text;    /* this, again and again */
    uint32_t n;
};

#define LOWER "(re.range \"a\" \"z\")"
#define DIGIT "(re.range \"0\" \"9\")"
#define ALNUM "(re.union " LOWER " (re.range \"A\" \"Z\") " DIGIT ")"
#define WORD(w) "(str.to_re \"" w "\")"
#define MAIL                                                    \
    "(re.++ (re.+ (re.union " ALNUM                             \
    " " WORD(".") " " WORD("_") ")) " WORD("@") " (re.+ " ALNUM \
                                                ") " WORD(".") " ((_ re.loop 2 4) " LOWER "))"
#define DATE                                                                 \
    "(re.++ ((_ re.^ 4) " DIGIT ") " WORD("-") " (re.union (re.++ " WORD(    \
        "0") " (re.range \"1\""                                              \
             " \"9\")) (re.++ " WORD("1") " (re.range \"0\" \"2\"))) " WORD( \
                 "-") " ((_ re.^ 2) " DIGIT "))"

static const struct bench benches[] = {
    {"(a|b)*abb", "(re.++ (re.* (re.union " WORD("a") WORD("b") ")) " WORD("abb") ")", "ab", NULL,
     LENGTH},
    {"mails", "(re.* (re.++ " MAIL " " WORD(" ") "))", NULL, "john.doe_7@example.org ", LENGTH},
    {"dates", "(re.* (re.++ " DATE " " WORD(",") "))", NULL, "2026-11-16,1999-02-28,", LENGTH},
    {"identifiers", "(re.* (re.++ " LOWER " (re.* " ALNUM ") (re.+ " WORD(" ") ")))", NULL,
     "while x1 lt count do step2  ", LENGTH},
    {"words",
     "(re.* (re.union " WORD("while") WORD("for") WORD("foreach") WORD("if") WORD("else")
         WORD("elsif") WORD("switch") WORD("case") WORD(" ") "))",
     NULL, "while foreach if elsif case switch for else ", LENGTH},
    {"contains", "(re.++ re.all " WORD("needle") " re.all)", "edn", NULL, LENGTH},
    {"not contains", "(re.comp (re.++ re.all " WORD("needle") " re.all))", "edn", NULL, LENGTH},
    {"three at once",
     "(re.inter (re.++ re.all " WORD("x") " re.all) (re.++ re.all " WORD(
         "yz") " re.all) (re.* " LOWER "))",
     "abc", NULL, LENGTH},
    {"(a*)*b", "(re.++ (re.* (re.* " WORD("a") ")) " WORD("b") ")", "a", NULL, LENGTH},
    {"(a|aa)*b", "(re.++ (re.* (re.union " WORD("a") WORD("aa") ")) " WORD("b") ")", "a", NULL,
     LENGTH},
    {"a{1000,2000}", "(re.* (re.++ ((_ re.loop 1000 2000) " WORD("a") ") " WORD("b") "))", "a",
     NULL, 1999},
    {".*a.{8}", "(re.++ re.all " WORD("a") " ((_ re.^ 8) re.allchar))", "ab", NULL, LENGTH},
    {".*a.{12}", "(re.++ re.all " WORD("a") " ((_ re.^ 12) re.allchar))", "ab", NULL, LENGTH},
    {".*a.{20}", "(re.++ re.all " WORD("a") " ((_ re.^ 20) re.allchar))", "ab", NULL, 1000000},
    {"~(.*a.{20})", "(re.comp (re.++ re.all " WORD("a") " ((_ re.^ 20) re.allchar)))", "ab", NULL,
     1000000},
    {"(a?){1000}a{1000}",
     "(re.++ ((_ re.^ 1000) (re.opt " WORD("a") ")) ((_ re.^ 1000) " WORD("a") "))", "a", NULL,
     2000},
};

/* The word; what is repeated is not cut off in the middle. */
static uint32_t *make_text(const struct bench *bench, uint32_t *length) {
    struct rng rng;
    rng_init(&rng, 1, 0, 0, 0);
    const char *letters = bench->letters != NULL ? bench->letters : bench->text;
    size_t n = strlen(letters);
    *length = bench->letters != NULL ? bench->n : bench->n - bench->n % (uint32_t)n;
    uint32_t *text = mem_alloc(*length * sizeof *text);
    for (uint32_t i = 0; i < *length; i++)
        text[i] = (uint32_t)letters[bench->letters != NULL ? rng_below(&rng, n) : i % n];
    return text;
}

static void run(const struct bench *bench) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct parse_error error = {0};
    struct eval *eval = eval_new(table);
    struct eval_limits limits = eval_default_limits;
    limits.steps = UINT64_MAX;
    eval_set_limits(eval, &limits);
    term t;
    if (!parser_read_term(parser, bench->regex, strlen(bench->regex), &t, &error))
        die(EXIT_OWN_BUG, "%s: %s", bench->name, strbuf_text(&error.message));
    value regex = eval_term(eval, t);
    uint32_t n;
    uint32_t *text = make_text(bench, &n);
    uint64_t start = clock_cpu_ns();
    value v = regex_matches(eval, regex, text, n);
    double seconds = (double)(clock_cpu_ns() - start) / 1e9;
    printf("%-20s %10u %9.4f %8.1f  %s\n", bench->name, n, seconds, n / 1e6 / seconds,
           v == VALUE_TRUE    ? "in"
           : v == VALUE_FALSE ? "not in"
                              : "limit");
    mem_free(text);
    eval_free(eval);
    parser_free(parser);
    term_table_free(table);
}

int main(void) {
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
        run(&benches[i]);
    return 0;
}
