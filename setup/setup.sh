#!/bin/sh
# Installs the packages of packages.txt that are missing (Debian and its
# relatives); elsewhere prints what is needed and fails only when the compiler
# or a library is really not there.
#
#	setup.sh [FILE]		FILE: a list of tools, of which those are
#				missing that are not in PATH
set -u
here=$(dirname "$0")
list=${1:-$here/packages.txt}
wanted=$(sed 's/ *#.*//' "$list")

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	echo "setup: this is not a Debian-like system; perfexpert needs these packages"
	echo "(Debian's names, what each is for):"
	sed 's/^/  /' "$list"
	[ $# = 0 ] || exit 0
	missing=
	for pc in libxml-2.0 zlib libdw libelf capstone check valgrind; do
		pkg-config --exists $pc 2>/dev/null || missing="$missing $pc"
	done
	for pc in lua5.4 lua-5.4 lua54 lua ''; do
		pkg-config --atleast-version=5.4 "$pc" 2>/dev/null && break
	done
	[ "$pc" ] || missing="$missing lua(5.4)"
	if [ -n "$missing" ]; then
		echo "setup: pkg-config does not find:$missing"
		echo "setup: install them and run make again"
		exit 1
	fi
	echo "setup: all libraries are there"
	exit 0
fi

missing=
for p in $wanted; do
	[ $# = 0 ] || ! command -v "$p" >/dev/null || continue
	status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)
	[ "$status" = installed ] || missing="$missing $p"
done
if [ -z "$missing" ]; then
	echo "setup: all packages are installed"
	exit 0
fi
echo "setup: installing$missing"
sudo=
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "setup: neither root nor sudo: ask your administrator for"
		echo "  apt-get install$missing"
		exit 1
	fi
	sudo=sudo
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
apt-get install --simulate -qq --no-install-recommends $missing >/dev/null 2>&1 ||
	$sudo apt-get update -qq # the lists are missing or of another day
# An older release lacks some of them: tests skip what they do without, and make
# says which library it does not find.
known=
for p in $missing; do
	if apt-cache show "$p" >/dev/null 2>&1; then
		known="$known $p"
	else
		echo "setup: there is no package $p here; it is left out"
	fi
done
missing=$known
# shellcheck disable=SC2086
$sudo apt-get install -y -q -o Dpkg::Use-Pty=0 --no-install-recommends $missing ||
	{ $sudo apt-get update &&
		$sudo apt-get install -y --no-install-recommends $missing; }
