/*
 * Plain terms: nothing binds or annotates. Small ones are written on one line, and
 * if that is too long, taken back. A larger one is written on one line beside the
 * output first, with a note where each part of it stands; then its layout is a
 * matter of copying what fits, line by line, without looking at terms.
 */
#include "lang/printer_int.h"

/* ---- small terms ---- */

/* How much a plain term of up to 2 * PRINT_LET_SIZE nodes takes, if nothing in it is long. */
enum { SHORT_ROOM = 2 * PRINT_LET_SIZE * (SYMBOL_SHORT + 3) + SYMBOL_SHORT };

static inline char *make_room(struct printer *p) {
    strbuf_reserve(p->out, SHORT_ROOM);
    return p->out->at + p->out->n;
}
static inline void end_at(struct printer *p, const char *to) {
    p->out->n = (size_t)(to - p->out->at);
}

/* A head that is long, or no symbol; there is room for the rest again afterwards. */
__attribute__((noinline)) static char *put_unusual(struct printer *p, term t, char *to) {
    end_at(p, to);
    print_head(p, t);
    return make_room(p);
}

/* The head of such a term, to `to` in the output; returns where it ends. */
static inline __attribute__((always_inline)) char *
put_head(struct printer *p, term t, const struct term_node *node, char *to) {
    const struct symbol_entry *usual = print_usual_head(p, node);
    if (usual == NULL || usual->n > SYMBOL_SHORT)
        return put_unusual(p, t, to);
    hash_store(to, usual->word);
    return to + usual->n;
}

/*
 * A leaf whose text is not at hand. Variables have other names in other commands; the others keep
 * theirs as long as one prints.
 */
__attribute__((noinline)) static char *put_other_leaf(struct printer *p, term t,
                                                      const struct term_node *node, char *to) {
    const struct symbol_entry *usual = print_usual_head(p, node);
    if (usual != NULL && usual->n <= SYMBOL_SHORT && node->op != OP_VAR)
        *print_leaf_text(p, t) =
            (struct leaf_text){.key = print_leaf_key(p, t), .n = usual->n, .word = usual->word};
    return put_head(p, t, node, to);
}

/* Is it a leaf whose text is at hand? Then there it is; NULL if not. */
static inline char *put_known_leaf(const struct printer *p, term t, char *to) {
    const struct leaf_text *leaf = print_leaf_text(p, t);
    if (leaf->key != print_leaf_key(p, t))
        return NULL;
    hash_store(to, leaf->word);
    return to + leaf->n;
}

static char *put_flat(struct printer *p, term t, const struct term_node *node, char *to);

static inline char *put_term(struct printer *p, term t, char *to) {
    char *end = put_known_leaf(p, t, to);
    if (end != NULL)
        return end;
    const struct term_node *node = term_at(p->table, t);
    return node->n_args == 0 ? put_other_leaf(p, t, node, to) : put_flat(p, t, node, to);
}

/* All of it, if it is no leaf. */
static char *put_flat(struct printer *p, term t, const struct term_node *node, char *to) {
    *to++ = '(';
    to = put_head(p, t, node, to);
    const term *args = &p->table->args.at[node->args];
    for (uint32_t i = 0; i < node->n_args; i++) {
        *to++ = ' ';
        to = put_term(p, args[i], to);
    }
    *to++ = ')';
    return to;
}

void print_flat(struct printer *p, term t) {
    end_at(p, put_term(p, t, make_room(p)));
}

bool print_simply(struct printer *p, term t, uint32_t tail) {
    /* A let is for a part of PRINT_LET_SIZE nodes or more that is there twice. */
    const struct term_node *node = term_at(p->table, t);
    if (!node->is_plain || node->few > 2 * PRINT_LET_SIZE)
        return false;
    size_t before = p->out->n;
    strbuf_add_char(p->out, ' ');
    print_flat(p, t);
    if (p->width == UINT32_MAX || p->out->n - p->line_start + tail <= p->width)
        return true;
    p->out->n = before;
    return false;
}

