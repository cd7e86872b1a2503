# perfexpert - see README.md; "make help" lists the targets

# on every processor, when no other number was asked for
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# What is installed decides how to build: after setup the other goals of the
# same command start afresh.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
AFTER := $(filter-out setup,$(MAKECMDGOALS))

setup:
	@setup/setup.sh

$(AFTER): setup
	@echo "make $@: building what is not built yet; it takes a minute or two"
	@$(MAKE) -s --no-print-directory $(JOBS) $@

.PHONY: setup $(AFTER)
else

prefix      = /usr/local
bindir      = $(prefix)/bin
datadir     = $(prefix)/share/perfexpert
libdir      = $(prefix)/lib
includedir  = $(prefix)/include
libexecdir  = $(prefix)/libexec/perfexpert
mandir      = $(prefix)/share/man
docdir      = $(prefix)/share/doc/perfexpert
compdir     = $(prefix)/share/bash-completion/completions
zshdir      = $(prefix)/share/zsh/site-functions
fishdir     = $(prefix)/share/fish/vendor_completions.d

VERSION  := $(shell cat VERSION)
BUILD    := build
CC       = gcc
# Lua 5.4 by the name that this system has for it
LUA     := $(firstword $(shell for p in lua5.4 lua-5.4 lua54 lua; do \
	   pkg-config --atleast-version=5.4 $$p 2>/dev/null && echo $$p; done) lua5.4)
PKGS     = libxml-2.0 $(LUA) zlib libdw libelf capstone
# clang's -Wextra objects to arithmetic with enumerators, which our constants are
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wvla \
	   -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes -Wformat=2 \
	   -Wno-enum-float-conversion -Wno-enum-enum-conversion
CFLAGS   = -O2 -g
# a release is the same wherever it is built
MAP      = $(if $(SOURCE_DATE_EPOCH),'-ffile-prefix-map=$(CURDIR)=.')
# no fused multiply-adds: the same digits on every machine
STD      = -ffp-contract=off $(MAP)
WERROR   = $(if $(CI),-Werror)
CPPFLAGS = -D_GNU_SOURCE -I. $(shell pkg-config --cflags $(PKGS) 2>/dev/null) \
	   -DPERFEXPERT_DATADIR='"$(datadir)"' \
	   -DPERFEXPERT_DOCDIR='"$(docdir)"' -DPERFEXPERT_VERSION='"$(VERSION)"'
LDLIBS   = $(shell pkg-config --libs $(PKGS) 2>/dev/null) -liberty -lm -lrt -lpthread
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null) $(PFM_LIBS)
# libpfm4 has no .pc file; without it the tests that ask it are skipped
PFM_LIBS = $(shell $(CC) -E -x c -include perfmon/pfmlib.h /dev/null \
	   >/dev/null 2>&1 && echo -lpfm)
SAN      = -fsanitize=address,undefined -fno-sanitize-recover=all

COLLECT  = region mpi clock/unwind clock counters/perf counters/hpcrun \
	   $(addprefix simulate/,protocol sample extrapolate build) simulate
MEASURE  = run kept plan attribute $(addprefix binary/,elf decode flow facts) \
	   binary $(COLLECT:%=collect/%)
LIB_DIRS = base lua profile profile/import arch $(MEASURE:%=measure/%) \
	   diagnose knowledge report/source report report/export report/html web
