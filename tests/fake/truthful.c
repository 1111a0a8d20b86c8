/*
 * truthful [STEPS] [FILE] - a solver that never errs: the evaluator of momus looks
 * for a witness or tries everything, within STEPS operator applications (100000),
 * and says unknown where it finds neither.
 *
 * It reads commands from FILE or from standard input, answers each as it comes,
 * and knows push, pop, reset and echo; so it can be a session. It has no models.
 */
#include <ctype.h>
#include <unistd.h>

#include "eval/goal.h"
#include "eval/witness.h"
#include "lang/parser.h"

static struct strbuf script;  /* what is in force */
static struct strbuf command; /* the last one */
static u32_vec levels;        /* bytes of the script at each push */
static struct eval_limits limits;

/* ---- reading commands ------------------------------------------------------ */

static void keep_quoted(FILE *in, int quote) {
    for (int c; (c = getc(in)) != EOF;) {
        strbuf_add_char(&command, (char)c);
        if (c == quote)
            return;
    }
}

/* The next list; false at the end. */
static bool next_command(FILE *in) {
    long depth = 0;
    strbuf_clear(&command);
    for (int c; (c = getc(in)) != EOF;) {
        if (c == ';')
            while ((c = getc(in)) != EOF && c != '\n')
                ;
        if (c == EOF || (depth == 0 && c != '('))
            continue;
        strbuf_add_char(&command, (char)c);
        if (c == '"' || c == '|')
            keep_quoted(in, c);
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return true;
    }
    return false;
}

static bool is(const char *name) {
    const char *at = strbuf_text(&command) + 1;
    at += strspn(at, " \n\t");
    size_t n = strlen(name);
    return strncmp(at, name, n) == 0 && (isspace((unsigned char)at[n]) || at[n] == ')');
}

static size_t number_in_command(void) {
    const char *digits = strpbrk(strbuf_text(&command), "0123456789");
    return digits != NULL ? strtoul(digits, NULL, 10) : 1;
}

/* ---- judging --------------------------------------------------------------- */

static const char *judge_formulas(struct term_table *table, const struct goal *goal) {
    struct eval *eval = eval_new(table);
    struct witness witness = {0};
    eval_set_limits(eval, &limits);
    enum verdict verdict = witness_find(eval, NULL, goal->formulas.at, goal->formulas.n, &witness);
    witness_release(&witness);
    eval_free(eval);
    return verdict == VERDICT_TRUE ? "sat" : verdict == VERDICT_FALSE ? "unsat" : "unknown";
}

/* What is not understood is unknown. */
static const char *judge_script(void) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script commands = {0};
    struct parse_error error = {0};
    struct goal goal = {0};
    const char *answer = "unknown", *text;
    strbuf_add(&script, command.at, command.n); /* the check itself, with its assumptions */
    text = strbuf_text(&script);
    if (parser_read_script(parser, text, script.n, &commands, &error)) {
        for (size_t i = 0; i < commands.commands.n; i++)
            goal_follow(&goal, table, &commands.commands.at[i]);
        answer = judge_formulas(table, &goal);
    }
    script.n -= command.n;
    goal_release(&goal);
    parse_error_release(&error);
    script_release(&commands);
    parser_free(parser);
    term_table_free(table);
    return answer;
}

/* ---- commands -------------------------------------------------------------- */

static void push(size_t n) {
    for (size_t i = 0; i < n; i++)
        vec_push(&levels, (uint32_t)script.n);
}

static void pop(size_t n) {
    for (size_t i = 0; i < n && levels.n > 0; i++)
        script.n = vec_pop(&levels);
}

static void echo(void) {
    const char *from = strchr(strbuf_text(&command), '"');
    if (from != NULL)
        printf("%.*s\n", (int)strcspn(from + 1, "\""), from + 1);
}

static void run(FILE *in) {
    while (next_command(in) && !is("exit")) {
        if (is("check-sat") || is("check-sat-assuming"))
            puts(judge_script());
        else if (is("push"))
            push(number_in_command());
        else if (is("pop"))
            pop(number_in_command());
        else if (is("reset") || is("reset-assertions"))
            script.n = levels.n = 0;
        else if (is("echo"))
            echo();
        else if (strncmp(strbuf_text(&command), "(get-", 5) == 0)
            puts("(error \"there is nothing to get here\")");
        else if (!is("set-option") && !is("set-info"))
            strbuf_add(&script, command.at, command.n);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    int at = 1;
    uint64_t steps = 100000;
    if (argc > at && strcmp(argv[at], "--version") == 0)
        return puts("truthful 1.0") < 0;
    if (argc > at && isdigit((unsigned char)argv[at][0]))
        steps = strtoull(argv[at++], NULL, 10);
    FILE *in = argc > at ? fopen(argv[at], "r") : stdin;
    if (in == NULL) {
        perror(argv[at]);
        return 3;
    }
    limits = eval_default_limits;
    limits.steps = steps;
    run(in);
    return 0;
}
