'use strict';
/* Tests one after the other; the last line is what tests/run.sh reads. */
const tests = [], only = process.env.ONLY;

function test(name, run) {
	if (!only || name.includes(only))
		tests.push({ name, run });
}

async function runAll(context) {
	let passed = 0, failed = 0;
	for (const t of tests) {
		try {
			await t.run(context);
			passed++;
			console.log(`ok     ${t.name}`);
		} catch (e) {
			failed++;
			console.log(`not ok ${t.name}\n    ${String(e.message || e).split('\n').slice(0, 25).join('\n    ')}`);
		}
	}
	console.log(`${passed} passed, ${failed} failed, 0 skipped`);
	return failed === 0;
}

module.exports = { test, runAll };
