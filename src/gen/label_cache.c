#include "gen/label_cache.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/sexpr.h"

static const char magic[] = "momus-label 1 ";
enum {
    MAGIC_LENGTH = sizeof magic - 1,
    HASH_DIGITS = 16,
    FIRST_LINE = MAGIC_LENGTH + HASH_DIGITS + 1
};

void label_cache_open(struct label_cache *cache) {
    const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct strbuf path = {0};
    if (caches != NULL && caches[0] == '/')
        strbuf_printf(&path, "%s/momus/labels", caches);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(&path, "%s/.cache/momus/labels", home);
    *cache = (struct label_cache){.folder = path.n > 0 ? strbuf_detach(&path) : NULL};
}

void label_cache_close(struct label_cache *cache) {
    mem_free(cache->folder);
    *cache = (struct label_cache){0};
}

/* FOLDER/3f/9c2a71...; the folders of the hashes' first bytes keep each of them small. */
static char *path_of(const struct label_cache *cache, uint64_t hash, bool folder_only) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%02x", cache->folder, (unsigned)(hash >> 56));
    if (!folder_only)
        strbuf_printf(&path, "/%014llx", (unsigned long long)(hash << 8 >> 8));
    return strbuf_detach(&path);
}

/* ---- writing ----------------------------------------------------------------- */

/* As a string literal; what could not stand in one becomes a question mark. */
static void add_text(struct strbuf *out, const char *text) {
    strbuf_add_text(out, " \"");
    for (; *text != '\0'; text++) {
        bool is_plain = (unsigned char)*text >= ' ' && (unsigned char)*text < 0x7f;
        strbuf_add_char(out, is_plain ? *text : '?');
        if (*text == '"')
            strbuf_add_char(out, '"');
    }
    strbuf_add_char(out, '"');
}

static void add_facts(struct strbuf *out, const struct label_facts *facts) {
    strbuf_printf(out, "(hash \"%016llx\") (bytes %zu)", (unsigned long long)facts->hash,
                  facts->n_bytes);
    if (facts->judged != NULL) {
        strbuf_add_text(out, " (judged");
        add_text(out, facts->judged);
        strbuf_add_char(out, ')');
    }
    strbuf_add_char(out, '\n');
    for (size_t i = 0; i < facts->answers.n; i++) {
        const struct label_answer *answer = &facts->answers.at[i];
        strbuf_add_text(out, "(answer");
        add_text(out, answer->solver);
        add_text(out, answer->command);
        add_text(out, answer->version);
        strbuf_printf(out, " %u", answer->limit);
        add_text(out, answer->answer);
        add_text(out, answer->model);
        add_text(out, answer->fault);
        add_text(out, answer->remark);
        strbuf_add_text(out, ")\n");
    }
    if (facts->witness == NULL)
        return;
    strbuf_add_text(out, "(witness");
    add_text(out, facts->witness_of);
    strbuf_add_text(out, ")\n");
    strbuf_add_text(out, facts->witness);
}

bool label_cache_put(const struct label_cache *cache, const struct label_facts *facts,
                     struct strbuf *error) {
    if (cache->folder == NULL)
        return true;
    struct strbuf body = {0}, whole = {0};
    add_facts(&body, facts);
    strbuf_printf(&whole, "%s%016llx\n", magic, (unsigned long long)XXH3_64bits(body.at, body.n));
    strbuf_add(&whole, body.at, body.n);
    char *folder = path_of(cache, facts->hash, true), *path = path_of(cache, facts->hash, false);
    bool good = file_make_folder(folder, error) && file_write(path, whole.at, whole.n, error);
    mem_free(folder);
    mem_free(path);
    strbuf_free(&body);
    strbuf_free(&whole);
    return good;
}

/* ---- reading ----------------------------------------------------------------- */

/* The text that a string literal stands for; NULL if it is none. */
static char *text_of(const struct sexpr *e) {
    struct strbuf text = {0};
    if (e == NULL || e->token.kind != TOKEN_STRING)
        return NULL;
    for (uint32_t i = 0; i < e->token.n; i++) {
        strbuf_add_char(&text, e->token.at[i]);
        if (e->token.at[i] == '"')
            i++; /* it is doubled */
    }
    return strbuf_detach(&text);
}

static bool number_of(const struct sexpr *e, uint64_t *number) {
    if (e == NULL || e->token.kind != TOKEN_NUMERAL || e->token.n > 18)
        return false;
    *number = 0;
    for (uint32_t i = 0; i < e->token.n; i++)
        *number = 10 * *number + (uint64_t)(e->token.at[i] - '0');
    return true;
}

