# What objdump's mnemonic and operands say of an instruction, beside what our
# decoder made of it (bench/decoder.c's lines). -v set=x86-64, aarch64 or ppc64le

# differ WHAT WANT GOT
function differ(what, want, got) {
	bad[what]++
	example[what SUBSEP name]++
	if (!((what, name) in shown))
		shown[what, name] = name " " ops ": want '" want "', got '" got "'"
}

function compare(what, want, got) {
	cases[what] += want != "" && want != "."
	if (want != got)
		differ(what, want, got)
}

function x86_flow() {
	if (name == "jmp")
		return ops ~ /^(0x)?[0-9a-f]+( |$)/ ? "J" : "S"
	if (name ~ /^j|^loop|^xbegin/)
		return "B"
	if (name == "call")
		return ops ~ /^(0x)?[0-9a-f]+( |$)/ ? "C" : "I"
	if (name ~ /^(ret|iret)/)
		return "R"
	return name ~ /^(ud[012]|hlt|int3)$/ ? "X" : "."
}

function x86_memory(  first) {
	if (ops !~ /\[|[dsefgc]s:0x/ || name ~ /^(lea|nop|prefetch|cl|inv)/)
		return ""
	if (name ~ /^(movs[bwdq]?|xchg|xadd)$/ && ops !~ /xmm/)
		return "ls"
	first = ops ~ /^([A-Z]+ (BCST|PTR) )?([c-gs]s:)?(\[|0x)/
	if (!first)
		return "l"
	if (name ~ /^v?(mov|pmov|extract|pextr|compress|pcompress|scatter|pscatter|cvtps2ph|maskmov|pmaskmov)/ ||
	    name ~ /^(set|pop|fist|fst|fnst|fbstp|stos|kmov|stmxcsr|vstmxcsr|fx?save|fnsave|xsave|sgdt|sidt|sldt|str$|smsw|ins)/)
		return "s"
	if (name ~ /^(cmp[sbwdq]?|test|bt|push|call|jmp|f|mul|imul|div|idiv|v?ldmxcsr|xrstor|lods|scas|lgdt|lidt|outs)/ &&
	    name !~ /^(cmpxchg|bt[src])/)
		return "l"
	return "ls"
}

function x86_kind(  s) {
	s = name
	if (s ~ /^(fadd|fiadd|fsub|fisub)/) return "A"
	if (s ~ /^(fmul|fimul)/) return "M"
	if (s ~ /^(fdiv|fidiv)/) return "D"
	if (s == "fsqrt") return "Q"
	if (s ~ /^fild/) return "I"
	if (s ~ /^fist/) return "T"
	sub(/^v/, "", s)
	if (s ~ /^cvtt?(ss|sd|ps|pd|ph|sh)2u?(si|dq|pi|qq|w)/) return "T"
	if (s ~ /^cvtu?(si|dq|pi|qq|w)2/) return "I"
	if (s ~ /^cvt/) return "C"
	if (s ~ /^(add|sub|addsub|hadd|hsub)[sp][sdh]$/) return "A"
	if (s ~ /^mul[sp][sdh]$/) return "M"
	if (s ~ /^div[sp][sdh]$/) return "D"
	if (s ~ /^sqrt[sp][sdh]$/) return "Q"
	return s ~ /^fn?m(add|sub)(add|sub)?[0-9]*[sp][sdh]$/ ? "F" : "."
}

function x86_type(kind) {
	if (kind !~ /[AMFDQ]/ || name ~ /^f/) return ""
	return (name ~ /s$/ ? "s" : "d") (name ~ /p.$/ ? "p" : "")
}

function arm_flow() {
	if (name == "b") return "J"
	if (name ~ /^(bc?\.|cbn?z$|tbn?z$)/) return "B"
	if (name == "bl") return "C"
	if (name ~ /^blra?/) return "I"
	if (name ~ /^br(a[ab]z?)?$/) return "S"
	if (name ~ /^(ret|eret)/) return "R"
	return name ~ /^(brk|udf)$/ ? "X" : "."
}

function arm_memory() {
	if (name ~ /^(ld(add|clr|eor|set|[su]max|[su]min)|st(add|clr|eor|set|[su]max|[su]min)|swp|cas)/)
		return "ls"
	return name ~ /^ld/ ? "l" : name ~ /^st/ ? "s" : ""
}

function arm_kind() {
	if (name ~ /^(fadd|faddp|fsub|fsubr|fabd|fadda|faddv)$/) return "A"
	if (name ~ /^(fmulx?|fnmul)$/) return "M"
	if (name ~ /^f(n?madd|n?msub|mla|mls|n?mad|n?msb|nmla|nmls)$/) return "F"
	if (name ~ /^fdivr?$/) return "D"
	if (name == "fsqrt") return "Q"
	if (name ~ /^(fcvt|fcvtl2?|fcvtn2?|fcvtxn2?)$/) return "C"
	if (name ~ /^fcvt/) return "T"
	return name ~ /^[su]cvtf$/ ? "I" : "."
}

function arm_type(kind) {
	if (kind !~ /[AMFDQ]/) return ""
	if (ops ~ /v[0-9]+\.|z[0-9]+\./)
		return (ops ~ /\.[0-9]*d/ ? "d" : "s") "p"
	return ops ~ /^d/ ? "d" : "s"
}

function ppc_flow(  s) {
	s = name
	sub(/[+-]$/, "", s)
	if (s ~ /^ba?$/) return "J"
	if (s == "bcl" && ops ~ /^20,/) return "."
	if (s ~ /^b.*la?$/ && s !~ /^b.*(lr|ctr)l$/) return "C"
	if (s == "blr") return "R"
	if (s == "bctr") return "S"
	if (s ~ /^b.*(lr|ctr)l$/) return "I"
	if (s ~ /^b(c|eq|ne|lt|gt|le|ge|so|ns|un|nu|dn?z|t|f)+(lr|ctr)$/) return "."
	if (s == "trap") return "X"
	return s ~ /^b(eq|ne|lt|gt|le|ge|so|ns|un|nu|dn?z[tf]?|t|f|c)a?$/ ? "B" : "."
}

function ppc_memory() {
	if (name ~ /^(li|lis|la|lwsync|lnia|lvsl|lvsr|lxvkq)$/) return ""
	return name ~ /^l/ ? "l" : name ~ /^st/ && name != "stop" ? "s" : ""
}

function ppc_kind() {
	if (name ~ /^(f(add|sub)s?|x[sv](add|sub)[sdq]po?|v(add|sub)fp)\.?$/) return "A"
	if (name ~ /^(fmuls?|x[sv]mul[sdq]po?)\.?$/) return "M"
	if (name ~ /^(fn?m(add|sub)s?|x[sv]n?m(add|sub)[am]?[sdq]po?|v(maddfp|nmsubfp))\.?$/) return "F"
	if (name ~ /^(fdivs?|x[sv]div[sdq]po?)\.?$/) return "D"
	if (name ~ /^(fsqrts?|x[sv]sqrt[sdq]po?)\.?$/) return "Q"
	if (name ~ /^(frsp\.?|xsrsp|x[sv]cv([sdhq]p)([sdhq]p)n?o?)$/) return "C"
	if (name ~ /^(fcti|x[sv]cv[sdq]p[su]x|vct[su]xs)/) return "T"
	return name ~ /^(fcf|x[sv]cv[su]x|vcf[su]x)/ ? "I" : "."
}

function ppc_type(kind) {
	if (kind !~ /[AMFDQ]/) return ""
	if (name ~ /^v/) return "sp"
	if (name ~ /qpo?$/) return ""
	if (name ~ /^x/) return (name ~ /sp$/ ? "s" : "d") (name ~ /^xv/ ? "p" : "")
	return name ~ /s\.?$/ ? "s" : "d"
}

BEGIN { FS = "\t"; n = split("size flow target memory kind type bits", order, " ") }
{
	text = $9
	for (i = 10; i <= NF; i++) text = text " " $i
	sub(/ *[#;].*/, "", text)
	sub(/ *\/\/.*/, "", text)
	while (text ~ /^(lock|rep[nz]*|repe|bnd|notrack|data16|addr32|[c-gs]s|rex[.WRXB]*|xacquire|xrelease|\{[a-z]+\}) +[a-z]/)
		sub(/^[^ ]+ +/, "", text)
	name = ops = text
	# objdump takes a wait before it for a part of it
	if (text ~ /^f(stcw|stsw|stenv|init|save|clex) /) { data++; next }
	sub(/ .*/, "", name)
	if (!sub(/^[^ ]+ +/, "", ops)) ops = ""
	if (name ~ /^(\.|\(bad\)|<unknown>)/ || text ~ /undefined/ || (set == "ppc64le" && name ~ /^(lm|lmw|stm|stmw|lsi|psq_|doz|rlmi|maskg)/)) { data++; next }
	all++
	if ($2 == 0) {
		cases["size"]++
		differ("size", $1, "unknown")
		next
	}
	compare("size", $1, $2)
	if (set == "x86-64") {
		flow = x86_flow(); memory = x86_memory(); kind = x86_kind(); type = x86_type(kind)
		regs = ops
		sub(/<.*/, "", regs)
		bits = regs ~ /zmm/ ? 512 : regs ~ /ymm/ ? 256 : regs ~ /xmm/ ? 128 : ""
		if (bits) compare("bits", bits, $8)
	} else if (set == "aarch64") {
		flow = arm_flow(); memory = arm_memory(); kind = arm_kind(); type = arm_type(kind)
	} else {
		flow = ppc_flow(); memory = ppc_memory(); kind = ppc_kind(); type = ppc_type(kind)
	}
	compare("flow", flow, $3)
	# its last operand, before the symbol's name
	if (flow ~ /[BJC]/ && match(ops, /(0x)?[0-9a-f]+( <[^>]*>)?$/)) {
		target = substr(ops, RSTART)
		sub(/ .*/, "", target)
		sub(/^0x/, "", target)
		compare("target", target, $4)
	}
	compare("memory", memory, $5)
	compare("kind", kind, $6)
	if (kind == $6 && $6 ~ /[AMFDQ]/ && !(set == "x86-64" && name ~ /^f/))
		compare("type", type, $7)
}
END {
	printf "%s: %d instructions, %d of data left out\n", set, all, data
	for (i = 1; i <= n; i++) {
		what = order[i]
		printf "%-8s %9d cases, %6d differ (%.1f in a million)\n", what, cases[what],
			bad[what], 1e6 * bad[what] / (all ? all : 1)
	}
	for (key in example) {
		split(key, part, SUBSEP)
		printf "%s\t%d\t%s\n", part[1], example[key], shown[key] | "sort -k1,1 -k2,2nr"
	}
}
