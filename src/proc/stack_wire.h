/*
 * stack_wire.h - how the library in a solver (proc/preload/stack.c) says where it crashed.
 */
#ifndef MOMUS_PROC_STACK_WIRE_H
#define MOMUS_PROC_STACK_WIRE_H

/* A line of standard error: this, and the frames, innermost first, each after a blank. */
#define STACK_WORD "momus-stack:"
enum { STACK_LINE_MAX = 8192 };

#endif
