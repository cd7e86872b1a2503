#!/bin/bash
# bench/constants.sh [NAME[=VALUE]...]: what moves when a number of sampling.def is
# halved or doubled, or has such a value? For each: the mean cost of the programs of
# constants.c, in percent, and the mean error of their bars, and what that is said to
# be, in characters; as columns for doc/sampling.md.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
export PERFEXPERT_DATA=$PWD
sim=measure/collect/simulate
read -ra flags <<<"$(pkg-config --cflags --libs libxml-2.0 lua5.4 zlib libdw libelf \
	capstone)"
(cd "$dir" && gcc -std=gnu11 -D_GNU_SOURCE -DSAMPLING_TRIAL -O2 -c -I"$OLDPWD" \
	"$OLDPWD/bench/constants.c" "$OLDPWD/$sim"/{sample,extrapolate}/*.c \
	"${flags[@]}") || exit 1
# what is compiled here comes before the library
gcc -o "$dir/trial" "$dir"/*.o "$build/libperfexpert.a" "${flags[@]}" -liberty -lm \
	-lpthread || exit 1

# mean cost and error
mean() {
	"$dir/trial" | awk -F'\t' '{ c += $2; e += $3; s += $4 }
		END { print c / NR, e / NR, s / NR }'
}

# moves NAME=VALUE: the same of it, less that of all numbers as they are
moves() {
	SAMPLING=$1 mean | awk -v base="$base" '{ split(base, b)
		printf "%+.1f %%, %+.2f, %+.2f", 100 * ($1 / b[1] - 1), $2 - b[2], $3 - b[3]
	}'
}

base=$(mean)
echo "mean cost, error and what it is said to be: $base"
if [[ ${1:-} == *=* ]]; then
	for change; do
		printf '%s\t%s\n' "$change" "$(moves "$change")"
	done
	exit
fi
sed -nE 's/^NUMBER\((\w+), ([0-9.e-]+),.*/\1 \2/p' "$sim/sample/sampling.def" |
	while read -r name value; do
		[ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
		half=$(moves "$name=$(awk "BEGIN { print $value / 2 }")")
		twice=$(moves "$name=$(awk "BEGIN { print $value * 2 }")")
		echo "$name | $half | $twice |"
	done
