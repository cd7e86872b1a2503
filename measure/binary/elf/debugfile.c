#include "debugfile.h"

#include <stdlib.h>
#include <zlib.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "image.h"

static const char folder[] = "/usr/lib/debug";

/* Open it if it is an ELF file of the same build */
static bool open_if(struct image *debug, const struct image *img,
                    const char *path, const uint32_t *crc)
{
	struct err err = { 0 };

	if (image_open(debug, path, &err) != 0)
		return false;
	if (img->build_id && debug->build_id) {
		if (strcmp(img->build_id, debug->build_id) == 0)
			return true;
	} else if (crc) {
		uLong sum =
			crc32_z(crc32(0, NULL, 0), debug->data, debug->size);

		if ((uint32_t)sum == *crc)
			return true;
	}
	image_release(debug);
	return false;
}

static bool by_build_id(struct image *debug, const struct image *img)
{
	struct strbuf path = STRBUF_INIT;
	bool found;

	if (!img->build_id || strlen(img->build_id) < 3)
		return false;
	strbuf_addf(&path, "%s/.build-id/%.2s/%s.debug", folder, img->build_id,
	            img->build_id + 2);
	found = open_if(debug, img, path.s, NULL);
	strbuf_release(&path);
	return found;
}

/* Where debuginfod's client keeps what it fetched; false: nowhere */
static bool cache_folder(struct strbuf *path)
{
	static const struct {
		const char *variable, *below;
	} places[] = { { "DEBUGINFOD_CACHE_PATH", "" },
		       { "XDG_CACHE_HOME", "/debuginfod_client" },
		       { "HOME", "/.cache/debuginfod_client" } };

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		const char *folder_of = getenv(places[i].variable);

		if (!folder_of || *folder_of != '/')
			continue;
		strbuf_addf(path, "%s%s", folder_of, places[i].below);
		return true;
	}
	return false;
}

static bool by_cache(struct image *debug, const struct image *img)
{
	struct strbuf path = STRBUF_INIT;
	bool found = false;

	if (img->build_id && cache_folder(&path)) {
		strbuf_addf(&path, "/%s/debuginfo", img->build_id);
		found = open_if(debug, img, path.s, NULL);
	}
	strbuf_release(&path);
	return found;
}

/* The file name and checksum in .gnu_debuglink */
static const char *link_name(const struct image *img, uint32_t *crc)
{
	GElf_Shdr sh;
	const char *name;
	size_t len;

	if (!image_section(img, ".gnu_debuglink", &sh) ||
	    sh.sh_type == SHT_NOBITS || sh.sh_offset > img->size ||
	    sh.sh_size > img->size - sh.sh_offset)
		return NULL;
	name = (const char *)img->data + sh.sh_offset;
	len = strnlen(name, sh.sh_size);
	if (len == 0 || ((len + 4) & ~(size_t)3) + 4 > sh.sh_size ||
	    strchr(name, '/'))
		return NULL;
	memcpy(crc, name + ((len + 4) & ~(size_t)3), sizeof(*crc));
	return name;
}

static bool by_link(struct image *debug, const struct image *img,
                    const char *path)
{
	static const char *const where[][2] = { { "", "" },
		                                { "", ".debug/" },
		                                { folder, "" } };
	size_t dir = (size_t)(io_basename(path) - path);
	struct strbuf b = STRBUF_INIT;
	uint32_t crc;
	const char *name = link_name(img, &crc);
	bool found = false;

	for (size_t i = 0; name && i < 3 && !found; i++) {
		strbuf_clear(&b);
		strbuf_adds(&b, where[i][0]);
		if (i == 2 && *path != '/')
			break;
		strbuf_add(&b, path, dir);
		strbuf_adds(&b, where[i][1]);
		strbuf_adds(&b, name);
		if (strcmp(b.s, path) != 0)
			found = open_if(debug, img, b.s, &crc);
	}
	strbuf_release(&b);
	return found;
}

bool debugfile_open(struct image *debug, const struct image *img,
                    const char *path)
{
	return by_build_id(debug, img) || by_link(debug, img, path) ||
	       by_cache(debug, img);
}
