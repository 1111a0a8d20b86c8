#include "oracle/failure.h"

#include "oracle/fingerprint.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The first line, and *rest what is behind it. */
static struct text_span take_line(struct text_span text, struct text_span *rest) {
    const char *end = text.n > 0 ? memchr(text.at, '\n', text.n) : NULL;
    size_t n = end != NULL ? (size_t)(end - text.at) : text.n;
    *rest = end != NULL ? (struct text_span){end + 1, text.n - n - 1} : (struct text_span){0};
    while (n > 0 && is_blank(text.at[n - 1]))
        n--;
    return (struct text_span){text.at, n};
}

static struct text_span first_line(struct text_span text) {
    struct text_span rest;
    return take_line(text, &rest);
}

/* Where the identifier that ends here begins. */
static const char *identifier_start(const char *from, const char *end) {
    while (end > from && (is_letter(end[-1]) || is_digit(end[-1]) || end[-1] == '_'))
        end--;
    return end;
}

/* Without what differs between versions: numbers, whatever they count, and namespaces. */
static void add_lasting(struct text_span text, struct strbuf *out) {
    size_t start = out->n;
    for (size_t i = 0; i < text.n; i++)
        if (text.at[i] == ':' && i + 1 < text.n && text.at[i + 1] == ':') {
            if (out->n > start)
                out->n = (size_t)(identifier_start(out->at + start, out->at + out->n) - out->at);
            i++;
        } else if (!is_digit(text.at[i]))
            strbuf_add_char(out, text.at[i]);
        else if (i == 0 || !is_digit(text.at[i - 1]))
            strbuf_add_char(out, '0');
}

/* The name in front of the first parenthesis, if there is one: "check" of "void A::check(int) at". */
static void add_function(struct text_span text, struct strbuf *out) {
    const char *open = text.n > 0 ? memchr(text.at, '(', text.n) : NULL;
    const char *name = open != NULL ? identifier_start(text.at, open) : NULL;
    if (open != NULL)
        strbuf_add(out, name, (size_t)(open - name));
}

static bool has_words(struct text_span line) {
    for (size_t i = 0; i < line.n; i++)
        if (is_letter(line.at[i]))
            return true;
    return false;
}

/* "Check failure": what has failed stands below. */
static bool is_heading(struct text_span line) {
    static const char end[] = " failure";
    size_t n = sizeof end - 1;
    return line.n > n && memcmp(line.at + line.n - n, end, n) == 0;
}

/* What is said behind the place: the condition that does not hold, or what else is wrong. */
static void add_claim(struct text_span behind, struct strbuf *out) {
    struct text_span claim = {0};
    while (behind.n > 0 && (!has_words(claim) || is_heading(claim))) {
        struct text_span line = take_line(behind, &behind);
        if (has_words(line))
            claim = line;
    }
    add_lasting(claim, out);
}

void failure_add_gist(struct text_span message, struct strbuf *out) {
    struct message_place place;
    struct text_span head = first_line(message);
    if (!fingerprint_find_place(message.at, message.n, &place)) {
        add_lasting(head, out);
        return;
    }
    const char *past = place.line.at + place.line.n;
    strbuf_add(out, place.file.at, place.file.n);
    strbuf_add_char(out, '\n');
    if (place.file.at < head.at + head.n)
        add_function((struct text_span){head.at, (size_t)(place.file.at - head.at)}, out);
    else
        add_lasting(head, out);
    strbuf_add_char(out, '\n');
    add_claim((struct text_span){past, message.n - (size_t)(past - message.at)}, out);
}

/* Does the fingerprint end with the place that the message names? */
static bool is_same_place(const char *fingerprint, struct text_span message) {
    struct strbuf place = {0};
    size_t n = strlen(fingerprint);
    strbuf_add_char(&place, ':');
    bool is_same = fingerprint_place(message.at, message.n, &place) && n > place.n &&
                   memcmp(fingerprint + n - place.n, place.at, place.n) == 0;
    strbuf_free(&place);
    return is_same;
}

/* Does the fingerprint name the file of the message, or, where that names none, its words? */
static bool has_words_of(const char *fingerprint, struct text_span message) {
    struct message_place place;
    struct strbuf words = {0};
    bool is_placed = fingerprint_find_place(message.at, message.n, &place);
    struct text_span said = is_placed ? place.file : first_line(message);
    strbuf_add_char(&words, ':');
    strbuf_add(&words, said.at, said.n);
    strbuf_add_char(&words, ':');
    bool has = strstr(fingerprint, strbuf_text(&words)) != NULL;
    strbuf_free(&words);
    return has;
}

bool failure_is_same(const char *fingerprint, struct text_span before, struct text_span now) {
    struct strbuf then_gist = {0}, now_gist = {0};
    if (is_same_place(fingerprint, now))
        return true;
    if (before.n == 0)
        return has_words_of(fingerprint, now);
    failure_add_gist(before, &then_gist);
    failure_add_gist(now, &now_gist);
    bool is_same = strcmp(strbuf_text(&then_gist), strbuf_text(&now_gist)) == 0;
    strbuf_free(&then_gist);
    strbuf_free(&now_gist);
    return is_same;
}
