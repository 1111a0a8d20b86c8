#include <xxhash.h>

#include "eval/goal.h"
#include "eval/recursion.h"
#include "gen/seed.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"

uint64_t seed_hash(const char *text, size_t n) {
    return XXH3_64bits(text, n);
}

/* ---- what is kept of a script -------------------------------------------- */

static bool text_is(const struct term_table *table, symbol s, const char *text) {
    const struct symbol_entry *entry = symbol_at(&table->symbols, s);
    return entry->n == strlen(text) && memcmp(entry->at, text, entry->n) == 0;
}

/* Declarations that outlive a pop need the option that makes them do so. */
static bool is_kept_option(const struct term_table *table, const struct command *c) {
    return text_is(table, c->name, ":global-declarations");
}

static bool is_kept(const struct term_table *table, const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_ASSERT:
    case COMMAND_CHECK_SAT:
    case COMMAND_CHECK_SAT_ASSUMING:
    case COMMAND_CHECK_SAT_USING:
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_DATATYPE:
    case COMMAND_DECLARE_DATATYPES:
    case COMMAND_DECLARE_CODATATYPE:
    case COMMAND_DECLARE_CODATATYPES:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DECLARE_HEAP:
    case COMMAND_DECLARE_REL:
    case COMMAND_DECLARE_SORT:
    case COMMAND_DECLARE_SORT_PARAMETER:
    case COMMAND_DECLARE_VAR:
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
    case COMMAND_DEFINE_FUNS_REC:
    case COMMAND_DEFINE_SORT:
    case COMMAND_POP:
    case COMMAND_PUSH:
    case COMMAND_RESET:
    case COMMAND_RESET_ASSERTIONS:
    case COMMAND_SET_LOGIC:
        return true;
    case COMMAND_SET_OPTION:
        return is_kept_option(table, c);
    default:
        return false;
    }
}

/*
 * A tactic is out of its purpose once the formula is another: the check stays. And without
 * rules, relations are functions, and their variables constants.
 */
static void add_kept(struct seed *seed, struct command c) {
    if (c.kind == COMMAND_CHECK_SAT_USING)
        c = (struct command){.kind = COMMAND_CHECK_SAT};
    if (c.kind == COMMAND_DECLARE_VAR)
        c.kind = COMMAND_DECLARE_CONST;
    if (c.kind == COMMAND_DECLARE_REL) {
        c.kind = COMMAND_DECLARE_FUN;
        c.text = 0;
    }
    c.blank_before = false;
    c.offset = 0;
    vec_push(&seed->script.commands, c);
}

static void strip(struct seed *seed, const struct term_table *table, const struct script *script) {
    bool has_check = false;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (!is_kept(table, c))
            continue;
        add_kept(seed, *c);
        has_check = has_check || goal_is_check(c);
    }
    if (!has_check)
        vec_push(&seed->script.commands, (struct command){.kind = COMMAND_CHECK_SAT});
}

/* The reason if nothing with this command is flat. */
static const char *command_is_not_flat(const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_PUSH:
    case COMMAND_POP:
        return "it has push or pop";
    case COMMAND_RESET:
    case COMMAND_RESET_ASSERTIONS:
        return "it has reset";
    case COMMAND_CHECK_SAT_ASSUMING:
        return "it has assumptions";
    default:
        return NULL;
    }
}

static const char *why_not_flat(const struct seed *seed) {
    const struct script *script = &seed->script;
    const char *reason = NULL;
    for (size_t i = 0; i < script->commands.n && reason == NULL; i++)
        reason = command_is_not_flat(&script->commands.at[i]);
    if (reason == NULL && seed->n_checks > 1)
        reason = "it has several checks";
    if (reason == NULL && vec_top(&script->commands).kind != COMMAND_CHECK_SAT)
        reason = "it goes on behind its check";
    return reason;
}

