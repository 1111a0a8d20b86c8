#include "lang/parser.h"

#include <stdarg.h>

#include "base/die.h"
#include "lang/nearest.h"
#include "lang/parser_int.h"

void parse_error_release(struct parse_error *error) {
    strbuf_free(&error->message);
}

bool parse_fail(struct parser *p, uint32_t offset, const char *format, ...) {
    if (p->failed)
        return false;
    p->failed = true;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    p->error->kind = PARSE_ERROR_OTHER;
    p->error->offset = offset;
    strbuf_clear(&p->error->message);
    strbuf_add_text(&p->error->message, text);
    return false;
}

bool parse_fail_unknown(struct parser *p, uint32_t offset, const char *what, symbol name,
                        bool want_sort) {
    struct strbuf shown = {0};
    bool is_first = !p->failed;
    symbol_print(&p->table->symbols, name, &shown);
    parse_fail(p, offset, "unknown %s '%.200s'", what, strbuf_text(&shown));
    if (is_first && !want_sort)
        p->error->kind = PARSE_ERROR_UNKNOWN;
    const char *near = nearest_name(p->table, name, want_sort);
    if (near != NULL) {
        const char *bar = lex_is_simple_symbol(near, strlen(near)) ? "" : "|";
        strbuf_printf(&p->error->message, "; did you mean '%s%s%s'?", bar, near, bar);
    }
    strbuf_free(&shown);
    return false;
}

/* Where the text ends, blanks aside. */
static uint32_t end_of_text(const struct parser *p) {
    uint32_t end = p->lexer.n;
    while (end > 0 && strchr(" \t\r\n", p->lexer.text[end - 1]) != NULL)
        end--;
    return end;
}

bool parse_fail_unexpected(struct parser *p, const char *expected) {
    int shown = p->token.n > 40 ? 40 : (int)p->token.n;
    switch (p->token.kind) {
    case TOKEN_END:
        return parse_fail(p, end_of_text(p), "unexpected end of input, expected %s", expected);
    case TOKEN_STRING:
        return parse_fail(p, p->token.offset, "unexpected string, expected %s", expected);
    default:
        return parse_fail(p, p->token.offset, "unexpected '%.*s', expected %s", shown, p->token.at,
                          expected);
    }
}

bool parse_fail_sort(struct parser *p, uint32_t offset, const char *what, sort wanted, sort given) {
    struct strbuf a = {0}, b = {0};
    sort_print(&p->table->sorts, wanted, &a);
    sort_print(&p->table->sorts, given, &b);
    parse_fail(p, offset, "%.150s must be of sort %.150s, not %.150s", what, strbuf_text(&a),
               strbuf_text(&b));
    strbuf_free(&a);
    strbuf_free(&b);
    return false;
}

void parse_note(struct parser *p, enum note_kind kind, uint32_t offset) {
    if (p->script == NULL)
        return;
    p->script->n_notes++;
    if (p->script->notes.n < NOTES_KEPT)
        vec_push(&p->script->notes, ((struct note){offset, kind}));
}

void parse_note_tolerances(struct parser *p, unsigned tolerances, uint32_t offset) {
    if (tolerances & TOLERATE_UNARY)
        parse_note(p, NOTE_UNARY, offset);
    if (tolerances & TOLERATE_REAL_NUMERAL)
        parse_note(p, NOTE_REAL_NUMERAL, offset);
    if (tolerances & TOLERATE_INT_AS_REAL)
        parse_note(p, NOTE_INT_AS_REAL, offset);
    if (tolerances & TOLERATE_LAMBDA_ARRAY)
        parse_note(p, NOTE_LAMBDA_ARRAY, offset);
}

bool parse_fail_token(struct parser *p) {
    return parse_fail(p, p->token.offset, "%s", p->lexer.error);
}

bool parse_expect(struct parser *p, enum token_kind kind, const char *expected) {
    return parse_next(p) && (p->token.kind == kind || parse_fail_unexpected(p, expected));
}

