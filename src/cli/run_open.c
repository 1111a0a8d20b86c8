#include "cli/run_open.h"

#include <jansson.h>
#include <unistd.h>

#include "base/die.h"

/* Is there one, whether it can be opened or not? */
static bool is_run(const char *folder) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/momus.db", folder);
    bool is = access(strbuf_text(&path), F_OK) == 0;
    strbuf_free(&path);
    return is;
}

int run_open(const char *folder, enum store_mode mode, struct store **store) {
    struct strbuf error = {0};
    json_set_alloc_funcs(mem_alloc, mem_free);
    *store = store_open(folder, mode, &error);
    int status = *store != NULL ? EXIT_DONE : EXIT_ENVIRONMENT;
    if (*store == NULL) {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
        if (!is_run(folder)) {
            fprintf(stderr, "momus: 'momus fuzz' makes runs; --run DIR says where one is\n");
            status = EXIT_BAD_INPUT;
        }
    }
    strbuf_free(&error);
    return status;
}

bool run_number(const char *word, uint32_t *number) {
    uint64_t value = 0;
    const char *at = word;
    for (; *at >= '0' && *at <= '9' && value <= UINT32_MAX; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    bool good = at > word && *at == '\0' && value > 0 && value <= UINT32_MAX;
    if (good)
        *number = (uint32_t)value;
    else
        fprintf(stderr, "momus: error: '%s' is no number of a finding\n", word);
    return good;
}

static bool has_number(const u32_vec *numbers, uint32_t number) {
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->at[i] == number)
            return true;
    return false;
}

bool run_numbers(char *const *words, size_t n, u32_vec *numbers) {
    for (size_t i = 0; i < n; i++) {
        uint32_t number;
        if (!run_number(words[i], &number))
            return false;
        if (!has_number(numbers, number))
            vec_push(numbers, number);
    }
    return true;
}
