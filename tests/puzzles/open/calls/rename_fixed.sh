# New names for pictures.
seq 1 120 | sed 's|.*|/photos/holiday/img_&.jpeg|' | while read -r path; do
	name=${path##*/} name=${name%.jpeg}
	echo "picture${name#img}"
done | cksum
