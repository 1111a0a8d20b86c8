#include "lang/literal.h"

#include <gmp.h>

#include "base/die.h"

/* Wider than this, a value that needs less than half of the bits is written in decimal. */
enum { WIDE = 128 };

static int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static void add_decimal_bits(const char *hex, size_t n, uint32_t width, struct strbuf *out) {
    mpz_t value;
    char *digits = mem_copy_text(n == 0 ? "0" : hex, n == 0 ? 1 : n);
    mpz_init_set_str(value, digits, 16);
    mem_free(digits);
    strbuf_add_text(out, "(_ bv");
    strbuf_reserve(out, mpz_sizeinbase(value, 10) + 2);
    mpz_get_str(out->at + out->n, 10, value);
    out->n += strlen(out->at + out->n);
    mpz_clear(value);
    strbuf_add_char(out, ' ');
    strbuf_add_u64(out, width);
    strbuf_add_char(out, ')');
}

/* Writes `width` bits, of which `hex` has the value without leading zeros. */
static void add_bits(const char *hex, size_t n, uint32_t width, struct strbuf *out) {
    if (width > WIDE && n * 4 < width / 2) {
        add_decimal_bits(hex, n, width, out);
        return;
    }
    if (width % 4 == 0) {
        strbuf_add(out, "#x", 2);
        strbuf_add_repeat(out, '0', width / 4 - n);
        for (size_t i = 0; i < n; i++)
            strbuf_add_char(out, "0123456789abcdef"[hex_value(hex[i])]);
        return;
    }
    strbuf_add(out, "#b", 2);
    strbuf_reserve(out, width);
    char *bits = out->at + out->n;
    memset(bits, '0', width);
    for (uint32_t i = 0; i < width && i < n * 4; i++)
        if (hex_value(hex[n - 1 - i / 4]) >> i % 4 & 1)
            bits[width - 1 - i] = '1';
    out->n += width;
}

static void add_stripped(const char *hex, size_t n, uint32_t width, struct strbuf *out) {
    while (n > 0 && *hex == '0') {
        hex++;
        n--;
    }
    add_bits(hex, n, width, out);
}

/* Is the spelling of a literal of usual width canonical as it stands? */
static bool is_canonical(const struct token *token) {
    if (token->kind == TOKEN_BINARY)
        return (token->n - 2) % 4 != 0 && token->n - 2 <= WIDE;
    for (uint32_t i = 2; i < token->n; i++)
        if (token->at[i] >= 'A' && token->at[i] <= 'F')
            return false;
    return (token->n - 2) * 4 <= WIDE;
}

uint32_t literal_bits(const struct token *token, struct strbuf *out) {
    const char *digits = token->at + 2;
    size_t n = token->n - 2;
    if (is_canonical(token)) {
        strbuf_add(out, token->at, token->n);
        return (uint32_t)(token->kind == TOKEN_HEX ? n * 4 : n);
    }
    if (token->kind == TOKEN_HEX) {
        REQUIRE(n <= INT32_MAX / 4);
        add_stripped(digits, n, (uint32_t)n * 4, out);
        return (uint32_t)n * 4;
    }
    struct strbuf hex = {0};
    size_t first = n % 4 == 0 ? 4 : n % 4;
    for (size_t i = 0, group = first; i < n; i += group, group = 4) {
        int value = 0;
        for (size_t j = 0; j < group; j++)
            value = value << 1 | (digits[i + j] - '0');
        strbuf_add_char(&hex, "0123456789abcdef"[value]);
    }
    add_stripped(hex.at, hex.n, (uint32_t)n, out);
    strbuf_free(&hex);
    return (uint32_t)n;
}

bool literal_bits_decimal(const char *digits, size_t n, uint32_t width, struct strbuf *out) {
    while (n > 1 && *digits == '0') { /* solvers take leading zeros */
        digits++;
        n--;
    }
    if (n > width / 3 + 2) /* more digits than 2^width has: not worth converting */
        return false;
    mpz_t value;
    char *copy = mem_copy_text(digits, n);
    mpz_init_set_str(value, copy, 10);
    mem_free(copy);
    bool fits = mpz_sizeinbase(value, 2) <= width;
    if (fits) {
        struct strbuf hex = {0};
        strbuf_reserve(&hex, mpz_sizeinbase(value, 16) + 2);
        mpz_get_str(hex.at, 16, value);
        add_stripped(hex.at, strlen(hex.at), width, out);
        strbuf_free(&hex);
    }
    mpz_clear(value);
    return fits;
}

