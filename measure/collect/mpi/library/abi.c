/*
 * abi.c - the two binary interfaces of MPI; which one is seen when loaded
 *
 * Sources: MPICH 4.0.2, mpi.h (the same since 3.1 in all that keep the "MPICH
 * ABI": Intel MPI, MVAPICH2, Cray MPICH); Open MPI 4.1.4, mpi.h, whose
 * predefined handles are addresses of objects in libmpi.
 */
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

struct abi abi;
struct real real;

static const struct abi mpich = {
	.pointers = false,
	.status_size = 20,
	.status_source = 8,
	.status_tag = 12,
	.in_place = -1,
	.status_ignore = 1,
	.any_source = -2,
	.any_tag = -1,
	.proc_null = -1,
	.root = -3,
	.graph = 1,
	.cart = 2,
	.dist_graph = 3,
	.comm_world = 0x44000000,
	.comm_self = 0x44000001,
	.comm_null = 0x04000000,
	.request_null = 0x2c000000,
	.byte = 0x4c00010d,
};

static const struct abi open_mpi = {
	.pointers = true,
	.status_size = 24,
	.status_source = 0,
	.status_tag = 4,
	.in_place = 1,
	.status_ignore = 0,
	.any_source = -1,
	.any_tag = -1,
	.proc_null = -2,
	.root = -4,
	.cart = 1,
	.graph = 2,
	.dist_graph = 3,
};

/* dlsym(RTLD_NEXT) does not find a library loaded with RTLD_LOCAL. */
static int in_library(struct dl_phdr_info *info, size_t size, void *at)
{
	const char *slash = strrchr(info->dlpi_name, '/');
	void **found = at, *handle;

	(void)size;
	if (strncmp(slash ? slash + 1 : info->dlpi_name, "libmpi", 6) != 0)
		return 0;
	handle = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
	if (!handle)
		return 0;
	found[1] = dlsym(handle, found[0]);
	dlclose(handle);
	return found[1] != NULL;
}

void *abi_symbol(const char *name)
{
	void *at = dlsym(RTLD_NEXT, name);
	union {
		const char *name;
		void *at[2];
	} search = { .at = { NULL, NULL } };

	if (at)
		return at;
	search.name = name;
	dl_iterate_phdr(in_library, search.at);
	return search.at[1];
}

static bool find_functions(void)
{
	const struct {
		const char *name;
		void *at;
	} all[] = {
		{ "PMPI_Initialized", &real.initialized },
		{ "PMPI_Comm_rank", &real.comm_rank },
		{ "PMPI_Comm_size", &real.comm_size },
		{ "PMPI_Comm_remote_size", &real.comm_remote_size },
		{ "PMPI_Comm_test_inter", &real.comm_test_inter },
		{ "PMPI_Comm_group", &real.comm_group },
		{ "PMPI_Group_translate_ranks", &real.group_translate },
		{ "PMPI_Group_free", &real.group_free },
		{ "PMPI_Type_size_x", &real.type_size },
		{ "PMPI_Dist_graph_neighbors_count", &real.graph_counts },
		{ "PMPI_Graph_neighbors_count", &real.graph_neighbors },
		{ "PMPI_Topo_test", &real.topology },
		{ "PMPI_Cartdim_get", &real.cart_dimensions },
		{ "PMPI_Get_library_version", &real.library_version },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		void *at = abi_symbol(all[i].name);

		if (!at)
			return false;
		memcpy(all[i].at, &at, sizeof(at));
	}
	return true;
}

/* The program may have a private copy, which all then use. */
static uint64_t object(const char *name)
{
	void *at = dlsym(RTLD_DEFAULT, name);

	return (uint64_t)(uintptr_t)(at ? at : abi_symbol(name));
}

static bool find_objects(void)
{
	const struct {
		const char *name;
		uint64_t *at;
	} all[] = {
		{ "ompi_mpi_comm_world", &abi.comm_world },
		{ "ompi_mpi_comm_self", &abi.comm_self },
		{ "ompi_mpi_comm_null", &abi.comm_null },
		{ "ompi_request_null", &abi.request_null },
		{ "ompi_mpi_byte", &abi.byte },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		*all[i].at = object(all[i].name);
		if (!*all[i].at)
			return false;
	}
	return true;
}

static bool is_mpich(const char *version)
{
	static const char *const names[] = { "MPICH", "Intel(R) MPI",
		                             "MVAPICH" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strstr(version, names[i]))
			return true;
	}
	return false;
}

const char *abi_find(char *version)
{
	int n = 0;

	if (!find_functions())
		return "the MPI library is older than MPI 3.0";
	if (real.library_version(version, &n) != 0)
		return "the MPI library does not give its name";
	if (strstr(version, "Open MPI")) {
		abi = open_mpi;
		return find_objects() ? NULL
		                      : "this Open MPI has an unknown binary "
		                        "interface";
	}
	abi = mpich;
	return is_mpich(version)
	               ? NULL
	               : "the binary interface of the MPI library is unknown";
}

uint64_t abi_handle(long word)
{
	return abi.pointers ? (uint64_t)word : (uint64_t)(int32_t)word;
}

uint64_t abi_handle_at(long address, size_t i)
{
	if (abi.pointers)
		return ((const uint64_t *)address)[i];
	return (uint64_t)((const int32_t *)address)[i];
}

static int int_at(const char *p, size_t offset)
{
	return *(const int *)(p + offset);
}

/* MPICH: count_lo, count_hi_and_cancelled; Open MPI: _cancelled, _ucount */
struct envelope abi_envelope(const char *status)
{
	struct envelope e = {
		.source = int_at(status, abi.status_source),
		.tag = int_at(status, abi.status_tag),
	};

	if (abi.pointers) {
		e.bytes = *(const uint64_t *)(status + 16);
		e.cancelled = int_at(status, 12) != 0;
	} else {
		e.bytes = (uint64_t)(uint32_t)int_at(status, 0) |
		          (uint64_t)(uint32_t)int_at(status, 4) >> 1 << 32;
		e.cancelled = (int_at(status, 4) & 1) != 0;
	}
	return e;
}
