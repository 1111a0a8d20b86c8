#include "base/lex.h"

#include "base/die.h"

const unsigned char lex_class_of[256] = {
    ['\t'] = LEX_SPACE,        ['\n'] = LEX_SPACE,         ['\r'] = LEX_SPACE,
    [' '] = LEX_SPACE,         ['a' ... 'z'] = LEX_SYMBOL, ['A' ... 'Z'] = LEX_SYMBOL,
    ['0' ... '9'] = LEX_DIGIT, ['+'] = LEX_SYMBOL,         ['-'] = LEX_SYMBOL,
    ['/'] = LEX_SYMBOL,        ['*'] = LEX_SYMBOL,         ['='] = LEX_SYMBOL,
    ['%'] = LEX_SYMBOL,        ['?'] = LEX_SYMBOL,         ['!'] = LEX_SYMBOL,
    ['.'] = LEX_SYMBOL,        ['$'] = LEX_SYMBOL,         ['_'] = LEX_SYMBOL,
    ['~'] = LEX_SYMBOL,        ['&'] = LEX_SYMBOL,         ['^'] = LEX_SYMBOL,
    ['<'] = LEX_SYMBOL,        ['>'] = LEX_SYMBOL,         ['@'] = LEX_SYMBOL,
    ['('] = LEX_OPEN,          [')'] = LEX_CLOSE,          ['"'] = LEX_QUOTE,
    ['|'] = LEX_BAR,           ['#'] = LEX_HASH,           [':'] = LEX_COLON,
    [';'] = LEX_COMMENT,
};

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void lex_init(struct lexer *lexer, const char *text, size_t n) {
    REQUIRE(n <= LEX_TEXT_MAX);
    *lexer = (struct lexer){.text = text, .n = (uint32_t)n};
}

void lex_release(struct lexer *lexer) {
    vec_free(&lexer->comments);
}

static struct token token(enum token_kind kind, const struct lexer *lexer, const char *start,
                          const char *at, size_t n) {
    return (struct token){kind, (uint32_t)(start - lexer->text), (uint32_t)n, at};
}

static struct token bad(struct lexer *lexer, const char *at, const char *why) {
    lexer->error = why;
    lexer->next = (uint32_t)(at - lexer->text);
    return token(TOKEN_BAD, lexer, at, at, 0);
}

/* A malformed token that starts at `start`; the mistake is at `at`. */
static struct token bad_inside(struct lexer *lexer, const char *start, const char *at,
                               const char *why) {
    bad(lexer, start, why);
    return token(TOKEN_BAD, lexer, at, at, 0);
}

/* A comment ends with its line: LF or CR. */
static const char *end_of_comment(const char *at, const char *end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL)
        stop = end;
    const char *early = memchr(at, '\r', (size_t)(stop - at));
    return early != NULL ? early : stop;
}

/* Skips spaces and comments. A zero byte, at the end of the text or in a comment, stops it. */
static const char *skip_blanks(struct lexer *lexer) {
    const char *at = lexer->text + lexer->next;
    const char *end = lexer->text + lexer->n;
    for (;;) {
        while (lex_class(at) == LEX_SPACE)
            at++;
        if (*at != ';' || at >= end)
            return at;
        const char *stop = end_of_comment(at, end);
        const char *nul = memchr(at, '\0', (size_t)(stop - at));
        if (nul != NULL)
            return nul;
        if (lexer->keep_comments) {
            uint32_t n = (uint32_t)(stop - at);
            while (n > 0 && (at[n - 1] == ' ' || at[n - 1] == '\t'))
                n--;
            struct lex_span span = {(uint32_t)(at - lexer->text), n};
            vec_push(&lexer->comments, span);
        }
        at = stop;
    }
}

size_t lex_utf8(const char *text, size_t n, uint32_t *code_point) {
    const unsigned char *at = (const unsigned char *)text;
    if (n == 0)
        return 0;
    if (at[0] < 0x80) {
        *code_point = at[0];
        return 1;
    }
    size_t length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || n < length)
        return 0;
    uint32_t code = at[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3fu);
    }
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 0;
    *code_point = code;
    return length;
}

