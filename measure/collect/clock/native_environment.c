#include "native_environment.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <string.h>

#include "base/banned.h"
#include "measure/run/environment.h"

#if defined(__x86_64__)
/* CPUID leaf 7: AVX512F is bit 16 of EBX, RTM bit 11 */
static bool host_differs(void)
{
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
	       (ebx & (1u << 16 | 1u << 11));
}

/* AVX512-FP16 is bit 23 of EDX: Sapphire Rapids and later */
static bool host_has_fp16(void)
{
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
	       (edx & 1u << 23);
}

/* CPUID leaf 0: the vendor; leaf 1: base family in bits 8 to 11 of EAX,
 * extended family in bits 20 to 27 */
static const char *openblas_core(void)
{
	unsigned eax, vendor[3], ecx, edx;
	char name[13] = "";

	if (!__get_cpuid(0, &eax, &vendor[0], &vendor[2], &vendor[1]))
		return NULL;
	memcpy(name, vendor, sizeof(vendor));
	if (!__get_cpuid(1, &eax, &vendor[0], &ecx, &edx))
		return NULL;
	return native_openblas_core(name, (eax >> 8 & 15) + (eax >> 20 & 255));
}
#else
static bool host_differs(void)
{
	return false;
}

static bool host_has_fp16(void)
{
	return false;
}

static const char *openblas_core(void)
{
	return NULL;
}
#endif

const char *native_openblas_core(const char *vendor, unsigned family)
{
	const bool amd = strcmp(vendor, "AuthenticAMD") == 0 ||
	                 strcmp(vendor, "HygonGenuine") == 0;

	return amd && family >= 0x17 ? "Zen" : NULL;
}

static const char openblas[] = "OPENBLAS_CORETYPE";

char **native_like_simulated(char *const *envp)
{
	/* With RTM, glibc avoids vzeroupper, and so its AVX2 variants. */
	static const char tunables[] =
		"glibc.cpu.hwcaps=-AVX512VL,-AVX512F,-AVX512BW,-RTM,"
		"-Prefer_No_VZEROUPPER";
	/* libraries that choose by themselves, and their word for AVX2 */
	const char *const libraries[][2] = {
		{ openblas, "Haswell" },
		{ "MKL_ENABLE_INSTRUCTIONS", "AVX2" },
		{ "BLIS_ARCH_TYPE", "haswell" },
		{ "ONEDNN_MAX_CPU_ISA", "AVX2" },
		{ "DNNL_MAX_CPU_ISA", "AVX2" }, /* its name before */
		{ "ATEN_CPU_CAPABILITY", "avx2" },
		{ "ARROW_USER_SIMD_LEVEL", "AVX2" },
		/* a list of what not to use; numpy warns of names that are new
		 * to it, so only of those that this host would choose */
		{ "NPY_DISABLE_CPU_FEATURES",
		  host_has_fp16() ? "AVX512F AVX512CD AVX512_SKX AVX512_CLX "
		                    "AVX512_CNL AVX512_ICL AVX512_SPR"
		                  : "AVX512F AVX512CD AVX512_SKX AVX512_CLX "
		                    "AVX512_CNL AVX512_ICL" },
	};
	const char *old = environment_get(envp, "GLIBC_TUNABLES");
	char **env, **next;

	if (old && strstr(old, "glibc.cpu.hwcaps"))
		env = environment_set(envp, "GLIBC_TUNABLES", old);
	else
		env = environment_append(envp, "GLIBC_TUNABLES", ":", tunables);
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
		if (environment_get(env, libraries[i][0]))
			continue;
		next = environment_set(env, libraries[i][0], libraries[i][1]);
		environment_free(env);
		env = next;
	}
	return env;
}

char **native_environment(char *const *envp, bool *changed)
{
	const char *core = openblas_core();

	*changed = host_differs();
	if (*changed)
		return native_like_simulated(envp);
	/* what it chooses natively in any case */
	return core && !environment_get(envp, openblas)
	               ? environment_set(envp, openblas, core)
	               : environment_copy(envp);
}
