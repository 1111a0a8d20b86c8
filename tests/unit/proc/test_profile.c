#include "testing.h"

#include "base/file.h"
#include "proc/profiles.h"

static struct profile parse_good(const char *text) {
    struct profile profile;
    struct profile_error error = {0};
    if (!profile_parse(&profile, text, strlen(text), &error))
        fail_msg("%s (at %u)", error.message, error.offset);
    return profile;
}

static void expect_error(const char *text, const char *part, const char *at) {
    struct profile profile;
    struct profile_error error = {0};
    assert_false(profile_parse(&profile, text, strlen(text), &error));
    testing_assert_contains(error.message, part);
    if (at != NULL)
        assert_int_equal(error.offset, strstr(text, at) - text);
    profile_release(&profile);
}

static void fields_are_read(void **state) {
    struct profile p = parse_good("; a comment\n"
                                  "(solver cvc5 (spawn \"cvc5\" \"-q\" \"{file}\")\n"
                                  " (session \"cvc5\" \"-\") (clear reset push-pop)\n"
                                  " (variants (fp-exp \"--fp-exp\") (two \"a\" \"b\"))\n"
                                  " (options (\"--decision\" internal stoponly))\n"
                                  " (odd-floats (set-option :fp-exp true))\n"
                                  " (refusal \"say \"\"no\"\"\" |x|)\n"
                                  " (over-approximates yes) (tried no) (policy \"be kind\"))");
    assert_string_equal(p.name, "cvc5");
    assert_int_equal(p.spawn.n, 3);
    assert_string_equal(p.spawn.at[2], "{file}");
    assert_null(p.spawn.at[3]);
    assert_true(words_have(p.clear, "push-pop"));
    assert_int_equal(p.variants.n, 2);
    assert_string_equal(profile_variant(&p, "two", 3)->at[2], "b");
    assert_null(profile_variant(&p, "three", 5));
    assert_string_equal(p.options.at[0].at[2], "stoponly");
    assert_string_equal(p.odd_floats, "(set-option :fp-exp true)\n");
    assert_string_equal(p.refusal.at[0], "say \"no\"");
    assert_true(p.over_approximates);
    assert_false(p.tried);
    assert_string_equal(p.policy, "be kind");
    profile_release(&p);
}

static void what_is_not_said_is_the_standard(void **state) {
    struct profile p = parse_good("(solver s (spawn \"s\" \"{stdin}\"))");
    assert_true(p.tried);
    assert_true(p.address_space_limit);
    assert_false(p.over_approximates);
    assert_string_equal(p.models, "(set-option :produce-models true)\n");
    assert_string_equal(p.incremental, "");
    assert_int_equal(p.session.n, 0);
    profile_release(&p);
    p = parse_good("(solver s (spawn \"s\" \"{stdin}\") (models no))");
    assert_null(p.models);
    profile_release(&p);
}

static void mistakes_are_told_with_their_place(void **state) {
    expect_error("(solver s (spwan \"s\" \"{file}\"))", "did you mean 'spawn'?", "spwan");
    expect_error("(solver s (spawn \"s\" \"{file}\") (quux 1))", "unknown field 'quux'", "quux");
    expect_error("(solver s (spawn \"s\" \"{file}\") (tried maybe))", "'yes' or 'no'", "tried");
    expect_error("(solver s (spawn \"s\" \"{file}\") (policy))", "one word", "policy");
    expect_error("(solver s (spawn (\"s\") \"{file}\"))", "a word is expected", "(\"s\")");
    expect_error("(solver s (spawn \"s\" \"{file}\") (variants a))", "list of words", "a))");
    expect_error("(solver s (models yes) (spawn \"s\" \"{file}\"))", "'no'", "yes");
    expect_error("(solver s (spawn \"s\" \"{file}\") (spawn))", "given twice", "(spawn))");
    expect_error("(solver s (spawn \"s\"))", "{file}", NULL);
    expect_error("(solver s (tried no))", "how to start", NULL);
    expect_error("(solver s (spawn \"s\" \"{file}\") (session \"s\"))", "(clear", NULL);
    expect_error("(solver s (spawn \"s\" \"{file}\") (clear forget))", "push-pop", NULL);
    expect_error("(solver s (spawn \"s\" \"{file}\") (lacks luck))", "feature", NULL);
    expect_error("(solver s (spawn \"s\" \"{file}\") (answers (x maybe)))", "unknown", NULL);
    expect_error("(solver s (spawn \"s\" \"{file}\")", "without ')'", "(solver");
    expect_error("(solver a/b (spawn \"s\" \"{file}\"))", "'/'", "a/b");
    expect_error("(solver s) (solver t)", "one (solver", "(solver t)");
    expect_error("", "one (solver", NULL);
    expect_error("(solver (spawn))", "name", NULL);
}

static void patterns_of_words(void **state) {
    struct profile p =
        parse_good("(solver s (spawn \"s\" \"{file}\") (takes \"smt.*\" \"proof\"))");
    assert_true(words_match(p.takes, "smt.mbqi", 8));
    assert_true(words_match(p.takes, "proof", 5));
    assert_false(words_match(p.takes, "proofs", 6));
    assert_false(words_match(p.takes, "sm", 2));
    profile_release(&p);
}

static const struct profile_folders nowhere = {0};

static struct profile find(struct profile_folders folders, const char *name) {
    struct profile profile;
    struct strbuf error = {0};
    if (profiles_find(folders, name, &profile, &error) != PROFILE_FOUND)
        fail_msg("%s: %s", name, strbuf_text(&error));
    strbuf_free(&error);
    return profile;
}

