'use strict';
/* Opening pages as a reader would, and noticing what must not happen. */
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const WIDE = { width: 1440, height: 900 }, NARROW = { width: 360, height: 740 };

/* Every page that was opened may have said or asked for something. */
function listen(page) {
	page.on('request', (r) => {
		const to = r.url().replace(/[?#].*/, '');
		if (to !== page.own && !to.startsWith('data:') && !r.isNavigationRequest())
			page.trouble.push(`requested ${to}`);
	});
	page.on('console', (m) => page.trouble.push(`console: ${m.text()}`));
	page.on('pageerror', (e) => page.trouble.push(`error: ${e.message}`));
	page.on('dialog', (d) => {
		page.trouble.push(`dialog: ${d.message()}`);
		d.dismiss();
	});
}

/* Tabs that tests have done with, by what they were opened with */
const free = new Map();

/* A tab with this page in it: nothing is left of what was in it before. */
async function open(context, file, options) {
	const set = { viewport: options.viewport || WIDE, colorScheme: options.scheme || 'light',
		javaScriptEnabled: options.javascript !== false };
	const key = JSON.stringify(set);
	let page = free.get(key);
	free.delete(key);
	if (!page) {
		const c = await context.browser.newContext(set);
		c.setDefaultTimeout(300000); /* against what hangs, not against a busy machine */
		c.setDefaultNavigationTimeout(300000);
		page = await c.newPage();
		page.key = key;
		listen(page);
	}
	page.own = pathToFileURL(file).href;
	page.trouble = [];
	await page.goto(page.own + (options.hash || ''));
	return page;
}

async function withPage(context, file, options, run) {
	const page = await open(context, file, options);
	let clean = false;
	try {
		const result = await run(page);
		if (page.trouble.length)
			throw new Error(`${path.basename(file)}: ${page.trouble.join('; ')}`);
		await page.goto('about:blank');
		clean = !free.has(page.key);
		return result;
	} finally {
		if (clean)
			free.set(page.key, page);
		else
			await page.context().close();
	}
}

/* What the browser counts for a page from now on: layouts, style computations, ... */
async function counters(page) {
	const session = await page.context().newCDPSession(page);
	await session.send('Performance.enable');
	return async () => {
		const { metrics } = await session.send('Performance.getMetrics');
		return Object.fromEntries(metrics.map((m) => [m.name, m.value]));
	};
}

const sitePages = (context) => fs.readdirSync(context.site).filter((f) => f.endsWith('.html')).sort()
	.map((f) => path.join(context.site, f));

module.exports = { withPage, counters, sitePages, WIDE, NARROW };