static void look_over(struct seed *seed, const struct term_table *table) {
    logic_parse("ALL", 3, &seed->logic);
    for (size_t i = 0; i < seed->script.commands.n; i++) {
        const struct command *c = &seed->script.commands.at[i];
        seed->n_checks += goal_is_check(c);
        seed->is_doubtful |= !recursion_has_solution(table, c);
        if (c->kind == COMMAND_ASSERT)
            vec_push(&seed->formulas, c->body);
        if (c->kind == COMMAND_SET_LOGIC && seed->logic_name == 0) {
            const struct symbol_entry *name = symbol_at(&table->symbols, c->name);
            seed->logic_name = c->name;
            logic_parse(name->at, name->n, &seed->logic);
        }
    }
    seed->not_flat = why_not_flat(seed);
    seed->is_flat = seed->not_flat == NULL;
    if (!seed->is_flat)
        vec_clear(&seed->formulas);
}

/* ---- labels ---------------------------------------------------------------- */

/* Of the folders of a path the last that is named sat or unsat. */
static enum truth truth_of_path(const char *path) {
    enum truth truth = TRUTH_UNKNOWN;
    for (const char *at = path, *end; (end = strchr(at, '/')) != NULL; at = end + 1) {
        enum truth folder = truth_find(at, (size_t)(end - at));
        if (folder != TRUTH_UNKNOWN)
            truth = folder;
    }
    return truth;
}

/* The last :status before the check; what follows the check is about nothing here. */
static enum truth truth_of_status(const struct term_table *table, const struct script *script) {
    enum truth truth = TRUTH_UNKNOWN;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (goal_is_check(c))
            break;
        if (c->kind == COMMAND_SET_INFO && text_is(table, c->name, ":status") && c->text != 0) {
            const struct symbol_entry *text = symbol_at(&table->symbols, c->text);
            truth = truth_find(text->at, text->n);
        }
    }
    return truth;
}

/* cvc5's tests say what to expect in comments, one for each check. */
static enum truth truth_of_expect(const struct term_table *table, const struct script *script) {
    static const char mark[] = "; EXPECT: ";
    enum truth truth = TRUTH_UNKNOWN;
    size_t n_expected = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind != COMMAND_COMMENT)
            continue;
        const struct symbol_entry *text = symbol_at(&table->symbols, c->text);
        size_t n = sizeof mark - 1;
        if (text->n > n && memcmp(text->at, mark, n) == 0) {
            truth = truth_find(text->at + n, text->n - n);
            n_expected++;
        }
    }
    return n_expected == 1 ? truth : TRUTH_UNKNOWN;
}

/* Does it end before it checks anything? Then what it says about itself is about more than this. */
static bool is_cut(const struct script *script) {
    for (size_t i = 0; i < script->commands.n; i++)
        if (goal_is_check(&script->commands.at[i]))
            return false;
    return script->commands.n > 0 && vec_top(&script->commands).kind == COMMAND_EXIT;
}

/* Does it ask what follows from rules? Then what it says about itself is about that. */
static bool has_query(const struct script *script) {
    for (size_t i = 0; i < script->commands.n; i++)
        if (script->commands.at[i].kind == COMMAND_QUERY)
            return true;
    return false;
}

static void add_labels(struct seed *seed, const struct term_table *table,
                       const struct script *script) {
    if (is_cut(script) || has_query(script))
        return;
    seed->said.by[LABEL_FOLDER] = truth_of_path(seed->name);
    seed->said.by[LABEL_STATUS] = truth_of_status(table, script);
    seed->said.by[LABEL_EXPECT] = truth_of_expect(table, script);
}

static void decide(struct seed *seed, const struct label_facts *facts) {
    struct label_verdict verdict = label_decide(&seed->said, facts);
    seed->truth = verdict.truth;
    seed->label = verdict.label;
    seed->is_disputed = verdict.is_disputed;
    seed->is_set_aside = verdict.is_disputed || verdict.fault != NULL;
}

/* A witness that is kept counts only if it is one. The parser has read the script. */
static void take_witness(struct seed *seed, struct parser *parser, struct eval *eval,
                         struct label_facts *facts) {
    struct parse_error error = {0};
    seed->has_witness =
        !seed->is_doubtful &&
        witness_read(parser, facts->witness, strlen(facts->witness), &seed->witness, &error) &&
        witness_check(eval, &seed->witness, seed->formulas.at, seed->formulas.n) == VERDICT_TRUE;
    parse_error_release(&error);
    if (seed->has_witness)
        return;
    witness_release(&seed->witness);
    mem_free(facts->witness);
    facts->witness = NULL;
}