bool literal_may_be_prime(const char *digits, size_t n) {
    enum { LONGEST = 200, TRIALS = 25 };
    if (n > LONGEST)
        return true;
    mpz_t value;
    char *text = mem_copy_text(digits, n);
    mpz_init_set_str(value, text, 10);
    mem_free(text);
    bool may_be = mpz_probab_prime_p(value, TRIALS) != 0;
    mpz_clear(value);
    return may_be;
}

void literal_field(const char *value, size_t n, const char *order, size_t n_order,
                   struct strbuf *out) {
    mpz_t element, modulus;
    char *text = mem_copy_text(value, n);
    mpz_init_set_str(element, text, 10);
    mem_free(text);
    text = mem_copy_text(order, n_order);
    mpz_init_set_str(modulus, text, 10);
    mem_free(text);
    mpz_mod(element, element, modulus); /* never negative */
    strbuf_reserve(out, mpz_sizeinbase(element, 10) + 2);
    mpz_get_str(out->at + out->n, 10, element);
    out->n += strlen(out->at + out->n);
    mpz_clears(element, modulus, NULL);
}

void literal_decimal(const struct token *token, struct strbuf *out) {
    size_t n = token->n;
    while (token->at[n - 1] == '0' && token->at[n - 2] != '.')
        n--;
    strbuf_add(out, token->at, n);
}

/* The escape at `at`, if there is one: its length, and the code point; else 0. */
static size_t read_escape(const char *at, size_t n, uint32_t *code) {
    if (n < 4 || at[0] != '\\' || at[1] != 'u')
        return 0;
    bool braces = at[2] == '{';
    size_t i = braces ? 3 : 2, digits = 0, most = braces ? 5 : 4;
    uint32_t value = 0;
    while (i < n && digits < most && hex_value(at[i]) >= 0) {
        value = value << 4 | (uint32_t)hex_value(at[i]);
        i++;
        digits++;
    }
    if (braces ? digits == 0 || i >= n || at[i] != '}' || value > CODE_POINT_MAX : digits != 4)
        return 0;
    *code = value;
    return braces ? i + 1 : i;
}

static void add_code_point(uint32_t code, struct strbuf *out) {
    if (code == '"')
        strbuf_add(out, "\"\"", 2);
    else if (code >= 0x20 && code <= 0x7e)
        strbuf_add_char(out, (char)code);
    else
        strbuf_printf(out, "\\u{%x}", code);
}

void literal_from_code_points(const uint32_t *code_points, size_t n, struct strbuf *out) {
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < n; i++) {
        /* Before a 'u' a plain backslash could start an escape: it is written as one itself. */
        if (code_points[i] == '\\' && i + 1 < n && code_points[i + 1] == 'u') {
            strbuf_add_text(out, "\\u{5c}");
            continue;
        }
        add_code_point(code_points[i], out);
    }
    strbuf_add_char(out, '"');
}

/* Is it the string that it looks like: nothing doubled, escaped, or beyond ASCII? */
static bool is_plain(const char *at, size_t n) {
    bool plain = true;
    for (size_t i = 0; i < n; i++)
        plain &= at[i] >= 0x20 && at[i] <= 0x7e && at[i] != '"' && at[i] != '\\';
    return plain;
}

enum literal_status literal_string(const char *at, size_t n, struct strbuf *out, bool *raw_utf8) {
    u32_vec codes = {0};
    enum literal_status status = LITERAL_OK;
    if (is_plain(at, n)) {
        strbuf_add_char(out, '"');
        strbuf_add(out, at, n);
        strbuf_add_char(out, '"');
        return LITERAL_OK;
    }
    for (size_t i = 0; i < n;) {
        uint32_t code = (unsigned char)at[i];
        size_t length = read_escape(at + i, n - i, &code);
        if (length == 0 && code == '"')
            length = 2;
        else if (length == 0 && code >= 0x80) {
            length = lex_utf8(at + i, n - i, &code);
            *raw_utf8 = true;
        } else if (length == 0)
            length = 1;
        if (code > CODE_POINT_MAX)
            status = LITERAL_OUT_OF_RANGE;
        vec_push(&codes, code);
        i += length;
    }
    literal_from_code_points(codes.at, codes.n, out);
    vec_free(&codes);
    return status;
}

void literal_code_points(const char *at, size_t n, u32_vec *code_points) {
    REQUIRE(n >= 2 && at[0] == '"' && at[n - 1] == '"');
    at++;
    n -= 2;
    for (size_t i = 0; i < n;) {
        uint32_t code = (unsigned char)at[i];
        size_t length = read_escape(at + i, n - i, &code);
        if (length == 0)
            length = code == '"' ? 2 : 1;
        vec_push(code_points, code);
        i += length;
    }
}
