#!/bin/sh
# check_install.sh: does what `make install` installs work on its own?
#
#     tools/check_install.sh BUILD_DIRECTORY CC...
#
# Installs into an empty folder, builds the program of the README against the headers and the
# library there, with the flags that pkg-config gives, and runs it and the installed command.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
DESTDIR=$place meson install -C "$build" --no-rebuild --quiet

sed -n '/^```c$/,/^```$/{/^```/d;p}' README.md >"$place/example.c"
PKG_CONFIG_PATH=$(dirname "$(find "$place" -name ariadne.pc)")
PKG_CONFIG_SYSROOT_DIR=$place
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
# shellcheck disable=SC2046 # flags are words
"$@" -std=c17 "$place/example.c" -o "$place/example" \
    $(pkg-config --static --cflags --libs ariadne)

said=$("$place/example")
[ "$said" = "win 2" ] || {
    echo "the example says '$said', not 'win 2'"
    exit 1
}
"$(find "$place" -path '*/bin/ariadne')" --version