/* The first byte in [at, end) that may not stand inside quotes or bars, or end. */
static const char *find_unprintable(const struct lexer *lexer, const char *at, const char *end) {
    while (at < end) {
        unsigned char c = (unsigned char)*at;
        uint32_t code;
        size_t n = 1;
        if (c >= 0x80) {
            n = lex_utf8(at, (size_t)(end - at), &code);
            if (n == 0)
                return at;
        } else if (c < 0x20 ? lex_class(at) != LEX_SPACE : c == 0x7f && !lexer->take_delete)
            return at;
        at += n;
    }
    return end;
}

static struct token quoted(struct lexer *lexer, const char *start, enum token_kind kind,
                           const char *from, const char *to, const char *past) {
    const char *odd = find_unprintable(lexer, from, to);
    if (odd != to)
        return bad(lexer, odd,
                   (unsigned char)*odd >= 0x80 ? "invalid UTF-8"
                                               : "control character inside quotes");
    lexer->next = (uint32_t)(past - lexer->text);
    return token(kind, lexer, start, from, (size_t)(to - from));
}

static struct token lex_string(struct lexer *lexer, const char *start) {
    const char *end = lexer->text + lexer->n;
    const char *at = start + 1;
    for (;;) {
        at = memchr(at, '"', (size_t)(end - at));
        if (at == NULL)
            return bad(lexer, start, "string without end");
        if (at[1] != '"')
            return quoted(lexer, start, TOKEN_STRING, start + 1, at, at + 1);
        at += 2;
    }
}

static struct token lex_quoted_symbol(struct lexer *lexer, const char *start) {
    const char *end = lexer->text + lexer->n;
    const char *at = memchr(start + 1, '|', (size_t)(end - start - 1));
    if (at == NULL)
        return bad(lexer, start, "quoted symbol without end");
    const char *backslash = memchr(start + 1, '\\', (size_t)(at - start - 1));
    if (backslash != NULL)
        return bad(lexer, backslash, "backslash inside a quoted symbol");
    return quoted(lexer, start, TOKEN_QUOTED_SYMBOL, start + 1, at, at + 1);
}

static struct token finish(struct lexer *lexer, enum token_kind kind, const char *start,
                           const char *past, const char *why) {
    if (lex_continues_symbol(past))
        return bad_inside(lexer, start, past, why);
    lexer->next = (uint32_t)(past - lexer->text);
    return token(kind, lexer, start, start, (size_t)(past - start));
}

static struct token lex_number(struct lexer *lexer, const char *start) {
    const char *at = start;
    while (is_digit(*at))
        at++;
    if (start[0] == '0' && at - start > 1)
        return bad(lexer, start, "number with a leading zero");
    if (*at != '.')
        return finish(lexer, TOKEN_NUMERAL, start, at, "unexpected character in a number");
    at++;
    if (!is_digit(*at))
        return bad(lexer, start, "decimal without digits behind the point");
    while (is_digit(*at))
        at++;
    return finish(lexer, TOKEN_DECIMAL, start, at, "unexpected character in a number");
}

static struct token lex_hash(struct lexer *lexer, const char *start) {
    const char *at = start + 2;
    switch (start[1]) {
    case 'x':
        while (is_hex(*at))
            at++;
        if (at == start + 2)
            return bad(lexer, start, "#x without hexadecimal digits");
        return finish(lexer, TOKEN_HEX, start, at, "not a hexadecimal digit");
    case 'b':
        while (*at == '0' || *at == '1')
            at++;
        if (at == start + 2)
            return bad(lexer, start, "#b without binary digits");
        return finish(lexer, TOKEN_BINARY, start, at, "not a binary digit");
    case 'f': {
        if (*at == '-')
            at++;
        const char *digits = at;
        while (is_digit(*at))
            at++;
        bool good = at > digits && *at == 'm' && is_digit(at[1]);
        at++;
        while (good && is_digit(*at))
            at++;
        if (!good)
            return bad(lexer, start, "malformed finite field literal");
        return finish(lexer, TOKEN_FIELD, start, at, "not a decimal digit");
    }
    default:
        return bad(lexer, start, "'#' must be followed by 'x', 'b' or 'f'");
    }
}

