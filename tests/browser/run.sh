#!/bin/bash
# Drives the pages and the HTML report in headless Chromium. Needs node,
# Chromium, and "npm ci" in this folder (or "make browser-setup").
set -u
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac

skip() {
	n=$(cat tests/browser/*.test.js | grep -c "test([\`']")
	echo "skip browser: $1"
	echo "0 passed, 0 failed, $n skipped"
	exit 0
}

command -v node >/dev/null || skip "node is not installed"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] ||
	skip "node is older than version 20"
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
[ -n "$chromium" ] || skip "Chromium is not installed"
for module in playwright-core axe-core html-validate; do
	[ -d "tests/browser/node_modules/$module" ] ||
		skip "run 'make browser-setup' first: $module is missing"
done

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export PERFEXPERT_DATA=$top LC_ALL=C HOME=$scratch
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME
"$build/perfexpert-site" "$scratch/web" || {
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
}
timeout -k 10 "${TIMEOUT:-1200}" node tests/browser/main.js "$chromium" \
	"$build/perfexpert" "$scratch/web" "$scratch"
