#include "symbols.h"

#include "base/banned.h"
#include "base/mem.h"
#include "frames.h"
#include "image.h"
#include "linker_names.h"
#include "ranges.h"

enum { RANK_GLOBAL, RANK_WEAK, RANK_LOCAL, RANK_UNTYPED };

/* How far back an enclosing function is looked for */
enum { MAX_NESTED = 32 };

static struct symbol *append(struct symbols *s)
{
	s->v = mem_grow(s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n] = (struct symbol){ 0 };
	return &s->v[s->n++];
}

static uint8_t rank_of(const GElf_Sym *sym)
{
	if (GELF_ST_TYPE(sym->st_info) == STT_NOTYPE)
		return RANK_UNTYPED;
	if (GELF_ST_BIND(sym->st_info) == STB_LOCAL)
		return RANK_LOCAL;
	if (GELF_ST_BIND(sym->st_info) == STB_WEAK)
		return RANK_WEAK;
	return RANK_GLOBAL;
}

/* Is it code? Untyped ones are labels: only global ones name a function. */
static bool is_function(const struct image *img, const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	if (sym->st_shndx == SHN_UNDEF || sym->st_value == 0 ||
	    (sym->st_shndx >= SHN_LORESERVE && sym->st_shndx != SHN_XINDEX))
		return false;
	if (type != STT_FUNC && type != STT_GNU_IFUNC &&
	    (type != STT_NOTYPE || GELF_ST_BIND(sym->st_info) == STB_LOCAL))
		return false;
	return image_is_code(img, sym->st_value);
}

static void read_table(struct symbols *s, const struct image *img, Elf *elf,
                       Elf_Scn *scn, const GElf_Shdr *sh)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t n = data ? data->d_size / sizeof(Elf64_Sym) : 0;
	unsigned scope = 0;
	GElf_Sym sym;

	for (size_t i = 1; i < n && i < INT32_MAX; i++) {
		const char *name;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		if (GELF_ST_TYPE(sym.st_info) == STT_FILE)
			scope++;
		if (!is_function(img, &sym))
			continue;
		name = elf_strptr(elf, sh->sh_link, sym.st_name);
		if (!name || !*name)
			continue;
		struct symbol *f = append(s);

		f->name = name;
		f->low = sym.st_value;
		f->sized = sym.st_size != 0;
		f->high = f->low + sym.st_size;
		if (f->high < f->low)
			f->high = f->low;
		f->rank = rank_of(&sym);
		f->scope = f->rank >= RANK_LOCAL ? scope : 0;
	}
}

static bool read_section(struct symbols *s, const struct image *img,
                         const struct image *from, unsigned type)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while (from && (scn = elf_nextscn(from->elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || sh.sh_type != type)
			continue;
		read_table(s, img, from->elf, scn, &sh);
		return true;
	}
	return false;
}

static int by_low(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (!x->name || !y->name)
		return !!y->name - !!x->name;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (names_better(x->name, y->name))
		return -1;
	return names_better(y->name, x->name);
}

/* Do two names at one place come from sources? Of others many are aliases. */
static bool are_folded(const struct symbol *a, const struct symbol *b)
{
	return a->name && b->name && a->high == b->high &&
	       names_mangled(a->name) && names_mangled(b->name) &&
	       strcmp(a->name, b->name) != 0;
}

/* Aliases become one entry: the first's name and the largest extent */
static void merge_aliases(struct symbols *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->v, s->n, sizeof(*s->v), by_low);
	for (size_t i = 0; i < s->n; i++) {
		struct symbol *last = n ? &s->v[n - 1] : NULL;

		if (!last || last->low != s->v[i].low) {
			s->v[n++] = s->v[i];
			continue;
		}
		if (!last->folded && are_folded(last, &s->v[i]))
			last->folded = s->v[i].name;
		if (s->v[i].high > last->high)
			last->high = s->v[i].high;
		last->sized |= s->v[i].sized;
		last->plt |= s->v[i].plt;
	}
	s->n = n;
}