struct token lex_next_rare(struct lexer *lexer) {
    const char *start = skip_blanks(lexer);
    const char *at = start;
    switch (lex_class(start)) {
    case LEX_SYMBOL:
        do
            at++;
        while (lex_continues_symbol(at));
        lexer->next = (uint32_t)(at - lexer->text);
        return token(TOKEN_SYMBOL, lexer, start, start, (size_t)(at - start));
    case LEX_OPEN:
        lexer->next = (uint32_t)(start + 1 - lexer->text);
        return token(TOKEN_OPEN, lexer, start, start, 1);
    case LEX_CLOSE:
        lexer->next = (uint32_t)(start + 1 - lexer->text);
        return token(TOKEN_CLOSE, lexer, start, start, 1);
    case LEX_DIGIT:
        return lex_number(lexer, start);
    case LEX_COLON:
        at++;
        while (lex_continues_symbol(at))
            at++;
        if (at == start + 1)
            return bad(lexer, start, "':' without a name");
        lexer->next = (uint32_t)(at - lexer->text);
        return token(TOKEN_KEYWORD, lexer, start, start, (size_t)(at - start));
    case LEX_QUOTE:
        return lex_string(lexer, start);
    case LEX_BAR:
        return lex_quoted_symbol(lexer, start);
    case LEX_HASH:
        return lex_hash(lexer, start);
    default:
        break;
    }
    if (start >= lexer->text + lexer->n) {
        lexer->next = lexer->n;
        return token(TOKEN_END, lexer, lexer->text + lexer->n, start, 0);
    }
    if (*start == '\0')
        return bad(lexer, start, "NUL byte");
    unsigned char c = (unsigned char)*start;
    return bad(lexer, start,
               c >= 0x80 ? "character outside ASCII; only strings and |quoted symbols| have such"
               : c < 0x20 || c == 0x7f ? "control character"
                                       : "stray character");
}

bool lex_is_simple_word(struct hash_word word, size_t n) {
#ifdef __SSE2__
    __m128i bytes = _mm_set_epi64x((long long)word.b, (long long)word.a);
    __m128i even = _mm_and_si128(bytes, _mm_set1_epi8(~1));
    __m128i low = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
#define IS(bytes, c) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))
    /* pairs of neighbours; [ and {, \ and |, ] and }, which differ in one bit; blanks and the like */
    __m128i bad = _mm_or_si128(_mm_or_si128(IS(even, '"'), IS(even, '(')), IS(even, ':'));
    bad = _mm_or_si128(bad, _mm_or_si128(_mm_or_si128(IS(low, '{'), IS(low, '|')), IS(low, '}')));
    bad =
        _mm_or_si128(bad, _mm_or_si128(_mm_or_si128(IS(bytes, 39), IS(bytes, ',')), IS(bytes, 96)));
    bad =
        _mm_or_si128(bad, _mm_or_si128(IS(bytes, 127), _mm_cmplt_epi8(bytes, _mm_set1_epi8('!'))));
#undef IS
    unsigned first = (unsigned)word.a & 255u;
    return n > 0 && first - '0' > 9 && ((unsigned)_mm_movemask_epi8(bad) & ((1u << n) - 1)) == 0;
#else
    char text[16];
    hash_store(text, word);
    return lex_is_simple_symbol(text, n);
#endif
}

bool lex_is_simple_symbol(const char *at, size_t n) {
    if (n == 0 || lex_class(at) != LEX_SYMBOL)
        return false;
    for (size_t i = 1; i < n; i++)
        if (!lex_continues_symbol(at + i))
            return false;
    return true;
}

struct lex_place lex_place(const char *text, size_t n, size_t offset) {
    struct lex_place place = {.line = 1, .column = 1};
    const char *start = text, *newline;
    if (offset > n)
        offset = n;
    while ((newline = memchr(start, '\n', (size_t)(text + offset - start))) != NULL) {
        place.line++;
        start = newline + 1;
    }
    for (const char *at = start; at < text + offset; at++)
        if (((unsigned char)*at & 0xc0) != 0x80)
            place.column++;
    newline = memchr(start, '\n', (size_t)(text + n - start));
    const char *end = newline != NULL ? newline : text + n;
    if (end > start && end[-1] == '\r')
        end--;
    place.line_start = (uint32_t)(start - text);
    place.line_end = (uint32_t)(end - text);
    return place;
}
