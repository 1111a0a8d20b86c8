#include "proc/transcript.h"

#include "base/die.h"
#include "base/vec.h"

struct kept {
    char *text;
    size_t n;
};

struct transcript {
    uint32_t n_holders;
    bool push;
    char *preamble;
    VEC(struct kept) queries; /* those before `first` are empty */
    uint32_t first;
    size_t n_bytes;
};

struct transcript *transcript_new(bool push, const char *preamble) {
    struct transcript *transcript = mem_alloc_zero(sizeof *transcript);
    transcript->n_holders = 1;
    transcript->push = push;
    if (preamble != NULL)
        transcript->preamble = mem_copy_text(preamble, strlen(preamble));
    return transcript;
}

struct transcript *transcript_retain(struct transcript *transcript) {
    transcript->n_holders++;
    return transcript;
}

void transcript_release(struct transcript *transcript) {
    if (transcript == NULL || --transcript->n_holders > 0)
        return;
    for (size_t i = transcript->first; i < transcript->queries.n; i++)
        mem_free(transcript->queries.at[i].text);
    vec_free(&transcript->queries);
    mem_free(transcript->preamble);
    mem_free(transcript);
}

/* The last one stays, however long it is. */
static void forget_oldest(struct transcript *transcript) {
    while (transcript->n_bytes > TRANSCRIPT_MAX && transcript->first + 1 < transcript->queries.n) {
        struct kept *kept = &transcript->queries.at[transcript->first++];
        transcript->n_bytes -= kept->n;
        mem_free(kept->text);
        *kept = (struct kept){0};
    }
}

void transcript_add(struct transcript *transcript, const char *text, size_t n) {
    struct kept kept = {mem_copy_text(text, n), n};
    vec_push(&transcript->queries, kept);
    transcript->n_bytes += n;
    forget_oldest(transcript);
}

uint32_t transcript_first(const struct transcript *transcript) {
    return transcript->first;
}

uint32_t transcript_end(const struct transcript *transcript) {
    return (uint32_t)transcript->queries.n;
}

void transcript_script(const struct transcript *transcript, const uint32_t *numbers, size_t n,
                       struct strbuf *script) {
    if (transcript->push && transcript->preamble != NULL)
        strbuf_add_text(script, transcript->preamble);
    for (size_t i = 0; i < n; i++) {
        REQUIRE(numbers[i] >= transcript->first && numbers[i] < transcript->queries.n);
        const struct kept *kept = &transcript->queries.at[numbers[i]];
        if (transcript->push)
            strbuf_add_text(script, "(push 1)\n");
        else if (i > 0)
            strbuf_add_text(script, "(reset)\n");
        strbuf_add(script, kept->text, kept->n);
        if (kept->n == 0 || kept->text[kept->n - 1] != '\n')
            strbuf_add_char(script, '\n');
        if (transcript->push)
            strbuf_add_text(script, "(pop 1)\n");
    }
}
