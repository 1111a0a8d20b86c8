#include "proc/solver_name.h"

#include "proc/wrapper.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct words words_new(struct arena *arena, size_t room) {
    struct words words = {arena_alloc(arena, (room + 1) * sizeof *words.at), 0};
    words.at[0] = NULL;
    return words;
}

static void words_push(struct words *words, const char *word) {
    words->at[words->n++] = word;
    words->at[words->n] = NULL;
}

/*
 * Goes over one character of a command line, which may be escaped, and keeps
 * track of quotes. True if the character means itself; *past is behind it.
 */
static bool step(const char *at, const char *end, char *quote, const char **past, char *c) {
    *past = at + 1;
    *c = *at;
    if (*quote == '\0' && (*at == '"' || *at == '\'')) {
        *quote = *at;
        return false;
    }
    if (*quote != '\0' && *at == *quote) {
        *quote = '\0';
        return false;
    }
    bool escapes =
        *quote == '\0' || (*quote == '"' && at + 1 < end && (at[1] == '"' || at[1] == '\\'));
    if (*at == '\\' && escapes && at + 1 < end) {
        *c = at[1];
        *past = at + 2;
    }
    return true;
}

bool words_split(struct arena *arena, const char *text, size_t n, struct words *words) {
    const char *end = text + n;
    char quote = '\0';
    *words = words_new(arena, n / 2 + 1);
    for (const char *at = text; at < end;) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        struct strbuf word = {0};
        while (at < end && (quote != '\0' || !is_blank(*at))) {
            char c;
            if (step(at, end, &quote, &at, &c))
                strbuf_add_char(&word, c);
        }
        words_push(words, arena_copy_text(arena, word.at, word.n));
        strbuf_free(&word);
    }
    return quote == '\0';
}

/* A word of a command as a shell would want it. */
static void add_shell_word(struct strbuf *out, const char *word) {
    bool is_plain = word[0] != '\0' && strpbrk(word, " \t\n'\"\\$`&|;<>()*?[]#~!") == NULL;
    if (is_plain) {
        strbuf_add_text(out, word);
        return;
    }
    strbuf_add_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            strbuf_add_text(out, "'\\''");
        else
            strbuf_add_char(out, *word);
    strbuf_add_char(out, '\'');
}

void words_join(struct words words, struct strbuf *out) {
    for (size_t i = 0; i < words.n; i++) {
        strbuf_add_text(out, i > 0 ? " " : "");
        add_shell_word(out, words.at[i]);
    }
}

struct words words_with(struct arena *arena, struct words command, struct words more) {
    struct words all = words_new(arena, command.n + more.n);
    bool marked = words_have(command, "{args}");
    for (size_t i = 0; i < command.n; i++) {
        bool is_mark = strcmp(command.at[i], "{args}") == 0;
        if (!is_mark)
            words_push(&all, command.at[i]);
        if (marked ? is_mark : i == 0)
            for (size_t k = 0; k < more.n; k++)
                words_push(&all, more.at[k]);
        if (is_mark)
            words_push(&all, command.at[i]);
    }
    return all;
}

struct words words_fill(struct arena *arena, struct words words, const char *name,
                        const char *value) {
    struct words all = words_new(arena, words.n);
    struct strbuf mark = {0}, word = {0};
    strbuf_printf(&mark, "{%s}", name);
    for (size_t i = 0; i < words.n; i++) {
        const char *at = words.at[i], *hit;
        strbuf_clear(&word);
        while ((hit = strstr(at, strbuf_text(&mark))) != NULL) {
            strbuf_add(&word, at, (size_t)(hit - at));
            strbuf_add_text(&word, value);
            at = hit + mark.n;
        }
        strbuf_add_text(&word, at);
        words_push(&all, arena_copy_text(arena, strbuf_text(&word), word.n));
    }
    strbuf_free(&mark);
    strbuf_free(&word);
    return all;
}

struct words words_without(struct arena *arena, struct words words, const char *word) {
    struct words rest = words_new(arena, words.n);
    for (size_t i = 0; i < words.n; i++)
        if (strcmp(words.at[i], word) != 0)
            words_push(&rest, words.at[i]);
    return rest;
}

static struct words words_tail(struct words words) {
    return words.n == 0 ? words : (struct words){words.at + 1, words.n - 1};
}

