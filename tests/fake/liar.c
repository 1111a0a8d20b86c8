/*
 * liar N COMMAND... - a solver that answers as another one does, but for one in
 * N definite answers, which are turned round.
 *
 * COMMAND is one that reads commands from its standard input (z3 -in). The script
 * is the file behind "--", or standard input:
 *
 *     liar 100 z3 -in -- script.smt2
 *     liar 100 z3 -in                     a session
 *
 *     liar after:K z3 -in                 every answer behind the first K of a process
 *     liar crash:K z3 -in                 tells the truth, and dies at the check behind the first K
 *
 * Before N there may be options:
 *     --lie=K    lies one time in K, whatever N is
 *     --check    notices its lies: "liar caught itself" on standard error, and no answer
 * Others are errors.
 *
 * Which answers are lies depends on the declarations, definitions and assertions
 * in force, and on nothing else: the same formula gets the same lie, however it
 * is asked; but for after:K, which tells the truth when it is asked afresh. Where LIAR_LOG names a file, a line for each lie goes there. After a
 * lie there is no model.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEVELS = 100000 };

static uint64_t levels[LEVELS] = {14695981039346656037u}; /* the hash of what is in force */
static size_t level;
static uint64_t one_in;
static unsigned long honest = 0, n_checks; /* after:K */
static unsigned long healthy = 0;          /* crash:K */
static int checks_itself;
static int has_lied;
static FILE *to, *from; /* the solver */
static unsigned long sync_number;

static void fail(const char *why) {
    fprintf(stderr, "liar: %s\n", why);
    exit(3);
}

/* ---- reading commands ------------------------------------------------------ */

static char *text;
static size_t n_text, room;

static void keep(int c) {
    if (n_text + 1 >= room) {
        room = room == 0 ? 4096 : 2 * room;
        text = realloc(text, room);
        if (text == NULL)
            fail("out of memory");
    }
    text[n_text++] = (char)c;
    text[n_text] = '\0';
}

/* Up to the end of a string or a quoted symbol, which has begun. */
static void keep_quoted(FILE *in, int quote) {
    for (int c; (c = getc(in)) != EOF;) {
        keep(c);
        if (c == quote)
            return;
    }
}

/* The next list; 0 at the end. */
static int next_command(FILE *in) {
    long depth = 0;
    n_text = 0;
    for (int c; (c = getc(in)) != EOF;) {
        if (c == ';') {
            while ((c = getc(in)) != EOF && c != '\n')
                ;
            c = '\n';
        }
        if (depth == 0 && c != '(')
            continue;
        keep(c);
        if (c == '"' || c == '|')
            keep_quoted(in, c);
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return 1;
    }
    return 0;
}

static int is_command(const char *name) {
    const char *at = text + 1;
    while (*at == ' ' || *at == '\n')
        at++;
    size_t n = strlen(name);
    return strncmp(at, name, n) == 0 && strchr(" \n\t)", at[n]) != NULL;
}

static int starts_with(const char *name) {
    return strncmp(text + 1, name, strlen(name)) == 0;
}

/* ---- what is in force ------------------------------------------------------ */

static unsigned long number_in(void) {
    const char *digits = strpbrk(text, "0123456789");
    return digits != NULL ? strtoul(digits, NULL, 10) : 1;
}

/* Blanks count as one, wherever they stand. */
static void add_to_hash(void) {
    uint64_t hash = levels[level];
    for (size_t i = 0; i < n_text; i++) {
        int is_blank = strchr(" \n\t\r", text[i]) != NULL;
        if (is_blank && (i + 1 == n_text || strchr(" \n\t\r)", text[i + 1]) != NULL))
            continue;
        hash = (hash ^ (uint64_t)(unsigned char)(is_blank ? ' ' : text[i])) * 1099511628211u;
    }
    levels[level] = hash;
}

static void follow(void) {
    if (is_command("push")) {
        for (unsigned long i = number_in(); i > 0; i--, level++) {
            if (level + 1 == LEVELS)
                fail("too many levels");
            levels[level + 1] = levels[level];
        }
    } else if (is_command("pop")) {
        unsigned long n = number_in();
        level = n > level ? 0 : level - n;
    } else if (is_command("reset")) {
        level = 0;
        levels[0] = 14695981039346656037u;
    } else if (starts_with("assert ") || starts_with("declare") || starts_with("define"))
        add_to_hash();
}

