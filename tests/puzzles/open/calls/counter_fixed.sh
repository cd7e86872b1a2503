# The sum of the squares of the first numbers.
i=0
sum=0
while [ "$i" -lt 120 ]; do
	sum=$((sum + i * i))
	i=$((i + 1))
done
echo "$sum"
