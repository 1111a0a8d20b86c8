#include "gen/enum_index.h"

#include <string.h>

#include "base/alloc.h"

static bool read_digits(const char *text, size_t n, mpz_t number) {
    if (n == 0 || n > ENUM_INDEX_DIGITS || strspn(text, "0123456789") < n)
        return false;
    char *digits = mem_copy_text(text, n);
    bool good = mpz_set_str(number, digits, 10) == 0;
    mem_free(digits);
    return good;
}

bool enum_index_read(const char *text, mpz_t index) {
    const char *power = strchr(text, '^');
    size_t n = power == NULL ? strlen(text) : (size_t)(power - text);
    if (!read_digits(text, n, index))
        return false;
    if (power == NULL)
        return true;
    mpz_t exponent;
    mpz_init(exponent);
    bool good = read_digits(power + 1, strlen(power + 1), exponent) &&
                (mpz_cmp_ui(index, 1) <= 0 ||
                 (mpz_cmp_ui(exponent, 4 * ENUM_INDEX_DIGITS) < 0 &&
                  mpz_get_ui(exponent) * mpz_sizeinbase(index, 10) <= 2 * ENUM_INDEX_DIGITS));
    if (good && mpz_cmp_ui(index, 1) <= 0)
        mpz_set_ui(index, mpz_sgn(index) > 0 || mpz_sgn(exponent) == 0);
    else if (good)
        mpz_pow_ui(index, index, mpz_get_ui(exponent));
    mpz_clear(exponent);
    return good;
}
