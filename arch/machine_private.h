/*
 * machine_private.h - what the files of arch/ share
 *
 * A machine is filled while its files are read (lcpi.lua, what it inherits
 * from, itself, in this order; later ones override) and constant afterwards,
 * but for the clock.
 */
#ifndef PERFEXPERT_ARCH_MACHINE_PRIVATE_H
#define PERFEXPERT_ARCH_MACHINE_PRIVATE_H

#include "machine.h"
#include "model.h"
#include "table.h"

struct arena;
struct err;
struct expr;
struct map;

/* A parameter that lcpi.lua declares. */
struct declared_param {
	const char *name, *unit, *description;
	bool required;
};

/* A way to recognise a host; absent conditions are NULL or empty. */
struct host_rule {
	const char *vendor;     /* x86: vendor_id */
	const char *cpu_prefix; /* POWER: start of the line "cpu" */
	double family, implementer, part, l2_bytes; /* NAN: any */
	const double *models;
	size_t nmodels;
	const double *ranges; /* from, to, from, to, ... of models */
	size_t nranges;
	const double *steppings; /* from, to */
	size_t nsteppings;
	const char *const *flags; /* all must be there */
	size_t nflags;
	double weak; /* a guess by its flags: higher ones win; 0: exact */
	const char *note;
};

/* a native event of the file and how the canonical ones are computed */
struct event_recipe {
	struct expr *formula; /* over n1, n2, ...; NULL: their sum */
	struct expr *scale;   /* over parameters; NULL: 1 */
};

struct lcpi_set;
struct machine_account;

/* The timing model's numbers and classes of operations. */
struct model {
	struct map *numbers, *ops;   /* struct model_number, struct model_op */
	struct model_number *number; /* sorted, once all is read */
	size_t nnumbers;
	struct model_op *op;
	size_t nops;
	const char *const *pipes;
	size_t npipes;
};

struct machine {
	struct arena *a;
	struct events *catalogue;
	const char *name, *title, *isa, *file, *note;
	double clock_hz;              /* NAN: nominal */
	bool shared;                  /* all is another's, see machine_share */
	struct map *declared;         /* struct declared_param */
	struct map *by_name;          /* struct machine_param */
	struct machine_param *params; /* sorted */
	size_t nparams;
	struct machine_geometry geometry;
	struct machine_peak peak;
	struct machine_counters counters;
	struct map *natives;   /* struct machine_native; NULL: taken back */
	struct map *recipes;   /* struct event_recipe, by event */
	struct map *event_map; /* struct machine_event; name NULL: removed */
	struct map *missing;   /* reasons */
	struct machine_event *events;
	size_t nevents;
	struct machine_native *native_list;
	size_t nnatives;
	struct host_rule *rules;
	size_t nrules;
	struct lcpi_set *lcpi;
	struct model model;
	struct machine_account *account; /* NULL: the machine has none */
};

/* machine_new - an empty one; machine_free releases it half-filled too */
struct machine *machine_new(void);

/* machine_read - apply one file's table */
int machine_read(struct machine *m, const struct lua_table *root);

/* machine_read_events - its counters, natives, events and missing ones */
int machine_read_events(struct machine *m, const struct lua_table *root);

/* machine_read_host - how it is recognised; replaces what was inherited */
int machine_read_host(struct machine *m, const struct lua_table *root);

/* machine_finish_events - the sorted list, once everything is read */
void machine_finish_events(struct machine *m);

/* machine_arch_path - arch/NAME.lua in the data folder, in the arena */
const char *machine_arch_path(struct machine *m, const char *name,
                              struct err *err);

/* machine_names - of the files in the data folder, sorted; all to be freed */
int machine_names(char ***names, size_t *n, struct err *err);

/* lcpi_read - declared parameters and categories of lcpi.lua */
int lcpi_read(struct machine *m, const struct lua_table *root);

/* metrics_read - the derived metrics of metrics.lua */
int metrics_read(struct machine *m, const struct lua_table *root);

/* lcpi_read_metrics - a machine's refined and added categories */
int lcpi_read_metrics(struct machine *m, const struct lua_table *root);

/* model_declare - what model.lua declares, with its generic values */
int model_declare(struct machine *m, const struct lua_table *root);

/* model_read - a machine file's figures over those */
int model_read(struct machine *m, const struct lua_table *root);

/* model_finish - the sorted lists, once everything is read */
void model_finish(struct machine *m);

/* account_read - its account of cycles; replaces the inherited one */
int account_read(struct machine *m, const struct lua_table *root);

/* account_finish - resolve the names of its formulas; refuses unknown ones */
int account_finish(struct machine *m, struct err *err);

/* lcpi_compile - resolve all names; refuses unknown ones and cycles */
int lcpi_compile(struct machine *m, struct lua_file *r);

void lcpi_release(struct lcpi_set *set);

#endif
