# Branch prediction, of 100,000 decisions in each function.
# shellcheck shell=bash disable=SC2154

# mispredicted NAME AT_LEAST AT_MOST
mispredicted() {
	local n
	# shellcheck disable=SC2046
	n=$(get "$dir"/out.* msp predict $(function_of "$dir/predict" "$1"))
	if [ "$n" -ge "$2" ] && [ "$n" -le "$3" ]; then
		ok "$predictor: $1: mispredicted $n, $2 to $3"
	else
		not_ok "$predictor: $1: mispredicted $n, wanted $2 to $3"
	fi
}

# What no history tells is mispredicted as often as the rarer way is taken; a
# little more, as chance looks like a pattern at times.
predictor="63 outcomes"
sim "$dir/predict"
mispredicted random_1 1172 1300
mispredicted random_5 5000 5300
mispredicted random_28 28000 28800
mispredicted random_50 49500 51000
mispredicted random_72 28000 28800
mispredicted crowd 83500 86000
mispredicted period_2 0 50
mispredicted period_7 0 50
mispredicted period_23 0 100
mispredicted always 0 10
mispredicted never 0 10
mispredicted trips_3 0 50
mispredicted trips_10 0 50
mispredicted trips_40 0 100
mispredicted correlated 99000 103000
# eight targets, each as likely; what comes again and again is learned
mispredicted jumps_random 86000 89000
mispredicted jumps_12 0 300
mispredicted jumps_50 0 1500
# a history too short for 40 iterations misses each loop's end
predictor="16 outcomes"
sim --branch-history=16 "$dir/predict"
mispredicted trips_10 0 50
mispredicted trips_40 2400 2600
