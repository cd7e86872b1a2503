# shellcheck shell=bash disable=SC2034,SC2154
# Part of tests/partial.sh: measurements that were interrupted, and gone on with.

# A program that tells its measurement Ctrl-C in its third run, and waits until
# that has arrived. It counts its runs in the file that it is given.
breaker() {
	cat >"$scratch/bin/breaker" <<'END'
#!/bin/bash
echo run >>"$1"
[ "$(wc -l <"$1")" = 3 ] || exit 0
kill -INT $PPID
while grep -qE '^(Sig|Shd)Pnd:.*[1-9a-f]' "/proc/$PPID/status"; do
	sleep 0.05
done
END
	chmod +x "$scratch/bin/breaker"
}

# broken STATUS ARGUMENT...: perfexpert-run as a job in the foreground has it
broken() {
	local want=$1

	shift
	# shellcheck disable=SC2016 # it is perl that expands it
	ends_with "$want" perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$run" \
		"${with[@]}" -n 4 -o app.db "$@"
}

# ran N: so many runs
ran() {
	[ "$(wc -l <runs)" = "$1" ] && return
	bad "$(wc -l <runs) runs instead of $1" ../err
	return 1
}

resumes() {
	local breaker=$scratch/bin/breaker

	breaker
	begin "interrupted in the third of four runs"
	broken 4 "$breaker" runs &&
		says "interrupted; what was measured is in 'app.db'" &&
		contains ../err '^perfexpert-run: 2 finished runs are kept; --resume continues$' &&
		leaves app.db app.db.runs runs && valid app.db && ran 3 && ok
	rm -rf ../interrupted
	cp -a . ../interrupted

	open_case "it is not begun anew without being asked"
	broken 2 "$breaker" runs && says "app.db.runs' holds the runs of an inter" &&
		rm app.db && broken 2 "$breaker" runs &&
		says "app.db.runs' holds the runs of an interrupted" && ran 3 && ok

	begin "interrupted once more, the measurement is replaced"
	cp -a ../interrupted/. .
	echo run >runs
	echo run >>runs
	broken 4 --resume "$breaker" runs &&
		says "interrupted; what was measured is in 'app.db'" &&
		contains ../err '^perfexpert-run: 2 finished runs are kept' &&
		leaves app.db app.db.runs runs && ok

	begin "with --resume the two runs are not made again"
	cp -a ../interrupted/. .
	broken 0 --resume "$breaker" runs && says "wrote 'app.db'; next" &&
		leaves app.db runs && valid app.db && ran 6 &&
		contains app.db 'interrupted and continued' && contains app.db 'name="TOT_INS"' && ok

	open_case "what is complete is not resumed"
	broken 2 --resume "$breaker" runs && says "'app.db' exists" && ran 6 && ok

	begin "runs of something else"
	cp -a ../interrupted/. .
	broken 2 --resume "$breaker" runs other && says "can't be used: the command has changed" &&
		OTHER=1 broken 2 --resume "$breaker" runs &&
		says "the variable 'OTHER' has changed" &&
		leaves app.db app.db.runs runs && ran 3 && ok

	begin "runs of another program, or machine"
	cp -a ../interrupted/. .
	cp -p "$breaker" ../breaker
	echo "# changed" >>"$breaker"
	broken 2 --resume "$breaker" runs && says "can't be used: the file '.*/breaker' has changed" &&
		cp -p ../breaker "$breaker" &&
		sed -i "s/^\(the kind of host.* \)[0-9]*$/\11000/" app.db.runs &&
		broken 2 --resume "$breaker" runs &&
		says "can't be used: the kind of host has changed" &&
		leaves app.db app.db.runs runs && ran 3 && ok
	cp -p ../breaker "$breaker"

	begin "only their owner may read the runs, or replace them"
	cp -a ../interrupted/. .
	if [ "$(stat -c %a app.db.runs)" != 600 ]; then
		bad "mode $(stat -c %a app.db.runs)"
	elif [ "$(id -u)" != 0 ]; then
		ok
	else
		chmod 1777 . && chown 65534 app.db.runs
		broken 2 --resume "$breaker" runs && says "'app.db.runs' is another user's" &&
			broken 2 --force "$breaker" runs && says "'app.db.runs' is another user's" &&
			leaves app.db app.db.runs runs && ran 3 && ok
	fi

	begin "another job of a batch system is the same"
	cp -a ../interrupted/. .
	SLURM_JOB_ID=7 TMPDIR=$TMPDIR broken 0 --resume "$breaker" runs && ran 6 && ok

	begin "--force passes over runs of something else"
	cp -a ../interrupted/. .
	broken 0 --resume --force "$breaker" runs other && ran 8 &&
		leaves app.db runs && ok

	begin "--force without --resume begins anew"
	cp -a ../interrupted/. .
	broken 0 --force "$breaker" runs && ran 8 && leaves app.db runs && ok

	begin "a file that came meanwhile is not replaced"
	cp -a ../interrupted/. .
	echo precious >app.db
	broken 2 --resume "$breaker" runs && says "'app.db' exists" &&
		holds app.db precious && ran 3 && ok

	begin "something else by the name of the runs"
	echo precious >app.db.runs
	broken 2 -f "$breaker" runs && says "'app.db.runs' exists and does not hold" &&
		holds app.db.runs precious && leaves app.db.runs && ok

	begin "runs that are cut off"
	cp -a ../interrupted/. .
	head -c 2000 ../interrupted/app.db.runs >app.db.runs
	broken 2 --resume "$breaker" runs && says "'app.db.runs' exists and does not hold" && ran 3 &&
		sed '/^--$/,$d' ../interrupted/app.db.runs >app.db.runs &&
		{ echo --; echo "native 1 0 1 0"; } >>app.db.runs &&
		broken 3 --resume "$breaker" runs && says "line 2 of the native runs|no end" &&
		ran 3 && ok

	scaled
}

# Of several sizes those that are complete
scaled() {
	local sum

	begin "sizes that are complete stay, the others are measured"
	measure 0 -n 1 --scaling 1 -o app.db "$victim" ok 60
	sum=$(cksum app.1.db)
	measure 0 -n 1 --resume --scaling 1,2 -o app.db "$victim" ok 60 &&
		contains ../err "^perfexpert-run: 'app.1.db' is complete: kept$" &&
		contains ../err "wrote 'app.2.db'" && leaves app.1.db app.2.db ran &&
		[ "$(cksum app.1.db)" = "$sum" ] && valid app.2.db && ok

	open_case "a size of something else is not taken"
	measure 2 -n 1 --resume --scaling 1,2 -o app.db "$victim" ok 61 &&
		says "'app.1.db' exists" && [ "$(cksum app.1.db)" = "$sum" ] && ok
}
