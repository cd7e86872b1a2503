/*
 * modules.h - the binaries of a measurement and their sections
 *
 * Finds, for an address in a file, the section of the profile that it belongs
 * to, making modules, procedures and loops as they are met.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_MODULES_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapped;
struct module;
struct modules;
struct profile;
struct profile_section;
struct structure_loop;
struct structure_place;
struct structure_proc;
struct structures;

/* files: that programs had mapped, or NULL; structures: of files that were
 * read, or NULL: it has its own; both are borrowed */
struct modules *modules_new(struct profile *p, const struct mapped *files,
                            struct structures *structures);
void modules_free(struct modules *m);

/* modules_get - the module of a path or "[name]", opened when it is new */
struct module *modules_get(struct modules *m, const char *path);

/* modules_brief - names are enough of that file (structures_brief) */
void modules_brief(struct modules *m, const char *path);

/* module_vaddr - the file's virtual address of a file offset */
uint64_t module_vaddr(const struct module *m, uint64_t offset);

/*
 * module_section - the innermost section of a virtual address
 *
 * place may be NULL; it gets file, line, procedure and loop where known.
 */
struct profile_section *module_section(struct modules *ms, struct module *m,
                                       uint64_t vaddr,
                                       struct structure_place *place);

/* module_classes - what the instruction is: bits of enum code_class */
uint64_t module_classes(const struct module *m, uint64_t vaddr);

/* module_callee - the linker's name of what the instruction calls, or NULL;
 * by_table: as of structure_callee */
const char *module_callee(const struct module *m, uint64_t vaddr,
                          bool *by_table);

/* module_asserts - does the way that a branch never went report a failed
 * assertion? taken, all: how often it was taken, and executed */
bool module_asserts(const struct module *m, uint64_t vaddr, uint64_t taken,
                    uint64_t all);

/* module_exponent - as structure_exponent */
double module_exponent(const struct module *m, uint64_t vaddr);

/* modules_at - the sections of procedures and loops */
struct made_section {
	struct profile_section *section;
	const struct structure_proc *proc; /* NULL: "<unknown>" */
	const struct structure_loop *loop; /* NULL: the procedure */
	struct module *module;
};
size_t modules_sections(const struct modules *ms,
                        const struct made_section **list);

/* modules_note - note in the profile what is missing in modules with at
 * least that share of the event */
void modules_note(const struct modules *ms, double least, size_t event);

const char *module_path(const struct module *m);

#endif