/* ---- on one line, beside the output ---- */

/* An application that is no atom: its head now, its arguments next. */
static void open_part(struct printer *p, term t) {
    uint32_t number = (uint32_t)p->parts.n;
    vec_push(&p->parts, ((struct print_part){.start = (uint32_t)p->flat.n, .t = t}));
    vec_push(&p->counting, ((struct count_frame){.number = number}));
    char *to = make_room(p);
    *to++ = '(';
    end_at(p, put_head(p, t, term_at(p->table, t), to));
}

static void close_part(struct printer *p) {
    struct print_part *part = &p->parts.at[vec_pop(&p->counting).number];
    strbuf_add_char(p->out, ')');
    part->end = (uint32_t)p->flat.n;
    part->next = (uint32_t)p->parts.n;
}

/* What was written from `start` on is an atom, or the name of a let. */
static void add_part(struct printer *p, size_t start, term t) {
    uint32_t next = (uint32_t)p->parts.n + 1;
    vec_push(&p->parts, ((struct print_part){(uint32_t)start, (uint32_t)p->flat.n, next, t}));
}

/* True if it is one. */
static inline bool write_atom(struct printer *p, term t) {
    size_t start = p->flat.n;
    char *to = make_room(p), *end = put_known_leaf(p, t, to);
    if (end != NULL)
        t = 0;
    else {
        const struct term_node *node = term_at(p->table, t);
        if (!print_node_is_atom(node))
            return false;
        if (node->n_args > 0)
            end = put_flat(p, t, node, to);
        else {
            end = put_other_leaf(p, t, node, to);
            t = 0;
        }
    }
    end_at(p, end);
    add_part(p, start, t);
    return true;
}

/*
 * An argument that is no atom: the name of its let, or its head. False if it is there for
 * the second time, so that it needs a let.
 */
static bool write_other(struct printer *p, term t) {
    uint32_t let = p->lets.n > 0 ? print_info_of(p, t)->let : 0;
    bool is_new = true;
    if (let != 0) {
        size_t start = p->flat.n;
        print_let_name(p, let);
        add_part(p, start, t);
        return true;
    }
    if (p->is_simple)
        print_note(p, t, &is_new);
    open_part(p, t);
    return is_new;
}

/* Goes on with the youngest part that is not complete, to the first argument that is no atom. */
static bool write_arguments(struct printer *p, size_t limit) {
    struct count_frame *frame = &vec_top(&p->counting);
    const struct term_node *node = term_at(p->table, p->parts.at[frame->number].t);
    const term *args = &p->table->args.at[node->args];
    while (frame->next < node->n_args) {
        if (p->flat.n > limit)
            return false;
        term arg = args[frame->next++];
        strbuf_add_char(p->out, ' ');
        if (!write_atom(p, arg))
            return write_other(p, arg);
    }
    close_part(p);
    return true;
}

/* All of a plain term, if it is not longer than `limit`. */
static bool write_parts(struct printer *p, term root, size_t limit) {
    bool good = true;
    if (!write_atom(p, root))
        open_part(p, root);
    while (p->counting.n > 0 && good)
        good = write_arguments(p, limit);
    return good && p->flat.n <= limit;
}

/*
 * After more was written than may be: what is `enough` is not tried again. So of what is, either
 * all gets written, or that much more is noted here, and time stays linear.
 */
static void note_long(struct printer *p, size_t enough) {
    for (uint32_t i = 0; i < p->parts.n; i++) {
        const struct print_part *part = &p->parts.at[i];
        bool is_open = part->next == 0, is_atom = part->next == i + 1;
        if (!is_atom && (is_open ? p->flat.n : part->end) - part->start > enough)
            print_info_of(p, part->t)->is_long = true;
    }
}

enum { COPY_STEP = 32 }; /* what was written is copied in steps of so many bytes */

