#!/bin/bash
# What is written for packages of several kinds agrees, and what other systems have
# under another name, or elsewhere, is found: a pkg-config of our own says it.
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
version=$(cat VERSION)
recipes=(debian/control setup/perfexpert.spec setup/package.py setup/perfexpert.def)

# asked VARIABLE [ASSIGNMENT...]: its value in the Makefile, with our pkg-config
asked() {
	# shellcheck disable=SC2016 # make expands
	PATH=$scratch/bin:$PATH make -s --no-print-directory BUILD="$build" \
		--eval='show-it: ; @echo "$('"$1"')"' show-it "${@:2}" 2>&1
}

# pkg_config NAME VERSION [FOLDER]: it knows this package only, and its folder
pkg_config() {
	cat >"$scratch/bin/pkg-config" <<-END
		#!/bin/bash
		case " \$* " in *" $1 "*) ;; *) exit 1 ;; esac
		newest() { printf '%s\n' "\$1" "\$2" | sort -V | tail -n 1; }
		case \$1 in
		--atleast-version=*) [ "\$(newest "\${1#*=}" $2)" = $2 ] ;;
		--max-version=*) [ "\$(newest "\${1#*=}" $2)" = "\${1#*=}" ] ;;
		--modversion) echo $2 ;;
		--variable=includedir) echo "${3:-}/include/valgrind" ;;
		--variable=libdir) echo "${3:-}/lib64" ;;
		--variable=prefix) echo "${3:-}" ;;
		esac
	END
	chmod +x "$scratch/bin/pkg-config"
}

for file in CITATION.cff debian/changelog "${recipes[@]:1}"; do
	grep -qF "$version" "$file"
	judge $? "$file is of version $version"
done
for needed in capstone elf iberty libxml2 lua zlib valgrind; do
	missing=$(grep -Li "$needed" "${recipes[@]}" | grep -v "spec$" | xargs)
	[ "$needed" = iberty ] || missing+=$(grep -Li "$needed" setup/perfexpert.spec)
	is "each recipe needs $needed" "$missing" ''
done

mkdir "$scratch/bin"
for name in lua5.4 lua-5.4 lua54 lua; do
	pkg_config "$name" 5.4.6
	is "Lua is found as $name" "$(asked LUA)" "$name"
done
pkg_config lua 5.3.4
is "an older Lua is not taken" "$(asked LUA)" lua5.4

# as Red Hat has it
arch=$(uname -m | sed -e 's/x86_64/amd64/' -e 's/aarch64/arm64/')
mkdir -p "$scratch"/red/{include/valgrind,lib64/valgrind,libexec/valgrind}
cp /dev/null "$scratch/red/include/valgrind/pub_tool_basics.h"
cp /dev/null "$scratch/red/include/valgrind/libvex_ir.h"
cp /dev/null "$scratch/red/lib64/valgrind/libcoregrind-$arch-linux.a"
cp /dev/null "$scratch/red/libexec/valgrind/vgpreload_core-$arch-linux.so"
pkg_config valgrind 3.22.0 "$scratch/red"
is "Valgrind's libraries are found in lib64" "$(asked VG_LIB)" "$scratch/red/lib64/valgrind"
is "Valgrind's headers are found" "$(asked VG_INC)" "$scratch/red/include/valgrind"
is "Valgrind's programs are found" "$(asked VG_EXEC)" "$scratch/red/libexec/valgrind"
[[ $(asked SIM_DEFS) == *-DSIM_NO_F16=1* ]]
judge $? "headers without half precision are noticed"
pkg_config valgrind 3.15.0 "$scratch/red"
said=$(asked VG_LIB | grep -c 'perfexpert needs Valgrind 3.16 or newer, and this is Valgrind 3.15.0')
is "an older Valgrind is refused in one line" "$said" 1

open_case "libraries go to lib64"
make -s --no-print-directory BUILD="$build" DESTDIR="$scratch/to" prefix=/usr \
	libdir=/usr/lib64 install >"$scratch/said" 2>&1
if [ -e "$scratch/to/usr/lib64/libperfexpert-region.so" ] &&
	grep -qx 'libdir=/usr/lib64' "$scratch/to/usr/lib64/pkgconfig/perfexpert-region.pc" &&
	[ ! -e "$scratch/to/usr/lib/libperfexpert-region.so" ]; then
	ok
else
	bad "they are not there" "$scratch/said"
fi

if command -v python3 >/dev/null; then
	python3 tests/packages/spack.py setup/package.py "$version" >"$scratch/spack" 2>&1
	is "Spack's recipe builds and installs as make does" "$(cat "$scratch/spack")" \
		"make prefix=/opt/perfexpert CC=cc all web
make prefix=/opt/perfexpert CC=cc install"
else
	skip "Spack's recipe: python3 is not installed"
fi
summary
