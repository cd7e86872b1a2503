'use strict';
/* Tests one after the other; the last line is what tests/run.sh reads. */
const tests = [], only = process.env.ONLY;

function test(name, run) {
	if (!only || name.includes(only))
		tests.push({ name, run });
}

/* skip - what the test needs is not there: counted, and said why */
function skip(why) {
	throw Object.assign(new Error(why), { skipped: true });
}

async function runAll(context) {
	let passed = 0, failed = 0, skipped = 0;
	for (const t of tests) {
		try {
			await t.run(context);
			passed++;
			console.log(`ok     ${t.name}`);
		} catch (e) {
			if (e.skipped) {
				skipped++;
				console.log(`skip   ${t.name}: ${e.message}`);
				continue;
			}
			failed++;
			console.log(`not ok ${t.name}\n    ${String(e.message || e).split('\n').slice(0, 25).join('\n    ')}`);
		}
	}
	console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
	return failed === 0;
}

module.exports = { test, skip, runAll };
