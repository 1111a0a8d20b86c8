/*
 * banned.h - libc calls that do not compile in momus.
 *
 * Each has cost someone a buffer overflow, a silent truncation or a wrong
 * number. Included by base/alloc.h, so every source file sees it.
 */
#ifndef MOMUS_BASE_BANNED_H
#define MOMUS_BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANNED(f) sorry_##f##_is_banned

#undef strcpy
#define strcpy(d, s) BANNED(strcpy)
#undef strcat
#define strcat(d, s) BANNED(strcat)
#undef strncpy
#define strncpy(d, s, n) BANNED(strncpy)
#undef strncat
#define strncat(d, s, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef gets
#define gets(s) BANNED(gets)
#undef strtok
#define strtok(s, d) BANNED(strtok)
#undef atoi
#define atoi(s) BANNED(atoi)
#undef atol
#define atol(s) BANNED(atol)
#undef rand
#define rand() BANNED(rand)
#undef srand
#define srand(s) BANNED(srand)
#undef system
#define system(c) BANNED(system)
#undef tmpnam
#define tmpnam(s) BANNED(tmpnam)

#endif
