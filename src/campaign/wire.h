/*
 * wire.h - messages between the coordinator and its workers, over a socket.
 *
 * Both ends are the same program, so a message is a sequence of numbers and
 * texts in an agreed order, with its kind and length before it. A worker can die
 * in the middle of one: what is not whole is never seen.
 */
#ifndef MOMUS_CAMPAIGN_WIRE_H
#define MOMUS_CAMPAIGN_WIRE_H

#include "base/strbuf.h"

enum wire_kind {
    WIRE_UNIT,     /* to a worker: work (campaign/unit.h) */
    WIRE_PROGRESS, /* from a worker: steps that are done; findings of theirs came before it */
    WIRE_FINDING,
    WIRE_COUNTS,    /* what belongs to no unit */
    WIRE_SEED,      /* a seed that is not to be used, and why */
    WIRE_EXHIBIT,   /* a test that a solver rejects, or of which something is remarked */
    WIRE_REDUCE,    /* to a reducer: work (campaign/reduction.h) */
    WIRE_SHRINKING, /* from a reducer: how far it is */
    WIRE_BEST,      /* what it has reached */
    WIRE_REDUCED,   /* how it ended */
    WIRE_REMADE,    /* the script of a test, or why there is none (campaign/inquest.h) */
    WIRE_KINDS
};

/* A message that is being written. */
struct wire_out {
    struct strbuf bytes;
};

void wire_begin(struct wire_out *out, enum wire_kind kind);
void wire_put_number(struct wire_out *out, uint64_t number);
void wire_put_text(struct wire_out *out, const char *text, size_t n);
/* NULL is told from "". */
void wire_put_word(struct wire_out *out, const char *word);
/* Sends the message, and waits until it is sent. False, with errno, if nobody reads any more. */
bool wire_send(struct wire_out *out, int fd);
void wire_out_release(struct wire_out *out);

/* What came in. */
struct wire_in {
    struct strbuf bytes;
    size_t start; /* of what was not taken yet */
};

/* A whole message; borrowed until the next call on its wire_in. */
struct wire_message {
    enum wire_kind kind;
    const char *at, *end;
};

/*
 * Reads what is there, once. False if there will be no more: the other end is
 * gone. A descriptor that would block counts as one that had nothing.
 */
bool wire_receive(struct wire_in *in, int fd);
/* The next whole message, if there is one. */
bool wire_next(struct wire_in *in, struct wire_message *message);
void wire_in_release(struct wire_in *in);

/* Take what was put, in the same order; anything else is a bug of ours. */
uint64_t wire_number(struct wire_message *message);
/* Borrowed, with a NUL behind it; NULL if NULL was put. */
const char *wire_text(struct wire_message *message, size_t *n);
const char *wire_word(struct wire_message *message);

#endif
