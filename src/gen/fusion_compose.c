#include "gen/fusion_compose.h"

/*
 * In these texts X, Y and Z stand for what is fused, % for what a step is applied to,
 * # for a constant that the step draws, and S for the sort.
 */
struct base {
    const char *forward, *of_x, *of_y;
};
struct step {
    const char *forward, *back;
    const char *condition; /* on its constant; NULL if there is none */
};

enum { BASES_MAX = 4, STEPS_MAX = 8 };

struct kind {
    const char *sort;
    const char *name;
    struct base bases[BASES_MAX]; /* up to the first without text */
    struct step steps[STEPS_MAX];
};

static const struct kind kinds[] = {
    {"Int",
     "int",
     {{"(+ X Y)", "(- Z Y)", "(- Z X)"},
      {"(- X Y)", "(+ Z Y)", "(- X Z)"},
      {"(ite (< X Y) (- Y X) (- X Y))", "(ite (< X Y) (- Y Z) (+ Y Z))",
       "(ite (< X Y) (+ X Z) (- X Z))"}},
     {{"(+ % #)", "(- % #)", NULL},
      {"(- # %)", "(- # %)", NULL},
      {"(- %)", "(- %)", NULL},
      {"(* # %)", "(div % #)", "(distinct # 0)"},
      {"(+ (* # %) 1)", "(div (- % 1) #)", "(distinct # 0)"},
      {"(ite (>= % 0) (* 2 %) (- (* (- 2) %) 1))",
       "(ite (= (mod % 2) 0) (div % 2) (- (div (+ % 1) 2)))", NULL}}},
    {"Real",
     "real",
     {{"(+ X Y)", "(- Z Y)", "(- Z X)"},
      {"(- X Y)", "(+ Z Y)", "(- X Z)"},
      {"(/ (+ X Y) 2.0)", "(- (* 2.0 Z) Y)", "(- (* 2.0 Z) X)"}},
     {{"(+ % #)", "(- % #)", NULL},
      {"(- # %)", "(- # %)", NULL},
      {"(* # %)", "(/ % #)", "(distinct # 0.0)"},
      {"(/ % #)", "(* % #)", "(distinct # 0.0)"},
      {"(ite (> % 0.0) (* 3.0 %) %)", "(ite (> % 0.0) (/ % 3.0) %)", NULL}}},
    {"Bool",
     "bool",
     {{"(xor X Y)", "(xor Z Y)", "(xor X Z)"},
      {"(= X Y)", "(= Z Y)", "(= X Z)"},
      {"(ite X (not Y) Y)", "(distinct Z Y)", "(ite X (not Z) Z)"}},
     {{"(not %)", "(not %)", NULL},
      {"(xor # %)", "(xor % #)", NULL},
      {"(= % #)", "(= # %)", NULL}}},
    {"(_ BitVec n)",
     "bv",
     {{"(bvadd X Y)", "(bvsub Z Y)", "(bvsub Z X)"},
      {"(bvxor X Y)", "(bvxor Z Y)", "(bvxor X Z)"},
      {"(bvsub X Y)", "(bvadd Z Y)", "(bvsub X Z)"},
      {"(ite (bvult X Y) (bvnot X) Y)", "(ite (bvult X Y) (bvnot Z) X)", "(ite (bvult X Y) Y Z)"}},
     {{"(bvadd % #)", "(bvsub % #)", NULL},
      {"(bvxor # %)", "(bvxor % #)", NULL},
      {"(bvneg %)", "(bvneg %)", NULL},
      {"(bvnot %)", "(bvnot %)", NULL},
      {"((_ rotate_left 3) %)", "((_ rotate_right 3) %)", NULL},
      {"(bvsub # %)", "(bvsub # %)", NULL}}},
    {"String",
     "string",
     {{"(str.++ X Y)", "(str.substr Z 0 (str.len X))", "(str.substr Z (str.len X) (str.len Y))"},
      {"(str.++ X Y)", "(str.substr Z 0 (- (str.len Z) (str.len Y)))", "(str.replace Z X \"\")"},
      {"(str.++ Y X)", "(str.substr Z (str.len Y) (str.len X))", "(str.substr Z 0 (str.len Y))"}},
     {{"(str.++ # %)", "(str.substr % (str.len #) (str.len %))", NULL},
      {"(str.++ % #)", "(str.substr % 0 (- (str.len %) (str.len #)))", NULL},
      {"(str.++ \"-\" %)", "(str.replace % \"-\" \"\")", NULL}}},
};

struct composing {
    const struct kind *kind;
    struct rng *rng;
    uint32_t n_constants;
    struct strbuf declarations, conditions;
};

/* ---- filling in ---- */

/* What a letter of a text stands for; NULL: itself. */
struct filling {
    const char *x, *y, *z, *hole, *constant;
};

