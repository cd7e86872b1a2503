# The longest line of a stream.
seq 1 60000 | sed 's/7/seventh/g' | {
	awk 'length > longest { longest = length }
		END { print longest " characters" }'
}
