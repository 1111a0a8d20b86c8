#include "testing.h"

#include "proc/lack.h"

static const char *lacking(const char *lacks, const char *script) {
    struct profile profile;
    struct profile_error error;
    char text[400];
    static char found[40];
    int n =
        snprintf(text, sizeof text, "(solver odd (spawn \"odd\" \"{file}\") (lacks %s))", lacks);
    assert_true(profile_parse(&profile, text, (size_t)n, &error));
    const char *feature = lack_find(&profile, script, strlen(script));
    snprintf(found, sizeof found, "%s", feature != NULL ? feature : "");
    profile_release(&profile);
    return feature != NULL ? found : NULL;
}

static void words_tell_what_is_used(void **state) {
    static const struct {
        const char *feature, *script;
    } all[] = {
        {"floats", "(declare-const x Float32)"},
        {"floats", "(declare-const x (_ FloatingPoint 3 5))"},
        {"floats", "(assert (fp.isNaN ((_ to_fp 8 24) #x00000000)))"},
        {"sequences", "(declare-fun f ((Seq Int)) Int)"},
        {"higher-order", "(declare-fun f () (-> Int Int))"},
        {"codatatypes", "(declare-codatatypes ((S 0)) (((c (h Int)))))"},
        {"recursion", "(define-fun-rec f ((x Int)) Int (f x))"},
        {"transcendental", "(declare-const x Real)(assert (> (sin x) 0.5))"},
        {"quantifiers", "(assert (forall ((x Int)) (> x x)))"},
        {"push-pop", "(push 1)(check-sat)(pop 1)"},
        {"bags", "(declare-const x (Bag Int))"},
    };
    for (size_t i = 0; i < LENGTH(all); i++) {
        const char *found = lacking(all[i].feature, all[i].script);
        if (found == NULL || strcmp(found, all[i].feature) != 0)
            fail_msg("%s: %s", all[i].script, found != NULL ? found : "nothing");
        /* who lacks something else is asked */
        assert_null(lacking("finite-fields separation", all[i].script));
    }
}

static void what_a_script_declares_is_its_own(void **state) {
    static const char *const scripts[] = {
        "(define-sort Set () (Array Int Bool))(declare-const s Set)",
        "(declare-sort Seq 1)(declare-const x (Seq Int))",
        "(declare-datatypes ((Bag 0)) (((empty) (one (bag.of Int)))))(assert (= (bag.of b) 1))",
        "(declare-datatype Set ((mk (set.at Int))))(declare-const s Set)",
        "(declare-fun sin (Int) Int)(assert (= (sin 1) 2))",
        "(assert (let ((sin true)) sin))",
        "(set-info :source |Float32 and (Seq Int)|)(set-logic QF_FP)",
        "(echo \"Float32\")(declare-const x Int) ; Float32",
        "(check-sat)(exit)(declare-const x Float32)",
        "",
        "(declare-const x (",
    };
    for (size_t i = 0; i < LENGTH(scripts); i++) {
        const char *found = lacking("floats sequences sets bags transcendental", scripts[i]);
        if (found != NULL)
            fail_msg("%s: %s", scripts[i], found);
    }
}

/* A word that no profile can say would never be looked for. */
static void signs_are_of_features(void **state) {
    static const char *const features[] = {
#define SIGN(feature, place, word) feature,
#include "proc/lack_signs.def"
#undef SIGN
    };
    for (size_t i = 0; i < LENGTH(features); i++) {
        size_t k = 0;
        while (profile_features[k] != NULL && strcmp(profile_features[k], features[i]) != 0)
            k++;
        if (profile_features[k] == NULL)
            fail_msg("%s is no feature", features[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(words_tell_what_is_used),
        TEST(what_a_script_declares_is_its_own),
        TEST(signs_are_of_features),
    };
    return RUN(tests);
}
