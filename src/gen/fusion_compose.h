/*
 * fusion_compose.h - new fusion functions out of invertible steps.
 *
 * A fusion of two values, f(x, y), stays one if each input goes through a step
 * that can be undone, and so does what comes out:
 *
 *     z = g(f(h(x), k(y)))     x = h'(r_x(k(y), g'(z)))     y = k'(r_y(h(x), g'(z)))
 *
 * where h' undoes h. Steps and fusions lose nothing, so what is made of them inverts
 * always.
 */
#ifndef MOMUS_GEN_FUSION_COMPOSE_H
#define MOMUS_GEN_FUSION_COMPOSE_H

#include "base/rng.h"
#include "base/strbuf.h"

/* Appends a block of a .fuse file with this name. */
void fusion_compose(struct rng *rng, const char *name, struct strbuf *out);

#endif