LIB_SRC := $(filter-out %/main.c,$(wildcard $(LIB_DIRS:%=%/*.c)))
HDR     := $(wildcard $(LIB_DIRS:%=%/*.h)) measure/options.h measure/as_rank.h measure/choose.h \
	   measure/collect/clock/library/preload.h
LIB     := $(LIB_SRC:%.c=$(BUILD)/obj/%.o)
PROGS   := $(BUILD)/perfexpert $(BUILD)/perfexpert-run
CHECKS  := $(wildcard tests/unit/*/check_*.c tests/check_*.c)
FUZZ_SRC := $(wildcard tests/fuzz/*/fuzz_*.c)
FUZZERS := $(patsubst %.c,$(BUILD)/fuzz/%,$(notdir $(FUZZ_SRC)))

all: $(PROGS)

-include measure/collect/simulate/tool/Makefile.inc
-include measure/collect/clock/library/Makefile.inc
-include measure/collect/region/library/Makefile.inc
-include measure/collect/mpi/library/Makefile.inc
-include knowledge/Makefile.inc
-include report/Makefile.inc
-include web/Makefile.inc
-include tests/Makefile.inc

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(STD) $(CFLAGS) $(WARN) $(WERROR) -MMD -MP -c -o $@ $<

$(BUILD)/libperfexpert.a: $(LIB)
	@rm -f $@
	ar rcs $@ $(LIB)

$(BUILD)/perfexpert: $(BUILD)/obj/report/main.o $(BUILD)/libperfexpert.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/perfexpert-run: $(BUILD)/obj/measure/main.o \
		$(BUILD)/obj/measure/as_rank.o $(BUILD)/obj/measure/choose.o $(BUILD)/obj/measure/options.o \
		$(BUILD)/libperfexpert.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The unit tests: one program, a suite for each check_*.c
$(BUILD)/tests/suites.h: $(CHECKS) Makefile
	@mkdir -p $(@D)
	@for s in $(patsubst check_%.c,%,$(notdir $(CHECKS))); do echo "SUITE($$s)"; done > $@

$(BUILD)/obj/tests/check.o: CPPFLAGS += -I$(BUILD)/tests
$(CHECKS:%.c=$(BUILD)/obj/%.o): CPPFLAGS += -iquote tests
# without optimisation they are built in a third of the time
$(CHECKS:%.c=$(BUILD)/obj/%.o): CFLAGS += -O0
$(BUILD)/obj/tests/check.o: $(BUILD)/tests/suites.h

$(BUILD)/tests/check: $(CHECKS:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/tests/check.o \
		$(BUILD)/obj/measure/collect/mpi/library/callers.o $(BUILD)/libperfexpert.a
	$(CC) $(LDFLAGS) -o $@ $^ $(CHECK_LIBS) $(LDLIBS)

# Fuzz targets are always built and replayed; "make fuzz T=60" searches.
$(foreach s,$(FUZZ_SRC),$(eval $(BUILD)/fuzz/$(basename $(notdir $s)): $(BUILD)/obj/$(s:.c=.o)))
$(FUZZERS): $(BUILD)/obj/tests/fuzz/replay.o $(BUILD)/libperfexpert.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)

unit: $(BUILD)/tests/check
	$(BUILD)/tests/check

# What tests/run.sh needs, for parts run by hand
check-build: all $(BUILD)/tests/check $(FUZZERS)

check:
	@$(MAKE) --no-print-directory $(JOBS) check-build
	BUILD=$(BUILD) tests/run.sh

# MPI's ranks, started in all ways, and a batch system: counts only, on any machine
check-ranks: all
	BUILD=$(BUILD) tests/run.sh ranks

# Whoever has one: HPCTOOLKIT=folder, where bin/hpcrun is
check-hpctoolkit: all
	BUILD=$(BUILD) tests/hpcrun/real.sh $(HPCTOOLKIT)

# Ranks, and parallel programs with faults that were planted, which needs free
# processors; some five minutes
check-parallel: all
	BUILD=$(BUILD) tests/run.sh parallel

# Where each suggestion fires; DIR=... counts measured programs anew
doc/fires.md: all
	BUILD=$(BUILD) bench/fires.sh >$@.new && mv $@.new $@

# The programs of all examples under the sanitizers, and read by clang-tidy
check-examples: all
	SAMPLE=all SANITIZE=1 BUILD=$(BUILD) tests/examples.sh

# On other systems: Debian's in use and the next, Arm's and POWER's under QEMU; an
# hour, and before each release
check-platforms:
	tests/platforms.sh debian11 debian12 debian13 sid arm64 ppc64el pmu

# Event codes of Arm and POWER beside a kernel's tables: LINUX=its sources
check-events:
	LINUX=$(LINUX) tests/kernel_events.py

asan:
	CK_FORK=no ASAN_OPTIONS=detect_leaks=1 $(MAKE) BUILD=build/asan \
		LDFLAGS='$(SAN)' CFLAGS='-O1 -g -fno-omit-frame-pointer $(SAN)' check-asan

check-asan: all $(BUILD)/tests/check $(FUZZERS)
	BUILD=$(BUILD) tests/run.sh unit golden fuzz

# Each system call of both programs fails, in each way; takes an hour or more
faults: all
	BUILD=$(BUILD) tests/faults.sh --full $(ONLY)

golden-accept: all
	BUILD=$(BUILD) tests/golden.sh --accept

fuzz:
	tests/fuzz/search.sh $(or $(T),60)

# A binary (this one's reader, without BINARY) is changed section by section
$(BUILD)/fuzz/elf_mutants: $(BUILD)/obj/tests/fuzz/elf_mutants.o \
		$(BUILD)/obj/tests/fuzz/measure/fuzz_structure.o $(BUILD)/libperfexpert.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

fuzz-elf:
	$(MAKE) BUILD=build/asan LDFLAGS='$(SAN)' \
		CFLAGS='-O1 -g -fno-omit-frame-pointer $(SAN)' build/asan/fuzz/elf_mutants
	cp $(or $(BINARY),build/asan/fuzz/elf_mutants) build/asan/fuzz/subject
	build/asan/fuzz/elf_mutants build/asan/fuzz/subject $(or $(N),10000) $(or $(SEED),1)

# The same through whole measurements and reports
fuzz-runs:
	$(MAKE) BUILD=build/asan LDFLAGS='$(SAN)' \
		CFLAGS='-O1 -g -fno-omit-frame-pointer $(SAN)' all build/asan/fuzz/elf_mutants
	$(CC) -O1 -g -o build/asan/fuzz/program $(or $(SOURCE),tests/cli/victim.c) -ldl
	tests/fuzz/whole_run.sh $(CURDIR)/build/asan build/asan/fuzz/program # as it is
	build/asan/fuzz/elf_mutants build/asan/fuzz/program $(or $(N),1000) $(or $(SEED),1) \
		120 tests/fuzz/whole_run.sh $(CURDIR)/build/asan

# A room's code is changed at one place at a time: which tests notice?
mutants: all
	tests/mutants/mutants.py $(or $(ROOM),diagnose) -n $(or $(N),20) -s $(or $(SEED),1)

# Random trees of processes, alone and measured: N=500 takes hours
stress: all
	TREES=$(or $(N),500) SEED=$(or $(SEED),1) BUILD=$(BUILD) \
		tests/processes.sh forest

lint: format headers layers shellcheck tidy

format:
	clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h' | \
		grep -v -e examples/ -e tests/puzzles/)

headers: $(HDR:%=$(BUILD)/hdr/%.ok)
$(BUILD)/hdr/%.h.ok: %.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(WARN) -Werror -fsyntax-only -x c $<
	@touch $@

layers:
	tests/layers.sh

# Every script, told by its first line; completions and the golden tests'
# commands have none. COMPREPLY takes words, so the completions split them.
SCRIPTS = $(shell git grep -lE '^#!/(usr/)?bin/(env )?(ba)?sh' | sort)
SOURCED = $(wildcard completions/bash/* tests/golden/lib.sh tests/golden/*/cmd)
shellcheck:
	shellcheck -x -S warning $(SCRIPTS)
	shellcheck -S warning -s bash -e SC2207,SC2164 $(SOURCED)

# One stamp a file, so that only what changed is looked at again: the file or
# a header that it includes.
TIDY_DIRS = tests $(wildcard tests/unit/* tests/fuzz/*) tests/fuzz tests/hpcrun \
	    tests/simulator $(wildcard tests/simulator/*) bench knowledge/verify
TIDY := $(filter-out tests/simulator/count/plugin.c,$(wildcard \
	measure/main.c measure/as_rank.c measure/choose.c measure/options.c \
	measure/collect/clock/library/*.c $(LIB_DIRS:%=%/*.c) $(TIDY_DIRS:%=%/*.c)))
TIDY_FLAGS = $(CPPFLAGS) -iquote tests -I$(BUILD)/tests -std=gnu11
tidy: $(TIDY:%.c=$(BUILD)/tidy/%.ok)
$(BUILD)/tidy/tests/check.ok: $(BUILD)/tests/suites.h
$(BUILD)/tidy/%.ok: %.c .clang-tidy tests/.clang-tidy
	@mkdir -p $(@D)
	@$(CC) $(TIDY_FLAGS) -MM -MP -MT $@ -MF $(@:.ok=.d) $<
	clang-tidy --quiet $< -- $(TIDY_FLAGS) 2>$@.log >&2 || \
		{ grep -E 'warning:|error:' $@.log; exit 1; }
	@mv $@.log $@

# Everything that is not compiled: read where it is in a source tree, and from
# share/perfexpert when installed.
DATA := $(wildcard arch/*.lua knowledge/*.lua knowledge/measured/*.lua \
	profile/measurement.rng report/export/schema.json)
EXAMPLES := $(wildcard knowledge/examples/*/*)
SIMULATOR = $(BUILD)/simulator
install: all
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(libexecdir)"/simulator \
		"$(DESTDIR)$(docdir)" "$(DESTDIR)$(mandir)"/man1 "$(DESTDIR)$(compdir)"
	install -m 755 $(PROGS) "$(DESTDIR)$(bindir)"
	install -m 755 $(BUILD)/perfexpert-preload.so $(MPI_LIB) \
		"$(DESTDIR)$(libexecdir)"
	install -d "$(DESTDIR)$(libdir)"/pkgconfig
	install -m 755 $(REGION_LIB).so "$(DESTDIR)$(libdir)"
	install -m 644 $(REGION_LIB).a "$(DESTDIR)$(libdir)"
	install -m 755 $(REGION_LIB).so "$(DESTDIR)$(libexecdir)"
	for f in $(REGION_HDR); do \
		install -D -m 644 measure/collect/region/include/$$f \
			"$(DESTDIR)$(includedir)"/$$f || exit 1; \
	done
	sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(libdir)|' \
		-e 's|@includedir@|$(includedir)|' -e 's|@version@|$(VERSION)|' \
		measure/collect/region/library/perfexpert-region.pc.in \
		>"$(DESTDIR)$(libdir)"/pkgconfig/perfexpert-region.pc
	cp -RP $(SIMULATOR)/. "$(DESTDIR)$(libexecdir)"/simulator
	install -d "$(DESTDIR)$(datadir)"
	cp --parents $(DATA) $(EXAMPLES) "$(DESTDIR)$(datadir)"
	find "$(DESTDIR)$(datadir)" -type d -exec chmod 755 {} + \
		-o -type f -exec chmod 644 {} +
	install -m 644 README.md CHANGELOG.md LICENSE profile/FORMAT.md \
		"$(DESTDIR)$(docdir)"
	install -d "$(DESTDIR)$(docdir)"/doc
	install -m 644 $(wildcard doc/*.md) "$(DESTDIR)$(docdir)"/doc
	install -m 644 $(wildcard doc/*.1) "$(DESTDIR)$(mandir)"/man1
	for f in $(notdir $(wildcard completions/bash/*)); do \
		install -m 644 completions/bash/$$f "$(DESTDIR)$(compdir)" && \
		install -D -m 644 completions/fish/perfexpert.fish \
			"$(DESTDIR)$(fishdir)"/$$f.fish || exit 1; \
	done
	install -D -m 644 completions/zsh/_perfexpert \
		"$(DESTDIR)$(zshdir)"/_perfexpert
	if [ -d $(BUILD)/web ]; then \
		install -d "$(DESTDIR)$(docdir)"/html; \
		cp -R $(BUILD)/web/. "$(DESTDIR)$(docdir)"/html; \
	fi

# What a release is: the committed files, the same bytes each time
DIST = perfexpert-$(VERSION).tar.gz
dist:
	@mkdir -p $(BUILD)
	git archive --format=tar --prefix=perfexpert-$(VERSION)/ HEAD | \
		gzip -9n >$(BUILD)/$(DIST)
	cd $(BUILD) && sha256sum $(DIST) >$(DIST).sha256

uninstall:
	rm -rf "$(DESTDIR)$(libexecdir)" "$(DESTDIR)$(datadir)" "$(DESTDIR)$(docdir)"
	rm -f $(REGION_HDR:%="$(DESTDIR)$(includedir)"/%) \
		"$(DESTDIR)$(libdir)"/$(notdir $(REGION_LIB)).so \
		"$(DESTDIR)$(libdir)"/$(notdir $(REGION_LIB)).a \
		"$(DESTDIR)$(libdir)"/pkgconfig/perfexpert-region.pc
	-rmdir "$(DESTDIR)$(includedir)"/perfexpert \
		"$(DESTDIR)$(includedir)"/fj_tool 2>/dev/null
	rm -f $(PROGS:$(BUILD)/%="$(DESTDIR)$(bindir)"/%) \
		$(patsubst doc/%,"$(DESTDIR)$(mandir)"/man1/%,$(wildcard doc/*.1)) \
		$(patsubst completions/bash/%,"$(DESTDIR)$(compdir)"/%,$(wildcard completions/bash/*)) \
		$(patsubst completions/bash/%,"$(DESTDIR)$(fishdir)"/%.fish,$(wildcard completions/bash/*)) \
		"$(DESTDIR)$(zshdir)"/_perfexpert

demo: all web
	BUILD=$(BUILD) demo/demo.sh

bench: all
	for b in bench/*.sh; do echo "== $$b"; BUILD=$(BUILD) bash $$b || exit 1; done

clean:
	rm -rf $(BUILD)

help:
	@echo "make setup     install the packages that are missing (root or sudo)"
	@echo "make           build the programs into $(BUILD)/"
	@echo "make web       the pages of suggestions and machines, $(BUILD)/web/"
	@echo "make demo      measure two matrix products and show the assessment"
	@echo "make check     run every test"
	@echo "make asan      the tests under the address and undefined sanitizers"
	@echo "make check-examples  all example programs under the sanitizers, read by clang-tidy"
	@echo "make faults    each system call fails in each way (slow; a sample is in check)"
	@echo "make lint      format, headers, layers, shellcheck, clang-tidy"
	@echo "make bench     performance figures (slow; not part of check)"
	@echo "make install   prefix=$(prefix) DESTDIR="
	@echo "make uninstall what make install with the same prefix has put there"
	@echo "make dist      a tarball of what is committed, with its checksum"
	@echo "make clean     remove $(BUILD)/"
	@echo "CONTRIBUTING.md has more: parts of the tests, fuzzing, the examples of rules"

-include $(shell find $(BUILD)/obj $(BUILD)/tidy -name '*.d' 2>/dev/null)

.PHONY: all unit check check-build check-ranks check-parallel check-hpctoolkit check-platforms check-events check-examples doc/fires.md asan check-asan faults golden-accept fuzz fuzz-elf fuzz-runs mutants stress lint format headers \
	layers shellcheck tidy clean help demo bench install uninstall dist
.DELETE_ON_ERROR:

endif
