#!/bin/sh
# fuzz.sh: runs each fuzzer for some seconds, one after the other.
#
#     tools/fuzz.sh SECONDS [NAME...]
#
# What a fuzzer learns is kept in build-asan/corpus/ and used again the next time; an input
# that breaks something is left in build-asan/crashes/, and the run fails.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:?"usage: fuzz.sh SECONDS [NAME...]"}
shift
tools/test.py --build asan

failed=
for fuzzer in $(find build-asan -type f -name 'fuzz_*' -perm -u+x | sort); do
    name=$(basename "$fuzzer")
    case " $* " in
    "  " | *" $name "*) ;;
    *) continue ;;
    esac
    echo "== $name, $seconds s"
    mkdir -p "build-asan/corpus/$name" build-asan/crashes
    seeds=tests/fuzz/seeds/$name
    [ -d "$seeds" ] || seeds=
    # shellcheck disable=SC2086 # seeds is one word or none
    "$fuzzer" -max_total_time="$seconds" -timeout=20 -print_final_stats=1 \
        -artifact_prefix="build-asan/crashes/$name-" \
        "build-asan/corpus/$name" $seeds >build-asan/fuzz.log 2>&1 && code=0 || code=$?
    if [ $code = 0 ]; then
        grep -E 'number_of_executed_units|new_units_added' build-asan/fuzz.log
    else
        cat build-asan/fuzz.log
        failed="$failed $name"
    fi
done
[ -z "$failed" ] || {
    echo "fuzz: these found something:$failed"
    exit 1
}
