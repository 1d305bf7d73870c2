#!/bin/sh
# setup.sh: sees that what a job needs is on this machine, and installs what is missing.
#
#     tools/setup.sh build|install|check|test|lint|fuzz|coverage|bench
#     tools/setup.sh --list JOB    what the job needs, whether it is there or not
#
# It looks for the tools themselves, not for packages, so it is quick and says nothing when
# all is there, whoever installed it. Otherwise it installs Debian packages with apt-get,
# through sudo unless run by root; where that is impossible it lists them and stops.
set -eu

listing=
if [ "${1:-}" = --list ]; then
    listing=yes
    shift
fi
job=${1:?"usage: setup.sh [--list] build|install|check|test|lint|fuzz|coverage|bench"}
missing=

# want PACKAGE COMMAND...: the package is missing when the command fails.
want() {
    package=$1
    shift
    case " $missing " in *" $package "*) return ;; esac
    [ -z "$listing" ] && "$@" >/dev/null 2>&1 || missing="$missing $package"
}
program() { command -v "$1"; }
library() { pkg-config --exists "$1"; }
cpp_compiler() { program g++ || program clang++; }
header() { echo "#include <$1>" | cc -E -; }
# The sanitizers and the fuzzer of clang come in a package of their own.
clang_runtime() { find "$(clang -print-runtime-dir)" | grep fuzzer; }
# What clang needs to compile for WebAssembly.
wasm_file() { test -e "$(clang --target=wasm32-wasi "$@")"; }

# What `make` and `make run` need, and nothing else: the README counts it.
want_build() {
    want gcc program cc
    want libc6-dev header stdlib.h
    want meson program meson
    want ninja-build program ninja
    want pkgconf program pkg-config
    want libpng-dev library libpng
    want libzstd-dev library libzstd
    want libxxhash-dev library libxxhash
    want libmicrohttpd-dev library libmicrohttpd
    want libjansson-dev library jansson
}
want_manual() { want scdoc program scdoc; }
want_mpi() {
    want libopenmpi-dev library ompi-c
    want openmpi-bin program mpirun
}
# The page's own engine, for when its server is away.
want_engine() {
    want clang program clang
    want lld program wasm-ld
    want wasi-libc wasm_file -print-file-name=crt1-reactor.o
    want libclang-rt-dev-wasm32 wasm_file -print-libgcc-file-name
}
want_check() {
    want libcmocka-dev library cmocka
    want curl program curl
    want clang-format program clang-format
    want nodejs program node
}
want_sanitizers() {
    want clang program clang
    want libclang-rt-dev clang_runtime
}
want_test() {
    want_check
    want_manual
    want_mpi
    want_engine
    want_sanitizers
    want g++ cpp_compiler
    want chromium program chromium
    want npm program npm
}
# The page is tested in a browser with what tests/browser/package.json names. It goes into the
# build folder, and is fetched anew only when the list has changed.
npm_packages() {
    [ "$job" = test ] || [ "$job" = coverage ] || return 0
    from=$(dirname "$0")/../tests/browser
    to=$(dirname "$0")/../build/browser
    ! cmp -s "$from/package-lock.json" "$to/installed" || return 0
    mkdir -p "$to"
    cp "$from/package.json" "$from/package-lock.json" "$to"
    echo "Installing with npm, into build/browser: playwright-core axe-core"
    npm ci --prefix "$to" --ignore-scripts --no-audit --no-fund --loglevel=error >"$to/log" 2>&1 || {
        cat "$to/log" >&2
        echo "Ariadne's tests need these packages from npm, and they could not be had." >&2
        exit 1
    }
    cp "$from/package-lock.json" "$to/installed"
}

want_build
case $job in
build) ;;
install) want_manual ;;
check) want_check ;;
test) want_test ;;
bench) want valgrind program valgrind ;;
fuzz)
    want_check
    want_sanitizers
    ;;
lint)
    want_test
    want clang-tidy program clang-tidy
    want cppcheck program cppcheck
    want shellcheck program shellcheck
    ;;
coverage)
    want_test
    want gcovr program gcovr
    ;;
*)
    echo "setup.sh: there is no job '$job'" >&2
    exit 2
    ;;
esac
if [ -n "$listing" ]; then
    # shellcheck disable=SC2086 # a list of words
    printf '%s\n' $missing
    exit 0
fi
if [ -z "$missing" ]; then
    npm_packages
    exit 0
fi

give_up() {
    {
        echo "Ariadne needs tools that are not on this machine; in Debian's names:"
        echo "   $missing"
        echo "$1"
    } >&2
    exit 1
}

command -v apt-get >/dev/null ||
    give_up "There is no apt-get here: please install them in this system's own way."
if [ "$(id -u)" = 0 ]; then
    as_root=
elif ! command -v sudo >/dev/null; then
    give_up "Installing them needs root: there is no sudo, so please run this as root."
elif [ -t 0 ]; then
    as_root=sudo
else
    as_root='sudo -n' # nobody is there to type a password
    $as_root true 2>/dev/null || give_up "Installing them needs root: sudo asks for a password."
fi

log=$(mktemp "${TMPDIR:-/tmp}/ariadne-setup.XXXXXX")
apt() {
    # shellcheck disable=SC2086 # as_root is one word, two, or none
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        give_up "apt-get $1 failed; all it said is in $log."
    }
}

apt update
# The runtime's package carries the version of the clang that Debian has by default.
version=$(apt-cache depends clang | sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
missing=$(echo "$missing" | sed "s/libclang-rt-dev/libclang-rt-$version-dev/g")
# shellcheck disable=SC2086 # a list of words
all=$(apt-get -s install --no-install-recommends $missing | grep -c '^Inst') || :
echo "Installing with apt-get:$missing ($all packages with what they need)"
# shellcheck disable=SC2086 # a list of words
apt install --no-install-recommends $missing
rm -f "$log"
echo "Installed."
npm_packages