static const char *filled(const struct filling *with, char letter) {
    switch (letter) {
    case 'X':
        return with->x;
    case 'Y':
        return with->y;
    case 'Z':
        return with->z;
    case '%':
        return with->hole;
    case '#':
        return with->constant;
    default:
        return NULL;
    }
}

static char *fill(const char *text, struct filling with) {
    struct strbuf out = {0};
    for (; *text != '\0'; text++) {
        const char *part = filled(&with, *text);
        if (part != NULL)
            strbuf_add_text(&out, part);
        else
            strbuf_add_char(&out, *text);
    }
    return strbuf_detach(&out);
}

/* ---- steps ---- */

enum { CHAIN_MAX = 2 };

/* Steps one after the other, each with its constant. */
struct chain {
    const struct step *steps[CHAIN_MAX];
    char constants[CHAIN_MAX][16];
    uint32_t n;
};

static uint32_t count_steps(const struct kind *kind) {
    uint32_t n = 0;
    while (n < STEPS_MAX && kind->steps[n].back != NULL)
        n++;
    return n;
}

static void draw_step(struct composing *c, struct chain *chain) {
    const struct step *step = &c->kind->steps[rng_below(c->rng, count_steps(c->kind))];
    char *name = chain->constants[chain->n];
    chain->steps[chain->n++] = step;
    if (strchr(step->forward, '#') == NULL)
        return;
    snprintf(name, sizeof chain->constants[0], "c%u", ++c->n_constants);
    strbuf_printf(&c->declarations, "(declare-const %s %s)\n", name, c->kind->sort);
    if (step->condition == NULL)
        return;
    char *condition = fill(step->condition, (struct filling){.constant = name});
    strbuf_printf(&c->conditions, "(when %s)\n", condition);
    mem_free(condition);
}

static struct chain draw_chain(struct composing *c) {
    struct chain chain = {.n = 0};
    uint64_t n = rng_below(c->rng, CHAIN_MAX + 1);
    for (uint64_t i = 0; i < n; i++)
        draw_step(c, &chain);
    return chain;
}

/* Takes the text over; the caller frees what it becomes. */
static char *go(const struct chain *chain, char *text) {
    for (uint32_t i = 0; i < chain->n; i++) {
        char *next = fill(chain->steps[i]->forward,
                          (struct filling){.hole = text, .constant = chain->constants[i]});
        mem_free(text);
        text = next;
    }
    return text;
}

static char *go_back(const struct chain *chain, char *text) {
    for (uint32_t i = chain->n; i > 0; i--) {
        char *next = fill(chain->steps[i - 1]->back,
                          (struct filling){.hole = text, .constant = chain->constants[i - 1]});
        mem_free(text);
        text = next;
    }
    return text;
}

/* ---- the whole ---- */

static const struct base *draw_base(struct composing *c) {
    uint32_t n = 0;
    while (n < BASES_MAX && c->kind->bases[n].forward != NULL)
        n++;
    return &c->kind->bases[rng_below(c->rng, n)];
}

void fusion_compose(struct rng *rng, const char *name, struct strbuf *out) {
    struct composing c = {.rng = rng};
    c.kind = &kinds[rng_below(rng, sizeof kinds / sizeof *kinds)];
    const struct base *base = draw_base(&c);
    struct chain on_x = draw_chain(&c), on_y = draw_chain(&c), on_z = draw_chain(&c);
    char *x = go(&on_x, mem_copy_text("x", 1)), *y = go(&on_y, mem_copy_text("y", 1));
    char *z = go_back(&on_z, mem_copy_text("z", 1));
    struct filling with = {.x = x, .y = y, .z = z};
    char *forward = go(&on_z, fill(base->forward, with));
    char *of_x = go_back(&on_x, fill(base->of_x, with));
    char *of_y = go_back(&on_y, fill(base->of_y, with));

    strbuf_printf(out, "#begin %s-%s\n", c.kind->name, name);
    for (const char *v = "xyz"; *v != '\0'; v++)
        strbuf_printf(out, "(declare-const %c %s)\n", *v, c.kind->sort);
    strbuf_add(out, c.declarations.at, c.declarations.n);
    strbuf_add(out, c.conditions.at, c.conditions.n);
    strbuf_printf(out, "(assert (= z %s))\n(assert (= x %s))\n(assert (= y %s))\n", forward, of_x,
                  of_y);
    strbuf_add_text(out, "(set-info :inverts always)\n#end\n");

    mem_free(x);
    mem_free(y);
    mem_free(z);
    mem_free(forward);
    mem_free(of_x);
    mem_free(of_y);
    strbuf_free(&c.declarations);
    strbuf_free(&c.conditions);
}