/* --------------------------------------------------------------------------- */

/* A profile's name, with variants and a release: no blanks, no path, no word of a command. */
static bool looks_like_name(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_blank(text[i]) || strchr("/\"'\\{}=", text[i]) != NULL)
            return false;
    return n > 0;
}

/* Adds the words of the variants in `text`, which starts with a colon or is empty. */
static bool add_variants(struct solver *solver, const char *text, struct strbuf *error) {
    struct arena *arena = &solver->profile.arena;
    while (*text == ':') {
        text++;
        size_t n = strcspn(text, ":");
        const struct words *variant = profile_variant(&solver->profile, text, n);
        if (variant == NULL) {
            strbuf_printf(error, "solver '%s' has no variant '%.*s'", solver->profile.name, (int)n,
                          text);
            for (size_t i = 0; i < solver->profile.variants.n; i++)
                strbuf_printf(error, "%s%s", i == 0 ? "; it has: " : ", ",
                              solver->profile.variants.at[i].at[0]);
            strbuf_add_char(error, '\n');
            return false;
        }
        struct words more = words_tail(*variant);
        solver->spawn = words_with(arena, solver->spawn, more);
        if (solver->session.n > 0)
            solver->session = words_with(arena, solver->session, more);
        if (solver->snapshot.n > 0)
            solver->snapshot = words_with(arena, solver->snapshot, more);
        text += n;
    }
    return true;
}

/* By a profile's name: found, unknown (nothing is changed), or bad. */
static enum profile_search read_name(struct profile_folders folders, const char *text,
                                     struct solver *solver, struct strbuf *error) {
    size_t n = strcspn(text, ":");
    char *name = mem_copy_text(text, n);
    enum profile_search found = profiles_find(folders, name, &solver->profile, error);
    char *at = strchr(name, '@');
    if (found == PROFILE_UNKNOWN && at != NULL) {
        *at = '\0';
        found = profiles_find(folders, name, &solver->profile, error);
        if (found == PROFILE_FOUND)
            solver->release = arena_copy_text(&solver->profile.arena, at + 1, strlen(at + 1));
    }
    if (found == PROFILE_UNKNOWN && (text[n] == ':' || at != NULL)) {
        strbuf_printf(error, "no solver is called '%s': `momus solvers` lists them\n", name);
        found = PROFILE_MISNAMED;
    }
    mem_free(name);
    if (found != PROFILE_FOUND)
        return found;
    solver->has_profile = true;
    solver->spawn = solver->profile.spawn;
    solver->session = solver->profile.session;
    solver->snapshot = solver->profile.snapshot;
    solver->version = solver->profile.version;
    return add_variants(solver, text + n, error) ? PROFILE_FOUND : PROFILE_MISNAMED;
}

/* True if the program is `name`, or `name` with a version: z3-4.12.2, cvc5_1.2. */
static bool is_program(const char *program, const char *name) {
    size_t n = strlen(name);
    return strncmp(program, name, n) == 0 &&
           (program[n] == '\0' ||
            (strchr("-_.@", program[n]) != NULL && program[n + 1] >= '0' && program[n + 1] <= '9'));
}

/* The profile that is about this program, if there is one. */
static enum profile_search find_by_program(struct profile_folders folders, const char *program,
                                           struct profile *profile, struct strbuf *error) {
    const char *base = program_base_name(program);
    path_vec names = {0};
    const char *best = NULL;
    profiles_list(folders, &names);
    for (size_t i = 0; i < names.n; i++)
        if (is_program(base, names.at[i]) && (best == NULL || strlen(names.at[i]) > strlen(best)))
            best = names.at[i];
    enum profile_search found =
        best == NULL ? PROFILE_UNKNOWN : profiles_find(folders, best, profile, error);
    path_vec_free(&names);
    return found;
}

/* The user's program and words, then what the profile's own command has beyond them. */
static struct words merge(struct arena *arena, struct words given, struct words own) {
    struct words all = words_new(arena, given.n + own.n);
    if (own.n == 0)
        return all;
    for (size_t i = 0; i < given.n; i++)
        if (strcmp(given.at[i], "{file}") != 0 && strcmp(given.at[i], "{stdin}") != 0)
            words_push(&all, given.at[i]);
    for (size_t i = 1; i < own.n; i++)
        if (!words_have(all, own.at[i]) && strcmp(own.at[i], "{args}") != 0)
            words_push(&all, own.at[i]);
    return all;
}

