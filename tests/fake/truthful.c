/*
 * truthful [STEPS] [lie:N[:LOG]] [FILE] - a solver that never errs: the evaluator of momus looks
 * for a witness or tries everything, within STEPS operator applications (100000),
 * and says unknown where it finds neither.
 *
 * It reads commands from FILE or from standard input, answers each as it comes,
 * and knows push, pop, reset and echo; so it can be a session. It has no models.
 *
 * With lie:N it errs on purpose: one in N of its definite answers is turned round, always
 * for the same formulas. A line for each lie goes to the file LOG.
 */
#include <ctype.h>
#include <unistd.h>

#include "base/hash.h"
#include "eval/goal.h"
#include "eval/witness.h"
#include "lang/parser.h"

static struct strbuf script;  /* what is in force */
static struct strbuf command; /* the last one */
static u32_vec levels;        /* bytes of the script at each push */

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

/* Made once: a table with all operators takes a while. */
static struct term_table *table;
static struct term_mark nothing;
static struct eval *eval;
static uint64_t one_in;  /* a lie; 0: never */
static const char *lies; /* where they are listed; NULL */

static const char *judge_formulas(const struct goal *goal) {
    struct witness witness = {0};
    eval_forget(eval);
    enum verdict verdict = witness_find(eval, NULL, goal->formulas.at, goal->formulas.n, &witness);
    witness_release(&witness);
    return verdict == VERDICT_TRUE ? "sat" : verdict == VERDICT_FALSE ? "unsat" : "unknown";
}

static void log_lie(uint64_t hash, const char *truth) {
    FILE *log = lies != NULL ? fopen(lies, "a") : NULL;
    if (log == NULL)
        return;
    fprintf(log, "%016llx %s\n", (unsigned long long)hash, truth);
    fclose(log);
}

/* Turned round, if its turn has come: it depends on the commands in force, but for the logic. */
static const char *perhaps_lie(const char *answer) {
    static const char logic[] = "(set-logic ";
    uint64_t hash = 0;
    bool was_blank = true;
    if (one_in == 0 || strcmp(answer, "unknown") == 0)
        return answer;
    for (size_t i = 0; i < script.n; i++) {
        if (strncmp(script.at + i, logic, strlen(logic)) == 0)
            while (script.at[++i] != ')')
                ;
        bool is_blank = isspace((unsigned char)script.at[i]) != 0;
        if (!(is_blank && was_blank))
            hash = hash_mix(hash, is_blank ? ' ' : (unsigned char)script.at[i]);
        was_blank = is_blank;
    }
    if (hash_mix(hash, one_in) % one_in != 0)
        return answer;
    log_lie(hash, answer);
    return strcmp(answer, "sat") == 0 ? "unsat" : "sat";
}

/* What is not understood is unknown. */
static const char *judge_script(void) {
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
        answer = perhaps_lie(judge_formulas(&goal));
    }
    script.n -= command.n;
    goal_release(&goal);
    parse_error_release(&error);
    script_release(&commands);
    parser_free(parser);
    eval_forget(eval);
    term_table_rewind(table, nothing);
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
    if (argc > at && strncmp(argv[at], "lie:", 4) == 0) {
        one_in = strtoull(argv[at] + 4, NULL, 10);
        lies = strchr(argv[at++] + 4, ':');
        if (lies != NULL)
            lies++;
    }
    FILE *in = argc > at ? fopen(argv[at], "r") : stdin;
    if (in == NULL) {
        perror(argv[at]);
        return 3;
    }
    struct eval_limits limits = eval_default_limits;
    limits.steps = steps;
    table = term_table_new();
    nothing = term_table_mark(table);
    eval = eval_new(table);
    eval_set_limits(eval, &limits);
    run(in);
    eval_free(eval);
    term_table_free(table);
    return 0;
}
