#include "oracle/fingerprint.h"

#include "base/hash.h"
#include "proc/message.h"

enum { OPERATORS_SHOWN = 24 };

/* ---- places ---- */

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '+';
}

static bool is_source(const char *at, size_t n) {
    static const char *const ends[] = {".cpp", ".c", ".cc", ".h", ".hpp", ".rs", ".java"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t m = strlen(ends[i]);
        if (n > m && memcmp(at + n - m, ends[i], m) == 0)
            return true;
    }
    return false;
}

/* The digits of a line that is named here, behind the name of a file. */
static size_t find_line(const char *at, const char *end, const char **digits) {
    static const char *const ways[] = {":", "\nLine: ", " Line: ", ", Line: "};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        size_t n = strlen(ways[i]), n_digits = 0;
        if ((size_t)(end - at) <= n || memcmp(at, ways[i], n) != 0)
            continue;
        while (at + n + n_digits < end && at[n + n_digits] >= '0' && at[n + n_digits] <= '9')
            n_digits++;
        *digits = at + n;
        return n_digits;
    }
    return 0;
}

bool fingerprint_find_place(const char *message, size_t n, struct message_place *place) {
    const char *end = message + n;
    for (const char *at = message; at < end;) {
        const char *start = at, *digits = NULL;
        while (at < end && is_name(*at))
            at++;
        size_t n_digits = is_source(start, (size_t)(at - start)) ? find_line(at, end, &digits) : 0;
        if (n_digits > 0) {
            *place = (struct message_place){{start, (size_t)(at - start)}, {digits, n_digits}};
            return true;
        }
        at += at < end ? 1 : 0;
    }
    return false;
}

bool fingerprint_place(const char *message, size_t n, struct strbuf *out) {
    struct message_place place;
    if (!fingerprint_find_place(message, n, &place))
        return false;
    strbuf_add(out, place.file.at, place.file.n);
    strbuf_add_char(out, ':');
    strbuf_add(out, place.line.at, place.line.n);
    return true;
}

/* ---- what a formula is made of ---- */

static void add_theories(const struct features *features, struct strbuf *out) {
    bool first = true;
    for (enum theory theory = THEORY_CORE; theory < THEORY_COUNT; theory++)
        if ((features->theories >> theory & 1) != 0 && theory != THEORY_CORE) {
            strbuf_printf(out, "%s%s", first ? "" : "+", theory_name(theory));
            first = false;
        }
    if (first)
        strbuf_add_text(out, "core");
}

static const char *op_text(uint32_t op) {
    switch (op) {
    case OP_FORALL:
        return "forall";
    case OP_EXISTS:
        return "exists";
    case OP_LAMBDA:
        return "lambda";
    case OP_CHOICE:
        return "choice";
    case OP_MATCH:
        return "match";
    case OP_IS:
        return "is";
    default:
        return op >= OP_FIRST_THEORY && op < OP_COUNT ? op_row(op)->symbol : NULL;
    }
}

/*
 * What one bug shows with as well as with the other, and reduction leaves as it found it:
 * comparisons, rounding modes, powers of a regex. The second stands for both. Constants tell nothing.
 */
static const struct {
    enum op op, stand_in;
} kin[] = {
    {OP_INT_GT, OP_INT_LE},
    {OP_INT_GE, OP_INT_LE},
    {OP_INT_LT, OP_INT_LE},
    {OP_REAL_GT, OP_REAL_LE},
    {OP_REAL_GE, OP_REAL_LE},
    {OP_REAL_LT, OP_REAL_LE},
    {OP_BV_UGT, OP_BV_ULE},
    {OP_BV_UGE, OP_BV_ULE},
    {OP_BV_ULT, OP_BV_ULE},
    {OP_BV_SGT, OP_BV_SLE},
    {OP_BV_SGE, OP_BV_SLE},
    {OP_BV_SLT, OP_BV_SLE},
    {OP_FP_GT, OP_FP_LEQ},
    {OP_FP_GEQ, OP_FP_LEQ},
    {OP_FP_LT, OP_FP_LEQ},
    {OP_RNA, OP_RNE},
    {OP_RTP, OP_RNE},
    {OP_RTN, OP_RNE},
    {OP_RTZ, OP_RNE},
    {OP_STR_LT, OP_STR_LE},
    {OP_STR_SUFFIXOF, OP_STR_PREFIXOF},
    {OP_SEQ_SUFFIXOF, OP_SEQ_PREFIXOF},
    {OP_RE_PLUS, OP_RE_STAR},
    {OP_RE_OPT, OP_RE_STAR},
    {OP_RE_POW, OP_RE_LOOP},
    {OP_RE_LOOP_MIN, OP_RE_LOOP},
    {OP_RE_LOOP_ARGS, OP_RE_LOOP},
    {OP_RE_LOOP_MIN_ARGS, OP_RE_LOOP},
    {OP_RE_NONE, OP_NONE},
    {OP_RE_ALL, OP_NONE},
    {OP_RE_ALLCHAR, OP_NONE},
    {OP_TRUE, OP_NONE},
    {OP_FALSE, OP_NONE},
};

