'use strict';
/* One visit to each page, for all that is asked of every page: its links, its
 * weight, its width on a phone, and what axe finds in it. */
const fs = require('fs');
const path = require('path');
const { withPage, sitePages, WIDE, NARROW } = require('./pages');

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/* what depends on colours, and takes most of the time of axe */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const OTHERS = { rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])) };

/* href and id of everything on a page, as the browser resolves them */
const outline = () => ({
	links: Array.from(document.querySelectorAll('a[href]'), (a) => (a.href instanceof SVGAnimatedString
		? new URL(a.href.baseVal, location.href).href : a.href)),
	ids: Array.from(document.querySelectorAll('[id]'), (e) => e.id),
	elements: document.querySelectorAll('*').length });

/* The elements with text whose colours no page has shown yet: the style sheet
 * knows an element by the names and classes from it up to the root, by whether
 * it is the first or the last of its kin, and by a few ids. */
const newKinds = (known) => {
	const seen = new Set(known), found = [];
	for (const e of document.querySelectorAll('body *')) {
		if (!Array.from(e.childNodes).some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()) || !e.checkVisibility())
			continue;
		let kind = (e.previousElementSibling ? '' : 'first ') + (e.nextElementSibling ? '' : 'last ');
		for (let up = e; up; up = up.parentElement)
			kind += `${up.localName}.${up.getAttribute('class') || ''}#${up.id.replace(/\d+/g, '')}<`;
		if (seen.has(kind))
			continue;
		seen.add(kind);
		found.push([kind, e]);
	}
	window.kinds = found.map(([, e]) => e);
	return found.map(([kind]) => kind);
};

async function violations(page, how, options) {
	const result = await page.evaluate(([where, o]) => window.axe.run(where === 'kinds' ? { include: window.kinds } : document,
		{ resultTypes: ['violations'], ...o }).then((r) => r.violations), options === OTHERS ? ['page', OTHERS] : ['kinds', options]);
	return result.map((v) => `${how}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`);
}

/* light and wide, light and narrow, and what a dark scheme can change */
async function judge(page, known) {
	const wrong = [];
	await page.evaluate(axe);
	await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
	for (const [name, viewport] of [['narrow', NARROW], ['wide', WIDE]]) {
		await page.setViewportSize(viewport);
		wrong.push(...await violations(page, name, OTHERS));
		const kinds = await page.evaluate(newKinds, Array.from(known[name]));
		if (!kinds.length)
			continue;
		kinds.forEach((kind) => known[name].add(kind));
		wrong.push(...await violations(page, `${name}, colours`, { runOnly: COLOURS }));
		if (name === 'wide') {
			await page.emulateMedia({ colorScheme: 'dark' });
			wrong.push(...await violations(page, 'dark, colours', { runOnly: COLOURS }));
			await page.emulateMedia({ colorScheme: 'light' });
		}
	}
	return wrong;
}

async function visit(context, file, known) {
	return withPage(context, file, { viewport: NARROW }, async (page) => {
		const found = { name: path.basename(file), bytes: fs.statSync(file).size, ...await page.evaluate(outline) };
		found.width = await page.evaluate(() => document.documentElement.scrollWidth);
		if (page.trouble.length)
			throw new Error(`${found.name}: ${page.trouble.join('; ')}`);
		if (!/large/.test(found.name)) {
			found.axe = await judge(page, known);
			page.trouble.length = 0; /* axe asks for style sheets */
			await page.setViewportSize(NARROW);
		}
		return found;
	});
}

/* By file: links, ids, elements, bytes, width, axe (not of the large one) */
async function survey(context) {
	if (!context.survey) {
		const known = { narrow: new Set(), wide: new Set() }, pages = new Map();
		for (const file of [...sitePages(context), ...context.reports])
			pages.set(file, await visit(context, file, known));
		context.survey = pages;
		context.kinds = known.wide.size;
	}
	return context.survey;
}

module.exports = { survey };
