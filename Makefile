# momus: build, test, install. `make help` lists the targets.
#
# Everything is made under build/<kind>/, in three kinds:
#   release  what users run
#   asan     with the address and undefined-behaviour sanitizers: what the tests run; reports name
#            lines, and CFLAGS=-g has variables for a debugger, too, at the price of a slower build;
#            it is loaded at a fixed address, as tests start it thousands of times
#   fuzz     by clang, for libFuzzer
# A new source file, unit test or fuzz target needs no line here: wildcards find it.

VERSION = 0.1.0
LIBS    = -lgmp -ljansson -lsqlite3 -lxxhash

CC      = gcc
CLANG   = clang
PREFIX  = /usr/local
T       =#            make test T=PATTERN: only tests whose name matches
BUDGET ?= 600#        make soak: seconds
FUZZ_SECONDS ?= 60#    make fuzz: seconds per target

WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wpointer-arith -Wvla -Wwrite-strings

# Per kind: the compiler and its flags. CPPFLAGS, CFLAGS and LDFLAGS stay the user's.
CC_release    = $(CC)
# Two halves that were just written are not to be read as one: that stalls the processor.
FLAGS_release = -O2 -fno-tree-slp-vectorize -g1 $(WARNINGS) -Werror
CC_asan       = $(CC)
FLAGS_asan    = -O1 -g1 $(WARNINGS) -Werror -fsanitize=address,undefined \
                -fno-sanitize-recover=all -fno-omit-frame-pointer -fno-pie -no-pie
CC_fuzz       = $(CLANG)
FLAGS_fuzz    = -O1 -g $(WARNINGS) -fsanitize=fuzzer-no-link,address,undefined \
                -fno-sanitize-recover=all -fno-omit-frame-pointer

# ---------------------------------------------------------------------------

MAKEFLAGS += --no-builtin-rules --no-builtin-variables --no-print-directory
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := all

# One short line per step; V=1 shows the commands, too.
ifdef V
say =
else
Q = @
say = @printf '  %-5s %s\n' $1 $2
endif

