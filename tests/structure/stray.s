# As compilers leave it where they merge equal code of two inlined procedures:
# within the loop of "middle" (line 10), which "outer" (line 20) calls at line
# 22, stands an instruction of "other", called at line 23.
	.file 1 "stray.c"
	.text
.Ltext:
	.globl outer
	.type outer, @function
outer:
	.loc 1 20
	xorl %eax, %eax
	xorl %ecx, %ecx
.Lloop:
	.loc 1 11
	addl %ecx, %eax
	imull $3, %eax, %eax
.Lstray:
	.loc 1 31
	movl %eax, %esi
.Lback:
	.loc 1 12
	xorl $5, %eax
	subl $7, %eax
	xorl $9, %eax
	subl $3, %eax
	xorl $6, %eax
	subl $2, %eax
	.loc 1 10
	addl $1, %ecx
	cmpl $100, %ecx
	jne .Lloop
.Lrest:
	.loc 1 24
	ret
.Lend:
	.size outer, .-outer

	.section .debug_abbrev, "", @progbits
.Labbrev:
	# compilation unit: producer, language, name, low, high, lines
	.byte 1, 0x11, 1, 0x25, 8, 0x13, 0x0b, 3, 8, 0x11, 1, 0x12, 7
	.byte 0x10, 0x17, 0, 0
	# a procedure that was inlined: name, file, line, inline
	.byte 2, 0x2e, 0, 3, 8, 0x3a, 0x0b, 0x3b, 0x0b, 0x20, 0x0b, 0, 0
	# a procedure: external, name, file, line, low, high
	.byte 3, 0x2e, 1, 0x3f, 0x19, 3, 8, 0x3a, 0x0b, 0x3b, 0x0b, 0x11, 1
	.byte 0x12, 7, 0, 0
	# an inlined call: origin, ranges, file and line of the call
	.byte 4, 0x1d, 0, 0x31, 0x13, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x0b, 0, 0
	.byte 0

	.section .debug_info, "", @progbits
.Linfo:
	.long .Linfo_end - .Linfo_start
.Linfo_start:
	.value 4
	.long .Labbrev
	.byte 8
	.byte 1
	.string "by hand"
	.byte 0x0c
	.string "stray.c"
	.quad .Ltext
	.quad .Lend - .Ltext
	.long .Lline
.Lmiddle:
	.byte 2
	.string "middle"
	.byte 1, 8, 3
.Lother:
	.byte 2
	.string "other"
	.byte 1, 30, 3
	.byte 3
	.string "outer"
	.byte 1, 20
	.quad outer
	.quad .Lend - outer
	.byte 4
	.long .Lmiddle - .Linfo
	.long .Lranges_middle
	.byte 1, 22
	.byte 4
	.long .Lother - .Linfo
	.long .Lranges_other
	.byte 1, 23
	.byte 0, 0
.Linfo_end:

	.section .debug_ranges, "", @progbits
.Lranges_middle:
	.quad .Lloop - .Ltext, .Lstray - .Ltext
	.quad .Lback - .Ltext, .Lrest - .Ltext
	.quad 0, 0
.Lranges_other:
	.quad .Lstray - .Ltext, .Lback - .Ltext
	.quad 0, 0

	.section .debug_line, "", @progbits
.Lline:
	.section .note.GNU-stack, "", @progbits
