#!/bin/bash
# Builds and tests perfexpert as it is committed on other systems, in folders
# below $PLATFORMS (build/platforms), which stay for the next time.
#
#	tests/platforms.sh [NAME...]
#
# Names: debian11 debian12 debian13 sid, a bare system by mmdebstrap in which
# the README's commands and the tests are run; then arm64 and ppc64el at once, built
# by a cross compiler in such a system, the tests under QEMU's user mode; RELEASE: in
# that one of Debian's, not the newest that has all; at last pmu, after arm64: an Arm
# machine with counters (tests/pmu.sh).
# Without a name: debian13. TESTS=golden: only these; the unit tests are not built for
# arm64 and ppc64el then. What can't be had here is skipped with its reason. At the end,
# a table of all.
# Needs root (chroot, mount), mmdebstrap, and a network.
. tests/lib.sh

folder=$(realpath -m "${PLATFORMS:-$build/platforms}")
tests=${TESTS:-unit golden}
names=("$@")
[ $# -gt 0 ] || names=(debian13)

# of each platform: does it build, is the demo right, what the tests counted
declare -A builds=() demo=() counted=()

# summary_of NAME LOG: adds what the last summary in the log counted
summary_of() {
	local p f s line before=(0 0 0)

	line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$2" |
		tail -n 1)
	if [ -z "$line" ]; then
		not_ok "$1: tests ended without a summary"
		tail -n 20 "$2"
		return
	fi
	read -r p _ f _ s _ <<<"$line"
	# shellcheck disable=SC2206 # three numbers
	before=(${counted[$1]:-0 0 0})
	counted[$1]="$((before[0] + p)) $((before[1] + f)) $((before[2] + s))"
	echo "$1: $line"
	grep -aE -A 20 '^(not ok|[^ ]*:[0-9]+:[FE]:)' "$2"
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# checkout FOLDER: what is committed, without a repository, as in a tarball
checkout() {
	rm -rf "$1" && mkdir -p "$1" && git archive HEAD | tar -x -C "$1"
}

# inside ROOT COMMAND [OPTION SETUP]: runs it with a shell in the system's
# folder /src. OPTION: of unshare; SETUP: what is done there before
# shellcheck disable=SC2016 # the inner shell expands
inside() {
	unshare ${3:+"$3"} --mount --pid --fork bash -c '
		mount -t proc proc "$1/proc" && mount --rbind /sys "$1/sys" &&
		mount --rbind /dev "$1/dev" &&
		exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			HOME=/root LC_ALL=C CI=1 sh -c "${3:-true} && cd /src && $2"' \
		inside "$1" "$2" "${4:-}" </dev/null
}

# emulated ROOT MACHINE NUMBER COMMAND: the same, MACHINE's programs under QEMU, whose
# registration ends with the user namespace. NUMBER: the low byte of e_machine
emulated() {
	local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\'$3'\x00'
	local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'

	inside "$1" "$4" --map-root-user \
		"mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
		printf %s ':$2:M::$magic:$mask:/usr/bin/qemu-$2:F' \
			>/proc/sys/fs/binfmt_misc/register"
}

# bootstrap RELEASE ROOT [OPTION...]: Debian's minimal system, made once, from a mirror
# that may be some weeks old; at last without updates, of which it may have a part
bootstrap() {
	local hook

	[ ! -e "$2/.made" ] || return 0
	# shellcheck disable=SC2016 # mmdebstrap's shell expands
	for hook in true true 'sed -i "/-updates\|-security/d" "$1"/etc/apt/sources.list'; do
		rm -rf "$2"
		mmdebstrap --quiet --variant=minbase --include=make,ca-certificates \
			--aptopt='Acquire::Check-Valid-Until "false"' \
			--setup-hook="$hook" "${@:3}" "$1" "$2" && touch "$2/.made" && break
	done
	[ -e "$2/.made" ] || return 1
	cp /etc/apt/apt.conf.d/* "$2/etc/apt/apt.conf.d/" 2>/dev/null
	[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$2/etc/"
}

# step NAME LOG COMMAND...: one case, its log shown where it failed
step() {
	local name=$1 log=$2

	shift 2
	if "$@" >"$log" 2>&1; then
		ok "$name"
		return
	fi
	not_ok "$name"
	tail -n 30 "$log"
	return 1
}

# debian NAME RELEASE: the README's commands in a bare system
debian() {
	local root=$folder/$1 logs=$folder/$1.log

	mkdir -p "$logs"
	if ! bootstrap "$2" "$root" >"$logs/bootstrap" 2>&1; then
		skip "$1: no system could be made: $(tail -n 1 "$logs/bootstrap")"
		return
	fi
	checkout "$root/src"
	if ! { inside "$root" "make setup" || inside "$root" "make setup"; } \
		>"$logs/setup" 2>&1; then
		skip "$1: packages can't be had: $(tail -n 1 "$logs/setup")"
		return
	fi
	demo[$1]=no builds[$1]=no
	step "$1: make setup demo" "$logs/demo" \
		inside "$root" "make setup demo" || return
	demo[$1]=yes
	step "$1: make check-build" "$logs/build" \
		inside "$root" "make -s -j$(nproc) check-build" || return
	builds[$1]=yes
	inside "$root" "tests/run.sh $tests" >"$logs/tests" 2>&1
	summary_of "$1" "$logs/tests"
}

# libraries ARCH: the build's packages, those of libraries for ARCH
libraries() {
	sed -n "s/^\([^ #]*\).*/\1/p" setup/packages.txt |
		sed "s/^\(check\|.*lib.*-dev\)$/\1:$1/" | grep -v libpfm4 | paste -sd,
}

# suites SRC: the unit tests' names, but those of rules, which are Lua on every machine
# and would take an hour under QEMU
suites() {
	sed -n 's/SUITE(\(.*\))/\1/p' "$1/build/tests/suites.h" |
		grep -vxE 'advice|perturbed|rules|knowledge|knowledge_examples' | paste -sd ' '
}

# cross_system ARCH ROOT: a system with a cross compiler for ARCH and its libraries;
# a mirror may lack some of ARCH's in the newest release
cross_system() {
	local release

	for release in ${RELEASE:-trixie bookworm}; do
		bootstrap "$release" "$2" --architectures="amd64,$1" \
			--include="qemu-user,crossbuild-essential-$1,$(libraries "$1")" &&
			return
	done
	return 1
}

# foreign ARCH TRIPLET MACHINE NUMBER: builds and tests for ARCH, in a process beside
# others; where it ends before its tests, $logs/end says at what
foreign() {
	local root=$folder/$1 logs=$folder/$1.log goal=all

	rm -rf "$logs" && mkdir -p "$logs" && echo system >"$logs/end"
	cross_system "$1" "$root" >"$logs/bootstrap" 2>&1 || return
	checkout "$root/src"
	echo build >"$logs/end"
	[ "$tests" = golden ] || goal=check-build
	inside "$root" "PKG_CONFIG_LIBDIR=/usr/lib/$2/pkgconfig \
		make -s CC=$2-gcc $goal" >"$logs/build" 2>&1 || return
	echo emulation >"$logs/end"
	can_emulate || return
	rm "$logs/end"
	# QEMU 7 finds /proc/self/exe, and so our data beside it, only once
	[ "$tests" = golden ] || emulated "$root" "$3" "$4" "PERFEXPERT_DATA=/src \
		build/tests/check $(suites "$root/src")" >"$logs/unit" 2>&1
	emulated "$root" "$3" "$4" "tests/run.sh golden" >"$logs/golden" 2>&1
}

# Can a namespace have interpreters of its own for programs? Since Linux 6.7
can_emulate() {
	unshare --map-root-user --mount \
		mount -t binfmt_misc none /proc/sys/fs/binfmt_misc 2>/dev/null
}

# verdict ARCH: what foreign has found
verdict() {
	local logs=$folder/$1.log log

	case $(cat "$logs/end" 2>/dev/null) in
	system)
		skip "$1: no system could be made: $(tail -n 1 "$logs/bootstrap")"
		return
		;;
	build)
		builds[$1]=no
		not_ok "$1: make"
		tail -n 30 "$logs/build"
		return
		;;
	esac
	ok "$1: make"
	builds[$1]=yes
	if [ -e "$logs/end" ]; then
		skip "$1: its programs can't be run: binfmt_misc can't be mounted"
		return
	fi
	for log in unit golden; do
		[ ! -e "$logs/$log" ] || summary_of "$1" "$logs/$log"
	done
}

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
	skip "other platforms need root and mmdebstrap"
	summary
fi
mkdir -p "$folder"
for name in "${names[@]}"; do
	case $name in
	debian11) debian $name bullseye ;;
	debian12) debian $name bookworm ;;
	debian13) debian $name trixie ;;
	sid) debian $name sid ;;
	arm64 | ppc64el | pmu) ;;
	*) not_ok "$name is not a platform" ;;
	esac
done
for name in "${names[@]}"; do
	case $name in
	arm64) foreign $name aarch64-linux-gnu aarch64 xb7 & ;;
	ppc64el) foreign $name powerpc64le-linux-gnu ppc64le x15 & ;;
	esac
done
wait
for name in "${names[@]}"; do
	case $name in
	arm64 | ppc64el) verdict $name ;;
	pmu)
		tests/pmu.sh "$folder/arm64" >"$folder/pmu.log"
		summary_of pmu "$folder/pmu.log"
		;;
	esac
done
printf '\n%-9s %-7s %-5s %s\n' platform builds demo 'passed failed skipped'
for name in "${names[@]}"; do
	printf '%-9s %-7s %-5s %s\n' "$name" "${builds[$name]:--}" "${demo[$name]:--}" \
		"${counted[$name]:--}"
done
summary
