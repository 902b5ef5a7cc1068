#!/usr/bin/env bash
# The part of UCI that the leaderboard speaks, in front of `setwise perft`, whose last line is
# `Nodes searched: N`. The options of `setwise perft` are the arguments.
set -u

setwise="${SETWISE:-$(dirname "$0")/../../bin/setwise/target/dist/setwise}"
position=startpos

while read -r line; do
    case "$line" in
    uci) printf 'id name Setwise %s\nuciok\n' X ;;
    isready) echo readyok ;;
    ucinewgame | "position startpos") position=startpos ;;
    "position fen "*) position="${line#position fen }" ;;
    "go perft "*) "$setwise" perft "${line##* }" "$position" "$@" 2>&1 ;;
    quit) exit ;;
    esac
done