static void all_built_in_profiles_are_good(void **state) {
    const char *name;
    size_t n, count = 0;
    for (; profiles_built_in(count, &name, &n) != NULL; count++) {
        struct profile p = find(nowhere, name);
        assert_string_equal(p.name, name);
        assert_non_null(p.title);
        assert_non_null(p.home);
        assert_non_null(p.policy);
        assert_true(p.version.n > 0);
        assert_true(p.refusal.n > 0);
        assert_true(p.crash.n > 0);
        for (size_t i = 0; i < p.variants.n; i++)
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(p.variants.at[i].at[0], p.variants.at[k].at[0]);
        for (size_t i = 0; i < count; i++) {
            const char *other;
            size_t length;
            profiles_built_in(i, &other, &length);
            assert_string_not_equal(name, other);
        }
        bool tried =
            strcmp(name, "z3") == 0 || strcmp(name, "cvc5") == 0 || strcmp(name, "cvc4") == 0;
        assert_int_equal(p.tried, tried);
        profile_release(&p);
    }
    assert_true(count >= 13);
}

static void a_profile_can_be_like_another(void **state) {
    struct profile p = find(nowhere, "z3-noodler"), z3 = find(nowhere, "z3");
    assert_string_equal(p.spawn.at[0], "z3-noodler");
    assert_int_equal(p.logics.n, z3.logics.n);
    assert_int_equal(p.snapshot.n, 0);
    profile_release(&p);
    profile_release(&z3);
}

/* A folder of profiles that is gone at the end. */
struct folder {
    char path[64];
    struct profile_folders folders;
    const char *list[1];
};

static void folder_make(struct folder *folder) {
    snprintf(folder->path, sizeof folder->path, "/tmp/momus-profiles-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    folder->list[0] = folder->path;
    folder->folders = (struct profile_folders){folder->list, 1};
}

static void folder_write(struct folder *folder, const char *name, const char *text) {
    struct strbuf path = {0}, error = {0};
    strbuf_printf(&path, "%s/%s", folder->path, name);
    assert_true(file_write(strbuf_text(&path), text, strlen(text), &error));
    strbuf_free(&path);
    strbuf_free(&error);
}

static void folder_remove(struct folder *folder) {
    path_vec paths = {0};
    struct strbuf error = {0};
    file_list(folder->path, "", &paths, &error);
    for (size_t i = 0; i < paths.n; i++)
        unlink(paths.at[i]);
    path_vec_free(&paths);
    strbuf_free(&error);
    assert_int_equal(rmdir(folder->path), 0);
}

static void files_of_the_user_come_first(void **state) {
    struct folder folder;
    folder_make(&folder);
    folder_write(&folder, "z3.solver", "(solver z3 (like z3) (policy \"mine\"))");
    folder_write(&folder, "own.solver", "(solver own (like z3) (spawn \"own\" \"{file}\"))");
    struct profile p = find(folder.folders, "z3");
    assert_string_equal(p.policy, "mine");
    assert_string_equal(p.spawn.at[0], "z3");
    profile_release(&p);
    p = find(folder.folders, "own");
    assert_string_equal(p.spawn.at[0], "own");
    assert_string_equal(p.policy, "mine");
    profile_release(&p);

    path_vec names = {0};
    profiles_list(folder.folders, &names);
    size_t z3 = 0, own = 0;
    for (size_t i = 0; i < names.n; i++) {
        z3 += strcmp(names.at[i], "z3") == 0;
        own += strcmp(names.at[i], "own") == 0;
    }
    assert_int_equal(z3, 1);
    assert_int_equal(own, 1);
    path_vec_free(&names);
    folder_remove(&folder);
}

static void expect_search(struct profile_folders folders, const char *name,
                          enum profile_search result, const char *part) {
    struct profile profile;
    struct strbuf error = {0};
    assert_int_equal(profiles_find(folders, name, &profile, &error), result);
    testing_assert_contains(strbuf_text(&error), part);
    strbuf_free(&error);
}

static void bad_files_are_told(void **state) {
    struct folder folder;
    folder_make(&folder);
    folder_write(&folder, "a.solver", "(solver a (like b))");
    folder_write(&folder, "b.solver", "(solver b (like a))");
    folder_write(&folder, "c.solver", "(solver c (like nobody))");
    folder_write(&folder, "d.solver", "(solver d\n (spwan))");
    folder_write(&folder, "e.solver", "(solver f (spawn \"f\" \"{file}\"))");
    expect_search(folder.folders, "a", PROFILE_BAD, "circle");
    expect_search(folder.folders, "c", PROFILE_BAD, "'nobody', which is unknown");
    expect_search(folder.folders, "d", PROFILE_BAD, "d.solver:2:3: error: unknown field");
    expect_search(folder.folders, "e", PROFILE_BAD, "not called after the solver");
    expect_search(folder.folders, "nothing", PROFILE_UNKNOWN, "");
    expect_search(folder.folders, "../z3", PROFILE_UNKNOWN, "");
    folder_remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(fields_are_read),
        TEST(what_is_not_said_is_the_standard),
        TEST(mistakes_are_told_with_their_place),
        TEST(patterns_of_words),
        TEST(all_built_in_profiles_are_good),
        TEST(a_profile_can_be_like_another),
        TEST(files_of_the_user_come_first),
        TEST(bad_files_are_told),
    };
    return RUN(tests);
}
