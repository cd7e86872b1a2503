# New names for pictures.
seq 1 120 | sed 's|.*|/photos/holiday/img_&.jpeg|' | while read -r path; do
	name=$(basename "$path" .jpeg)
	echo "$name" | sed 's/img/picture/'
done | cksum
