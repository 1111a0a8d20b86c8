#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/die.h"
#include "campaign/wire.h"

enum { HEADER = 8, CHUNK = 1 << 16 };

void wire_begin(struct wire_out *out, enum wire_kind kind) {
    strbuf_clear(&out->bytes);
    uint32_t header[2] = {kind, 0}; /* the length follows when it is known */
    strbuf_add(&out->bytes, (const char *)header, sizeof header);
}

void wire_put_number(struct wire_out *out, uint64_t number) {
    strbuf_add(&out->bytes, (const char *)&number, sizeof number);
}

void wire_put_text(struct wire_out *out, const char *text, size_t n) {
    wire_put_number(out, text == NULL ? UINT64_MAX : n);
    if (text == NULL)
        return;
    strbuf_add(&out->bytes, text, n);
    strbuf_add_char(&out->bytes, '\0');
}

void wire_put_word(struct wire_out *out, const char *word) {
    wire_put_text(out, word, word == NULL ? 0 : strlen(word));
}

bool wire_send(struct wire_out *out, int fd) {
    uint32_t n = (uint32_t)(out->bytes.n - HEADER);
    memcpy(out->bytes.at + sizeof(uint32_t), &n, sizeof n);
    for (size_t sent = 0; sent < out->bytes.n;) {
        ssize_t got = send(fd, out->bytes.at + sent, out->bytes.n - sent, MSG_NOSIGNAL);
        if (got < 0 && errno != EINTR)
            return false;
        sent += got > 0 ? (size_t)got : 0;
    }
    return true;
}

void wire_out_release(struct wire_out *out) {
    strbuf_free(&out->bytes);
}

bool wire_receive(struct wire_in *in, int fd) {
    if (in->start > 0) {
        memmove(in->bytes.at, in->bytes.at + in->start, in->bytes.n - in->start);
        in->bytes.n -= in->start;
        in->start = 0;
    }
    strbuf_reserve(&in->bytes, CHUNK);
    ssize_t got = read(fd, in->bytes.at + in->bytes.n, CHUNK);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    in->bytes.n += (size_t)got;
    return got > 0;
}

bool wire_next(struct wire_in *in, struct wire_message *message) {
    uint32_t header[2];
    size_t left = in->bytes.n - in->start;
    if (left < HEADER)
        return false;
    memcpy(header, in->bytes.at + in->start, sizeof header);
    if (left - HEADER < header[1])
        return false;
    REQUIRE(header[0] < WIRE_KINDS);
    const char *at = in->bytes.at + in->start + HEADER;
    *message = (struct wire_message){(enum wire_kind)header[0], at, at + header[1]};
    in->start += HEADER + header[1];
    return true;
}

void wire_in_release(struct wire_in *in) {
    strbuf_free(&in->bytes);
}

uint64_t wire_number(struct wire_message *message) {
    uint64_t number;
    REQUIRE((size_t)(message->end - message->at) >= sizeof number);
    memcpy(&number, message->at, sizeof number);
    message->at += sizeof number;
    return number;
}

const char *wire_text(struct wire_message *message, size_t *n) {
    uint64_t length = wire_number(message);
    *n = 0;
    if (length == UINT64_MAX)
        return NULL;
    REQUIRE((uint64_t)(message->end - message->at) > length);
    const char *text = message->at;
    message->at += length + 1;
    *n = length;
    return text;
}

const char *wire_word(struct wire_message *message) {
    size_t n;
    return wire_text(message, &n);
}
