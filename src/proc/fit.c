#include "proc/fit.h"

#include "base/lex.h"
#include "proc/lack.h"

enum action {
    ACTION_KEEP,
    ACTION_CHECK,
    ACTION_CHECK_USING,
    ACTION_VALUES,
    ACTION_TALK,
    ACTION_SOFT,
    ACTION_PUSH,
    ACTION_EXIT,
    ACTION_RESET,
    ACTION_SET_INFO,
    ACTION_SET_LOGIC,
    ACTION_SET_OPTION,
};

static const struct {
    const char *name;
    enum action action;
} actions[] = {
#define FIT(name, action) {name, ACTION_##action},
#include "proc/fit_commands.def"
#undef FIT
};

/* Options of the standard that change what a solver does. The others are of no use here. */
static const char *const standard_options[] = {
    "global-declarations",         "produce-models",      "produce-proofs",
    "produce-unsat-assumptions",   "produce-unsat-cores", "random-seed",
    "reproducible-resource-limit",
};

/* What no solver is to be told: it would talk, or write where nobody looks. */
static const char *silenced[] = {
    "print-success",
    "regular-output-channel",
    "diagnostic-output-channel",
    "verbos*",
    "stats*",
    "out",
    "err",
};
/* The same, wherever it stands in the name: sat.drat.file, solver.smtlib2_log, fp.dump_aig. */
static const char *const silenced_parts[] = {"trace", "dump", "file",         "_log",
                                             ".log",  "log_", "visual_studio"};

/* One top-level expression. */
struct command {
    const char *at; /* from its parenthesis to behind the last one */
    size_t n;
    enum action action;
    struct token name;     /* TOKEN_END if it has none */
    struct token argument; /* the token behind the name */
    bool odd_floats;       /* it speaks of floats of an odd format */
};

/* A script, read once. */
struct script {
    VEC(struct command) commands; /* up to (exit), without it */
    const char *rest;             /* where it is malformed; else NULL */
    size_t n_rest;
    const char *why;     /* it is, */
    size_t bad;          /* and where exactly */
    const char *lacking; /* see lack.h */
};

static bool token_is(struct token token, const char *word) {
    return token.n == strlen(word) && memcmp(token.at, word, token.n) == 0;
}

static enum action action_of(struct token name) {
    if (name.kind != TOKEN_SYMBOL)
        return ACTION_KEEP;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        struct words pattern = {(const char *[]){actions[i].name}, 1};
        if (actions[i].name[0] != name.at[0])
            continue;
        if (words_match(pattern, name.at, name.n))
            return actions[i].action;
    }
    return ACTION_KEEP;
}

/* ---- floats of odd formats ------------------------------------------------- */

/* The number, or UINT32_MAX for one that is longer than any width. */
static uint32_t numeral(struct token token) {
    uint32_t number = 0;
    if (token.n > 8)
        return UINT32_MAX;
    for (size_t i = 0; i < token.n; i++)
        number = number * 10 + (uint32_t)(token.at[i] - '0');
    return number;
}

/* The width of a bit-vector literal, 0 if it is none. */
static uint32_t width(struct token token) {
    if (token.kind == TOKEN_BINARY)
        return token.n - 2;
    return token.kind == TOKEN_HEX ? 4 * (token.n - 2) : 0;
}

static bool is_odd(uint32_t exponent, uint32_t significand) {
    return !(exponent == 8 && significand == 24) && !(exponent == 11 && significand == 53);
}

/* The last four tokens, each in its place by its number. */
enum { WINDOW = 4 };

