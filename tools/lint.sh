#!/bin/sh
# lint.sh: everything that finds mistakes by reading the code. Runs all of it, says what
# each found, and fails if any found something.
#
# clang-tidy and cppcheck read the commands of the clang build; the templates (*.inc) are
# read through the files that include them.
cd "$(dirname "$0")/.." || exit 1
failed=0

check() {
    name=$1
    shift
    printf '%s\n' "== $name"
    "$@"
    code=$?
    [ $code = 0 ] || [ $code = 77 ] || failed=1 # 77: skipped
}

# tidy PATTERN OPTION...: the files whose paths match.
tidy() {
    pattern=$1
    shift
    said=$(run-clang-tidy -p build-lint -quiet "$@" "$pattern" 2>/dev/null) && return
    # Without its own progress and, as it always colours, without the colours.
    echo "$said" | sed -e 's/\x1b\[[0-9;]*m//g' -e '/^clang-tidy/d'
    return 1
}
cpp_check() {
    mkdir -p build-lint/cppcheck
    cppcheck --project=build-lint/compile_commands.json --quiet --error-exitcode=1 \
        --enable=warning,performance,portability -j "$(nproc)" \
        --suppressions-list=tools/cppcheck.suppressions \
        --cppcheck-build-dir=build-lint/cppcheck
}

# Only the commands and the packed page are needed; nothing is compiled.
if ! [ -e build-lint/build.ninja ]; then
    CC=clang meson setup build-lint -Dtests=enabled -Doffline=disabled >/dev/null || exit 1
fi
ninja -C build-lint --quiet build.ninja >/dev/null && ninja -C build-lint --quiet web/web_page.c >/dev/null || exit 1
check "include law" tools/check_includes.py
check "clang-format" tools/check_format.sh
check "shell" shellcheck --severity=warning tools/*.sh .ci/run
check "cppcheck" cpp_check
check "clang-tidy" tidy "^(?!.*/base/error\.c).*/(src|games|puzzles|cli|web|bench)/.*" \
    -extra-arg=-include -extra-arg="$PWD/tools/analyzer.h"
check "clang-tidy, the errors themselves" tidy /src/base/error.c
[ $failed = 0 ] && echo "lint: nothing found"
exit $failed
