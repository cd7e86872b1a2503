'use strict';
/* node main.js CHROMIUM PERFEXPERT SITE SCRATCH */
const path = require('path');
const { execFileSync } = require('child_process');
const { chromium } = require('playwright-core');
const { writeAll } = require('./fixtures');
const { writeParallel } = require('./parallel');
const { runAll } = require('./harness');

require('./site.test');
require('./report.test');
require('./parallel.test');
require('./quality.test');

async function main([executablePath, perfexpert, site, scratch]) {
	const context = { site, scratch,
		perfexpert: (args) => execFileSync(perfexpert, args, { cwd: scratch, encoding: 'utf8' }) };
	const page = (name, ...args) => {
		context.perfexpert(['--html', `${name}.html`, '--suggestions-url', path.join(site, 'index.html'), ...args]);
		return path.join(scratch, `${name}.html`);
	};
	writeAll(scratch);
	writeParallel(scratch);
	execFileSync('mkfifo', [path.join(scratch, 'fifo.c')]);
	context.reports = [page('before', '0.1', 'before.db'), page('pair', '0.1', 'before.db', 'after.db'),
		page('scaling', '--scaling', 't1.db', 't2.db', 't4.db', 't8.db'),
		page('hostile', '0.01', 'hostile.db'), page('parallel', '0.01', 'parallel.db'),
		page('large', '--all', 'large.db')];
	context.browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
	try {
		return await runAll(context);
	} finally {
		await context.browser.close();
	}
}

main(process.argv.slice(2)).then((ok) => process.exit(ok ? 0 : 1), (e) => {
	console.log(String(e.stack || e));
	process.exit(1);
});
