#!/bin/bash
# One simulated pass, without and with the timing model, against cachegrind and callgrind with cache and branch
# simulation and against no tool at all, over the kernels and real programs;
# the runs of a program are done in turn, and the least user time of each counts.
#
#	bench/simulator.sh [ROUNDS [NAME...]]
#
# Targets (geometric means): at most 0.65 x cachegrind, at most 0.4 x callgrind,
# and with the model at most 1.15 x without it; no program above 1.5 x
# cachegrind. What came out: doc/effort.md.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=$(realpath "${BUILD:-build}")
rounds=${1:-3}
[ $# -gt 0 ] && shift
names=("$@")
export LC_ALL=C
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# All tools from one folder, so that programs see the same environment.
mkdir "$dir/lib"
ln -s "$build"/simulator/* "$dir/lib/"
exec_dir=$(dirname "$(readlink -f "$build/simulator/default.supp")")
ln -s "$exec_dir"/{none,cachegrind,callgrind}-*-linux "$dir/lib/"
export VALGRIND_LIB=$dir/lib

machine=zen5
# The options that perfexpert-run gives for it, all of them but the model
read -ra ours < <(PERFEXPERT_DATA=$top "$build/perfexpert-run" --dry-run \
	--collector simulate --machine "$machine" --launcher none true |
	sed -n 's/.* \(--L1D=.*\) --model=.*/\1/p')
[ ${#ours[@]} -gt 0 ] || exit 1
# Of option NAME of these, the value
value() { printf '%s\n' "${ours[@]}" | sed -n "s/^--$1=//p"; }
# cachegrind has two levels and no TLB
theirs=(--cache-sim=yes --branch-sim=yes "--D1=$(value L1D)"
	"--I1=$(value L1I)" "--LL=$(value L2)")

wanted() {
	[ ${#names[@]} = 0 ] && return 0
	for n in "${names[@]}"; do [ "$n" = "$1" ] && return 0; done
	return 1
}

# Least of the user times in the file, in seconds
least() { sort -n "$1" | head -n 1; }

make -s BUILD="$build" "$build/tests/simmodel" &&
	PERFEXPERT_DATA=$top "$build/tests/simmodel" "$machine" "$dir/model" 3e9 ||
	exit 1

TIMEFORMAT=%U
# once KEY TOOL OPTIONS.. -- PROGRAM..: adds the user time to $dir/KEY.times
once() {
	local key=$1 tool=$2
	shift 2
	rm -f "$dir"/out.*
	{ time timeout 600 valgrind -q --tool="$tool" "$@" \
		<"$input" >/dev/null 2>"$dir/stderr" || echo failed; } \
		>>"$dir/$key.times" 2>&1
}

# compare NAME PROGRAM ARGUMENTS..
compare() {
	local name=$1 t
	shift
	rm -f "$dir"/*.times
	for ((i = 0; i < rounds; i++)); do
		once none none "$@"
		once ours perfexpert-sim --out-file="$dir/out.%p" \
			"${ours[@]}" "$@"
		once model perfexpert-sim --out-file="$dir/out.%p" \
			--model="$dir/model" "${ours[@]}" "$@"
		once cachegrind cachegrind --cachegrind-out-file=/dev/null \
			"${theirs[@]}" "$@"
		once callgrind callgrind --callgrind-out-file=/dev/null \
			"${theirs[@]}" "$@"
	done
	for t in none ours cachegrind callgrind model; do
		if grep -q failed "$dir/$t.times"; then
			echo "$name: skipped: $t failed" >&2
			return
		fi
		least "$dir/$t.times"
	done | paste -s | awk -v name="$name" '{
		printf "%-16s %8.2f %8.2f %10.2f %9.2f %10.2f %9.2f %8.2f %6.2f\n",
			name, $1, $2, $3, $4, $2 / $3, $2 / $4, $5, $5 / $2 }' |
		tee -a "$dir/table"
}

printf '%-16s %8s %8s %10s %9s %10s %9s %8s %6s\n' program none ours \
	cachegrind callgrind /cachegr. /callgr. model /ours

input=/dev/null
while IFS=$'\t' read -r name source _ only flags args <&3; do
	wanted "$name" || continue
	case $source in
	*.c) compiler=gcc ;;
	*.cpp) compiler=g++ ;;
	*) compiler="gfortran -J $dir" ;;
	esac
	if [ "$only" != any ] && [ "$only" != "$(uname -m)" ]; then
		echo "$name: skipped: made for $only"
		continue
	fi
	[ "$flags" = - ] && flags=
	# shellcheck disable=SC2086
	if ! $compiler -O2 -g -fno-tree-vectorize $flags -o "$dir/$name" \
		"tests/kernels/$source" -lm 2>"$dir/stderr"; then
		echo "$name: skipped: $compiler can't build it"
		continue
	fi
	# shellcheck disable=SC2086
	compare "$name" "$dir/$name" $args
done 3< <(lua5.4 tests/kernels/check.lua --list)

cat "$build/libperfexpert.a" /bin/bash "$top"/*/*.c | head -c 4000000 \
	>"$dir/data"
cat >"$dir/sql" <<'SQL'
create table t(a integer primary key, b integer, c text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000)
insert into t select i, (i * 7919) % 10007, 'name ' || (i * 31 % 997) from n;
create index t_b on t(b);
select count(*), sum(b), min(c) from t where b between 100 and 5000;
select c, count(*), avg(b) from t group by c order by 2 desc limit 5;
select count(*) from t x join t y on x.b = y.a where x.c like '%7';
SQL
for p in "gzip -c" "bzip2 -c" "xz -1 -c" "sqlite3 :memory:"; do
	name=${p%% *}
	wanted "$name" || continue
	if ! command -v "$name" >/dev/null; then
		echo "$name: skipped: not installed"
		continue
	fi
	input=$dir/data
	[ "$name" = sqlite3 ] && input=$dir/sql
	# shellcheck disable=SC2086
	compare "$name" $p
done

awk '{ n++; a += log($6); b += log($7); c += log($3 / $2); d += log($9) }
	$6 > 1.5 { above = above " " $1 }
	END { if (n) printf "%d programs; geometric means: %.3f x cachegrind " \
		"(target 0.65), %.3f x callgrind (target 0.4), %.2f x none; " \
		"with the model %.3f x without (target 1.15); above 1.5 x " \
		"cachegrind:%s\n", n, exp(a / n), exp(b / n), exp(c / n),
		exp(d / n), above ? above : " none" }' "$dir/table"
