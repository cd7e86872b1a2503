# The longest line of a stream.
seq 1 60000 | sed 's/7/seventh/g' | {
	longest=0
	while read -r line; do
		[ ${#line} -le $longest ] || longest=${#line}
	done
	echo "$longest characters"
}
