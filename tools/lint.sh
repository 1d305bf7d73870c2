#!/bin/sh
# lint.sh: everything that finds mistakes by reading the code. Runs all of it, says what
# each found, and fails if any found something.
#
#     tools/lint.sh [quick]    quick: without clang's analyzer, which takes nearly all of the time
#
# clang-tidy and cppcheck read the commands of the clang build, with assertions, which tell them
# what must be true; the templates (*.inc) are read through the files that include them.
case ${1:-} in
'' | quick) ;;
*)
    echo "usage: tools/lint.sh [quick]" >&2
    exit 2
    ;;
esac
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

# tidy PATTERN OPTION...: the files whose paths match. Nearly all of its time is that of clang's analyzer,
# which goes on for longest where there is nothing to be found: so it gives a function up sooner than it
# would by itself, after 60000 states and not 225000. That takes a third of the time.
tidy() {
    pattern=$1
    shift
    said=$(run-clang-tidy -p build-lint -quiet -extra-arg=-Xclang \
        -extra-arg=-analyzer-config -extra-arg=-Xclang -extra-arg=max-nodes=60000 "$@" "$pattern" \
        2>/dev/null) && return
    # Without its own progress and, as it always colours, without the colours.
    echo "$said" | sed -e 's/\x1b\[[0-9;]*m//g' -e '/^clang-tidy/d'
    return 1
}
# Of the project's own files, not of the packed page, whose megabytes of numbers take minutes.
# The searches are read once, for any game: read for each game, they take minutes and say the same.
cpp_check() {
    mkdir -p build-lint/cppcheck
    python3 -c 'import json, sys
print(json.dumps([each for each in json.load(sys.stdin) if each["file"].startswith("../")]))' \
        <build-lint/compile_commands.json >build-lint/own_commands.json
    cppcheck --project=build-lint/own_commands.json --quiet --error-exitcode=1 \
        --enable=warning,performance,portability -j "$(nproc)" -UARI_COMPILE_SEARCHES \
        --suppressions-list=tools/cppcheck.suppressions \
        --cppcheck-build-dir=build-lint/cppcheck
}

# Only the commands and the packed page are needed; nothing is compiled.
if ! [ -e build-lint/build.ninja ]; then
    CC=clang meson setup build-lint -Dtests=enabled -Doffline=disabled \
        -Dassertions=true >/dev/null || exit 1
fi
ninja -C build-lint --quiet build.ninja >/dev/null && ninja -C build-lint --quiet web/web_page.c >/dev/null || exit 1
check "include law" tools/check_includes.py
check "clang-format" tools/check_format.sh
check "shell" shellcheck --severity=warning tools/*.sh .ci/run
check "cppcheck" cpp_check
if [ "${1:-}" = quick ]; then
    check "clang-tidy without the analyzer" tidy "^(?!.*/build-lint/).*/(src|games|puzzles|cli|web|bench)/.*" \
        "-checks=-clang-analyzer-*"
else
    check "clang-tidy" tidy "^(?!.*/base/(error|allowance)\.c|.*/build-lint/).*/(src|games|puzzles|cli|web|bench)/.*" \
        -extra-arg=-include -extra-arg="$PWD/tools/analyzer.h"
    check "clang-tidy, the errors themselves" tidy "/src/base/(error|allowance).c"
fi
[ $failed = 0 ] && echo "lint: nothing found"
exit $failed
