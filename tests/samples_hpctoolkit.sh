#!/bin/bash
# HPCToolkit's databases from a folder of samples: totals, the formats against
# one another, HPCToolkit's own listing of a database, refusals.
#
#	tests/samples_hpctoolkit.sh [FOLDER]
#
# FOLDER (default: $PERFEXPERT_SAMPLES) holds public/ and recorded/. The samples
# are other people's files and do not come with the sources, so without a folder
# this is a skip.
set -u
folder=${1:-${PERFEXPERT_SAMPLES:-}}
if [ -z "$folder" ]; then
	echo "skip   samples: PERFEXPERT_SAMPLES names no folder"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi
folder=$(cd "$folder" && pwd) || exit 1
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh

for tool in dump values; do
	# shellcheck disable=SC2046
	gcc -O1 -D_GNU_SOURCE -I. $(pkg-config --cflags libxml-2.0) \
		-o "$scratch/$tool" tests/hpctoolkit/$tool.c \
		"$build/libperfexpert.a" $(pkg-config --libs libxml-2.0 zlib) \
		-lm || exit 1
done

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then ok "$1" >/dev/null; else not_ok "$1"; fi
}

dump() { timeout 600 "$scratch/dump" "$@"; }

# Totals that dump prints, one a line: native name, its sum over all runs, in
# the database's own unit or in seconds.
our_totals() {
	dump "$1" | awk '
	/^event / { name[n++] = substr($0, index($0, " native ") + 8) }
	/^run / {
		sub(/^.*samples [^:]*: /, "")
		for (i = 0; i < n; i++) {
			split($(i + 1), v, "@")
			if (v[1] != "nan") total[i] += v[1]
		}
	}
	END { for (i = 0; i < n; i++) print name[i] "\t" total[i] + 0 }' |
		sort
}

# The same from the XML without our reader: the values in front of the first
# call path (sums), or all that statements have (one metric for each thread).
xml_totals() {
	awk '
	function attribute(s, name) {
		if (!match(s, " " name "=\"[^\"]*\"")) return ""
		return substr(s, RSTART + length(name) + 3,
		              RLENGTH - length(name) - 4)
	}
	/<Metric / {
		id = attribute($0, "i"); n = attribute($0, "n")
		raw = attribute($0, "v") == "raw"
		if (raw) any_raw = 1
		if (!raw && n !~ /:Sum \(I\)$/) next
		sub(/:Sum \(I\)$/, "", n); sub(/\.[0-9]+$/, "", n)
		sub(/\.\[[0-9,]+\]$/, "", n); sub(/^[0-9]+\./, "", n)
		metric[id] = n; total[n] += 0
	}
	/<SecCallPathProfileData>/ { data = 1 }
	/<PF / { inside = 1 }
	data && /<M / && (any_raw || !inside) {
		k = split($0, part, "<M ")
		for (i = 2; i <= k; i++) {
			id = attribute(" " part[i], "n")
			if (id in metric)
				total[metric[id]] += attribute(" " part[i], "v")
		}
	}
	END { for (n in total) print n "\t" total[n] }' "$1" | sort
}

# ... and from version 4: the program's inclusive values in the summary.
v4_totals() {
	"$scratch/values" "$1" | awk '$1 == 0 && $2 == 0 { print $4 }' | sort -g
}

same_totals() { # A B: equal names, values to 6 digits, clocks in any unit
	join -t "$(printf '\t')" "$1" "$2" | awk -F'\t' -v want="$(wc -l <"$2")" '
	function close_to(a, b) {
		return (a - b) ^ 2 <= (2e-5 * b) ^ 2
	}
	close_to($2, $3) || close_to($2, $3 * 1e-9) || close_to($2, $3 * 1e-6) {
		good++
	}
	END { exit good != want }'
}

check_totals() { # DATABASE XML
	our_totals "$1" >"$scratch/ours"
	xml_totals "$2" >"$scratch/theirs"
	same_totals "$scratch/ours" "$scratch/theirs"
}

check_v4_totals() { # DATABASE
	our_totals "$1" | awk -F'\t' '$2 > 0 { print $2 }' | sort -g \
		>"$scratch/ours"
	v4_totals "$1" >"$scratch/all"
	awk 'NR == FNR { v[NR] = $1; n = NR; next }
	     { good = 0
	       for (i = 1; i <= n; i++)
		       for (s = 1; s > 1e-10; s /= 1000)
			       if ((v[i] * s - $1) ^ 2 <= (1e-5 * $1) ^ 2)
				       good = 1
	       if (!good) bad = 1 }
	     END { exit bad }' "$scratch/all" "$scratch/ours" &&
		[ -s "$scratch/ours" ]
}

# Procedures and loops of the program itself with their share of the time.
sections() {
	dump "$1" | awk -F'\t' '
	/^\// {
		for (i = 2; i <= NF; i++)
			if ($i ~ /^(TOT_CYC|CPU_TIME)=/) {
				v = $i
				sub(/.*=/, "", v)
				v += 0
			}
		if (!total) {
			total = v
			program = $1
			sub(/^\/r\{/, "", program)
			sub(/\|.*/, "", program)
		} else if (index($1, "/o{" program "|")) {
			sub(/^\/r\{[^}]*\}/, "", $1)
			print $1 "\t" v / total
		}
	}'
}