/* True if the last tokens, up to this number, speak of a format other than Float32 and Float64. */
static bool speaks_of_odd_floats(const struct token *window, size_t number) {
    struct token last[WINDOW]; /* the youngest at the end */
    for (size_t i = 0; i < WINDOW; i++)
        last[i] = window[(number + 1 + i) % WINDOW];
    static const char *const indexed[] = {"FloatingPoint", "+oo", "-oo", "NaN", "+zero", "-zero"};
    if (last[3].kind == TOKEN_SYMBOL)
        return token_is(last[3], "Float16") || token_is(last[3], "Float128");
    /* (fp sign exponent significand) */
    if (last[0].kind == TOKEN_SYMBOL && token_is(last[0], "fp") && width(last[1]) == 1 &&
        width(last[2]) > 0 && width(last[3]) > 0)
        return is_odd(width(last[2]), width(last[3]) + 1);
    /* (_ name exponent significand) */
    if (last[3].kind != TOKEN_NUMERAL || last[2].kind != TOKEN_NUMERAL ||
        last[1].kind != TOKEN_SYMBOL || !token_is(last[0], "_"))
        return false;
    bool is_float = last[1].n >= 5 && memcmp(last[1].at, "to_fp", 5) == 0;
    for (size_t i = 0; i < sizeof indexed / sizeof indexed[0]; i++)
        is_float |= token_is(last[1], indexed[i]);
    return is_float && is_odd(numeral(last[2]), numeral(last[3]));
}

/* ---- commands -------------------------------------------------------------- */

enum next { NEXT_COMMAND, NEXT_END, NEXT_MALFORMED };

/* May this token be the last of those that speak of a float's format? */
static bool may_end_format(struct token token) {
    return token.kind == TOKEN_NUMERAL || token.kind == TOKEN_HEX || token.kind == TOKEN_BINARY ||
           (token.kind == TOKEN_SYMBOL && token.at[0] == 'F');
}

/* Reads one top-level expression. If it is malformed, *command is all that is left of the text. */
static enum next next_command(struct lexer *lexer, struct lack_search *search,
                              struct command *command) {
    static const struct token none = {.kind = TOKEN_END, .at = ""};
    struct token window[WINDOW] = {none, none, none, none};
    struct token token = lex_next(lexer);
    size_t depth = 0, count = 0;
    *command = (struct command){
        .at = lexer->text + token.offset, .name = none, .argument = none, .action = ACTION_KEEP};
    if (token.kind == TOKEN_END)
        return NEXT_END;
    for (;; token = lex_next(lexer)) {
        if (token.kind == TOKEN_BAD || token.kind == TOKEN_END ||
            (token.kind == TOKEN_CLOSE && depth == 0)) {
            command->n = (size_t)(lexer->text + lexer->n - command->at);
            return NEXT_MALFORMED;
        }
        lack_see(search, token);
        if (token.kind == TOKEN_OPEN)
            depth++;
        else if (token.kind == TOKEN_CLOSE)
            depth--;
        if (depth == 1 && count == 1)
            command->name = token;
        if (count == 2)
            command->argument = token;
        window[count % WINDOW] = token;
        if (may_end_format(token) && !command->odd_floats)
            command->odd_floats = speaks_of_odd_floats(window, count);
        count++;
        if (depth == 0)
            break;
    }
    command->n = (size_t)(lexer->text + lexer->next - command->at);
    command->action = action_of(command->name);
    return NEXT_COMMAND;
}

/* The lexer stands at the token that does not fit: it says it again. */
static void tell_malformed(struct lexer *lexer, struct script *script) {
    struct token token = lex_next(lexer);
    bool is_closed = *script->rest == ')', is_bad = !is_closed && token.kind == TOKEN_BAD;
    script->why = is_bad ? lexer->error : is_closed ? "this ) has no (" : "this ( has no )";
    script->bad = is_bad ? token.offset : (size_t)(script->rest - lexer->text);
}

static void read_script(const struct profile *profile, const char *text, size_t n,
                        struct script *script) {
    struct lexer lexer;
    struct command command;
    struct lack_search search;
    enum next next;
    lack_begin(&search, profile);
    lex_init(&lexer, text, n);
    while ((next = next_command(&lexer, &search, &command)) == NEXT_COMMAND &&
           command.action != ACTION_EXIT)
        vec_push(&script->commands, command);
    if (next == NEXT_MALFORMED) {
        script->rest = command.at;
        script->n_rest = command.n;
        tell_malformed(&lexer, script);
    }
    lex_release(&lexer);
    script->lacking = lack_end(&search);
}