/* What labels say, and what was found out about the seed before. */
static void look_up(struct seed *seed, struct parser *parser, const struct seed_source *source) {
    struct label_facts facts;
    if (source->cache == NULL ||
        !label_cache_find(source->cache, seed->hash, seed->n_bytes, &facts)) {
        decide(seed, NULL);
        return;
    }
    if (facts.witness != NULL && seed->is_flat)
        take_witness(seed, parser, source->eval, &facts);
    decide(seed, &facts);
    label_facts_release(&facts);
}

/* ---------------------------------------------------------------------------- */

struct seed *seed_read_from(const struct seed_source *source, const char *name, const char *text,
                            size_t n, struct strbuf *error) {
    struct term_table *table = source->table;
    struct term_mark mark = term_table_mark(table);
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error parse_error = {0};
    struct seed *seed = NULL;
    if (parser_read_script(parser, text, n, &script, &parse_error)) {
        seed = mem_alloc_zero(sizeof *seed);
        seed->name = mem_copy_text(name, strlen(name));
        seed->hash = seed_hash(text, n);
        seed->n_bytes = n;
        strip(seed, table, &script);
        look_over(seed, table);
        if (seed->is_flat)
            add_labels(seed, table, &script);
        look_up(seed, parser, source);
    } else
        diagnostic_add(error, name, text, n, parse_error.offset, "error",
                       strbuf_text(&parse_error.message));
    parser_free(parser);
    script_release(&script);
    parse_error_release(&parse_error);
    if (seed == NULL)
        term_table_rewind(table, mark);
    return seed;
}

struct seed *seed_read(struct term_table *table, const char *name, const char *text, size_t n,
                       struct strbuf *error) {
    return seed_read_from(&(struct seed_source){.table = table}, name, text, n, error);
}

void seed_free(struct seed *seed) {
    if (seed == NULL)
        return;
    script_release(&seed->script);
    vec_free(&seed->formulas);
    witness_release(&seed->witness);
    mem_free(seed->name);
    mem_free(seed);
}

bool seed_find_witness(struct seed *seed, struct eval *eval, struct strbuf *error) {
    /*
     * Of the witnesses that are found at all, nine in ten take less; without a bound, the search
     * takes minutes over a corpus. A label that says unsat is doubted, but not for long.
     */
    struct eval_limits brief = eval_default_limits;
    brief.steps = seed->truth == TRUTH_UNSAT ? 100000 : 1000000;
    if (!seed->is_flat || seed->has_witness || seed->is_searched)
        return true;
    seed->is_searched = true;
    eval_set_limits(eval, &brief);
    enum verdict verdict =
        witness_find(eval, NULL, seed->formulas.at, seed->formulas.n, &seed->witness);
    eval_set_limits(eval, &eval_default_limits);
    if (verdict == VERDICT_TRUE && seed->is_doubtful) {
        witness_release(&seed->witness);
        seed->witness = (struct witness){0};
        return true;
    }
    enum truth found = verdict == VERDICT_TRUE    ? TRUTH_SAT
                       : verdict == VERDICT_FALSE ? TRUTH_UNSAT
                                                  : TRUTH_UNKNOWN;
    if (found == TRUTH_UNKNOWN)
        return true;
    if (seed->truth != TRUTH_UNKNOWN && seed->truth != found) {
        strbuf_printf(error, "%s: its label (%s) says %s, but it is %s", seed->name,
                      label_name(seed->label), truth_name(seed->truth), truth_name(found));
        witness_release(&seed->witness);
        return false;
    }
    seed->label = seed->truth == TRUTH_UNKNOWN ? LABEL_JUDGE : seed->label;
    seed->truth = found;
    seed->has_witness = found == TRUTH_SAT;
    return true;
}