static bool read_answer(const struct sexpr *at, struct label_facts *facts) {
    struct label_answer answer = {0};
    char **const texts[] = {&answer.solver, &answer.command, &answer.version, NULL,
                            &answer.answer, &answer.model,   &answer.fault,   &answer.remark};
    uint64_t limit = 0;
    bool good = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && good; i++, at = at->next)
        good = texts[i] == NULL ? number_of(at, &limit) : (*texts[i] = text_of(at)) != NULL;
    answer.limit = (uint32_t)limit;
    if (good && at == NULL && limit <= UINT32_MAX)
        vec_push(&facts->answers, answer);
    else
        label_answer_release(&answer);
    return good && at == NULL && limit <= UINT32_MAX;
}

/* One (word ...) of the file; false if it is none that is known. */
static bool read_fact(const struct sexpr *e, struct label_facts *facts) {
    const struct sexpr *word = e->child;
    uint64_t number;
    if (!sexpr_is_list(e) || word == NULL)
        return false;
    if (sexpr_is_word(word, "answer"))
        return read_answer(word->next, facts);
    if (sexpr_is_word(word, "bytes")) {
        bool good = number_of(word->next, &number);
        facts->n_bytes = good ? (size_t)number : 0;
        return good;
    }
    char **to = sexpr_is_word(word, "judged")    ? &facts->judged
                : sexpr_is_word(word, "witness") ? &facts->witness_of
                                                 : NULL;
    if (to != NULL) {
        mem_free(*to);
        *to = text_of(word->next);
        return *to != NULL;
    }
    char *hash = sexpr_is_word(word, "hash") ? text_of(word->next) : NULL;
    char *end = hash;
    if (hash != NULL)
        facts->hash = strtoull(hash, &end, 16);
    bool good = hash != NULL && end == hash + HASH_DIGITS;
    mem_free(hash);
    return good;
}

/* Where the line with the witness ends, from which on the text is the witness itself; or n. */
static size_t find_witness(const char *text, size_t n) {
    static const char mark[] = "\n(witness ";
    const char *at = n > 0 ? memmem(text, n, mark, sizeof mark - 1) : NULL;
    const char *end = at != NULL ? memchr(at + 1, '\n', n - (size_t)(at + 1 - text)) : NULL;
    return end != NULL ? (size_t)(end + 1 - text) : n;
}

static bool read_facts(const char *text, size_t n, struct label_facts *facts) {
    struct arena arena = {0};
    struct sexpr *first = NULL;
    struct sexpr_error error;
    size_t n_facts = find_witness(text, n);
    char *head = mem_copy_text(text, n_facts);
    bool good = sexpr_read(head, n_facts, &arena, &first, &error);
    for (; first != NULL && good; first = first->next)
        good = read_fact(first, facts);
    if (good && facts->witness_of != NULL)
        facts->witness = mem_copy_text(text + n_facts, n - n_facts);
    arena_free(&arena);
    mem_free(head);
    return good;
}

/* The first line says what the rest is to be. */
static bool is_whole(const struct file_text *text) {
    char digits[HASH_DIGITS + 1];
    if (text->n < FIRST_LINE || memcmp(text->at, magic, MAGIC_LENGTH) != 0 ||
        text->at[FIRST_LINE - 1] != '\n')
        return false;
    snprintf(digits, sizeof digits, "%016llx",
             (unsigned long long)XXH3_64bits(text->at + FIRST_LINE, text->n - FIRST_LINE));
    return memcmp(text->at + MAGIC_LENGTH, digits, HASH_DIGITS) == 0;
}

bool label_cache_find(const struct label_cache *cache, uint64_t hash, size_t n_bytes,
                      struct label_facts *facts) {
    struct file_text text;
    struct strbuf error = {0};
    *facts = (struct label_facts){0};
    if (cache->folder == NULL)
        return false;
    char *path = path_of(cache, hash, false);
    bool good = file_read(path, &text, &error);
    if (good) {
        good = is_whole(&text) && read_facts(text.at + FIRST_LINE, text.n - FIRST_LINE, facts) &&
               facts->hash == hash && facts->n_bytes == n_bytes;
        file_text_free(&text);
    }
    if (!good)
        label_facts_release(facts);
    mem_free(path);
    strbuf_free(&error);
    return good;
}