/* What has to be known before the first command is written. */
static void survey(const struct script *script, struct fitted *fitted) {
    size_t checks = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *command = &script->commands.at[i];
        enum action action = command->action;
        if (action == ACTION_CHECK || action == ACTION_CHECK_USING)
            checks++;
        if (checks > 1 || action == ACTION_PUSH)
            fitted->incremental = true;
        /* in a command that may be left out they do not count */
        if (action == ACTION_KEEP || action == ACTION_CHECK)
            fitted->odd_floats |= command->odd_floats;
    }
}

/* ---- writing --------------------------------------------------------------- */

struct writer {
    const struct profile *profile;
    struct fit_wants wants;
    struct fitted *fitted;
    struct strbuf own; /* options of ours that come first, and again behind a reset */
    bool in_body;
    uint64_t n_pushed; /* levels that are open */
};

static void write_body(struct writer *writer, const char *text, size_t n) {
    if (!writer->in_body)
        writer->fitted->body = writer->fitted->text.n;
    writer->in_body = true;
    strbuf_add(&writer->fitted->text, text, n);
    strbuf_add_char(&writer->fitted->text, '\n');
}

static void write_setting(struct writer *writer, const char *text, size_t n) {
    if (writer->in_body)
        writer->fitted->pushable = false;
    strbuf_add(&writer->fitted->text, text, n);
    strbuf_add_char(&writer->fitted->text, '\n');
}

static void ask(struct writer *writer, const char *command, enum expect_kind kind) {
    write_body(writer, command, strlen(command));
    vec_push(&writer->fitted->expected, kind);
}

static void write_check(struct writer *writer, const char *text, size_t n) {
    write_body(writer, text, n);
    writer->fitted->n_checks++;
    vec_push(&writer->fitted->expected, EXPECT_CHECK);
    if (writer->wants.models)
        ask(writer, "(get-model)", EXPECT_MODEL);
    if (writer->wants.cores)
        ask(writer, "(get-unsat-core)", EXPECT_CORE);
    if (writer->wants.reasons)
        ask(writer, "(get-info :reason-unknown)", EXPECT_REASON);
}

/* True if the options that we set ourselves have this one. */
static bool is_own(struct writer *writer, struct token keyword) {
    if (writer->own.n == 0)
        return false;
    const char *at = writer->own.at, *end = at + writer->own.n;
    while ((at = memmem(at, (size_t)(end - at), keyword.at, keyword.n)) != NULL) {
        at += keyword.n;
        if (lex_class(at) == LEX_SPACE || *at == ')')
            return true;
    }
    return false;
}

/* z3 takes a-b for a_b. */
static bool takes(const struct profile *profile, const char *name, size_t n) {
    char spelling[64];
    if (words_match(profile->takes, name, n))
        return true;
    if (n >= sizeof spelling)
        return false;
    for (size_t i = 0; i < n; i++)
        spelling[i] = name[i] == '-' ? '_' : name[i];
    return words_match(profile->takes, spelling, n);
}

/* Does the text occur in the token? */
static bool token_has(struct token token, const char *text) {
    return memmem(token.at, token.n, text, strlen(text)) != NULL;
}

static bool is_silenced(struct token keyword) {
    for (size_t i = 0; i < sizeof silenced_parts / sizeof silenced_parts[0]; i++)
        if (token_has(keyword, silenced_parts[i]))
            return true;
    return words_match((struct words){silenced, sizeof silenced / sizeof silenced[0]},
                       keyword.at + 1, keyword.n - 1);
}

static bool is_wanted_option(struct writer *writer, struct token keyword) {
    if (keyword.kind != TOKEN_KEYWORD)
        return true; /* the solver will complain */
    if (is_own(writer, keyword))
        return false;
    const char *name = keyword.at + 1;
    size_t n = keyword.n - 1;
    if (is_silenced(keyword))
        return false;
    for (size_t i = 0; i < sizeof standard_options / sizeof standard_options[0]; i++)
        if (strlen(standard_options[i]) == n && memcmp(standard_options[i], name, n) == 0)
            return !words_match(writer->profile->lacks_options, name, n);
    return takes(writer->profile, name, n);
}

