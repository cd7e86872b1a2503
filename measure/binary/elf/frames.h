/*
 * frames.h - function ranges from unwind tables (.eh_frame)
 *
 * Every compiled function has an entry there, also in stripped binaries.
 * Source: Linux Standard Base Core 5.0, ch. 10.6, Exception Frames
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_FRAMES_H
#define PERFEXPERT_MEASURE_BINARY_ELF_FRAMES_H

#include <stddef.h>
#include <stdint.h>

struct image;

struct unwind_frame {
	uint64_t low, high;
	uint64_t lsda; /* address of its exception table, or 0 */
};

struct frames {
	struct unwind_frame *v; /* sorted by low */
	size_t n, cap;
};

/* frames_read - those of the image's .eh_frame; what is damaged is left out */
void frames_read(struct frames *f, const struct image *img);
void frames_release(struct frames *f);

/* frames_find - the entry that holds vaddr, or NULL */
const struct unwind_frame *frames_find(const struct frames *f, uint64_t vaddr);

/*
 * frames_landing_pads - calls back for each call site of a function that has a
 * landing pad: an exception in [low, high) continues at pad
 */
void frames_landing_pads(const struct image *img,
                         const struct unwind_frame *fde,
                         void (*each)(void *ctx, uint64_t low, uint64_t high,
                                      uint64_t pad),
                         void *ctx);

#endif
