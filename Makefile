# Makefile: the names people type; meson and ninja do the work.
#
# Everything is built in build/ and, for other compilers and sanitizers, in build-*/.
# What is missing on the machine is installed first: see tools/setup.sh.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
ATTACK_SECONDS ?= 60
export DESTDIR

.PHONY: all run check test install bench book soak asan tsan lint fuzz attack coverage clean help

all: ## build the program, build/ariadne
	@tools/build.sh

run: ## start the web page and print its address
	@tools/build.sh ariadne
	@trap : INT; build/ariadne serve || test $$? = 130 # Ctrl-C is how it ends

check: ## run the quick tests: units, the command, layout, the include law, the signature
	@tools/setup.sh check
	@tools/test.py check

test: ## run every test, also under the sanitizers; ends with a count
	@tools/setup.sh test
	@tools/test.py

install: ## install the program, library, headers and manual under PREFIX
	@tools/setup.sh install
	@tools/build.sh
	@meson configure build -Dprefix=$(PREFIX)
	@meson install -C build

bench: all ## run the benchmarks
	@tools/setup.sh bench
	@meson test -C build --benchmark --verbose

book: all ## make the opening book of Connect Four again, books/*.book (long)
	@build/ariadne book connect4 --plies 6 --memory 512M --threads $$(nproc) --verify 20 \
	    -o books/connect4-width-7-height-6-line-4.book

soak: all ## a million positions of Connect Four solved in every way (a quarter of an hour)
	@build/tests/test_exact 1000000 $$(ls books/connect4-width-7-height-6-line-4.book 2>/dev/null)

asan: ## run the tests with the address and undefined-behaviour sanitizers
	@tools/setup.sh test
	@tools/test.py asan

tsan: ## run the tests of threads with the thread sanitizer
	@tools/setup.sh test
	@tools/test.py tsan

lint: ## clang-format, clang-tidy, cppcheck and the project's own checks
	@tools/setup.sh lint
	@tools/lint.sh

fuzz: ## run each fuzzer for FUZZ_SECONDS (60)
	@tools/setup.sh fuzz
	@tools/fuzz.sh $(FUZZ_SECONDS)

attack: ## hostile files and requests, each kind for ATTACK_SECONDS (60), under the sanitizers
	@tools/setup.sh test
	@tools/attack.sh $(ATTACK_SECONDS)

coverage: ## run the tests and report which lines they reach
	@tools/setup.sh coverage
	@tools/coverage.sh

clean: ## remove everything that was built
	@rm -rf build build-*

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12