/* Functions that only the unwind tables know, and the sizes that they know */
static void add_frames(struct symbols *s, const struct frames *frames)
{
	size_t known = s->n;

	for (size_t i = 0; i < frames->n; i++) {
		const struct unwind_frame *f = &frames->v[i];
		uint64_t low, high;
		const struct symbol *at =
			symbols_find(&(struct symbols){ .v = s->v, .n = known },
		                     f->low, &low, &high);

		if (at && at->low != f->low && (at->sized || at->plt))
			continue;
		if (at && at->low == f->low && at->sized)
			continue;
		struct symbol *sym = append(s);

		sym->low = f->low;
		sym->high = f->high;
		sym->sized = true;
	}
}

static void add_plt(struct symbols *s, const struct image *img)
{
	static const char *const names[] = { ".plt", ".plt.sec", ".plt.got",
		                             ".plt.bnd", ".iplt" };
	GElf_Shdr sh;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!image_section(img, names[i], &sh) ||
		    !(sh.sh_flags & SHF_EXECINSTR) || !sh.sh_size ||
		    sh.sh_addr + sh.sh_size < sh.sh_addr)
			continue;
		struct symbol *f = append(s);

		f->name = "<plt>";
		f->low = sh.sh_addr;
		f->high = sh.sh_addr + sh.sh_size;
		f->sized = f->plt = true;
	}
}

/* A function without a size ends where its section or segment does */
static uint64_t end_of_code(const struct image *img, uint64_t vaddr)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	size_t avail;

	while ((scn = elf_nextscn(img->elf, scn))) {
		if (gelf_getshdr(scn, &sh) && (sh.sh_flags & SHF_EXECINSTR) &&
		    vaddr >= sh.sh_addr && vaddr - sh.sh_addr < sh.sh_size)
			return sh.sh_addr + sh.sh_size;
	}
	return image_bytes(img, vaddr, &avail) ? vaddr + avail : vaddr + 1;
}

static void give_sizes(struct symbols *s, const struct image *img)
{
	uint64_t end = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct symbol *f = &s->v[i];

		if (f->sized)
			continue;
		if (f->low >= end)
			end = end_of_code(img, f->low);
		f->high = end;
		if (i + 1 < s->n && s->v[i + 1].low < end)
			f->high = s->v[i + 1].low;
	}
}

static void read_slots(struct symbols *s, const struct image *img, Elf_Scn *scn,
                       const GElf_Shdr *sh)
{
	Elf_Data *data = elf_getdata(scn, NULL), *syms;
	Elf_Scn *table = elf_getscn(img->elf, sh->sh_link);
	size_t n = data ? data->d_size / sizeof(Elf64_Rela) : 0;
	GElf_Shdr tsh;
	GElf_Rela rela;
	GElf_Sym sym;

	if (!table || !gelf_getshdr(table, &tsh))
		return;
	syms = elf_getdata(table, NULL);
	for (size_t i = 0; i < n && i < INT32_MAX && syms; i++) {
		const char *name;

		if (!gelf_getrela(data, (int)i, &rela) ||
		    !GELF_R_SYM(rela.r_info) ||
		    GELF_R_SYM(rela.r_info) > INT32_MAX ||
		    !gelf_getsym(syms, (int)GELF_R_SYM(rela.r_info), &sym))
			continue;
		name = elf_strptr(img->elf, tsh.sh_link, sym.st_name);
		if (!name || !*name)
			continue;
		s->got = mem_grow(s->got, &s->got_cap, s->ngot + 1,
		                  sizeof(*s->got));
		s->got[s->ngot++] =
			(struct symbol){ .low = rela.r_offset, .name = name };
	}
}

static void read_relocations(struct symbols *s, const struct image *img)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(img->elf, scn))) {
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_RELA &&
		    (sh.sh_flags & SHF_ALLOC))
			read_slots(s, img, scn, &sh);
	}
	if (s->ngot)
		qsort(s->got, s->ngot, sizeof(*s->got), by_low);
}

static int by_name(const void *a, const void *b)
{
	const struct symbol *x = *(const struct symbol *const *)a;
	const struct symbol *y = *(const struct symbol *const *)b;
	int order = strcmp(x->name, y->name);

	if (order)
		return order;
	if (x->scope != y->scope)
		return x->scope < y->scope ? -1 : 1;
	return x->low < y->low ? -1 : x->low > y->low;
}

