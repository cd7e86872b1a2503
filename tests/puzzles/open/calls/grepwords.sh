# Counts which words of a list are in a file.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
seq 1 7 20000 >"$dir/file"
seq 1 250 >"$dir/words"
found=0
while read -r word; do
	if grep -qx "$word" "$dir/file"; then
		found=$((found + 1))
	fi
done <"$dir/words"
echo "$found words"
