# Spack's recipe:
#     spack repo create REPO; mkdir REPO/packages/perfexpert
#     cp setup/package.py REPO/packages/perfexpert; spack repo add REPO
#     make dist; PERFEXPERT_DIST=$PWD/build spack install perfexpert
# or "spack dev-build perfexpert@0.1.0" in this folder.
import os

from spack.package import *

try:  # Spack 1.0 has it in a repository, earlier ones in what is imported above
    from spack_repo.builtin.build_systems.makefile import MakefilePackage
except ImportError:
    pass


class Perfexpert(MakefilePackage):
    """Measures an unmodified program and assesses each of its procedures and
    loops: where the time goes, which part of the processor it waits for, and
    which change of the source or the compiler's switches is likely to help."""

    homepage = "https://doi.org/10.1109/SC.2010.41"

    license("BSD-3-Clause AND GPL-2.0-or-later")

    version("0.1.0")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("capstone@4:")
    depends_on("elfutils")
    depends_on("libiberty+pic")
    depends_on("libxml2")
    depends_on("lua@5.4:")
    depends_on("zlib-api")
    # the simulator is linked with it, and runs beside the same version
    depends_on("valgrind@3.16:", type=("build", "link", "run"))

    requires("target=x86_64:", "target=aarch64:", "target=ppc64le:", policy="one_of")

    def url_for_version(self, version):
        folder = os.environ.get("PERFEXPERT_DIST", os.getcwd())
        return "file://{0}/perfexpert-{1}.tar.gz".format(folder, version)

    def where(self, prefix):
        """The folders of "make install". They are compiled in, so that building
        is given the same."""
        return ["prefix={0}".format(prefix), "CC={0}".format(os.environ.get("CC", "cc"))]

    def build(self, spec, prefix):
        make(*self.where(prefix), "all", "web")

    def install(self, spec, prefix):
        make(*self.where(prefix), "install")