/* The names that parts of procedures may belong to, sorted */
static void index_names(struct symbols *s)
{
	bool any = false;

	for (size_t i = 0; i < s->n && !any; i++)
		any = s->v[i].name && strstr(s->v[i].name, ".cold");
	if (!any)
		return;
	s->by_name = mem_alloc(s->n, sizeof(*s->by_name));
	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].name)
			s->by_name[s->nnames++] = &s->v[i];
	}
	qsort(s->by_name, s->nnames, sizeof(*s->by_name), by_name);
}

void symbols_read(struct symbols *s, const struct image *img,
                  const struct image *debug, const struct frames *frames)
{
	s->has_table = read_section(s, img, img, SHT_SYMTAB) ||
	               read_section(s, img, debug, SHT_SYMTAB);
	if (!s->has_table)
		read_section(s, img, img, SHT_DYNSYM);
	s->has_names = s->n > 0;
	add_plt(s, img);
	merge_aliases(s);
	add_frames(s, frames);
	merge_aliases(s);
	give_sizes(s, img);
	read_relocations(s, img);
	index_names(s);
}

void symbols_release(struct symbols *s)
{
	free(s->v);
	free(s->got);
	free(s->by_name);
	*s = (struct symbols){ 0 };
}

const struct symbol *symbols_find(const struct symbols *s, uint64_t vaddr,
                                  uint64_t *low, uint64_t *high)
{
	size_t next = ranges_upto(s->v, s->n, sizeof(*s->v), vaddr), i = next;

	*high = next < s->n ? s->v[next].low : UINT64_MAX;
	*low = 0;
	for (size_t back = 0; i > 0 && back < MAX_NESTED; back++) {
		const struct symbol *f = &s->v[--i];

		if (vaddr < f->high) {
			if (*low < f->low)
				*low = f->low;
			if (*high > f->high)
				*high = f->high;
			return f;
		}
		if (*low < f->high)
			*low = f->high;
	}
	return NULL;
}

const struct symbol *symbols_at(const struct symbols *s, uint64_t vaddr)
{
	size_t i = ranges_upto(s->v, s->n, sizeof(*s->v), vaddr);

	return i && s->v[i - 1].low == vaddr ? &s->v[i - 1] : NULL;
}

const char *symbols_slot(const struct symbols *s, uint64_t vaddr)
{
	size_t i = ranges_upto(s->got, s->ngot, sizeof(*s->got), vaddr);

	return i && s->got[i - 1].low == vaddr ? s->got[i - 1].name : NULL;
}

/* Is s before the len bytes of name in that scope, or in the first there is? */
static bool is_before(const struct symbol *s, const char *name, size_t len,
                      unsigned scope)
{
	int order = strncmp(s->name, name, len);

	if (order == 0 && s->name[len])
		order = 1;
	return order < 0 || (order == 0 && s->scope < scope);
}

/* The first symbol of that name whose scope is not below scope, or NULL */
static const struct symbol *find_name(const struct symbols *s, const char *name,
                                      size_t len, unsigned scope)
{
	size_t low = 0, high = s->nnames;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (is_before(s->by_name[mid], name, len, scope))
			low = mid + 1;
		else
			high = mid;
	}
	if (low == s->nnames ||
	    strncmp(s->by_name[low]->name, name, len) != 0 ||
	    s->by_name[low]->name[len])
		return NULL;
	return s->by_name[low];
}

/* Of the same file, else a global one, else the first */
const struct symbol *symbols_parent(const struct symbols *s,
                                    const struct symbol *cold)
{
	const char *suffix = cold->name ? strstr(cold->name, ".cold") : NULL;
	size_t len = suffix ? (size_t)(suffix - cold->name) : 0;
	const struct symbol *f;

	if (!len)
		return NULL;
	f = find_name(s, cold->name, len, cold->scope);
	if (f && f->scope == cold->scope)
		return f;
	return find_name(s, cold->name, len, 0);
}
