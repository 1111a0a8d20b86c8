#include "campaign/remaking.h"

#include <errno.h>

#include "campaign/inquest.h"

/* What stands before the script and the witness when they go from one process to the other. */
struct head {
    enum truth truth;
    enum basis basis;
    bool is_dropped;
    size_t n_script, n_witness;
};

struct remaking {
    struct inquest inquest;
    remake_fn *make;
    void *context;
    struct remade *remade;
    struct strbuf *reason;
    bool is_over;
    enum remaking_end end;
};

/* ---- in the process -------------------------------------------------------- */

static bool make(struct strbuf *bytes, struct strbuf *reason, void *context) {
    struct remaking *remaking = context;
    struct remade remade = {0};
    bool good = remaking->make(&remade, reason, remaking->context);
    struct head head = {remade.truth, remade.basis, remade.is_dropped, remade.script.n,
                        remade.witness.n};
    strbuf_add(bytes, (const char *)&head, sizeof head);
    strbuf_add(bytes, remade.script.at, remade.script.n);
    strbuf_add(bytes, remade.witness.at, remade.witness.n);
    remade_release(&remade);
    return good;
}

/* ---- afterwards ------------------------------------------------------------ */

static void take(const char *bytes, struct remade *remade) {
    struct head head;
    memcpy(&head, bytes, sizeof head);
    remade->truth = head.truth;
    remade->basis = head.basis;
    remade->is_dropped = head.is_dropped;
    strbuf_add(&remade->script, bytes + sizeof head, head.n_script);
    strbuf_add(&remade->witness, bytes + sizeof head + head.n_script, head.n_witness);
}

static void on_done(const char *bytes, size_t n, const char *reason, void *context) {
    struct remaking *remaking = context;
    (void)n;
    remaking->is_over = true;
    remaking->end = bytes != NULL                ? REMAKING_DONE
                    : remaking->inquest.is_fatal ? REMAKING_FATAL
                                                 : REMAKING_FAILED;
    if (bytes != NULL)
        take(bytes, remaking->remade);
    else
        strbuf_add_text(remaking->reason, reason);
}

enum remaking_end remake_confined(struct loop *loop, remake_fn *make_test, void *context,
                                  unsigned seconds, struct remade *remade, struct strbuf *reason) {
    struct remaking remaking = {
        .make = make_test, .context = context, .remade = remade, .reason = reason};
    remaking.inquest = (struct inquest){
        .loop = loop, .make = make, .done = on_done, .context = &remaking, .seconds = seconds};
    *remade = (struct remade){0};
    if (!inquest_start(&remaking.inquest)) {
        strbuf_printf(reason, "no process can be started: %s", strerror(errno));
        return REMAKING_FAILED;
    }
    while (!remaking.is_over)
        loop_step(loop, UINT64_MAX);
    return remaking.end;
}
