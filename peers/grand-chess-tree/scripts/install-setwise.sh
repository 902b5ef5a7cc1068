#!/usr/bin/env bash
# Clones, builds and tries Setwise: bin/setwise/target/dist/setwise. The program selects the
# instructions of the CPU when it runs, so it needs no flags.
ENGINE=setwise
REPO=https://setwise.example
ENGINE_DIR=bin/setwise
WRAPPER=wrappers/setwise/run.sh

source "$(cd "$(dirname "$0")" && pwd)/_common.sh"

clone_or_keep "$ENGINE_DIR" "$REPO"
# Not in the folder that the user may have set for all projects: the wrapper looks in this one.
cargo build --locked --profile dist --manifest-path "$ENGINE_DIR/Cargo.toml" \
    --target-dir "$ENGINE_DIR/target"
verify_perft "$WRAPPER" >/dev/null || die "wrong count of perft 4"
log "done: $WRAPPER"