# Recursive calls use all processors unless the caller already said -j.
submake = +@$(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

# $(call update,TEXT) rewrites the target only if its text changes.
update = @mkdir -p $(@D); printf '%s\n' '$1' | cmp -s - $@ || printf '%s\n' '$1' >$@

MODULES := $(patsubst src/%.c,%,$(filter-out src/cli/main.c,$(wildcard src/*/*.c)))
UNIT    := $(patsubst tests/unit/%.c,build/asan/tests/%,$(wildcard tests/unit/*/test_*.c))
BENCH   := $(patsubst bench/%.c,build/release/bench/%,$(wildcard bench/*.c))
FUZZ    := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

# The libraries that are put into solvers, and inside the program: always the same, whatever
# the kind, as solvers know nothing of our sanitizers.
FLAGS_preload = -std=c17 -D_GNU_SOURCE -Isrc -O2 $(WARNINGS) -Werror -shared -fPIC -s
build/preload/%.so: src/proc/preload/%.c src/proc/%_wire.h Makefile
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(FLAGS_preload) -o $@ $<

# What stands between momus and solvers: a small program, for the same reason the same in all kinds.
FLAGS_warden = -std=c17 -D_GNU_SOURCE -Isrc -O2 $(WARNINGS) -Werror -s
build/preload/warden: src/proc/warden/main.c src/proc/warden_wire.h Makefile
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(FLAGS_warden) -o $@ $<

# What is compiled in, each as a header in its room, and the files that it is made of.
DATA := proc/profiles proc/node proc/snapshot proc/stack proc/warden gen/fusion gen/grammar gen/theory report/style
FILES_profiles := $(wildcard data/solvers/*.solver)
FILES_node     := $(wildcard data/node/*.js)
FILES_snapshot := build/preload/snapshot.so
FILES_stack    := build/preload/stack.so
FILES_warden   := build/preload/warden
FILES_fusion   := $(wildcard data/fusion/*.fuse)
FILES_grammar  := $(wildcard data/grammars/*.g4)
FILES_theory   := $(wildcard data/strings/*.theory data/theories/*.theory)
FILES_style    := data/report/style.css

# The rules of one of these in one kind. NAME.files makes a removed file count as a change.
define data_rules
build/$1/gen/$2.files: FORCE
	$$(call update,$$(FILES_$(notdir $2)))
build/$1/gen/$2_data.h: scripts/embed build/$1/gen/$2.files $$(FILES_$(notdir $2))
	$$(call say,GEN,$$@)
	$$(Q)scripts/embed $(notdir $2)_data $$(FILES_$(notdir $2)) >$$@
endef

# The rules of one kind. gen/flags and gen/modules make a change of the flags or a
# removed source file count as a change.
define kind_rules
compile_$1 = $$(CC_$1) -std=c17 -D_GNU_SOURCE -Isrc -Ibuild/$1/gen $$(FLAGS_$1) $$(CPPFLAGS) $$(CFLAGS)
link_$1    = $$(CC_$1) $$(FLAGS_$1) $$(CFLAGS) $$(LDFLAGS)

build/$1/gen/flags: FORCE
	$$(call update,$$(compile_$1) | $$(link_$1) $$(LIBS))
build/$1/gen/modules: FORCE
	$$(call update,$$(MODULES))
build/$1/gen/version.h: FORCE
	@scripts/version-header $$(VERSION) $$@

build/$1/obj/%.o: src/%.c build/$1/gen/flags | $(DATA:%=build/$1/gen/%_data.h) build/$1/gen/version.h
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(Q)$$(compile_$1) -MMD -MP -c -o $$@ $$<

# All of src/ except main.
build/$1/libmomus.a: $$(MODULES:%=build/$1/obj/%.o) build/$1/gen/modules
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

build/$1/momus: build/$1/obj/cli/main.o build/$1/libmomus.a
	$$(call say,LD,$$@)
	$$(Q)$$(link_$1) -o $$@ $$^ $$(LIBS)
endef
$(foreach kind,release asan fuzz,$(eval $(call kind_rules,$(kind)))\
    $(foreach data,$(DATA),$(eval $(call data_rules,$(kind),$(data)))))

# tests/unit/<room>/test_<module>.c becomes one program. cmocka hands every test a
# state, which few use. Without optimisation they are compiled three times as fast.
build/asan/testobj/%.o: tests/unit/%.c build/asan/gen/flags | build/asan/gen/version.h
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(compile_asan) -O0 -Itests/unit -Wno-unused-parameter -MMD -MP -c -o $@ $<

$(UNIT): build/asan/tests/%: build/asan/testobj/%.o build/asan/libmomus.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(link_asan) -o $@ $^ -lcmocka -lmpfr -lm $(LIBS)

# The misbehaving solvers that tests run.
build/fake/%: tests/fake/%.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -o $@ $<
# The same without shared libraries, and with a sanitizer, as solvers may be built.
build/fake/fake-static build/fake/fake-asan: tests/fake/fake.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra \
	    $(if $(filter %-static,$@),-static,-fsanitize=address) -o $@ $<
# One that never errs is the evaluator itself.
build/fake/truthful: tests/fake/truthful.c build/release/libmomus.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(compile_release) $(LDFLAGS) -o $@ $^ $(LIBS)
FAKE := $(patsubst tests/fake/%.c,build/fake/%,$(filter-out %/truthful.c,$(wildcard tests/fake/*.c))) \
        build/fake/fake-static build/fake/fake-asan

# The differential tester of the evaluator, in each kind.
build/%/differential: $(wildcard tests/differential/*.[ch] tests/differential/*.def) build/%/libmomus.a
	$(call say,LD,$@)
	$(Q)$(compile_$*) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LIBS)

# Tests of all strategies, read again, in each kind.
build/%/mutants: tests/mutants/mutants.c build/%/libmomus.a
	$(call say,LD,$@)
	$(Q)$(compile_$*) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LIBS)

# Blocks of all sizes, in each kind: the sanitizers have an allocator of their own.
build/%/blocks: tests/blocks/blocks.c build/%/libmomus.a
	$(call say,LD,$@)
	$(Q)$(compile_$*) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LIBS)

# Sessions over many queries, in each kind.
build/%/sessions: tests/solvers/sessions.c build/%/libmomus.a
	$(call say,LD,$@)
	$(Q)$(compile_$*) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LIBS)

$(FUZZ): build/fuzz/%: tests/fuzz/%.c build/fuzz/libmomus.a
	$(call say,FUZZ,$@)
	$(Q)$(compile_fuzz) $(LDFLAGS) -fsanitize=fuzzer -MMD -MP -MF $@.d -o $@ $(filter %.c %.a,$^) $(LIBS)

$(BENCH): build/release/bench/%: bench/%.c build/release/libmomus.a
	@mkdir -p $(@D)
	$(call say,BENCH,$@)
	$(Q)$(compile_release) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $(filter %.c %.a,$^) $(LIBS)

-include $(wildcard build/*/obj/*/*.d build/asan/testobj/*/*.d build/fuzz/*.d build/release/bench/*.d)

# ---------------------------------------------------------------------------

all: check-rooms build/release/momus ## build build/release/momus (the default)
asan: build/asan/momus ## build build/asan/momus, with sanitizers
unit-programs: $(UNIT) $(FAKE) build/fake/truthful
fuzz-programs: $(FUZZ)
all asan unit-programs fuzz-programs: ; @:

check-rooms: ## check that each room includes only the rooms it may use
	@scripts/check-rooms

deps: ## install the Debian packages that are missing
	@scripts/deps

test: ## build everything with sanitizers and run all tests (T=PATTERN selects)
	@scripts/deps test
	$(submake) all asan unit-programs build/release/differential build/release/mutants build/asan/mutants build/asan/sessions build/release/blocks $(BENCH)
	@tests/run '$(T)'

# The programs that T names, or all.
UNIT_WANTED = $(or $(foreach unit,$(UNIT),$(if $(findstring $(T),$(unit)),$(unit))),$(UNIT))
unit: check-rooms $(UNIT_WANTED) $(FAKE) ## build and run the unit tests only (T=room/test_x for one)
	@tests/run '^unit/.*$(T)'

run: deps ## build, and run a short campaign on the solvers that are installed
	$(submake) all
	@scripts/first-run build/release/momus

bench: all $(BENCH) ## measure the release build
	@bench/run

soak: all asan $(FAKE) build/fake/truthful build/release/differential build/release/mutants build/release/sessions $(addprefix build/asan/tests/,store/test_kill store/test_faults gen/test_edit) ## run for BUDGET seconds (600) and look for what only time shows
	@MOMUS='$(CURDIR)/build/asan/momus' MOMUS_RELEASE='$(CURDIR)/build/release/momus' \
	 TOP='$(CURDIR)' BUDGET='$(BUDGET)' tests/soak

fuzz: ## fuzz momus itself, FUZZ_SECONDS (60) per target in tests/fuzz/
	@scripts/deps fuzz
	$(submake) fuzz-programs
	@scripts/run-fuzz $(FUZZ_SECONDS) $(FUZZ)

# Manual pages and completions, in the layout of PREFIX/share.
SHARE = build/release/share
docs: $(SHARE).done ## generate manual pages and shell completions
$(SHARE).done: build/release/momus
	@rm -rf $(SHARE)
	@set -e; generate() { mkdir -p "$(SHARE)/$$2"; $< --generate "$$1" "$(SHARE)/$$2"; }; \
	 generate man  man/man1; \
	 generate bash bash-completion/completions; \
	 generate zsh  zsh/site-functions; \
	 generate fish fish/vendor_completions.d
	@touch $@

# Where things go on the user's machine. $(call install_tree,FROM,TO) copies all files.
BIN_TO   = $(DESTDIR)$(PREFIX)/bin
SHARE_TO = $(DESTDIR)$(PREFIX)/share
install_tree = find $1 -type f -printf '%P\n' | while read -r file; do \
                   install -D -m 644 "$1/$$file" '$2'"/$$file" || exit 1; done

install: all docs ## install below PREFIX (/usr/local), staged in DESTDIR
	install -D -m 755 build/release/momus '$(BIN_TO)/momus'
	@$(call install_tree,$(SHARE),$(SHARE_TO))
	@$(foreach folder,$(wildcard data seeds),$(call install_tree,$(folder),$(SHARE_TO)/momus/$(folder)) && ) :

uninstall: ## remove what install put there
	rm -f '$(BIN_TO)/momus'
	rm -f '$(SHARE_TO)'/man/man1/momus.1 '$(SHARE_TO)'/man/man1/momus-*.1
	rm -f '$(SHARE_TO)'/bash-completion/completions/momus
	rm -f '$(SHARE_TO)'/zsh/site-functions/_momus
	rm -f '$(SHARE_TO)'/fish/vendor_completions.d/momus.fish
	rm -rf '$(SHARE_TO)/momus'

# Tables (*.def) keep their columns: they are not formatted.
format: ## clang-format over all C sources
	find $(wildcard src tests bench) -name '*.[ch]' -exec clang-format -i '{}' +

# Checks of cppcheck that were wrong in every place that they named.
LINT_WRONG = missingIncludeSystem internalAstError objectIndex nullPointerRedundantCheck \
             arrayIndexOutOfBoundsCond ctunullpointer
lint: ## cppcheck and shellcheck, quick
	cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr \
	    $(LINT_WRONG:%=--suppress=%) --error-exitcode=1 -D_GNU_SOURCE -Isrc src
	grep -rlE '^#!.*\b(ba)?sh$$' $(wildcard .ci scripts tests bench) | xargs -r shellcheck -x -S warning

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | \
	 awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

FORCE:
.PHONY: all asan unit-programs fuzz-programs check-rooms deps test unit run bench soak fuzz \
        docs install uninstall format lint clean help FORCE
