/*
 * lex.h - the tokens of SMT-LIB, which are also those of every S-expression
 * file of ours (profiles, rules, signatures).
 *
 * The lexer walks over a text that the caller keeps alive and that is followed
 * by a zero byte. Tokens point into the text. Positions are byte
 * offsets; line and column are worked out only when somebody wants to read
 * them.
 */
#ifndef MOMUS_BASE_LEX_H
#define MOMUS_BASE_LEX_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/hash.h"
#include "base/vec.h"

enum token_kind {
    TOKEN_END,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SYMBOL,        /* abc: the text is the name */
    TOKEN_QUOTED_SYMBOL, /* |a b|: the text is the name, without the bars */
    TOKEN_KEYWORD,       /* :abc: the text starts with the colon */
    TOKEN_NUMERAL,       /* 0 or 42 */
    TOKEN_DECIMAL,       /* 4.20 */
    TOKEN_HEX,           /* #x1f: the text starts with #x */
    TOKEN_BINARY,        /* #b01 */
    TOKEN_FIELD,         /* #f3m5: an element of a finite field, as cvc5 writes it */
    TOKEN_STRING,        /* "a""b": the text is what stands between the outer quotes */
    TOKEN_BAD,           /* lexer.error says why */
};

struct token {
    enum token_kind kind;
    uint32_t offset; /* of its first byte, delimiters included */
    uint32_t n;
    const char *at;
};

struct lex_span {
    uint32_t offset;
    uint32_t n;
};

struct lexer {
    const char *text;
    uint32_t n;
    uint32_t next; /* offset of the next byte to read */
    const char *error;
    bool keep_comments;
    bool take_delete; /* quotes may contain the character 0x7f: z3 prints it as it is */
    VEC(struct lex_span) comments; /* without line ends, when kept; the owner clears it */
};

/* The largest text that offsets can address. */
#define LEX_TEXT_MAX ((size_t)UINT32_MAX - 64)

/* text[n] must be zero; n <= LEX_TEXT_MAX. */
void lex_init(struct lexer *lexer, const char *text, size_t n);
void lex_release(struct lexer *lexer);

enum lex_class {
    LEX_BAD,
    LEX_SPACE,
    LEX_SYMBOL, /* may start and continue a symbol */
    LEX_DIGIT,  /* may continue a symbol */
    LEX_OPEN,
    LEX_CLOSE,
    LEX_QUOTE,
    LEX_BAR,
    LEX_HASH,
    LEX_COLON,
    LEX_COMMENT,
};
extern const unsigned char lex_class_of[256];

static inline enum lex_class lex_class(const char *at) {
    return (enum lex_class)lex_class_of[(unsigned char)*at];
}
static inline bool lex_continues_symbol(const char *at) {
    return (unsigned)(lex_class(at) - LEX_SYMBOL) <= LEX_DIGIT - LEX_SYMBOL;
}

/* All tokens but those that lex_read deals with itself. */
struct token lex_next_rare(struct lexer *lexer);

/* Field by field: a token that is put together elsewhere and copied takes longer. */
static inline void lex_set(struct token *token, enum token_kind kind, uint32_t offset, uint32_t n,
                           const char *at) {
    token->kind = kind;
    token->offset = offset;
    token->n = n;
    token->at = at;
}

/*
 * The next token. After TOKEN_BAD and TOKEN_END, the same again. Parentheses
 * and symbols are most of a script: they are read in place.
 */
static inline void lex_read(struct lexer *lexer, struct token *token) {
    const char *start = lexer->text + lexer->next;
    while (lex_class(start) == LEX_SPACE)
        start++;
    uint32_t offset = (uint32_t)(start - lexer->text);
    switch (lex_class(start)) {
    case LEX_OPEN:
        lexer->next = offset + 1;
        lex_set(token, TOKEN_OPEN, offset, 1, start);
        return;
    case LEX_CLOSE:
        lexer->next = offset + 1;
        lex_set(token, TOKEN_CLOSE, offset, 1, start);
        return;
    case LEX_SYMBOL: {
        const char *at = start;
        do
            at++;
        while (lex_continues_symbol(at));
        lexer->next = (uint32_t)(at - lexer->text);
        lex_set(token, TOKEN_SYMBOL, offset, (uint32_t)(at - start), start);
        return;
    }
    default:
        lexer->next = offset;
        *token = lex_next_rare(lexer);
    }
}

static inline struct token lex_next(struct lexer *lexer) {
    struct token token;
    lex_read(lexer, &token);
    return token;
}

/*
 * What stands before the next blank, parenthesis or byte beyond ASCII: mostly
 * one token, but it may be several, or a part of one. Where it is known to be
 * one, since it was read as one before, nobody has to look at its characters.
 */
struct lex_word {
    struct hash_word word;
    uint32_t n;
};
enum { LEX_WORD_MAX = 15, LEX_WORD_LOOK = 16 };

/*
 * At least LEX_WORD_LOOK bytes of text follow. A longer word than LEX_WORD_MAX
 * is as good as none: n is LEX_WORD_LOOK, and `word` its first bytes.
 */
static inline struct lex_word lex_word(const char *at) {
#ifdef __SSE2__
    static const unsigned char ones[32] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    };
    __m128i bytes = _mm_loadu_si128((const __m128i *)at);
    /* '(' and ')' differ in the last bit only; bytes beyond ASCII are negative */
    __m128i is_paren = _mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8(~1)), _mm_set1_epi8('('));
    __m128i goes_on = _mm_andnot_si128(is_paren, _mm_cmpgt_epi8(bytes, _mm_set1_epi8(' ')));
    uint32_t n = (uint32_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(goes_on));
    bytes = _mm_and_si128(bytes, _mm_loadu_si128((const __m128i *)(ones + 16 - n)));
    return (struct lex_word){{(uint64_t)_mm_cvtsi128_si64(bytes),
                              (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(bytes, bytes))},
                             n};
#else
    uint32_t n = 0;
    while (n < LEX_WORD_LOOK && at[n] > ' ' && (unsigned char)at[n] < 0x80 && at[n] != '(' &&
           at[n] != ')')
        n++;
    return (struct lex_word){hash_word(at, n), n};
#endif
}

/* True if the name can be written without bars. (Reserved words are not looked at.) */
bool lex_is_simple_symbol(const char *at, size_t n);
/* The same for a text of up to sixteen bytes. */
bool lex_is_simple_word(struct hash_word word, size_t n);
/* Length of the UTF-8 character at `at` (n bytes left), 0 if it is not valid. */
size_t lex_utf8(const char *at, size_t n, uint32_t *code_point);

/* A position as people count: from 1, columns in characters. */
struct lex_place {
    uint32_t line;
    uint32_t column;
    uint32_t line_start; /* offset */
    uint32_t line_end;   /* offset, before the line end */
};
struct lex_place lex_place(const char *text, size_t n, size_t offset);

#endif