/* Is the name put together of the parts, in their order, each once or not at all? */
static bool is_made_of(struct words parts, struct token name) {
    uint64_t ends = 1; /* bit i: its first i bytes are */
    if (name.n >= 64)
        return false;
    for (size_t i = 0; i < parts.n; i++) {
        size_t n = strlen(parts.at[i]);
        for (size_t at = name.n; at-- > 0;)
            if ((ends >> at & 1) != 0 && name.n - at >= n &&
                memcmp(name.at + at, parts.at[i], n) == 0)
                ends |= UINT64_C(1) << (at + n);
    }
    return (ends >> name.n & 1) != 0;
}

static bool knows_logic(const struct profile *profile, struct token name) {
    if (profile->logic_parts.n > 0)
        return is_made_of(profile->logic_parts, name);
    return profile->logics.n == 0 || words_match(profile->logics, name.at, name.n);
}

/*
 * Does a script mean something else under another logic? A numeral is a real
 * where there are no integers, and functions are values only in HO_ logics.
 */
static bool logic_matters(struct token name) {
    bool has_reals = token_has(name, "RA") || token_has(name, "RDL");
    bool has_integers = token_has(name, "IRA") || token_has(name, "IA") || token_has(name, "IDL");
    return (has_reals && !has_integers) || token_has(name, "HO_");
}

static void write_logic(struct writer *writer, const struct command *command) {
    struct token name = command->argument;
    const struct profile *profile = writer->profile;
    bool is_name = name.kind == TOKEN_SYMBOL || name.kind == TOKEN_QUOTED_SYMBOL;
    bool is_free = writer->wants.any_logic && !logic_matters(name);
    if (!is_name || (!is_free && knows_logic(profile, name))) {
        write_setting(writer, command->at, command->n);
        return;
    }
    const char *instead = profile->logic_instead != NULL ? profile->logic_instead : "ALL";
    writer->fitted->logic_changed |= !token_is(name, instead);
    if (strcmp(instead, "none") == 0)
        return;
    struct strbuf line = {0};
    strbuf_printf(&line, "(set-logic %s)", instead);
    write_setting(writer, line.at, line.n);
    strbuf_free(&line);
}

static bool knows_command(const struct profile *profile, struct token name) {
    return words_match(profile->commands, name.at, name.n);
}

/* Levels that a script leaves open, or closes without having opened them, are the session's. */
static void count_levels(struct writer *writer, const struct command *command) {
    uint64_t n = 1;
    if (command->argument.kind == TOKEN_NUMERAL) {
        n = 0;
        for (size_t i = 0; i < command->argument.n && n < UINT32_MAX; i++)
            n = 10 * n + (uint64_t)(command->argument.at[i] - '0');
    }
    if (token_is(command->name, "push"))
        writer->n_pushed += n;
    else if (token_is(command->name, "pop") && n > writer->n_pushed)
        writer->fitted->pushable = false;
    else if (token_is(command->name, "pop"))
        writer->n_pushed -= n;
}

static void write_command(struct writer *writer, const struct command *command) {
    struct fitted *fitted = writer->fitted;
    switch (command->action) {
    case ACTION_KEEP:
    case ACTION_PUSH:
        count_levels(writer, command);
        write_body(writer, command->at, command->n);
        return;
    case ACTION_CHECK:
        write_check(writer, command->at, command->n);
        return;
    case ACTION_CHECK_USING:
        if (knows_command(writer->profile, command->name))
            write_check(writer, command->at, command->n);
        else
            write_check(writer, "(check-sat)", strlen("(check-sat)"));
        return;
    case ACTION_VALUES:
        if (writer->wants.values && fitted->n_checks > 0) {
            write_body(writer, command->at, command->n);
            vec_push(&fitted->expected, EXPECT_VALUES);
            return;
        }
        break;
    case ACTION_SOFT:
        if (knows_command(writer->profile, command->name)) {
            write_body(writer, command->at, command->n);
            return;
        }
        break;
    case ACTION_RESET:
        write_body(writer, command->at, command->n);
        strbuf_add(&fitted->text, writer->own.at, writer->own.n);
        fitted->pushable = false;
        return;
    case ACTION_SET_LOGIC:
        write_logic(writer, command);
        return;
    case ACTION_SET_OPTION:
        if (is_wanted_option(writer, command->argument)) {
            write_setting(writer, command->at, command->n);
            fitted->sets_options = true;
            if (token_is(command->argument, ":global-declarations") ||
                token_has(command->argument, "limit")) /* counts on over other queries */
                fitted->pushable = false;
            return;
        }
        break;
    case ACTION_EXIT:
    case ACTION_TALK:
    case ACTION_SET_INFO:
        break;
    }
    fitted->n_left_out++;
}

