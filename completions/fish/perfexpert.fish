# fish completion of perfexpert's commands: options and their help are what
# "--help" of the command says, so never out of date

# What an option's value may be: names that a program lists, or words that the
# option's help lists at its end ("colour: auto, always or never")
function __perfexpert_values --argument-names option text
	switch $option
		case machine
			echo '(perfexpert --list-machines 2>/dev/null | string replace --regex "  +" \t)'
		case collector
			echo '(perfexpert-run --list-collectors 2>/dev/null | string replace --regex "  +" \t)'
		case format
			echo 'text json csv sarif github folded speedscope callgrind'
		case launcher
			echo 'mpirun mpiexec srun aprun jsrun ibrun none'
		case prepare
			echo '(__fish_complete_subcommand)'
		case '*'
			string match --regex --groups-only -- ': ([a-z]+(?:, [a-z]+)*(?: or [a-z]+|(?:, [a-z]+)))$' $text |
				string replace --all , '' | string replace ' or ' ' '
	end
end

function __perfexpert_complete --argument-names command
	for line in ($command --help 2>/dev/null)
		string match --quiet --regex -- '^  (?:-(?<letter>.),|   ) --(?<option>[a-z-]+)(?<value>\[=[^]]*\]| [^ ]+)? +(?<text>[^ ].*)$' $line
		or continue
		set -l more
		test -n "$letter"; and set more $more --short-option $letter
		if test -n "$value"
			string match --quiet '[*' -- $value; or set more $more --require-parameter
			set -l words (__perfexpert_values $option $text)
			test -n "$words"; and set more $more --arguments $words
			string match --quiet --regex 'FILE|DIR' -- $value
			and set more $more --force-files
			or set more $more --no-files
		end
		complete --command $command --long-option $option $more --description $text
	end
end

for command in perfexpert perfexpert-run
	complete --command $command --erase
	__perfexpert_complete $command
end
complete --command perfexpert --no-files --arguments '(__fish_complete_suffix .db)'
complete --command perfexpert-run --arguments '(__fish_complete_subcommand --fcs-skip=1)'
