'use strict';
/* Opening pages as a reader would, and noticing what must not happen. */
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const WIDE = { width: 1440, height: 900 }, NARROW = { width: 360, height: 740 };

/* Every page that was opened may have said or asked for something. */
async function open(context, file, options = {}) {
	const c = await context.browser.newContext({ viewport: options.viewport || WIDE,
		colorScheme: options.scheme || 'light', javaScriptEnabled: options.javascript !== false });
	c.setDefaultTimeout(300000); /* against what hangs, not against a busy machine */
	c.setDefaultNavigationTimeout(300000);
	const page = await c.newPage();
	page.trouble = [];
	const own = pathToFileURL(file).href;
	page.on('request', (r) => {
		const to = r.url().replace(/[?#].*/, '');
		if (to !== own && !to.startsWith('data:') && !r.isNavigationRequest())
			page.trouble.push(`requested ${to}`);
	});
	page.on('console', (m) => page.trouble.push(`console: ${m.text()}`));
	page.on('pageerror', (e) => page.trouble.push(`error: ${e.message}`));
	page.on('dialog', (d) => {
		page.trouble.push(`dialog: ${d.message()}`);
		d.dismiss();
	});
	await page.goto(own + (options.hash || ''));
	return page;
}

async function withPage(context, file, options, run) {
	const page = await open(context, file, options);
	try {
		await run(page);
		if (page.trouble.length)
			throw new Error(`${path.basename(file)}: ${page.trouble.join('; ')}`);
	} finally {
		await page.context().close();
	}
}

/* What the browser counted for a page: layouts, style computations, ... */
async function metrics(page) {
	const session = await page.context().newCDPSession(page);
	await session.send('Performance.enable');
	const { metrics: list } = await session.send('Performance.getMetrics');
	await session.detach();
	return Object.fromEntries(list.map((m) => [m.name, m.value]));
}

const sitePages = (context) => fs.readdirSync(context.site).filter((f) => f.endsWith('.html')).sort()
	.map((f) => path.join(context.site, f));
const categoryPages = (context) => sitePages(context).filter((f) => !/^(index|machine-)/.test(path.basename(f)));

module.exports = { open, withPage, metrics, sitePages, categoryPages, WIDE, NARROW };
