# Counts which words of a list are in a file.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
seq 1 7 20000 >"$dir/file"
seq 1 250 >"$dir/words"
found=$(grep -cxf "$dir/words" "$dir/file")
echo "$found words"
