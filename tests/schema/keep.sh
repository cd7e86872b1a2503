#!/bin/bash
# Runs $PERFEXPERT where JSON is asked for in any of its forms, and keeps in the
# folder $KEEP what it writes to standard output, where that is JSON.
case " $* " in
*" -j "* | *" --json "* | *" --sarif "* | *" --speedscope "* | *" --format"* | *" --chrome-trace - "*) ;;
*) exit 0 ;;
esac
out=$(mktemp "$KEEP/XXXXXX.json") || exit 1
"$PERFEXPERT" "$@" >"$out"
status=$?
cat "$out"
[ "$(head -c 1 "$out")" = "{" ] || rm "$out"
exit $status
