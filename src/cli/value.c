#include "cli/value.h"

#include "base/die.h"

/* A unit may follow a number; the first of a table is meant when none does. */
struct unit {
    char letter;
    int64_t factor;
};

/* From small to large. */
static const struct unit size_units[] = {
    {0, 1},
    {'K', INT64_C(1) << 10},
    {'M', INT64_C(1) << 20},
    {'G', INT64_C(1) << 30},
    {'T', INT64_C(1) << 40},
    {0, 0},
};
static const struct unit duration_units[] = {
    {'s', 1}, {'m', 60}, {'h', 60 * 60}, {'d', 24 * 60 * 60}, {0, 0},
};
static const struct unit no_units[] = {{0, 1}, {0, 0}};

static const struct unit *units_of(enum option_type type) {
    return type == OPTION_SIZE ? size_units : type == OPTION_DURATION ? duration_units : no_units;
}

/* Sizes may be written 64k, too; durations have no capitals. */
static bool unit_matches(const struct unit *unit, enum option_type type, const char *text) {
    if (text[0] == '\0' || text[1] != '\0')
        return false;
    bool small = type == OPTION_SIZE && text[0] >= 'a' && text[0] <= 'z';
    return unit->letter == (small ? text[0] - 'a' + 'A' : text[0]);
}

static bool read_unit(enum option_type type, const char *text, int64_t *factor) {
    const struct unit *units = units_of(type);
    *factor = units[0].factor;
    if (text[0] == '\0')
        return true;
    for (const struct unit *unit = units; unit->factor != 0; unit++) {
        if (unit_matches(unit, type, text)) {
            *factor = unit->factor;
            return true;
        }
    }
    return false;
}

/* Digits, with a minus before them if it is an INT; false, too, if int64_t cannot hold it. */
static bool read_number(const struct option *option, const char *text, int64_t *number) {
    bool minus = option->type == OPTION_INT && *text == '-';
    text += minus;
    if (*text < '0' || *text > '9')
        return false;
    int64_t magnitude = 0, factor = 1;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(magnitude, 10, &magnitude) ||
            __builtin_add_overflow(magnitude, *text - '0', &magnitude))
            return false;
    if (!read_unit(option->type, text, &factor) ||
        __builtin_mul_overflow(magnitude, factor, &magnitude))
        return false;
    *number = minus ? -magnitude : magnitude;
    return *number >= option->min && *number <= option->max;
}

static bool read_flag(const char *text, bool *flag) {
    static const struct {
        const char *word;
        bool flag;
    } words[] = {
        {"true", true}, {"false", false}, {"yes", true},
        {"no", false},  {"on", true},     {"off", false},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, text) == 0) {
            *flag = words[i].flag;
            return true;
        }
    }
    return false;
}

bool value_next_choice(const char **rest, const char **word, size_t *n) {
    if (**rest == '\0')
        return false;
    *word = *rest;
    *n = strcspn(*rest, "|");
    *rest += *n;
    *rest += **rest == '|';
    return true;
}

static bool is_choice(const char *choices, const char *text) {
    const char *word;
    size_t n;
    while (value_next_choice(&choices, &word, &n))
        if (strlen(text) == n && memcmp(text, word, n) == 0)
            return true;
    return false;
}

bool value_read(const struct option *option, const char *text, struct value *value) {
    *value = (struct value){.text = text};
    switch (option->type) {
    case OPTION_FLAG:
    case OPTION_HELP:
        return read_flag(text, &value->flag);
    case OPTION_INT:
    case OPTION_SIZE:
    case OPTION_DURATION:
        return read_number(option, text, &value->number);
    case OPTION_TEXT:
    case OPTION_LIST:
        return text[0] != '\0';
    case OPTION_CHOICE:
        return is_choice(option->metavar, text);
    }
    BUG("option --%s has type %d", option->name, (int)option->type);
}

/* In the largest unit that divides it, as it could be typed. */
static void add_number(enum option_type type, int64_t number, struct strbuf *out) {
    const struct unit *best = units_of(type);
    for (const struct unit *unit = best; unit->factor != 0; unit++)
        if (number != 0 && number % unit->factor == 0)
            best = unit;
    strbuf_printf(out, "%lld", (long long)(number / best->factor));
    if (best->letter != 0)
        strbuf_add_char(out, best->letter);
}

static bool has_min(const struct option *option) {
    return option->type == OPTION_INT ? option->min != -NO_LIMIT : option->min > 0;
}

/* "40 to 1000", "at least 1", "at most 9", or nothing. */
static bool add_range(const struct option *option, struct strbuf *out) {
    bool min = has_min(option), max = option->max != NO_LIMIT;
    if (!min && !max)
        return false;
    if (min && !max)
        strbuf_add_text(out, "at least ");
    if (!min)
        strbuf_add_text(out, "at most ");
    if (min)
        add_number(option->type, option->min, out);
    if (min && max)
        strbuf_add_text(out, " to ");
    if (max)
        add_number(option->type, option->max, out);
    return true;
}

static void add_choices(const char *choices, struct strbuf *out) {
    const char *word, *before = "";
    size_t n;
    while (value_next_choice(&choices, &word, &n)) {
        strbuf_add_text(out, before);
        strbuf_add(out, word, n);
        before = choices[strcspn(choices, "|")] == '|' ? ", " : " or ";
    }
}

/* The range behind what stands there already. */
static void add_range_behind(const struct option *option, const char *between, struct strbuf *out) {
    size_t before = out->n;
    strbuf_add_text(out, between);
    if (!add_range(option, out))
        out->n = before;
}

void value_describe(const struct option *option, struct strbuf *out) {
    bool from_to = has_min(option) && option->max != NO_LIMIT;
    switch (option->type) {
    case OPTION_FLAG:
    case OPTION_HELP:
        strbuf_add_text(out, "true or false");
        break;
    case OPTION_INT:
        strbuf_add_text(out, "a number");
        add_range_behind(option, from_to ? " from " : ", ", out);
        break;
    case OPTION_SIZE:
        strbuf_add_text(out, "a size such as 512, 64K or 2G");
        add_range_behind(option, ", ", out);
        break;
    case OPTION_DURATION:
        strbuf_add_text(out, "a duration such as 90, 90s, 5m or 2h");
        add_range_behind(option, ", ", out);
        break;
    case OPTION_TEXT:
    case OPTION_LIST:
        strbuf_printf(out, "a value: %s", option->metavar);
        break;
    case OPTION_CHOICE:
        add_choices(option->metavar, out);
        break;
    }
}

void value_remark(const struct option *option, struct strbuf *out) {
    size_t start = out->n;
    if (option->type == OPTION_LIST)
        strbuf_add_text(out, "may be repeated");
    else if (option->type == OPTION_INT || option->type == OPTION_SIZE ||
             option->type == OPTION_DURATION)
        add_range(option, out);
    if (option->initial != NULL)
        strbuf_printf(out, "%sdefault %s", out->n > start ? ", " : "", option->initial);
}
