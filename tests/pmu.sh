#!/bin/bash
# The perf collector on a PMU: that of an Arm machine that QEMU emulates, in which
# perfexpert-run measures a program whose counts a plain counter gives too. As root
# and as nobody, with threads and with forks. And the simulator, as Arm's Valgrind runs
# it there: two loops whose counts theory gives.
#
#	tests/pmu.sh ROOT	after tests/platforms.sh arm64, which leaves ROOT, a
#				system with perfexpert built in /src (build/platforms/arm64)
#
# Needs qemu-system-aarch64 (Debian's qemu-system-arm), cpio, and for the kernel a
# network the first time. Without them each case is skipped.
. tests/lib.sh

root=${1:-$build/platforms/arm64} at=${1:-$build/platforms/arm64}/pmu
cpus=(neoverse-n1 a64fx) users=(root nobody) modes=(single threads forks)
kernels=(copy lines)
LEAST=$((${#cpus[@]} * (${#users[@]} * ${#modes[@]} * 4) + ${#kernels[@]} * 4))

# inside COMMAND: a shell in the system
inside() {
	unshare --mount --pid --fork bash -c '
		mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
		exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C sh -ec "$2"' \
		inside "$root" "$1" </dev/null
}

# kernel: Debian's for machines in a cloud, whose drivers are built in
kernel() {
	[ -e "$at/vmlinuz" ] && [ -e "$at/system/bin/busybox" ] && return
	# shellcheck disable=SC2016 # the inner shell expands
	inside 'mkdir -p /pmu/deb && cd /pmu/deb &&
		apt-get -q -o Acquire::Check-Valid-Until=false update &&
		apt-get -q download busybox-static:arm64 $(apt-cache depends linux-image-cloud-arm64:arm64 |
			sed -n "s/.*Depends: \(linux-image-[0-9].*\)/\1/p" | head -n 1) &&
		for p in *.deb; do dpkg -x "$p" all; done &&
		mkdir -p /pmu/system/bin && cp all/boot/vmlinuz-* /pmu/vmlinuz &&
		cp $(find all -path "*/bin/busybox" | head -n 1) /pmu/system/bin/busybox'
}

# system: what the machine starts with
system() {
	local s=$at/system

	mkdir -p "$s"/{proc,sys,dev,tmp,lib,perfexpert,etc} &&
		cp tests/pmu/guest.c "$at" && cp tests/pmu/init "$s/init" && chmod +x "$s/init" &&
		inside 'aarch64-linux-gnu-gcc -O1 -g -static -pthread -o /pmu/system/guest /pmu/guest.c' &&
		cp "$root/src/build/perfexpert-run" "$s/perfexpert" &&
		cp -R "$root/src/arch" "$root/src/profile" "$s/perfexpert" || return
	# the libraries that it loads, and those that these load; libgcc ends threads
	# shellcheck disable=SC2016 # the inner shell expands
	inside 'cd /pmu/system/lib && todo=/pmu/system/perfexpert/perfexpert-run
		while [ "$todo" ]; do
			next=
			for f in $(for t in $todo; do aarch64-linux-gnu-readelf -d "$t" |
				sed -n "s/.*NEEDED.*\[\(.*\)\]/\1/p"; done | sort -u); do
				[ ! -e "$f" ] || continue
				cp -L "$(find /usr/lib/aarch64-linux-gnu /usr/aarch64-linux-gnu/lib \
					-name "$f" | head -n 1)" . && next="$next /pmu/system/lib/$f"
			done
			todo=$next
		done
		cp -L /usr/lib/aarch64-linux-gnu/libgcc_s.so.1 .
		[ -e ld-linux-aarch64.so.1 ]' && pack
}

pack() { (cd "$at/system" && find . | cpio -o -H newc --quiet) >"$at/initrd"; }

# simulator: into the system's files, with Arm's Valgrind, below $at/valgrind
simulator() {
	local s=$at/system/perfexpert/simulator

	[ -e "$at/valgrind" ] ||
		inside 'cd /pmu/deb && apt-get -q download valgrind:arm64 &&
			dpkg -x valgrind_*.deb /pmu/valgrind' || return
	inside 'v=/pmu/valgrind/usr lib=lib/aarch64-linux-gnu
		cd /src && PKG_CONFIG_LIBDIR=/usr/$lib/pkgconfig:$v/$lib/pkgconfig \
			make -s -j2 BUILD=/pmu/build CC=aarch64-linux-gnu-gcc SIM_ARCH=arm64 \
			VG_INC=$v/include/valgrind VG_LIB=$v/$lib/valgrind \
			VG_EXEC=$v/libexec/valgrind simulator' &&
		mkdir -p "$s" && cp "$at/build/simulator/perfexpert-sim-arm64-linux" \
		"$at"/valgrind/usr/libexec/valgrind/{vgpreload_core-arm64-linux.so,default.supp} "$s" &&
		cp "$at/valgrind/usr/bin/valgrind.bin" "$at/system/bin/valgrind"
}

# boot CPU [WORD]: its output; some minutes. WORD: for init
boot() {
	local machine=virt

	[ "$1" != a64fx ] || machine=virt,gic-version=3
	timeout 1800 qemu-system-aarch64 -M $machine -cpu "$1" -icount shift=1,sleep=off \
		-m 1500 -nographic -net none -kernel "$at/vmlinuz" -initrd "$at/initrd" \
		-append "console=ttyAMA0 panic=-1 nowatchdog quiet loglevel=1 ${2:-}" -no-reboot \
		</dev/null 2>&1 | tr -d '\r'
}

# program FILE EVENT: what a measurement's program has of an event
program() {
	awk -v want="$2" 'match($0, /<event name="[^"]*"/) {
			if (substr($0, RSTART + 13, RLENGTH - 14) == want) column = n + 1
			n++
		}
		/<section kind="program"/ { here = 1 }
		here && /<sum>/ {
			gsub(/.*<sum>|<\/sum>.*/, "")
			split($0, v, " "); print v[column]; exit
		}' "$1"
}

# near NAME GOT WANT [PERCENT]: within two per cent
near() {
	if awk -v a="${2:-0}" -v b="${3:-0}" -v p="${4:-2}" \
		'BEGIN { exit !(b > 0 && a > (1 - p / 100) * b && a < (1 + p / 100) * b) }'; then
		ok "$1: ${2:-nothing} of $3"
	else
		not_ok "$1: ${2:-nothing} of ${3:-nothing}"
	fi
}

# judge_one CPU USER MODE OUTPUT: four cases
judge_one() {
	local name="$1, $2, $3" db=$scratch/db.xml plain sums zero

	# the least of three: interrupts of other tasks only add
	plain=$(sed -n "s/^pmu plain $2 $3 //p" "$4" | sort -n | head -n 1)
	sed -n "s/^pmu db $2 $3 //p" "$4" | base64 -d >"$db"
	near "$name: cycles" "$(program "$db" TOT_CYC)" "${plain% *}"
	near "$name: instructions" "$(program "$db" TOT_INS)" "${plain#* }"
	# of the kernel's cycles, which are few, there may be no sample
	open_case "$name: no event is 0"
	sums=$(sed -n '/<section kind="program"/,/<\/sum>/s/.*<sum>\(.*\)<\/sum>.*/\1/p' "$db" | head -n 1)
	zero=$(paste -d ' ' <(grep -o '<event name="[^"]*"' "$db" | cut -d '"' -f 2) \
		<(tr ' ' '\n' <<<"$sums") | sed -n '/^SYS_CYC/d; s/ 0$//p')
	if [ -n "$zero" ] || [ -z "$sums" ]; then
		bad "${zero:-there is no measurement}"
	else
		ok
	fi
	open_case "$name: nothing but what the program caused"
	if grep -q 'name="\[kernel\]"' "$db"; then
		bad "samples in [kernel]"
	else
		[ -s "$db" ] && ok
	fi
}

# judge_kernel OUTPUT NAME: what guest.c's loop does in 2^22 turns; the first misses
# a line of 64 bytes in eight turns for each of two arrays, the second in each
judge_kernel() {
	local db=$scratch/db.xml turns=$((1 << 22)) misses

	[ "$2" = lines ] && misses=$turns || misses=$((turns / 4))
	sed -n "s/^pmu db simulated $2 //p" "$1" | base64 -d >"$db"
	near "$2, simulated: instructions" "$(program "$db" TOT_INS)" $((4 * turns)) 1
	near "$2, simulated: loads" "$(program "$db" LD_INS)" $turns 1
	near "$2, simulated: stores" "$(program "$db" ST_INS)" $turns 1
	near "$2, simulated: misses of the first cache" "$(program "$db" L2_DCA)" $misses 1
}

[ -e "$root/src/build/perfexpert-run" ] ||
	skip_rest "no system for arm64 in $root: tests/platforms.sh arm64 makes it"
command -v qemu-system-aarch64 >/dev/null && command -v cpio >/dev/null ||
	skip_rest "qemu-system-aarch64 or cpio is not installed"
mkdir -p "$at"
kernel >"$at/log" 2>&1 || skip_rest "no kernel can be had: $(tail -n 1 "$at/log")"
system >>"$at/log" 2>&1 || {
	not_ok "the system's files: $(tail -n 1 "$at/log")"
	summary
}
with=
if simulator >>"$at/log" 2>&1 && pack; then
	with=simulate
else
	for kernel in "${kernels[@]}"; do
		for what in instructions loads stores misses; do
			skip "$kernel, simulated: $what: $(tail -n 1 "$at/log")"
		done
	done
fi
for cpu in "${cpus[@]}"; do
	boot "$cpu" $with >"$at/$cpu"
	for kernel in ${with:+"${kernels[@]}"}; do
		judge_kernel "$at/$cpu" "$kernel"
	done
	with=
	grep -a '^pmu said' "$at/$cpu"
	for mode in "${modes[@]}"; do
		for user in "${users[@]}"; do
			judge_one "$cpu" "$user" "$mode" "$at/$cpu"
		done
	done
done
summary