/*
 * The profile that is about the program of a command, whose place is *program. A word behind an
 * option of a wrapper may be its value: then a program that a profile is about, further on, is meant.
 */
static enum profile_search find_by_command(struct profile_folders folders, struct words command,
                                           size_t *program, struct profile *profile,
                                           struct strbuf *error) {
    size_t at = *program;
    if (at == command.n)
        return PROFILE_UNKNOWN;
    enum profile_search found = find_by_program(folders, command.at[at], profile, error);
    bool may_be_value = at > 0 && command.at[at - 1][0] == '-';
    while (found == PROFILE_UNKNOWN && may_be_value && ++at < command.n) {
        found = find_by_program(folders, command.at[at], profile, error);
        if (found != PROFILE_UNKNOWN)
            *program = at;
    }
    return found;
}

/* The words of the user, with places for the script and, behind a program that is wrapped, for more. */
static struct words complete_command(struct arena *arena, struct words given, size_t program) {
    struct words all = words_new(arena, given.n + 2);
    bool takes_script = false;
    for (size_t i = 0; i < given.n; i++) {
        takes_script |=
            strstr(given.at[i], "{file}") != NULL || strcmp(given.at[i], "{stdin}") == 0;
        words_push(&all, arena_copy_text(arena, given.at[i], strlen(given.at[i])));
        if (i == program && program > 0 && !words_have(given, "{args}"))
            words_push(&all, "{args}");
    }
    if (!takes_script)
        words_push(&all, "{file}");
    return all;
}

/* Up to its own program, it is started as ever: what is before that has versions of its own. */
static struct words version_command(struct arena *arena, const struct solver *solver) {
    static const char *usual[] = {"", "--version"};
    if (solver->program == SOLVER_UNTOLD)
        return words_new(arena, 0);
    struct words started = {solver->spawn.at, solver->program + 1};
    struct words own = solver->profile.version;
    if (own.n == 0 && solver->program > 0) /* most understand this */
        own = (struct words){usual, 2};
    return merge(arena, started, own);
}

/* The words that the user gives, as far as they are a command; false, with a message, if they are none. */
static bool split_command(struct arena *arena, const char *text, size_t n, struct words *given,
                          struct strbuf *error) {
    bool good = words_split(arena, text, n, given);
    /* mine="z3 {file}" as it stands in a file, where no shell has taken the quotes away */
    if (good && given->n == 1 && n > 0 && (*text == '"' || *text == '\''))
        good = words_split(arena, given->at[0], strlen(given->at[0]), given);
    if (!good)
        strbuf_printf(error, "the command '%.*s' has a quote without end\n", (int)n, text);
    else if (given->n == 0 || given->at[0][0] == '\0' || strchr(given->at[0], '{') != NULL) {
        strbuf_printf(error, "the command '%.*s' has no program\n", (int)n, text);
        good = false;
    }
    return good;
}

static enum profile_search read_command(struct profile_folders folders, const char *text, size_t n,
                                        struct solver *solver, struct strbuf *error) {
    struct arena scratch = {0};
    struct words given;
    enum profile_search found = PROFILE_MISNAMED;
    size_t program = 0;
    if (split_command(&scratch, text, n, &given, error)) {
        program = wrapped_program(given);
        found = find_by_command(folders, given, &program, &solver->profile, error);
    }
    solver->has_profile = found == PROFILE_FOUND;
    if (found == PROFILE_UNKNOWN) {
        profile_init(&solver->profile,
                     program_base_name(given.at[program < given.n ? program : 0]));
        found = PROFILE_FOUND;
    }
    if (found == PROFILE_FOUND) {
        struct arena *arena = &solver->profile.arena;
        solver->spawn = complete_command(arena, given, program);
        solver->program = program < given.n ? program : SOLVER_UNTOLD;
        if (program == 0) {
            solver->session = merge(arena, solver->spawn, solver->profile.session);
            solver->snapshot = merge(arena, solver->spawn, solver->profile.snapshot);
        }
        solver->version = version_command(arena, solver);
    }
    arena_free(&scratch);
    return found;
}

/* Where the NAME= of a solver ends, 0 if it has none. */
static size_t name_length(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '=')
            return i;
        if (is_blank(text[i]) || strchr("/\"'\\{}:", text[i]) != NULL)
            return 0;
    }
    return 0;
}

