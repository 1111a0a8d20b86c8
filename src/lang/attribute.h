/*
 * attribute.h - how the attributes of an annotated term are kept.
 *
 * The payload of OP_ANNOTATED is a list of triples: keyword, kind, value. Terms
 * of patterns are arguments of the annotated term, behind the term itself, in
 * the order of the attributes.
 */
#ifndef MOMUS_LANG_ATTRIBUTE_H
#define MOMUS_LANG_ATTRIBUTE_H

enum attribute_kind {
    ATTRIBUTE_ALONE, /* no value */
    ATTRIBUTE_TEXT,  /* value: symbol of the text as it was written */
    ATTRIBUTE_NAMED, /* value: symbol of the name */
    ATTRIBUTE_TERMS, /* value: number of terms, in parentheses */
    ATTRIBUTE_TERM,  /* value: 1; a single term */
};

#endif
