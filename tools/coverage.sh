#!/bin/sh
# coverage.sh: runs the tests in a build that counts, and reports which lines they reach. A
# test that fails is said at the end, after the report.
set -eu
cd "$(dirname "$0")/.."
dir=build-coverage
[ -e $dir/build.ninja ] ||
    meson setup $dir -Dtests=enabled -Dbuildtype=debug -Doptimization=1 -Db_coverage=true \
        -Dwerror=false >/dev/null
ninja -C $dir
find $dir -name '*.gcda' -delete
# Tests with closed or full disks keep the counters from being written, which is no news.
export GCOV_ERROR_FILE=/dev/null
failed=0
meson test -C $dir --no-rebuild --print-errorlogs --timeout-multiplier 10 || failed=1
mkdir -p $dir/report
gcovr --root . --object-directory $dir --filter '(src|games|puzzles|cli|web|include)/' \
    --exclude-unreachable-branches --html-details $dir/report/index.html \
    --print-summary --txt $dir/report/summary.txt
echo "line by line: $dir/report/index.html"
[ $failed = 0 ] || echo "coverage: some tests failed" >&2
exit $failed