/* ---- the solver behind it --------------------------------------------------- */

static void start(char **command) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        fail("no pipe");
    pid_t pid = fork();
    if (pid < 0)
        fail("no process");
    if (pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execvp(command[0], command);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = fdopen(in[1], "w");
    from = fdopen(out[0], "r");
    if (to == NULL || from == NULL)
        fail("no pipe");
}

static void log_lie(const char *said) {
    const char *path = getenv("LIAR_LOG");
    FILE *log = path != NULL ? fopen(path, "a") : NULL;
    if (log == NULL)
        return;
    fprintf(log, "%016llx %s", (unsigned long long)levels[level], said);
    fclose(log);
}

/* A mix of all bits, so that "one in N" is that. */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    return x ^ (x >> 33);
}

/* What the solver says to this command, up to a mark that we put behind it. */
static void relay(int is_check, int is_silenced) {
    char mark[64], *line = NULL;
    size_t size = 0;
    int has_answer = 0;
    snprintf(mark, sizeof mark, "liar-%lu", ++sync_number);
    fprintf(to, "%s\n(echo \"%s\")\n", text, mark);
    fflush(to);
    while (getline(&line, &size, from) >= 0) {
        if (strstr(line, mark) != NULL) {
            free(line);
            if (is_silenced && !has_answer)
                puts("(error \"model is not available\")");
            fflush(stdout);
            return;
        }
        int is_sat = strcmp(line, "sat\n") == 0, is_unsat = strcmp(line, "unsat\n") == 0;
        if (is_check && (is_sat || is_unsat)) {
            has_lied = honest > 0 ? n_checks > honest : mix(levels[level]) % one_in == 0;
            if (has_lied && checks_itself) {
                fputs("liar caught itself\n", stderr);
                exit(1);
            }
            if (has_lied)
                log_lie(is_sat ? "sat -> unsat\n" : "unsat -> sat\n");
            fputs(is_sat != has_lied ? "sat\n" : "unsat\n", stdout);
        } else if (!is_silenced)
            fputs(line, stdout);
    }
    free(line);
    fflush(stdout);
    exit(0); /* it is gone */
}

static void run(FILE *in) {
    while (next_command(in)) {
        follow();
        if (is_command("exit"))
            break;
        int is_check = starts_with("check-sat");
        n_checks += (unsigned long)is_check;
        if (healthy > 0 && n_checks > healthy)
            raise(SIGSEGV);
        if (is_check || starts_with("get-") || is_command("echo"))
            relay(is_check, has_lied && (is_command("get-model") || is_command("get-value") ||
                                         is_command("get-unsat-core")));
        else
            fprintf(to, "%s\n", text);
    }
}

/* Takes the options away; false if there is one that it does not have. */
static int take_options(int *argc, char ***argv, uint64_t *lie) {
    while (*argc > 1 && strncmp((*argv)[1], "--", 2) == 0 && (*argv)[1][2] != '\0') {
        if (strncmp((*argv)[1], "--lie=", 6) == 0)
            *lie = strtoul((*argv)[1] + 6, NULL, 10);
        else if (strcmp((*argv)[1], "--check") == 0)
            checks_itself = 1;
        else
            return 0;
        ++*argv;
        --*argc;
    }
    return 1;
}

int main(int argc, char **argv) {
    FILE *in = stdin;
    uint64_t lie = 0;
    if (!take_options(&argc, &argv, &lie)) {
        printf("(error \"unknown option %s\")\n", argv[1]);
        return 1;
    }
    one_in = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (argc > 2 && strncmp(argv[1], "after:", 6) == 0)
        one_in = honest = strtoul(argv[1] + 6, NULL, 10);
    if (argc > 2 && strncmp(argv[1], "crash:", 6) == 0) {
        healthy = strtoul(argv[1] + 6, NULL, 10);
        one_in = UINT64_MAX;
    }
    if (lie > 0)
        one_in = lie;
    if (one_in == 0) {
        fprintf(stderr, "usage: liar N COMMAND... [-- FILE]\n");
        return 2;
    }
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            in = fopen(argv[i + 1], "r");
            argv[i] = NULL;
            break;
        }
    if (in == NULL)
        fail("the script cannot be read");
    start(argv + 2);
    run(in);
    fclose(to);
    while (wait(NULL) > 0)
        ;
    return 0;
}
