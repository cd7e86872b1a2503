/*
 * lies - code whose unwind tables are wrong, or that has none; each works for
 * a while, and then says so
 */
#include <stdio.h>
#include <sys/auxv.h>

#if defined(__x86_64__)

#define WORK "1: dec %rdi\n jnz 1b\n"
#define CODE(name, body)                                                       \
	void name(unsigned long n);                                            \
	__asm__(".text\n.type " #name ",@function\n" #name ":\n" body          \
	        ".size " #name ",.-" #name "\n");

/* the frame lies where nothing is */
CODE(nowhere,
     ".cfi_startproc\n.cfi_def_cfa rsp, 0x7000000\n" WORK "ret\n.cfi_endproc\n")
/* it is counted down */
CODE(counted,
     ".cfi_startproc\n.cfi_def_cfa rdi, 16\n" WORK "ret\n.cfi_endproc\n")
/* the return address is none */
CODE(elsewhere, ".cfi_startproc\npush %rax\n.cfi_adjust_cfa_offset 8\n"
                "movabs $0x123456789abc,%rax\nxchg %rax,8(%rsp)\n" WORK
                "xchg %rax,8(%rsp)\npop %rax\nret\n.cfi_endproc\n")
/* the frame is its own caller */
CODE(circle, ".cfi_startproc\n.cfi_def_cfa rsp, 0\n"
             ".cfi_val_offset rip, 0\n" WORK "ret\n.cfi_endproc\n")
CODE(none, "push %rbp\nmov $16,%rbp\n" WORK "pop %rbp\nret\n")

int main(void)
{
	/* simulated, where the kernel's page is hidden, less is enough */
	const unsigned long n = getauxval(AT_SYSINFO_EHDR) ? 60000000 : 100000;

	nowhere(n);
	counted(n);
	elsewhere(n);
	circle(n);
	none(n);
	puts("done");
	return 0;
}

#else

int main(void)
{
	puts("done");
	return 0;
}

#endif