bool parse_symbol(struct parser *p, symbol *name, const char *expected) {
    if (!token_is_symbol(&p->token))
        return parse_fail_unexpected(p, expected);
    *name = parse_intern(p);
    return true;
}

bool parse_own_symbol(struct parser *p, symbol *name, const char *expected) {
    if (!parse_symbol(p, name, expected))
        return false;
    if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, *name)->is_reserved)
        return parse_fail(p, p->token.offset, "reserved word '%.*s' used as a name",
                          (int)p->token.n, p->token.at);
    return true;
}

bool parse_declared_symbol(struct parser *p, symbol *name, const char *expected) {
    if (!parse_own_symbol(p, name, expected))
        return false;
    if (parse_is_reserved_for_solvers(p->token.at, p->token.n))
        parse_note(p, NOTE_SOLVER_NAME, p->token.offset);
    return true;
}

bool parse_index(struct parser *p, uint32_t *value) {
    if (p->token.kind != TOKEN_NUMERAL)
        return parse_fail_unexpected(p, "a numeral");
    uint64_t v = 0;
    for (uint32_t i = 0; i < p->token.n; i++) {
        v = v * 10 + (uint64_t)(p->token.at[i] - '0');
        if (v > SORT_INDEX_MAX)
            return parse_fail(p, p->token.offset, "numeral larger than %d", SORT_INDEX_MAX);
    }
    *value = (uint32_t)v;
    return true;
}

static void add_token(struct parser *p, struct strbuf *out) {
    /* Delimiters are not part of a token's text, but stand around it in the source. */
    uint32_t quotes = p->token.kind == TOKEN_STRING || p->token.kind == TOKEN_QUOTED_SYMBOL;
    strbuf_add(out, p->token.at - quotes, p->token.n + 2 * quotes);
}

bool parse_raw(struct parser *p, struct strbuf *out) {
    size_t depth = 0;
    bool first = true;
    uint32_t start = p->token.offset;
    for (;;) {
        if (p->token.kind == TOKEN_END)
            return depth > 0 ? parse_fail(p, start, "'(' without ')'")
                             : parse_fail_unexpected(p, "a value or ')'");
        if (p->token.kind == TOKEN_CLOSE) {
            if (depth == 0)
                return parse_fail_unexpected(p, "a value");
            depth--;
        } else {
            if (!first)
                strbuf_add_char(out, ' ');
            depth += p->token.kind == TOKEN_OPEN;
        }
        add_token(p, out);
        first = p->token.kind == TOKEN_OPEN;
        if (depth == 0)
            return true;
        if (!parse_next(p))
            return false;
    }
}

static symbol word(struct parser *p, const char *text) {
    return symbol_intern(&p->table->symbols, text, strlen(text));
}

struct parser *parser_new(struct term_table *table) {
    struct parser *p = mem_alloc_zero(sizeof *p);
    p->table = table;
    p->any_logic = true;
    vec_reserve(&p->frames, 16); /* the fast lane counts from their place, also if there is none */
    vec_reserve(&p->args, 16);   /* frames without arguments point into them, too */
    vec_reserve(&p->names, 16);
    p->words = (struct words){
        .unused = word(p, "unused"),
        .let = word(p, "let"),
        .forall = word(p, "forall"),
        .exists = word(p, "exists"),
        .lambda = word(p, "lambda"),
        .choice = word(p, "choice"),
        .witness = word(p, "witness"),
        .match = word(p, "match"),
        .bang = word(p, "!"),
        .underscore = word(p, "_"),
        .as = word(p, "as"),
        .par = word(p, "par"),
        .named = word(p, ":named"),
        .pattern = word(p, ":pattern"),
        .no_pattern = word(p, ":no-pattern"),
        .is = word(p, "is"),
        .update = word(p, "update"),
        .update_field = word(p, "update-field"),
        .map = word(p, "map"),
        .as_array = word(p, "as-array"),
        .character = word(p, "char"),
        .algebraic = word(p, "real_algebraic_number"),
        .root_obj = word(p, "root-obj"),
        .bit_vec = word(p, "BitVec"),
    };
    return p;
}

