# A process for each word, where one would do.
grep -c nothing "$0"
for word in $(seq 150); do
	grep -q "$word" "$0" # each
done
