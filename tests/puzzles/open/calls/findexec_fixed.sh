# How many of many files have a certain line?
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
i=0
while [ $i -lt 120 ]; do
	echo "value $((i % 9))" >"$dir/$i.txt"
	i=$((i + 1))
done
find "$dir" -name '*.txt' -exec grep -l 'value 4' {} + | wc -l
