#!/bin/sh
# attack.sh: hostile input for as long as wanted: every script of tests/attack/, one after the other.
#
#     tools/attack.sh SECONDS [SEED]
#
# Each script gets the program built with the address and undefined-behaviour sanitizers, and so many seconds; requests.py
# goes on with the thread sanitizer's. A script prints each finding with the seed that repeats it; then the run fails.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:?"usage: attack.sh SECONDS [SEED]"}
seed=${2:-$(date +%s)}
tools/test.py --build asan tsan

# Old sanitizers cannot live with much randomness in addresses; where it can be switched off, it is.
fixed=
if setarch "$(uname -m)" -R true 2>/dev/null; then
    fixed="setarch $(uname -m) -R"
fi

failed=
attack() { # SCRIPT BUILD
    echo "== $1, $2, $seconds s, seed $seed"
    # shellcheck disable=SC2086 # a command and its words
    $fixed python3 "$1" "$2/ariadne" --seconds "$seconds" --seed "$seed" || failed="$failed $1 ($2)"
}
for script in tests/attack/*.py; do
    [ -x "$script" ] || continue # what scripts share
    attack "$script" build-asan
    [ "$(basename "$script")" != requests.py ] || attack "$script" build-tsan
done
[ -z "$failed" ] || {
    echo "attack: these found something, with seed $seed:$failed"
    exit 1
}