void parser_free(struct parser *p) {
    if (p == NULL)
        return;
    index_free(&p->overloads); /* nobody asks for them any more */
    scope_leave(p, 0);
    scope_reset(p);
    lex_release(&p->lexer);
    vec_free(&p->locals);
    vec_free(&p->trail);
    vec_free(&p->levels);
    vec_free(&p->frames);
    vec_free(&p->args);
    vec_free(&p->names);
    vec_free(&p->named);
    term_walk_release(&p->walk);
    parse_names_free(p->resolver);
    vec_free(&p->sort_frames);
    vec_free(&p->sort_args);
    strbuf_free(&p->scratch);
    mem_free(p);
}

bool parse_start(struct parser *p, const char *text, size_t n, struct script *script,
                 struct parse_error *error) {
    p->error = error;
    p->failed = false;
    p->script = script;
    lex_release(&p->lexer);
    vec_clear(&p->frames);
    vec_clear(&p->args);
    vec_clear(&p->names);
    vec_clear(&p->named);
    vec_clear(&p->sort_frames);
    vec_clear(&p->sort_args);
    scope_leave(p, 0);
    if (n > LEX_TEXT_MAX) {
        p->lexer = (struct lexer){0};
        return parse_fail(p, 0, "input larger than 4 GiB");
    }
    lex_init(&p->lexer, text, n);
    p->ahead = p->logic_at = 0;
    memset(p->orders, 0, sizeof p->orders);
    p->has_begun = p->trail.n > 0;
    symbol_forget_meanings(&p->table->symbols); /* other parsers may see other ones */
    parse_forget_sorts(p);
    parse_forget_heads(p);
    return true;
}

/* How many lines end in this white space? LF, CR and CR LF end one. 0 if it is something else. */
static int line_ends(const char *text, uint32_t from, uint32_t to) {
    int n = 0;
    for (uint32_t i = from; i < to; i++) {
        if (text[i] == '\n')
            n += i == from || text[i - 1] != '\r';
        else if (text[i] == '\r')
            n++;
        else if (lex_class(&text[i]) != LEX_SPACE)
            return 0;
    }
    return n;
}

/* Puts a comment of the text into the script. */
static struct command *add_comment(struct parser *p, struct lex_span span) {
    struct command comment = {
        .kind = COMMAND_COMMENT,
        .offset = span.offset,
        .text = symbol_intern(&p->table->symbols, p->lexer.text + span.offset, span.n),
    };
    vec_push(&p->script->commands, comment);
    return &vec_top(&p->script->commands);
}

/* Those that were read since the last command. */
static void take_comments(struct parser *p, uint32_t *end_of_last) {
    const char *text = p->lexer.text;
    for (size_t i = 0; i < p->lexer.comments.n; i++) {
        struct lex_span span = p->lexer.comments.at[i];
        struct command *comment = add_comment(p, span);
        if (p->script->commands.n > 1) {
            int n = line_ends(text, *end_of_last, span.offset);
            comment->blank_before = n >= 2;
            comment->same_line = n == 0;
        }
        *end_of_last = span.offset + span.n;
    }
    vec_clear(&p->lexer.comments);
}

/*
 * Those that stood inside of the command that was just read, behind the last one of the
 * script, take its place. Where it is now; it is not counted yet.
 */
static struct command *put_comments_before(struct parser *p, struct command command) {
    for (size_t i = 0; i < p->lexer.comments.n; i++) {
        add_comment(p, p->lexer.comments.at[i])->blank_before = command.blank_before;
        command.blank_before = false;
    }
    vec_clear(&p->lexer.comments);
    vec_reserve(&p->script->commands, p->script->commands.n + 1);
    struct command *place = &p->script->commands.at[p->script->commands.n];
    *place = command;
    return place;
}

/* Where the text ended too early: the line in which the unfinished command starts. */
static void note_open_command(struct parser *p, uint32_t offset) {
    const char *text = p->lexer.text;
    uint32_t line = lex_place(text, p->lexer.n, offset).line;
    if (p->token.kind == TOKEN_END && line != lex_place(text, p->lexer.n, p->error->offset).line)
        strbuf_printf(&p->error->message, "; the command of line %u is not closed", line);
}