static bool is_taken(const solver_vec *solvers, const char *name) {
    for (size_t i = 0; i < solvers->n; i++)
        if (strcmp(solvers->at[i].name, name) == 0)
            return true;
    return false;
}

static void set_name(struct solver *solver, const solver_vec *solvers, const char *name, size_t n) {
    struct strbuf unique = {0};
    strbuf_add(&unique, name, n);
    for (unsigned i = 2; is_taken(solvers, strbuf_text(&unique)); i++) {
        strbuf_clear(&unique);
        strbuf_add(&unique, name, n);
        strbuf_printf(&unique, "-%u", i);
    }
    solver->name = arena_copy_text(&solver->profile.arena, strbuf_text(&unique), unique.n);
    strbuf_free(&unique);
}

size_t solver_name_unnumbered(const char *name) {
    const char *dash = strrchr(name, '-');
    bool has_number = dash != NULL && dash > name && dash[1] != '\0' &&
                      dash[1 + strspn(dash + 1, "0123456789")] == '\0';
    return has_number ? (size_t)(dash - name) : strlen(name);
}

/* One solver of a list; no blanks around it. */
static enum solvers_fault read_solver(struct profile_folders folders, const char *text, size_t n,
                                      const solver_vec *solvers, struct solver *solver,
                                      struct strbuf *error) {
    size_t named = name_length(text, n);
    const char *rest = named > 0 ? text + named + 1 : text;
    size_t left = n - (size_t)(rest - text);
    enum profile_search found = PROFILE_UNKNOWN;
    *solver = (struct solver){0};
    if (looks_like_name(rest, left)) {
        char *word = mem_copy_text(rest, left);
        found = read_name(folders, word, solver, error);
        mem_free(word);
    }
    if (found == PROFILE_UNKNOWN)
        found = read_command(folders, rest, left, solver, error);
    if (found != PROFILE_FOUND)
        return found == PROFILE_BAD ? SOLVERS_BAD_PROFILE : SOLVERS_BAD_NAME;
    set_name(solver, solvers, text, named > 0 ? named : n);
    return SOLVERS_GOOD;
}

/* The end of the first solver of a list: a semicolon outside quotes, or the end. */
static const char *item_end(const char *at, const char *end) {
    char quote = '\0', c;
    while (at < end && (quote != '\0' || *at != ';'))
        step(at, end, &quote, &at, &c);
    return at;
}

enum solvers_fault solvers_read(struct profile_folders folders, const char *text,
                                solver_vec *solvers, struct strbuf *error) {
    const char *end = text + strlen(text);
    size_t before = solvers->n;
    enum solvers_fault fault = SOLVERS_GOOD;
    for (const char *at = text; fault == SOLVERS_GOOD && at < end; at++) {
        const char *stop = item_end(at, end);
        const char *first = at, *last = stop;
        while (first < last && is_blank(*first))
            first++;
        while (last > first && is_blank(last[-1]))
            last--;
        if (first < last) {
            struct solver solver;
            fault = read_solver(folders, first, (size_t)(last - first), solvers, &solver, error);
            if (fault == SOLVERS_GOOD)
                vec_push(solvers, solver);
            else
                solver_release(&solver);
        }
        at = stop;
    }
    if (fault == SOLVERS_GOOD && solvers->n == before) {
        strbuf_add_text(error, "no solver is named\n");
        fault = SOLVERS_BAD_NAME;
    }
    while (fault != SOLVERS_GOOD && solvers->n > before)
        solver_release(&vec_pop(solvers));
    return fault;
}

bool solvers_parse(struct profile_folders folders, const char *text, solver_vec *solvers,
                   struct strbuf *error) {
    return solvers_read(folders, text, solvers, error) == SOLVERS_GOOD;
}

const char *solver_program(const struct solver *solver) {
    return solver->program < solver->spawn.n ? solver->spawn.at[solver->program] : NULL;
}

void solver_release(struct solver *solver) {
    profile_release(&solver->profile);
    *solver = (struct solver){0};
}

void solver_vec_free(solver_vec *solvers) {
    for (size_t i = 0; i < solvers->n; i++)
        solver_release(&solvers->at[i]);
    vec_free(solvers);
}