# What has 2 % of the time in one is there in the other. (Two runs do not give
# the same samples, so small sections come and go.)
same_sections() {
	sections "$1" >"$scratch/a"
	sections "$2" >"$scratch/b"
	for pair in "a b" "b a"; do
		read -r x y <<<"$pair"
		awk -F'\t' 'NR == FNR { there[$1] = 1; next }
			$2 > 0.02 && !($1 in there) { print "missing: " $1; bad = 1 }
			END { exit bad }' "$scratch/$y" "$scratch/$x" || return 1
	done
	[ -s "$scratch/a" ]
}

# Sections, counts and lines, without what only per-thread metrics have.
plain() {
	dump -l "$1" | grep -E '^(/|	  line)' | sed 's/	samples:.*//' | sort
}

is_refused() { # DATABASE: one line, status 3
	dump "$1" >"$scratch/out" 2>"$scratch/err"
	[ $? = 3 ] && [ ! -s "$scratch/out" ] &&
		[ "$(wc -l <"$scratch/err")" = 1 ]
}

while read -r xml; do
	name=${xml#"$folder"/}
	db=$xml
	[ "$(basename "$xml")" = experiment.xml ] && db=$(dirname "$xml")
	case $name in
	*prerelease* | *bug-nometric*)
		is_refused "$db"
		verdict "$name is refused" $? ;;
	*)
		check_totals "$db" "$xml"
		verdict "totals of $name" $? ;;
	esac
done < <(find "$folder" -name 'experiment*.xml' -o -name '*inputs-01.xml' | sort)

while read -r meta; do
	db=$(dirname "$meta")
	name=${db#"$folder"/}
	case $name in
	*prerelease*)
		is_refused "$db"
		verdict "$name is refused" $? ;;
	*)
		check_v4_totals "$db"
		verdict "totals of $name" $? ;;
	esac
done < <(find "$folder" -type f -name meta.db | sort)

for db in "$folder"/*/recorded/*/*.thread.db "$folder"/recorded/*/*.thread.db; do
	[ -e "$db" ] || continue
	cmp -s <(plain "$db") <(plain "${db%.thread.db}.db")
	verdict "threads add up to sums: ${db#"$folder"/}" $?
done
for db in "$folder"/recorded/develop/*.db; do
	old=$folder/recorded/2021.05/$(basename "$db")
	[ -e "$old/experiment.xml" ] || continue
	same_sections "$old" "$db"
	verdict "XML 2.2 and version 4 of $(basename "$db")" $?
done
inline=$folder/public/xml2.2/inline.xml.db
if [ -e "$inline" ]; then
	same_sections "$inline" "$folder/public/v4/hpcviewer-inline.meta.db"
	verdict "XML 2.2 and version 4 of inline" $?
fi

# HPCToolkit's own listing of a database, value by value.
yaml=$folder/public/v4/small.yaml
if [ -e "$yaml" ]; then
	awk '/^context:/ { exit }
	     /- !profile.db\/v4\/Profile( |$)/ { p++ }
	     /^        [0-9]+:/ { sub(/:.*/, ""); c = $1 }
	     /^          [0-9]+: / { sub(/:/, ""); print p - 1, c, $1, $2 + 0 }' \
		"$yaml" | sort >"$scratch/theirs"
	"$scratch/values" "$folder/public/v4/hpctoolkit-small" |
		awk '{ print $1, $2, $3, $4 + 0 }' | sort >"$scratch/ours"
	[ -s "$scratch/theirs" ] && cmp -s "$scratch/ours" "$scratch/theirs"
	verdict "the values of small.yaml" $?
	# what the listing says of spinsleep's loop, called from two places
	dump "$folder/public/v4/hpctoolkit-small" |
		awk -F'\t' '/small.c:3}/ { exit !($2 == "CPU_TIME=1.210259") }'
	verdict "the loop of hpctoolkit-small" $?
fi

ranger=$folder/public/xml2.0/ranger-examples-inputs-01.xml
if [ -e "$ranger" ]; then
	dump "$ranger" | awk -F'\t' '
	function of(name,    i) {
		for (i = 2; i <= NF; i++)
			if (index($i, name "=") == 1)
				return substr($i, length(name) + 2)
	}
	function near(a, b) { return (a - b) ^ 2 < 0.0005 ^ 2 }
	/^\/r\{threeway\|:0\}\t/ { total = of("TOT_CYC") }
	/threeway.c:11\}\t/ { outer = of("TOT_CYC") }
	/threeway.c:12\}\t/ {
		cyc = of("TOT_CYC"); ins = of("TOT_INS")
		data = of("L1_DCA") * 3 + of("L2_DCA") * 9
		data += of("L2_DCM") * 310
		instruction = of("L1_ICA") * 2 + of("L2_ICA") * 9
		branch = of("BR_INS") * 2 + of("BR_MSP") * 10
		good = near(cyc / ins, 1.336) && near(data / ins, 4.808)
		good = good && near(instruction / ins, 0.540)
		good = good && near(branch / ins, 0.1365)
	}
	END {
		exit !(good && near(total / 2.3e9, 22.292) &&
		       int(1000 * cyc / total) == 997 &&
		       int(100 * cyc / 2.3e9 + 0.5) == 2223 &&
		       int(100 * (outer - cyc) / 2.3e9 + 0.5) == 6)
	}'
	verdict "the figures of Ranger's file" $?
fi
summary