static uint32_t stand_in(uint32_t op) {
    for (size_t i = 0; i < sizeof kin / sizeof *kin; i++)
        if (kin[i].op == op)
            return kin[i].stand_in;
    return op < OP_COUNT ? op : OP_NONE;
}

/* What holds the rest together: it tells something only where there is no rest. */
static bool is_glue(uint32_t op) {
    switch (op) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_IMPLIES:
    case OP_EQ:
    case OP_DISTINCT:
        return true;
    default:
        return false;
    }
}

/* Which operators a fingerprint has, by operator. */
static void choose_operators(const struct features *features, bool *has) {
    bool has_rest = false;
    for (size_t i = 0; i < features->ops.n; i++) {
        uint32_t op = stand_in(features->ops.at[i]);
        has[op] = true;
        has_rest |= op_text(op) != NULL && !is_glue(op);
    }
    for (uint32_t op = 0; op < OP_COUNT; op++)
        has[op] &= !has_rest || !is_glue(op);
}

/* All of them; of many, the first and a number that stands for the rest. */
static void add_operators(const struct features *features, struct strbuf *out) {
    bool has[OP_COUNT] = {false};
    uint64_t rest = 0;
    size_t n = 0;
    choose_operators(features, has);
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        const char *text = has[op] ? op_text(op) : NULL;
        if (text == NULL)
            continue;
        if (n++ < OPERATORS_SHOWN)
            strbuf_printf(out, "%s%s", n > 1 ? "," : "", text);
        else
            for (const char *at = text; *at != '\0'; at++)
                rest = hash_mix(rest, (unsigned char)*at);
    }
    if (rest != 0)
        strbuf_printf(out, ",#%016llx", (unsigned long long)rest);
}

/* ---- the whole ---- */

/* The place that the message names; or else its first line, and what more is known. True: a place. */
static bool add_message(const struct answers *answers, const struct features *features,
                        const char *stack, struct strbuf *out) {
    const struct strbuf *message = &answers->message;
    size_t n = 0;
    if (fingerprint_place(message->at, message->n, out))
        return true;
    while (n < message->n && message->at[n] != '\n')
        n++;
    strbuf_add(out, message->at, n);
    strbuf_add_char(out, ':'); /* the words alone say little */
    if (stack != NULL)
        strbuf_add_text(out, stack);
    else
        add_theories(features, out);
    return stack != NULL;
}

/*
 * A refusal, by the first line of its words: without what differs from script to script, which is
 * numbers and what stands in quotes.
 */
static bool add_refusal(const struct answers *answers, struct strbuf *out) {
    struct strbuf message = {0};
    char quote = '\0';
    if (answers->errors.n == 0)
        return false;
    struct text_span error = answers->errors.at[0];
    message_add(&message, error.at, error.n, error.at, (struct words){0});
    for (size_t i = 0; i < message.n && message.at[i] != '\n'; i++) {
        char c = message.at[i];
        if (quote == '\0' && (c == '`' || c == '\'' || c == '|'))
            quote = c == '`' ? '\'' : c;
        else if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c < '0' || c > '9'))
            strbuf_add_char(out, c);
    }
    strbuf_free(&message);
    return true;
}

bool fingerprint_finding(const struct oracle_solver *solver, const struct features *features,
                         const struct answers *answers, const char *stack, enum bug bug,
                         struct strbuf *out) {
    strbuf_printf(out, "%s:%s:", bug_name(bug), solver->family);
    if (answers != NULL && bug_has_message(bug) && answers->message.n > 0)
        return add_message(answers, features, stack, out);
    if (answers != NULL && bug == BUG_REJECTS_VALID && add_refusal(answers, out))
        return false;
    add_theories(features, out);
    strbuf_add_char(out, ':');
    add_operators(features, out);
    return false;
}

void fingerprint_disagreement(const struct oracle_solver *solvers, size_t n,
                              const struct features *features, struct strbuf *out) {
    strbuf_printf(out, "%s:", bug_name(BUG_DISAGREEMENT));
    for (size_t i = 0; i < n; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = strcmp(solvers[k].family, solvers[i].family) != 0;
        if (is_new)
            strbuf_printf(out, "%s%s", i > 0 ? "+" : "", solvers[i].family);
    }
    strbuf_add_char(out, ':');
    add_theories(features, out);
    strbuf_add_char(out, ':');
    add_operators(features, out);
}
