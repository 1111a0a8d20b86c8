#include "proc/wrapper.h"

#include <string.h>

/*
 * Options whose value may be a word of its own: letters of short ones, and long ones, each between
 * blanks. Any other option is one word. What wants a number, a mask or a duration needs no place
 * here, as no program is called so.
 */
struct wrapper {
    const char *name;
    const char *short_valued;
    const char *long_valued;
    size_t n_own; /* words before the program that are neither: the file of flock */
};

static const struct wrapper wrappers[] = {
    {"chrt", "", "", 0},
    {"env", "uCS", " --unset --chdir --split-string ", 0},
    {"flock", "cEw", " --command --conflict-exit-code --timeout --wait ", 1},
    {"ionice", "c", " --class ", 0},
    {"nice", "", "", 0},
    {"nohup", "", "", 0},
    {"numactl", "CNimp", " --cpunodebind --physcpubind --interleave --membind --preferred ", 0},
    {"prlimit", "", "", 0},
    {"setsid", "", "", 0},
    {"stdbuf", "ioe", " --input --output --error ", 0},
    {"strace", "abeEIoOPsSuUX", " --output --trace --expr --user ", 0},
    {"sudo", "CDghpRrTtUu",
     " --close-from --chdir --group --host --prompt --chroot --role --command-timeout --type"
     " --other-user --user ",
     0},
    {"taskset", "", "", 0},
    {"time", "fo", " --format --output ", 0},
    {"timeout", "ks", " --kill-after --signal ", 0},
    {"valgrind", "", "", 0},
    /* and those that run a program which is a text */
    {"bash", "cO", " --rcfile --init-file ", 0},
    {"dash", "c", "", 0},
    {"java", "", " -cp -classpath --class-path -p --module-path ", 0},
    {"node", "er", " --eval --require --import ", 0},
    {"perl", "eE", "", 0},
    {"python", "cWX", "", 0},
    {"sh", "c", "", 0},
};

const char *program_base_name(const char *program) {
    const char *slash = strrchr(program, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : program;
}

/* Also with a number: python3, python3.11. */
static const struct wrapper *find_wrapper(const char *program) {
    const char *base = program_base_name(program);
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        size_t n = strlen(wrappers[i].name);
        if (strncmp(base, wrappers[i].name, n) == 0 &&
            base[n + strspn(base + n, "0123456789.")] == '\0')
            return &wrappers[i];
    }
    return NULL;
}

static bool is_long_valued(const struct wrapper *wrapper, const char *option) {
    size_t n = strlen(option);
    for (const char *at = wrapper->long_valued; (at = strstr(at, option)) != NULL; at += n)
        if (at > wrapper->long_valued && at[-1] == ' ' && at[n] == ' ')
            return true;
    return false;
}

/* Is the next word the value of this option? Not if the value is in it: -sKILL, --signal=KILL. */
static bool wants_value(const struct wrapper *wrapper, const char *option) {
    if (option[1] == '-' || is_long_valued(wrapper, option))
        return is_long_valued(wrapper, option);
    const char *letter = strpbrk(option + 1, wrapper->short_valued);
    return letter != NULL && letter[1] == '\0';
}

/* A number, also one of the CPUs 0-3,5, a mask 0xff, or a duration 2.5s. */
static bool is_number(const char *word) {
    if (strncmp(word, "0x", 2) == 0)
        return word[2 + strspn(word + 2, "0123456789abcdefABCDEF,")] == '\0';
    size_t n = strspn(word, "0123456789.,:-");
    return word[0] >= '0' && word[0] <= '9' &&
           (word[n] == '\0' || (strchr("smhd", word[n]) != NULL && word[n + 1] == '\0'));
}

static bool is_setting(const char *word) {
    size_t n = strcspn(word, "=/");
    return n > 0 && word[n] == '=';
}

/* The first word behind the wrapper at `at` that may be a program; the number of words if none may. */
static size_t behind(struct words command, size_t at) {
    const struct wrapper *wrapper = find_wrapper(command.at[at]);
    size_t n_own = wrapper->n_own;
    for (at++; at < command.n; at++) {
        const char *word = command.at[at];
        if (word[0] == '-') {
            if (wants_value(wrapper, word))
                at++;
        } else if (n_own > 0)
            n_own--;
        else if (word[0] != '\0' && !is_number(word) && !is_setting(word))
            break;
    }
    return at < command.n && strchr(command.at[at], '{') == NULL ? at : command.n;
}

size_t wrapped_program(struct words command) {
    size_t at = 0;
    while (at < command.n && find_wrapper(command.at[at]) != NULL)
        at = behind(command, at);
    return at;
}
