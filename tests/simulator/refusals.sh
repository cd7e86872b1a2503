# Where it can't write, wrong use, and odd geometries.
# shellcheck shell=bash disable=SC2154

mkdir "$dir/shut"
chmod a-w "$dir/shut"
if [ "$(id -u)" = 0 ]; then
	unwritable=/proc/self/out
else
	unwritable=$dir/shut/out
fi
valgrind -q --tool=perfexpert-sim --out-file="$unwritable" "$p" status \
	>/dev/null 2>"$dir/stderr"
is "a folder that can't be written" \
	"$? $(grep -c "cannot write" "$dir/stderr")" "125 1"

# twice to one file: the first one is kept, and that is said
again() {
	valgrind -q --tool=perfexpert-sim --out-file="$dir/again" "$p" "$1" \
		>/dev/null 2>"$dir/stderr"
}
again status
cp "$dir/again" "$dir/first"
again _exit
is "counts that exist are kept, the others beside them" \
	"$(cmp "$dir/again" "$dir/first" && grep ^end "$dir/again.1")" \
	"end exit 5"
is "counts that exist are kept, which is said" \
	"$(grep -c "again' exists.*again\.1'" "$dir/stderr")" 1

wrong() {
	valgrind -q --tool=perfexpert-sim --out-file="$dir/wrong" "$@" true \
		>/dev/null 2>"$dir/stderr"
	[ $? -ne 0 ] && [ ! -e "$dir/wrong" ] && ok "refused: $*" ||
		not_ok "accepted: $*"
}
wrong --L1D=1000,3,64
wrong --L1D=32768,8,60
wrong --L1D=none
wrong --L1D=32768,8
wrong --L2=0,0,0
wrong --fetch=48
wrong --DTLB1=64,5,4096
wrong --L3=99999999999999999999,1,64

# geometry that is no power of two runs too
sim --L3=50331648,12,64 --L2=1310720,20,64 --DTLB1=72,72,4096 \
	--DTLB2=3072,12,4096 --L1I=49152,6,64 "$dir/misses"
is "sets that are no power of two" "$? $(ends)" "0 exit 0 "
sim --L3=none --DTLB2=none --ITLB2=none --TLB2-unified=no "$dir/misses"
set -- "$dir"/out.*
is "levels that are not there" \
	"$(get "$1" l3d_ld) $(get "$1" dtlb2) $(get "$1" itlb2)" "0 0 0"

# a model file has all of its numbers, and no width is 0: what is missing is named
model_of zen3 "$dir/model" 3e9 || not_ok "no model of zen3"
for name in rob string_bytes prefetch_page walk fp_add store_wide; do
	sed "/^$name /d" "$dir/model" >"$dir/less"
	valgrind -q --tool=perfexpert-sim --out-file="$dir/less.out" \
		--model="$dir/less" true >/dev/null 2>"$dir/stderr"
	is "a model without $name is refused, by name" \
		"$? $(grep -c "has no line of '$name'" "$dir/stderr")" "1 1"
done
sed 's/^op_cache_width .*/op_cache_width 0/' "$dir/model" >"$dir/zero"
wrong --model="$dir/zero"
