#!/bin/sh
# Fails when an include points upwards: measure -> profile -> diagnose ->
# knowledge -> web, each above arch, lua and base; lua.h stays in lua/.
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0

# allow DIR FOLDER...: files of DIR may include from these folders only
allow() {
	dir=$1
	shift
	pattern=$(echo "$@" | tr ' ' '|')
	for f in "$dir"/*.[ch]; do
		[ -e "$f" ] || continue
		case $f in */main.c) continue ;; esac
		hits=$(grep -nE '^#include "[a-z_]+/' "$f" |
			grep -vE "^[0-9]+:#include \"($pattern)/")
		if [ -n "$hits" ]; then
			echo "$f includes from a folder above it:"
			echo "$hits"
			bad=1
		fi
	done
}

allow base base
allow lua base lua
allow profile base profile
allow profile/hpctoolkit base profile
allow arch base lua arch
allow measure base lua profile arch measure
allow measure/structure base measure
allow diagnose base lua profile arch diagnose
allow knowledge base lua profile arch diagnose knowledge
allow web base lua profile arch diagnose knowledge web
if grep -ln '#include <lua' base/* profile/*.[ch] profile/*/*.[ch] arch/*.[ch] \
	measure/*.[ch] measure/*/*.[ch] diagnose/*.[ch] knowledge/*.[ch] \
	web/*.[ch] 2>/dev/null; then
	echo "includes lua.h outside lua/"
	bad=1
fi
[ $bad = 0 ] && echo "layers: ok"
exit $bad
