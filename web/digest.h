/*
 * digest.h - SHA-256 in base64, as Content-Security-Policy wants it
 */
#ifndef PERFEXPERT_WEB_DIGEST_H
#define PERFEXPERT_WEB_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct strbuf;

enum { DIGEST_BYTES = 32 };

/*
 * digest_sha256 - the SHA-256 of n bytes
 *
 * Source: FIPS 180-4, sections 4.1.2, 5 and 6.2
 */
void digest_sha256(const void *data, size_t n, uint8_t out[DIGEST_BYTES]);

/* digest_base64 - n bytes in base64 with padding (RFC 4648), appended to b */
void digest_base64(struct strbuf *b, const uint8_t *data, size_t n);

#endif