/* What it makes a solver say is a guess: an answer for each word that looks like a check. */
static void write_rest(struct writer *writer, const struct script *script) {
    struct fitted *fitted = writer->fitted;
    const char *at = script->rest, *end = at + script->n_rest;
    write_body(writer, script->rest, script->n_rest);
    fitted->malformed = true;
    fitted->why_malformed = script->why;
    fitted->malformed_at = script->bad;
    fitted->pushable = false;
    while ((at = memmem(at, (size_t)(end - at), "(check-sat", strlen("(check-sat"))) != NULL) {
        at++;
        fitted->n_checks++;
        vec_push(&fitted->expected, EXPECT_CHECK);
    }
    if (fitted->n_checks == 0) {
        fitted->n_checks++;
        vec_push(&fitted->expected, EXPECT_CHECK);
    }
}

/* Wants what the solver can give. */
static struct fit_wants within_reach(const struct profile *profile, struct fit_wants wants) {
    struct words lacks = profile->lacks_commands;
    wants.models &= profile->models != NULL && !words_have(lacks, "get-model");
    wants.cores &= profile->cores != NULL && !words_have(lacks, "get-unsat-core");
    wants.values &= profile->models != NULL && !words_have(lacks, "get-value");
    wants.reasons &= !words_have(lacks, "get-info");
    return wants;
}

static void collect_own(struct writer *writer) {
    const struct profile *profile = writer->profile;
    if (writer->wants.models || writer->wants.values)
        strbuf_add_text(&writer->own, profile->models);
    if (writer->wants.cores)
        strbuf_add_text(&writer->own, profile->cores);
    if (writer->fitted->incremental && profile->incremental != NULL)
        strbuf_add_text(&writer->own, profile->incremental);
    if (writer->fitted->odd_floats && profile->odd_floats != NULL)
        strbuf_add_text(&writer->own, profile->odd_floats);
}

static void fitted_clear(struct fitted *fitted) {
    struct fitted clear = {.text = fitted->text, .expected = fitted->expected, .pushable = true};
    *fitted = clear;
    strbuf_clear(&fitted->text);
    vec_clear(&fitted->expected);
}

void fit_script(const struct profile *profile, const char *text, size_t n, struct fit_wants wants,
                struct fitted *fitted) {
    struct writer writer = {
        .profile = profile, .wants = within_reach(profile, wants), .fitted = fitted};
    struct script script = {0};
    fitted_clear(fitted);
    if (wants.as_written) {
        strbuf_add(&fitted->text, text, n);
        fitted->pushable = false;
        return;
    }
    read_script(profile, text, n, &script);
    survey(&script, fitted);
    fitted->lacking = script.lacking;
    collect_own(&writer);
    strbuf_reserve(&fitted->text, n + writer.own.n);
    strbuf_add(&fitted->text, writer.own.at, writer.own.n);
    for (size_t i = 0; i < script.commands.n; i++)
        write_command(&writer, &script.commands.at[i]);
    if (script.rest != NULL)
        write_rest(&writer, &script);
    if (writer.n_pushed > 0)
        fitted->pushable = false;
    if (!writer.in_body)
        fitted->body = fitted->text.n;
    vec_free(&script.commands);
    strbuf_free(&writer.own);
}

void fitted_release(struct fitted *fitted) {
    strbuf_free(&fitted->text);
    vec_free(&fitted->expected);
    *fitted = (struct fitted){0};
}

bool fit_asks_for_cores(const char *text, size_t n) {
    static const char asks[] = "(get-unsat-core";
    return memmem(text, n, asks, sizeof asks - 1) != NULL;
}
