/*
 * html.h - pages that need nothing but themselves
 *
 * A page holds its style and its script; a Content-Security-Policy allows
 * exactly these two (by their SHA-256) and nothing from anywhere else.
 * Everything that is not ours goes through the functions below.
 */
#ifndef PERFEXPERT_REPORT_HTML_HTML_H
#define PERFEXPERT_REPORT_HTML_HTML_H

#include <stddef.h>

struct strbuf;

/* The styles (style.css with site.css or report.css) and scripts of pages, made
 * part of the program by the build */
struct html_asset {
	const char *const *lines; /* ended by NULL */
	const char *sha256;       /* of all of them, in base64 */
};
extern const struct html_asset asset_site_style, asset_report_style;
extern const struct html_asset asset_site, asset_report;

struct html_page {
	const char *title;       /* escaped here */
	const char *description; /* escaped here; or NULL */
	const char *kind;        /* class of the body: "site", "report" */
	const struct html_asset *style, *script;
};

/* html_begin - up to and with <body> and the link that skips to #main */
void html_begin(struct strbuf *b, const struct html_page *page);

/* html_end - the script and the end of the page */
void html_end(struct strbuf *b, const struct html_page *page);

/* html_text - text, made safe; line ends stay */
void html_text(struct strbuf *b, const char *s);

/*
 * html_name - a name out of a file: control characters show as \n or \xNN
 *
 * Names of more than HTML_NAME_MAX characters lose their middle.
 */
enum { HTML_NAME_MAX = 160 };
void html_name(struct strbuf *b, const char *s);

/* html_name_whole - the same, not shortened */
void html_name_whole(struct strbuf *b, const char *s);

/*
 * html_address - a path or address as the value of href, without quotes
 *
 * http:, https: and file: addresses stay what they are; all else is a path: an
 * absolute one becomes a file: address, any other one stays relative. Bytes
 * that have a meaning in an address or in HTML are %-encoded.
 */
void html_address(struct strbuf *b, const char *s);

/* html_slug - "data_accesses" as in a page's name: "data-accesses" */
void html_slug(struct strbuf *b, const char *id);

/* html_number - a value of up to four digits, "not measured" for NAN */
void html_number(struct strbuf *b, double v);

/* html_percent - a share as "85.3 %", "not measured" for NAN */
void html_percent(struct strbuf *b, double share);

#endif