static bool write_flat(struct printer *p, term t, size_t limit) {
    struct strbuf *out = p->out;
    p->out = &p->flat;
    strbuf_clear(&p->flat);
    vec_clear(&p->parts);
    bool good = write_parts(p, t, limit);
    strbuf_reserve(p->out, COPY_STEP);
    p->out = out;
    return good;
}

enum { FLAT_MAX = 1 << 20 }; /* bytes: more are not copied */

bool print_write_flat(struct printer *p, term t) {
    bool good = write_flat(p, t, FLAT_MAX);
    if (!good && !p->is_simple)
        note_long(p, FLAT_MAX / 2);
    vec_clear(&p->counting);
    return good;
}

uint32_t print_flat_width(struct printer *p, term t) {
    uint32_t limit = p->width < PRINT_WIDTH_MAX ? p->width : PRINT_WIDTH_MAX;
    bool fits = write_flat(p, t, limit);
    vec_clear(&p->counting);
    return fits ? (uint32_t)p->flat.n : limit + 1;
}

/* ---- and laid out ---- */

/* In steps: there is room for the last of them in both. */
static void copy_flat(struct printer *p, uint32_t from, uint32_t to) {
    uint32_t n = to - from;
    strbuf_reserve(p->out, n + COPY_STEP);
    const char *source = p->flat.at + from;
    char *target = p->out->at + p->out->n;
    for (uint32_t i = 0; i < n; i += COPY_STEP)
        memcpy(target + i, source + i, COPY_STEP);
    p->out->n += n;
}

bool print_flat_fits(const struct printer *p, uint32_t column, uint32_t tail) {
    return (uint64_t)column + p->flat.n + tail <= p->width;
}

/* A part of it: at once, if it fits, else its head, with a frame for the rest. */
static void start_part(struct printer *p, uint32_t number, uint32_t indent, uint32_t tail) {
    const struct print_part *part = &p->parts.at[number];
    size_t column = p->out->n - p->line_start;
    if (part->t == 0 || column + (part->end - part->start) + tail <= p->width) {
        copy_flat(p, part->start, part->end);
        return;
    }
    uint32_t first = number + 1;
    if (part->next == first) {
        print_apart(p, part->t, indent, tail);
        return;
    }
    copy_flat(p, part->start, p->parts.at[first].start - 1);
    vec_push(&p->part_frames, ((struct part_frame){
                                  .next = first,
                                  .end = part->next,
                                  .indent = print_deeper(indent),
                                  .tail = tail + 1,
                                  .is_single = p->parts.at[first].next == part->next,
                              }));
}

/* The separator before the next part, as print_term.c has it; returns the part's indentation. */
static uint32_t separate(struct printer *p, struct part_frame *frame) {
    const struct print_part *part = &p->parts.at[frame->next];
    size_t column = p->out->n - p->line_start;
    bool is_leaf = part->t == 0;
    if (frame->is_single && column <= p->width / 2) { /* (not (and ...)) */
        strbuf_add_char(p->out, ' ');
        return frame->indent - PRINT_INDENT_STEP;
    }
    if (is_leaf && !frame->had_term &&
        column + 2 + (part->end - part->start) + frame->tail <= p->width)
        strbuf_add_char(p->out, ' ');
    else
        print_new_line(p, frame->indent);
    frame->had_term |= !is_leaf;
    return frame->indent;
}

void print_flat_laid_out(struct printer *p, uint32_t indent, uint32_t tail, bool flat) {
    if (flat) {
        copy_flat(p, 0, (uint32_t)p->flat.n);
        return;
    }
    start_part(p, 0, indent, tail);
    while (p->part_frames.n > 0) {
        struct part_frame *frame = &vec_top(&p->part_frames);
        if (frame->next == frame->end) {
            strbuf_add_char(p->out, ')');
            p->part_frames.n--;
            continue;
        }
        uint32_t number = frame->next, own_indent = separate(p, frame);
        frame->next = p->parts.at[number].next;
        start_part(p, number, own_indent, frame->next == frame->end ? frame->tail : 0);
    }
}
