#!/bin/sh
# check_format.sh: is every .c, .h and .cpp, every template (*.inc) and list (*.def) laid out as
# .clang-format says?
#
# Other versions of clang-format than Debian 12's lay out differently, so the check is then skipped.
cd "$(dirname "$0")/.." || exit 1
clang_format=$(command -v clang-format-14 || command -v clang-format) || exit 77
"$clang_format" --version | grep -q 'version 14\.' || {
    echo "skipped: this is $("$clang_format" --version), not version 14"
    exit 77
}
find . -path './build*' -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' -o -name '*.def' \) \
    -exec "$clang_format" --dry-run --Werror {} +
