#!/bin/sh
# build.sh: builds in build/, after installing what that needs: everything, or the targets
# that are named. Shows progress on a terminal; elsewhere it speaks only when something is
# wrong.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh build

quietly() {
    if [ -t 1 ]; then
        "$@"
    else
        log=$("$@" 2>&1) || {
            echo "$log"
            exit 1
        }
    fi
}
if ! [ -e build/build.ninja ]; then
    [ -t 1 ] || echo "Building in build/"
    quietly meson setup build
fi
quietly ninja -C build "$@"
