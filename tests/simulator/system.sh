# What the operating system leaves in the caches: memory that it clears for the
# program, and what it copies there.
# shellcheck shell=bash disable=SC2154

${CC:-cc} -O1 -g -Wall -o "$dir/fresh" $src/memory/fresh.c || not_ok "fresh.c does not build"
head -c 4194304 /dev/zero >"$dir/zeros"
read -r start size < <(function_of "$dir/fresh" walk)

# missed WHAT YES_OR_NO: stores of walk() that missed L2, of all processes
missed() {
	local f n=0

	sim --system="$2" "$dir/fresh" "$1" "$dir/zeros"
	for f in "$dir"/out.*; do
		n=$((n + $(get "$f" l2d_st fresh "$start" "$size")))
	done
	echo $n
}

if head -c 8 /proc/self/pagemap >/dev/null 2>&1; then
	# 65536 lines of 1024 pages
	near "fresh memory, not looked at" "$(missed new no)" 65536
	for what in new again dropped child; do
		near "fresh memory, $what" "$(missed $what yes)" 0
	done
	missed large yes >"$dir/l2"
	if [ "$(cat "$dir/l2")" -gt 60000 ]; then
		near "fresh memory in large pages, missed by L3" \
			"$(get "$dir"/out.* l3d_st fresh "$start" "$size")" 0
	else
		skip "fresh memory in large pages: the system gave none"
	fi
	near "memory that was touched before" "$(missed touched yes)" 65536
	near "memory of a file" "$(missed file yes)" 65536
	near "memory that a file was read into" "$(missed read yes)" 0
else
	skip "fresh memory: the system does not show the table of a process's pages"
fi