/*
 * The names that commands declare are looked for among all names, and most of
 * them are new. At the first of some lines with declarations that memory is
 * fetched for all of them: so their misses overlap, each of which takes longer
 * than reading a declaration.
 */
static void fetch_names(struct parser *p) {
    enum { AHEAD = 512, LONGEST = 128 };
    const char *text = p->lexer.text;
    uint32_t here = p->lexer.next;
    if (text[here] != 'd' || p->ahead > here ||
        p->lexer.n - here < AHEAD + LONGEST + 3 * LEX_WORD_LOOK)
        return;
    p->ahead = here;
    while (p->ahead < here + AHEAD) {
        const char *line = memchr(text + p->ahead, '\n', LONGEST);
        if (line == NULL || line[1] != '(' || line[2] != 'd')
            break;
        p->ahead = (uint32_t)(line + 2 - text);
        struct lex_word command = lex_word(line + 2);
        struct lex_word name = lex_word(line + 2 + command.n + 1);
        symbol_fetch(&p->table->symbols, name.word, name.n);
    }
}

/*
 * Large scripts have more bytes than this for each term. Tables that have their
 * size from the start need not be moved, and lie on huge pages.
 */
enum { BYTES_PER_TERM = 17, BYTES_PER_COMMAND = 80, LARGE_SCRIPT = 1 << 20 };

bool parser_read_script(struct parser *p, const char *text, size_t n, struct script *script,
                        struct parse_error *error) {
    if (!parse_start(p, text, n, script, error))
        return false;
    p->lexer.keep_comments = true;
    script->first_fun = (fun)p->table->funs.n;
    if (n >= LARGE_SCRIPT) {
        term_table_expect(p->table, n / BYTES_PER_TERM);
        vec_expect(&script->commands, script->commands.n + n / BYTES_PER_COMMAND);
        vec_expect(&p->trail, p->trail.n + n / BYTES_PER_COMMAND);
    }
    uint32_t end_of_last = 0;
    while (parse_next(p)) {
        if (p->lexer.comments.n > 0)
            take_comments(p, &end_of_last);
        if (p->token.kind == TOKEN_END) {
            script->end = (uint32_t)n;
            return true;
        }
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a command");
        fetch_names(p);
        vec_reserve(&script->commands, script->commands.n + 1);
        /* Read in its place: copying what was just written in smaller parts stalls the processor. */
        struct command *command = &script->commands.at[script->commands.n];
        memset(command, 0, sizeof *command);
        command->offset = p->token.offset;
        command->blank_before =
            script->commands.n > 0 && line_ends(text, end_of_last, p->token.offset) >= 2;
        if (!parse_command(p, command)) {
            note_open_command(p, command->offset);
            return false;
        }
        end_of_last = p->lexer.next;
        if (p->lexer.comments.n > 0)
            command = put_comments_before(p, *command);
        if (p->named.n > 0)
            parse_resolve_names(p, command);
        script->commands.n++;
        bool is_exit = command->kind == COMMAND_EXIT;
        if (p->named.n > 0)
            parse_define_names(p);
        if (is_exit) {
            script->end = p->lexer.next;
            return true;
        }
    }
    return false;
}

bool parse_at_end(struct parser *p) {
    return parse_next(p) &&
           (p->token.kind == TOKEN_END || parse_fail_unexpected(p, "the end of the input"));
}

bool parser_read_term(struct parser *p, const char *text, size_t n, term *result,
                      struct parse_error *error) {
    bool good = parse_start(p, text, n, NULL, error) && parse_next(p) && parse_term(p, result) &&
                parse_at_end(p);
    if (good && p->named.n > 0)
        *result = parse_spell_out_names(p, *result);
    return good;
}

bool parser_read_sort(struct parser *p, const char *text, size_t n, sort *result,
                      struct parse_error *error) {
    return parse_start(p, text, n, NULL, error) && parse_next(p) && parse_sort(p, result) &&
           parse_at_end(p);
}
