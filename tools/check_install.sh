#!/bin/sh
# check_install.sh: does what `make install` installs work on its own?
#
#     tools/check_install.sh BUILD_DIRECTORY CC...
#
# Installs into an empty folder, builds a program against the headers and the library there,
# with the flags that pkg-config gives, and runs it and the installed command.
set -eu
build=$1
shift
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
DESTDIR=$place meson install -C "$build" --no-rebuild --quiet

cat >"$place/example.c" <<'C'
#include <stdio.h>
#include <ariadne/solver.h>

int main(void)
{
    ari_variant *nim;
    ari_solver *solver;
    ari_analysis answer;
    ari_error error;
    ari_engine_job job = {.runner = NULL};
    if (ari_variant_new("nim:heaps=31", &nim, &error) != ARI_OK ||
        ari_solver_new(nim, 1 << 20, &solver, &error) != ARI_OK ||
        ari_solver_ask(solver, &nim->start, ARI_ASK_BEST, &job, &answer, &error) != ARI_OK) {
        puts(error.message);
        return 1;
    }
    printf("%s %d\n", ari_value_name(answer.whole.score), answer.whole.distance);
    ari_analysis_free(&answer);
    ari_solver_free(solver);
    ari_variant_free(nim);
    return 0;
}
C
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
